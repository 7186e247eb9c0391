"""What a search with transpositions promises: counts, cycles, collisions, memory, and what it refuses."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.reference.search_graph import GraphObject, Place, counter, graph_position, random_graph
from tests.reference.search_trees import TreeObject, p1, p2
from tests.reference.search_uct import PositionObject

import monteverde as mv
from monteverde.errors import BudgetError, GameError, UnsuitableError, UsageError
from monteverde.search.backup import Backup, RecomputedBackup
from monteverde.search.graph.reading import node_of
from monteverde.search.session import Search

Budget = Callable[..., int]
SEEDS = st.integers(0, 2**32)
GRAPH = mv.MCTS(transpositions=True)


def start(problem: Any, mcts: mv.MCTS = GRAPH, iterations: int = 200, seed: int = 1) -> Search:
    """Return a search that has run."""
    search = mcts.start(problem, seed=seed)
    search.run(iterations=iterations)
    return search


def own_evaluations(search: Search) -> dict[int, int]:
    """Return, for each position, its visits less those of the edges that leave it."""
    tree = search.tree
    own = {}
    for number in range(1, int(tree.graph.counts[0])):
        node = int(tree.graph.positions[number].entry)
        block = range(tree.first_child[node], tree.first_child[node] + tree.num_children[node])
        own[number] = int(tree.graph.positions[number].visits) - sum(int(tree.visits[edge]) for edge in block)
    return own


def check(search: Search) -> None:
    """Assert that every simulation left one evaluation or came round, and that edges and positions tally."""
    tree, statistics = search.tree, search.result().statistics
    assert min(own_evaluations(search).values()) >= 0
    assert sum(own_evaluations(search).values()) == statistics.simulations - statistics.cycles
    led_to = dict.fromkeys(range(1, statistics.positions + 1), 0)
    for entry in range(int(tree.size[0])):
        if tree.target[entry]:
            led_to[int(tree.target[entry])] += int(tree.visits[entry])
        else:
            assert tree.visits[entry] == tree.value_sum[entry] == 0
    visits = {number: int(tree.graph.positions[number].visits) for number in led_to}
    assert sum(led_to.values()) - sum(visits.values()) == statistics.cycles


@given(graph=SEEDS, seed=SEEDS, cycles=st.booleans(), chance=st.booleans(), everything=st.booleans())
def test_visits_tally(graph: int, seed: int, cycles: bool, chance: bool, everything: bool) -> None:
    """Edges out of a position and its own evaluations are its visits; so are edges into it, unless they go round."""
    mcts = replace(GRAPH, selection=mv.PUCT(), expansion=mv.AllChildren()) if everything else GRAPH
    check(start(GraphObject(random_graph(graph, cycles=cycles, chance=chance)), mcts, 80, seed))


@given(graph=SEEDS, seed=SEEDS, cut=st.integers(1, 39), virtual_visits=st.integers(1, 4))
def test_the_same_seed_makes_the_same_graph(graph: int, seed: int, cut: int, virtual_visits: int) -> None:
    """However the run is cut into parts, and whatever a visit under way counts as."""
    problem = GraphObject(random_graph(graph, cycles=True))
    whole, parts = (replace(GRAPH, virtual_visits=visits).start(problem, seed=seed) for visits in (1, virtual_visits))
    whole.run(iterations=40)
    parts.run(iterations=cut)
    parts.run(iterations=40 - cut)
    assert whole.tree == parts.tree


@pytest.mark.parametrize("seed", range(3))
def test_where_nothing_transposes_the_graph_is_the_tree(seed: int) -> None:
    """With values that are exact in binary and no ties, visit for visit."""
    places = [Place(index % 2, (2 * index + 1, 2 * index + 2)) for index in range(31)]
    places += [Place(paid=(index * 37 % 64 / 64, 1 - index * 37 % 64 / 64, 0.0)) for index in range(32)]
    graph, tree = (start(GraphObject(places), mcts, 64, seed) for mcts in (GRAPH, mv.MCTS()))
    assert graph.result().visits == tree.result().visits
    assert graph.result().value == pytest.approx(tree.result().value)
    assert graph.result().statistics.joined == 0


def nim(heap: int) -> list[Place]:
    """Return Nim as a graph: place 2 (heap - n) + player has n objects left, and that player takes 1 to 3 of them."""
    places = []
    for left in range(heap, -1, -1):
        for player in range(2):
            ahead = tuple(2 * (heap - left + take) + 1 - player for take in (1, 2, 3) if take <= left)
            places.append(Place(player, ahead, paid=(float(player == 1), float(player == 0), 0.0)))
    return places


def test_every_order_of_moves_is_one_position(budget: Budget) -> None:
    """Nim of 15 has 30 positions, heap and player to move; the tree has hundreds, and knows less of the root."""
    iterations = budget(600, least=300)
    tree, graph = (
        [mcts.search(GraphObject(nim(15)), iterations=iterations, seed=seed) for seed in range(6)]
        for mcts in (mv.MCTS(), GRAPH)
    )
    assert {result.statistics.positions for result in graph} == {30}
    assert max(result.nodes for result in graph) < min(result.nodes for result in tree) / 3
    error_of_tree, error_of_graph = (sum(1.0 - result.value[0] for result in results) for results in (tree, graph))
    assert error_of_graph < error_of_tree


def test_equal_boards_with_another_player_to_move_are_two_positions() -> None:
    """The same places below, each for its own mover; the value of each is from the right view."""
    places = [Place(0, (1, 2)), Place(0, (3, 4)), Place(1, (3, 4))]
    places += [Place(paid=(1.0, 0.0, 0.0)), Place(paid=(0.0, 1.0, 0.0))]
    result = start(GraphObject(places), iterations=400).result()
    assert result.statistics.positions == 5
    assert result.action == 0
    assert result[0].value > 0.9 > 0.3 > result[1].value


def test_a_counter_goes_the_right_way_though_every_step_can_be_taken_back(is_compiled: bool, budget: Budget) -> None:
    """Up to 100 pays; it ends, chooses +1, and never goes deeper than there are positions."""
    last = 100 if is_compiled else 12
    position = graph_position(counter(last, last // 2))
    result = GRAPH.search(position, iterations=budget(10_000), seed=1)
    assert result.action == 0
    assert result.statistics.simulations == budget(10_000)
    assert 0 < result.statistics.cycles < result.statistics.simulations
    assert result.statistics.positions <= last + 1
    assert result.statistics.depth <= last
    check(start(GraphObject(counter(12, 6))))


def test_a_start_that_leads_to_itself() -> None:
    """The first simulation comes round where nothing is known yet, and is evaluated; later ones end there."""
    search = start(GraphObject([Place(0, (0, 0, 1)), Place(paid=(1.0, 0.0, 0.0))]), iterations=50)
    check(search)
    assert search.tree.visits[0] == 50 < search.tree.graph.positions[1].visits
    assert search.result().action == 2
    assert search.result().value[0] == pytest.approx(1.0)


class Shallow(GraphObject):
    """A graph that is declared to be shorter than a walk can be, with an estimate for every place."""

    max_length = 3

    def heuristic(self) -> list[float]:
        """Return the same for all."""
        return [0.5, 0.5, 0.5]


def test_the_longest_game_is_a_horizon() -> None:
    """A descent ends there, where a tree would have to say that the game is too long."""
    problem = Shallow(counter(12, 6))
    result = replace(GRAPH, evaluation=mv.Heuristic()).search(problem, iterations=100, seed=1)
    assert result.statistics.depth == 3
    with pytest.raises(GameError, match="still going on after 3 plies"):
        mv.MCTS(evaluation=mv.Heuristic()).search(problem, iterations=100, seed=1)


def test_the_principal_variation_follows_edges_and_ends_where_it_comes_round() -> None:
    """Two places that lead to each other and nowhere better."""
    places = [Place(0, (1, 2)), Place(0, (0, 3)), Place(paid=(0.0, 0.0, 0.0)), Place(paid=(0.0, 0.0, 0.0))]
    search = start(GraphObject(places), iterations=100)
    tree = search.tree
    for entry in (1, 2):
        tree.visits[entry] = 99 if tree.action[entry] == 0 else 1
        if tree.action[entry] == 0:
            first = int(tree.first_child[node_of(tree, entry)])
    for entry in (first, first + 1):
        tree.visits[entry] = 99 if tree.action[entry] == 0 else 1
    assert list(search.result().principal_variation) == [0, 0]


class BadKey(PositionObject):
    """A position whose key is the number of its legal moves."""

    def clone(self) -> BadKey:
        """Return a copy; positions never change."""
        return BadKey(self.position)

    def key(self) -> int:
        """Return what many positions share."""
        return 0 if self.is_terminal() else len(self.legal_actions())


def test_a_bad_key_is_noticed(budget: Budget) -> None:
    """States that allow different moves are told apart, counted, and said so; the search goes on."""
    search = start(BadKey(mv.load_game("tic_tac_toe").initial()), iterations=budget(1000, least=200))
    check(search)
    result = search.result()
    assert result.statistics.collisions > 20
    assert "had the same key" in str(result)
    assert result.action in range(9)


class Confused(GraphObject):
    """A graph in which places 1 and 2 have one key and the same moves, which lead elsewhere."""

    def key(self) -> int:
        """Return the number, but for place 2."""
        return 1 if self.number == 2 else self.number


def test_what_a_bad_key_joins_comes_apart_below() -> None:
    """The state's key is not that of the position that the move led to: nothing is played that is not legal there."""
    ends = [Place(paid=(float(number < 5), 0.0, 0.0)) for number in range(3, 7)]
    search = start(Confused([Place(0, (1, 2)), Place(0, (3, 4)), Place(0, (5, 6)), *ends]))
    check(search)
    statistics = search.result().statistics
    assert statistics.collisions > 20
    assert statistics.positions == 4


