"""What a search says of itself while a GUI watches: the lines of `lz-analyze`, as Leela Zero began them.

    info move D4 visits 310 winrate 5210 prior 123 order 0 pv D4 E5 C3 info move E5 visits 214 ...

Winning rates and priors are in ten-thousandths; a winning rate is for the player whose turn it is. A search without
priors gives all legal actions the same. The best action comes first, then by visits.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

from monteverde.search.result import tree_at_root, variation_below
from monteverde.search.session import Search
from monteverde.search.tree import ROOT

PARTS = 10_000
LOOK_SECONDS = 0.02  # how long to search before looking whether something has come in
MOST_PLIES = 20  # of a variation

NameMove = Callable[[int], str]


def analyse(search: Search, interval: float, has_more: Callable[[], bool], name_move: NameMove) -> Iterator[str]:
    """Run `search` and yield a line every `interval` seconds, until something has come in.

    Raises:
        KeyboardInterrupt: after Ctrl-C.
    """
    is_ended = False
    while not is_ended:
        reported = search.seconds
        while not is_ended and search.seconds - reported < interval:
            search.run(seconds=min(LOOK_SECONDS, interval))
            if search.interrupted:
                raise KeyboardInterrupt
            is_ended = has_more()
        yield f"{line_of(search, name_move)}\n"


def line_of(search: Search, name_move: NameMove) -> str:
    """Return what has been found so far: every action that has been visited."""
    result = search.result()
    places = _places(search)
    best_first = sorted(result.actions, key=lambda line: line.action != result.action)  # stable: then by visits
    shown = [line for line in best_first if line.visits]
    low, high = search.problem.reward_range
    parts = []
    for order, line in enumerate(shown):
        winrate = (line.value - low) / (high - low)
        prior = 1 / len(result.actions) if math.isnan(line.prior) else line.prior
        below = [int(action) for action in variation_below(search, places[line.action])]
        variation = " ".join(map(name_move, [line.action, *below][:MOST_PLIES]))
        parts.append(
            f"info move {name_move(line.action)} visits {line.visits} winrate {_in_parts(winrate)} "
            f"prior {_in_parts(prior)} order {order} pv {variation}"
        )
    return " ".join(parts)


def _places(search: Search) -> dict[int, int]:
    """Return the number, among the children of the root, of each action."""
    tree = tree_at_root(search)
    first, count = int(tree.first_child[ROOT]), int(tree.num_children[ROOT])
    return {int(tree.action[first + child]): child for child in range(count)}


def _in_parts(share: float) -> int:
    return round(PARTS * share)
