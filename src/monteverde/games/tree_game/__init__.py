"""Game trees written by hand, for examples, tests and exercises: every position of a small game, literally.

    tree_game((0, {"L": (1, {"x": 1, "y": -1}), "R": 0}))        as Python values
    tree_game("0{L:1{x:1 y:-1} R:0}")                            the same as text

| node | as Python values | as text |
|---|---|---|
| the end: +1 for player 0, -1 for player 1 | `1` | `1` |
| the end: what each player gets | `(0, 1, 5)` | `0/1/5` |
| player 0 chooses; players count from 0 | `(0, {"L": node, "R": node})` | `0{L:node R:node}` |
| nature draws | `("chance", {"rain": (0.9, node), "sun": (0.1, node)})` | `?{rain:0.9*node sun:0.1*node}` |
| a reward on the way in, then a node | `[-1, node]`, `[(1, 0), node]` | `[-1]node`, `[1/0]node` |

The number of players is the length of the payoffs, or else one more than the largest player who chooses; 0 is nothing
for everybody. With two players a single number is zero-sum, with one it is what that one gets. Actions are numbered by
their labels, in order of first appearance.

The tree becomes constants of the compiled rules, and the state is the number of a node. So two ways to one position are
two positions, and a tree may be as deep as memory allows.
"""

from collections.abc import Iterable
from typing import Any

import numpy as np
import numpy.typing as npt

from monteverde.compile import below
from monteverde.errors import UsageError
from monteverde.game import CHANCE, Family, Game
from monteverde.games.tree_game.notation import ENDED, Node, Numbers, as_text, parse

__all__ = ["tree_game"]

# The opponent is no friend: L would give 1 if player 1 helped; R gives 0 for certain, and is right.
HELPFUL_OPPONENT = "0{L:1{x:1 y:-1} R:1{x:0 y:0}}"
MOST_LISTED = 8  # labels that a line of a drawing has room for


class _TreeFamily(Family):
    """A family whose first parameter may be given as nested Python values; it is kept as text."""

    def __call__(self, *values: Any, **named: Any) -> Game:
        if values:
            values = (as_text(values[0]), *values[1:])
        elif "tree" in named:
            named["tree"] = as_text(named["tree"])
        return super().__call__(*values, **named)


@_TreeFamily
def tree_game(tree: str = HELPFUL_OPPONENT, discount: float = 1.0) -> type[Game]:
    """A game tree written by hand, such as 0{L:1{x:1 y:-1} R:0}."""
    if not 0.0 < discount <= 1.0:
        raise UsageError(f"tree_game needs a discount in (0, 1], got discount={discount}")
    nodes = parse(tree)
    gains = _gains(nodes)
    labels = list(dict.fromkeys(node.label for node in nodes[1:])) or ["none"]
    owner = np.array([node.owner for node in nodes])
    first_edge, edge_child, edge_action, edge_probability = _edges(nodes, labels)
    players = tuple(f"player {player}" for player in range(gains.shape[1]))  # from 0, as trees are written

    class TreeGame(Game):
        state = [("node", np.int64)]
        num_players, num_actions = len(players), len(labels)
        max_length = max([1, *(node.depth for node in nodes)])
        player_names = players
        reward_range = _return_range(nodes, gains, discount)
        step_rewards = any(any(node.reward) for node in nodes)

        def start(state):
            state.node = 0

        def to_move(state):
            return owner[state.node]

        def legal_actions(state, out):
            first = first_edge[state.node]
            count = first_edge[state.node + 1] - first
            for i in range(count):
                out[i] = edge_action[first + i]
            return count

        def sample_action(state, rng):
            first = first_edge[state.node]
            return edge_action[first + below(rng, first_edge[state.node + 1] - first)]

        def play(state, action):
            edge = first_edge[state.node]
            while edge_action[edge] != action:
                edge += 1
            state.node = edge_child[edge]

        def is_terminal(state):
            return owner[state.node] == ENDED

        def rewards(state, out):
            for player in range(len(players)):
                out[player] = gains[state.node, player]

        def key(state):
            return np.uint64(state.node)

        def action_name(action):
            return labels[action]

        def render(state):
            return _drawing(nodes[state.node], gains[state.node])

        if CHANCE in owner:

            def chance_outcomes(state, outcomes, probabilities):
                first = first_edge[state.node]
                count = first_edge[state.node + 1] - first
                for i in range(count):
                    outcomes[i], probabilities[i] = edge_action[first + i], edge_probability[first + i]
                return count

    TreeGame.discount = discount
    return TreeGame


