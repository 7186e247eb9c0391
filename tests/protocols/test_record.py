"""The game behind GTP: turns, taking back, the score."""

from __future__ import annotations

import pytest

from monteverde.engines.vertices import names_of, refuse_unsuitable
from monteverde.errors import IllegalActionError, UnsuitableError, UsageError
from monteverde.game import load_game
from monteverde.protocols.record import GtpRecord

BLACK, WHITE = 0, 1


def played(name: str, *moves: str) -> GtpRecord:
    """Return a game in which these were played: "bC3", "wpass"."""
    record = GtpRecord(load_game(name))
    for move in moves:
        record.play("bw".index(move[0]), names_of(record.game)[move[1:].lower()])
    return record


def names(record: GtpRecord) -> str:
    """Return the moves of a game, those put in by it included."""
    return " ".join(map(record.position.action_name, record.position.history))


def test_moves_in_turn_are_played() -> None:
    """As they are."""
    assert names(played("go:5", "bC3", "wD4", "bpass", "wA1")) == "C3 D4 pass A1"


def test_out_of_turn_a_pass_is_put_in() -> None:
    """Both for White who begins, and for stones in a row."""
    assert names(played("go:5", "wC3", "wD4", "wE5")) == "pass C3 pass D4 pass E5"


def test_passes_out_of_turn_do_not_end_the_game() -> None:
    """A pass that is there already is left out rather than answered by another."""
    record = played("go:5", "bC3", "wpass", "wD4")
    assert names(record) == "C3 D4"
    record = played("go:5", "bpass", "bD4")
    assert names(record) == "D4"
    assert not record.position.is_terminal


def test_a_game_ended_by_passes_goes_on() -> None:
    """For the player whose turn it would be, and for the other."""
    assert names(played("go:5", "bC3", "wpass", "bpass", "wD4")) == "C3 D4"
    assert names(played("go:5", "bC3", "wpass", "bpass", "bD4")) == "C3 pass D4"


def test_what_is_left_out_comes_back_by_undo() -> None:
    """One move is taken back, with what was changed for it."""
    record = played("go:5", "bC3", "wpass", "bpass", "bD4")
    assert record.undo()
    assert names(record) == "C3 pass pass"
    assert record.position.is_terminal


def test_passes_alone_are_left_out_too() -> None:
    """White passes out of turn before anything is played; Black still begins."""
    assert names(played("go:5", "wpass", "bC3")) == "C3"


def test_undo_ends_at_the_beginning() -> None:
    """And says so."""
    record = played("go:5", "wC3")
    assert record.undo()
    assert names(record) == ""
    assert not record.undo()


@pytest.mark.parametrize("name", ["hex:3", "nogo:3", "atari_go:3"])
def test_without_a_pass_nobody_plays_out_of_turn(name: str) -> None:
    """The game stays as it was."""
    record = GtpRecord(load_game(name))
    with pytest.raises(IllegalActionError, match="White's turn, and nobody may pass"):
        record.play(WHITE, 0)
    assert names(record) == ""


def test_after_the_end_nobody_plays() -> None:
    """Where no passes ended it."""
    record = played("hex:1", "ba1")
    for player in (BLACK, WHITE):
        with pytest.raises(IllegalActionError, match="the game is over"):
            record.turn_of(player)


def test_a_new_size_is_a_new_game() -> None:
    """With the other parameters kept."""
    record = played("go:size=5,ko=ssk", "bC3")
    record.resize(7)
    assert (record.game.spec, names(record)) == ("go:size=7,ko=ssk", "")
    record.resize(7)
    assert record.game.board == (7, 7)


@pytest.mark.parametrize(("name", "size"), [("go:5", 20), ("hex:3", 0), ("hex:3", 27), ("tic_tac_toe", 5)])
def test_no_such_board(name: str, size: int) -> None:
    """The game goes on as it was."""
    record = GtpRecord(load_game(name))
    with pytest.raises(UsageError):
        record.resize(size)
    assert record.game == load_game(name)


def test_the_komi_changes_and_the_moves_stay() -> None:
    """The score is by the new one, the earlier positions too."""
    record = played("go:5", "bC3", "wpass")
    assert record.score() == "B+0.5"  # 25 cells, 24.5 points
    record.set_komi(6.5)
    assert (names(record), record.score()) == ("C3 pass", "B+18.5")
    record.undo()
    assert record.score() == "B+18.5"
    record.set_komi(25)
    assert record.score() == "0"


def test_a_game_without_komi_takes_none() -> None:
    """Except no komi."""
    record = GtpRecord(load_game("hex:3"))
    record.set_komi(0)
    with pytest.raises(UsageError, match="hex has no komi"):
        record.set_komi(7.5)


def test_go_is_scored_as_it_stands() -> None:
    """Black has a wall at C and all that is left of it; the rest touches both colours."""
    wall = [f"bC{row}" for row in range(1, 6)]
    record = played("go:5", *wall, "wE5")
    record.set_komi(0)
    assert record.score() == "B+14"  # 5 stones and 10 cells against one stone


def test_who_has_won_where_nothing_is_counted() -> None:
    """None while nobody has."""
    assert played("hex:2", "ba1", "wb1").score() is None
    assert played("hex:2", "ba1", "wb1", "ba2").score() == "B+"
    assert played("hex:2", "ba1", "wa2", "bb1", "wb2").score() == "W+"


def test_chains_are_listed() -> None:
    """Stones that touch are together, the colours apart."""
    record = played("go:3", "bA1", "wC3", "bA2", "wB3", "bC1", "wB2")
    assert sorted(sorted(chain) for chain in record.chains()) == [["A1", "A2"], ["B2", "B3", "C3"], ["C1"]]


@pytest.mark.parametrize("name", ["nim", "connect_four", "pig", "breakthrough"])
def test_other_games_are_refused(name: str) -> None:
    """Chance, moves that are no cells; the sentence says what is wanted."""
    with pytest.raises(UnsuitableError, match="moves are cells of a board"):
        refuse_unsuitable(load_game(name))
