"""How a game ended, in a record's words: as SGF has it where Black plays White, else as people say it."""

from __future__ import annotations

from monteverde.game import Position

BLACK_AND_WHITE = ("black", "white")
COLOURS = "BW"
DRAW = "0"


def result_of(position: Position) -> str:
    """Return the result of a game that ended in `position`; "" if it goes on.

    Returns:
        "B+", "W+" or "0" where Black plays White, with the points in Go ("B+3.5"); else "X wins", "draw", or what each
        player got.
    """
    if not position.is_terminal:
        return ""
    game, rewards = position.game, [float(reward) for reward in position.rewards]
    best = [player for player, reward in enumerate(rewards) if reward == max(rewards)]
    if tuple(name.lower() for name in game.player_names) == BLACK_AND_WHITE:
        return DRAW if len(best) > 1 else f"{COLOURS[best[0]]}+{_points(position)}"
    if len(rewards) > 1 and len(best) == 1 and not game.step_rewards:
        return f"{game.player_name(best[0])} wins"
    if len(rewards) > 1 and len(best) == len(rewards) and not game.step_rewards:
        return "draw"
    return ", ".join(f"{game.player_name(player)} {reward:g}" for player, reward in enumerate(rewards))


def _points(position: Position) -> str:
    """Return by how much a game of Go was won; "" in other games."""
    komi = getattr(type(position.game), "komi", None)
    if komi is None or "lead" not in (position.game.dtype.names or ()):
        return ""
    return f"{abs(float(position.state['lead']) - komi):.12g}"
