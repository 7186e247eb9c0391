"""One game between players: ask whose turn it is, play, draw where chance moves, until it is over."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence

import numpy as np
import numpy.typing as npt

from monteverde.arena.record import Effort, Forfeit, GameRecord, scores_of, scores_without
from monteverde.arena.seeds import seeds_from
from monteverde.errors import EngineError, GameError, IllegalActionError, MonteverdeError, UnsuitableError, UsageError
from monteverde.game import CHANCE, SIMULTANEOUS, Game, Position, load_game
from monteverde.game_clock import GameClock, read_clock
from monteverde.players import Leave, Player, TakeBack, Thought, load_player

Watch = Callable[[Position, int | None, Position], object]
"""Called after each move, chance included, with the position before it, the action, and the position after it.

The action is None where a player took moves back, and the position after it is an earlier one.
"""

SHOWN_ACTIONS = 10  # how many legal actions are named beside an illegal one


def play_game(
    players: Sequence[Player | str],
    game: Game | Position | str,
    seed: int = 0,
    *,
    watch: Watch | None = None,
    time_limit: float | None = None,
    clock: GameClock | str | None = None,
) -> GameRecord:
    """Let `players`, one for each seat, play one game from its beginning or from a position; return its record.

    A player that raises an exception, or answers with an illegal action, loses at once. What is no player's fault is
    raised: a problem that breaks its contract, or a search that does not suit it.

    Args:
        players: players, or their names, in the order of the seats.
        game: what to play, or a position to play on from.
        seed: what everything random is drawn from; the same seed gives the same game if the players' budgets are in
            simulations.
        watch: called after each move, and when one is taken back.
        time_limit: seconds that a choice may take; a player that takes longer loses. None: any.
        clock: what the clock of each player shows at the beginning, such as "60+0.5" (see `game_clock.py`); who runs
            out of time loses. None: there are no clocks.

    Raises:
        UsageError: if the number of players is wrong, the position is over, or the clock cannot be read.
        GameError: if the game breaks its contract, or lasts longer than it declares.
        Leave, KeyboardInterrupt: if a player wants to go.
    """
    start = start_of(game)
    seated = [load_player(player) if isinstance(player, str) else player for player in players]
    check_seats(start, len(seated))
    if start.is_terminal:
        raise UsageError(f"this position of {start.game.name} is over; there is nothing to play")
    chance_seed, *seeds = seeds_from(seed, 1 + len(seated))
    for player, player_seed in zip(seated, seeds, strict=True):
        player.start_game(start.game, player_seed)
    clock = read_clock(clock) if isinstance(clock, str) else clock
    try:
        return _Course(seated, start, random.Random(chance_seed), watch, time_limit, clock).play(seed)
    finally:
        for player in seated:
            player.clock = None


def start_of(game: Game | Position | str) -> Position:
    """Return `game`, however it is given, as the position that it starts from."""
    if isinstance(game, str):
        game = load_game(game)
    return game if isinstance(game, Position) else game.initial()


def check_seats(start: Position, num_players: int) -> None:
    """Raise UsageError unless the game has seats for exactly so many."""
    seats = start.game.num_players
    if num_players != seats:
        raise UsageError(
            f"{start.game.name} is for {_players(seats)}, got {num_players}; name one player for each seat"
        )


def _players(count: int) -> str:
    return "1 player" if count == 1 else f"{count} players"


class _Course:
    """A game in progress. `line` holds its positions so far, `line[-1]` the present one."""

    def __init__(
        self,
        players: Sequence[Player],
        start: Position,
        rng: random.Random,
        watch: Watch | None,
        time_limit: float | None,
        clock: GameClock | None,
    ) -> None:
        self.players = players
        self.game = start.game
        self.line = [start]
        self.rng = rng
        self.watch = watch
        self.time_limit = time_limit
        self.clocks: list[GameClock | None] = [clock] * len(players)
        self.choices: list[list[tuple[float, Thought]]] = [[] for _ in players]  # of each seat: what they took

    def play(self, seed: int) -> GameRecord:
        forfeit = None
        while forfeit is None and not self._is_over():
            position = self.line[-1]
            try:
                action = self._next_action(position)
            except TakeBack as request:
                self._take_back(request.position)
                continue
            except _Lost as lost:
                forfeit = lost.forfeit
                continue
            self.line.append(position.play(action))
            if self.watch is not None:
                self.watch(position, action, self.line[-1])
        return self._record(seed, forfeit)

    def _is_over(self) -> bool:
        if self.line[-1].is_terminal:
            return True
        if len(self.line) <= self.game.max_length:
            return False
        if self.game.step_rewards:  # the horizon of an endless problem
            return True
        raise GameError(
            f"{self.game.name} was still going on after {self.game.max_length} plies, the longest game that it "
            "declares; raise max_length, or look for a game that never ends with `monteverde check`"
        )

    def _next_action(self, position: Position) -> int:
        seat = position.to_move
        if seat == CHANCE:
            outcomes, weights = zip(*position.chance_outcomes(), strict=True)
            return int(self.rng.choices(outcomes, weights)[0])
        if seat == SIMULTANEOUS:
            raise UnsuitableError(
                f"all players of {self.game.name} move at once, which a game by turns does not handle"
            )
        return self._asked(seat, position)

    def _asked(self, seat: int, position: Position) -> int:
        """Return the action that the player in `seat` chooses, or raise _Lost."""
        self.players[seat].clock = self.clocks[seat]
        begun = time.perf_counter()
        try:
            action = self.players[seat].choose(position)
        except (Leave, TakeBack):
            self._charge(seat, time.perf_counter() - begun)
            raise
        except Exception as error:
            if isinstance(error, EngineError):
                raise _Lost(seat, str(error)) from error
            if isinstance(error, MonteverdeError) and not isinstance(error, IllegalActionError):
                raise  # the game or the configuration is wrong; that is no lost game
            raise _Lost(seat, f"{type(error).__name__}: {error}") from error
        seconds = time.perf_counter() - begun
        self.choices[seat].append((seconds, self.players[seat].thought))
        if self.time_limit is not None and seconds > self.time_limit:
            raise _Lost(seat, f"it took {seconds:.3g} s for a move, the limit is {self.time_limit:g} s", is_late=True)
        self._charge(seat, seconds)
        legal = position.legal_actions()
        if action not in legal:
            some = ", ".join(map(str, legal[:SHOWN_ACTIONS])) + (", ..." if len(legal) > SHOWN_ACTIONS else "")
            raise _Lost(seat, f"it played {action!r}, which is not legal there; legal: {some}")
        return action

    def _charge(self, seat: int, seconds: float) -> None:
        """Take `seconds` off the clock of `seat`, or raise _Lost if it has not so many left."""
        before = self.clocks[seat]
        if before is None:
            return
        self.clocks[seat] = after = before.after(seconds)
        if after.is_out:
            raise _Lost(
                seat, f"its time ran out: it took {seconds:.3g} s for a move and had {before.left:.3g} s", is_late=True
            )

    def _take_back(self, position: Position) -> None:
        """Go back to `position`, which must be one of this game."""
        if not any(earlier is position for earlier in self.line):
            raise UsageError("a player asked to go back to a position that this game never had")
        before = self.line[-1]
        while self.line[-1] is not position:
            self.line.pop()
        if self.watch is not None:
            self.watch(before, None, position)

    def _record(self, seed: int, forfeit: Forfeit | None) -> GameRecord:
        game, start, end = self.game, self.line[0], self.line[-1]
        actions = end.history[len(start.history) :]
        remarks = () if forfeit else tuple(player.end_game(end) for player in self.players)
        returns = tuple(float(value) for value in self._returns())
        return GameRecord(
            game=game.spec,
            seats=tuple(game.player_name(seat) for seat in range(game.num_players)),
            players=tuple(player.name for player in self.players),
            seed=seed,
            actions=actions,
            moves=tuple(end.action_name(action) for action in actions),
            returns=returns,
            scores=scores_of(returns) if forfeit is None else scores_without(forfeit.seat, game.num_players),
            forfeit=forfeit,
            efforts=tuple(map(_effort, self.choices)),
            remarks=remarks,
        )

    def _returns(self) -> npt.NDArray[np.float64]:
        """Return the sum of what each seat was paid after the start, discounted at each decision in between."""
        total, weight = np.zeros(self.game.num_players), 1.0
        for position in self.line[1:]:
            if self.game.step_rewards or position.is_terminal:
                total += weight * position.rewards
            if not position.is_terminal and position.to_move != CHANCE:
                weight *= self.game.discount
        return total


def _effort(choices: Sequence[tuple[float, Thought]]) -> Effort:
    """Return what one player spent on all its `choices`."""
    seconds = [taken for taken, _ in choices]
    depths = [thought.depth for _, thought in choices if thought.simulations]
    return Effort(
        moves=len(choices),
        seconds=sum(seconds),
        slowest=max(seconds, default=0.0),
        simulations=sum(thought.simulations for _, thought in choices),
        depth=sum(depths) / len(depths) if depths else 0.0,
    )


class _Lost(Exception):
    """A player lost by its own fault."""

    def __init__(self, seat: int, reason: str, is_late: bool = False) -> None:
        super().__init__(reason)
        self.forfeit = Forfeit(seat, reason, is_late)
