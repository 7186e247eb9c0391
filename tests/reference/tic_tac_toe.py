"""Tic-tac-toe the slow, obvious way: a list of nine marks."""

from __future__ import annotations


class TicTacToeTwin:
    """A board of None, 0 (X) and 1 (O), row by row."""

    def __init__(self) -> None:
        self.board: list[int | None] = [None] * 9
        self.to_move = 0

    def legal_actions(self) -> list[int]:
        return [cell for cell in range(9) if self.board[cell] is None]

    def play(self, action: int) -> None:
        self.board[action] = self.to_move
        self.to_move = 1 - self.to_move

    def winner(self) -> int | None:
        rows = [[0, 1, 2], [3, 4, 5], [6, 7, 8]]
        columns = [[0, 3, 6], [1, 4, 7], [2, 5, 8]]
        for line in [*rows, *columns, [0, 4, 8], [2, 4, 6]]:
            for player in (0, 1):
                if all(self.board[cell] == player for cell in line):
                    return player
        return None

    def is_terminal(self) -> bool:
        return self.winner() is not None or None not in self.board

    def rewards(self) -> list[float]:
        winner = self.winner()
        return [0.5, 0.5] if winner is None else [1.0 - winner, float(winner)]
