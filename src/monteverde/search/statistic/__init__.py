"""Further statistics over playouts that join the weighted mean, one a file, found by the class's name."""

from __future__ import annotations

import functools

from monteverde.search.component import kinds_in
from monteverde.search.statistic.base import NoStatistic, Statistic

__all__ = ["NoStatistic", "Statistic", "statistics"]


@functools.cache
def statistics() -> dict[str, type[Statistic]]:
    """Return every statistic in this folder, by its name in snake case."""
    return kinds_in(__name__, __path__, Statistic)
