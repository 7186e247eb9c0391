"""Alpha-beta beside OpenSpiel's and easyAI's, and connect four beside the solver bitbully.

Plain alpha-beta to a fixed depth from the initial position, where all positions there count as even: no table, no
ordering, the actions in the order of the rules. OpenSpiel visits the same tree, which is checked; easyAI, which prefers
quick wins, one of its own. Rates are positions a second. OpenSpiel's search is the one in Python over its C++ games;
that in C++ has no Python binding.

bitbully solves connect four alone, with all that is known of it; ours is the general search with the rules that the
game adds to it. Both give 50 positions of the test set their scores from scratch, which must agree.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import bitbully
import pyspiel
from easyAI.AI.Negamax import Negamax
from easyAI.games.ConnectFour import ConnectFour as ShippedConnectFour
from measure import Run, compare, interleave, median_rate
from object_games import ConnectFour
from open_spiel.python.algorithms import minimax
from table import Row, print_table, rate, ratio_row

import monteverde as mv
from monteverde.exact import load_method

OURS = {"connect_four": 13, "othello": 10}  # plies, so that each program takes about a fifth of a second
THEIRS = {"connect_four": 9, "othello": 6}
SHIPPED_DEPTH = 5  # in the connect four that easyAI brings along
ROUNDS = 5
OPENSPIEL_TARGET, PACKAGE_TARGET = 20, 300
SETS = Path(__file__).resolve().parent.parent / "tests" / "data" / "connect_four"
EVERY = 20  # which of the 1,000 positions of the set are solved
HALF = 21  # stones of each player


def with_even_heuristic(name: str) -> mv.Game:
    """Return the game, with a heuristic that finds every position even."""
    base: Any = type(mv.load_game(name))

    class Even(base):  # type: ignore[misc]
        def heuristic(state, out):
            out[0] = out[1] = 0.5

    return Even()


def our_search(name: str, depth: int) -> Callable[[], mv.SolveResult]:
    position = with_even_heuristic(name).initial()
    solve = load_method(f"alphabeta:depth={depth},actions=one").solver(position.game)
    return lambda: solve(position)


def our_run(name: str) -> Run:
    search = our_search(name, OURS[name])
    return lambda: search().nodes


def estimates(result: mv.SolveResult) -> int:
    """Return how many positions the heuristic valued."""
    return int(result.statistics.details["estimates"])


def openspiel_run(name: str) -> Run:
    game, depth = pyspiel.load_game(name), THEIRS[name]
    known = our_search(name, depth)()

    def run() -> int:
        asked = 0

        def even(state: Any) -> float:
            nonlocal asked
            asked += 1
            return 0.0

        minimax.alpha_beta_search(game, None, even, depth)
        assert asked == estimates(known), "the programs visit different trees"
        return known.nodes

    return run


class EasyConnectFour:
    """Connect four for easyAI, which asks `is_over()` where the object below keeps an attribute of that name."""

    def __init__(self, game: ConnectFour) -> None:
        self.game = game
        self.possible_moves, self.make_move, self.is_over = game.legal_actions, game.play, game.is_terminal

    def copy(self) -> EasyConnectFour:
        """Return a copy, the leanest there is; easyAI plays on it."""
        return EasyConnectFour(self.game.clone())

    def switch_player(self) -> None:
        """Nothing to do: playing passes the turn."""


class CountedConnectFour(EasyConnectFour):
    """The same, which counts what is played on it and on its copies."""

    def __init__(self, game: ConnectFour, played: list[int]) -> None:
        super().__init__(game)
        self.played = played

    def copy(self) -> CountedConnectFour:
        self.played[0] += 1
        return CountedConnectFour(self.game.clone(), self.played)


def scoring(position: EasyConnectFour) -> float:
    """Return what a position is worth to the player to move: -1 if the other has won."""
    return 0.0 if position.game.won_by is None else -1.0


def easy_run() -> Run:
    """Return easyAI's search. It prefers quick wins, so its tree is its own; its positions are counted beforehand."""
    search, played = Negamax(THEIRS["connect_four"], scoring), [1]
    search(CountedConnectFour(ConnectFour(), played))

    def run() -> int:
        search(EasyConnectFour(ConnectFour()))
        return played[0]

    return run


