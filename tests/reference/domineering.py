"""Domineering the slow, obvious way: a set of free cells, and every domino tried."""

from __future__ import annotations


class DomineeringTwin:
    """Free cells by (row, column); player 0 places upright dominoes, 1 lying ones."""

    def __init__(self, rows: int = 8, columns: int = 8) -> None:
        self.rows, self.columns = rows, columns
        self.free = {(row, column) for row in range(rows) for column in range(columns)}
        self.to_move = 0

    def domino(self, action: int) -> set[tuple[int, int]]:
        """Return the two cells of an action."""
        lying, cell = divmod(action, self.rows * self.columns)
        row, column = divmod(cell, self.columns)
        return {(row, column), (row, column + 1) if lying else (row + 1, column)}

    def legal_actions(self) -> list[int]:
        first = self.to_move * self.rows * self.columns
        return [a for a in range(first, first + self.rows * self.columns) if self.domino(a) <= self.free]

    def play(self, action: int) -> None:
        self.free -= self.domino(action)
        self.to_move = 1 - self.to_move

    def is_terminal(self) -> bool:
        return not self.legal_actions()

    def rewards(self) -> list[float]:
        return [float(self.to_move == 1), float(self.to_move == 0)]
