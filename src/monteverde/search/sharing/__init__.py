"""Statistics that moves share: what a playout says of an action counts wherever that action could have been played.

    notes.py    the codes of the actions that a simulation plays, in its tree part and in its playout
    tables.py   all moves as first (AMAF): for each node, how playouts through it ended that contain a code
    window.py   permutations: the last playouts as one bitset a code, and what they say of a node, frozen once
    mean.py     the mean of all estimates, weighted by their counts, and the scan that follows it
    sizes.py    how much memory each of these gets
    rule.py     what the selection rules have in common that read them

Every value is a unit value from the view of the code's own player, so nothing is ever turned around.
"""
