"""Rolit: Othello for two to four (Adi Golad, Goliath, 1997).

One ball of each of the four colours starts in the centre, whatever the number of players. A move puts a ball of one's
own colour on an empty square so that, in one line or more, it and another ball of that colour enclose balls of any
other colours, which all turn to it. Who can enclose none may play beside any ball, so nobody ever passes, and the game
ends when the board is full. Whoever has most balls wins; those who share the lead share the win.

A test problem of multi-player search: Schadd and Winands, *Best reply search for multiplayer games*, 2011; Nijssen and
Winands, *Search policies in multi-player games*, 2013. The squares of a colour are one uint64.
"""

import numpy as np
import numpy.typing as npt

from monteverde.compile import below, kernel, nth_bit, popcount
from monteverde.compile.bits import write_bits
from monteverde.drawing import Picture, Piece, grid
from monteverde.errors import UsageError
from monteverde.game import Game, family

SIZES = (4, 6, 8)
COLOURS = ("Red", "Yellow", "Green", "Blue")
NUM_COLOURS = len(COLOURS)
BALLS = [Piece(name[0], "disc", name.lower()) for name in COLOURS]
CENTRE = ((0, 0), (0, 1), (1, 1), (1, 0))  # clockwise, in the order of play: (row, column) of each colour's first ball
NUM_AXES = 4
ZERO, ONE, SHIFT_32 = np.uint64(0), np.uint64(1), np.uint64(32)
MIX = np.uint64(0xBF58476D1CE4E5B9)  # of SplitMix64 (`compile.random`)


@family
def rolit(players: int = 3, size: int = 8) -> type[Game]:
    """Othello for two to four players; whoever has most balls on the full board wins."""
    if not 2 <= players <= NUM_COLOURS or size not in SIZES:
        raise UsageError(
            f"rolit needs 2 to {NUM_COLOURS} players and a size of 4, 6 or 8, got players={players}, size={size}"
        )
    num_squares = size * size
    board = np.uint64((1 << num_squares) - 1)
    centre = [(size // 2 - 1 + row) * size + size // 2 - 1 + column for row, column in CENTRE]
    steps, onward, backward = _axes(size)

    class Rolit(Game):
        state = [("balls", np.uint64, (NUM_COLOURS,)), ("player", np.int64)]
        num_players, num_actions, max_length = players, num_squares, num_squares - NUM_COLOURS
        player_names = COLOURS[:players]

        def start(state):
            for colour in range(NUM_COLOURS):
                state.balls[colour] = ONE << np.uint64(centre[colour])

        def to_move(state):
            return state.player

        def legal_actions(state, out):
            return write_bits(playable(state), out)

        def sample_action(state, rng):
            squares = playable(state)
            return nth_bit(squares, below(rng, popcount(squares)))

        def play(state, action):
            ball = ONE << np.uint64(action)
            own = state.balls[state.player]
            turned = enclosed(ball, own, occupied(state) & ~own)
            for colour in range(NUM_COLOURS):
                state.balls[colour] &= ~turned
            state.balls[state.player] = own | ball | turned
            state.player = (state.player + 1) % players

        def is_terminal(state):
            return occupied(state) == board

        def rewards(state, out):
            most, num_winners = 0, 0
            for player in range(players):
                most = max(most, popcount(state.balls[player]))
            for player in range(players):
                num_winners += popcount(state.balls[player]) == most
            for player in range(players):
                if popcount(state.balls[player]) == most:
                    out[player] = 1.0 / num_winners

        def key(state):
            code = ZERO  # the number of balls tells whose turn it is
            for colour in range(NUM_COLOURS):
                code = (code + state.balls[colour]) * MIX
                code ^= code >> SHIFT_32
            return code

        def action_name(action):
            return f"{_letter(action % size)}{action // size + 1}"

        def picture(state):
            balls = list(map(int, state.balls))
            owners = [[BALLS[p] for p in range(NUM_COLOURS) if balls[p] >> s & 1] for s in range(num_squares)]
            counts = "   ".join(f"{name} {owned.bit_count()}" for name, owned in zip(COLOURS, balls, strict=True))
            return Picture(grid(size, size), [owner[0] if owner else None for owner in owners], [counts])

    @kernel
    def occupied(state):
        return state.balls[0] | state.balls[1] | state.balls[2] | state.balls[3]

    @kernel
    def playable(state):
        """Return the squares that the player to move may play on."""
        own, taken = state.balls[state.player], occupied(state)
        others, empty = taken & ~own, board & ~taken
        enclosing = near = ZERO
        for axis in range(NUM_AXES):
            near |= shifted_on(taken, axis) | shifted_back(taken, axis)
            enclosing |= shifted_on(run_on(own, others, axis), axis) | shifted_back(run_back(own, others, axis), axis)
        enclosing &= empty
        return enclosing if enclosing != ZERO else near & empty

    @kernel
    def enclosed(ball, own, others):
        """Return the balls of `others` that stand in line between `ball` and one of `own`."""
        turned = ZERO
        for axis in range(NUM_AXES):
            on, back = run_on(ball, others, axis), run_back(ball, others, axis)
            if shifted_on(on, axis) & own:
                turned |= on
            if shifted_back(back, axis) & own:
                turned |= back
        return turned

    @kernel
    def run_on(balls, others, axis):
        """Return all of `others` that follow without a gap on one of `balls`, one way along the axis."""
        run = shifted_on(balls, axis) & others
        for _ in range(size - 3):
            run |= shifted_on(run, axis) & others
        return run

    @kernel
    def run_back(balls, others, axis):
        run = shifted_back(balls, axis) & others
        for _ in range(size - 3):
            run |= shifted_back(run, axis) & others
        return run

    @kernel
    def shifted_on(squares, axis):
        return squares << steps[axis] & onward[axis]

    @kernel
    def shifted_back(squares, axis):
        return squares >> steps[axis] & backward[axis]

    return Rolit


def _axes(size: int) -> tuple[npt.NDArray[np.uint64], ...]:
    """Return the four axes: the step along each, and the squares that a step on, or back, can end on."""
    squares = range(size * size)
    board = sum(1 << square for square in squares)
    first = sum(1 << square for square in squares if square % size == 0)
    last = first << size - 1
    to_right, to_left = board & ~first, board & ~last
    steps = np.array([1, size, size - 1, size + 1], np.uint64)
    onward = np.array([to_right, board, to_left, to_right], np.uint64)
    backward = np.array([to_left, board, to_right, to_left], np.uint64)
    return steps, onward, backward


def _letter(column: int) -> str:
    return chr(ord("a") + column)
