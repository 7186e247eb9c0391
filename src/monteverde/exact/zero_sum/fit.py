"""What minimax and alpha-beta ask of a problem."""

from __future__ import annotations

from monteverde.errors import UnsuitableError
from monteverde.exact.method import Method
from monteverde.game import Game


def check_zero_sum(method: Method, game: Game) -> None:
    """Raise UnsuitableError unless `game` is one of at most two players, without chance, paid at its end.

    Whether its rewards sum to the same at every end is seen while it is searched.
    """
    players = game.num_players
    method.refuse(game, players > 2, f"it has {players} players", "maxn or paranoid")
    with_chance = "value_iteration, or expectimax" if players == 1 else "expectimax, or star2 for two players"
    method.refuse(game, game.has("chance_outcomes"), "nature moves in it", with_chance)
    method.refuse(game, game.step_rewards, "rewards are paid on the way", "maxn, or value_iteration")
    method.refuse(game, game.discount != 1.0, "rewards are discounted", "maxn, or value_iteration")


def check_depth(method: Method, game: Game, depth: int) -> None:
    """Raise UnsuitableError if a depth is given and `game` has no heuristic to value positions there."""
    if depth and depth < game.max_length and not game.has("heuristic"):
        raise UnsuitableError(
            f"{method.method_name()} with depth={depth} needs the rule 'heuristic', which {game.name} does not have; "
            "add it, or leave the depth out to search to the end"
        )
