"""One game: turns, chance, what players may do wrong, and what is no fault of theirs."""

from __future__ import annotations

import json
import time
from collections import Counter
from itertools import pairwise

import pytest
from tests.arena.small_games import Alone, Always, Auction, Coin, DailyWages, Endless, Raising, Script, Together, Wages

import monteverde as mv
from monteverde.arena import play_game
from monteverde.arena.record import Forfeit, GameRecord
from monteverde.game_clock import GameClock
from monteverde.players import Leave, Player, RandomPlayer, TakeBack

TIC_TAC_TOE = mv.load_game("tic_tac_toe")
X_WINS = (0, 3, 1, 4, 2)  # the top row against the middle one


def test_a_game_is_played_to_its_end() -> None:
    """Each player is asked in turn, and the record has it all."""
    record = play_game([Script(0, 1, 2, name="a"), Script(3, 4, name="b")], TIC_TAC_TOE, seed=5)
    assert record.actions == X_WINS
    assert record.moves == ("a1", "a2", "b1", "b2", "c1")
    assert (record.returns, record.scores, record.winner) == ((1.0, 0.0), (1.0, 0.0), 0)
    assert (record.game, record.players, record.seed) == ("tic_tac_toe", ("a", "b"), 5)
    assert str(record) == "X a, O b: X wins, 5 plies"


def test_a_draw_is_half_a_point_each() -> None:
    """Nobody has the whole point."""
    record = play_game([Script(4, 1, 3, 2, 8), Script(0, 7, 5, 6)], TIC_TAC_TOE)
    assert (record.scores, record.winner, record.outcome) == ((0.5, 0.5), None, "draw")


def test_players_and_games_can_be_named() -> None:
    """Names are read by the one grammar."""
    record = play_game(["random", "random"], "tic_tac_toe", seed=1)
    assert record.players == ("random", "random")


def test_the_same_seed_gives_the_same_game() -> None:
    """All randomness comes from the seed, that of the searches included."""
    records = [play_game(["uct:iterations=20", "random"], TIC_TAC_TOE, seed=9) for _ in range(2)]
    assert records[0] == records[1]


def test_other_seeds_give_other_games() -> None:
    """Ten games of random players are not one game ten times."""
    assert len({play_game(["random", "random"], TIC_TAC_TOE, seed=seed).actions for seed in range(10)}) > 5


def test_the_players_have_seeds_of_their_own() -> None:
    """Two players that draw must not draw the same."""
    a, b = Always(0), Always(1)
    play_game([a, b], Coin(), seed=0)
    assert a.seeds != b.seeds


def test_a_game_can_begin_anywhere() -> None:
    """The record holds what was played from there on."""
    start = TIC_TAC_TOE.initial().play_all("a1 a2 b1 b2")
    record = play_game([Script(2), Script()], start)
    assert record.moves == ("c1",)


def test_chance_is_drawn_by_its_probabilities() -> None:
    """Of 400 coins 280 fall on 0 but for five standard deviations (9.2), and none on what cannot happen."""
    faces = Counter(play_game([Always(0), Always(0)], Coin(), seed=seed).actions[0] for seed in range(400))
    assert set(faces) == {0, 1}
    assert abs(faces[0] - 280) < 46


def test_several_may_share_the_win() -> None:
    """Of three players the two best have half a point each."""
    record = play_game([Always(2), Always(1), Always(2)], Auction())
    assert record.scores == (0.5, 0.0, 0.5)
    assert record.outcome == "first and third share the win"


def test_rewards_on_the_way_are_summed_and_discounted() -> None:
    """1 + 1/2 + 1/4 after three plies, and the horizon ends the game."""
    record = play_game([Always(0), Always(1)], Wages())
    assert record.returns == (1.75, 0.0)
    assert len(record.actions) == 3


def test_nature_takes_no_time() -> None:
    """1 + 1, then half of 1 + 1, then a quarter of 1, for five plies of which nature moves two."""
    record = play_game([Always(0), Always(1)], DailyWages())
    assert record.returns == (3.25, 0.0)


