"""Hold every function to full type hints, except what numba types: kernels, slots, the rules of a game.

mypy cannot tell them apart: with `disallow_untyped_defs` off it accepts any function without hints. Functions that
have some hints but not all are mypy's business (`disallow_incomplete_defs`).

    python scripts/check_hints.py [FOLDER ...]      lists the offenders; exits with 1 if there are any
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

MARKS = {"kernel", "slot", "overload", "intrinsic"}  # this function, and all inside it, may go without hints
FAMILY = "family"  # only what is inside may: rules, and what they call
GAME = "Game"
Function = ast.FunctionDef | ast.AsyncFunctionDef


def offenders(tree: ast.Module) -> Iterator[Function]:
    """Yield each function without hints that numba does not type."""
    waiting: list[tuple[ast.AST, bool]] = [(tree, False)]  # a node, and whether what is in it may go without hints
    while waiting:
        node, is_free = waiting.pop()
        if isinstance(node, Function):
            marks = {_name(mark) for mark in node.decorator_list}
            if not is_free and not marks & MARKS and not _has_hints(node):
                yield node
            is_free = is_free or bool(marks & {*MARKS, FAMILY})
        elif isinstance(node, ast.ClassDef):
            is_free = GAME in {_name(base) for base in node.bases}
        waiting.extend((child, is_free) for child in ast.iter_child_nodes(node))


def _name(node: ast.expr) -> str:
    if isinstance(node, ast.Call):
        return _name(node.func)
    return node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")


def _has_hints(function: Function) -> bool:
    arguments = function.args
    every = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, arguments.vararg, arguments.kwarg]
    return function.returns is not None or any(argument and argument.annotation for argument in every)


def main(folders: list[str]) -> int:
    """Print the offenders in `folders`; return the exit code."""
    num_offenders = 0
    for path in sorted(path for folder in folders for path in Path(folder).rglob("*.py")):
        for function in offenders(ast.parse(path.read_text("utf-8"), str(path))):
            num_offenders += 1
            print(
                f"{path}:{function.lineno}: {function.name} has no type hints; "
                "add them, or mark it with @kernel if it is compiled"
            )
    print(f"{num_offenders} functions without type hints" if num_offenders else "all functions have type hints")
    return 1 if num_offenders else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:] or ["src", "scripts"]))
