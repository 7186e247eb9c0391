"""Many independent seeds from one."""

from __future__ import annotations

import numpy as np

from monteverde.errors import UsageError

SEED_BITS = 63  # so that a seed fits a signed integer wherever it goes


def seeds_from(seed: int, count: int, *key: int) -> list[int]:
    """Return `count` independent seeds, the same ones for the same `seed` and `key`.

    Raises:
        UsageError: if `seed` is not a whole number of at least 0.
    """
    if isinstance(seed, bool) or not isinstance(seed, (int, np.integer)) or seed < 0:
        raise UsageError(f"seed is {seed!r}; it must be a whole number of at least 0")
    words = np.random.SeedSequence(int(seed), spawn_key=key).generate_state(count, np.uint64)
    return [int(word) >> (64 - SEED_BITS) for word in words]
