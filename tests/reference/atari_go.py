"""Atari go the slow, obvious way."""

from __future__ import annotations

from tests.reference.go_stones import Stones, after


class AtariGoTwin:
    """Stones, and who has taken one."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.stones: Stones = {}
        self.to_move = 0
        self.has_taken = False

    def legal_actions(self) -> list[int]:
        free = [cell for cell in range(self.size**2) if divmod(cell, self.size) not in self.stones]
        return [cell for cell in free if not after(self.stones, divmod(cell, self.size), self.to_move, self.size)[2]]

    def play(self, action: int) -> None:
        point = divmod(action, self.size)
        self.has_taken = bool(after(self.stones, point, self.to_move, self.size)[1])
        self.stones[point] = self.to_move
        self.to_move = 1 - self.to_move

    def is_terminal(self) -> bool:
        return self.has_taken or not self.legal_actions()

    def rewards(self) -> list[float]:
        """The last to move has won, by taking or by leaving nothing to play."""
        return [float(self.to_move == 1), float(self.to_move == 0)]
