"""The wires to other people's programs: what they ask of us, and what is answered.

gtp.py          the Go Text Protocol: a table of commands, one small function each; no input or output
words.py        what the words of a line mean, and what an answer looks like
record.py       the game behind it: whose turn it is when somebody plays out of turn, taking back, the score
clock.py        how long to think for a move when there is a clock
analysis.py     what a search says of itself while a GUI watches
json_engine.py  the line protocol of our own, JSON objects: another table of commands
limits.py       how long a player thinks for a move, where the other end has a say in it
lines.py        lines that come in by a file descriptor, and whether more have come; the loop
"""
