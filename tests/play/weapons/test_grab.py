import pytest

from physics import ShapeBox, Vec3
from physics.vector import rotate
from play.controls import WEAPON_NONE
from play.weapons.grab import LIFT_MAX, REACH
from tests.play.weapons.shooting import Range


def grab_range(place=(0.0, 1.68, -5.0), half=0.3, **options):
    """A grab tool in the hand, and a crate that floats before the eyes until it is grabbed."""
    range_ = Range(weapon=4)
    crate = range_.crate(place, half=half, gravity_scale=0.0, **options)
    range_.run(1, fire=True)
    crate.gravity_scale = 1.0
    return range_, crate


def test_it_takes_what_the_player_aims_at_and_carries_it():
    range_, crate = grab_range()
    assert range_.arsenal.weapon.grabbed is crate and len(range_.cues("grab")) <= 1
    range_.run(120, fire=True)
    assert range_.cues("grab")[0].what == "crate"
    assert crate.position == pytest.approx((0.0, 1.68, -5.0), abs=0.1)
    start, end = range_.arsenal.beam
    assert (start - range_.arsenal.weapon.muzzle_place).length == 0.0 and end.z == pytest.approx(-4.7, abs=0.1)


def test_it_follows_the_view_and_keeps_its_face_to_the_player():
    range_, crate = grab_range()
    for k in range(60):
        range_.run(1, fire=True, yaw=k / 60.0)
    range_.run(90, fire=True, yaw=1.0)
    direction = range_.game.controls.direction
    assert (crate.position - range_.avatar.eye - direction * 5.0).length < 0.25
    front = rotate(crate.orientation, (0.0, 0.0, -1.0))
    assert front.dot(direction) > 0.99


def test_the_wheel_moves_it_away_and_near_within_bounds():
    range_, crate = grab_range()
    range_.run(90, fire=True, reach=4.0)
    assert -crate.position.z == pytest.approx(4.7 * 1.12**4 + 0.3, abs=0.3)
    range_.run(120, fire=True, reach=-40.0)
    assert range_.arsenal.weapon.distance == pytest.approx(1.2)
    range_.run(1, fire=True, reach=400.0)
    assert range_.arsenal.weapon.distance <= REACH


def test_it_turns_what_it_carries():
    range_, crate = grab_range()
    range_.run(90, fire=True, spin=(0.8, 0.0))
    front = rotate(crate.orientation, (0.0, 0.0, -1.0))
    assert front.dot(Vec3(0.0, 0.0, -1.0)) == pytest.approx(0.6967, abs=0.03)  # cos(0.8)


def test_letting_go_throws_it_with_its_velocity():
    range_, crate = grab_range()
    range_.run(30, fire=True)
    for k in range(25):
        range_.run(1, fire=True, yaw=0.05 * k)
    speed = crate.velocity.length
    range_.run(1, yaw=1.25)
    assert range_.arsenal.weapon.grabbed is None
    assert speed > 3.0 and crate.velocity.length == pytest.approx(speed, rel=0.2)
    range_.run(1)
    assert len(range_.cues("drop")) == 1


def test_it_hangs_things_up_and_takes_them_down():
    range_, crate = grab_range()
    range_.run(20, fire=True).run(1, fire=True, fire_other=True)
    range_.run(120)
    assert crate.position == pytest.approx((0.0, 1.68, -5.0), abs=0.1) and range_.arsenal.weapon.grabbed is None
    assert len(range_.cues("hold")) == 1
    range_.run(1, fire_other=True).run(60)
    assert crate.position.y < 0.5 and range_.arsenal.weapon.hung == ()


def test_grabbing_what_hangs_frees_it():
    range_, crate = grab_range()
    range_.run(20, fire=True).run(1, fire=True, fire_other=True).run(30)
    range_.run(2, fire=True)
    assert range_.arsenal.weapon.grabbed is crate and range_.arsenal.weapon.hung == ()
    range_.run(90).run(1)
    assert crate.position.y < 0.5


def test_too_heavy_too_far_and_immovable_things_are_refused_in_words():
    range_ = Range(weapon=4)
    range_.crate((0.0, 1.6, -6.0), half=1.0, mass=LIFT_MAX + 300.0, gravity_scale=0.0)
    range_.run(1, fire=True).run(2)
    range_.run(1, fire=True, yaw=1.5, pitch=0.5).run(2)
    range_.wall(z=-3.0)
    range_.run(1, fire=True).run(2)
    range_.run(1, fire_other=True).run(2)
    texts = [cue.text for cue in range_.cues("trouble")]
    assert range_.arsenal.weapon.grabbed is None
    assert "weighs 800 kg" in texts[0] and "nothing to grab" in texts[1] and "cannot be moved" in texts[2]
    assert "Carry something" in texts[3]


def test_it_lifts_half_a_ton():
    range_, crate = grab_range(half=0.5, mass=LIFT_MAX)
    range_.run(150, fire=True)
    assert crate.position.y == pytest.approx(1.68, abs=0.2)


def test_a_wall_in_between_makes_it_let_go():
    range_, crate = grab_range()
    range_.wall(z=-2.5)
    range_.run(60, fire=True)
    assert range_.arsenal.weapon.grabbed is None and range_.cues("trouble")
    range_.run(60)
    assert crate.position.y < 0.5


def test_it_does_not_pull_through_a_wall():
    range_, crate = grab_range((0.0, 1.68, -5.0))
    range_.wall(z=-3.5, half=(3.0, 0.7, 0.1))  # low: it sees over it
    range_.run(60, fire=True, reach=-10.0, pitch=-0.35)
    assert crate.position.z < -3.5


def test_nobody_flies_on_what_he_stands_on():
    range_ = Range(weapon=4)
    board = range_.world.add_body(shape=ShapeBox((1.5, 0.1, 1.5)), position=(0.0, 0.1, -0.5), mass=60.0, name="board")
    range_.avatar.put(range_.world, Vec3(0.0, 0.2, -0.5), 0.0)
    range_.run(60, pitch=-0.9)
    range_.run(2, fire=True, pitch=-0.9).run(60, fire=True, pitch=-0.2)
    assert range_.arsenal.weapon.grabbed is None and range_.avatar.feet.y < 0.5
    assert "You are standing on it" in range_.cues("trouble")[0].text and board.position.y < 0.2


def test_what_is_removed_while_it_is_carried_is_let_go():
    range_, crate = grab_range()
    range_.run(5, fire=True)
    range_.world.remove_body(crate)
    range_.run(5, fire=True)
    assert range_.arsenal.weapon.grabbed is None and range_.arsenal.beam is None


def test_putting_the_tool_away_lets_go_and_leaves_what_hangs():
    range_, crate = grab_range()
    other = range_.crate((2.0, 0.25, -3.0))
    range_.run(20, fire=True).run(1, fire=True, fire_other=True).run(5)
    range_.run(2, weapon=WEAPON_NONE).run(60)
    assert crate.position.y == pytest.approx(1.68, abs=0.1) and other.alive


def test_the_future_repeats_while_it_carries():
    range_, _ = grab_range()
    range_.world.add_body(shape=ShapeBox((0.5, 0.5, 0.5)), position=(1.5, 0.5, -5.0), density=200.0)
    range_.run(20, fire=True)
    state, ends = range_.world.save_state(), []
    for _ in range(2):
        range_.world.load_state(state)
        for k in range(40):
            range_.run(1, fire=k < 30, yaw=-0.02 * k, reach=0.1 * k, fire_other=k == 25)
        ends.append(range_.world.state_hash())
    assert ends[0] == ends[1]
