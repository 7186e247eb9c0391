"""A player that is another program, by GTP: what it is told, what it may do wrong, and that a match goes on."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from tests.engines.commands import fake

import monteverde as mv
from monteverde.arena import match, play_game
from monteverde.budget import Budget
from monteverde.engines.program import OFTEN_MISSING
from monteverde.errors import EngineError, UnknownNameError, UnsuitableError, UsageError
from monteverde.game import load_game
from monteverde.game_clock import read_clock
from monteverde.players import GtpPlayer, Remark, load_player
from monteverde.players.engine_player import LEAST_TIMEOUT, TIMES_BUDGET

TIC_TAC_TOE = load_game("tic_tac_toe")
SECONDS = 60.0  # for an answer that comes
SHORT = 0.5  # for one that does not


@pytest.fixture
def log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the fake program notes what it is told."""
    path = tmp_path / "log"
    path.touch()
    monkeypatch.setenv("FAKE_LOG", str(path))
    return path


@pytest.fixture
def players() -> Iterator[list[GtpPlayer]]:
    """Players whose programs are ended after the test."""
    made: list[GtpPlayer] = []
    yield made
    for player in made:
        player.close()


def player_of(players: list[GtpPlayer], *arguments: str, clock: bool = True) -> GtpPlayer:
    """Return a player that runs the fake program."""
    player = GtpPlayer(fake("gtp", *arguments), Budget(seconds=2.0), clock=clock, timeout=SECONDS, name="fake")
    players.append(player)
    return player


@pytest.mark.parametrize("behaviour", ["good", "crlf", "slow", "noisy"])
def test_a_whole_game(players: list[GtpPlayer], behaviour: str) -> None:
    """Against itself by two processes: each plays the first empty cell, so that X has the diagonal."""
    record = play_game([player_of(players, behaviour) for _ in range(2)], TIC_TAC_TOE)
    assert record.moves == ("a1", "b1", "c1", "a2", "b2", "c2", "a3")
    assert record.outcome == "X wins"
    assert record.remarks == (Remark("final_score B+, as here", True),) * 2


def test_what_it_is_told(players: list[GtpPlayer], log: Path) -> None:
    """The board, the clock and a seed; then each move of the other once, and the last one before the score."""
    play_game([player_of(players, "good"), "random"], TIC_TAC_TOE, seed=3)
    told = log.read_text().splitlines()
    assert told[:3] == ["list_commands", "boardsize 3", "time_settings 0 2 1"]
    assert re.fullmatch(r"set_random_seed \d+", told[3])
    assert told[4] == "clear_board"
    assert all(re.fullmatch("play white [abc][123]", line) for line in told[5:-1])
    assert told[-1] == "final_score"


def test_the_clock_can_be_kept_from_it(players: list[GtpPlayer], log: Path) -> None:
    """Then it takes what time it likes."""
    player_of(players, "good", clock=False).choose(TIC_TAC_TOE.initial())
    assert "time_settings" not in log.read_text()


def test_the_clock_of_a_game_is_told(players: list[GtpPlayer], log: Path) -> None:
    """What it was set to, once a game, and what is left before each move, rounded down."""
    player = player_of(players, "good")
    for _ in range(2):
        play_game([player, "random"], TIC_TAC_TOE, seed=3, clock="90.5+2.5")
    told = log.read_text().splitlines()
    assert told.count("time_settings 90 2 1") == 2
    left = [line for line in told if line.startswith("time_left")]
    assert left[0] == "time_left black 90 0"
    assert left[1] == "time_left black 92 0"
    assert told[told.index("time_settings 90 2 1") + 1] == left[0]


def test_a_program_may_not_know_clocks(players: list[GtpPlayer], log: Path) -> None:
    """Then it is told nothing of them."""
    record = play_game([player_of(players, "good", "1", "list_commands"), "random"], TIC_TAC_TOE, clock="60")
    assert record.forfeit is None
    assert "time" not in log.read_text()


