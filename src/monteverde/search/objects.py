"""Problems that are Python objects: a chess library, an environment, an agent with tools.

The object has `legal_actions()` (any hashable actions), `play(action)` in place, `is_terminal()`, `rewards()` (one
per player), `to_move()` (0, 1, ... or CHANCE) and `clone()`. It may have `chance_outcomes()` ((outcome, probability)
pairs), `heuristic()` (one value per player), `prior(actions)` (one weight each), `key()` (an int, equal for equal
states and different for others, whose turn it is included), and the class attributes
`num_players`, `reward_range` (default (0, 1)), `max_length`, `discount`, `step_rewards`; and for people `player_names`
and `action_name(action)`.

The same loop runs over it as plain Python, with lists in place of arrays and the object's own methods as the rules.
Plain UCT has a loop of its own (`kept.py`), whose tree keeps a clone of the object at each node with children. So what
an object answers must follow from the actions played on it: chance goes through `chance_outcomes`, not through `play`.
"""

from __future__ import annotations

import copy
import math
import random
from collections.abc import Collection, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from monteverde.budget import memory_in_bytes
from monteverde.compile.random import PYTHON_STREAMS, python_below
from monteverde.errors import GameError, IllegalActionError, UnsuitableError, UsageError
from monteverde.game import rules
from monteverde.search.component import Component
from monteverde.search.footprint import bytes_of_clone
from monteverde.search.graph.positions import Room
from monteverde.search.graph.reading import node_of
from monteverde.search.graph.signature import signature_of, signature_of_object
from monteverde.search.kept import SEQUENCES, Ends, KeptTree, has_plain_playouts, is_plain_uct
from monteverde.search.phases import copy_for_playout, copy_to_look, copy_to_look_on, fresh_state, share
from monteverde.search.plain import DRAWN_WHEN_TRIED, twins_for
from monteverde.search.problem import refuse_without_choice
from monteverde.search.room import STOP_GROWING
from monteverde.search.sharing.notes import new_sparse_notes
from monteverde.search.sharing.sizes import NOTHING, Sizes
from monteverde.search.sharing.sparse import MOST_CODES, Sparse
from monteverde.search.sharing.window import new_sparse_window
from monteverde.search.status import NO_LEGAL_ACTION, SENTENCES
from monteverde.search.stepwise import Batch
from monteverde.search.tree import BUSY, NO_NODE, Tree, list_memory, new_object_tree, rows_of_nothing
from monteverde.search.workspace import Counters, Workspace

if TYPE_CHECKING:
    from monteverde.search.mcts import MCTS
    from monteverde.search.problem import Problem, Steps

REQUIRED = ("legal_actions", "play", "is_terminal", "rewards", "to_move", "clone")
MOST_KEY = 2**64 - 1  # keys are kept in 64 bits
MOST_LISTED = 30  # legal actions that a sentence about an illegal one has room for
DEFAULT_MAX_LENGTH = 10_000  # plies; an object that does not say how long it can last
# For the memory budget, measured with tracemalloc: a node takes 80 to 100 bytes in lists, and 110 to 165 in a tree that
# keeps states, where most nodes have not been visited; what one with children takes beside comes on top.
BYTES_PER_NODE = 200
BYTES_PER_ROW = 200  # of an optional array with several numbers a node: a list of them
BYTES_PER_FAMILY = 100
BYTES_PER_POSITION = 900
CODE_WEIGHT = 16  # an entry of a sparse table takes about so many times what one of an array does


