"""Othello the slow, obvious way: a board of lists, and every direction walked cell by cell."""

from __future__ import annotations

DIRECTIONS = [(rows, columns) for rows in (-1, 0, 1) for columns in (-1, 0, 1) if rows or columns]


class OthelloTwin:
    """Rows of None, 0 (black) and 1 (white), from the top down."""

    def __init__(self, size: int = 8) -> None:
        self.size = size
        self.board: list[list[int | None]] = [[None] * size for _ in range(size)]
        half = size // 2
        self.board[half - 1][half - 1] = self.board[half][half] = 1
        self.board[half - 1][half] = self.board[half][half - 1] = 0
        self.to_move = 0
        self.has_passed = False

    def turned(self, row: int, column: int) -> list[tuple[int, int]]:
        """Return the discs that the player to move would turn by placing one here."""
        if self.board[row][column] is not None:
            return []
        turned = []
        for rows, columns in DIRECTIONS:
            line = []
            r, c = row + rows, column + columns
            while 0 <= r < self.size and 0 <= c < self.size and self.board[r][c] == 1 - self.to_move:
                line.append((r, c))
                r, c = r + rows, c + columns
            if 0 <= r < self.size and 0 <= c < self.size and self.board[r][c] == self.to_move:
                turned += line
        return turned

    def placements(self) -> list[int]:
        return [cell for cell in range(self.size**2) if self.turned(*divmod(cell, self.size))]

    def legal_actions(self) -> list[int]:
        return self.placements() or [self.size**2]

    def play(self, action: int) -> None:
        self.has_passed = action == self.size**2
        if not self.has_passed:
            row, column = divmod(action, self.size)
            for r, c in [*self.turned(row, column), (row, column)]:
                self.board[r][c] = self.to_move
        self.to_move = 1 - self.to_move

    def is_terminal(self) -> bool:
        return self.has_passed and not self.placements()

    def rewards(self) -> list[float]:
        discs = [disc for row in self.board for disc in row]
        lead = discs.count(0) - discs.count(1)
        return [0.5, 0.5] if lead == 0 else [float(lead > 0), float(lead < 0)]
