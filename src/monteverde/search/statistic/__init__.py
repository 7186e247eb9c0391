"""Further statistics over playouts that join the weighted mean, one a file. A file added here is found by its class."""

from monteverde.search.statistic.base import NoStatistic, Statistic

__all__ = ["NoStatistic", "Statistic"]