def test_it_may_think_as_long_as_its_clock(players: list[GtpPlayer]) -> None:
    """Before it counts as hanging; unless it was told how long to wait."""
    players.append(GtpPlayer(fake("gtp", "good"), Budget()))
    for player, seconds in ((players[0], LEAST_TIMEOUT + TIMES_BUDGET + 600), (player_of(players, "good"), SECONDS)):
        player.clock = read_clock("600")
        player.choose(TIC_TAC_TOE.initial())
        assert player._client is not None
        assert player._client.seconds == seconds


def test_go_has_a_komi(players: list[GtpPlayer], log: Path) -> None:
    """Two passes end the game; the score of the program is held against ours."""
    game = load_game("go:size=2,komi=0.5")
    record = play_game([player_of(players, "pass") for _ in range(2)], game)
    assert record.moves == ("pass", "pass")
    assert "komi 0.5" in log.read_text().splitlines()
    assert record.remarks[0] == Remark("final_score B+, here W+0.5", False)


def test_positions_that_fork_are_shown_anew(players: list[GtpPlayer], log: Path) -> None:
    """On an empty board; a position that goes on needs only what is new."""
    player, start = player_of(players, "good"), TIC_TAC_TOE.initial()
    for moves, chosen in (("", "a1"), ("a1 b1", "c1"), ("b2", "a1"), ("b2 a1", "b1")):
        assert start.action_name(player.choose(start.play_all(moves))) == chosen
    told = log.read_text().split("clear_board\n", 1)[1].splitlines()
    assert told == ["play white b1", "clear_board", "play black b2"]


WRONG = [
    (
        "crash",
        r"python\S* ended \(exit code 3; the last it said: opening book loaded / out of cheese\) when",
    ),
    ("killed", r"ended \(killed by SIGKILL\) when it was sent 'genmove black'"),
    ("garbage", r"wrote 'good move!', which is no answer, when it was sent 'genmove black'"),
    ("binary", r"wrote '\S+ \[31m', which is no answer, when"),
    ("nonsense", r"answered 'z99', which is no move of tic_tac_toe, when"),
    ("empty", r"answered '', which is no move of tic_tac_toe, when"),
    ("pass", r"answered 'PASS', which is no move of tic_tac_toe, when"),
    ("refuse", r"refused 'genmove black': no idea"),
    ("resign", r"python\S* resigned"),
]


@pytest.mark.parametrize(("behaviour", "reason"), WRONG)
def test_what_it_does_wrong_loses_the_game(players: list[GtpPlayer], behaviour: str, reason: str) -> None:
    """With one reason, in one line."""
    record = play_game([player_of(players, behaviour), "random"], TIC_TAC_TOE)
    assert record.forfeit is not None
    assert (record.forfeit.seat, record.scores) == (0, (0.0, 1.0))
    assert re.search(reason, record.forfeit.reason)
    assert record.forfeit.reason.isprintable()


def test_hanging_loses_too(players: list[GtpPlayer]) -> None:
    """After the time that it was given; what it would have said later is never read."""
    player = player_of(players, "hang")
    player.start_game(TIC_TAC_TOE, 0)
    assert player._client is not None
    player._client.seconds = SHORT
    with pytest.raises(EngineError, match=r"did not answer within 0.5 s when it was sent 'genmove black'"):
        player.choose(TIC_TAC_TOE.initial())
    assert player._process is None


def test_an_illegal_move_loses(players: list[GtpPlayer]) -> None:
    """A cell that is taken, by its name."""
    player = player_of(players, "illegal")
    with pytest.raises(EngineError, match=r"python\S* played a1, which is not legal here"):
        player.choose(TIC_TAC_TOE.initial().play("a1"))


def test_a_match_goes_on_with_a_fresh_program(players: list[GtpPlayer]) -> None:
    """It crashes at its second move in each game, and is there again in the next."""
    result = match([player_of(players, "crash", "2"), "random"], TIC_TAC_TOE, games=3)
    assert [len(record.actions) for record in result.records] == [2, 3, 2]
    assert result.standings[0].forfeits == 3
    assert "3 forfeited, the first: X fake, O random: X loses: python" in str(result)
    assert players[0]._process is None


