"""What `import monteverde` does, and does not."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import monteverde

# The public names. Adding one, or taking one away, is a decision: change this list in the same commit.
PUBLIC = """
    CHANCE GRAVE HRAVE LGRF MAST MCPS MCTS NST PUCT RAVE SIMULTANEOUS UCB1 AllChildren AllChildrenLater BudgetError
    CompileError Decisive EngineError EpsilonGreedy External Family Game GameError GibbsMAST Heuristic HighestValue
    IllegalActionError LastGoodReply LeadPlayout
    MaxRobust MeanBackup MissingExtraError MonteverdeError MostVisited NoStatistic OneChild Oracle Position
    ProgressiveBias ProgressiveHistory ProgressiveWidening RandomPlayout Record RecordError RootAction RootOnly
    RoundRobin SampleAction Sampled ScheduledRAVE Search SearchResult Secure SolveResult Statistics ThompsonSampling
    TruncatedPlayout UCB1Tuned Uniform UnknownNameError UnsuitableError UsageError __version__ algorithm_names below
    check family flat_monte_carlo game_names kernel load_game load_search lowest_bit nth_bit perft popcount read_record
    search solve uniform write_record
""".split()

# What only the command line or an extra may need. Standard modules that are slow to load could be added; SciPy not,
# since numba loads its top where it is installed.
UNWANTED = """
    _pytest click hypothesis matplotlib pandas pytest ray rich sgfmill torch typer
""".split()

IMPORT = """
import json, sys
from numba.core import event
recorder = event.RecordingListener()
event.register("numba:compile", recorder)
import monteverde
print(json.dumps({"modules": sorted(sys.modules), "num_compiled": len(recorder.buffer)}))
"""


@pytest.fixture
def imported(empty_cache: Path, new_process: Callable[..., str]) -> dict[str, Any]:
    """What a new process knows after `import monteverde`."""
    return json.loads(new_process(IMPORT))


def test_import_compiles_nothing(imported: dict[str, Any], empty_cache: Path) -> None:
    """Compiling waits until something is searched: neither numba nor the cache has been at work."""
    assert imported["num_compiled"] == 0
    assert not empty_cache.exists()


def test_import_loads_nothing_optional(imported: dict[str, Any]) -> None:
    """Whoever only searches pays for no terminal, no plots and no networks."""
    assert set(imported["modules"]).isdisjoint(UNWANTED)


def test_public_names_are_these() -> None:
    """The public names are a promise; this list is where it is changed."""
    assert list(monteverde.__all__) == PUBLIC


def test_public_names_are_sorted() -> None:
    """In capitals, then classes, then functions, each by the alphabet: the order that ruff keeps everywhere."""

    def rank(name: str) -> tuple[int, str]:
        return (0 if name.isupper() else 1 if name[0].isupper() else 2, name)

    assert sorted(PUBLIC, key=rank) == PUBLIC


@pytest.mark.parametrize("name", PUBLIC)
def test_public_name_exists(name: str) -> None:
    """Everything promised is there."""
    assert hasattr(monteverde, name)
