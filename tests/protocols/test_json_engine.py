"""The engine of the line protocol: each command, and whatever else may come in."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import monteverde as mv
from monteverde.budget import Budget
from monteverde.errors import UsageError
from monteverde.players import ExactPlayer, SearchPlayer
from monteverde.protocols.json_engine import COMMANDS, JsonEngine


def engine_of(game: str | None = "tic_tac_toe", player: str = "random", **options: Any) -> JsonEngine:
    """Return an engine; one that costs nothing if no player is named."""
    return JsonEngine(None if game is None else mv.load_game(game), player, seed=1, **options)


def said(engine: JsonEngine, command: str, **fields: Any) -> dict[str, Any]:
    """Return the answer to a question, which is one line."""
    (line,) = engine.respond(json.dumps({"command": command, **fields}))
    assert line.endswith("\n")
    assert line.isascii()
    answer = json.loads(line)
    assert isinstance(answer, dict)
    return answer


def test_who_it_is() -> None:
    """The protocol, the name, and all commands; ids come back."""
    assert said(engine_of(None), "hello", id=7, protocol=1) == {
        "id": 7,
        "protocol": 1,
        "name": "Monteverde",
        "version": mv.__version__,
        "commands": list(COMMANDS),
    }
    assert said(engine_of(), "quit", id="last") == {"id": "last"}


def test_games_are_listed() -> None:
    """With a line about each."""
    games = said(engine_of(None), "games")["games"]
    assert list(games) == mv.game_names()
    assert games["nim"] == mv.load_game("nim").description


def test_a_game_is_played() -> None:
    """Each answer tells the position."""
    engine = engine_of(None)
    begun = said(engine, "new_game", game="hex:size=2,swap=true", seed=3)
    assert (begun["game"], begun["player_name"], begun["moves"], begun["is_over"]) == (
        "hex:size=2,swap=true",
        "Black",
        [],
        False,
    )
    assert said(engine, "play", move="a1")["moves"] == ["a1"]
    assert said(engine, "play", action=1)["moves"] == ["a1", "b1"]
    assert said(engine, "undo")["actions"] == [0]
    assert said(engine, "undo")["actions"] == []
    assert said(engine, "undo") == {"error": "there is no move to take back"}
    over = said(engine, "position", moves=["a1", "b1", "a2"])
    assert (over["is_over"], over["rewards"]) == (True, [1.0, 0.0])
    assert said(engine, "end_game") == {"rewards": [1.0, 0.0]}
    assert said(engine, "choose") == {"error": "the game is over; there is nothing to choose"}
    assert said(engine, "position", moves=["a1"])["player_name"] == "White"
    assert said(engine, "end_game") == {"error": "the game is not over"}


def test_what_it_chooses_is_not_played() -> None:
    """The other program says what is played; numbers count before names."""
    engine = engine_of()
    answer = said(engine, "choose", id=1, moves=["what", "ever"], actions=[0, 1, 2, 3, 4, 5, 7])
    assert answer["action"] in (6, 8)
    assert answer["move"] == mv.load_game("tic_tac_toe").initial().action_name(answer["action"])
    assert len(said(engine, "position")["actions"]) == 7


def test_an_analysis_is_what_was_found() -> None:
    """All of the result; null for players that find nothing."""
    engine = engine_of(player="uct", iterations=40)
    answer = said(engine, "choose", moves=["a1", "a2", "b1", "b2"], analysis=True)
    assert answer["move"] == "c1"
    assert answer["analysis"]["simulations"] == 40
    assert said(engine_of(player="pvs"), "choose", moves="a1 a2 b1 b2".split(), analysis=True)["analysis"]["proven"]
    assert said(engine_of(), "choose", analysis=True)["analysis"] is None
    assert "analysis" not in said(engine, "choose", analysis=False)


def test_budgets() -> None:
    """That of the question, else that of the beginning, which comes back."""
    engine = engine_of(player="uct", iterations=9)
    assert isinstance(engine.player, SearchPlayer)
    for fields, budget in (
        ({}, Budget(9)),
        ({"iterations": 5}, Budget(5)),
        ({"seconds": 0.01, "iterations": None}, Budget(None, 0.01)),
        ({"seconds": 9, "iterations": 5}, Budget(5, 9)),
        ({"seconds": None}, Budget(9)),
    ):
        assert "error" not in said(engine, "choose", **fields)
        assert engine.player.budget == budget
    exact = engine_of(player="pvs")
    said(exact, "choose", moves=["a1", "a2", "b1", "b2"], seconds=3)
    assert isinstance(exact.player, ExactPlayer)
    assert exact.player.seconds == 3


def test_a_clock_says_how_long_it_thinks(monkeypatch: pytest.MonkeyPatch) -> None:
    """For one answer; a budget beside it is the most. Without either it has what it was started with."""
    seen: list[float | None] = []
    run = mv.Search.run

    def noted(search: mv.Search, *, seconds: float | None = None, **options: Any) -> None:
        seen.append(seconds)
        run(search, seconds=seconds, **options)

    monkeypatch.setattr(mv.Search, "run", noted)
    engine = engine_of(player="uct", iterations=5)
    for limits in ({"clock": {"main": 0.5}, "seconds": 9}, {"clock": {"main": 900}, "seconds": 0.01}, {}):
        assert "error" not in said(engine, "choose", **limits)
    assert seen[0] is not None
    assert 0.0 < seen[0] <= 0.15
    assert seen[1] is not None
    assert 0.0 < seen[1] <= 0.01
    assert seen[2] is None
    assert engine.player.clock is None
    assert said(engine, "choose", clock={"main": "long"})["error"] == "main of the clock is 'long'; it must be a number"


def test_seeds_make_it_repeatable() -> None:
    """The same seed, the same choices."""
    games = []
    for seed in (1, 1, 2):
        engine = engine_of("gomoku:5")
        said(engine, "new_game", seed=seed)
        games.append([said(engine, "choose")["action"] for _ in range(8)])
    assert games[0] == games[1] != games[2]


def test_chance_is_played_by_the_other_program() -> None:
    """Nobody chooses there."""
    engine = engine_of("pig")
    assert said(engine, "play", action=0)["player_name"] == "chance"
    assert said(engine, "choose") == {"error": "chance moves here; play an outcome"}
    assert said(engine, "play", action=1)["player"] >= 0


@pytest.mark.parametrize(
    ("fields", "error"),
    [
        ({}, 'a question needs a command, such as {"command": "hello"}; known: hello, games'),
        ({"command": 3}, "a question needs a command"),
        ({"command": "chose"}, "unknown command 'chose'; did you mean choose?"),
        ({"command": "play"}, "None is no move; a name or a number is expected"),
        ({"command": "play", "move": True}, "True is no move"),
        ({"command": "play", "move": ["a1"]}, "['a1'] is no move"),
        ({"command": "play", "move": "z9"}, "move 1: 'z9' is not legal for X here"),
        ({"command": "play", "action": 10**30}, "is not legal for X here"),
        ({"command": "play", "action": -1}, "move 1: -1 is not legal"),
        ({"command": "position", "moves": "a1"}, "moves is no list"),
        ({"command": "position", "moves": ["a1", "a1"]}, "move 2: 'a1' is not legal for O here"),
        ({"command": "position", "moves": [None]}, "None is no move"),
        ({"command": "choose", "seconds": "soon"}, "seconds is 'soon'; it must be a number"),
        ({"command": "choose", "seconds": True}, "seconds is True; it must be a number"),
        ({"command": "choose", "seconds": -1}, "seconds is -1; it must be a finite number above 0"),
        ({"command": "choose", "iterations": 0}, "iterations is 0; it must be a whole number of at least 1"),
        ({"command": "choose", "iterations": 1.5}, "iterations is 1.5; it must be a whole number"),
        ({"command": "choose", "analysis": 1}, "analysis is 1; it must be true or false"),
        ({"command": "new_game", "game": "hexx"}, "unknown game 'hexx'; did you mean hex"),
        ({"command": "new_game", "game": ["hex"]}, "game is ['hex']; it must be a game's name"),
        ({"command": "new_game", "game": "hex:size=99"}, "hex needs a size of 1 to 26"),
        ({"command": "new_game", "seed": -1}, "seed is -1; it must be at least 0"),
        ({"command": "new_game", "game": "own.py:Nim"}, "'own.py:Nim' is a game in a file"),
        ({"command": "hello", "id": 1.5}, "an id is a whole number or text"),
        ({"command": "hello", "id": {}}, "an id is a whole number or text"),
    ],
)
def test_what_cannot_be_answered_is_said(fields: dict[str, Any], error: str) -> None:
    """In one sentence, and the game is as it was."""
    engine = engine_of(player="uct", iterations=5)
    answer = engine.answer(json.dumps(fields))
    assert list(answer) == ["error"]
    assert error in answer["error"]
    assert said(engine, "position")["moves"] == []


def test_an_error_has_the_id_of_its_question() -> None:
    """So that it can be told which one it was."""
    assert said(engine_of(), "fly", id=12)["id"] == 12


@pytest.mark.parametrize("command", ["position", "play", "undo", "choose", "end_game"])
def test_nothing_can_be_done_before_a_game(command: str) -> None:
    """The answer says what to send."""
    answer = said(engine_of(None), command, move="a1", moves=[])
    assert answer == {"error": 'no game has begun; send {"command": "new_game", "game": "hex:11"} first'}
    assert "a new game needs a name" in said(engine_of(None), "new_game")["error"]


def test_a_game_of_ones_own_is_named_at_the_start(tmp_path: Path) -> None:
    """It is known by its name then; what is in a file is never run because a line says so."""
    path = tmp_path / "own.py"
    path.write_text((Path(mv.__file__).parent / "games" / "tic_tac_toe.py").read_text())
    engine = JsonEngine(mv.load_game(str(path)), "random")
    own = engine._own_game
    assert own is not None
    assert said(engine, "new_game", game=own.spec)["legal"]
    assert engine._line[0].game is own
    path.write_text("raise SystemExit")
    assert "is a game in a file" in said(engine, "new_game", game=str(path))["error"]


def test_people_and_unusable_players_are_refused() -> None:
    """A person would type where the protocol is spoken."""
    with pytest.raises(UsageError, match="a person cannot play over the line protocol"):
        engine_of(player="human")
    with pytest.raises(UsageError, match="unknown player"):
        engine_of(player="utc")


def test_a_player_that_does_not_suit_is_told() -> None:
    """The engine goes on."""
    engine = engine_of("pig", "pvs")
    assert "error" in said(engine, "choose")
    assert "legal" in said(engine, "new_game", game="tic_tac_toe")


def test_empty_lines_have_no_answer() -> None:
    """Neither have spaces."""
    assert [*engine_of().respond("\n"), *engine_of().respond("  \r\n")] == []


VALUES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 12),
    st.floats(),
    st.sampled_from(["a1", "b2", "tic_tac_toe", "nim", "hex:2", "", "x.py"]),
    st.lists(st.one_of(st.integers(-1, 9), st.sampled_from(["a1", "b2", "c3"])), max_size=4),
)
FIELDS = st.dictionaries(st.sampled_from("id move action moves actions game seed analysis iterations".split()), VALUES)


@given(
    st.lists(
        st.one_of(
            st.tuples(st.sampled_from([*COMMANDS, "fly"]), FIELDS).map(
                lambda pair: json.dumps({"command": pair[0], **pair[1]})
            ),
            st.text(max_size=30),
        ),
        max_size=15,
    )
)
def test_nothing_that_comes_in_breaks_it(lines: list[str]) -> None:
    """One object for each line that is not empty."""
    engine = engine_of()
    for line in lines:
        answers = list(engine.respond(line))
        assert len(answers) == bool(line.strip())
        assert all(isinstance(json.loads(answer), dict) for answer in answers)
    assert said(engine, "hello", id=1)["id"] == 1
