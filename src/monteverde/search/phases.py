"""The parts of the loop that can be exchanged, by name: what each is asked, and what it answers.

`loop.py` imports these slots and reads like the textbook; a configured searcher binds its own kernels to them.
Values inside the tree are in *unit value*: 0 is the worst return that the problem declares, 1 the best.
"""

from monteverde.compile import Fact, slot

IS_IN_ARRAYS = Fact("IS_IN_ARRAYS", "Whether the tree is made of arrays, rather than of lists of Python objects.")

TRIES_ALL_FIRST = Fact(
    "TRIES_ALL_FIRST", "Whether children are tried in the order in which they lie, before any twice."
)
HAS_GRAPH = Fact("HAS_GRAPH", "Whether several entries of the tree may lead to one position, by its `key`.")


@slot
def fresh_state(work):
    """Return the state to play on, set back to the root's."""


@slot
def copy_for_playout(state, work):
    """Return a second state, set to `state`, that a playout may use up."""


@slot
def copy_to_look(state, work):
    """Return a third state, set to `state`, to look one ply ahead on."""


@slot
def copy_to_look_on(state, work):
    """Return a fourth state, set to `state`, to look one ply further on."""


@slot
def allocate(tree, count):
    """Reserve `count` adjacent nodes; return the first, or FULL if the budget does not hold them."""


@slot
def is_full(tree):
    """Return whether not even one more node fits (then there is no point in asking for the legal actions)."""


@slot
def must_pause(work):
    """Return whether the loop is to end here, between two simulations, so that Python can make room in the memory."""


@slot
def select(tree, node, parent_visits, parameters, work):
    """SELECT: return the child of `node` to go to. `parent_visits` is the node's count before this simulation."""


@slot
def prepare(tree, node, parent_visits, parameters):
    """Compute once for a node what the scores of all its children share."""


@slot
def score(tree, child, shared, parameters):
    """Return how much a child deserves the next visit: its mean unit value plus a bonus. The largest is chosen."""


@slot
def expand(tree, node, visits_before, state, work, parameters):
    """EXPAND: at a node without children, return GO_ON after giving it children, STAY to end here, or a failure."""


@slot
def untried(tree, node, rng, parameters):
    """Return the child of `node` to try before any selection, or NO_NODE."""


@slot
def evaluate(state, depth, values, work, parameters):
    """EVALUATE: write to `values` each player's return from the non-terminal `state` on; return OK or a failure."""


@slot
def pick(state, ply, work, parameters):
    """PLAYOUT: return (OK, the action to play at `state`, where a player is to move), or (a failure, anything)."""


@slot
def study(work, parameters):
    """Learn for later playouts from the simulation just backed up: `work.notes.codes`, worth `work.values`."""


@slot
def note(state, action, ply, work):
    """Note that `action` is about to be played at `state`, `ply` plies below the root; return OK or a failure.

    Called for every action and chance outcome of a simulation, in the tree and in playouts.
    """


@slot
def label(tree, node, first, count, state, work):
    """Complete the `count` new children of `node`, from `first` on, before they are seen; return OK or a failure."""


@slot
def share(tree, work, depth):
    """Learn from the actions that were played from `depth` on, worth `work.values`. From the leaf up to the root."""


@slot
def assess(tree, state, depth, work):
    """Note what `state`, at the leaf `work.path[depth]`, looks like; if it is over `work.values` has what it paid."""


@slot
def clear_bounds(tree, first, count, state, work):
    """Give the `count` new children from `first` on bounds that say nothing, before they are seen."""


@slot
def is_closed(tree, child):
    """Return whether whoever moves into `child` has something as good, or better; of the root: whether it is solved."""


@slot
def is_settled(tree, node):
    """Return whether it is proven what `node` is worth to everybody, so that nothing below it matters any more."""


@slot
def settle_end(tree, work, depth):
    """Note that the problem ends at `work.path[depth]` and pays `work.values`."""


@slot
def pass_by(tree, node, child, visits, depth, parameters, work):
    """Return where to go from `node`, at `depth`, if selection chose `child`: to another one if that is settled."""


@slot
def make_up(tree, work, depth):
    """If `work.path[depth]` passed a settled child by, put what that is worth in the place of `work.values`."""


@slot
def recall(tree, work, depth):
    """Write to `work.values` what `work.path[depth]`, which is settled, is worth."""


@slot
def prove(tree, work, depth):
    """Carry what is proven of `work.path[depth]` up the path, as far as it proves something new."""


@slot
def back_up(tree, work, depth, virtual_visits, parameters):
    """BACK UP: credit the nodes of `work.path[0..depth]` with `work.values`; take virtual visits back."""
