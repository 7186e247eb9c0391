"""The pictures of the documentation."""

from __future__ import annotations

import runpy
from xml.etree import ElementTree

import pytest
from tests.docs.pages import PAGES, ROOT

SCRIPT = runpy.run_path(str(ROOT / "scripts" / "make_pictures.py"))


@pytest.mark.parametrize("name", SCRIPT["SHOTS"])
def test_a_picture_is_what_the_script_draws(name: str) -> None:
    """Those of a search, which take a while, are held to be valid only."""
    shot, text = SCRIPT["SHOTS"][name], (SCRIPT["FOLDER"] / f"{name}.svg").read_text("utf-8")
    assert ElementTree.fromstring(text).attrib["aria-label"]
    assert shot.iterations or text == SCRIPT["picture"](shot)


def test_every_picture_is_shown() -> None:
    """In a page, and none is left over."""
    pages = "".join(page.read_text("utf-8") for page in PAGES)
    files = {file.stem for file in SCRIPT["FOLDER"].iterdir()}
    assert files == set(SCRIPT["SHOTS"])
    assert [name for name in files if f"pictures/{name}.svg" not in pages] == []
