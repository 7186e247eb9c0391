"""A running program: lines to it and from it, each with a time limit; ended with all that it started.

It runs in a process group of its own, so Ctrl-C at the terminal does not reach it: it is we who end it, also when this
process ends or the object is forgotten. Its errors are read along, so that it never waits for somebody to read them,
and the end of them is kept: that is usually why it died.
"""

from __future__ import annotations

import contextlib
import os
import select
import signal
import subprocess
import time
import weakref
from collections.abc import Sequence

from monteverde.engines.text import shown
from monteverde.errors import EngineError, UsageError

CHUNK = 65536  # bytes read at once
MOST_BYTES = 1 << 24  # of one answer: no engine has so much to say
KEPT_ERRORS = 4096  # bytes of the end of standard error
SHOWN_ERRORS = 2  # lines of it: many programs say what is wrong, and then where help is
POLITE_SECONDS = 1.0  # to leave by itself when told to
LOOK_SECONDS = 0.01


class EngineProcess:
    """A program with pipes to it. A line goes out by `ask`, which starts the clock of all that is read after it."""

    def __init__(self, command: Sequence[str]) -> None:
        """Start it.

        Raises:
            UsageError: if it cannot be started.
        """
        self.name = os.path.basename(command[0])
        """What sentences call it."""
        pipe = subprocess.PIPE
        try:
            self._process = subprocess.Popen(
                list(command), stdin=pipe, stdout=pipe, stderr=pipe, bufsize=0, start_new_session=True
            )
        except (OSError, ValueError) as error:
            raise UsageError(f"{command[0]} cannot be started: {error}") from None
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        assert self._process.stderr is not None
        self._input, self._output = self._process.stdin.fileno(), self._process.stdout.fileno()
        self._errors = self._process.stderr.fileno()
        os.set_blocking(self._input, False)
        self._open = [self._output, self._errors]
        self._waiting, self._said, self._num_read = bytearray(), b"", 0
        self._asked, self._seconds, self._deadline = "", 0.0, 0.0
        self._finish = weakref.finalize(self, _kill, self._process)

    def ask(self, line: str, seconds: float) -> None:
        """Send a line, and give so much time for all of the answer.

        Raises:
            EngineError: if it does not take it.
        """
        self._asked, self._seconds, self._num_read = line, seconds, 0
        self._deadline = time.monotonic() + seconds
        rest = memoryview(f"{line}\n".encode())
        while rest:
            try:
                rest = rest[os.write(self._input, rest) :]
            except BlockingIOError:
                self._wait(writing=True)
            except BrokenPipeError:
                raise self._has_ended() from None

    def read_line(self) -> str:
        """Return the next line, without its end; what is no UTF-8 comes as replacement characters.

        Raises:
            EngineError: if none comes in time, or the program ends, or it says too much.
        """
        while (end := self._waiting.find(b"\n")) < 0:
            if self._output not in self._open:
                raise self._has_ended()
            if self._num_read > MOST_BYTES:
                raise self.fault(f"wrote more than {MOST_BYTES:,} bytes")
            self._wait()
        line = self._waiting[:end].decode("utf-8", "replace")
        del self._waiting[: end + 1]
        return line.rstrip("\r")

    def fault(self, what: str) -> EngineError:
        """Return the error that says what the program did when it was asked what it was asked last."""
        return EngineError(f"{self.name} {what} when it was sent {shown(self._asked)!r}")

    def leave(self, farewell: str) -> None:
        """End it: it is told to leave, and has a moment for it."""
        self._deadline = time.monotonic() + POLITE_SECONDS
        with contextlib.suppress(EngineError, OSError):
            os.write(self._input, f"{farewell}\n".encode())
            while self._output in self._open:
                self._wait()
        self.kill()

    def kill(self) -> None:
        """End it at once, with all processes that it started."""
        self._finish()

    def _wait(self, *, writing: bool = False) -> None:
        """Wait until something can be read, or written if that is wanted, and read it."""
        left = self._deadline - time.monotonic()
        readable, writable, _ = select.select(self._open, [self._input] if writing else [], [], max(left, 0.0))
        if not readable and not writable:
            raise self.fault(f"did not answer within {self._seconds:g} s")
        for descriptor in readable:
            chunk = os.read(descriptor, CHUNK)
            if not chunk:
                self._open.remove(descriptor)
            elif descriptor == self._output:
                self._num_read += len(chunk)
                self._waiting += chunk
            else:
                self._said = (self._said + chunk)[-KEPT_ERRORS:]

    def _has_ended(self) -> EngineError:
        """Return the error that says how it ended, and the last it wrote to standard error."""
        self._deadline = time.monotonic() + POLITE_SECONDS
        with contextlib.suppress(EngineError):
            while self._open:
                self._wait()
        lines = [line for line in self._said.decode("utf-8", "replace").splitlines() if line.strip()]
        last = f"; the last it said: {' / '.join(map(shown, lines[-SHOWN_ERRORS:]))}" if lines else ""
        return self.fault(f"ended ({self._exit()}{last})")

    def _exit(self) -> str:
        """Return how it ended, in words. It is not reaped: while it is not, no other process has its number."""
        status = None
        while status is None and time.monotonic() < self._deadline:
            status = os.waitid(os.P_PID, self._process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT)
            time.sleep(0.0 if status else LOOK_SECONDS)
        if status is None:
            return "closed its output"
        is_exit = status.si_code == os.CLD_EXITED
        return f"exit code {status.si_status}" if is_exit else f"killed by {signal.Signals(status.si_status).name}"


def _kill(process: subprocess.Popen[bytes]) -> None:
    """Kill the group of a process, reap it, and close the pipes."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    for stream in filter(None, (process.stdin, process.stdout, process.stderr)):
        stream.close()
