"""Games that were played, as records."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.arena.small_games import Coin

import monteverde as mv
from monteverde.arena import GameRecord, play_game, record_of
from monteverde.players import Player


class Scripted(Player):
    """Plays the moves that it was given, then one that is not legal."""

    name = "scripted"

    def __init__(self, *moves: str) -> None:
        self.moves = list(moves)

    def choose(self, position: mv.Position) -> int:
        return position.play(self.moves.pop(0)).history[-1] if self.moves else 10**6


@pytest.mark.parametrize(
    ("game", "black", "white", "result"),
    [
        ("go:size=2,komi=0.5", "a1 pass", "pass", "B+3.5"),
        ("go:size=2,komi=4", "a1 pass", "pass", "0"),
        ("hex:2", "a1 a2", "b1", "B+"),
        ("go:5", "c3", "pass", "W+F"),
        ("tic_tac_toe", "a1 b1 c1", "a2 b2", "X wins"),
        ("tic_tac_toe", "a1 c1 a2 b3 c3", "b1 b2 c2 a3", "draw"),
        ("tic_tac_toe", "a1 b1", "a2", "O loses"),
    ],
)
def test_a_game_that_was_played_can_be_written(game: str, black: str, white: str, result: str, tmp_path: Path) -> None:
    """With who played, from which seed, and how it ended; SGF's words where Black plays White."""
    played = play_game([Scripted(*black.split()), Scripted(*white.split())], game, 3)
    record = record_of(played)
    assert (record.game, record.actions, record.seed) == (mv.load_game(game), played.actions, 3)
    assert (record.players, record.result) == (("scripted", "scripted"), result)
    file = tmp_path / "game.txt"
    mv.write_record(record, file)
    assert mv.read_record(file) == record


def test_why_a_game_was_lost_is_told() -> None:
    """In a comment on the last position."""
    record = record_of(play_game([Scripted("c3"), Scripted()], "go:5"))
    assert record.result == "B+F"
    assert record.comments[1].startswith("White loses: it played 1000000, which is not legal there")


def test_what_came_before_is_part_of_the_record() -> None:
    """A position that was played on, and the opening of a match."""
    begun = mv.Record(mv.load_game("go:2"), (0,), stones=((3, 1),), comments={0: "set up"})
    played = play_game([Scripted("pass"), Scripted("pass")], begun.position())
    record = record_of(played, begun)
    assert (record.moves, record.stones) == (("A2", "pass", "pass"), ((3, 1),))
    assert record.comments == {0: "set up"}
    opened = GameRecord.from_dict({**played.to_dict(), "game": "go:2", "opening": ["a1"]})
    assert record_of(opened).moves == ("A1", "pass", "pass")


def test_chance_is_part_of_the_record() -> None:
    """What it drew is there, and the game if it is no built-in one."""
    record = record_of(play_game(["random", "random"], Coin().initial(), 1), mv.Record(Coin()))
    assert len(record.actions) == 2
    assert record.result in ("player 1 wins", "player 2 wins")
    assert record_of(play_game(["random"], "frozen_lake", 1)).result.startswith("return ")
