"""Fills the table of addresses through which kernels call one another; see `physics.kernels.calls`."""

from physics import warm_up
from physics.kernels.calls import EXPECTED, SLOTS, TABLE


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
        TABLE[slot] = compiled.library.get_pointer_to_function(compiled.fndesc.llvm_func_name)
