"""A game that was played, as a record to be written down."""

from __future__ import annotations

import datetime
from dataclasses import replace

from monteverde.arena.record import Forfeit, GameRecord
from monteverde.engines.vertices import score_of
from monteverde.game import Game, Position, load_game
from monteverde.records import Record

BLACK_AND_WHITE = ("black", "white")


def record_of(played: GameRecord, begun: Record | None = None) -> Record:
    """Return the record of a game that was played, to be given to `write_record`.

    Args:
        played: what remains of it. The moves of its opening come first.
        begun: what there was before that: the game, if it is no built-in one, and moves or stones.
    """
    begun = Record(load_game(played.game)) if begun is None else begun
    position = begun.position()
    for name in played.opening:
        position = position.play(name)
    actions = (*position.history, *played.actions)
    record = replace(begun, actions=actions, players=played.players, seed=played.seed, date=today())
    return ended(record, record.position(), played)


def ended(record: Record, end: Position, played: GameRecord) -> Record:
    """Return a record with how the game ended in the position `end`; who lost without losing on the board is explained.

    Where Black plays White, the result is as SGF has it: "B+3.5", "W+", "0", "B+F". Else it is in words.
    """
    if played.forfeit is not None:
        ply = len(record.actions)
        comments = {**record.comments, ply: "\n".join(filter(None, [record.comments.get(ply), played.outcome]))}
        return replace(record, result=_result_without(record.game, played.forfeit), comments=comments)
    is_scored = end.is_terminal and _is_black_and_white(record.game)
    return replace(record, result=score_of(end) if is_scored else played.outcome)


def today() -> str:
    """Return the date, as records have it."""
    return datetime.date.today().isoformat()


def _result_without(game: Game, forfeit: Forfeit) -> str:
    return (
        f"{'WB'[forfeit.seat]}+{'T' if forfeit.is_late else 'F'}"
        if _is_black_and_white(game)
        else f"{game.player_name(forfeit.seat)} loses"
    )


def _is_black_and_white(game: Game) -> bool:
    return tuple(name.lower() for name in game.player_names) == BLACK_AND_WHITE
