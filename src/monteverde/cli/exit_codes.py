"""What the process answers its caller with."""

DONE = 0
BROKEN = 1
"""`check` found broken promises."""
UNUSABLE = 2
"""The arguments, or the game, cannot be used; one sentence says why."""
INTERRUPTED = 130
"""Ctrl-C, after printing what had been found until then: 128 + SIGINT, as shells count."""
READER_GONE = 141
"""Whoever read the output stopped reading: 128 + SIGPIPE."""
