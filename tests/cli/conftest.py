"""Three ways to run the command line: in this process, in a new one with pipes, and in a new one at a terminal."""

from __future__ import annotations

import contextlib
import fcntl
import os
import pty
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from monteverde.cli import app

COMMAND = [sys.executable, "-m", "monteverde"]
PATIENCE = 180  # seconds; a kernel may be cold, and the machine busy

OWN_GAME = '''
import numpy as np
import monteverde as mv

class Nim(mv.Game):
    """One heap of 7; take 1 or 2; whoever takes the last one wins."""

    state = [("heap", np.int64), ("player", np.int64)]
    num_players, num_actions, max_length = 2, 2, 7

    def start(state):
        state.heap = 7

    def to_move(state):
        return state.player

    def legal_actions(state, out):
        count = min(2, state.heap)
        for i in range(count):
            out[i] = i
        return count

    def play(state, action):
        state.heap -= action + 1
        state.player = 1 - state.player

    def is_terminal(state):
        return state.heap == 0

    def rewards(state, out):
        out[1 - state.player] = 1.0

    def action_name(action):
        return f"take {action + 1}"
'''


@pytest.fixture
def run() -> Callable[..., Result]:
    """A function that runs a command in this process: `run("search", "nim", input="...", COLUMNS="40")`."""

    def invoke(*arguments: str, input: str | None = None, **environment: str | None) -> Result:  # noqa: A002
        result = CliRunner(env=environment).invoke(app, arguments, input=input, prog_name="monteverde")
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception
        return result

    return invoke


@pytest.fixture
def process() -> Callable[..., subprocess.CompletedProcess[str]]:
    """A function that runs a command in a new process whose output is no terminal."""

    def start(*arguments: str, typed: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [*COMMAND, *arguments],
            input=typed,
            env={**os.environ, **environment},
            capture_output=True,
            text=True,
            timeout=PATIENCE,
        )

    return start


class Terminal:
    """A command that runs at a terminal of its own."""

    def __init__(self, arguments: tuple[str, ...], columns: int, environment: dict[str, str]) -> None:
        self.master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 50, columns, 0, 0))
        variables = {key: value for key, value in os.environ.items() if key not in ("COLUMNS", "LINES", "NO_COLOR")}
        self.process = subprocess.Popen(
            [*COMMAND, *arguments],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env={**variables, "TERM": "xterm", **environment},
            start_new_session=True,
        )
        os.close(slave)
        self.shown = ""
        self.waited_for = 0  # how much of it is behind us

    def wait_for(self, text: str) -> None:
        """Read what is shown until `text` comes, after whatever was waited for before."""
        deadline = time.monotonic() + PATIENCE
        while (found := self.shown.find(text, self.waited_for)) < 0:
            assert self._read(deadline), f"{text!r} never came after:\n{self.shown}"
        self.waited_for = found + len(text)

    def type(self, line: str) -> None:
        """Type a line."""
        os.write(self.master, f"{line}\n".encode())

    def interrupt(self) -> None:
        """Press Ctrl-C."""
        self.process.send_signal(signal.SIGINT)

    def end(self, within: float = PATIENCE) -> int:
        """Read to the end and return the exit code.

        Raises:
            TimeoutExpired: if it does not end within so many seconds.
        """
        deadline = time.monotonic() + within
        while self._read(deadline):
            pass
        return self.process.wait(timeout=1)

    def interrupt_until_the_end(self) -> int:
        """Press Ctrl-C, again if need be: Python overlooks one that comes just before it begins to read a line."""
        for _ in range(10):
            self.interrupt()
            with contextlib.suppress(subprocess.TimeoutExpired):
                return self.end(within=10)
        raise AssertionError(f"Ctrl-C did not end:\n{self.shown}")

    def _read(self, deadline: float) -> bool:
        """Read once; return False at the end."""
        if not select.select([self.master], [], [], max(0.0, deadline - time.monotonic()))[0]:
            return False
        try:
            chunk = os.read(self.master, 65536)
        except OSError:  # Linux says so when the other side is closed
            return False
        self.shown += chunk.decode(errors="replace")
        return bool(chunk)

    def close(self) -> None:
        """Leave nothing behind."""
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        with contextlib.suppress(OSError):
            os.close(self.master)


@pytest.fixture
def terminal() -> Iterator[Callable[..., Terminal]]:
    """A function that starts a command at a terminal of so many columns."""
    open_ones: list[Terminal] = []

    def start(*arguments: str, columns: int = 80, **environment: str) -> Terminal:
        open_ones.append(Terminal(arguments, columns, environment))
        return open_ones[-1]

    yield start
    for one in open_ones:
        one.close()


@pytest.fixture
def own_game(tmp_path: Path) -> str:
    """The name of a game of the user's own: Nim with a heap of 7."""
    file = tmp_path / "mygame.py"
    file.write_text(OWN_GAME)
    return f"{file}:Nim"
