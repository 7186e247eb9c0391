"""The one grammar that names things, on the command line and in files.

    name                       connect_four, uct
    name:value                 hex:11, uct:1.0               (the value of the first parameter)
    name:key=value,key=value   hex:size=5,swap=true
    file.py[:Name[:...]]       mygame.py, mygame.py:Nim, mygame.py:Nim:heap=20

Values are read as the type of the parameter's default: int, float, bool (true/false) or text; as a number if it is
None, which stands for what is usual. A value without a key is the rest of the text, whatever it holds: a game tree, a
command.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from monteverde.errors import UnknownNameError, UsageError

TRUE, FALSE = ("true", "yes", "on", "1"), ("false", "no", "off", "0")
PYTHON_FILE = re.compile(r"(?!\w\w+:)(.+?\.py)(?::(.*))?", re.DOTALL)  # `word:` first is a name with a value


@dataclass(frozen=True)
class Spec:
    """A parsed name: `name`, and its arguments as text."""

    name: str
    """What is named; a file's path keeps the object's name behind a colon."""
    value: str | None
    """The value given without a key, for the first parameter."""
    arguments: Mapping[str, str]
    """The values given with a key."""

    @property
    def path(self) -> str | None:
        """The path of the Python file that is named, or None."""
        found = PYTHON_FILE.fullmatch(self.name)
        return found.group(1) if found else None

    @property
    def object_name(self) -> str | None:
        """The name of the object in that file, or None."""
        found = PYTHON_FILE.fullmatch(self.name)
        return found.group(2) or None if found else None


def parse_spec(text: str) -> Spec:
    """Split `text` into a name and its arguments.

    Raises:
        UsageError: if the text does not fit the grammar.
    """
    file = PYTHON_FILE.fullmatch(text)
    if file is not None:
        name, _, arguments = (file.group(2) or "").partition(":")
        if "=" in name:
            name, arguments = "", name
        return _with_arguments(text, file.group(1) + (f":{name}" if name else ""), arguments)
    name, _, arguments = text.partition(":")
    if not name.strip():
        raise UsageError(f"{text!r} names nothing; write name, name:value or name:key=value,key=value")
    return _with_arguments(text, name.strip(), arguments)


def _with_arguments(text: str, name: str, arguments: str) -> Spec:
    if not arguments:
        return Spec(name, None, {})
    first, equals, _ = arguments.partition("=")
    if not equals or (first.strip() and not first.strip().isidentifier()):
        return Spec(name, arguments, {})
    pairs: dict[str, str] = {}
    for part in arguments.split(","):
        key, equals, value = part.partition("=")
        if not equals or not key.strip():
            raise UsageError(f"{part!r} in {text!r} is not key=value")
        if key.strip() in pairs:
            raise UsageError(f"{key.strip()!r} is given twice in {text!r}")
        pairs[key.strip()] = value.strip()
    return Spec(name, None, pairs)


def parameters_of(factory: Callable[..., Any]) -> dict[str, Any]:
    """Return the parameters of `factory` and their defaults, in order."""
    return {p.name: p.default for p in inspect.signature(factory).parameters.values()}


def arguments_for(factory: Callable[..., Any], spec: Spec) -> dict[str, Any]:
    """Return the arguments in `spec`, read as the types that the defaults of `factory` have.

    Raises:
        UnknownNameError: if `factory` has no such parameter.
        UsageError: if a value cannot be read as the parameter's type.
    """
    defaults = parameters_of(factory)
    given = dict(spec.arguments)
    if spec.value is not None:
        if not defaults:
            raise UsageError(f"{spec.name} takes no parameters, got {spec.value!r}")
        given = {next(iter(defaults)): spec.value}
    for key in given:
        if key not in defaults:
            raise UnknownNameError(f"parameter of {spec.name}", key, defaults)
    return {key: _read(spec.name, key, value, defaults[key]) for key, value in given.items()}


def _read(name: str, key: str, value: str, default: Any) -> Any:
    if isinstance(default, bool):
        if value.lower() in TRUE + FALSE:
            return value.lower() in TRUE
        raise UsageError(f"{key}={value} of {name} is not a yes or no; write {key}=true or {key}=false")
    for kind, word in ((int, "a whole number"), (float, "a number")):
        if isinstance(default, kind) or (default is None and kind is float):
            try:
                return kind(value)
            except ValueError:
                usual = "leave it out for what is usual" if default is None else f"the default is {default}"
                raise UsageError(f"{key}={value} of {name} is not {word}; {usual}") from None
    return value


def format_spec(name: str, arguments: Mapping[str, Any]) -> str:
    """Return the text that `parse_spec` reads back as `name` with `arguments`."""
    if not arguments:
        return name
    pairs = (f"{key}={str(value).lower() if isinstance(value, bool) else value}" for key, value in arguments.items())
    return f"{name}:{','.join(pairs)}"
