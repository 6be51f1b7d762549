import math

import pytest

from app.view.shake import LARGEST, Shake

DT = 1.0 / 60.0


def angles_of(shake, steps=120):
    found = []
    for _ in range(steps):
        shake.advance(DT)
        found.append(shake.angles)
    return found


def test_a_shake_is_small_and_soon_over():
    shake = Shake()
    shake.add(5.0)
    assert shake.strength == 1.0
    found = angles_of(shake)
    for most, angles in zip(LARGEST, zip(*found, strict=True), strict=True):
        assert 0.2 * most < max(map(abs, angles)) <= most
    assert found[-1] == (0.0, 0.0, 0.0) and shake.strength == 0.0


def test_a_weak_shake_is_much_weaker():
    weak, strong = Shake(), Shake()
    weak.add(0.3)
    strong.add(1.0)
    assert max(abs(a[0]) for a in angles_of(weak)) < 0.2 * max(abs(a[0]) for a in angles_of(strong))


def test_reduced_motion_holds_still():
    shake = Shake()
    shake.off = True
    shake.add(1.0)
    assert all(angles == (0.0, 0.0, 0.0) for angles in angles_of(shake, 20))


@pytest.mark.parametrize("strength", [math.nan, math.inf, -1.0, 0.0])
def test_nonsense_does_not_shake(strength):
    shake = Shake()
    shake.add(strength)
    assert shake.strength == 0.0


def test_nothing_jumps_between_two_frames():
    shake = Shake()
    shake.add(1.0)
    found = angles_of(shake)
    steps = [abs(a[0] - b[0]) for a, b in zip(found, found[1:], strict=False)]
    assert max(steps) < 1.2 * LARGEST[0]
