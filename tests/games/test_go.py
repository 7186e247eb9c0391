"""Go: counts under each ko rule, legal positions, solved boards, the slow twin, kos, scores, playouts, drawings."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from tests.reference.go import GoTwin
from tests.reference.playthrough import assert_agrees, draw_counts, key_of, playthroughs

import monteverde as mv
from monteverde.compile import bind, kernel
from monteverde.compile.binding import interpret
from monteverde.errors import IllegalActionError, UnknownNameError, UsageError
from monteverde.game import Position, load_game
from monteverde.game.rules import legal_actions, play
from monteverde.games.go import go, usual_komi


def names_of(position: Position) -> set[str]:
    """Return the names of the legal actions."""
    return set(map(position.action_name, position.legal_actions()))


@kernel
def play_every_action(states, actions, children):
    """Write to `children` what follows each of `states`; return how many."""
    count = 0
    for i in range(len(states)):
        for j in range(legal_actions(states[i], actions)):
            children[count] = states[i]
            play(children[count], actions[j])
            count += 1
    return count


@pytest.mark.parametrize(("size", "count"), [(2, 57), pytest.param(3, 12675, marks=pytest.mark.compiled)])
def test_number_of_legal_positions(size: int, count: int) -> None:
    """As many boards can come about, whoever plays when, as have a liberty for every chain (OEIS A094777)."""
    game = go(size, ko="simple")
    spread, actions = bind(play_every_action, game.bindings), np.zeros(game.num_actions, np.int64)
    layer, found = game.initial().states(), {0}
    while len(layer):
        layer = np.repeat(layer, 2).view(np.recarray)
        layer.player = np.arange(len(layer)) % 2
        layer.ply = layer.ko = layer.num_passes = 0
        children = game.new_states(len(layer) * game.num_actions)
        num_children = spread(layer, actions, children)
        boards, first = np.unique(children.stones[:num_children], return_index=True)
        is_new = np.array([int(board) not in found for board in boards], bool)
        found |= set(map(int, boards))
        layer = children[first[is_new]]
    assert len(found) == count


@pytest.mark.compiled
def test_area_value_of_2x2() -> None:
    """With komi 1 best play is a draw under positional superko: Black's lead is exactly that; passing first loses."""
    result = mv.solve(go(2, komi=1))
    assert result.outcome == "draw"
    assert [line.name for line in result.actions if not line.is_best] == ["pass"]


@pytest.mark.compiled
def test_black_owns_the_whole_of_3x3() -> None:
    """From the centre Black gets all nine points, by simple ko alone; from anywhere else fewer."""
    result = mv.solve(go(3, komi=8.5, ko="simple"))
    assert result.outcome == "win"
    assert [line.name for line in result.actions if line.is_best] == ["B2"]


def test_nobody_owns_1x1() -> None:
    """Nothing can be played on one cell, so that the game is a draw without komi."""
    position = go(1, komi=0).initial()
    assert names_of(position) == {"pass"}
    assert position.play_all("pass pass").rewards.tolist() == [0.5, 0.5]


@pytest.mark.parametrize(
    ("ko", "suicide"), [(ko, suicide) for ko in ("simple", "psk", "ssk") for suicide in (False, True)]
)
@pytest.mark.parametrize(("size", "num_games"), [(1, 3), (2, 20), (3, 10), (5, 2)])
def test_agrees_with_the_slow_twin(size: int, num_games: int, ko: str, suicide: bool) -> None:
    """Whose turn, legal actions, the end and the rewards are those of boards kept and compared, step by step."""
    assert_agrees(go(size, 0.5, ko, suicide), lambda: GoTwin(size, 0.5, ko, suicide), num_games)


def test_agrees_with_the_slow_twin_on_9x9() -> None:
    """The same on a board whose positions are told apart by hashes."""
    assert_agrees(go(), lambda: GoTwin(9), 1)


@pytest.mark.parametrize(("size", "ko", "suicide"), [(5, "simple", False), (5, "ssk", True), (9, "psk", False)])
def test_compiled_plays_as_interpreted(size: int, ko: str, suicide: bool) -> None:
    """The same seed gives the same games, rewards and last states, compiled and as plain Python."""
    game = go(size, ko=ko, suicide=suicide)
    assert playthroughs(game, 3) == playthroughs(game, 3, binder=interpret)


# -- playouts --------------------------------------------------------------------------------------------------------


def test_playouts_draw_uniformly_what_fills_no_eye(budget: Callable[..., int]) -> None:
    """At every fourth position of playouts, what is drawn is what the twin allows, each action equally often."""
    draw, num_draws = random.Random(1), budget(2000, least=100)
    position, twin = go(5, ko="ssk", suicide=True).initial(), GoTwin(5, ko="ssk", suicide=True)
    kinds = set()
    while not twin.is_terminal():
        sensible = twin.sensible_actions()
        if twin.ply % 4 == 0 or sensible == [25]:
            counts = draw_counts(position, num_draws)
            assert counts[sensible].sum() == num_draws
            expected = num_draws / len(sensible)
            statistic = ((counts[sensible] - expected) ** 2 / expected).sum()
            degrees = len(sensible) - 1
            assert statistic <= degrees + 5 * (2 * degrees) ** 0.5
            kinds |= {sensible == [25], twin.legal_actions()[:-1] == sensible}
        action = draw.choice(sensible)
        position = position.play(action)
        twin.play(action)
    assert kinds == {True, False}  # positions where only a pass is left, where eyes are left out, where all is drawn


