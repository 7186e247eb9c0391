"""What tests of the arena share."""

from __future__ import annotations

import pytest

import monteverde as mv


@pytest.fixture(scope="session")
def oracle() -> mv.Oracle:
    """Knows tic-tac-toe; what it has looked up it need not look up again."""
    return mv.Oracle("tic_tac_toe")
