"""Last good reply: what was played in answer to a move, and won, and has gone on winning since.

For each code the reply is remembered that was played right after it by a player who then did better than even, and how
often that has held in a row. The next loss with it forgets it; a win with another takes its place. As an estimate that
is so many samples, each worth 1.
Source: Drake, *The last-good-reply policy for Monte-Carlo Go*, 2009; forgetting: Baier and Drake, *The power of
forgetting*, 2010. There replies are played in playouts; here they have a say in the tree.
"""

from __future__ import annotations

from dataclasses import dataclass

from monteverde.compile import kernel
from monteverde.game.rules import NUM_ACTION_CODES
from monteverde.search.sharing import slots
from monteverde.search.sharing.notes import NO_CODE, credit_of
from monteverde.search.statistic.base import Statistic

NO_REPLY = 0.0
EVEN = 0.5


@kernel
def learn(tree, work):
    replies, notes = tree.shared.extra, work.notes
    for ply in range(1, notes.length[0]):
        before, code = notes.codes[ply - 1], notes.codes[ply]
        if before == NO_CODE or code == NO_CODE:
            continue
        streak = NUM_ACTION_CODES + before
        is_known = replies[before] == code + 1
        if credit_of(notes, code, work.values) > EVEN:
            replies[streak] = replies[streak] + 1.0 if is_known else 1.0
            replies[before] = code + 1
        elif is_known:
            replies[streak] = 0.0
            replies[before] = NO_REPLY


@kernel
def estimate(tree, code, previous):
    if previous == NO_CODE or tree.shared.extra[previous] != code + 1:
        return 0.0, 0.0
    streak = tree.shared.extra[NUM_ACTION_CODES + previous]
    return streak, streak


@dataclass(frozen=True)
class LastGoodReply(Statistic):
    """The last reply to each move that won."""

    kernels = {slots.learn: learn, slots.estimate: estimate}
    alone_because = "keeps one reply to each move"

    def cells(self, num_codes: int, num_players: int) -> int:
        return 2 * num_codes
