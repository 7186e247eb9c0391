"""Front: counts by brute force, how random play ends, the slow twin, combat, and what people see."""

from __future__ import annotations

import pickle
from collections.abc import Callable

import numpy as np
import pytest
from tests.reference.front import FrontTwin
from tests.reference.playthrough import assert_agrees, assert_uniform, following, key_of, playthroughs

from monteverde.compile.binding import interpret
from monteverde.errors import IllegalActionError, UsageError
from monteverde.game import Position, load_game
from monteverde.games.front import front

# Of 150 random games: A's share of wins, and the plies of a game.
RANDOM_PLAY = {5: (0.61, 23), 7: (0.43, 55), 9: (0.55, 103), 11: (0.49, 167)}


def stones_of(position: Position) -> str:
    """Return the drawing without the marks of the last move."""
    return str(Position(position.game, position.states()))


@pytest.mark.parametrize("size", [4, 5, 8, 9])
def test_agrees_with_the_slow_twin(size: int, budget: Callable[..., int]) -> None:
    """Whose turn, legal actions, the end and the rewards are those of the text of the rules, step by step."""
    assert_agrees(front(size), lambda: FrontTwin(size), budget(40 if size < 8 else 4))


@pytest.mark.parametrize("size", [5, pytest.param(9, marks=pytest.mark.compiled)])
def test_random_play_ends_as_measured(size: int, budget: Callable[..., int]) -> None:
    """The share of wins and the length are within five deviations of what 150 games elsewhere gave."""
    count = budget(2000, least=100)
    played = playthroughs(front(size), count)
    share, length = RANDOM_PLAY[size]
    lengths = np.array([len(actions) for actions, _, _ in played])
    spread = (1 / count + 1 / 150) ** 0.5
    assert abs(sum(rewards[0] for _, rewards, _ in played) / count - share) < 5 * 0.5 * spread
    assert abs(lengths.mean() - length) < 5 * lengths.std() * spread + 0.5  # printed without decimals


@pytest.mark.parametrize("size", [5, 9])
def test_compiled_plays_as_interpreted(size: int) -> None:
    """The same seed gives the same games, rewards and last states, compiled and as plain Python."""
    assert playthroughs(front(size), 4) == playthroughs(front(size), 4, binder=interpret)


@pytest.mark.parametrize("plies", [1, 40, 61])
def test_sample_action_is_uniform(plies: int, budget: Callable[..., int]) -> None:
    """Every step and every attack of either side is drawn equally often, also where bits cross words."""
    position = front().initial()
    for action in next(actions for actions, _, _ in playthroughs(front(), 3) if len(actions) > plies + 1)[:plies]:
        position = position.play(action)
    assert_uniform(position, budget(20_000))


def where(size: int, attackers: str, defenders: str, waiting: str) -> Position:
    """The position with units on the named cells after the move `waiting` of a unit far from the others."""
    game = front(size)
    states = game.initial().states()
    states[0].units[:] = 0
    for owner, names in enumerate((attackers, defenders)):
        for name in names.split():
            cell = size * (int(name[1:]) - 1) + ord(name[0]) - ord("a")
            states[0].units[owner, cell // 64] |= np.uint64(1 << cell % 64)
            if waiting.startswith(name):
                states[0].player = owner
    states[0].open[0] = 2**64 - 1
    return Position(game, states).play(waiting)


def test_the_stronger_attacker_takes_the_cell() -> None:
    """Three of A's around the cell beat the bonus and one neighbour of D's."""
    position = where(7, "c3 d3 e3", "d4 d5 g7", "g7-g6").play("d3-d4")
    assert stones_of(position).splitlines()[4].split() == ["4", ".", ".", ".", "A", ".", ".", "."]
    assert stones_of(position).splitlines()[3].split() == ["3", ".", ".", "A", ".", "A", ".", "."]


def test_equals_are_both_lost() -> None:
    """Two of A's against one neighbour of D's and the bonus."""
    position = where(7, "c3 d3", "d4 d5 g7", "g7-g6").play("d3-d4")
    assert stones_of(position).splitlines()[4].split() == ["4", *"......."]
    assert str(position).count("A") == 1


def test_the_weaker_may_not_attack() -> None:
    """One of A's against one neighbour of D's and the bonus."""
    with pytest.raises(IllegalActionError):
        where(7, "d3 a1", "d4 d5 g7", "g7-g6").play("d3-d4")


def test_only_the_defender_has_a_bonus() -> None:
    """A lone unit of D takes a lone unit of A; the other way round both are lost."""
    assert str(where(7, "a1 g2 d3", "d4", "a1-a2").play("d4-d3")).count("A") == 2
    position = where(7, "d3 a1", "d4 g7", "g7-g6").play("d3-d4")
    assert (str(position).count("A"), str(position).count("D")) == (1, 1)


def test_reaching_the_last_row_wins() -> None:
    """The first unit on the other side's last row ends the game."""
    position = where(5, "a4 e1", "e4 d5", "d5-d4").play("a4-a5")
    assert position.rewards.tolist() == [1.0, 0.0]


def test_who_loses_the_last_unit_loses() -> None:
    """A trades its last unit while D has another: D has won, though it could still move."""
    position = where(5, "c2", "c3 e5", "e5-e4")
    assert not position.is_terminal
    assert position.play("c2-c3").rewards.tolist() == [0.0, 1.0]


def test_action_code_is_player_destination_and_combat(budget: Callable[..., int]) -> None:
    """Two values for each player and cell, those of the twin; steps to one cell share one."""
    for seed, (actions, _, _) in enumerate(playthroughs(front(5), budget(10, least=2))):
        position, twin = front(5).initial(), FrontTwin(5)
        for action in actions:
            codes = [position.game.rules["action_code"](position.state, a) for a in position.legal_actions()]
            assert codes == [twin.code(a) for a in twin.legal_actions()], seed
            assert max(codes) < position.game.num_action_codes == 2 * 2 * 5**2
            position = position.play(action)
            twin.play(action)


def test_key_tells_apart_what_differs() -> None:
    """Among the positions of the first plies there are as many keys as different units and turns."""
    layer = {b"": front(5).initial()}
    for depth in range(1, 4):
        layer = following(layer)
        seen = {(position.state.units.tobytes(), position.to_move) for position in layer.values()}
        assert len({key_of(position) for position in layer.values()}) == len(seen) <= (13, 169, 2071)[depth - 1]


def test_pickled_positions_come_back() -> None:
    """A position, its game and its history survive pickling."""
    position = load_game("front:7").initial().play("a2-b3")
    copy = pickle.loads(pickle.dumps(position))
    assert copy == position
    assert copy.game is position.game


def test_render() -> None:
    """Units are letters, with columns above and rows at the left; both ends of the move are marked."""
    position = front(5).initial().play("c2-d3")
    assert str(position) == "  a b c d e\n1 A A A A A\n2 A A(.)A A\n3 . . .(A).\n4 . D D D .\n5 D D D D D"


@pytest.mark.parametrize("size", [3, 17, 0])
def test_sizes_that_do_not_fit_are_refused(size: int) -> None:
    """A board on which the armies overlap, or one of more than 16 rows, is an error with the size."""
    with pytest.raises(UsageError, match=f"size={size}"):
        front(size)
