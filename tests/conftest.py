"""What every test stands on: a cache of kernels shared by all workers, few examples, no network, budgets by mode.

The suite runs in three modes (`make test`): compiled, as plain Python under `NUMBA_DISABLE_JIT=1`, and compiled with
`NUMBA_BOUNDSCHECK=1`.
"""

from __future__ import annotations

import gc
import ipaddress
import os
import socket
import subprocess
import sys
import textwrap
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NoReturn

import hypothesis
import numba
import pytest

ROOT = Path(__file__).resolve().parent.parent
IS_COMPILED = not numba.config.DISABLE_JIT
IS_BOUNDS_CHECKED = bool(numba.config.BOUNDSCHECK)

# Plain Python runs a simulation some 200 times slower than compiled code; bounds checks cost about a third.
BUDGET_SHARE = 1.0 if IS_COMPILED and not IS_BOUNDS_CHECKED else 0.5 if IS_COMPILED else 0.02

# Workers, the processes that tests start, and the next run all find the kernels that the first one compiled.
os.environ.setdefault("MONTEVERDE_CACHE_DIR", str(ROOT / ".pytest_cache" / "kernels"))
# What the terminal of whoever runs the tests is like must not change what the command line prints.
os.environ.update(COLUMNS="120", LINES="50", NO_COLOR="1", TERM="dumb", PYTHONUTF8="1")
for variable in ("FORCE_COLOR", "PY_COLORS", "CLICOLOR_FORCE"):
    os.environ.pop(variable, None)

# The same examples in every run, so that red stays red; pytest --hypothesis-profile=explore looks for new ones.
hypothesis.settings.register_profile(
    "compiled", max_examples=50 if BUDGET_SHARE == 1.0 else 20, deadline=None, derandomize=True, database=None
)
hypothesis.settings.register_profile("interpreted", max_examples=5, deadline=None, derandomize=True, database=None)
hypothesis.settings.register_profile("explore", max_examples=1000, deadline=None, print_blob=True)
hypothesis.settings.load_profile("compiled" if IS_COMPILED else "interpreted")


# The compiler makes millions of objects that live until it is done; looking for garbage among them takes time.
gc.set_threshold(100_000, 20, 100)


def pytest_collection_finish() -> None:
    """Leave the tests themselves out of every search for garbage."""
    gc.collect()
    gc.freeze()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip what is about machine code where there is none."""
    if IS_COMPILED:
        return
    for item in items:
        if item.get_closest_marker("compiled"):
            item.add_marker(pytest.mark.skip(reason="needs machine code; runs in the compiled mode"))


@pytest.fixture(scope="session")
def is_compiled() -> bool:
    """Whether kernels run as machine code in this mode."""
    return IS_COMPILED


@pytest.fixture(scope="session")
def budget() -> Callable[..., int]:
    """A function that shrinks a number of simulations, games or examples to what the mode can afford.

    `budget(10_000)` is 10,000 compiled, 5,000 with bounds checks and 200 as plain Python; `budget(10_000, least=500)`
    never goes under 500, for claims that are false below.
    """

    def shrunk(full: int, least: int = 1) -> int:
        return max(min(least, full), int(full * BUDGET_SHARE))

    return shrunk


@pytest.fixture
def empty_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder that kernels are cached in for one test, here and in the processes that it starts."""
    folder = tmp_path / "kernels"
    monkeypatch.setenv("MONTEVERDE_CACHE_DIR", str(folder))
    return folder


@pytest.fixture(scope="session")
def new_process() -> Callable[..., str]:
    """A function that runs Python source in a new process and returns what it prints.

    `new_process(source, NUMBA_DISABLE_JIT="0")` sets environment variables: so code that only runs where there is a
    compiler (the cache, the explanations of compile errors) is run, and counted as covered, in every mode.
    """

    def run(source: str, **environment: str) -> str:
        command = [sys.executable, "-c", textwrap.dedent(source)]
        done = subprocess.run(
            command, env={**os.environ, **environment}, capture_output=True, text=True, timeout=300, check=False
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    return run


@pytest.fixture(autouse=True, scope="session")
def _no_network() -> Iterator[None]:
    """Refuse to connect to any other machine: a test that needs one is wrong."""
    with pytest.MonkeyPatch.context() as patch:
        for method in ("connect", "connect_ex"):
            patch.setattr(socket.socket, method, _guarded(getattr(socket.socket, method)))
        yield


def _guarded(connect: Callable[..., Any]) -> Callable[..., Any]:
    def guarded(self: socket.socket, address: Any) -> Any:
        if self.family in (socket.AF_INET, socket.AF_INET6) and not _is_loopback(address[0]):
            _refuse(address)
        return connect(self, address)

    return guarded


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host.partition("%")[0]).is_loopback
    except ValueError:  # a name, not an address
        return host == "localhost"


def _refuse(address: Any) -> NoReturn:
    pytest.fail(f"a test tried to connect to {address}; tests may only talk to this machine")
