"""How much of a match's time goes anywhere but to the players: the rules in plain Python, records, bookkeeping."""

from __future__ import annotations

import time

from table import Row, print_table

from monteverde.arena import match

GAMES, SECONDS, PLAYERS = 4, 0.1, ("uct", "uct:c=0.5")
MOST = 3.0  # percent


def row(game: str) -> Row:
    """Return the share of the time that was not the players', in percent."""
    match(PLAYERS, game, 1, iterations=1)  # compiles
    begun = time.perf_counter()
    result = match(PLAYERS, game, GAMES, seconds=SECONDS, opening_plies=2)
    taken = time.perf_counter() - begun
    moves = sum(standing.moves for standing in result.standings)
    outside = taken - sum(effort.seconds for record in result.records for effort in record.efforts)
    case = f"{game}, {SECONDS:g} s a move, {moves} moves"
    each = f"{1e3 * outside / moves:.2f} ms a move"
    return Row("match outside the players", case, 100 * outside / taken, "%", ours=each, at_most=MOST)


def rows() -> list[Row]:
    """Return a row a game."""
    return [row(game) for game in ("connect_four", "hex:11", "go:9")]


if __name__ == "__main__":
    print_table(rows())
