"""Matches that are kept in a file, and go on after whatever stopped them."""

from __future__ import annotations

import json
import resource
import signal
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.arena.small_games import Raising, Script

import monteverde as mv
from monteverde.arena import GameRecord, MatchResult, match
from monteverde.arena.journal import Journal

PLAYERS = ("uct:iterations=10", "random")
HEAD = {"game": "tic_tac_toe", "players": ["a", "b"]}


def play(out: Path, games: int, progress: Callable[[MatchResult, GameRecord], object] | None = None) -> MatchResult:
    """Play the match of these tests into `out`."""
    return match(PLAYERS, "tic_tac_toe", games, seed=5, opening_plies=1, out=out, progress=progress)


@pytest.fixture
def out(tmp_path: Path) -> Path:
    """Where the match is kept."""
    return tmp_path / "match.jsonl"


def test_a_match_that_was_stopped_goes_on(out: Path) -> None:
    """No game is lost or played twice, and the whole is the match that was never stopped."""

    def stop(result: MatchResult, record: GameRecord) -> None:
        if len(result.records) == 3:
            raise KeyboardInterrupt

    played: list[int] = []
    assert play(out, 6, stop).stopped_by == "interrupted"
    whole = play(out, 6, lambda result, record: played.append(record.number))
    assert played == [3, 4, 5]
    assert whole == match(PLAYERS, "tic_tac_toe", 6, seed=5, opening_plies=1)
    assert len(out.read_text().splitlines()) == 7


def test_a_match_can_be_made_longer_or_read_again(out: Path) -> None:
    """The number of games wanted does not make it another match."""
    play(out, 2)
    assert len(play(out, 4).records) == 4
    before = out.read_bytes()
    assert len(play(out, 3).records) == 3
    assert out.read_bytes() == before


def test_a_line_cut_short_is_played_again(out: Path) -> None:
    """What a crash left of a line is no game."""
    whole = play(out, 4)
    out.write_bytes(out.read_bytes()[:-20])
    assert play(out, 4) == whole
    out.write_bytes(b'{"format": "montev')  # not even the head was finished
    assert play(out, 4) == whole


def test_a_forfeit_is_kept(out: Path) -> None:
    """With its reason."""
    players = [Raising(ValueError("oh"), "a"), Script(0, name="b")]
    first = match(players, mv.load_game("tic_tac_toe"), 1, out=out)
    assert match(players, mv.load_game("tic_tac_toe"), 1, out=out) == first
    assert first.records[0].forfeit is not None


def test_a_file_of_another_match_is_refused(out: Path) -> None:
    """The sentence says what differs, and the file stays as it is."""
    play(out, 1)
    before = out.read_bytes()
    with pytest.raises(mv.UsageError, match="another match: its seed is 5, not 6"):
        match(PLAYERS, "tic_tac_toe", 1, seed=6, opening_plies=1, out=out)
    assert out.read_bytes() == before


@pytest.mark.parametrize("content", ["no json\n", "[1, 2]\n", "{}\n", '{"format": "other"}\n', "[" * 100_000 + "\n"])
def test_a_file_of_something_else_is_refused(out: Path, content: str) -> None:
    """And not a byte of it is changed."""
    out.write_text(content)
    with pytest.raises(mv.UsageError, match="no file of a match"):
        play(out, 1)
    assert out.read_text() == content


@pytest.mark.parametrize(
    "change", [{"scores": None}, {"seats": []}, {"players": []}, {"forfeit": {"seats": 1}}, {"efforts": [3]}]
)
def test_a_line_that_is_no_game_is_named(out: Path, change: dict[str, object]) -> None:
    """By its number, in one sentence."""
    play(out, 2)
    head, first, second = out.read_text().splitlines()
    out.write_text("\n".join([head, first, json.dumps(json.loads(second) | change)]) + "\n")
    with pytest.raises(mv.UsageError, match=r"line 3 of .* is no game"):
        play(out, 2)


def test_two_matches_cannot_write_to_one_file(out: Path) -> None:
    """The second is told to wait."""
    with Journal(out, HEAD), pytest.raises(mv.UsageError, match="another match is writing"):
        Journal(out, HEAD)


@pytest.mark.parametrize("name", ["", "missing/match.jsonl"])
def test_a_file_that_cannot_be_made(tmp_path: Path, name: str) -> None:
    """A folder, or in a folder that is not there."""
    with pytest.raises(mv.UsageError, match="cannot be written"):
        Journal(tmp_path / name, HEAD)


def test_a_device_is_no_file() -> None:
    """It is not read, which would have no end."""
    with pytest.raises(mv.UsageError, match="it is no file"):
        Journal("/dev/zero", HEAD)


def test_a_full_disk_keeps_the_games_so_far(out: Path) -> None:
    """The match stops with a sentence; with room again it goes on as if nothing had been."""
    size = len(match_bytes(out))
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    before = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size + 100, limits[1]))  # as if the disk ended there
    try:
        with pytest.raises(mv.UsageError, match="the 2 games in it are kept"):
            play(out, 4)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        signal.signal(signal.SIGXFSZ, before)
    assert len(out.read_bytes()) == size
    assert play(out, 4) == match(PLAYERS, "tic_tac_toe", 4, seed=5, opening_plies=1)


def match_bytes(out: Path) -> bytes:
    """Return the file after two games."""
    play(out, 2)
    return out.read_bytes()
