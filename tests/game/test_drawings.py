"""How positions look, with a picture and without one."""

from __future__ import annotations

import numpy as np
import pytest

import monteverde as mv
from monteverde.drawing import Picture, Piece, grid
from monteverde.game.drawings import shares_of

STONE = Piece("X", "disc", "red")


class Marks(mv.Game):
    """Three cells to be filled, with a picture."""

    state = [("cells", np.int8, (3,))]
    num_players, num_actions, max_length = 1, 3, 3
    player_names = ("painter",)

    def start(state):
        pass

    def to_move(state):
        return 0

    def legal_actions(state, out):
        count = 0
        for cell in range(3):
            if state.cells[cell] == 0:
                out[count] = cell
                count += 1
        return count

    def play(state, action):
        state.cells[action] = 1

    def is_terminal(state):
        return state.cells[0] + state.cells[1] + state.cells[2] == 3

    def rewards(state, out):
        out[0] = 1.0

    def action_name(action):
        return "abc"[action] + "1"

    def render(state):
        return "no picture"

    def picture(state):
        return Picture(grid(1, 3), [STONE if filled else None for filled in state.cells])


class Plain(Marks):
    """The same without one."""

    def picture(state):
        return None


def test_a_picture_is_drawn_rather_than_rendered() -> None:
    """With the last move in brackets; `str` and `repr` have it."""
    position = Marks().initial().play("c1").play("a1")
    assert str(position) == position.draw() == "  a b c\n1(X). X"
    assert repr(position) == "  a b c\n1(X). X\nmarks: painter to move"


def test_a_subclass_that_renders_is_drawn_by_that() -> None:
    """Whoever is further down says how it looks."""

    class Plain(Marks):
        def render(state):
            return "plainly"

    assert str(Plain().initial()) == "plainly"
    assert Plain().initial().picture() is None


def test_a_position_without_a_history_has_no_last_move() -> None:
    """Its picture is the same."""
    position = Marks().initial().play("c1")
    bare = mv.Position(position.game, position.states())
    assert str(bare) == "  a b c\n1 . . X"
    assert bare.picture() == position.picture()


def test_options_of_a_drawing() -> None:
    """Numbers count from the beginning of the history; heat is a share for each action."""
    position = Marks().initial().play("c1")
    assert position.draw(numbers=True) == "   a  b  c\n1  .  .(X1)"
    assert position.draw(heat={0: 3, 1: 1}).splitlines()[1] == "1 75 25 (X)"


def test_a_game_without_a_picture_is_rendered() -> None:
    """Heat is listed below it; there are no cells to put numbers in."""
    position = Plain().initial()
    assert str(position) == position.draw(numbers=True) == "no picture"
    assert position.picture() is None
    assert ">no picture<" in position.svg()
    assert position.draw(heat={0: 3, 2: 1}).splitlines() == [
        "no picture",
        "per cent of the visits:",
        f"a1  75 % {15 * '█'}",
        f"c1  25 % {5 * '█'}",
    ]


@pytest.mark.parametrize("game", [Marks, Plain])
def test_a_notebook_shows_the_svg(game: type[mv.Game]) -> None:
    """Which says whose turn it is, or what everybody got."""
    position = game().initial()
    assert position._repr_svg_() == position.svg()
    assert ">painter to move<" in position.svg()
    assert "over: painter 1" in position.play_all("a1 b1 c1").svg()


def test_shares_sum_to_one() -> None:
    """Whatever the numbers are; if all are zero, they stay so."""
    position = Marks().initial()
    assert shares_of(position, {0: 1, 2: 3}) == {"a1": 0.25, "c1": 0.75}
    assert shares_of(position, {0: 0}) == {"a1": 0.0}
    assert shares_of(position, None) is None


def test_heat_is_the_policy_of_a_result() -> None:
    """A result can be given as it is."""
    position = Marks().initial()
    result = mv.search(position, iterations=40, seed=1)
    assert result.position == position
    assert position.draw(heat=result) == position.draw(heat=result.policy) == position.draw(heat=result.visits)
    assert position.svg(heat=result) in result._repr_html_()
    assert "<table>" in result._repr_html_()
