"""1/n and sqrt(1/n) for counts of visits: looked up while n is small, as it nearly always is, and computed beyond.

A division and a square root for each child are most of what a scan costs; a lookup gives the very same numbers.
"""

import math

import numpy as np

from monteverde.compile import kernel
from monteverde.compile.unsigned import unsigned

NUM_KEPT = 4096  # 24 KB in all, which leaves room in a core's first cache
SHARES = np.array([(1.0 / max(n, 1), math.sqrt(1.0 / max(n, 1))) for n in range(NUM_KEPT)])
ROOT_LOGS = np.array([math.sqrt(math.log(max(n, 1))) for n in range(NUM_KEPT)])


@kernel
def share_and_root(visits):
    """Return (1/n, sqrt(1/n)) for n >= 1."""
    if visits < NUM_KEPT:
        return SHARES[unsigned(visits), 0], SHARES[unsigned(visits), 1]
    share = 1.0 / visits
    return share, math.sqrt(share)


@kernel
def root_of_log(visits):
    """Return sqrt(ln N); 0 for N = 0."""
    if visits < NUM_KEPT:
        return ROOT_LOGS[unsigned(visits)]
    return math.sqrt(math.log(visits))
