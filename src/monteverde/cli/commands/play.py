"""`monteverde play`: a game at the terminal, against the engine or between engines."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Annotated, Any

import typer

from monteverde.arena.play import check_seats, play_game
from monteverde.cli.exit_codes import DONE, INTERRUPTED
from monteverde.cli.keeper import Keeper, refuse_loss
from monteverde.cli.options import GameClockOption, MoveIterations, MoveNodes, MoveSeconds, Seed
from monteverde.cli.output import Output
from monteverde.cli.scribe import Scribe
from monteverde.cli.starts import GameOrRecord, PositionOption, record_from
from monteverde.errors import UsageError
from monteverde.game import Game, Position
from monteverde.players import Leave, SearchPlayer, load_player
from monteverde.records import Record

HUMAN, ENGINE = "human", "uct"
SEED_BITS = 63


def command(
    game: GameOrRecord = None,
    first: Annotated[bool | None, typer.Option("--first/--second", help="Begin, or let the engine begin.")] = None,
    seat: Annotated[int | None, typer.Option("--as", help="Your seat; 1 begins.")] = None,
    opponent: Annotated[str | None, typer.Option(help="Who plays the other seats: uct if not given.")] = None,
    watch: Annotated[bool, typer.Option("--watch", help="Have no seat, but watch the engine play all.")] = False,
    players: Annotated[
        str | None, typer.Option(help='Who plays each seat, such as "uct uct:c=0.5" or "human human".')
    ] = None,
    position: PositionOption = None,
    save: Annotated[
        str | None, typer.Option(metavar="FILE", help="Keep a record in it: SGF if it ends in .sgf.")
    ] = None,
    iterations: MoveIterations = None,
    seconds: MoveSeconds = None,
    nodes: MoveNodes = None,
    clock: GameClockOption = None,
    seed: Seed = None,
) -> int:
    """Play a game against the engine, or watch engines play.

    Type moves by their names; help lists them, quit leaves. A record that is kept is whole after every move; to play
    a game on that was left, give the same file to --position and to --save.
    """
    record = record_from(game, position)
    if save is not None:
        refuse_loss(save, position)
    if first is not None:
        if seat is not None:
            raise UsageError("--as and --first or --second both say where you sit; give one of them")
        seat = 1 if first else 2
    names = who_plays(record.game, seat, opponent, watch, players)
    budget = {"iterations": iterations, "seconds": seconds, "nodes": nodes}
    return play_shown(Output(), record, names, save=save, clock=clock, seed=seed, **budget)


def who_plays(game: Game, seat: int | None, opponent: str | None, watch: bool, players: str | None) -> list[str]:
    """Return the name of the player in each seat.

    Raises:
        UsageError: if the options contradict each other or the game.
    """
    if players is not None:
        if seat is not None or opponent is not None:
            raise UsageError("--players says who sits where; leave out --first, --second, --as and --opponent")
        return players.split()
    names = [opponent or ENGINE] * game.num_players
    if watch:
        if seat is not None:
            raise UsageError("--watch leaves you no seat; leave out --first, --second and --as, or --watch")
        return names
    seat = 1 if seat is None else seat
    if not 1 <= seat <= game.num_players:
        raise UsageError(f"seat {seat} is not one of {game.name}; its seats are 1 to {game.num_players}")
    names[seat - 1] = HUMAN
    return names


def play_shown(
    output: Output,
    begun: Record,
    names: Sequence[str],
    *,
    save: str | None = None,
    clock: str | None = None,
    seed: int | None = None,
    **budget: Any,
) -> int:
    """Let the players of these names play, show their game, and return the exit code."""
    players = [load_player(name, **budget) for name in names]
    start = begun.position()
    check_seats(start, len(players))
    adviser = SearchPlayer(ENGINE, **budget)
    scribe = Scribe(output, start, players, adviser)
    seed = secrets.randbits(SEED_BITS) if seed is None else seed
    keeper = Keeper(save, begun, output, names, seed) if save is not None else None

    def watch(before: Position, action: int | None, after: Position) -> None:
        if keeper is not None:
            keeper.keep(after)
        scribe.watch(before, action, after)

    scribe.introduce()
    try:
        played = play_game(scribe.seated, start, seed, watch=watch, clock=clock)
    except Leave:
        scribe.leave()
        return DONE
    except KeyboardInterrupt:
        scribe.leave()
        return INTERRUPTED
    if keeper is not None:
        keeper.conclude(scribe.position, played)
    scribe.conclude(played)
    return DONE
