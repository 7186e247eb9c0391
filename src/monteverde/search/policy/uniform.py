"""Every legal action as likely as any other, whatever the problem's `sample_action` rule would draw."""

from dataclasses import dataclass

from monteverde.compile import kernel
from monteverde.search import phases
from monteverde.search.policy.base import PlayoutPolicy, draw_uniformly


@kernel
def pick(state, ply, work, parameters):
    return draw_uniformly(state, work)


@dataclass(frozen=True)
class Uniform(PlayoutPolicy):
    """A uniform draw among the legal actions."""

    kernels = {phases.pick: pick}