def _gains(nodes: list[Node]) -> npt.NDArray[np.float64]:
    """Return what each player gets on entering each node: float64, (nodes, players)."""
    num_players = _num_players(nodes)
    gains = np.zeros((len(nodes), num_players))
    for node in nodes:
        for numbers in filter(None, (node.reward, node.payoff)):
            gains[node.number] += _of_each_player(numbers, num_players, node)
    return gains


def _of_each_player(numbers: Numbers, num_players: int, node: Node) -> Numbers:
    if len(numbers) == num_players:
        return numbers
    if len(numbers) == 1 and (num_players == 2 or numbers[0] == 0.0):
        return (numbers[0], -numbers[0]) if num_players == 2 else numbers * num_players
    raise UsageError(
        f"tree_game, {node.place()}: got {_written(numbers)}, but there are {num_players} players; write what each gets"
    )


def _num_players(nodes: list[Node]) -> int:
    lengths = [len(numbers) for node in nodes for numbers in (node.reward, node.payoff)]
    last = max(nodes, key=lambda node: node.owner)
    if max(lengths) > 1 and last.owner >= max(lengths):
        raise UsageError(
            f"tree_game, {last.place()}: player {last.owner} chooses, but the payoffs are for players 0 to "
            f"{max(lengths) - 1}"
        )
    return max(1, last.owner + 1, *lengths)


def _edges(nodes: list[Node], labels: list[str]) -> tuple[npt.NDArray[Any], ...]:
    """Return where the edges of each node begin, and of each edge the child, the action and the probability."""
    action_of = {label: action for action, label in enumerate(labels)}
    children = [child for node in nodes for child in node.children.values()]
    first_edge = np.cumsum([0, *(len(node.children) for node in nodes)])
    edge_child = np.array([child.number for child in children], np.int64)
    edge_action = np.array([action_of[child.label] for child in children], np.int64)
    return first_edge, edge_child, edge_action, np.array([child.probability for child in children], np.float64)


def _return_range(nodes: list[Node], gains: npt.NDArray[np.float64], discount: float) -> tuple[float, float]:
    """Return the least and the largest discounted return that any player can get, from any position."""
    lowest, highest = np.full_like(gains, np.inf), np.full_like(gains, -np.inf)
    for node in reversed(nodes):  # children before their parents
        at = node.number
        if node.owner == ENDED:
            lowest[at] = highest[at] = 0.0
        for child in node.children.values():
            gain, later = gains[child.number], 1.0 if child.owner == CHANCE else discount
            lowest[at] = np.minimum(lowest[at], gain + later * lowest[child.number])
            highest[at] = np.maximum(highest[at], gain + later * highest[child.number])
    is_open = np.array([node.owner != ENDED for node in nodes])  # at an end nothing more is paid, not even nothing
    if len(nodes) == 1:
        low, high = float(gains.min()), float(gains.max())
    else:
        low, high = float(lowest[is_open].min()), float(highest[is_open].max())
    return (low, high) if low < high else (low, low + max(1.0, abs(low)))


def _drawing(node: Node, gain: npt.NDArray[np.float64]) -> str:
    """Return lines that say where `node` is, what it paid, and what can happen next."""
    paid = f", paid {_written(gain)}" if any(gain) or node.owner == ENDED else ""
    lines = [node.place() + paid]
    for child in node.children.values():
        probability = f" ({child.probability:g})" if node.owner == CHANCE else ""
        reward = f" pays {_written(child.reward)}, then" if any(child.reward) else ""
        lines.append(f"  {child.label}{probability} ->{reward} {_summary(child)}")
    return "\n".join(lines)


def _summary(node: Node) -> str:
    if node.owner == ENDED:
        return _written(node.payoff)
    listed = " ".join(list(node.children)[:MOST_LISTED]) + (" ..." if len(node.children) > MOST_LISTED else "")
    return f"chance: {listed}" if node.owner == CHANCE else f"player {node.owner}: {listed}"


def _written(numbers: Iterable[float]) -> str:
    return "/".join(f"{x:g}" for x in numbers)
