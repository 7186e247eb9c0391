"""Proven values: bounds that the search keeps beside its estimates (`bounds.py`), and what they say of the root."""

from __future__ import annotations

from typing import TYPE_CHECKING

from monteverde.errors import UnsuitableError
from monteverde.search.proof.bounds import PROOF
from monteverde.search.proof.nothing import NOTHING_PROVEN

if TYPE_CHECKING:
    from monteverde.search.problem import Problem
    from monteverde.search.session import Search

__all__ = ["NOTHING_PROVEN", "PROOF", "PROOF_NEEDS", "check_proof", "check_sums"]

PROOF_NEEDS = frozenset({"bounds", "closed", "proven", "odds"})
"""The optional arrays of the tree that a solver reads."""


def check_proof(problem: Problem) -> None:
    """Raise UnsuitableError if values of `problem` cannot be proven."""
    if problem.pays_on_the_way:
        raise UnsuitableError(
            f"solver=True proves what the end pays, and {problem.name} pays on the way, or less for what is late; "
            "leave solver off, or use `monteverde solve`"
        )


def check_sums(search: Search) -> None:
    """Raise UnsuitableError if an end was seen at which what one of two players gets the other does not lose."""
    if any(int(work.counters.uneven[0]) for work in search.workspaces):
        low, high = search.problem.reward_range
        raise UnsuitableError(
            f"solver=True takes what one of two players gains for the other's loss, and {search.problem.name} has an "
            f"end that does not pay them {low + high:g} together, the lowest and the highest return; leave solver off"
        )
