"""What knocks the figure over, how it lies, and how it gets up. `figure` means the walking one, `doll` the limp one."""

import math

import numpy as np
import pytest

from physics import BodyKind, ShapeBox, ShapePlane, ShapeSphere, Vec3, World
from play.controls import Controls
from play.figure import doll, skeleton
from play.figure.avatar import Avatar
from play.figure.avatar_fall import HARD_LANDING, LIE_LEAST, RISE
from tests.play.vehicles.carting import Yard
from tests.play.weapons.shooting import Range

STEP = 1.0 / 60.0
G = 9.81


def level():
    world = World()
    world.add_body(kind=BodyKind.STATIC, shape=ShapePlane(), material="concrete", name="ground")
    return world


def fixed(world, half, place):
    return world.add_body(kind=BodyKind.STATIC, shape=ShapeBox(half), position=place, material="concrete")


def hit(speed=(6.0, 1.0, 0.0), **standing):
    """A figure that something has just given another velocity [m/s], and its world."""
    world = level()
    avatar = Avatar(world, standing.get("place", (0.0, 0.0, 0.0)), standing.get("yaw", 0.0))
    for _ in range(20):
        world.step(STEP)
    avatar.torso.velocity = speed
    return world, avatar


def until(world, wanted, limit=900):
    """Step until something is true; the number of steps."""
    for count in range(limit):
        if wanted():
            return count
        world.step(STEP)
    raise AssertionError(f"not within {limit} steps")


# ---- Going limp -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("spin", [(0.0, 0.0, 0.0), (2.0, 0.0, -1.0), (0.0, 9.0, 0.0)])
@pytest.mark.parametrize("crouch", [False, True])
def test_momentum_is_kept_and_no_energy_made_when_it_goes_limp(spin, crouch):
    """m v of all bodies is the same to rounding; I w too, unless that took more energy than there is."""
    world = level()
    avatar = Avatar(world, (0.0, 0.0, 0.0), 0.7)
    avatar.controls = Controls(forward=1.0, crouch=crouch)
    for _ in range(40):
        world.step(STEP)
    avatar.torso.velocity, avatar.torso.angular_velocity = (5.0, 1.0, -2.0), spin
    before = doll.motion_of(avatar.bodies[:3])
    avatar.fall()
    after = doll.motion_of(avatar.bodies)
    assert after.momentum == pytest.approx(before.momentum, rel=1e-6)
    assert after.energy <= before.energy * (1.0 + 1e-6)
    assert sum(body.mass for body in avatar.bodies) == pytest.approx(avatar.mass)
    share = np.linalg.norm(after.spin) / max(np.linalg.norm(before.spin), 1e-9)
    assert after.spin == pytest.approx(before.spin * share, rel=1e-3, abs=0.02)
    assert share > 0.45 and (share == pytest.approx(1.0, abs=1e-3) or after.energy > 0.999 * before.energy)


def test_it_goes_limp_in_the_pose_that_is_drawn_with_closed_joints():
    world = level()
    avatar = Avatar(world, (0.0, 0.0, 0.0), 0.4)
    avatar.controls = Controls(forward=1.0, yaw=0.4, run=True)
    for _ in range(67):
        world.step(STEP)
    knees = [leg.position for leg in avatar.bodies[5:7]]  # origins of the drawn shins
    middle, turn = avatar.torso.position, avatar.torso.orientation
    avatar.fall()
    assert max(max(joint.error) for joint in avatar._doll.joints) < 1e-4
    numbers = skeleton.numbers()
    places = skeleton.places(skeleton.pose_of_bodies(avatar.bodies))
    for side, knee in zip(("right", "left"), knees, strict=True):
        assert (places[numbers[f"{side} lower leg"]][0] - knee).length < 0.02
    chest = avatar.bodies[skeleton.CHEST]
    assert (chest.position - middle).length < 0.2 and chest.look is skeleton.looks()[0]
    assert avatar.bodies[0].velocity.length > 5.0 and turn != chest.orientation


