"""What to try next, given what has been tried: the only place that imports Optuna (the extra "tune").

Source: J. Bergstra et al., *Algorithms for hyper-parameter optimization*, NeurIPS 2011 (a tree-structured Parzen
estimator).
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from monteverde.errors import MissingExtraError, UsageError

RANGE = re.compile(r"\s*(\w+)\s*=\s*(.+?)\s*\.\.\s*(.+?)\s*(:log)?\s*")
SEED_RANGE = 2**32
DIGITS = 4  # of a proposed number: more would tell nothing

Values = Mapping[str, float]


@dataclass(frozen=True)
class Parameter:
    """One number to tune, from `low` to `high`."""

    name: str
    low: float
    high: float
    is_whole: bool = False
    """Whether only whole numbers come into question."""
    is_log: bool = False
    """Whether ratios count, not differences: between 1 and 100 as many are tried below 10 as above."""

    def __post_init__(self) -> None:
        if not (math.isfinite(self.low) and math.isfinite(self.high) and self.low < self.high):
            raise UsageError(f"{self.name} is to lie in {self.low:g}..{self.high:g}; the second must be larger")
        if self.is_log and self.low <= 0:
            raise UsageError(f"{self.name} begins at {self.low:g}; a logarithmic range must begin above 0")

    @classmethod
    def from_text(cls, text: str) -> Parameter:
        """Return the parameter written as "c=0.1..3" or "ref=10..500:log"; whole numbers if no end has a point.

        Raises:
            UsageError: if it is none.
        """
        found = RANGE.fullmatch(text)
        try:
            low, high = (float(found[2]), float(found[3])) if found else (math.nan, math.nan)
        except ValueError:
            found = None
        if found is None:
            raise UsageError(f"{text!r} is no range; write NAME=LOW..HIGH, such as c=0.1..3, or ref=10..500:log")
        is_whole = all(re.fullmatch(r"[+-]?\d+", found[end]) for end in (2, 3))
        return cls(found[1], low, high, is_whole, bool(found[4]))

    def rounded(self, value: float) -> float:
        """Return `value` with as many digits as are worth writing."""
        return round(value) if self.is_whole else float(f"{value:.{DIGITS}g}")


def propose(parameters: Sequence[Parameter], tried: Sequence[tuple[Values, float]], seed: int) -> dict[str, float]:
    """Return the values to try next.

    The same `tried` and `seed` give the same proposal, so tuning can go on wherever it stopped.

    Args:
        parameters: what is tuned.
        tried: values, and how well they did; more is better.
        seed: what the proposal is drawn from.

    Raises:
        MissingExtraError: without Optuna.
    """
    optuna = _optuna()
    ranges = {p.name: _distribution(optuna, p) for p in parameters}
    study = optuna.create_study(direction="maximize", sampler=optuna.samplers.TPESampler(seed=seed % SEED_RANGE))
    for values, score in tried:
        study.add_trial(optuna.trial.create_trial(params=dict(values), distributions=ranges, value=score))
    proposed = study.ask(ranges).params
    return {p.name: p.rounded(proposed[p.name]) for p in parameters}


def _distribution(optuna: Any, parameter: Parameter) -> Any:
    if parameter.is_whole:
        return optuna.distributions.IntDistribution(int(parameter.low), int(parameter.high), log=parameter.is_log)
    return optuna.distributions.FloatDistribution(parameter.low, parameter.high, log=parameter.is_log)


def _optuna() -> Any:
    try:
        import optuna
    except ImportError:
        raise MissingExtraError("tuning", "tune") from None
    optuna.logging.set_verbosity(optuna.logging.WARNING)
    return optuna
