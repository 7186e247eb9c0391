"""Join kernels to what they need, and compile the result.

    bind(kernel, {slot: function, fact: constant, ...}) -> callable

The kernel and every function that it reaches are cloned with new globals in which each slot and fact is the thing
supplied for it; the clones are compiled. So one readable source serves every problem at the speed of a loop written
for it alone. Under `NUMBA_DISABLE_JIT=1`, or with `compiled=False`, the clones stay plain Python.

Source: the idea is template instantiation; the cache key is the content of what is compiled (`fingerprint.py`).
"""

from __future__ import annotations

import functools
import hashlib
import sys
import types
import warnings
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numba
import numpy as np
from numba.core.errors import NumbaError, NumbaExperimentalFeatureWarning

from monteverde.compile.cache import ContentCache
from monteverde.compile.explain import explain
from monteverde.compile.fingerprint import FOREIGN, all_code, fingerprint, global_names
from monteverde.compile.interned import interned
from monteverde.compile.markers import Fact
from monteverde.errors import CompileError

# Kernels own no memory, so counting references inside them is pure cost (five times the time of a simulation), and
# passing a tree of ten arrays to a function that is not inlined costs more than most functions do.
COMPILE_FLAGS: dict[str, Any] = {"nogil": True, "error_model": "numpy"}
INNER_FLAGS: dict[str, Any] = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}  # Python calls only `entry`
KERNEL_FLAGS: dict[str, Any] = {**INNER_FLAGS, "_nrt": False, "forceinline": True}
RULE_FLAGS: dict[str, Any] = {**INNER_FLAGS, "_nrt": False}
ALLOCATING_RULE_FLAGS: dict[str, Any] = {**INNER_FLAGS, "_nrt": True}  # rules that make arrays: slower, but allowed

Bindings = Mapping[Any, Any]


def is_jit_enabled() -> bool:
    """Return False under `NUMBA_DISABLE_JIT=1`, when every kernel runs as plain Python."""
    return not numba.config.DISABLE_JIT


def bind(kernel: Callable[..., Any], bindings: Bindings, *, compiled: bool = True) -> Callable[..., Any]:
    """Return `kernel` with each slot and fact that it reaches replaced from `bindings`, compiled unless told not to.

    Args:
        kernel: a plain function; the functions that it calls may use slots and facts too.
        bindings: what stands in for each slot (a function) and each fact (a constant), by identity; a kernel that is
            a key here is replaced as well, wherever it is called (by a twin that does the same).
        compiled: False leaves plain Python, for problems whose states are Python objects; then only functions marked
            `@kernel` are cloned, and what is bound to a slot is called as it is.

    Raises:
        CompileError: on the first call, if something that the kernel reaches cannot be compiled.
        RuntimeError: if a slot or fact that the kernel reaches has nothing bound to it.
    """
    if compiled and is_jit_enabled():
        return _Compiled(kernel, bindings)
    return _Interpreted(_Binder(bindings, only_kernels=not compiled).bound(kernel))


def interpret(kernel: Callable[..., Any], bindings: Bindings) -> Callable[..., Any]:
    """Return `kernel` bound as plain Python, with all that it reaches, in whatever mode: what compiles, uncompiled."""
    return _Interpreted(_Binder(bindings).bound(kernel))


@functools.cache
def _toolchain() -> str:
    """Return what else decides the machine code: versions, numba's switches, and this package's own source."""
    sources = b"".join(path.read_bytes() for path in sorted(Path(__file__).parent.glob("*.py")))
    config = numba.config
    switches = (config.BOUNDSCHECK, config.OPT, config.CPU_NAME, config.CPU_FEATURES)
    return repr((numba.__version__, np.__version__, sys.version, switches, hashlib.sha256(sources).hexdigest()))