def test_a_single_player_game_has_a_return() -> None:
    """Nobody wins against nobody."""
    record = play_game([Always(0)], Alone())
    assert (record.returns, record.outcome) == ((3.0,), "return 3")
    assert str(record) == "player 1 always: return 3, 1 ply"


@pytest.mark.parametrize("action", [0, 9, -1, None, "c3", 2.5])
def test_an_illegal_action_loses(action: object) -> None:
    """The reason names what was played; the other player has the point."""
    record = play_game([Always(0), Always(action)], TIC_TAC_TOE)
    assert record.forfeit is not None
    assert record.forfeit.seat == 1
    assert record.outcome.startswith(f"O loses: it played {action!r}, which is not legal there; legal: 1, 2, 3")
    assert record.scores == (1.0, 0.0)


def test_only_some_of_many_legal_actions_are_listed() -> None:
    """The reason stays one line on a board of many cells."""
    record = play_game([Always(-1), Always(0)], "connect_four:width=15,height=3")
    assert record.forfeit is not None
    assert record.forfeit.reason.endswith("legal: 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, ...")


@pytest.mark.parametrize("error", [ValueError("bad weights"), mv.IllegalActionError("bad weights")])
def test_an_exception_loses(error: Exception) -> None:
    """A defect of a player is its own loss, with what happened in the record."""
    record = play_game([Raising(error), Always(0)], TIC_TAC_TOE)
    assert record.outcome == f"X loses: {type(error).__name__}: bad weights"
    assert record.scores == (0.0, 1.0)


def test_one_forfeit_among_three_leaves_the_others_even() -> None:
    """They share the point, because nobody knows who would have won."""
    record = play_game([Always(0), Raising(ValueError("no")), Always(0)], Auction())
    assert record.scores == (0.5, 0.0, 0.5)


@pytest.mark.parametrize("error", [mv.GameError("broken"), mv.UnsuitableError("does not fit")])
def test_what_is_no_fault_of_a_player_is_raised(error: Exception) -> None:
    """A broken game or a search that does not suit it is no lost game."""
    with pytest.raises(type(error)):
        play_game([Raising(error), Always(0)], TIC_TAC_TOE)


@pytest.mark.parametrize("wish", [Leave(), KeyboardInterrupt()])
def test_whoever_wants_to_go_may_go(wish: BaseException) -> None:
    """Leaving is not losing."""
    with pytest.raises(type(wish)):
        play_game([Raising(wish), Always(0)], TIC_TAC_TOE)


def test_a_move_can_be_taken_back() -> None:
    """The game goes on from the earlier position, and the record has only what stands."""
    start = TIC_TAC_TOE.initial()
    record = play_game([Script(8, TakeBack(start), 0, 1, 2), Script(3, 3, 4)], start)
    assert record.actions == X_WINS


def test_only_positions_of_the_game_can_be_gone_back_to() -> None:
    """An equal position of another game is not one."""
    with pytest.raises(mv.UsageError, match="never had"):
        play_game([Raising(TakeBack(TIC_TAC_TOE.initial())), Always(0)], TIC_TAC_TOE)


def test_every_move_can_be_watched() -> None:
    """Chance and what is taken back included."""
    seen: list[tuple[int, int | None, int]] = []

    def watch(before: mv.Position, action: int | None, after: mv.Position) -> None:
        seen.append((len(before.history), action, len(after.history)))

    start = TIC_TAC_TOE.initial()
    play_game([Script(8, TakeBack(start), 0, 1, 2), Script(3, 3, 4)], start, watch=watch)
    assert seen[:4] == [(0, 8, 1), (1, 3, 2), (2, None, 0), (0, 0, 1)]
    seen.clear()
    play_game([Always(0), Always(0)], Coin(), watch=watch)
    assert [(before, after) for before, _, after in seen] == [(0, 1), (1, 2)]


def test_a_game_longer_than_it_declares_is_broken() -> None:
    """It would never end."""
    with pytest.raises(mv.GameError, match="still going on after 2 plies"):
        play_game([Always(0), Always(0)], Endless())


def test_simultaneous_moves_are_refused() -> None:
    """The sentence says what cannot be played."""
    with pytest.raises(mv.UnsuitableError, match="move at once"):
        play_game([Always(0), Always(0)], Together())


