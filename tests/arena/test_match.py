"""Many games between the same players."""

from __future__ import annotations

import json
import math
import multiprocessing
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.arena.small_games import Alone, Always, Auction, Coin, Raising, Script

import monteverde as mv
from monteverde.arena import GameRecord, MatchResult, Sprt, match, play_game
from monteverde.players import Leave, Player

TIC_TAC_TOE = mv.load_game("tic_tac_toe")


def test_two_players_begin_in_turn() -> None:
    """Each has the first seat in every other game."""
    result = match([Always(0, "a"), Always(1, "b")], Coin(), 4)
    assert [record.players for record in result.records] == [("a", "b"), ("b", "a"), ("a", "b"), ("b", "a")]


def test_three_players_pass_through_all_seats() -> None:
    """After as many games as players each has sat everywhere."""
    result = match([Always(0, "a"), Always(1, "b"), Always(2, "c")], Auction(), 3)
    assert [record.players for record in result.records] == [("a", "b", "c"), ("b", "c", "a"), ("c", "a", "b")]
    assert [standing.wins for standing in result.standings] == [0, 0, 3]


def test_players_can_keep_their_seats() -> None:
    """Without rotation the first is always x."""
    result = match(["random", "random"], TIC_TAC_TOE, 3, rotate=False)
    assert {record.players for record in result.records} == {("random #1", "random #2")}


def test_each_game_has_a_seed_of_its_own() -> None:
    """Games are not repeated."""
    result = match(["random", "random"], TIC_TAC_TOE, 20)
    assert len({record.seed for record in result.records}) == 20
    assert len({record.actions for record in result.records}) > 15


def test_a_match_is_repeated_from_its_seed() -> None:
    """The same seed gives the same games, another seed others."""
    results = [match(["uct", "random"], TIC_TAC_TOE, 4, iterations=10, seed=seed) for seed in (3, 3, 4)]
    assert results[0] == results[1]
    assert results[0].records != results[2].records


def test_a_game_of_a_match_can_be_repeated_alone() -> None:
    """Its seed is in its record, and the players' names are what they were loaded by."""
    result = match(["uct:iterations=10", "random"], TIC_TAC_TOE, 2)
    second = result.records[1]
    assert play_game(list(second.players), TIC_TAC_TOE, second.seed) == second


def test_wins_draws_and_losses_are_counted_for_the_first_player() -> None:
    """Whatever seat it had."""
    win, loss, draw = ((0, 1, 2), (3, 4)), ((0, 1, 8), (3, 4, 5)), ((4, 1, 3, 2, 8), (0, 7, 5, 6))
    x, o = zip(win, loss, draw, strict=True)
    players = [Script(*sum(moves, ()), name=name) for moves, name in ((x, "a"), (o, "b"))]
    result = match(players, TIC_TAC_TOE, 3, rotate=False)
    assert (result.wins, result.draws, result.losses) == (1, 1, 1)
    assert result.score == 0.5
    second = result.standings[1]
    assert (second.wins, second.draws, second.losses, second.score) == (1, 1, 1, 0.5)


def test_the_score_has_its_interval() -> None:
    """Ten wins of ten: the Wilson interval begins at n / (n + z^2) = 10 / 13.8415."""
    result = match([Always(2, "a"), Always(0, "b"), Always(1, "c")], Auction(), 10)
    assert result.score == 1.0
    assert result.interval == pytest.approx((10 / 13.8415, 1.0), abs=1e-4)


def test_the_verdict_waits_for_enough_games() -> None:
    """One win says nothing; ten say that the winner is better and the loser worse."""
    players = [Always(2, "a"), Always(0, "b"), Always(1, "c")]
    assert match(players, Auction(), 1).verdict == "too few games to tell who is stronger"
    assert match(players, Auction(), 10).verdict == "a scores more than an equal share"
    turned = match(players[1:] + players[:1], Auction(), 10)
    assert turned.verdict == "b scores less than an equal share"


