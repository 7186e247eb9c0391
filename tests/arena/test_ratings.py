"""Ratings against a twin without derivatives, against what games were drawn from, and at the edges."""

from __future__ import annotations

import json
from itertools import combinations

import numpy as np
import pytest
from tests.reference.bradley_terry import strengths

import monteverde as mv
from monteverde.arena import GameRecord, Ratings, match, rate, tournament
from monteverde.arena.elo import ELO_SCALE, elo_of

WIN, DRAW, LOSS = (1.0, 0.0), (0.5, 0.5), (0.0, 1.0)
NONE = 1e-9  # a prior too weak to be seen


def record(first: str, second: str, scores: tuple[float, float]) -> GameRecord:
    """Return a game that ended so."""
    return GameRecord("g", ("X", "O"), (first, second), 0, (), (), scores, scores)


def games(first: str, second: str, wins: int, draws: int, losses: int) -> list[GameRecord]:
    """Return games in which `first` moved first."""
    return [record(first, second, s) for s, n in ((WIN, wins), (DRAW, draws), (LOSS, losses)) for _ in range(n)]


def elo(ratings: Ratings) -> dict[str, float]:
    """Return the ratings by name."""
    return {rating.player: rating.elo for rating in ratings.players}


def test_two_players_without_draws() -> None:
    """Three of four games are 190.85 Elo, whoever moves first."""
    rated = rate(games("a", "b", 75, 0, 25) + games("b", "a", 25, 0, 75), prior=NONE)
    assert elo(rated)["a"] - elo(rated)["b"] == pytest.approx(190.85, abs=0.01)
    assert rated.advantage == pytest.approx(0.0, abs=1e-6)
    assert rated.draw_rate == 0.0
    score_error = 1.959964 * np.sqrt(0.75 * 0.25 / 200)  # of the score; in Elo that is stretched by the slope there
    assert 2 * rated.players[0].error == pytest.approx(score_error * ELO_SCALE / (0.75 * 0.25), rel=1e-4)


def test_the_advantage_of_moving_first() -> None:
    """Two equal players, whoever begins wins 64 of 100 games: 99.95 Elo."""
    rated = rate(games("a", "b", 64, 0, 36) + games("b", "a", 64, 0, 36), prior=NONE)
    assert rated.advantage == pytest.approx(elo_of(0.64), abs=0.01)
    assert list(elo(rated).values()) == pytest.approx([0.0, 0.0], abs=1e-6)


def test_draws() -> None:
    """Two equal players who draw three games of ten."""
    rated = rate(games("a", "b", 35, 30, 35) + games("b", "a", 35, 30, 35), prior=NONE)
    assert rated.draw_rate == pytest.approx(0.3, abs=1e-6)


def test_the_twin_agrees() -> None:
    """Five tennis players with few games each; colours are even, so no advantage is found."""
    wins = {
        ("Djokovic", "Federer"): 9, ("Federer", "Djokovic"): 6,
        ("Djokovic", "Murray"): 14, ("Murray", "Djokovic"): 3,
        ("Djokovic", "Nadal"): 9, ("Nadal", "Djokovic"): 2,
        ("Djokovic", "Wawrinka"): 4, ("Wawrinka", "Djokovic"): 3,
        ("Federer", "Murray"): 5,
        ("Federer", "Nadal"): 5, ("Nadal", "Federer"): 1,
        ("Federer", "Wawrinka"): 7, ("Wawrinka", "Federer"): 2,
        ("Murray", "Nadal"): 2, ("Nadal", "Murray"): 4,
        ("Murray", "Wawrinka"): 2, ("Wawrinka", "Murray"): 2,
        ("Nadal", "Wawrinka"): 4, ("Wawrinka", "Nadal"): 3,
    }  # fmt: skip
    played = [r for (a, b), n in wins.items() for _ in range(n) for r in (record(a, b, WIN), record(b, a, LOSS))]
    twin = strengths({pair: float(count) for pair, count in wins.items()}, rounds=2000)
    assert elo(rate(played, prior=NONE)) == pytest.approx(twin, abs=0.01)


def test_what_games_were_drawn_from_is_found_again() -> None:
    """Of 200 seasons about 95 % of all true strengths lie within the errors; advantage and draws are found as well."""
    rng = np.random.default_rng(3)
    true, advantage, margin = np.array([200.0, 50.0, -50.0, -200.0]), 60.0, 80.0
    inside, advantages, draws = [], [], []
    for _ in range(200):
        played = []
        for first, second in [pair for two in combinations(range(4), 2) for pair in (two, two[::-1])]:
            x = (true[first] - true[second] + advantage) / ELO_SCALE
            win, loss = 1 / (1 + np.exp(margin / ELO_SCALE - x)), 1 / (1 + np.exp(margin / ELO_SCALE + x))
            played += games(f"{first}", f"{second}", *rng.multinomial(60, [win, 1 - win - loss, loss]))
        rated = rate(played)
        inside += [abs(r.elo - true[int(r.player)]) <= r.error for r in rated.players]
        advantages.append(rated.advantage)
        draws.append(rated.draw_rate)
    assert 0.92 < np.mean(inside) < 0.975
    assert np.mean(advantages) == pytest.approx(advantage, abs=3.0)
    assert np.mean(draws) == pytest.approx(np.tanh(margin / ELO_SCALE / 2), abs=0.01)


