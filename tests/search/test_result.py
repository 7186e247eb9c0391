"""What a result says, in numbers, as JSON, as text, as HTML and as a drawing."""

from __future__ import annotations

import builtins
import json
import math
from typing import Any

import pytest
from tests.reference.search_trees import TreeObject, p1, p2

import monteverde as mv
from monteverde.errors import MissingExtraError
from monteverde.games.tic_tac_toe import TicTacToe
from monteverde.search.expansion import AllChildren
from monteverde.search.selection.puct import PUCT
from monteverde.search.selection.thompson_sampling import ThompsonSampling

KEYS = """
    action action_number player value values visits policy root principal_variation simulations seconds
    simulations_per_second nodes memory bytes_per_node depth playout_length tree_full unshared positions joined
    collisions cycles equal_priors stopped_by seed
""".split()


def search(iterations: int = 200, mcts: mv.MCTS | None = None, **facts: Any) -> mv.SearchResult:
    """Return what is found in a tree whose best action is b, then y."""
    tree = p1(a=p2(x=-1, y=-0.5), b=p2(x=1, y=0.5), c=-1)
    return (mcts or mv.MCTS()).search(TreeObject(tree, **facts), iterations=iterations, seed=1)


def test_the_root_table_is_sorted_by_visits() -> None:
    """The most visited action first, which is the one that is chosen."""
    result = search()
    visits = [line.visits for line in result.actions]
    assert visits == sorted(visits, reverse=True)
    assert result.action == result.action_name == result.actions[0].action == "b"


def test_the_policy_is_the_share_of_the_visits() -> None:
    """It sums to one, and the visits to the simulations."""
    result = search()
    assert sum(result.policy.values()) == pytest.approx(1.0)
    assert sum(result.visits.values()) == result.simulations == 200
    assert result.policy["b"] == result.visits["b"] / 200


def test_values_are_each_players_mean_return() -> None:
    """The mean over the root's actions, weighted by their visits, and its negative for the opponent."""
    result = search()
    mean = sum(line.visits * line.value for line in result.actions) / result.simulations
    assert result.value == pytest.approx((mean, -mean))


def test_bonus_and_score_are_those_of_the_selection_rule() -> None:
    """U = c sqrt(ln N / n), in the units of the payoffs: here their range is 2."""
    result = search()
    for line in result.actions:
        bonus = 2.0 * math.sqrt(2.0) * math.sqrt(math.log(200) / line.visits)
        assert line.bonus == pytest.approx(bonus)
        assert line.score == pytest.approx(line.value + bonus)


def test_an_unvisited_action_has_no_value_and_no_limit() -> None:
    """Q is not a number, and U is infinite."""
    line = search(1).actions[-1]
    assert line.visits == 0
    assert math.isnan(line.value)
    assert line.bonus == math.inf


def test_rules_without_a_score_have_no_bonus() -> None:
    """Not a number, and nothing in the table."""
    result = search(mcts=mv.MCTS(ThompsonSampling()))
    assert all(math.isnan(line.bonus) for line in result.actions)
    assert next(row for row in result.rows() if row[0] == "b")[3:] == ("", "")


def test_the_principal_variation_begins_with_the_action() -> None:
    """And goes on with the most visited reply."""
    assert search().principal_variation == ("b", "y")


def test_lines_are_found_by_action_and_by_name() -> None:
    """A number or what people call it."""
    result = mv.search(TicTacToe().initial(), iterations=20, seed=1)
    assert result[4] is result["b2"]
    with pytest.raises(KeyError, match="'z9' is not an action at the root: "):
        result["z9"]


def test_a_dict_is_json_without_loss(tmp_path: Any) -> None:
    """Every value is a plain number, text, list or dict; nothing is infinite or not a number."""
    for result in (search(1), search(), mv.search(TicTacToe().initial(), iterations=3, seed=1)):
        made = result.to_dict()
        assert json.loads(json.dumps(made, allow_nan=False)) == made
        assert sorted(made) == sorted(KEYS)


def test_a_dict_has_what_the_table_has() -> None:
    """By the names of the actions; a number where the problem has numbers."""
    result = mv.search(TicTacToe().initial(), iterations=50, seed=1)
    made = result.to_dict()
    assert (made["action"], made["action_number"]) == (result.action_name, result.action)
    assert made["player"] == "X"
    assert made["visits"] == {line.name: line.visits for line in result.actions}
    assert made["root"][0]["Q"] == result.actions[0].value
    assert made["simulations"] == 50
    assert search().to_dict()["action_number"] is None


def test_the_text_fits_eighty_columns() -> None:
    """The table, the best action, the variation, the speed and why it ended."""
    text = str(search())
    assert all(len(line) <= 80 for line in text.splitlines())
    words = " ".join(text.split())
    for part in ("Q+U", "best b, value", "for player 1", "principal variation b y", "stopped by iterations"):
        assert part in words
    assert repr(search(1)).splitlines()[0].split() == ["action", "N", "Q", "U", "Q+U"]


def test_a_long_variation_is_cut_in_the_text() -> None:
    """It is whole in the result."""
    tree: Any = 1.0
    for _ in range(60):
        tree = p1(on=tree)
    result = mv.search(TreeObject(tree), iterations=70, seed=1)
    assert len(result.principal_variation) == 60
    assert all(len(line) <= 80 for line in str(result).splitlines())
    assert " ..." in str(result)


def test_priors_have_a_column_where_there_are_any() -> None:
    """And none elsewhere."""
    result = search(mcts=mv.MCTS(PUCT(), AllChildren()))
    assert next(result.rows())[-1] == "prior"
    assert next(search().rows())[-1] == "Q+U"


def test_the_table_can_be_cut() -> None:
    """The heads, and the first line."""
    assert [row[0] for row in search().rows(1)] == ["action", "b"]


def test_a_notebook_shows_a_table() -> None:
    """With the same cells, and names that are no markup."""
    tree = {"<b>": 1, "&": 0}
    html = mv.search(TreeObject(p1(**tree)), iterations=10, seed=1)._repr_html_()
    assert html.startswith("<table><thead><tr><th>action</th>")
    assert "<td>&lt;b></td>" in html
    assert "<td>&amp;</td>" in html
    assert "stopped by iterations" in html


def test_a_drawing_has_a_bar_for_each_action() -> None:
    """As high as its visits; on axes of one's own, or new ones."""
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    from matplotlib import pyplot

    result = search()
    figure, axes = pyplot.subplots()
    assert result.plot(axes) is axes
    assert [bar.get_height() for bar in axes.patches] == [line.visits for line in result.actions]
    assert result.plot() is not axes
    pyplot.close("all")


def test_a_drawing_without_matplotlib_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    """The sentence has the command that installs it."""
    real = builtins.__import__

    def refuse(name: str, *rest: Any) -> Any:
        if name.startswith("matplotlib"):
            raise ImportError(name)
        return real(name, *rest)

    monkeypatch.setattr(builtins, "__import__", refuse)
    with pytest.raises(MissingExtraError, match=r"drawing a result needs .* pip install 'monteverde\[plot\]'"):
        search(5).plot()
