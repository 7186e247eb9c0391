"""Connect four: published counts, the slow twin on many boards, wins in each direction, and what people see."""

from __future__ import annotations

import random
from collections.abc import Callable

import numpy as np
import pytest
from tests.reference.connect_four import ConnectFourTwin
from tests.reference.playthrough import assert_agrees, assert_uniform, following, key_of, playthroughs

from monteverde.compile.binding import interpret
from monteverde.errors import UsageError
from monteverde.game import Position
from monteverde.games.connect_four import connect_four

NUM_POSITIONS = [1, 7, 49, 238, 1120, 4263]  # by ply, OEIS A212693
BOARDS = [(7, 6), (4, 4), (4, 5), (5, 4), (1, 63), (2, 31), (3, 20), (8, 7), (16, 3), (26, 1)]


def test_number_of_positions_by_key() -> None:
    """The number of different positions of each ply on 7x6 is the published one, told apart by key."""
    layer = {connect_four().initial()}
    for num_positions in NUM_POSITIONS[1:]:
        layer = {position.play(action) for position in layer for action in position.legal_actions()}
        assert len(layer) == num_positions


@pytest.mark.parametrize(("width", "height"), BOARDS)
def test_agrees_with_the_slow_twin(width: int, height: int, budget: Callable[..., int]) -> None:
    """Whose turn, legal actions, the end and the rewards are those of lists of stones, step by step."""
    assert_agrees(connect_four(width, height), lambda: ConnectFourTwin(width, height), budget(20, least=3))


@pytest.mark.parametrize(("width", "height"), [(7, 6), (2, 31), (16, 3)])
def test_compiled_plays_as_interpreted(width: int, height: int) -> None:
    """The same seed gives the same games, rewards and last states, compiled and as plain Python."""
    game = connect_four(width, height)
    assert playthroughs(game, 10) == playthroughs(game, 10, binder=interpret)


@pytest.mark.parametrize("moves", ["", "d d d d d d", "a a a a a a c c c c c c d d d d d d", "g g g g g g b"])
def test_sample_action_is_uniform(moves: str, budget: Callable[..., int]) -> None:
    """Every open column is drawn equally often, and no full one, however many are full."""
    assert_uniform(connect_four().initial().play_all(moves), budget(100_000))


@pytest.mark.parametrize(
    ("moves", "rewards"),
    [
        ("a b a b a b a", [1.0, 0.0]),
        ("d d e e f f g", [1.0, 0.0]),
        ("a b b c c d c d d g d", [1.0, 0.0]),
        ("g f f e e d e d d a d", [1.0, 0.0]),
        ("a b c b a b c b", [0.0, 1.0]),
    ],
    ids=["up", "right", "up to the right", "up to the left", "second player"],
)
def test_four_in_a_row_wins(moves: str, rewards: list[float]) -> None:
    """Four in a row ends the game in favour of whoever has them, in each direction, and not a move before."""
    position = connect_four().initial()
    for move in moves.split():
        assert not position.is_terminal
        position = position.play(move)
    assert position.is_terminal
    assert position.rewards.tolist() == rewards


def test_lines_do_not_run_on_into_the_next_column() -> None:
    """Three stones on top of a column and one at the bottom of the next are no four in a row."""
    position = connect_four().initial().play_all("a a b a a c a d a")
    assert not position.is_terminal


def test_a_full_board_without_four_is_a_draw() -> None:
    """The game ends when no column is open."""
    position = connect_four(width=2, height=2).initial().play_all("a a b b")
    assert position.is_terminal
    assert position.rewards.tolist() == [0.5, 0.5]


def test_key_ignores_the_order_of_moves() -> None:
    """The same stones give equal positions however they came, and other stones unequal ones."""
    start = connect_four().initial()
    assert start.play_all("a d b") == start.play_all("b d a")
    assert start.play_all("a d b") != start.play_all("a b d")


def test_key_is_exact() -> None:
    """On a board of 3x3, full columns and all, there are as many keys as different states."""
    layer = {b"": connect_four(width=3, height=3).initial()}
    keys, num_states = set(), 0
    while layer:
        keys |= {key_of(position) for position in layer.values()}
        num_states += len(layer)
        layer = following(layer)
    assert len(keys) == num_states > 500


