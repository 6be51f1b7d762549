import pytest

from physics.vector import direction_of
from play.controls import Controls


@pytest.mark.parametrize(("yaw", "pitch"), [(0.0, 0.0), (1.1, 0.0), (-2.0, 0.6)])
def test_the_view_goes_where_its_angles_point(yaw, pitch):
    assert Controls(yaw=yaw, pitch=pitch).direction == direction_of(yaw, pitch)


def test_a_press_is_an_edge_and_another_number_is_another_press():
    up, down = Controls(), Controls(enter=True)
    assert down.pressed_since(up, "enter")
    assert not down.pressed_since(down, "enter") and not up.pressed_since(down, "enter")
    assert Controls(weapon=2).pressed_since(Controls(weapon=1), "weapon")
    assert not Controls(weapon=2).pressed_since(Controls(weapon=2), "weapon")


def test_idle_hands_keep_the_view_and_what_is_summed_up():
    busy = Controls(
        forward=1.0, right=-1.0, yaw=0.3, pitch=0.2, distance=3.0, jump=True, fire=True, weapon=2, reach=4.0,
        spin=(0.1, 0.2), enter=True,
    )  # fmt: skip
    assert busy.idle() == Controls(yaw=0.3, pitch=0.2, distance=3.0, reach=4.0, spin=(0.1, 0.2))
