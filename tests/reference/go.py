"""Go the slow, obvious way: every board that has been is kept, and every move is tried to see what it would do."""

from __future__ import annotations

from typing import Any

from tests.reference.go_stones import Point, Stones, after, chain_at, liberties, neighbours


class GoTwin:
    """Stones, and all that has been, under one of the three ko rules."""

    def __init__(self, size: int, komi: float = 7.5, ko: str = "psk", suicide: bool = False) -> None:
        self.size, self.komi, self.ko, self.suicide = size, komi, ko, suicide
        self.stones: Stones = {}
        self.to_move = self.ply = self.num_passes = 0
        self.ko_point: Point | None = None
        self.past = {self.board_with_turn(self.stones, 0)}
        self.limit = max(3 * size**2, 96)

    def board_with_turn(self, stones: Stones, to_move: int) -> Any:
        """What may not come again: the board, under situational superko with the player to move."""
        return frozenset(stones.items()), to_move if self.ko == "ssk" else None

    def points(self) -> list[Point]:
        """All points, row by row."""
        return [(row, column) for row in range(self.size) for column in range(self.size)]

    def is_legal(self, point: Point) -> bool:
        """Whether the player to move may play on `point`."""
        if point in self.stones:
            return False
        board, _, lost = after(self.stones, point, self.to_move, self.size)
        if lost and not self.suicide:
            return False
        if self.ko == "simple":
            return point != self.ko_point
        return self.board_with_turn(board, 1 - self.to_move) not in self.past

    def is_eye(self, point: Point) -> bool:
        """Whether a playout of the player to move leaves `point` alone."""
        row, column = point
        around = neighbours(point, self.size)
        diagonals = [(row + down, column + right) for down in (-1, 1) for right in (-1, 1)]
        num_others = sum(self.stones.get(diagonal) == 1 - self.to_move for diagonal in diagonals)
        is_inside = len(around) == 4
        return all(self.stones.get(near) == self.to_move for near in around) and num_others <= is_inside

    def legal_actions(self) -> list[int]:
        return [
            *(row * self.size + column for row, column in self.points() if self.is_legal((row, column))),
            self.size**2,
        ]

    def sensible_actions(self) -> list[int]:
        """What a playout chooses from: legal moves that fill no own eye, or else a pass."""
        moves = [action for action in self.legal_actions()[:-1] if not self.is_eye(divmod(action, self.size))]
        return moves or [self.size**2]

    def play(self, action: int) -> None:
        self.ply += 1
        self.ko_point = None
        if action == self.size**2:
            self.num_passes += 1
        else:
            point = divmod(action, self.size)
            self.num_passes = 0
            self.stones, taken, _ = after(self.stones, point, self.to_move, self.size)
            is_lone = point in self.stones and chain_at(self.stones, point, self.size) == {point}
            if len(taken) == 1 and is_lone and len(liberties(self.stones, point, self.size)) == 1:
                (self.ko_point,) = taken
        self.to_move = 1 - self.to_move
        self.past.add(self.board_with_turn(self.stones, self.to_move))

    def is_terminal(self) -> bool:
        return self.num_passes == 2 or self.ply == self.limit

    def lead(self) -> int:
        """Black's area less White's: stones, and empty points from which only one colour is reached."""
        total = 0
        for point in self.points():
            owners = {self.stones.get(point)}
            if owners == {None}:
                region = chain_at(self.stones, point, self.size)
                owners = {
                    self.stones[near] for cell in region for near in neighbours(cell, self.size) if near in self.stones
                }
            total += (owners == {0}) - (owners == {1})
        return total

    def rewards(self) -> list[float]:
        lead = self.lead() - self.komi
        return [0.5, 0.5] if lead == 0 else [float(lead > 0), float(lead < 0)]

    def identity(self) -> Any:
        """All that decides what can come."""
        past = frozenset(self.past) if self.ko != "simple" else None
        return frozenset(self.stones.items()), self.to_move, self.ply, self.num_passes, self.ko_point, past