@pytest.mark.parametrize("count", [0, 1, 3])
def test_the_number_of_players_must_be_right(count: int) -> None:
    """The sentence says how many the game is for."""
    with pytest.raises(mv.UsageError, match=f"for 2 players, got {count}"):
        play_game([RandomPlayer() for _ in range(count)], TIC_TAC_TOE)


def test_a_position_that_is_over_cannot_be_played() -> None:
    """There is nothing to play."""
    with pytest.raises(mv.UsageError, match="is over"):
        play_game(["random", "random"], TIC_TAC_TOE.initial().play_all("a1 a2 b1 b2 c1"))


@pytest.mark.parametrize("seed", [-1, 0.5, True, None])
def test_a_seed_is_a_whole_number(seed: int) -> None:
    """Anything else is refused before the game begins."""
    with pytest.raises(mv.UsageError, match="seed is"):
        play_game(["random", "random"], TIC_TAC_TOE, seed=seed)


def test_a_record_can_be_written_as_json() -> None:
    """Plain numbers and text, a forfeit included."""
    record = play_game([Always(0), Always(0)], TIC_TAC_TOE)
    written = json.loads(json.dumps(record.to_dict()))
    assert written["moves"] == ["a1"]
    assert written["forfeit"]["seat"] == 1
    assert written["outcome"] == record.outcome


# -- clocks --------------------------------------------------------------------------------------------------------


class Watching(Player):
    """Takes its time, plays the first legal action, and notes what its clock shows."""

    name = "watching"

    def __init__(self, seconds: float = 0.0) -> None:
        self.seconds = seconds
        self.seen: list[GameClock | None] = []

    def choose(self, position: mv.Position) -> int:
        self.seen.append(self.clock)
        time.sleep(self.seconds)
        return position.legal_actions()[0]


def test_each_player_has_a_clock_of_its_own() -> None:
    """It shows less after each of its own moves, by what that took."""
    slow, fast = Watching(0.02), Watching()
    record = play_game([slow, fast], "tic_tac_toe", clock="60")
    assert record.forfeit is None
    shown = [clock.main for clock in slow.seen if clock is not None]
    assert shown[0] == 60.0
    assert all(before - after >= 0.02 for before, after in pairwise(shown))
    assert record.efforts[0].seconds == pytest.approx(60.0 - shown[-1], abs=0.5)
    assert all(clock is not None and clock.main > 59.0 for clock in fast.seen)
    assert (slow.clock, fast.clock) == (None, None)


def test_without_clocks_none_is_shown() -> None:
    """Whatever a player was shown before."""
    player = Watching()
    play_game([player, "random"], "tic_tac_toe")
    assert set(player.seen) == {None}


def test_who_runs_out_of_time_loses() -> None:
    """What it took, and what it had, are in the reason."""
    record = play_game([Watching(), Watching(0.06)], "tic_tac_toe", clock=GameClock(0.1))
    assert record.forfeit is not None
    assert (record.forfeit.seat, record.forfeit.is_late, record.scores) == (1, True, (1.0, 0.0))
    assert record.outcome.startswith("O loses: its time ran out: it took 0.0")
    assert GameRecord.from_dict(json.loads(json.dumps(record.to_dict()))) == record


def test_games_kept_before_there_were_clocks_can_be_read() -> None:
    """A forfeit without the word late was not for being late, as far as is known."""
    record = play_game([Always(-1), "random"], "tic_tac_toe")
    content = record.to_dict()
    content["forfeit"] = {"seat": 0, "reason": "why"}
    assert GameRecord.from_dict(content).forfeit == Forfeit(0, "why", is_late=False)


def test_a_search_keeps_to_the_clock() -> None:
    """A game of five moves in two seconds, without a budget of its own; and it does think."""
    record = play_game(["uct", "random"], "tic_tac_toe", clock="2")
    assert record.forfeit is None
    assert record.efforts[0].simulations > 20


def test_a_clock_must_be_one() -> None:
    """The sentence says how one is written."""
    with pytest.raises(mv.UsageError, match="clock is 'soon'; it must be seconds for the game"):
        play_game(["random", "random"], "tic_tac_toe", clock="soon")
