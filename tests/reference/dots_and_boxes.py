"""Dots and boxes the slow, obvious way: a set of pairs of dots, and every box looked at after every line."""

from __future__ import annotations

Dot = tuple[int, int]


class DotsAndBoxesTwin:
    """Lines drawn as pairs of dots (row, column), and who closed which box."""

    def __init__(self, rows: int = 5, columns: int = 5, players: int = 2) -> None:
        self.players = players
        self.lines = [((r, c), (r, c + 1)) for r in range(rows + 1) for c in range(columns)]
        self.lines += [((r, c), (r + 1, c)) for r in range(rows) for c in range(columns + 1)]
        self.boxes = [(r, c) for r in range(rows) for c in range(columns)]
        self.drawn: set[tuple[Dot, Dot]] = set()
        self.owners: dict[Dot, int] = {}
        self.to_move = 0

    def is_closed(self, box: Dot) -> bool:
        r, c = box
        corners = ((r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1))
        sides = {(corners[0], corners[1]), (corners[0], corners[2]), (corners[1], corners[3]), (corners[2], corners[3])}
        return sides <= self.drawn

    def legal_actions(self) -> list[int]:
        return [number for number, line in enumerate(self.lines) if line not in self.drawn]

    def play(self, action: int) -> None:
        self.drawn.add(self.lines[action])
        closed = [box for box in self.boxes if box not in self.owners and self.is_closed(box)]
        for box in closed:
            self.owners[box] = self.to_move
        if not closed:
            self.to_move = (self.to_move + 1) % self.players

    def is_terminal(self) -> bool:
        return len(self.owners) == len(self.boxes)

    def rewards(self) -> list[float]:
        counts = [list(self.owners.values()).count(player) for player in range(self.players)]
        return [1.0 / counts.count(max(counts)) if count == max(counts) else 0.0 for count in counts]
