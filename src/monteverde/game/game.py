"""What a problem is to the library: rules that compile, the facts about them, and how to show it to people.

A problem is a subclass of `Game`. Its rules are plain functions in the class body, without `self`: they are compiled
into the search. Facts are class attributes. A problem with parameters (a board's size) is a function that returns
such a class, so that the parameters are constants to the compiler (`family.py`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
import numpy.typing as npt

from monteverde.compile.random import STREAMS
from monteverde.drawing import Picture
from monteverde.errors import GameError, UnsuitableError
from monteverde.game import rules
from monteverde.game.contract import complaints

if TYPE_CHECKING:
    from monteverde.game.position import Position

Rule = Callable[..., Any]


class Game:
    """One problem. Subclass it and give it rules (see `monteverde.game.rules`) and these facts."""

    state: ClassVar[Sequence[tuple[Any, ...]]]
    """The fields of the state: (name, NumPy type) or (name, NumPy type, shape), as for `numpy.dtype`."""
    num_players: ClassVar[int]
    """How many players; 1 for planning problems."""
    num_actions: ClassVar[int]
    """One more than the largest action or chance outcome."""
    num_action_codes: ClassVar[int | None] = None
    """One more than the largest `action_code`; None, as without that rule, is num_players * num_actions."""
    num_symmetries: ClassVar[int] = 1
    """How many images of an action the rule `symmetries` writes, the action itself included."""
    max_length: ClassVar[int]
    """The longest game in plies, chance moves included; the horizon of an endless problem."""
    reward_range: ClassVar[tuple[float, float]] = (0.0, 1.0)
    """The least and the largest *return* (sum of discounted rewards) that a player can get."""
    discount: ClassVar[float] = 1.0
    """What a reward is worth one decision later, in (0, 1].

    The return of a ply into a state s' is r(s') + d * (the return from s' on), where d is the discount if a player is
    to move at s', and 1 where nature is. So chance nodes do not count as time, and what is paid on entering a state,
    the last one too, is paid in full.
    """
    step_rewards: ClassVar[bool] = False
    """True if rewards are paid on entering every state, not only at the end."""
    player_names: ClassVar[Sequence[str]] = ()
    """What people call the players; "player 1", ... if not given."""
    board: ClassVar[tuple[int, int] | None] = None
    """Rows and columns, if action r * columns + c is the cell in row r and column c; other actions may follow."""
    family: ClassVar[Any] = None
    """The family that made this game, for problems with parameters."""
    parameters: ClassVar[Mapping[str, Any]] = {}
    """The values of the family's parameters."""

    # -- presentation: plain Python, override freely -------------------------------------------------------------

    def render(state: Any) -> str:
        """Return a drawing of `state`, several lines of text: for games without a picture."""
        return "\n".join(f"{name}: {state[name]}" for name in state.dtype.names)

    def picture(state: Any) -> Picture | None:
        """Return what the board looks like at `state`, for drawings and SVGs; None, and `render` is shown."""
        return None

    def action_name(action: int) -> str:  # type: ignore[misc]
        """Return what people call `action`."""
        return str(action)

    set_up: ClassVar[Callable[..., None] | None] = None
    """`set_up(state, stones, player)`, for games whose boards can be set up before the first move.

    Puts exactly `stones`, each (cell, player), on the board of `state`, which `start` has filled; `player` is to move.
    Raises UsageError if the rules know no such position.
    """

    # -- what the library reads ----------------------------------------------------------------------------------

    @property
    def name(self) -> str:
        """The name in snake case: `connect_four`."""
        if self.family is not None:
            return str(self.family.name)
        return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", type(self).__name__).lower()

    @property
    def spec(self) -> str:
        """The name with the parameters that differ from their defaults: `hex:size=5`."""
        return self.name if self.family is None else str(self.family.spec_of(self.parameters))

    @property
    def description(self) -> str:
        """The first line of the docstring."""
        text = (self.family or type(self)).__doc__ or ""
        return text.strip().partition("\n")[0]

    @cached_property
    def rules(self) -> Mapping[str, Rule]:
        """The rules that this problem has, by name."""
        found = {name: getattr(type(self), name, None) for name in rules.SLOTS}
        return {name: function for name, function in found.items() if callable(function)}

    @cached_property
    def dtype(self) -> np.dtype[Any]:
        """The type of a state record."""
        return np.dtype([tuple(field) for field in self.state], align=True)

    @cached_property
    def bindings(self) -> Mapping[Any, Any]:
        """What stands in for each rule, fact and draw of random numbers when a kernel is bound to this problem."""
        self._validate()
        low, high = map(float, self.reward_range)
        slots = {
            slot: self.rules.get(name, rules.DEFAULTS.get(slot, rules.absent)) for name, slot in rules.SLOTS.items()
        }
        return {
            **slots,
            **STREAMS,
            rules.NUM_PLAYERS: int(self.num_players),
            rules.NUM_ACTIONS: int(self.num_actions),
            rules.NUM_ACTION_CODES: int(self.num_action_codes or self.num_players * self.num_actions),
            rules.NUM_SYMMETRIES: int(self.num_symmetries),
            rules.MAX_LENGTH: int(self.max_length),
            rules.LOWEST_RETURN: low,
            rules.RETURN_SCALE: 1.0 / (high - low),
            rules.DISCOUNT: float(self.discount),
            rules.HAS_STEP_REWARDS: bool(self.step_rewards),
            rules.HAS_CHANCE: self.has("chance_outcomes"),
            rules.HAS_STEP: self.has("step"),
            rules.HAS_SAMPLE_ACTION: self.has("sample_action"),
            rules.HAS_PRIOR: self.has("prior"),
            rules.HAS_HEURISTIC: self.has("heuristic"),
            rules.HAS_IS_QUIET: self.has("is_quiet"),
            rules.HAS_KEY: self.has("key"),
            rules.HAS_CANDIDATE_ACTIONS: self.has("candidate_actions"),
            rules.HAS_CANONICAL_KEY: self.has("canonical_key"),
        }

    @cached_property
    def action_images(self) -> npt.NDArray[np.int64]:
        """The image of each action under each symmetry, int64 (num_symmetries, num_actions); the first row is 0, 1, ...

        `policy_image[images[k]] = policy` is how a policy over the actions looks under symmetry k. Read-only.
        """
        images = np.tile(np.arange(self.num_actions), (int(self.num_symmetries), 1))
        if self.has("symmetries"):
            for action, column in enumerate(images.T):
                self.rules["symmetries"](action, column)
        images.flags.writeable = False
        return images

    def has(self, rule: str) -> bool:
        """Return whether this problem has the optional rule of that name."""
        return rule in self.rules

    def require(self, rule: str, purpose: str) -> None:
        """Raise UnsuitableError, naming both, unless this problem has `rule` (`play` is one that it may lack)."""
        if not self.has(rule):
            raise UnsuitableError(f"{purpose} needs the rule {rule!r}, which {self.name} does not have; add it")

    def player_name(self, player: int) -> str:
        """Return what people call `player`."""
        if player == rules.CHANCE:
            return "chance"
        return self.player_names[player] if self.player_names else f"player {player + 1}"

    def new_states(self, count: int) -> np.recarray[Any, Any]:
        """Return `count` zeroed states as one array."""
        return np.zeros(count, self.dtype).view(np.recarray)

    def initial(self) -> Position:
        """Return the initial position.

        Raises:
            GameError: if a fact or a rule is missing or senseless.
        """
        from monteverde.game.position import Position

        self.bindings  # noqa: B018  (complains)
        states = self.new_states(1)
        self.rules["start"](states[0])
        return Position(self, states)

    def position(self, stones: Sequence[tuple[int, int]] = (), to_move: int | None = None) -> Position:
        """Return a position set up on the board, before the first move.

        Args:
            stones: what stands where, each (cell, player).
            to_move: whose turn it is; None for whoever begins the game.

        Raises:
            UnsuitableError: if this game cannot be set up.
            UsageError: if there is no such position.
        """
        from monteverde.game.set_up import set_up

        return set_up(self, stones, to_move)

    def validate(self) -> None:
        """Raise GameError, now and not in mid-search, if a fact or a rule is missing or senseless."""
        self.bindings  # noqa: B018

    def _validate(self) -> None:
        """Raise GameError for the first fact or rule that is missing or senseless."""
        for subject, sentence in complaints(type(self)):
            raise GameError(f"{type(self).__name__}.{subject}: {sentence}")

    def __repr__(self) -> str:
        return f"<game {self.spec}>"

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other)

    def __hash__(self) -> int:
        return hash(type(self))

    def __reduce__(self) -> tuple[Any, ...]:
        if self.family is not None:
            return (_from_family, (self.family, dict(self.parameters)))
        path = getattr(type(self), "__monteverde_file__", None)
        if path is not None:
            from monteverde.game.registry import load_game

            return (load_game, (f"{path}:{type(self).__qualname__}",))
        return (type(self), ())


def _from_family(family: Any, parameters: Mapping[str, Any]) -> Game:
    game: Game = family(**parameters)
    return game
