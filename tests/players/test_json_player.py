"""A player that is another program, by the line protocol: any game, and whatever it may answer."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.engines.commands import fake

from monteverde.arena import match, play_game
from monteverde.engines.clocks import clock_from
from monteverde.errors import EngineError, UnsuitableError, UsageError
from monteverde.game import load_game
from monteverde.game_clock import read_clock
from monteverde.players import JsonPlayer, Remark, load_player

TIC_TAC_TOE = load_game("tic_tac_toe")


@pytest.fixture
def players() -> Iterator[list[JsonPlayer]]:
    """Players whose programs are ended after the test."""
    made: list[JsonPlayer] = []
    yield made
    for player in made:
        player.close()


def player_of(players: list[JsonPlayer], behaviour: str) -> JsonPlayer:
    """Return a player that runs the fake program."""
    player = load_player(f"json:command={fake('json', behaviour)},timeout=60,name=fake", iterations=50)
    assert isinstance(player, JsonPlayer)
    players.append(player)
    return player


@pytest.mark.parametrize("game", ["tic_tac_toe", "pig", "kalah", "dots_and_boxes:rows=2,columns=2,players=3", "kayles"])
def test_any_game_is_played(players: list[JsonPlayer], game: str) -> None:
    """With chance, with several players, with moves in a row: by numbers and by names."""
    seats = load_game(game).num_players
    seated = [player_of(players, "number"), player_of(players, "name"), player_of(players, "quiet")][:seats]
    record = play_game(seated, game, seed=2)
    assert record.forfeit is None
    assert record.remarks[0] is None
    assert record.remarks[2:] == (None,) * (seats - 2)
    if seats > 1:
        assert record.remarks[1] == Remark(f"rewards {list(record.returns)}, here {list(record.returns)}", True)


def test_what_it_is_told(players: list[JsonPlayer], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All of the position, each time."""
    monkeypatch.setenv("FAKE_LOG", str(tmp_path / "log"))
    player = player_of(players, "name")
    player.start_game(TIC_TAC_TOE, 7)
    player.choose(TIC_TAC_TOE.initial().play_all("a1 b2"))
    player.close()
    told = [json.loads(line) for line in (tmp_path / "log").read_text().splitlines()]
    assert told[0] == {"command": "hello", "id": 1, "protocol": 1}
    assert told[1] == {"command": "new_game", "id": 2, "game": "tic_tac_toe", "players": ["X", "O"], "seed": 7}
    assert (
        told[2].items()
        >= {
            "command": "choose",
            "id": 3,
            "game": "tic_tac_toe",
            "moves": ["a1", "b2"],
            "player": 0,
            "iterations": 50,
            "seconds": None,
        }.items()
    )
    assert told[3] == {"command": "quit", "id": 0}