def test_a_verdict_on_two_names_the_other() -> None:
    """Of two players the first is compared with the second."""
    result = match([Always(0, "a"), Always(-1, "b")], Coin(), 10, rotate=False)
    losing = replace(result, records=tuple(replace(record, scores=(0.0, 1.0)) for record in result.records))
    assert losing.verdict == "a scores less than b"


def test_progress_is_told_after_each_game() -> None:
    """With the games so far, the last of which is new."""
    seen: list[int] = []
    match(["random", "random"], TIC_TAC_TOE, 3, progress=lambda result, record: seen.append(len(result.records)))
    assert seen == [1, 2, 3]


def interrupted_after(games: int) -> Callable[[MatchResult, GameRecord], None]:
    """Return a progress callback in which Ctrl-C comes after so many games."""

    def progress(result: MatchResult, record: GameRecord) -> None:
        if len(result.records) == games:
            raise KeyboardInterrupt

    return progress


def test_ctrl_c_keeps_the_games_so_far() -> None:
    """The result says how many of how many, and why."""
    result = match(["random", "random"], TIC_TAC_TOE, 10, progress=interrupted_after(2))
    assert (len(result.records), result.stopped_by) == (2, "interrupted")
    assert "2 games of tic_tac_toe, of 10 wanted (interrupted)" in str(result)


def test_a_person_may_leave_a_match() -> None:
    """The unfinished game does not count, and nothing is said about strength."""
    result = match([Raising(Leave()), Always(0)], TIC_TAC_TOE, 10)
    assert (result.records, result.stopped_by, result.score) == ((), "left", 0.0)
    assert str(result).endswith("0 games of tic_tac_toe, of 10 wanted (left)")


def test_forfeits_are_told() -> None:
    """A match that is decided by crashes must not look like one of strength."""
    result = match([Always(0, "a"), Raising(ValueError("oh"), "b")], TIC_TAC_TOE, 3)
    assert [standing.forfeits for standing in result.standings] == [0, 3]
    assert "3 forfeited, the first: X a, O b: O loses: ValueError: oh, 1 ply" in str(result)


def test_players_of_one_name_are_told_apart() -> None:
    """They are numbered in the order in which they were given."""
    result = match(["random", "random"], TIC_TAC_TOE, 1)
    assert result.players == ("random #1", "random #2")


def test_a_result_is_a_table() -> None:
    """The standings, with the interval, and what they rest on."""
    lines = repr(match([Always(2, "a"), Always(0, "b"), Always(2, "c")], Auction(), 2)).splitlines()
    assert lines[0].split() == ["player", "wins", "draws", "losses", "score", "95%", "interval"]
    assert lines[1].split() == ["a", "0", "2", "0", "50.0%", "9.5%", "to", "90.5%"]
    assert lines[4] == "2 games of auction"
    assert "a draw counted as half a win" in lines[5]


def test_a_result_can_be_written_as_json() -> None:
    """Plain numbers and text, each game included."""
    result = match(["random", "random"], TIC_TAC_TOE, 2)
    written = json.loads(json.dumps(result.to_dict()))
    assert written["standings"][0]["interval"] == list(result.interval)
    assert written["stopped_by"] == "games"
    assert len(written["records"]) == 2


@pytest.mark.parametrize("games", [0, -1, 1.5, True, "ten"])
def test_the_number_of_games_must_be_right(games: int) -> None:
    """A match has at least one."""
    with pytest.raises(mv.UsageError, match="games is"):
        match(["random", "random"], TIC_TAC_TOE, games)


@pytest.mark.parametrize("players", [[], ["random"], ["random"] * 3])
def test_the_number_of_players_must_be_right(players: list[str]) -> None:
    """One for each seat."""
    with pytest.raises(mv.UsageError, match="for 2 players"):
        match(players, TIC_TAC_TOE)


