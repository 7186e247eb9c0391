"""A position: a game and one of its states, as a value that never changes. For people and for plain Python."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import numpy.typing as npt

from monteverde.drawing import Picture, plain
from monteverde.errors import GameError, IllegalActionError
from monteverde.game.drawings import Heat, lines_of, picture_of, svg_of
from monteverde.game.game import Game
from monteverde.game.rules import CHANCE

MOST_LISTED = 30  # legal actions that a sentence about an illegal one has room for


class Position:
    """An immutable (game, state) pair. Make one with `game.initial()` and go on with `position.play(action)`."""

    __slots__ = ("_game", "_history", "_legal", "_states")

    def __init__(self, game: Game, states: np.recarray[Any, Any], history: tuple[int, ...] = ()) -> None:
        self._game, self._states, self._history = game, states, history
        self._legal: tuple[int, ...] | None = None  # once somebody has asked

    @property
    def game(self) -> Game:
        """The problem that this is a position of."""
        return self._game

    @property
    def history(self) -> tuple[int, ...]:
        """The actions played since the initial position, or since the state it was made from."""
        return self._history

    @property
    def state(self) -> Any:
        """A copy of the state record."""
        return self._states.copy()[0]

    def states(self, count: int = 1) -> np.recarray[Any, Any]:
        """Return `count` copies of the state as one array."""
        return np.repeat(self._states, count).view(np.recarray)

    @property
    def is_terminal(self) -> bool:
        """Whether the game has ended."""
        with np.errstate(over="ignore"):
            return bool(self.game.rules["is_terminal"](self._states[0]))

    @property
    def to_move(self) -> int:
        """The player whose turn it is: 0 .. num_players-1, or CHANCE (-1), or SIMULTANEOUS (-2)."""
        with np.errstate(over="ignore"):
            return int(self.game.rules["to_move"](self._states[0]))

    @property
    def rewards(self) -> npt.NDArray[np.float64]:
        """What each player receives here: float64, one per player, in the game's own units."""
        out = np.zeros(self.game.num_players)
        with np.errstate(over="ignore"):
            self.game.rules["rewards"](self.state, out)
        return out

    def legal_actions(self) -> list[int]:
        """Return the legal actions, in the order of the rules; none at the end of the game.

        At a chance node these are the outcomes that can happen.
        """
        if self._legal is None:
            self._legal = tuple(self._read_legal_actions())
        return list(self._legal)

    def _read_legal_actions(self) -> list[int]:
        if self.is_terminal:
            return []
        if self.to_move == CHANCE:
            return [outcome for outcome, _ in self.chance_outcomes()]
        out = np.zeros(self.game.num_actions, np.int64)
        with np.errstate(over="ignore"):
            count = self.game.rules["legal_actions"](self.state, out)
        return [int(action) for action in out[:count]]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return (outcome, probability) for each outcome of positive probability, at a chance node."""
        self.game.require("chance_outcomes", "a chance node")
        outcomes = np.zeros(self.game.num_actions, np.int64)
        probabilities = np.zeros(self.game.num_actions)
        with np.errstate(over="ignore"):
            count = self.game.rules["chance_outcomes"](self.state, outcomes, probabilities)
        return [(int(o), float(p)) for o, p in zip(outcomes[:count], probabilities[:count], strict=True) if p > 0]

    def play(self, action: int | str) -> Position:
        """Return the position after `action`: a number, or as text what people call it (`"d4"`) or its number.

        Raises:
            IllegalActionError: if the rules do not allow it here, or if the name fits several legal actions.
            UnsuitableError: if the problem is a simulator, with the rule `step` in place of `play`.
        """
        self.game.require("play", "playing an action")
        legal = self.legal_actions()
        number = self._find(action, legal) if isinstance(action, str) else action
        if not isinstance(number, (int, np.integer)) or number not in legal:
            raise IllegalActionError(self._complaint(action, legal))
        return self._after(int(number))

    def _after(self, action: int) -> Position:
        states = self._states.copy()
        with np.errstate(over="ignore"):
            self.game.rules["play"](states[0], action)
        return Position(self.game, states, (*self.history, action))

    def play_all(self, actions: str) -> Position:
        """Return the position after several actions, named in one text and parted by spaces or commas.

        Names may have spaces and commas in them: the longest legal one that the rest of the text begins with is taken.
        """
        position, words, number = self, _words(actions), 0
        while words:
            number += 1
            lowered = [word.lower() for word in words]
            named = {action: _words(position.action_name(action).lower()) for action in position.legal_actions()}
            fitting = [action for action, name in named.items() if name and name == lowered[: len(name)]]
            longest = max(fitting, key=lambda action: len(named[action]), default=None)
            try:
                position = position.play(words[0] if longest is None else longest)
            except IllegalActionError as error:
                raise IllegalActionError(f"move {number} of {actions!r}: {error}") from None
            words = words[1 if longest is None else len(named[longest]) :]
        return position

    def action_name(self, action: int) -> str:
        """Return what people call `action`."""
        return str(type(self.game).action_name(action))

    def _find(self, name: str, legal: list[int]) -> int:
        """Return the legal action that `name` means: its whole name, its number, or a beginning that only one has."""
        names = {self.action_name(action).lower(): action for action in legal}
        wanted = name.strip().lower()
        if wanted in names:
            return names[wanted]
        if wanted.isdecimal() and int(wanted) in legal:
            return self._numbered(wanted, names)
        fitting = [full for full in names if full.startswith(wanted)] if wanted else []
        if len(fitting) > 1:
            raise IllegalActionError(f"{name!r} is ambiguous: it may mean {', '.join(fitting)}")
        return names[fitting[0]] if fitting else -1

    def _numbered(self, wanted: str, names: dict[str, int]) -> int:
        """Return action number `wanted`, unless it stands alone in the name of another: is 1 in Nim "take-1"?"""
        number = int(wanted)
        rivals = [
            full for full, action in names.items() if wanted in re.findall(r"[a-z0-9]+", full) and action != number
        ]
        if rivals:
            listed = ", ".join([*rivals, f"{self.action_name(number)} (action number {number})"])
            raise IllegalActionError(f"{wanted!r} is ambiguous: it may mean {listed}")
        return number

    def _complaint(self, action: int | str, legal: list[int]) -> str:
        if not legal:
            return f"{action!r} cannot be played: the game is over"
        names = ", ".join(self.action_name(a) for a in legal[:MOST_LISTED])
        more = f" and {len(legal) - MOST_LISTED} more" if len(legal) > MOST_LISTED else ""
        return f"{action!r} is not legal for {self.game.player_name(self.to_move)} here; legal: {names}{more}"

    def picture(self) -> Picture | None:
        """Return what the game says that this looks like: its cells and what stands in them; None if it has no say."""
        return picture_of(self)

    def rendered(self) -> str:
        """Return what the game draws by itself, which is shown where there is no picture."""
        return str(type(self.game).render(self.state))

    def draw(self, *, heat: Heat | None = None, numbers: bool = False, width: int = 80) -> str:
        """Return a drawing of several lines, with brackets around the cells of the last move.

        Args:
            heat: the result of a search from here, or a share for each action. Each cell shows the per cent of the
                visits whose moves end there, however they begin; a domino's, on both its cells. What is on no cell,
                such as a pass, is listed below.
            numbers: whether stones show which move put them there, from the beginning of `history`.
            width: the most columns; a board that is too wide for them gets narrower, and says what it leaves out.

        Raises:
            UsageError: if a share is negative or no number.
        """
        return plain(lines_of(self, heat, numbers, width))

    def svg(self, *, heat: Heat | None = None, numbers: bool = False) -> str:
        """Return the drawing as an SVG, with the same options as `draw`; a game without a picture is shown as text."""
        return svg_of(self, heat, numbers)

    def _repr_svg_(self) -> str:
        """The drawing for notebooks."""
        return self.svg()

    def __str__(self) -> str:
        return self.draw()

    def __repr__(self) -> str:
        if self.is_terminal:
            status = "over, rewards " + " ".join(f"{reward:g}" for reward in self.rewards)
        else:
            status = f"{self.game.player_name(self.to_move)} to move"
        return f"{self}\n{self.game.spec}: {status}"

    def _identity(self) -> Any:
        """What equal positions share: the `key` rule's answer, or else the bytes of every field."""
        if not self.game.has("key"):  # field by field: the padding between them holds anything
            return tuple(self._states[field].tobytes() for field in self.game.dtype.names or ())
        with np.errstate(over="ignore"):
            return int(self.game.rules["key"](self.state))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return self.game == other.game and self._identity() == other._identity()

    def __hash__(self) -> int:
        return hash((self.game, self._identity()))

    def __reduce__(self) -> tuple[Any, ...]:
        return (_restore, (self.game, self._states.tobytes(), self.history))


def _words(text: str) -> list[str]:
    return text.replace(",", " ").split()


def _restore(game: Game, state: bytes, history: tuple[int, ...]) -> Position:
    if len(state) != game.dtype.itemsize:
        raise GameError(
            f"a stored position of {game.name} has {len(state)} bytes, its states now have {game.dtype.itemsize}"
        )
    return Position(game, np.frombuffer(bytearray(state), game.dtype).view(np.recarray), history)
