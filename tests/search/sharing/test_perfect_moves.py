"""Where the truth is known, every rule that shares statistics finds it, given enough simulations."""

from __future__ import annotations

import copy
from typing import Any

import pytest
from tests.reference.hex import HexTwin
from tests.reference.nim import NimTwin, mover_wins

import monteverde as mv
from monteverde.search.expansion import AllChildrenLater
from monteverde.search.selection import Selection

# What is shared fades: it would keep half of the weight for ever, and misleads on small boards.
RULES = (
    mv.RAVE(bias=0.05),
    mv.ScheduledRAVE(k=50.0),
    mv.GRAVE(bias=0.05),
    mv.HRAVE(bias=0.05),
    mv.MCPS(equivalence=20.0),
)


class Board:
    """A reference game as an object to search."""

    num_players = 2

    def __init__(self, game: Any, moves: tuple[int, ...] = ()) -> None:
        self.game = game
        for move in moves:
            game.play(move)

    def legal_actions(self) -> list[int]:
        """Return what can be played."""
        return self.game.legal_actions()

    def is_terminal(self) -> bool:
        """Return whether it is over."""
        return self.game.is_terminal()

    def rewards(self) -> list[float]:
        """Return what each player receives."""
        return self.game.rewards()

    def to_move(self) -> int:
        """Return whose turn it is."""
        return self.game.to_move

    def play(self, action: int) -> None:
        """Play on."""
        self.game.play(action)

    def clone(self) -> Board:
        """Return a copy."""
        game = copy.copy(self.game)
        for name, value in vars(game).items():
            if isinstance(value, (list, dict)):
                setattr(game, name, value.copy())
        return Board(game)


def chosen(rule: Selection, board: Board, iterations: int) -> int:
    """Return the action that a search by `rule` chooses."""
    return int(mv.MCTS(rule, AllChildrenLater()).search(board, iterations=iterations, seed=1).action)


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)
@pytest.mark.parametrize("heap", [5, 6, 7])
def test_nim(rule: Selection, heap: int) -> None:
    """The one move of three that leaves a multiple of four."""
    move = chosen(rule, Board(NimTwin((heap,), 3, misere=False)), 600)
    assert not mover_wins((heap - move - 1,), 3, False)
    assert heap % 4 == move + 1


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)
@pytest.mark.parametrize(
    ("size", "moves", "perfect"),
    [(3, (0,), {4}), (4, (5, 10), {7, 9, 11, 12})],
)
def test_hex(rule: Selection, size: int, moves: tuple[int, ...], perfect: set[int]) -> None:
    """The winning moves after one or two stones, as `monteverde solve` proves them."""
    assert chosen(rule, Board(HexTwin(size), moves), 500) in perfect
