"""Kalah: sow your seeds around the board; whoever has more in the store at the end wins (William Champion, 1940).

Each player has a row of houses and, to the right of it, a store. A move takes all seeds of one house and sows them one
by one counter-clockwise: the player's own houses, own store, the houses of the other, then on with the own houses. If
the last seed falls in the store, the same player moves again. If it falls in an own house that was empty, and there
are seeds in the house opposite, both go to the store; with `empty_capture` the last seed goes there even if there are
none. The game ends as soon as one player has no seeds in the houses; the seeds that are left belong to the other.

Small boards are solved: Irving, Donkers and Uiterwijk, *Solving Kalah*, 2000. Their results are those with
`empty_capture`: five houses of two seeds are a draw, but a win for the first player without.

A player's row is one word, a byte for each house and one for the store above them. What a house sows is two words to be
added, looked up by house and number of seeds.
"""

import numpy as np
import numpy.typing as npt

from monteverde.compile import below, kernel, lowest_bit, nth_bit, popcount
from monteverde.compile.bits import mix_bits
from monteverde.drawing import Picture, Piece, pits
from monteverde.errors import UsageError
from monteverde.game import Game, family

MAX_HOUSES, MAX_TOTAL = 7, 255  # bytes in a word, one of them the store; what a byte holds
BYTE_BITS = 8
ZERO, ONE, BYTE = np.uint64(0), np.uint64(1), np.uint64(0xFF)
EIGHT = np.uint64(BYTE_BITS)
LOW_BITS, HIGH_BITS = np.uint64(0x7F7F7F7F7F7F7F7F), np.uint64(0x8080808080808080)  # of each byte
PLACES = "abcdefg"


@family
def kalah(houses: int = 6, seeds: int = 4, empty_capture: bool = False) -> type[Game]:
    """Sow seeds around the board, capture, move again; whoever has more at the end wins."""
    total = 2 * houses * seeds
    if not (1 <= houses <= MAX_HOUSES and seeds >= 1 and total <= MAX_TOTAL):
        raise UsageError(
            f"kalah needs 1 <= houses <= {MAX_HOUSES}, seeds >= 1 and at most {MAX_TOTAL} seeds in all, "
            f"got houses={houses}, seeds={seeds}"
        )
    sown, last_place = _sowing(houses, total)
    first_row = np.uint64(sum(seeds << BYTE_BITS * house for house in range(houses)))
    in_houses = np.uint64((1 << BYTE_BITS * houses) - 1)
    store_shift = np.uint64(BYTE_BITS * houses)

    # Action h is the house h of the player to move, 0 the farthest from the store.
    class Kalah(Game):
        state = [("rows", np.uint64, (2,)), ("player", np.int64)]
        num_players, num_actions = 2, houses
        # Let a seed that is d places before the store weigh d + houses * (houses - 1) / 2. Every move lowers the sum of
        # weights by at least 1: a seed in the store weighs nothing, which makes good for those that go past it.
        max_length = houses * seeds * (houses * houses + 1)
        player_names = ("South", "North")

        def start(state):
            state.rows[0], state.rows[1] = first_row, first_row

        def to_move(state):
            return state.player

        def legal_actions(state, out):
            filled = filled_houses(state)
            count = 0
            while filled:
                out[count] = lowest_bit(filled) // BYTE_BITS
                filled &= filled - ONE
                count += 1
            return count

        def sample_action(state, rng):
            filled = filled_houses(state)
            return nth_bit(filled, below(rng, popcount(filled))) // BYTE_BITS

        def play(state, action):
            player = state.player
            own, other = state.rows[player], state.rows[1 - player]
            shift = EIGHT * np.uint64(action)
            count = own >> shift & BYTE
            own = (own ^ count << shift) + sown[action, count, 0]
            other += sown[action, count, 1]
            last = last_place[action, count]
            house = np.uint64(min(last, houses - 1))  # whether a seed captures is counted in without branches
            here, opposite = EIGHT * house, EIGHT * (np.uint64(houses - 1) - house)
            prey = other >> opposite & BYTE
            is_capture = (last < houses) & (own >> here & BYTE == ONE) & ((prey != ZERO) | empty_capture)
            mask = ZERO - np.uint64(is_capture)
            own += ((prey + ONE << store_shift) - (ONE << here)) & mask
            other ^= (prey << opposite) & mask
            state.rows[player], state.rows[1 - player] = own, other
            if last != houses:
                state.player = 1 - player

        def is_terminal(state):
            return (state.rows[0] & in_houses == ZERO) | (state.rows[1] & in_houses == ZERO)

        def rewards(state, out):
            south, north = num_seeds(state.rows[0]), num_seeds(state.rows[1])
            if south == north:
                out[0] = out[1] = 0.5
            else:
                out[0 if south > north else 1] = 1.0

        def key(state):
            return mix_bits(mix_bits(state.rows[0]) + state.rows[1]) + np.uint64(state.player)

        def action_name(action):
            return PLACES[action]

        def picture(state):
            south, north = ([int(row) >> BYTE_BITS * place & 255 for place in range(houses + 1)] for row in state.rows)
            seeds = [Piece(str(count), "count", "black") for count in (*south, *north)]
            return Picture(pits(houses, int(state.player)), seeds)

    @kernel
    def filled_houses(state):
        """Return the highest bit of each byte that is a house with seeds of the player to move."""
        row = state.rows[state.player] & in_houses
        return ((row & LOW_BITS) + LOW_BITS | row) & HIGH_BITS

    @kernel
    def num_seeds(row):
        """Return how many seeds are in a player's row, store included: at the end, those that the player owns."""
        total = ZERO
        for place in range(houses + 1):
            total += row >> EIGHT * np.uint64(place) & BYTE
        return total

    return Kalah


def _sowing(houses: int, total: int) -> tuple[npt.NDArray[np.uint64], npt.NDArray[np.int64]]:
    """Return, by house and number of seeds, what is added to both rows, and where the last seed falls.

    A place of the way around is an own house, `houses` for the own store, and above that the houses of the other.
    """
    around = 2 * houses + 1
    sown, last = np.zeros((houses, total + 1, 2), np.uint64), np.zeros((houses, total + 1), np.int64)
    for house in range(houses):
        rows, place = [0, 0], house
        for count in range(1, total + 1):
            place = (place + 1) % around
            rows[place > houses] += 1 << BYTE_BITS * (place if place <= houses else place - houses - 1)
            sown[house, count], last[house, count] = rows, place
    return sown, last
