"""Bounds on what a node is worth to each player, and how they go up the tree.

Each node has for each player p a lower bound l and an upper bound u on what p gets from there on, in unit value; at
first 0 and 1. They hold however good or bad the estimates are:

    the end                 l = u = what is paid
    player m is to move     m:       l = max of the children's l,  u = max of their u
                            others:  l = min, u = max over the children that m may still choose, those of u_m >= l_m
                            of two:  l = min of the children's l,  u = min of their u  (what m gains the other loses)
    nature is to move       l and u are the means of the children's, by their probabilities

A child that is not shown yet has the bounds 0 and 1. For more than two players the bounds hold however ties are broken;
where a player does not care which of the others gets what, they may stay apart for ever.

A node is *settled* when both bounds are equal for everybody; it then knows the plies to the end, counted from itself:
the fewest over the best children if they are better than even, else the most. A child is *closed* when its mover's
upper bound is no more than a sibling's lower bound, and something else may be better: no selection goes there again.

A settled child that is still the best choice is not closed, since the node is worth that much; but where selection
chooses it there is nothing to learn. It is *passed by*: the simulation goes to the open child that is next, while the
node and all above it are credited with what is proven of the one passed by, which counts a visit as well. At the root,
whose mean nobody needs, it is closed too.

Among threads a bound may be overwritten by an older one. That one is true as well, and the next visit puts it right.

Sources: Winands, Bjornsson and Saito, *Monte-Carlo tree search solver*, 2008; Cazenave and Saffidine, *Score bounded
Monte-Carlo tree search*, 2010; for several players: Nijssen and Winands, *Enhancements for multi-player Monte-Carlo
tree search*, 2011; chance: Ballard, *The *-minimax search procedure for trees containing chance nodes*, 1983.
"""

from monteverde.compile import kernel
from monteverde.compile.atomics import add, compare_and_swap
from monteverde.compile.unsigned import unsigned
from monteverde.game.rules import CHANCE, HAS_CHANCE, LOWEST_RETURN, NUM_PLAYERS, RETURN_SCALE, to_move
from monteverde.search import phases
from monteverde.search.phases import select
from monteverde.search.tree import NO_NODE, ROOT

OPEN = 0  # in `proven`: not settled
EVEN = 0.5  # the unit value above which the end is better soon, and up to which it is better late
ROUNDING = 1e-12  # within so much of 0 or 1 a value is that: no other is as bad, or as good
SUM_TOLERANCE = 1e-9  # how much the sum of two players' unit values may vary by rounding


@kernel
def clear_bounds(tree, first, count, state, work):
    for child in range(first, first + count):
        for player in range(NUM_PLAYERS):
            tree.bounds[child][player] = 0.0
            tree.bounds[child][NUM_PLAYERS + player] = 1.0
    if HAS_CHANCE and to_move(state) == CHANCE:
        for i in range(count):
            tree.odds[first + i] = work.weights[i]


@kernel
def is_closed(tree, child):
    return tree.closed[unsigned(child)] != 0


@kernel
def is_settled(tree, node):
    return tree.proven[unsigned(node)] != OPEN


@kernel
def settle_end(tree, work, depth):
    node = work.path[unsigned(depth)]
    if is_settled(tree, node):
        return
    total = 0.0
    for player in range(NUM_PLAYERS):
        value = rounded((work.values[player] - LOWEST_RETURN) * RETURN_SCALE)
        tree.bounds[node][player] = value
        tree.bounds[node][NUM_PLAYERS + player] = value
        total += value
    if NUM_PLAYERS == 2 and abs(total - 1.0) > SUM_TOLERANCE:
        work.counters.uneven[0] += 1
    compare_and_swap(tree.proven, node, OPEN, 1)  # last: whoever sees it settled sees its value


@kernel
def rounded(value):
    """Return 0 or 1 if `value` is that but for rounding."""
    if value < ROUNDING:
        return 0.0
    if value > 1.0 - ROUNDING:
        return 1.0
    return value


