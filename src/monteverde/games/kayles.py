"""Kayles: knock down one pin, or two that stand side by side; whoever knocks down the last pin wins.

Henry Dudeney (1907) and Sam Loyd. What is left of a row are two rows, either of which may be empty. By the theory of
Sprague and Grundy a row of n pins is worth a number (0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, ... for n = 0, 1, 2, ...: OEIS
A002186), and the player to move loses exactly if the numbers of all rows, added without carrying (xor), give zero. From
71 pins on the numbers repeat every twelve (Guy and Smith, *The G-values of various games*, 1956). A single row is won,
by knocking down the middle.

Rows are kept in order of length, since nothing else about them matters: so many ways lead to one state. The pins that
stand are numbered from the left, in the longest row first. An action is named by its pin or its two pins: `3`, `3-4`.
"""

import numpy as np

from monteverde.compile import below, kernel
from monteverde.errors import UsageError
from monteverde.game import Game, family

LARGEST_CODE = 63  # pins and rows that the key has bits for
ONE = np.uint64(1)


@family
def kayles(rows: str = "12") -> type[Game]:
    """Rows such as 12 or 5-3; knock down one pin or two neighbours; whoever knocks down the last one wins."""
    lengths = _read_rows(rows)
    num_pins = sum(lengths)
    most_rows = (num_pins + len(lengths)) // 2  # a pin must go for each row more, and each row has one

    class Kayles(Game):
        state = [("rows", np.int64, (most_rows,)), ("player", np.int64)]
        num_players, num_actions, max_length = 2, max(1, 2 * num_pins - 1), num_pins

        def start(state):
            for row in range(len(lengths)):
                state.rows[row] = lengths[row]

        def to_move(state):
            return state.player

        def legal_actions(state, out):
            count = state.rows.sum()
            for pin in range(count):
                out[pin] = pin
            pin = 0
            for row in range(most_rows):
                for _ in range(state.rows[row] - 1):
                    out[count] = num_pins + pin
                    pin += 1
                    count += 1
                pin += 1
            return count

        def sample_action(state, rng):
            num_standing, num_rows = state.rows.sum(), num_rows_of(state)
            drawn = below(rng, 2 * num_standing - num_rows)
            if drawn < num_standing:
                return drawn
            pair, row = drawn - num_standing, 0
            pin = pair
            while pair >= state.rows[row] - 1:
                pair -= state.rows[row] - 1
                row += 1
                pin += 1  # the last pin of a row is not the left one of a pair
            return num_pins + pin

        def play(state, action):
            pin, width = action % num_pins, 1 + action // num_pins
            row = 0
            while pin >= state.rows[row]:
                pin -= state.rows[row]
                row += 1
            right = state.rows[row] - pin - width
            put_in_order(state, row, pin)
            put_in_order(state, num_rows_of(state), right)
            state.player = 1 - state.player

        def is_terminal(state):
            return state.rows[0] == 0

        def rewards(state, out):
            out[1 - state.player] = 1.0  # who moved last

        def key(state):
            code = ONE  # a one for each pin, a zero after each row
            for row in range(num_rows_of(state)):
                length = np.uint64(state.rows[row])
                code = ((code << length) | ((ONE << length) - ONE)) << ONE
            return code << ONE | np.uint64(state.player)

        def action_name(action):
            pin = action % num_pins + 1
            return str(pin) if action < num_pins else f"{pin}-{pin + 1}"

        def render(state):
            lines, first = [], 1
            for length in map(int, state.rows[: num_rows_of(state)]):
                lines.append(f"{first:3} {'|' * length}")
                first += length
            return "\n".join(lines) or "no pins"

    @kernel
    def num_rows_of(state):
        count = 0
        while count < most_rows and state.rows[count] > 0:
            count += 1
        return count

    @kernel
    def put_in_order(state, row, length):
        """Let `row` have `length` pins, not more than it had unless it is the empty row after the last."""
        if row == most_rows:  # then no pin is left over for it
            return
        while row > 0 and state.rows[row - 1] < length:
            state.rows[row] = state.rows[row - 1]
            row -= 1
        state.rows[row] = length
        while row + 1 < most_rows and state.rows[row + 1] > length:
            state.rows[row] = state.rows[row + 1]
            state.rows[row + 1] = length
            row += 1

    return Kayles


def _read_rows(text: str) -> tuple[int, ...]:
    """Return the lengths in a text such as 5-3, longest first."""
    parts = str(text).split("-")
    lengths = tuple(sorted((int(part) for part in parts if part.isdecimal()), reverse=True))
    if len(lengths) < len(parts) or lengths[-1] < 1 or sum(lengths) + len(lengths) >= LARGEST_CODE:
        raise UsageError(
            f"kayles needs rows such as 12 or 5-3, each of 1 pin or more, pins and rows fewer than {LARGEST_CODE}, "
            f"got rows={text!r}"
        )
    return lengths
