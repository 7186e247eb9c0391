"""A player that is another program, spoken to by the line protocol of our own: `json:python engine.py`.

For all games, and programs in any language: each question tells the whole position, with its legal actions. See
docs/protocols.md.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from monteverde.budget import Budget
from monteverde.engines.clocks import described_clock
from monteverde.engines.jsonl import JsonClient, JsonRefusedError
from monteverde.engines.line import Line
from monteverde.engines.messages import PROTOCOL, described, encode
from monteverde.engines.process import EngineProcess
from monteverde.engines.text import shown
from monteverde.errors import EngineError, UnsuitableError
from monteverde.game import Game, Position
from monteverde.players.engine_player import EnginePlayer, command_in
from monteverde.players.player import Remark
from monteverde.spec import Spec, arguments_for


class JsonPlayer(EnginePlayer[JsonClient]):
    """A program that speaks the line protocol."""

    farewell = encode({"command": "quit", "id": 0})

    def refuse(self, game: Game) -> None:
        """Refuse nothing: there is no game that cannot be told."""

    def connect(self, process: EngineProcess) -> JsonClient:
        client = JsonClient(process, self.timeout)
        theirs = client.ask("hello", protocol=PROTOCOL).get("protocol", PROTOCOL)
        if theirs != PROTOCOL:
            raise UnsuitableError(f"{process.name} speaks protocol {shown(repr(theirs))}, here it is {PROTOCOL}")
        return client

    def begin(self, client: JsonClient, game: Game, seed: int) -> None:
        seats = [game.player_name(seat) for seat in range(game.num_players)]
        try:
            client.ask("new_game", game=game.spec, players=seats, seed=seed)
        except JsonRefusedError as error:
            raise UnsuitableError(f"{error}; it cannot play {game.spec}") from None

    def answer(self, client: JsonClient, position: Position, line: Line) -> int:
        seconds = None if self.clock is not None and self.budget.is_default else self.budget.seconds
        limits: dict[str, Any] = {"seconds": seconds, "iterations": self.budget.iterations}
        if self.clock is not None:
            limits["clock"] = described_clock(self.clock)
        answer = client.ask("choose", **self._told(position, line), **limits)
        action = _action_in(answer, position)
        if action is None:
            chosen = shown(repr(answer.get("action", answer.get("move", "neither action nor move"))))
            raise EngineError(f"{client.process.name} chose {chosen}, which is not legal here")
        return action

    def remark(self, client: JsonClient, position: Position, line: Line) -> Remark | None:
        try:
            theirs = client.ask("end_game", **self._told(position, line)).get("rewards")
        except JsonRefusedError:
            return None
        if theirs is None:
            return None
        ours = [float(reward) for reward in position.rewards]
        return Remark(f"rewards {shown(repr(theirs))}, here {ours}", theirs == ours)

    def _told(self, position: Position, line: Line) -> dict[str, Any]:
        return described(position, [move.name for move in line.moves_to(position)])


def _action_in(answer: Mapping[str, Any], position: Position) -> int | None:
    """Return the legal action of an answer, by its number or else by its name; None if there is none."""
    action, move = answer.get("action"), answer.get("move")
    legal = position.legal_actions()
    if action is not None:
        return action if type(action) is int and action in legal else None
    names = {position.action_name(one).lower(): one for one in legal}
    return names.get(move.strip().lower()) if isinstance(move, str) else None


def _from_spec(spec: Spec, text: str, budget: Budget) -> JsonPlayer:
    given = arguments_for(_parameters, spec)
    name = given.get("name") or text
    return JsonPlayer(command_in(given.get("command")), budget, timeout=given.get("timeout"), name=name)


def _parameters(command: str = "", name: str = "", timeout: float | None = None) -> None:
    """What the grammar holds the text against."""


PLAYERS: Mapping[str, object] = {"json": _from_spec}
