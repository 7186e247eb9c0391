"""Kayles the slow, obvious way: rows as text, moves by slicing; and the published numbers of single rows."""

from __future__ import annotations

import re

# OEIS A002186, n = 0 .. 82. From 71 on the numbers repeat with period twelve.
GRUNDY = """
    0 1 2 3 1 4 3 2 1 4 2 6 4 1 2 7 1 4 3 2 1 4 6 7 4 1 2 8 5 4 7 2 1 8 6 7 4 1 2 3 1 4 7 2 1 8 2 7 4 1 2 8 1 4 7 2
    1 4 2 7 4 1 2 8 1 4 7 2 1 8 6 7 4 1 2 8 1 4 7 2 1 8 2
""".split()
GRUNDY_NUMBERS = list(map(int, GRUNDY))


class KaylesTwin:
    """Pins as letters, rows parted by spaces, longest first."""

    def __init__(self, rows: list[int]) -> None:
        self.num_pins = sum(rows)
        self.line = self.sorted_line(["i" * length for length in rows])
        self.to_move = 0

    @staticmethod
    def sorted_line(rows: list[str]) -> str:
        return " ".join(sorted(filter(None, rows), key=len, reverse=True))

    def pins(self) -> list[int]:
        """Where in the line each pin stands."""
        return [place for place, mark in enumerate(self.line) if mark == "i"]

    def legal_actions(self) -> list[int]:
        pins = self.pins()
        pairs = [self.num_pins + pin for pin, place in enumerate(pins) if self.line[place : place + 2] == "ii"]
        return [*range(len(pins)), *pairs]

    def play(self, action: int) -> None:
        width, place = 1 + action // self.num_pins, self.pins()[action % self.num_pins]
        self.line = self.sorted_line(re.split(" ", self.line[:place] + " " + self.line[place + width :]))
        self.to_move = 1 - self.to_move

    def is_terminal(self) -> bool:
        return not self.line

    def rewards(self) -> list[float]:
        return [float(self.to_move == 1), float(self.to_move == 0)]
