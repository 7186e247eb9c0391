"""SGF: a record as the field's programs for Go, Hex, Othello and Gomoku write it.

Read are the main line (the first variation everywhere) and of it FF GM CA SZ KM RU HA AB AW AE PL B W RE PB PW DT C;
other properties are passed over. Stones may be set up before the first move, not later. Written is FF[4] in UTF-8.

Where a file leaves out forced passes, as is usual in Othello, they are put in. A swap of sides in Hex is read as the
swap of pieces that is the same to play: all that follows is reflected in the long diagonal, and colours change.
"""

from __future__ import annotations

import importlib.metadata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from monteverde.errors import IllegalActionError, RecordError
from monteverde.game import Game, Position
from monteverde.records.naming import Given, action_names
from monteverde.records.record import Record, played
from monteverde.records.sgf_dialects import (
    COLOURS,
    PASS,
    RESIGNATIONS,
    SWAP_PIECES,
    SWAP_SIDES,
    action_of,
    dialect_numbered,
    dialect_of,
    game_of,
    rules_of,
    value_of,
)
from monteverde.records.sgf_tree import Node, composed, main_line

GO = "1"
SET_UP = {"AB": 0, "AW": 1, "AE": None}  # whose stones
NEWEST = "4"
INFO = {"SZ", "KM", "RU", "GM", "PB", "PW", "DT", "RE", "HA", "PL"}
SHOWN = 20  # characters of a value that is quoted


def parse(data: bytes, given: Given | None) -> Record:
    """Return the record in `data`.

    Raises:
        UsageError: if there is none; the sentence says where and why.
        MissingExtraError: if the extra `sgf` is not installed.
    """
    nodes = main_line(data)
    info = {key: node.line(key) for node in reversed(nodes) for key in node.properties.keys() & INFO}
    game = game_of(dialect_numbered(info.get("GM", GO)), info, given, any(map(_has_swap, nodes)))
    start = Record(game, stones=_stones(game, nodes))
    start = replace(start, to_move=_first_to_move(start, nodes, info))
    replay = _Replay(start.start())
    for node in nodes:
        replay.take(node)
    players = (info.get("PB", ""), info.get("PW", ""))
    return replace(
        start,
        actions=replay.position.history,
        players=players if any(players) else (),
        result=replay.result_in(info.get("RE", "")),
        date=info.get("DT", ""),
        comments=replay.comments,
    )


def compose(record: Record) -> bytes:
    """Return a record as SGF.

    Raises:
        RecordError: if SGF has no such game.
        MissingExtraError: if the extra `sgf` is not installed.
    """
    first = record.game.initial().to_move if record.to_move is None else record.to_move
    nodes = [_root(record), *_move_nodes(record, first)]
    for ply, node in enumerate(nodes):
        if record.comments.get(ply):
            node["C"] = [record.comments[ply]]
    return composed(nodes)


# -- reading ---------------------------------------------------------------------------------------------------------


@dataclass
class _Replay:
    """Plays the moves of the nodes, one after another."""

    position: Position
    comments: dict[int, str] = field(default_factory=dict)
    resigned: str = ""
    is_mirrored: bool = False

    def take(self, node: Node) -> None:
        """Play what is played in `node`, and keep what is said."""
        moves = [(seat, value) for seat, colour in enumerate(COLOURS) for value in node.texts(colour)]
        if len(moves) > 1:
            raise RecordError(f"node {node.number}: there are {len(moves)} moves in it; a node has one")
        if moves:
            self._move(*moves[0])
        for text in node.texts("C"):
            ply = len(self.position.history)
            self.comments[ply] = "\n".join(filter(None, [self.comments.get(ply), text]))

    def result_in(self, told: str) -> str:
        """Return the result: what the file tells, with changed colours if sides were, or that somebody resigned."""
        if self.is_mirrored and told[:1] in COLOURS and told[1:2] == "+":
            return COLOURS[1 - COLOURS.index(told[0])] + told[1:]
        return told or self.resigned

    def _move(self, seat: int, value: str) -> None:
        seat, value = seat ^ self.is_mirrored, value.strip()
        if value.lower() in RESIGNATIONS:
            self.resigned = f"{COLOURS[1 - seat]}+{value[0].upper()}"
            return
        is_side_swap = value.lower() == SWAP_SIDES
        action = self._action(seat, SWAP_PIECES if is_side_swap else value)
        if action is not None:
            self._play(seat, action, value)
        self.is_mirrored |= is_side_swap

    def _action(self, seat: int, value: str) -> int | None:
        """Return the action that a value means, None for a pass after the end of the game."""
        game = self.position.game
        action = action_of(game, value)
        if action is None:
            self._fail(seat, value, f"there is no such move in {game.spec}")
        if self.position.is_terminal and action == action_names(game).get(PASS):
            return None
        rows, columns = game.board or (0, 0)
        if self.is_mirrored and action is not None and action < rows * columns:
            action = action % columns * columns + action // columns
        return action

    def _play(self, seat: int, action: int, value: str) -> None:
        position = self.position
        passing = action_names(position.game).get(PASS)
        if not position.is_terminal and position.to_move != seat and position.legal_actions() == [passing]:
            position = position.play(PASS)
        if not position.is_terminal and position.to_move != seat:
            self._fail(seat, value, f"it is {position.game.player_name(1 - seat)}'s turn")
        try:
            self.position = played(position, action)
        except IllegalActionError as error:
            self._fail(seat, value, str(error))

    def _fail(self, seat: int, value: str, why: str) -> None:
        move = f"{COLOURS[seat]}[{value[:SHOWN]}]"
        raise RecordError(f"move {len(self.position.history) + 1}, {move}: {why}") from None


