"""The Wilson score interval: what the true rate behind a count of successes may well be.

    centre = (p + z^2 / 2n) / (1 + z^2 / n)
    half   = z / (1 + z^2 / n) * sqrt(p (1 - p) / n + z^2 / 4n^2)

Unlike the textbook interval p +- z sqrt(p (1 - p) / n) it stays inside [0, 1] and means something after few games.
Source: E. B. Wilson, *Probable inference, the law of succession, and statistical inference*, JASA 22, 1927.
"""

from __future__ import annotations

import math

Z_95 = 1.959963984540054  # the standard normal lies within this of 0 in 95 % of the cases


def wilson_interval(successes: float, trials: int, z: float = Z_95) -> tuple[float, float]:
    """Return the interval of the rate behind `successes` in `trials`; (0, 1) if there were none.

    Half successes (draws) may be counted: outcomes between 0 and 1 vary less than those that are 0 or 1 with the same
    mean, so the interval is then wider than it need be, never narrower.
    """
    if trials == 0:
        return (0.0, 1.0)
    rate = successes / trials
    stretch = 1.0 + z * z / trials
    centre = (rate + z * z / (2 * trials)) / stretch
    half = z / stretch * math.sqrt(rate * (1.0 - rate) / trials + z * z / (4 * trials * trials))
    low = 0.0 if successes == 0 else centre - half  # not what rounding leaves of it
    high = 1.0 if successes == trials else centre + half
    return (low, high)
