"""Gomoku the slow, obvious way: a dictionary of stones, and every run on the board measured after every move."""

from __future__ import annotations

DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))


class GomokuTwin:
    """Stones of 0 and 1 by (row, column)."""

    def __init__(self, size: int = 15, row: int = 5, exact: bool = False) -> None:
        self.size, self.row, self.exact = size, row, exact
        self.stones: dict[tuple[int, int], int] = {}
        self.to_move = 0

    def legal_actions(self) -> list[int]:
        return [cell for cell in range(self.size**2) if divmod(cell, self.size) not in self.stones]

    def play(self, action: int) -> None:
        self.stones[divmod(action, self.size)] = self.to_move
        self.to_move = 1 - self.to_move

    def run_lengths(self, player: int) -> set[int]:
        """Return the lengths of all runs of stones that are as long as can be."""
        own = {cell for cell, owner in self.stones.items() if owner == player}
        lengths = set()
        for row, column in own:
            for down, right in DIRECTIONS:
                if (row - down, column - right) not in own:
                    length = 1
                    while (row + length * down, column + length * right) in own:
                        length += 1
                    lengths.add(length)
        return lengths

    def has_won(self, player: int) -> bool:
        lengths = self.run_lengths(player)
        return self.row in lengths if self.exact else max(lengths, default=0) >= self.row

    def is_terminal(self) -> bool:
        return self.has_won(0) or self.has_won(1) or not self.legal_actions()

    def rewards(self) -> list[float]:
        if self.has_won(0) or self.has_won(1):
            return [float(self.has_won(0)), float(self.has_won(1))]
        return [0.5, 0.5]
