"""Anything that answers "which action?": a search, an exact method, random choice, a person at a terminal."""

from monteverde.players.exact_player import ExactPlayer
from monteverde.players.human import HumanPlayer
from monteverde.players.player import Leave, Player, TakeBack, Thought
from monteverde.players.random_player import RandomPlayer
from monteverde.players.registry import load_player, player_names
from monteverde.players.search_player import SearchPlayer

__all__ = [
    "ExactPlayer",
    "HumanPlayer",
    "Leave",
    "Player",
    "RandomPlayer",
    "SearchPlayer",
    "TakeBack",
    "Thought",
    "load_player",
    "player_names",
]
