"""Dots and boxes: draw lines between dots; whoever draws the fourth side of a box owns it and draws again.

Édouard Lucas, *L'Arithmétique amusante*, 1895; for two to six players. When all lines are drawn, whoever owns most
boxes wins; those who share the lead share the win. With two players and best play the second wins the single box, the
first 2x2 (Berlekamp, Conway and Guy, *Winning Ways*, 1982), and 4x4 is a draw (Barker and Korf, *Solving
Dots-And-Boxes*, 2012).

The lines that are not yet drawn are one uint64, so there are 64 lines at most; the boxes of a player are one uint32.
"""

import numpy as np
import numpy.typing as npt

from monteverde.boards.symmetry import Point, image_table, images_rule, rectangle
from monteverde.compile import below, nth_bit, popcount
from monteverde.compile.bits import mix_bits, write_bits
from monteverde.drawing import Picture, Piece, dots
from monteverde.drawing.layouts import DOT, LYING, UPRIGHT
from monteverde.errors import UsageError
from monteverde.game import Game, family

MAX_LINES, MAX_PLAYERS = 64, 6
NO_BOX = -1
ZERO, ONE = np.uint64(0), np.uint64(1)
SCORE_BITS = 5  # no board has more than 25 boxes
NAMES = ("Alice", "Bob", "Carol", "Dan", "Erin", "Frank")
COLOURS = ("red", "blue", "green", "yellow", "grey", "black")
OWNERS = [Piece(name[0], "owner", colour) for name, colour in zip(NAMES, COLOURS, strict=True)]


@family
def dots_and_boxes(rows: int = 5, columns: int = 5, players: int = 2) -> type[Game]:
    """Draw lines between dots; who closes a box owns it and draws again; most boxes win."""
    if rows < 1 or columns < 1 or _num_lines(rows, columns) > MAX_LINES or not 2 <= players <= MAX_PLAYERS:
        raise UsageError(
            f"dots_and_boxes needs rows >= 1, columns >= 1, at most {MAX_LINES} lines and 2 to {MAX_PLAYERS} players, "
            f"got rows={rows}, columns={columns}, players={players}"
        )
    num_lines, num_lying = _num_lines(rows, columns), columns * (rows + 1)
    all_lines = np.uint64((1 << num_lines) - 1)
    images = image_table(_middles(rows, columns), rectangle(2 * rows + 1, 2 * columns + 1))
    box_sides, boxes_at = _boxes(rows, columns)

    # Actions are lines: the lying ones row by row from a1-b1 on, then the upright ones from a1-a2 on.
    class DotsAndBoxes(Game):
        state = [("free", np.uint64), ("boxes", np.uint32, (players,)), ("player", np.int32)]
        num_players, num_actions, max_length = players, num_lines, num_lines
        player_names = NAMES[:players]
        num_symmetries, symmetries = len(images), images_rule(images)

        def start(state):
            state.free = all_lines

        def to_move(state):
            return np.int64(state.player)

        def legal_actions(state, out):
            return write_bits(state.free, out)

        def sample_action(state, rng):
            return nth_bit(state.free, below(rng, popcount(state.free)))

        def play(state, action):
            player = np.int64(state.player)
            free = state.free ^ (ONE << np.uint64(action))
            state.free = free
            closed = np.uint32(0)
            for i in range(2):
                box = boxes_at[action, i]
                if box != NO_BOX and free & box_sides[box] == ZERO:
                    closed |= np.uint32(1 << box)
            if closed:
                state.boxes[player] |= closed
            else:
                state.player = (player + 1) % players

        def is_terminal(state):
            return state.free == ZERO

        def rewards(state, out):
            most, num_winners = 0, 0
            for player in range(players):
                most = max(most, popcount(state.boxes[player]))
            for player in range(players):
                num_winners += popcount(state.boxes[player]) == most
            for player in range(players):
                if popcount(state.boxes[player]) == most:
                    out[player] = 1.0 / num_winners

        def key(state):
            scores = np.uint64(state.player)
            for player in range(players):
                scores = scores << np.uint64(SCORE_BITS) | np.uint64(popcount(state.boxes[player]))
            return mix_bits(mix_bits(state.free) + scores)

        def action_name(action):
            if action < num_lying:
                row, column = divmod(action, columns)
                return f"{_dot_name(row, column)}-{_dot_name(row, column + 1)}"
            row, column = divmod(action - num_lying, columns + 1)
            return f"{_dot_name(row, column)}-{_dot_name(row + 1, column)}"

        def picture(state):
            free = int(state.free)
            boxes = [int(owned) for owned in state.boxes]
            owners = {b: OWNERS[p] for p in range(players) for b in range(rows * columns) if boxes[p] >> b & 1}
            pieces = [
                *(None if free >> line & 1 else LYING if line < num_lying else UPRIGHT for line in range(num_lines)),
                *(owners.get(box) for box in range(rows * columns)),
                *[DOT] * ((rows + 1) * (columns + 1)),
            ]
            scores = [f"{name} {owned.bit_count()}" for name, owned in zip(NAMES, boxes, strict=False)]
            return Picture(dots(rows, columns), pieces, ["   ".join(scores)])

    return DotsAndBoxes


def _num_lines(rows: int, columns: int) -> int:
    return columns * (rows + 1) + rows * (columns + 1)


def _middles(rows: int, columns: int) -> list[tuple[Point]]:
    """Return the middle of the line of each action, in half rows and columns."""
    lying = [((2 * row, 2 * column + 1),) for row in range(rows + 1) for column in range(columns)]
    return lying + [((2 * row + 1, 2 * column),) for row in range(rows) for column in range(columns + 1)]


def _boxes(rows: int, columns: int) -> tuple[npt.NDArray[np.uint64], npt.NDArray[np.int64]]:
    """Return the four lines around each box as bits, and the up to two boxes beside each line."""
    num_lying = columns * (rows + 1)
    sides = np.zeros(rows * columns, np.uint64)
    beside = np.full((_num_lines(rows, columns), 2), NO_BOX)
    for box in range(rows * columns):
        upper, left = box, num_lying + box + box // columns
        for line, place in ((upper, 1), (upper + columns, 0), (left, 1), (left + 1, 0)):
            sides[box] |= ONE << np.uint64(line)
            beside[line, place] = box
    return sides, beside


def _dot_name(row: int, column: int) -> str:
    return f"{chr(ord('a') + column)}{row + 1}"
