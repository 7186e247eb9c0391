"""The Go Text Protocol, version 2: an engine for Go and its kin, and for Hex. It neither reads nor writes.

A line of input is a number that comes back (or none), a command and its arguments; `#` begins a comment. The answer
is `=` or `?`, the number, and text, closed by an empty line. Colours are b, black, w, white; the first player of the
game is Black. A vertex is what the game calls a cell, which for Go is what GTP says (A1 at the lower left, no I) and
for Hex what HexGui and Benzene say (a1 at the upper left). Capitals do not matter.

Source: Gunnar Farnebäck, *Specification of the Go Text Protocol, version 2, draft 2*, 2002; `kgs-genmove_cleanup`, for
games in which dead stones are to be taken off, is of the KGS server. Not here: commands for handicap stones.
"""

from __future__ import annotations

import importlib.metadata
import random
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from monteverde.engines.vertices import SWAP_NAMES, action_of, counts_area, vertex_of
from monteverde.errors import IllegalActionError, MissingExtraError, MonteverdeError, UsageError
from monteverde.game import Game
from monteverde.players import SearchPlayer, load_player
from monteverde.protocols.analysis import analyse
from monteverde.protocols.clock import LAG_SECONDS, MoveClock
from monteverde.protocols.limits import refuse_people
from monteverde.protocols.record import GtpRecord
from monteverde.protocols.words import Failure, analysis_arguments, block, colour, count, decimal, duration, words_of
from monteverde.records import sgf_format, write_record
from monteverde.records.files import parse_record
from monteverde.records.naming import Given
from monteverde.search.algorithms import load_search

PLAYER = "uct:c=0.5"
"""Who plays if nobody is named: in Go and in Hex it beats UCT with its usual constant."""
PROTOCOL_VERSION = "2"
STONE_MARKS = str.maketrans("●○", "XO")  # GTP is ASCII; GNU Go's letters
SEED_BITS = 63

HasMore = Callable[[], bool]


@dataclass(frozen=True)
class Command:
    """A command, and the least and the most arguments that it takes."""

    run: Callable[[GtpEngine, list[str]], str]
    least: int = 0
    most: int = 0


