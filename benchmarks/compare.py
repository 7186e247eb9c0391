"""Run every benchmark and print one table in Markdown; write it with its circumstances to results/latest.json."""

from __future__ import annotations

import datetime
import importlib.metadata
import json
import os
import platform
import subprocess
import sys
import time
from dataclasses import asdict
from pathlib import Path

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
from table import print_table

SECTIONS = (
    against_openspiel, playouts, against_python, own_game, objects, alphabeta, exact_chance, mdp, match_overhead,
    scaling, startup,
)  # fmt: skip
RESULTS = Path(__file__).parent / "results" / "latest.json"
DISTRIBUTIONS = (
    "monteverde", "numba", "numpy", "open_spiel", "mcts", "mctspy", "mcts-simple", "fastmcts", "multimcts",
    "easyAI", "bitbully", "quantecon",
)  # fmt: skip


def machine() -> dict[str, object]:
    """Return what the figures depend on besides the programs."""
    return {
        "processor": processor(),
        "cores": os.cpu_count(),
        "system": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
        "load": round(os.getloadavg()[0], 2),
    }


def processor() -> str:
    """Return the processor's name where the system tells it."""
    cpuinfo = Path("/proc/cpuinfo")
    lines = cpuinfo.read_text().splitlines() if cpuinfo.exists() else []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor()


def versions() -> dict[str, str]:
    """Return the version of everything that takes part and is installed."""
    installed = {d.metadata["Name"].lower().replace("-", "_"): d.version for d in importlib.metadata.distributions()}
    names = {name: name.lower().replace("-", "_") for name in DISTRIBUTIONS}
    return {name: installed[key] for name, key in names.items() if key in installed}


def source() -> str:
    """Return the commit that is measured, marked if files differ from it; empty outside a git checkout."""
    command = ["git", "describe", "--always", "--dirty"]
    try:
        return subprocess.run(
            command, check=False, cwd=RESULTS.parent.parent, capture_output=True, text=True
        ).stdout.strip()
    except OSError:
        return ""


def main() -> None:
    began, circumstances = time.perf_counter(), machine()
    rows = []
    for section in SECTIONS:
        print(f"bench: {section.__name__} ...", file=sys.stderr, flush=True)
        rows += section.rows()
    print_table(rows)
    report = {
        "date": datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds"),
        "minutes": round((time.perf_counter() - began) / 60, 1),
        "source": source(),
        "machine": circumstances,
        "versions": versions(),
        "rows": [asdict(row) | {"is_met": row.is_met} for row in rows],
    }
    RESULTS.parent.mkdir(exist_ok=True)
    RESULTS.write_text(json.dumps(report, indent=1, ensure_ascii=False) + "\n", "utf-8")
    print(f"\n{circumstances}\n{report['versions']}", file=sys.stderr)


if __name__ == "__main__":
    main()
