"""MAST, the move-average sampling technique: play what has done best so far, wherever it was played.

Every action code has the mean value of all simulations that contain it, for its own player, counted each time it was
played in the tree or below. In a playout the code of the highest mean is played, and with probability `epsilon` what
the problem's own rules draw. A code that was never played is taken for just under the best.
Source: Finnsson and Bjornsson, *Simulation-based approach to general game playing*, 2008; greedy with exploration, in
place of Gibbs sampling: Tak, Winands and Bjornsson, *N-grams and the last-good-reply policy applied in general game
playing*, 2012; decay: the same authors, *Decaying simulation strategies*, 2014.
"""

from __future__ import annotations

from dataclasses import dataclass

from monteverde.compile import kernel
from monteverde.search import phases
from monteverde.search.experience.codes import NUMBERS, credit_codes, fade_codes, is_time_to_fade, mean_of_code
from monteverde.search.experience.greedy import worth
from monteverde.search.experience.rule import GreedyPolicy


@kernel
def mean_worth(work, ply, code, parameters):
    return mean_of_code(work.learned, code)


@kernel
def study(work, parameters):
    credit_codes(work)
    if is_time_to_fade(work, parameters):
        fade_codes(work, parameters.decay)


@dataclass(frozen=True)
class MAST(GreedyPolicy):
    """The action whose code has done best in all simulations."""

    kernels = {**GreedyPolicy.kernels, worth: mean_worth, phases.study: study}

    def cells(self, num_codes: int) -> int:
        return NUMBERS * num_codes
