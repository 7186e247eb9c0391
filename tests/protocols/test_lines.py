"""Lines from a file descriptor, and the loop over them."""

from __future__ import annotations

import io
import os
from collections.abc import Callable, Iterator

import pytest

from monteverde.protocols.lines import LineReader, serve

Pipe = tuple[LineReader, Callable[[bytes], object], Callable[[], object]]


@pytest.fixture
def pipe() -> Iterator[Pipe]:
    """A reader, what writes to it, and what closes it."""
    incoming, outgoing = os.pipe()
    is_open = [True]

    def close() -> None:
        if is_open.pop():
            os.close(outgoing)
        is_open.append(False)

    yield LineReader(incoming), lambda content: os.write(outgoing, content), close
    close()
    os.close(incoming)


def test_lines_come_one_by_one(pipe: Pipe) -> None:
    """However they were written; the last one without an end, too."""
    lines, write, close = pipe
    write(b"one\ntw")
    assert lines.next_line() == "one"
    write(b"o\n\nthree\r\n")
    assert [lines.next_line() for _ in range(3)] == ["two", "", "three\r"]
    write(b"four")
    close()
    assert [lines.next_line() for _ in range(3)] == ["four", None, None]


def test_what_waits_is_seen(pipe: Pipe) -> None:
    """In the pipe, in the reader, and the end itself."""
    lines, write, close = pipe
    assert not lines.has_more()
    write(b"one\ntwo\n")
    assert lines.has_more()
    lines.next_line()
    assert lines.has_more()
    lines.next_line()
    assert not lines.has_more()
    close()
    assert lines.has_more()
    assert lines.next_line() is None
    assert lines.has_more()


def test_what_is_no_text_is_read(pipe: Pipe) -> None:
    """As replacement characters."""
    lines, write, _ = pipe
    write(b"\xff\xfename\n")
    assert lines.next_line() == "\ufffd\ufffdname"


def test_a_line_longer_than_a_chunk_is_one_line(pipe: Pipe) -> None:
    """Pieces are put together."""
    lines, write, close = pipe
    for _ in range(3):
        write(b"x" * 20_000)
        assert lines.has_more()
        lines._read()
    write(b"y\n")
    assert lines.next_line() == "x" * 60_000 + "y"


class Echo:
    """Answers a line by two parts; `end` finishes it."""

    is_finished = False

    def respond(self, line: str, has_more: Callable[[], bool]) -> Iterator[str]:
        """Yield the line, and whether more has come."""
        yield f"{line}\n"
        yield f"{has_more()}\n"
        self.is_finished = line == "end"


class Flushed(io.StringIO):
    """Counts how often it is flushed."""

    count = 0

    def flush(self) -> None:
        self.count += 1


def test_every_part_of_an_answer_is_sent_at_once(pipe: Pipe) -> None:
    """And nothing is read after the engine has finished."""
    lines, write, _ = pipe
    write(b"one\nend\nmore\n")
    output = Flushed()
    serve(Echo(), lines, output)
    assert (output.getvalue(), output.count) == ("one\nTrue\nend\nTrue\n", 4)
    assert lines.next_line() == "more"


def test_the_end_of_the_input_ends_the_loop(pipe: Pipe) -> None:
    """Without a word."""
    lines, _, close = pipe
    close()
    output = io.StringIO()
    serve(Echo(), lines, output)
    assert output.getvalue() == ""
