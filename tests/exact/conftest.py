"""What tests of exact methods share: Ctrl-C as in a terminal, and random trees whose seed is in the state."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator

import numpy as np
import pytest

from monteverde.compile.binding import interpret
from monteverde.compile.bits import mix_bits
from monteverde.compile.random import STEP
from monteverde.exact import readout
from monteverde.exact.methods import pns
from monteverde.game import Position
from monteverde.games.random_tree import random_tree

BRANCHING, DEPTH = 3, 30


@pytest.fixture(autouse=True)
def _ctrl_c_as_in_a_terminal() -> Iterator[None]:
    """Let Ctrl-C raise KeyboardInterrupt, also where the tests run in the background and it is ignored."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.fixture
def as_python(monkeypatch: pytest.MonkeyPatch) -> None:
    """Run kernels as plain Python in this test: compiling one for a small tree takes longer than everything else."""
    for module in (readout, pns):
        monkeypatch.setattr(module, "bound", lambda kernel, game: interpret(kernel, game.bindings))


@pytest.fixture(scope="session")
def late_trees() -> Callable[[int, int], list[Position]]:
    """A function: so many random P-games (three actions, real values) with so many plies to go, all of one game."""

    def made(count: int, plies: int) -> list[Position]:
        game = random_tree(0, BRANCHING, DEPTH, "p", "real")
        found = []
        for seed in range(count):
            states = game.new_states(1)
            with np.errstate(over="ignore"):
                states[0].path = mix_bits(np.uint64(seed) * STEP)
            states[0].ply = DEPTH - plies
            found.append(Position(game, states))
        return found

    return made


@pytest.fixture(scope="session")
def long_tree(late_trees: Callable[[int, int], list[Position]]) -> Position:
    """A position that takes far longer to solve than any test may."""
    return late_trees(1, DEPTH)[0]
