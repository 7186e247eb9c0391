"""Transpositions: a graph in place of the tree, in which positions of equal `key` are one.

    positions.py   what is known of each position, and how much memory that takes
    table.py       from key to position: linear hashing, so that it grows without a pause
    signature.py   a second look at a state, by which two positions of one key are told apart
    descent.py     the step down: along an entry of the tree, which is an edge, to the position that it leads to
    reading.py     from an entry to its position, for reports

The way up is a backup like the others: `backup/recomputed.py`.
"""
