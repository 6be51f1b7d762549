"""Values to plain data and back."""

import dataclasses
import enum
import json
import math

import numpy as np
import pytest

from app.timeline import encoding
from app.timeline.encoding import ARRAY_TYPES, EncodingError, decode, encodable, encode, fits
from physics import Vec3


class Color(enum.Enum):
    """An enumeration."""

    RED = 1
    BLUE = 2


@dataclasses.dataclass(frozen=True)
class Pot:
    """A dataclass with a default of each kind."""

    size: float
    color: Color = Color.RED
    holes: tuple[int, ...] = ()
    lid: "Pot | None" = None
    zero: float = 0.0


class Box:
    """A class with parameters of its own."""

    def __init__(self, width, *, height=1.0):
        if width <= 0.0:
            raise ValueError(f"width must be > 0, got {width!r}")
        self.size = width, height

    def __eq__(self, other):
        return self.size == other.size

    def __repr__(self):
        return f"Box{self.size}"


@pytest.fixture(autouse=True)
def codecs(monkeypatch):
    monkeypatch.setattr(encoding, "_codecs", {})
    encodable(Color)
    encodable(Pot)
    encodable(Box, lambda box: {"width": box.size[0], "height": box.size[1]})


def through_json(value):
    return decode(json.loads(json.dumps(encode(value), allow_nan=False)))


VALUES = [
    None, True, False, 0, -7, 10**30, 0.1, -0.0, 1e-320, "", "ä\n\0", (), (1, (2.5, "x")), {"a": (1,), 3: None},
    math.inf, -math.inf, Color.BLUE, Pot(1.0), Pot(2.0, Color.BLUE, (1, 2), Pot(0.1)), Box(2.0), Box(1.0, height=3.0),
    {"$": "float", "value": "inf"}, (Pot(1.0), {"deep": Box(1.0)}),
]  # fmt: skip


@pytest.mark.parametrize("value", VALUES, ids=repr)
def test_values_come_back_as_they_were(value):
    back = through_json(value)
    assert back == value and type(back) is type(value)
    assert repr(back) == repr(value), "to the last bit, and the sign of zero"


def test_not_a_number_comes_back():
    assert math.isnan(through_json(math.nan))


def test_numpy_numbers_and_vectors_come_back_as_plain_ones():
    assert through_json((np.float32(0.5), np.int64(3), np.bool_(True))) == (0.5, 3, True)
    assert through_json(Vec3(1.0, 2.0, 3.0)) == (1.0, 2.0, 3.0) and through_json([1, 2]) == (1, 2)


@pytest.mark.parametrize("kind", ARRAY_TYPES)
@pytest.mark.parametrize("shape", [(0, 3), (5,), (2, 3, 4)])
def test_arrays_come_back_to_the_last_bit(kind, shape):
    array = (100 * np.random.default_rng(1).normal(size=shape)).astype(kind)
    back = through_json(array)
    assert back.dtype == array.dtype and back.shape == array.shape and back.tobytes() == array.tobytes()
    assert not back.flags.writeable
    assert through_json(np.arange(6.0).reshape(2, 3).T).tolist() == [[0, 3], [1, 4], [2, 5]]


def test_defaults_are_not_written():
    assert encode(Pot(1.0)) == {"$": "Pot", "size": 1.0}
    assert encode(Pot(1.0, zero=-0.0)) == {"$": "Pot", "size": 1.0, "zero": -0.0}


@pytest.mark.parametrize("value", [object(), print, {1, 2}, 1j, b"bytes", type, np.array(["text"]), (1, object())])
def test_what_cannot_be_written_is_refused_in_words(value):
    with pytest.raises(EncodingError, match="cannot be written"):
        encode(value)


def test_a_class_of_the_same_name_is_no_known_class():
    other = dataclasses.make_dataclass("Pot", ["size"])
    with pytest.raises(EncodingError, match="Pot Pot.* cannot be written"):
        encode(other(1.0))
    with pytest.raises(ValueError, match="there is a class 'Pot' to be written already"):
        encodable(other)


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ({"a": 1}, "means nothing here; an object has its class under"),
        ({"$": 3}, "means nothing here"),
        ({"$": "os.system", "command": "x"}, "there is no class 'os.system' to be read"),
        ({"$": "Pot"}, "Pot cannot be read: .*size"),
        ({"$": "Pot", "size": "large"}, "size of Pot cannot be str 'large'"),
        ({"$": "Pot", "size": 1.0, "holes": [1, 0.5]}, r"holes of Pot cannot be tuple \(1, 0.5\)"),
        ({"$": "Pot", "size": 1.0, "lid": {"$": "Color", "name": "RED"}}, "lid of Pot cannot be Color"),
        ({"$": "Pot", "size": 1.0, "handle": 2}, "Pot has no 'handle'; is this file of a newer version"),
        ({"$": "Color", "name": "GREEN"}, "Color cannot be read"),
        ({"$": "Color"}, "Color cannot be read"),
        ({"$": "Box", "width": -1.0}, "Box cannot be read: width must be > 0, got -1.0"),
        ({"$": "Box", "depth": 1.0}, "Box cannot be read"),
        ({"$": "float", "value": "1e9"}, "float cannot be read"),
        ({"$": "array", "type": "object", "shape": [1], "data": ""}, "there is no array of 'object'"),
        ({"$": "array", "type": "int32", "shape": [2], "data": "AAAA"}, "array cannot be read"),
        ({"$": "array", "type": "int32", "shape": [1], "data": "%%%"}, "array cannot be read"),
        ({"$": "dict", "items": [[[], 1, 2]]}, "dict cannot be read"),
        ({"$": "dict", "items": 3}, "dict cannot be read"),
    ],
)
def test_what_means_nothing_is_refused_in_words(data, words):
    with pytest.raises(EncodingError, match=words):
        decode(data)


@pytest.mark.parametrize(
    ("value", "hint", "answer"),
    [
        (1, int, True), (True, int, False), (1.5, int, False), (1, float, True), (True, float, False), ("a", str, True),
        (None, float | None, True), ("x", float | str | None, True), ((1, 2), float | None, False),
        ((1.0, 2.0), tuple[float, float], True), ((1.0,), tuple[float, float], False),
        ([1.0], tuple[float, ...], False),
        ((1, "a"), tuple[int, str], True), ({}, dict[str, int], True), (Color.RED, Color, True), (1, Color, False),
        (True, bool, True), (1, bool, False), ((), tuple[int, ...], True),
    ],
)  # fmt: skip
def test_values_are_checked_against_annotations(value, hint, answer):
    assert fits(value, hint) is answer
