"""The loop: select, expand, evaluate, back up, again.

One source for every tree search in the library: the phases are slots (`phases.py`), the problem's rules are slots
(`game/rules.py`), and `bind` compiles a loop for each pair of them. `descend` is shared with the stepwise mode
(`stepwise.py`), in which leaves are evaluated outside.

A simulation marks its path with *virtual visits* on the way down, visits of unit value 0, and turns them into one
real visit on the way up. Alone, with one virtual visit, that is plain counting; with several threads, or a batch of
leaves in flight, it steers the next descent elsewhere (Chaslot, Winands and van den Herik, *Parallel Monte-Carlo
tree search*, 2008).
"""

import math

from monteverde.compile import kernel
from monteverde.compile.atomics import add
from monteverde.compile.clock import seconds_now
from monteverde.compile.layout import assume_stride
from monteverde.compile.prefetch import prefetch
from monteverde.compile.unsigned import unsigned
from monteverde.game.rules import (
    CHANCE,
    DISCOUNT,
    HAS_CHANCE,
    HAS_STEP_REWARDS,
    MAX_LENGTH,
    NUM_PLAYERS,
    is_terminal,
    play,
    rewards,
    to_move,
)
from monteverde.game.simulator import draw_outcome as draw_by_probability
from monteverde.search.phases import (
    HAS_GRAPH,
    IS_IN_ARRAYS,
    assess,
    back_up,
    evaluate,
    expand,
    fresh_state,
    is_closed,
    is_settled,
    must_pause,
    note,
    pass_by,
    recall,
    select,
    settle_end,
    study,
    untried,
)
from monteverde.search.status import BAD_PROBABILITIES, COUNTS_FULL, OK, STAY, TOO_LONG
from monteverde.search.tree import CYCLE, LINK_BYTES, MAX_VISITS, NO_NODE, NO_WAY, ROOT

LINE_BYTES = 64  # of a cache line, on nearly all processors
LINKS_OF_A_LINE = LINE_BYTES // LINK_BYTES


@kernel
def simulate(tree, work, parameters, count, virtual_visits):
    """Run `count` simulations, or fewer if told to end; return OK, or the failure of the first one that failed."""
    assume_stride(tree.first_child, LINK_BYTES)  # said here, since in a kernel of its own it would be forgotten
    assume_stride(tree.num_children, LINK_BYTES)
    assume_stride(tree.action, LINK_BYTES)
    status, left = OK, count
    while left > 0 and status == OK:
        turn = min(left, work.stride[0])
        status = take_turn(tree, work, parameters, turn, virtual_visits)
        left -= turn
        if is_closed(tree, ROOT) or must_pause(work) or is_time_up(work):
            break
    settle(tree, work)
    return status


@kernel
def take_turn(tree, work, parameters, count, virtual_visits):
    """Run `count` simulations without a look at the clock, fewer if the root is solved or memory is short."""
    for _ in range(count):
        if is_closed(tree, ROOT):
            break
        state = fresh_state(work)
        depth = descend(tree, state, work, parameters, virtual_visits)
        if depth < 0:
            return depth
        status = value_leaf(tree, state, depth, work, parameters)
        if status != OK:
            retreat(tree, work, depth, virtual_visits)
            return status
        back_up(tree, work, depth, virtual_visits, parameters.backup[0])
        study(work, parameters.evaluation[0])
        work.counters.simulations[0] += 1
        if must_pause(work):
            break
    return OK


@kernel
def is_time_up(work):
    """Return whether the loop is to end before it has run all its simulations: halted, or at its deadline."""
    return work.halt[0] != 0 or (work.until[0] < math.inf and seconds_now() >= work.until[0])


@kernel
def descend(tree, state, work, parameters, virtual_visits):
    """SELECT and EXPAND: walk `state` from the root to a leaf, noting the path; return its depth, or a failure."""
    depth = 0
    work.path[0] = ROOT
    node, visits = arrive(tree, ROOT, state, depth, virtual_visits, work)
    if visits >= MAX_VISITS - virtual_visits:
        return give_up(tree, work, depth, virtual_visits, COUNTS_FULL)
    while not is_terminal(state) and not is_settled(tree, node):
        if depth == MAX_LENGTH:
            if HAS_STEP_REWARDS or HAS_GRAPH:  # the horizon of an endless problem, or of one that can go round
                break
            return give_up(tree, work, depth, virtual_visits, TOO_LONG)
        # 1. A node without children gets them, or is where this descent ends.
        if tree.first_child[unsigned(node)] <= NO_NODE:
            status = expand(tree, node, visits, state, work, parameters.expansion[0])
            if status == STAY:
                break
            if status < 0:
                return give_up(tree, work, depth, virtual_visits, status)
        # 2. Nature draws; a player tries what is untried, and then what the selection rule prefers.
        if IS_IN_ARRAYS:
            fetch_links(tree, tree.first_child[unsigned(node)])
        mover = to_move(state)
        child = choose(tree, node, visits, state, mover, depth, parameters, work)
        if child < 0:
            return give_up(tree, work, depth, virtual_visits, child)
        # 3. Go there.
        if IS_IN_ARRAYS:
            fetch_child(tree, child)
        action = tree.action[unsigned(child)]
        status = note(state, action, depth, work)
        if status != OK:
            return give_up(tree, work, depth, virtual_visits, status)
        play(state, action)
        work.movers[unsigned(depth + 1)] = mover
        node, visits = arrive(tree, child, state, depth + 1, virtual_visits, work)
        if HAS_GRAPH and node == NO_WAY:
            break
        depth += 1
        work.path[unsigned(depth)] = child
        if HAS_STEP_REWARDS:
            collect_rewards(state, work.rewards[depth])
        if HAS_GRAPH and node == CYCLE:
            break
    return end(state, depth, work)


