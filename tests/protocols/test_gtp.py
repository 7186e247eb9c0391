"""The engine for GTP: each command, the sessions of GUIs, and whatever else may come in."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import monteverde as mv
from monteverde.budget import Budget
from monteverde.errors import UnsuitableError, UsageError
from monteverde.game import load_game
from monteverde.game_clock import GameClock
from monteverde.players import ExactPlayer, Player, SearchPlayer
from monteverde.protocols.gtp import ANALYSES, COMMANDS, GtpEngine
from monteverde.search.session import Search

SESSIONS = Path(__file__).parent / "sessions"
INFO = re.compile(r"info move (\S+) visits (\d+) winrate (\d+) prior (\d+) order (\d+) pv ((?:(?!info)\S+ ?)+)")


def engine_of(game: str = "go:5", player: str = "random", **options: int | float | None) -> GtpEngine:
    """Return an engine; one that costs nothing if no player is named."""
    return GtpEngine(load_game(game), player, seed=1, **options)  # type: ignore[arg-type]


def said(engine: GtpEngine, *lines: str) -> list[str]:
    """Return the answers to some lines, without the empty lines that end them."""
    answers = [engine.answer(line) for line in lines]
    assert all(answer.endswith("\n\n") and "\n\n" not in answer[:-1] for answer in answers if answer)
    return [answer[:-2] for answer in answers]


def test_who_it_is() -> None:
    """Protocol, name and version."""
    assert said(engine_of(), "protocol_version", "name", "version") == ["= 2", "= Monteverde", f"= {mv.__version__}"]


def test_numbers_come_back_and_comments_do_not() -> None:
    """An empty line, or one of comments alone, has no answer."""
    lines = ("12 name # who?", "  7\tname\r\n", "", "# name", "   ", "name#x")
    assert said(engine_of(), *lines) == ["=12 Monteverde", "=7 Monteverde", "", "", "", "= Monteverde"]


def test_commands_are_listed_and_known() -> None:
    """All of them for Go."""
    engine = engine_of()
    listed = said(engine, "list_commands")[0][2:].split("\n")
    assert listed == [*COMMANDS, *ANALYSES]
    assert said(engine, *(f"known_command {name}" for name in listed)) == ["= true"] * len(listed)
    assert said(engine, "known_command set_free_handicap") == ["= false"]


def test_what_is_for_go_alone_is_not_listed_elsewhere() -> None:
    """Hex has neither komi nor dead stones; asking for them is answered all the same."""
    engine = engine_of("hex:3")
    assert not {"komi", "final_status_list", "kgs-genmove_cleanup"} & set(said(engine, "list_commands")[0].split())
    assert said(engine, "known_command komi", "komi 0", "komi 7.5", "final_status_list dead") == [
        "= false",
        "=",
        "? hex has no komi",
        "? hex has no dead stones",
    ]


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("3 fly", "?3 unknown command"),
        ("42", "?42 unknown command"),
        ("NAME", "? unknown command"),
        ("play", "? syntax error: play takes 2 arguments, got 0"),
        ("play b", "? syntax error: play takes 2 arguments, got 1"),
        ("play b C3 D4", "? syntax error: play takes 2 arguments, got 3"),
        ("boardsize 5 5 5", "? syntax error: boardsize takes 1 to 2 arguments, got 3"),
        ("play green C3", "? syntax error: a colour is b, black, w or white"),
        ("play b I3", "? invalid vertex"),
        ("play b F6", "? invalid vertex"),
        ("play b C0", "? invalid vertex"),
        ("play b resign", "? invalid vertex"),
        ("play b 12", "? invalid vertex"),
        ("play b swap", "? illegal move: go has no swap"),
        ("boardsize 20", "? unacceptable size"),
        ("boardsize 0", "? unacceptable size"),
        ("boardsize 5 6", "? unacceptable size"),
        ("boardsize -5", "? syntax error: a whole number is expected"),
        ("boardsize 99999999999999999999", "? syntax error: a whole number is expected"),
        ("komi much", "? syntax error: a number is expected"),
        ("komi nan", "? syntax error: a number is expected"),
        ("undo", "? cannot undo"),
        ("genmove purple", "? syntax error: a colour is b, black, w or white"),
        ("time_settings 1 2", "? syntax error: time_settings takes 3 arguments, got 2"),
        ("time_left b -5 0", "? syntax error: a time is at least 0"),
        ("time_left b 5 x", "? syntax error: a whole number is expected"),
        ("final_status_list sleeping", "? syntax error: the status is alive, dead or seki"),
        ("lz-analyze interval x", "? syntax error: a whole number is expected"),
    ],
)
def test_what_cannot_be_done_is_said(line: str, answer: str) -> None:
    """In one line, and the game goes on."""
    assert said(engine_of(), line, "play b C3", "showboard")[:2] == [answer, "="]


def test_the_board_is_shown() -> None:
    """In ASCII, with the letters of GNU Go, from the line after the mark on."""
    engine = engine_of("go:2")
    said(engine, "play B a1", "play White B2")
    assert said(engine, "showboard") == ["=\n  A B\n2 .(O)2\n1 X . 1\n  A B\ncaptures: X 0   O 0"]


def test_capitals_do_not_matter() -> None:
    """In colours and vertices."""
    engine = engine_of()
    assert said(engine, "play BLACK c3", "play w D4", "play B PASS", "play wHiTe pAsS") == ["="] * 4
    assert engine.record.position.is_terminal


def test_occupied_cells_suicide_ko_and_superko_are_illegal() -> None:
    """The rules of the game decide."""
    engine = engine_of()
    said(engine, "play b B1", "play b A2", "play b C2", "play b B3")
    assert said(engine, "play b B1", "play w B2") == ["? illegal move", "? illegal move"]
    engine = engine_of()
    said(engine, *(f"play b {cell}" for cell in ("B1", "A2", "B3")), *(f"play w {cell}" for cell in ("C1", "D2", "C3")))
    said(engine, "play b C2", "play w B2")
    assert said(engine, "play b C2") == ["? illegal move"]
    assert said(engine, "play b E5", "play w E4", "play b C2") == ["="] * 3


def test_sizes_and_komi() -> None:
    """A new size empties the board; the score is by the new komi."""
    engine = engine_of()
    said(engine, "play b C3", "boardsize 3", "komi 2.5", "play b B2")
    assert engine.record.game.spec == "go:size=3,komi=2.5"
    assert said(engine, "final_score", "clear_board", "final_score") == ["= B+6.5", "=", "= W+2.5"]


def test_komi_can_be_ridiculous() -> None:
    """As the protocol wants it."""
    engine = engine_of("go:3")
    assert said(engine, "komi -1000000.5", "final_score") == ["=", "= B+1000000.5"]
    assert said(engine, f"komi {'9' * 299}")[0] == "="
    assert said(engine, "final_score")[0].startswith("= W+1e+299")


def test_it_plays_what_it_says() -> None:
    """And may be asked for either colour; for the tests of a GUI it plays nothing."""
    engine = engine_of()
    for colour, turn in (("b", 1), ("b", 3), ("w", 4)):
        vertex = said(engine, f"genmove {colour}")[0][2:]
        history = engine.record.position.history
        assert len(history) == turn
        assert engine.record.position.action_name(history[-1]) == vertex
    assert re.fullmatch(r"= ([A-HJ][1-5]|pass)", said(engine, "reg_genmove b")[0])
    assert len(engine.record.position.history) == 4


def test_cleaning_up_is_playing_on() -> None:
    """After two passes: what stays on the board counts as alive, here as ever."""
    engine = engine_of()
    said(engine, "play b C3", "play w pass", "play b pass")
    assert re.fullmatch(r"= ([A-HJ][1-5]|pass)", said(engine, "kgs-genmove_cleanup w")[0])
    assert len(engine.record.position.history) > 1


def test_a_seed_makes_it_repeatable() -> None:
    """A game each, from the same beginning."""
    first, second = (said(engine_of(), *["genmove b", "genmove w"] * 4) for _ in range(2))
    assert first == second


def test_games_of_a_seed_differ() -> None:
    """After clear_board another one is played."""
    engine = engine_of()
    moves = ["genmove b", "genmove w"] * 4
    assert said(engine, *moves) != said(engine, "clear_board", *moves)[1:]


def test_after_two_passes_it_plays_on() -> None:
    """As GTP allows: the controller decides when a game is over."""
    engine = engine_of()
    said(engine, "play b C3", "play w pass", "play b pass")
    assert said(engine, "genmove w")[0].startswith("= ")
    assert said(engine, "play b pass", *["undo"] * 6) == ["="] * 6 + ["? cannot undo"]


def test_hex_is_played_as_hexgui_has_it() -> None:
    """Two sizes, small letters, a1 at the top, the swap by its long name; moves out of turn are refused."""
    engine = engine_of("hex:size=4,swap=true")
    assert said(engine, "boardsize 3 3", "play black a2", "play white swap-pieces") == ["="] * 3
    assert said(engine, "showboard") == ["=\n  a b c\n1 . W .\n 2 . . .\n  3 . . .\nlast move: swap"]
    assert said(engine, "undo", "play white swap", "play white c3", "final_score") == [
        "=",
        "=",
        "? illegal move: it is not White's turn, and nobody may pass",
        "? cannot score: the game is not over",
    ]
    assert said(engine, "play b pass", "genmove w") == [
        "? illegal move: hex has no pass",
        "? it is not White's turn, and nobody may pass",
    ]
    said(engine, "play b c1", "play w a2", "play b c2", "play w a1", "play b c3")
    assert said(engine, "final_score", "genmove w", "play w a3", "lz-analyze") == [
        "= B+",
        "? the game is over",
        "? illegal move: the game is over",
        "? the game is over",
    ]


def test_the_swap_it_plays_has_its_long_name() -> None:
    """That is what HexGui and Benzene read; on one cell there is nothing else to play but to take it over."""
    engine = engine_of("hex:size=2,swap=true")
    swap = mv.load_game("hex:size=2,swap=true").num_actions - 1
    assert engine._vertex(swap) == "swap-pieces"
    answers = set()
    for _ in range(40):
        answers.update(said(engine, "clear_board", "play b a1", "genmove w")[2:])
    assert "= swap-pieces" in answers


def test_final_status_is_that_of_area_scoring() -> None:
    """All stones are alive, a chain a line; none are dead."""
    engine = engine_of("go:3")
    said(engine, "play b A1", "play b A2", "play w C3")
    alive, dead, seki = said(engine, *(f"final_status_list {status}" for status in ("alive", "dead", "seki")))
    assert sorted(map(sorted, map(str.split, alive[2:].split("\n")))) == [["A1", "A2"], ["C3"]]
    assert (dead, seki) == ("=", "=")


def test_quit_finishes() -> None:
    """With an answer."""
    engine = engine_of()
    assert not engine.is_finished
    assert said(engine, "9 quit") == ["=9"]
    assert engine.is_finished


class Asked(Player):
    """Notes its clocks, and plays the first legal action."""

    name = "asked"

    def __init__(self) -> None:
        self.clocks: list[GameClock | None] = []

    def choose(self, position: mv.Position) -> int:
        self.clocks.append(self.clock)
        return position.legal_actions()[0]


def clocks(*lines: str) -> list[GameClock | None]:
    """Return the clock that a player is shown for each move of a session."""
    engine = engine_of("go:5")
    engine.player = asked = Asked()
    said(engine, *lines)
    return asked.clocks


def test_without_settings_there_is_no_clock() -> None:
    """Nor after those that GTP takes for none."""
    assert clocks("genmove b", "time_settings 0 1 0", "genmove w") == [None, None]
    assert clocks("time_settings 60 0 0", "kgs-time_settings none", "genmove b") == [None]


def test_a_player_is_shown_its_clock() -> None:
    """What the controller set, or says now, for whoever is to move."""
    assert clocks("time_settings 0 100 10", "genmove b") == [GameClock(0.0, period=100.0, stones=10)]
    assert clocks("time_left b 20 5", "genmove b", "genmove w") == [GameClock(0.0, period=20.0, stones=5), None]


@pytest.mark.parametrize(
    ("settings", "clock"),
    [
        ("absolute 60", GameClock(60.0)),
        ("byoyomi 60 10 3", GameClock(60.0, period=10.0, stones=1, periods=3)),
        ("canadian 60 10 3", GameClock(60.0, period=10.0, stones=3)),
    ],
)
def test_a_clock_as_kgs_says_it(settings: str, clock: GameClock) -> None:
    """Its three systems."""
    assert clocks(f"kgs-time_settings {settings}", "genmove b") == [clock]


@pytest.mark.parametrize("settings", ["absolute", "byoyomi 60", "hourglass 60", "none 1"])
def test_what_is_no_clock_of_kgs_is_refused(settings: str) -> None:
    """With what it may be."""
    assert said(engine_of(), f"kgs-time_settings {settings}")[0].startswith("? syntax error: none, absolute MAIN")


def test_a_budget_of_its_own_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    """A clock does not change it: the search takes whichever is less."""
    engine = engine_of("go:5", "uct", iterations=5)
    assert isinstance(engine.player, SearchPlayer)
    said(engine, "time_settings 0 100 10", "genmove b")
    assert engine.player.budget == Budget(5)
    assert engine.player.thought.simulations == 5


def test_moves_are_paid_for() -> None:
    """Without a word from the controller the clock runs all the same."""
    engine = engine_of()
    said(engine, "time_settings 100 0 0")
    said(engine, "genmove b")
    clock = engine.clock.of(0)
    assert clock is not None
    assert clock.main < 100.0
    assert engine.clock.of(1) == GameClock(100.0)


def test_an_exact_player_keeps_to_the_clock() -> None:
    """It may think for as long as that allows: its second without a clock is no limit then."""
    engine = engine_of("tic_tac_toe", "pvs")
    said(engine, "play b a1", "play w a2", "play b b1", "play w b2", "time_settings 0 100 10")
    assert said(engine, "genmove b") == ["= c1"]
    assert isinstance(engine.player, ExactPlayer)
    assert engine.player.clock == GameClock(0.0, period=100.0, stones=10)
    assert engine.player.is_patient


def test_a_search_plays_and_its_threads_are_its_own() -> None:
    """UCT takes the win at tic-tac-toe, whose moves are cells as well."""
    engine = engine_of("tic_tac_toe", "uct", iterations=200)
    said(engine, "play b a1", "play w a2", "play b b1", "play w b2")
    assert said(engine, "genmove b", "final_score") == ["= c1", "= B+"]
    threaded = engine_of("tic_tac_toe", "uct", threads=2)
    assert isinstance(threaded.player, SearchPlayer)
    assert threaded.player.search.threads == 2


def test_who_cannot_play() -> None:
    """Sentences that say why."""
    with pytest.raises(UsageError, match="threads are for searches; random is none"):
        engine_of(threads=2)
    with pytest.raises(UsageError, match="a person cannot play over GTP"):
        engine_of(player="human")
    with pytest.raises(UnsuitableError, match="connect_four is none"):
        engine_of("connect_four")


def infos(text: str) -> list[dict[str, str]]:
    """Return what the parts of a line of analysis say."""
    keys = ("move", "visits", "winrate", "prior", "order", "pv")
    return [dict(zip(keys, found, strict=True)) for found in INFO.findall(text)]


def test_an_analysis_is_lines_until_more_comes(budget: Callable[..., int]) -> None:
    """The mark at once, a line for each interval, and the empty line; the win comes first with its rate and its end."""
    engine = engine_of("tic_tac_toe", "uct")
    said(engine, "play b a1", "play w a2", "play b b1", "play w b2")
    waited = iter([False] * 4 + [True] * 9)
    mark, *lines, end = engine.respond("8 lz-analyze b 2", lambda: next(waited))
    assert (mark, end) == ("=8\n", "\n")
    assert 2 <= len(lines) <= 5
    assert all(line.endswith("\n") and line.count("\n") == 1 for line in lines)
    found = infos(lines[-1])
    assert " ".join(f"info {' '.join(map(' '.join, part.items()))}".strip() for part in found) == lines[-1].strip()
    assert found[0] == {**found[0], "move": "c1", "winrate": "10000", "order": "0", "pv": "c1 "}
    assert [int(part["order"]) for part in found] == list(range(len(found)))
    assert {part["prior"] for part in found} == {"2000"}  # five moves, and a search without priors
    others = [int(part["visits"]) for part in found[1:]]
    assert others == sorted(others, reverse=True)
    assert engine.record.position.history == (0, 3, 1, 4)


def test_an_analysis_is_for_whom_it_is_asked() -> None:
    """Whose turn it is if nobody is named; a player without a search has one made for this."""
    engine = engine_of("tic_tac_toe")
    said(engine, "play b a1", "play w a2", "play b b1")
    answer = engine.answer("lz-analyze 1")
    found = infos(answer)
    assert answer.startswith("=\ninfo move ")
    assert answer.endswith("\n\n")
    assert all(part["pv"].split()[0] == part["move"] for part in found)
    assert "? it is not Black's turn" in engine.answer("lz-analyze b 1")


def test_an_analysis_after_two_passes_goes_on() -> None:
    """For the player whose turn it would be."""
    engine = engine_of("go:2")
    said(engine, "play b A1", "play w pass", "play b pass")
    assert engine._to_move == 1


def test_ctrl_c_ends_an_analysis(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is raised, for the command line to answer."""
    engine = engine_of("tic_tac_toe")

    def interrupted(search: Search, **budget: float) -> None:
        search.interrupted = True

    monkeypatch.setattr(Search, "run", interrupted)
    with pytest.raises(KeyboardInterrupt):
        engine.answer("lz-analyze 1")


