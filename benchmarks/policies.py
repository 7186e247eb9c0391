"""What a simulation costs whose playouts follow a policy, beside one of plain UCT; and what the rules' own draw does.

The second part compares playouts by a game's `sample_action` rule with uniform ones: how many a second, and how far the
mean of many is from the exact value, in random positions that can be solved; in Go, from what a long search says. Where
the rule draws uniformly the two are off by the same; Go leaves out moves that fill an own eye.
"""

from __future__ import annotations

import random
import statistics
from collections.abc import Callable, Iterator

from measure import compare, interleave, median_rate
from table import Row, print_table, rate

import monteverde as mv

GAMES = {"hex:7": 10_000, "connect_four": 20_000, "othello": 5_000, "go:9": 2_000}
POLICIES = (
    "playout=uniform",
    "playout=mast",
    "playout=mast,draws=2,epsilon=0",
    "playout=gibbs_mast",
    "playout=nst",
    "playout=lgrf",
    "decisive=12",
    "decisive=1000",
)
PLIES = {"tic_tac_toe": 3, "hex:4": 5, "connect_four:width=5,height=4": 6, "go:5": 8}
"""After how many random plies positions are valued; all but those of Go are solved in no time."""
POSITIONS, PLAYOUTS, LONG = 20, 4000, 100_000


def searching(game: str, algorithm: str) -> int:
    """Search the initial position of `game` once; return how many simulations that was."""
    mv.search(game, algorithm=algorithm, iterations=GAMES[game], seed=1)
    return GAMES[game]


def cost_rows(game: str) -> Iterator[Row]:
    """Yield how many times as long a simulation by each policy takes as one of plain UCT."""
    names = ("uct", *(f"uct:{policy}" for policy in POLICIES))
    samples = interleave({name: lambda name=name: searching(game, name) for name in names}, rounds=5)
    for name in names[1:]:
        ratio = compare(samples["uct"], samples[name])
        yield Row(
            f"time a simulation, {name} over uct",
            f"{game}, {GAMES[game]:,} simulations",
            ratio.median,
            unit="x",
            ours=rate(median_rate(samples[name])),
            theirs=rate(median_rate(samples["uct"])),
            spread=(ratio.lowest, ratio.highest),
            wall=ratio.wall,
        )


def positions(game: str, plies: int) -> Iterator[mv.Position]:
    """Yield random positions after so many plies that are not over."""
    draw, found = random.Random(1), 0
    while found < POSITIONS:
        position = mv.load_game(game).initial()
        for _ in range(plies):
            if not position.is_terminal:
                position = position.play(draw.choice(position.legal_actions()))
        if not position.is_terminal:
            found += 1
            yield position


def mean_error(game: str, plies: int, policy: str) -> float:
    """Return how far the mean of many playouts is from the exact value, on average over random positions."""
    truth, errors = truth_of(game), []
    for position in positions(game, plies):
        result = mv.search(position, algorithm=f"uct:playout={policy},playouts={PLAYOUTS}", iterations=1, seed=1)
        errors.append(abs(result.value[0] - truth(position)))
    return statistics.fmean(errors)


def truth_of(game: str) -> Callable[[mv.Position], float]:
    """Return what says the value of a position to the first player."""
    if not game.startswith("go"):
        oracle = mv.Oracle(game)
        return lambda position: oracle.value(position)[0]

    def searched(position: mv.Position) -> float:
        result = mv.search(position, iterations=LONG, seed=1)
        best = result[result.action].value
        return best if position.to_move == 0 else 1.0 - best

    return searched


def bias_rows(game: str, plies: int) -> Iterator[Row]:
    """Yield the mean error of playouts by the rules' own draw and of uniform ones, with the rate of either."""
    for policy in ("sample_action", "uniform"):

        def run(policy: str = policy) -> int:
            mv.search(game, algorithm=f"uct:playout={policy},playouts={10 * PLAYOUTS}", iterations=1, seed=1)
            return 10 * PLAYOUTS

        speed = median_rate(interleave({policy: run}, rounds=5)[policy])
        error = mean_error(game, plies, policy)
        yield Row(f"mean error of playouts, {policy}", f"{game}, {plies} plies", error, ours=rate(speed))


def rows() -> list[Row]:
    """Return the rows of this section."""
    costs = [row for game in GAMES for row in cost_rows(game)]
    return costs + [row for game, plies in PLIES.items() for row in bias_rows(game, plies)]


if __name__ == "__main__":
    print_table(rows())