class ObjectProblem:
    """A Python object to search from; it is cloned, never changed."""

    compiled = False
    position = None

    def __init__(self, root: Any) -> None:
        missing = [name for name in REQUIRED if not callable(getattr(root, name, None))]
        if missing:
            raise UsageError(
                f"cannot search {type(root).__name__}: it has no method {', '.join(missing)}; "
                f"give a Position, a Game, a game's name, or an object with {', '.join(REQUIRED)}"
            )
        self.kind = type(root)
        self.name = self.kind.__name__
        self._set_root(root)
        self.max_length: int = getattr(root, "max_length", DEFAULT_MAX_LENGTH)
        self.reward_range: tuple[float, float] = getattr(root, "reward_range", (0.0, 1.0))
        self.step_rewards = bool(getattr(root, "step_rewards", False))
        self.num_players: int = getattr(root, "num_players", None) or self._count_players()
        self.max_branching: int | None = None
        self.identity = self.kind
        self.codes: dict[Any, int] = {}
        """The number of each (player, action), or code, in the order in which they came up."""

    def _set_root(self, root: Any) -> None:
        """Take `root`, where a player must be to move, for the root."""
        self.root = root
        self.is_over = bool(root.is_terminal())
        self.to_move = rules.CHANCE if self.is_over else int(root.to_move())
        refuse_without_choice(self.name, self.is_over, self.to_move)
        actions = root.legal_actions()
        self.has_sequences = isinstance(actions, SEQUENCES)
        """Whether legal actions come as something with an order."""
        self.root_actions = list(actions)
        self.num_root_actions = len(self.root_actions)

    def after(self, actions: Sequence[Any]) -> tuple[Problem, Steps]:
        root, steps = self.root.clone(), []
        for action in actions:
            mover = rules.CHANCE if root.is_terminal() else int(root.to_move())
            self._refuse_illegal(root, action)
            root.play(action)
            steps.append((mover, action))
        return self.moved_to(root), steps

    def _refuse_illegal(self, state: Any, action: Any) -> None:
        """Raise IllegalActionError unless `action`, or chance outcome, is one of `state`."""
        if state.is_terminal():
            raise IllegalActionError(f"{action!r} cannot be played: the game is over")
        is_chance = int(state.to_move()) == rules.CHANCE
        legal = [outcome for outcome, _ in state.chance_outcomes()] if is_chance else list(state.legal_actions())
        if action not in legal:
            listed = ", ".join(map(repr, legal[:MOST_LISTED]))
            raise IllegalActionError(f"{action!r} is not legal here; legal: {listed}")

    def moved_to(self, position: Any) -> Problem:
        if type(position) is not self.kind:
            raise UsageError(f"this search is one of a {self.name}; give an object of that class")
        moved = copy.copy(self)
        moved._set_root(position)
        return moved

    def write_root(self, work: Workspace) -> None:
        work.roots[0] = self.root.clone()

    def has(self, rule: str) -> bool:
        return callable(getattr(self.root, rule, None))

    def require(self, rule: str, purpose: str) -> None:
        if not self.has(rule):
            raise UnsuitableError(f"{purpose} needs the method {rule!r}, which {self.name} does not have; add it")

    def bindings(self, capacity: int) -> Mapping[Any, Any]:
        low, high = self._range()
        return {
            **dict.fromkeys(rules.OPTIONAL, rules.absent),
            **self._rules(),
            **PYTHON_STREAMS,
            fresh_state: fresh_clone,
            copy_for_playout: clone_of,
            copy_to_look: clone_of,
            copy_to_look_on: clone_of,
            **list_memory(capacity),
            rules.NUM_PLAYERS: self.num_players,
            rules.NUM_ACTIONS: 0,
            rules.NUM_ACTION_CODES: MOST_CODES,
            rules.NUM_SYMMETRIES: 1,
            rules.MAX_LENGTH: self.max_length,
            rules.LOWEST_RETURN: low,
            rules.RETURN_SCALE: 1.0 / (high - low),
            rules.DISCOUNT: float(getattr(self.root, "discount", 1.0)),
            rules.HAS_STEP_REWARDS: self.step_rewards,
            rules.HAS_CHANCE: hasattr(self.root, "chance_outcomes"),
            rules.HAS_SAMPLE_ACTION: True,
            rules.HAS_PRIOR: hasattr(self.root, "prior"),
        }

    def twins(self, mcts: MCTS) -> Mapping[Any, Any]:
        is_usual = not mcts.solver and share not in mcts.selection.kernels and has_plain_playouts(mcts)
        twins = twins_for(mcts.selection) if self._is_plain and is_usual else {}
        return {**twins, **DRAWN_WHEN_TRIED} if mcts.expansion.draws_untried else twins

    def kept_tree(self, mcts: MCTS) -> KeptTree | None:
        self._range()  # complains
        if not (self._is_plain and self.has_sequences and is_plain_uct(mcts) and mcts.on_full == STOP_GROWING):
            return None
        c, waits = mcts.selection.numbers["c"], mcts.expansion.numbers["visits"]
        return KeptTree(self, c, waits, memory_in_bytes(mcts.memory), BYTES_PER_NODE)

    @cached_property
    def kept_bytes(self) -> int:
        """About how many bytes a node with children takes, beside those of the nodes, in a tree that keeps states."""
        return BYTES_PER_FAMILY + bytes_of_clone(self.root.clone(), self.root)

    def ends(self, paid: Sequence[float]) -> Ends:
        """Return what a state that pays `paid` at the end is worth to each player, in both units; check it."""
        self._check_rewards(paid)
        low, high = self._range()
        scale = 1.0 / (high - low)
        return [(float(reward) - low) * scale for reward in paid], tuple(map(float, paid))

    @property
    def _is_plain(self) -> bool:
        """Whether rewards come at the end alone, undiscounted, and nature never moves."""
        is_paid_at_end = not self.step_rewards and getattr(self.root, "discount", 1.0) == 1.0
        return is_paid_at_end and not hasattr(self.root, "chance_outcomes")

    def _range(self) -> tuple[float, float]:
        low, high = map(float, self.reward_range)
        if not low < high:
            raise GameError(f"{self.name}: reward_range is {(low, high)}; give (least, largest)")
        return low, high

    def _rules(self) -> Mapping[Any, Any]:
        """Return the rules that the kernels call, made of the object's methods."""
        name = self.name

        def legal_actions(state: Any, out: list[Any]) -> int:
            out[:] = state.legal_actions()
            return len(out)

        def action_code(state: Any, action: Any) -> int:
            own = getattr(state, "action_code", None)
            return self.codes.setdefault((state.to_move(), action if own is None else own(action)), len(self.codes))

        def sample_action(state: Any, rng: random.Random) -> Any:
            actions = list(state.legal_actions())
            if not actions:
                raise GameError(SENTENCES[NO_LEGAL_ACTION].format(game=name))
            return actions[python_below(rng, len(actions))]

        def rewards(state: Any, out: list[float]) -> None:
            out[:] = state.rewards()
            self._check_rewards(out)

        def heuristic(state: Any, out: list[float]) -> None:
            out[:] = state.heuristic()

        def prior(state: Any, actions: list[Any], count: int, out: list[float]) -> None:
            out[:count] = state.prior(actions[:count])

        def chance_outcomes(state: Any, outcomes: list[Any], probabilities: list[float]) -> int:
            pairs = state.chance_outcomes()
            outcomes[:] = [outcome for outcome, _ in pairs]
            probabilities[:] = [probability for _, probability in pairs]
            return len(pairs)

        def key(state: Any) -> int:
            found = state.key()
            if not isinstance(found, int):
                raise GameError(f"{name}.key() gave {found!r}; it must be an int")
            return found & MOST_KEY

        return {
            rules.key: key,
            signature_of: signature_of_object,
            rules.action_code: action_code,
            rules.legal_actions: legal_actions,
            rules.sample_action: sample_action,
            rules.rewards: rewards,
            rules.heuristic: heuristic,
            rules.prior: prior,
            rules.chance_outcomes: chance_outcomes,
            rules.play: self.kind.play,
            rules.is_terminal: self.kind.is_terminal,
            rules.to_move: self.kind.to_move,
        }

    @property
    def num_codes(self) -> int:
        return CODE_WEIGHT * self.num_players * self.num_root_actions

    @property
    def root_branching(self) -> int:
        return self.num_root_actions

    @property
    def pays_on_the_way(self) -> bool:
        return self.step_rewards or getattr(self.root, "discount", 1.0) != 1.0

    def new_tree(self, capacity: int, needs: Collection[str], sizes: Sizes, room: Room) -> Tree:
        return new_object_tree(needs, sizes, room, self.num_players)

    def node_bytes(self, needs: Collection[str]) -> int:
        return BYTES_PER_NODE + BYTES_PER_ROW * len(rows_of_nothing(0).keys() & set(needs))

    @property
    def position_bytes(self) -> int:
        return BYTES_PER_POSITION

    def new_learned(self, cells: int) -> Any:
        return Sparse()

    def new_workspace(self, seed: int, stream: int, sizes: Sizes = NOTHING, learned: Any = None) -> Workspace:
        rows = self.max_length + 1
        paid_rows = rows if self.step_rewards else 0
        return Workspace(
            roots=[self.root.clone()],
            states=[],
            actions=[],
            weights=_Scratch(),
            replies=[],
            path=[0] * rows,
            movers=[0] * (rows + 1),
            passed=[0] * rows,
            rewards=[[0.0] * self.num_players for _ in range(paid_rows)],
            values=[0.0] * self.num_players,
            paid=[0.0] * self.num_players,
            totals=[0.0] * self.num_players,
            ending=[0],
            later=[1.0],
            rng=random.Random(f"{seed} {stream}"),  # text is hashed, so streams are far apart
            counters=Counters(*([0] for _ in Counters._fields)),
            patience=[1],
            halt=[0],
            until=[math.inf],
            stride=[1],
            leaders=None,
            held=None,
            notes=new_sparse_notes(),
            window=new_sparse_window(sizes),
            learned=learned,
        )

    def new_batch(self, work: Workspace, size: int) -> Batch:
        rows = len(work.path)
        return Batch(
            states=[None] * size,
            nodes=[0] * size,
            leaf=[0] * size,
            depths=[0] * size,
            paths=[[0] * rows for _ in range(size)],
            movers=[[0] * (rows + 1) for _ in range(size)],
            passed=[[0] * rows for _ in range(size)],
            rewards=[[[0.0] * self.num_players for _ in work.rewards] for _ in range(size)],
            count=[0, 0],
        )

    def prior_rows(self, priors: Any, count: int) -> Any:
        rows = list(priors)
        if len(rows) != count:
            raise GameError(f"an evaluator gave {len(rows)} rows of priors for {count} states")
        return rows

    def parameters(self, component: Component) -> Any:
        return component.namespace()

    def action_name(self, action: Any) -> str:
        namer = getattr(self.root, "action_name", None)
        return str(action if namer is None else namer(action))

    def player_name(self, player: int) -> str:
        if player == rules.CHANCE:
            return "chance"
        names = getattr(self.root, "player_names", ())
        return str(names[player]) if names else f"player {player + 1}"

    def _check_rewards(self, paid: Sequence[float]) -> None:
        """Raise GameError unless there is a reward for each player, in the range if it is all that is paid."""
        low, high = self.reward_range
        if len(paid) != self.num_players or (not self.step_rewards and not low <= min(paid) <= max(paid) <= high):
            raise GameError(
                f"{self.name}.rewards() gave {list(paid)} for {self.num_players} players with returns in "
                f"[{low:g}, {high:g}]; set reward_range = (least, largest) on the class"
            )

    def _count_players(self) -> int:
        """Return how many players `rewards()` speaks of, at the end of one random game."""
        state, rng = self.root.clone(), random.Random(0)
        for _ in range(self.max_length):
            if state.is_terminal():
                return len(state.rewards())
            if state.to_move() == rules.CHANCE:
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                state.play(rng.choices(outcomes, weights)[0])
            else:
                state.play(rng.choice(list(state.legal_actions())))
        raise GameError(
            f"a random game of {self.name} was still going on after {self.max_length} plies; "
            "set num_players and max_length on the class"
        )


def fresh_clone(work: Workspace) -> Any:
    """Return a clone of the root; forget the path of the last simulation, so that `withdraw_cut` sees this one's."""
    used = work.counters.depth[0] + 1
    work.path[1 : used + 1] = [NO_NODE] * len(work.path[1 : used + 1])
    return work.roots[0].clone()


def clone_of(state: Any, work: Workspace) -> Any:
    """Return another state like `state`."""
    return state.clone()


def withdraw_cut(tree: Tree, path: list[int], virtual_visits: int) -> None:
    """Take back the simulation on `path`, in which a method of the object raised: as if it had never been."""
    for depth, node in enumerate(path):
        if depth > 0 and node == NO_NODE:
            return
        tree.visits[node] -= virtual_visits
        if tree.target:
            tree.graph.positions[tree.target[node]].visits -= virtual_visits
        place = node_of(tree, node)
        if tree.first_child[place] == BUSY:
            tree.first_child[place] = NO_NODE


class _Scratch(list[float]):
    """A list that lengthens itself when it is written to beyond its end."""

    def __setitem__(self, index: Any, value: Any) -> None:
        if isinstance(index, int) and index >= len(self):
            self.extend([0.0] * (index + 1 - len(self)))
        super().__setitem__(index, value)
