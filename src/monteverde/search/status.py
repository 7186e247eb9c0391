"""What kernels report. Negative numbers are failures, which the Python side turns into exceptions."""

OK = 0
STAY = 0
GO_ON = 1

TOO_LONG = -1
NO_LEGAL_ACTION = -2
SIMULTANEOUS_MOVE = -3
BAD_PROBABILITIES = -4
CHANCE_WITHOUT_OUTCOMES = -5
COUNTS_FULL = -6
BAD_CODE = -7

SENTENCES = {
    TOO_LONG: "{game} was still going on after {max_length} plies, the longest game that it declares; "
    "raise max_length, or look for a game that never ends with `monteverde check`",
    NO_LEGAL_ACTION: "{game} has a state that is not terminal and has no legal action; "
    "`monteverde check` shows the moves that lead there",
    SIMULTANEOUS_MOVE: "{game} has a state in which all players move at once, which this search does not handle; "
    "write the moves one after the other",
    BAD_PROBABILITIES: "{game} has a chance node whose probabilities do not sum to one; "
    "`monteverde check` shows the moves that lead there",
    CHANCE_WITHOUT_OUTCOMES: "{game} has a chance node but no rule 'chance_outcomes'; add it",
    COUNTS_FULL: "a node has been visited 2^31 - 1 times, as often as can be counted",
    BAD_CODE: "{game} answers action_code with a number that is not in 0 .. num_action_codes - 1; "
    "`monteverde check` shows the moves that lead there",
}