@pytest.mark.parametrize("memory", [1500, 2500, 6000])
def test_the_memory_is_kept(memory: int) -> None:
    """Edges and positions share it; when it is used up the search goes on, counts stay whole, and it says so."""
    mcts = replace(GRAPH, memory=memory)
    search = mcts.start("tic_tac_toe", seed=1)
    search.simulate(search.workspaces[0], 300)
    check(search)
    statistics = search.result().statistics
    assert statistics.memory <= memory
    assert statistics.tree_full > 0
    assert statistics.memory == 28 * statistics.nodes + 68 * statistics.positions
    assert search.result().action in range(9)


def test_too_little_memory_is_refused() -> None:
    """The root, its moves and where they lead must fit."""
    with pytest.raises(BudgetError, match=r"need 1028; give more"):
        replace(GRAPH, memory=1000).search("tic_tac_toe", iterations=10)


def test_objects_keep_to_the_memory_too() -> None:
    """By the estimate of what a node takes."""
    statistics = start(GraphObject(random_graph(3, cycles=True)), replace(GRAPH, memory=8000)).result().statistics
    assert statistics.memory <= 8000
    assert statistics.tree_full > 0


class Raising(GraphObject):
    """A graph that fails at a place."""

    def key(self) -> int:
        """Return the number, or fail."""
        if self.number == 5:
            raise RuntimeError("no key here")
        return self.number