@kernel
def arrive(tree, child, state, depth, virtual_visits, work):
    """Count a visit to `child`, at `depth`, where `state` is; return the node to go on from, and its visits before.

    In a tree that is `child` itself; in a graph (`graph/descent.py`) several entries lead to one node.
    """
    return child, enter(tree, work, depth, child, virtual_visits)


@kernel
def end(state, depth, work):
    """Note how deep the descent went, and what the backup must know of the leaf; return the depth."""
    if depth > work.counters.depth[0]:
        work.counters.depth[0] = depth
    if DISCOUNT != 1.0:  # whether a player is to move there
        work.movers[depth + 1] = mover_at(state)
    return depth


@kernel
def enter(tree, work, depth, node, virtual_visits):
    """Mark that a simulation comes to `node`, at `depth` of its path; return the node's visits before."""
    return add(tree.visits, node, virtual_visits)


@kernel
def choose(tree, node, visits, state, mover, depth, parameters, work):
    """Return the child of `node` to go to, or a failure."""
    if HAS_CHANCE and mover == CHANCE:
        outcome = draw_outcome(state, work)
        return tree.first_child[node] + outcome if outcome >= 0 else BAD_PROBABILITIES
    child = untried(tree, node, work.rng, parameters.expansion[0])
    if child == NO_NODE:
        child = select(tree, node, visits, parameters.selection[0], work)
        child = pass_by(tree, node, child, visits, depth, parameters.selection[0], work)
    return child


@kernel
def mover_at(state):
    """Return whose turn it is, as far as time is counted: CHANCE at chance nodes and where the problem has ended."""
    if is_terminal(state):
        return CHANCE
    if HAS_CHANCE:
        return to_move(state)
    return 0


@kernel
def fetch_links(tree, first):
    """Fetch what the next step will read of the chosen child, while the statistics of all are still on their way.

    In a tree larger than the caches each step would otherwise wait for memory twice.
    """
    prefetch(tree.first_child, first)
    prefetch(tree.first_child, first + LINKS_OF_A_LINE)


@kernel
def fetch_child(tree, child):
    """Fetch what the backup will change of the chosen child, and what the next step will compare of its children."""
    prefetch(tree.value_sum, child)
    first = tree.first_child[unsigned(child)]
    prefetch(tree.visits, first)
    prefetch(tree.value_sum, first)


@kernel
def value_leaf(tree, state, depth, work, parameters):
    """EVALUATE: write each player's return from the leaf on to `work.values`; return OK or a failure."""
    if HAS_GRAPH and work.ending[0] == CYCLE:  # worth what it is known to be worth
        return OK
    if value_end(tree, state, depth, work):
        return OK
    return evaluate(state, depth, work.values, work, parameters.evaluation[0])


@kernel
def value_end(tree, state, depth, work):
    """Zero `work.values`; if the problem ends here, or is solved, write what there is to get and return True."""
    for player in range(NUM_PLAYERS):
        work.values[player] = 0.0
    if is_terminal(state):
        if not HAS_STEP_REWARDS:  # else they were collected on the way here
            rewards(state, work.values)
        settle_end(tree, work, depth)
        assess(tree, state, depth, work)
        return True
    is_solved = is_settled(tree, work.path[depth])
    if is_solved:
        recall(tree, work, depth)
    assess(tree, state, depth, work)
    return is_solved or (HAS_STEP_REWARDS and depth == MAX_LENGTH)


@kernel
def collect_rewards(state, out):
    for player in range(NUM_PLAYERS):
        out[player] = 0.0
    rewards(state, out)


@kernel
def draw_outcome(state, work):
    """Return the index of a chance outcome, drawn by its probability; negative if they do not sum to one."""
    return draw_by_probability(state, work.actions, work.weights, work.rng)


@kernel
def withdraw(tree, path, depth, virtual_visits):
    """Take the virtual visits of a descent back, as if it had never been."""
    for d in range(depth + 1):
        add(tree.visits, path[d], -virtual_visits)


@kernel
def retreat(tree, work, depth, virtual_visits):
    """Take back what `enter` marked on the path."""
    withdraw(tree, work.path, depth, virtual_visits)


@kernel
def settle(tree, work):
    """Add to the tree what is still missing after a slice: nothing, unless threads hold counts (`held.py`)."""
    return


@kernel
def give_up(tree, work, depth, virtual_visits, status):
    retreat(tree, work, depth, virtual_visits)
    return status
