"""Time inside compiled code, for the statistics of a step only: nothing that is simulated may depend on it."""

import ctypes
import sys

import llvmlite.binding
from llvmlite import ir
from numba.core import cgutils, types
from numba.extending import intrinsic

# The operating system's counter under a name of our own: machine code from the cache finds it by that name.
_SYMBOL = "kyvadlo_clock"
_MONOTONIC = 6 if sys.platform == "darwin" else 1


def _register() -> tuple[bool, float]:
    """Make the counter known to compiled code; returns whether it takes a clock number, and seconds per tick."""
    if sys.platform == "win32":
        library = ctypes.windll.kernel32
        frequency = ctypes.c_int64()
        library.QueryPerformanceFrequency(ctypes.byref(frequency))
        function, scale = library.QueryPerformanceCounter, 1.0 / frequency.value
    else:
        function, scale = ctypes.CDLL(None).clock_gettime, 1e-9
    llvmlite.binding.add_symbol(_SYMBOL, ctypes.cast(function, ctypes.c_void_p).value)
    return sys.platform != "win32", scale


_HAS_CLOCK_NUMBER, SECONDS_PER_TICK = _register()


@intrinsic
def ticks(typing_context):
    """Reading of a monotonic clock, in units of SECONDS_PER_TICK."""

    def emit(context, builder, sig, args):
        i64 = ir.IntType(64)
        pair = cgutils.alloca_once(builder, ir.ArrayType(i64, 2))
        first = builder.gep(pair, [ir.Constant(ir.IntType(32), 0), ir.Constant(ir.IntType(32), 0)])
        if not _HAS_CLOCK_NUMBER:
            kind = ir.FunctionType(ir.IntType(32), [i64.as_pointer()])
            builder.call(cgutils.get_or_insert_function(builder.module, kind, _SYMBOL), [first])
            return builder.load(first)
        kind = ir.FunctionType(ir.IntType(32), [ir.IntType(32), i64.as_pointer()])
        function = cgutils.get_or_insert_function(builder.module, kind, _SYMBOL)
        builder.call(function, [ir.Constant(ir.IntType(32), _MONOTONIC), first])
        second = builder.gep(pair, [ir.Constant(ir.IntType(32), 0), ir.Constant(ir.IntType(32), 1)])
        seconds = builder.mul(builder.load(first), ir.Constant(i64, 1_000_000_000))
        return builder.add(seconds, builder.load(second))

    return types.int64(), emit
