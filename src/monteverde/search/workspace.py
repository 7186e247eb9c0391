"""What one thread needs to run simulations, allocated once: the loop itself allocates nothing."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from monteverde.game.game import Game
from monteverde.search.sharing.notes import new_notes
from monteverde.search.sharing.sizes import NOTHING, Sizes
from monteverde.search.sharing.window import new_window

NUM_LEADERS = 1024  # nodes whose scans are remembered, a power of two; 24 KB
NOBODY = -1


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


class Leaders(NamedTuple):
    """What the scans of nodes that are visited often found (`selection/leader.py`), by the node's number modulo."""

    node: Any
    """int64: the node that was scanned; NOBODY if none was."""
    child: Any
    """int64: the child that was chosen."""
    rival: Any
    """float64: how high any other child of it may score by now, less what the scores of all share."""


class Workspace(NamedTuple):
    """Scratch memory of one thread."""

    roots: Any
    """One state: the root's."""
    states: Any
    """Two states: the one being played, and one that playouts use up."""
    actions: Any
    """int64[num_actions]: the legal actions of a state."""
    weights: Any
    """float64[num_actions]: probabilities or priors of these."""
    path: Any
    """int64[max_length + 1]: the nodes from the root down."""
    movers: Any
    """int64[max_length + 2]: who moved into each of them; with a discount, also who is to move at the last one."""
    rewards: Any
    """float64[max_length + 1, num_players]: what was paid on entering each (no rows without step rewards)."""
    values: Any
    """float64[num_players]: each player's return from the leaf on; after a backup, from the root on."""
    paid: Any
    """float64[num_players]: rewards of one state."""
    totals: Any
    """float64[num_players]: the sum of the returns from the root over all simulations."""
    later: Any
    """float64[1]: after a playout under a discount, what a return from its last state on is worth where it began."""
    rng: Any
    """The random stream of this thread."""
    counters: Counters
    halt: Any
    """int64[1]: when another thread writes 1, the loop ends after the simulation at hand."""
    until: Any
    """float64[1]: when the loop is to end, by `seconds_now`, whatever is left of its count."""
    stride: Any
    """int64[1]: after how many simulations it looks at the clock."""
    leaders: Any
    """What compiled searches remember of their scans."""
    notes: Any
    """The actions of one simulation, for searches that share statistics between moves."""
    window: Any
    """The last playouts, for those that count permutations."""


def new_counters() -> Counters:
    """Return counters at zero."""
    return Counters(*(np.zeros(1, np.int64) for _ in Counters._fields))


def new_workspace(game: Game, root: Any, rng: Any, sizes: Sizes = NOTHING) -> Workspace:
    """Return a workspace for searches of `game` from `root` (an array of one state) that share what `sizes` says."""
    rows = game.max_length + 1
    return Workspace(
        roots=root,
        states=game.new_states(2),
        actions=np.zeros(game.num_actions, np.int64),
        weights=np.zeros(game.num_actions),
        path=np.zeros(rows, np.int64),
        movers=np.zeros(rows + 1, np.int64),
        rewards=np.zeros((rows if game.step_rewards else 0, game.num_players)),
        values=np.zeros(game.num_players),
        paid=np.zeros(game.num_players),
        totals=np.zeros(game.num_players),
        later=np.ones(1),
        rng=rng,
        counters=new_counters(),
        halt=np.zeros(1, np.int64),
        until=np.full(1, np.inf),
        stride=np.ones(1, np.int64),
        leaders=Leaders(np.full(NUM_LEADERS, NOBODY, np.int64), np.zeros(NUM_LEADERS, np.int64), np.zeros(NUM_LEADERS)),
        notes=new_notes(sizes.codes, game.max_length if sizes.codes else 0),
        window=new_window(sizes, game.num_players),
    )