def test_an_object_that_raises_leaves_a_whole_graph() -> None:
    """The simulation in flight is taken back, of edges and of positions, and the search can go on."""
    search = GRAPH.start(Raising(counter(12, 6)), seed=1)
    with pytest.raises(RuntimeError, match="no key here"):
        search.run(iterations=100)
    check(search)
    with pytest.raises(RuntimeError, match="no key here"):
        search.run(iterations=100)
    check(search)


def test_a_game_that_is_too_long_leaves_a_whole_graph() -> None:
    """The playout fails, and its descent is taken back."""
    search = GRAPH.start(Shallow(counter(12, 6)), seed=1)
    with pytest.raises(GameError, match="still going on after 3 plies"):
        search.run(iterations=10)
    assert search.tree.visits[0] == search.tree.graph.positions[1].visits == search.num_simulations


def test_a_key_must_be_a_number() -> None:
    """Of an object; negative ones will do."""

    class Wrong(GraphObject):
        def key(self) -> Any:
            return "a" if self.number else -1

    with pytest.raises(GameError, match=r"Wrong.key\(\) gave 'a'; it must be an int"):
        start(Wrong(counter(4, 2)))


def test_a_problem_needs_a_key() -> None:
    """Games and objects; and nothing paid on the way, or less later."""
    with pytest.raises(UnsuitableError, match=r"a search with transpositions needs the method 'key'"):
        start(TreeObject(p1(a=p2(b=1), c=0)))
    with pytest.raises(UnsuitableError, match=r"transpositions join positions .* grid_world pays on the way"):
        start("grid_world")


class OwnBackup(Backup):
    """Another way up."""


@pytest.mark.parametrize(
    ("parts", "words"),
    [
        ({"threads": 2}, "one thread, got threads=2"),
        ({"selection": mv.RAVE(), "expansion": mv.AllChildrenLater()}, "RAVE"),
        ({"selection": mv.UCB1Tuned()}, "UCB1Tuned"),
        ({"evaluation": mv.External(list)}, "External"),
        ({"expansion": mv.ProgressiveWidening()}, "ProgressiveWidening"),
        ({"backup": OwnBackup()}, "OwnBackup"),
    ],
)
def test_what_does_not_go_together_is_refused(parts: dict[str, Any], words: str) -> None:
    """In one sentence that names both."""
    with pytest.raises(UnsuitableError, match=f"a search with transpositions .*{words}"):
        mv.MCTS(transpositions=True, **parts)


def test_batches_are_refused() -> None:
    """And so is the backup without what it is for, and what is no yes or no."""
    with pytest.raises(UnsuitableError, match=r"transpositions .* gather"):
        GRAPH.start("nim").gather(1)
    with pytest.raises(UnsuitableError, match="set transpositions=True"):
        mv.MCTS(backup=RecomputedBackup()).start("nim")
    with pytest.raises(UsageError, match="transpositions is 1"):
        mv.MCTS(transpositions=1)  # type: ignore[arg-type]  # what is tested


def test_before_anything_has_run_a_result_is_there() -> None:
    """As of other searches: one simulation opens the root."""
    result = GRAPH.start(GraphObject(counter(4, 2)), seed=1).result()
    assert result.simulations == 1
    mcts = replace(GRAPH, selection=mv.PUCT(), expansion=mv.AllChildren())
    result = start(GraphObject(counter(4, 2)), mcts, iterations=2).result()
    assert len(result.principal_variation) == 1  # nothing has been tried below


def test_by_name() -> None:
    """On the command line and in study files."""
    assert mv.load_search("uct:transpositions=true") == GRAPH
    assert mv.load_search("puct:transpositions=true").transpositions
