"""What one thread needs to run simulations, allocated once: the loop itself allocates nothing."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from monteverde.game.game import Game
from monteverde.search.sharing.notes import new_notes
from monteverde.search.sharing.sizes import NOTHING, Sizes
from monteverde.search.sharing.window import new_window

NUM_LEADERS = 1024  # nodes whose scans are remembered, a power of two; 24 KB
NUM_HELD = 1024  # nodes whose counts one thread may hold, a power of two; 72 KB
NOBODY = -1
UNUSED = ()  # in place of arrays that a search does not use: each one more is more to compile, at every call


class Counters(NamedTuple):
    """Counts of one thread, each int64 of length 1."""

    simulations: Any
    """Simulations completed."""
    depth: Any
    """The longest path down the tree, in plies."""
    plies: Any
    """Plies played below the tree, in playouts."""
    full: Any
    """How often a node could not get children for want of memory."""
    unshared: Any
    """How often a node got no table, or no frozen counts, for want of memory."""
    uniform: Any
    """How often priors put nothing on any legal action and were replaced by equal ones."""
    uneven: Any
    """Ends at which two players together were not paid the sum of the lowest and the highest return."""
    joined: Any
    """How often an entry that was new led to a position that was known."""
    collisions: Any
    """How often two different positions had the same key."""
    cycles: Any
    """How often a descent came back to a position that it had come through."""


class Leaders(NamedTuple):
    """What the scans of nodes that are visited often found (`selection/leader.py`), by the node's number modulo."""

    node: Any
    """int64: the node that was scanned; NOBODY if none was."""
    child: Any
    """int64: the child that was chosen."""
    rival: Any
    """float64: how high any other child of it may score by now, less what the scores of all share."""


class Held(NamedTuple):
    """What one thread has yet to add to the tree (`held.py`), by the node's number modulo NUM_HELD."""

    node: Any
    """int64: whose counts they are; NOBODY if nobody's."""
    visits: Any
    """int64: visits to add."""
    values: Any
    """float64: the sum of their unit values."""
    most: Any
    """int64: how many visits may be held."""
    prefix: Any
    """int64[1]: how many nodes at the beginning of the path are held."""
    lessor: Any
    """int64: the node of which a child is leased; NOBODY if none is."""
    leased: Any
    """int64: that child."""
    times: Any
    """int64: as how many visits the lease counts."""
    promised: Any
    """float64: and with what sum of values."""
    left: Any
    """int64: how many more times it will be gone to."""
    room: Any
    """int64[2]: nodes of the tree that are this thread's to give away: from which one on, and up to which."""


class Workspace(NamedTuple):
    """Scratch memory of one thread."""

    roots: Any
    """One state: the root's."""
    states: Any
    """Four states: the one being played, one that playouts use up, and two to look ahead on."""
    actions: Any
    """int64[num_actions]: the legal actions of a state."""
    weights: Any
    """float64[num_actions]: probabilities or priors of these."""
    replies: Any
    """int64[num_actions]: the legal actions of a state that is only looked at."""
    path: Any
    """int64[max_length + 1]: the nodes from the root down."""
    movers: Any
    """int64[max_length + 2]: who moved into each of them; with a discount, also who is to move at the last one."""
    passed: Any
    """int64[max_length + 1]: the settled child that each of them passed by; NO_NODE if none."""
    rewards: Any
    """float64[max_length + 1, num_players]: what was paid on entering each (no rows without step rewards)."""
    values: Any
    """float64[num_players]: each player's return from the leaf on; after a backup, from the root on."""
    paid: Any
    """float64[num_players]: rewards of one state."""
    totals: Any
    """float64[num_players]: the sum of the returns from the root over all simulations."""
    ending: Any
    """int64[1]: in a graph, CYCLE if the last descent came back to its own path, and its end is not evaluated."""
    later: Any
    """float64[1]: after a playout under a discount, what a return from its last state on is worth where it began."""
    rng: Any
    """The random stream of this thread."""
    counters: Counters
    patience: Any
    """int64[1]: how often nodes may go without children, for want of memory, before a loop that pauses does."""
    halt: Any
    """int64[1]: when another thread writes 1, the loop ends after the simulation at hand."""
    until: Any
    """float64[1]: when the loop is to end, by `seconds_now`, whatever is left of its count."""
    stride: Any
    """int64[1]: after how many simulations it looks at the clock."""
    leaders: Any
    """What compiled searches remember of their scans."""
    held: Any
    """What compiled searches on several threads have yet to add to the tree."""
    notes: Any
    """The actions of one simulation, for searches that share statistics between moves."""
    window: Any
    """The last playouts, for those that count permutations."""
    learned: Any
    """float64: what the playouts' policy remembers, the same array in all threads of a search."""


def new_counters() -> Counters:
    """Return counters at zero."""
    return Counters(*(np.zeros(1, np.int64) for _ in Counters._fields))


def new_held() -> Held:
    """Return room for counts, holding none."""
    integers = [np.zeros(NUM_HELD, np.int64) for _ in range(5)]
    return Held(
        node=np.full(NUM_HELD, NOBODY, np.int64),
        visits=integers[0],
        values=np.zeros(NUM_HELD),
        most=integers[1],
        prefix=np.zeros(1, np.int64),
        lessor=np.full(NUM_HELD, NOBODY, np.int64),
        leased=integers[2],
        times=integers[3],
        promised=np.zeros(NUM_HELD),
        left=integers[4],
        room=np.zeros(2, np.int64),
    )


def new_workspace(game: Game, root: Any, rng: Any, sizes: Sizes = NOTHING, learned: Any = None) -> Workspace:
    """Return a workspace for searches of `game` from `root` (an array of one state) that share what `sizes` says."""
    rows = game.max_length + 1
    return Workspace(
        roots=root,
        states=game.new_states(4),
        actions=np.zeros(game.num_actions, np.int64),
        weights=np.zeros(game.num_actions),
        replies=np.zeros(game.num_actions, np.int64),
        path=np.zeros(rows, np.int64),
        movers=np.zeros(rows + 1, np.int64),
        passed=np.zeros(rows, np.int64),
        rewards=np.zeros((rows if game.step_rewards else 0, game.num_players)),
        values=np.zeros(game.num_players),
        paid=np.zeros(game.num_players),
        totals=np.zeros(game.num_players),
        ending=np.zeros(1, np.int64),
        later=np.ones(1),
        rng=rng,
        counters=new_counters(),
        patience=np.ones(1, np.int64),
        halt=np.zeros(1, np.int64),
        until=np.full(1, np.inf),
        stride=np.ones(1, np.int64),
        leaders=Leaders(np.full(NUM_LEADERS, NOBODY, np.int64), np.zeros(NUM_LEADERS, np.int64), np.zeros(NUM_LEADERS)),
        held=UNUSED,
        notes=new_notes(sizes.codes, game.max_length) if sizes.codes else UNUSED,
        window=new_window(sizes, game.num_players) if sizes.codes else UNUSED,
        learned=np.zeros(0) if learned is None else learned,
    )
