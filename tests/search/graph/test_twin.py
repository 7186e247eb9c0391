"""The library's graph against that of a slow, obvious twin that draws the same random numbers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.reference.search_graph import GraphObject, GraphUct, graph_differences, graph_position, random_graph
from tests.reference.search_uct import PositionObject, PythonDraws, SplitMix

import monteverde as mv
from monteverde.search.session import Search

SEEDS = st.integers(0, 2**32)


class KeyedPosition(PositionObject):
    """A position of a game as an object with a key."""

    def clone(self) -> KeyedPosition:
        """Return a copy; positions never change."""
        return KeyedPosition(self.position)

    def key(self) -> int:
        """Return the game's key."""
        return int(self.position.game.rules["key"](self.position.state))


def check(problem: Any, twin: GraphUct, seed: int, iterations: int) -> Search:
    """Search both ways, and compare the graphs and what the root is worth; return the library's search."""
    search = mv.MCTS(transpositions=True).start(problem, seed=seed, expected=iterations)
    search.run(iterations=iterations)
    for _ in range(iterations):
        twin.simulate()
    assert graph_differences(search.tree, twin.start) == []
    result = search.result()
    assert result.statistics.positions == len(twin.spots)
    assert result.statistics.cycles == twin.num_cycles
    low, high = twin.problem.reward_range
    expected = [low + (high - low) * value for value in twin.start.value]
    assert list(result.value[: len(expected)]) == pytest.approx(expected, abs=1e-12)
    return search


@given(graph=SEEDS, seed=SEEDS, cycles=st.booleans(), chance=st.booleans())
def test_graphs_of_objects(graph: int, seed: int, cycles: bool, chance: bool) -> None:
    """Three players, several movers into one position, chance, and ways back."""
    problem = GraphObject(random_graph(graph, cycles=cycles, chance=chance))
    check(problem, GraphUct(problem, PythonDraws(seed)), seed, 60)


@given(graph=SEEDS, seed=SEEDS, cycles=st.booleans())
@settings(max_examples=6)
def test_compiled_graphs(graph: int, seed: int, cycles: bool) -> None:
    """The same with arrays and the library's own random numbers."""
    position = graph_position(random_graph(graph, cycles=cycles))
    check(position, GraphUct(KeyedPosition(position), SplitMix(seed)), seed, 60)


def test_tic_tac_toe(budget: Callable[..., int]) -> None:
    """A game in which every order of the same moves is one position."""
    position = mv.load_game("tic_tac_toe").initial()
    search = check(position, GraphUct(KeyedPosition(position), SplitMix(9)), 9, budget(2000, least=150))
    assert search.result().statistics.joined > 0
