"""What the search asks of a problem, and its answer for a compiled one. Python objects: `objects.py`.

The two differ in what the tree and the states are made of, and in whether the loop is compiled; nothing else in the
search knows which it has.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

import numpy as np
import numpy.typing as npt

from monteverde.compile import kernel, new_stream
from monteverde.errors import GameError, UnsuitableError, UsageError
from monteverde.game import CHANCE, SIMULTANEOUS, Game, Position
from monteverde.game.rules import NUM_ACTION_CODES
from monteverde.memory import zeros
from monteverde.search.component import Component
from monteverde.search.graph.positions import Room, bytes_per_position
from monteverde.search.phases import copy_for_playout, copy_to_look, copy_to_look_on, fresh_state
from monteverde.search.sharing.sizes import NOTHING, Sizes
from monteverde.search.stepwise import Batch, new_batch
from monteverde.search.tree import ARRAY_MEMORY, Tree, bytes_per_node, new_tree
from monteverde.search.workspace import Workspace, new_workspace

if TYPE_CHECKING:
    from monteverde.search.kept import KeptTree
    from monteverde.search.mcts import MCTS


@kernel
def fresh_record(work):
    work.states[0] = work.roots[0]
    return work.states[0]


@kernel
def copy_record(state, work):
    work.states[1] = state
    return work.states[1]


@kernel
def copy_third_record(state, work):
    work.states[2] = state
    return work.states[2]


@kernel
def copy_fourth_record(state, work):
    work.states[3] = state
    return work.states[3]


Steps = list[tuple[int, Any]]
"""What was played: (who moved, or CHANCE; the action or outcome)."""


class Problem(Protocol):
    """A position to search from."""

    compiled: bool
    """Whether the loop is compiled for it."""

    @property
    def name(self) -> str: ...

    @property
    def position(self) -> Position | None:
        """The position, unless it is a Python object."""

    @property
    def num_players(self) -> int: ...

    @property
    def reward_range(self) -> tuple[float, float]: ...

    @property
    def max_length(self) -> int: ...

    @property
    def to_move(self) -> int: ...

    @property
    def max_branching(self) -> int | None:
        """The most children that a node can have, or None if unknown."""

    @property
    def num_root_actions(self) -> int:
        """As many children as the root may have."""

    @property
    def identity(self) -> Any:
        """What two compiled problems must share to share a loop (hashable)."""

    def has(self, rule: str) -> bool:
        """Return whether the problem has the optional `rule`."""

    def require(self, rule: str, purpose: str) -> None:
        """Raise UnsuitableError, naming both, unless the problem has the optional `rule`."""

    def bindings(self, capacity: int) -> Mapping[Any, Any]: ...

    def twins(self, mcts: MCTS) -> Mapping[Any, Any]:
        """Return kernels that do the same as others, faster for this problem, by what they replace."""

    def kept_tree(self, mcts: MCTS) -> KeptTree | None:
        """Return a tree that keeps states and runs `mcts` faster than the kernels do, if there is one for it."""

    @property
    def num_codes(self) -> int:
        """How many action codes to set memory aside for."""

    @property
    def pays_on_the_way(self) -> bool:
        """Whether a return is more than what the last state pays: there are step rewards, or a discount."""

    @property
    def root_branching(self) -> int:
        """How many legal actions the root has."""

    @property
    def root(self) -> Any:
        """The root's state: a Position, or an object of its own."""

    @property
    def root_actions(self) -> Sequence[Any]:
        """The legal actions of the root."""

    def after(self, actions: Sequence[Any]) -> tuple[Problem, Steps]:
        """Return the problem after actions and outcomes, and what was played.

        Raises:
            IllegalActionError: if one is not legal.
            UsageError: if the game is over then, or nature is to move.
        """

    def moved_to(self, position: Any) -> Problem:
        """Return the same problem at another position; raise UsageError if it is one of something else."""

    def write_root(self, work: Workspace) -> None:
        """Make this problem's root that of `work`."""

    def new_tree(self, capacity: int, needs: Collection[str], sizes: Sizes, room: Room) -> Tree: ...

    def node_bytes(self, needs: Collection[str]) -> int: ...

    @property
    def position_bytes(self) -> int:
        """What a position of a graph takes."""

    def new_workspace(self, seed: int, stream: int, sizes: Sizes = NOTHING, learned: Any = None) -> Workspace: ...

    def new_learned(self, cells: int) -> Any:
        """Return room for so many numbers that the playouts' policy remembers, for the threads of a search to share."""

    def new_batch(self, work: Workspace, size: int) -> Batch: ...

    def prior_rows(self, priors: Any, count: int) -> Any:
        """Return what an evaluator gave as priors of `count` leaves, checked; raise GameError if it is misshapen."""

    def parameters(self, component: Component) -> Any: ...

    def action_name(self, action: Any) -> str: ...

    def player_name(self, player: int) -> str: ...


