"""The line protocol of our own: an engine for any game, and programs in any language. It neither reads nor writes.

A question is a JSON object on a line, with a `command` and perhaps an `id`; the answer is one on a line, with that id,
and with `error` if the question could not be answered, which changes nothing. docs/protocols.md has all of it.

A game in a file of Python is played only if it was named when the engine was made: a line that comes in runs nothing.
"""

from __future__ import annotations

import importlib.metadata
import random
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from monteverde.engines.clocks import clock_from
from monteverde.engines.messages import PROTOCOL, decode, described, encode
from monteverde.errors import IllegalActionError, MonteverdeError, UnknownNameError, UsageError
from monteverde.game import CHANCE, Game, Position, game_names, load_game
from monteverde.players import ExactPlayer, SearchPlayer, load_player
from monteverde.protocols.limits import limits_of, refuse_people, set_budget, set_limits
from monteverde.spec import parse_spec

SEED_BITS = 63
Message = dict[str, Any]


class JsonEngine:
    """Answers the lines of another program. Nothing that comes in makes it raise, except Ctrl-C."""

    is_finished: bool
    """Whether it was told to quit."""

    def __init__(
        self,
        game: Game | None = None,
        player: str = "uct",
        *,
        iterations: int | None = None,
        seconds: float | None = None,
        seed: int | None = None,
    ) -> None:
        """Make an engine.

        Args:
            game: what is played until another game is asked for; None: nothing.
            player: who chooses, as `load_player` reads it.
            iterations: the most simulations for a move, if neither `player` nor a question says anything of that.
            seconds: the most wall time for a move, likewise.
            seed: what everything random is drawn from; None draws one.

        Raises:
            UsageError: if the player or the budget cannot be used.
        """
        self.player = load_player(player, iterations, seconds)
        refuse_people(self.player, "the line protocol")
        self.is_finished = False
        self._own_game = game
        self._own_limits = limits_of(self.player)
        self._random = random.Random(seed)
        self._moves: list[int | str] = []  # as they were given
        self._line: list[Position] = []  # the positions before, between and after these
        if game is not None:
            self._begin(game, self._random.getrandbits(SEED_BITS))

    def respond(self, line: str, has_more: Callable[[], bool] = lambda: False) -> Iterator[str]:
        """Yield the answer to a line; nothing if it is empty."""
        if line.strip():
            yield f"{encode(self.answer(line))}\n"

    def answer(self, line: str) -> Message:
        """Return the answer to a question."""
        head: Message = {}
        try:
            message = decode(line)
            head = _head_of(message)
            return {**head, **self._run(message)}
        except MonteverdeError as error:
            return {**head, "error": str(error)}

    def _run(self, message: Message) -> Message:
        name = message.get("command")
        if not isinstance(name, str):
            raise UsageError(
                f'a question needs a command, such as {{"command": "hello"}}; known: {", ".join(COMMANDS)}'
            )
        if name not in COMMANDS:
            raise UnknownNameError("command", name, COMMANDS)
        return COMMANDS[name](self, message)

    # -- commands ------------------------------------------------------------------------------------------------

    def _hello(self, message: Message) -> Message:
        version = importlib.metadata.version("monteverde")
        return {"protocol": PROTOCOL, "name": "Monteverde", "version": version, "commands": list(COMMANDS)}

    def _games(self, message: Message) -> Message:
        return {"games": {name: load_game(name, validate=False).description for name in game_names()}}

    def _new_game(self, message: Message) -> Message:
        seed = _read(message, "seed", int, "a whole number")
        if seed is not None and seed < 0:
            raise UsageError(f"seed is {seed}; it must be at least 0")
        game = self._game_named(_read(message, "game", str, "a game's name, such as hex:11"))
        self._begin(game, self._random.getrandbits(SEED_BITS) if seed is None else seed)
        return self._described()

    def _position(self, message: Message) -> Message:
        self._follow(message)
        return self._described()

    def _play(self, message: Message) -> Message:
        self._present()
        move = message.get("action", message.get("move"))
        self._go([*self._moves, _move(move)])
        return self._described()

    def _undo(self, message: Message) -> Message:
        self._present()
        if not self._moves:
            raise UsageError("there is no move to take back")
        self._go(self._moves[:-1])
        return self._described()

    def _choose(self, message: Message) -> Message:
        iterations = _read(message, "iterations", int, "a whole number")
        seconds = _read(message, "seconds", (int, float), "a number")
        clock = _read(message, "clock", dict, 'an object, such as {"main": 60}')
        wants_analysis = _read(message, "analysis", bool, "true or false")
        self._follow(message)
        position = self._present()
        if position.is_terminal:
            raise IllegalActionError("the game is over; there is nothing to choose")
        if position.to_move == CHANCE:
            raise IllegalActionError("chance moves here; play an outcome")
        if (iterations, seconds) == (None, None):
            set_limits(self.player, self._own_limits)
        else:
            set_budget(self.player, iterations, seconds)
        self.player.clock = None if clock is None else clock_from(clock)
        action = int(self.player.choose(position))
        chosen: Message = {"action": action, "move": position.action_name(action)}
        return {**chosen, "analysis": self._analysis()} if wants_analysis else chosen

    def _end_game(self, message: Message) -> Message:
        self._follow(message)
        position = self._present()
        if not position.is_terminal:
            raise UsageError("the game is not over")
        return {"rewards": [float(reward) for reward in position.rewards]}

    def _quit(self, message: Message) -> Message:
        self.is_finished = True
        return {}

    # -- the game ------------------------------------------------------------------------------------------------

    def _game_named(self, name: str | None) -> Game:
        own = self._own_game
        if own is not None and name in (None, own.spec):
            return own
        if name is None:
            raise UsageError('a new game needs a name: {"command": "new_game", "game": "hex:11"}')
        if parse_spec(name).path is not None:
            raise UsageError(f"{name!r} is a game in a file; it has to be named when this program is started")
        return load_game(name)

    def _begin(self, game: Game, seed: int) -> None:
        start = game.initial()
        self.player.start_game(game, seed)
        self._moves, self._line = [], [start]

    def _present(self) -> Position:
        if not self._line:
            raise UsageError('no game has begun; send {"command": "new_game", "game": "hex:11"} first')
        return self._line[-1]

    def _follow(self, message: Message) -> None:
        """Go to the position that a question is about, if it says so: the numbers count before the names."""
        self._present()
        moves = message.get("actions", message.get("moves"))
        if moves is None:
            return
        if not isinstance(moves, list):
            raise UsageError("moves is no list; give the moves from the beginning of the game, names or numbers")
        self._go([_move(move) for move in moves])

    def _go(self, moves: list[int | str]) -> None:
        """Go to the position after `moves`; what is the same as before is not played again."""
        same = 0
        while same < min(len(moves), len(self._moves)) and moves[same] == self._moves[same]:
            same += 1
        line = self._line[: same + 1]
        for number, move in enumerate(moves[same:], start=same + 1):
            try:
                line.append(line[-1].play(move))
            except IllegalActionError as error:
                raise IllegalActionError(f"move {number}: {error}") from None
        self._moves, self._line = moves, line

    def _described(self) -> Message:
        position = self._present()
        names = [position.action_name(action) for action in position.history]
        return described(position, names)

    def _analysis(self) -> Message | None:
        has_result = isinstance(self.player, (SearchPlayer, ExactPlayer)) and self.player.result is not None
        return self.player.result.to_dict() if has_result else None  # type: ignore[attr-defined]


