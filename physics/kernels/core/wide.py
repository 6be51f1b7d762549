"""Eight float32 lanes as one Numba type.

LLVM does not vectorize the branchy loops of a solver by itself; with an explicit vector type it has no choice. A `wide`
holds eight float32 numbers, a `mask` eight truth values. Operators work lane by lane and never mix lanes; no operation
contracts a product and a sum, so each lane gives the bits that the same scalar formula gives.

Arrays are addressed as flat memory: `load(array, i)` reads elements i to i + 7 of a C-contiguous array of any shape.
A *record* array has rows of `stride` floats (a multiple of 4); `gather4(array, rows, k, stride, column)` reads four
neighboring floats of the eight rows `rows[k] ... rows[k + 7]` and returns them as four wides.

All of this exists in compiled code only: a wide cannot be passed to or returned from Python.
"""

import operator

from llvmlite import ir
from numba.core import cgutils, types
from numba.core.imputils import lower_builtin
from numba.core.typing.templates import AbstractTemplate, infer_global, signature
from numba.extending import intrinsic, models, register_model

LANES = 8

_F32 = ir.FloatType()
_I32 = ir.IntType(32)
_I64 = ir.IntType(64)
_WIDE = ir.VectorType(_F32, LANES)
_QUAD = ir.VectorType(_F32, 4)
_MASK = ir.VectorType(ir.IntType(1), LANES)


class Wide(types.Type):
    """Numba type of eight float32 lanes."""

    def __init__(self):
        super().__init__(name=f"wide_f32x{LANES}")


class Mask(types.Type):
    """Numba type of eight truth values."""

    def __init__(self):
        super().__init__(name=f"wide_mask{LANES}")


wide_type = Wide()
mask_type = Mask()


@register_model(Wide)
class WideModel(models.PrimitiveModel):
    """A wide is one LLVM vector of float32."""

    def __init__(self, manager, fe_type):
        super().__init__(manager, fe_type, _WIDE)


@register_model(Mask)
class MaskModel(models.PrimitiveModel):
    """A mask is one LLVM vector of single bits."""

    def __init__(self, manager, fe_type):
        super().__init__(manager, fe_type, _MASK)


def _define_operator(python_operator, operand, result, emit):
    """Register typing and code of one operator whose operands are all of one type."""

    @infer_global(python_operator)
    class Template(AbstractTemplate):
        def generic(self, args, kws):
            if args and not kws and all(arg == operand for arg in args):
                return signature(result, *args)
            return None

    arity = 1 if python_operator in (operator.neg, operator.invert) else 2

    @lower_builtin(python_operator, *(type(operand),) * arity)
    def lower(context, builder, sig, args):
        return emit(builder, *args)


for _operator, _name in (
    (operator.add, "fadd"),
    (operator.sub, "fsub"),
    (operator.mul, "fmul"),
    (operator.truediv, "fdiv"),
    (operator.neg, "fneg"),
):
    _define_operator(
        _operator, wide_type, wide_type, lambda builder, *args, _name=_name: getattr(builder, _name)(*args)
    )
for _operator, _predicate in (
    (operator.gt, ">"),
    (operator.ge, ">="),
    (operator.lt, "<"),
    (operator.le, "<="),
    (operator.eq, "=="),
):
    _define_operator(
        _operator,
        wide_type,
        mask_type,
        lambda builder, a, b, _predicate=_predicate: builder.fcmp_ordered(_predicate, a, b),
    )
for _operator, _name in ((operator.and_, "and_"), (operator.or_, "or_"), (operator.invert, "not_")):
    _define_operator(
        _operator, mask_type, mask_type, lambda builder, *args, _name=_name: getattr(builder, _name)(*args)
    )


def _index(value):
    return ir.Constant(_I32, value)


def _data(context, builder, array_type, array):
    """Pointer to the first element of an array; only C order makes flat addressing meaningful."""
    if isinstance(array_type, types.CPointer):
        return array
    if array_type.layout != "C":
        raise TypeError(f"wide memory access needs a C-contiguous array, got {array_type}")
    return context.make_array(array_type)(context, builder, array).data


def _check_float32(array):
    if array == types.CPointer(types.float32):
        return True
    return isinstance(array, types.Array) and array.dtype == types.float32 and array.layout == "C"


def _check_int32(array):
    return isinstance(array, types.Array) and array.dtype == types.int32 and array.layout == "C"


