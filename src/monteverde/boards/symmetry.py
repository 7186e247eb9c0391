"""The symmetries of boards, as tables of the images of actions: squares, rectangles, hexagons, triangles.

A map takes a point of the board to a point; an action is the point or the points that it is about. The first map of
every board leaves all as it is. A game has those symmetries of its board that keep its first position, players and all,
as it is: `connect_four` has the mirror alone, since stones fall.

    images = image_table(cells(3, 3), rectangle(3, 3))      # (8, 9): images[k, action]
    symmetries = images_rule(images)
"""

import itertools
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from monteverde.compile import kernel

Point = tuple[int, int]
Map = Callable[[Point], Point]
Images = npt.NDArray[np.int64]

IDENTITY, MIRRORED, UPSIDE_DOWN, HALF_TURN = range(4)
TRANSPOSED, OTHER_DIAGONAL = 4, 7
"""Where in `rectangle` some maps are; the last two on squares alone: reflections in either diagonal."""


def cells(rows: int, columns: int) -> list[tuple[Point]]:
    """Return the cells of a board, row by row, as actions of one point (row, column)."""
    return [((row, column),) for row in range(rows) for column in range(columns)]


def rectangle(rows: int, columns: int) -> list[Map]:
    """Return the 4 symmetries of a rectangle, or the 8 of a square, of points (row, column).

    In order: identity, left and right exchanged, top and bottom exchanged, both; on a square then the same four after
    rows and columns have been exchanged.
    """
    bottom, right = rows - 1, columns - 1
    maps: list[Map] = [
        lambda p: p,
        lambda p: (p[0], right - p[1]),
        lambda p: (bottom - p[0], p[1]),
        lambda p: (bottom - p[0], right - p[1]),
    ]
    return maps if rows != columns else maps + [_after_exchange(image) for image in maps]


def _after_exchange(image: Map) -> Map:
    return lambda p: image((p[1], p[0]))


def hexagon(size: int) -> list[Map]:
    """Return the 12 symmetries of a hexagon with sides of `size` cells, of points (row, column).

    A row begins half a cell to the right of the one above it. Row, column and their negative sum, counted from the
    centre, are the three axes: a symmetry exchanges them, and turns all of them round or none.
    """
    centre = size - 1

    def image(order: tuple[int, ...], sign: int) -> Map:
        def turned(p: Point) -> Point:
            row, column = p[0] - centre, p[1] - centre
            axes = (row, column, -row - column)
            return centre + sign * axes[order[0]], centre + sign * axes[order[1]]

        return turned

    return [image(order, sign) for sign in (1, -1) for order in itertools.permutations(range(3))]


def triangle(size: int) -> list[Map]:
    """Return the 6 symmetries of a triangle of `size` rows, of points (row, column); row r has columns 0 to r.

    The distances of a cell to the three sides are exchanged.
    """

    def image(order: tuple[int, ...]) -> Map:
        def turned(p: Point) -> Point:
            distances = (p[1], p[0] - p[1], size - 1 - p[0])
            left, right = distances[order[0]], distances[order[1]]
            return left + right, left

        return turned

    return [image(order) for order in itertools.permutations(range(3))]


def image_table(actions: Sequence[tuple[Point, ...]], maps: Sequence[Map], num_others: int = 0) -> Images:
    """Return the image of each action under each map: int64, (len(maps), len(actions) + num_others).

    Args:
        actions: the points of each action; an action has as its image the one at the images of its points, in order.
        maps: the identity first.
        num_others: actions that follow those and are their own images, such as a pass.

    An action whose image is none of them is taken for its own: actions that are nowhere legal may have any points.
    """
    numbers = {points: number for number, points in enumerate(actions)}
    images = np.tile(np.arange(len(actions) + num_others), (len(maps), 1))
    for row, image in zip(images, maps, strict=True):
        for number, points in enumerate(actions):
            row[number] = numbers.get(tuple(image(point) for point in points), number)
    return images


def images_rule(images: Images) -> Callable[..., Any]:
    """Return the rule `symmetries` of a game with these images of its actions."""

    @kernel
    def symmetries(action, out):
        for k in range(len(images)):
            out[k] = images[k, action]

    return symmetries