@pytest.mark.parametrize("path", sorted(SESSIONS.glob("*.gtp")), ids=lambda path: path.stem)
def test_the_session_of_a_gui(path: Path) -> None:
    """What GoGui and HexGui send when they connect and play a game; `#>` lines are what has to be answered."""
    engine, waiting = engine_of(), ""
    count = 0
    for line in path.read_text().splitlines():
        if line.startswith("#game "):
            engine = engine_of(line.removeprefix("#game "))
        elif line.startswith("#>"):
            expected = line.removeprefix("#> ")
            first, _, waiting = waiting.partition("\n")
            assert re.fullmatch(expected, first), f"{first!r} is not {expected!r}"
            count += 1
        else:
            assert not waiting.strip(), f"{waiting!r} was not expected before {line!r}"
            waiting = engine.answer(line)
    assert count > 20


@pytest.mark.parametrize("game", ["go:4", "hex:size=4,swap=true", "nogo:3", "atari_go:4"])
def test_two_engines_and_a_referee_agree(game: str) -> None:
    """Each hears of the other's moves alone; at the end they see the same board and the same winner."""
    engines = [GtpEngine(load_game(game), "random", seed=seed) for seed in (1, 2)]
    is_over = False
    moves: list[str] = []
    while not is_over:
        turn = len(moves) % 2
        colour = "bw"[turn]
        moves.append(said(engines[turn], f"genmove {colour}")[0].removeprefix("= "))
        assert said(engines[1 - turn], f"play {colour} {moves[-1]}") == ["="]
        is_over = engines[0].record.position.is_terminal
    first, second = (said(engine, "showboard", "final_score") for engine in engines)
    assert first == second
    assert re.fullmatch(r"= ([BW]\+[\d.]*|0)", first[1])
    assert len(moves) > 2


