"""Bare pointers to the buffers that leaf functions share.

A pointer is one number, where an array is a dozen: leaf functions that hand their buffers down compile in a third of
the time. It is indexed like a flat array, knows no length and does not keep its array alive, so it is handed down only,
to functions that return before the array can go away.
"""

from numba import types
from numba.extending import intrinsic, overload


def flat(array):
    """View a C-contiguous array as a flat buffer: a bare pointer in compiled code, a flat view in plain Python."""
    return array.reshape(-1)


@intrinsic
def _data_pointer(typing_context, array):
    if not isinstance(array, types.Array) or array.layout != "C":
        return None

    def emit(context, builder, signature, arguments):
        return context.make_array(signature.args[0])(context, builder, arguments[0]).data

    return types.CPointer(array.dtype)(array), emit


@overload(flat)
def _flat(array):
    if isinstance(array, types.Array) and array.layout == "C":
        return lambda array: _data_pointer(array)
    if isinstance(array, types.CPointer):
        return lambda array: array
    return None
