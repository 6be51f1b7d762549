"""Checks of the public API: clean values out, errors that say the rule, the value and the way out."""

import fractions
import math
import re

import numpy as np
import pytest
from hypothesis import given, strategies as st

from physics.checks import (
    bitmask,
    finite,
    flag,
    in_range,
    integer,
    non_negative,
    number,
    positive,
    quaternion,
    unit_vector,
    vector,
)

NO_NUMBERS = ["1", "", b"1", None, 1j, True, False, np.True_, [1.0], (1.0,), {}, object(), np.ones(3), np.array(1.0)]
NOT_FINITE = [math.nan, math.inf, -math.inf, np.float32("nan"), np.float64("inf"), 10**400, -(10**400), 10**5000]
NUMBER_CHECKS = [finite, positive, non_negative, lambda name, value: in_range(name, value, -1e300, 1e300)]


def shown(value: object) -> str:
    """Name of a case without an address, so that every process gives it the same one."""
    return re.sub(" at 0x[0-9a-f]+", "", repr(value))


@pytest.mark.parametrize("check", NUMBER_CHECKS)
@pytest.mark.parametrize("value", NO_NUMBERS, ids=shown)
def test_what_is_no_number_is_a_type_error(check, value):
    with pytest.raises(TypeError, match="mass must be a number, got"):
        check("mass", value)


@pytest.mark.parametrize("check", NUMBER_CHECKS)
@pytest.mark.parametrize("value", NOT_FINITE, ids=lambda value: str(type(value)))
def test_numbers_without_end_are_value_errors(check, value):
    with pytest.raises(ValueError, match="mass must"):
        check("mass", value)


@pytest.mark.parametrize(
    "value", [2, 2.0, np.float32(2), np.float64(2), np.int8(2), np.uint64(2), fractions.Fraction(2)]
)
def test_every_kind_of_number_becomes_a_plain_float(value):
    for check in [number, *NUMBER_CHECKS]:
        assert type(check("mass", value)) is float
        assert check("mass", value) == 2.0


def test_message_says_rule_value_unit_and_way_out():
    with pytest.raises(ValueError) as caught:
        positive("mass", -2.5, "kg", "use BodyKind.STATIC for a fixed body")
    assert str(caught.value) == "mass must be finite and > 0 kg, got -2.5; use BodyKind.STATIC for a fixed body"
    with pytest.raises(ValueError) as caught:
        in_range("restitution", 2, 0, 1)
    assert str(caught.value) == "restitution must be between 0 and 1, got 2"


def test_zero_is_not_positive_but_not_negative():
    assert non_negative("drag", 0) == 0.0
    with pytest.raises(ValueError, match="> 0"):
        positive("drag", 0.0)
    with pytest.raises(ValueError, match=">= 0"):
        non_negative("drag", -5e-324)


def test_range_includes_its_ends():
    assert in_range("x", 0, 0, 1) == 0.0
    assert in_range("x", 1, 0, 1) == 1.0
    with pytest.raises(ValueError):
        in_range("x", math.nextafter(1.0, 2.0), 0, 1)


def test_long_values_are_cut_in_messages():
    with pytest.raises(ValueError) as caught:
        vector("position", [1.0] * 100_000)
    assert len(str(caught.value)) < 200
    with pytest.raises(TypeError) as caught:
        finite("mass", np.zeros((50, 50)))
    assert len(str(caught.value)) < 200
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("value", [1.0, 1.5, "1", None, True, np.True_, 1j, [1], np.float32(1)], ids=shown)
def test_integer_takes_whole_numbers_only(value):
    with pytest.raises(TypeError, match="group must be a whole number"):
        integer("group", value, 0, 10)


def test_integer_takes_numpy_integers():
    assert type(integer("group", np.int32(3), 0, 10)) is int
    with pytest.raises(ValueError, match="between 0 and 10, got 11"):
        integer("group", np.int64(11), 0, 10)


def test_bitmask_has_32_bits():
    assert bitmask("mask", 0xFFFFFFFF) == 0xFFFFFFFF
    assert bitmask("mask", np.uint32(5)) == 5
    for value in (-1, 1 << 32, 10**5000):
        with pytest.raises(ValueError, match="use 0xFFFFFFFF"):
            bitmask("mask", value)


def test_flag_is_true_or_false():
    assert flag("bullet", True) is True
    assert flag("bullet", np.False_) is False
    for value in (1, 0, "no", None, np.array(True)):
        with pytest.raises(TypeError, match="bullet must be True or False"):
            flag("bullet", value)