WORDS = st.one_of(
    st.sampled_from(
        [*COMMANDS, *ANALYSES, "B", "w", "black", "white", "pass", "A1", "b2", "C3", "swap-pieces", "resign"]
    ),
    st.sampled_from(
        ["0", "1", "2", "3", "-1", "7.5", "1e9", "nan", "999999999999", "alive", "interval", "#", "\t", "\r"]
    ),
    st.text(max_size=8),
)
LINES = st.one_of(
    st.lists(WORDS, max_size=5).map(" ".join),
    st.text(max_size=40),
    st.binary(max_size=40).map(lambda content: content.decode("utf-8", "replace")),
)


@given(
    game=st.sampled_from(["go:2", "hex:size=2,swap=true", "nogo:3", "atari_go:2"]), lines=st.lists(LINES, max_size=30)
)
def test_nothing_that_comes_in_breaks_it(game: str, lines: list[str]) -> None:
    """Every line with a command in it gets one answer that ends in its only empty line; the others get none."""
    engine = engine_of(game)
    for line in lines:
        if "lz-analyze" in line or re.search(r"boardsize\D+1\d", line):  # slow, and tested above
            continue
        answer = engine.answer(line)
        is_command = bool(re.sub(r"[\x00-\x1f\x7f]", "", line.partition("#")[0].replace("\t", " ")).strip(" "))
        assert bool(answer) == is_command
        if answer:
            assert re.fullmatch(r"[=?]\d*( .*|)\n(.+\n)*\n", answer)
    assert engine.answer("1 protocol_version") == "=1 2\n\n"


