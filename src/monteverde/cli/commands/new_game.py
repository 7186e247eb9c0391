"""`monteverde new-game`: a file to begin a game with, and its test."""

from __future__ import annotations

import keyword
import re
from pathlib import Path
from typing import Annotated

import typer

from monteverde.cli.exit_codes import DONE
from monteverde.cli.output import Output
from monteverde.errors import UsageError

GAME = '''"""{title}: what it is about, in one line.

Begin here: this is Nim. Change it rule by rule, and ask `monteverde check {file}` after each change; it says what is
wrong and what to write. Rules are plain functions without self; they are compiled into the search.
"""

import numpy as np

import monteverde as mv

HEAP, MOST = 15, 3


class {class_name}(mv.Game):
    """One heap; take 1 to 3; whoever takes the last object wins."""

    # What somebody must be told who takes over in mid-game: (name, NumPy type) or (name, NumPy type, shape).
    state = [("heap", np.int64), ("player", np.int64)]
    # Actions are the numbers below num_actions; max_length is the longest game, in plies.
    num_players, num_actions, max_length = 2, MOST, HEAP
    player_names = ("first", "second")

    def start(state):
        """Fill the state, which is all zeros, with the beginning."""
        state.heap = HEAP

    def to_move(state):
        """Return whose turn it is: 0, 1, ..., or mv.CHANCE."""
        return state.player

    def legal_actions(state, out):
        """Write the legal actions to out, in a fixed order, and return how many."""
        count = min(MOST, state.heap)
        for i in range(count):
            out[i] = i
        return count

    def play(state, action):
        """Change the state as the action does."""
        state.heap -= action + 1
        state.player = 1 - state.player

    def is_terminal(state):
        """Return whether the game is over."""
        return state.heap == 0

    def rewards(state, out):
        """Write what each player gets at the end, from 0 to 1; out is all zeros."""
        out[1 - state.player] = 1.0

    # Two optional rules. More: the page "Reference" of the documentation.

    def key(state):
        """Return a uint64 that only equal states share: for tables of positions."""
        return np.uint64(2 * state.heap + state.player)

    def sample_action(state, rng):
        """Return a random legal action: for fast playouts."""
        return mv.below(rng, min(MOST, state.heap))

    # For people.

    def action_name(action):
        """Return what people call an action."""
        return f"take-{{action + 1}}"

    def render(state):
        """Return a drawing."""
        return "|" * int(state.heap)


if __name__ == "__main__":
    print(mv.search({class_name}(), seconds=0.5))
'''

TEST = '''"""{title} keeps its promises, and counts and values are right. Run: python -m pytest {test_file}"""

import monteverde as mv

GAME = mv.load_game(__file__.replace("{test_file}", "{file}"))


def test_it_keeps_its_promises():
    """What searches rely on."""
    assert mv.check(GAME).is_ok


def test_perft():
    """The number of action sequences of each length: count the first ones by hand."""
    assert [mv.perft(GAME.initial(), depth) for depth in (1, 2, 3)] == [3, 9, 27]


def test_value():
    """The first player wins, by leaving a multiple of four."""
    result = mv.solve(GAME)
    assert (result.outcome, result.action_name) == ("win", "take-3")
'''


def command(
    name: Annotated[str, typer.Argument(metavar="NAME", help="What the game is called, such as my_game.")],
    folder: Annotated[Path, typer.Option(help="Where to write.", show_default="this folder")] = Path(),
) -> int:
    """Write a commented file to begin a game with, and a test of it.

    Both work at once: what is in them is Nim. Nothing is overwritten.
    """
    word = re.sub(r"(?<=[a-z0-9])(?=[A-Z])|[\s-]+", "_", name.strip()).lower()
    if not word.isidentifier() or keyword.iskeyword(word):
        raise UsageError(f"{name!r} cannot be the name of a Python file; use letters, digits and _, as in my_game")
    if not folder.is_dir():
        raise UsageError(f"there is no folder {folder}; make it first, or leave --folder out")
    words = {
        "file": f"{word}.py",
        "test_file": f"test_{word}.py",
        "class_name": "".join(part.capitalize() for part in word.split("_")),
        "title": word.replace("_", " ").capitalize(),
    }
    files = {folder / words["file"]: GAME, folder / words["test_file"]: TEST}
    for file in files:
        if file.exists():
            raise UsageError(f"{file} is there already; give another name, or move it away")
    for file, text in files.items():
        file.write_text(text.format(**words), "utf-8")
    output = Output()
    game, test = files
    for line in (f"wrote {game} and {test}; now:", f"  monteverde check {game}", f"  monteverde play {game}"):
        output.picture(line)
    output.picture(f"  python -m pytest {test}")
    return DONE
