"""Calls of one kernel by another through its address.

When a kernel calls another one by name, the compiler takes the machine code of the other into its own module and
optimizes it anew, with all that it calls in turn: the step at the top would pay for every kernel once more, and each of
them for those below. A call through an address costs a few nanoseconds, and every kernel is compiled once, by itself,
side by side with the others.

The addresses of a process stand in a table, one slot for each kernel that is called so; `physics.linking` fills it.
"""

import numpy as np
from numba import types
from numba.core import errors
from numba.extending import intrinsic, overload

#: Kernels that every world needs.
NAMES = (
    "update_pairs",
    "quarantine",
    "collide_contacts",
    "carry_contacts",
    "collide_curved",
    "collide_polytopes",
    "collide_mesh_contact",
    "collide_curved_triangle",
    "collide_polytope_triangle",
    "change_contacts",
    "prepare_contacts",
    "run_substeps",
    "store_contacts",
    "finalize_bodies",
    "sweep_body",
    "sweep_center",
    "stopped_by_shape",
    "advance",
    "cast_rays",
    "sleep_islands",
    "unite_joined",
    "list_joints",
    "prepare_joints",
    "warm_start_joints",
    "solve_joints",
    "store_joints",
)

#: ... and those that a world needs once it has a soft body.
SOFT_NAMES = ("collide_soft", "begin_soft", "solve_soft", "finish_soft", "rest_soft", "unite_soft")

#: Slots of the table, by the name of the kernel.
SLOTS = {name: slot for slot, name in enumerate(NAMES + SOFT_NAMES)}

#: Addresses of the kernels in this process, by slot.
TABLE = np.zeros(len(SLOTS), np.int64)

#: Types of the arguments that the kernels are linked for, by name.
EXPECTED: dict[str, tuple] = {}

#: Type of what each kernel returns, as its callers take it, by name.
RESULTS: dict[str, types.Type] = {}

#: What a collision routine returns: number of points and normal.
MANIFOLD = types.Tuple((types.int64, types.float32, types.float32, types.float32))

#: ... and, of one with a triangle, the part of it that was met.
MANIFOLD_PART = types.Tuple((*MANIFOLD, types.int64))


def by_address(kernel, result):
    """A function that calls a kernel through the table.

    Args:
        kernel: What `jit.kernel` returned; its name has a slot.
        result: Numba type of what it returns.

    Returns:
        Function of the table and of a tuple with the arguments. They must be of the very types that `physics.linking`
        compiles the kernel for. In plain Python it calls the kernel.
    """
    slot = SLOTS[kernel.__name__]
    RESULTS[kernel.__name__] = result

    def call(calls, arguments):
        return kernel(*arguments)

    @intrinsic
    def call_at(typing_context, address, arguments):
        if not isinstance(arguments, types.BaseTuple):
            raise errors.TypingError(f"the arguments of {kernel.__name__} must be a tuple")
        given = tuple(types.unliteral(kind) for kind in arguments.types)
        expected = EXPECTED.get(kernel.__name__, given)
        if expected != given:
            pairs = zip(expected, given, strict=False)
            wrong = next((f"{a} as {b}" for a, b in pairs if a != b), "another number of them")
            raise errors.TypingError(f"{kernel.__name__} is linked for other arguments: it got {wrong}")

        def emit(context, builder, signature, values):
            kinds = [types.unliteral(kind) for kind in signature.args[1].types]
            parts = [builder.extract_value(values[1], i) for i in range(len(kinds))]
            function = context.call_conv.get_function_type(result, kinds)
            pointer = builder.inttoptr(values[0], function.as_pointer())
            _, answer = context.call_conv.call_function(builder, pointer, result, kinds, parts)
            return context.get_dummy_value() if result == types.none else answer

        return result(types.int64, arguments), emit

    @overload(call)
    def _call(calls, arguments):
        return lambda calls, arguments: call_at(calls[slot], arguments)

    return call
