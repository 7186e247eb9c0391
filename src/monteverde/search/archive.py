"""A file of arrays with a header: a NumPy archive (.npz) without Python objects, whole at every moment.

Whatever is wrong with a file that is read, cut short, damaged, of another kind or version, is one sentence.
"""

from __future__ import annotations

import importlib.metadata
import json
import os
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from monteverde.errors import UsageError

KIND, FORMAT = "monteverde search", 1
HEADER = "header"
ZIP = b"PK\x03\x04"
DAMAGE = (zipfile.BadZipFile, zlib.error, ValueError, KeyError, EOFError, OSError, NotImplementedError)
"""What NumPy raises over an archive that is not whole."""

FilePath = str | os.PathLike[str]


def write_archive(path: FilePath, header: Mapping[str, Any], arrays: Mapping[str, npt.NDArray[Any]]) -> None:
    """Write a file, beside its place first and then into it, so that what was there before is lost to no accident.

    Raises:
        UsageError: if it cannot be written.
    """
    target = Path(path).resolve()  # a link stays one
    beside = target.with_name(f".{target.name}.{os.getpid()}")
    about = {"kind": KIND, "format": FORMAT, "written_by": importlib.metadata.version("monteverde"), **header}
    text = np.frombuffer(json.dumps(about).encode(), np.uint8)
    try:
        refuse_unwritable(path)
        try:
            with beside.open("wb") as file:
                np.savez(file, allow_pickle=False, **{HEADER: text}, **arrays)
                file.flush()
                os.fsync(file.fileno())
            beside.replace(target)
        finally:
            beside.unlink(missing_ok=True)
    except OSError as error:
        raise UsageError(f"{os.fspath(path)} cannot be written: {error.strerror or error}") from None


def refuse_unwritable(path: FilePath) -> None:
    """Raise UsageError if `path` is something other than a file, or its folder is not there or not to be written to."""
    target = Path(path).resolve()
    if target.exists() and not target.is_file():
        raise UsageError(f"{os.fspath(path)} is no file; give the name of one")
    if not os.access(target.parent, os.W_OK | os.X_OK):
        raise UsageError(f"{os.fspath(path)} cannot be written: there is no folder {target.parent} to write to")


class Archive:
    """A file that is being read."""

    def __init__(self, path: FilePath, file: Any) -> None:
        self.path, self._file = os.fspath(path), file
        self.header = self._read_header()

    def __getitem__(self, name: str) -> npt.NDArray[Any]:
        """Return an array; raise UsageError if it is not there, or not whole."""
        try:
            found: npt.NDArray[Any] = self._file[name]
        except DAMAGE:
            raise self.damaged(f"{name!r} cannot be read") from None
        return found

    def _read_header(self) -> dict[str, Any]:
        try:
            header = json.loads(self[HEADER].tobytes())
        except ValueError:
            header = None
        if not isinstance(header, dict) or header.get("kind") != KIND:
            raise UsageError(f"{self.path} is not a saved search")
        if header.get("format") != FORMAT:
            raise UsageError(
                f"{self.path} is a search in format {header.get('format')}, written by monteverde "
                f"{header.get('written_by')}; this version reads format {FORMAT}"
            )
        return header

    def damaged(self, what: str) -> UsageError:
        """Return the error for a file that is not whole."""
        return UsageError(f"{self.path} is damaged: {what}; search anew, or take an older copy")


@contextmanager
def open_archive(path: FilePath) -> Iterator[Archive]:
    """Open a file that `write_archive` wrote.

    Raises:
        UsageError: if it cannot be read, is cut short, or is something else.
    """
    name = os.fspath(path)
    try:
        file = open(path, "rb")  # noqa: SIM115  (closed below)
    except (OSError, ValueError) as error:  # ValueError: a zero byte in the name
        raise UsageError(f"{name} cannot be read: {getattr(error, 'strerror', None) or error}") from None
    with file:
        begin = file.read(len(ZIP))
        if begin != ZIP:
            raise UsageError(f"{name} is not a saved search" if begin else f"{name} is empty, not a saved search")
        file.seek(0)
        try:
            opened = np.load(file, allow_pickle=False)
        except DAMAGE:
            raise UsageError(f"{name} is cut short, or damaged; search anew, or take an older copy") from None
        yield Archive(path, opened)
