"""A player that is another program: started when its first game begins, ended when it is closed or does wrong.

Whatever it does wrong, a hang, a crash, an illegal move or no answer at all, is an EngineError with the reason, which
loses the game; the next game begins with a fresh process. What would be wrong in each game, such as a game that the
program does not know, is a UsageError.
"""

from __future__ import annotations

import math
from abc import abstractmethod
from typing import Any, Generic, Protocol, TypeVar

from monteverde.budget import Budget
from monteverde.engines.line import Line
from monteverde.engines.process import EngineProcess
from monteverde.engines.program import program_of
from monteverde.errors import EngineError, UsageError
from monteverde.game import Game, Position
from monteverde.players.player import Player, Remark

LEAST_TIMEOUT = 60.0  # seconds: some programs load large files before they first answer
TIMES_BUDGET = 10.0  # how many times its budget a program may take before it counts as hanging


class Asking(Protocol):
    """What asks a program."""

    seconds: float
    """How long an answer may take."""


Client = TypeVar("Client", bound=Asking)


class EnginePlayer(Player, Generic[Client]):
    """What programs of all protocols have in common; `Client` is what asks one that is running."""

    farewell = "quit"
    """What the program is told to leave by."""

    def __init__(self, command: str, budget: Budget, *, timeout: float | None = None, name: str | None = None) -> None:
        """Make a player; nothing is started yet.

        Args:
            command: the command line, as one would type it.
            budget: what it may use for a move, as far as it can be told.
            timeout: seconds for one answer, before it counts as hanging; None: a minute and ten times its seconds,
                and what its clock shows.
            name: what people call it.

        Raises:
            UsageError: if there is no such program, or the timeout is not above 0.
        """
        if timeout is not None and not 0 < timeout < math.inf:
            raise UsageError(f"timeout is {timeout}; it must be a finite number of seconds above 0")
        self.name = name or command
        self.budget = budget
        self._waits_for_clock = timeout is None
        self.timeout = LEAST_TIMEOUT + TIMES_BUDGET * (budget.seconds or 1.0) if timeout is None else timeout
        self._program = program_of(command)
        self._process: EngineProcess | None = None
        self._client: Client | None = None
        self._game: Game | None = None
        self._seed = 0
        self._has_answered = False  # whether it ever began a game

    def start_game(self, game: Game, seed: int) -> None:
        """Tell the program that a game begins. What it does wrong then is forgiven: `choose` tries again.

        Raises:
            UsageError: if the protocol has no words for this game, or the program cannot play it, or never answered.
        """
        self.refuse(game)
        self._game, self._seed, self._is_begun = game, seed, False
        self._line = Line(game)
        try:
            self._running(game)
        except BaseException as error:
            self._kill()
            if not isinstance(error, EngineError):
                raise
            if not self._has_answered:
                raise UsageError(f"{error}; it never answered, so look at its command line") from None

    def choose(self, position: Position) -> int:
        """Return the program's choice.

        Raises:
            EngineError: if it has none, or not one of the legal actions. The program is ended then.
            UsageError: if it cannot play this game.
        """
        if self._game != position.game:
            self.start_game(position.game, self._seed)
        try:
            client = self._running(position.game)
            if self.clock is not None and self._waits_for_clock:  # whoever has minutes may use them
                client.seconds = self.timeout + self.clock.left
            action = self.answer(client, position, self._line)
            if action not in position.legal_actions():
                raise EngineError(
                    f"{self._program_name} played {position.action_name(action)}, which is not legal here"
                )
        except BaseException:  # Ctrl-C too: what it answers later must not be taken for another answer
            self._kill()
            raise
        return action

    def end_game(self, position: Position) -> Remark | None:
        """Return what the program says of the end of the game."""
        if self._client is None or not self._is_begun or self._game != position.game:
            return None
        try:
            return self.remark(self._client, position, self._line)
        except BaseException as error:
            self._kill()
            if not isinstance(error, EngineError):
                raise
            return Remark(str(error), None)

    def close(self) -> None:
        """End the program. It is started again if it is asked again."""
        if self._process is not None:
            self._process.leave(self.farewell)
        self._process = self._client = None

    # -- what a protocol says ------------------------------------------------------------------------------------

    @abstractmethod
    def refuse(self, game: Game) -> None:
        """Raise UnsuitableError if the protocol has no words for `game`."""

    @abstractmethod
    def connect(self, process: EngineProcess) -> Client:
        """Return what asks a program that has just been started."""

    @abstractmethod
    def begin(self, client: Client, game: Game, seed: int) -> None:
        """Tell the program that a game begins."""

    @abstractmethod
    def answer(self, client: Client, position: Position, line: Line) -> int:
        """Return what the program chooses in `position`, an action of the game."""

    def remark(self, client: Client, position: Position, line: Line) -> Remark | None:
        """Return what the program says of a game that is over."""
        return None

    # -- the program ---------------------------------------------------------------------------------------------

    @property
    def _program_name(self) -> str:
        return self._process.name if self._process is not None else self.name

    def _running(self, game: Game) -> Client:
        """Return what asks the program, which is started if need be, and knows that the game has begun."""
        if self._process is None:
            self._process = EngineProcess(self._program)
        if self._client is None:
            self._client = self.connect(self._process)
            self._is_begun = False
        if not self._is_begun:
            self.begin(self._client, game, self._seed)
            self._is_begun = self._has_answered = True
        return self._client

    def _kill(self) -> None:
        if self._process is not None:
            self._process.kill()
        self._process = self._client = None


def command_in(value: Any) -> str:
    """Return the command line in a player's text.

    Raises:
        UsageError: if there is none.
    """
    if not value:
        raise UsageError("no program is named; write its command line after the colon, or as command=...")
    return str(value)
