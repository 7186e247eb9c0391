"""The search: select, expand, evaluate, back up, and choose. `loop.py` is the loop; each phase has a folder.

phases.py      the exchangeable parts of the loop, by name
tree.py        flat arrays over nodes          workspace.py   what one thread needs
loop.py        one simulation after another    stepwise.py    the same, with leaves valued outside
selection/     expansion/     evaluation/     backup/     final/      one way of each phase a file
mcts.py        a configured search             session.py     one search of one position: clock, threads, Ctrl-C
problem.py     positions of compiled games     objects.py     problems that are Python objects
kept.py        plain UCT on such an object     plain.py       twins of the hot kernels for them
result.py      what was found                  algorithms.py  searches by name
"""
