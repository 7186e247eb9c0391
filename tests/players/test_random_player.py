"""A player that chooses at random."""

from __future__ import annotations

from collections import Counter

import monteverde as mv
from monteverde.players import RandomPlayer

TIC_TAC_TOE = mv.load_game("tic_tac_toe")


def test_every_legal_action_is_drawn_equally_often() -> None:
    """900 draws among nine: each within five standard deviations (9.4) of 100, and nothing else."""
    player = RandomPlayer(seed=0)
    start = TIC_TAC_TOE.initial()
    counts = Counter(player.choose(start) for _ in range(900))
    assert set(counts) == set(range(9))
    assert all(abs(count - 100) < 47 for count in counts.values())


def test_a_game_is_repeated_from_its_seed() -> None:
    """The seed of the game decides, not what was drawn before."""
    player, start = RandomPlayer(), TIC_TAC_TOE.initial()
    drawn = []
    for _ in range(2):
        player.start_game(TIC_TAC_TOE, 3)
        drawn.append([player.choose(start) for _ in range(20)])
    assert drawn[0] == drawn[1]
