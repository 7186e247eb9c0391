"""Exact search: what a position is worth, and the proof of it. Minimax and its kin, chance nodes, decision processes.

Nothing here is sampled unless its name says so, and every method answers with the same kind of result
(`SolveResult`). A method is a frozen dataclass in `methods/`, found by its name; its fields are its parameters.
"""

from monteverde.exact.method import Method
from monteverde.exact.oracle import Oracle
from monteverde.exact.registry import load_method, method_for, method_names
from monteverde.exact.result import ActionValue, SolveResult, SolveStatistics
from monteverde.exact.solve import solve

__all__ = [
    "ActionValue",
    "Method",
    "Oracle",
    "SolveResult",
    "SolveStatistics",
    "load_method",
    "method_for",
    "method_names",
    "solve",
]