def test_the_clock_is_told(players: list[JsonPlayer], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The whole of it; beside it the budget that was asked for, and none if none was."""
    monkeypatch.setenv("FAKE_LOG", str(tmp_path / "log"))
    free = load_player(f"json:command={fake('json', 'name')},timeout=60")
    assert isinstance(free, JsonPlayer)
    players.append(free)
    for player in (player_of(players, "name"), free):
        player.clock = read_clock("600+5x30")
        player.choose(TIC_TAC_TOE.initial())
        player.close()
    told = [json.loads(line) for line in (tmp_path / "log").read_text().splitlines()]
    chosen = [message for message in told if message["command"] == "choose"]
    assert [(message["iterations"], message["seconds"]) for message in chosen] == [(50, None), (None, None)]
    for message in chosen:
        assert clock_from(message["clock"]) == read_clock("600+5x30")


@pytest.mark.parametrize(
    ("behaviour", "reason"),
    [
        ("illegal", r"python\S* chose -7, which is not legal here"),
        ("illegal name", "chose 'z99', which is not legal here"),
        ("flag", "chose True, which is not legal here"),
        ("fraction", "chose 0.0, which is not legal here"),
        ("list", r"chose \['a1'\], which is not legal here"),
        ("nothing", "chose 'neither action nor move', which is not legal here"),
        ("other id", "answered question 2 when it was asked 'choose', 3"),
        ("error", "refused 'choose': {'code': 3}"),
        ("array", r"did not answer 'choose': '\[1, 2\]' is no JSON object"),
        ("garbage", "did not answer 'choose': 'good move!' is no JSON: Expecting value"),
        ("nested", "is no JSON: it is nested too deeply"),
        ("nan", "NaN is no number of JSON"),
    ],
)
def test_what_it_does_wrong_loses_the_game(players: list[JsonPlayer], behaviour: str, reason: str) -> None:
    """With one reason, in one line."""
    record = play_game([player_of(players, behaviour), "random"], TIC_TAC_TOE)
    assert record.forfeit is not None
    assert re.search(reason, record.forfeit.reason)
    assert record.forfeit.reason.isprintable()
    assert players[0]._process is None


def test_hanging_loses_too(players: list[JsonPlayer]) -> None:
    """After the time that it was given; a fresh process is there for the next game."""
    player = player_of(players, "hang")
    player.start_game(TIC_TAC_TOE, 0)
    assert player._client is not None
    player._client.seconds = 0.5
    with pytest.raises(EngineError, match=r"did not answer within 0\.5 s when it was sent"):
        player.choose(TIC_TAC_TOE.initial())
    assert player._client is None
    player.start_game(TIC_TAC_TOE, 0)
    assert player._client is not None


def test_another_result_than_ours_is_told(players: list[JsonPlayer]) -> None:
    """By what each player gets."""
    record = play_game([player_of(players, "sore"), "random"], TIC_TAC_TOE, seed=1)
    assert record.remarks[0] == Remark(f"rewards [9, 9], here {list(record.returns)}", False)


def test_a_game_that_it_refuses_ends_all(players: list[JsonPlayer]) -> None:
    """It would lose each one so; neither can one speak to a newer protocol."""
    with pytest.raises(UnsuitableError, match="refused 'new_game': I play chess; it cannot play tic_tac_toe"):
        play_game([player_of(players, "choosy"), "random"], TIC_TAC_TOE)
    with pytest.raises(UnsuitableError, match="speaks protocol 2, here it is 1"):
        play_game([player_of(players, "newer"), "random"], TIC_TAC_TOE)


def test_a_program_that_fails_when_a_game_begins_is_tried_again(players: list[JsonPlayer]) -> None:
    """It loses the game if it fails once more, when it is asked."""
    player = player_of(players, "name")
    player.start_game(TIC_TAC_TOE, 0)
    player.close()
    player._program = ["/bin/sh", "-c", "exit 4"]
    player.start_game(TIC_TAC_TOE, 0)
    with pytest.raises(EngineError, match=r"sh ended \(exit code 4\) when it was sent '{\"command\": \"hello\""):
        player.choose(TIC_TAC_TOE.initial())


def test_a_program_that_never_answers_ends_all(players: list[JsonPlayer]) -> None:
    """To lose a hundred games by a misspelt option would say nothing about strength."""
    player = player_of(players, "name")
    player._program = ["/bin/sh", "-c", "echo 'unknown option: --levle' >&2; exit 4"]
    sentence = r"sh ended \(exit code 4; the last it said: unknown option: --levle\) when .* look at its command line"
    with pytest.raises(UsageError, match=sentence):
        match([player, "random"], TIC_TAC_TOE, games=2)


def test_positions_of_another_game_begin_one(players: list[JsonPlayer]) -> None:
    """Whoever asks without saying so, such as for advice."""
    player = player_of(players, "name")
    assert player.choose(load_game("nim").initial()) == load_game("nim").initial().legal_actions()[-1]
    assert player.choose(TIC_TAC_TOE.initial()) == 8
    assert player.end_game(load_game("nim").initial()) is None


@pytest.mark.parametrize("text", ["json", "json:", "json:timeout=3"])
def test_a_program_has_to_be_named(text: str) -> None:
    """One sentence."""
    with pytest.raises(UsageError, match="no program is named; write its command line after the colon"):
        load_player(text)