@intrinsic
def load(typing_context, array, i):
    """Wide of the elements i ... i + 7 of flat memory."""
    if not _check_float32(array):
        return None

    def emit(context, builder, sig, args):
        pointer = builder.gep(_data(context, builder, sig.args[0], args[0]), [args[1]])
        return builder.load(builder.bitcast(pointer, _WIDE.as_pointer()), align=4)

    return wide_type(array, types.intp), emit


@intrinsic
def store(typing_context, array, i, value):
    """Write a wide to the elements i ... i + 7 of flat memory."""
    if not _check_float32(array):
        return None

    def emit(context, builder, sig, args):
        pointer = builder.gep(_data(context, builder, sig.args[0], args[0]), [args[1]])
        builder.store(args[2], builder.bitcast(pointer, _WIDE.as_pointer()), align=4)
        return context.get_dummy_value()

    return types.void(array, types.intp, wide_type), emit


@intrinsic
def splat(typing_context, value):
    """Wide with the same float32 in every lane."""

    def emit(context, builder, sig, args):
        one = builder.insert_element(ir.Constant(_WIDE, ir.Undefined), args[0], _index(0))
        zeros = ir.Constant(ir.VectorType(_I32, LANES), [0] * LANES)
        return builder.shuffle_vector(one, ir.Constant(_WIDE, ir.Undefined), zeros)

    return wide_type(types.float32), emit


@intrinsic
def select(typing_context, mask, a, b):
    """Lane by lane a where the mask is true, else b."""

    def emit(context, builder, sig, args):
        return builder.select(*args)

    return wide_type(mask_type, wide_type, wide_type), emit


@intrinsic
def wide_min(typing_context, a, b):
    """Smaller of two wides, lane by lane; b where either is not a number."""

    def emit(context, builder, sig, args):
        return builder.select(builder.fcmp_ordered("<", args[0], args[1]), args[0], args[1])

    return wide_type(wide_type, wide_type), emit


@intrinsic
def wide_max(typing_context, a, b):
    """Larger of two wides, lane by lane; b where either is not a number."""

    def emit(context, builder, sig, args):
        return builder.select(builder.fcmp_ordered(">", args[0], args[1]), args[0], args[1])

    return wide_type(wide_type, wide_type), emit


def _call_llvm(builder, name, value):
    function = cgutils.get_or_insert_function(builder.module, ir.FunctionType(_WIDE, [_WIDE]), name)
    return builder.call(function, [value])


@intrinsic
def wide_sqrt(typing_context, value):
    """Correctly rounded square root, lane by lane."""

    def emit(context, builder, sig, args):
        return _call_llvm(builder, f"llvm.sqrt.v{LANES}f32", args[0])

    return wide_type(wide_type), emit


@intrinsic
def wide_abs(typing_context, value):
    """Absolute value, lane by lane."""

    def emit(context, builder, sig, args):
        return _call_llvm(builder, f"llvm.fabs.v{LANES}f32", args[0])

    return wide_type(wide_type), emit


def _mask_bits(builder, mask):
    return builder.bitcast(mask, ir.IntType(LANES))


@intrinsic
def mask_bits(typing_context, mask):
    """The mask as an integer: bit k is lane k."""

    def emit(context, builder, sig, args):
        return builder.zext(_mask_bits(builder, args[0]), _I64)

    return types.int64(mask_type), emit


@intrinsic
def any_of(typing_context, mask):
    """True when at least one lane is true."""

    def emit(context, builder, sig, args):
        return builder.icmp_unsigned("!=", _mask_bits(builder, args[0]), ir.Constant(ir.IntType(LANES), 0))

    return types.boolean(mask_type), emit


@intrinsic
def all_of(typing_context, mask):
    """True when every lane is true."""

    def emit(context, builder, sig, args):
        return builder.icmp_unsigned("==", _mask_bits(builder, args[0]), ir.Constant(ir.IntType(LANES), -1))

    return types.boolean(mask_type), emit


def _record_pointers(context, builder, sig, args):
    """Pointer to four floats in each of the eight rows that the index array names."""
    data = _data(context, builder, sig.args[0], args[0])
    rows = _data(context, builder, sig.args[1], args[1])
    pointers = []
    for lane in range(LANES):
        row = builder.load(builder.gep(rows, [builder.add(args[2], ir.Constant(_I64, lane))]))
        offset = builder.add(builder.mul(builder.zext(row, _I64), args[3]), args[4])
        pointers.append(builder.bitcast(builder.gep(data, [offset]), _QUAD.as_pointer()))
    return pointers


def _shuffle(builder, a, b, order):
    return builder.shuffle_vector(a, b, ir.Constant(ir.VectorType(_I32, len(order)), order))