@pytest.mark.parametrize(("change", "falls"), [(2.6, False), (3.1, True)])
def test_a_change_of_velocity_that_no_step_can_catch_knocks_it_over(change, falls):
    """An inverted pendulum of 1 m that steps 0.9 m far is caught up to 0.9 sqrt(9.81 / 1) = 2.8 m/s."""
    world, avatar = hit((change, 0.0, 0.0))
    world.step(STEP)
    assert avatar.limp == avatar.fallen == falls


@pytest.mark.parametrize(("height", "falls"), [(3.0, False), (5.2, False), (6.0, True), (12.0, True)])
def test_a_landing_that_legs_cannot_stop_takes_them_away(height, falls):
    """v = sqrt(2 g h): legs that push 120 m/s^2 over 0.45 m stop 10.4 m/s, so 5.5 m."""
    world = level()
    avatar = Avatar(world, (0.0, height, 0.0))
    fell = False
    for _ in range(round(60 * (math.sqrt(2.0 * height / G) + 0.5))):
        world.step(STEP)
        fell |= avatar.limp
    assert fell == falls == (math.sqrt(2.0 * G * height) > HARD_LANDING)


def test_limbs_do_not_begin_within_a_wall_that_they_were_drawn_through():
    world = level()
    fixed(world, (2.0, 2.0, 0.1), (0.0, 2.0, -0.4))
    avatar = Avatar(world, (0.0, 0.0, 0.0))
    for _ in range(20):
        world.step(STEP)
    assert avatar.grip[0].z < -0.5, "the hand is drawn beyond the wall"
    avatar.fall()
    assert min(body.position.z for body in avatar.bodies) > -0.3
    for _ in range(60):
        world.step(STEP)
    assert min(body.position.z for body in avatar.bodies) > -0.3


# ---- Lying ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("speed", [(0.0, -30.0, 0.0), (20.0, -22.0, 5.0), (0.0, -12.0, -28.0)])
def test_it_never_goes_through_a_thin_floor_or_wall(speed):
    world = World()
    fixed(world, (60.0, 0.03, 60.0), (0.0, -0.03, 0.0))
    fixed(world, (60.0, 20.0, 0.03), (0.0, 20.0, -4.0))
    avatar = Avatar(world, (0.0, 2.5, 0.0))
    avatar.fall()
    for body in avatar.bodies:
        body.velocity = speed
    for _ in range(120):
        world.step(STEP)
        middles = [body.position for body in avatar.bodies if body.mask]
        assert min(place.y for place in middles) > 0.0 and min(place.z for place in middles) > -4.0


def test_lying_it_gains_no_energy():
    world, avatar = hit((8.0, 3.0, 2.0))
    world.step(STEP)

    def energy():
        return sum(body.kinetic_energy + body.mass * G * body.center_of_mass.y for body in avatar.bodies)

    before = most = energy()
    while avatar.limp:
        most = max(most, energy())
        world.step(STEP)
    assert most < before * 1.005


def test_it_rolls_down_stairs_and_gets_up_at_their_foot_or_on_them():
    world = level()
    for k in range(10):
        fixed(world, (0.2, 0.1 * (k + 1), 2.0), (-0.4 * k - 0.2, 0.1 * (k + 1), 0.0))
    fixed(world, (3.0, 1.0, 2.0), (-7.0, 1.0, 0.0))
    avatar = Avatar(world, (-4.3, 2.0, 0.0))
    for _ in range(20):
        world.step(STEP)
    avatar.torso.velocity = (5.0, 1.0, 0.0)
    world.step(STEP)
    assert avatar.limp
    until(world, lambda: not avatar.fallen)
    assert avatar.standing and avatar.feet.x > -3.0 and avatar.feet.y < 1.5


# ---- Getting up -----------------------------------------------------------------------------------------------------


