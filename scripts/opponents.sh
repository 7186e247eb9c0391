#!/usr/bin/env bash
# Install the programs that matches against other people's engines are played with (docs/protocols.md): GNU Go, Rhino
# (Othello), Stockfish and Fairy-Stockfish, from Debian's packages. No test needs them.
set -euo pipefail
packages=(gnugo grhino stockfish fairy-stockfish)
programs=(gnugo gtp-rhino stockfish fairy-stockfish)
PATH=$PATH:/usr/games:/usr/local/games # where Debian puts games

fail() {
    echo "opponents: $*" >&2
    exit 1
}

missing() { # the programs that are not there
    local program
    for program in "${programs[@]}"; do
        command -v "$program" >/dev/null || echo "$program"
    done
}

if [ -z "$(missing)" ]; then
    echo "opponents: all there: ${programs[*]}"
    exit 0
fi
command -v apt-get >/dev/null || fail "there is no apt-get here; install these yourself: $(missing | xargs)"
[ "$(id -u)" = 0 ] || fail "apt-get needs root; run: sudo scripts/opponents.sh"
export DEBIAN_FRONTEND=noninteractive
apt-get update -q
apt-get install -q -y --no-install-recommends "${packages[@]}"
[ -z "$(missing)" ] || fail "these packages were installed, but these programs are still missing: $(missing | xargs)"
echo "opponents: all there: ${programs[*]}"
