"""The rules of a problem, by name: what each means, for whoever writes one and for whoever calls one.

Search kernels import these names and call them; `bind` puts a game's own functions in their place. The *state* is one
NumPy record, changed in place. An *action* is an int in 0 .. num_actions-1. A *player* is an int in
0 .. num_players-1. Values in `out` arrays are in the game's own units unless a rule says otherwise.

Required: start, to_move, legal_actions, play, is_terminal, rewards. The others each unlock something; `step` can stand
in for `play`.
"""

from typing import Any

from monteverde.compile import Fact, kernel, slot

CHANCE = -1
"""What `to_move` answers where nature moves."""
SIMULTANEOUS = -2
"""What `to_move` answers where all players move at once."""


@slot
def start(state):
    """Fill `state`, a zeroed record, with the initial state."""


@slot
def to_move(state):
    """Return the player whose turn it is, or CHANCE, or SIMULTANEOUS. Not asked at terminal states."""


@slot
def legal_actions(state, out):
    """Write the legal actions to `out` (int64, num_actions long) in a fixed order; return how many, at least one.

    Not asked at terminal states, nor where chance moves.
    """


@slot
def play(state, action):
    """Apply a legal action, or at a chance node an outcome, to `state` in place."""


@slot
def is_terminal(state):
    """Return whether the game has ended."""


@slot
def rewards(state, out):
    """Write to `out` (float64, zeroed, one per player) what each player receives on entering `state`.

    Read at terminal states only, unless the game declares `step_rewards = True`: then on entering every state.
    """


@slot
def sample_action(state, rng):
    """Return a legal action drawn at random for a playout: fast, or informed. Draw with `below` and `uniform`."""


@slot
def chance_outcomes(state, outcomes, probabilities):
    """At a chance node, write the outcomes (int64) and their probabilities (float64, sum 1); return how many."""


@slot
def key(state):
    """Return a uint64 that is equal for equal states and different for others, whose turn it is included."""


@slot
def canonical_key(state):
    """Return a uint64 that is equal for states that are the same up to a symmetry, and different for others."""


@slot
def candidate_actions(state, out):
    """Write the legal actions that exact search need look at, a best one among them; return how many, at least one.

    A best one is the quickest of several wins, and the slowest of several losses.
    """


@slot
def is_quiet(state):
    """Return whether `heuristic` can be trusted here; a depth-limited search goes on where it cannot."""


@slot
def heuristic(state, out):
    """Write to `out` (float64, one per player) the estimated return of each player from `state` on."""


@slot
def prior(state, actions, n, out):
    """Write to `out` (float64) one weight >= 0 for each of the `n` legal `actions`; the search normalises them."""


@slot
def action_code(state, action):
    """Return the int in 0 .. num_action_codes-1 under which all branches share statistics of the legal `action`.

    Actions of two players never have the same code, since statistics are kept from the view of a code's own player;
    actions of one player may. Asked where a player is to move, of the state before the action. By default it is
    to_move * num_actions + action.
    """


@slot
def step(state, action, rng):
    """Apply `action` and all that nature does next, drawn from `rng` with `below` and `uniform` (a generative model).

    Afterwards a player is to move, or the problem has ended; `rewards` is read once, there. A problem that has this
    rule may do without `play`; then only methods that simulate can use it.
    """


@slot
def observe(state, player, planes):
    """Write what `player` sees of `state` to `planes` (float32, zeroed) for a network."""


@slot
def determinize(state, player, rng):
    """Redraw in place all that `player` cannot know."""


@slot
def information_key(state, player):
    """Return a uint64 that is equal exactly for the states that `player` cannot tell apart."""


@slot
def symmetries(action, out):
    """Write to `out` (int64, num_symmetries long) the image of `action`, or of an outcome, under each symmetry.

    A symmetry is a permutation of the actions that takes plays to plays: from the initial state on, play the images of
    some actions, and at every step the same player is to move, the legal actions are the images of those there, the
    rewards are the same, and so is the end. Symmetries keep their order from action to action; number 0 changes
    nothing. So what was learned of one play is known of num_symmetries of them: for more training data, permute the
    policy, and replay the images to observe their states (where actions are cells, permute the planes as well). A
    table by `key` joins mirrored states if the game has a `canonical_key`.
    """


NUM_PLAYERS = Fact("NUM_PLAYERS", "The number of players.")
NUM_ACTIONS = Fact("NUM_ACTIONS", "The number of different actions and chance outcomes.")
NUM_ACTION_CODES = Fact("NUM_ACTION_CODES", "One more than the largest action code.")
NUM_SYMMETRIES = Fact("NUM_SYMMETRIES", "How many images the rule symmetries writes; 1 without it.")
MAX_LENGTH = Fact("MAX_LENGTH", "The longest game, in plies, chance included.")
LOWEST_RETURN = Fact("LOWEST_RETURN", "The worst return that a player can get (float).")
RETURN_SCALE = Fact("RETURN_SCALE", "1 / (best return - worst return) (float).")
DISCOUNT = Fact(
    "DISCOUNT", "What a reward is worth later: a factor each time that a player, not nature, comes to move (float)."
)
HAS_STEP_REWARDS = Fact("HAS_STEP_REWARDS", "Whether rewards are paid on entering every state.")
HAS_CHANCE = Fact("HAS_CHANCE", "Whether nature moves anywhere.")
HAS_STEP = Fact("HAS_STEP", "Whether the problem has the step rule.")
HAS_SAMPLE_ACTION = Fact("HAS_SAMPLE_ACTION", "Whether the problem has the sample_action rule.")
HAS_PRIOR = Fact("HAS_PRIOR", "Whether the problem has the prior rule.")
HAS_HEURISTIC = Fact("HAS_HEURISTIC", "Whether the problem has the heuristic rule.")
HAS_IS_QUIET = Fact("HAS_IS_QUIET", "Whether the problem has the is_quiet rule.")
HAS_CANDIDATE_ACTIONS = Fact("HAS_CANDIDATE_ACTIONS", "Whether the problem has the candidate_actions rule.")
HAS_KEY = Fact("HAS_KEY", "Whether the problem has the key rule.")
HAS_CANONICAL_KEY = Fact("HAS_CANONICAL_KEY", "Whether the problem has the canonical_key rule.")

REQUIRED = (start, to_move, legal_actions, play, is_terminal, rewards)
OPTIONAL = (
    sample_action,
    chance_outcomes,
    key,
    canonical_key,
    candidate_actions,
    heuristic,
    is_quiet,
    prior,
    action_code,
    step,
    observe,
    determinize,
    information_key,
    symmetries,
)
SLOTS = {rule.__name__: rule for rule in (*REQUIRED, *OPTIONAL)}


@kernel
def absent(*_):
    """Stands in for an optional rule that the problem lacks; kernels guard it with a fact, so it never runs."""
    return 0


@kernel
def default_action_code(state, action):
    """The code of an action in a problem without the rule `action_code`."""
    return to_move(state) * NUM_ACTIONS + action


DEFAULTS: dict[Any, Any] = {action_code: default_action_code}
"""What stands in for an optional rule that has a default; the others are `absent`."""