def test_a_game_for_one_has_no_match() -> None:
    """There is nobody to be stronger than."""
    with pytest.raises(mv.UsageError, match="for 1 player"):
        match(["random"], Alone())


@pytest.mark.parametrize("iterations", [20, 50, pytest.param(200, marks=pytest.mark.compiled)])
def test_uct_beats_flat_monte_carlo_at_equal_budgets(iterations: int, budget: Callable[..., int]) -> None:
    """UCT as x wins more than it loses: by more than 2.58 standard deviations of a fair coin thrown as often."""
    result = match(["uct", "flat"], TIC_TAC_TOE, budget(200, least=25), iterations=iterations, seed=1, rotate=False)
    assert result.wins - result.losses > 2.58 * math.sqrt(result.wins + result.losses)


def test_the_first_player_s_numbers_are_on_top() -> None:
    """One object for scripts: the score, what it means in Elo, and how sure it is."""
    result = match(["random", "random"], TIC_TAC_TOE, 8, rotate=False)
    scores = [(1.0, 0.0)] * 6 + [(0.0, 1.0)] * 2
    changed = tuple(replace(record, scores=share) for record, share in zip(result.records, scores, strict=True))
    written = replace(result, records=changed).to_dict()
    assert (written["score"], written["wins"], written["losses"]) == (0.75, 6, 2)
    assert written["elo"] == pytest.approx(400 * math.log10(0.75 / 0.25))
    assert written["interval"] == pytest.approx([0.4093, 0.9285], abs=1e-4)
    assert written["elo_interval"][0] < written["elo"] < written["elo_interval"][1]


def test_what_is_not_finite_is_none_in_json() -> None:
    """Whoever won everything is infinitely stronger, as far as the games tell."""
    result = match([Always(2, "a"), Always(0, "b"), Always(1, "c")], Auction(), 3)
    assert "elo" not in result.to_dict()
    lost = replace(match(["random", "random"], TIC_TAC_TOE, 1), records=())
    assert lost.to_dict()["elo"] is None


def test_pairs_count_the_points_of_two_games_from_one_opening() -> None:
    """Five kinds, from none to two points of the first player; half pairs do not count."""
    result = match(["random", "random"], TIC_TAC_TOE, 12)
    points = [record.scores[record.players.index("random #1")] for record in result.records]
    sums = [points[i] + points[i + 1] for i in range(0, 12, 2)]
    assert result.pairs == tuple(sums.count(half / 2) for half in range(5))
    assert sum(replace(result, records=result.records[:3]).pairs) == 1


def test_games_that_differ_in_seats_alone_begin_alike() -> None:
    """Both play the opening from both sides, and the next pair has another one."""
    result = match(["random", "random"], TIC_TAC_TOE, 6, opening_plies=3)
    openings = [record.opening for record in result.records]
    assert openings[0::2] == openings[1::2]
    assert len(set(openings)) == 3
    assert all(len(opening) == 3 for opening in openings)


def test_what_players_spent_is_told() -> None:
    """Simulations and depth of searches, and the time of all."""
    result = match(["uct:iterations=20", "random"], TIC_TAC_TOE, 4)
    uct, blind = result.standings
    assert uct.moves + blind.moves == sum(len(record.actions) for record in result.records)
    assert 10 < uct.simulations <= 20  # a forced move takes none
    assert 1 < uct.depth < 9
    assert uct.slowest >= uct.seconds > 0
    assert (blind.simulations, blind.depth) == (0, 0)
    heads, first, second = result.effort_rows()
    assert heads[-1] == "depth"
    assert first[0] == "uct:iterations=20"
    assert second[-2:] == ("", "")


def test_a_decided_test_ends_the_match() -> None:
    """UCT beats random play by far more than 100 Elo: some pairs of games show it."""
    result = match(["uct:iterations=100", "random"], TIC_TAC_TOE, 400, sprt=Sprt(0, 100))
    assert result.stopped_by == "sprt"
    assert len(result.records) < 100
    assert "accepted: stronger by 100" in str(result)
    assert result.to_dict()["sprt"]["decision"] == "H1"


