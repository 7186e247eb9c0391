"""What playout policies remember of the simulations of a search, and how they choose by it.

rule.py     what such policies have in common: what they ask of a search, their parameters
codes.py    how each code has done             ngrams.py   how short sequences of codes have done
greedy.py   the best action known, but for exploration
"""
