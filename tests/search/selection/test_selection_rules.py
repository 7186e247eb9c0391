"""The folder of selection rules finds its own."""

from __future__ import annotations

from monteverde.search.selection import Selection, selection_rules

RULES = """
    epsilon_greedy grave hrave mcps progressive_bias progressive_history puct rave round_robin scheduled_rave
    thompson_sampling ucb1 ucb1_tuned
""".split()


def test_every_rule_of_the_folder_is_found_by_its_name() -> None:
    """Names are the classes' names in snake case; the base class is none of them."""
    rules = selection_rules()
    assert sorted(rules) == RULES
    assert all(issubclass(rule, Selection) and rule is not Selection for rule in rules.values())


def test_rules_say_whether_a_report_can_show_their_score() -> None:
    """A score is the mean plus a bonus; rules that draw, or count, have none."""
    with_score = {name for name, rule in selection_rules().items() if rule().has_score}
    assert with_score == set(RULES) - {"epsilon_greedy", "round_robin", "thompson_sampling"}
