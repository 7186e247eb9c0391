"""Random playouts alone, on one core: against OpenSpiel's C++ where it has the game, and how large a state is.

OpenSpiel's playouts are run by its own C++: one simulation of its `MCTSBot` whose evaluator plays that many rollouts.
Ours are one simulation of `uct:playouts=N`. Both copy the state for each playout and play to the end. Not all playouts
are uniform: in Go ours do not fill eyes, and OpenSpiel's pass whenever the draw says so. We play ten times as many, so
that both sides take about as long.
"""

from __future__ import annotations

import pyspiel
from against_openspiel import CONTESTS, EXPLORATION, NO_MEMORY_LIMIT
from measure import Run, compare, interleave, median_rate
from shared_games import Pair
from table import Row, print_table, rate, ratio_row

import monteverde as mv

MORE = 10
GO_TARGET = 20_000  # light playouts a second on 9x9
OURS_ALONE = {  # and how many playouts take about a tenth of a second
    "atari_go:9": 80_000,
    "domineering": 400_000,
    "front": 10_000,
    "gomoku:19": 40_000,
    "nogo": 25_000,
    "rolit": 20_000,
}


def our_playouts(game: str, count: int) -> Run:
    position, algorithm = mv.load_game(game).initial(), f"uct:playouts={count}"

    def run() -> int:
        mv.search(position, algorithm=algorithm, iterations=1, seed=1)
        return count

    return run


def openspiel_playouts(pair: Pair) -> Run:
    game = pyspiel.load_game(pair.theirs)
    state = game.new_initial_state()

    def run() -> int:
        evaluator = pyspiel.RandomRolloutEvaluator(pair.simulations, 1)
        pyspiel.MCTSBot(game, evaluator, EXPLORATION, 1, NO_MEMORY_LIMIT, False, 1, False).mcts_search(state)
        return pair.simulations

    return run


def case(game: str) -> str:
    return f"{game}, {mv.load_game(game).dtype.itemsize:,} B a state"


def rows() -> list[Row]:
    """Return a row a game: a ratio, or the bytes of a state where nothing else plays the game."""
    lines = []
    for pair in CONTESTS:
        samples = interleave(
            {"ours": our_playouts(pair.ours, MORE * pair.simulations), "theirs": openspiel_playouts(pair)}, rounds=5
        )
        ratio = compare(samples["ours"], samples["theirs"])
        ours, theirs = (median_rate(samples[side]) for side in ("ours", "theirs"))
        lines.append(ratio_row("playouts, OpenSpiel, C++", case(pair.ours), ratio, rate(ours), rate(theirs)))
        if pair.ours == "go:9":
            lines.append(Row("playouts", "go:9, light", ours, "/s", at_least=GO_TARGET))
    for game, count in OURS_ALONE.items():
        ours = median_rate(interleave({"ours": our_playouts(game, count)}, rounds=5)["ours"])
        lines.append(Row("playouts", game, float(mv.load_game(game).dtype.itemsize), "B", rate(ours)))
    return lines


if __name__ == "__main__":
    print_table(rows())
