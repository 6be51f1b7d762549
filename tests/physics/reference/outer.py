"""Functions that only kernels call, made such that tests can call them."""

import functools
import types

import numba

from physics.kernels.core.jit import OPTIONS

_SCOPES: dict[int, dict] = {}


@functools.cache
def outer(function):
    """A leaf or routine, compiled with what it takes to be called from Python."""
    return numba.njit(**OPTIONS)(getattr(function, "py_func", function))


@functools.cache
def plain(function):
    """A kernel, leaf or routine as Python, with all that it calls."""
    source = getattr(function, "py_func", function)
    return types.FunctionType(source.__code__, _plain_scope(source.__globals__), source.__name__, source.__defaults__)


def _plain_scope(scope: dict) -> dict:
    """Globals of a module, with Python in place of compiled functions."""
    if id(scope) not in _SCOPES:
        made = _SCOPES[id(scope)] = dict(scope)
        for name, value in scope.items():
            if hasattr(value, "py_func"):
                made[name] = plain(value)
            elif isinstance(value, types.ModuleType) and value.__name__.startswith("physics.kernels."):
                made[name] = types.SimpleNamespace(**_plain_scope(vars(value)))
    return _SCOPES[id(scope)]
