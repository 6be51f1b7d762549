"""Checks of everything that comes in through the public API.

Each check returns a clean float, integer or tuple of floats, or raises an error that says the rule, the value and the
way out: TypeError when the value is no number at all, ValueError when it is one outside its range. They run for every
added body, so the common case, plain floats, takes a fraction of a microsecond.
"""

import collections.abc
import math
import numbers
import operator
import reprlib
import sys
from typing import Any, TypeVar

import numpy as np

Entry = TypeVar("Entry")

#: Anything that holds a vector: a tuple, a list, another sequence or a numpy array.
VectorLike = collections.abc.Sequence[float] | np.ndarray

#: A category or mask with all of its 32 bits.
ALL_BITS = 0xFFFFFFFF
#: Largest finite float: a component within +-LARGEST is neither infinite nor NaN, in one comparison.
LARGEST = sys.float_info.max
#: Integers up to this one are floats without rounding.
EXACT = 1 << 53
#: Vectors and quaternions shorter than this are zeros with rounding noise; their direction means nothing.
SHORTEST = 1e-9
#: Longer ones are scaled down before their components are squared, or the sum would be infinite.
LONGEST = 1e100
#: Lengths this close to 1 are 1 after rounding; leaving them alone makes the normalization of its own result exact.
UNIT_TOLERANCE = 4.0 * sys.float_info.epsilon

_short = reprlib.Repr()
_short.maxstring = _short.maxother = _short.maxlong = 60


def shown(value: object) -> str:
    """Text for an error message: the repr on one line, cut when it is long."""
    try:
        return " ".join(_short.repr(value).split())
    except ValueError:  # Python prints no integer of more than 4300 digits
        return f"<{type(value).__name__}>"


def number(name: str, value: float) -> float:
    """Return any real number, also NaN and infinity, as a float.

    Args:
        name: What the message calls the value.
        value: Python or numpy number; bool is none.

    Raises:
        TypeError: It is not a real number.
        ValueError: It is an integer beyond the range of floats.
    """
    if type(value) is float:
        return value
    if isinstance(value, bool) or not isinstance(value, numbers.Real):
        raise TypeError(f"{name} must be a number, got {shown(value)} of type {type(value).__name__}")
    try:
        return float(value)
    except OverflowError:
        raise ValueError(f"{name} must fit a float, got {shown(value)}") from None


def finite(name: str, value: float, unit: str = "", hint: str = "") -> float:
    """Return a finite number as a float.

    Args:
        name: What the message calls the value.
        value: Number to check.
        unit: Unit for the message.
        hint: The way out, for the end of the message.

    Raises:
        TypeError: It is not a number.
        ValueError: It is NaN or infinite.
    """
    checked = number(name, value)
    if -LARGEST <= checked <= LARGEST:
        return checked
    raise _out_of_range(name, "finite", value, unit, hint)


def positive(name: str, value: float, unit: str = "", hint: str = "") -> float:
    """Return a finite number > 0 as a float. Arguments and errors as in `finite`."""
    checked = number(name, value)
    if 0.0 < checked <= LARGEST:
        return checked
    raise _out_of_range(name, "finite and > 0", value, unit, hint)


def non_negative(name: str, value: float, unit: str = "", hint: str = "") -> float:
    """Return a finite number >= 0 as a float. Arguments and errors as in `finite`."""
    checked = number(name, value)
    if 0.0 <= checked <= LARGEST:
        return checked
    raise _out_of_range(name, "finite and >= 0", value, unit, hint)


def in_range(name: str, value: float, low: float, high: float, unit: str = "", hint: str = "") -> float:
    """Return a number with low <= value <= high as a float. Further arguments and errors as in `finite`."""
    checked = number(name, value)
    if low <= checked <= high:
        return checked
    raise _out_of_range(name, f"between {low:g} and {high:g}", value, unit, hint)


def integer(name: str, value: int, low: int, high: int, hint: str = "") -> int:
    """Return a whole number with low <= value <= high as an int.

    Args:
        name: What the message calls the value.
        value: Python or numpy integer; bool and 2.0 are none.
        low: Smallest allowed value.
        high: Largest allowed value.
        hint: The way out, for the end of the message.

    Raises:
        TypeError: It is not an integer.
        ValueError: It is outside the range.
    """
    if type(value) is not int:
        if isinstance(value, bool) or not isinstance(value, numbers.Integral):
            raise TypeError(f"{name} must be a whole number, got {shown(value)} of type {type(value).__name__}")
        value = operator.index(value)
    if low <= value <= high:
        return value
    raise _out_of_range(name, f"a whole number between {low} and {high}", value, "", hint)


def bitmask(name: str, value: int) -> int:
    """Return 32 bits as an int; errors as in `integer`."""
    return integer(name, value, 0, 0xFFFFFFFF, "for all bits use 0xFFFFFFFF")


def flag(name: str, value: bool) -> bool:
    """Return a bool, also one of numpy.

    Raises:
        TypeError: It is something else, such as 1 or "no".
    """
    if isinstance(value, bool | np.bool_):
        return bool(value)
    raise TypeError(f"{name} must be True or False, got {shown(value)} of type {type(value).__name__}")