EYES = """
. X X . .
X . X X X
X X . X .
O O X X X
. O X . X
"""


def test_eyes_are_left_alone() -> None:
    """An eye has own stones or the edge on all sides, and at most one diagonal of the other's, none at the edge."""
    position = board_of(go(5, ko="ssk", suicide=True), EYES).play("pass")
    drawn = {position.action_name(int(action)) for action in np.nonzero(draw_counts(position, 2000))[0]}
    assert drawn == {"D5", "E5", "A1"}


# -- ko --------------------------------------------------------------------------------------------------------------


def board_of(game: mv.Game, drawing: str) -> Position:
    """Return a position with these stones (X Black, O White), played one by one, Black to move after a White stone.

    Where one side has more stones, the other passes meanwhile. With as many of each, or one more of Black's, nobody
    has passed last.
    """
    cells = "".join(drawing.split())
    sides = [[cell for cell, mark in enumerate(cells) if mark == stone] for stone in "XO"]
    position = game.initial()
    while sides[0] or sides[1]:
        side = sides[position.to_move]
        position = position.play(side.pop(0) if side else position.game.num_actions - 1)
    return position


ONE_KO = """
. X O .
X O . O
. X O .
. . . X
"""


@pytest.mark.parametrize("ko", ["simple", "psk", "ssk"])
def test_a_ko_may_not_be_taken_back_at_once(ko: str) -> None:
    """After taking one stone the other must play elsewhere first, under every rule."""
    position = board_of(go(4, ko=ko), ONE_KO).play("C3")
    assert position.state.captures.tolist() == [1, 0]
    with pytest.raises(IllegalActionError, match="B3"):
        position.play("B3")
    after_threats = position.play_all("A1 C1")
    assert "B3" in names_of(after_threats)


TRIPLE_KO = """
X O . O . X . X O
. X O . . . X O .
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
. X O . . . . . .
X O . O . . . . .
"""
ROUND = "C9 G9 C1 B9 H9"  # Black takes, White takes, ... each in another ko


@pytest.mark.parametrize(("ko", "is_allowed"), [("simple", True), ("psk", False), ("ssk", False)])
def test_triple_ko(ko: str, is_allowed: bool) -> None:
    """The sixth capture of three kos brings the board back, Black to move: superko forbids it, simple ko does not."""
    position = board_of(go(9, ko=ko), TRIPLE_KO)
    assert position.to_move == 0
    position = position.play_all(ROUND)
    assert position.state.captures.sum() == 5
    assert ("B1" in names_of(position)) == is_allowed


SEND_TWO = """
. O . O .
X X O . .
. . . . .
. . . . .
X . . . X
"""


@pytest.mark.parametrize(
    ("ko", "retakes", "sends_again"), [("simple", True, True), ("psk", False, None), ("ssk", True, False)]
)
def test_sending_two_returning_one(ko: str, retakes: bool, sends_again: bool | None) -> None:
    """White sends two stones, Black takes them, White takes one: as before, but Black to move.

    Positional superko forbids that; situational superko only to send two again; simple ko nothing.
    """
    position = board_of(go(5, ko=ko), SEND_TWO).play_all("A5 C5")
    assert position.state.captures.tolist() == [2, 0]
    assert ("B5" in names_of(position)) == retakes
    if retakes:
        assert ("A5" in names_of(position.play_all("B5 pass"))) == sends_again


def test_suicide() -> None:
    """A stone without liberties is taken off with its chain if the rules allow it; its owner's loss."""
    stones = ". X O / X X O / O O ."
    drawing = stones.replace("/", "\n")
    assert "A3" not in names_of(board_of(go(3), drawing))
    position = board_of(go(3, suicide=True), drawing)
    assert position.to_move == 0
    position = position.play("A3")
    assert position.state.captures.tolist() == [0, 4]
    assert position.state.colour.tolist().count(1) == 0


@pytest.mark.parametrize(("ko", "is_allowed"), [("simple", True), ("psk", False), ("ssk", True)])
def test_suicide_of_one_stone(ko: str, is_allowed: bool) -> None:
    """It leaves the board as it was, with the other to move: only positional superko forbids that."""
    position = board_of(go(2, ko=ko, suicide=True), ". X X .")
    assert position.to_move == 1
    assert ("A2" in names_of(position)) == is_allowed


# -- the end and the score -------------------------------------------------------------------------------------------

