"""Atari go: counts by brute force, solved boards, the slow twin at every ply, playouts, and what people see."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from tests.reference.atari_go import AtariGoTwin
from tests.reference.exact import Recursion
from tests.reference.exhaustive import plies, values
from tests.reference.playthrough import assert_agrees, assert_uniform, following, key_of, playthroughs

from monteverde.compile.binding import interpret
from monteverde.errors import UsageError
from monteverde.games.atari_go import atari_go


def test_second_player_wins_2x2() -> None:
    """Every first move on 2x2 loses."""
    assert {value[0] for value in Recursion(atari_go(2)).action_values(atari_go(2).initial()).values()} == {0.0}


@pytest.mark.compiled
def test_first_player_wins_3x3() -> None:
    """The centre and the edges win, the corners lose."""
    found = plies(atari_go(3))
    assert values(found)[1][found[0].children].tolist() == [0, 1, 0, 1, 1, 1, 0, 1, 0]


@pytest.mark.parametrize(("size", "num_games"), [(2, 20), (3, 20), (5, 4), (6, 1)])
def test_agrees_with_the_slow_twin(size: int, num_games: int) -> None:
    """Whose turn, legal actions, the end and the rewards are those of a search for chains, step by step."""
    assert_agrees(atari_go(size), lambda: AtariGoTwin(size), num_games)


@pytest.mark.parametrize("size", [7])
def test_compiled_plays_as_interpreted(size: int) -> None:
    """The same seed gives the same games, rewards and last states, compiled and as plain Python."""
    game = atari_go(size)
    assert playthroughs(game, 4) == playthroughs(game, 4, binder=interpret)


@pytest.mark.parametrize("moves", ["", "B3 A1 B1 A2 C2"])
def test_sample_action_is_uniform(moves: str, budget: Callable[..., int]) -> None:
    """Every legal action is drawn equally often, where nearly all cells are legal and where few are."""
    assert_uniform(atari_go(3).initial().play_all(moves), budget(20_000))


def test_whoever_takes_first_wins() -> None:
    """Taking a stone in the corner ends the game, for whoever does it."""
    position = atari_go(3).initial().play_all("A1 A2 C3")
    assert not position.is_terminal
    assert position.play("B1").rewards.tolist() == [0.0, 1.0]


def test_suicide_is_illegal_unless_it_takes() -> None:
    """A cell without a liberty can be played on to take, and not else."""
    start = atari_go(3).initial()
    position = start.play_all("A2 C3 B1")
    assert "A1" not in map(position.action_name, position.legal_actions())
    assert start.play_all("A2 B2 B1 A3 C3 A1").rewards.tolist() == [0.0, 1.0]


def test_who_cannot_play_has_lost() -> None:
    """Where nothing has been taken and the game is over, whoever is to move has lost; it comes about on 3x3."""
    num_stuck = 0
    for actions, rewards, _ in playthroughs(atari_go(3), 200, binder=interpret):
        twin = AtariGoTwin(3)
        for action in actions:
            twin.play(action)
        if not twin.has_taken:
            num_stuck += 1
            assert rewards[twin.to_move] == 0.0
    assert num_stuck > 0


def test_key_tells_apart_what_differs() -> None:
    """After four moves there are as many keys as boards, and fewer than move sequences."""
    positions, boards = {b"": atari_go(3).initial()}, {}
    for _ in range(4):
        positions = following(positions)
    for position in positions.values():
        board = (position.state.colour.tobytes(), position.is_terminal)
        assert boards.setdefault(key_of(position), board) == board
    assert len(set(boards.values())) == len(boards) < len(positions)


def test_render() -> None:
    """The board has its coordinates, and brackets around the last stone."""
    assert str(atari_go(2).initial().play_all("A1 B2")) == "  A B\n2 .(○)2\n1 ● . 1\n  A B"


@pytest.mark.parametrize("size", [1, 20])
def test_bad_sizes_are_refused(size: int) -> None:
    """A board that is too small, or has more columns than letters, is an error that says so."""
    with pytest.raises(UsageError, match=f"size=.*{size}"):
        atari_go(size)
