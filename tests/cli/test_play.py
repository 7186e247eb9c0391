"""`monteverde play`, typed into through a pipe and at a terminal."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Run = Callable[..., Any]

FAST = ("--iterations", "20", "--seed", "1")


def test_how_to_type_moves_is_told_first(run: Run) -> None:
    """A new user needs no manual."""
    shown = run("play", "tic_tac_toe", *FAST, input="quit\n").stdout
    assert shown.startswith("tic_tac_toe: X (human), O (uct)\nType a move (a1, b1, c1, a2, b2, c2, a3, ...), or hint,")


def test_a_game_is_played_to_its_end(run: Run) -> None:
    """Against a player that draws at random, by a person who tries every cell."""
    cells = "\n".join(row + column for row in "abc" for column in "123")
    shown = run("play", "tic_tac_toe", "--opponent", "random", "--seed", "2", input=f"{cells}\n").stdout
    assert "O (random) plays" in shown
    assert any(f"\n\n{outcome}\nmoves: a1 " in shown for outcome in ("X wins", "O wins", "draw"))


def test_each_move_of_the_engine_has_its_analysis(run: Run) -> None:
    """What it is worth, what else was looked at, what is expected."""
    shown = run("play", "tic_tac_toe", *FAST, input="b2\n").stdout
    answer = shown.partition("O (uct) plays ")[2].splitlines()
    assert answer[1].startswith("  value 0.")
    assert answer[1].endswith(" s")
    assert "for O, 20 simulations in" in answer[1]
    assert answer[2].startswith(f"  looked at {answer[0]} 0.")
    assert answer[3].startswith(f"  expects {answer[0]} ")


def test_the_engine_can_begin(run: Run) -> None:
    """With --second the person answers."""
    shown = run("play", "tic_tac_toe", "--second", *FAST, input="quit\n").stdout
    assert shown.index("X (uct) plays") < shown.index("O to move> ")


def test_a_seat_can_be_chosen_by_its_number(run: Run) -> None:
    """--as 2 is --second, and there may be more seats than two."""
    arguments = ("play", "tic_tac_toe", *FAST)
    by_number = run(*arguments, "--as", "2", input="quit\n").stdout
    assert by_number.startswith("tic_tac_toe: X (uct), O (human)")
    assert run(*arguments, "--first", input="quit\n").stdout.startswith("tic_tac_toe: X (human), O (uct)")


def test_what_was_typed_can_be_read_in_a_log(run: Run) -> None:
    """Without a terminal nobody else writes it there."""
    assert "X to move> b2\n" in run("play", "tic_tac_toe", *FAST, input="b2\nquit\n").stdout


def test_bad_input_is_answered(run: Run) -> None:
    """With the legal moves, and the game goes on."""
    shown = run("play", "tic_tac_toe", *FAST, input="z9\nb2\nquit\n").stdout
    assert "'z9' is not legal for X here; legal: a1, b1" in shown
    assert "O (uct) plays" in shown


def test_a_move_is_taken_back(run: Run) -> None:
    """The board is as it was, the engine's answer included."""
    shown = run("play", "tic_tac_toe", *FAST, input="b2\nundo\nquit\n").stdout
    assert shown.count("1 . . .\n2 . . .\n3 . . .\nX to move> ") == 2
    assert shown.endswith("left unfinished\n")


def test_a_hint_is_an_analysis(run: Run) -> None:
    """With the budget that the engine has."""
    shown = run("play", "tic_tac_toe", *FAST, input="hint\nquit\n").stdout
    assert "\ntry " in shown
    assert "for X, 20 simulations" in shown


def test_a_hint_on_the_only_move_needs_no_search(run: Run, own_game: str) -> None:
    """Where one move is left, that is all there is to say."""
    moves = "take 1\ntake 1\ntake 1\ntake 1\ntake 2\n"
    shown = run("play", own_game, "--players", "human human", *FAST, input=f"{moves}hint\nquit\n").stdout
    assert "try take 1\n  the only move" in shown


@pytest.mark.parametrize("last", ["quit\n", ""])
def test_leaving_is_no_error(run: Run, last: str) -> None:
    """By a word or by the end of input; the moves so far are told."""
    shown = run("play", "tic_tac_toe", "--players", "human human", input=f"b2\na1\n{last}")
    assert shown.exit_code == 0
    assert shown.stdout.endswith("left unfinished\nmoves: b2 a1\n")


