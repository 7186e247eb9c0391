#!/usr/bin/env bash
# All that must hold before a commit goes in, a line for each step; the full output of each is in build/logs.
#
#   scripts/test.sh           the checks, then the tests in their three modes
#   scripts/test.sh lint      the checks alone
#
# Ends with the closing line that pytest printed in each mode, and with 1 if anything failed.
# JOBS=... says how many test processes run at once (2).
set -euo pipefail
cd "$(dirname "$0")/.."
bin=.venv/bin
logs=build/logs
failed=
closings=
mkdir -p "$logs"
unset NUMBA_DISABLE_JIT NUMBA_BOUNDSCHECK

step() { # NAME COMMAND...: run it into a log, say how it went
    local name=$1 log=$logs/$1.log begin=$SECONDS outcome=ok
    shift
    "$@" >"$log" 2>&1 || outcome=FAILED
    last=$(grep . "$log" | tail -n 1 || true)
    printf '%-14s %-6s %4d s   %s\n' "$name" "$outcome" $((SECONDS - begin)) "$(echo "$last" | sed 's/^=* *//; s/ *=*$//')"
    [[ $last != =*=* ]] || closings+=$last$'\n'
    [ "$outcome" = ok ] && return
    failed+=" $name"
    echo "--- the end of $log"
    tail -n 40 "$log"
    echo "---"
}

tests() { "$bin/python" -m pytest -n "${JOBS:-2}" --dist worksteal --durations=60 "$@"; }
# What is about text and other programs is the same in every mode, and runs in the one that sees coverage.
compiled() { tests --ignore=tests/engines --ignore=tests/records --ignore=tests/drawing; }
# Where kernels are tested that write to arrays by an index of their own: the rest of the tests runs the same ones again.
bounds_checked() {
    local search=tests/search
    NUMBA_BOUNDSCHECK=1 tests tests/boards tests/exact tests/games \
        $search/{backup,expansion,graph,selection,sharing} \
        $search/test_{compact,golden,loop,ordering,room,stepwise,tree,twin}.py
}
interpreted() { # the one mode in which coverage can see into kernels
    rm -f "$logs/coverage.json"
    NUMBA_DISABLE_JIT=1 tests --cov --cov-report=term "--cov-report=json:$logs/coverage.json"
}

step style "$bin/ruff" check .
step layout "$bin/ruff" format --check .
step types "$bin/mypy"
step hints "$bin/python" scripts/check_hints.py
step layers "$bin/lint-imports"
if [ "${1:-all}" = all ]; then
    step compiled compiled
    step interpreted interpreted
    step coverage "$bin/python" scripts/check_coverage.py "$logs/coverage.json" 95
    step bounds-checked bounds_checked
fi

printf '%s' "$closings"
if [ -n "$failed" ]; then
    echo "failed:$failed (see $logs)"
    exit 1
fi
echo "everything holds"
