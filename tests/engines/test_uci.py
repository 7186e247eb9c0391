"""What a UCI program says that it can be set to."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from monteverde.engines.uci import UciOption, read_option
from monteverde.engines.variants import UCI_GAMES, uci_game_of
from monteverde.errors import UnknownNameError, UnsuitableError, UsageError
from monteverde.game import load_game


@pytest.mark.parametrize(
    ("line", "option"),
    [
        (
            "option name Skill Level type spin default 20 min -20 max 20",
            UciOption("Skill Level", "spin", -20, 20, ()),
        ),
        ("option name Clear Hash type button", UciOption("Clear Hash", "button", None, None, ())),
        (
            "option  name Style  type combo default Normal var Solid var Normal",
            UciOption("Style", "combo", None, None, ("Solid", "Normal")),
        ),
        ("option name Log type string default <empty>", UciOption("Log", "string", None, None, ())),
        ("option name Broken", None),
        ("id name option", None),
        ("", None),
    ],
)
def test_options_are_read(line: str, option: UciOption | None) -> None:
    """As Stockfish and Fairy-Stockfish write them; spaces do not matter."""
    assert read_option(line) == option


@given(
    st.one_of(st.text(), st.text().map("option name {} type spin min 1".format), st.from_regex(r"option name .* .*"))
)
def test_any_line_can_be_read(line: str) -> None:
    """It tells of an option or of none."""
    option = read_option(line)
    assert option is None or option.name


SKILL = UciOption("Skill Level", "spin", -20, 20, ())


@pytest.mark.parametrize(
    ("option", "value", "sentence"),
    [
        (SKILL, "21", "Skill Level of fish is a whole number from -20 to 20, got '21'"),
        (SKILL, "weak", "is a whole number from -20 to 20, got 'weak'"),
        (SKILL, "1.5", "is a whole number"),
        (UciOption("Ponder", "check", None, None, ()), "yes", "Ponder of fish is true or false, got 'yes'"),
        (
            UciOption("UCI_Variant", "combo", None, None, ("chess", "breakthrough")),
            "breakthru",
            "unknown UCI_Variant of fish 'breakthru'; did you mean breakthrough",
        ),
    ],
)
def test_values_that_would_be_ignored_are_refused(option: UciOption, value: str, sentence: str) -> None:
    """A program says nothing when it ignores one."""
    with pytest.raises(UsageError, match=sentence):
        option.refuse("fish", value)


@pytest.mark.parametrize("value", ["-20", "0", "20"])
def test_values_in_range_are_taken(value: str) -> None:
    """The ends too."""
    SKILL.refuse("fish", value)
    UciOption("Nodes", "spin", None, None, ()).refuse("fish", value)


def test_games_that_uci_knows() -> None:
    """By a table; a variant that is named stands for any game."""
    game = uci_game_of(load_game("breakthrough"))
    assert (game.variant, game.move("a2-a3"), game.start(load_game("breakthrough"))) == (
        "breakthrough",
        "a2a3",
        "startpos",
    )
    assert uci_game_of(load_game("breakthrough:rows=6,columns=6"), "mini").variant == "mini"
    assert uci_game_of(load_game("tic_tac_toe"), "tictactoe").variant == "tictactoe"


def test_games_that_it_does_not_know_are_refused() -> None:
    """With what can be done."""
    with pytest.raises(UnsuitableError, match="UCI has no variant for kalah, as far as we know; name one"):
        uci_game_of(load_game("kalah"))
    with pytest.raises(UnsuitableError, match="UCI knows breakthrough with rows=8 only, got breakthrough:rows=6"):
        uci_game_of(load_game("breakthrough:rows=6"))


def test_the_table_holds_games_that_exist() -> None:
    """With parameters that they have."""
    for name, known in UCI_GAMES.items():
        assert known.parameters.items() <= load_game(name).parameters.items() or known.parameters


def test_unknown_names_are_names_that_nothing_answers_to() -> None:
    """So that the nearest ones are at hand."""
    with pytest.raises(UnknownNameError) as caught:
        UciOption("Style", "combo", None, None, ("Solid",)).refuse("fish", "solid")
    assert caught.value.nearest == ["Solid"]