def test_render() -> None:
    """The board is drawn with its columns and rows on the edges, row 1 at the bottom."""
    position = connect_four(width=5, height=4).initial().play_all("c c d")
    assert str(position) == "4 . . . . .\n3 . . . . .\n2 . . O . .\n1 . . X(X).\n  a b c d e"


def test_render_fits_80_columns() -> None:
    """The widest and the highest board are drawn on lines of the same length, of 80 columns at most."""
    for width, height in ((26, 1), (1, 63)):
        lines = str(connect_four(width, height).initial()).splitlines()
        assert len(lines) == height + 1
        assert len({len(line) for line in lines}) == 1
        assert len(lines[0]) <= 80


@pytest.mark.parametrize(("width", "height"), [(0, 6), (7, 0), (-1, -1), (8, 8), (27, 1), (1, 64)])
def test_boards_that_do_not_fit_are_refused(width: int, height: int) -> None:
    """A board without cells, or without room in 64 bits or in the alphabet, is an error with both numbers in it."""
    with pytest.raises(UsageError, match=f"width={width}, height={height}"):
        connect_four(width, height)


# -- what exact search is helped with ----------------------------------------------------------------------------------


def random_positions(width: int, height: int, count: int) -> list[Position]:
    """Return positions from the course of random games."""
    draw = random.Random(5)
    found = []
    while len(found) < count:
        position = connect_four(width, height).initial()
        for _ in range(draw.randrange(width * height)):
            if not position.is_terminal:
                position = position.play(draw.choice(position.legal_actions()))
        if not position.is_terminal:
            found.append(position)
    return found


def listed(position: Position, rule: str) -> list[int]:
    """Return what a rule writes."""
    out = np.zeros(position.game.num_actions, np.int64)
    with np.errstate(over="ignore"):
        return out[: position.game.rules[rule](position.state, out)].tolist()


def wins_at_once(position: Position) -> set[int]:
    """Return the actions that end the game in favour of the player to move."""
    after = {action: position.play(action) for action in position.legal_actions()}
    return {a for a, child in after.items() if child.is_terminal and child.rewards[position.to_move] == 1.0}


@pytest.mark.parametrize(("width", "height"), [(7, 6), (4, 5), (16, 3), (5, 4)])
def test_candidates_are_what_does_not_lose_at_once(width: int, height: int) -> None:
    """A win if there is one, else every action after which the other cannot win at once, else any single one."""
    for position in random_positions(width, height, 150):
        candidates, legal = listed(position, "candidate_actions"), position.legal_actions()
        wins = wins_at_once(position)
        safe = {a for a in legal if not wins_at_once(position.play(a))} if not wins else set()
        if wins:
            assert len(candidates) == 1
            assert set(candidates) <= wins
        elif safe:
            assert set(candidates) == safe
        else:
            assert len(candidates) == 1
            assert set(candidates) <= set(legal)


def test_canonical_key_is_that_of_the_mirror_image() -> None:
    """A game and its mirror image have one canonical key, and other positions have others."""
    game = connect_four()
    keys: dict[int, frozenset[str]] = {}
    for position in random_positions(7, 6, 200):
        mirrored = game.initial()
        for action in position.history:
            mirrored = mirrored.play(6 - action)
        with np.errstate(over="ignore"):
            key, image = (int(game.rules["canonical_key"](p.state)) for p in (position, mirrored))
        assert key == image
        boards = frozenset(str(Position(game, p.states())) for p in (position, mirrored))
        assert keys.setdefault(key, boards) == boards


@pytest.mark.parametrize(("width", "height"), [(7, 6), (4, 5), (26, 1)])
def test_prior_puts_wins_first_and_blunders_last(width: int, height: int) -> None:
    """A win weighs most; a move under a cell where the other wins weighs least, unless it wins itself."""
    for position in random_positions(width, height, 100):
        legal, weights = position.legal_actions(), np.zeros(width)
        with np.errstate(over="ignore"):
            position.game.rules["prior"](position.state, np.array(legal), len(legal), weights)
        by_action = dict(zip(legal, weights, strict=False))
        wins = wins_at_once(position)
        blunders = {a for a in set(legal) - wins if a in wins_at_once(position.play(a))}
        assert all(by_action[action] == 1000.0 for action in wins)
        assert all(by_action[action] == 0.01 for action in blunders)
        assert all(1.0 <= by_action[action] <= 100.0 for action in set(legal) - wins - blunders)
