"""Connect four the slow, obvious way: a list of stones a column, and every line of four looked at."""

from __future__ import annotations


class ConnectFourTwin:
    """Columns of 0 (first player) and 1, from the bottom up."""

    def __init__(self, width: int = 7, height: int = 6) -> None:
        self.width, self.height = width, height
        self.columns: list[list[int]] = [[] for _ in range(width)]
        self.to_move = 0

    def legal_actions(self) -> list[int]:
        return [c for c in range(self.width) if len(self.columns[c]) < self.height]

    def play(self, action: int) -> None:
        self.columns[action].append(self.to_move)
        self.to_move = 1 - self.to_move

    def stone(self, column: int, row: int) -> int | None:
        if 0 <= column < self.width and 0 <= row < len(self.columns[column]):
            return self.columns[column][row]
        return None

    def winner(self) -> int | None:
        for column in range(self.width):
            for row in range(self.height):
                for across, up in ((1, 0), (0, 1), (1, 1), (1, -1)):
                    four = {self.stone(column + i * across, row + i * up) for i in range(4)}
                    if four in ({0}, {1}):
                        return four.pop()
        return None

    def is_terminal(self) -> bool:
        return self.winner() is not None or not self.legal_actions()

    def rewards(self) -> list[float]:
        winner = self.winner()
        return [0.5, 0.5] if winner is None else [1.0 - winner, float(winner)]