def test_one_program_plays_all_games(players: list[GtpPlayer], log: Path) -> None:
    """It is told when each begins, and leaves after the last."""
    result = match([player_of(players, "good"), "random"], TIC_TAC_TOE, games=3)
    assert log.read_text().count("list_commands") == 3
    assert log.read_text().count("quit") == 1
    assert "results checked by the players: " in str(result)
    assert players[0]._process is None


def test_a_result_that_is_disputed_is_told(players: list[GtpPlayer], monkeypatch: pytest.MonkeyPatch) -> None:
    """In the record, and below the standings."""
    monkeypatch.setenv("FAKE_SCORE", "W+")
    result = match([player_of(players, "good"), player_of(players, "good")], TIC_TAC_TOE, games=1)
    assert result.to_dict()["records"][0]["remarks"][0] == {"text": "final_score W+, here B+", "agrees": False}
    assert "results checked by the players: 0 of 2 agree" in str(result)
    assert "the first that does not, in game 1: final_score W+, here B+" in str(result)


def test_a_program_that_cannot_score_still_wins(players: list[GtpPlayer]) -> None:
    """There is only nothing to compare."""
    record = play_game([player_of(players, "good", "1", "final_score"), player_of(players, "good")], TIC_TAC_TOE)
    assert record.outcome == "X wins"
    remark = record.remarks[0]
    assert remark is not None
    assert (remark.agrees, remark.text.endswith("refused 'final_score': I will not")) == (None, True)


def test_a_program_that_lists_no_commands_can_play(players: list[GtpPlayer], log: Path) -> None:
    """It is told only what every program knows."""
    player_of(players, "good", "1", "list_commands").choose(TIC_TAC_TOE.initial())
    assert log.read_text().splitlines() == ["boardsize 3", "clear_board"]


def test_a_board_that_it_does_not_have_is_no_lost_game(players: list[GtpPlayer]) -> None:
    """It is the wrong program, and would lose all games so."""
    player = player_of(players, "good", "1", "boardsize")
    with pytest.raises(UnsuitableError, match="refused 'boardsize 3': I will not; it cannot play tic_tac_toe"):
        match([player, "random"], TIC_TAC_TOE, games=2)
    assert player._process is None


def test_forced_passes_are_played_unasked(players: list[GtpPlayer], log: Path) -> None:
    """Programs differ in what they say then."""
    position = load_game("othello:4").initial()
    while position.action_name(position.legal_actions()[0]) != "pass":
        position = position.play(position.legal_actions()[0])
    assert player_of(players, "good").choose(position) == 16
    assert "genmove" not in log.read_text()


