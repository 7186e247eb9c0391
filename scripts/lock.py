"""Pin everything that pyproject.toml asks for, and all that this brings with it, to one version each.

    python3.11 scripts/lock.py      (or: make lock)      writes requirements/*.txt

lock.txt is what the library runs on and is built with; dev.txt adds what its tests and checks need. pip resolves both
for the oldest Python that is supported, whose versions the newer ones take as well. source.txt has what its makers
publish without a wheel: pure Python that setup.sh builds with the build tool that is pinned.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
OLDEST_PYTHON = (3, 11)
HEADER = "# Made from pyproject.toml by scripts/lock.py (make lock) with Python {}.{}; change that file instead.\n"

NO_WHEELS = ("chess",)

Pins = dict[str, str]


def resolve(requirements: list[str], constraints: Pins) -> Pins:
    """Return the version of each package that pip would install for `requirements`, within `constraints`."""
    with tempfile.TemporaryDirectory() as folder:
        limits = Path(folder, "constraints.txt")
        limits.write_text(as_lines(constraints))
        command = [sys.executable, "-m", "pip", "install", "--dry-run", "--ignore-installed", "--quiet"]
        command += [
            "--only-binary",
            ":all:",
            "--no-binary",
            ",".join(NO_WHEELS),
            "--report",
            str(Path(folder, "report")),
            "-c",
            str(limits),
            *requirements,
        ]
        subprocess.run(command, check=True)
        report = json.loads(Path(folder, "report").read_text())
    found = {item["metadata"]["name"]: item["metadata"]["version"] for item in report["install"]}
    return {re.sub(r"[-_.]+", "-", name).lower(): version for name, version in found.items()}


def as_lines(pins: Pins) -> str:
    """Return `pins` as the lines of a requirements file."""
    return "".join(f"{name}=={version}\n" for name, version in sorted(pins.items()))


def main() -> None:
    """Write both files."""
    if sys.version_info[:2] != OLDEST_PYTHON:
        raise SystemExit("lock.py must be run by Python {}.{}, the oldest that is supported".format(*OLDEST_PYTHON))
    stated = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    base = stated["project"]["dependencies"] + stated["build-system"]["requires"]
    extras = [line for lines in stated["project"]["optional-dependencies"].values() for line in lines]

    everything = resolve(base + extras, {})
    run = resolve(base, everything)
    source = {name: version for name, version in everything.items() if name in NO_WHEELS}
    rest = {name: version for name, version in everything.items() if name not in {*run, *source}}

    header = HEADER.format(*OLDEST_PYTHON)
    (ROOT / "requirements").mkdir(exist_ok=True)
    (ROOT / "requirements" / "lock.txt").write_text(header + as_lines(run))
    (ROOT / "requirements" / "dev.txt").write_text(header + "-r lock.txt\n" + as_lines(rest))
    (ROOT / "requirements" / "source.txt").write_text(header + as_lines(source))


if __name__ == "__main__":
    main()
