"""The conformance test: does a game keep the promises that searches rely on?

    facts and shapes  ->  random play, every state looked at  ->  states by key  ->  compiled against plain Python

A search compiles the rules and trusts them; a broken promise there is a wrong result, or a crash without a word. Here
the rules run as plain Python first, with every index checked, and what is wrong is said in words. It cannot tell
whether the rules are those of the game that was meant: count positions for that (perft).
"""

from __future__ import annotations

import numpy as np

from monteverde.errors import UsageError
from monteverde.game import rules
from monteverde.game.conformance.compiled import compare
from monteverde.game.conformance.enumeration import look_at_keys
from monteverde.game.conformance.guard import Guard
from monteverde.game.conformance.looks import all_looks
from monteverde.game.conformance.play import RandomPlay, Tally
from monteverde.game.conformance.report import Findings, Problem, Report
from monteverde.game.conformance.sampling import SampleLook
from monteverde.game.contract import complaints
from monteverde.game.game import Game
from monteverde.game.object_game import ObjectGame

__all__ = ["Problem", "Report", "check"]


def check(game: Game, *, games: int = 100, seed: int = 0) -> Report:
    """Play `games` random games and report every promise that `game` breaks, each once.

    Args:
        game: the problem; it may be as broken as it likes.
        games: how many games to play, at least 1.
        seed: what the random play starts from, at least 0; the same seed gives the same report.

    Returns:
        The problems in words, each with the moves that lead to it, and figures of random play.

    Raises:
        UsageError: if an argument cannot be used; never because of what `game` does.
    """
    if not isinstance(game, Game):
        raise UsageError(f"check takes a game, such as Nim(), got {game!r}")
    if games < 1 or seed < 0:
        raise UsageError(f"check needs games >= 1 and seed >= 0, got games={games}, seed={seed}")
    if isinstance(game, ObjectGame):
        game.bindings  # noqa: B018  (complains: there are no rules to look at)
    findings = Findings()
    for subject, sentence in complaints(type(game)):
        findings.problem(subject, sentence, sentence)
    if findings.problems:
        return Report(game.spec, tuple(findings.problems.values()))
    with np.errstate(all="ignore"):
        tally = _play(game, games, seed, findings)
    return _report(game, tally, findings)


def _play(game: Game, games: int, seed: int, findings: Findings) -> Tally:
    guard = Guard(game, findings)
    required = {rule.__name__ for rule in rules.REQUIRED} - {"play"} | {"play" if game.has("play") else "step"}
    if not required <= guard.rules.keys():
        return Tally()  # one of them cannot even be bound, and has been reported
    looks = all_looks(guard, seed)
    play = RandomPlay(guard, looks, seed)
    play.run(games)
    for look in looks:
        if isinstance(look, SampleLook):
            look.finish()
    if not findings.problems:
        look_at_keys(guard, seed)
    if findings.problems:  # compiled code may go astray where plain Python raises
        findings.note("compiled", "whether the rules do the same compiled is tried when these problems are solved")
    else:
        compare(guard, play.visits)
    return play.tally


def _report(game: Game, tally: Tally, findings: Findings) -> Report:
    returns = np.array(tally.returns).reshape(-1, game.num_players)
    best = returns == returns.max(axis=1, keepdims=True, initial=-np.inf)
    wins = best & (best.sum(axis=1, keepdims=True) == 1)
    ended = max(len(returns), 1)
    return Report(
        game=game.spec,
        problems=tuple(findings.problems.values()),
        notes=tuple(findings.notes.values()),
        num_games=tally.num_games,
        num_states=tally.num_states,
        longest=max(tally.lengths, default=0),
        mean_length=sum(tally.lengths) / max(len(tally.lengths), 1),
        mean_branching=tally.num_legal / max(tally.num_decisions, 1),
        win_rates=tuple(float(rate) for rate in wins.sum(axis=0) / ended),
        mean_returns=tuple(float(value) for value in returns.sum(axis=0) / ended),
        state_bytes=game.dtype.itemsize,
    )
