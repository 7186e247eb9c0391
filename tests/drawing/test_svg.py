"""Pictures and text as SVG."""

from __future__ import annotations

import random
import re
from xml.etree import ElementTree

import pytest

import monteverde as mv
from monteverde.drawing import Notes, Picture, Piece, dots, grid, lines_as_svg, picture_as_svg, rhombus
from monteverde.drawing.layouts import DOT, LYING
from monteverde.drawing.pieces import BLACK, COLOURS, KINDS
from monteverde.drawing.svg_shapes import _DRAWN
from monteverde.drawing.svg_style import CELLS, INKS, LAST

SVG = "{http://www.w3.org/2000/svg}"
GAMES = ["amazons:6", "breakthrough", "connect_four", "domineering:4", "dots_and_boxes:rows=2,columns=2", "front:6"]
GAMES += [
    "go:5",
    "gomoku:7",
    "havannah:3",
    "hex:4",
    "kalah",
    "nim",
    "othello:4",
    "pig:20",
    "rolit:size=4",
    "tic_tac_toe",
]
GAMES += ["ultimate_tic_tac_toe", "y:4"]


def parsed(svg: str) -> ElementTree.Element:
    """Return the root element; raises if it is no XML."""
    root = ElementTree.fromstring(svg)
    assert root.tag == f"{SVG}svg"
    return root


def texts(svg: str) -> list[str]:
    """Return what is written in it."""
    return [element.text or "" for element in parsed(svg).iter(f"{SVG}text")]


@pytest.mark.parametrize("name", GAMES)
def test_every_game_is_valid_from_start_to_end(name: str) -> None:
    """XML with a viewBox of its own size and a title that is also its label; nothing is drawn outside of it."""
    rng, position = random.Random(1), mv.load_game(name).initial()
    for ply in range(1000):
        if ply % 7 == 0 or position.is_terminal:
            heat = {action: rng.random() for action in position.legal_actions()}
            root = parsed(position.svg(heat=heat, numbers=True))
            size = [float(root.attrib[key]) for key in ("width", "height")]
            assert root.attrib["viewBox"] == f"0 0 {root.attrib['width']} {root.attrib['height']}"
            title = root.find(f"{SVG}title")
            assert title is not None
            assert title.text == root.attrib["aria-label"]
            assert position.game.spec in str(title.text)
            assert _farthest(root) <= max(size)
        if position.is_terminal:
            return
        position = position.play(rng.choice(position.legal_actions()))
    raise AssertionError("no end")


def _farthest(root: ElementTree.Element) -> float:
    """Return the largest coordinate in it."""
    keys = ("x", "y", "cx", "cy", "x1", "y1", "x2", "y2")
    return max(float(element.attrib[key]) for element in root.iter() for key in keys if key in element.attrib)


def test_what_is_written_is_escaped() -> None:
    """Names with the signs of XML, or with control characters, do no harm."""
    assert texts(lines_as_svg(["<b> & 'c' \x00\x1b[0m"], '<a> & "b"')) == ["<b> & 'c' [0m"]
    assert parsed(lines_as_svg([], "<a> & \"'b'")).attrib["aria-label"] == "<a> & \"'b'"


def test_an_svg_has_all_that_the_text_has() -> None:
    """Coordinates, captions, and the moves on no cell."""
    picture = Picture(grid(1, 2), [BLACK, None], ["black 1   white 0"])
    written = texts(picture_as_svg(picture, Notes(heat={1: 0.25}, beside=[("pass", 0.75)]), "title", ["White to move"]))
    assert set(written) == {"1", "a", "b", "25", "White to move", "black 1 · white 0", "pass 75 %"}


def test_numbers_are_on_the_stones() -> None:
    """In a colour that can be read on it."""
    svg = picture_as_svg(Picture(grid(1, 1, "points"), [BLACK]), Notes(numbers={0: 12}), "title")
    assert re.search(r"fill='#ffffff'[^>]*>12<", svg)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("shape", CELLS)
def test_every_piece_can_be_drawn_on_every_board(kind: str, shape: str) -> None:
    """As the last move, with a number, with a share, and bare."""
    picture = Picture(grid(1, 1, shape), [Piece("X", kind, "red")])
    for notes in (Notes(), Notes(last=(0,)), Notes(last=(0,), numbers={0: 1}), Notes(heat={0: 1.0})):
        bare = Picture(grid(1, 1, shape), [None])
        assert len(picture_as_svg(picture, notes, "t")) > len(picture_as_svg(bare, Notes(), "t"))
        parsed(picture_as_svg(picture, notes, "t"))


def test_every_colour_and_kind_is_known() -> None:
    """What a picture may have is what can be drawn."""
    assert set(COLOURS) <= set(INKS)
    assert set(KINDS) == set(_DRAWN)


def test_the_hottest_cell_is_the_darkest() -> None:
    """Opacity grows with the share."""
    svg = picture_as_svg(Picture(grid(1, 2), [None, None]), Notes(heat={0: 0.1, 1: 0.4}), "title")
    faint, strong = (float(value) for value in re.findall(r"fill-opacity='([\d.]+)'", svg))
    assert faint < strong == 0.9


def test_the_sides_of_hex_are_in_the_colours_of_the_players() -> None:
    """Two bands each of black and of white look out from under the cells."""
    root = parsed(picture_as_svg(Picture(rhombus(3), [None] * 9), Notes(), "title"))
    fills = [element.attrib["fill"] for element in root.iter(f"{SVG}polygon")]
    assert (fills.count(INKS["black"]), fills.count(INKS["white"])) == (6, 6)


def test_the_dots_of_a_go_board() -> None:
    """Nine on the boards that are printed with them, none on others."""
    for size, count in ((9, 9), (8, 0)):
        picture = Picture(grid(size, size, "points"), [None] * size**2)
        assert picture_as_svg(picture, Notes(), "title").count("<circle") == count


def test_the_last_line_between_dots_is_in_the_colour_of_last_moves() -> None:
    """A frame around it would be a frame around nothing."""
    picture = Picture(dots(1, 1), [LYING, *[None] * 4, *[DOT] * 4])
    assert f"stroke='{LAST}'" in picture_as_svg(picture, Notes(last=(0,)), "title")
    assert f"stroke='{LAST}'" not in picture_as_svg(picture, Notes(), "title")
