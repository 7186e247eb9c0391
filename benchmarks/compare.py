"""Run every benchmark and print one table in Markdown; write it with its circumstances to results/latest.json."""

from __future__ import annotations

import importlib.metadata
import sys
import time
from dataclasses import asdict

import against_openspiel
import against_python
import alphabeta
import exact_chance
import match_overhead
import mdp
import objects
import own_game
import playouts
import scaling
import startup
from kept import keep, machine
from table import print_table

SECTIONS = (
    against_openspiel, playouts, against_python, own_game, objects, alphabeta, exact_chance, mdp, match_overhead,
    scaling, startup,
)  # fmt: skip
DISTRIBUTIONS = (
    "monteverde", "numba", "numpy", "open_spiel", "mcts", "mctspy", "mcts-simple", "fastmcts", "multimcts",
    "easyAI", "bitbully", "quantecon",
)  # fmt: skip


def versions() -> dict[str, str]:
    """Return the version of everything that takes part and is installed."""
    installed = {d.metadata["Name"].lower().replace("-", "_"): d.version for d in importlib.metadata.distributions()}
    names = {name: name.lower().replace("-", "_") for name in DISTRIBUTIONS}
    return {name: installed[key] for name, key in names.items() if key in installed}


def main() -> None:
    began, circumstances = time.perf_counter(), machine()
    rows = []
    for section in SECTIONS:
        print(f"bench: {section.__name__} ...", file=sys.stderr, flush=True)
        rows += section.rows()
    print_table(rows)
    used = versions()
    keep(
        "latest",
        machine=circumstances,
        minutes=round((time.perf_counter() - began) / 60, 1),
        versions=used,
        rows=[asdict(row) | {"is_met": row.is_met} for row in rows],
    )
    print(f"\n{circumstances}\n{used}", file=sys.stderr)


if __name__ == "__main__":
    main()
