"""Anything that answers "which action?": a search, an exact method, chance, a person at a terminal, a program."""

from monteverde.players.exact_player import ExactPlayer
from monteverde.players.gtp_player import GtpPlayer
from monteverde.players.human import HumanPlayer
from monteverde.players.json_player import JsonPlayer
from monteverde.players.player import Leave, Player, Remark, TakeBack, Thought
from monteverde.players.random_player import RandomPlayer
from monteverde.players.registry import load_player, player_names
from monteverde.players.search_player import SearchPlayer
from monteverde.players.uci_player import UciPlayer

__all__ = [
    "ExactPlayer",
    "GtpPlayer",
    "HumanPlayer",
    "JsonPlayer",
    "Leave",
    "Player",
    "RandomPlayer",
    "Remark",
    "SearchPlayer",
    "TakeBack",
    "Thought",
    "UciPlayer",
    "load_player",
    "player_names",
]
