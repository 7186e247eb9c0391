"""Ultimate tic-tac-toe: counts worked out by hand and by the slow twin, where one must play, and what people see."""

from __future__ import annotations

import pickle
from collections.abc import Callable

import pytest
from tests.reference.playthrough import assert_agrees, assert_uniform, following, key_of, playthroughs
from tests.reference.ultimate_tic_tac_toe import UltimateTicTacToeTwin

from monteverde.compile.binding import interpret
from monteverde.errors import IllegalActionError
from monteverde.game import Position
from monteverde.game.perft import perft
from monteverde.games.ultimate_tic_tac_toe import UltimateTicTacToe

GAME = UltimateTicTacToe()
WON_MIDDLE = "d5 b5 d4 b2 f5 h5 e5"


def after(moves: str) -> Position:
    """The position after `moves`."""
    return GAME.initial().play_all(moves)


def names(position: Position) -> list[str]:
    """What people call the legal actions."""
    return [position.action_name(action) for action in position.legal_actions()]


def count_slowly(moves: list[int], depth: int) -> int:
    """Count move sequences with the twin alone, the last ply without playing it."""
    twin = UltimateTicTacToeTwin()
    for move in moves:
        twin.play(move)
    if twin.is_terminal():
        return 0
    legal = twin.legal_actions()
    return len(legal) if depth == 1 else sum(count_slowly([*moves, move], depth - 1) for move in legal)


def test_perft_by_hand() -> None:
    """81 cells; then nine, or eight on the board just played on; then the same again."""
    counts = [perft(GAME.initial(), depth) for depth in (1, 2, 3)]
    assert counts[:2] == [81, 72 * 9 + 9 * 8]
    assert counts[2] == count_slowly([], 3)


def test_agrees_with_the_slow_twin(budget: Callable[..., int]) -> None:
    """Whose turn, legal actions, the end and the rewards are those of marks in a dictionary, step by step."""
    assert_agrees(GAME, UltimateTicTacToeTwin, budget(50, least=10))


def test_compiled_plays_as_interpreted() -> None:
    """The same seed gives the same games, rewards and last states, compiled and as plain Python."""
    assert playthroughs(GAME, 20) == playthroughs(GAME, 20, binder=interpret)


def test_all_three_ends_are_played() -> None:
    """Random games are won by X, won by O, and drawn."""
    ends = {tuple(rewards) for _, rewards, _ in playthroughs(GAME, 100)}
    assert ends == {(1.0, 0.0), (0.0, 1.0), (0.5, 0.5)}


@pytest.mark.parametrize("plies", [0, 2, 35, 45])
def test_sample_action_is_uniform(plies: int, budget: Callable[..., int]) -> None:
    """Every cell that can be played is drawn equally often, whether one board is open or several are."""
    position = GAME.initial()
    for action in playthroughs(GAME, 1, seed=3)[0][0][:plies]:
        position = position.play(action)
    assert_uniform(position, budget(50_000))


def test_the_cell_played_names_the_board_to_play_on() -> None:
    """After the upper right cell of a board, the other plays on the upper right board."""
    assert names(after("c1")) == ["g1", "h1", "i1", "g2", "h2", "i2", "g3", "h3", "i3"]
    with pytest.raises(IllegalActionError):
        after("c1").play("a1")


def test_who_is_sent_to_a_closed_board_may_play_anywhere() -> None:
    """X wins the middle board in its middle and sends O there: 72 other cells, of which three are taken."""
    position = after(WON_MIDDLE)
    assert len(names(position)) == 72 - 3
    assert not {"e4", "d6", "b5"} & set(names(position))


def test_a_board_that_is_won_stays_closed() -> None:
    """Nobody can be sent there later either."""
    position = after(f"{WON_MIDDLE} c1 h2")
    assert "e4" not in names(position)
    assert len(names(position)) == 72 - 5


def test_three_boards_in_a_row_win() -> None:
    """Winners of random games have them, by the twin's own look at the marks."""
    for actions, rewards, _ in playthroughs(GAME, 20, seed=7):
        twin = UltimateTicTacToeTwin()
        for action in actions:
            twin.play(action)
        assert [twin.has_won(player) for player in (0, 1)] == [reward == 1.0 for reward in rewards]


def test_key_tells_apart_what_differs() -> None:
    """Three moves on there are as many keys as different marks and targets, fewer than orders of moves."""
    layer = {b"": after("a1")}
    for _ in range(3):
        layer = following(layer)
    states = {(position.state.stones.tobytes(), int(position.state.target)) for position in layer.values()}
    assert len({key_of(position) for position in layer.values()}) == len(states) > 500


def test_pickled_positions_come_back() -> None:
    """A position and its history survive pickling."""
    position = after("e5 d4 b3")
    copy = pickle.loads(pickle.dumps(position))
    assert copy == position
    assert copy.history == position.history


def test_render() -> None:
    """Nine boards with lines between them; what is left of a board that is won has its owner's small letters."""
    lines = str(after(WON_MIDDLE)).splitlines()
    assert lines[0] == "  a b c   d e f   g h i"
    assert lines[2] == "2 . O . | . . . | . . ."
    assert lines[4] == " -------+-------+-------"
    assert lines[5:8] == ["4 . . . | X x x | . . .", "5 . O . | X(X)X | . O .", "6 . . . | x x x | . . ."]
