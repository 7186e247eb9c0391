"""`docs/reference.md` names everything that exists, as it is in the code, and nothing else."""

from __future__ import annotations

import dataclasses
import importlib
import inspect
import math
import pkgutil
import re
from collections.abc import Iterator
from typing import Any

import pytest
import typer.main
from tests.docs.pages import ROOT

import monteverde as mv
from monteverde.arena import match
from monteverde.cli import app, exit_codes
from monteverde.compile import CACHE_VARIABLE
from monteverde.exact import ActionValue, SolveResult, SolveStatistics, method_names
from monteverde.exact.registry import methods
from monteverde.game import rules
from monteverde.game.contract import PRESENTATION
from monteverde.players import player_names
from monteverde.search import component
from monteverde.search.algorithms import SEARCH_PARAMETERS
from monteverde.search.backup import Backup
from monteverde.search.evaluation import Evaluation, PlayoutEvaluation
from monteverde.search.expansion import Expansion
from monteverde.search.final import Final
from monteverde.search.policy import PlayoutPolicy
from monteverde.search.selection import Selection
from monteverde.search.statistic import Statistic
from monteverde.spec import format_spec

PAGE = (ROOT / "docs" / "reference.md").read_text()
PHASES = {
    "Selection": Selection,
    "Expansion": Expansion,
    "Evaluation": Evaluation,
    "Playout policy": PlayoutPolicy,
    "Backup": Backup,
    "Final choice": Final,
    "Statistic": Statistic,
}
ADDED_BY_SEARCH = {"game", "moves", "algorithm"}


def section(title: str) -> str:
    """Return what stands under a heading, up to the next one of its rank or above."""
    found = re.search(rf"^(#+) {re.escape(title)}\n(.*?)(?=^#{{1,3}} |\Z)", PAGE, re.MULTILINE | re.DOTALL)
    assert found is not None, f"there is no section {title}"
    return found[2]


def tables(text: str) -> Iterator[list[list[str]]]:
    """Yield the tables of `text`, each as rows of cells; the first row is the head."""
    for table in re.findall(r"(?:^\|.*\|\n)+", text, re.MULTILINE):
        rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in table.splitlines()]
        yield [rows[0], *rows[2:]]


def table(text: str, head: str, number: int = 0) -> dict[str, list[str]]:
    """Return the rows of a table whose first column has this head, by what their first cells name."""
    found = [rows for rows in tables(text) if rows[0][0] == head][number]
    return {name: row for row in found[1:] for name in re.findall(r"`([^`]+)`", row[0]) or [row[0]]}


def shown(value: Any) -> str:
    """Return a default as the page writes it."""
    return "sqrt(2)" if value == math.sqrt(2.0) else repr(value)


def kinds_of(base: type[Any]) -> set[type[Any]]:
    """Return the components of a phase that the library has."""
    package = importlib.import_module(base.__module__.rpartition(".")[0])
    for module in pkgutil.iter_modules(package.__path__):
        importlib.import_module(f"{package.__name__}.{module.name}")
    kinds = {kind for kind in descendants(base) if kind.__module__.startswith(package.__name__)}
    return kinds - {PlayoutEvaluation}  # what those that play on have in common


def descendants(base: type[Any]) -> set[type[Any]]:
    """Return all that derives from `base`."""
    return set().union(*({kind, *descendants(kind)} for kind in base.__subclasses__()))


def written(kind: type[Any]) -> str:
    """Return a component with its own parameters: `PUCT(c=1.25, fpu_reduction=0.25)`."""
    inherited = {field.name: field.default for base in kind.__mro__[1:-1] for field in own_fields(base)}
    parameters = [
        field.name if callable(field.default) else f"{field.name}={shown(field.default)}"
        for field in dataclasses.fields(kind)
        if inherited.get(field.name, dataclasses.MISSING) != field.default
    ]
    return f"{kind.__name__}({', '.join(parameters)})"


def own_fields(kind: type[Any]) -> tuple[Any, ...]:
    """Return the fields of a dataclass, or none."""
    return dataclasses.fields(kind) if dataclasses.is_dataclass(kind) else ()


def bare_signature(function: Any) -> str:
    """Return the parameters of a function without their types: `(position, *, seconds=None)`."""
    parameters = inspect.signature(function).parameters.values()
    bare = inspect.Signature([parameter.replace(annotation=inspect.Parameter.empty) for parameter in parameters])
    return str(bare).replace("'", '"')


def test_every_rule_is_there_as_it_is_called() -> None:
    """With its parameters, and with the word "required" exactly where it is."""
    rows = table(section("Rules"), "rule")
    assert set(rows) == {f"{name}{inspect.signature(rule)}" for name, rule in rules.SLOTS.items()}
    required = {name.partition("(")[0] for name, row in rows.items() if row[1] == "required"}
    assert required == {rule.__name__ for rule in rules.REQUIRED}


