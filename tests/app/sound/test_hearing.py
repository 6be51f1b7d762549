import math

import pytest

from app.sound.hearing import FAR, NEAR, Ears
from physics.vector import about, rotation_of


@pytest.fixture
def ears():
    ears = Ears()
    ears.place((0.0, 2.0, 0.0), (0.0, 0.0, 0.0, 1.0))
    return ears


def power(ears, place, reach=1.0):
    return math.hypot(*ears.hear(place, reach))


def test_what_is_on_the_right_is_louder_in_the_right_ear(ears):
    left, right = ears.hear((5.0, 2.0, 0.0))
    assert right > 2.0 * left > 0.0
    left, right = ears.hear((-5.0, 2.0, 0.0))
    assert left > 2.0 * right > 0.0


def test_what_is_ahead_above_or_behind_is_in_the_middle(ears):
    for place in ((0.0, 2.0, -5.0), (0.0, 2.0, 5.0), (0.0, 9.0, 0.0), (0.0, 2.0, 0.0)):
        left, right = ears.hear(place)
        assert left == pytest.approx(right)


def test_the_sides_turn_with_the_head(ears):
    ears.place((0.0, 2.0, 0.0), rotation_of(math.pi / 2.0, 0.0))  # looks along -X: +X is behind, -Z to the right
    left, right = ears.hear((0.0, 2.0, -5.0))
    assert right > left
    ears.place((0.0, 2.0, 0.0), about((0.0, 0.0, 1.0), math.pi))  # upside down
    left, right = ears.hear((5.0, 2.0, 0.0))
    assert left > right


def test_loudness_is_inverse_to_the_distance(ears):
    assert power(ears, (0.0, 2.0, -20.0)) / power(ears, (0.0, 2.0, -10.0)) == pytest.approx(0.5)
    assert power(ears, (0.0, 2.0, -NEAR)) == pytest.approx(power(ears, (0.0, 2.0, -0.1))) == pytest.approx(1.0)


def test_nothing_is_heard_from_far_away_and_it_fades_before(ears):
    assert ears.hear((0.0, 2.0, -FAR)) == (0.0, 0.0) and ears.hear((math.nan, 0.0, 0.0)) == (0.0, 0.0)
    assert 0.0 < power(ears, (0.0, 2.0, -0.99 * FAR)) < 0.1 * NEAR / FAR
    assert power(ears, (0.0, 2.0, -0.8 * FAR), reach=4.0) > 3.0 * power(ears, (0.0, 2.0, -0.8 * FAR))


def test_power_does_not_depend_on_the_side(ears):
    assert power(ears, (8.0, 2.0, 0.0)) == pytest.approx(power(ears, (0.0, 2.0, 8.0)))


def test_sounds_of_the_head_have_no_side(ears):
    left, right = ears.hear(None)
    assert left == right and math.hypot(left, right) == pytest.approx(1.0)
