"""Tuning: which values of a player's parameters score best against an opponent. Optuna proposes, matches judge.

A match of a few games is a noisy judge, so the best is not whoever scored best once. The best few of all trials, the
*finalists*, play again, with seeds that no trial has had; the best of them then plays a last match with fresh seeds
again, by whose score nobody has been selected.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from monteverde.arena.folder import made
from monteverde.arena.match import match
from monteverde.arena.match_result import MatchResult
from monteverde.arena.proposals import Parameter, propose
from monteverde.arena.record import GameRecord
from monteverde.arena.seeds import seeds_from
from monteverde.errors import UsageError
from monteverde.players import load_player
from monteverde.spec import format_spec, parse_spec
from monteverde.tabular import as_html, as_text

FINALISTS = 3
FINAL_TIMES = 3  # how many times the games of a trial a finalist plays, and the best of them once more
SHOWN = 10  # trials in the table
PROPOSAL, TRIAL, FINAL, CHECK = 11, 12, 13, 14  # what seeds are drawn for

Progress = Callable[[MatchResult, GameRecord], object]


@dataclass(frozen=True)
class TuningResult:
    """How tuning went. `str(result)` is for people, `result.to_dict()` is JSON-safe."""

    against: str
    """The opponent."""
    trials: tuple[MatchResult, ...]
    """A match for each proposal, whose first player it is."""
    finals: tuple[MatchResult, ...]
    """The matches of the finalists."""
    check: MatchResult | None
    """The last match, of the best of all, whose score is an honest estimate; None if it was not reached."""
    stopped_by: str
    """Why it ended: "games" or "interrupted"."""

    @property
    def player(self) -> str:
        """The best player, as far as it is known; empty before the first trial."""
        judged = self.finals or self.trials
        return max(judged, key=_score).players[0] if judged else ""

    def rows(self) -> Iterator[tuple[str, ...]]:
        """Yield the best trials and what came after them: the heads, then a row for each match."""
        yield ("player", "in", "games", "score", "95% interval")
        best = sorted(self.trials, key=_score, reverse=True)[:SHOWN]
        for stage, results in (("trial", best), ("final", self.finals), ("check", [self.check] if self.check else [])):
            for result in results:
                low, high = result.interval
                cells = (f"{len(result.records)}", f"{result.score:.1%}", f"{low:.1%} to {high:.1%}")
                yield (result.players[0], stage, *cells)

    def summary(self) -> Iterator[str]:
        """Yield the lines below the table."""
        count = len(self.trials)
        unfinished = "" if self.stopped_by == "games" else f" ({self.stopped_by})"
        yield f"{count} {'trial' if count == 1 else 'trials'} against {self.against}{unfinished}"
        if self.check is not None:
            low, high = self.check.elo_interval
            yield f"best: {self.player}, Elo {self.check.elo:+.0f} ({low:+.0f} to {high:+.0f}) on fresh seeds"
        elif self.player:
            yield f"best so far: {self.player}, by a score that it was selected by"

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain numbers, text, lists and dicts."""
        return {
            "player": self.player or None,
            "against": self.against,
            "stopped_by": self.stopped_by,
            "check": None if self.check is None else _without_records(self.check),
            "finals": [_without_records(result) for result in self.finals],
            "trials": [_without_records(result) for result in self.trials],
        }

    def __str__(self) -> str:
        return as_text(self.rows(), self.summary())

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return as_html(self.rows(), self.summary())