def test_a_test_is_for_two_who_change_seats() -> None:
    """Of three players, or of fixed seats, there are no pairs."""
    with pytest.raises(mv.UsageError, match="for two players who change seats"):
        match(["random"] * 3, Auction(), sprt=Sprt())
    with pytest.raises(mv.UsageError, match="for two players who change seats"):
        match(["random"] * 2, TIC_TAC_TOE, sprt=Sprt(), rotate=False)


def test_who_is_late_loses() -> None:
    """The limit and what was taken are in the reason."""
    result = match(["uct:seconds=0.2", "random"], TIC_TAC_TOE, 1, time_limit=0.05)
    assert result.standings[0].forfeits == 1
    assert "the limit is 0.05 s" in str(result)


@pytest.mark.parametrize("limit", [0.0, -1.0, math.inf, math.nan])
def test_a_time_limit_must_be_one(limit: float) -> None:
    """Seconds above zero."""
    with pytest.raises(mv.UsageError, match="time_limit is"):
        match(["random", "random"], TIC_TAC_TOE, 1, time_limit=limit)


class Slow(Player):
    """Takes longer than it has."""

    name = "slow"

    def choose(self, position: mv.Position) -> int:
        time.sleep(0.03)
        return position.legal_actions()[0]


def test_losses_on_time_are_counted() -> None:
    """By the clock of a game or by the limit of a move, and told by who it was."""
    limits: list[dict[str, Any]] = [{"clock": "0.02+0.01"}, {"time_limit": 0.02}]
    for options in limits:
        result = match([Slow(), "random"], TIC_TAC_TOE, 2, **options)
        assert [standing.late for standing in result.standings] == [2, 0]
        assert "lost on time: slow 2" in str(result)
        assert result.to_dict()["standings"][0]["late"] == 2


def test_a_match_with_a_clock_can_be_kept_and_played_at_once(tmp_path: Path) -> None:
    """The clock tells it from other matches, and other processes have it too."""
    players, file = ["uct", "random"], tmp_path / "match.jsonl"
    result = match(players, "tic_tac_toe", 2, clock="2", jobs=2, out=file)
    assert not any(record.forfeit for record in result.records)
    assert match(players, "tic_tac_toe", 2, clock="2", out=file).records == result.records
    with pytest.raises(mv.UsageError, match="its clock is '2', not '3'"):
        match(players, "tic_tac_toe", 2, clock="3", out=file)


def test_games_at_once_are_the_same_games() -> None:
    """Whatever process plays a game, its number decides it."""
    arguments = (["uct:iterations=10", "random"], "tic_tac_toe", 6)
    alone, at_once = match(*arguments, opening_plies=1), match(*arguments, opening_plies=1, jobs=2)
    assert at_once == alone


def test_games_at_once_need_names() -> None:
    """An object cannot be had by another process."""
    with pytest.raises(mv.UsageError, match="by name, not as objects"):
        match(["random", "random"], TIC_TAC_TOE, 2, jobs=2)
    with pytest.raises(mv.UsageError, match="by name, not as objects"):
        match([Always(0), "random"], "tic_tac_toe", 2, jobs=2)


def test_games_at_once_can_be_interrupted() -> None:
    """Those that are done are kept, and no process is left."""
    result = match(["random", "random"], "tic_tac_toe", 1000, jobs=2, progress=interrupted_after(3))
    assert (len(result.records), result.stopped_by) == (3, "interrupted")
    assert multiprocessing.active_children() == []


def test_an_error_in_another_process_reaches_the_caller() -> None:
    """A search that does not suit the game is no lost game there either."""
    with pytest.raises(mv.UnsuitableError):
        match(["alphabeta:depth=1", "random", "random"], "rolit:players=3", 3, jobs=2)
