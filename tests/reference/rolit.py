"""Rolit the slow, obvious way: a dictionary of balls, and a walk along all eight lines from every square."""

from __future__ import annotations

LINES = [(down, right) for down in (-1, 0, 1) for right in (-1, 0, 1) if (down, right) != (0, 0)]


class RolitTwin:
    """Balls of colours 0 to 3 by (row, column)."""

    def __init__(self, players: int = 3, size: int = 8) -> None:
        self.players, self.size = players, size
        half = size // 2
        self.balls = {(half - 1, half - 1): 0, (half - 1, half): 1, (half, half): 2, (half, half - 1): 3}
        self.to_move = 0

    def enclosed(self, row: int, column: int) -> list[tuple[int, int]]:
        """Return the squares whose balls turn if the player to move plays at (row, column)."""
        turned = []
        for down, right in LINES:
            run, cell = [], (row + down, column + right)
            while cell in self.balls and self.balls[cell] != self.to_move:
                run.append(cell)
                cell = (cell[0] + down, cell[1] + right)
            if cell in self.balls:
                turned += run
        return turned

    def legal_actions(self) -> list[int]:
        every = [divmod(square, self.size) for square in range(self.size**2)]
        empty = [cell for cell in every if cell not in self.balls]
        enclosing = [cell for cell in empty if self.enclosed(*cell)]
        beside = [(r, c) for r, c in empty if any((r + down, c + right) in self.balls for down, right in LINES)]
        return [row * self.size + column for row, column in enclosing or beside]

    def play(self, action: int) -> None:
        cell = divmod(action, self.size)
        for turned in self.enclosed(*cell):
            self.balls[turned] = self.to_move
        self.balls[cell] = self.to_move
        self.to_move = (self.to_move + 1) % self.players

    def is_terminal(self) -> bool:
        return len(self.balls) == self.size**2

    def rewards(self) -> list[float]:
        counts = [list(self.balls.values()).count(player) for player in range(self.players)]
        winners = counts.count(max(counts))
        return [1.0 / winners if count == max(counts) else 0.0 for count in counts]