def tune(
    player: str,
    game: str,
    parameters: Sequence[Parameter | str],
    *,
    against: str | None = None,
    trials: int = 30,
    games: int = 20,
    iterations: int | None = None,
    seconds: float | None = None,
    seed: int = 0,
    opening_plies: int = 2,
    jobs: int = 1,
    out: str | os.PathLike[str] | None = None,
    progress: Progress | None = None,
) -> TuningResult:
    """Tune `parameters` of `player`. Ctrl-C ends it, with what has been found so far.

    Args:
        player: the player's name, with the parameters that stay as they are: "uct", "grave:ref=50".
        game: what is played, a game for two.
        parameters: what is tuned, such as "c=0.1..3" or "ref=10..500:log".
        against: the opponent; None: the player itself, with the values that it has without tuning.
        trials: how many proposals are tried.
        games: how many games each trial is; finalists play three times as many.
        iterations: simulations for a move.
        seconds: wall time for a move.
        seed: what everything is drawn from.
        opening_plies: random plies that each game begins with.
        jobs: how many games are played at once.
        out: a folder in which each match is kept; tuning whose folder has matches already goes on with them.
        progress: called after each game, with the result of its match so far and the game.

    Raises:
        UsageError: for arguments that cannot be used.
        MissingExtraError: without Optuna.
    """
    ranges = [p if isinstance(p, Parameter) else Parameter.from_text(p) for p in parameters]
    if not ranges or len({p.name for p in ranges}) < len(ranges):
        raise UsageError("name each parameter that is to be tuned once, such as c=0.1..3")
    if isinstance(trials, bool) or not isinstance(trials, int) or trials < 1:
        raise UsageError(f"trials is {trials!r}; it must be a whole number of at least 1")
    for end in ("low", "high"):
        load_player(_with(player, {p.name: p.rounded(getattr(p, end)) for p in ranges}), iterations, seconds)
    opponent = player if against is None else against
    folder = None if out is None else made(Path(out))

    def play(tuned: str, number_of_games: int, purpose: int, number: int, name: str) -> MatchResult:
        return match(
            [tuned, opponent],
            game,
            number_of_games,
            iterations=iterations,
            seconds=seconds,
            seed=seeds_from(seed, 1, purpose, number)[0],
            opening_plies=opening_plies,
            jobs=jobs,
            out=None if folder is None else folder / f"{name}.jsonl",
            progress=progress,
        )

    done: list[MatchResult] = []
    finals: list[MatchResult] = []
    tried: list[tuple[dict[str, float], float]] = []
    for number in range(trials):
        values = propose(ranges, tried, seeds_from(seed, 1, PROPOSAL, number)[0])
        result = play(_with(player, values), games, TRIAL, number, f"trial-{number:04}")
        if result.stopped_by != "games":
            return TuningResult(opponent, tuple(done), (), None, result.stopped_by)
        done.append(result)
        tried.append((values, result.score))
    best = sorted(done, key=_score, reverse=True)
    for number, name in enumerate(list(dict.fromkeys(result.players[0] for result in best))[:FINALISTS]):
        result = play(_unnumbered(name), FINAL_TIMES * games, FINAL, 0, f"final-{number}")
        if result.stopped_by != "games":
            return TuningResult(opponent, tuple(done), tuple(finals), None, result.stopped_by)
        finals.append(result)
    winner = max(finals, key=_score).players[0]
    check = play(_unnumbered(winner), FINAL_TIMES * games, CHECK, 0, "check")
    is_whole = check.stopped_by == "games"
    return TuningResult(opponent, tuple(done), tuple(finals), check if is_whole else None, check.stopped_by)


def _score(result: MatchResult) -> float:
    return result.score


def _unnumbered(name: str) -> str:
    """Return the player's name without the number that a match puts behind it if both sides have the same one."""
    return name.removesuffix(" #1")


def _with(player: str, values: dict[str, float]) -> str:
    """Return the player's name with these values.

    Raises:
        UsageError: if the name has a value without a key, or one of the parameters already.
    """
    spec = parse_spec(player)
    if spec.value is not None:
        raise UsageError(f"{player!r} has a value without a key; write {spec.name}:key=value")
    for key in values:
        if key in spec.arguments:
            raise UsageError(f"{player!r} says what {key} is, which is to be tuned; leave it out")
    return format_spec(spec.name, {**spec.arguments, **values})


def _without_records(result: MatchResult) -> dict[str, Any]:
    return {key: value for key, value in result.to_dict().items() if key != "records"}
