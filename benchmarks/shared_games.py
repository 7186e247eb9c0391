"""The games that both OpenSpiel and we have: under which names and parameters, and which actions there are which here.

A *turn* is what one action of ours is over there: mostly one action, two where OpenSpiel parts what we do at once. The
functions below return the turns that can be played in a state of theirs, by the number of our action.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import monteverde as mv

HOLD, OUR_HOLD = 1, 7  # in Pig

Turns = dict[int, tuple[int, ...]]
TurnsOf = Callable[[mv.Game, Any], Turns]


def same_numbers(game: mv.Game, state: Any) -> Turns:
    return {action: (action,) for action in state.legal_actions()}


@functools.cache
def actions_by_name(game: mv.Game) -> dict[str, int]:
    return {str(type(game).action_name(action)): action for action in range(game.num_actions)}


def in_breakthrough(game: mv.Game, state: Any) -> Turns:
    """`a7b6*` captures. Who begins is at the top there and at the bottom here, so ranks are counted from the other."""
    ranks, names = game.parameters["rows"], actions_by_name(game)
    turns = {}
    for action in state.legal_actions():
        name = state.action_to_string(action)
        squares = (f"{name[at]}{ranks + 1 - int(name[at + 1])}" for at in (0, 2))
        turns[names["-".join(squares)]] = (action,)
    return turns


def in_go(game: mv.Game, state: Any) -> Turns:
    """Rows are counted from the bottom there, from the top here."""
    size = game.parameters["size"]
    return {
        action if action == size * size else (size - 1 - action // size) * size + action % size: (action,)
        for action in state.legal_actions()
    }


def in_amazons(game: mv.Game, state: Any) -> Turns:
    """An amazon is chosen, moved and shoots: three actions there, while choosing and moving is one here."""
    squares = game.parameters["size"] ** 2
    if "From" not in state.action_to_string(state.legal_actions()[0]):
        return same_numbers(game, state)
    return {
        squares + origin * squares + target: (origin, target)
        for origin in state.legal_actions()
        for target in state.child(origin).legal_actions()
    }


def in_ultimate(game: mv.Game, state: Any) -> Turns:
    """Who may choose the board does so with an action of its own there; here cells are numbered all over the square."""
    if "Choose" in state.action_to_string(state.legal_actions()[0]):
        chosen = {board: state.child(board) for board in state.legal_actions()}
        return {
            number: (board, *cell)
            for board, child in chosen.items()
            for number, cell in in_ultimate(game, child).items()
        }
    board = int(state.action_to_string(state.legal_actions()[0]).removeprefix("Local board ")[0])
    return {(3 * (board // 3) + cell // 3) * 9 + 3 * (board % 3) + cell % 3: (cell,) for cell in state.legal_actions()}


def in_kalah(game: mv.Game, state: Any) -> Turns:
    """Places are numbered all around there, from 1 and from 8 on; here a house is numbered in its player's row."""
    first = 1 if state.current_player() == 0 else 8
    return {action - first: (action,) for action in state.legal_actions()}


def in_nim(game: mv.Game, state: Any) -> Turns:
    names, turns = actions_by_name(game), {}
    for action in state.legal_actions():  # "pile:2, take:1;"
        pile, number = (int(part.partition(":")[2]) for part in state.action_to_string(action).rstrip(";").split(","))
        turns[names[f"{chr(ord('a') + pile - 1)}{number}"]] = (action,)
    return turns


def in_pig(game: mv.Game, state: Any) -> Turns:
    """Faces count from 0 there."""
    if state.is_chance_node():
        return {face + 1: (face,) for face in state.legal_actions()}
    return {OUR_HOLD if action == HOLD else action: (action,) for action in state.legal_actions()}


