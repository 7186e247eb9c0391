"""What the tests of the search share: one way to search a tree made by hand, as an object and compiled."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from tests.reference.search_trees import (
    ChanceTreeGame,
    ChanceTreeObject,
    Node,
    PayingTreeGame,
    TreeGame,
    TreeObject,
    table_position,
)

import monteverde as mv
from monteverde.search.result import SearchResult

GAMES = {
    ((-1.0, 1.0), False): TreeGame(),
    ((0.0, 10.0), False): ChanceTreeGame(),
    ((-10.0, 10.0), True): PayingTreeGame(),
}


@dataclass(frozen=True)
class Found:
    """What a search of a tree made by hand found, by the names of the actions."""

    action: str
    value: tuple[float, ...]
    visits: dict[str, int]
    values: dict[str, float]
    result: SearchResult


@dataclass(frozen=True)
class Solver:
    """Searches trees made by hand, in one of the two forms that a problem can have."""

    is_compiled: bool

    def problem(
        self, tree: Node, *, reward_range: tuple[float, float] = (-1.0, 1.0), pays: bool = False, **facts: Any
    ) -> Any:
        """Return `tree` as something to search; `pays`: on every node, discounted by one half."""
        if self.is_compiled:
            return table_position(tree, GAMES[reward_range, pays])
        if pays:
            facts |= {"step_rewards": True, "discount": 0.5}
        kind = ChanceTreeObject if reward_range == (0.0, 10.0) else TreeObject  # as the compiled games
        return kind(tree, reward_range=reward_range, **{"num_players": 4, **facts})

    def __call__(
        self, tree: Node, iterations: int, *, mcts: mv.MCTS | None = None, seed: int = 1, **facts: Any
    ) -> Found:
        """Search `tree` and return what was found."""
        result = (mcts or mv.MCTS()).search(self.problem(tree, **facts), iterations=iterations, seed=seed)
        names: Callable[[Any], str] = list(tree.children).__getitem__ if self.is_compiled else str
        return Found(
            action=names(result.action),
            value=result.value,
            visits={names(line.action): line.visits for line in result.actions},
            values={names(line.action): line.value for line in result.actions},
            result=result,
        )


@pytest.fixture(params=["object", "compiled"])
def solve(request: pytest.FixtureRequest) -> Solver:
    """A function that searches a tree made by hand; the test runs once for each form of the problem."""
    return Solver(is_compiled=request.param == "compiled")
