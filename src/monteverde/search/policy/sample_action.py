"""As the problem itself draws: by its `sample_action` rule, uniformly if it has none. The default."""

from dataclasses import dataclass

from monteverde.compile import kernel
from monteverde.search import phases
from monteverde.search.policy.base import PlayoutPolicy, draw_by_rules


@kernel
def pick(state, ply, work, parameters):
    return draw_by_rules(state, work)


@dataclass(frozen=True)
class SampleAction(PlayoutPolicy):
    """The problem's own draw: fast, and informed where the problem knows better than to draw uniformly."""

    kernels = {phases.pick: pick}