def in_y(game: mv.Game, state: Any) -> Turns:
    """The triangle stands on its top there."""
    size = game.parameters["size"]
    turns = {}
    for action in state.legal_actions():
        row, column = size - 1 - action // size, action % size
        turns[row * (row + 1) // 2 + column] = (action,)
    return turns


def in_havannah(game: mv.Game, state: Any) -> Turns:
    """Rows run the other way. Taking the first stone over is playing on it there."""
    numbers = cells_of_havannah(game.parameters["size"])
    turns = {numbers[action]: (action,) for action in state.legal_actions()}
    if game.parameters["swap"] and state.move_number() == 1:
        turns[game.num_actions - 1] = turns.pop(numbers[state.history()[0]])
    return turns


@functools.cache
def cells_of_havannah(size: int) -> dict[int, int]:
    """Return our cell for each action y * width + x of theirs."""
    width, middle = 2 * size - 1, size - 1
    places = [(row, column) for row in range(width) for column in range(width) if middle <= row + column <= 3 * middle]
    return {row * width + 2 * middle - column: cell for cell, (row, column) in enumerate(places)}


def in_cliff_walking(game: mv.Game, state: Any) -> Turns:
    return {ours: (theirs,) for ours, theirs in enumerate((1, 0, 3, 2))}  # up, right, down, left


# -- where rules differ ----------------------------------------------------------------------------------------------


def never(state: Any, action: int) -> bool:
    return False


def repeats_the_board(state: Any, action: int) -> bool:
    """Go: a move that brings back an earlier board is allowed there and ends the game as a draw; here it is illegal."""
    child = state.child(action)
    return bool(child.is_terminal() and child.returns() == [0.0, 0.0])


def holds_nothing(state: Any, action: int) -> bool:
    """Pig: a player who has not rolled yet may hold there, which here would only pass the turn on."""
    return action == HOLD and "Turn total: 0" in str(state)


def as_it_is(ours: Any, theirs: Any) -> None:
    pass


def pass_once_more(ours: Any, theirs: Any) -> None:
    """Othello: where nobody can place a disc the game is over there at once, here after the first of the two passes."""
    if theirs.is_terminal() and not ours.is_terminal and len(ours.actions) == 1:
        ours.play(ours.actions[0])


def hold_to_win(ours: Any, theirs: Any) -> None:
    """Pig: points that reach the goal win at once here, there when they are held."""
    if ours.is_terminal and not theirs.is_terminal():
        theirs.apply_action(HOLD)


def stop_there(ours: Any, theirs: Any) -> None:
    """Cliff walking: a fall and the horizon end the walk there; here it goes on from the start, and searches stop."""
    ours.is_terminal = ours.is_terminal or theirs.is_terminal()


@dataclass(frozen=True)
class Pair:
    """One game under its two names, and what has to be known to play it on both sides."""

    ours: str
    theirs: str
    turns: TurnsOf = same_numbers
    excuse: Callable[[Any, int], bool] = never
    """Whether an action that is legal there alone is so by a difference of the rules that is documented."""
    settle: Callable[[Any, Any], None] = as_it_is
    """Brings both sides to where they can be compared, if the rules end a game at different moments."""
    is_scaled: bool = True
    """Whether a loss is -1 and a win 1 there, and 0 and 1 here; else both pay the same."""
    simulations: int = 0
    """How many take OpenSpiel about a tenth of a second; 0 if speeds are not compared."""
    at_least: float = 4.0
    """How many times as fast our search has to be."""


PAIRS = (
    Pair("tic_tac_toe", "tic_tac_toe", simulations=50_000),
    Pair("connect_four", "connect_four", simulations=20_000),
    Pair("connect_four:width=5,height=8", "connect_four(rows=8,columns=5)"),
    Pair("othello", "othello", settle=pass_once_more, simulations=2_000, at_least=20),
    Pair("hex:11", "hex(board_size=11)", simulations=10_000),
    Pair("hex:size=5,swap=true", "hex(board_size=5,swap=true)"),
    Pair("breakthrough", "breakthrough", in_breakthrough, simulations=10_000),
    Pair("breakthrough:rows=6,columns=5", "breakthrough(rows=6,columns=5)", in_breakthrough),
    Pair("go:9", "go(board_size=9,max_game_length=243)", in_go, repeats_the_board, simulations=2_000, at_least=10),
    Pair("go:19", "go(board_size=19,max_game_length=1083)", in_go, repeats_the_board, simulations=150),
    Pair("go:size=3,komi=7.5", "go(board_size=3,max_game_length=96)", in_go, repeats_the_board),
    Pair("go:size=5,komi=7.5", "go(board_size=5,max_game_length=96)", in_go, repeats_the_board),
    Pair("amazons", "amazons", in_amazons, simulations=2_000),
    Pair("dots_and_boxes", "dots_and_boxes(num_rows=5,num_cols=5)", simulations=4_000),
    Pair("dots_and_boxes:rows=2,columns=3", "dots_and_boxes(num_rows=2,num_cols=3)"),
    Pair("gomoku", "gomoku", simulations=2_000),
    Pair("gomoku:size=7,row=4", "mnk(m=7,n=7,k=4)"),
    Pair("havannah", "havannah", in_havannah, simulations=3_000),
    Pair("havannah:size=4,swap=true", "havannah(board_size=4,swap=true)", in_havannah),
    Pair("y", "y(board_size=11)", in_y, simulations=8_000),
    Pair("y:4", "y(board_size=4)", in_y),
    Pair("kalah", "mancala", in_kalah, simulations=20_000),
    Pair("nim:heaps=1-3-5-7,take=0,misere=true", "nim", in_nim, simulations=50_000),
    Pair("nim:heaps=3-4-5,take=0", "nim(pile_sizes=3;4;5,is_misere=false)", in_nim),
    Pair("ultimate_tic_tac_toe", "ultimate_tic_tac_toe", in_ultimate, simulations=10_000),
    Pair("pig", "pig(horizon=20000)", in_pig, holds_nothing, hold_to_win, simulations=12_000),
    Pair("cliff_walking", "cliff_walking(width=12,horizon=200)", in_cliff_walking, settle=stop_there, is_scaled=False),
)