class _Binder:
    """Clones functions, each once, and compiles a clone unless an equal one has been compiled already."""

    def __init__(self, bindings: Bindings, *, only_kernels: bool = False, rule_flags: Any = None) -> None:
        self.bindings = bindings
        self.only_kernels = only_kernels
        self.rule_flags = rule_flags
        """Flags to compile with; None does not compile."""
        self.done: dict[Any, Any] = {}

    def bound(self, function: Any) -> Any:
        """Return the clone of `function`, compiled if this binder compiles."""
        if function not in self.done:
            self.done[function] = None  # a marker against endless recursion
            clone = self._clone(function)
            self.done[function] = clone if self.rule_flags is None else self._compile(function, clone)
        if self.done[function] is None:
            raise CompileError(f"{function.__qualname__} calls itself; rules and kernels must use a loop instead")
        return self.done[function]

    def _compile(self, function: Any, clone: types.FunctionType) -> Any:
        flags = KERNEL_FLAGS if getattr(function, "__kernel__", False) else self.rule_flags
        return interned(clone, flags, lambda: numba.njit(**COMPILE_FLAGS, **flags)(clone))

    def _clone(self, function: types.FunctionType) -> types.FunctionType:
        code, closure = function.__code__, function.__closure__ or ()
        names = [name for name in global_names(code) if name in function.__globals__]
        replaced = {name: self._replacement(name, function.__globals__[name], code) for name in names}
        cells = tuple(
            types.CellType(self._replacement(name, cell.cell_contents, code))
            for name, cell in zip(code.co_freevars, closure, strict=True)
        )
        scope = {**function.__globals__, **replaced}
        clone = types.FunctionType(code, scope, function.__name__, function.__defaults__, cells)
        clone.__qualname__, clone.__doc__, clone.__kwdefaults__ = (
            function.__qualname__,
            function.__doc__,
            function.__kwdefaults__,
        )
        clone.__module__ = __name__  # the cache has it imported: a file of somebody's cannot be, once it has changed
        return clone

    def _replacement(self, name: str, value: Any, code: types.CodeType) -> Any:
        if isinstance(value, types.ModuleType):
            return self._module(value, code)
        if isinstance(value, Fact) or getattr(value, "__slot__", False):
            if value not in self.bindings:
                raise RuntimeError(f"nothing is bound to {name}")
            value = self.bindings[value]
        if isinstance(value, types.FunctionType):
            value = self.bindings.get(value, value)  # a twin of a kernel
        if self.rule_flags is None and not self.only_kernels:
            value = getattr(value, "py_func", value)  # a helper that is marked for numba already
        return self.bound(value) if self._is_source(value) else value

    def _module(self, module: types.ModuleType, code: types.CodeType) -> types.ModuleType:
        """Return `module` with the replacements of what `code` may read from it, so that `mv.below` works in a rule."""
        if module.__name__.partition(".")[0] in FOREIGN:
            return module
        names = {name for part in all_code(code) for name in part.co_names} & vars(module).keys()
        changed: dict[str, Any] = {}
        for name in sorted(names):
            value = vars(module)[name]
            if isinstance(value, types.ModuleType):
                continue
            replacement = self._replacement(name, value, code)
            if replacement is not value:
                changed[name] = replacement
        if not changed:
            return module
        stand_in = types.ModuleType(module.__name__, module.__doc__)
        vars(stand_in).update(vars(module) | changed)
        return stand_in

    def _is_source(self, value: Any) -> bool:
        """Return whether `value` is a plain function that must be cloned, not one that numba implements itself."""
        if not isinstance(value, types.FunctionType) or getattr(value, "__overloaded__", False):
            return False
        if self.only_kernels:
            return getattr(value, "__kernel__", False)
        return (value.__module__ or "").partition(".")[0] not in FOREIGN


class _Interpreted:
    """A bound kernel that runs as plain Python; integers wrap silently, as they do when compiled."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self.function = function

    def __call__(self, *arguments: Any) -> Any:
        with np.errstate(over="ignore"):
            return self.function(*arguments)


class _Compiled:
    """A bound kernel that compiles itself on the first call, or loads itself from the cache."""

    def __init__(self, kernel: Callable[..., Any], bindings: Bindings) -> None:
        self.kernel = kernel
        self.bindings = bindings
        self.may_allocate = False
        self.dispatcher = self._dispatcher(RULE_FLAGS)

    def __call__(self, *arguments: Any) -> Any:
        try:
            return self._call(arguments)
        except CompileError:
            if self.may_allocate:
                raise
        self.may_allocate = True  # numba does not say plainly that this was the reason, so it is tried
        self.dispatcher = self._dispatcher(ALLOCATING_RULE_FLAGS)
        return self._call(arguments)

    def _call(self, arguments: tuple[Any, ...]) -> Any:
        try:
            if self.dispatcher.overloads:
                return self.dispatcher(*arguments)
            with warnings.catch_warnings():  # numba weighs records of other games that begin alike, and warns of that
                warnings.simplefilter("ignore", NumbaExperimentalFeatureWarning)
                return self.dispatcher(*arguments)
        except NumbaError as error:
            raise CompileError(explain(error, self.dispatcher)) from error
        except Exception as error:
            if not _is_from_compiler(error):
                raise
            raise CompileError(explain(error, self.dispatcher)) from error  # numba raises more than NumbaError

    def _dispatcher(self, rule_flags: Mapping[str, Any]) -> Any:
        """Return the compiled entry point: it takes the arguments out of Python and calls the bound kernel."""
        inner = _Binder(self.bindings, rule_flags=rule_flags).bound(self.kernel)

        def entry(*arguments: Any) -> Any:
            return inner(*arguments)

        entry.__qualname__ = self.kernel.__qualname__
        dispatcher = numba.njit(**COMPILE_FLAGS)(entry)
        flags = sorted({**COMPILE_FLAGS, **KERNEL_FLAGS, **rule_flags}.items())
        dispatcher._cache = ContentCache(f"{fingerprint(inner)} {flags} {_toolchain()}")
        return dispatcher

    @property
    def num_cache_hits(self) -> int:
        """How many argument signatures came from the cache on disk."""
        return sum(self.dispatcher.stats.cache_hits.values())


def _is_from_compiler(error: Exception) -> bool:
    """Return whether `error`, caught around a call of a dispatcher, left its compiler; else the compiled code ran."""
    inside = error.__traceback__.tb_next if error.__traceback__ is not None else None
    return inside is not None and inside.tb_frame.f_code.co_name == "_compile_for_args"