class CompiledProblem:
    """A position of a `Game`."""

    compiled = True
    LOCAL: ClassVar[Mapping[Any, Callable[..., Any]]] = {
        fresh_state: fresh_record,
        copy_for_playout: copy_record,
        copy_to_look: copy_third_record,
        copy_to_look_on: copy_fourth_record,
        **ARRAY_MEMORY,
    }

    def __init__(self, position: Position) -> None:
        self.position = position
        self.game: Game = position.game
        self.game.require("play", "tree search")
        self.name = self.game.name
        self.num_players = self.game.num_players
        self.reward_range = self.game.reward_range
        self.max_length = self.game.max_length
        is_over = position.is_terminal
        self.to_move = CHANCE if is_over else position.to_move
        self.max_branching: int | None = self.game.num_actions
        self.num_root_actions = self.game.num_actions
        self.identity = self.game
        refuse_without_choice(self.name, is_over, self.to_move)

    def has(self, rule: str) -> bool:
        return self.game.has(rule)

    def require(self, rule: str, purpose: str) -> None:
        self.game.require(rule, purpose)

    def bindings(self, capacity: int) -> Mapping[Any, Any]:
        return {**self.game.bindings, **self.LOCAL}

    def twins(self, mcts: MCTS) -> Mapping[Any, Any]:
        return {}

    def kept_tree(self, mcts: MCTS) -> KeptTree | None:
        return None

    @property
    def num_codes(self) -> int:
        return int(self.game.bindings[NUM_ACTION_CODES])

    @property
    def pays_on_the_way(self) -> bool:
        return self.game.step_rewards or self.game.discount != 1.0

    @property
    def root_branching(self) -> int:
        return len(self.root_actions)

    @property
    def root(self) -> Position:
        return self.position

    @property
    def root_actions(self) -> Sequence[int]:
        return self.position.legal_actions()

    def after(self, actions: Sequence[Any]) -> tuple[Problem, Steps]:
        position, steps = self.position, []
        for action in actions:
            mover, position = position.to_move, position.play(action)
            steps.append((mover, position.history[-1]))
        return CompiledProblem(position), steps

    def moved_to(self, position: Any) -> Problem:
        if not isinstance(position, Position) or position.game != self.game:
            raise UsageError(f"this search is one of {self.game.spec}; give a position of that game")
        return CompiledProblem(position)

    def write_root(self, work: Workspace) -> None:
        work.roots[:] = self.position.states()

    def new_tree(self, capacity: int, needs: Collection[str], sizes: Sizes, room: Room) -> Tree:
        return new_tree(capacity, self._columns(needs), sizes, room, self.num_players)

    def node_bytes(self, needs: Collection[str]) -> int:
        return bytes_per_node(self._columns(needs), self.num_players)

    def _columns(self, needs: Collection[str]) -> Collection[str]:
        """Return the optional arrays in `needs` that this problem has a use for."""
        return needs if self.game.has("chance_outcomes") else set(needs) - {"odds"}

    @property
    def position_bytes(self) -> int:
        return bytes_per_position(self.num_players)

    def new_workspace(self, seed: int, stream: int, sizes: Sizes = NOTHING, learned: Any = None) -> Workspace:
        return new_workspace(self.game, self.position.states(), new_stream(seed, stream), sizes, learned)

    def new_learned(self, cells: int) -> Any:
        return zeros(cells, np.float64)

    def new_batch(self, work: Workspace, size: int) -> Batch:
        return new_batch(work, size)

    def prior_rows(self, priors: Any, count: int) -> Any:
        return numbers_of("priors", priors, (count, self.game.num_actions))

    def parameters(self, component: Component) -> Any:
        return component.record

    def action_name(self, action: Any) -> str:
        return self.position.action_name(int(action))

    def player_name(self, player: int) -> str:
        return self.game.player_name(player)


def numbers_of(what: str, given: Any, shape: tuple[int, ...]) -> npt.NDArray[np.float64]:
    """Return what an evaluator gave as an array of that shape, or raise GameError."""
    try:
        rows = np.asarray(given, np.float64)
    except (TypeError, ValueError) as error:
        raise GameError(f"an evaluator gave {what} that are not an array of numbers: {error}") from None
    if rows.size == 0 and 0 in shape:  # an empty list will do for no leaves
        rows = rows.reshape(shape)
    if rows.shape != shape:
        raise GameError(f"an evaluator gave {what} of shape {rows.shape}; expected {shape}")
    return rows


def refuse_without_choice(name: str, is_terminal: bool, to_move: int) -> None:
    """Raise unless a player chooses at the root."""
    if is_terminal:
        raise UsageError(f"this position of {name} is over; there is nothing to search")
    if to_move == CHANCE:
        raise UsageError(f"chance moves in this position of {name}; play one of its outcomes, then search")
    if to_move == SIMULTANEOUS:
        raise UnsuitableError(f"all players of {name} move at once here, which tree search of turns does not handle")