def test_who_wins_everything_has_a_finite_rating() -> None:
    """And a wide interval; so has one of a single game, and one with nothing but draws."""
    rated = rate(games("a", "b", 20, 0, 0))
    assert 100 < elo(rated)["a"] < 1000
    assert rated.players[0].error > 100
    assert np.isfinite(rate(games("a", "b", 1, 0, 0)).advantage)
    drawn = rate(games("a", "b", 0, 10, 0))
    assert elo(drawn)["a"] == pytest.approx(0.0, abs=1e-6)
    assert 0.8 < drawn.draw_rate < 1.0


def test_ratings_need_games_of_two() -> None:
    """One sentence otherwise."""
    three = GameRecord("g", ("1", "2", "3"), ("a", "b", "c"), 0, (), (), (1.0, 0.0, 0.0), (1.0, 0.0, 0.0))
    for records in ([], [three]):
        with pytest.raises(mv.UsageError, match="ratings need games"):
            rate(records)
    with pytest.raises(mv.UsageError, match="prior is 0"):
        rate(games("a", "b", 1, 0, 0), prior=0.0)


def test_a_match_is_rated() -> None:
    """From its records."""
    result = match(["uct:iterations=50", "random"], "tic_tac_toe", 20)
    rated = rate(result.records)
    assert rated.players[0].player == "uct:iterations=50"
    assert rated.players[0].standing == result.standings[0]
    assert "moving first is worth" in str(rated)
    assert "<table>" in rated._repr_html_()


PLAYERS = ("random", "uct:iterations=5", "uct:iterations=50")


def test_everybody_meets_everybody() -> None:
    """Once with each colour, from the same openings in all pairings."""
    result = tournament(PLAYERS, "tic_tac_toe", 4, opening_plies=1)
    assert [set(one.players) for one in result.matches] == [set(pair) for pair in combinations(PLAYERS, 2)]
    assert len({tuple(record.opening for record in one.records) for one in result.matches}) == 1
    assert result.ratings is not None
    assert result.ratings.players[0].player == "uct:iterations=50"
    assert json.loads(json.dumps(result.to_dict()))["ratings"]["players"][0]["games"] == 8
    assert "12 games of tic_tac_toe, 3 pairings" in str(result)
    assert "<table>" in result._repr_html_()


def test_the_cross_table_has_what_each_scored_against_each() -> None:
    """Both ways of looking at a match add up to all of it."""
    result = tournament(PLAYERS, "tic_tac_toe", 4)
    rows = list(result.cross_rows())
    for row, column in combinations(range(1, 4), 2):
        assert float(rows[row][column]) + float(rows[column][row]) == pytest.approx(100)
        assert rows[row][row] == ""


def test_in_a_gauntlet_the_first_meets_the_others() -> None:
    """And they do not meet each other."""
    result = tournament(PLAYERS, "tic_tac_toe", 2, gauntlet=True)
    assert [one.players for one in result.matches] == [("random", other) for other in PLAYERS[1:]]
    assert result.score(*PLAYERS[1:]) is None


def test_a_tournament_can_be_interrupted_and_goes_on(tmp_path: object) -> None:
    """Each match has its file; what is done is not played again."""
    count = 0

    def stop(result: object, record: object) -> None:
        nonlocal count
        count += 1
        if count == 3:
            raise KeyboardInterrupt

    first = tournament(PLAYERS, "tic_tac_toe", 2, out=f"{tmp_path}/games", progress=stop)
    assert (first.stopped_by, len(first.matches)) == ("interrupted", 2)
    count = 3
    whole = tournament(PLAYERS, "tic_tac_toe", 2, out=f"{tmp_path}/games", progress=stop)
    assert (whole.stopped_by, count) == ("games", 6)
    assert whole == tournament(PLAYERS, "tic_tac_toe", 2)


def test_a_tournament_without_a_game_has_no_ratings() -> None:
    """Only its players."""

    def stop(result: object, record: object) -> None:
        raise KeyboardInterrupt

    broken = tournament(["random", "uct:iterations=1"], "tic_tac_toe", 2, progress=stop)
    empty = type(broken)(broken.game, broken.players, (), "interrupted")
    assert empty.ratings is None
    assert "0 games" in str(empty)
    assert empty.to_dict()["ratings"] is None


@pytest.mark.parametrize("players", [[], ["random"], ["random", "random"]])
def test_players_must_be_several_and_different(players: list[str]) -> None:
    """One sentence says so."""
    with pytest.raises(mv.UsageError, match="none twice"):
        tournament(players, "tic_tac_toe", 2)


def test_a_tournament_is_for_games_of_two() -> None:
    """Three seats have no pairings."""
    with pytest.raises(mv.UsageError, match="game for 2 players"):
        tournament(PLAYERS, "rolit", 2)


def test_a_folder_that_cannot_be_made(tmp_path: object) -> None:
    """A file is in its place."""
    with open(f"{tmp_path}/file", "w") as file:
        file.write("x")
    with pytest.raises(mv.UsageError, match="cannot be made"):
        tournament(PLAYERS, "tic_tac_toe", 2, out=f"{tmp_path}/file")