def test_it_stands_where_it_lay_a_few_seconds_after_the_hit():
    world, avatar = hit()
    world.step(STEP)
    lay = until(world, lambda: not avatar.limp)
    place = avatar._doll.hips.position
    rose = until(world, lambda: not avatar.fallen)
    assert rose == pytest.approx(RISE / STEP, abs=2) and 1.2 < lay * STEP < 4.0
    assert math.hypot(avatar.feet.x - place.x, avatar.feet.z - place.z) < 0.1
    for _ in range(30):
        world.step(STEP)
    assert avatar.standing and not avatar.crouching and len(avatar.bodies) == 7
    assert avatar.eye.y == pytest.approx(1.68, abs=0.02)


def test_every_limb_moves_evenly_while_it_gets_up_and_ends_as_it_is_drawn_for_the_walk():
    world, avatar = hit(yaw=2.0)
    until(world, lambda: avatar.fallen and not avatar.limp)
    fastest = 0.0
    bodies = avatar._doll.bodies
    before = [body.position for body in bodies]
    while avatar.fallen:
        last = [body.position for body in bodies]
        fastest = max(fastest, *((a - b).length / STEP for a, b in zip(before, last, strict=True)))
        before = last
        assert min(place.y for place in last) > 0.02, "a limb is below the ground"
        world.step(STEP)
    pose = skeleton.pose_of_figure(avatar._figure, short=False)
    gaps = [(a - b).length for a, (_, b) in zip(before, skeleton.places(pose), strict=True)]
    assert fastest < 6.0 and max(gaps) < 0.12


def test_the_player_gets_it_up_earlier_with_a_fresh_key_and_not_with_one_that_was_held():
    def lying(controls):
        world, avatar = hit((4.0, 0.0, 0.0))
        avatar.controls = controls(0)
        world.step(STEP)
        for count in range(600):
            avatar.controls = controls(count)
            world.step(STEP)
            if not avatar.limp:
                return count * STEP
        raise AssertionError

    alone = lying(lambda count: Controls())
    assert lying(lambda count: Controls(jump=count % 2 == 1)) < alone - 0.2
    assert lying(lambda count: Controls(forward=float(count % 2))) < alone - 0.2
    assert lying(lambda count: Controls(forward=1.0)) == pytest.approx(alone)
    assert alone > LIE_LEAST


@pytest.mark.parametrize("x", [0.0, 0.3, -0.3])
def test_it_does_not_get_up_within_a_wall_nor_behind_it(x):
    """It lies along a thin wall, below a low shelf: there is room beside that only, on its own side."""
    world = level()
    fixed(world, (3.0, 2.0, 0.03), (0.0, 2.0, -0.5))
    fixed(world, (3.0, 0.03, 0.35), (0.0, 0.8, -0.2))
    avatar = Avatar(world, (x, 0.0, 1.0))
    avatar.fall()
    for body in avatar.bodies:
        body.position = body.position + (0.0, 0.0, -1.0)
    turn = Vec3(1.0, 0.0, 0.0)
    for body in avatar.bodies:  # laid down
        away = body.position - avatar.feet
        body.place(avatar.feet + (away.y * turn.x, 0.25 + away.x, away.z), body.orientation)
    for _ in range(900):
        world.step(STEP)
        if not avatar.fallen:
            break
        assert world.overlap(doll.ROOM, avatar.torso.position + (0.0, 0.175, 0.0), mask=doll.ROOM_MASK) == [] or (
            avatar.limp
        )
    assert avatar.standing and avatar.feet.z > -0.25


def test_one_that_is_hit_while_it_gets_up_falls_again():
    world, avatar = hit()
    until(world, lambda: avatar.fallen and not avatar.limp)
    for _ in range(20):
        world.step(STEP)
    count = len(world.bodies)
    avatar.torso.velocity = (-5.0, 0.0, 0.0)
    world.step(STEP)
    assert avatar.limp and len(world.bodies) == count - 7 and avatar.velocity.x < -3.0
    until(world, lambda: not avatar.fallen)
    assert avatar.standing and len(world.bodies) == 8


# ---- Around it ------------------------------------------------------------------------------------------------------


