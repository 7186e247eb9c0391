"""A game whose positions are Python objects: players and matches take it for a game, tree search for its object.

The object has the methods that a search asks for (`legal_actions`, `play`, `is_terminal`, `rewards`, `to_move`,
`clone`), its actions are ints, and it has two more: `parse(text)`, which returns the action that a text means or raises
IllegalActionError, and `key()`, by which positions are compared. Whatever needs compiled rules (exact search, perft,
check) refuses such a game.
"""

from __future__ import annotations

from typing import Any, ClassVar, NoReturn

import numpy as np
import numpy.typing as npt

from monteverde.drawing import Picture
from monteverde.errors import IllegalActionError, UnsuitableError
from monteverde.game.game import Game
from monteverde.game.position import Position

METHODS = ("play", "key")  # rules that an object stands in for


class ObjectGame(Game):
    """Subclass it and give it a root, and the facts of a game but `state`."""

    root: ClassVar[Any]
    """The object at the beginning; it is cloned, never changed."""
    state = [("none", np.int8)]

    @property
    def bindings(self) -> NoReturn:
        """Raise UnsuitableError: there is nothing to compile."""
        raise UnsuitableError(
            f"{self.name} is a Python object, which only tree search and players can use; this needs compiled rules"
        )

    def validate(self) -> None:
        """Its root has been made, so all is well."""

    def has(self, rule: str) -> bool:
        return rule in METHODS

    def initial(self) -> ObjectPosition:
        return ObjectPosition(self, self.root.clone())


class ObjectPosition(Position):
    """A position of such a game, as immutable as any other: its object is cloned before anything is played."""

    __slots__ = ("_object",)

    def __init__(self, game: Game, problem: Any, history: tuple[int, ...] = ()) -> None:
        super().__init__(game, game.new_states(1), history)
        self._object = problem

    @property
    def object(self) -> Any:
        """A clone of the object."""
        return self._object.clone()

    @property
    def is_terminal(self) -> bool:
        return bool(self._object.is_terminal())

    @property
    def to_move(self) -> int:
        return int(self._object.to_move())

    @property
    def rewards(self) -> npt.NDArray[np.float64]:
        return np.array(self._object.rewards(), np.float64)

    def legal_actions(self) -> list[int]:
        return [] if self.is_terminal else list(self._object.legal_actions())

    def _after(self, action: int) -> Position:
        following = self._object.clone()
        following.play(action)
        return ObjectPosition(self.game, following, (*self.history, action))

    def _find(self, name: str, legal: list[int]) -> int:
        try:
            return int(self._object.parse(name.strip()))
        except IllegalActionError:
            return super()._find(name, legal)

    def picture(self) -> Picture | None:
        """Return what the object's method `picture` says, if it has one."""
        return self._object.picture() if hasattr(self._object, "picture") else None

    def rendered(self) -> str:
        return str(self._object)

    def _identity(self) -> Any:
        return self._object.key()

    def __reduce__(self) -> tuple[Any, ...]:
        return (ObjectPosition, (self.game, self._object, self.history))
