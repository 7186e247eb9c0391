"""Y the slow, obvious way: a dictionary of stones, and every group looked at after every move."""

from __future__ import annotations

NEIGHBOURS = ((0, -1), (0, 1), (-1, -1), (-1, 0), (1, 0), (1, 1))


class YTwin:
    """Stones of 0 and 1 by (row, column); row r of the triangle has r + 1 cells."""

    def __init__(self, size: int = 11, swap: bool = False) -> None:
        self.size, self.swap = size, swap
        self.cells = [(row, column) for row in range(size) for column in range(row + 1)]
        self.stones: dict[tuple[int, int], int] = {}
        self.ply = 0
        self.to_move = 0

    def legal_actions(self) -> list[int]:
        empty = [number for number, cell in enumerate(self.cells) if cell not in self.stones]
        return [*empty, len(self.cells)] if self.swap and self.ply == 1 else empty

    def play(self, action: int) -> None:
        if action == len(self.cells):
            self.stones = dict.fromkeys(self.stones, 1)
        else:
            self.stones[self.cells[action]] = self.to_move
        self.ply += 1
        self.to_move = 1 - self.to_move

    def group(self, cell: tuple[int, int]) -> set[tuple[int, int]]:
        """Return the stones that are connected with the one on `cell`."""
        found, waiting = {cell}, [cell]
        while waiting:
            row, column = waiting.pop()
            for down, right in NEIGHBOURS:
                near = (row + down, column + right)
                if near not in found and self.stones.get(near) == self.stones[cell]:
                    found.add(near)
                    waiting.append(near)
        return found

    def has_won(self, player: int) -> bool:
        for group in (self.group(cell) for cell, owner in self.stones.items() if owner == player):
            is_left = any(column == 0 for _, column in group)
            is_right = any(column == row for row, column in group)
            if is_left and is_right and any(row == self.size - 1 for row, _ in group):
                return True
        return False

    def is_terminal(self) -> bool:
        return self.has_won(0) or self.has_won(1)

    def rewards(self) -> list[float]:
        return [float(self.has_won(0)), float(self.has_won(1))]
