"""NoGo: published counts, solved boards, the slow twin at every ply, playouts, and what people see."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from tests.reference.exact import Recursion
from tests.reference.exhaustive import plies, values
from tests.reference.nogo import NoGoTwin
from tests.reference.playthrough import assert_agrees, assert_uniform, following, key_of, playthroughs

from monteverde.compile.binding import interpret
from monteverde.errors import UsageError
from monteverde.games.nogo import nogo


def test_first_player_wins_2x2() -> None:
    """Every first move on 2x2 wins."""
    assert {value[0] for value in Recursion(nogo(2)).action_values(nogo(2).initial()).values()} == {1.0}


@pytest.mark.compiled
def test_first_player_wins_3x3() -> None:
    """Every first move wins."""
    found = plies(nogo(3))
    assert values(found)[1][found[0].children].tolist() == [1.0] * 9


@pytest.mark.parametrize(("size", "num_games"), [(2, 20), (3, 20), (5, 4), (6, 1)])
def test_agrees_with_the_slow_twin(size: int, num_games: int) -> None:
    """Whose turn, legal actions, the end and the rewards are those of a search for chains, step by step."""
    assert_agrees(nogo(size), lambda: NoGoTwin(size), num_games)


@pytest.mark.parametrize("size", [9])
def test_compiled_plays_as_interpreted(size: int) -> None:
    """The same seed gives the same games, rewards and last states, compiled and as plain Python."""
    game = nogo(size)
    assert playthroughs(game, 4) == playthroughs(game, 4, binder=interpret)


@pytest.mark.parametrize("moves", ["", "A3 C2 C1 B3 A1"])
def test_sample_action_is_uniform(moves: str, budget: Callable[..., int]) -> None:
    """Every legal action is drawn equally often, where all empty cells are legal and where some are not."""
    assert_uniform(nogo(3).initial().play_all(moves), budget(20_000))


def test_neither_side_may_be_taken() -> None:
    """The last liberty of a stone in the corner is forbidden to both: it would take, or leave none."""
    position = nogo(3).initial().play_all("A1 A2")
    assert "B1" in [position.action_name(action) for action in position.legal_actions()]
    position = position.play("C3")
    assert "B1" not in [position.action_name(action) for action in position.legal_actions()]


def test_key_tells_apart_what_differs() -> None:
    """After four moves there are as many keys as boards, and fewer than move sequences."""
    positions, boards = {b"": nogo(3).initial()}, {}
    for _ in range(4):
        positions = following(positions)
    for position in positions.values():
        board = (position.state.colour.tobytes(), position.is_terminal)
        assert boards.setdefault(key_of(position), board) == board
    assert len(set(boards.values())) == len(boards) < len(positions)


def test_render() -> None:
    """The board has its coordinates, and brackets around the last stone."""
    assert str(nogo(2).initial().play_all("A1 B2")) == "  A B\n2 .(○)2\n1 ● . 1\n  A B"


@pytest.mark.parametrize("size", [1, 20])
def test_bad_sizes_are_refused(size: int) -> None:
    """A board that is too small, or has more columns than letters, is an error that says so."""
    with pytest.raises(UsageError, match=f"size=.*{size}"):
        nogo(size)