def shipped_run() -> Run:
    """Return easyAI's search of the connect four that comes with it; positions are counted beforehand."""
    played = [1]

    class Counted(ShippedConnectFour):
        def make_move(self, column: int) -> None:
            played[0] += 1
            super().make_move(column)

    def shipped_scoring(game: ShippedConnectFour) -> float:
        return -1.0 if game.lose() else 0.0

    search = Negamax(SHIPPED_DEPTH, shipped_scoring)
    search(Counted([None, None]))

    def run() -> int:
        search(ShippedConnectFour([None, None]))
        return played[0]

    return run


# -- connect four beside bitbully --------------------------------------------------------------------------------------


def positions() -> list[str]:
    """Return the moves of the positions to be solved."""
    return [line.split()[0] for line in (SETS / "middle_medium.txt").read_text().splitlines()[::EVERY]]


def our_scores() -> list[int]:
    """Solve them, and return the scores as bitbully counts them: stones that the winner has left."""
    root = mv.load_game("connect_four").initial()
    solve = load_method("pvs:quick=true,actions=one").solver(root.game)  # new each time: nothing is known before
    return [as_stones_left(solve(root.play_all(" ".join(moves))), len(moves)) for moves in positions()]


def as_stones_left(result: mv.SolveResult, played: int) -> int:
    """Return 22 less the stones that the winner will have played, negative if that is the other one; 0 for a draw."""
    if result.outcome == "draw":
        return 0
    assert result.distance is not None
    if result.outcome == "win":
        return HALF + 1 - (played // 2 + (result.distance + 1) // 2)
    return -(HALF + 1 - (played - played // 2 + result.distance // 2))


def bitbully_scores() -> list[int]:
    """Solve them with a new solver without its book of openings."""
    solver = bitbully.BitBully(opening_book=None)
    return [solver.mtdf(bitbully.Board([ord(column) - ord("a") for column in moves])) for moves in positions()]


def solver_row() -> Row:
    assert our_scores() == bitbully_scores(), "the solvers disagree"
    count = len(positions())
    samples = interleave({"ours": lambda: len(our_scores()), "theirs": lambda: len(bitbully_scores())}, ROUNDS)
    return ratio_row(
        "connect four solved, positions",
        f"{count} of 15 to 28 plies, bitbully",
        compare(samples["ours"], samples["theirs"]),
        rate(median_rate(samples["ours"])),
        rate(median_rate(samples["theirs"]), "bitbully"),
    )


def rows() -> list[Row]:
    """Return a row a game for OpenSpiel, one for easyAI and one for bitbully."""
    lines = []
    for name in OURS:
        samples = interleave({"ours": our_run(name), "theirs": openspiel_run(name)}, ROUNDS)
        ours, theirs = (rate(median_rate(samples[side])) for side in ("ours", "theirs"))
        ratio = compare(samples["ours"], samples["theirs"])
        lines.append(
            ratio_row("alpha-beta, OpenSpiel", f"{name}, positions", ratio, ours, theirs, at_least=OPENSPIEL_TARGET)
        )
    for case, theirs_run in (("leanest game", easy_run()), ("its own game", shipped_run())):
        samples = interleave({"ours": our_run("connect_four"), "theirs": theirs_run}, ROUNDS)
        ratio = compare(samples["ours"], samples["theirs"])
        ours, theirs = rate(median_rate(samples["ours"])), rate(median_rate(samples["theirs"]), "easyAI")
        what = f"connect_four, positions, {case}"
        lines.append(ratio_row("alpha-beta, Python package", what, ratio, ours, theirs, at_least=PACKAGE_TARGET))
    return [*lines, solver_row()]


if __name__ == "__main__":
    print_table(rows())
