"""Implicit minimax: a second value of each node, which selection mixes with the mean."""

from monteverde.search.implicit.minimax import ImplicitMinimax

__all__ = ["ImplicitMinimax"]
