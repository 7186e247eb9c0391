#!/usr/bin/env bash
# Compare our speed with that of other libraries; `make bench` calls this.
#
#   benchmarks/run.sh            everything: prints one table, writes benchmarks/results/latest.json
#   benchmarks/run.sh objects    one section alone: the name of a file in this folder
#
# Ours and the others run in the same interpreter, in an environment of their own: .bench-venv. PYTHON=... chooses it.
set -euo pipefail
cd "$(dirname "$0")/.."
section=${1:-compare}
python=.bench-venv/bin/python
log=build/logs/bench-setup.log
stamp=.bench-venv/.set-up

fail() {
    echo "bench: $*" >&2
    exit 1
}

quietly() {
    "$@" >>"$log" 2>&1 && return
    tail -n 25 "$log" >&2
    fail "'$*' failed; its end is above, the whole of it in $log"
}

# What the environment was made from. The folder is in it, because an editable install points there.
state() { (pwd -P && "$python" -V && cat pyproject.toml requirements/lock.txt benchmarks/requirements*.txt) | cksum; }

set_up() {
    mkdir -p "$(dirname "$log")"
    : >"$log"
    echo "bench: making .bench-venv with the pinned peers (a minute or two the first time)" >&2
    quietly "${PYTHON:-python3}" -m venv --clear .bench-venv
    local install=("$python" -m pip install --disable-pip-version-check --no-deps)
    quietly "${install[@]}" --only-binary :all: -r benchmarks/requirements.txt
    quietly "${install[@]}" --no-build-isolation --editable .
    "${install[@]}" --no-build-isolation -r benchmarks/requirements-compiled.txt >>"$log" 2>&1 ||
        echo "bench: multimcts could not be built (no C++ compiler?); its rows will be missing, see $log" >&2
    state >"$stamp"
}

[ -f "benchmarks/$section.py" ] || fail "there is no benchmarks/$section.py; name a file of that folder, without .py"
[ -f "$stamp" ] && [ "$(cat "$stamp")" = "$(state)" ] || set_up

# One thread in every library, so that CPU time and wall time tell the same story.
export OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 NUMBA_NUM_THREADS=1
exec "$python" "benchmarks/$section.py"
