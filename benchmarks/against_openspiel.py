"""Our search against OpenSpiel's C++ MCTSBot: the same position, the same number of simulations, one playout each."""

from __future__ import annotations

import pyspiel
from measure import Run, compare, geometric_mean, interleave, median_rate
from shared_games import PAIRS, Pair
from table import Row, print_table, rate, ratio_row

import monteverde as mv

EXPLORATION = 1.414
NO_MEMORY_LIMIT = 0
MEAN_TARGET = 15
IN_MEAN = ("tic_tac_toe", "connect_four", "othello", "hex:11", "breakthrough")
CONTESTS = tuple(pair for pair in PAIRS if pair.simulations)


def our_search(contest: Pair) -> Run:
    position = mv.load_game(contest.ours).initial()

    def run() -> int:
        return int(mv.search(position, iterations=contest.simulations, seed=1).simulations)

    return run


def openspiel_search(contest: Pair) -> Run:
    game = pyspiel.load_game(contest.theirs)
    state = game.new_initial_state()

    def run() -> int:
        evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
        bot = pyspiel.MCTSBot(game, evaluator, EXPLORATION, contest.simulations, NO_MEMORY_LIMIT, False, 1, False)
        return int(bot.mcts_search(state).explore_count)

    return run


def rows() -> list[Row]:
    """Return a row a game and one for the geometric mean of some."""
    lines, ratios = [], []
    for contest in CONTESTS:
        samples = interleave({"ours": our_search(contest), "theirs": openspiel_search(contest)})
        ratio = compare(samples["ours"], samples["theirs"])
        if contest.ours in IN_MEAN:
            ratios.append(ratio)
        ours, theirs = (rate(median_rate(samples[side])) for side in ("ours", "theirs"))
        case = f"{contest.ours}, {contest.simulations:,}"
        lines.append(ratio_row("OpenSpiel, C++", case, ratio, ours, theirs, at_least=contest.at_least))
    mean = geometric_mean(ratio.median for ratio in ratios)
    wall = geometric_mean(ratio.wall for ratio in ratios)
    lines.append(
        Row("OpenSpiel, C++", f"geometric mean of the first {len(ratios)}", mean, "x", wall=wall, at_least=MEAN_TARGET)
    )
    return lines


if __name__ == "__main__":
    print_table(rows())
