"""Fills the table of addresses through which kernels call one another; see `physics.kernels.core.calls`."""

import logging
import os
import pathlib

from numba import types

from physics import warm_up
from physics.kernels.core import jit
from physics.kernels.core.calls import EXPECTED, NAMES, RESULTS, SLOTS, SOFT_NAMES, TABLE

LOG = logging.getLogger("physics")


def missing_kernels(folder: pathlib.Path, names: tuple[str, ...] = NAMES) -> list[str]:
    """Names of the kernels, of those given, that a cache folder does not hold yet."""
    # A file of Numba's index is named module.function-line.version.nbi.
    found = {path.name.split(".")[1].partition("-")[0] for path in folder.glob("*/*/*.nbi")}
    return [name for name in names if name not in found]


def announce(folder: pathlib.Path, names: tuple[str, ...], wait: str) -> None:
    """Say that compiling takes a while, unless the kernels are in the cache: a silent minute looks like a hang."""
    missing = missing_kernels(folder, names)
    if missing and os.environ.get("NUMBA_DISABLE_JIT", "0") == "0":
        LOG.warning(
            "physics: compiling %d of %d kernels, about %s for all; done once, kept in %s",
            len(missing),
            len(names),
            wait,
            folder.parent,
        )


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
    _link(NAMES, "two minutes")


def link_soft() -> None:
    """As `link`, the kernels of soft bodies: before the first step of a world that has one."""
    _link(SOFT_NAMES, "half a minute")


def _link(names: tuple[str, ...], wait: str) -> None:
    """Enter the addresses of some kernels, unless they are."""
    if all(TABLE[SLOTS[name]] for name in names):
        return
    announce(jit.CACHE_FOLDER, names, wait)
    entries = warm_up.entries()
    for name in names:
        kernel = entries[name][0]
        kernel.compile(EXPECTED[name])
        compiled = kernel.overloads[EXPECTED[name]]
        check_result(name, compiled.signature.return_type)
        TABLE[SLOTS[name]] = compiled.library.get_pointer_to_function(compiled.fndesc.llvm_func_name)
