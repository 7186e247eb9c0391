r"""The library's own plain text: for every game, readable, and with small differences where records differ little.

    game: nim:1-2-3
    player 1: uct
    player 2: random
    result: second wins

    # The first heap is the easy one.
    1. a1 2. b2 3. c3

The head has a line `key: value` for each thing that is known: game, player 1, player 2, ..., date, result, seed, and
for a board that was set up stones 1, stones 2, ... (cells, by player) and to move (a player's number). Other keys are
passed over, and so are empty lines. Then each ply, chance included, with its number: the move's name, as `play` takes
it, or `#` and its number where names do not tell moves apart. A line that begins with `#` and a space is a comment on
the position before it. Lines break anywhere between words.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from monteverde.errors import IllegalActionError, RecordError
from monteverde.game import Game, Position
from monteverde.records.naming import Given, action_names, game_named, name_of, shortened
from monteverde.records.record import Record, played

WIDTH = 80
HEAD = re.compile(r"([a-z][a-z0-9 ]*?)\s*:\s*(.*)", re.IGNORECASE)
COMMENT = re.compile(r"#(\s.*)?")
FIRST_MOVE = "1."
MARK = re.compile(r"[0-9]+\.|#.*")  # a word that means something of its own
NUMBERED = re.compile(r"#([0-9]{1,10})")
SEED = re.compile(r"[0-9]{1,20}")
PLAYER_NUMBER = re.compile(r"[1-9][0-9]?")
SHOWN = 40  # characters of a line that is quoted


def parse(data: bytes, given: Given | None) -> Record:
    """Return the record in `data`.

    Raises:
        UsageError: if there is none; the sentence begins with the place.
    """
    try:
        lines = data.decode("utf-8-sig").splitlines()
    except UnicodeDecodeError as error:
        place = data.count(b"\n", 0, error.start) + 1
        raise RecordError(f"line {place}: it is no UTF-8 text, and no other format that is known") from None
    head: dict[str, str] = {}
    comments: dict[int, list[str]] = {}
    moves: list[tuple[int, list[str]]] = []  # the line it begins in, its words
    for number, line in enumerate(map(str.strip, lines), start=1):
        if COMMENT.fullmatch(line):
            comments.setdefault(len(moves), []).append(line[1:].strip())
        elif moves or line.split(" ", 1)[0] == FIRST_MOVE:
            _add_moves(moves, number, line)
        elif line:
            key, value = _head_line(number, line)
            if key in head:
                raise RecordError(f"line {number}: {key!r} is given twice")
            head[key] = value
    if "game" not in head:
        raise RecordError("it says of no game that it is a record of it; a line such as 'game: hex:11' is missing")
    record = _begun(head, given)
    actions = _played(record.start(), moves)
    return replace(record, actions=actions, comments={ply: "\n".join(text) for ply, text in comments.items()})


def compose(record: Record) -> bytes:
    """Return the text of a record, in UTF-8."""
    lines = [f"{key}: {_line(value)}" for key, value in _head(record) if value]
    moves = ["", *(f"{ply}. {_move_text(record.game, action)}" for ply, action in enumerate(record.actions, start=1))]
    waiting: list[str] = []
    body: list[str] = []
    for ply, move in enumerate(moves):
        waiting.append(move)
        if text := record.comments.get(ply, "").strip():
            body += [*_wrapped(waiting), *_comment_lines(text)]
            waiting = []
    body += _wrapped(waiting)
    return "\n".join([*lines, *([""] if body else []), *body, ""]).encode("utf-8", "backslashreplace")


# -- reading ---------------------------------------------------------------------------------------------------------


def _head_line(number: int, line: str) -> tuple[str, str]:
    found = HEAD.fullmatch(line)
    if found is None:
        raise RecordError(f"line {number}: {_short(line)} is no 'key: value', and no move; moves begin with '1.'")
    return " ".join(found.group(1).lower().split()), found.group(2)


def _add_moves(moves: list[tuple[int, list[str]]], number: int, line: str) -> None:
    for word in line.split():
        if word == f"{len(moves) + 1}.":
            moves.append((number, []))
        else:
            moves[-1][1].append(word)


def _begun(head: dict[str, str], given: Given | None) -> Record:
    """Return the record without its moves."""
    game = game_named(head["game"], given)
    seats = range(1, game.num_players + 1)
    players = tuple(head.get(f"player {seat}", "") for seat in seats)
    seed = head.get("seed", "")
    if seed and SEED.fullmatch(seed) is None:
        raise RecordError(f"the seed {_short(seed)} is not a whole number of at least 0")
    stones = [(cell, seat - 1) for seat in seats for cell in _cells(game, head.get(f"stones {seat}", ""))]
    turn = head.get("to move", "")
    if turn and not (PLAYER_NUMBER.fullmatch(turn) and int(turn) in seats):
        raise RecordError(f"'to move: {shortened(turn, SHOWN)}' is no player; give 1 to {game.num_players}")
    return Record(
        game=game,
        players=players if any(players) else (),
        result=head.get("result", ""),
        date=head.get("date", ""),
        seed=int(seed) if seed else None,
        stones=tuple(sorted(stones)),
        to_move=int(turn) - 1 if turn else None,
    )


def _cells(game: Game, text: str) -> Iterator[int]:
    rows, columns = game.board or (0, 0)
    for word in text.split():
        cell = action_names(game).get(word.lower(), -1)
        if not 0 <= cell < rows * columns:
            raise RecordError(f"there is no cell {_short(word)} to set a stone on in {game.spec}")
        yield cell


def _played(position: Position, moves: list[tuple[int, list[str]]]) -> tuple[int, ...]:
    """Return the actions, each of them played."""
    longest = position.game.max_length
    for ply, (line, words) in enumerate(moves, start=1):
        if ply > longest:
            raise RecordError(f"line {line}, move {ply}: no game of {position.game.spec} has more than {longest}")
        action = _action(position.game, " ".join(words))
        try:
            position = position.play(action) if isinstance(action, str) else played(position, action)
        except IllegalActionError as error:
            raise RecordError(f"line {line}, move {ply}: {error}") from None
    return position.history


def _action(game: Game, text: str) -> int | str:
    """Return the action that a record names, or the text if `Position.play` has to find out."""
    found = NUMBERED.fullmatch(text)
    return int(found.group(1)) if found else action_names(game).get(text.lower(), shortened(text, SHOWN))


def _short(text: str) -> str:
    return repr(shortened(text, SHOWN))


# -- writing ---------------------------------------------------------------------------------------------------------


def _head(record: Record) -> Iterator[tuple[str, str]]:
    yield "game", name_of(record.game)
    for seat, player in enumerate(record.players, start=1):
        yield f"player {seat}", player
    yield "date", record.date
    yield "result", record.result
    yield "seed", "" if record.seed is None else str(record.seed)
    name_of_cell = type(record.game).action_name
    for owner in range(record.game.num_players):
        yield f"stones {owner + 1}", " ".join(name_of_cell(cell) for cell, whose in record.stones if whose == owner)
    yield "to move", "" if record.to_move is None else str(record.to_move + 1)


def _move_text(game: Game, action: int) -> str:
    """Return a move's name if it is read as this move again, else its number."""
    name = str(type(game).action_name(action))
    words = name.split()
    is_plain = name == " ".join(words) and not any(MARK.fullmatch(word) for word in words)
    return name if words and is_plain and action_names(game).get(name.lower()) == action else f"#{action}"


def _wrapped(moves: Iterable[str]) -> list[str]:
    """Return the moves in lines, each move with its number."""
    lines: list[str] = []
    for move in filter(None, moves):
        if lines and len(lines[-1]) + len(move) < WIDTH:
            lines[-1] += f" {move}"
        else:
            lines.append(move)
    return lines


def _comment_lines(text: str) -> list[str]:
    return [f"# {line.strip()}".rstrip() for line in text.splitlines()]


def _line(text: str) -> str:
    """Return `text` in one line."""
    return " ".join(text.split())