WRITTEN = "(;GM[1]SZ[7]KM[2.5]AB[cc];W[dd];B[ee];W[])"


def test_a_record_is_loaded(tmp_path: Path) -> None:
    """With its size, komi and stones; before a move if one is named; and taken back move by move."""
    file = tmp_path / "game.sgf"
    file.write_text(WRITTEN)
    engine = engine_of()
    assert said(engine, f"loadsgf {file}") == ["="]
    assert engine.record.game == load_game("go:size=7,komi=2.5")
    assert engine.record.position.history == (24, 32, 49)
    assert said(engine, "undo", "undo", "undo", "undo") == ["=", "=", "=", "? cannot undo"]
    assert engine.record.position.state["stones"] == load_game("go:7").position([(16, 0)]).state["stones"]
    for number, plies in (("1", 0), ("2", 1), ("4", 3), ("99", 3), ("0", 0)):
        assert said(engine, f"loadsgf {file} {number}") == ["="]
        assert len(engine.record.position.history) == plies
    assert said(engine, "genmove w")[0].startswith("= ")
    assert said(engine, "clear_board", "play b c5") == ["=", "="]
    assert engine.record.position.history == (16,)


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (None, "No such file"),
        ("(;GM[11])", "it is a record of hex, not of go:size=5"),
        ("game: nim", "it is a record of nim, not of go:size=5"),
        ("(;SZ[5];B[aa];W[aa])", "move 2, W[aa]: A5 is not legal for White"),
    ],
)
def test_what_cannot_be_loaded_is_answered(content: str | None, sentence: str, tmp_path: Path) -> None:
    """And the game goes on as it was."""
    file = tmp_path / "game"
    if content is not None:
        file.write_text(content)
    engine = engine_of()
    answers = said(engine, "play b c3", f"loadsgf {file}", f"loadsgf {file} x", "loadsgf")
    assert answers[1].startswith("? cannot load file: ")
    assert sentence in answers[1]
    assert answers[2].startswith("? ")
    assert answers[3] == "? syntax error: loadsgf takes 1 to 2 arguments, got 0"
    assert len(engine.record.position.history) == 1


def test_the_game_is_printed_as_sgf(tmp_path: Path) -> None:
    """Or written to a file, with what was set up before it began."""
    file, copy = tmp_path / "game.sgf", tmp_path / "copy.sgf"
    file.write_text(WRITTEN)
    engine = engine_of()
    shown = said(engine, f"loadsgf {file}", "play b c3", "komi 3.5", "printsgf", f"printsgf {copy}")
    assert shown[3].startswith("= (;FF[4]AB[cc]AP[monteverde")
    assert "KM[3.5]" in shown[3]
    assert shown[3].replace("\n", "").endswith(";W[dd];B[ee];W[];B[ce])")
    assert mv.read_record(copy).moves == ("D4", "E3", "pass", "C3")
    refused = said(engine_of("tic_tac_toe"), "printsgf")[0]
    assert refused.startswith("? SGF has no tic_tac_toe, it has go, atari_go, nogo, othello, gomoku, hex; write plain")