def test_the_presentation_is_there() -> None:
    """The two functions of a game that are no rules."""
    expected = {f"{name}({', '.join(parameters)})" for name, parameters in PRESENTATION.items()}
    assert set(table(section("Rules"), "function")) == expected


def test_every_fact_of_a_game_is_there_with_its_default() -> None:
    """Facts are the annotated class attributes of Game."""
    rows = table(section("Facts of a game"), "fact")
    facts = {n: f"`{getattr(mv.Game, n)!r}`" if hasattr(mv.Game, n) else "none" for n in mv.Game.__annotations__}
    assert {name: row[1] for name, row in rows.items()} == facts


@pytest.mark.parametrize("title", PHASES)
def test_every_component_is_there_with_its_parameters_and_defaults(title: str) -> None:
    """No more, no fewer, as in the code."""
    assert set(table(section(title), "component")) == {written(kind) for kind in kinds_of(PHASES[title])}


def test_all_phases_are_there() -> None:
    """A new kind of component gets a table of its own."""
    assert set(PHASES.values()) == set(component.Component.__subclasses__())


def test_every_field_of_a_search_is_there_with_its_default() -> None:
    """MCTS() has the defaults that the page says."""
    rows = table(section("Searching"), "field")
    default = mv.MCTS()
    expected = {}
    for field in dataclasses.fields(mv.MCTS):
        value = getattr(default, field.name)
        is_component = isinstance(value, component.Component)
        expected[field.name] = f"`{type(value).__name__}()`" if is_component else f"`{value!r}`"
    assert {name: row[1] for name, row in rows.items()} == expected


def test_calls_are_there_as_they_are() -> None:
    """With their parameters and defaults."""
    calls = {"mv.search": mv.search, "mv.check": mv.check, "mv.flat_monte_carlo": mv.flat_monte_carlo}
    calls |= {"mv.solve": mv.solve, "mv.perft": mv.perft}
    calls |= {"mv.read_record": mv.read_record, "mv.write_record": mv.write_record}
    for name, function in calls.items():
        assert f"`{name}{bare_signature(function)}`" in PAGE


def test_every_algorithm_is_there_with_its_parameters() -> None:
    """Their own, and those that all of them take."""
    rows = table(section("Names"), "name")
    assert set(rows) == set(mv.algorithm_names())
    for name, row in rows.items():
        selection = mv.load_search(name).selection
        assert re.findall(r"`(\w+)`", row[2]) == [field.name for field in dataclasses.fields(selection)]
    shared = re.findall(r"`(\w+)`", section("Names").partition("All take")[2].partition("as well")[0])
    assert set(shared) == set(SEARCH_PARAMETERS)


def test_every_player_is_there() -> None:
    """Algorithms, exact methods, and the others."""
    line = section("Names").partition("Players are these algorithms")[2].partition("\n")[0]
    others = set(re.findall(r"`(\w+)`", line)) - {"iterations", "seconds"}
    assert set(player_names()) == set(mv.algorithm_names()) | set(method_names()) | others


def test_every_method_is_there_with_its_parameters_and_defaults() -> None:
    """As they are written in a name."""
    rows = table(section("Solving"), "method")
    assert set(rows) == set(method_names())
    for name, row in rows.items():
        fields = dataclasses.fields(methods()[name])
        defaults = {f.name: f.default for f in fields}
        shown_defaults = [format_spec("", {key: value})[1:] for key, value in defaults.items()]
        assert sorted(re.findall(r"`([^`]+)`", row[2])) == sorted(shown_defaults)


def test_every_member_of_a_solution_is_there() -> None:
    """Fields, properties and methods of SolveResult, of its lines and of its statistics."""
    text = section("Solving")
    functions = {name for name, v in vars(SolveResult).items() if inspect.isfunction(v) and name[0] != "_"}
    shown_members = {name.partition("(")[0] for name in table(text, "member")} - {"result[action]"}
    assert shown_members == public_members(SolveResult) | functions
    assert set(table(text, "member", 1)) == public_members(ActionValue)
    assert set(table(text, "member", 2)) == public_members(SolveStatistics)


def test_every_key_of_a_solution_is_there() -> None:
    """Of the whole, and of a line."""
    result = mv.solve("tic_tac_toe", method="alphabeta")
    found, details = result.to_dict(), set(result.statistics.details)
    rows = table(section("Solving"), "key")
    assert set(rows) == (set(found) - details) | {"moves"}
    assert set(re.findall(r"`(\w+)`", rows["actions"][1])) == set(found["actions"][0])


def commands() -> dict[str, Any]:
    """Return the commands of the command line."""
    return dict(typer.main.get_command(app).commands)  # type: ignore[attr-defined]


