"""Breakthrough the slow, obvious way: a dictionary of pieces, and every step of every one tried."""

from __future__ import annotations

WHITE_STEPS = ((1, -1), (1, 0), (1, 1))  # ranks up, files to the right
BLACK_STEPS = ((-1, -1), (-1, 0), (-1, 1))


class BreakthroughTwin:
    """Pieces of 0 (White, below) and 1 (Black, above) by (rank, file)."""

    def __init__(self, rows: int = 8, columns: int = 8) -> None:
        self.rows, self.columns = rows, columns
        self.pieces = {(rank, file): 0 for rank in (0, 1) for file in range(columns)}
        self.pieces |= {(rank, file): 1 for rank in (rows - 2, rows - 1) for file in range(columns)}
        self.to_move = 0

    def moves(self) -> list[tuple[tuple[int, int], tuple[int, int]]]:
        """Return (from, to) of each legal move, by direction and then by square."""
        found = []
        for up, right in BLACK_STEPS if self.to_move else WHITE_STEPS:
            for rank, file in sorted(self.pieces):
                target = (rank + up, file + right)
                if self.pieces[rank, file] == self.to_move and self.is_open(target, is_straight=right == 0):
                    found.append(((rank, file), target))
        return found

    def is_open(self, target: tuple[int, int], *, is_straight: bool) -> bool:
        if not (0 <= target[0] < self.rows and 0 <= target[1] < self.columns):
            return False
        return target not in self.pieces or (not is_straight and self.pieces[target] != self.to_move)

    def play_move(self, source: tuple[int, int], target: tuple[int, int]) -> None:
        self.pieces[target] = self.pieces.pop(source)
        self.to_move = 1 - self.to_move

    def name(self, move: tuple[tuple[int, int], tuple[int, int]]) -> str:
        return "-".join(f"{'abcdefghijklmnop'[file]}{rank + 1}" for rank, file in move)

    def has_won(self, player: int) -> bool:
        last = 0 if player else self.rows - 1
        pieces = {cell for cell, owner in self.pieces.items() if owner == player}
        return any(rank == last for rank, _ in pieces) or len(pieces) == len(self.pieces)

    def is_terminal(self) -> bool:
        return self.has_won(0) or self.has_won(1)

    def rewards(self) -> list[float]:
        return [float(self.has_won(0)), float(self.has_won(1))]
