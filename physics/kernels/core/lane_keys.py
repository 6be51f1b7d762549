"""Whole numbers that sort as lanes of a wide do, and say what the lanes stand for."""

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from physics.kernels.core.wide import LANES, wide_type

_I32 = ir.IntType(32)
_I64 = ir.IntType(64)


@intrinsic
def lane_key(typing_context, value, lane, code):
    """A number that sorts as one lane of a wide does, which is >= 0, and holds an int32 besides."""

    def emit(context, builder, sig, args):
        bits = builder.bitcast(args[0], ir.VectorType(_I32, LANES))
        one = builder.extract_element(bits, builder.trunc(args[1], _I32))
        return builder.or_(builder.shl(builder.zext(one, _I64), ir.Constant(_I64, 32)), builder.zext(args[2], _I64))

    return types.int64(wide_type, types.int64, types.int32), emit


@intrinsic
def code_of_key(typing_context, key):
    """The int32 that `lane_key` was given."""

    def emit(context, builder, sig, args):
        return builder.sext(builder.trunc(args[0], _I32), _I64)

    return types.int64(types.int64), emit
