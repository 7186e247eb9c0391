"""`monteverde search --save` and `--load`."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import monteverde as mv

Run = Callable[..., Any]


@pytest.fixture
def file(run: Run, tmp_path: Path) -> str:
    """A search of tic-tac-toe of 100 simulations."""
    path = str(tmp_path / "search.npz")
    assert run("search", "tic_tac_toe", "--iterations", "100", "--seed", "1", "--save", path).exit_code == 0
    return path


def test_a_search_goes_on_where_it_stood(run: Run, file: str) -> None:
    """The same result as of one that was never interrupted; the file is written anew."""
    arguments = ("search", "--load", file, "--save", file, "--iterations", "50", "--json")
    found = json.loads(run(*arguments).stdout)
    whole = mv.MCTS().start("tic_tac_toe", seed=1)
    whole.run(iterations=100)
    whole.run(iterations=50)
    assert found["visits"] == {line.name: line.visits for line in whole.result().actions}
    assert (found["game"], found["loaded"], found["simulations"]) == ("tic_tac_toe", file, 150)
    assert mv.Search.load(file).num_simulations == 150


def test_moves_go_on_from_where_it_stands(run: Run, file: str) -> None:
    """The tree goes with them."""
    shown = run("search", "--load", file, "--moves", "b2 a1", "--iterations", "20").stdout
    assert "tic_tac_toe, 2 played, X to move" in shown
    assert "simulations of earlier searches were reused" in shown
    assert mv.Search.load(file).num_simulations == 100


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["nim"], "is a search of tic_tac_toe, not of nim"),
        (["--algorithm", "uct:c=1.0"], "was made by another algorithm"),
        (["--seed", "1"], "--load brings its own seed; leave out --seed"),
        (["--threads", "2"], "--load brings its own threads; leave out --threads"),
        (["--memory", "1MB"], "--load brings its own memory; leave out --memory"),
        (["--position", "game.txt"], "--load brings its own position; leave out --position"),
        (["--moves", "b2 b2"], "'b2' is not legal for O here"),
    ],
)
def test_what_does_not_fit_the_file_is_refused(run: Run, file: str, arguments: list[str], sentence: str) -> None:
    """One sentence, and exit code 2."""
    shown = run("search", *arguments, "--load", file)
    assert shown.exit_code == 2
    assert sentence in " ".join(shown.output.split())


def test_another_file_is_not_written_over(run: Run, file: str) -> None:
    """Neither anything else nor another search; before any time is spent."""
    shown = run("search", "tic_tac_toe", "--seconds", "100", "--save", file)
    assert shown.exit_code == 2
    assert "is there already; give another name, or move it away" in " ".join(shown.output.split())


def test_a_place_that_cannot_be_written_to_is_refused_at_once(run: Run, tmp_path: Path) -> None:
    """Not after the search."""
    shown = run("search", "tic_tac_toe", "--seconds", "100", "--save", str(tmp_path / "no" / "search.npz"))
    assert shown.exit_code == 2
    assert "cannot be written: there is no folder" in " ".join(shown.output.split())


def test_ctrl_c_saves_what_was_found(terminal: Run, tmp_path: Path) -> None:
    """The file has all simulations, and the exit code is 130."""
    path = tmp_path / "search.npz"
    search = terminal("search", "tic_tac_toe", "--seconds", "600", "--save", str(path), columns=200)
    search.wait_for("simulations in")
    search.interrupt()
    assert search.end() == 130
    assert mv.Search.load(path).num_simulations > 0


def test_a_second_ctrl_c_saves_it_too(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is raised, and the tree is whole all the same."""
    path = str(tmp_path / "search.npz")

    def interrupted(search: mv.Search, **_: Any) -> None:
        search.simulate(search.workspaces[0], 30)
        raise KeyboardInterrupt

    monkeypatch.setattr(mv.Search, "run", interrupted)
    assert run("search", "tic_tac_toe", "--save", path).exit_code == 130
    assert mv.Search.load(path).num_simulations == 30
    path = str(tmp_path / "none.npz")
    assert run("search", "tic_tac_toe").exit_code == 130
