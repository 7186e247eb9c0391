"""Figures in files, with what they depend on: results/NAME.json."""

from __future__ import annotations

import datetime
import json
import os
import platform
import subprocess
from pathlib import Path
from typing import Any

RESULTS = Path(__file__).resolve().parent / "results"


def keep(name: str, machine: dict[str, object], **figures: Any) -> None:
    """Write `figures` to results/NAME.json, with the date, the commit and the `machine` as it was before."""
    report = {
        "date": datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds"),
        "source": source(),
        "machine": machine,
        **figures,
    }
    RESULTS.mkdir(exist_ok=True)
    (RESULTS / f"{name}.json").write_text(json.dumps(report, indent=1, ensure_ascii=False) + "\n", "utf-8")


def kept(name: str) -> Any:
    """Return what `keep` wrote; None if there is no such file."""
    path = RESULTS / f"{name}.json"
    return json.loads(path.read_text("utf-8")) if path.exists() else None


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


def source() -> str:
    """Return the commit that is measured, marked if files differ from it; empty outside a git checkout."""
    command = ["git", "describe", "--always", "--dirty"]
    try:
        return subprocess.run(command, check=False, cwd=RESULTS.parent, capture_output=True, text=True).stdout.strip()
    except OSError:
        return ""
