"""What the README and the documentation show is run, and prints what they say that it prints."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.docs.pages import PAGES, Page, typed, working_in

README = PAGES[0]
NOT_RUN = ("monteverde bench",)  # every game once; `monteverde bench tic_tac_toe` is run in its place
LONG = (
    "arena.md",
    "exact.md",
    "memory.md",
    "playouts.md",
    "proofs.md",
    "threads.md",
    "transpositions.md",
)  # pages that only machine code gets through in seconds
BRIEFER = (
    (r"--seconds \d+", "--seconds 0.2"),
    (r"--games \d+", "--games 2"),
    (r"--iterations \d+", "--iterations 20"),
)


def in_folder(page: Page, folder: Path, monkeypatch: pytest.MonkeyPatch) -> Page:
    """Run a page in an empty folder and return it."""
    for variable in ("COLUMNS", "LINES"):
        monkeypatch.delenv(variable, raising=False)
    with working_in(folder):
        page.run()
    return page


@pytest.mark.parametrize("path", PAGES[1:], ids=lambda path: path.name)
def test_a_page_runs_and_prints_what_it_shows(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_compiled: bool
) -> None:
    """In order, in one namespace, in an empty folder; the durations of searches aside."""
    if path.name in LONG and not is_compiled:
        pytest.skip("it searches a million positions, which takes minutes as plain Python")
    if path.name not in LONG and is_compiled:
        pytest.skip("plain Python gets through it sooner than the compiler, and its commands run compiled there too")
    page = in_folder(Page(path), tmp_path, monkeypatch)
    assert not page.differences(), "\n".join(page.differences())


def test_the_readme_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, budget: Callable[..., int]) -> None:
    """All its Python, in an empty folder, with smaller budgets where the mode is slow."""

    def smaller(code: str) -> str:
        code = re.sub(r"seconds=[\d.]+", "seconds=0.2", code)
        return re.sub(r"iterations=([\d_]+)", lambda found: f"iterations={budget(int(found[1]) // 20)}", code)

    page = in_folder(Page(README, edit=smaller), tmp_path, monkeypatch)
    assert not page.differences()


def test_the_commands_of_the_readme_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_compiled: bool) -> None:
    """Each ends well, after a fraction of a second; whoever should type moves types nothing."""
    if not is_compiled:
        pytest.skip("the compiler gets through them sooner than plain Python")
    page = in_folder(Page(README, edit=without_searches), tmp_path, monkeypatch)
    commands = [command for command in page.commands() if command not in NOT_RUN]
    assert len(commands) >= 8
    with working_in(tmp_path):
        for command in (*commands, "monteverde bench tic_tac_toe --iterations 10"):
            printed = typed(f"{briefer(command)} && echo it ended well")
            assert printed.endswith("it ended well\n"), f"{command}\n{printed}"


def briefer(command: str) -> str:
    """Return a command with budgets that can be afforded here."""
    for long, brief in BRIEFER:
        command = re.sub(long, brief, command)
    return command


def without_searches(code: str) -> str:
    """Return nothing: here the README's files are wanted, not what it runs."""
    return ""


def test_pages_are_found() -> None:
    """So that the tests above cannot pass for want of a page."""
    assert {"README.md", "first-game.md", "how-to.md", "reference.md", "values.md"} <= {page.name for page in PAGES}
