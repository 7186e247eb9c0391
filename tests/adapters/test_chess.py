"""Chess by python-chess: known counts, ends of games, mate found by search, and the way through the command line."""

from __future__ import annotations

import pickle

import pytest
from typer.testing import CliRunner

import monteverde as mv
from monteverde.adapters import chess_board
from monteverde.adapters.chess_board import ChessBoard
from monteverde.arena.play import play_game
from monteverde.cli import app
from monteverde.engines.variants import uci_game_of
from monteverde.errors import IllegalActionError, MissingExtraError, UnsuitableError, UsageError
from monteverde.game.playthrough import playthrough

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
MATE_IN_ONE = "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1"
STALEMATE = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"
FOOLS_MATE = "f3 e5 g4 Qh4"
BACK_AND_FORTH = "Nf3 Nf6 Ng1 Ng8 "


def count(board: ChessBoard, depth: int) -> int:
    """Count move sequences."""
    if depth == 1:
        return len(board.legal_actions())
    total = 0
    for action in board.legal_actions():
        after = board.clone()
        after.play(action)
        total += count(after, depth - 1)
    return total


@pytest.mark.parametrize(("fen", "counts"), [("", [20, 400, 8902]), (KIWIPETE, [48, 2039])])
def test_perft(fen: str, counts: list[int]) -> None:
    """From the first position and from Kiwipete, as published (chess programming wiki); so clones share nothing."""
    assert [count(ChessBoard(fen), depth + 1) for depth in range(len(counts))] == counts


def test_search_finds_mate_in_one() -> None:
    """Ra8 mates; the tree search takes the object, and shows moves by their names."""
    result = mv.search(ChessBoard(MATE_IN_ONE), algorithm=mv.MCTS(evaluation=mv.Heuristic()), iterations=300, seed=1)
    assert (result.action_name, result.player_name) == ("a1a8", "White")


@pytest.mark.parametrize(
    ("fen", "moves", "rewards"),
    [
        ("", FOOLS_MATE, [0.0, 1.0]),
        (MATE_IN_ONE, "Ra8", [1.0, 0.0]),
        (STALEMATE, "", [0.5, 0.5]),
        ("", 2 * BACK_AND_FORTH, [0.5, 0.5]),
        ("8/8/4k3/8/8/3K4/8/R7 w - - 99 80", "Ra2", [0.5, 0.5]),
        ("8/8/4k3/8/8/3K4/8/7B w - - 0 80", "", [0.5, 0.5]),
        ("6k1/5ppp/8/8/8/8/8/R5K1 w - - 99 80", "Ra8", [1.0, 0.0]),
    ],
)
def test_games_end(fen: str, moves: str, rewards: list[float]) -> None:
    """Mate, stalemate, the third time in a position, fifty moves, too little material; mate on move fifty counts."""
    position = mv.load_game(f"chess:{fen}" if fen else "chess").initial()
    for move in moves.split():
        assert not position.is_terminal
        position = position.play(move)
    assert position.is_terminal
    assert position.legal_actions() == []
    assert position.rewards.tolist() == rewards


def test_a_position_that_came_twice_is_no_draw_yet() -> None:
    """Nor is one in which other moves were made between."""
    assert not mv.load_game("chess").initial().play_all(BACK_AND_FORTH + "Nf3 Nf6").is_terminal


def test_moves_by_either_name() -> None:
    """What UCI and what books call a move is the same move; castling and promotion too."""
    start = mv.load_game("chess").initial()
    assert start.play("e2e4").history == start.play("e4").history
    board = ChessBoard("4k3/P7/8/8/8/8/8/4K2R w K - 0 1")
    assert board.uci(board.parse("O-O")) == "e1g1"
    assert board.uci(board.parse("a8=N")) == "a7a8n"
    assert board.san(board.parse("a7a8q")) == "a8=Q+"
    with pytest.raises(IllegalActionError, match="'Qh5' is no legal move here"):
        board.parse("Qh5")
    with pytest.raises(IllegalActionError, match="'e5' is not legal for White here"):
        start.play("e5")


def test_positions_are_values() -> None:
    """Equal by what stands where and whose turn it is, never changed, and picklable."""
    start = mv.load_game("chess").initial()
    first, second = start.play_all("Nf3 Nf6 Nc3"), start.play_all("Nc3 Nf6 Nf3")
    assert first == second != start
    assert len(start.legal_actions()) == 20
    again = pickle.loads(pickle.dumps(first))
    assert again == first
    assert again.history == first.history
    assert again.object.fen() == first.object.fen()  # type: ignore[attr-defined]
    assert str(start).startswith("8 r n b q k b n r\n7 p p p p p p p p\n")


def test_the_heuristic_counts_pieces() -> None:
    """Even at the beginning; a rook ahead is good for White, and as bad for Black."""
    assert ChessBoard().heuristic() == [0.5, 0.5]
    white, black = ChessBoard("4k3/8/8/8/8/8/8/R3K3 w - - 0 1").heuristic()
    assert 0.85 < white < 1.0
    assert white + black == 1.0


@pytest.mark.parametrize(
    ("fen", "sentence"), [("8/8", "needs a position as a FEN"), ("8/8/8/8/8/8/8/8 w - - 0 1", "that can come about")]
)
def test_wrong_positions_are_refused(fen: str, sentence: str) -> None:
    """With what was got."""
    with pytest.raises(UsageError, match=sentence):
        mv.load_game(f"chess:fen={fen}")


def test_without_the_library_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever lacks it is told what to install."""
    monkeypatch.setattr(chess_board, "chess", None)
    with pytest.raises(MissingExtraError, match=r"monteverde\[chess\]"):
        ChessBoard()


def test_what_needs_compiled_rules_refuses() -> None:
    """In one sentence, whoever asks."""
    game = mv.load_game("chess")
    for ask in (mv.check, playthrough, lambda game: mv.perft(game.initial(), 1), mv.solve):
        with pytest.raises(UnsuitableError, match="chess is a Python object"):
            ask(game)


def test_players_play_it() -> None:
    """A search against a random player, to the end, from a position where it takes one move."""
    record = play_game(["uct:iterations=60", "random"], f"chess:{MATE_IN_ONE}", seed=1)
    assert record.moves == ("a1a8",)
    assert record.scores == (1.0, 0.0)


def test_uci_engines_know_it() -> None:
    """By its own moves, from the first position or from a FEN."""
    known = uci_game_of(mv.load_game("chess"))
    assert (known.variant, known.move("e2e4")) == ("chess", "e2e4")
    assert known.start(mv.load_game("chess")) == "startpos"
    assert known.start(mv.load_game(f"chess:{STALEMATE}")) == f"fen {STALEMATE}"


def test_the_command_line_searches_it() -> None:
    """Moves in either notation, a board, and the best move."""
    words = ["search", f"chess:{MATE_IN_ONE}", "--moves", "Ra7 h7h6", "--iterations", "10", "--seed", "1"]
    shown = CliRunner().invoke(app, words, prog_name="monteverde")
    assert shown.exit_code == 0
    assert "7 R . . . . p p(.)" in shown.stdout
    assert "6 . . . . . . .(p)" in shown.stdout
    assert "2 played, White to move" in shown.stdout
