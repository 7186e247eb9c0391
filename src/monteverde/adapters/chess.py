"""Chess for the command line, matches and players: the family of games `chess` around the board of python-chess."""

from __future__ import annotations

from monteverde.adapters.chess_board import LONGEST_GAME, NUM_ACTIONS, ChessBoard
from monteverde.game import Game, ObjectGame, family


@family
def chess(fen: str = "") -> type[Game]:
    """Chess, from its first position or any that a FEN describes; searched as a Python object."""
    board = ChessBoard(fen)

    class Chess(ObjectGame):
        root = board
        num_players, num_actions, max_length = 2, NUM_ACTIONS, LONGEST_GAME
        player_names = ChessBoard.player_names

        def action_name(action: int) -> str:  # type: ignore[misc]
            return board.uci(action)

    return Chess
