"""A search in a file, so that a long analysis survives a restart.

Written are the arrays of the tree, as far as they are in use, and of each thread what one simulation leaves to the
next, its random stream among it; and a header that says what it is a search of. On one thread a search that is loaded
goes on, bit for bit, as if it had never been interrupted. Nothing that a file names is run or imported.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from monteverde.budget import physical_memory
from monteverde.errors import BudgetError, GameError, UnsuitableError, UsageError
from monteverde.game import Game, Position, game_names, position_of
from monteverde.search.archive import Archive, FilePath, open_archive, write_archive
from monteverde.search.compact import columns
from monteverde.search.identity import PYTHON, build_algorithm, describe_algorithm, differences, rules_digest
from monteverde.search.mcts import MCTS
from monteverde.search.ordering import put_in_order
from monteverde.search.past import Past
from monteverde.search.sharing.sizes import Sizes
from monteverde.search.tree import ROOT, Tree, bytes_per_node
from monteverde.spec import parse_spec

if TYPE_CHECKING:
    from monteverde.search.session import Search

STATE = "state"
SCRATCH = frozenset(
    "roots states actions weights replies path movers rewards values paid later leaders halt until stride".split()
)
"""What a workspace holds within one simulation alone, or finds again."""


def save(search: Search, path: FilePath) -> None:
    """Write `search`, in which nothing may be in flight, to a file."""
    position = search.problem.position
    if position is None:
        raise UnsuitableError(
            f"{search.problem.name} is a Python object, whose states cannot be written to a file; "
            "save searches of a Game"
        )
    if search.mcts.transpositions or search.mcts.division.trees > 1:
        raise UnsuitableError(
            "a file holds one tree, and this search has a graph or several trees; leave transpositions off and set "
            "parallel='tree'"
        )
    if search.has_batch_in_flight:
        raise GameError("a batch is in flight; complete or abandon it before the search is saved")
    put_in_order(search.tree, dict(columns(search.tree)).values(), ROOT)  # a file is held to be a tree when it is read
    header = {
        "python": PYTHON,
        "game": position.game.spec,
        "rules": rules_digest(position.game),
        "history": list(position.history),
        "algorithm": describe_algorithm(search.mcts),
        "seed": search.seed,
        "sizes": list(search.sizes),
        "capacity": search.capacity,
        "past": asdict(search.past),
        "seconds": search.seconds,
        "stopped_by": search.stopped_by,
    }
    state = np.frombuffer(position.states().tobytes(), np.uint8)
    write_archive(path, header, {STATE: state, **dict(_parts(search))})


def load(path: FilePath, game: Any, algorithm: MCTS | None) -> Search:
    """Return the search in a file, ready to go on.

    Args:
        path: what `save` wrote.
        game: what it must be a search of; needed unless the game is built in.
        algorithm: what it must have been made by; needed if a part of it is not the library's own.
    """
    from monteverde.search.session import Search

    with open_archive(path) as archive:
        try:
            position, mcts = _position(archive, game), _algorithm(archive, algorithm)
            sizes, capacity = Sizes(*map(int, archive.header["sizes"])), int(archive.header["capacity"])
            _refuse_large(archive, mcts, sizes, capacity)
            search = Search(mcts, position, seed=archive.header["seed"], expected=None, room=(sizes, capacity))
            _fill(search, archive)
            search.past = Past(**archive.header["past"])
            search.set_clock(float(archive.header["seconds"]), str(archive.header["stopped_by"]))
        except (KeyError, TypeError, ValueError) as error:
            if isinstance(error, UsageError):
                raise
            raise archive.damaged(f"its header makes no sense ({error})") from None
    return search


def _position(archive: Archive, given: Any) -> Position:
    """Return the position that was searched, of the game that is given or else built in."""
    name, path = str(archive.header["game"]), archive.path
    if given is None and parse_spec(name).name not in game_names():
        raise UsageError(f"{path} is a search of {name}, which is not built in; give the game, such as mygame.py:Name")
    game: Game = position_of(name if given is None else given).game
    if game.spec != name:
        raise UsageError(f"{path} is a search of {name}, not of {game.spec}")
    if archive.header["python"] != PYTHON:
        raise UsageError(
            f"{path} was saved under Python {archive.header['python']}, and under {PYTHON} nobody can tell whether the "
            f"rules of {name} are the same; load it under the former"
        )
    if rules_digest(game) != archive.header["rules"]:
        raise UsageError(f"{path} is a search of {name} by other rules than it has now; search anew")
    state = archive[STATE].tobytes()
    if len(state) != game.dtype.itemsize:
        raise archive.damaged(f"its state has {len(state)} bytes, not {game.dtype.itemsize}")
    states = np.frombuffer(bytearray(state), game.dtype).view(np.recarray)
    return Position(game, states, tuple(map(int, archive.header["history"])))


def _algorithm(archive: Archive, given: MCTS | None) -> MCTS:
    """Return the algorithm that was used; it must be the one that is given, if one is."""
    described = archive.header["algorithm"]
    if given is not None:
        different = differences(described, describe_algorithm(given))
        if different:
            raise UsageError(f"{archive.path} was made by another algorithm: {'; '.join(different)}")
        return given
    try:
        return build_algorithm(described)
    except UsageError as error:
        raise UsageError(f"{archive.path} cannot be loaded: {error}") from None


def _refuse_large(archive: Archive, mcts: MCTS, sizes: Sizes, capacity: int) -> None:
    """Raise BudgetError if this machine has less memory than the search was given."""
    needed = capacity * bytes_per_node(mcts.needs) + sizes.all_bytes
    if not 0 < needed <= physical_memory():
        raise BudgetError(
            f"{archive.path} is a search with {needed / 2**30:.1f} GB of memory, and this machine has "
            f"{physical_memory() / 2**30:.1f} GB"
        )


def _parts(search: Search) -> Iterator[tuple[str, npt.NDArray[Any]]]:
    """Yield the arrays that make up the search, as far as they are in use, by name."""
    tree, sizes = search.tree, search.sizes
    for name, array in tree._replace(shared=(), graph=())._asdict().items():
        yield f"tree.{name}", array[: int(tree.size[0])] if len(array) == search.capacity else np.asarray(array)
    tables, frozen = int(tree.shared.used[0]), int(tree.shared.frozen_used[0])
    used = {
        "counts": tables * sizes.codes,
        "sums": tables * sizes.codes,
        "playouts": tables,
        "frozen_of": tables,
        "frozen_counts": frozen * sizes.codes,
        "frozen_sums": frozen * sizes.codes,
    }
    for name, array in tree.shared._asdict().items():
        yield f"shared.{name}", array[: used.get(name, len(array))]
    for number, work in enumerate(search.workspaces):
        for name, value in work._asdict().items():
            if name not in SCRATCH:
                yield from _arrays(f"thread{number}.{name}", value)


def _arrays(name: str, value: Any) -> Iterator[tuple[str, npt.NDArray[Any]]]:
    """Yield an array, or those in a named tuple, by name."""
    if isinstance(value, tuple) and value:
        for field, item in zip(value._fields, value, strict=True):  # type: ignore[attr-defined]
            yield from _arrays(f"{name}.{field}", item)
    elif not isinstance(value, tuple):
        yield name, value


def _fill(search: Search, archive: Archive) -> None:
    """Write the arrays of the file to those of a search that has not run."""
    tree = search.tree
    for name, target, most in (
        ("tree.size", tree.size, search.capacity),
        ("shared.used", tree.shared.used, max(search.sizes.tables, 1)),
        ("shared.frozen_used", tree.shared.frozen_used, max(search.sizes.frozen, 1)),
    ):
        target[0] = archive[name][0]
        if not 1 <= target[0] <= most:
            raise archive.damaged(f"{name} is {target[0]}, and there is room for {most}")
    for name, target in _parts(search):
        saved = archive[name]
        if saved.dtype != target.dtype or saved.shape != target.shape:
            raise archive.damaged(f"{name} is {saved.dtype} {saved.shape}, not {target.dtype} {target.shape}")
        target[...] = saved
    if not _is_a_tree(tree, search.problem.num_root_actions):
        raise archive.damaged("its nodes do not make a tree")


def _is_a_tree(tree: Tree, num_actions: int) -> bool:
    """Return whether kernels can walk down `tree` and stay in it."""
    size = int(tree.size[0])
    first, visits, action = (array[:size] for array in (tree.first_child, tree.visits, tree.action))
    parents = np.flatnonzero(first)
    blocks = (tree.total if len(tree.total) else tree.num_children)[parents].astype(np.int64)
    is_behind = (first[parents] > parents) & (tree.num_children[parents] >= 1) & (tree.num_children[parents] <= blocks)
    is_inside = first[parents].astype(np.int64) + blocks <= size
    is_known = (action >= 0) & (action < num_actions)
    return bool(is_behind.all() and is_inside.all() and is_known.all() and (visits >= 0).all())
