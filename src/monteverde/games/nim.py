"""Nim: take objects from one heap; whoever takes the last object of all wins, or loses in misère play.

With any number a turn, the player to move loses exactly if the binary sizes of the heaps, added without carrying
(xor), give zero; in misère play too, unless no heap has more than one object, when it is the other way round (Bouton,
*Nim, a game with a complete mathematical theory*, 1901). With at most `take` a turn, count the heaps modulo `take` + 1.

An action is named by how many objects it takes, after the letter of the heap if there are several: `3`, `b3`.
"""

import math

import numpy as np
import numpy.typing as npt

from monteverde.compile import below
from monteverde.errors import UsageError
from monteverde.game import Game, family

MAX_HEAPS = 26  # heaps are named by letters
MAX_HEAP = 10**6
WIDEST = 60  # objects that a line of a drawing has room for


@family
def nim(heaps: str = "15", take: int = 3, misere: bool = False) -> type[Game]:
    """Heaps such as 3-4-5; take 1 to 3 (take=0: any number) from one; whoever takes the last object wins."""
    sizes = _read_heaps(heaps)
    if take < 0:
        raise UsageError(f"nim needs take >= 1, or 0 for any number, got take={take}")
    num_heaps, limit = len(sizes), min(take or MAX_HEAP, max(sizes))
    codes, num_objects = _heap_codes(sizes), sum(sizes)

    class Nim(Game):
        state = [("heaps", np.int64, (num_heaps,)), ("player", np.int64), ("left", np.int64)]
        num_players, num_actions, max_length = 2, num_heaps * limit, sum(sizes)

        def start(state):
            for heap in range(num_heaps):
                state.heaps[heap] = sizes[heap]
            state.left = num_objects

        def to_move(state):
            return state.player

        def legal_actions(state, out):
            count = 0
            for heap in range(num_heaps):
                for i in range(min(limit, state.heaps[heap])):
                    out[count] = heap * limit + i
                    count += 1
            return count

        def sample_action(state, rng):
            total = 0
            for heap in range(num_heaps):
                total += min(limit, state.heaps[heap])
            n, end, heap, before = below(rng, total), 0, 0, 0
            for i in range(num_heaps - 1):  # without branches, since none could be predicted
                end += min(limit, state.heaps[i])
                is_after = n >= end
                heap += is_after
                before = end if is_after else before
            return heap * limit + n - before

        def play(state, action):
            count = action % limit + 1
            state.heaps[action // limit] -= count
            state.left -= count
            state.player = 1 - state.player

        def is_terminal(state):
            return state.left == 0

        def rewards(state, out):
            out[state.player if misere else 1 - state.player] = 1.0  # the other one took the last object

        def key(state):
            code = np.uint64(state.player)
            for heap in range(num_heaps):
                code += codes[heap] * np.uint64(state.heaps[heap])
            return code

        def action_name(action):
            return _heap_letter(action // limit, num_heaps) + str(action % limit + 1)

        def render(state):
            letters = (_heap_letter(heap, num_heaps) for heap in range(num_heaps))
            lines = zip(letters, map(int, state.heaps), strict=True)
            return "\n".join(f"{letter}{heap:8} {_drawn(heap)}" for letter, heap in lines)

    return Nim


def _read_heaps(text: str) -> tuple[int, ...]:
    """Return the sizes in a text such as 3-4-5."""
    parts = str(text).split("-")
    if len(parts) > MAX_HEAPS or not all(part.isdecimal() and 1 <= int(part) <= MAX_HEAP for part in parts):
        raise UsageError(
            f"nim needs heaps such as 15 or 3-4-5, each of 1 to {MAX_HEAP} objects and at most {MAX_HEAPS} of them, "
            f"got heaps={text!r}"
        )
    return tuple(map(int, parts))


def _heap_codes(sizes: tuple[int, ...]) -> npt.NDArray[np.uint64]:
    """Return what an object of each heap adds to the key: mixed radix digits if 64 bits hold them, else random ones."""
    weights = [2 * math.prod(size + 1 for size in sizes[:heap]) for heap in range(len(sizes))]
    if weights[-1] * (sizes[-1] + 1) <= 2**64:
        return np.array(weights, np.uint64)
    return np.random.default_rng(0).integers(2**63, size=len(sizes), dtype=np.uint64) * np.uint64(2)


def _heap_letter(heap: int, num_heaps: int) -> str:
    return chr(ord("a") + heap) if num_heaps > 1 else ""


def _drawn(heap: int) -> str:
    return "|" * heap if heap <= WIDEST else "|" * WIDEST + "..."
