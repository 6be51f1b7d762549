"""Fills the table of addresses through which kernels call one another; see `physics.kernels.core.calls`."""

from numba import types

from physics import warm_up
from physics.kernels.core.calls import EXPECTED, RESULTS, SLOTS, TABLE


def check_result(name: str, returned: types.Type) -> None:
    """Refuse a kernel that returns something else than its callers take: it would write over their memory.

    Args:
        name: Of the kernel.
        returned: What it was compiled to return.
    """
    if types.unliteral(returned) != RESULTS[name]:
        raise TypeError(f"{name} returns {returned}, and its callers take {RESULTS[name]}; correct its by_address")


def link() -> None:
    """Compile the kernels that others call by address, or find them in the cache, and enter their addresses.

    Done once per process, before the first step.
    """
    if TABLE.all():
        return
    entries = warm_up.entries()
    for name, slot in SLOTS.items():
        kernel = entries[name][0]
        kernel.compile(EXPECTED[name])
        compiled = kernel.overloads[EXPECTED[name]]
        check_result(name, compiled.signature.return_type)
        TABLE[slot] = compiled.library.get_pointer_to_function(compiled.fndesc.llvm_func_name)