def _has_swap(node: Node) -> bool:
    return any(node.line(colour).lower() in (SWAP_PIECES, SWAP_SIDES) for colour in COLOURS)


def _stones(game: Game, nodes: Sequence[Node]) -> tuple[tuple[int, int], ...]:
    """Return what is set up before the first move."""
    standing: dict[int, int] = {}
    has_moved = False
    for node in nodes:
        has_moved |= any(colour in node.properties for colour in COLOURS)
        for key, owner in SET_UP.items():
            if has_moved and key in node.properties:
                raise RecordError(
                    f"node {node.number}: {key} sets up stones after the first move, which cannot be read"
                )
            for value in node.texts(key):
                for cell in _cells(game, key, value.strip()):
                    standing.pop(cell, None)
                    if owner is not None:
                        standing[cell] = owner
    return tuple(sorted(standing.items()))


def _cells(game: Game, key: str, value: str) -> Iterator[int]:
    """Yield the cells of a point, or of a rectangle of two: "aa:cc"."""
    rows, columns = game.board or (0, 0)
    corners = [action_of(game, corner) if corner else None for corner in value.split(":")]
    found = [corner for corner in corners if corner is not None and corner < rows * columns]
    if len(found) != len(corners) or len(corners) > 2:
        raise RecordError(f"{key}[{value[:SHOWN]}] is no point of {game.spec}")
    (top, left), (bottom, right) = divmod(found[0], columns), divmod(found[-1], columns)
    for row in range(top, bottom + 1):
        for column in range(left, right + 1):
            yield row * columns + column


def _first_to_move(start: Record, nodes: Sequence[Node], info: dict[str, str]) -> int | None:
    """Return who begins, None if that is who begins the game: PL, or who moves first, or White after a handicap."""
    initial = start.game.initial().to_move
    told = info.get("PL", "")[:1].upper()
    movers = [colour for node in nodes for colour in COLOURS if colour in node.properties]
    first = told or (movers[0] if movers else "W" if start.stones and "HA" in info else COLOURS[initial])
    if first not in COLOURS:
        raise RecordError(f"PL[{info['PL'][:SHOWN]}] is no colour; it is B or W")
    passing = action_names(start.game).get(PASS)
    seat = COLOURS.index(first)
    if not told and seat != initial and start.start().legal_actions() == [passing]:
        return None  # a forced pass that the file leaves out
    return None if seat == initial else seat


# -- writing ---------------------------------------------------------------------------------------------------------


def _root(record: Record) -> dict[str, list[str]]:
    game = record.game
    root = {
        "FF": NEWEST,
        "GM": str(dialect_of(game).number),
        "CA": "UTF-8",
        "AP": f"monteverde:{importlib.metadata.version('monteverde')}",
        "SZ": str(game.parameters["size"]),
        "RU": rules_of(game),
        "KM": _komi(game),
        "DT": record.date,
        "RE": record.result,
        "PL": "" if record.to_move is None else COLOURS[record.to_move],
    }
    root.update(zip(("PB", "PW"), record.players, strict=False))
    lists = {key: [value_of(game, cell) for cell, seat in record.stones if seat == SET_UP[key]] for key in ("AB", "AW")}
    lists.update((key, [value]) for key, value in root.items() if value)
    return {key: values for key, values in lists.items() if values}


def _komi(game: Game) -> str:
    komi = getattr(type(game), "komi", None)
    return "" if komi is None else f"{komi:.12g}"


def _move_nodes(record: Record, first: int) -> list[dict[str, list[str]]]:
    seats = ((first + ply) % len(COLOURS) for ply in range(len(record.actions)))
    return [{COLOURS[seat]: [value_of(record.game, a)]} for seat, a in zip(seats, record.actions, strict=True)]
