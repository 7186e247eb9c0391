"""NoGo the slow, obvious way: a move is legal if afterwards every chain on the board has a liberty."""

from __future__ import annotations

from tests.reference.go_stones import Stones, liberties


class NoGoTwin:
    """Stones."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.stones: Stones = {}
        self.to_move = 0

    def is_legal(self, cell: int) -> bool:
        """Whether the player to move may play on `cell`."""
        point = divmod(cell, self.size)
        if point in self.stones:
            return False
        board = {**self.stones, point: self.to_move}
        return all(liberties(board, stone, self.size) for stone in board)

    def legal_actions(self) -> list[int]:
        return [cell for cell in range(self.size**2) if self.is_legal(cell)]

    def play(self, action: int) -> None:
        self.stones[divmod(action, self.size)] = self.to_move
        self.to_move = 1 - self.to_move

    def is_terminal(self) -> bool:
        return not self.legal_actions()

    def rewards(self) -> list[float]:
        """Who cannot play has lost."""
        return [float(self.to_move == 1), float(self.to_move == 0)]