@kernel
def recall(tree, work, depth):
    node = work.path[unsigned(depth)]
    for player in range(NUM_PLAYERS):
        work.values[player] = value_of(tree, node, player)


@kernel
def pass_by(tree, node, child, visits, depth, parameters, work):
    work.passed[unsigned(depth)] = NO_NODE
    if not is_settled(tree, child):
        return child
    tree.closed[child] = True  # for the time of one question
    other = select(tree, node, visits, parameters, work)
    tree.closed[child] = False
    if is_closed(tree, other) or is_settled(tree, other):
        return child
    work.passed[unsigned(depth)] = child
    return other


@kernel
def make_up(tree, work, depth):
    passed = work.passed[unsigned(depth)]
    if passed == NO_NODE:
        return
    work.passed[unsigned(depth)] = NO_NODE
    for player in range(NUM_PLAYERS):
        work.values[player] = value_of(tree, passed, player)
    add(tree.visits, passed, 1)
    show_value(tree, passed, work.movers[unsigned(depth + 1)])


@kernel
def value_of(tree, node, player):
    """Return what a settled node is worth to `player`, in the problem's own units."""
    return LOWEST_RETURN + tree.bounds[node][player] / RETURN_SCALE


@kernel
def prove(tree, work, depth):
    has_news = is_settled(tree, work.path[unsigned(depth)])
    if has_news:
        show_value(tree, work.path[unsigned(depth)], work.movers[unsigned(depth)])
    d = depth
    while d > 0 and has_news:
        d -= 1
        node = work.path[unsigned(d)]
        has_news = revise(tree, node, work.movers[unsigned(d + 1)])
        if is_settled(tree, node):
            has_news = True  # should another thread have undone what this tells the parent
            show_value(tree, node, work.movers[unsigned(d)])


@kernel
def show_value(tree, node, viewer):
    """Make the mean value of a settled node what it is worth to the player who moved into it."""
    if node == ROOT:
        return
    value = tree.bounds[node][max(viewer, 0)]
    tree.value_sum[node] = value * tree.visits[node]
    if len(tree.square_sum) > 0:
        tree.square_sum[node] = value * value * tree.visits[node]


@kernel
def revise(tree, node, mover):
    """Work the bounds of `node` out from its children's; return whether they are closer than before."""
    if HAS_CHANCE and mover == CHANCE:
        has_news = False
        for player in range(NUM_PLAYERS):
            lower, upper = mean_bounds(tree, node, player)
            has_news = tighten(tree, node, player, lower, upper) or has_news
    else:
        has_news = revise_by_choice(tree, node, mover)
    if not is_settled(tree, node) and are_equal(tree, node):
        compare_and_swap(tree.proven, node, OPEN, plies_to_end(tree, node, mover))
    return has_news


@kernel
def are_equal(tree, node):
    """Return whether both bounds of every player are equal at `node`."""
    is_equal = True
    for player in range(NUM_PLAYERS):
        is_equal = is_equal and tree.bounds[node][player] == tree.bounds[node][NUM_PLAYERS + player]
    return is_equal


@kernel
def revise_by_choice(tree, node, mover):
    """Work out the bounds of a node where a player chooses, and which children are out of the question."""
    best_lower, best_upper, keeper = best_bounds(tree, node, mover)
    has_news = tighten(tree, node, mover, best_lower, best_upper)
    for player in range(NUM_PLAYERS):
        if player != mover:
            lower, upper = others_bounds(tree, node, player, mover, best_lower)
            has_news = tighten(tree, node, player, lower, upper) or has_news
    first = tree.first_child[node]
    for child in range(first, first + tree.num_children[node]):
        limit = tree.bounds[child][NUM_PLAYERS + mover]
        is_known = node == ROOT and tree.bounds[child][mover] == limit
        is_beaten = child != keeper and limit <= best_lower
        tree.closed[child] = limit < best_upper and (is_known or is_beaten)
    if node == ROOT and best_lower == best_upper:
        tree.closed[ROOT] = True
    return has_news


