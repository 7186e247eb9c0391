"""What a playout's policy is, and the two draws that all of them build on."""

from __future__ import annotations

from dataclasses import dataclass

from monteverde.compile import below, kernel
from monteverde.game.rules import HAS_SAMPLE_ACTION, legal_actions, sample_action
from monteverde.search.component import Component
from monteverde.search.status import NO_LEGAL_ACTION, OK


@dataclass(frozen=True)
class PlayoutPolicy(Component):
    """Chooses the actions of playouts.

    Give `kernels` a kernel for `phases.pick`. A policy that learns from playouts also binds `phases.note` and
    `phases.study`; what it remembers is in `work.learned`, one array of float64 for all threads that begins as zeros,
    and `cells` says how many.
    """

    @property
    def learns(self) -> bool:
        """Whether it learns from whole simulations."""
        return False

    def cells(self, num_codes: int) -> int:
        """Return how many numbers it remembers."""
        return 0


@kernel
def draw_by_rules(state, work):
    """Return (OK, an action drawn as the problem's rules say), or (a failure, anything)."""
    if HAS_SAMPLE_ACTION:
        return OK, sample_action(state, work.rng)
    return draw_uniformly(state, work)


@kernel
def draw_uniformly(state, work):
    """Return (OK, a legal action, each as likely as any other), or (a failure, anything)."""
    count = legal_actions(state, work.actions)
    if count <= 0:
        return NO_LEGAL_ACTION, 0
    return OK, work.actions[below(work.rng, count)]
