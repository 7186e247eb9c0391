"""How people may name an action."""

from monteverde.game import load_game


def test_number_as_text_names_the_action_where_no_name_is_a_number() -> None:
    """`--moves "0 4 1"` works on boards whose cells have coordinates."""
    game = load_game("tic_tac_toe")
    assert game.initial().play_all("0 4 1") == game.initial().play_all("a1 b2 b1")


def test_name_wins_over_number() -> None:
    """In Nim "2" takes two objects, though two objects are action number 1."""
    assert load_game("nim").initial().play("2").history == (1,)
