"""How the action is chosen when the search ends, one rule a file."""

from monteverde.search.final.base import Final, RootStatistics
from monteverde.search.final.highest_value import HighestValue
from monteverde.search.final.max_robust import MaxRobust
from monteverde.search.final.most_visited import MostVisited
from monteverde.search.final.sampled import Sampled
from monteverde.search.final.secure import Secure

__all__ = ["Final", "HighestValue", "MaxRobust", "MostVisited", "RootStatistics", "Sampled", "Secure"]
