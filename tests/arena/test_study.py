"""Studies: what a file may say, what is wrong with it and where, and running one in parts."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

import monteverde as mv
from monteverde.arena import Study, StudyResult, read_study, run_study
from monteverde.arena.folder import LONGEST, file_of

TEXT = """
title = "UCT against others"
game = ["tic_tac_toe", "nim"]
first = ["uct"]
second = ["random", "uct", "flat"]
iterations = [5]
seconds = 0.01
games = 4
opening_plies = 1
seed = 3
published = { "tic_tac_toe" = 0.9 }
"""
SMALL = Study(game=("tic_tac_toe", "nim"), first=("uct",), second=("random",), iterations=(5,), games=24, seed=1)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A file with a study in it."""
    path = tmp_path / "study.toml"
    path.write_text(TEXT)
    return path


def changed(file: Path, old: str, new: str) -> Path:
    """Change what the file says."""
    assert old in TEXT
    file.write_text(TEXT.replace(old, new))
    return file


def test_a_file_says_what_to_play(file: Path) -> None:
    """One value may stand without brackets where a list may stand; nobody meets itself."""
    study = read_study(file)
    assert study.seconds == (0.01,)
    assert study.published == {"tic_tac_toe": 0.9}
    assert [(c.game, c.second, c.budget) for c in study.cells] == [
        (game, second, budget)
        for second in ("random", "flat")
        for budget in ("0.01 s", "5 simulations")
        for game in ("tic_tac_toe", "nim")
    ]
    assert len({cell.file for cell in study.cells}) == 8


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("opening_plies", "openin_plies", r"unknown key 'openin_plies'; did you mean opening_plies\? .* line 9"),
        ('"nim"', '"nmi"', r"line 3 .*unknown game 'nmi'; did you mean nim"),
        ('"flat"', '"flat:d=1"', r"line 5 .*unknown parameter of flat"),
        ("games = 4", "games = [4]", r"line 8 .*games is a list"),
        ("games = 4", "games = 0", r"line 8 .*must be above 0"),
        ("games = 4", "games = 4.5", r"line 8 .*games is 4.5; write it as in games = 400"),
        ("games = 4", "games = true", r"line 8 .*games is True"),
        ("seconds = 0.01", "seconds = [0.1, -1]", r"line 7 .*must be above 0"),
        ("seconds = 0.01", "seconds = inf", r"line 7 .*not finite"),
        ('["uct"]', "[3]", r"line 4 .*first is 3"),
        ("0.9 }", "9.0 }", r"line 11 .*published score of tic_tac_toe is 9.0"),
        ('first = ["uct"]', "", "has no first"),
        ('game = ["tic_tac_toe", "nim"]', "game = []", "has no game"),
        ("iterations = [5]\nseconds = 0.01", "", "has no budget"),
        ('"random", "uct", "flat"', '"uct"', "only meet itself"),
        ("seed = 3", "seed = = 3", "is no TOML: .* line 10"),
    ],
)
def test_what_is_wrong_is_named_with_its_line(file: Path, old: str, new: str, sentence: str) -> None:
    """One sentence: the line, the key, and what to write."""
    with pytest.raises(mv.UsageError, match=sentence):
        read_study(changed(file, old, new))


