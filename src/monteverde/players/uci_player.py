"""A player that is another program, spoken to by the Universal Chess Interface: `uci:fairy-stockfish`.

    uci:command=fairy-stockfish,skill=-10,nodes=1000
    uci:command=stockfish,uci_elo=1350,uci_limitstrength=true,hash=16

`name`, `variant`, `nodes`, `depth`, `seconds` and `timeout` are ours; any other key is an option of the program, its
spaces written as _. Some programs play chess when they do not know the variant that they are told; so it has to be one
that the program lists, and the legal moves of the first position have to be ours.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from monteverde.budget import Budget
from monteverde.engines.clocks import MILLISECONDS, uci_words
from monteverde.engines.line import Line
from monteverde.engines.process import EngineProcess
from monteverde.engines.text import shown
from monteverde.engines.uci import VARIANT, UciClient
from monteverde.engines.variants import UciGame, uci_game_of
from monteverde.errors import EngineError, UnsuitableError, UsageError
from monteverde.game import Game, Position
from monteverde.players.engine_player import EnginePlayer, command_in
from monteverde.spec import Spec, arguments_for, parameters_of

CHESS = "chess"
OPTION_NAMES = {"skill": "Skill Level"}
"""Options that have a short name here."""


@dataclass(frozen=True)
class UciLimits:
    """How long the program may think for a move, besides what the budget says."""

    nodes: int = 0
    """The most positions; 0: no limit."""
    depth: int = 0
    """The most plies; 0: no limit."""

    def __post_init__(self) -> None:
        for name, value in (("nodes", self.nodes), ("depth", self.depth)):
            if value < 0:
                raise UsageError(f"{name} is {value}; it must be at least 1, or 0 for no limit")

    def words(self, budget: Budget) -> str:
        """Return what stands behind `go`. A budget of iterations counts as one of nodes if there is no other limit."""
        nodes, depth = self.nodes, self.depth
        if not nodes and not depth:
            seconds, nodes = budget.seconds, budget.iterations or 0
            return " ".join(_limit("movetime", _milliseconds(seconds)) + _limit("nodes", nodes))
        return " ".join(_limit("nodes", nodes) + _limit("depth", depth))


def _milliseconds(seconds: float | None) -> int:
    return 0 if seconds is None else max(1, round(MILLISECONDS * seconds))


def _limit(name: str, value: int) -> list[str]:
    return [f"{name} {value}"] if value else []


class UciPlayer(EnginePlayer[UciClient]):
    """A program that speaks UCI."""

    def __init__(
        self,
        command: str,
        budget: Budget,
        *,
        variant: str = "",
        limits: UciLimits | None = None,
        options: Mapping[str, str] | None = None,
        timeout: float | None = None,
        name: str | None = None,
    ) -> None:
        """Make a player.

        Args:
            command: the command line, as one would type it.
            budget: what it may use for a move.
            timeout: seconds for one answer; None: a minute and ten times the budget's seconds.
            name: what people call it.
            variant: what the program calls the game, if that is not known here.
            limits: how long it may think; if there are some, the budget does not count.
            options: what to set, by the program's own names.
        """
        super().__init__(command, budget, timeout=timeout, name=name)
        self.variant = variant
        self.limits = limits or UciLimits()
        self.options = dict(options or {})

    def refuse(self, game: Game) -> None:
        uci_game_of(game, self.variant)

    def connect(self, process: EngineProcess) -> UciClient:
        client = UciClient(process, self.timeout)
        for name, value in self.options.items():
            client.set_option(OPTION_NAMES.get(name, name), value)
        return client

    def begin(self, client: UciClient, game: Game, seed: int) -> None:
        known = uci_game_of(game, self.variant)
        if known.variant != CHESS:
            client.set_option(VARIANT, known.variant)
        client.process.ask("ucinewgame", self.timeout)
        client.ready()
        if known.variant != CHESS:
            _compare(client, game, known)

    def answer(self, client: UciClient, position: Position, line: Line) -> int:
        known = uci_game_of(position.game, self.variant)
        moves = [known.move(move.name) for move in line.moves_to(position)]
        client.set_position(" ".join([known.start(position.game), *(["moves", *moves] if moves else [])]))
        chosen = client.best_move(self._words(position.to_move))
        if chosen is None:
            raise EngineError(f"{client.process.name} found no move, where there are some")
        legal = _actions(position, known)
        if chosen not in legal:
            raise EngineError(f"{client.process.name} played {shown(chosen)!r}, which is not legal here")
        return legal[chosen]

    def _words(self, seat: int) -> str:
        """Return what stands behind `go`: a clock, and what was asked for beside it."""
        if self.clock is None:
            return self.limits.words(self.budget)
        is_free = self.limits == UciLimits() and self.budget.is_default
        return uci_words(self.clock, seat) + ("" if is_free else f" {self.limits.words(self.budget)}")


def _actions(position: Position, known: UciGame) -> dict[str, int]:
    """Return the legal actions by what UCI calls them."""
    return {known.move(position.action_name(action)): action for action in position.legal_actions()}


def _compare(client: UciClient, game: Game, known: UciGame) -> None:
    """Raise UnsuitableError unless the program has the legal moves that we have at the beginning."""
    client.set_position(known.start(game))
    theirs, ours = client.legal_moves(), set(_actions(game.initial(), known))
    if theirs != ours:
        unlike = sorted(theirs ^ ours)
        raise UnsuitableError(
            f"{client.process.name} does not begin {known.variant} as {game.spec} begins: it has {len(theirs)} legal "
            f"moves, here are {len(ours)}, and {shown(unlike[0])!r} is not in both; name another variant"
        )


def _from_spec(spec: Spec, text: str, budget: Budget) -> UciPlayer:
    ours = {key: value for key, value in spec.arguments.items() if key in parameters_of(_parameters)}
    options = {key: value for key, value in spec.arguments.items() if key not in ours}
    given = arguments_for(_parameters, Spec(spec.name, spec.value, ours))
    command = command_in(given.get("command"))
    if "seconds" in given:
        budget = Budget(seconds=given["seconds"])
    limits = UciLimits(given.get("nodes", 0), given.get("depth", 0))
    return UciPlayer(
        command,
        budget,
        variant=given.get("variant", ""),
        limits=limits,
        options=options,
        timeout=given.get("timeout"),
        name=given.get("name") or text,
    )


def _parameters(
    command: str = "",
    name: str = "",
    variant: str = "",
    nodes: int = 0,
    depth: int = 0,
    seconds: float = 1.0,
    timeout: float | None = None,
) -> None:
    """What the grammar holds the text against."""


PLAYERS: Mapping[str, object] = {"uci": _from_spec}
