"""Scores: what the search compares.

A score is a margin, what the player to move gets more than the other, scaled so that the best return that the game
declares is 1 and the worst -1. Strictly between lie draws, other results and all heuristics. A game that is won
outright scores more than 1, the more the sooner (the other way round for losses):

    score = 1 + (MAX_LENGTH + 1 - ply)      for a win on entering `ply` plies from the root

so the quickest win and the slowest loss are preferred, and a win is told from any heuristic. With one player the
margin is the return itself on the same scale. In the table scores count plies from the node, not from the root
(`from_node`, `from_root`), since a position is reached at different plies.

Source: the convention of chess programs (https://www.chessprogramming.org/Mate_Distance_Pruning).
"""

from __future__ import annotations

from monteverde.compile import kernel
from monteverde.exact.status import HAS_SCORE, NOT_ZERO_SUM
from monteverde.game.rules import LOWEST_RETURN, MAX_LENGTH, NUM_PLAYERS, RETURN_SCALE, heuristic, rewards

CERTAIN = 1.0 - 1e-9  # a margin from here on is the whole range: a win
MOST_ESTIMATE = 1.0 - 1e-6  # heuristics stay strictly inside
ZERO_SUM_TOLERANCE = 1e-9  # of the range: how much the rewards' sum may vary by rounding


@kernel
def margin(returns):
    """Return the margin of player 0, in [-1, 1], for the `returns` of all players."""
    if NUM_PLAYERS == 1:
        return 2.0 * (returns[0] - LOWEST_RETURN) * RETURN_SCALE - 1.0
    return (returns[0] - returns[NUM_PLAYERS - 1]) * RETURN_SCALE


@kernel
def end_score(state, sign, ply, work):
    """Write the score of the terminal `state` for the player whose margin is `sign` times player 0's; return HAS_SCORE.

    Or return NOT_ZERO_SUM if the players together get another sum here than at the first end that was seen.
    """
    returns, notes = work.returns, work.notes[0]
    for player in range(NUM_PLAYERS):
        returns[player] = 0.0
    rewards(state, returns)
    if NUM_PLAYERS == 2:
        total = returns[0] + returns[1]
        if notes.has_total == 0:
            notes.has_total = 1
            notes.total = total
        elif abs(total - notes.total) * RETURN_SCALE > ZERO_SUM_TOLERANCE:
            return NOT_ZERO_SUM
    score = sign * margin(returns)
    if score >= CERTAIN:
        score = 1.0 + (MAX_LENGTH + 1) - notes.weight * ply
    elif score <= -CERTAIN:
        score = -1.0 - (MAX_LENGTH + 1) + notes.weight * ply
    notes.score = score
    return HAS_SCORE


@kernel
def estimate(state, sign, work):
    """Return the heuristic's score of `state` for the same player."""
    for player in range(NUM_PLAYERS):
        work.returns[player] = 0.0
    heuristic(state, work.returns)
    return max(-MOST_ESTIMATE, min(MOST_ESTIMATE, sign * margin(work.returns)))


@kernel
def from_node(score, plies):
    """Return `score`, whose wins count plies from the root, counted from a node that many (weighted) plies below."""
    if score > 1.0:
        return score + plies
    if score < -1.0:
        return score - plies
    return score


@kernel
def from_root(score, plies):
    """Return the reverse."""
    if score > 1.0:
        return score - plies
    if score < -1.0:
        return score + plies
    return score