def test_engines_can_be_watched(run: Run) -> None:
    """Every move has its board, and the game its end."""
    shown = run("play", "tic_tac_toe", "--players", "uct uct:c=0.5", *FAST).stdout
    assert shown.startswith("tic_tac_toe: X (uct), O (uct:c=0.5)\n\n  a b c\n1 . . .")
    assert "X (uct) plays" in shown
    assert "O (uct:c=0.5) plays" in shown
    assert shown.rpartition("moves: ")[2].split()


def test_watching_needs_no_names(run: Run) -> None:
    """--watch gives every seat to the engine."""
    shown = run("play", "tic_tac_toe", "--watch", "--opponent", "random", "--seed", "1").stdout
    assert shown.startswith("tic_tac_toe: X (random), O (random)")


def test_the_only_move_needs_no_analysis(run: Run) -> None:
    """A board of one column leaves no choice, so nothing is searched."""
    shown = run("play", "connect_four:width=1,height=2", "--watch").stdout
    assert shown.count("  the only move\n") == 2
    assert shown.endswith("\ndraw\nmoves: a a\n")


def test_the_same_seed_is_the_same_game(run: Run) -> None:
    """Without a seed it is another one."""
    arguments = ("play", "tic_tac_toe", "--watch", "--opponent", "random")
    games = [run(*arguments, "--seed", "5").stdout for _ in range(2)]
    assert games[0] == games[1]
    assert len({run(*arguments).stdout for _ in range(5)}) > 1


CHANCE_GAME = '''
from tests.arena.small_games import Coin as Parent

class Coin(Parent):
    """A coin that one player guesses."""
'''


def test_what_chance_does_is_shown(run: Run, tmp_path: Path) -> None:
    """And it is nobody's move to type."""
    file = tmp_path / "coin.py"
    file.write_text(CHANCE_GAME)
    shown = run("play", str(file), "--opponent", "random", input="0\n").stdout
    assert "Type a move, or hint, undo, help, quit." in shown
    assert "\nchance: " in shown
    assert "player 1 to move> 0" in shown


def test_a_narrow_terminal_is_enough(run: Run) -> None:
    """Nothing is wider than 40 columns, and boards are whole."""
    shown = run("play", "connect_four", "--players", "human random", COLUMNS="40", input="d\nquit\n").stdout
    assert max(map(len, shown.splitlines())) <= 40
    assert re.search(r"^1[ .O()]+X[ .O()]+$", shown, re.MULTILINE)


def test_messages_break_between_words(run: Run) -> None:
    """In a narrow terminal, too; boards are never broken."""
    shown = run("play", "tic_tac_toe", *FAST, COLUMNS="30", input="z9\nquit\n").stdout
    assert "'z9' is not legal for X here; \nlegal: a1, b1, c1, a2, b2, c2," in shown


def test_a_game_at_a_terminal(terminal: Run) -> None:
    """Prompt, move, the engine at work, its answer, and out by a word."""
    game = terminal("play", "tic_tac_toe", "--seconds", "0.5")
    game.wait_for("X to move> ")
    game.type("b2")
    game.wait_for("O (uct) thinks")
    game.wait_for("X to move> ")
    game.type("quit")
    assert game.end() == 0
    assert "O (uct) plays" in game.shown
    assert "left unfinished" in game.shown


def test_ctrl_c_at_the_prompt_leaves(terminal: Run) -> None:
    """With the moves so far, exit code 130 and no traceback."""
    game = terminal("play", "tic_tac_toe", "--players", "human human")
    game.wait_for("X to move> ")
    game.type("b2")
    game.wait_for("O to move> ")
    assert game.interrupt_until_the_end() == 130
    assert "moves: b2" in game.shown
    assert "Traceback" not in game.shown


def test_ctrl_c_while_the_engine_thinks_leaves(terminal: Run) -> None:
    """It does not play on."""
    game = terminal("play", "tic_tac_toe", "--watch", "--seconds", "600")
    game.wait_for("simulations in")
    game.interrupt()
    assert game.end() == 130
    assert "left unfinished" in game.shown
    assert "Traceback" not in game.shown


def test_a_person_sees_the_clock(run: Run) -> None:
    """Before each move what is left; who runs out of it loses."""
    arguments = ("play", "tic_tac_toe", "--players", "human random", "--seed", "1")
    assert "X to move, 5:00 left> " in run(*arguments, "--clock", "300", input="quit\n").stdout
    lost = run(*arguments, "--clock", "0.000001", input="a1\n").stdout
    assert "X loses: its time ran out: it took " in lost
