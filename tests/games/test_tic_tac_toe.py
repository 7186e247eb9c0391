"""Tic-tac-toe: published counts, the slow twin, and what people see."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest
from tests.reference.playthrough import assert_agrees, assert_uniform, playthroughs
from tests.reference.tic_tac_toe import TicTacToeTwin

from monteverde.compile.binding import interpret
from monteverde.game import Position
from monteverde.games.tic_tac_toe import TicTacToe

GAME = TicTacToe()


@pytest.fixture(scope="module")
def num_ways() -> Counter[Position]:
    """All reachable positions, each with the number of move sequences that lead to it."""
    found: Counter[Position] = Counter()
    layer = Counter([GAME.initial()])
    while layer:
        found += layer
        following: Counter[Position] = Counter()
        for position, ways in layer.items():
            for action in position.legal_actions():
                following[position.play(action)] += ways
        layer = following
    return found


def test_number_of_positions_by_key(num_ways: Counter[Position]) -> None:
    """There are 5,478 reachable positions, 958 of them final, and as many different keys."""
    assert len(num_ways) == 5478
    assert sum(position.is_terminal for position in num_ways) == 958


def test_number_of_games_by_result(num_ways: Counter[Position]) -> None:
    """Of the 255,168 complete games X wins 131,184, O wins 77,904, and 46,080 are draws."""
    results: Counter[tuple[float, ...]] = Counter()
    for position, ways in num_ways.items():
        if position.is_terminal:
            results[tuple(position.rewards)] += ways
    assert results == {(1.0, 0.0): 131184, (0.0, 1.0): 77904, (0.5, 0.5): 46080}


def test_agrees_with_the_slow_twin(budget: Callable[..., int]) -> None:
    """Whose turn, legal actions, the end and the rewards are those of a list of nine marks, step by step."""
    assert_agrees(GAME, TicTacToeTwin, budget(300, least=50))


def test_compiled_plays_as_interpreted() -> None:
    """The same seed gives the same games, rewards and last states, compiled and as plain Python."""
    assert playthroughs(GAME, 30) == playthroughs(GAME, 30, binder=interpret)


@pytest.mark.parametrize("moves", ["", "b2", "a1 b2 c3 a3", "a1 b2 c3 b1 b3 a3 c1"])
def test_sample_action_is_uniform(moves: str, budget: Callable[..., int]) -> None:
    """Every legal action is drawn equally often, and nothing else."""
    assert_uniform(GAME.initial().play_all(moves), budget(100_000))


@pytest.mark.compiled
def test_results_of_uniform_play() -> None:
    """Uniform play gives X .584921, draws .126984 and O .288095 (exact values), within five standard errors."""
    num_games = 20_000
    results = Counter(tuple(rewards) for _, rewards, _ in playthroughs(GAME, num_games))
    expected = {(1.0, 0.0): 0.584921, (0.5, 0.5): 0.126984, (0.0, 1.0): 0.288095}
    for result, share in expected.items():
        assert results[result] / num_games == pytest.approx(share, abs=5 * (share * (1 - share) / num_games) ** 0.5)


def test_key_ignores_the_order_of_moves() -> None:
    """The same stones give equal positions however they came, and other stones unequal ones."""
    start = GAME.initial()
    assert start.play_all("a1 b2 c3") == start.play_all("c3 b2 a1")
    assert start.play_all("a1 b2 c3") != start.play_all("a1 c3 b2")


def test_a_win_with_the_last_stone_is_no_draw() -> None:
    """A full board with three in a row is a win."""
    position = GAME.initial().play_all("a1 c1 b1 b3 b2 a2 c2 a3 c3")
    assert position.is_terminal
    assert position.rewards.tolist() == [1.0, 0.0]


def test_render() -> None:
    """The board is drawn with its coordinates on the edges, row 1 on top."""
    position = GAME.initial().play_all("b2 a1 c1")
    assert str(position) == "  a b c\n1 O .(X)\n2 . X .\n3 . . ."
    assert position.game.player_name(position.to_move) == "O"
