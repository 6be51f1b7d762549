"""Smallest and largest of the eight lanes of a wide."""

from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic

from physics.kernels.core.wide import LANES, wide_type

_I32 = ir.IntType(32)


def _reduce(builder, value, predicate):
    """Fold the upper half onto the lower half, three times; a NaN is left out if it can be."""
    size = LANES
    while size > 1:
        size //= 2
        order = [(lane + size) % LANES if lane < size else lane for lane in range(LANES)]
        other = builder.shuffle_vector(value, value, ir.Constant(ir.VectorType(_I32, LANES), order))
        value = builder.select(builder.fcmp_ordered(predicate, value, other), value, other)
    return builder.extract_element(value, ir.Constant(_I32, 0))


@intrinsic
def lowest_lane(typing_context, value):
    """Smallest of the eight numbers."""

    def emit(context, builder, sig, args):
        return _reduce(builder, args[0], "<")

    return types.float32(wide_type), emit


@intrinsic
def highest_lane(typing_context, value):
    """Largest of the eight numbers."""

    def emit(context, builder, sig, args):
        return _reduce(builder, args[0], ">")

    return types.float32(wide_type), emit
