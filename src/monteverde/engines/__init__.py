"""Other people's programs, started and spoken to: our end of the wire.

program.py   where the program of a command line is
process.py   the running program: lines to it and from it, each with a time limit; ended with all that it started
line.py      the moves that lead to a position, so that a program can be told those that it has not seen
gtp.py       questions and answers of the Go Text Protocol
vertices.py  what GTP calls the moves of our games, and how it writes a score
uci.py       the Universal Chess Interface: options, positions, best moves
variants.py  which of our games a UCI engine knows, and by what names
jsonl.py     questions and answers of the line protocol of our own
clocks.py    what a clock shows, in the words of each of them
messages.py  its messages: JSON objects, and what they tell of a position
text.py      what a program wrote, made fit for a sentence

The players that use these are in `players/`. Whatever a program answers, the only thing raised is EngineError.
"""
