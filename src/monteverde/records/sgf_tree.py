"""What SGF's grammar has of a file: the nodes of its main line, and their values as text.

`sgfmill` reads and writes the grammar, without recursion. Where a file goes wrong it does not say; that is found here,
by the pairs of tokens that may follow each other.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import ModuleType

from monteverde.errors import MissingExtraError, RecordError

UTF_8, LATIN_1 = "utf-8", "iso-8859-1"  # the latter is what SGF means if nothing is said
CHARSET = re.compile(rb"(?<![A-Za-z])CA\s*\[([^\]]{0,40})\]")
ODD_CODECS = {"idna", "punycode", "raw-unicode-escape", "undefined", "unicode-escape", "utf-7"}  # Python's own
TOKEN = re.compile(rb"\[[^\\\]]*(?:\\.[^\\\]]*)*\]|[A-Za-z]+|[;()]", re.DOTALL)
FOLLOWERS = {b"(": b";", b";": b"I;()", b"I": b"[", b"[": b"[I;()", b")": b"()"}
"""What may follow each kind of token; I stands for a property's name."""
SHOWN = 20  # bytes that are quoted
LINE_WIDTH = 79


@dataclass(frozen=True)
class Node:
    """A node of a game tree: the raw values of each property, in UTF-8."""

    number: int
    """Where it is in the main line, from 1."""
    properties: Mapping[str, list[bytes]]

    def texts(self, key: str) -> list[str]:
        """Return the values of a property as they are meant, line breaks kept; none if it is not there."""
        grammar = sgf_grammar()
        return [grammar.text_value(raw).decode(UTF_8) for raw in self.properties.get(key, [])]

    def line(self, key: str) -> str:
        """Return the first value of a property in one line, "" if it is not there."""
        return " ".join("".join(self.texts(key)[:1]).split())


def sgf_grammar() -> ModuleType:
    """Return the library's module for the grammar.

    Raises:
        MissingExtraError: if it is not installed.
    """
    try:
        from sgfmill import sgf_grammar as grammar
    except ImportError:
        raise MissingExtraError("SGF", "sgf") from None
    return grammar  # type: ignore[no-any-return]


def main_line(data: bytes) -> list[Node]:
    """Return the nodes of the main line of the first game in a file: the first variation everywhere.

    Raises:
        RecordError: if it is no SGF; the sentence says where it goes wrong.
    """
    grammar = sgf_grammar()
    data = _in_utf_8(data)
    try:
        tree = grammar.parse_sgf_game(data)
    except ValueError as error:
        raise RecordError(_complaint(data, str(error), grammar)) from None
    sequence = enumerate(grammar.main_sequence_iter(tree), start=1)
    return [Node(number, properties) for number, properties in sequence if properties]


def composed(nodes: Iterable[Mapping[str, list[str]]]) -> bytes:
    """Return a game without variations as SGF in UTF-8, from the values of each node's properties."""
    grammar = sgf_grammar()
    tree = grammar.Coarse_game_tree()
    for node in nodes:
        raw = {key: [grammar.escape_text(text.encode(UTF_8, "backslashreplace")) for text in node[key]] for key in node}
        tree.sequence.append(raw)
    written: bytes = grammar.serialise_game_tree(tree, LINE_WIDTH)
    return written


def _in_utf_8(data: bytes) -> bytes:
    """Return a file in UTF-8, so that no bracket is half a letter.

    It is in the encoding that it names; if none, in UTF-8 if it can be that, else in what SGF means then.
    """
    named = CHARSET.search(data)
    if named is not None:
        encoding = _codec_named(named.group(1).decode("ascii", "replace").strip())
    else:
        encoding = UTF_8 if _is_utf_8(data) else LATIN_1
    try:
        return data.decode(encoding).encode(UTF_8)
    except UnicodeDecodeError as error:
        raise RecordError(f"{_where(data, error.start)}: it is not in the encoding that it names, {encoding}") from None


def _codec_named(name: str) -> str:
    """Return Python's name for an encoding."""
    try:
        codec = codecs.lookup(name)
        if codec.name in ODD_CODECS or "(;)[]".encode(codec.name) != b"(;)[]":
            raise LookupError(name)
    except (LookupError, ValueError):
        raise RecordError(f"it is in an encoding that cannot be read, CA[{name}]; save it as UTF-8") from None
    return codec.name


def _is_utf_8(data: bytes) -> bool:
    try:
        data.decode(UTF_8)
    except UnicodeDecodeError:
        return False
    return True


def _complaint(data: bytes, reason: str, grammar: ModuleType) -> str:
    """Return where a file goes wrong, and what is there."""
    _, end = grammar.tokenise(data)
    if not end:
        return "it is no SGF: no game begins with '(;' in it"
    place = _misplaced(data[:end])
    if place is not None:
        return f"{_where(data, place)}: {_quoted(data, place)} cannot stand there ({reason})"
    while data[end : end + 1].isspace():
        end += 1
    if end >= len(data):
        return f"{_where(data, end)}: the file ends before the game does; is it whole?"
    if data[end : end + 1] == b"[":
        return f"{_where(data, end)}: the value that begins there never ends; a ']' is missing"
    return f"{_where(data, end)}: {_quoted(data, end)} is no SGF"


def _misplaced(data: bytes) -> int | None:
    """Return where the first token stands that may not follow the one before it, None if there is no such token."""
    allowed, start = b"(", data.index(b"(")
    for token in TOKEN.finditer(data, start):
        first = token.group()[:1]
        kind = b"I" if first.isalpha() else first
        if kind not in allowed:
            return token.start()
        allowed = FOLLOWERS[kind]
    return None


def _where(data: bytes, place: int) -> str:
    line, begin = data.count(b"\n", 0, place) + 1, data.rfind(b"\n", 0, place)
    return f"line {line}, column {place - begin}"


def _quoted(data: bytes, place: int) -> str:
    return repr(data[place : place + SHOWN].decode("ascii", "replace"))
