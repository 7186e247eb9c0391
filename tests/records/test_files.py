"""Records as files: whole or not there, refused in one sentence, in the format that name or content says."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from tests.records.random_games import random_line

import monteverde as mv
from monteverde.errors import RecordError
from monteverde.records.files import MOST_BYTES

SGF_GAMES = ["go:5", "go:size=4,ko=ssk,suicide=true,komi=0.5", "go:size=3,ko=simple", "atari_go:5", "nogo:5"]
SGF_GAMES += ["hex:5", "hex:size=4,swap=true", "othello:6", "gomoku:size=7,row=4"]


@pytest.mark.parametrize("name", mv.game_names())
def test_a_random_game_is_the_same_when_read_again(name: str, tmp_path: Path) -> None:
    """At every ply, with what chance did."""
    game, file = mv.load_game(name), tmp_path / "game.txt"
    for seed in range(2):
        line = random_line(game, seed)
        record = mv.Record(game, line[-1].history, seed=seed)
        mv.write_record(record, file)
        read = mv.read_record(file)
        assert read == record
        assert list(read.positions()) == line


@pytest.mark.parametrize("name", SGF_GAMES)
def test_a_random_game_is_the_same_as_sgf(name: str, tmp_path: Path) -> None:
    """At every ply, passes and swaps as well, and with the parameters of the game."""
    game, file = mv.load_game(name), tmp_path / "game.sgf"
    if game.family.defaults.get("row"):  # SGF does not say how many in a row win
        game = mv.load_game(f"gomoku:{game.parameters['size']}")
    for seed in range(3):
        line = random_line(game, seed)
        record = mv.Record(game, line[-1].history, ("a", "b"), "B+R", "2026-11-30", {0: "x]\\", len(line) - 1: "end"})
        mv.write_record(record, file)
        read = mv.read_record(file)
        assert read == record
        assert list(read.positions()) == line


def test_the_content_tells_where_the_name_does_not(tmp_path: Path) -> None:
    """SGF under another name is read as SGF."""
    file = tmp_path / "game"
    file.write_text(" (;GM[1]SZ[5];B[cc])")
    assert mv.read_record(file).moves == ("C3",)


def test_a_path_may_be_text(tmp_path: Path) -> None:
    """As `open` takes it."""
    mv.write_record(mv.Record(mv.load_game("nim"), (0,)), str(tmp_path / "a.txt"))
    assert mv.read_record(str(tmp_path / "a.txt")).actions == (0,)


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (None, "cannot be read: No such file"),
        (b"", "is empty"),
        (b" \r\n ", "is empty"),
        (b"#" * (MOST_BYTES + 1), "is longer than 1 MB, which no record of one game is"),
        (b"game: hex:" + b"9" * 6000, r"9999\.\.\.$"),
    ],
)
def test_what_is_no_record_is_refused(content: bytes | None, sentence: str, tmp_path: Path) -> None:
    """With the file's name and the reason, however long that would be."""
    file = tmp_path / "game.txt"
    if content is not None:
        file.write_bytes(content)
    with pytest.raises(RecordError, match=sentence) as caught:
        mv.read_record(file)
    assert str(caught.value).startswith(str(file))
    assert len(str(caught.value)) < 600


@pytest.mark.parametrize("path", ["", "a\0b", "/"])
def test_what_is_no_file_is_refused(path: str) -> None:
    """A folder, nothing, a name that no file can have."""
    with pytest.raises(RecordError, match="cannot be read"):
        mv.read_record(path)


def test_a_file_is_replaced_as_a_whole(tmp_path: Path) -> None:
    """With the rights that it had, through a link, and nothing is left beside it."""
    file, link = tmp_path / "game.txt", tmp_path / "link.txt"
    file.write_text("old")
    file.chmod(0o640)
    link.symlink_to(file)
    mv.write_record(mv.Record(mv.load_game("nim")), link)
    assert file.read_text() == "game: nim\n"
    assert link.is_symlink()
    assert file.stat().st_mode & 0o777 == 0o640
    assert {path.name for path in tmp_path.iterdir()} == {"game.txt", "link.txt"}


def test_a_file_that_cannot_be_written_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If the disk is full at the wrong moment, what was there is there."""
    file = tmp_path / "game.txt"
    file.write_text("old")

    def full(self: Path, target: Path) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(mv.UsageError, match="cannot be written: No space left on device"):
        mv.write_record(mv.Record(mv.load_game("nim")), file)
    assert [path.read_text() for path in tmp_path.iterdir()] == ["old"]


@pytest.mark.parametrize("path", [os.devnull, "/"])
def test_what_is_no_file_is_not_replaced(path: str) -> None:
    """A device or a folder stays what it is."""
    with pytest.raises(mv.UsageError, match="is no file"):
        mv.write_record(mv.Record(mv.load_game("nim")), path)


def test_there_must_be_a_folder(tmp_path: Path) -> None:
    """None is made."""
    with pytest.raises(mv.UsageError, match="cannot be written: No such file"):
        mv.write_record(mv.Record(mv.load_game("nim")), tmp_path / "no" / "a.txt")
