"""A cache of compiled kernels on disk, addressed by content.

One file holds one compiled kernel; its name is the hash of everything that decided it, so nothing ever needs to be
invalidated and several processes can write at once: each writes a file of its own and renames it into place. Any
failure to read or write (a full or read-only disk, a damaged file) means compiling again, never an error.

It lives in `MONTEVERDE_CACHE_DIR`, or else in `monteverde` under `XDG_CACHE_HOME` or `~/.cache`. This file and
`binding.py` are the only ones that touch numba's private parts (`Dispatcher._cache`, `CompileResult._reduce`).
"""

from __future__ import annotations

import hashlib
import os
import pickle
import tempfile
from pathlib import Path
from typing import Any

from numba import types
from numba.core.caching import _Cache
from numba.core.compiler import CompileResult

CACHE_VARIABLE = "MONTEVERDE_CACHE_DIR"
DIGEST_BYTES = 32  # SHA-256, kept in front of the data so that a damaged file is noticed


def cache_directory() -> Path:
    """Return the folder that compiled kernels are kept in; it need not exist."""
    chosen = os.environ.get(CACHE_VARIABLE)
    if chosen:
        return Path(chosen)
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path("~/.cache").expanduser()) / "monteverde"


class ContentCache(_Cache):  # type: ignore[misc]
    """What numba asks of a cache, for one kernel with the given content hash."""

    def __init__(self, content: str) -> None:
        self._content = content

    @property
    def cache_path(self) -> str:
        return str(cache_directory())

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Return the compiled kernel for the argument types `sig`, or None."""
        target_context.refresh()
        try:
            data = self._path(sig, target_context.codegen()).read_bytes()
            digest, payload = data[:DIGEST_BYTES], data[DIGEST_BYTES:]
            if hashlib.sha256(payload).digest() != digest:
                return None
            return CompileResult._rebuild(target_context, *pickle.loads(payload))
        except Exception:  # noqa: BLE001  (no file, no folder, no home, or a pickle of what is no longer there)
            return None

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep the compile result `data`, unless it cannot be kept."""
        if data.library.has_dynamic_globals or any(not lifted.can_cache for lifted in data.lifted):
            return
        try:
            payload = pickle.dumps(data._reduce(), protocol=pickle.HIGHEST_PROTOCOL)
            _write_atomically(self._path(sig, data.codegen), hashlib.sha256(payload).digest() + payload)
        except (OSError, RuntimeError, pickle.PicklingError):  # no room, no permission, no home
            return

    def enable(self) -> None: ...

    def disable(self) -> None: ...

    def flush(self) -> None: ...

    def _path(self, sig: Any, codegen: Any) -> Path:
        key = repr((self._content, _describe_type(sig), codegen.magic_tuple()))
        return cache_directory() / f"{hashlib.sha256(key.encode()).hexdigest()}.kernel"


def _describe_type(kind: Any) -> Any:
    """Return what is compiled in of an argument's type: its name, and the order of a named tuple's fields."""
    if isinstance(kind, (tuple, types.BaseTuple)):
        fields = getattr(kind, "fields", ())
        return (str(kind), fields, tuple(_describe_type(item) for item in kind))
    return str(kind)


def _write_atomically(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        os.replace(temporary, path)
    except BaseException:
        os.unlink(temporary)
        raise
