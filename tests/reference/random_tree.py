"""A random tree the slow, obvious way: big integers cut to 64 bits, and the whole path kept."""

from __future__ import annotations

WORD = 2**64
GOLDEN = 0x9E3779B97F4A7C15


def scrambled(bits: int) -> int:
    """The finalizer of SplitMix64, from its published constants."""
    bits = (bits ^ bits >> 30) * 0xBF58476D1CE4E5B9 % WORD
    bits = (bits ^ bits >> 27) * 0x94D049BB133111EB % WORD
    return bits ^ bits >> 31


class RandomTreeTwin:
    """The hashes along the path."""

    def __init__(self, seed: int, branching: int, depth: int, kind: str, values: str) -> None:
        self.branching, self.depth, self.kind, self.values = branching, depth, kind, values
        self.hashes = [scrambled((seed + GOLDEN) % WORD)]

    @property
    def to_move(self) -> int:
        return (len(self.hashes) - 1) % 2

    def legal_actions(self) -> list[int]:
        return list(range(self.branching))

    def play(self, action: int) -> None:
        self.hashes.append(scrambled((self.hashes[-1] + GOLDEN * (action + 1)) % WORD))

    def is_terminal(self) -> bool:
        return len(self.hashes) == self.depth + 1

    def leaf_value(self) -> int:
        if self.kind == "n":
            return ((self.hashes[-1] >> 32) * 255 >> 32) - 127
        moves = [node >> 57 for node in self.hashes[1:]]  # the seven highest bits
        return sum(moves[::2]) - sum(moves[1::2])

    def rewards(self) -> list[float]:
        value = self.leaf_value()
        if self.values == "real":
            return [float(value), float(-value)]
        return [0.5 + 0.5 * sign for sign in ((value > 0) - (value < 0), (value < 0) - (value > 0))]
