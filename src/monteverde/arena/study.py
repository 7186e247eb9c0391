"""A study: which of two players is stronger, on several games and with several budgets, as a file describes it.

    game = ["hex:7", "hex:11"]                 what is played
    first = ["mcps"]                           who is measured ...
    second = ["grave:ref=50", "uct"]           ... against whom
    seconds = [0.1, 0.5]                       budgets of a move; and/or
    iterations = [1000]
    games = 400                                of each match
    opening_plies = 2
    seed = 1

Each game, budget and pair of players is one match, a *cell*. All cells grow together, some games at a time, so that a
study that was stopped is one of all cells, with wider intervals. Each cell is kept in a file of its own.

Where more than two players meet, they are rated too, by game and budget. The same names as `first` and as `second` make
a round robin: every pair meets once.
"""

from __future__ import annotations

import os
import re
import tomllib
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, fields
from itertools import product
from pathlib import Path
from typing import Any

from monteverde.arena.folder import file_of, made
from monteverde.arena.match import match
from monteverde.arena.match_result import MatchResult
from monteverde.arena.ratings import Ratings, rate
from monteverde.arena.record import GameRecord
from monteverde.errors import UnknownNameError, UsageError
from monteverde.game import load_game
from monteverde.players import load_player
from monteverde.plotting import axes_for
from monteverde.tabular import as_html, as_text

GAMES_A_TURN = 20

Progress = Callable[[MatchResult, GameRecord], object]


@dataclass(frozen=True)
class Cell:
    """One match of a study."""

    game: str
    first: str
    second: str
    iterations: int | None
    seconds: float | None

    @property
    def budget(self) -> str:
        """What a move may take, in words."""
        return f"{self.seconds:g} s" if self.iterations is None else f"{self.iterations:,} simulations"

    @property
    def file(self) -> str:
        """What its file is called."""
        return file_of(self.game, self.budget, self.first, self.second)


@dataclass(frozen=True)
class Study:
    """What a file says."""

    game: tuple[str, ...]
    """What is played."""
    first: tuple[str, ...]
    """Who is measured."""
    second: tuple[str, ...]
    """Against whom; a player does not meet itself."""
    seconds: tuple[float, ...] = ()
    """Budgets of a move, in seconds."""
    iterations: tuple[int, ...] = ()
    """Budgets of a move, in simulations."""
    games: int = 100
    """How many games a cell has."""
    opening_plies: int = 0
    """Random plies that each game begins with."""
    seed: int = 0
    """What everything is drawn from."""
    title: str = ""
    """What the study is about."""
    published: Mapping[str, float] = field(default_factory=dict)
    """Scores (0 to 1) that others have found, by game: they are put beside ours."""

    @property
    def cells(self) -> list[Cell]:
        """Every match, the budgets in seconds first."""
        budgets = [(None, seconds) for seconds in self.seconds] + [(count, None) for count in self.iterations]
        pairs: list[tuple[str, str]] = []
        for pair in product(self.first, self.second):
            if pair[0] != pair[1] and pair not in pairs and pair[::-1] not in pairs:
                pairs.append(pair)
        return [Cell(game, *pair, *budget) for pair, budget, game in product(pairs, budgets, self.game)]


