"""The chain: walk on for a prize at the far end, or take the small one that is always at hand. A test of exploration.

From each of the `length` states in a row, `forward` leads to the next and pays nothing; in the last it stays there and
pays `large`. `back` leads to the first and pays `small`. With probability `slip` the other one happens.

Defined so by Strens, *A Bayesian framework for reinforcement learning*, ICML 2000 (figure 1), after Dearden, Friedman
and Russell, *Bayesian Q-learning*, AAAI 1998. It is best always to go forward; in the long run that pays
.8^4 * .8 * 10 + .2 * 2 = 3.6768 a step, the 3677 in 1,000 steps of his table 1.

It never ends: searches look `horizon` decisions ahead, exact methods as far as they are told.
"""

import numpy as np

from monteverde.errors import UsageError
from monteverde.game import CHANCE, Game, family

FORWARD, BACK = 0, 1
DECIDING = -1  # the intention while there is none
NOTHING, SMALL, LARGE = 0, 1, 2  # what entering a state pays: part of the state, since the way there decides it


@family
def chain(
    length: int = 5,
    slip: float = 0.2,
    small: float = 2.0,
    large: float = 10.0,
    discount: float = 0.99,
    horizon: int = 100,
) -> type[Game]:
    """Walk on for the large prize at the end of the chain, or go back for the small one."""
    if length < 2 or not 0.0 <= slip <= 1.0 or not 0.0 < discount <= 1.0 or horizon < 1:
        raise UsageError(
            "chain needs length >= 2, a slip in [0, 1], a discount in (0, 1] and horizon >= 1, "
            f"got length={length}, slip={slip}, discount={discount}, horizon={horizon}"
        )
    if not (np.isfinite(small) and np.isfinite(large) and (small != 0.0 or large != 0.0)):
        raise UsageError(f"chain needs finite prizes that are not both 0, got small={small}, large={large}")
    can_slip = slip > 0.0
    prizes = np.array([0.0, small, large])
    times = float(horizon) if discount == 1.0 else (1.0 - discount**horizon) / (1.0 - discount)

    class Chain(Game):
        state = [("cell", np.int32), ("intention", np.int32), ("prize", np.int32)]
        num_players, num_actions = 1, 2
        max_length = horizon * (2 if can_slip else 1)
        reward_range = (min(0.0, small, large) * times, max(0.0, small, large) * times)
        step_rewards = True
        player_names = ("walker",)

        def start(state):
            state.intention = DECIDING

        def to_move(state):
            return 0 if state.intention == DECIDING else CHANCE

        def legal_actions(state, out):
            out[0], out[1] = FORWARD, BACK
            return 2

        def play(state, action):
            state.prize = NOTHING
            if can_slip and state.intention == DECIDING:
                state.intention = action
                return
            state.intention = DECIDING
            if action == BACK:
                state.cell = 0
                state.prize = SMALL
            elif state.cell == length - 1:
                state.prize = LARGE
            else:
                state.cell += 1

        if can_slip:

            def chance_outcomes(state, outcomes, probabilities):
                outcomes[0], probabilities[0] = state.intention, 1.0 - slip
                outcomes[1], probabilities[1] = 1 - state.intention, slip
                return 2

        def is_terminal(state):
            return False

        def rewards(state, out):
            out[0] = prizes[state.prize]

        def key(state):
            return np.uint64(9 * state.cell + 3 * (state.intention + 1) + state.prize)

        def action_name(action):
            return ("forward", "back")[action]

        def render(state):
            line = " ".join("@" if cell == state.cell else "." for cell in range(length))
            intention = "" if state.intention == DECIDING else f", going {('forward', 'back')[state.intention]}"
            return f"{line}   last prize {prizes[state.prize]:g}{intention}"

    Chain.discount = discount
    return Chain