@pytest.mark.parametrize(
    "value",
    [
        (1, 2.0, 3),
        [1.0, 2.0, 3.0],
        np.array([1, 2, 3]),
        np.array([1, 2, 3], np.float32),
        tuple(np.arange(1, 4)),
        range(1, 4),
    ],
)
def test_vector_returns_three_plain_floats(value):
    result = vector("position", value)
    assert result == (1.0, 2.0, 3.0)
    assert [type(part) for part in result] == [float] * 3


@pytest.mark.parametrize(
    "value",
    [(), (1.0, 2.0), (1.0,) * 4, np.zeros(2), np.zeros((3, 3)), np.zeros((3, 1)), np.zeros(0), np.array(1.0)],
    ids=shown,
)
def test_vector_of_another_length_is_a_value_error(value):
    with pytest.raises(ValueError, match="position must be 3 numbers"):
        vector("position", value)


@pytest.mark.parametrize(
    "value",
    [
        *["abc", b"abc", bytearray(3), None, 1.0, {1, 2, 3}, {1: 1, 2: 2, 3: 3}, iter((1, 2, 3)), object()],
        *[("1", 2, 3), (None, 0, 0), (1j, 0, 0), (True, 0, 0), ((1,), (2,), (3,)), [[1, 2, 3]] * 3, (np.zeros(3),) * 3],
        *[np.array(["a", "b", "c"]), np.array([1j, 0, 0]), np.array([True] * 3), np.array([None] * 3)],
    ],
    ids=shown,
)
def test_vector_of_what_is_no_number_is_a_type_error(value):
    with pytest.raises(TypeError, match=r"position.* must be .*number"):
        vector("position", value)


@pytest.mark.parametrize("bad", NOT_FINITE, ids=lambda value: str(type(value)))
@pytest.mark.parametrize("place", [0, 1, 2])
def test_vector_is_finite(bad, place):
    value = [0.0, 0.0, 0.0]
    value[place] = bad
    with pytest.raises(ValueError, match="position"):
        vector("position", value)


def test_vector_within_limit():
    assert vector("position", (5, -5, 0), limit=5) == (5.0, -5.0, 0.0)
    with pytest.raises(ValueError, match=r"position must be 3 numbers between -5 and 5 m, got \(5.1, 0, 0\)"):
        vector("position", (5.1, 0, 0), limit=5, unit="m")


components = st.floats(allow_nan=False, allow_infinity=False)


@given(st.tuples(components, components, components))
def test_unit_vector_has_length_one_and_the_same_direction(value):
    if math.hypot(*value) < 1e-9:
        with pytest.raises(ValueError, match="normal must not be zero"):
            unit_vector("normal", value)
        return
    result = unit_vector("normal", value)
    assert math.hypot(*result) == pytest.approx(1.0, abs=2e-15)
    largest = max(map(abs, value))
    length = math.hypot(*(part / largest for part in value))
    assert result == pytest.approx([part / largest / length for part in value], abs=1e-15)
    assert unit_vector("normal", result) == result


@given(st.tuples(components, components, components, components))
def test_quaternion_has_length_one_and_normalizing_again_changes_nothing(value):
    if math.hypot(*value) < 1e-9:
        with pytest.raises(ValueError, match="orientation must not be zero"):
            quaternion("orientation", value)
        return
    result = quaternion("orientation", value)
    assert math.hypot(*result) == pytest.approx(1.0, abs=2e-15)
    assert quaternion("orientation", result) == result


@pytest.mark.parametrize("bad", [math.nan, math.inf, -math.inf])
@pytest.mark.parametrize("place", [0, 1, 2, 3])
@pytest.mark.parametrize("rest", [0.0, 1.0, 1e200])
def test_quaternion_is_finite(bad, place, rest):
    value = [rest] * 4
    value[place] = bad
    with pytest.raises(ValueError, match=r"orientation must be 4 finite numbers .*; no rotation is \(0, 0, 0, 1\)"):
        quaternion("orientation", value)


def test_quaternion_refuses_vectors_and_text():
    assert quaternion("orientation", np.array([0, 0, 0, 2], np.float32)) == (0.0, 0.0, 0.0, 1.0)
    with pytest.raises(ValueError, match="must be 4 numbers, got 3"):
        quaternion("orientation", (0, 0, 1))
    with pytest.raises(TypeError):
        quaternion("orientation", "abcd")
    with pytest.raises(TypeError):
        quaternion("orientation", (0, 0, True, 1))


@pytest.mark.parametrize("value", [*NO_NUMBERS[:-2], np.ones((3, 3)), np.array(1.0)], ids=shown)
def test_nothing_escapes_as_another_error(value):
    """Whatever comes in, only TypeError and ValueError come out, and their message names the argument."""
    for check in (vector, unit_vector, quaternion, bitmask, lambda name, value: integer(name, value, 0, 9)):
        with pytest.raises((TypeError, ValueError), match="thing"):
            check("thing", value)
