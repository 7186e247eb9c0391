"""The one grammar: what is written is read back, values have the types of the defaults, mistakes are told."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from monteverde.errors import UnknownNameError, UsageError
from monteverde.spec import Spec, arguments_for, format_spec, parameters_of, parse_spec

names = st.from_regex(r"[a-z][a-z_0-9]{0,10}", fullmatch=True)
plain_text = st.text(st.characters(codec="ascii", exclude_characters=",", min_codepoint=33), max_size=10)
values = st.one_of(st.integers(), st.floats(allow_nan=False), st.booleans(), plain_text)


def shop(size: int = 11, price: float = 1.5, swap: bool = False, label: str = "none") -> None:
    """Has parameters of every type."""


@given(name=names, arguments=st.dictionaries(names, values, max_size=4))
def test_what_is_written_is_read_back(name: str, arguments: dict[str, Any]) -> None:
    """Names and arguments survive being written as text and read with the types of their defaults."""
    spec = parse_spec(format_spec(name, arguments))
    assert spec.name == name
    assert dict(spec.arguments) == {key: _as_text(value) for key, value in arguments.items()}


def _as_text(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


@given(size=st.integers(), price=st.floats(allow_nan=False), swap=st.booleans(), label=plain_text)
def test_values_are_read_back_as_they_were(size: int, price: float, swap: bool, label: str) -> None:
    """Every bit of a number, and every letter of a text without commas, comes back."""
    arguments = {"size": size, "price": price, "swap": swap, "label": label}
    assert arguments_for(shop, parse_spec(format_spec("shop", arguments))) == arguments


@given(name=names, value=st.text(st.characters(codec="ascii", exclude_characters="="), min_size=1, max_size=20))
def test_a_value_without_a_key_is_the_rest_of_the_text(name: str, value: str) -> None:
    """It may have commas, colons, spaces and brackets in it: a game tree, a command."""
    if len(name) > 1:
        assert parse_spec(f"{name}:{value}") == Spec(name, value, {})


@pytest.mark.parametrize(
    ("text", "spec"),
    [
        ("uct", Spec("uct", None, {})),
        ("uct:", Spec("uct", None, {})),
        (" uct ", Spec("uct", None, {})),
        ("hex:11", Spec("hex", "11", {})),
        ("hex:size=5,swap=true", Spec("hex", None, {"size": "5", "swap": "true"})),
        ("hex: size = 5 , swap = true", Spec("hex", None, {"size": "5", "swap": "true"})),
        ("a:b=c=d", Spec("a", None, {"b": "c=d"})),
        ("gtp:gnugo --mode gtp --level=1", Spec("gtp", "gnugo --mode gtp --level=1", {})),
        ("gtp:python engine.py", Spec("gtp", "python engine.py", {})),
        ("learned:file=net.py", Spec("learned", None, {"file": "net.py"})),
    ],
)
def test_reads_names(text: str, spec: Spec) -> None:
    """A name, a name with a value, a name with keys; spaces around them do not count."""
    assert parse_spec(text) == spec


@pytest.mark.parametrize(
    ("text", "path", "object_name", "value", "arguments"),
    [
        ("mygame.py", "mygame.py", None, None, {}),
        ("mygame.py:", "mygame.py", None, None, {}),
        ("mygame.py:Nim", "mygame.py", "Nim", None, {}),
        ("mygame.py:Nim:20", "mygame.py", "Nim", "20", {}),
        ("mygame.py:Nim:heap=20", "mygame.py", "Nim", None, {"heap": "20"}),
        ("mygame.py:heap=20", "mygame.py", None, None, {"heap": "20"}),
        ("../my games/a.b/nim.py:Nim", "../my games/a.b/nim.py", "Nim", None, {}),
        ("/home/me.python/nim.py:Nim", "/home/me.python/nim.py", "Nim", None, {}),
        ("old.py/nim.py", "old.py/nim.py", None, None, {}),
        ("C:/games/nim.py:Nim", "C:/games/nim.py", "Nim", None, {}),
    ],
)
def test_reads_files(text: str, path: str, object_name: Any, value: Any, arguments: Any) -> None:
    """A Python file, perhaps a name in it, perhaps arguments."""
    spec = parse_spec(text)
    assert (spec.path, spec.object_name) == (path, object_name)
    assert (spec.value, dict(spec.arguments)) == (value, arguments)


@pytest.mark.parametrize("text", ["hex", "happy", "a.pyx", "hex:5", "x.pyc:Nim"])
def test_other_names_have_no_path(text: str) -> None:
    """Only a name that ends in .py is a file."""
    spec = parse_spec(text)
    assert (spec.path, spec.object_name) == (None, None)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "'' names nothing; write name, name:value or name:key=value,key=value"),
        (":5", "':5' names nothing"),
        ("hex:size=5,", "'' in 'hex:size=5,' is not key=value"),
        ("hex:size=5,swap", "'swap' in 'hex:size=5,swap' is not key=value"),
        ("hex:size=5,=6", "'=6' in 'hex:size=5,=6' is not key=value"),
        ("hex:size=5,size=6", "'size' is given twice in 'hex:size=5,size=6'"),
    ],
)
def test_what_does_not_fit_the_grammar_is_told(text: str, complaint: str) -> None:
    """The part that does not fit is in the sentence."""
    with pytest.raises(UsageError) as error:
        parse_spec(text)
    assert str(error.value).startswith(complaint)


def test_a_value_goes_to_the_first_parameter() -> None:
    """`hex:11` is `hex:size=11`."""
    assert arguments_for(shop, parse_spec("shop:7")) == {"size": 7}


def test_a_default_of_none_is_a_number() -> None:
    """A parameter whose default depends on others is read as a number, and what is none is refused."""

    def stall(size: int = 9, rent: float | None = None) -> None: ...

    assert arguments_for(stall, parse_spec("stall:rent=7.5")) == {"rent": 7.5}
    with pytest.raises(UsageError, match="rent=dear of stall is not a number; leave it out for what is usual"):
        arguments_for(stall, parse_spec("stall:rent=dear"))


@pytest.mark.parametrize(
    ("text", "value"), [("true", True), ("Yes", True), ("on", True), ("1", True), ("false", False), ("NO", False)]
)
def test_reads_truths(text: str, value: bool) -> None:
    """People write them in many ways."""
    assert arguments_for(shop, parse_spec(f"shop:swap={text}")) == {"swap": value}


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("size=big", "size=big of shop is not a whole number; the default is 11"),
        ("size=5.5", "size=5.5 of shop is not a whole number"),
        ("price=dear", "price=dear of shop is not a number; the default is 1.5"),
        ("swap=maybe", "swap=maybe of shop is not a yes or no; write swap=true or swap=false"),
    ],
)
def test_a_value_of_the_wrong_type_is_told(text: str, complaint: str) -> None:
    """The sentence has the key, the value and what was expected."""
    with pytest.raises(UsageError) as error:
        arguments_for(shop, parse_spec(f"shop:{text}"))
    assert str(error.value).startswith(complaint)


def test_an_unknown_key_gets_the_nearest() -> None:
    """A misspelt parameter is answered with the one that was meant."""
    with pytest.raises(UnknownNameError, match=r"unknown parameter of shop 'sise'; did you mean size\?") as error:
        arguments_for(shop, parse_spec("shop:sise=5"))
    assert error.value.nearest == ["size"]


def test_a_value_for_nothing_is_told() -> None:
    """What takes no parameters says so."""
    with pytest.raises(UsageError, match="tictac takes no parameters, got '5'"):
        arguments_for(lambda: None, parse_spec("tictac:5"))


def test_parameters_come_in_order_with_their_defaults() -> None:
    """The first is the one that a bare value goes to."""
    assert list(parameters_of(shop).items()) == [("size", 11), ("price", 1.5), ("swap", False), ("label", "none")]


def test_nothing_is_written_for_no_arguments() -> None:
    """A name alone is the shortest text."""
    assert format_spec("hex", {}) == "hex"
