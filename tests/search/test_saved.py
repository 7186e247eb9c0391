"""A search in a file: it goes on as if it had never been interrupted, and what is no such file is refused."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.reference.search_trees import TreeGame, TreeObject, p1, p2, table_position

import monteverde as mv
from monteverde.search import archive, identity
from monteverde.search.component import Component
from monteverde.search.identity import build_algorithm, describe_algorithm, rules_digest
from monteverde.search.selection.ucb1 import UCB1
from monteverde.search.session import Search

Budget = Callable[..., int]
TREE = p1(a=p2(x=1, y=-1), b=0)


def same(one: Search, other: Search) -> bool:
    """Return whether two searches are the same, to the last bit, in all that decides how they go on."""
    pairs: list[tuple[Any, Any]] = [(one.tree, other.tree)]
    for mine, theirs in zip(one.workspaces, other.workspaces, strict=True):
        pairs += [(mine.rng, theirs.rng), (mine.totals, theirs.totals), (mine.patience, theirs.patience)]
        pairs += [(mine.counters, theirs.counters), (mine.window, theirs.window)]
    while pairs:
        first, second = pairs.pop()
        if isinstance(first, tuple):
            pairs += zip(first, second, strict=True)
        elif not np.array_equal(first, second):
            return False
    return one.past == other.past


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A file that a search of tic-tac-toe was saved to."""
    search = mv.load_search("uct").start("tic_tac_toe", seed=1)
    search.run(iterations=60)
    search.save(tmp_path / "search.npz")
    return tmp_path / "search.npz"


ALGORITHMS = [
    "uct",
    "puct",
    "grave",
    "mcps:rho=5,window=100",
    "uct:on_full=prune,memory=9600",
]


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_it_goes_on_as_if_it_had_never_been_interrupted(algorithm: str, tmp_path: Path, budget: Budget) -> None:
    """The same tree and the same random numbers, bit for bit, after a save, a load, and a move of the root."""
    whole, parts = (mv.load_search(algorithm).start("tic_tac_toe", seed=5) for _ in range(2))
    count = budget(2000, least=150)
    for search in (whole, parts):
        search.run(iterations=count)
        search.advance("b2", "a1")
        search.run(iterations=count)
    parts.save(tmp_path / "search.npz")
    loaded = Search.load(tmp_path / "search.npz")
    assert same(loaded, parts)
    assert loaded.result().to_dict() == parts.result().to_dict()
    for search in (whole, loaded):
        search.run(iterations=count)
    assert same(loaded, whole)
    assert loaded.seed == whole.seed == 5


def test_what_was_searched_comes_back(file: Path) -> None:
    """The position with its history, the algorithm, the time spent, and why it ended."""
    search = Search.load(file)
    position = search.problem.position
    assert position == mv.load_game("tic_tac_toe").initial()
    assert search.mcts == mv.load_search("uct")
    assert search.stopped_by == "iterations"
    assert search.seconds > 0.0
    search.advance("b2")
    search.save(file)
    moved = Search.load(file, game="tic_tac_toe", algorithm="uct").problem.position
    assert moved is not None
    assert moved.history == (4,)


def test_a_game_of_ones_own_is_given(tmp_path: Path) -> None:
    """Nothing that a file names is run, so a game that is not built in must come from the caller."""
    path = tmp_path / "search.npz"

    class OwnTree(TreeGame):
        """A game that is not built in."""

    search = mv.MCTS().start(table_position(TREE, OwnTree()), seed=1)
    search.run(iterations=50)
    search.save(path)
    with pytest.raises(mv.UsageError, match="is a search of own_tree, which is not built in; give the game"):
        Search.load(path)
    for game in (OwnTree, OwnTree()):
        loaded = Search.load(path, game=game)
        loaded.run(iterations=50)
        assert loaded.result().action == search.result().action


def test_a_file_can_be_saved_while_it_is_made(tmp_path: Path) -> None:
    """From the progress callback of one thread: the tree is whole between two slices."""
    path = tmp_path / "search.npz"
    search = mv.MCTS().start("tic_tac_toe", seed=1)

    def save(_: Any) -> None:
        search.save(path)
        search.stop()

    search.run(seconds=30, progress=save)
    loaded = Search.load(path)
    assert same(loaded, search)
    assert loaded.num_simulations == loaded.tree.visits[0] > 0


