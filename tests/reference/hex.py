"""Hex the slow, obvious way: a dictionary of stones, and a search for a path over the whole board after every move."""

from __future__ import annotations

NEIGHBOURS = ((0, -1), (0, 1), (-1, 0), (1, 0), (-1, 1), (1, -1))


class HexTwin:
    """Stones of 0 (Black, top to bottom) and 1 (White, left to right) by (row, column)."""

    def __init__(self, size: int = 11, swap: bool = False) -> None:
        self.size, self.swap = size, swap
        self.stones: dict[tuple[int, int], int] = {}
        self.ply = 0
        self.to_move = 0

    def legal_actions(self) -> list[int]:
        cells = [r * self.size + c for r in range(self.size) for c in range(self.size) if (r, c) not in self.stones]
        return [*cells, self.size**2] if self.swap and self.ply == 1 else cells

    def play(self, action: int) -> None:
        if action == self.size**2:
            ((row, column),) = self.stones
            self.stones = {(column, row): 1}
        else:
            self.stones[divmod(action, self.size)] = self.to_move
        self.ply += 1
        self.to_move = 1 - self.to_move

    def is_joined(self, player: int) -> bool:
        """Whether `player` has a path from one edge to the other."""
        axis = player  # Black's paths go along rows, White's along columns
        waiting = [cell for cell, owner in self.stones.items() if owner == player and cell[axis] == 0]
        found = set(waiting)
        while waiting:
            row, column = waiting.pop()
            for down, right in NEIGHBOURS:
                cell = (row + down, column + right)
                if self.stones.get(cell) == player and cell not in found:
                    found.add(cell)
                    waiting.append(cell)
        return any(cell[axis] == self.size - 1 for cell in found)

    def is_terminal(self) -> bool:
        return self.is_joined(0) or self.is_joined(1)

    def rewards(self) -> list[float]:
        return [float(self.is_joined(0)), float(self.is_joined(1))]
