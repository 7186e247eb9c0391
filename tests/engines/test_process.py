"""A running program: its lines, its time limits, and that nothing of it is left."""

from __future__ import annotations

import gc
import os
import re
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.engines.commands import fake

from monteverde.engines import process as process_module
from monteverde.engines.process import EngineProcess
from monteverde.engines.program import program_of
from monteverde.errors import EngineError, UsageError


@pytest.fixture
def started() -> Iterator[list[EngineProcess]]:
    """Programs that are ended after the test, whatever becomes of it."""
    processes: list[EngineProcess] = []
    yield processes
    for process in processes:
        process.kill()


def start(started: list[EngineProcess], behaviour: str) -> EngineProcess:
    """Start the fake GTP program."""
    started.append(EngineProcess(program_of(fake("gtp", behaviour))))
    return started[-1]


def is_running(pid: int) -> bool:
    """Return whether there is such a process that is not a zombie."""
    try:
        status = Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return False
    return status.rpartition(")")[2].split()[0] != "Z"


def test_lines_go_and_come(started: list[EngineProcess]) -> None:
    """Without their ends, CR LF or LF."""
    process = start(started, "crlf")
    process.ask("name", 60)
    assert [process.read_line() for _ in range(2)] == ["= ", ""]
    process.ask("genmove black", 60)
    assert [process.read_line() for _ in range(4)] == ["", "", "=  A1", ""]


@pytest.mark.parametrize(
    ("behaviour", "sentence"),
    [
        ("hang", r"did not answer within 0.2 s when it was sent 'genmove black'"),
        (
            "crash",
            r"ended \(exit code 3; the last it said: opening book loaded / out of cheese\) when",
        ),
        ("killed", r"ended \(killed by SIGKILL\) when"),
        ("closed", r"ended \(closed its output\) when"),
    ],
)
def test_what_it_does_wrong_is_told(started: list[EngineProcess], behaviour: str, sentence: str) -> None:
    """One sentence: what it did, and when."""
    process = start(started, behaviour)
    process.ask("name", 60)
    process.read_line(), process.read_line()
    process.ask("genmove black", 0.2 if behaviour == "hang" else 20)
    with pytest.raises(EngineError, match=sentence):
        process.read_line()


def test_who_never_stops_talking_is_stopped(started: list[EngineProcess], monkeypatch: pytest.MonkeyPatch) -> None:
    """A line without an end does not fill the memory."""
    monkeypatch.setattr(process_module, "MOST_BYTES", 1 << 20)
    process = start(started, "flood")
    process.ask("genmove black", 60)
    with pytest.raises(EngineError, match="wrote more than 1,048,576 bytes"):
        process.read_line()


def test_who_never_listens_is_not_waited_for(started: list[EngineProcess]) -> None:
    """What does not fit the pipe to it is a time limit too, and errors are read while one waits to write."""
    process = start(started, "hang")
    process.ask("genmove black", 60)
    with pytest.raises(EngineError, match=r"did not answer within 0.2 s when it was sent 'x+\.\.\.'"):
        process.ask("x" * 1_000_000, 0.2)


def test_who_has_gone_is_not_written_to(started: list[EngineProcess]) -> None:
    """That is how it ended, not a broken pipe."""
    process = start(started, "good")
    process.ask("quit", 60)
    os.waitid(os.P_PID, process._process.pid, os.WEXITED | os.WNOWAIT)
    with pytest.raises(EngineError, match=r"ended \(exit code 0\) when it was sent 'name'"):
        process.ask("name", 60)


def test_much_on_standard_error_stops_nobody(started: list[EngineProcess]) -> None:
    """It is read along: a full pipe would make the program wait for ever."""
    process = start(started, "noisy")
    process.ask("genmove black", 60)
    assert process.read_line() == "= a1"


def test_leaving_is_polite_and_leaves_nothing(started: list[EngineProcess]) -> None:
    """Pipes are closed, the process is reaped; doing it twice is nothing."""
    process = start(started, "good")
    before = len(os.listdir("/proc/self/fd"))
    pid = process._process.pid
    process.leave("quit")
    process.kill()
    assert process._process.returncode in (0, -9)
    assert not Path(f"/proc/{pid}").exists()
    assert len(os.listdir("/proc/self/fd")) == before - 3


def test_who_does_not_leave_is_killed(started: list[EngineProcess]) -> None:
    """After a moment."""
    process = start(started, "hang")
    process.ask("genmove black", 60)
    process.leave("quit")
    assert process._process.returncode == -9


def test_what_it_started_goes_with_it(
    started: list[EngineProcess], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The whole group is killed."""
    note = tmp_path / "child"
    monkeypatch.setenv("FAKE_CHILD", str(note))
    process = start(started, "child")
    process.ask("genmove black", 60)
    deadline = time.monotonic() + 20
    while not (note.exists() and note.read_text()) and time.monotonic() < deadline:
        time.sleep(0.02)
    child = int(note.read_text())
    assert is_running(child)
    process.kill()
    deadline = time.monotonic() + 20
    while is_running(child) and time.monotonic() < deadline:
        time.sleep(0.02)
    assert not is_running(child)


def test_who_is_forgotten_is_ended() -> None:
    """No program outlives the object that speaks to it."""
    process = EngineProcess(program_of(fake("gtp", "good")))
    pid = process._process.pid
    del process
    gc.collect()
    assert not Path(f"/proc/{pid}").exists()


def test_what_cannot_be_started_is_told(tmp_path: Path) -> None:
    """A file that says it is a program and is none."""
    path = tmp_path / "engine"
    path.write_bytes(b"\x7fELF nonsense")
    path.chmod(0o755)
    with pytest.raises(UsageError, match=rf"{re.escape(str(path))} cannot be started: "):
        EngineProcess(program_of(str(path)))
