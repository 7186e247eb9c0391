"""A player that searches each position anew."""

from __future__ import annotations

import signal
import threading
import time
from typing import Any

import pytest

import monteverde as mv
from monteverde.budget import Budget
from monteverde.game_clock import GameClock
from monteverde.players import SearchPlayer, load_player

TIC_TAC_TOE = mv.load_game("tic_tac_toe")


def test_it_takes_the_win() -> None:
    """X to move with two in the top row and the third cell free plays there."""
    position = TIC_TAC_TOE.initial().play_all("a1 a2 b1 b2")
    action = SearchPlayer(iterations=300, seed=0).choose(position)
    assert position.action_name(action) == "c1"


def test_what_it_found_can_be_asked_for() -> None:
    """The result of the last search is that of the action it chose, with the budget it was given."""
    player = SearchPlayer(iterations=50, seed=0)
    action = player.choose(TIC_TAC_TOE.initial())
    assert player.result is not None
    assert player.result.action == action
    assert player.result.simulations == 50


def test_the_only_move_needs_no_search() -> None:
    """Where one action is legal it is played at once, and there is no result."""
    last = TIC_TAC_TOE.initial().play_all("a1 b1 c1 a2 c2 b2 a3 c3")
    player = SearchPlayer(seconds=60)
    assert player.choose(last) == last.legal_actions()[0]
    assert player.result is None


def test_a_game_is_repeated_from_its_seed() -> None:
    """What it searched before does not matter after a new start with the same seed."""
    player = SearchPlayer(iterations=50)
    visits = []
    for _ in range(2):
        player.start_game(TIC_TAC_TOE, 7)
        player.choose(TIC_TAC_TOE.initial())
        assert player.result is not None
        visits.append(player.result.visits)
    assert visits[0] == visits[1]


def test_each_move_has_a_seed_of_its_own() -> None:
    """The same position met twice in one game is searched with other random numbers."""
    player = SearchPlayer(iterations=50, seed=0)
    visits = []
    for _ in range(2):
        player.choose(TIC_TAC_TOE.initial())
        assert player.result is not None
        visits.append(player.result.visits)
    assert visits[0] != visits[1]


def test_ctrl_c_is_raised_with_the_result_kept() -> None:
    """Whoever runs the game must learn of Ctrl-C; what was found until then is there."""
    player = SearchPlayer(seconds=60, progress=lambda _: signal.raise_signal(signal.SIGINT))
    with pytest.raises(KeyboardInterrupt):
        player.choose(TIC_TAC_TOE.initial())
    assert player.result is not None
    assert player.result.statistics.stopped_by == "interrupted"


def test_it_is_called_by_what_it_was_made_from() -> None:
    """A name serves as its own; a configured search is "search" unless it is given a name."""
    assert SearchPlayer("uct:c=1.0").name == "uct:c=1.0"
    assert SearchPlayer(mv.MCTS()).name == "search"
    assert repr(SearchPlayer(mv.MCTS(), name="mine")) == "<player mine>"


def test_an_impossible_budget_is_refused_at_once() -> None:
    """Not when the first move is asked for."""
    with pytest.raises(mv.BudgetError):
        SearchPlayer(iterations=0)


def test_without_reuse_each_search_has_its_own_simulations() -> None:
    """Two searches of n: the root has n visits both times."""
    player = SearchPlayer(iterations=60, seed=0)
    for moves in ("", "b2 a1"):
        player.choose(TIC_TAC_TOE.initial().play_all(moves))
        assert player.result is not None
        assert sum(player.result.visits.values()) == 60
        assert player.result.statistics.reused == 0


def test_with_reuse_the_tree_goes_with_the_game() -> None:
    """The second search begins with what the first one knows of the position, and has as many simulations again."""
    player = SearchPlayer(iterations=600, seed=0, reuse=True)
    start = TIC_TAC_TOE.initial()
    own = player.choose(start)
    assert player.result is not None
    reply = player.result.principal_variation[1]
    position = start.play(own).play(reply)
    action = player.choose(position)
    statistics = player.result.statistics
    assert statistics.simulations == 600
    assert statistics.reused > 0
    assert sum(player.result.visits.values()) in (600 + statistics.reused, 599 + statistics.reused)
    assert action in position.legal_actions()


def test_reuse_follows_any_number_of_plies() -> None:
    """The next search may be several moves later; a game that went another way is searched anew."""
    player = SearchPlayer(iterations=500, seed=0, reuse=True)
    start = TIC_TAC_TOE.initial()
    player.choose(start)
    assert player.result is not None
    later = start
    for action in player.result.principal_variation[:2]:
        later = later.play(action)
    reused = []
    for position in (later, start.play_all("a1 b1 c1 a2"), start):
        player.choose(position)
        assert player.result is not None
        reused.append(player.result.statistics.reused)
    assert reused[0] > 0
    assert reused[1:] == [0, 0]


def test_no_tree_outlives_its_game() -> None:
    """A new game with the same seed is the same game, position by position."""
    player = SearchPlayer(iterations=100, reuse=True)
    games = []
    for _ in range(2):
        player.start_game(TIC_TAC_TOE, 3)
        position, visits = TIC_TAC_TOE.initial(), []
        for _ in range(3):
            position = position.play(player.choose(position))
            assert player.result is not None
            visits.append(player.result.visits)
        games.append(visits)
    assert games[0] == games[1]


