"""Four float64 lanes: a vector type with operators, for loops that need all digits.

As `core.wide`, with half as many lanes of twice the digits. A number beside a four counts for every lane. `root`,
`larger` and `pick` take plain numbers as well, so that a formula is written once, for one vertex or for four.

Rows of records are read and written through `rows_of` and `put_rows`: four rows of four numbers become four columns.
"""

import math
import operator

from llvmlite import ir
from numba.core import cgutils, types
from numba.core.imputils import lower_builtin
from numba.core.typing.templates import AbstractTemplate, infer_global, signature
from numba.extending import intrinsic, models, register_model

FOUR = 4

_F64 = ir.DoubleType()
_I32 = ir.IntType(32)
_I64 = ir.IntType(64)
_VECTOR = ir.VectorType(_F64, FOUR)
_PAIR = ir.VectorType(_F64, 2)
_TRUTH = ir.VectorType(ir.IntType(1), FOUR)


class Four(types.Type):
    """Numba type of four float64 lanes."""

    def __init__(self):
        super().__init__(name=f"f64x{FOUR}")


class Truth(types.Type):
    """Numba type of four truth values."""

    def __init__(self):
        super().__init__(name=f"truth{FOUR}")


four_type = Four()
truth_type = Truth()


@register_model(Four)
class FourModel(models.PrimitiveModel):
    """A four is one LLVM vector of float64."""

    def __init__(self, manager, fe_type):
        super().__init__(manager, fe_type, _VECTOR)


@register_model(Truth)
class TruthModel(models.PrimitiveModel):
    """Truth values are one LLVM vector of single bits."""

    def __init__(self, manager, fe_type):
        super().__init__(manager, fe_type, _TRUTH)


def root(x):
    """Square root."""
    return math.sqrt(x)


def larger(a, b):
    """The larger of two numbers; b where either is not a number."""
    return a if a > b else b


def pick(truth, a, b):
    """`a` where something is true, else `b`."""
    return a if truth else b


def _spread(builder, kind, value):
    """A value as a vector: a number goes to every lane."""
    if kind != types.float64:
        return value
    one = builder.insert_element(ir.Constant(_VECTOR, ir.Undefined), value, ir.Constant(_I32, 0))
    return builder.shuffle_vector(one, one, ir.Constant(ir.VectorType(_I32, FOUR), [0] * FOUR))


def _define(function, operands, result, emit):
    """Register typing and code of a function of some operands."""

    @infer_global(function)
    class Template(AbstractTemplate):
        def generic(self, args, kws):
            if not kws and tuple(map(types.unliteral, args)) == operands:
                return signature(result, *operands)
            return None

    @lower_builtin(function, *operands)
    def lower(context, builder, sig, args):
        if four_type in operands:
            args = [_spread(builder, kind, arg) for kind, arg in zip(operands, args, strict=True)]
        return emit(builder, *args)


def _llvm_root(builder, value):
    name = "llvm.sqrt.v4f64" if value.type == _VECTOR else "llvm.sqrt.f64"
    kind = ir.FunctionType(value.type, [value.type])
    return builder.call(cgutils.get_or_insert_function(builder.module, kind, name), [value])


def _llvm_larger(builder, a, b):
    return builder.select(builder.fcmp_ordered(">", a, b), a, b)


_MIXED = ((four_type, four_type), (four_type, types.float64), (types.float64, four_type))
for _operands in _MIXED:
    for _operator, _name in (
        (operator.add, "fadd"),
        (operator.sub, "fsub"),
        (operator.mul, "fmul"),
        (operator.truediv, "fdiv"),
    ):
        _define(_operator, _operands, four_type, lambda builder, *args, _name=_name: getattr(builder, _name)(*args))
    for _operator, _sign in ((operator.gt, ">"), (operator.lt, "<")):
        _define(_operator, _operands, truth_type, lambda builder, a, b, _sign=_sign: builder.fcmp_ordered(_sign, a, b))
    _define(larger, _operands, four_type, _llvm_larger)
    _define(pick, (truth_type, *_operands), four_type, lambda builder, *args: builder.select(*args))
_define(operator.neg, (four_type,), four_type, lambda builder, a: builder.fneg(a))
_define(root, (four_type,), four_type, _llvm_root)
_define(root, (types.float64,), types.float64, _llvm_root)
_define(larger, (types.float64,) * 2, types.float64, _llvm_larger)
_define(pick, (types.boolean, *(types.float64,) * 2), types.float64, lambda builder, *args: builder.select(*args))


def _pointer(context, builder, kind, array, place):
    """Pointer to an element of flat memory."""
    return builder.gep(context.make_array(kind)(context, builder, array).data, [place])


def _is(array, number):
    return isinstance(array, types.Array) and array.dtype == number and array.layout == "C"


def _shuffle(builder, a, b, order):
    return builder.shuffle_vector(a, b, ir.Constant(ir.VectorType(_I32, len(order)), order))


def _transposed(builder, rows):
    """Columns of four vectors."""
    low = [_shuffle(builder, rows[0], rows[1], [0, 4, 2, 6]), _shuffle(builder, rows[2], rows[3], [0, 4, 2, 6])]
    high = [_shuffle(builder, rows[0], rows[1], [1, 5, 3, 7]), _shuffle(builder, rows[2], rows[3], [1, 5, 3, 7])]
    return [
        _shuffle(builder, low[0], low[1], [0, 1, 4, 5]),
        _shuffle(builder, high[0], high[1], [0, 1, 4, 5]),
        _shuffle(builder, low[0], low[1], [2, 3, 6, 7]),
        _shuffle(builder, high[0], high[1], [2, 3, 6, 7]),
    ]