COMMANDS: Mapping[str, Callable[[JsonEngine, Message], Message]] = {
    "hello": JsonEngine._hello,
    "games": JsonEngine._games,
    "new_game": JsonEngine._new_game,
    "position": JsonEngine._position,
    "play": JsonEngine._play,
    "undo": JsonEngine._undo,
    "choose": JsonEngine._choose,
    "end_game": JsonEngine._end_game,
    "quit": JsonEngine._quit,
}


def _head_of(message: Message) -> Message:
    """Return what of a question comes back: its id, if it has one that is a whole number or text."""
    number = message.get("id")
    if number is not None and type(number) not in (int, str):
        raise UsageError("an id is a whole number or text")
    return {} if number is None else {"id": number}


def _read(message: Message, key: str, kind: type | tuple[type, ...], expected: str) -> Any:
    """Return a value of a question, None if it has none or null."""
    value = message.get(key)
    is_wanted_bool = kind is bool or not isinstance(value, bool)
    if value is not None and not (isinstance(value, kind) and is_wanted_bool):
        raise UsageError(f"{key} is {value!r}; it must be {expected}")
    return value


def _move(value: Any) -> int | str:
    if isinstance(value, bool) or not isinstance(value, (int, str)):
        raise UsageError(f"{value!r} is no move; a name or a number is expected")
    return value