@dataclass(frozen=True)
class StudyResult:
    """How a study went. `str(result)` is for people, `result.to_dict()` is JSON-safe."""

    study: Study
    matches: Mapping[Cell, MatchResult]
    """The cells that have been begun."""
    stopped_by: str
    """Why it ended: "games" or "interrupted"."""

    def rows(self) -> Iterator[tuple[str, ...]]:
        """Yield a table of all cells: the heads, then a row for each."""
        has_published = bool(self.study.published)
        yield (
            *("game", "first", "second", "budget", "games", "score", "95% interval"),
            *(("published",) if has_published else ()),
            *("Elo", "simulations", "depth", "plies"),
        )
        for cell, result in self.matches.items():
            low, high = result.interval
            first, second = result.standings
            published = self.study.published.get(cell.game)
            yield (
                *(cell.game, cell.first, cell.second, cell.budget, f"{len(result.records)}"),
                *(f"{result.score:.1%}", f"{low:.1%} to {high:.1%}"),
                *((("" if published is None else f"{published:.1%}"),) if has_published else ()),
                f"{result.elo:+.0f}",
                f"{first.simulations:,.0f} : {second.simulations:,.0f}",
                f"{first.depth:.1f} : {second.depth:.1f}",
                f"{result.length:.0f}",
            )

    def ratings(self) -> dict[tuple[str, str], Ratings]:
        """Return the ratings of all players, by game and budget; none if only two play."""
        if len({*self.study.first, *self.study.second}) < 3:
            return {}
        records: dict[tuple[str, str], list[GameRecord]] = defaultdict(list)
        for cell, result in self.matches.items():
            records[cell.game, cell.budget] += result.records
        return {key: rate(games) for key, games in records.items() if games}

    def rating_rows(self) -> Iterator[tuple[str, ...]]:
        """Yield a table of the ratings: the heads, then a row for each player, in the order of the first game."""
        columns = self.ratings()
        if not columns:
            return
        yield ("player", *(f"{game}, {budget}" for game, budget in columns))
        cells = [{r.player: f"{r.elo:+.0f} +- {r.error:.0f}" for r in ratings.players} for ratings in columns.values()]
        for player in cells[0]:
            yield (player, *(cell.get(player, "") for cell in cells))

    def summary(self) -> Iterator[str]:
        """Yield the lines below the table."""
        games = sum(len(result.records) for result in self.matches.values())
        unfinished = "" if self.stopped_by == "games" else f" ({self.stopped_by})"
        if self.study.title:
            yield self.study.title
        yield f"{games} games in {len(self.matches)} of {len(self.study.cells)} cells{unfinished}"
        forfeits = sum(standing.forfeits for result in self.matches.values() for standing in result.standings)
        if forfeits:
            yield f"{forfeits} forfeited"

    def markdown(self) -> str:
        """Return the table as Markdown, and that of the ratings, if there are any."""
        tables = (list(rows) for rows in (self.rows(), self.rating_rows()))
        return "\n\n".join(_as_markdown(*rows) for rows in tables if rows)

    def to_dict(self) -> dict[str, Any]:
        """Return everything but the games themselves as plain numbers, text, lists and dicts."""
        return {
            "title": self.study.title,
            "stopped_by": self.stopped_by,
            "cells": [
                {**vars(cell), **{key: value for key, value in result.to_dict().items() if key != "records"}}
                for cell, result in self.matches.items()
            ],
            "ratings": [
                {"game": game, "budget": budget, **found.to_dict()} for (game, budget), found in self.ratings().items()
            ],
        }

    def plot(self, axes: Any = None) -> Any:
        """Draw the score of each pair and budget over the games, with its interval; return the matplotlib axes.

        Raises:
            MissingExtraError: without matplotlib (the extra "plot").
        """
        axes = axes_for("a study", axes, figsize=(2.5 + 1.5 * len(self.study.game), 4.5), layout="constrained")
        kinds = list(dict.fromkeys((cell.first, cell.second, cell.budget) for cell in self.matches))
        for number, kind in enumerate(kinds):
            own = {c.game: r for c, r in self.matches.items() if (c.first, c.second, c.budget) == kind and r.records}
            places = [self.study.game.index(game) + (number + 1) / (len(kinds) + 1) - 0.5 for game in own]
            scores = [result.score for result in own.values()]
            below = [result.score - result.interval[0] for result in own.values()]
            above = [result.interval[1] - result.score for result in own.values()]
            label = f"{kind[0]} : {kind[1]}, {kind[2]}"
            axes.errorbar(places, scores, yerr=(below, above), fmt="o", capsize=3, label=label)
        published = [(game, score) for game, score in self.study.published.items() if game in self.study.game]
        if published:
            places = [self.study.game.index(game) for game, _ in published]
            axes.plot(places, [score for _, score in published], "k_", markersize=24, label="published")
        axes.axhline(0.5, color="grey", linewidth=0.8)
        axes.set(
            xticks=range(len(self.study.game)), xticklabels=self.study.game, ylabel="score of the first", ylim=(0, 1)
        )
        if kinds:
            axes.legend(fontsize="small")
        return axes

    def __str__(self) -> str:
        ratings = list(self.rating_rows())
        return as_text(self.rows(), self.summary()) + (f"\n\n{as_text(ratings, ())}" if ratings else "")

    __repr__ = __str__

    def _repr_html_(self) -> str:
        ratings = list(self.rating_rows())
        return as_html(self.rows(), self.summary()) + (as_html(ratings, ()) if ratings else "")


def read_study(path: str | os.PathLike[str]) -> Study:
    """Return the study that a TOML file describes.

    Raises:
        UsageError: if it cannot be read, or says something that no study has; with the line and the key.
    """
    try:
        text = Path(path).read_text("utf-8")
        content = tomllib.loads(text)
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {error.strerror}") from None
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise UsageError(f"{path} is no TOML: {error}") from None
    known = {one.name: one for one in fields(Study)}
    for key, value in content.items():
        where = f"line {_line_of(key, text)} of {path}"
        if key not in known:
            raise UnknownNameError("key", key, known, f"It stands in {where}.")
        content[key] = _checked(key, value, where)
    for key in ("game", "first", "second"):
        if not content.get(key):
            raise UsageError(f"{path} has no {key}; add a line such as {EXAMPLES[key]}")
    study = Study(**content)
    if not study.seconds and not study.iterations:
        raise UsageError(f"{path} has no budget; add a line such as {EXAMPLES['seconds']}")
    if not study.cells:
        raise UsageError(f"in {path} everybody would only meet itself; name other players as first or second")
    return study