def test_past_repeats_bit_for_bit_from_the_middle_of_it():
    world, avatar = hit((7.0, 3.0, 1.0))
    hashes, states = [], {}
    for count in range(360):
        if count in (2, 30, 100, 180, 230):
            states[count] = world.save_state()
        avatar.controls = Controls(jump=count % 50 == 49, yaw=0.01 * count)
        world.step(STEP)
        hashes.append((world.state_hash(), avatar.limp, avatar.fallen))
    assert {limp for _, limp, _ in hashes} == {True, False} and not hashes[-1][2]
    for start, state in states.items():
        world.load_state(state)
        for count in range(start, 360, 1):
            avatar.controls = Controls(jump=count % 50 == 49, yaw=0.01 * count)
            world.step(STEP)
            if count % 20 == 0 or count > 350:
                assert (world.state_hash(), avatar.limp, avatar.fallen) == hashes[count], f"from {start}, at {count}"


@pytest.mark.slow
@pytest.mark.parametrize("after", [10, 200])
def test_any_body_and_any_joint_of_it_can_be_taken_away(after):
    yard = Yard()
    avatar = yard.game.avatar
    avatar.torso.velocity = (6.0, 2.0, 0.0)
    yard.run(1)
    until(yard.world, lambda: avatar.limp)
    if after > 100:
        until(yard.world, lambda: not avatar.limp)
    yard.run(10)
    state = yard.world.save_state()
    assert avatar.fallen
    for number in [body.id for body in avatar.bodies]:
        yard.world.load_state(state)
        yard.world.remove_body(yard.world.body(number))
        yard.run(3)
        assert avatar.whole and avatar.standing and avatar.feet.length < 0.1
    for number in range(len(yard.world.joints)):
        yard.world.load_state(state)
        yard.world.remove_joint(yard.world.joints[number])
        yard.run(3)
        assert avatar.whole and avatar.standing


def test_while_it_lies_keys_do_nothing_but_get_it_up_and_that_is_told():
    yard = Yard((1.5, 0.0, 0.0))
    yard.game.avatar.fall()
    yard.press(enter=True)
    assert yard.game.driven == -1 and yard.game.avatar.limp and yard.game.advice is None
    yard.run(30)
    assert yard.game.advice == ("jump", "Get up")
    yard.press(jump=True)
    assert not yard.game.avatar.limp and yard.game.advice is None
    assert [cue.kind for cue in yard.told if cue.kind == "fall"] == ["fall"]


@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_the_weapon_stays_in_the_limp_hand_and_is_raised_again(number):
    range_ = Range(weapon=number)
    range_.avatar.torso.velocity = (6.0, 2.0, 0.0)
    range_.run(2)
    assert range_.avatar.limp
    for _ in range(260):
        range_.run(1)
        if range_.arsenal.held:
            weapon = range_.arsenal.weapon.held_body
            assert (weapon.position - range_.avatar.grip[0]).length < 0.35
            if range_.avatar.limp:
                assert weapon.position.y > 0.0 and weapon.mask != 0
    assert not range_.avatar.fallen and range_.arsenal.held == number and weapon.mask == 0
    assert weapon.position.y > 1.2


def test_a_car_at_speed_throws_it_and_it_gets_up_behind():
    world = level()
    avatar = Avatar(world, (0.0, 0.0, 0.0))
    fixed_speed = 12.0
    car = world.add_body(shape=ShapeBox((0.8, 0.5, 1.8)), position=(0.0, 0.6, 12.0), mass=1000.0, friction=0.2)
    ball = world.add_body(shape=ShapeSphere(0.2), position=(30.0, 0.2, 0.0))
    car.velocity = (0.0, 0.0, -fixed_speed)
    until(world, lambda: avatar.limp, 120)
    for _ in range(5):
        world.step(STEP)
    assert -1.3 * fixed_speed < avatar.velocity.z < -5.0
    until(world, lambda: not avatar.fallen)
    assert avatar.standing and ball.alive
