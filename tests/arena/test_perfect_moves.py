"""How often a player is right."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import monteverde as mv
from monteverde.arena import perfect_moves
from monteverde.players import ExactPlayer, RandomPlayer


def test_an_exact_player_is_always_right(budget: Callable[..., int], oracle: mv.Oracle) -> None:
    """And a random one about as often as blind choice is."""
    positions = budget(150, least=50)
    exact, blind = perfect_moves(
        [ExactPlayer("alphabeta"), RandomPlayer()], "tic_tac_toe", positions, seed=1, oracle=oracle
    )
    assert (exact.perfect, exact.positions) == (positions, positions)
    assert exact.rate == 1.0
    low, high = blind.interval
    assert low < blind.by_chance < high
    assert 0.2 < blind.by_chance < 0.6


def test_more_simulations_are_right_more_often() -> None:
    """A search of 500 simulations is far better at Nim than one of 4."""
    weak, strong = perfect_moves(["uct:iterations=4", "uct:iterations=500"], "nim:3-4-5", 40, seed=2)
    assert weak.rate < strong.rate
    assert strong.rate > 0.8


def test_the_same_seed_asks_the_same(oracle: mv.Oracle) -> None:
    """Positions and players draw from the seed alone."""
    first = perfect_moves(["random"], "tic_tac_toe", 40, seed=3, oracle=oracle)
    assert perfect_moves(["random"], "tic_tac_toe", 40, seed=3, oracle=oracle) == first


def test_only_positions_in_which_something_can_go_wrong_count() -> None:
    """In this tree the root alone; both actions below it are worth the same."""
    tree = mv.load_game("tree_game:0{a:1{x:1 y:1} b:0}")
    (result,) = perfect_moves(["random"], tree, 5)
    assert result.positions == 1
    assert result.by_chance == 0.5


def test_a_game_without_a_choice_is_refused() -> None:
    """Nothing can go wrong where all actions are worth the same."""
    with pytest.raises(mv.UsageError, match="no move was better than another"):
        perfect_moves(["random"], mv.load_game("tree_game:0{a:1 b:1}"), 5)


def test_no_positions_are_refused() -> None:
    """One sentence."""
    with pytest.raises(mv.UsageError, match="positions is 0; it must be at least 1"):
        perfect_moves(["random"], "tic_tac_toe", 0)


def test_the_text_says_all(oracle: mv.Oracle) -> None:
    """Rate, interval, and what chance alone gives."""
    (result,) = perfect_moves(["random"], "tic_tac_toe", 20, seed=1, oracle=oracle)
    assert str(result).startswith(f"random: perfect in {result.perfect} of 20 positions")
    assert "blind choice" in str(result)
