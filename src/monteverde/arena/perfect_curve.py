"""How often players make a perfect move, by how much they may search: a curve for each, with intervals."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from monteverde.arena.perfect_moves import PerfectMoves, perfect_moves
from monteverde.arena.play import start_of
from monteverde.errors import UsageError
from monteverde.exact import Oracle
from monteverde.game import Game, Position
from monteverde.plotting import axes_for
from monteverde.tabular import as_html, as_text

Progress = Callable[[int, PerfectMoves], object]


@dataclass(frozen=True)
class PerfectCurve:
    """The curves. `str(curve)` is a table, `curve.to_dict()` is JSON-safe."""

    game: str
    """The game, with its parameters."""
    points: Mapping[int, tuple[PerfectMoves, ...]]
    """How each player did with so many simulations for a move."""

    def rows(self) -> Iterator[tuple[str, ...]]:
        """Yield a table: the heads, then a row for each player and budget."""
        yield ("player", "simulations", "positions", "perfect", "95% interval")
        for budget, results in self.points.items():
            for result in results:
                low, high = result.interval
                cells = (f"{budget:,}", f"{result.positions}", f"{result.rate:.1%}", f"{low:.1%} to {high:.1%}")
                yield (result.player, *cells)

    def summary(self) -> Iterator[str]:
        """Yield the line below the table."""
        first = next(iter(self.points.values()))[0]
        yield f"positions of {self.game} in which a move can be wrong; blind choice is right in {first.by_chance:.1%}"

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain numbers, text, lists and dicts."""
        return {
            "game": self.game,
            "points": [
                {**vars(result), "iterations": budget, "rate": result.rate, "interval": list(result.interval)}
                for budget, results in self.points.items()
                for result in results
            ],
        }

    def plot(self, axes: Any = None) -> Any:
        """Draw the curves; return the matplotlib axes.

        Raises:
            MissingExtraError: without matplotlib (the extra "plot").
        """
        axes = axes_for("a curve", axes, layout="constrained")
        budgets = list(self.points)
        for number, first in enumerate(self.points[budgets[0]]):
            own = [results[number] for results in self.points.values()]
            axes.plot(budgets, [result.rate for result in own], marker="o", label=first.player)
            bounds = zip(*(result.interval for result in own), strict=True)
            axes.fill_between(budgets, *bounds, alpha=0.2)
        axes.axhline(self.points[budgets[0]][0].by_chance, color="grey", linewidth=0.8, label="blind choice")
        axes.set(xscale="log", xlabel="simulations for a move", ylabel="perfect moves", title=self.game, ylim=(0, 1.02))
        axes.legend()
        return axes

    def __str__(self) -> str:
        return as_text(self.rows(), self.summary())

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return as_html(self.rows(), self.summary())


def perfect_curve(
    players: Sequence[str],
    game: Game | Position | str,
    budgets: Sequence[int],
    positions: int = 100,
    *,
    seed: int = 0,
    oracle: Oracle | None = None,
    progress: Progress | None = None,
) -> PerfectCurve:
    """Ask players about the same positions with different budgets.

    Args:
        players: their names.
        game: what to play, or a position from which random play begins.
        budgets: simulations for a move, each at least 1.
        positions: how many positions to ask about, at least 1.
        seed: what positions and players draw from.
        oracle: knows what is right; None makes one of `game`.
        progress: called with the budget and what came of it, after each player and budget.

    Raises:
        UsageError: if there is nothing to ask about, or nobody to ask, or no exact method suits the game.
    """
    if not players or not budgets:
        raise UsageError("a curve needs at least one player and one budget")
    start = start_of(game)
    oracle = oracle if oracle is not None else Oracle(start.game)
    points: dict[int, tuple[PerfectMoves, ...]] = {}
    for budget in sorted(set(budgets)):
        results = []
        for player in players:
            results += perfect_moves([player], start, positions, seed=seed, oracle=oracle, iterations=budget)
            if progress is not None:
                progress(budget, results[-1])
        points[budget] = tuple(results)
    return PerfectCurve(start.game.spec, points)
