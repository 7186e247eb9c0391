"""Alpha-beta as the textbook has it, with each of its refinements to be switched on; and `pvs` with all of them."""

from __future__ import annotations

from dataclasses import dataclass, replace

from monteverde.anytime import Clock
from monteverde.budget import memory_in_bytes
from monteverde.errors import UnknownNameError
from monteverde.exact.method import Method, Progress, Solver, check_start
from monteverde.exact.result import SolveResult
from monteverde.exact.zero_sum.fit import check_depth, check_zero_sum
from monteverde.exact.zero_sum.ordering import ORDERS
from monteverde.exact.zero_sum.session import Settings, ZeroSumSearch
from monteverde.exact.zero_sum.solve import ALL, BEST, ONE, Plan, solve
from monteverde.game import Game, Position

NO_TABLE = "none"
BY_FIT = "auto"


@dataclass(frozen=True)
class Alphabeta(Method):
    """The value of a two-player zero-sum game, without looking at what cannot matter.

    Bare, it is the algorithm of the textbook: actions in the order of the rules, no table, an open window.
    """

    depth: int = 0
    """How many plies deep, then the `heuristic` rule; 0: to the end."""
    order: str = "plain"
    """Which actions first: "plain" (the order of the rules), "centre", "killers", "history", "prior", or "auto"."""
    table: str = NO_TABLE
    """Memory of the transposition table, such as "64MB"; "none" for none. Problems without `key` have none."""
    deepening: bool = False
    """Whether to search one ply deep, then two, ...; needs the `heuristic` rule."""
    pvs: bool = False
    """Whether actions after the first are tried in windows without width (principal-variation search)."""
    aspiration: float = 0.0
    """Half the width of the window around the last iteration's value, as a share of the range; 0: an open window."""
    quick: bool = False
    """Whether the quickest win and the slowest loss are found, and plies to the end are counted."""
    etc: bool = False
    """Whether the table is asked about all children before any is searched (enhanced transposition cutoffs)."""
    candidates: bool = False
    """Whether only the actions of the `candidate_actions` rule are searched, where the problem has it."""
    quiescence: bool = True
    """Whether to go on beyond the depth where the `is_quiet` rule says that a position is not quiet."""
    actions: str = BEST
    """"one" best action, all the "best" ones, or the value of "all"."""

    def __post_init__(self) -> None:
        self.require("depth", self.depth >= 0, "0 (to the end) or more plies")
        self.require("aspiration", 0.0 <= self.aspiration <= 1.0, "from 0 to 1")
        for field, known in (("order", (*ORDERS, BY_FIT)), ("actions", (ONE, BEST, ALL))):
            if getattr(self, field) not in known:
                raise UnknownNameError(f"{field} of {self.method_name()}", getattr(self, field), known)
        if self.table != NO_TABLE:
            memory_in_bytes(self.table)

    def check(self, game: Game) -> None:
        super().check(game)
        check_zero_sum(self, game)
        check_depth(self, game, self.depth)
        if self.order == "prior":
            game.require("prior", f"{self.method_name()} with order=prior")

    def for_all_actions(self) -> Method:
        return replace(self, actions=ALL)

    def settings(self, game: Game) -> Settings:
        """Return how the tree of `game` is walked."""
        is_plain = self.order == "plain" and self.table == NO_TABLE and not self.pvs
        return Settings(
            order=self.order if self.order != BY_FIT else "prior" if game.has("prior") else "history",
            table=0 if self.table == NO_TABLE else memory_in_bytes(self.table),
            is_clamped=not is_plain,
            is_pvs=self.pvs,
            is_far_sighted=self.etc,
            is_selective=self.candidates,
            is_quiescent=self.quiescence,
            prefers_quick=self.quick,
        )

    def solver(self, game: Game) -> Solver:
        self.check(game)
        search = self._searcher(game)

        def warm(position: Position, *, seconds: float | None = None, progress: Progress | None = None) -> SolveResult:
            check_start(position, seconds)
            return solve(search, position, self.plan(game), Clock(seconds), progress)

        return warm

    def _searcher(self, game: Game) -> ZeroSumSearch:
        """Return a search of positions of `game` that keeps its table from one to the next."""
        return ZeroSumSearch(game, self.settings(game), self.depth or None, self.spec)

    def plan(self, game: Game) -> Plan:
        """Return what is asked about a position of `game`."""
        is_deepening = self.deepening and game.has("heuristic")
        return Plan(self.depth or None, is_deepening, self.aspiration, self.actions)

    def run(self, position: Position, seconds: float | None, progress: Progress | None) -> SolveResult:
        return self.solver(position.game)(position, seconds=seconds, progress=progress)


@dataclass(frozen=True)
class Pvs(Alphabeta):
    """Principal-variation search with all refinements: what to use on a game too large for the textbook's."""

    preference = 1

    order: str = BY_FIT
    table: str = "256MB"
    deepening: bool = True
    pvs: bool = True
    etc: bool = True
    candidates: bool = True
