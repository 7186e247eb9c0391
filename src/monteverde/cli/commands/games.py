"""`monteverde games`: the built-in games."""

from __future__ import annotations

from monteverde.cli.options import Json
from monteverde.cli.output import NARROW, Output, print_json
from monteverde.game import Game, game_names, load_game


def command(json: Json = False) -> None:
    """List the built-in games and their parameters."""
    games = {name: load_game(name) for name in game_names()}
    if json:
        print_json({name: _to_dict(game) for name, game in games.items()})
        return
    output = Output()
    if output.width < NARROW:
        for name, game in games.items():
            output.say(name, style="bold")
            output.say(f"{game.description} Players: {game.num_players}. {_parameters(game)}".strip())
    else:
        rows = [(name, str(game.num_players), game.description, _parameters(game)) for name, game in games.items()]
        output.table([("game", "players", "what it is", "parameters"), *rows], text_columns=4)
    output.say()
    output.say("Parameters: hex:11 gives the first one, hex:size=5,swap=true any. Your own game: mygame.py:Nim.")


def _parameters(game: Game) -> str:
    return ", ".join(_parameter(key, value) for key, value in game.parameters.items())


def _parameter(key: str, value: object) -> str:
    if value is None:  # what is usual for the other parameters
        return key
    return f"{key}={str(value).lower() if isinstance(value, bool) else value}"


def _to_dict(game: Game) -> dict[str, object]:
    return {"description": game.description, "players": game.num_players, "parameters": dict(game.parameters)}
