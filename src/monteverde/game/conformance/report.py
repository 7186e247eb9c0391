"""What the conformance test found: the problems, each once and in words, and figures of random play."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

SHOWN_MOVES = 12  # a longer way to a problem is cut in print; `Problem.moves` has it all


@dataclass(frozen=True)
class Problem:
    """One broken promise."""

    rule: str
    """The rule or the fact that broke it."""
    sentence: str
    """What it did, what was expected, and what to do."""
    moves: tuple[str, ...] = ()
    """The names of the actions that lead there from the initial state."""

    def __str__(self) -> str:
        return f"{self.rule}: {self.sentence}{_way(self.moves)}"


@dataclass(frozen=True)
class Report:
    """What `check` found; `str(report)` is for people."""

    game: str
    """The name of the game, with its parameters."""
    problems: tuple[Problem, ...] = ()
    """The broken promises, in the order in which they were found."""
    notes: tuple[str, ...] = ()
    """What is allowed but worth knowing."""
    num_games: int = 0
    """Games begun; 0 if a fact or a rule is missing, so that none could be."""
    num_states: int = 0
    """States visited, each as often as it was."""
    longest: int = 0
    """Plies of the longest game."""
    mean_length: float = 0.0
    """Plies of a game, on average."""
    mean_branching: float = 0.0
    """Legal actions of a state in which a player moves, on average."""
    win_rates: tuple[float, ...] = ()
    """For each player the share of games in which that player alone got the largest return."""
    mean_returns: tuple[float, ...] = ()
    """Each player's return, on average, in the game's own units."""
    state_bytes: int = 0
    """The size of a state."""

    @property
    def is_ok(self) -> bool:
        """Whether no promise was broken."""
        return not self.problems

    def __str__(self) -> str:
        lines = [f"{self.game}: {_verdict(len(self.problems))}", *(f"  {line}" for line in _figures(self))]
        lines += [f"\n{number}. {problem}" for number, problem in enumerate(self.problems, start=1)]
        lines += [f"\nnote: {note}" for note in self.notes]
        return "\n".join(lines)


class Findings:
    """Collects problems and notes, each kind of problem of a rule once."""

    def __init__(self) -> None:
        self.problems: dict[tuple[str, str], Problem] = {}
        self.notes: dict[str, str] = {}

    def problem(self, rule: str, kind: str, sentence: str, moves: Sequence[str] = ()) -> None:
        """Keep a problem, unless one of this kind is known of `rule`."""
        self.problems.setdefault((rule, kind), Problem(rule, sentence, tuple(moves)))

    def note(self, kind: str, sentence: str) -> None:
        """Keep a note, unless there is one of this kind."""
        self.notes.setdefault(kind, sentence)

    def knows(self, rule: str, kind: str) -> bool:
        """Return whether a problem of this kind was found of `rule`."""
        return (rule, kind) in self.problems


def _verdict(count: int) -> str:
    return f"{count} broken promise{'s' if count != 1 else ''}" if count else "keeps its promises"


def _figures(report: Report) -> list[str]:
    if not report.num_games:
        return ["not played, for want of what is named below"]
    lines = [
        f"random play: {report.num_games} games, {report.num_states} states of {report.state_bytes} bytes",
        f"plies a game: {report.mean_length:.1f} on average, {report.longest} at most",
        f"legal actions: {report.mean_branching:.1f} on average",
        f"return: {', '.join(f'{value:.4g}' for value in report.mean_returns)}",
    ]
    if len(report.win_rates) > 1:
        lines[-1] += f"; won alone: {', '.join(f'{rate:.0%}' for rate in report.win_rates)}"
    return lines


def _way(moves: tuple[str, ...]) -> str:
    if not moves:
        return ""
    shown = moves if len(moves) <= SHOWN_MOVES else ("...", *moves[-SHOWN_MOVES:])
    return f"\n   after {len(moves)} move{'s' if len(moves) != 1 else ''}: {', '.join(shown)}"
