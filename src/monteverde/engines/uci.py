"""The Universal Chess Interface, from the side of the controller: options, positions, best moves.

A program says what it knows of in lines (`option name Skill Level type spin default 20 min -20 max 20`), and writes as
many others as it likes before the one that answers; all that are not understood are let pass.

Source: Stefan Meyer-Kahlen, *Description of the universal chess interface (UCI)*, 2006. `go perft 1`, which lists the
legal moves, is an addition of Stockfish and its kin.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from monteverde.engines.process import EngineProcess
from monteverde.errors import UnknownNameError, UsageError

OPTION = re.compile(r"option\s+name\s+(.+?)\s+type\s+(\S+)(?:\s+(.*))?", re.DOTALL)
LIMIT = re.compile(r"(?:^|\s)(min|max)\s+(-?[0-9]{1,18})(?=\s|$)")
CHOICE = re.compile(r"(?:^|\s)var\s+(\S+)")
PERFT_MOVE = re.compile(r"(\S+):\s*[0-9]+")
PERFT_END = "nodes searched"
WHOLE = re.compile(r"[-+]?[0-9]{1,18}")
VARIANT = "UCI_Variant"
SWITCH = ("true", "false")
NO_MOVES = ("(none)", "0000")


@dataclass(frozen=True)
class UciOption:
    """What a program lets one set."""

    name: str
    kind: str
    """spin (a whole number), check (true or false), combo (one of `choices`), string or button."""
    least: int | None
    most: int | None
    choices: tuple[str, ...]

    def refuse(self, program: str, value: str) -> None:
        """Raise UsageError, or UnknownNameError, unless it can be set to `value`."""
        if self.kind == "combo" and value not in self.choices:
            raise UnknownNameError(f"{self.name} of {program}", value, self.choices)
        if self.kind == "check" and value not in SWITCH:
            raise UsageError(f"{self.name} of {program} is true or false, got {value!r}")
        if self.kind == "spin" and not self._is_in_range(value):
            raise UsageError(f"{self.name} of {program} is a whole number {self._range()}, got {value!r}")

    def _is_in_range(self, value: str) -> bool:
        if WHOLE.fullmatch(value) is None:
            return False
        return (self.least is None or int(value) >= self.least) and (self.most is None or int(value) <= self.most)

    def _range(self) -> str:
        return f"from {self.least} to {self.most}"


def read_option(line: str) -> UciOption | None:
    """Return the option that a line tells of; None if it tells of none."""
    found = OPTION.fullmatch(line.strip())
    if found is None:
        return None
    rest = found[3] or ""
    limits = {key: int(number) for key, number in LIMIT.findall(rest)}
    return UciOption(found[1], found[2], limits.get("min"), limits.get("max"), tuple(CHOICE.findall(rest)))


class UciClient:
    """A program that answers UCI."""

    name: str
    """What it calls itself."""
    options: Mapping[str, UciOption]
    """What can be set, by names in small letters with _ for spaces."""

    def __init__(self, process: EngineProcess, seconds: float) -> None:
        """Greet a running program, each of whose answers may take so long.

        Raises:
            EngineError: if it does not answer.
        """
        self.process, self.seconds = process, seconds
        self.name = process.name
        options = []
        self.process.ask("uci", seconds)
        while (line := self.process.read_line().strip()) != "uciok":
            option = read_option(line)
            if option is not None:
                options.append(option)
            elif line.startswith("id name "):
                self.name = line.removeprefix("id name ").strip()
        self.options = {_key(option.name): option for option in options}

    def set_option(self, name: str, value: str) -> None:
        """Set an option.

        Raises:
            UnknownNameError: if it has no such option, or no such choice for it.
            UsageError: if it cannot be set to that.
        """
        option = self.options.get(_key(name))
        if option is None:
            raise UnknownNameError(f"option of {self.process.name}", name, self.options)
        option.refuse(self.process.name, value)
        self.process.ask(f"setoption name {option.name} value {value}", self.seconds)

    def ready(self) -> None:
        """Wait until it has done all that it was told."""
        self.process.ask("isready", self.seconds)
        while self.process.read_line().strip() != "readyok":
            pass

    def set_position(self, position: str) -> None:
        """Show it a position: `startpos moves a2a3 ...`."""
        self.process.ask(f"position {position}", self.seconds)

    def best_move(self, limits: str) -> str | None:
        """Return the move that it chooses in the position that it was shown; None if it has none."""
        self.process.ask(f"go {limits}", self.seconds)
        while (words := self.process.read_line().split())[:1] != ["bestmove"]:
            pass
        return None if len(words) < 2 or words[1] in NO_MOVES else words[1]

    def legal_moves(self) -> set[str]:
        """Return the legal moves of the position that it was shown, as Stockfish and its kin list them."""
        self.process.ask("go perft 1", self.seconds)
        moves = set()
        while not (line := self.process.read_line().strip()).lower().startswith(PERFT_END):
            found = PERFT_MOVE.fullmatch(line)
            if found is not None:
                moves.add(found[1])
        return moves


def _key(name: str) -> str:
    return "_".join(name.lower().split())
