"""Variations: written, cut where there is no more room, and read back."""

from __future__ import annotations

from monteverde.exact.variation import NO_ACTION, VARIATION_ROOM, new_variations, note_variation, until_end


def test_a_variation_grows_by_one_action_a_ply() -> None:
    """Each ply puts its action before what follows, and the mark ends it."""
    rows = new_variations(4, plies=3)
    assert rows.shape == (4, 4)
    note_variation(rows[2], 7, rows[3])
    note_variation(rows[1], 5, rows[2])
    assert [until_end(row) for row in rows] == [[], [5, 7], [7], []]
    note_variation(rows[1], 6, rows[3])
    assert until_end(rows[1]) == [6]


def test_the_end_of_a_long_variation_is_cut_off() -> None:
    """Where there is no more room the last actions are left out, never the first."""
    rows = new_variations(3, plies=2)
    note_variation(rows[1], 1, rows[2])
    rows[2][:] = (8, 9, NO_ACTION)
    note_variation(rows[1], 1, rows[2])
    note_variation(rows[0], 4, rows[1])
    assert until_end(rows[0]) == [4, 1]
    assert new_variations(1, plies=10**6).shape == (1, VARIATION_ROOM + 1)


def test_room_for_one_action() -> None:
    """A row of one action has no room for a mark, and needs none."""
    rows = new_variations(2, plies=0)
    note_variation(rows[0], 3, rows[1])
    assert until_end(rows[0]) == [3]
