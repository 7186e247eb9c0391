"""`monteverde games`: the built-in games."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from monteverde.cli.board import show_board, write_svg
from monteverde.cli.options import Json, SvgFile
from monteverde.cli.output import NARROW, Output, print_json
from monteverde.errors import UsageError
from monteverde.game import Game, game_names, load_game


def command(
    game: Annotated[str | None, typer.Argument(metavar="[GAME]", help="Show this one, at its start.")] = None,
    svg: SvgFile = None,
    json: Json = False,
) -> None:
    """List the built-in games and their parameters, or show how one of them begins."""
    if game is not None:
        show_game(load_game(game), svg, json)
        return
    if svg is not None:
        raise UsageError("--svg needs a game whose start is to be drawn, such as: monteverde games hex --svg hex.svg")
    games = {name: load_game(name) for name in game_names()}
    if json:
        print_json({name: _to_dict(game) for name, game in games.items()})
        return
    output = Output()
    if output.width < NARROW:
        for name, listed in games.items():
            output.say(name, style="bold")
            output.say(f"{listed.description} Players: {listed.num_players}. {_parameters(listed)}".strip())
    else:
        rows = [(name, str(g.num_players), g.description, _parameters(g)) for name, g in games.items()]
        output.table([("game", "players", "what it is", "parameters"), *rows], text_columns=4)
    output.say()
    output.say("Parameters: hex:11 gives the first one, hex:size=5,swap=true any. Your own game: mygame.py:Nim.")


def show_game(game: Game, svg: Path | None, json: bool) -> None:
    """Show what a game is and how it begins, and write its board to a file if asked."""
    position = game.initial()
    if svg is not None:
        write_svg(svg, position)
    if json:
        print_json({game.name: _to_dict(game)})
        return
    output = Output()
    output.say(f"{game.spec}: {game.description}")
    output.say(f"Players: {game.num_players}. {_parameters(game)}".strip())
    output.say()
    show_board(output, position)


def _parameters(game: Game) -> str:
    return ", ".join(_parameter(key, value) for key, value in game.parameters.items())


def _parameter(key: str, value: object) -> str:
    if value is None:  # what is usual for the other parameters
        return key
    return f"{key}={str(value).lower() if isinstance(value, bool) else value}"


def _to_dict(game: Game) -> dict[str, object]:
    return {"description": game.description, "players": game.num_players, "parameters": dict(game.parameters)}
