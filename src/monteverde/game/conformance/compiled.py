"""Are the rules the same compiled as they are as plain Python? Each answers about the same states both ways.

They part where Python's whole numbers do not end and compiled ones wrap, where uint64 meets int64, or where a rule
reads something that is frozen when it is compiled.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from monteverde.compile import bind, is_jit_enabled, kernel, new_stream
from monteverde.compile.binding import interpret
from monteverde.errors import CompileError
from monteverde.game.conformance.guard import Guard
from monteverde.game.conformance.play import Visit
from monteverde.game.game import Game
from monteverde.game.rules import (
    NUM_PLAYERS,
    action_code,
    candidate_actions,
    canonical_key,
    chance_outcomes,
    heuristic,
    is_quiet,
    is_terminal,
    key,
    legal_actions,
    play,
    prior,
    rewards,
    sample_action,
    step,
    symmetries,
    to_move,
)

MANY_STATES = 500
MANY_ANSWERS = 1_000_000  # of this many int64, so that a game with many actions is compared in fewer states
RELATIVE, ABSOLUTE = 1e-9, 1e-12  # compiled sin, exp and their like differ from Python's in the last bits


class Questions(NamedTuple):
    """States to ask about; the first axis of each array is the state."""

    states: Any
    """The states."""
    played: Any
    """An integer each: the action to play."""
    legal: Any
    """int64, a row each: the legal actions."""
    counts: Any
    """int64 each: how many of them there are."""
    streams: Any
    """uint64, a row of one each: a random stream."""


class Answers(NamedTuple):
    """What a rule answers; the first axis of each array is the state."""

    whole: Any
    """int64, a row of 1 + num_actions each: the number returned, and the actions written."""
    real: Any
    """float64, a row of max(num_actions, num_players) each: the numbers written."""
    keys: Any
    """uint64 each."""
    images: Any
    """int64, a row of num_symmetries each."""


# -- one kernel a rule: it answers about every state -----------------------------------------------------------------


@kernel
def is_terminal_each(questions, answers):
    for i in range(len(questions.states)):
        answers.whole[i, 0] = is_terminal(questions.states[i])


@kernel
def to_move_each(questions, answers):
    for i in range(len(questions.states)):
        answers.whole[i, 0] = to_move(questions.states[i])


@kernel
def legal_actions_each(questions, answers):
    for i in range(len(questions.states)):
        answers.whole[i, 0] = legal_actions(questions.states[i], answers.whole[i, 1:])


@kernel
def play_each(questions, answers):
    for i in range(len(questions.states)):
        play(questions.states[i], questions.played[i])


@kernel
def rewards_each(questions, answers):
    for i in range(len(questions.states)):
        rewards(questions.states[i], answers.real[i, :NUM_PLAYERS])


@kernel
def chance_outcomes_each(questions, answers):
    for i in range(len(questions.states)):
        answers.whole[i, 0] = chance_outcomes(questions.states[i], answers.whole[i, 1:], answers.real[i])


@kernel
def key_each(questions, answers):
    for i in range(len(questions.states)):
        answers.keys[i] = key(questions.states[i])


@kernel
def canonical_key_each(questions, answers):
    for i in range(len(questions.states)):
        answers.keys[i] = canonical_key(questions.states[i])


@kernel
def candidate_actions_each(questions, answers):
    for i in range(len(questions.states)):
        answers.whole[i, 0] = candidate_actions(questions.states[i], answers.whole[i, 1:])


@kernel
def is_quiet_each(questions, answers):
    for i in range(len(questions.states)):
        answers.whole[i, 0] = is_quiet(questions.states[i])


@kernel
def heuristic_each(questions, answers):
    for i in range(len(questions.states)):
        heuristic(questions.states[i], answers.real[i, :NUM_PLAYERS])


@kernel
def prior_each(questions, answers):
    for i in range(len(questions.states)):
        n = questions.counts[i]
        prior(questions.states[i], questions.legal[i, :n], n, answers.real[i, :n])


@kernel
def sample_action_each(questions, answers):
    for i in range(len(questions.states)):
        answers.whole[i, 0] = sample_action(questions.states[i], questions.streams[i])


@kernel
def action_code_each(questions, answers):
    for i in range(len(questions.states)):
        answers.whole[i, 0] = action_code(questions.states[i], questions.played[i])


@kernel
def symmetries_each(questions, answers):
    for i in range(len(questions.states)):
        symmetries(questions.played[i], answers.images[i])


@kernel
def step_each(questions, answers):
    for i in range(len(questions.states)):
        step(questions.states[i], questions.played[i], questions.streams[i])


@dataclass(frozen=True)
class Probe:
    """How one rule is asked."""

    rule: str
    kernel: Callable[..., Any]
    suits: Callable[[Visit], bool]
    """Whether the rule may be asked at a state."""
    action_type: Any = np.int64
    """The type of the actions that it is given."""


def _always(visit: Visit) -> bool:
    return True


def _open(visit: Visit) -> bool:
    return not visit.is_terminal


def _decision(visit: Visit) -> bool:
    return visit.is_decision


def _chance(visit: Visit) -> bool:
    return bool(visit.probabilities)


def probes(game: Game) -> list[Probe]:
    """Return what is asked of `game`: every rule that it has and that searches compile (`start` is not one)."""
    paid = _always if game.step_rewards else (lambda visit: visit.is_terminal)
    every = [
        Probe("is_terminal", is_terminal_each, _always),
        Probe("to_move", to_move_each, _open),
        Probe("legal_actions", legal_actions_each, _decision),
        Probe("play", play_each, _open),
        Probe("play", play_each, _open, np.int32),  # the tree's actions; a playout's are int64
        Probe("rewards", rewards_each, paid),
        Probe("chance_outcomes", chance_outcomes_each, _chance),
        Probe("key", key_each, _always),
        Probe("canonical_key", canonical_key_each, _always),
        Probe("candidate_actions", candidate_actions_each, _decision),
        Probe("is_quiet", is_quiet_each, _open),
        Probe("heuristic", heuristic_each, _open),
        Probe("prior", prior_each, _decision),
        Probe("sample_action", sample_action_each, _decision),
        Probe("action_code", action_code_each, _decision),
        Probe("symmetries", symmetries_each, _open),
        Probe("step", step_each, _decision),
    ]
    return [probe for probe in every if game.has(probe.rule)]


# -- asking both ways ------------------------------------------------------------------------------------------------


def compare(guard: Guard, visits: Sequence[Visit]) -> None:
    """Ask every rule about `visits` compiled and as plain Python, and keep where the answers differ."""
    if not is_jit_enabled():
        guard.findings.note(
            "compiled", "the compiled rules were not compared with plain Python: NUMBA_DISABLE_JIT is set"
        )
        return
    for probe in probes(guard.game):
        suitable = [visit for visit in visits if probe.suits(visit)]
        _compare_rule(guard, probe, _thinned(suitable, guard.game))


def _compare_rule(guard: Guard, probe: Probe, visits: Sequence[Visit]) -> None:
    if not visits:
        return
    outcomes = []
    for is_compiled in (False, True):
        questions, answers = _questions(guard.game, probe, visits), _answers(guard.game, len(visits))
        how = "compiled" if is_compiled else "as plain Python"
        try:
            (bind if is_compiled else interpret)(probe.kernel, guard.game.bindings)(questions, answers)
        except CompileError as error:
            guard.findings.problem(probe.rule, "compile", str(error))
            return
        except Exception as error:  # noqa: BLE001  (anybody's rule may raise anything)
            sentence = (
                f"{how}, given actions as {probe.action_type.__name__}, it raises {type(error).__name__}: {error}"
            )
            guard.findings.problem(probe.rule, "compiled", sentence)
            return
        outcomes.append({"state": questions.states, "stream": questions.streams, **answers._asdict()})
    plain, compiled = outcomes
    for name in plain:
        _compare_arrays(guard, probe, visits, plain[name], compiled[name])


def _compare_arrays(guard: Guard, probe: Probe, visits: Sequence[Visit], plain: Any, compiled: Any) -> None:
    """Keep the first state in which two arrays differ."""
    for name in plain.dtype.names or (None,):
        a, b = (plain, compiled) if name is None else (plain[name], compiled[name])
        differs = ~_equal(a, b).reshape(len(visits), -1).all(axis=1)
        if differs.any():
            i = int(differs.argmax())
            where = "" if name is None else f" in the field {name!r}"
            moves = guard.moves(visits[i].history)
            if probe.rule == "play":
                moves.append(guard.name(int(visits[i].legal[0])))
            sentence = (
                f"compiled it gives {_excerpt(a[i], b[i], b[i])}{where}, as plain Python {_excerpt(a[i], b[i], a[i])}; "
                "arithmetic on a small field (int8) wraps in NumPy alone, Python's own numbers never wrap, and uint64 "
                "must not meet int64; convert with int(...) or np.uint64(...)"
            )
            guard.findings.problem(probe.rule, "compiled", sentence, moves)
            return


def _equal(a: Any, b: Any) -> Any:
    if a.dtype.kind in "fc":
        return np.isclose(a, b, rtol=RELATIVE, atol=ABSOLUTE, equal_nan=True)
    return np.asarray(a == b)


def _excerpt(a: Any, b: Any, shown: Any) -> str:
    """Return the first item of `shown` in which `a` and `b` differ."""
    index = int(np.argmin(_equal(np.atleast_1d(a), np.atleast_1d(b))))
    return str(np.atleast_1d(shown).ravel()[index])


def _thinned(visits: Sequence[Visit], game: Game) -> Sequence[Visit]:
    """Return as many visits as it is quick to ask about, evenly spread."""
    most = max(1, min(MANY_STATES, MANY_ANSWERS // game.num_actions))
    return visits[:: max(1, -(-len(visits) // most))]


def _questions(game: Game, probe: Probe, visits: Sequence[Visit]) -> Questions:
    states = game.new_states(len(visits))
    for i, visit in enumerate(visits):
        states[i] = visit.states[0]
    legal = np.zeros((len(visits), game.num_actions), np.int64)
    for row, visit in zip(legal, visits, strict=True):
        row[: len(visit.legal)] = visit.legal
    return Questions(
        states=states,
        played=legal[:, 0].astype(probe.action_type),
        legal=legal,
        counts=np.array([len(visit.legal) for visit in visits], np.int64),
        streams=np.array([new_stream(0, i) for i in range(len(visits))]),
    )


def _answers(game: Game, count: int) -> Answers:
    return Answers(
        whole=np.zeros((count, 1 + game.num_actions), np.int64),
        real=np.zeros((count, max(game.num_actions, game.num_players))),
        keys=np.zeros(count, np.uint64),
        images=np.zeros((count, game.num_symmetries), np.int64),
    )
