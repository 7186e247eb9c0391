"""Boards at the terminal: colours, heat, and SVG files."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

import monteverde as mv
from monteverde.cli.board import board_text, style_of
from monteverde.drawing import Span

Run = Callable[..., Any]
SEARCH = ("search", "tic_tac_toe", "--moves", "a1 a2 b1 b2", "--iterations", "200", "--seed", "1")


def test_heat_is_shown_below_the_table(run: Run) -> None:
    """The per cent that the root table has as visits."""
    shown = run(*SEARCH, "--heat").stdout
    visits = {line.split()[0]: int(line.split()[1]) for line in shown.splitlines() if re.match(r"[abc]\d +\d", line)}
    assert sum(visits.values()) == 200
    below = shown.partition("stopped by")[2].splitlines()
    assert below[2] == "   a  b  c"
    assert below[3].split() == ["1", "X", "X", f"{100 * visits['c1'] / 200:.0f}"]
    assert below[-1] == "numbers: per cent of the visits whose move ends there"


def test_without_heat_the_board_is_there_once(run: Run) -> None:
    """Nobody asked for the rest."""
    assert "per cent" not in run(*SEARCH).stdout


def test_json_with_heat_is_still_one_object(run: Run) -> None:
    """The visits are in it anyway."""
    assert run(*SEARCH, "--heat", "--json").stdout.count("\n") == 1


@pytest.mark.parametrize("columns", [20, 40])
def test_heat_fits_a_narrow_terminal(run: Run, columns: int) -> None:
    """The board is drawn closer; nothing wraps."""
    shown = run("search", "ultimate_tic_tac_toe", "--iterations", "50", "--heat", COLUMNS=str(columns)).stdout
    board = shown.rpartition("stopped by")[2].split("\n\n")[1]
    assert max(map(len, board.splitlines())) <= columns
    assert [line[0] for line in board.splitlines() if re.match(r"\d\D", line)] == list("123456789")


def test_a_game_without_a_board_has_bars(run: Run, own_game: str) -> None:
    """One for each move."""
    shown = run("search", own_game, "--iterations", "90", "--heat").stdout
    assert re.search(r"per cent of the visits:\ntake \d +\d+ % █+\ntake \d +\d+ %", shown)


def test_svg_of_a_search_has_its_heat(run: Run, tmp_path: Path) -> None:
    """With --json, too."""
    file = tmp_path / "board.svg"
    run(*SEARCH, "--svg", str(file), "--json")
    root = ElementTree.fromstring(file.read_text("utf-8"))
    words = [element.text for element in root.iter("{http://www.w3.org/2000/svg}text")]
    assert "X to move, after b2" in words
    assert "numbers: per cent of the visits" in words


def test_svg_of_a_start(run: Run, tmp_path: Path) -> None:
    """The board is shown as well."""
    file = tmp_path / "board.svg"
    shown = run("games", "hex:3", "--svg", str(file)).stdout
    assert file.read_text("utf-8") == mv.load_game("hex:3").initial().svg()
    assert shown.startswith(f"hex:size=3: {mv.load_game('hex').description}")
    assert shown.endswith("  a b c\n1 . . .\n 2 . . .\n  3 . . .\n")


def test_one_game_as_json(run: Run) -> None:
    """As it is in the list."""
    assert '"hex": {"description"' in run("games", "hex:3", "--json").stdout


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("games", "--svg", "x.svg"), "--svg needs a game"),
        (("games", "hexx"), "hexx"),
        (("games", "hex", "--svg", "."), "cannot write ."),
        ((*SEARCH, "--svg", "no/such/folder/x.svg"), "cannot write no/such/folder/x.svg"),
    ],
)
def test_what_cannot_be_done_is_said_in_a_sentence(run: Run, arguments: tuple[str, ...], sentence: str) -> None:
    """With the file or the name in it."""
    result = run(*arguments)
    assert result.exit_code == 2
    assert sentence in result.stderr
    assert result.stderr.count("\n") == 1


def test_colours_of_cells() -> None:
    """Hotter cells are darker; the last move is bold; coordinates look as they are."""
    cold, hot = style_of(Span("1", heat=0.01)), style_of(Span("1", heat=1.0))
    assert str(hot.bgcolor and hot.bgcolor.name) == "rgb(232,89,12)"
    assert cold.bgcolor != hot.bgcolor
    assert style_of(Span("X", is_last=True)).bold
    assert style_of(Span("R", colour="red")).color is not None
    assert style_of(Span("a")).color is None


def test_the_text_is_the_drawing() -> None:
    """Colours add nothing to it and leave nothing out."""
    position = mv.load_game("connect_four").initial().play_all("d d e")
    assert board_text(position, 80).plain == str(position)


def test_a_terminal_is_coloured(terminal: Callable[..., Any]) -> None:
    """The heat map has backgrounds, unless NO_COLOR is set."""
    shown = terminal(*SEARCH, "--heat")
    shown.end()
    assert re.search(r"\x1b\[[\d;]*4[0-8]", shown.shown)
