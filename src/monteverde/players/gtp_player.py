"""A player that is another program, spoken to by the Go Text Protocol: `gtp:gnugo --mode gtp`.

For Go and its kin, Hex, Othello, and other games of two whose moves are cells of a board. A position that is not what
the program saw last is shown to it anew, from an empty board. Programs differ in what they do where a pass is the
only legal move: it is played without asking them, and they may refuse to hear of it.
"""

from __future__ import annotations

from collections.abc import Mapping

from monteverde.budget import Budget
from monteverde.engines.clocks import gtp_left, gtp_settings
from monteverde.engines.gtp import COLOURS, GtpClient, RefusedError
from monteverde.engines.line import Line, Move
from monteverde.engines.process import EngineProcess
from monteverde.engines.text import shown
from monteverde.engines.vertices import (
    PASS,
    action_of,
    compare_scores,
    counts_area,
    refuse_unsuitable,
    score_of,
    vertex_of,
)
from monteverde.errors import EngineError, UnsuitableError
from monteverde.game import Game, Position
from monteverde.players.engine_player import EnginePlayer, command_in
from monteverde.players.player import Remark
from monteverde.spec import Spec, arguments_for

RESIGN = "resign"
SEED_BITS = 31  # what fits an int wherever it goes


class GtpPlayer(EnginePlayer[GtpClient]):
    """A program that speaks GTP."""

    def __init__(
        self,
        command: str,
        budget: Budget,
        *,
        clock: bool = True,
        timeout: float | None = None,
        name: str | None = None,
    ) -> None:
        """Make a player.

        Args:
            command: the command line, as one would type it.
            budget: what it may use for a move.
            timeout: seconds for one answer; None: a minute and ten times the budget's seconds.
            name: what people call it.
            clock: whether it is told how many seconds it has: for the game, or for a move if the budget says that.
        """
        super().__init__(command, budget, timeout=timeout, name=name)
        self.tells_clock = clock
        self._known: set[str] = set()
        self._has_clock = False  # whether it knows what the clock of this game was set to
        self._seen: list[tuple[int, str]] = []  # the moves on its board: who, and the vertex

    def refuse(self, game: Game) -> None:
        refuse_unsuitable(game)
        rows, columns = game.board or (0, 0)
        if rows != columns:
            raise UnsuitableError(f"GTP is for square boards; that of {game.spec} has {rows} rows, {columns} columns")

    def connect(self, process: EngineProcess) -> GtpClient:
        return GtpClient(process, self.timeout)

    def begin(self, client: GtpClient, game: Game, seed: int) -> None:
        self._known, self._has_clock = client.commands(), False
        known = self._known
        try:
            client.ask(f"boardsize {(game.board or (0, 0))[0]}")
            if counts_area(game):
                client.ask(f"komi {type(game).komi:g}")  # type: ignore[attr-defined]
        except RefusedError as error:
            raise UnsuitableError(f"{error}; it cannot play {game.spec}") from None
        if self.tells_clock and self.budget.seconds is not None and "time_settings" in known:
            client.ask(f"time_settings 0 {max(1, round(self.budget.seconds))} 1")
        if "set_random_seed" in known:
            client.ask(f"set_random_seed {seed % (1 << SEED_BITS)}")
        self._clear(client)

    def answer(self, client: GtpClient, position: Position, line: Line) -> int:
        legal = position.legal_actions()
        if [position.action_name(action) for action in legal] == [PASS]:
            return legal[0]
        self._show(client, line.moves_to(position))
        self._tell_clock(client, COLOURS[position.to_move])
        vertex = client.ask(f"genmove {COLOURS[position.to_move]}")
        if vertex.lower() == RESIGN:
            raise EngineError(f"{client.process.name} resigned")
        action = action_of(position.game, vertex)
        if action is None:
            raise client.process.fault(f"answered {shown(vertex)!r}, which is no move of {position.game.name},")
        self._seen.append((position.to_move, vertex_of(position.action_name(action))))
        return action

    def remark(self, client: GtpClient, position: Position, line: Line) -> Remark | None:
        self._show(client, line.moves_to(position))
        theirs, ours = client.ask("final_score"), score_of(position)
        has_same_winner, is_same = compare_scores(theirs, ours)
        return Remark(f"final_score {shown(theirs)}, {'as here' if is_same else f'here {ours}'}", has_same_winner)

    def _tell_clock(self, client: GtpClient, colour: str) -> None:
        """Tell what the clock of the game shows, if there is one."""
        if self.clock is None or not self.tells_clock:
            return
        if not self._has_clock and "time_settings" in self._known:
            client.ask(f"time_settings {gtp_settings(self.clock)}")
            self._has_clock = True
        if "time_left" in self._known:
            client.ask(f"time_left {colour} {gtp_left(self.clock)}")

    def _show(self, client: GtpClient, moves: list[Move]) -> None:
        """Put on its board what it has not seen of a game."""
        line = [(move.player, vertex_of(move.name)) for move in moves]
        if self._seen != line[: len(self._seen)]:
            self._clear(client)
        for move in moves[len(self._seen) :]:
            _tell(client, move)
            self._seen.append((move.player, vertex_of(move.name)))

    def _clear(self, client: GtpClient) -> None:
        client.ask("clear_board")
        self._seen = []


def _tell(client: GtpClient, move: Move) -> None:
    try:
        client.ask(f"play {COLOURS[move.player]} {vertex_of(move.name)}")
    except RefusedError:
        if move.name != PASS or not move.is_forced:
            raise


def _from_spec(spec: Spec, text: str, budget: Budget) -> GtpPlayer:
    given = arguments_for(_parameters, spec)
    return GtpPlayer(
        command_in(given.get("command")),
        budget,
        clock=given.get("clock", True),
        timeout=given.get("timeout"),
        name=given.get("name") or text,
    )


def _parameters(command: str = "", name: str = "", clock: bool = True, timeout: float | None = None) -> None:
    """What the grammar holds the text against."""


PLAYERS: Mapping[str, object] = {"gtp": _from_spec}
