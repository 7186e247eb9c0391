"""A playthrough as text: by hand on small games, with every rule, repeatable, and short."""

from __future__ import annotations

import textwrap

import numpy as np
import pytest
from tests.game.nim_variations import MISSING, DiceNim, FullNim, Nim, PaidNim, varied

import monteverde as mv
from monteverde.errors import UsageError
from monteverde.game.playthrough import MOST_PLIES, playthrough


def test_a_small_game_by_hand() -> None:
    """Nim of 7: whose turn, what is legal and who wins are what anybody finds with seven matches."""
    text = playthrough(varied(player_names=("Ann", "Bob")), seed=3, states=2)
    moves = text.splitlines()[2].removeprefix("moves: ").split()
    assert sum(int(move[-1]) for move in moves) == 7
    winner = "0, 1" if len(moves) % 2 == 0 else "1, 0"
    assert text == textwrap.dedent(f"""\
        monteverde playthrough nim --seed 3 --states 2
        players 2, actions 3, longest game 7, returns 0 to 1
        moves: {" ".join(moves)}

        ply 0
          to_move: Ann
          legal_actions: take1, take2, take3
          their numbers: 0, 1, 2

        ply {len(moves)}, after {moves[-1]}
          rewards: {winner}
        """)


def test_every_rule_answers() -> None:
    """Optional rules too, under their names."""
    mirror = {
        "num_symmetries": 2,
        "symmetries": lambda action, out: (out.__setitem__(0, action), out.__setitem__(1, 2 - action)),
        "canonical_key": lambda state: np.uint64(state.heap),
        "candidate_actions": lambda state, out: (out.__setitem__(0, 0), 1)[1],
        "is_quiet": lambda state: state.heap < 3,
        "step": lambda state, action, rng: FullNim.play(state, action),
    }
    lines = playthrough(varied(FullNim, **mirror)).splitlines()
    first = dict(line.strip().split(": ") for line in lines[5 : lines.index("", 5)])
    assert set(first) == {
        *("key", "canonical_key", "to_move", "heuristic", "is_quiet", "legal_actions", "their numbers"),
        *("candidate_actions", "prior", "action_code", "symmetries of take1", "sample_action", "step take1"),
    }
    assert (first["canonical_key"], first["is_quiet"]) == ("0000000000000007", "False")
    assert (first["symmetries of take1"], first["action_code"]) == ("take1, take3", "0, 1, 2")


def test_chance_and_rewards_on_the_way() -> None:
    """Outcomes are shown with their probabilities, and rewards wherever they are paid."""
    assert "  to_move: chance\n  chance_outcomes: take2 0.5, take3 0.5\n" in playthrough(DiceNim())
    text = playthrough(PaidNim())
    assert text.count("  rewards: ") == text.count("\nply ")


def test_a_simulator_goes_by_steps() -> None:
    """Without the rule `play` the game is made by `step`, from the seed."""
    game = varied(Nim, play=MISSING, step=lambda state, action, rng: Nim.play(state, action))
    assert playthrough(game).startswith("monteverde playthrough nim --seed 0\n")
    assert "  step take1: state " in playthrough(game)


def test_the_seed_decides() -> None:
    """The same seed gives the same text, another one another game."""
    texts = [playthrough(mv.load_game("tic_tac_toe"), seed=seed) for seed in (1, 1, 2)]
    assert texts[0] == texts[1] != texts[2]


def test_long_lists_are_cut_and_summed_up() -> None:
    """Twelve items and a checksum; what is cut off still counts."""
    text = playthrough(mv.load_game("gomoku"), states=2)
    line = next(line for line in text.splitlines() if "their numbers" in line)
    assert line.startswith("  their numbers: 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, ... (225, checksum ")
    assert all(len(line) <= 100 for line in text.splitlines() if line.startswith(("moves", "  a", "  b")))


def test_endless_games_are_left() -> None:
    """After 400 plies."""
    assert f"\nply {MOST_PLIES}, after " in playthrough(mv.load_game("chain:horizon=1000"))


@pytest.mark.parametrize("wrong", [{"seed": -1}, {"states": 1}])
def test_senseless_arguments_are_refused(wrong: dict[str, int]) -> None:
    """In one sentence."""
    with pytest.raises(UsageError, match="needs seed >= 0 and states >= 2, got"):
        playthrough(Nim(), **wrong)
