"""Play random games by our rules and by OpenSpiel's side by side: who is to move, what is legal, what is paid.

    benchmarks/run.sh crosscheck                    # 1,000 games of each; writes results/crosscheck.json
    .bench-venv/bin/python benchmarks/crosscheck.py --games 50 othello go      # some games alone, nothing written

Prints a line a game: how many games and plies agreed, or the first disagreement with the moves that lead to it. Which
parameters make the rules equal, and where they differ all the same, says `shared_games.py`.
"""

from __future__ import annotations

import argparse
import datetime
import json
import random
import sys
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel
from compare import source, versions
from shared_games import PAIRS, Pair

import monteverde as mv
from monteverde.compile import bind, kernel
from monteverde.game.rules import (
    CHANCE,
    HAS_CHANCE,
    HAS_STEP_REWARDS,
    chance_outcomes,
    is_terminal,
    legal_actions,
    play,
    rewards,
    start,
    to_move,
)

RESULTS = Path(__file__).parent / "results" / "crosscheck.json"
GAMES = 1000
DONE = -3  # neither a player nor chance
TOLERANCE = 1e-9


@kernel
def begin(state):
    start(state)


@kernel
def advance(state, action):
    play(state, action)


@kernel
def look(state, actions, probabilities, paid):
    """Write what can be played or drawn at `state` and what is paid there; return how many actions, and who moves."""
    is_over = is_terminal(state)
    if is_over or HAS_STEP_REWARDS:
        rewards(state, paid)
    if is_over:
        return 0, DONE
    player = to_move(state)
    if HAS_CHANCE and player == CHANCE:
        return chance_outcomes(state, actions, probabilities), player
    return legal_actions(state, actions), player


class Ours:
    """A game of ours as it is played: the compiled rules, and what they say of the present state."""

    def __init__(self, game: mv.Game) -> None:
        self.game = game
        self._begin, self._advance, self._look = (bind(one, game.bindings) for one in (begin, advance, look))
        self._states = game.new_states(1)
        self._actions, self._probabilities = np.zeros(game.num_actions, np.int64), np.zeros(game.num_actions)

    def start(self) -> None:
        """Go to the initial state."""
        self._states[:] = self.game.new_states(1)
        self.returns = np.zeros(self.game.num_players)
        self.moves: list[str] = []
        self._begin(self._states[0])
        self._read()
        self.returns[:] = 0.0  # nothing is paid for being there

    def play(self, action: int) -> None:
        self.moves.append(str(type(self.game).action_name(action)))
        self._advance(self._states[0], action)
        self._read()

    def _read(self) -> None:
        paid = np.zeros(self.game.num_players)
        count, self.player = self._look(self._states[0], self._actions, self._probabilities, paid)
        self.is_terminal = self.player == DONE
        self.actions = self._actions[:count].tolist()
        self.chances = dict(zip(self.actions, self._probabilities[:count].tolist(), strict=True))
        self.returns += paid


@dataclass
class Outcome:
    """What came of playing one game many times on both sides."""

    ours: str
    theirs: str
    games: int = 0
    """How many agreed to the end."""
    plies: int = 0
    """At how many states these were compared."""
    excused: int = 0
    """How many actions were legal on one side alone by a difference of the rules that is documented."""
    disagreement: str = ""
    moves: str = ""

    def __str__(self) -> str:
        text = f"{self.ours:38} {self.games:5,} games {self.plies:9,} plies"
        if self.disagreement:
            return f"{text}   {self.disagreement}\n    after: {self.moves}"
        return f"{text}   agree" + (f", but for {self.excused:,} actions" if self.excused else "")


