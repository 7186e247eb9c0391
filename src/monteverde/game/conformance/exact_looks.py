"""What the rules for exact search promise: candidate_actions, canonical_key, is_quiet."""

from __future__ import annotations

import numpy as np

from monteverde.game.conformance.guard import Guard, scratch
from monteverde.game.conformance.play import Visit

KEYS_IN_64_BITS = 2**64


class CandidateActionsLook:
    """`candidate_actions`: some of the legal actions, at least one, each once."""

    def __init__(self, guard: Guard) -> None:
        self.guard = guard

    def __call__(self, visit: Visit) -> None:
        if not visit.is_decision:
            return
        out = scratch(self.guard.game.num_actions, np.int64(-1))
        count = self.guard.ask_whole("candidate_actions", visit.states, out)
        if not 1 <= count <= len(visit.legal):
            self.guard.problem(
                "candidate_actions",
                "count",
                f"it answers {count} where {len(visit.legal)} actions are legal; it must answer how many it wrote, "
                "at least 1",
            )
            return
        written = [int(action) for action in out[:count]]
        if not set(written) <= set(visit.legal):
            wrong = sorted(set(written) - set(visit.legal))
            self.guard.problem("candidate_actions", "legal", f"it writes {wrong}, which legal_actions does not")
        elif len(set(written)) < count:
            self.guard.problem("candidate_actions", "twice", f"it writes {written}, some of them twice")


class CanonicalKeyLook:
    """`canonical_key`: a uint64, one for states that differ in whose turn it is or in how many actions are legal."""

    def __init__(self, guard: Guard) -> None:
        self.guard = guard
        self.meaning_of: dict[int, tuple[int | None, int]] = {}

    def __call__(self, visit: Visit) -> None:
        key = self.guard.ask_whole("canonical_key", visit.states)
        if not 0 <= key < KEYS_IN_64_BITS:
            raise self.guard.fail(
                "canonical_key", "range", f"it answers {key}; it must be a uint64, so wrap it in np.uint64(...)"
            )
        meaning = (visit.player, len(visit.legal))
        if self.meaning_of.setdefault(key, meaning) != meaning:
            self.guard.problem(
                "canonical_key",
                "states",
                f"it is {key} for two states that differ in whose turn it is or in how many actions are legal; "
                "no symmetry does that",
            )


class QuietLook:
    """`is_quiet`: yes or no, where a heuristic could be asked."""

    def __init__(self, guard: Guard) -> None:
        self.guard = guard

    def __call__(self, visit: Visit) -> None:
        if visit.is_terminal:
            return
        answer = self.guard.ask("is_quiet", visit.states)
        if answer not in (True, False):
            self.guard.problem("is_quiet", "type", f"it returns {answer!r}; it must return True or False")
