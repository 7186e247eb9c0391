"""Stones on a Go board the slow, obvious way: a dictionary, and a search from stone to stone for chains."""

from __future__ import annotations

Point = tuple[int, int]
Stones = dict[Point, int]
"""0 (Black) or 1 (White) by (row, column)."""


def neighbours(point: Point, size: int) -> list[Point]:
    """Return the points beside `point`."""
    row, column = point
    around = [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]
    return [(r, c) for r, c in around if 0 <= r < size and 0 <= c < size]


def chain_at(stones: Stones, point: Point, size: int) -> set[Point]:
    """Return all points that are connected to `point` by what stands there (a colour, or nothing)."""
    found, waiting = {point}, [point]
    while waiting:
        for near in neighbours(waiting.pop(), size):
            if near not in found and stones.get(near) == stones.get(point):
                found.add(near)
                waiting.append(near)
    return found


def liberties(stones: Stones, point: Point, size: int) -> set[Point]:
    """Return the empty points beside the chain at `point`."""
    return {near for stone in chain_at(stones, point, size) for near in neighbours(stone, size) if near not in stones}


def after(stones: Stones, point: Point, player: int, size: int) -> tuple[Stones, set[Point], set[Point]]:
    """Return the board after `player` plays on `point`, the stones taken, and the own stones that are lost."""
    board = {**stones, point: player}
    taken: set[Point] = set()
    for near in neighbours(point, size):
        if board.get(near) == 1 - player and not liberties(board, near, size):
            taken |= chain_at(board, near, size)
    board = {stone: owner for stone, owner in board.items() if stone not in taken}
    lost = set() if liberties(board, point, size) else chain_at(board, point, size)
    return {stone: owner for stone, owner in board.items() if stone not in lost}, taken, lost