class GtpEngine:
    """Answers the lines of a controller. Nothing that comes in makes it raise, except Ctrl-C."""

    is_finished: bool
    """Whether it was told to quit."""

    def __init__(
        self,
        game: Game,
        player: str = PLAYER,
        *,
        iterations: int | None = None,
        seconds: float | None = None,
        threads: int | None = None,
        seed: int | None = None,
    ) -> None:
        """Make an engine.

        Args:
            game: what is played until the controller says another size or komi.
            player: who plays, as `load_player` reads it.
            iterations: the most simulations for a move, if `player` says nothing of that.
            seconds: the most wall time for a move, likewise. With neither it is one second, or what a clock allows.
            threads: threads of the search.
            seed: what everything random is drawn from; None draws one.

        Raises:
            UnsuitableError: if it is no game for two whose moves are cells of a board.
            UsageError: if the player or the budget cannot be used.
        """
        self.record = GtpRecord(game)
        self.clock = MoveClock()
        self.player = load_player(player, iterations, seconds)
        if threads is not None:
            if not isinstance(self.player, SearchPlayer):
                raise UsageError(f"threads are for searches; {player} is none")
            self.player.search = replace(self.player.search, threads=threads)
        refuse_people(self.player, "GTP")
        if isinstance(self.player, SearchPlayer):
            self.player.lag = LAG_SECONDS
        self._random = random.Random(seed)
        self.is_finished = False
        self._start_game()

    # -- lines ---------------------------------------------------------------------------------------------------

    def answer(self, line: str) -> str:
        """Return the whole answer to a line: empty if there is no command in it. An analysis is of one line."""
        return "".join(self.respond(line))

    def respond(self, line: str, has_more: HasMore = lambda: True) -> Iterator[str]:
        """Yield the parts of the answer to a line, one only for all commands but an analysis.

        Args:
            line: with its end or without.
            has_more: whether the next line has come, which ends an analysis.
        """
        number, words = words_of(line)
        if not number and not words:
            return
        name, arguments = (words[0], words[1:]) if words else ("", [])
        try:
            if name in ANALYSES:
                yield from self._analysis(number, arguments, has_more)
                return
            yield block("=", number, self._run(name, arguments))
        except (Failure, MonteverdeError) as error:
            yield block("?", number, str(error))

    def _run(self, name: str, arguments: list[str]) -> str:
        command = COMMANDS.get(name)
        if command is None:
            raise Failure("unknown command")
        if not command.least <= len(arguments) <= command.most:
            takes = f"{command.least}" if command.least == command.most else f"{command.least} to {command.most}"
            raise Failure(f"syntax error: {name} takes {takes} arguments, got {len(arguments)}")
        return command.run(self, arguments)

    def _analysis(self, number: str, arguments: list[str], has_more: HasMore) -> Iterator[str]:
        player, interval = analysis_arguments(arguments)
        position = self.record.turn_of(self._to_move if player is None else player)
        mcts = self.player.search if isinstance(self.player, SearchPlayer) else load_search(PLAYER)
        search = mcts.start(position, seed=self._draw_seed())
        yield f"={number}\n"
        yield from analyse(search, interval, has_more, self._vertex)
        yield "\n"

    # -- commands: about the engine ------------------------------------------------------------------------------

    def _protocol_version(self, arguments: list[str]) -> str:
        return PROTOCOL_VERSION

    def _name(self, arguments: list[str]) -> str:
        return "Monteverde"

    def _version(self, arguments: list[str]) -> str:
        return importlib.metadata.version("monteverde")

    def _known_command(self, arguments: list[str]) -> str:
        return "true" if arguments[0] in self._commands() else "false"

    def _list_commands(self, arguments: list[str]) -> str:
        return "\n".join(self._commands())

    def _commands(self) -> list[str]:
        """Return the names of the commands that make sense for this game."""
        return [name for name in (*COMMANDS, *ANALYSES) if counts_area(self.record.game) or name not in FOR_GO]

    def _quit(self, arguments: list[str]) -> str:
        self.is_finished = True
        return ""

    # -- commands: the board -------------------------------------------------------------------------------------

    def _boardsize(self, arguments: list[str]) -> str:
        """Take one size, or twice the same, as HexGui sends columns and rows."""
        sizes = {count(argument) for argument in arguments}
        try:
            if len(sizes) > 1:
                raise UsageError("boards are square")
            self.record.resize(sizes.pop())
        except UsageError:
            raise Failure("unacceptable size") from None
        self._start_game()
        return ""

    def _clear_board(self, arguments: list[str]) -> str:
        self.record.clear()
        self._start_game()
        return ""

    def _komi(self, arguments: list[str]) -> str:
        self.record.set_komi(decimal(arguments[0]))
        return ""

    def _play(self, arguments: list[str]) -> str:
        player, vertex = colour(arguments[0]), arguments[1].lower()
        action = action_of(self.record.game, vertex)
        if action is None and vertex not in (*SWAP_NAMES, "pass"):
            raise Failure("invalid vertex")
        if action is None:
            raise Failure(f"illegal move: {self.record.game.name} has no {vertex}")
        try:
            position = self.record.turn_of(player)
        except IllegalActionError as error:
            raise Failure(f"illegal move: {error}") from None
        if action not in position.legal_actions():
            raise Failure("illegal move")
        self.record.play(player, action)
        return ""

    def _undo(self, arguments: list[str]) -> str:
        if not self.record.undo():
            raise Failure("cannot undo")
        return ""

    def _showboard(self, arguments: list[str]) -> str:
        return f"\n{self.record.position}".translate(STONE_MARKS)

    def _loadsgf(self, arguments: list[str]) -> str:
        """Take up the game of a file, before the move of that number if one is given."""
        try:
            expected = Given(self.record.game, {}, self.record.game.spec)
            record = parse_record(arguments[0], expected)
            expected.refuse_other(record.game)
            self.record.load(record, max(0, count(arguments[1]) - 1) if len(arguments) > 1 else None)
        except (UsageError, MissingExtraError) as error:
            raise Failure(f"cannot load file: {error}") from None
        self._start_game()
        return ""

    def _printsgf(self, arguments: list[str]) -> str:
        """Answer the game as SGF, or write it to a file."""
        record = self.record.written()
        if arguments:
            write_record(record, arguments[0])
            return ""
        return sgf_format.compose(record).decode()

    # -- commands: the engine plays ------------------------------------------------------------------------------

    def _genmove(self, arguments: list[str]) -> str:
        player = colour(arguments[0])
        begun = time.monotonic()
        action = self._choose(player)
        self.record.play(player, action)
        self.clock.spend(player, time.monotonic() - begun)
        return self._vertex(action)

    def _reg_genmove(self, arguments: list[str]) -> str:
        return self._vertex(self._choose(colour(arguments[0])))

    def _cleanup(self, arguments: list[str]) -> str:
        """Play on after the players disagreed about dead stones: what stays on the board will count as alive.

        That is how moves are chosen in any case.
        """
        return self._genmove(arguments)

    def _choose(self, player: int) -> int:
        position = self.record.turn_of(player)
        self.player.clock = self.clock.of(player)
        return self.player.choose(position)

    def _time_settings(self, arguments: list[str]) -> str:
        self.clock.set(duration(arguments[0]), duration(arguments[1]), count(arguments[2]))
        return ""

    def _kgs_time_settings(self, arguments: list[str]) -> str:
        """Take a clock as KGS says it: none, absolute MAIN, byoyomi or canadian MAIN PERIOD and how many."""
        system, *numbers = arguments
        expected = {"none": 0, "absolute": 1, "byoyomi": 3, "canadian": 3}.get(system.lower())
        if expected != len(numbers):
            raise Failure("syntax error: none, absolute MAIN, byoyomi MAIN PERIOD COUNT or canadian MAIN PERIOD COUNT")
        if expected == 0:
            self.clock.lift()
        elif expected == 1:
            self.clock.set_periods(duration(numbers[0]), 0.0, 0)
        elif system.lower() == "byoyomi":
            self.clock.set_periods(duration(numbers[0]), duration(numbers[1]), count(numbers[2]))
        else:
            self.clock.set(duration(numbers[0]), duration(numbers[1]), count(numbers[2]))
        return ""

    def _time_left(self, arguments: list[str]) -> str:
        self.clock.correct(colour(arguments[0]), duration(arguments[1]), count(arguments[2]))
        return ""

    # -- commands: the end ---------------------------------------------------------------------------------------

    def _final_score(self, arguments: list[str]) -> str:
        score = self.record.score()
        if score is None:
            raise Failure("cannot score: the game is not over")
        return score

    def _final_status_list(self, arguments: list[str]) -> str:
        """Answer as area scoring has it: whatever is on the board is alive."""
        if not counts_area(self.record.game):
            raise Failure(f"{self.record.game.name} has no dead stones")
        if arguments[0] not in ("alive", "dead", "seki"):
            raise Failure("syntax error: the status is alive, dead or seki")
        return "\n".join(map(" ".join, self.record.chains())) if arguments[0] == "alive" else ""

    # -- what they share -----------------------------------------------------------------------------------------

    @property
    def _to_move(self) -> int:
        """Whose turn it is, or after the end would be if the game went on."""
        position = self.record.position
        return len(position.history) % 2 if position.is_terminal else position.to_move

    def _vertex(self, action: int) -> str:
        return vertex_of(self.record.position.action_name(action))

    def _start_game(self) -> None:
        self.player.start_game(self.record.game, self._draw_seed())

    def _draw_seed(self) -> int:
        return self._random.getrandbits(SEED_BITS)


