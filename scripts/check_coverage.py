"""Hold the branches that the tests take, with JIT off, to a share of all branches.

python scripts/check_coverage.py COVERAGE.json 95      exits with 1 if it is less, naming the files that lack most
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

NUM_FILES_SHOWN = 10


def main(path: str, least: str) -> int:
    """Print the shares of branches and of lines; return the exit code."""
    report = json.loads(Path(path).read_text("utf-8"))
    totals = report["totals"]
    branches = share(totals["covered_branches"], totals["num_branches"])
    lines = share(totals["covered_lines"], totals["num_statements"])
    if branches < float(least):
        for name, file in sorted(report["files"].items(), key=lambda item: -num_missing(item[1]))[:NUM_FILES_SHOWN]:
            missing = [f"{start}->{'exit' if end < 0 else end}" for start, end in file["missing_branches"]]
            print(f"  {name}: {num_missing(file)} missing: {', '.join(missing)}")
    print(f"branches {branches:.1f} %, at least {float(least):g} % is asked; lines {lines:.1f} %")
    return 0 if branches >= float(least) else 1


def share(part: int, whole: int) -> float:
    """Return `part` of `whole` in percent."""
    return 100.0 * part / whole if whole else 100.0


def num_missing(file: dict[str, Any]) -> int:
    """Return how many branches of a file no test takes."""
    return int(file["summary"]["missing_branches"])


if __name__ == "__main__":
    raise SystemExit(main(*sys.argv[1:]))