def run_study(
    study: Study,
    folder: str | os.PathLike[str],
    *,
    games: int | None = None,
    jobs: int = 1,
    progress: Progress | None = None,
) -> StudyResult:
    """Run a study, or what is missing of it. Ctrl-C ends it, with all games kept.

    Args:
        study: what to run.
        folder: where its games are kept: a file for each cell.
        games: how many games a cell is to have now; None: as many as the study says.
        jobs: how many games are played at once, each on a core of its own.
        progress: called after each game, with the result of its match so far and the game.

    Raises:
        UsageError: if the folder cannot be used, or holds games of another study.
    """
    kept = made(Path(folder))
    wanted = study.games if games is None else games
    matches: dict[Cell, MatchResult] = {}
    for number in [*range(GAMES_A_TURN, wanted, GAMES_A_TURN), wanted]:
        for cell in study.cells:
            result = match(
                [cell.first, cell.second],
                cell.game,
                number,
                iterations=cell.iterations,
                seconds=cell.seconds,
                seed=study.seed,
                opening_plies=study.opening_plies,
                jobs=jobs,
                out=kept / cell.file,
                progress=progress,
            )
            matches[cell] = result
            if result.stopped_by != "games":
                return StudyResult(study, matches, result.stopped_by)
    return StudyResult(study, matches, "games")


def _as_markdown(head: tuple[str, ...], *body: tuple[str, ...]) -> str:
    """Return a table with that head as Markdown."""
    lines = [head, ("---",) * len(head), *body]
    return "\n".join(f"| {' | '.join(cell.replace('|', '/') for cell in line)} |" for line in lines)


def _line_of(key: str, text: str) -> int:
    """Return the line on which a key of the top level stands."""
    pattern = re.compile(rf"\s*(\[?\s*)?[\"']?{re.escape(key)}[\"']?\s*[].=]")
    return next((number for number, line in enumerate(text.splitlines(), start=1) if pattern.match(line)), 1)


def _checked(key: str, value: Any, where: str) -> Any:
    """Return a value as a study has it.

    Raises:
        UsageError: if it is of another kind, or names what there is not.
    """
    kind, check = KINDS[key]
    listed = value if isinstance(value, list) else [value]
    is_list = key in LISTS
    if isinstance(value, list) and not is_list:
        raise UsageError(f"{where}: {key} is a list; give one value, such as {EXAMPLES[key]}")
    for one in listed:
        if not isinstance(one, kind) or isinstance(one, bool):
            raise UsageError(f"{where}: {key} is {one!r}; write it as in {EXAMPLES[key]}")
        try:
            check(one)
        except UsageError as error:
            raise UsageError(f"{where}: {error}") from None
    return tuple(listed) if is_list else value


def _check_above(low: float) -> Callable[[Any], None]:
    def check(value: float) -> None:
        if not low < value < float("inf"):
            raise UsageError(f"{value} is too small or not finite; it must be above {low:g}")

    return check


def _check_scores(scores: Mapping[str, Any]) -> None:
    for game, score in scores.items():
        if not isinstance(score, (int, float)) or not 0 <= score <= 1:
            raise UsageError(f"the published score of {game} is {score!r}; it must lie from 0 to 1")


def _check_nothing(value: object) -> None:
    pass


LISTS = ("game", "first", "second", "seconds", "iterations")
EXAMPLES = {
    "game": 'game = ["hex:7"]',
    "first": 'first = ["uct:c=1.0"]',
    "second": 'second = ["flat"]',
    "seconds": "seconds = [0.1, 0.5]",
    "iterations": "iterations = [1000]",
    "games": "games = 400",
    "opening_plies": "opening_plies = 2",
    "seed": "seed = 1",
    "title": 'title = "UCT against flat Monte Carlo"',
    "published": 'published = { "hex:7" = 0.62 }',
}
KINDS: Mapping[str, tuple[Any, Callable[[Any], object]]] = {
    "game": (str, load_game),
    "first": (str, load_player),
    "second": (str, load_player),
    "seconds": ((int, float), _check_above(0)),
    "iterations": (int, _check_above(0)),
    "games": (int, _check_above(0)),
    "opening_plies": (int, _check_above(-1)),
    "seed": (int, _check_above(-1)),
    "title": (str, _check_nothing),
    "published": (dict, _check_scores),
}