COMMANDS: dict[str, Command] = {
    "protocol_version": Command(GtpEngine._protocol_version),
    "name": Command(GtpEngine._name),
    "version": Command(GtpEngine._version),
    "known_command": Command(GtpEngine._known_command, 1, 1),
    "list_commands": Command(GtpEngine._list_commands),
    "quit": Command(GtpEngine._quit),
    "boardsize": Command(GtpEngine._boardsize, 1, 2),
    "clear_board": Command(GtpEngine._clear_board),
    "komi": Command(GtpEngine._komi, 1, 1),
    "play": Command(GtpEngine._play, 2, 2),
    "genmove": Command(GtpEngine._genmove, 1, 1),
    "reg_genmove": Command(GtpEngine._reg_genmove, 1, 1),
    "undo": Command(GtpEngine._undo),
    "loadsgf": Command(GtpEngine._loadsgf, 1, 2),
    "printsgf": Command(GtpEngine._printsgf, 0, 1),
    "showboard": Command(GtpEngine._showboard),
    "time_settings": Command(GtpEngine._time_settings, 3, 3),
    "time_left": Command(GtpEngine._time_left, 3, 3),
    "kgs-time_settings": Command(GtpEngine._kgs_time_settings, 1, 4),
    "final_score": Command(GtpEngine._final_score),
    "final_status_list": Command(GtpEngine._final_status_list, 1, 1),
    "kgs-genmove_cleanup": Command(GtpEngine._cleanup, 1, 1),
}
ANALYSES = ("lz-analyze",)
"""Commands that go on until the next line comes."""
FOR_GO = ("komi", "final_status_list", "kgs-genmove_cleanup")
