"""A game that was played, as a record to be written down."""

from __future__ import annotations

import datetime
from dataclasses import replace

from monteverde.arena.record import Forfeit, GameRecord
from monteverde.game import Game, Position, load_game
from monteverde.records import Record
from monteverde.records.result import COLOURS, result_of


def record_of(played: GameRecord, start: Position | None = None, game: Game | None = None) -> Record:
    """Return the record of a game that was played.

    Args:
        played: what remains of it.
        start: the position that it started from, if that was not the beginning; its moves come first.
        game: what was played, if it is no built-in game.
    """
    game = start.game if start is not None else load_game(played.game) if game is None else game
    actions = (*(() if start is None else start.history), *played.actions)
    record = Record(game, actions, played.players, seed=played.seed, date=today())
    return finished(record, record.position(), played.forfeit)


def finished(record: Record, end: Position, forfeit: Forfeit | None) -> Record:
    """Return a record with its result: what the board says in its last position, or that a player lost without it."""
    if forfeit is None:
        return replace(record, result=result_of(end))
    loser = record.game.player_name(forfeit.seat)
    comments = dict(record.comments)
    ply = len(record.actions)
    comments[ply] = "\n".join(filter(None, [comments.get(ply), f"{loser} loses: {forfeit.reason}"]))
    winner = 1 - forfeit.seat
    is_black = record.game.player_name(0).lower() == "black" and record.game.num_players == len(COLOURS)
    result = f"{COLOURS[winner]}+F" if is_black else f"{loser} loses"
    return replace(record, result=result, comments=comments)


def today() -> str:
    """Return the date, as records have it."""
    return datetime.date.today().isoformat()
