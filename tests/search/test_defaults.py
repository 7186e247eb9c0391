"""Every public part of the search, called once as its documentation says, with nothing but its defaults."""

from __future__ import annotations

from typing import Any

import pytest
from tests.reference.search_trees import ChanceTreeObject, Node, chance, p1, p2

import monteverde as mv
from monteverde import budget
from monteverde.search.backup import Backup
from monteverde.search.component import Component
from monteverde.search.evaluation import Evaluation
from monteverde.search.expansion import Expansion
from monteverde.search.final import Final
from monteverde.search.policy import PlayoutPolicy
from monteverde.search.selection import Selection
from monteverde.search.statistic import Statistic

PHASES = {
    "selection": Selection,
    "expansion": Expansion,
    "evaluation": Evaluation,
    "backup": Backup,
    "final": Final,
    "statistic": Statistic,
    "policy": PlayoutPolicy,
}
COMPONENTS = [
    value for value in map(mv.__dict__.get, mv.__all__) if isinstance(value, type) and issubclass(value, Component)
]


class Complete(ChanceTreeObject):
    """A tree with every optional method."""

    def prior(self, actions: list[str]) -> list[float]:
        """Return one weight for each action."""
        return [1.0] * len(actions)


def tree() -> Node:
    """Return a tree whose best action is b."""
    return p1(a=p2(x=-1, y=-0.5), b=p2(x=1, y=0.5), c=chance(heads=(0.5, -1), tails=(0.5, 0)))


@pytest.mark.parametrize("kind", COMPONENTS, ids=lambda kind: kind.__name__)
def test_every_component(kind: Any) -> None:
    """In its place, with a partner where it needs one, it finds the best action."""
    component = kind(lambda states: [state.heuristic() for state in states]) if kind is mv.External else kind()
    phase = next(phase for phase, base in PHASES.items() if isinstance(component, base))
    partners: dict[str, Any] = {}
    if phase == "selection" and kind.ranks_unvisited:
        partners = {"expansion": mv.AllChildrenLater() if kind.shares else mv.AllChildren()}
    elif isinstance(component, (mv.LastGoodReply, mv.AllChildrenLater)):
        partners = {"selection": mv.RAVE(), "expansion": mv.AllChildrenLater()}
    elif phase == "policy":
        phase, component = "evaluation", mv.RandomPlayout(policy=component)
    mcts = mv.MCTS(**{**partners, phase: component})
    assert mcts.search(Complete(tree()), iterations=300, seed=1).action == "b"


def test_every_phase_has_a_component() -> None:
    """The public names hold one at least for each."""
    assert all(any(issubclass(kind, base) for kind in COMPONENTS) for base in PHASES.values())


def test_a_search_without_any_choice(monkeypatch: pytest.MonkeyPatch) -> None:
    """By the function, by the class, and begun without running; a second is shortened here."""
    monkeypatch.setattr(budget, "DEFAULT_SECONDS", 0.02)
    for result in (mv.search(ChanceTreeObject(tree())), mv.MCTS().search(ChanceTreeObject(tree()))):
        assert result.action in "abc"
        assert result.statistics.stopped_by == "seconds"
    search = mv.MCTS().start(ChanceTreeObject(tree()))
    search.run()
    assert search.result().simulations == search.num_simulations > 0


def test_a_search_begun_stepwise_without_any_choice() -> None:
    """Gather, value, complete; and one step that does all three."""
    search = mv.MCTS().start("tic_tac_toe")
    begun = search.gather(3)
    search.complete([[0.5, 0.5]] * len(search.leaf_states))
    assert search.num_simulations == begun == 3
    assert search.step(2) == 2
    assert search.result().simulations == 5


@pytest.mark.parametrize("name", mv.algorithm_names())
def test_every_named_search(name: str) -> None:
    """As it is loaded, without a parameter."""
    assert mv.load_search(name).search(ChanceTreeObject(tree()), iterations=5).simulations == 5


def test_the_baseline() -> None:
    """Flat Monte Carlo without a parameter."""
    assert mv.flat_monte_carlo().search(ChanceTreeObject(tree()), iterations=60, seed=1).action == "b"