def test_decay_makes_less_of_what_is_reused() -> None:
    """With a share of 0 nothing is left but the shape of the tree; without reuse it is refused."""
    player = SearchPlayer(iterations=300, seed=0, reuse=True, decay=0.0)
    position = TIC_TAC_TOE.initial()
    for _ in range(2):
        position = position.play(player.choose(position))
        assert player.result is not None
        assert player.result.statistics.reused == 0
    with pytest.raises(mv.UnsuitableError, match=r"decay=0\.5 makes less of what is reused, and reuse is off"):
        SearchPlayer(decay=0.5)


def test_reuse_has_a_name() -> None:
    """In the text of a player, beside the budget; not in that of a search."""
    player = load_player("uct:iterations=5,reuse=true,decay=0.5,c=1.0", seconds=3)
    assert isinstance(player, SearchPlayer)
    assert (player.reuse, player.decay, player.budget.iterations) == (True, 0.5, 5)
    assert load_player("uct:reuse=true", iterations=7).budget.iterations == 7  # type: ignore[attr-defined]
    with pytest.raises(mv.UnknownNameError, match="did you mean reuse"):
        load_player("uct:reuze=true")
    with pytest.raises(mv.UnknownNameError):
        mv.load_search("uct:reuse=true")


@pytest.fixture
def budgets(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The seconds that each search was given."""
    seen: list[float] = []
    run = mv.Search.run

    def noted(search: mv.Search, *, seconds: float, **options: Any) -> None:
        seen.append(seconds)
        run(search, seconds=seconds, **options)

    monkeypatch.setattr(mv.Search, "run", noted)
    return seen


def test_a_clock_says_how_long_it_thinks(budgets: list[float]) -> None:
    """A second without one, and three tenths of the main time here at most."""
    player = SearchPlayer(seed=1)
    player.clock = GameClock(0.5)
    player.choose(TIC_TAC_TOE.initial())
    assert player.result is not None
    assert player.result.statistics.stopped_by in ("clock", "decided", "seconds")
    assert 0.0 < budgets[0] <= 0.15


def test_its_own_budget_is_the_most_that_a_clock_gives(budgets: list[float]) -> None:
    """Whichever is used up first."""
    player = SearchPlayer(iterations=7, seed=1)
    player.clock = GameClock(1000.0)
    player.choose(TIC_TAC_TOE.initial())
    assert player.thought.simulations == 7
    player = SearchPlayer(seconds=0.01, seed=1)
    player.clock = GameClock(1000.0)
    player.choose(TIC_TAC_TOE.initial())
    assert 0.0 < budgets[-1] <= 0.01


def test_it_plays_even_when_no_time_is_left() -> None:
    """One simulation at least, and a legal action."""
    player = SearchPlayer(seed=1)
    player.clock = GameClock(0.0)
    assert player.choose(TIC_TAC_TOE.initial()) in range(9)
    assert player.thought.simulations >= 1


def test_nodes_are_a_budget() -> None:
    """As part of its name, or for all players that have none of their own."""
    named = load_player("uct:nodes=60")
    assert isinstance(named, SearchPlayer)
    assert named.budget == Budget(nodes=60)
    named.choose(TIC_TAC_TOE.initial())
    assert named.result is not None
    assert named.result.statistics.stopped_by == "nodes"
    given = load_player("uct", nodes=70)
    assert isinstance(given, SearchPlayer)
    assert given.budget == Budget(nodes=70)


def test_pondering_goes_on_with_the_game() -> None:
    """While the opponent thinks the tree grows; what was searched then is reused, and no thread outlives the game."""
    before = threading.active_count()
    player = SearchPlayer(iterations=50, seed=0, reuse=True, ponder=True)
    player.start_game(TIC_TAC_TOE, 1)
    position = TIC_TAC_TOE.initial()
    position = position.play(player.choose(position))
    assert threading.active_count() == before + 1
    assert player._kept is not None
    while player._kept[1].num_simulations < 500:
        time.sleep(0.001)
    position = position.play(position.legal_actions()[0])
    position = position.play(player.choose(position))
    assert player.result is not None
    assert player.result.statistics.simulations == 50
    assert player.result.statistics.reused > 50
    player.end_game(position)
    assert threading.active_count() == before


def test_pondering_ends_with_the_player_and_with_the_next_game() -> None:
    """However often it begins; a position of another game is searched anew."""
    before = threading.active_count()
    player = load_player("uct:iterations=20,reuse=true,ponder=true")
    for number in range(3):
        player.start_game(TIC_TAC_TOE, number)
        player.choose(TIC_TAC_TOE.initial())
    player.choose(TIC_TAC_TOE.initial().play_all("a1 b1"))
    player.close()
    assert threading.active_count() == before


def test_pondering_needs_reuse() -> None:
    """Else what it finds is forgotten."""
    with pytest.raises(mv.UnsuitableError, match="ponder=true searches what comes next, and reuse is off"):
        SearchPlayer(ponder=True)