def crosscheck(pair: Pair, games: int, rng: random.Random) -> Outcome:
    """Play `games` random games, or up to the first disagreement."""
    ours, theirs = Ours(mv.load_game(pair.ours)), pyspiel.load_game(pair.theirs)
    outcome = Outcome(pair.ours, pair.theirs)
    while outcome.games < games and not outcome.disagreement:
        ours.start()
        outcome.disagreement = play_once(pair, ours, theirs.new_initial_state(), rng, outcome)
        outcome.games += not outcome.disagreement
    if outcome.disagreement:
        outcome.moves = " ".join(ours.moves)
    return outcome


def play_once(pair: Pair, ours: Ours, theirs: Any, rng: random.Random, outcome: Outcome) -> str:
    """Play one game on both sides; return the first disagreement, or nothing."""
    while True:
        outcome.plies += 1
        pair.settle(ours, theirs)
        complaint = compare_returns(pair, ours, theirs)
        if complaint or ours.is_terminal:
            return complaint
        if ours.player != theirs.current_player():
            return f"to move: {ours.player} here, {theirs.current_player()} there"
        turns = pair.turns(ours.game, theirs)
        complaint = compare_actions(pair, ours, theirs, turns, outcome)
        if complaint:
            return complaint
        action = rng.choice(ours.actions)
        ours.play(action)
        for part in turns[action]:
            theirs.apply_action(part)


def compare_returns(pair: Pair, ours: Ours, theirs: Any) -> str:
    """Compare what has been paid so far, and whether the game is over."""
    if ours.is_terminal != theirs.is_terminal():
        return f"the game is over: {ours.is_terminal} here, {theirs.is_terminal()} there, returns {theirs.returns()}"
    expected = np.array(theirs.returns())
    if pair.is_scaled and ours.is_terminal:
        expected = (expected + 1.0) / 2.0
    if np.abs(expected - ours.returns).max() > TOLERANCE:
        return f"returns: {ours.returns.tolist()} here, {expected.tolist()} there"
    return ""


def compare_actions(pair: Pair, ours: Ours, theirs: Any, turns: dict[int, tuple[int, ...]], outcome: Outcome) -> str:
    """Compare what can be played, or drawn and with what probability."""
    here, there = set(ours.actions), set(turns)
    excused = {action for action in there - here if pair.excuse(theirs, turns[action][0])}
    outcome.excused += len(excused)
    if here != there - excused:
        name = type(ours.game).action_name
        alone = [[name(a) for a in sorted(some)] for some in (here - there, there - here - excused)]
        return f"legal here alone: {alone[0]}, there alone: {alone[1]}"
    if theirs.is_chance_node():
        chances = dict(theirs.chance_outcomes())
        if any(abs(chances[turns[a][0]] - chance) > TOLERANCE for a, chance in ours.chances.items()):
            return f"chances: {ours.chances} here, {chances} there"
    return ""


def report(outcomes: list[Outcome]) -> dict[str, object]:
    return {
        "date": datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds"),
        "source": source(),
        "versions": {name: version for name, version in versions().items() if name in ("monteverde", "open_spiel")},
        "games": [asdict(outcome) for outcome in outcomes],
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    known = sorted({pair.ours.partition(":")[0] for pair in PAIRS})
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"games to play alone: {', '.join(known)}")
    parser.add_argument("--games", type=int, default=GAMES, help="how many of each (%(default)s)")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    unknown = sorted(set(arguments.names) - set(known))
    if unknown:
        parser.error(f"no such game: {', '.join(unknown)}; known: {', '.join(known)}")
    outcomes = []
    for pair in PAIRS:
        if not arguments.names or pair.ours.partition(":")[0] in arguments.names:
            outcomes.append(crosscheck(pair, arguments.games, random.Random(arguments.seed)))
            print(outcomes[-1], flush=True)
    if not arguments.names and arguments.games >= GAMES:
        RESULTS.write_text(json.dumps(report(outcomes), indent=1, ensure_ascii=False) + "\n", "utf-8")
    return int(any(outcome.disagreement for outcome in outcomes))


if __name__ == "__main__":
    sys.exit(main())
