"""What other programs are told of a clock."""

from __future__ import annotations

import json
from typing import Any

import pytest

from monteverde.engines.clocks import clock_from, described_clock, gtp_left, gtp_settings, uci_words
from monteverde.errors import UsageError
from monteverde.game_clock import GameClock, read_clock

CLOCKS = ("60", "0.5", "60+0.5", "60+2.5", "600+5x30", "600+25/300", "0+40/300")


@pytest.mark.parametrize(
    ("clock", "settings", "left", "words"),
    [
        ("60", "60 0 0", "60 0", "wtime 60000"),
        ("0.5", "1 0 0", "0 0", "wtime 500"),
        ("60+0.5", "60 0 0", "60 0", "wtime 60000 winc 500"),
        ("60+2.5", "60 2 1", "60 0", "wtime 60000 winc 2500"),
        ("600+5x30", "600 30 1", "600 0", "wtime 600000"),
        ("600+25/300", "600 300 25", "600 0", "wtime 600000"),
        ("0+40/300", "0 300 40", "300 40", "wtime 300000 movestogo 40"),
    ],
)
def test_what_is_told_at_the_beginning(clock: str, settings: str, left: str, words: str) -> None:
    """By hand."""
    shown = read_clock(clock)
    assert (gtp_settings(shown), gtp_left(shown), uci_words(shown, 0)) == (settings, left, words)


def test_what_is_told_in_overtime() -> None:
    """The second side is black; of five periods one is told."""
    japanese, canadian = (read_clock(text).after(610.0) for text in ("600+5x30", "600+25/300"))
    assert (gtp_left(japanese), uci_words(japanese, 1)) == ("30 1", "btime 30000 movestogo 1")
    assert (gtp_left(canadian), uci_words(canadian, 1)) == ("290 24", "btime 290000 movestogo 24")


@pytest.mark.parametrize("clock", CLOCKS)
@pytest.mark.parametrize("spent", [0.0, 0.25])
def test_a_clock_survives_json(clock: str, spent: float) -> None:
    """The whole of it."""
    shown = read_clock(clock).after(spent)
    assert clock_from(json.loads(json.dumps(described_clock(shown), allow_nan=False))) == shown


def test_what_is_left_out_is_as_always() -> None:
    """A main time is enough."""
    assert clock_from({"main": 5}) == GameClock(5)


@pytest.mark.parametrize(
    ("described", "sentence"),
    [
        ({"main": 5, "byoyomi": 3}, "a clock has no 'byoyomi'; it has main, increment, period, stones, periods"),
        ({"main": "5"}, "main of the clock is '5'; it must be a number"),
        ({"main": True}, "main of the clock is True; it must be a number"),
        ({"main": 5, "stones": 1.5}, "stones of the clock is 1.5; it must be a whole number"),
        ({"increment": 5}, "the clock has no main; give the seconds of main time left"),
        ({"main": -1}, "a clock of .* cannot be set"),
    ],
)
def test_what_is_no_clock(described: dict[str, Any], sentence: str) -> None:
    """Each in a sentence."""
    with pytest.raises(UsageError, match=sentence):
        clock_from(described)
