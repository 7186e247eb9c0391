"""Write the golden trees: what each algorithm makes of one position with a fixed seed, as small JSON files.

python scripts/make_golden.py           rewrites tests/golden/*.json

The test `tests/search/test_golden.py` compares with them in every mode. Rewrite them only if the search was meant to
change; read the difference, and say in the commit why it is right.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import monteverde
from monteverde.search.session import Search
from monteverde.search.tree import ROOT

FOLDER = Path(__file__).resolve().parent.parent / "tests" / "golden"
GAME, MOVES = "tic_tac_toe", "b2 b1"
SEED, ITERATIONS = 1, 250
DEPTH = 2
DIGITS = 9  # of a value; visits are exact


def golden(algorithm: str) -> dict[str, Any]:
    """Return the golden tree of `algorithm` as it is made now."""
    position = monteverde.load_game(GAME).initial().play_all(MOVES)
    search = monteverde.load_search(algorithm).start(position, seed=SEED, expected=ITERATIONS)
    search.run(iterations=ITERATIONS)
    return {
        "algorithm": algorithm,
        "position": f"{GAME} after {MOVES}",
        "seed": SEED,
        "iterations": ITERATIONS,
        "nodes": int(search.tree.size[0]),
        "tree": subtree(search, ROOT, DEPTH),
    }


def subtree(search: Search, node: int, depth: int) -> dict[str, Any]:
    """Return visits and mean value of `node`, and the same of its visited children, in the order of the tree."""
    tree = search.tree
    visits, value = int(tree.visits[node]), float(tree.value_sum[node])
    mean = round(value / visits, DIGITS)
    line: dict[str, Any] = {"N": visits} if node == ROOT else {"N": visits, "Q": mean}
    block = range(tree.first_child[node], tree.first_child[node] + tree.num_children[node]) if depth else ()
    children = {
        search.problem.action_name(tree.action[child]): subtree(search, child, depth - 1)
        for child in block
        if tree.visits[child]
    }
    return line | ({"children": children} if children else {})


def path_of(algorithm: str) -> Path:
    """Return the file of the golden tree of `algorithm`."""
    return FOLDER / f"{algorithm}.json"


def as_text(value: dict[str, Any], indent: int = 0) -> str:
    """Return `value` as JSON with a line for each node, so that differences can be read."""
    if not any(isinstance(part, dict) for part in value.values()):
        return json.dumps(value)
    inner = " " * (indent + 2)
    parts = (
        f"{inner}{json.dumps(key)}: {as_text(part, indent + 2) if isinstance(part, dict) else json.dumps(part)}"
        for key, part in value.items()
    )
    return "{\n" + ",\n".join(parts) + "\n" + " " * indent + "}"


def main() -> None:
    """Write a file for every algorithm."""
    FOLDER.mkdir(exist_ok=True)
    for algorithm in monteverde.algorithm_names():
        path_of(algorithm).write_text(as_text(golden(algorithm)) + "\n", "utf-8")
        print(path_of(algorithm).relative_to(FOLDER.parent.parent))


if __name__ == "__main__":
    main()
