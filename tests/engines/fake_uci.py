"""A program that speaks UCI, as well or as badly as its arguments say: `fake_uci.py BEHAVIOUR`.

It knows no rules: what it plays comes from FAKE_MOVES, its legal moves at
the beginning from FAKE_LEGAL.
"""

import os
import sys
import time

OPTIONS = """\
option name Skill Level type spin default 20 min -20 max 20
option name Ponder type check default false
option name Style type combo default Normal var Solid var Normal
option name UCI_Variant type combo default chess var breakthrough var chess var clobber
option name Log File type string default
option nonsense"""


def write(text):
    """Say it, at once."""
    sys.stdout.write(text)
    sys.stdout.flush()


def crash():
    """Say why, and go."""
    sys.stderr.write("segmentation fault, more or less\n")
    sys.exit(1)


def main(behaviour):
    """Answer until told to quit."""
    moves = os.environ.get("FAKE_MOVES", "").split()
    for line in sys.stdin:
        if "FAKE_LOG" in os.environ:
            with open(os.environ["FAKE_LOG"], "a") as file:
                file.write(line)
        words = line.split()
        if words[0] == "uci":
            write(f"Fake 1.0 by nobody\nid name Fake 1.0\n{OPTIONS}\nuciok\n")
        elif words[0] == "isready":
            write("info string hello\nreadyok\n")
        elif line.startswith("go perft"):
            write("".join(f"{move}: 1\n" for move in os.environ["FAKE_LEGAL"].split()) + "\nNodes searched: 1\n\n")
        elif words[0] == "go":
            if behaviour == "hang":
                time.sleep(60)
            if behaviour == "crash":
                crash()
            if behaviour == "none":
                write("bestmove (none)\n")
            elif behaviour == "short":
                write("bestmove\n")
            elif behaviour == "crlf":
                write(f"info depth 1\r\nbestmove {moves.pop(0)} ponder a1a2\r\n")
            else:
                write(f"info depth 1 pv a2a3\n\nbestmove {moves.pop(0)}\n")
        elif words[0] == "quit":
            return


main(*sys.argv[1:])