def test_threads_have_their_streams_in_the_file(tmp_path: Path) -> None:
    """Not repeatable, but none begins anew."""
    search = mv.load_search("uct:threads=2").start("tic_tac_toe", seed=1)
    search.run(iterations=100)
    search.save(tmp_path / "search.npz")
    assert same(Search.load(tmp_path / "search.npz"), search)


# -- writing -------------------------------------------------------------------------------------------------------


def test_what_was_there_is_replaced_in_one_stroke(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If writing fails half-way the old file is as it was, and nothing lies beside it."""
    before = file.read_bytes()
    search = Search.load(file)

    def fail(opened: Any, **_: Any) -> None:
        opened.write(b"half of it")
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(archive.np, "savez", fail)
    with pytest.raises(mv.UsageError, match=r"search\.npz cannot be written: No space left on device"):
        search.save(file)
    assert file.read_bytes() == before
    assert list(file.parent.iterdir()) == [file]


@pytest.mark.parametrize("name", ["nowhere/search.npz", "."])
def test_a_place_that_cannot_be_written_to_is_refused(name: str, file: Path) -> None:
    """No folder, or a folder itself."""
    with pytest.raises(mv.UsageError, match=r"cannot be written: there is no folder|is no file; give the name of one"):
        Search.load(file).save(file.parent / name)


def test_objects_are_not_saved(tmp_path: Path) -> None:
    """Their states are anything; the sentence says what can be saved."""
    search = mv.MCTS().start(TreeObject(TREE), seed=1)
    with pytest.raises(mv.UnsuitableError, match="TreeObject is a Python object, whose states cannot be written"):
        search.save(tmp_path / "search.npz")


def test_a_batch_in_flight_is_not_saved(tmp_path: Path) -> None:
    """It must be completed or abandoned first."""
    search = mv.MCTS().start("tic_tac_toe", seed=1)
    search.step(1)
    search.gather(1)
    with pytest.raises(mv.GameError, match="a batch is in flight; complete or abandon it before the search is saved"):
        search.save(tmp_path / "search.npz")


# -- refusing ------------------------------------------------------------------------------------------------------


def test_a_file_cut_short_is_refused(file: Path, tmp_path: Path) -> None:
    """Wherever it is cut."""
    whole = file.read_bytes()
    cut = tmp_path / "cut.npz"
    for length in (1, 4, 100, len(whole) // 2, len(whole) - 1):
        cut.write_bytes(whole[:length])
        with pytest.raises(mv.UsageError, match=r"cut\.npz is (cut short, or damaged|not a saved search)"):
            Search.load(cut)


@settings(max_examples=20, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(place=st.floats(0, 1, exclude_max=True), byte=st.integers(1, 255))
def test_a_damaged_file_is_refused_or_read_as_it_was(file: Path, place: float, byte: int) -> None:
    """Any byte of it changed: one sentence, or a byte that means nothing, such as a date."""
    content = bytearray(file.read_bytes())
    content[int(place * len(content))] ^= byte
    damaged = file.with_name("damaged.npz")
    damaged.write_bytes(content)
    try:
        loaded = Search.load(damaged)
    except mv.UsageError:
        return
    assert same(loaded, Search.load(file))


@pytest.mark.parametrize("content", [b"", b"not a search", b"\x93NUMPY\x01\x00", b"PK\x03\x04"])
def test_other_files_are_refused(content: bytes, tmp_path: Path) -> None:
    """Empty, text, one array, or the beginning of an archive."""
    (tmp_path / "other").write_bytes(content)
    with pytest.raises(mv.UsageError, match=r"other is (empty, )?(not a saved search|cut short)"):
        Search.load(tmp_path / "other")


def test_archives_of_something_else_are_refused(tmp_path: Path) -> None:
    """Without a header, or with one of another kind."""
    for name, arrays in (("a.npz", {"x": np.zeros(3)}), ("b.npz", {"header": np.zeros(3, np.uint8)})):
        np.savez(tmp_path / name, **arrays)  # type: ignore[arg-type]
        with pytest.raises(mv.UsageError, match=f"{name} (is not a saved search|is damaged: 'header' cannot be read)"):
            Search.load(tmp_path / name)


@pytest.mark.parametrize("name", ["nothing.npz", "zero\0byte"])
def test_a_file_that_is_not_there_is_refused(name: str, tmp_path: Path) -> None:
    """The sentence has the system's reason."""
    with pytest.raises(mv.UsageError, match=r"cannot be read: (No such file|embedded null)"):
        Search.load(tmp_path / name)


def rewritten(file: Path, arrays: dict[str, Any] | None = None, **header: Any) -> Path:
    """Write `file` again with other arrays, and with other entries of the header; None takes one out."""
    with np.load(file) as opened:
        content = dict(opened)
    changed = json.loads(content["header"].tobytes()) | header
    text = json.dumps({key: value for key, value in changed.items() if value is not None})
    content |= {"header": np.frombuffer(text.encode(), np.uint8), **(arrays or {})}
    np.savez(file, **{name: array for name, array in content.items() if array is not None})
    return file


def test_another_version_of_the_format_is_refused(file: Path) -> None:
    """The sentence has both, and what wrote it."""
    rewritten(file, format=99, written_by="7.0")
    with pytest.raises(mv.UsageError, match=r"in format 99, written by monteverde 7\.0; this version reads format 1"):
        Search.load(file)


def test_another_game_is_refused(file: Path) -> None:
    """The sentence names both."""
    with pytest.raises(mv.UsageError, match="is a search of tic_tac_toe, not of nim:heaps=20"):
        Search.load(file, game="nim:20")


def test_another_version_of_the_rules_is_refused(tmp_path: Path) -> None:
    """A game of the same name by other rules; comments and presentation do not count."""
    path = tmp_path / "search.npz"
    search = mv.MCTS().start(table_position(TREE, TreeGame()), seed=1)
    search.save(path)

    class TreeGame_(TreeGame):
        """The same, with something said of it."""

        def action_name(action):
            return f"child {action}"

    class Other(TreeGame):
        def is_terminal(state):
            return state.num_children[state.row] <= 0

    class Longer(TreeGame):
        max_length = 50

    assert rules_digest(TreeGame_()) == rules_digest(TreeGame())
    for kind in (Other, Longer):
        kind.__name__ = "TreeGame"
        with pytest.raises(mv.UsageError, match="is a search of tree_game by other rules than it has now; search anew"):
            Search.load(path, game=kind)


def test_the_digest_is_the_same_in_every_process_and_mode(new_process: Callable[..., str]) -> None:
    """Also where the compiler is on."""
    source = """
        import monteverde as mv
        from monteverde.search.identity import rules_digest
        print(rules_digest(mv.load_game("hex:5")), rules_digest(mv.load_game("pig")))
    """
    here = " ".join(rules_digest(mv.load_game(name)) for name in ("hex:5", "pig"))
    for disabled in "01":
        assert new_process(source, NUMBA_DISABLE_JIT=disabled).split() == here.split()


def test_another_python_is_refused(file: Path) -> None:
    """Its bytecode is another, so nobody can tell whether the rules are the same."""
    rewritten(file, python="2.7")
    with pytest.raises(mv.UsageError, match=r"saved under Python 2\.7, and under 3\.\d+ nobody can tell"):
        Search.load(file)


@pytest.mark.parametrize(
    ("algorithm", "sentence"),
    [
        ("uct:c=1.0", r"its selection is UCB1\(c=1\.41\d+\), not UCB1\(c=1\.0\)"),
        ("uct:threads=2", "its threads is 0, not 2"),
        ("puct", "its selection is UCB1.*; its expansion is OneChild"),
    ],
)
def test_another_algorithm_is_refused(algorithm: str, sentence: str, file: Path) -> None:
    """The sentence says in what they differ."""
    with pytest.raises(mv.UsageError, match=f"was made by another algorithm: {sentence}"):
        Search.load(file, algorithm=algorithm)
    assert Search.load(file, algorithm=mv.MCTS()).num_simulations == 60


class OwnRule(UCB1):
    """A selection rule of somebody's own."""


def test_a_rule_of_ones_own_must_be_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If nobody has defined it, the sentence names it and asks for the algorithm."""
    path = tmp_path / "search.npz"
    mcts = mv.MCTS(OwnRule())
    mcts.start("tic_tac_toe", seed=1).save(path)
    assert Search.load(path).mcts == mcts
    monkeypatch.setattr(identity, "_kinds", lambda base: iter(()))
    with pytest.raises(mv.UsageError, match=r"its selection was .*\.OwnRule, which is not part of the library; give"):
        Search.load(path)
    assert Search.load(path, algorithm=mcts).mcts == mcts


def value_nothing(states: Any) -> Any:
    """Value every leaf at 0."""
    return np.zeros((len(states), 2))


def value_much(states: Any) -> Any:
    """Value every leaf at 1."""
    return np.ones((len(states), 2))


def test_a_function_of_ones_own_must_be_given(tmp_path: Path) -> None:
    """What a file names is not looked up; the algorithm with the function in it is compared by its name."""
    path = tmp_path / "search.npz"
    mcts = mv.MCTS(mv.PUCT(), mv.AllChildren(), mv.External(value_nothing, batch=4))
    mcts.start("tic_tac_toe", seed=1).save(path)
    with pytest.raises(mv.UsageError, match=r"its evaluation\.function was .*value_nothing, which is not part"):
        Search.load(path)
    other = mv.MCTS(mv.PUCT(), mv.AllChildren(), mv.External(value_much, batch=4))
    with pytest.raises(mv.UsageError, match=r"function=.*value_nothing, .*not External\(function=.*value_much, "):
        Search.load(path, algorithm=other)
    assert Search.load(path, algorithm=mcts).mcts == mcts


def test_what_this_version_does_not_know_is_refused(file: Path) -> None:
    """A field of a search that there is not; the file is of a later version."""
    rewritten(file, algorithm=describe_algorithm(mv.MCTS()) | {"telepathy": True})
    with pytest.raises(
        mv.UsageError, match="cannot be loaded: it was made with telepathy, of which this version knows"
    ):
        Search.load(file)


@pytest.mark.parametrize("algorithm", [*mv.algorithm_names(), "uct:threads=3,on_full=stop,memory=1MB"])
def test_any_named_algorithm_can_be_described_and_built(algorithm: str) -> None:
    """As JSON, and back."""
    mcts = mv.load_search(algorithm)
    assert build_algorithm(json.loads(json.dumps(describe_algorithm(mcts)))) == mcts


def test_a_search_larger_than_this_machine_is_refused(file: Path) -> None:
    """The sentence has both sizes."""
    rewritten(file, capacity=2**40)
    with pytest.raises(mv.BudgetError, match=r"is a search with [\d.]+ GB of memory, and this machine has"):
        Search.load(file)


SENSELESS: list[dict[str, Any]] = [
    {"capacity": None},
    {"capacity": "many"},
    {"sizes": [1]},
    {"history": ["a"]},
    {"past": {"luck": 3}},
    {"seed": -1},
    {"algorithm": {"selection": {"is": 3}}},
]


@pytest.mark.parametrize("header", SENSELESS)
def test_a_header_that_makes_no_sense_is_refused(header: dict[str, Any], file: Path) -> None:
    """One sentence, whatever is wrong."""
    with pytest.raises(mv.UsageError, match=r"search\.npz|seed"):
        Search.load(rewritten(file, **header))


def test_arrays_that_are_no_tree_are_refused(file: Path) -> None:
    """Links that lead back or out of it, negative counts, unknown actions; missing arrays and those of another kind."""
    with np.load(file) as opened:
        content = dict(opened)
    size = int(content["tree.size"][0])
    for name, index, value in (
        ("first_child", 0, size),
        ("first_child", 3, 2),
        ("num_children", 0, size),
        ("num_children", 0, 0),
        ("visits", 1, -1),
        ("action", 1, 9),
    ):
        changed = content[f"tree.{name}"].copy()
        changed[index] = value
        with pytest.raises(mv.UsageError, match="damaged: its nodes do not make a tree"):
            Search.load(rewritten(file, {f"tree.{name}": changed}))
        rewritten(file, content)
    for arrays, sentence in (
        ({"tree.visits": None}, "'tree.visits' cannot be read"),
        ({"tree.visits": content["tree.visits"][1:]}, "tree.visits is int32"),
        ({"tree.visits": content["tree.visits"].astype(np.int64)}, "tree.visits is int64"),
        ({"tree.size": np.array([0])}, "tree.size is 0, and there is room for"),
        ({"state": np.zeros(3, np.uint8)}, "its state has 3 bytes"),
    ):
        with pytest.raises(mv.UsageError, match=f"damaged: {sentence}"):
            Search.load(rewritten(file, arrays))
        rewritten(file, content)
    assert Search.load(file).num_simulations == 60


def test_python_objects_in_a_file_are_refused(file: Path) -> None:
    """Nothing is unpickled."""
    buffer = io.BytesIO()
    np.save(buffer, np.array([Component], object), allow_pickle=True)
    with zipfile.ZipFile(file) as old:
        members = {name: old.read(name) for name in old.namelist()} | {"tree.visits.npy": buffer.getvalue()}
    with zipfile.ZipFile(file, "w") as new:
        for name, content in members.items():
            new.writestr(name, content)
    with pytest.raises(mv.UsageError, match=r"damaged: 'tree\.visits' cannot be read"):
        Search.load(file)
