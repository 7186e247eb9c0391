"""Nim the slow, obvious way: a list of heaps; and who wins, by looking at every move."""

from __future__ import annotations

import functools


class NimTwin:
    """Heaps, and whose turn it is."""

    def __init__(self, heaps: tuple[int, ...], take: int, misere: bool) -> None:
        self.heaps, self.take, self.misere = list(heaps), take, misere
        self.most = min(take, max(heaps)) if take else max(heaps)
        self.to_move = 0

    def legal_actions(self) -> list[int]:
        moves = [(heap, count) for heap, size in enumerate(self.heaps) for count in range(1, size + 1)]
        return [heap * self.most + count - 1 for heap, count in moves if count <= self.most]

    def play(self, action: int) -> None:
        heap, less = divmod(action, self.most)
        self.heaps[heap] -= less + 1
        self.to_move = 1 - self.to_move

    def is_terminal(self) -> bool:
        return not any(self.heaps)

    def rewards(self) -> list[float]:
        winner = self.to_move if self.misere else 1 - self.to_move
        return [float(winner == 0), float(winner == 1)]


@functools.cache
def mover_wins(heaps: tuple[int, ...], take: int, misere: bool) -> bool:
    """Return whether the player to move can win."""
    if not any(heaps):
        return misere
    after = [
        (*heaps[:heap], size - count, *heaps[heap + 1 :])
        for heap, size in enumerate(heaps)
        for count in range(1, min(size, take or size) + 1)
    ]
    return not all(mover_wins(left, take, misere) for left in after)
