"""What the words of a GTP line mean, and what an answer looks like."""

from __future__ import annotations

import re

COLOURS = {"b": 0, "black": 0, "w": 1, "white": 1}
CONTROL_CHARACTERS = re.compile(r"[\x00-\x08\x0a-\x1f\x7f]")  # to be ignored; a tab is a space
NUMBER = re.compile(r"[0-9]{1,10}")  # a count has no reason to be longer; ids may
DECIMAL = re.compile(r"[-+]?([0-9]+(\.[0-9]*)?|\.[0-9]+)")
MOST_DIGITS = 300  # of a decimal: a float holds it
CENTISECONDS = 100
DEFAULT_INTERVAL = 1.0  # seconds between two lines of an analysis
LONGEST_INTERVAL = 3600.0


class Failure(Exception):
    """A command cannot be done; the message is what is answered."""


def words_of(line: str) -> tuple[str, list[str]]:
    """Return the number that a line begins with, as it is written, or "", and its words."""
    text = CONTROL_CHARACTERS.sub("", line.partition("#")[0]).replace("\t", " ")
    words = [word for word in text.split(" ") if word]
    number = words.pop(0) if words and re.fullmatch("[0-9]+", words[0]) else ""
    return number, words


def block(mark: str, number: str, text: str) -> str:
    """Return an answer: no empty line in it, and one at its end."""
    first, *others = text.split("\n")
    kept = [f"{mark}{number} {first}".rstrip(), *(line.rstrip() for line in others if line.strip())]
    return "\n".join(kept) + "\n\n"


def colour(text: str) -> int:
    """Return the player that a colour means."""
    if text.lower() not in COLOURS:
        raise Failure("syntax error: a colour is b, black, w or white")
    return COLOURS[text.lower()]


def count(text: str) -> int:
    """Return a whole number of at least 0."""
    if NUMBER.fullmatch(text) is None:
        raise Failure("syntax error: a whole number is expected")
    return int(text)


def decimal(text: str) -> float:
    """Return a number, which is finite."""
    if len(text) > MOST_DIGITS or DECIMAL.fullmatch(text) is None:
        raise Failure("syntax error: a number is expected")
    return float(text)


def duration(text: str) -> float:
    """Return a number of seconds."""
    seconds = decimal(text)
    if seconds < 0:
        raise Failure("syntax error: a time is at least 0")
    return seconds


def analysis_arguments(words: list[str]) -> tuple[int | None, float]:
    """Return whose turn it is to be, or None, and the seconds between two lines.

    They come as [colour] [centiseconds] and pairs; of the pairs only `interval` means something here.
    """
    rest = list(words)
    player = COLOURS[rest.pop(0).lower()] if rest and rest[0].lower() in COLOURS else None
    interval = DEFAULT_INTERVAL
    if rest and NUMBER.fullmatch(rest[0]):
        interval = count(rest.pop(0)) / CENTISECONDS
    for key, value in zip(rest[::2], rest[1::2], strict=False):
        if key == "interval":
            interval = count(value) / CENTISECONDS
    return player, min(max(interval, 1 / CENTISECONDS), LONGEST_INTERVAL)