@intrinsic
def whole_at(typing_context, array, k):
    """Number k of flat memory of int32, as int64; nothing checks the bounds."""
    if not _is(array, types.int32):
        return None

    def emit(context, builder, sig, args):
        return builder.sext(builder.load(_pointer(context, builder, sig.args[0], args[0], args[1])), _I64)

    return types.int64(array, types.intp), emit


@intrinsic
def four_at(typing_context, array, k):
    """Numbers k ... k + 3 of flat memory."""
    if not _is(array, types.float64):
        return None

    def emit(context, builder, sig, args):
        pointer = _pointer(context, builder, sig.args[0], args[0], args[1])
        return builder.load(builder.bitcast(pointer, _VECTOR.as_pointer()), align=8)

    return four_type(array, types.intp), emit


@intrinsic
def put_four(typing_context, array, k, value):
    """Write numbers k ... k + 3 of flat memory."""
    if not _is(array, types.float64):
        return None

    def emit(context, builder, sig, args):
        pointer = _pointer(context, builder, sig.args[0], args[0], args[1])
        builder.store(args[2], builder.bitcast(pointer, _VECTOR.as_pointer()), align=8)
        return context.get_dummy_value()

    return types.void(array, types.intp, four_type), emit


@intrinsic
def rows_of(typing_context, array, a, b, c, d):
    """Four neighboring numbers at each of four places of flat memory, as four columns."""
    if not _is(array, types.float64):
        return None

    def emit(context, builder, sig, args):
        rows = []
        for place in args[1:]:
            pointer = _pointer(context, builder, sig.args[0], args[0], place)
            rows.append(builder.load(builder.bitcast(pointer, _VECTOR.as_pointer()), align=8))
        return context.make_tuple(builder, sig.return_type, _transposed(builder, rows))

    return types.UniTuple(four_type, 4)(array, *(types.intp,) * 4), emit


@intrinsic
def put_rows(typing_context, array, a, b, c, d, x, y, z, w):
    """Write four columns to four places of flat memory; the inverse of `rows_of`."""
    if not _is(array, types.float64):
        return None

    def emit(context, builder, sig, args):
        for place, row in zip(args[1:5], _transposed(builder, args[5:]), strict=True):
            pointer = _pointer(context, builder, sig.args[0], args[0], place)
            builder.store(row, builder.bitcast(pointer, _VECTOR.as_pointer()), align=8)
        return context.get_dummy_value()

    return types.void(array, *(types.intp,) * 4, *(four_type,) * 4), emit


@intrinsic
def put_pairs(typing_context, array, a, b, c, d, x, y):
    """Write two columns to four places of flat memory."""
    if not _is(array, types.float64):
        return None

    def emit(context, builder, sig, args):
        low = _shuffle(builder, args[5], args[6], [0, 4, 2, 6])
        high = _shuffle(builder, args[5], args[6], [1, 5, 3, 7])
        pairs = [(low, [0, 1]), (high, [0, 1]), (low, [2, 3]), (high, [2, 3])]
        for place, (both, order) in zip(args[1:5], pairs, strict=True):
            pointer = _pointer(context, builder, sig.args[0], args[0], place)
            value = _shuffle(builder, both, both, order)
            builder.store(value, builder.bitcast(pointer, _PAIR.as_pointer()), align=8)
        return context.get_dummy_value()

    return types.void(array, *(types.intp,) * 4, four_type, four_type), emit


@intrinsic
def four_of(typing_context, a, b, c, d):
    """Four of four numbers."""

    def emit(context, builder, sig, args):
        value = ir.Constant(_VECTOR, ir.Undefined)
        for lane, number in enumerate(args):
            value = builder.insert_element(value, number, ir.Constant(_I32, lane))
        return value

    return four_type(*(types.float64,) * 4), emit


@intrinsic
def lane_sum(typing_context, value):
    """Sum of the lanes, in a fixed order."""
    if value != four_type:
        return None

    def emit(context, builder, sig, args):
        lanes = [builder.extract_element(args[0], ir.Constant(_I32, lane)) for lane in range(FOUR)]
        return builder.fadd(builder.fadd(lanes[0], lanes[1]), builder.fadd(lanes[2], lanes[3]))

    return types.float64(four_type), emit


@intrinsic
def lanes_equal(typing_context, array, k, number):
    """Which of the numbers k ... k + 3 of flat memory of int32 are so much."""
    if not _is(array, types.int32):
        return None

    def emit(context, builder, sig, args):
        kind = ir.VectorType(_I32, FOUR)
        pointer = _pointer(context, builder, sig.args[0], args[0], args[1])
        lanes = builder.load(builder.bitcast(pointer, kind.as_pointer()), align=4)
        first = builder.trunc(args[2], _I32)
        one = builder.insert_element(ir.Constant(kind, ir.Undefined), first, ir.Constant(_I32, 0))
        wanted = builder.shuffle_vector(one, one, ir.Constant(kind, [0] * FOUR))
        return builder.icmp_signed("==", lanes, wanted)

    return truth_type(array, types.intp, types.int64), emit
