"""A person at a terminal, who may type anything."""

from __future__ import annotations

import io
from collections.abc import Callable

import pytest

import monteverde as mv
from monteverde.games.tic_tac_toe import TicTacToe
from monteverde.players import HumanPlayer, Leave, TakeBack

START = TicTacToe().initial()


class Terminal:
    """Types `lines` one after the other, then nothing more, and remembers what was shown."""

    def __init__(self, *lines: str) -> None:
        self.lines = list(lines)
        self.shown: list[str] = []

    def ask(self, prompt: str) -> str:
        self.shown.append(prompt)
        if not self.lines:
            raise EOFError
        return self.lines.pop(0)

    def show(self, position: mv.Position) -> None:
        self.shown.append(str(position))

    def player(self, advise: Callable[[mv.Position], str] | None = None) -> HumanPlayer:
        return HumanPlayer(ask=self.ask, tell=self.shown.append, show=self.show, advise=advise)

    @property
    def text(self) -> str:
        return "\n".join(self.shown)


class Words(TicTacToe):
    """Tic-tac-toe in which a cell is called as a word that means something else to the player."""

    def action_name(action):
        return ("undo", "quite")[action] if action < 2 else str(action)


def test_a_move_is_played_by_its_name() -> None:
    """Capitals and spaces around it do not matter."""
    assert Terminal(" B2 ").player().choose(START) == 4


def test_the_board_and_whose_turn_it_is_are_shown() -> None:
    """A person needs both to choose."""
    terminal = Terminal("a1")
    terminal.player().choose(START)
    assert str(START) in terminal.text
    assert "X to move" in terminal.text


@pytest.mark.parametrize("typed", ["d4", "a1 b1", "9", "é", "a", "-", "%s", "a" * 1000])
def test_bad_input_is_answered_with_the_legal_moves(typed: str) -> None:
    """Nothing that is typed ends the game; the next line is read."""
    terminal = Terminal(typed, "c3")
    assert terminal.player().choose(START) == 8
    assert "legal: a1" in terminal.text or "may mean a1, a2, a3" in terminal.text


@pytest.mark.parametrize("typed", ["qui", "1"])
def test_what_was_understood_is_told_if_it_was_not_typed(typed: str) -> None:
    """The beginning of a name and an action's number will do, but a person should see which move that is."""
    terminal = Terminal(typed)
    assert terminal.player().choose(Words().initial()) == 1
    assert terminal.shown[-1] == "that is quite"


def test_an_empty_line_is_no_move() -> None:
    """It is answered with what to do."""
    terminal = Terminal("", "a1")
    terminal.player().choose(START)
    assert "type a move, or help" in terminal.text


@pytest.mark.parametrize("word", ["help", "?", "HELP"])
def test_help_lists_the_moves_and_the_words(word: str) -> None:
    """What can be typed is told, and the person is asked again."""
    terminal = Terminal(word, "a1")
    terminal.player().choose(START)
    assert "moves: a1, b1, c1" in terminal.text
    assert all(known in terminal.text for known in ("hint", "undo", "quit"))


def test_a_hint_is_what_the_adviser_says() -> None:
    """The adviser is asked about this position, and the person still chooses."""
    terminal = Terminal("hint", "a1")
    assert terminal.player(lambda position: f"try {position.action_name(4)}").choose(START) == 0
    assert "try b2" in terminal.text


def test_without_an_adviser_there_are_no_hints() -> None:
    """The word is understood all the same."""
    terminal = Terminal("hint", "a1")
    terminal.player().choose(START)
    assert "no hints" in terminal.text


def test_nothing_can_be_taken_back_before_the_first_move() -> None:
    """It is said, and the person is asked again."""
    terminal = Terminal("undo", "a1")
    terminal.player().choose(START)
    assert "no move of yours" in terminal.text


def test_undo_asks_for_the_position_of_the_last_choice() -> None:
    """The game goes back to where this player chose last, the other's answer included."""
    player = Terminal("a1", "undo").player()
    later = START.play(player.choose(START)).play("b2")
    with pytest.raises(TakeBack) as request:
        player.choose(later)
    assert request.value.position is START


def test_choices_that_were_taken_back_by_another_are_forgotten() -> None:
    """After a return to an earlier position, undo does not lead to a later one."""
    player = Terminal("a1", "c1", "undo").player()
    later = START.play(player.choose(START)).play("b2")
    player.choose(later)
    with pytest.raises(TakeBack) as request:
        player.choose(later)
    assert request.value.position is START


def test_a_new_game_has_nothing_to_take_back() -> None:
    """Choices belong to one game."""
    terminal = Terminal("a1", "undo", "a1")
    player = terminal.player()
    player.choose(START)
    player.start_game(START.game, 0)
    player.choose(START)
    assert "no move of yours" in terminal.text


@pytest.mark.parametrize("word", ["quit", "exit"])
def test_quit_leaves(word: str) -> None:
    """The wish goes to whoever runs the game."""
    with pytest.raises(Leave):
        Terminal(word).player().choose(START)


def test_the_end_of_input_leaves() -> None:
    """Nothing more can be read, so there is nothing to wait for."""
    with pytest.raises(Leave):
        Terminal().player().choose(START)


def test_ctrl_c_goes_to_whoever_runs_the_game() -> None:
    """It is no wrong input."""

    def ask(prompt: str) -> str:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        HumanPlayer(ask=ask, show=lambda position: None).choose(START)


def test_a_move_comes_before_a_word() -> None:
    """In a game with a move called "undo", that is what it means."""
    assert Terminal("undo").player().choose(Words().initial()) == 0


def test_a_word_comes_before_the_beginning_of_a_move() -> None:
    """`quit` is not short for a move called "quite"."""
    with pytest.raises(Leave):
        Terminal("quit").player().choose(Words().initial())


def test_standard_input_and_output_are_used_by_default(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A person can play without any setting up."""
    monkeypatch.setattr("sys.stdin", io.StringIO("nonsense\nb2\n"))
    assert HumanPlayer().choose(START) == 4
    shown = capsys.readouterr().out
    assert "'nonsense' is not legal" in shown
    assert "X to move> " in shown
