"""Symmetries of boards: groups of permutations, and those that the built-in games have."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from monteverde.boards.symmetry import (
    HALF_TURN,
    IDENTITY,
    MIRRORED,
    OTHER_DIAGONAL,
    TRANSPOSED,
    UPSIDE_DOWN,
    Map,
    Point,
    cells,
    hexagon,
    image_table,
    images_rule,
    rectangle,
    triangle,
)
from monteverde.game import load_game

HEXAGON = [(row, column) for row in range(5) for column in range(5) if 2 <= row + column <= 6]
TRIANGLE = [(row, column) for row in range(4) for column in range(row + 1)]
SQUARE = [(row, column) for row in range(4) for column in range(4)]
OBLONG = [(row, column) for row in range(3) for column in range(4)]
NEAR_ON_HEXAGONS = {(0, 1), (1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1)}
NEAR_IN_TRIANGLE = {(0, 1), (1, 1), (1, 0), (0, -1), (-1, -1), (-1, 0)}
NEAR_ON_SQUARES = {(0, 1), (1, 0), (0, -1), (-1, 0)}

BOARDS = {
    "square": (SQUARE, rectangle(4, 4), NEAR_ON_SQUARES, 8),
    "oblong": (OBLONG, rectangle(3, 4), NEAR_ON_SQUARES, 4),
    "hexagon": (HEXAGON, hexagon(3), NEAR_ON_HEXAGONS, 12),
    "triangle": (TRIANGLE, triangle(4), NEAR_IN_TRIANGLE, 6),
}


@pytest.mark.parametrize("name", BOARDS)
def test_the_maps_of_a_board_are_its_whole_group(name: str) -> None:
    """As many as geometry has, all different, the identity first, and one after another is again one of them."""
    places, maps, _, count = BOARDS[name]
    images = image_table([(place,) for place in places], maps)
    assert images[0].tolist() == list(range(len(places)))
    assert all(sorted(row) == list(range(len(places))) for row in images.tolist())
    group = set(map(tuple, images.tolist()))
    assert len(group) == len(maps) == count
    assert {tuple(a[b]) for a in images for b in images} == group


@pytest.mark.parametrize("name", BOARDS)
def test_neighbours_stay_neighbours(name: str) -> None:
    """A symmetry keeps which cells touch."""
    places, maps, near, _ = BOARDS[name]
    pairs = _neighbours(places, near)
    for image in maps:
        assert {(image(a), image(b)) for a, b in pairs} == pairs


def _neighbours(places: Sequence[Point], near: set[Point]) -> set[tuple[Point, Point]]:
    return {(a, b) for a in places for b in places if (b[0] - a[0], b[1] - a[1]) in near}


@pytest.mark.parametrize(
    ("number", "corner"), [(IDENTITY, (0, 1)), (MIRRORED, (0, 1)), (UPSIDE_DOWN, (2, 0)), (HALF_TURN, (2, 3))]
)
def test_maps_of_a_rectangle_have_names(number: int, corner: Point) -> None:
    """Worked by hand on three rows of four: where the cell (0, 1), or a corner, goes."""
    image: Map = rectangle(3, 4)[number]
    expected = {IDENTITY: (0, 1), MIRRORED: (0, 2), UPSIDE_DOWN: (2, 1), HALF_TURN: (2, 2)}
    assert image((0, 1)) == expected[number]


def test_diagonals_of_a_square() -> None:
    """One exchanges rows and columns, the other the two corners on it."""
    maps = rectangle(3, 3)
    assert maps[TRANSPOSED]((0, 2)) == (2, 0)
    assert maps[OTHER_DIAGONAL]((0, 1)) == (1, 2)
    assert maps[OTHER_DIAGONAL]((0, 0)) == (2, 2)


def test_actions_of_several_points_and_of_none() -> None:
    """A step from a cell to a cell has the step between their images; what has no image, and a pass, stay."""
    steps = [((0, 0), (1, 1)), ((0, 2), (1, 1)), ((0, 0), (1, -1))]
    maps = rectangle(3, 3)
    assert image_table(steps, [maps[IDENTITY], maps[MIRRORED]], num_others=1).tolist() == [[0, 1, 2, 3], [1, 0, 2, 3]]


def test_the_rule_writes_a_column() -> None:
    """One image for each symmetry."""
    images = image_table(cells(2, 3), rectangle(2, 3))
    out = np.zeros(4, np.int64)
    images_rule(images)(1, out)
    assert out.tolist() == [1, 1, 4, 4]


@pytest.mark.parametrize(
    ("spec", "count"),
    [
        ("tic_tac_toe", 8),
        ("ultimate_tic_tac_toe", 8),
        ("gomoku:5", 8),
        ("go:3", 8),
        ("atari_go:3", 8),
        ("nogo:3", 8),
        ("dots_and_boxes:rows=2,columns=2", 8),
        ("dots_and_boxes:rows=2,columns=3", 4),
        ("domineering:rows=4,columns=4", 4),
        ("othello:4", 4),
        ("connect_four", 2),
        ("breakthrough:rows=5,columns=5", 2),
        ("front:5", 2),
        ("amazons:6", 2),
        ("hex:size=4,swap=true", 2),
        ("havannah:size=3,swap=true", 12),
        ("y:size=4,swap=true", 6),
        ("kalah", 1),
        ("rolit", 1),
    ],
)
def test_games_have_the_symmetries_that_keep_their_start(spec: str, count: int) -> None:
    """All different, and permutations; that they take plays to plays is for the conformance test to say."""
    game = load_game(spec)
    images = game.action_images
    assert images.shape == (count, game.num_actions)
    assert len(set(map(tuple, images.tolist()))) == count
    assert all(sorted(row) == list(range(game.num_actions)) for row in images.tolist())


def test_images_of_an_opening_by_hand() -> None:
    """Othello's first move: all four are one under its symmetries. Go's pass stays a pass."""
    othello = load_game("othello:8").initial()
    assert set(othello.game.action_images[:, othello.legal_actions()[0]].tolist()) == set(othello.legal_actions())
    assert set(load_game("go:3").action_images[:, 9].tolist()) == {9}


def test_replaying_images_gives_the_mirrored_position() -> None:
    """As the documentation says: the images of a position's moves lead to its image."""
    game = load_game("connect_four")
    mirrored = game.initial()
    for action in mirrored.play_all("a b a c").history:
        mirrored = mirrored.play(int(game.action_images[1, action]))
    assert mirrored == game.initial().play_all("g f g e")
