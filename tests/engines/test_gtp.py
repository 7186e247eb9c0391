"""Answers of the Go Text Protocol, whatever they are."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from monteverde.engines.gtp import RefusedError, read_answer
from monteverde.errors import EngineError


def reader(text: str) -> Callable[[], str]:
    """Return what reads the lines of `text`, and then finds that the program has ended."""
    lines = iter(text.split("\n"))

    def read_line() -> str:
        try:
            return next(lines).rstrip("\r")
        except StopIteration:
            raise EngineError("it ended") from None

    return read_line


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("= D4\n\n", ("=", "D4")),
        ("=\n\n", ("=", "")),
        ("=12 D4\n\n", ("=", "D4")),
        ("=12\n\n", ("=", "")),
        ("= D4\r\n\r\n", ("=", "D4")),
        ("\n  \n= D4\n\n", ("=", "D4")),
        ("=\n  A B\n1 . X\n\n", ("=", "A B\n1 . X")),
        ("? unknown command\n\n", ("?", "unknown command")),
        ("?7 no\n\n", ("?", "no")),
        ("=\tD4\n\n", ("=", "D4")),
    ],
)
def test_answers_are_read(text: str, answer: tuple[str, str]) -> None:
    """The mark, and the text without what surrounds it."""
    assert read_answer(reader(text), EngineError) == answer


@pytest.mark.parametrize("text", ["D4\n\n", "=D4\n\n", "OK = D4\n\n", "GNU Go\n= D4\n\n", "\x1b[2J\n\n"])
def test_what_is_no_answer_is_told(text: str) -> None:
    """With what it was, and nothing that a terminal would obey."""
    with pytest.raises(EngineError, match=r"wrote .* which is no answer,") as caught:
        read_answer(reader(text), EngineError)
    assert str(caught.value).isprintable()


@pytest.mark.parametrize("text", ["", "\n\n", "= D4", "= D4\n", "=\nA\nB\n"])
def test_half_an_answer_is_none(text: str) -> None:
    """It is waited for until the program has ended."""
    with pytest.raises(EngineError, match="it ended"):
        read_answer(reader(text.removesuffix("\n") if text.endswith("\n") else text), EngineError)


@given(st.one_of(st.text(), st.binary().map(lambda content: content.decode("utf-8", "replace"))))
def test_nothing_that_comes_breaks_it(text: str) -> None:
    """There is an answer, or the one error."""
    try:
        mark, _ = read_answer(reader(text), EngineError)
    except EngineError:
        return
    assert mark in "=?"


def test_a_refusal_says_why() -> None:
    """Or that there is no reason."""
    assert str(RefusedError("go", "boardsize 99", "unacceptable size")) == (
        "go refused 'boardsize 99': unacceptable size"
    )
    assert str(RefusedError("go", "play b a1", "")).endswith("no reason given")
