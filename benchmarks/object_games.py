"""Tic-tac-toe and Connect Four as mutable Python objects, the way that a careful Python user would write them.

An object is played in place and copied by `clone`. Both games keep what is asked of them at every ply (the legal
actions, whether the game is over) up to date, so that a simulation spends little time in the game and the search shows.
Player 0 begins; a win pays 1, a draw 0.5, a loss 0.
"""

from __future__ import annotations

LINES = (0b111, 0b111000, 0b111000000, 0b001001001, 0b010010010, 0b100100100, 0b100010001, 0b001010100)
LINES_THROUGH = tuple(tuple(line for line in LINES if line >> cell & 1) for cell in range(9))
BOTTOMS = [7 * column for column in range(7)]  # a column is seven bits: six cells and a gap that stops wrapping
TOPS = [bottom + 6 for bottom in BOTTOMS]


class ObjectGame:
    """What both games share: two sets of stones as bits, the legal actions, and how the game ended."""

    __slots__ = ("is_over", "legal", "mine", "player", "theirs", "won_by")
    num_players = 2

    def __init__(self, actions: int) -> None:
        self.mine = self.theirs = 0  # of the player to move, and of the other
        self.player = 0
        self.legal = list(range(actions))
        self.is_over = False
        self.won_by: int | None = None

    def to_move(self) -> int:
        """Return the player whose turn it is."""
        return self.player

    def legal_actions(self) -> list[int]:
        """Return the legal actions, as a list that is the caller's own."""
        return self.legal.copy()

    def is_terminal(self) -> bool:
        """Return whether the game has ended."""
        return self.is_over

    def rewards(self) -> tuple[float, float]:
        """Return what each player receives."""
        if self.won_by is None:
            return (0.5, 0.5)
        return (0.0, 1.0) if self.won_by else (1.0, 0.0)


class TicTacToe(ObjectGame):
    """Three in a row on nine cells."""

    __slots__ = ()
    max_length = 9

    def __init__(self) -> None:
        super().__init__(actions=9)

    def play(self, cell: int) -> None:
        """Put a stone of the player to move on `cell`."""
        stones = self.mine | 1 << cell
        self.legal.remove(cell)
        for line in LINES_THROUGH[cell]:
            if stones & line == line:
                self.is_over, self.won_by = True, self.player
                break
        else:
            self.is_over = not self.legal
        self.mine, self.theirs = self.theirs, stones
        self.player = 1 - self.player

    def clone(self) -> TicTacToe:
        """Return a copy that can be played on without changing this one."""
        copy = self.__class__.__new__(self.__class__)
        copy.mine, copy.theirs, copy.player = self.mine, self.theirs, self.player
        copy.is_over, copy.won_by = self.is_over, self.won_by
        copy.legal = self.legal.copy()
        return copy


class ConnectFour(ObjectGame):
    """Four in a row on seven columns of six cells."""

    __slots__ = ("heights",)
    max_length = 42

    def __init__(self) -> None:
        super().__init__(actions=7)
        self.heights = BOTTOMS.copy()

    def play(self, column: int) -> None:
        """Drop a stone of the player to move into `column`."""
        height = self.heights[column]
        stones = self.mine | 1 << height
        self.heights[column] = height + 1
        if height + 1 == TOPS[column]:
            self.legal.remove(column)
        up, right = stones & stones >> 1, stones & stones >> 7
        down, rise = stones & stones >> 6, stones & stones >> 8
        if up & up >> 2 or right & right >> 14 or down & down >> 12 or rise & rise >> 16:
            self.is_over, self.won_by = True, self.player
        elif not self.legal:
            self.is_over = True
        self.mine, self.theirs = self.theirs, stones
        self.player = 1 - self.player

    def clone(self) -> ConnectFour:
        """Return a copy that can be played on without changing this one."""
        copy = self.__class__.__new__(self.__class__)
        copy.mine, copy.theirs, copy.player = self.mine, self.theirs, self.player
        copy.is_over, copy.won_by = self.is_over, self.won_by
        copy.legal, copy.heights = self.legal.copy(), self.heights.copy()
        return copy
