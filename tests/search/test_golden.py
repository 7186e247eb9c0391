"""The trees that searches make are those that were reviewed: the same in every mode, until a change is meant."""

from __future__ import annotations

import json

import pytest
from scripts.make_golden import FOLDER, golden, path_of

import monteverde as mv


@pytest.mark.parametrize("algorithm", mv.algorithm_names())
def test_the_tree_is_the_golden_one(algorithm: str) -> None:
    """Every visit and every value; `scripts/make_golden.py` writes it anew."""
    assert golden(algorithm) == json.loads(path_of(algorithm).read_text("utf-8"))


def test_there_is_a_golden_tree_for_every_algorithm_and_no_other() -> None:
    """A new algorithm needs one, and one that is gone leaves none."""
    assert sorted(path.stem for path in FOLDER.glob("*.json")) == mv.algorithm_names()
