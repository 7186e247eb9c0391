"""Ultimate tic-tac-toe the slow, obvious way: a dictionary of marks on 9 by 9, looked at board by board."""

from __future__ import annotations

LINES = [[(i, j) for j in range(3)] for i in range(3)] + [[(j, i) for j in range(3)] for i in range(3)]
LINES += [[(i, i) for i in range(3)], [(i, 2 - i) for i in range(3)]]


class UltimateTicTacToeTwin:
    """Marks of 0 and 1 by (row, column); `target` is the (row, column) of a board, or None."""

    def __init__(self) -> None:
        self.marks: dict[tuple[int, int], int] = {}
        self.owners: dict[tuple[int, int], int] = {}
        self.target: tuple[int, int] | None = None
        self.to_move = 0

    def cells(self, board: tuple[int, int]) -> list[tuple[int, int]]:
        return [(3 * board[0] + row, 3 * board[1] + column) for row in range(3) for column in range(3)]

    def is_closed(self, board: tuple[int, int]) -> bool:
        return board in self.owners or all(cell in self.marks for cell in self.cells(board))

    def legal_actions(self) -> list[int]:
        boards = [(row, column) for row in range(3) for column in range(3)] if self.target is None else [self.target]
        return [
            9 * row + column
            for board in boards
            if not self.is_closed(board)
            for row, column in self.cells(board)
            if (row, column) not in self.marks
        ]

    def play(self, action: int) -> None:
        row, column = divmod(action, 9)
        self.marks[row, column] = self.to_move
        board = (row // 3, column // 3)
        for line in LINES:
            if all(self.marks.get((3 * board[0] + r, 3 * board[1] + c)) == self.to_move for r, c in line):
                self.owners[board] = self.to_move
        target = (row % 3, column % 3)
        self.target = None if self.is_closed(target) else target
        self.to_move = 1 - self.to_move

    def has_won(self, player: int) -> bool:
        return any(all(self.owners.get(board) == player for board in line) for line in LINES)

    def is_terminal(self) -> bool:
        is_full = all(self.is_closed((row, column)) for row in range(3) for column in range(3))
        return self.has_won(0) or self.has_won(1) or is_full

    def rewards(self) -> list[float]:
        if self.has_won(0) or self.has_won(1):
            return [float(self.has_won(0)), float(self.has_won(1))]
        return [0.5, 0.5]
