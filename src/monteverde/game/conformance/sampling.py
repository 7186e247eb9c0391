"""What `sample_action` promises: legal actions only, drawn from the given stream, and each of them sometimes.

One draw a state is enough to compare with uniform play over a whole run. Had each of a state's n legal actions the
chance 1 / n, an action would be drawn sum(1 / n) times over the states where it is legal, with variance
sum(1 / n * (1 - 1 / n)).
"""

from __future__ import annotations

import math
from collections import defaultdict
from dataclasses import dataclass

from monteverde.compile import new_stream
from monteverde.game.conformance.guard import Guard
from monteverde.game.conformance.play import Visit

CLOSE_DRAWS = 10  # draws from one state in a game that is looked at closely
CERTAIN = 21.0  # what is due so often is not missed by bad luck: exp(-21) < 1e-9
FAR = 6.0  # standard deviations; beyond them play is not uniform, with 100 actions looked at less than 1e-6 by luck


@dataclass
class Count:
    """How often something was drawn, and how often uniform play would have drawn it."""

    drawn: int = 0
    due: float = 0.0
    variance: float = 0.0

    def add(self, was_drawn: bool, chance: float) -> None:
        self.drawn += was_drawn
        self.due += chance
        self.variance += chance * (1.0 - chance)

    @property
    def is_never(self) -> bool:
        """Whether it is certain that it is never drawn."""
        return self.drawn == 0 and self.due >= CERTAIN

    @property
    def distance(self) -> float:
        """How many standard deviations lie between `drawn` and `due`."""
        return abs(self.drawn - self.due) / math.sqrt(max(self.variance, 1.0))


class SampleLook:
    """`sample_action`: what it draws, state after state."""

    def __init__(self, guard: Guard, seed: int) -> None:
        self.guard = guard
        self.rng = new_stream(seed)
        self.counts: defaultdict[int, Count] = defaultdict(Count)
        self.last = Count()  # the last of several legal actions: what a wrong bound misses
        self.last_actions: set[int] = set()  # if it is always the same, a pass, say, it may be left out on purpose

    def __call__(self, visit: Visit) -> None:
        if not visit.is_decision:
            return
        for _ in range(CLOSE_DRAWS if visit.is_close else 1):
            again = self.rng.copy()
            action = self.guard.ask_whole("sample_action", visit.states, self.rng)
            if action not in visit.legal:
                legal = ", ".join(self.guard.moves(visit.legal))
                raise self.guard.fail(
                    "sample_action", "illegal", f"it draws {action}, which is not legal here: {legal}"
                )
            if visit.is_close and self.guard.ask_whole("sample_action", visit.states, again) != action:
                advice = "draw with below and uniform from rng, and from nothing else"
                self.guard.problem("sample_action", "source", f"it draws differently from equal streams; {advice}")
            self._count(visit, action)

    def _count(self, visit: Visit, action: int) -> None:
        chance = 1.0 / len(visit.legal)
        for legal in visit.legal:
            self.counts[legal].add(legal == action, chance)
        if len(visit.legal) > 1:
            self.last.add(action == visit.legal[-1], chance)
            self.last_actions.add(visit.legal[-1])

    def finish(self) -> None:
        """Say what is never drawn, and whether play is uniform."""
        self.guard.history.clear()
        never = [action for action, count in self.counts.items() if count.is_never]
        if never:
            count = self.counts[never[0]]
            times = f"uniform play would have drawn it {count.due:.0f} times"
            name = self.guard.name(never[0])
            self.guard.problem(
                "sample_action", "never", f"it never draws {name!r}; {times}, and playouts need them all"
            )
        elif self.last.is_never and len(self.last_actions) > 1:
            sentence = "it never draws the last of several legal actions; below(rng, n) answers 0 .. n - 1"
            self.guard.problem("sample_action", "never", sentence)
        furthest = max(self.counts, key=lambda action: self.counts[action].distance, default=None)
        if furthest is not None and self.counts[furthest].distance > FAR:
            count, name = self.counts[furthest], self.guard.name(furthest)
            figures = f"{name!r} {count.drawn} times where uniform play is due {count.due:.0f}"
            self.guard.findings.note("informed", f"sample_action is informed: it drew {figures}")
