#!/usr/bin/env bash
# Make .venv and install the pinned packages and this package into it.
#
#   scripts/setup.sh run      what the library runs on
#   scripts/setup.sh dev      that, and what its tests and checks need
#
# Done once for each state of the project files; then it returns at once. PYTHON=... chooses the interpreter.
set -euo pipefail
cd "$(dirname "$0")/.."
kind=${1:-run}
log=build/logs/setup.log

fail() {
    echo "setup: $*" >&2
    exit 1
}

is_new_enough() { "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; }
can_make_venv() { "$1" -c 'import ensurepip, venv' >/dev/null 2>&1; }

find_python() {
    if [ -n "${PYTHON:-}" ]; then
        is_new_enough "$PYTHON" || fail "PYTHON=$PYTHON is not a Python 3.11 or newer; give the path or name of one"
        can_make_venv "$PYTHON" || fail "PYTHON=$PYTHON cannot make virtual environments, it lacks ensurepip; $advice"
        echo "$PYTHON"
        return
    fi
    local name found=
    for name in python3 python3.13 python3.12 python3.11 python; do
        is_new_enough "$name" || continue
        found=$name
        can_make_venv "$name" || continue
        echo "$name"
        return
    done
    [ -z "$found" ] || fail "$found cannot make virtual environments, it lacks ensurepip; $advice"
    fail "no Python 3.11 or newer was found; install one, or name one: make run PYTHON=path/to/python3.12"
}
advice="install it (on Debian and Ubuntu: apt install python3-venv), or name another: make run PYTHON=python3.12"

# What an environment was made from. The folder is in it, because an editable install points there.
state() { (pwd -P && "$1" -V && cat pyproject.toml requirements/{lock,dev,source}.txt) | cksum; }

is_done() {
    local stamp=.venv/.set-up-for-$1
    [ -f "$stamp" ] && [ "$(cat "$stamp")" = "$(state .venv/bin/python)" ]
}

quietly() {
    "$@" >>"$log" 2>&1 && return
    tail -n 25 "$log" >&2
    fail "'$*' failed; its end is above, the whole of it in $log"
}

is_stale() { # no usable environment, or one of another interpreter than was asked for
    is_new_enough .venv/bin/python && .venv/bin/python -m pip --version >/dev/null 2>&1 || return 0
    [ -n "${PYTHON:-}" ] && [ "$("$PYTHON" -V 2>&1)" != "$(.venv/bin/python -V)" ]
}

if ! is_stale && { is_done dev || is_done "$kind"; }; then
    exit 0
fi

mkdir -p "$(dirname "$log")"
: >"$log"
if is_stale; then
    python=$(find_python)
    echo "setup: making .venv with $("$python" -V)" >&2
    quietly "$python" -m venv --clear .venv
fi
requirements=requirements/dev.txt
[ "$kind" = dev ] || requirements=requirements/lock.txt
echo "setup: installing the pinned packages of $requirements (about a minute when they must be downloaded)" >&2
# Wheels only, and the build tool is a pinned package like the others, so nothing else is fetched or compiled.
quietly .venv/bin/python -m pip install --disable-pip-version-check --only-binary :all: -r "$requirements"
[ "$kind" = run ] || # there are no wheels of these; they are pure Python, built by the build tool that is pinned
    quietly .venv/bin/python -m pip install --disable-pip-version-check --no-deps --no-build-isolation \
        --no-binary :all: -r requirements/source.txt
quietly .venv/bin/python -m pip install --disable-pip-version-check --no-deps --no-build-isolation --editable .
state .venv/bin/python >".venv/.set-up-for-$kind"
