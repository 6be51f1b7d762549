"""Values to plain data that fits into JSON, and back: numbers, texts, tuples, arrays, and objects of known classes.

An object becomes a dictionary with its class under "$" and its parameters beside it. Only classes that are registered
here are ever made, from their own parameters; nothing is imported or run, so a file from a stranger is safe to read.
"""

import base64
import dataclasses
import enum
import math
import types
import typing
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import numpy as np

TAG = "$"
#: Kinds of numbers that arrays may have.
ARRAY_TYPES = ("bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "float32", "float64")


class EncodingError(ValueError):
    """A value cannot be written, or what was read means nothing; the text is for people."""


class _Codec(NamedTuple):
    """How objects of a class are written and read."""

    kind: type
    parameters: Callable[[Any], Mapping[str, Any]]
    build: Callable[..., Any] | None = None


_codecs: dict[str, _Codec] = {}


def encodable(
    kind: type, parameters: Callable[[Any], Mapping[str, Any]] | None = None, build: Callable[..., Any] | None = None
) -> type:
    """Let objects of a class be written and read; also a decorator.

    Args:
        kind: A dataclass, an enumeration, or any class with `parameters`.
        parameters: What its constructor needs to make an object again, by keyword; fields of a dataclass if left out.
        build: Makes an object of them, in place of the constructor.

    Raises:
        ValueError: Another class of this name is known.
    """
    if _codecs.get(kind.__name__, (kind,))[0] is not kind:
        raise ValueError(f"there is a class {kind.__name__!r} to be written already; choose another name")
    _codecs[kind.__name__] = _Codec(kind, parameters or changed_fields, build)
    return kind


def changed_fields(value: Any) -> dict[str, Any]:
    """Fields of a dataclass that differ from their defaults."""
    fields = [field for field in dataclasses.fields(value) if field.init]
    values = {field.name: getattr(value, field.name) for field in fields}
    return {field.name: values[field.name] for field in fields if not _same(values[field.name], field.default)}


def _same(value: Any, default: Any) -> bool:
    """Whether a value is its default, to the last bit of a number."""
    if value is default:
        return True
    plain = isinstance(value, int | float | str | tuple) and type(value) is type(default)
    return plain and value == default and repr(value) == repr(default)


# ---- Writing --------------------------------------------------------------------------------------------------------


def encode(value: Any) -> Any:
    """A value as plain data.

    Raises:
        EncodingError: It is of no class that can be written.
    """
    if value is None or isinstance(value, bool | str):
        return value
    if isinstance(value, enum.Enum):
        return {TAG: _known(value), "name": value.name}
    if isinstance(value, int | np.integer):
        return int(value)
    if isinstance(value, float | np.floating):
        return float(value) if math.isfinite(value) else {TAG: "float", "value": repr(float(value))}
    if isinstance(value, np.bool_):
        return bool(value)
    if isinstance(value, np.ndarray):
        return _encode_array(value)
    if type(value).__name__ in _codecs:
        parameters = _codecs[_known(value)].parameters(value)
        return {TAG: type(value).__name__} | {name: encode(part) for name, part in parameters.items()}
    if isinstance(value, tuple | list):
        return [encode(part) for part in value]
    if isinstance(value, dict):
        return {TAG: "dict", "items": [[encode(key), encode(part)] for key, part in value.items()]}
    raise EncodingError(f"{_shown(value)} cannot be written: only numbers, texts and known classes can")


def _known(value: Any) -> str:
    """Name of the class of an object, if it can be written."""
    name = type(value).__name__
    if name not in _codecs or _codecs[name].kind is not type(value):
        raise EncodingError(f"{_shown(value)} cannot be written: only numbers, texts and known classes can")
    return name


def _shown(value: Any) -> str:
    text = repr(value)
    return f"{type(value).__name__} {text if len(text) < 60 else text[:57] + '...'}"


def _encode_array(array: np.ndarray) -> dict[str, Any]:
    if array.dtype.name not in ARRAY_TYPES:
        raise EncodingError(f"an array of {array.dtype} cannot be written; use one of: {', '.join(ARRAY_TYPES)}")
    data = np.ascontiguousarray(array).astype(array.dtype.newbyteorder("<"), copy=False)
    text = base64.b64encode(data.tobytes()).decode("ascii")
    return {TAG: "array", "type": array.dtype.name, "shape": list(array.shape), "data": text}


# ---- Reading --------------------------------------------------------------------------------------------------------


def decode(data: Any) -> Any:
    """The value of plain data; lists become tuples.

    Raises:
        EncodingError: It names a class that is not known, or has parameters that the class refuses.
    """
    if data is None or isinstance(data, bool | int | str):
        return data
    if isinstance(data, float):
        return data
    if isinstance(data, list):
        return tuple(decode(part) for part in data)
    if not isinstance(data, dict) or not isinstance(data.get(TAG), str):
        raise EncodingError(f"{_shown(data)} means nothing here; an object has its class under {TAG!r}")
    parameters = {name: part for name, part in data.items() if name != TAG}
    build = {"float": _decode_float, "array": _decode_array, "dict": _decode_dict}.get(data[TAG])
    try:
        return build(**parameters) if build else _decode_object(data[TAG], parameters)
    except EncodingError:
        raise
    except (TypeError, ValueError, LookupError, AttributeError, OverflowError) as error:
        raise EncodingError(f"{data[TAG]} cannot be read: {error}") from None


def _decode_object(name: str, parameters: dict[str, Any]) -> Any:
    if name not in _codecs:
        raise EncodingError(f"there is no class {name!r} to be read; is this file of a newer version?")
    kind = _codecs[name].kind
    if issubclass(kind, enum.Enum):
        return kind[parameters["name"]]
    values = {key: decode(part) for key, part in parameters.items()}
    build = _codecs[name].build
    return build_checked(kind, values) if build is None else build(**values)


def build_checked(kind: type, values: Mapping[str, Any]) -> Any:
    """An object of a class; fields of a dataclass must be of the types that they are annotated with.

    Raises:
        EncodingError: A value is missing, unknown, or of another type.
        TypeError: The constructor refuses a value.
        ValueError: Likewise.
    """
    if dataclasses.is_dataclass(kind):
        hints = typing.get_type_hints(kind)
        known = {field.name for field in dataclasses.fields(kind) if field.init}
        for key, value in values.items():
            if key not in known:
                raise EncodingError(f"{kind.__name__} has no {key!r}; is this file of a newer version?")
            if not fits(value, hints[key]):
                raise EncodingError(f"{key} of {kind.__name__} cannot be {_shown(value)}")
    return kind(**values)


def fits(value: Any, hint: Any) -> bool:
    """Whether a value is of an annotated type, as far as that can be seen."""
    origin, inner = typing.get_origin(hint), typing.get_args(hint)
    if origin in (typing.Union, types.UnionType):
        return any(fits(value, one) for one in inner)
    if origin is tuple:
        if not isinstance(value, tuple):
            return False
        if len(inner) == 2 and inner[1] is Ellipsis:
            return all(fits(part, inner[0]) for part in value)
        return len(value) == len(inner) and all(map(fits, value, inner))
    hint = origin or hint
    if hint is Any:
        return True
    if hint is float:
        return isinstance(value, int | float) and not isinstance(value, bool)
    if hint is int:
        return isinstance(value, int) and not isinstance(value, bool)
    return value is None if hint in (None, type(None)) else not isinstance(hint, type) or isinstance(value, hint)


def _decode_float(value: str) -> float:
    return {"inf": math.inf, "-inf": -math.inf, "nan": math.nan}[value]


def _decode_array(type: str, shape: list[int], data: str) -> np.ndarray:
    if type not in ARRAY_TYPES:
        raise EncodingError(f"there is no array of {type!r}; use one of: {', '.join(ARRAY_TYPES)}")
    kind = np.dtype(type).newbyteorder("<")
    array = np.frombuffer(base64.b64decode(data, validate=True), kind).reshape(shape).astype(np.dtype(type))
    array.flags.writeable = False
    return array


def _decode_dict(items: list[list[Any]]) -> dict[Any, Any]:
    return {decode(key): decode(value) for key, value in items}
