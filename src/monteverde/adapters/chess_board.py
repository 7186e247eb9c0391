"""Chess as a Python object to search, by the library python-chess (the extra "chess"); only this file imports it.

An action is a number, from + 64 * to + 4096 * promotion, so that it can be kept in records and trees; its name is that
of the Universal Chess Interface, `e2e4`, `e7e8q`. What people type may be that or the short form of the books, `Nf3`.

A game ends by mate, stalemate, too little material, the third coming of a position, or fifty moves of both sides
without a capture or a pawn's move: draws that players would have to claim are taken as claimed, so every game ends.
Where pieces stand, whose turn it is, who may castle and whether a pawn can be taken in passing make a position.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from monteverde.drawing import Picture, Piece, grid
from monteverde.errors import IllegalActionError, MissingExtraError, UsageError

if TYPE_CHECKING:
    import chess

try:
    import chess
except ImportError:  # whoever asks for a board is told
    chess = None  # type: ignore[assignment]

FIFTY_MOVES = 100  # plies
REPETITIONS = 3
LONGEST_GAME = 11_800  # plies; under the fifty-move rule no game is longer than 5,899 moves
PROMOTION = 64 * 64
NUM_ACTIONS = 7 * PROMOTION
WHITE, BLACK = 0, 1
PAWNS = {"P": 1.0, "N": 3.0, "B": 3.0, "R": 5.0, "Q": 9.0}  # what pieces are worth, in pawns, as in any primer
LEAD = 4.0  # pawns ahead by which the game is nearly won


class ChessBoard:
    """A position of chess, with the six methods that a search asks for. `play` changes it; `clone` before that."""

    num_players = 2
    max_length = LONGEST_GAME
    player_names = ("White", "Black")

    def __init__(self, fen: str = "") -> None:
        """Make the position that `fen` describes; the first one of the game if it is empty.

        Raises:
            MissingExtraError: without python-chess.
            UsageError: if the text is no position, or one that cannot come about.
        """
        if chess is None:
            raise MissingExtraError("chess", "chess")
        try:
            self.board = chess.Board(fen) if fen else chess.Board()
        except ValueError as error:
            raise UsageError(f"chess needs a position as a FEN, got {fen!r}: {error}") from None
        if not self.board.is_valid():
            raise UsageError(f"chess needs a position that can come about, got {fen!r}: {self.board.status()!r}")
        self.past: tuple[Any, ...] = (self._identity(),)
        """What made the positions since the last capture or pawn's move, this one last."""
        self._legal: list[int] | None = None

    def clone(self) -> ChessBoard:
        """Return a board of its own; what was played before is left to the original."""
        copy = ChessBoard.__new__(ChessBoard)
        copy.board = self.board.copy(stack=False)
        copy.past, copy._legal = self.past, self._legal
        return copy

    def to_move(self) -> int:
        """Return 0 for White, 1 for Black."""
        return WHITE if self.board.turn else BLACK

    def legal_actions(self) -> list[int]:
        """Return the legal actions, in the order of the library."""
        if self._legal is None:
            self._legal = [_number(move) for move in self.board.legal_moves]
        return self._legal

    def play(self, action: int) -> None:
        """Make a legal move."""
        self.board.push(_move(action))
        self._legal = None
        identity = self._identity()
        self.past = (*self.past, identity) if self.board.halfmove_clock else (identity,)

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return self._is_drawn() or not self.legal_actions()

    def rewards(self) -> list[float]:
        """Return 1 for who has won and 0 for the other, 0.5 each for a draw; what counts is the end of the game."""
        if self.legal_actions() or not self.board.is_check():
            return [0.5, 0.5]
        return [0.0, 1.0] if self.to_move() == WHITE else [1.0, 0.0]

    def heuristic(self) -> list[float]:
        """Return the estimated return of each player, by counting pieces."""
        pieces = self.board.piece_map().values()
        lead = sum(PAWNS.get(p.symbol().upper(), 0.0) * (1 if p.color else -1) for p in pieces)
        white = 0.5 + 0.5 * math.tanh(lead / LEAD)
        return [white, 1.0 - white]

    def fen(self) -> str:
        """Return the position as a FEN."""
        return self.board.fen()

    def uci(self, action: int) -> str:
        """Return what the Universal Chess Interface calls `action`: `e2e4`, castling as `e1g1`."""
        return _move(action).uci()

    action_name = uci

    def san(self, action: int) -> str:
        """Return what books call the legal `action`: `Nf3`, `exd5`, `O-O`."""
        return self.board.san(_move(action))

    def parse(self, text: str) -> int:
        """Return the legal action that is meant by `e2e4` or `e4`.

        Raises:
            IllegalActionError: if there is none.
        """
        for read in (self.board.parse_uci, self.board.parse_san):
            try:
                return _number(read(text))
            except ValueError:
                continue
        raise IllegalActionError(f"{text!r} is no legal move here")

    def key(self) -> int:
        """Return an int that is equal for equal positions; how often they were there before is left out."""
        return hash(self.past[-1])

    def __str__(self) -> str:
        rows = str(self.board).split("\n")
        return "\n".join([*(f"{8 - i} {row}" for i, row in enumerate(rows)), "  a b c d e f g h"])

    def picture(self) -> Picture:
        """Return what it looks like: capitals are White's."""
        stand = [self.board.piece_at(8 * rank + file) for rank in reversed(range(8)) for file in range(8)]
        pieces = [None if one is None else Piece(one.symbol(), "count", "black") for one in stand]
        return Picture(grid(8, 8, "checkers", upwards=True), pieces)

    def __reduce__(self) -> tuple[Any, ...]:
        return (_restored, (self.fen(), self.past))

    def _is_drawn(self) -> bool:
        board = self.board
        if board.halfmove_clock >= FIFTY_MOVES and not (board.is_check() and not self.legal_actions()):
            return True
        return self.past.count(self.past[-1]) >= REPETITIONS or board.is_insufficient_material()

    def _identity(self) -> tuple[Any, ...]:
        board = self.board
        passing = board.ep_square if board.has_legal_en_passant() else None
        kinds = (board.pawns, board.knights, board.bishops, board.rooks, board.queens, board.kings)
        return (*kinds, board.occupied_co[True], board.turn, board.clean_castling_rights(), passing)


def _restored(fen: str, past: tuple[Any, ...]) -> ChessBoard:
    board = ChessBoard(fen)
    board.past = past
    return board


def _number(move: chess.Move) -> int:
    return move.from_square + 64 * move.to_square + PROMOTION * (move.promotion or 0)


def _move(action: int) -> chess.Move:
    rest, promotion = action % PROMOTION, action // PROMOTION
    return chess.Move(rest % 64, rest // 64, promotion or None)