SEKI = """
X O . X O
X O . X O
X O O X O
X X X X O
O O O O .
"""
DEAD_STONE = """
. . X O .
. O X O .
. . X O .
X X X O .
O O O O .
"""


@pytest.mark.parametrize(
    ("drawing", "lead"),
    [
        (". . . . .\n" * 5, 0),
        (". . . . .\n" * 4 + ". . X . .", 25),
        (". . . . .\n" * 4 + ". . O . .", -25),
        (SEKI, 10 - 13),  # the two cells between the chains are nobody's
        (DEAD_STONE, 6 - 14),  # the five cells around White's stone touch both
    ],
)
def test_score(drawing: str, lead: int) -> None:
    """Tromp-Taylor: stones on the board and what only they reach; not what both touch, as around dead stones."""
    for komi, reward in ((lead - 0.5, 1.0), (lead, 0.5), (lead + 0.5, 0.0)):
        position = board_of(go(5, komi=komi), drawing)
        while not position.is_terminal:
            position = position.play("pass")
        assert position.state.lead == lead
        assert position.rewards.tolist() == [reward, 1.0 - reward]


def test_a_game_ends_at_the_longest_allowed() -> None:
    """On one cell with suicide, stones can be played for ever under simple ko; after 96 plies it is a draw."""
    position = go(1, komi=0, ko="simple", suicide=True).initial()
    for _ in range(96):
        position = position.play("A1")
    assert position.is_terminal
    assert position.rewards.tolist() == [0.5, 0.5]
    assert go(9).max_length == 243


def test_a_move_after_a_pass_goes_on() -> None:
    """Only two passes in a row end the game."""
    position = go(5).initial().play_all("pass C3 pass")
    assert not position.is_terminal
    assert position.play("pass").is_terminal


# -- keys and what people see ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("ko", ["simple", "psk"])
def test_keys_are_equal_exactly_for_equal_states(ko: str) -> None:
    """On 2x2, up to six plies, there is one key for each board, turn, ply, number of passes, ko and past."""
    layer: list[tuple[Position, tuple[int, ...]]] = [(go(2, ko=ko).initial(), ())]
    keys: dict[int, Any] = {}
    num_reached = 0
    for _ in range(6):
        following = []
        for position, moves in layer:
            for action in position.legal_actions():
                after, twin = position.play(action), GoTwin(2, ko=ko)
                for move in (*moves, action):
                    twin.play(move)
                num_reached += 1
                assert keys.setdefault(key_of(after), twin.identity()) == twin.identity()
                following.append((after, (*moves, action)))
        layer = following
    assert len(set(keys.values())) == len(keys)
    assert (len(keys) < num_reached) == (ko == "simple")  # superko remembers by which way a board came about


def test_positions_transpose_under_simple_ko_only() -> None:
    """The order of moves is forgotten under simple ko; under superko it decides what may come again."""
    for ko, is_same in (("simple", True), ("psk", False)):
        start = go(9, ko=ko).initial()
        assert (start.play_all("C3 D4 E5") == start.play_all("E5 D4 C3")) == is_same


def test_render() -> None:
    """The board has letters without I and numbers from below, the last stone is in brackets, captures are counted."""
    position = board_of(go(4), ONE_KO).play("C3")
    assert str(position).splitlines() == [
        "  A B C D",
        "4 . ● ○ . 4",
        "3 ● .(●)○ 3",
        "2 . ● ○ . 2",
        "1 . . . ● 1",
        "  A B C D",
        "captures: ● 1   ○ 0",
    ]
    assert str(position.play("pass")).endswith("captures: ● 1   ○ 0\nlast move: pass")
    assert max(map(len, str(go(19).initial().play("T19")).splitlines())) <= 80


def test_names_skip_i() -> None:
    """The ninth column is J; the pass is the last action."""
    names = list(map(go(9).initial().action_name, range(82)))
    assert names[8] == "J9"
    assert names[72:] == [*(f"{letter}1" for letter in "ABCDEFGHJ"), "pass"]


def test_usual_komi() -> None:
    """Without a komi it is what is usual on the board, and the game's name stays short."""
    assert [usual_komi(size) for size in (5, 7, 9, 19)] == [24.5, 8.5, 7.5, 7.5]
    game: Any = load_game("go:7")
    assert (game.komi, game.spec) == (8.5, "go:size=7")
    assert load_game("go:komi=6.5") == go(komi=6.5)


@pytest.mark.parametrize("arguments", ["size=0", "size=20", "komi=nan", "komi=-inf"])
def test_bad_parameters_are_refused(arguments: str) -> None:
    """A size without coordinates, or a komi that is no number, is an error that says so."""
    with pytest.raises(UsageError, match=arguments.replace("=", "=.*")):
        load_game(f"go:{arguments}")


def test_unknown_ko_rules_are_refused() -> None:
    """The nearest ko rules are offered."""
    with pytest.raises(UnknownNameError, match="psk"):
        go(9, ko="pks")
