"""The sequential probability ratio test: play on until it is decided which of two differences in strength is true.

The log likelihood ratio compares the likeliest distribution of results whose mean score is that of `elo1` with the
likeliest whose mean is that of `elo0` (a generalised test: nothing else about the distribution is assumed). Results
are those of *pairs* of games, from one opening with both colours, of which there are five kinds: 0, 1/2, 1, 3/2 and 2
points. What the opening decides then falls out, and the test needs fewer games than one of single games.

For a mean m the likeliest distribution is p_i / (1 + t (a_i - m)), where p_i are the observed shares of the results
a_i and t is what makes the mean m: so the ratio is a sum of logarithms.

Sources: A. Wald, *Sequential tests of statistical hypotheses*, 1945; M. Van den Bergh, *A practical introduction to
the GSPRT*, 2018.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from monteverde.arena.elo import score_of
from monteverde.errors import UsageError

UNSEEN = 1e-3  # what a result that never came up counts, so that its logarithm exists
HALVINGS = 40  # of the interval in which t lies: to twelve digits

Counts = npt.ArrayLike


@dataclass(frozen=True)
class Sprt:
    """A test of "the first player is `elo0` points stronger" against "it is `elo1` points stronger"."""

    elo0: float = 0.0
    """What H0 says."""
    elo1: float = 20.0
    """What H1 says; more than `elo0`."""
    alpha: float = 0.05
    """The most often that H1 is accepted though H0 is true."""
    beta: float = 0.05
    """The most often that H0 is accepted though H1 is true."""

    def __post_init__(self) -> None:
        if not (math.isfinite(self.elo0) and math.isfinite(self.elo1) and self.elo0 < self.elo1):
            raise UsageError(f"the bounds of the test are {self.elo0:g} and {self.elo1:g}; the second must be larger")
        if not (0.0 < self.alpha < 0.5 and 0.0 < self.beta < 0.5):
            raise UsageError(f"the error rates are {self.alpha:g} and {self.beta:g}; they must lie between 0 and 0.5")

    @classmethod
    def from_text(cls, text: str) -> Sprt:
        """Return the test whose Elo bounds are written as "0,20".

        Raises:
            UsageError: if these are no two numbers, the second larger.
        """
        try:
            elo0, elo1 = map(float, text.split(","))
        except ValueError:
            raise UsageError(f"the bounds of the test are {text!r}; give two Elo differences, such as 0,20") from None
        return cls(elo0, elo1)

    @property
    def bounds(self) -> tuple[float, float]:
        """H0 is accepted at or below the first log likelihood ratio, H1 at or above the second."""
        return math.log(self.beta / (1.0 - self.alpha)), math.log((1.0 - self.beta) / self.alpha)

    def log_likelihood_ratio(self, counts: Counts) -> npt.NDArray[np.float64]:
        """Return log P(results | H1) / P(results | H0).

        Args:
            counts: how often each result came up, from the worst to the best, evenly spaced: five numbers for pairs,
                three for single games. May have dimensions before that, which the answer keeps.
        """
        seen = np.asarray(counts, np.float64)
        number = seen.sum(-1)
        filled = np.maximum(seen, UNSEEN)
        share = filled / filled.sum(-1, keepdims=True)
        values = np.linspace(0.0, 1.0, seen.shape[-1])
        ratio = _stretch(share, values, score_of(self.elo0)) / _stretch(share, values, score_of(self.elo1))
        return np.asarray(number * (share * np.log(ratio)).sum(-1))

    def decision(self, counts: Counts) -> str:
        """Return "H0" or "H1" once it is decided, "" until then."""
        low, high = self.bounds
        ratio = float(self.log_likelihood_ratio(counts))
        return "H1" if ratio >= high else "H0" if ratio <= low else ""

    def summary(self, counts: Sequence[int]) -> str:
        """Return how it stands, in words."""
        low, high = self.bounds
        verdict = {
            "H1": f"accepted: stronger by {self.elo1:g} rather than {self.elo0:g}",
            "H0": f"rejected: stronger by {self.elo0:g} rather than {self.elo1:g}",
            "": "not decided yet",
        }[self.decision(counts)]
        ratio = float(self.log_likelihood_ratio(counts))
        return (
            f"SPRT of Elo {self.elo0:g} against {self.elo1:g}: {verdict} (ratio {ratio:.2f} in {low:.2f}..{high:.2f})"
        )

    def to_dict(self, counts: Sequence[int]) -> dict[str, Any]:
        """Return how it stands as plain numbers and text."""
        return {
            **vars(self),
            "bounds": list(self.bounds),
            "log_likelihood_ratio": float(self.log_likelihood_ratio(counts)),
            "pairs": list(counts),
            "decision": self.decision(counts) or None,
        }


def _stretch(share: npt.NDArray[np.float64], values: npt.NDArray[np.float64], mean: float) -> npt.NDArray[np.float64]:
    """Return 1 + t (a - m) for each value a: what the observed shares must be divided by to get the mean `mean`."""
    distance = values - mean
    low = np.full(share.shape[:-1], -1.0 / distance[-1])
    high = np.full(share.shape[:-1], -1.0 / distance[0])
    for _ in range(HALVINGS):  # the sum below falls as t grows
        middle = (low + high) / 2.0
        is_too_small = (share * distance / (1.0 + middle[..., None] * distance)).sum(-1) > 0.0
        low, high = np.where(is_too_small, middle, low), np.where(is_too_small, high, middle)
    return np.asarray(1.0 + ((low + high) / 2.0)[..., None] * distance)
