"""Bit tricks: what they mean, and that the compiled versions mean the same as the plain ones."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from monteverde.compile import bind, kernel
from monteverde.compile.bits import (
    broadword_nth_bit,
    highest_bit,
    lowest_bit,
    nth_bit,
    popcount,
    write_bits,
)

ALL = 2**64 - 1


def sample_words() -> npt.NDArray[np.uint64]:
    """Return words with every single bit, the extremes, and random ones, sparse and dense."""
    random = np.random.default_rng(1)
    words = random.integers(0, 2**64, (3, 200), np.uint64)
    single = np.uint64(1) << np.arange(64, dtype=np.uint64)
    mixed = [words[0], words[0] & words[1], words[0] & words[1] & words[2], words[0] | words[1], single]
    return np.concatenate([*mixed, np.array([ALL, ALL - 1, 1, 2**63 | 1], np.uint64)])


def set_bits(word: Any) -> list[int]:
    """Return the indices of the set bits: the slow, obvious way."""
    return [index for index in range(64) if int(word) >> index & 1]


@kernel
def write_counts(words, out):
    for i in range(len(words)):
        out[i] = popcount(words[i])


@kernel
def write_lowest(words, out):
    for i in range(len(words)):
        out[i] = lowest_bit(words[i])


@kernel
def write_highest(words, out):
    for i in range(len(words)):
        out[i] = highest_bit(words[i])


@kernel
def write_nth(word, out):
    for n in range(len(out)):
        out[n] = nth_bit(word, n)


@kernel
def write_broadword(word, out):
    for n in range(len(out)):
        out[n] = broadword_nth_bit(word, n)


@pytest.mark.parametrize("is_bound_to_compile", [True, False])
@pytest.mark.parametrize(
    ("count", "expected", "empty"),
    [
        (write_counts, len, 0),
        (write_lowest, min, 64),
        (write_highest, max, -1),
    ],
)
def test_a_word_in_one_number(count: Any, expected: Any, empty: int, is_bound_to_compile: bool) -> None:
    """How many bits are set, the lowest and the highest: right for every word, the empty one included."""
    words = np.append(sample_words(), np.uint64(0))
    out = np.zeros(len(words), np.int64)
    bind(count, {}, compiled=is_bound_to_compile)(words, out)
    assert out.tolist() == [*(expected(set_bits(word)) for word in words[:-1]), empty]


@pytest.mark.parametrize("is_bound_to_compile", [True, False])
@pytest.mark.parametrize("write", [write_nth, write_broadword])
def test_each_set_bit_by_its_number(write: Any, is_bound_to_compile: bool) -> None:
    """Bit number n of a word is the n-th of its set bits, by the processor's instruction and by arithmetic alone."""
    bound = bind(write, {}, compiled=is_bound_to_compile)
    for word in sample_words()[:: 1 if is_bound_to_compile else 20]:
        out = np.zeros(len(set_bits(word)), np.int64)
        bound(word, out)
        assert out.tolist() == set_bits(word)


@pytest.mark.parametrize("word", [0, 1, 2**63, 0b1011, ALL])
def test_write_bits_lists_the_set_bits(word: int) -> None:
    """The indices come lowest first, nothing else is written, and their number is returned."""
    out = np.full(65, -7, np.int64)
    count = bind(write_bits, {})(np.uint64(word), out)
    assert out[:count].tolist() == set_bits(word)
    assert (out[count:] == -7).all()


@pytest.mark.parametrize("processor", ["generic", "znver2"])
def test_slow_or_missing_deposit_is_not_used(new_process: Any, processor: str) -> None:
    """Compiling for a processor without a fast PDEP uses arithmetic, with the same result."""
    source = """
        import numpy as np
        from monteverde.compile import bind, kernel, nth_bit
        from monteverde.compile.bits import has_fast_deposit

        @kernel
        def third(word):
            return nth_bit(word, 2)

        print(has_fast_deposit(), bind(third, {})(np.uint64(0b10110100)))
    """
    features = "" if processor == "generic" else "+bmi2"
    printed = new_process(source, NUMBA_DISABLE_JIT="0", NUMBA_CPU_NAME=processor, NUMBA_CPU_FEATURES=features)
    assert printed.split() == ["False", "5"]