def choice(what: str, key: str, table: collections.abc.Mapping[str, Entry]) -> Entry:
    """Return an entry of a table.

    Args:
        what: What the message calls the key.
        key: Which.
        table: From what.

    Raises:
        ValueError: There is no such key; the message lists all of them.
    """
    if key not in table:
        raise ValueError(f"unknown {what} {shown(key)}; choose one of: {', '.join(table)}")
    return table[key]


def vector(name: str, value: VectorLike, *, limit: float = LARGEST, unit: str = "") -> tuple[float, float, float]:
    """Return three finite numbers as a tuple of floats.

    Args:
        name: What the message calls the value.
        value: Tuple, list, other sequence or numpy array of shape [3].
        limit: Largest absolute value of a component.
        unit: Unit for the message.

    Raises:
        TypeError: It is not a sequence, or a component is not a number.
        ValueError: It has another length, or a component is NaN, infinite or beyond the limit.
    """
    x, y, z = value if type(value) is tuple and len(value) == 3 else _components(name, value, 3)
    if not (type(x) is float and type(y) is float and type(z) is float):
        x, y, z = _component(name, 0, x), _component(name, 1, y), _component(name, 2, z)
    if -limit <= x <= limit and -limit <= y <= limit and -limit <= z <= limit:
        return x, y, z
    rule = "3 finite numbers" if limit == LARGEST else f"3 numbers between {-limit:g} and {limit:g}"
    raise _out_of_range(name, rule, value, unit, "")


def unit_vector(name: str, value: VectorLike) -> tuple[float, float, float]:
    """Return a direction as a tuple of three floats of length 1.

    Args:
        name: What the message calls the value.
        value: Three numbers, as for `vector`; any length except zero.

    Raises:
        TypeError: As in `vector`.
        ValueError: As in `vector`, or the length is zero (below 1e-9).
    """
    x, y, z = vector(name, value)
    largest = max(abs(x), abs(y), abs(z))
    if largest > LONGEST:
        x, y, z = x / largest, y / largest, z / largest
    length = math.sqrt(x * x + y * y + z * z)
    if abs(length - 1.0) <= UNIT_TOLERANCE:
        return x, y, z
    if length >= SHORTEST:
        return x / length, y / length, z / length
    raise ValueError(f"{name} must not be zero, got {shown(value)}; give a direction such as (0, 1, 0)")


def quaternion(name: str, value: VectorLike) -> tuple[float, float, float, float]:
    """Return a rotation as a tuple of four floats (x, y, z, w) of length 1.

    Args:
        name: What the message calls the value.
        value: Tuple, list, other sequence or numpy array of shape [4]; any length except zero.

    Raises:
        TypeError: It is not a sequence, or a component is not a number.
        ValueError: It has not four components, one is NaN or infinite, or the length is zero (below 1e-9).
    """
    x, y, z, w = value if type(value) is tuple and len(value) == 4 else _components(name, value, 4)
    if not (type(x) is float and type(y) is float and type(z) is float and type(w) is float):
        x, y, z, w = (_component(name, i, part) for i, part in enumerate((x, y, z, w)))
    largest = max(abs(x), abs(y), abs(z), abs(w))
    if largest > LONGEST and largest <= LARGEST:
        x, y, z, w = x / largest, y / largest, z / largest, w / largest
    length = math.sqrt(x * x + y * y + z * z + w * w)
    if abs(length - 1.0) <= UNIT_TOLERANCE:
        return x, y, z, w
    if SHORTEST <= length <= LARGEST:
        return x / length, y / length, z / length, w / length
    rule = "must not be zero" if length < SHORTEST else "must be 4 finite numbers (x, y, z, w)"
    raise ValueError(f"{name} {rule}, got {shown(value)}; no rotation is (0, 0, 0, 1)")


def _components(name: str, value: VectorLike, count: int) -> collections.abc.Sequence[Any]:
    """Return the components of a vector; what they are is checked by the caller."""
    if isinstance(value, np.ndarray):
        if value.shape != (count,):
            raise ValueError(f"{name} must be {count} numbers, got an array of shape {value.shape}")
        return value.tolist()
    # Sets and dictionaries would unpack too, in an order that nobody meant; bytes would turn into numbers.
    if not isinstance(value, collections.abc.Sequence) or isinstance(value, str | bytes | bytearray):
        raise TypeError(f"{name} must be {count} numbers, got {shown(value)} of type {type(value).__name__}")
    if len(value) != count:
        raise ValueError(f"{name} must be {count} numbers, got {len(value)}: {shown(value)}")
    return value


def _component(name: str, i: int, value: float) -> float:
    """Return component i of a vector as a float; plain numbers are let through without making text of their name."""
    kind = type(value)
    if kind is float or (kind is int and -EXACT <= value <= EXACT):
        return float(value)
    return number(f"{name}[{i}]", value)


def _out_of_range(name: str, rule: str, value: object, unit: str, hint: str) -> ValueError:
    return ValueError(f"{name} must be {rule}{unit and ' ' + unit}, got {shown(value)}{hint and '; ' + hint}")
