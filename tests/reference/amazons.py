"""Amazons the slow, obvious way: a dictionary of what stands where, and queens that walk square by square."""

from __future__ import annotations

WAYS = (((0, -1), (0, 1)), ((-1, 0), (1, 0)), ((-1, -1), (1, 1)), ((1, -1), (-1, 1)))  # rows down, columns right
ARROW = 2


class AmazonsTwin:
    """Amazons of 0 (White) and 1 (Black) and arrows by (row, column), row 0 the farthest from White."""

    def __init__(self, size: int = 10) -> None:
        self.size = size
        near, far = size // 2 - 2, size - 1 - (size // 2 - 2)
        last = size - 1
        self.pieces = {(0, near): 1, (0, far): 1, (near, 0): 1, (near, last): 1}
        self.pieces |= {(last, near): 0, (last, far): 0, (last - near, 0): 0, (last - near, last): 0}
        self.to_move = 0
        self.shooter: tuple[int, int] | None = None

    def number(self, square: tuple[int, int]) -> int:
        return square[0] * self.size + square[1]

    def targets(self, square: tuple[int, int]) -> list[int]:
        """Return the squares where a queen on `square` can go, line by line, in ascending order of columns or rows."""
        found = []
        for line in WAYS:
            reached = []
            for down, right in line:
                row, column = square[0] + down, square[1] + right
                while 0 <= row < self.size and 0 <= column < self.size and (row, column) not in self.pieces:
                    reached.append((row, column))
                    row, column = row + down, column + right
            along = 0 if line == WAYS[1] else 1
            found += sorted(reached, key=lambda cell: cell[along])
        return [self.number(cell) for cell in found]

    def legal_actions(self) -> list[int]:
        if self.shooter is not None:
            return self.targets(self.shooter)
        own = sorted(square for square, piece in self.pieces.items() if piece == self.to_move)
        count = self.size**2
        return [count + count * self.number(square) + target for square in own for target in self.targets(square)]

    def play(self, action: int) -> None:
        count = self.size**2
        if action < count:
            self.pieces[divmod(action, self.size)] = ARROW
            self.to_move, self.shooter = 1 - self.to_move, None
        else:
            square, target = divmod(action - count, count)
            self.shooter = divmod(target, self.size)
            self.pieces[self.shooter] = self.pieces.pop(divmod(square, self.size))

    def is_terminal(self) -> bool:
        return not self.legal_actions()

    def rewards(self) -> list[float]:
        return [float(self.to_move == 1), float(self.to_move == 0)]
