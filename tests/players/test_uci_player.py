"""A player that is another program, by UCI: options, variants that it must have, and what it may do wrong."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.engines.commands import fake

from monteverde.arena import play_game
from monteverde.budget import Budget
from monteverde.engines.program import OFTEN_MISSING
from monteverde.engines.variants import uci_game_of
from monteverde.errors import UnknownNameError, UnsuitableError, UsageError
from monteverde.game import load_game
from monteverde.game_clock import read_clock
from monteverde.players import UciPlayer, load_player
from monteverde.players.uci_player import UciLimits

BREAKTHROUGH = load_game("breakthrough")
LEGAL = [BREAKTHROUGH.initial().action_name(a).replace("-", "") for a in BREAKTHROUGH.initial().legal_actions()]


@pytest.fixture(autouse=True)
def log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the fake program notes what it is told; it begins breakthrough as we do."""
    path = tmp_path / "log"
    monkeypatch.setenv("FAKE_LOG", str(path))
    monkeypatch.setenv("FAKE_LEGAL", " ".join(LEGAL))
    monkeypatch.setenv("FAKE_MOVES", "a2a3 a3a4 a4a5")
    return path


@pytest.fixture
def players() -> Iterator[list[UciPlayer]]:
    """Players whose programs are ended after the test."""
    made: list[UciPlayer] = []
    yield made
    for player in made:
        player.close()


def player_of(players: list[UciPlayer], behaviour: str = "good", parameters: str = "", **budget: float) -> UciPlayer:
    """Return a player that runs the fake program."""
    command = fake("uci", behaviour)
    player = load_player(f"uci:command={command},timeout=60{parameters}", **budget)  # type: ignore[arg-type]
    assert isinstance(player, UciPlayer)
    players.append(player)
    return player


def test_what_it_is_told(players: list[UciPlayer], log: Path) -> None:
    """Options, the variant, and each position by all its moves."""
    player, start = (
        player_of(players, parameters=",skill=-10,ponder=false,style=Solid,log_file=x y"),
        BREAKTHROUGH.initial(),
    )
    assert start.action_name(player.choose(start)) == "a2-a3"
    assert start.action_name(player.choose(start.play_all("a2-a3 h7-h6"))) == "a3-a4"
    assert log.read_text().splitlines() == [
        "uci",
        "setoption name Skill Level value -10",
        "setoption name Ponder value false",
        "setoption name Style value Solid",
        "setoption name Log File value x y",
        "setoption name UCI_Variant value breakthrough",
        "ucinewgame",
        "isready",
        "position startpos",
        "go perft 1",
        "position startpos",
        "go movetime 1000",
        "position startpos moves a2a3 h7h6",
        "go movetime 1000",
    ]


def test_a_new_game_is_told(players: list[UciPlayer], log: Path) -> None:
    """The process stays."""
    player, start = player_of(players), BREAKTHROUGH.initial()
    for position in (start, start.play_all("a2-a3 h7-h6")):
        player.start_game(BREAKTHROUGH, 0)
        player.choose(position)
    assert log.read_text().count("ucinewgame") == 2
    assert log.read_text().splitlines().count("uci") == 1


@pytest.mark.parametrize(
    ("parameters", "budget", "words"),
    [
        ("", {"seconds": 0.25}, "movetime 250"),
        ("", {"seconds": 0.0001}, "movetime 1"),
        ("", {"iterations": 500}, "nodes 500"),
        ("", {"iterations": 500, "seconds": 2.0}, "movetime 2000 nodes 500"),
        (",nodes=70", {"seconds": 2.0}, "nodes 70"),
        (",depth=3", {"seconds": 2.0}, "depth 3"),
        (",depth=3,nodes=70", {}, "nodes 70 depth 3"),
        (",seconds=3", {"iterations": 500}, "movetime 3000"),
    ],
)
def test_limits(players: list[UciPlayer], log: Path, parameters: str, budget: dict[str, float], words: str) -> None:
    """Its own count before the budget of all."""
    player = player_of(players, "crlf", parameters, **budget)
    player.choose(BREAKTHROUGH.initial())
    assert log.read_text().splitlines()[-1] == f"go {words}"


@pytest.mark.parametrize(
    ("parameters", "budget", "clock", "words"),
    [
        ("", {}, "60+0.5", "wtime 60000 winc 500"),
        (",depth=3", {}, "60", "wtime 60000 depth 3"),
        ("", {"seconds": 2.0}, "60", "wtime 60000 movetime 2000"),
    ],
)
def test_clocks(
    players: list[UciPlayer], log: Path, parameters: str, budget: dict[str, float], clock: str, words: str
) -> None:
    """A second a move, where nothing was asked for, is no limit beside a clock."""
    player = player_of(players, "crlf", parameters, **budget)
    player.clock = read_clock(clock)
    player.choose(BREAKTHROUGH.initial())
    assert log.read_text().splitlines()[-1] == f"go {words}"


