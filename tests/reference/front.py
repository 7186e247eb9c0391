"""Front the slow, obvious way: a dictionary of units, and every step of every one tried by the text of the rules."""

from __future__ import annotations

AHEAD = (1, -1)  # rows


class FrontTwin:
    """Units of 0 (A, in the first rows) and 1 (D, in the last ones) by (row, column)."""

    def __init__(self, size: int = 9) -> None:
        self.size = size
        nearest_first = sorted((abs(column - size // 2), column) for column in range(size))
        self.units = {(row, column): 0 for row in (0, 1) for column in range(size)}
        self.units |= {(size - 1, column): 1 for column in range(size)}
        self.units |= {(size - 2, column): 1 for _, column in nearest_first[: size - 2]}
        self.to_move = 0
        self.last_mover = 1

    def strength(self, player: int, target: tuple[int, int]) -> int:
        """Count the units of `player` on the eight cells around `target`."""
        near = [(target[0] + down, target[1] + right) for down in (-1, 0, 1) for right in (-1, 0, 1)]
        return sum(self.units.get(cell) == player for cell in near if cell != target)

    def lead(self, target: tuple[int, int]) -> int:
        """How much stronger the player to move is, the bonus of a defender under attack included."""
        owner = self.units[target]
        return self.strength(self.to_move, target) - self.strength(owner, target) - (owner == 1)

    def step(self, action: int) -> tuple[tuple[int, int], tuple[int, int]]:
        """Return the cell that an action leaves and the one that it goes to."""
        direction, cell = divmod(action, self.size**2)
        row, column = divmod(cell, self.size)
        return (row, column), (row + AHEAD[direction // 3], column + direction % 3 - 1)

    def is_legal(self, action: int) -> bool:
        cell, target = self.step(action)
        if self.units.get(cell) != self.to_move:
            return False
        if not all(0 <= coordinate < self.size for coordinate in target):
            return False
        owner = self.units.get(target)
        return owner is None or (owner != self.to_move and self.lead(target) >= 0)

    def legal_actions(self) -> list[int]:
        half = 3 * self.size**2
        return [action for action in range(half * self.to_move, half * (self.to_move + 1)) if self.is_legal(action)]

    def code(self, action: int) -> int:
        """Number player, destination and whether there is combat."""
        _, (row, column) = self.step(action)
        return 2 * (self.to_move * self.size**2 + row * self.size + column) + ((row, column) in self.units)

    def play(self, action: int) -> None:
        cell, target = self.step(action)
        survives = True
        if target in self.units:
            survives = self.lead(target) > 0
            del self.units[target]
        del self.units[cell]
        if survives:
            self.units[target] = self.to_move
        self.last_mover, self.to_move = self.to_move, 1 - self.to_move

    def winner(self) -> int | None:
        for player, row in ((0, self.size - 1), (1, 0)):
            if any(self.units.get((row, column)) == player for column in range(self.size)):
                return player
        if not self.legal_actions():
            return self.last_mover
        return None if self.last_mover in self.units.values() else self.to_move

    def is_terminal(self) -> bool:
        return self.winner() is not None

    def rewards(self) -> list[float]:
        return [float(self.winner() == 0), float(self.winner() == 1)]