def parts() -> dict[str, str]:
    """Return what the page says of each command."""
    text = section("The command line").partition("Exit codes")[0]
    found = re.split(r"^`monteverde ([\w-]+)[^`]*`:", text, flags=re.MULTILINE)
    return dict(zip(found[1::2], found[2::2], strict=True))


def test_every_command_is_there() -> None:
    """In the order of the help."""
    assert list(parts()) == list(commands())


@pytest.mark.parametrize("name", list(commands()))
def test_every_option_of_a_command_is_there_with_its_default(name: str) -> None:
    """Where the default is a number, a name or off it is that of the code."""
    text = parts()[name]
    rows = next((rows[1:] for rows in tables(text)), [])
    options = {option: row[1].strip("`") for row in rows for option in re.findall(r"--[\w-]+", row[0])}
    actual = {
        option: parameter.default
        for parameter in commands()[name].params
        for option in (*parameter.opts, *parameter.secondary_opts)
        if option.startswith("--") and option != "--help"
    }
    assert set(options) == set(actual)
    for option, default in actual.items():
        if default is False:
            assert options[option] == "off"
        elif default:
            assert options[option] == str(default)


def test_every_exit_code_is_there() -> None:
    """As the code has them."""
    codes = {str(value) for name, value in vars(exit_codes).items() if name.isupper()}
    assert set(table(section("The command line"), "code")) == codes


def public_members(kind: type[Any]) -> set[str]:
    """Return the fields and the properties of a dataclass."""
    properties = {name for name, value in vars(kind).items() if isinstance(value, property)}
    return {field.name for field in own_fields(kind)} | properties


def test_every_member_of_a_result_is_there() -> None:
    """Fields, properties and methods of SearchResult, of its lines and of its statistics."""
    text = section("Results")
    methods = {name for name, v in vars(mv.SearchResult).items() if inspect.isfunction(v) and name[0] != "_"}
    shown_members = {name.partition("(")[0] for name in table(text, "member")} - {"result[action]"}
    assert shown_members == public_members(mv.SearchResult) | methods
    assert set(table(text, "member", 1)) == public_members(mv.RootAction)
    assert set(table(text, "member", 2)) == public_members(mv.Statistics)


def test_every_member_of_a_search_in_parts_exists() -> None:
    """With its parameters, if it is a method."""
    search = mv.MCTS().start("tic_tac_toe", expected=1)
    for name in table(section("A search in parts"), "member"):
        member = getattr(search, name.partition("(")[0])
        if "(" in name:
            assert name.endswith(bare_signature(member))


def test_every_key_of_the_json_is_there() -> None:
    """Of a search, and of the lines of its root table."""
    found = mv.search("tic_tac_toe", iterations=1, seed=1).to_dict()
    rows = table(section("Results"), "key")
    assert set(rows) == set(found) | ADDED_BY_SEARCH
    assert set(re.findall(r"`([\w+]+)`", rows["root"][1])) == set(found["root"][0])


def test_every_key_of_a_match_is_there() -> None:
    """As MatchResult.to_dict has them."""
    found = match(["random", "random"], "tic_tac_toe", 1).to_dict()
    row = next(row for rows in tables(parts()["match"]) for row in rows if row[0] == "`--json`")
    assert re.findall(r"`(\w+)`", row[2]) == list(found)


def test_every_error_is_there_with_what_it_derives_from() -> None:
    """As in the exception tree."""
    rows = table(section("Errors"), "error")
    errors = {n: v for n, v in vars(mv).items() if isinstance(v, type) and issubclass(v, mv.MonteverdeError)}
    assert {name: re.findall(r"`(\w+)`", row[1]) for name, row in rows.items()} == {
        name: [base.__name__ for base in kind.__bases__] for name, kind in errors.items()
    }


def test_every_public_name_is_there() -> None:
    """Whatever `monteverde` exports is spoken of."""
    words = set(re.findall(r"\w+", PAGE))
    assert not [name for name in mv.__all__ if name not in words and name != "__version__"]


def test_the_cache_variable_is_there() -> None:
    """By its right name."""
    assert CACHE_VARIABLE in table(section("Environment variables"), "variable")


def test_links_lead_somewhere() -> None:
    """Every link inside the documentation leads to a file and a heading that exist."""
    pages = [ROOT / "README.md", *(ROOT / "docs").glob("*.md")]
    for page in pages:
        for target in re.findall(r"\]\((?!https?:)([^)]+)\)", page.read_text()):
            path, _, anchor = target.partition("#")
            file = (page.parent / path).resolve() if path else page
            assert file.exists(), f"{page.name} links to {target}"
            if anchor:
                headings = re.findall(r"^#+ (.*)$", file.read_text(), re.MULTILINE)
                assert anchor in [slug(heading) for heading in headings], f"{page.name} links to {target}"


def slug(heading: str) -> str:
    """Return the anchor that a heading gets on the web."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-")
