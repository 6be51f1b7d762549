"""Functions that only kernels call, made such that tests can call them."""

import numba

from physics.kernels.jit import OPTIONS


def outer(function):
    """A leaf or routine, compiled with what it takes to be called from Python."""
    return numba.njit(**OPTIONS)(getattr(function, "py_func", function))
