"""What an exact kernel answers: that it wants to go on, that it is done, or what stopped it."""

from __future__ import annotations

from monteverde.errors import GameError, UnsuitableError

RUNNING, DONE = 0, 1
HAS_SCORE = 3
"""An answer from within: the score is known."""

NO_LEGAL_ACTION = -1
TOO_LONG = -2
CHANCE_MOVE = -3
SIMULTANEOUS_MOVE = -4
NOT_ZERO_SUM = -5
BAD_PROBABILITIES = -6
CHANCE_WITHOUT_OUTCOMES = -7
OUT_OF_RANGE = -8

BROKEN = {
    NO_LEGAL_ACTION: "{game} has a position that is not over and has no legal action; monteverde check shows it",
    TOO_LONG: "a game of {game} was still going on after max_length = {max_length} plies; declare the longest game",
    BAD_PROBABILITIES: "{game} has a chance node whose probabilities do not sum to one; monteverde check shows it",
    CHANCE_WITHOUT_OUTCOMES: "{game} has a chance node but no rule 'chance_outcomes'; add it",
    OUT_OF_RANGE: "a return in {game}, or what its heuristic says of one, is outside of its reward_range; "
    "{method} relies on that, so declare the least and the largest return",
}
UNSUITABLE = {
    CHANCE_MOVE: "{method} cannot solve {game}: nature moves in it; use expectimax, or star2 for two players",
    SIMULTANEOUS_MOVE: "{method} cannot solve {game}: players move at once in it; no exact method does that yet",
    NOT_ZERO_SUM: "{method} cannot solve {game}: what one player gains the other does not lose; use maxn",
}


def raise_for(status: int, method: str, game: str, max_length: int) -> None:
    """Raise what `status` means, if it is a failure.

    Raises:
        GameError: if the problem breaks its contract.
        UnsuitableError: if the method does not suit the problem.
    """
    names = {"method": method, "game": game, "max_length": max_length}
    if status in BROKEN:
        raise GameError(BROKEN[status].format(**names))
    if status in UNSUITABLE:
        raise UnsuitableError(UNSUITABLE[status].format(**names))
