"""Messages of the line protocol: what is one, and what is told of a position."""

from __future__ import annotations

import contextlib
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from monteverde.engines.jsonl import JsonRefusedError, read_answer
from monteverde.engines.messages import decode, described, encode
from monteverde.errors import EngineError, UsageError
from monteverde.game import load_game


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("", "'' is no JSON: Expecting value"),
        ("hello", "'hello' is no JSON: Expecting value"),
        ('{"command": "hello"', "is no JSON: Expecting"),
        ("[1]", r"'\[1\]' is no JSON object; an object such as"),
        ("null", "'null' is no JSON object"),
        ('{"a": NaN}', "NaN is no number of JSON"),
        ('{"a": -Infinity}', "-Infinity is no number of JSON"),
        ("[" * 100_000, "it is nested too deeply"),
        ('{"a":' * 100_000, "it is nested too deeply"),
        (f'{{"a": {"9" * 10_000}}}', "is no JSON: Exceeds the limit"),
    ],
)
def test_what_is_no_message_is_told(line: str, sentence: str) -> None:
    """In one short line."""
    with pytest.raises(UsageError, match=sentence) as caught:
        decode(line)
    assert str(caught.value).isprintable()
    assert len(str(caught.value)) < 300


@given(st.one_of(st.text(), st.binary().map(lambda content: content.decode("utf-8", "replace"))))
def test_any_line_is_a_message_or_an_error(line: str) -> None:
    """Nothing else is raised."""
    with contextlib.suppress(UsageError):
        assert isinstance(decode(line), dict)


JSON = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(allow_nan=False, allow_infinity=False), st.text()),
    lambda inner: st.one_of(st.lists(inner), st.dictionaries(st.text(), inner)),
    max_leaves=10,
)


@given(JSON)
def test_any_answer_is_one_or_an_error(value: object) -> None:
    """Objects without an error, whose id is that of the question, are answers."""
    line = json.dumps(value)
    try:
        assert read_answer(line, "fish", "choose", 3) == value
    except EngineError:
        assert not isinstance(value, dict) or "error" in value or value.get("id") != 3


@given(st.dictionaries(st.sampled_from(["id", "error", "action", "move"]), JSON))
def test_answers_that_are_nearly_right(value: dict[str, object]) -> None:
    """An error is a refusal, whatever is in it, unless it belongs to another question."""
    if value.get("id", 3) != 3:
        with pytest.raises(EngineError, match="when it was asked 'choose', 3"):
            read_answer(encode(value), "fish", "choose", 3)
    elif "error" in value:
        with pytest.raises(JsonRefusedError, match="fish refused 'choose': "):
            read_answer(encode(value), "fish", "choose", 3)
    else:
        assert read_answer(encode(value), "fish", "choose", 3) == value


def test_messages_are_lines() -> None:
    """Of ASCII, whatever is in them."""
    line = encode({"move": "d4\n●"})
    assert line == '{"move": "d4\\n\\u25cf"}'
    assert decode(line) == {"move": "d4\n●"}


def test_a_position_is_told() -> None:
    """Whose turn it is and what is legal; at the end what each player got; at chance nodes how likely what is."""
    game = load_game("tic_tac_toe")
    told = described(game.initial().play_all("a1 b2"), ["a1", "b2"])
    assert told["legal"][0] == {"action": 1, "move": "b1"}
    assert {**told, "legal": len(told["legal"]), "board": ""} == {
        "game": "tic_tac_toe",
        "moves": ["a1", "b2"],
        "actions": [0, 4],
        "is_over": False,
        "player": 0,
        "player_name": "X",
        "legal": 7,
        "board": "",
    }
    over = described(game.initial().play_all("a1 a2 b1 b2 c1"), [])
    assert (over["is_over"], over["rewards"], "legal" in over) == (True, [1.0, 0.0], False)
    pig = load_game("pig").initial()
    rolled = described(pig.play(pig.legal_actions()[0]), [])
    assert (rolled["player"], rolled["player_name"]) == (-1, "chance")
    assert sum(outcome["probability"] for outcome in rolled["legal"]) == pytest.approx(1)
    encode(rolled)
