"""A person at a terminal. What they type is a move, or one of the words in `WORDS`."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from typing import NoReturn

from monteverde.budget import Budget
from monteverde.errors import IllegalActionError
from monteverde.game import Game, Position
from monteverde.players.player import Leave, Player, TakeBack
from monteverde.spec import Spec, arguments_for

Ask = Callable[[str], str]
"""Shows a prompt and returns the line that was typed. Raises EOFError when nothing more can be."""
Tell = Callable[[str], object]
"""Shows text."""
Show = Callable[[Position], object]
"""Shows the board."""
Advise = Callable[[Position], str]
"""Says in words what could be played."""


def write_line(text: str) -> None:
    """Write `text` to standard output."""
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def write_board(position: Position) -> None:
    """Write a blank line and the board to standard output."""
    write_line(f"\n{position}")


class HumanPlayer(Player):
    """Asks a person. The moves of the game come before the words with a meaning of their own."""

    def __init__(
        self,
        *,
        ask: Ask = input,
        tell: Tell = write_line,
        show: Show = write_board,
        advise: Advise | None = None,
        name: str = "human",
    ) -> None:
        self.name = name
        self.ask, self.tell, self.show, self.advise = ask, tell, show, advise
        self._choices: list[Position] = []  # where this player chose in this game, for taking back

    def start_game(self, game: Game, seed: int) -> None:
        self._choices = []

    def choose(self, position: Position) -> int:
        """Return what the person wants to play.

        Raises:
            Leave: if they want to go, or nothing more can be read.
            TakeBack: if they want an earlier move of theirs back.
        """
        self._choices = [earlier for earlier in self._choices if len(earlier.history) < len(position.history)]
        self.show(position)
        while True:
            try:
                left = "" if self.clock is None else f", {self.clock} left"
                typed = self.ask(f"{position.game.player_name(position.to_move)} to move{left}> ").strip()
            except EOFError:
                raise Leave from None
            action = self._read(typed, position)
            if action is not None:
                self._choices.append(position)
                return action

    def _read(self, typed: str, position: Position) -> int | None:
        """Return the action that was typed, or None if it was something else, which has been answered."""
        word = WORDS.get(typed.lower())
        is_move = typed.lower() in (position.action_name(action).lower() for action in position.legal_actions())
        if word is not None and not is_move:
            word(self, position)
            return None
        if not typed:
            self.tell("type a move, or help")
            return None
        try:
            action = position.play(typed).history[-1]
        except IllegalActionError as error:
            self.tell(str(error))
            return None
        name = position.action_name(action)
        if name.lower() != typed.lower():  # the beginning of a name, or a number: say what was understood
            self.tell(f"that is {name}")
        return action

    def _help(self, position: Position) -> None:
        names = ", ".join(position.action_name(action) for action in position.legal_actions())
        self.tell(f"moves: {names}\nthe beginning of a move will do if no other begins so\nor type {HELP}")

    def _hint(self, position: Position) -> None:
        self.tell("no hints: nobody was asked to give any" if self.advise is None else self.advise(position))

    def _undo(self, position: Position) -> None:
        if not self._choices:
            self.tell("there is no move of yours to take back")
            return
        raise TakeBack(self._choices.pop())

    def _quit(self, position: Position) -> NoReturn:
        raise Leave


WORDS: Mapping[str, Callable[[HumanPlayer, Position], None]] = {
    "help": HumanPlayer._help,
    "?": HumanPlayer._help,
    "hint": HumanPlayer._hint,
    "undo": HumanPlayer._undo,
    "quit": HumanPlayer._quit,
    "exit": HumanPlayer._quit,
}
HELP = "hint, undo (takes your last move back), help or quit"


def _from_spec(spec: Spec, text: str, budget: Budget) -> HumanPlayer:
    arguments_for(_no_parameters, spec)
    return HumanPlayer(name=text)


def _no_parameters() -> None:
    """Takes nothing: what the grammar holds the text against."""


PLAYERS: Mapping[str, object] = {"human": _from_spec}
