"""Minimax and alpha-beta, one loop for all of them: games of two players in which one gains what the other loses.

score.py      what a leaf is worth, wins the sooner the better
table.py      the transposition table
ordering.py   which action to try first
walk.py       the loop: negamax on an explicit stack, in slices
session.py    the Python side: iterations, windows, clocks, results
"""
