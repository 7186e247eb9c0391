"""The system's clock, for kernels: the one that `time.perf_counter` reads, so that their times can be compared."""

from __future__ import annotations

import sys
import time
from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic, overload

CLOCK = 8 if sys.platform == "darwin" else 1  # CLOCK_UPTIME_RAW, CLOCK_MONOTONIC
NANOSECOND = 1e-9


def seconds_now() -> float:
    """Return the time in seconds. As machine code this takes some 25 ns."""
    return time.perf_counter()


seconds_now.__overloaded__ = True  # type: ignore[attr-defined]


@intrinsic
def _read_clock(typing_context: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        word, long = ir.IntType(32), ir.IntType(64)
        moment_type = ir.LiteralStructType([long, long])
        moment = cgutils.alloca_once(builder, moment_type)
        kind = ir.FunctionType(word, [word, moment_type.as_pointer()])
        function = cgutils.get_or_insert_function(builder.module, kind, "clock_gettime")
        builder.call(function, [word(CLOCK), moment])
        parts = [builder.load(cgutils.gep_inbounds(builder, moment, 0, index)) for index in range(2)]
        seconds, nanoseconds = (builder.sitofp(part, ir.DoubleType()) for part in parts)
        return builder.fadd(seconds, builder.fmul(nanoseconds, ir.DoubleType()(NANOSECOND)))

    return types.float64(), generate


@overload(seconds_now, inline="always")
def _compiled_seconds_now():
    return lambda: _read_clock()