def test_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    """It is missing, or no text."""
    with pytest.raises(mv.UsageError, match="cannot be read"):
        read_study(tmp_path / "none.toml")
    (tmp_path / "bytes.toml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(mv.UsageError, match="is no TOML"):
        read_study(tmp_path / "bytes.toml")


def test_all_cells_grow_together_and_a_stopped_study_goes_on(tmp_path: Path) -> None:
    """After 25 games the first cell has not all of its games yet, and the second has some; no game is played twice."""
    count = 0

    def stop(result: object, record: object) -> None:
        nonlocal count
        count += 1
        if count == 25:
            raise KeyboardInterrupt

    first = run_study(SMALL, tmp_path / "games", progress=stop)
    assert first.stopped_by == "interrupted"
    assert [len(result.records) for result in first.matches.values()] == [20, 5]
    whole = run_study(SMALL, tmp_path / "games", progress=stop)
    assert (whole.stopped_by, count) == ("games", 48)
    assert whole == run_study(SMALL, tmp_path / "again")
    assert sorted(path.name for path in (tmp_path / "games").iterdir()) == sorted(cell.file for cell in SMALL.cells)


@pytest.fixture(scope="module")
def result(tmp_path_factory: pytest.TempPathFactory) -> StudyResult:
    """A study of two cells with a published score."""
    study = Study(**{**vars(SMALL), "published": {"nim": 0.7}, "title": "a title"})
    return run_study(study, tmp_path_factory.mktemp("study"), games=4)


def test_a_study_is_a_table(result: StudyResult) -> None:
    """A row for each cell, the published score beside ours."""
    head, first, second = result.rows()
    assert head[7:9] == ("published", "Elo")
    assert (first[0], first[7]) == ("tic_tac_toe", "")
    assert (second[0], second[7]) == ("nim", "70.0%")
    assert {len(row) for row in (head, first, second)} == {12}
    assert str(result).splitlines()[-2:] == ["a title", "8 games in 2 of 2 cells"]
    assert "<table>" in result._repr_html_()
    assert result.markdown().splitlines()[1].startswith("| --- |")


def test_the_same_names_on_both_sides_are_a_round_robin(tmp_path: Path) -> None:
    """Every pair meets once, and all are rated by game; a game that has not been begun is left out."""
    players = ("uct", "random", "flat")
    study = Study(game=("nim", "tic_tac_toe"), first=players, second=players, iterations=(20,), games=8)
    assert [(c.first, c.second) for c in study.cells[::2]] == [("uct", "random"), ("uct", "flat"), ("random", "flat")]
    result = run_study(study, tmp_path)
    head, *rows = result.rating_rows()
    assert head == ("player", "nim, 20 simulations", "tic_tac_toe, 20 simulations")
    assert sorted(row[0] for row in rows) == sorted(players)
    nim = result.ratings()["nim", "20 simulations"]
    assert [row[1] for row in rows] == [f"{r.elo:+.0f} +- {r.error:.0f}" for r in nim.players]
    assert sum(r.elo for r in nim.players) == pytest.approx(0.0)
    assert all(r.standing.games == 16 for r in nim.players)
    assert f"| {' | '.join(rows[0])} |" in result.markdown()
    assert rows[0][1] in str(result)
    assert rows[0][1] in result._repr_html_()
    assert [(one["game"], len(one["players"])) for one in result.to_dict()["ratings"]] == [
        ("nim", 3),
        ("tic_tac_toe", 3),
    ]


def test_two_players_are_not_rated(result: StudyResult) -> None:
    """The difference is in the table."""
    assert not result.ratings()
    assert not list(result.rating_rows())


def test_a_study_is_json(result: StudyResult) -> None:
    """What each cell says of its match, without the games."""
    written = json.loads(json.dumps(result.to_dict()))
    assert [cell["game"] for cell in written["cells"]] == ["tic_tac_toe", "nim"]
    assert "records" not in written["cells"][0]


def test_a_study_is_drawn(result: StudyResult) -> None:
    """Scores with their intervals, and what was published."""
    pytest.importorskip("matplotlib").use("agg")
    axes = result.plot()
    assert [label.get_text() for label in axes.get_xticklabels()] == ["tic_tac_toe", "nim"]
    assert [text.get_text() for text in axes.get_legend().get_texts()] == ["published", "uct : random, 5 simulations"]
    assert StudyResult(SMALL, {}, "interrupted").plot(axes) is axes


def test_drawing_without_matplotlib_names_the_extra(result: StudyResult, monkeypatch: pytest.MonkeyPatch) -> None:
    """In one sentence."""
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(mv.MissingExtraError, match=r"monteverde\[plot\]"):
        result.plot()


def test_names_of_files_are_safe_and_short() -> None:
    """Whatever players are called."""
    name = file_of("hex:11", "a/b c", "x" * 500)
    assert name.startswith("hex_11~a_b_c~x")
    assert len(name) == LONGEST + len(".jsonl")