@kernel
def best_bounds(tree, node, mover):
    """Return what `mover`, who chooses at `node`, gets at least and at most, and the child that promises the least.

    Of several it is the one that may be worth most; NO_NODE if it is not shown yet.
    """
    first, count = tree.first_child[node], tree.num_children[node]
    lower, upper, keeper, keeper_upper = 0.0, 0.0, NO_NODE, -1.0
    if has_hidden(tree, node):
        upper, keeper_upper = 1.0, 1.0
    for child in range(first, first + count):
        child_lower, child_upper = tree.bounds[child][mover], tree.bounds[child][NUM_PLAYERS + mover]
        if child_lower > lower or (child_lower == lower and child_upper > keeper_upper):
            lower, keeper, keeper_upper = child_lower, child, child_upper
        upper = max(upper, child_upper)
    return lower, upper, keeper


@kernel
def others_bounds(tree, node, player, mover, best_lower):
    """Return what `player` gets at least and at most where `mover` chooses, who gets at least `best_lower`."""
    first, count = tree.first_child[node], tree.num_children[node]
    lower, upper, least_upper = 1.0, 0.0, 1.0
    if has_hidden(tree, node):
        lower, upper = 0.0, 1.0
    for child in range(first, first + count):
        child_upper = tree.bounds[child][NUM_PLAYERS + player]
        least_upper = min(least_upper, child_upper)
        if NUM_PLAYERS == 2 or tree.bounds[child][NUM_PLAYERS + mover] >= best_lower:
            lower = min(lower, tree.bounds[child][player])
            upper = max(upper, child_upper)
    return lower, least_upper if NUM_PLAYERS == 2 else upper


@kernel
def has_hidden(tree, node):
    """Return whether `node` has children that are not shown yet."""
    return len(tree.total) > 0 and tree.total[node] > tree.num_children[node]


@kernel
def mean_bounds(tree, node, player):
    """Return what `player` gets at least and at most where nature draws, on average."""
    first = tree.first_child[node]
    lower, upper = 0.0, 0.0
    for child in range(first, first + tree.num_children[node]):
        lower += tree.odds[child] * tree.bounds[child][player]
        upper += tree.odds[child] * tree.bounds[child][NUM_PLAYERS + player]
    return rounded(lower), rounded(upper)


@kernel
def tighten(tree, node, player, lower, upper):
    """Move the bounds of `player` at `node` together, if these are closer; return whether they are."""
    has_news = False
    if lower > tree.bounds[node][player]:
        tree.bounds[node][player] = lower
        has_news = True
    if upper < tree.bounds[node][NUM_PLAYERS + player]:
        tree.bounds[node][NUM_PLAYERS + player] = upper
        has_news = True
    return has_news


@kernel
def plies_to_end(tree, node, mover):
    """Return one more than the plies from `node`, where all bounds are equal, to the end."""
    first = tree.first_child[node]
    is_chance = HAS_CHANCE and mover == CHANCE
    value = 0.0 if is_chance else tree.bounds[node][mover]
    plies = OPEN
    for child in range(first, first + tree.num_children[node]):
        if is_settled(tree, child) and (is_chance or tree.bounds[child][mover] == value):
            is_later = tree.proven[child] > plies
            if plies == OPEN or is_later == (value <= EVEN):
                plies = tree.proven[child]
    return plies + 1


PROOF = {
    phases.clear_bounds: clear_bounds,
    phases.is_closed: is_closed,
    phases.is_settled: is_settled,
    phases.settle_end: settle_end,
    phases.recall: recall,
    phases.pass_by: pass_by,
    phases.make_up: make_up,
    phases.prove: prove,
}
"""The kernels of a search that proves values, by slot."""