@pytest.mark.parametrize(("refused", "agrees"), [("play black pass", True), ("play white a1", None)])
def test_forced_passes_may_be_refused(
    players: list[GtpPlayer], refused: str, agrees: bool | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Rhino's way: a player who can place nothing is skipped, and `play black pass` is an error. Placements may not."""
    monkeypatch.setenv("FAKE_SCORE", "W+6")
    game = load_game("othello:4")
    position = game.initial()
    while not position.is_terminal:
        position = position.play(position.legal_actions()[-1])
    moves = [position.action_name(action) for action in position.history]
    assert moves[-2:] == ["a1", "pass"]
    player = player_of(players, "good", "1", refused)
    player.start_game(game, 0)
    remark = player.end_game(position)
    assert remark is not None
    assert remark.agrees is agrees
    assert agrees or remark.text.endswith("refused 'play white a1': I will not")


def test_games_without_words_for_them_are_refused(players: list[GtpPlayer]) -> None:
    """Before the program is started."""
    for game, sentence in (("connect_four", "GTP is for games of two players"), ("domineering", "GTP is for")):
        with pytest.raises(UnsuitableError, match=sentence):
            player_of(players, "good").start_game(load_game(game), 0)
    assert all(player._process is None for player in players)


class Strip(mv.Game):
    """Three cells in a row; whoever fills the last one wins."""

    state = [("num_filled", np.int64), ("player", np.int64)]
    num_players, num_actions, max_length = 2, 3, 3
    board = (1, 3)

    def start(state):
        pass

    def to_move(state):
        return state.player

    def legal_actions(state, out):
        out[0] = state.num_filled
        return 1

    def play(state, action):
        state.num_filled += 1
        state.player = 1 - state.player

    def is_terminal(state):
        return state.num_filled == 3

    def rewards(state, out):
        out[1 - state.player] = 1.0

    def action_name(action):
        return f"{'abc'[action]}1"


def test_boards_that_are_not_square_are_refused(players: list[GtpPlayer]) -> None:
    """GTP has one number for their size."""
    with pytest.raises(UnsuitableError, match="GTP is for square boards; that of strip has 1 rows, 3 columns"):
        player_of(players, "good").start_game(Strip(), 0)


@pytest.mark.parametrize("method", ["choose", "end_game"])
def test_ctrl_c_ends_the_program(players: list[GtpPlayer], method: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What it would answer later must not be taken for another answer."""
    player = player_of(players, "good")
    player.choose(TIC_TAC_TOE.initial())

    def interrupted(*arguments: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(player, "answer", interrupted)
    monkeypatch.setattr(player, "remark", interrupted)
    with pytest.raises(KeyboardInterrupt):
        getattr(player, method)(TIC_TAC_TOE.initial())
    assert player._process is None
    player._kill()  # there is nothing to kill, and nothing goes wrong


def test_texts() -> None:
    """The command alone, or with parameters."""
    command = fake("gtp", "good")
    player = load_player(f"gtp:{command}", seconds=2.0)
    assert isinstance(player, GtpPlayer)
    assert (player.name, player.timeout, player.tells_clock) == (f"gtp:{command}", 80.0, True)
    player = load_player(f"gtp:command={command},timeout=5,clock=false,name=a fake")
    assert isinstance(player, GtpPlayer)
    assert (player.timeout, player.tells_clock, player.name) == (5.0, False, "a fake")


@pytest.mark.parametrize(
    ("text", "kind", "sentence"),
    [
        ("gtp", UsageError, "no program is named"),
        ("gtp:", UsageError, "no program is named"),
        ("gtp:timeout=3", UsageError, "no program is named"),
        ("gtp:no-such-engine", UsageError, "there is no program 'no-such-engine'"),
        ("gtp:command=sh,timeout=0", UsageError, "timeout is 0.0; it must be a finite number of seconds above 0"),
        ("gtp:command=sh,timeout=soon", UsageError, "timeout=soon of gtp is not a number"),
        ("gtp:command=sh,colck=no", UnknownNameError, "unknown parameter of gtp 'colck'; did you mean clock"),
    ],
)
def test_texts_that_name_no_player(text: str, kind: type[Exception], sentence: str) -> None:
    """One sentence, before anything is played."""
    with pytest.raises(kind, match=sentence):
        load_player(text)


HAS_GNUGO = any(shutil.which("gnugo", path=path) for path in (None, *OFTEN_MISSING))


@pytest.mark.skipif(not HAS_GNUGO, reason="needs GNU Go: scripts/opponents.sh installs it")
def test_gnu_go_plays_and_scores_as_we_do() -> None:
    """A game at area scoring in which it takes all dead stones off before it passes."""
    options = "--level 1 --chinese-rules --never-resign --positional-superko --capture-all-dead"
    gnugo = load_player(f"gtp:gnugo --mode gtp {options}", seconds=1.0)
    record = play_game([gnugo, "random"], "go:5", seed=1)
    gnugo.close()
    assert record.forfeit is None
    assert record.remarks[0] is not None
    assert record.remarks[0].agrees