@intrinsic
def gather4(typing_context, array, rows, k, stride, column):
    """Four neighboring floats of eight records, transposed to four wides.

    Args:
        array: Records, float32, `stride` floats each.
        rows: Row numbers, int32.
        k: Index in `rows` of the row of lane 0.
        stride: Floats per record.
        column: First of the four floats.
    """
    if not (_check_float32(array) and _check_int32(rows)):
        return None

    def emit(context, builder, sig, args):
        quads = [builder.load(p, align=4) for p in _record_pointers(context, builder, sig, args)]
        # Rows k and k + 4 share one 8-lane register, then two rounds of shuffles inside the 128-bit halves: the
        # cheapest transposition on AVX, and plain 4 x 4 transpositions elsewhere.
        pairs = [_shuffle(builder, quads[k], quads[k + 4], list(range(8))) for k in range(4)]
        low = [0, 8, 1, 9, 4, 12, 5, 13]
        high = [2, 10, 3, 11, 6, 14, 7, 15]
        a = _shuffle(builder, pairs[0], pairs[2], low)
        b = _shuffle(builder, pairs[1], pairs[3], low)
        c = _shuffle(builder, pairs[0], pairs[2], high)
        d = _shuffle(builder, pairs[1], pairs[3], high)
        columns = [
            _shuffle(builder, a, b, low),
            _shuffle(builder, a, b, high),
            _shuffle(builder, c, d, low),
            _shuffle(builder, c, d, high),
        ]
        return context.make_tuple(builder, sig.return_type, columns)

    return types.UniTuple(wide_type, 4)(array, rows, types.intp, types.intp, types.intp), emit


@intrinsic
def scatter4(typing_context, array, rows, k, stride, column, a, b, c, d):
    """Write four wides to four neighboring floats of eight records; the inverse of `gather4`.

    A row that is named by several lanes keeps what the last of them wrote.
    """
    if not (_check_float32(array) and _check_int32(rows)):
        return None

    def emit(context, builder, sig, args):
        low = [0, 8, 1, 9, 4, 12, 5, 13]
        high = [2, 10, 3, 11, 6, 14, 7, 15]
        x, y, z, w = args[5:9]
        xz_low = _shuffle(builder, x, z, low)
        yw_low = _shuffle(builder, y, w, low)
        xz_high = _shuffle(builder, x, z, high)
        yw_high = _shuffle(builder, y, w, high)
        pairs = [
            _shuffle(builder, xz_low, yw_low, low),
            _shuffle(builder, xz_low, yw_low, high),
            _shuffle(builder, xz_high, yw_high, low),
            _shuffle(builder, xz_high, yw_high, high),
        ]
        for lane, pointer in enumerate(_record_pointers(context, builder, sig, args)):
            half = [0, 1, 2, 3] if lane < 4 else [4, 5, 6, 7]
            pair = pairs[lane % 4]
            builder.store(_shuffle(builder, pair, ir.Constant(_WIDE, ir.Undefined), half), pointer, align=4)
        return context.get_dummy_value()

    return (
        types.void(array, rows, types.intp, types.intp, types.intp, wide_type, wide_type, wide_type, wide_type),
        emit,
    )


@intrinsic
def wide_of(typing_context, a, b, c, d, e, f):
    """Wide of six float32 numbers, then two zeros."""

    def emit(context, builder, sig, args):
        value = ir.Constant(_WIDE, [0.0] * LANES)
        for lane, arg in enumerate(args):
            value = builder.insert_element(value, arg, _index(lane))
        return value

    return wide_type(*(types.float32,) * 6), emit


@intrinsic
def rows_below(typing_context, rows, k, row):
    """Mask of the lanes whose element in rows[k] ... rows[k + 7] is smaller than a row number."""

    def emit(context, builder, sig, args):
        integers = ir.VectorType(_I32, LANES)
        data = context.make_array(sig.args[0])(context, builder, args[0]).data
        lanes = builder.load(builder.bitcast(builder.gep(data, [args[1]]), integers.as_pointer()), align=4)
        one = builder.insert_element(ir.Constant(integers, ir.Undefined), args[2], _index(0))
        row = builder.shuffle_vector(one, one, ir.Constant(integers, [0] * LANES))
        return builder.icmp_signed("<", lanes, row)

    return mask_type(rows, types.intp, types.int32), emit


@intrinsic
def lowest_bit(typing_context, bits):
    """Number of the lowest set bit; not to be asked of 0."""

    def emit(context, builder, sig, args):
        return builder.cttz(args[0], ir.Constant(ir.IntType(1), 1))

    return types.int64(types.int64), emit
