"""The pages of the documentation as programs: their code is run in order, and the output that they show is compared.

    ```python       runs in the page's one namespace; after "Save this as `mygame.py`" it is written to that file
                    instead, after "Add this to `mygame.py`" to the end of it
    ```text         what the block above it prints
    ```console      a command after each `$`, and what it prints

`python tests/docs/pages.py docs/values.md` writes what a page prints now into the page: for a change that was meant.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
BLOCK = re.compile(r"^```(python|text|console)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
FILE = re.compile(r"(Save|Add) this (?:as|to) `([\w.]+)`")
# How long a search took is different each time, and with it where the line about it is broken.
CHANGING = re.compile(r"in [\d.]+ s \([\d,]+/s\)|\s+")
COMMAND_SECONDS = 300


@dataclass
class Block:
    """A fenced block of a page."""

    kind: str
    text: str
    start: int
    """Where its text starts in the page."""
    line: int
    """The line in which it starts."""
    file: str = ""
    """The file that it is to be written to."""
    is_added: bool = False
    """Whether it goes to the end of that file."""


@dataclass
class Shown:
    """What a page shows as output, and what was printed."""

    block: Block
    expected: str
    printed: str

    @property
    def is_right(self) -> bool:
        """Whether these are the same, but for spaces and for how long a search took."""
        return CHANGING.sub("", self.expected) == CHANGING.sub("", self.printed)


@dataclass
class Page:
    """A page, its code, and what became of it."""

    path: Path
    edit: Callable[[str], str] = str
    """What the code is changed by before it runs, such as to a smaller budget."""
    printed: str = ""
    """What the block that ran last printed."""
    shown: list[Shown] = field(default_factory=list)

    def blocks(self) -> Iterator[Block]:
        """Yield the fenced blocks that mean something, in order."""
        page = self.path.read_text()
        for found in BLOCK.finditer(page):
            before = page[: found.start()].rstrip().rpartition("\n\n")[2]
            said = FILE.search(" ".join(before.split())) if found[1] == "python" else None
            yield Block(
                kind=found[1],
                text=found[2],
                start=found.start(2),
                line=page.count("\n", 0, found.start(2)),
                file=said[2] if said else "",
                is_added=bool(said and said[1] == "Add"),
            )

    def run(self) -> None:
        """Run all code in the present folder, which should be empty."""
        namespace: dict[str, Any] = {"__name__": self.path.stem.replace("-", "_").lower()}
        for block in self.blocks():
            if block.kind == "text":
                self.shown.append(Shown(block, block.text, self.printed))
            elif block.kind == "console":
                self.shown.append(Shown(block, block.text, self._typed(block)))
            elif block.file:
                with Path(block.file).open("a" if block.is_added else "w") as file:
                    file.write(("\n\n" if block.is_added else "") + block.text)
                sys.modules.pop(Path(block.file).stem, None)  # as if Python were started anew
            else:
                self.printed = self._ran(block, namespace)

    def _ran(self, block: Block, namespace: dict[str, Any]) -> str:
        """Run Python and return what it prints; a traceback names the line in the page."""
        source = "\n" * block.line + self.edit(block.text)
        output = io.StringIO()
        with contextlib.redirect_stdout(output):
            exec(compile(source, str(self.path), "exec"), namespace)
        return tidied(output.getvalue())

    def _typed(self, block: Block) -> str:
        """Type the commands of a block and return it with what they print."""
        commands = [line.removeprefix("$ ") for line in block.text.splitlines() if line.startswith("$ ")]
        return "".join(f"$ {command}\n{typed(self.edit(command))}" for command in commands)

    def commands(self) -> list[str]:
        """Return the commands in indented lines, without what is said about them."""
        lines = re.findall(r"^    ((?:monteverde|python) .*)$", self.path.read_text(), re.MULTILINE)
        return [line.partition("  #")[0].rstrip() for line in lines]

    def differences(self) -> list[str]:
        """Return in words where the page shows something else than is printed."""
        return [
            f"{self.path.name}, line {shown.block.line + 1} shows\n{shown.expected}\nbut it prints\n{shown.printed}"
            for shown in self.shown
            if not shown.is_right
        ]

    def rewritten(self) -> str:
        """Return the page with what was printed in place of what it shows."""
        text, shift = self.path.read_text(), 0
        for shown in self.shown:
            begin = shown.block.start + shift
            printed = shown.expected if shown.is_right else shown.printed
            text = text[:begin] + printed + text[begin + len(shown.expected) :]
            shift += len(printed) - len(shown.expected)
        return text


def typed(command: str, answers: str = "") -> str:
    """Return what a command prints, errors among it, typed in the present folder where the compiler is on."""
    unwanted = ("COLUMNS", "LINES", "NUMBA_DISABLE_JIT")
    environment = {name: value for name, value in os.environ.items() if name not in unwanted}
    environment["PATH"] = f"{Path(sys.executable).parent}{os.pathsep}{environment.get('PATH', '')}"
    done = subprocess.run(
        command,
        shell=True,
        executable="/bin/bash",
        env=environment,
        input=answers,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=COMMAND_SECONDS,
        check=False,
    )
    return tidied(done.stdout)


def tidied(text: str) -> str:
    """Return `text` without spaces at the ends of lines and without the folder that it was printed in."""
    text = text.replace(f"{Path.cwd()}{os.sep}", "").replace(f"{ROOT}{os.sep}", "")
    return "".join(f"{line.rstrip()}\n" for line in text.strip("\n").splitlines())


@contextlib.contextmanager
def working_in(folder: Path) -> Iterator[None]:
    """Work in `folder` as a Python that was started there: what is saved there can be imported."""
    known = set(sys.modules)
    sys.path.insert(0, str(folder))
    try:
        with contextlib.chdir(folder):
            yield
    finally:
        sys.path.remove(str(folder))
        for name in set(sys.modules) - known:
            file = getattr(sys.modules[name], "__file__", None)
            if file is not None and Path(file).is_relative_to(folder):
                del sys.modules[name]


def main() -> None:
    """Write what the pages in the arguments print now into them."""
    for argument in sys.argv[1:]:
        page = Page(Path(argument).resolve())
        with tempfile.TemporaryDirectory() as folder, working_in(Path(folder).resolve()):
            page.run()
        page.path.write_text(page.rewritten())


if __name__ == "__main__":
    main()
