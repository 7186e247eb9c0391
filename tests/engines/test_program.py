"""Where the program of a command line is."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from monteverde.engines import program
from monteverde.engines.program import program_of
from monteverde.errors import UsageError


def test_words_are_split_as_a_shell_does() -> None:
    """Quotes hold words together."""
    assert program_of(f"{sys.executable} -c 'print(1, 2)'") == [sys.executable, "-c", "print(1, 2)"]


def test_games_are_found_where_debian_puts_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also if that folder is not on the path."""
    path = tmp_path / "some-engine"
    path.write_text("#!/bin/sh\n")
    path.chmod(0o755)
    monkeypatch.setattr(program, "OFTEN_MISSING", (str(tmp_path),))
    assert program_of("some-engine --level 1") == [str(path), "--level", "1"]


@pytest.mark.parametrize(
    ("command", "sentence"),
    [
        ("", "the command of a program is empty"),
        ("   ", "the command of a program is empty"),
        ("engine 'half", "cannot be read: No closing quotation"),
        ("no-such-engine --fast", "there is no program 'no-such-engine' to run; install it, or give its path"),
        ("a\0b", "there is no program"),
    ],
)
def test_what_is_no_program_is_told(command: str, sentence: str) -> None:
    """Before anything is played."""
    with pytest.raises(UsageError, match=sentence):
        program_of(command)
