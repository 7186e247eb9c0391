"""NST, the n-gram selection technique: play what has done best after the moves that were just played.

    (Q(a) + Q(b a) + Q(c b a)) / 3

where b was played before, c before b, and each Q is the mean value of the simulations that contain the sequence, for
who plays a. A sequence that was counted less than `least` times is left out of the mean; so is one with nature in it.
Source: Tak, Winands and Bjornsson, *N-grams and the last-good-reply policy applied in general game playing*, 2012.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from monteverde.compile import kernel
from monteverde.compile.unsigned import unsigned
from monteverde.search import phases
from monteverde.search.experience.codes import NUMBERS, credit_codes, fade_codes, is_time_to_fade, mean_of_code
from monteverde.search.experience.greedy import worth
from monteverde.search.experience.ngrams import (
    COUNT,
    ENTRY_NUMBERS,
    MOST_CODES,
    NO_CONTEXT,
    NOWHERE,
    SUM,
    context_of,
    credit_sequences,
    fade_sequences,
    find,
)
from monteverde.search.experience.rule import GreedyPolicy


@kernel
def sequence_worth(work, ply, code, parameters):
    learned, bits = work.learned, int(parameters.bits)
    total, terms = mean_of_code(learned, code), 1
    for length in range(2, int(parameters.length) + 1):
        context = context_of(work.notes, ply, length)
        if context == NO_CONTEXT:
            break
        entry = find(learned, context, code, bits)
        if entry != NOWHERE and learned[unsigned(entry + COUNT)] >= parameters.least:
            total += learned[unsigned(entry + SUM)] / learned[unsigned(entry + COUNT)]
            terms += 1
    return total / terms


@kernel
def study(work, parameters):
    bits = int(parameters.bits)
    credit_codes(work)
    credit_sequences(work, int(parameters.length), bits)
    if is_time_to_fade(work, parameters):
        fade_codes(work, parameters.decay)
        fade_sequences(work.learned, bits, parameters.decay)


@dataclass(frozen=True)
class NST(GreedyPolicy):
    """The action that has done best after the last two."""

    length: int = field(default=3, kw_only=True)
    """The longest sequence, from 1 (then it is MAST) to 3."""
    least: float = field(default=7.0, kw_only=True)
    """How often a sequence must have been counted to have a say, above 0."""
    bits: int = field(default=16, kw_only=True)
    """2^bits sequences are remembered, in 24 bytes each; from 4 to 24. Those counted least give way."""

    kernels = {**GreedyPolicy.kernels, worth: sequence_worth, phases.study: study}
    most_codes = MOST_CODES

    def __post_init__(self) -> None:
        super().__post_init__()
        self.require("length", self.length in (1, 2, 3), "1, 2 or 3")
        self.require("least", self.least > 0.0, "a number above 0")
        self.require("bits", 4 <= self.bits <= 24, "a whole number from 4 to 24")

    def cells(self, num_codes: int) -> int:
        return NUMBERS * num_codes + ENTRY_NUMBERS * (1 << self.bits)
