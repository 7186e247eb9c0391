"""Whole games between processes, by nothing but text: neither the referee nor the other side knows the inside."""

from __future__ import annotations

import shlex
import subprocess
import sys
from collections.abc import Iterator

import pytest

from monteverde.arena import play_game
from monteverde.players import load_player

COMMAND = [sys.executable, "-m", "monteverde"]


class Side:
    """An engine, as a referee sees it: lines of text."""

    def __init__(self, *arguments: str) -> None:
        pipe = subprocess.PIPE
        self.process = subprocess.Popen([*COMMAND, "gtp", *arguments], stdin=pipe, stdout=pipe, text=True)

    def ask(self, line: str) -> str:
        """Return the answer, mark and all."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(f"{line}\n")
        self.process.stdin.flush()
        lines = []
        while (read := self.process.stdout.readline()) != "\n":
            assert read, lines
            lines.append(read)
        return "".join(lines).strip()

    def close(self) -> None:
        """End it."""
        with self.process:
            self.process.kill()


@pytest.fixture
def sides() -> Iterator[list[Side]]:
    """Black and White, both at random, so that nothing is compiled."""
    engines = [Side("go:9", "--player", "random", "--seed", seed) for seed in ("1", "2")]
    yield engines
    for engine in engines:
        engine.close()


def test_a_referee_who_knows_text_alone(sides: list[Side]) -> None:
    """Two games: moves are carried to and fro until two passes, and both sides tell the same score and board."""
    for size, komi in ((3, "0.5"), (2, "-2")):
        for side in sides:
            assert [side.ask(line) for line in (f"boardsize {size}", f"komi {komi}", "clear_board")] == ["="] * 3
        moves: list[str] = []
        while moves[-2:] != ["pass", "pass"]:
            mover, other = sides if len(moves) % 2 == 0 else sides[::-1]
            colour = ("black", "white")[len(moves) % 2]
            answer = mover.ask(f"genmove {colour}")
            if answer == "? the game is over":  # so long that it is scored as it stands
                break
            mark, moves[len(moves) :] = answer[0], [answer[2:]]
            assert mark == "="
            assert other.ask(f"play {colour} {moves[-1]}") == "="
        for question in ("final_score", "showboard", "final_status_list alive"):
            first, second = (side.ask(question) for side in sides)
            assert first == second
            assert first.startswith("=")
        assert len(moves) > 2


def test_our_engines_are_players_of_ours() -> None:
    """By both protocols at once: a program that we serve is a program that we can ask."""
    texts = ("gtp:{} gtp go:3 --player random --seed 1", "json:{} json-lines --player random --seed 2")
    players = [load_player(text.format(shlex.join(COMMAND)), seconds=1.0) for text in texts]
    record = play_game(players, "go:3", seed=5)
    for player in players:
        player.close()
    assert record.forfeit is None
    assert len(record.actions) > 2
    assert [remark and remark.agrees for remark in record.remarks] == [True, True]
