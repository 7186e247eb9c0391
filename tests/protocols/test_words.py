"""What the words of a GTP line mean."""

from __future__ import annotations

import pytest

from monteverde.protocols.words import Failure, analysis_arguments, block, colour, count, decimal, duration, words_of


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("genmove b\n", ("", ["genmove", "b"])),
        ("12 genmove b\r\n", ("12", ["genmove", "b"])),
        ("\tplay\tb  D4 # a comment\n", ("", ["play", "b", "D4"])),
        ("na\x07me\x00", ("", ["name"])),
        ("# only a comment", ("", [])),
        ("   \t \r", ("", [])),
        ("7", ("7", [])),
        ("007#x", ("007", [])),
        ("-1 name", ("", ["-1", "name"])),
        ("٣ name", ("", ["٣", "name"])),
        ("a\u2028b\xa0c", ("", ["a\u2028b\xa0c"])),
    ],
)
def test_a_line_is_a_number_and_words(line: str, expected: tuple[str, list[str]]) -> None:
    """Without comments and control characters; a tab is a space, and other white space is none."""
    assert words_of(line) == expected


@pytest.mark.parametrize(
    ("number", "text", "expected"),
    [
        ("", "", "=\n\n"),
        ("5", "", "=5\n\n"),
        ("5", "D4", "=5 D4\n\n"),
        ("", "\nA B\n\n  \n1 .  ", "=\nA B\n1 .\n\n"),
    ],
)
def test_an_answer_ends_in_its_only_empty_line(number: str, text: str, expected: str) -> None:
    """Whatever the text has in it."""
    assert block("=", number, text) == expected


def test_colours() -> None:
    """Long and short, in any case; the first player is Black."""
    assert [colour(text) for text in ("b", "BLACK", "W", "white")] == [0, 0, 1, 1]


@pytest.mark.parametrize("text", ["", "green", "bw", "1"])
def test_no_colours(text: str) -> None:
    """Anything else is a failure that says what is expected."""
    with pytest.raises(Failure, match="b, black, w or white"):
        colour(text)


def test_numbers() -> None:
    """As GTP writes them."""
    assert (count("0"), count("19")) == (0, 19)
    assert (decimal("6.5"), decimal("-7"), decimal(".5"), decimal("+1.")) == (6.5, -7.0, 0.5, 1.0)
    assert duration("1800") == 1800.0


@pytest.mark.parametrize("text", ["", "-1", "1_0", "1e3", "٣", "9" * 5000, "x", "1.5"])
def test_no_counts(text: str) -> None:
    """Signs, exponents, other scripts, more digits than a count has."""
    with pytest.raises(Failure, match="whole number"):
        count(text)


@pytest.mark.parametrize("text", ["", "nan", "inf", "1e400", "1,5", "--1", ".", "9" * 400])
def test_no_decimals(text: str) -> None:
    """Nothing that is not a finite number comes through."""
    with pytest.raises(Failure, match="a number is expected"):
        decimal(text)


def test_no_durations() -> None:
    """Time does not run backwards."""
    with pytest.raises(Failure, match="at least 0"):
        duration("-1")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", (None, 1.0)),
        ("w", (1, 1.0)),
        ("50", (None, 0.5)),
        ("B 25", (0, 0.25)),
        ("b interval 10 minmoves 3", (0, 0.1)),
        ("0", (None, 0.01)),
        ("9999999999", (None, 3600.0)),
        ("minmoves", (None, 1.0)),
        ("avoid b interval", (None, 1.0)),
    ],
)
def test_the_arguments_of_an_analysis(text: str, expected: tuple[int | None, float]) -> None:
    """Colour, centiseconds, and pairs of which only one is read; the interval is held to what makes sense."""
    assert analysis_arguments(text.split()) == expected


def test_no_interval() -> None:
    """One that is no number is a failure."""
    with pytest.raises(Failure, match="whole number"):
        analysis_arguments(["interval", "soon"])
