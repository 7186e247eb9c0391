"""Our search against OpenSpiel's C++ MCTSBot: the same position, the same number of simulations, one playout each."""

from __future__ import annotations

from dataclasses import dataclass

import pyspiel
from measure import Run, compare, geometric_mean, interleave, median_rate
from table import Row, print_table, rate, ratio_row

import monteverde as mv

EXPLORATION = 1.414
NO_MEMORY_LIMIT = 0
MEAN_TARGET, LEAST_TARGET = 15, 4


@dataclass(frozen=True)
class Contest:
    """One game, by our name and by OpenSpiel's, and how many simulations a search of it takes."""

    game: str
    openspiel_game: str
    simulations: int


CONTESTS = (
    Contest("tic_tac_toe", "tic_tac_toe", 50_000),
    Contest("connect_four", "connect_four", 20_000),
    Contest("othello", "othello", 2_000),
    Contest("hex:11", "hex(board_size=11)", 10_000),
    Contest("breakthrough", "breakthrough", 10_000),
)


def our_search(contest: Contest) -> Run:
    position = mv.load_game(contest.game).initial()

    def run() -> int:
        return int(mv.search(position, iterations=contest.simulations, seed=1).simulations)

    return run


def openspiel_search(contest: Contest) -> Run:
    game = pyspiel.load_game(contest.openspiel_game)
    state = game.new_initial_state()

    def run() -> int:
        evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
        bot = pyspiel.MCTSBot(game, evaluator, EXPLORATION, contest.simulations, NO_MEMORY_LIMIT, False, 1, False)
        return int(bot.mcts_search(state).explore_count)

    return run


def rows() -> list[Row]:
    """Return a row a game and one for their geometric mean."""
    lines, ratios = [], []
    for contest in CONTESTS:
        samples = interleave({"ours": our_search(contest), "theirs": openspiel_search(contest)})
        ratio = compare(samples["ours"], samples["theirs"])
        ratios.append(ratio)
        ours, theirs = (rate(median_rate(samples[side])) for side in ("ours", "theirs"))
        case = f"{contest.game}, {contest.simulations:,}"
        lines.append(ratio_row("OpenSpiel, C++", case, ratio, ours, theirs, at_least=LEAST_TARGET))
    mean = geometric_mean(ratio.median for ratio in ratios)
    wall = geometric_mean(ratio.wall for ratio in ratios)
    lines.append(Row("OpenSpiel, C++", "geometric mean", mean, "x", wall=wall, at_least=MEAN_TARGET))
    return lines


if __name__ == "__main__":
    print_table(rows())
