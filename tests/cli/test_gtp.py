"""`monteverde gtp`, in processes with pipes as other programs start it."""

from __future__ import annotations

import os
import re
import signal
import subprocess
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from tests.cli.conftest import COMMAND

Run = Callable[..., Any]
Start = Callable[..., subprocess.Popen[bytes]]


@pytest.fixture
def start() -> Iterator[Start]:
    """A function that starts the engine with pipes."""
    started: list[subprocess.Popen[bytes]] = []

    def begin(*arguments: str) -> subprocess.Popen[bytes]:
        pipes: dict[str, Any] = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
        started.append(subprocess.Popen([*COMMAND, "gtp", *arguments], **pipes))
        return started[-1]

    yield begin
    for process in started:
        process.kill()
        process.wait()
        for pipe in (process.stdin, process.stdout, process.stderr):
            if pipe is not None:
                pipe.close()


def asked(engine: subprocess.Popen[bytes], line: bytes) -> bytes:
    """Send a line and return the answer, up to the empty line that ends it."""
    assert engine.stdin is not None
    assert engine.stdout is not None
    engine.stdin.write(line)
    engine.stdin.flush()
    answer = b""
    while not answer.endswith(b"\n\n"):
        read = engine.stdout.readline()
        assert read, answer
        answer += read
    return answer


def test_a_whole_session_is_answered(process: Run) -> None:
    """Through pipes; only the protocol is on standard output, and quit ends it well."""
    session = "1 boardsize 5\r\nkomi 6.5\nplay b C3\n2 genmove w\n\n# done\nfinal_score now\nquit\nname\n"
    done = process("gtp", "go", "--size", "9", "--player", "random", "--seed", "1", typed=session)
    assert re.fullmatch(
        r"=1\n\n=\n\n=\n\n=2 ([A-HJ][1-5]|pass)\n\n\? syntax error: final_score takes 0 arguments, got 1\n\n=\n\n",
        done.stdout,
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_the_end_of_the_input_ends_it(process: Run) -> None:
    """Well, even in the middle of a line."""
    done = process("gtp", "hex:3", "--player", "random", typed="name\nversion\nprotocol_vers")
    assert done.returncode == 0
    assert done.stdout.endswith("\n\n? unknown command\n\n")


def test_each_answer_comes_at_once(start: Start) -> None:
    """Before the next line is sent; bytes that are no text are answered, too."""
    engine = start("tic_tac_toe", "--iterations", "50", "--seed", "1")
    assert asked(engine, b"play b b2\n") == b"=\n\n"
    assert re.fullmatch(rb"=7 [a-c][1-3]\n\n", asked(engine, b"7 genmove w\n"))
    assert asked(engine, b"\xff\xfe\x00\n") == b"? unknown command\n\n"
    assert asked(engine, b"3 quit\n") == b"=3\n\n"
    assert engine.wait(60) == 0


def test_an_analysis_goes_on_until_the_next_line(start: Start) -> None:
    """Which is answered as ever; an empty line ends it as well."""
    engine = start("tic_tac_toe", "--threads", "1")
    assert engine.stdin is not None
    assert engine.stdout is not None
    for ending in (b"\n", b"4 name\n"):
        engine.stdin.write(b"3 lz-analyze b 5\n")
        engine.stdin.flush()
        assert engine.stdout.readline() == b"=3\n"
        for _ in range(3):
            assert engine.stdout.readline().startswith(b"info move ")
        engine.stdin.write(ending)
        engine.stdin.flush()
        while line := engine.stdout.readline().strip():
            assert line.startswith(b"info move ")
    assert engine.stdout.readline() == b"=4 Monteverde\n"
    engine.stdin.close()
    assert engine.wait(60) == 0


def test_ctrl_c_ends_it(start: Start) -> None:
    """With the code that shells know, while it waits for a line."""
    engine = start("tic_tac_toe")
    asked(engine, b"name\n")
    engine.send_signal(signal.SIGINT)
    assert engine.wait(60) == 130
    assert engine.stderr is not None
    assert os.read(engine.stderr.fileno(), 1000) == b""


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("connect_four",), "error: GTP is for games of two players whose moves are cells of a board"),
        (("go", "--size", "20"), "error: go needs a size of 1 to 19, got size=20"),
        (("tic_tac_toe", "--size", "5"), "error: tic_tac_toe has no parameter size"),
        (("go", "--player", "human"), "error: a person cannot play over GTP"),
        (("go", "--player", "random", "--threads", "2"), "error: threads are for searches"),
        (("go", "--seconds", "0"), "error: seconds is 0.0"),
    ],
)
def test_what_cannot_be_used_is_said_before_anything_is_read(
    run: Run, arguments: tuple[str, ...], sentence: str
) -> None:
    """On standard error, with exit code 2."""
    result = run("gtp", *arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith(sentence)
