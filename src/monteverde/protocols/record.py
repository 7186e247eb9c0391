"""The game that a controller and an engine play over GTP.

GTP lets anybody play at any time; the rules of a game do not. Where a game has a pass, a player out of turn is let in
by passes that are put in, or left out, so that no two come in a row: they change nothing on the board. A game that two
passes have ended can so be played on. In a game without a pass, moves out of turn are refused.
"""

from __future__ import annotations

import functools
from collections import deque
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from monteverde.boards.go_board import go_board
from monteverde.engines.vertices import PASS, counts_area, names_of, refuse_unsuitable, score_of
from monteverde.errors import IllegalActionError, UsageError
from monteverde.game import Game, Position
from monteverde.records import Record

COLOURS = ("Black", "White")  # whatever the game calls its players
DIRECTIONS = ((-1, 0), (1, 0), (0, -1), (0, 1))


class GtpRecord:
    """A game in progress. `line` holds the position after each move of the controller or the engine."""

    def __init__(self, game: Game) -> None:
        """Begin a game.

        Raises:
            UnsuitableError: if it is none for two players whose moves are cells of a board.
        """
        refuse_unsuitable(game)
        self.game = game
        self.start = Record(game)
        self.line = [game.initial()]

    @property
    def position(self) -> Position:
        """The present position."""
        return self.line[-1]

    def clear(self) -> None:
        """Begin anew."""
        self.start = Record(self.game)
        self.line = [self.game.initial()]

    def load(self, record: Record, ply: int | None = None) -> None:
        """Take up a game that was written down, after its first `ply` moves, or all of them.

        Raises:
            UnsuitableError: if it is a game that GTP is not for.
        """
        refuse_unsuitable(record.game)
        self.line = list(record.until(len(record.actions) if ply is None else ply).positions())
        self.game, self.start = record.game, Record(record.game, stones=record.stones, to_move=record.to_move)

    def written(self) -> Record:
        """Return the game as a record."""
        return replace(self.start, game=self.game, actions=self.position.history)

    def play(self, player: int, action: int) -> None:
        """Let `player` play.

        Raises:
            IllegalActionError: if the rules do not allow it.
        """
        self.line.append(self.turn_of(player).play(action))

    def undo(self) -> bool:
        """Take the last move back, and the passes put in before it; return whether there was one."""
        if len(self.line) == 1:
            return False
        self.line.pop()
        return True

    def turn_of(self, player: int) -> Position:
        """Return the present position, or one that differs from it by passes alone, in which it is `player`'s turn.

        Raises:
            IllegalActionError: if there is none.
        """
        position = self.position
        if not position.is_terminal and position.to_move == player:
            return position
        passing = names_of(self.game).get(PASS)
        if passing is not None:
            position = self._before_passes(passing)
            if not position.is_terminal and position.to_move != player and passing in position.legal_actions():
                position = position.play(passing)
        if position.is_terminal:
            raise IllegalActionError("the game is over")
        if position.to_move != player:
            raise IllegalActionError(f"it is not {COLOURS[player]}'s turn, and nobody may pass")
        return position

    def _before_passes(self, passing: int) -> Position:
        """Return the present position without the passes at its end."""
        history = self.position.history
        count = 0
        while count < len(history) and history[-1 - count] == passing:
            count += 1
        kept = history[: len(history) - count]
        return next(earlier for earlier in self.line if earlier.history == kept)  # it ends in a stone, which was a move

    # -- what the controller may change --------------------------------------------------------------------------

    def resize(self, size: int) -> None:
        """Begin anew on a board of `size` x `size`.

        Raises:
            UsageError: if the game has no such board.
        """
        if self.game.board != (size, size):
            self.game = with_parameter(self.game, "size", size)
            refuse_unsuitable(self.game)
        self.clear()

    def set_komi(self, komi: float) -> None:
        """Change the komi; the moves played stay.

        Raises:
            UsageError: if the game has none and this is not 0.
        """
        if "komi" not in self.game.parameters:
            if komi != 0:
                raise UsageError(f"{self.game.name} has no komi")
            return
        self.game = with_parameter(self.game, "komi", komi)
        self.line = [Position(self.game, position.states(), position.history) for position in self.line]

    # -- how it stands -------------------------------------------------------------------------------------------

    def score(self) -> str | None:
        """Return who has won: "B+3.5", "0", and "B+" where nothing is counted; None while that is open.

        Go is scored as it stands: by area, with all stones alive.
        """
        position = self.position
        if counts_area(self.game):
            while not position.is_terminal:
                position = position.play(PASS)
        return score_of(position) if position.is_terminal else None

    def chains(self) -> Iterator[list[str]]:
        """Yield the chains of stones of Go: the names of their cells."""
        (size, _), position = self.game.board or (0, 0), self.position
        colours = position.state["colour"][go_board_vertices(size)].reshape(size, size)
        seen = set()
        for first in ((row, column) for row in range(size) for column in range(size)):
            if colours[first] == 0 or first in seen:
                continue
            seen.add(first)
            chain, queue = [], deque([first])
            while queue:
                row, column = queue.popleft()
                chain.append(position.action_name(row * size + column))
                for down, right in DIRECTIONS:
                    near = (row + down, column + right)
                    is_on_board = 0 <= near[0] < size and 0 <= near[1] < size
                    if is_on_board and near not in seen and colours[near] == colours[first]:
                        seen.add(near)
                        queue.append(near)
            yield chain


@functools.lru_cache(maxsize=32)
def go_board_vertices(size: int) -> Any:
    """Return where in the fields of a state each cell of a board of Go is."""
    return go_board(size).vertex_of


def with_parameter(game: Game, key: str, value: object) -> Game:
    """Return the same game with another value of one parameter.

    Raises:
        UsageError: if it has no such parameter, or not that value.
    """
    if key not in game.parameters:
        raise UsageError(f"{game.name} has no parameter {key}")
    made: Game = game.family(**{**game.parameters, key: value})
    return made
