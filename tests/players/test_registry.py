"""Finding players by their names."""

from __future__ import annotations

import pytest

import monteverde as mv
from monteverde.exact import method_names
from monteverde.players import HumanPlayer, RandomPlayer, SearchPlayer, load_player, player_names

PROTOCOLS = ("gtp", "json", "uci")


def searcher(text: str, iterations: int | None = None, seconds: float | None = None) -> SearchPlayer:
    """Return the searching player that `text` names."""
    player = load_player(text, iterations, seconds)
    assert isinstance(player, SearchPlayer)
    return player


def test_every_algorithm_is_a_player() -> None:
    """Whatever can be searched or solved with can be played against, beside a person, chance and programs."""
    assert player_names() == sorted([*mv.algorithm_names(), *method_names(), "human", "random", *PROTOCOLS])


@pytest.mark.parametrize("name", [*mv.algorithm_names(), *method_names(), "human", "random"])
def test_every_name_can_be_loaded(name: str) -> None:
    """Each name that is listed gives a player that is called so."""
    assert load_player(name).name == name


@pytest.mark.parametrize(("name", "kind"), [("human", HumanPlayer), ("random", RandomPlayer), ("flat", SearchPlayer)])
def test_the_kind_is_right(name: str, kind: type) -> None:
    """A name gives its own kind of player."""
    assert isinstance(load_player(name), kind)


def test_parameters_reach_the_search() -> None:
    """The parameters of the algorithm are read from the text."""
    search = searcher("uct:c=0.5,threads=2").search
    assert (search.selection.c, search.threads) == (0.5, 2)  # type: ignore[attr-defined]


def test_a_value_without_a_key_is_the_first_parameter() -> None:
    """`uct:0.5` is `uct:c=0.5`."""
    assert searcher("uct:0.5").search == searcher("uct:c=0.5").search


def test_the_common_budget_is_used() -> None:
    """A search whose text gives no budget has that of all."""
    budget = searcher("uct:c=0.5", 30, 2.0).budget
    assert (budget.iterations, budget.seconds) == (30, 2.0)


def test_a_budget_of_its_own_replaces_the_common_one() -> None:
    """Simulations given in the text are not cut short by the seconds that the others have."""
    budget = searcher("uct:c=0.5,iterations=70", None, 2.0).budget
    assert (budget.iterations, budget.seconds) == (70, None)


def test_one_second_is_the_budget_of_those_that_have_none() -> None:
    """A search needs a budget to end."""
    assert searcher("flat").budget.seconds == 1.0


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("utc", "unknown player 'utc'; did you mean uct"),
        ("randon", "unknown player 'randon'; did you mean random"),
        ("uct:iteratons=3", "unknown parameter of uct 'iteratons'; did you mean iterations"),
        ("uct:thread=2", "unknown parameter of uct 'thread'; did you mean threads"),
        ("random:3", "random takes no parameters, got '3'"),
        ("human:name=me", "unknown parameter of human 'name'"),
        ("uct:iterations=many", "iterations=many of uct is not a whole number"),
        ("uct:iterations=0", "iterations is 0"),
        ("uct:seconds=nan", "seconds is nan"),
        ("uct:c", "c=c of uct is not a number"),
        ("", "names nothing"),
    ],
)
def test_what_cannot_be_loaded_is_told(text: str, sentence: str) -> None:
    """One sentence with what was got, and the nearest names."""
    with pytest.raises(mv.UsageError, match=sentence):
        load_player(text)


def test_a_senseless_common_budget_is_refused_for_every_player() -> None:
    """Even one that needs none, so that a typing error does not pass unnoticed."""
    with pytest.raises(mv.BudgetError):
        load_player("random", iterations=0)
