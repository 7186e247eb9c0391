"""How people may name an action."""

from pathlib import Path

import pytest

from monteverde.errors import IllegalActionError
from monteverde.game import load_game

README = Path(__file__).parents[2] / "README.md"


def test_number_as_text_names_the_action_where_no_name_is_a_number() -> None:
    """`--moves "0 4 1"` works on boards whose cells have coordinates."""
    game = load_game("tic_tac_toe")
    assert game.initial().play_all("0 4 1") == game.initial().play_all("a1 b2 b1")


def test_name_wins_over_number() -> None:
    """In Nim "2" takes two objects, though two objects are action number 1."""
    assert load_game("nim").initial().play("2").history == (1,)


def test_number_that_stands_in_another_name_is_ambiguous(tmp_path: Path) -> None:
    """With moves take-1 and take-2, "1" may mean the first or action number 1: nobody's move is guessed."""
    source = README.read_text().partition("import numpy as np\nimport monteverde as mv\n\n\nclass Nim")
    body = source[1] + source[2].partition("```")[0]
    (tmp_path / "mygame.py").write_text(body)
    position = load_game(f"{tmp_path / 'mygame.py'}:Nim").initial()
    with pytest.raises(IllegalActionError, match=r"'1' is ambiguous: it may mean take-1, take-2 \(action number 1\)"):
        position.play("1")
    assert position.play("0").history == (0,)


def test_illegal_move_lists_no_more_legal_ones_than_a_sentence_holds() -> None:
    """Hex 11x11 has 121 first moves."""
    with pytest.raises(IllegalActionError, match=r"d1.* and 91 more$"):
        load_game("hex:11").initial().play("z99")
