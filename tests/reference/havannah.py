"""Havannah the slow, obvious way: a dictionary of stones, groups by search, rings by what cannot get out."""

from __future__ import annotations

Cell = tuple[int, int]
NEIGHBOURS = ((0, 1), (1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1))


class HavannahTwin:
    """Stones of 0 and 1 by (row, column) of a hexagon cut out of a rhombus."""

    def __init__(self, size: int = 8, swap: bool = False) -> None:
        self.size, self.swap = size, swap
        span = range(2 * size - 1)
        self.cells = [(r, c) for r in span for c in span if size - 1 <= r + c <= 3 * (size - 1)]
        self.stones: dict[Cell, int] = {}
        self.ply = 0
        self.to_move = 0

    def around(self, cell: Cell) -> list[Cell]:
        return [(cell[0] + down, cell[1] + right) for down, right in NEIGHBOURS]

    def legal_actions(self) -> list[int]:
        empty = [number for number, cell in enumerate(self.cells) if cell not in self.stones]
        return [*empty, len(self.cells)] if self.swap and self.ply == 1 else empty

    def play(self, action: int) -> None:
        if action == len(self.cells):
            self.stones = dict.fromkeys(self.stones, 1)
        else:
            self.stones[self.cells[action]] = self.to_move
        self.ply += 1
        self.to_move = 1 - self.to_move

    def spread(self, start: set[Cell], allowed: set[Cell]) -> set[Cell]:
        """Return all of `allowed` that can be reached from `start` over neighbours."""
        found, waiting = set(start), list(start)
        while waiting:
            for near in self.around(waiting.pop()):
                if near in allowed and near not in found:
                    found.add(near)
                    waiting.append(near)
        return found

    def sides(self, cell: Cell) -> set[str]:
        """Return the lines of the hexagon that a cell is on: two for a corner."""
        row, column = cell
        middle, most = self.size - 1, 2 * (self.size - 1)
        lines = {"top": row == 0, "bottom": row == most, "left": column == 0, "right": column == most}
        lines |= {"upper left": row + column == middle, "lower right": row + column == 3 * middle}
        return {name for name, is_on in lines.items() if is_on}

    def has_ring(self, own: set[Cell]) -> bool:
        """Whether some cell cannot get out over other cells than `own`, or is shut in among its own kind."""
        others = set(self.cells) - own
        free = self.spread({cell for cell in others if self.sides(cell)}, others)
        return free != others or any(set(self.around(cell)) <= own for cell in own)

    def has_won(self, player: int) -> bool:
        own = {cell for cell, owner in self.stones.items() if owner == player}
        if self.has_ring(own):
            return True
        for cell in own:
            touched = [self.sides(stone) for stone in self.spread({cell}, own)]
            num_corners = sum(len(lines) == 2 for lines in touched)
            num_sides = len(set().union(*(lines for lines in touched if len(lines) == 1)))
            if num_corners >= 2 or num_sides >= 3:
                return True
        return False

    def is_terminal(self) -> bool:
        return self.has_won(0) or self.has_won(1) or len(self.stones) == len(self.cells)

    def rewards(self) -> list[float]:
        if self.has_won(0) or self.has_won(1):
            return [float(self.has_won(0)), float(self.has_won(1))]
        return [0.5, 0.5]