@pytest.mark.parametrize(
    ("behaviour", "reason"),
    [
        ("none", "found no move, where there are some"),
        ("short", "found no move, where there are some"),
        ("crash", r"ended \(exit code 1; the last it said: segmentation fault, more or less\) when it was sent 'go mo"),
        ("hang", "did not answer within 0.5 s when it was sent 'go movetime 1000'"),
        ("illegal", "played 'e2e4', which is not legal here"),
    ],
)
def test_what_it_does_wrong_loses_the_game(
    players: list[UciPlayer], behaviour: str, reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With one reason; e2e4 is chess."""
    if behaviour == "illegal":
        monkeypatch.setenv("FAKE_MOVES", "e2e4")
    player = player_of(players, behaviour)
    if behaviour == "hang":
        player.start_game(BREAKTHROUGH, 0)
        assert player._client is not None
        player._client.seconds = 0.5
    record = play_game([player, "random"], BREAKTHROUGH)
    assert record.forfeit is not None
    assert re.search(reason, record.forfeit.reason)
    assert player._process is None


def test_variants_that_it_does_not_list_are_refused(players: list[UciPlayer]) -> None:
    """It would play chess instead, without a word."""
    with pytest.raises(
        UnknownNameError, match=r"unknown UCI_Variant of python\S* 'breakthru'; did you mean breakthrough"
    ):
        player_of(players, parameters=",variant=breakthru").choose(BREAKTHROUGH.initial())
    assert players[0]._process is None


def test_another_game_than_ours_is_refused(players: list[UciPlayer], monkeypatch: pytest.MonkeyPatch) -> None:
    """By the legal moves of the first position."""
    monkeypatch.setenv("FAKE_LEGAL", "a2a3 a2a4")
    with pytest.raises(
        UnsuitableError, match="does not begin breakthrough as breakthrough begins: it has 2 legal moves"
    ):
        player_of(players).choose(BREAKTHROUGH.initial())


def test_a_game_of_ones_own_by_a_variant(players: list[UciPlayer], monkeypatch: pytest.MonkeyPatch) -> None:
    """Any game with the program's names for moves can be played: the first position is compared."""
    game = load_game("breakthrough:rows=4,columns=2")
    legal = [game.initial().action_name(a).replace("-", "") for a in game.initial().legal_actions()]
    monkeypatch.setenv("FAKE_LEGAL", " ".join(legal))
    monkeypatch.setenv("FAKE_MOVES", legal[0])
    assert player_of(players, parameters=",variant=clobber").choose(game.initial()) == game.initial().legal_actions()[0]


def test_chess_needs_no_variant(players: list[UciPlayer], log: Path) -> None:
    """Plain chess programs have no such option, and no perft."""
    player_of(players, parameters=",variant=chess").choose(BREAKTHROUGH.initial())
    assert not {"UCI_Variant", "perft"} & set(log.read_text().split())


@pytest.mark.parametrize(
    ("parameters", "sentence"),
    [
        (",skil=3", "unknown option of python.* 'skil'; did you mean skill_level"),
        (",skill=99", "Skill Level of python.* is a whole number from -20 to 20, got '99'"),
    ],
)
def test_options_that_it_does_not_have(players: list[UciPlayer], parameters: str, sentence: str) -> None:
    """Told when it is started, since only then is it known."""
    with pytest.raises(UsageError, match=sentence):
        play_game([player_of(players, parameters=parameters), "random"], BREAKTHROUGH)


def test_texts() -> None:
    """The command alone, or with parameters and options."""
    player = load_player("uci:sh -c true", iterations=9)
    assert isinstance(player, UciPlayer)
    assert (player.name, player.options, player.limits, player.budget) == ("uci:sh -c true", {}, UciLimits(), Budget(9))
    player = load_player("uci:command=sh,variant=chess,hash=16,nodes=5,name=fish")
    assert isinstance(player, UciPlayer)
    assert player.name == "fish"
    assert (player.variant, player.options, player.limits) == ("chess", {"hash": "16"}, UciLimits(5))


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("uci", "no program is named"),
        ("uci:skill=3", "no program is named"),
        ("uci:no-such-engine", "there is no program 'no-such-engine'"),
        ("uci:command=sh,nodes=-1", "nodes is -1; it must be at least 1"),
        ("uci:command=sh,depth=deep", "depth=deep of uci is not a whole number"),
        ("uci:command=sh,seconds=0", "seconds is 0.0"),
    ],
)
def test_texts_that_name_no_player(text: str, sentence: str) -> None:
    """One sentence, before anything is played."""
    with pytest.raises(UsageError, match=sentence):
        load_player(text)


HAS_FAIRY = any(shutil.which("fairy-stockfish", path=path) for path in (None, *OFTEN_MISSING))


@pytest.mark.skipif(not HAS_FAIRY, reason="needs Fairy-Stockfish: scripts/opponents.sh installs it")
def test_fairy_stockfish_plays_our_breakthrough() -> None:
    """A whole game without an illegal move."""
    fish = load_player("uci:command=fairy-stockfish,nodes=50")
    record = play_game(["random", fish], uci_game_of(BREAKTHROUGH).variant, seed=1)
    fish.close()
    assert record.forfeit is None
    assert record.outcome == "Black wins"
