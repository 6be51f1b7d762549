"""The figure and what moves: lifts, plates, belts, crates, scales, pendulums, explosions. `dt` is the step [s]."""

import math

import pytest

from app.clock import FixedStepper
from physics import (
    BodyKind,
    Controller,
    JointHinge,
    JointSlider,
    ShapeBox,
    ShapeCylinder,
    ShapePlane,
    ShapeSphere,
    Vec3,
    World,
)
from play.controls import Controls
from play.figure.avatar import LEAP, Avatar

G = 9.81


@pytest.fixture(params=[1 / 60, 1 / 30], ids=["1/60", "1/30"])
def dt(request):
    return request.param


def level() -> World:
    world = World()
    world.add_body(kind=BodyKind.STATIC, shape=ShapePlane(), material="concrete", name="ground")
    return world


class Machine(Controller):
    """Gives a kinematic body a velocity that depends on time."""

    def __init__(self, world: World, body, velocity) -> None:
        self.body, self.rule = body, velocity
        world.add_controller(self)

    def before_step(self, world: World, dt: float) -> None:
        self.body.velocity = self.rule(world.step_count * dt)


def platform(world: World, position, velocity, half=(1.5, 0.1, 1.5)):
    body = world.add_body(kind=BodyKind.KINEMATIC, shape=ShapeBox(half), position=position)
    Machine(world, body, velocity)
    return body


def run(world: World, avatar: Avatar, seconds: float, dt: float, controls: Controls | None = None) -> None:
    if controls is not None:
        avatar.controls = controls
    for _ in range(round(seconds / dt)):
        world.step(dt)


def lift_velocity(time: float) -> tuple:
    """Up and down at 1.5 m/s, turning back at once every two seconds."""
    return (0.0, 1.5 if time % 4.0 < 2.0 else -1.5, 0.0)


def test_feet_stay_on_a_lift_that_turns_back_at_once(dt):
    world = World()
    lift = platform(world, (0.0, -0.1, 0.0), lift_velocity)
    avatar = Avatar(world, (0.3, 0.0, 0.2))
    run(world, avatar, 0.5, dt)
    worst = 0.0
    for _ in range(round(8.0 / dt)):
        world.step(dt)
        worst = max(worst, abs(avatar.feet.y - lift.position.y - 0.1))
        assert avatar.standing
    assert worst < 0.025
    assert (avatar.feet - lift.position - (0.3, 0.1, 0.2)).length < 0.01


@pytest.mark.parametrize("going", ["up", "down"])
def test_jump_on_a_lift_is_as_high_over_the_moving_plate_as_on_the_ground(dt, going):
    """It keeps the velocity of the plate: relative to that it rises v^2 / 2g."""
    world = World()
    speed = 1.5 if going == "up" else -1.5
    lift = platform(world, (0.0, -0.1, 0.0), lambda time: (0.0, speed, 0.0))
    avatar = Avatar(world, (0.0, 0.0, 0.0))
    run(world, avatar, 1.0, dt, Controls(jump=True))
    avatar.controls = Controls()
    heights = []
    for _ in range(round(1.5 / dt)):
        world.step(dt)
        heights.append(avatar.feet.y - lift.position.y - 0.1)
    assert max(heights) == pytest.approx(LEAP, rel=0.03)
    assert avatar.standing and heights[-1] == pytest.approx(0.0, abs=0.02)


def test_it_keeps_its_place_on_a_plate_that_turns(dt):
    world = World()
    plate = world.add_body(
        kind=BodyKind.KINEMATIC,
        shape=ShapeCylinder(3.0, 0.1),
        position=(0.0, -0.1, 0.0),
        angular_velocity=(0.0, 1.2, 0.0),
    )
    avatar = Avatar(world, (2.0, 0.0, 0.0))
    run(world, avatar, 1.0, dt)
    radius, angle = math.hypot(avatar.feet.x, avatar.feet.z), math.atan2(-avatar.feet.z, avatar.feet.x)
    run(world, avatar, 6.0, dt)
    after = math.atan2(-avatar.feet.z, avatar.feet.x)
    assert math.hypot(avatar.feet.x, avatar.feet.z) == pytest.approx(radius, abs=0.02)
    assert math.remainder(after - angle - 1.2 * 6.0, 2.0 * math.pi) == pytest.approx(0.0, abs=0.02)
    assert plate.angular_velocity.y == pytest.approx(1.2)


def test_it_rides_a_diagonal_platform_and_leaves_it_with_its_velocity(dt):
    world = level()
    platform(world, (0.0, 2.0, 0.0), lambda time: (1.5 * math.sin(time), -0.8 * math.sin(time), 1.0 * math.sin(time)))
    avatar = Avatar(world, (0.0, 2.1, 0.0))
    plate = world.bodies[1]
    for _ in range(round(4.0 / dt)):
        world.step(dt)
        assert (avatar.feet - plate.position - (0.0, 0.1, 0.0)).length < 0.03
    run(world, avatar, dt, dt, Controls(jump=True))
    moving = plate.velocity
    run(world, avatar, 3 * dt, dt, Controls())
    assert avatar.velocity.x == pytest.approx(moving.x, abs=0.1)
    assert avatar.velocity.z == pytest.approx(moving.z, abs=0.1)


def test_conveyor_carries_it_and_it_walks_over_it(dt):
    world = World()
    world.add_body(
        kind=BodyKind.STATIC,
        shape=ShapeBox((20.0, 0.5, 20.0)),
        position=(0.0, -0.5, 0.0),
        surface_velocity=(2.0, 0.0, 0.0),
    )
    avatar = Avatar(world, (0.0, 0.0, 0.0))
    run(world, avatar, 1.0, dt)
    assert avatar.velocity.x == pytest.approx(2.0, abs=0.02)
    run(world, avatar, 1.0, dt, Controls(right=1.0))
    assert avatar.velocity.x == pytest.approx(6.0, abs=0.05)


def crate(world: World, mass: float, half: float = 0.45):
    return world.add_body(shape=ShapeBox((half,) * 3), position=(0.0, half, -1.5), mass=mass, material="wood")


def test_crate_of_50_kg_is_pushed_and_block_of_a_ton_is_not(dt):
    moved = []
    for mass in (50.0, 1000.0):
        world = level()
        box = crate(world, mass)
        avatar = Avatar(world, (0.0, 0.0, 0.0))
        run(world, avatar, 3.0, dt, Controls(forward=1.0))
        moved.append(-1.5 - box.position.z)
        assert not avatar.fallen
    assert moved[0] > 1.5
    assert abs(moved[1]) < 0.02


def test_force_of_its_push_is_bounded(dt):
    """Against a wall on a spring: what the spring holds is the push, 300 to 500 N."""
    world = level()
    wall = world.add_body(shape=ShapeBox((1.0, 1.0, 0.1)), position=(0.0, 1.1, -1.0), mass=100.0, gravity_scale=0.0)
    slider = JointSlider(None, wall, anchor=wall.position, axis=(0.0, 0.0, -1.0))
    world.add_joint(slider)
    slider.set_spring(stiffness=2000.0, damping=600.0)
    avatar = Avatar(world, (0.0, 0.0, 0.0))
    run(world, avatar, 4.0, dt, Controls(forward=1.0, run=True))
    assert 300.0 < 2000.0 * abs(slider.position) < 500.0


def test_scale_shows_its_weight(dt):
    """A plate of 20 kg on a spring sinks by m g / k more when it stands on it."""
    world = level()
    plate = world.add_body(shape=ShapeBox((1.0, 0.05, 1.0)), position=(0.0, 1.0, 0.0), mass=20.0)
    slider = JointSlider(None, plate, anchor=plate.position, axis=(0.0, 1.0, 0.0))
    world.add_joint(slider)
    slider.set_spring(stiffness=20000.0, damping=2000.0)
    run_alone = round(2.0 / dt)
    for _ in range(run_alone):
        world.step(dt)
    before = slider.position
    avatar = Avatar(world, (0.0, 1.06, 0.0))
    run(world, avatar, 3.0, dt)
    assert 20000.0 * (before - slider.position) == pytest.approx(80.0 * G, rel=0.01)


def test_seesaw_goes_down_below_its_weight(dt):
    world = level()
    plank = world.add_body(shape=ShapeBox((0.5, 0.05, 2.5)), position=(0.0, 0.5, 0.0), mass=40.0, material="wood")
    world.add_joint(JointHinge(None, plank, anchor=(0.0, 0.5, 0.0), axis=(1.0, 0.0, 0.0), limits=(-0.2, 0.2)))
    avatar = Avatar(world, (0.0, 0.56, -2.0))
    run(world, avatar, 2.0, dt)
    assert plank.orientation[0] < -0.08
    run(world, avatar, 2.0, dt, Controls(forward=-1.0))
    assert plank.orientation[0] > 0.08 or avatar.feet.z > 2.6
    assert not avatar.fallen


def swing_ball(world: World, avatar: Avatar, speed: float, mass: float = 60.0):
    return world.add_body(
        shape=ShapeSphere(0.3), position=avatar.feet + (-1.5, 1.2, 0.0), velocity=(speed, 0.0, 0.0), mass=mass
    )


def test_heavy_blow_throws_it_over_and_it_gets_up_within_three_seconds(dt):
    world = level()
    avatar = Avatar(world, (0.0, 0.0, 0.0))
    run(world, avatar, 0.5, dt)
    ball = swing_ball(world, avatar, 8.0)
    leaned, fallen = 1.0, False
    for step in range(round(1.2 / dt)):
        world.step(dt)
        if step == round(0.5 / dt):
            world.remove_body(ball)
        fallen |= avatar.fallen
        leaned = min(leaned, 1.0 - 2.0 * (avatar.torso.orientation[0] ** 2 + avatar.torso.orientation[2] ** 2))
    assert fallen and leaned < 0.5
    run(world, avatar, 2.3, dt)
    assert avatar.standing and avatar.feet.y == pytest.approx(0.0, abs=0.03)
    run(world, avatar, 0.5, dt)
    assert not avatar.crouching


def test_light_blow_does_not_throw_it_over(dt):
    world = level()
    avatar = Avatar(world, (0.0, 0.0, 0.0))
    run(world, avatar, 0.5, dt)
    swing_ball(world, avatar, 5.0, mass=5.0)
    for _ in range(round(1.0 / dt)):
        world.step(dt)
        assert not avatar.fallen


def test_explosion_throws_it_and_it_gets_up(dt):
    world = level()
    avatar = Avatar(world, (0.0, 0.0, 0.0))
    run(world, avatar, 0.5, dt)
    world.explode((1.0, 0.3, 0.0), impulse=900.0, radius=5.0)
    world.step(dt)
    assert avatar.fallen
    run(world, avatar, 1.0, dt)
    assert avatar.feet.x < -0.5
    run(world, avatar, 4.0, dt)
    assert avatar.standing and not avatar.fallen


def test_running_into_a_wall_does_not_throw_it_over(dt):
    world = level()
    world.add_body(kind=BodyKind.STATIC, shape=ShapeBox((5.0, 2.0, 0.2)), position=(0.0, 2.0, -4.0))
    avatar = Avatar(world, (0.0, 0.0, 0.0))
    avatar.controls = Controls(forward=1.0, run=True)
    for _ in range(round(2.0 / dt)):
        world.step(dt)
        assert not avatar.fallen
    assert avatar.feet.z == pytest.approx(-3.54, abs=0.03)  # its shins stop a little before its body would


def test_it_braces_for_a_push_that_it_expects():
    world = level()
    avatar = Avatar(world, (0.0, 0.0, 0.0))
    avatar.brace()
    avatar.torso.apply_impulse((0.0, 0.0, 400.0))
    run(world, avatar, 0.2, 1 / 60)
    assert not avatar.fallen


# ---- Repeating ---------------------------------------------------------------------------------------------------


def busy() -> tuple[World, Avatar]:
    world = level()
    crate(world, 50.0)
    platform(world, (3.0, 0.1, 0.0), lift_velocity)
    return world, Avatar(world, (0.0, 0.0, 0.0))


def script(step: int) -> Controls:
    """Walk, jump, crouch, turn: by number of the step."""
    return Controls(
        forward=1.0 if step % 90 < 60 else -1.0, right=0.5 if step % 50 < 25 else 0.0, yaw=0.02 * step,
        jump=step % 70 > 40, crouch=step % 110 > 95, run=step % 200 > 100,
    )  # fmt: skip


def test_past_repeats_after_load():
    world, avatar = busy()
    hashes, states, fell = [], {}, False
    for step in range(240):
        if step in (100, 170):
            states[step] = world.save_state()
        if step == 130:
            world.explode(avatar.feet + (0.8, 0.3, 0.0), impulse=900.0, radius=5.0)
        avatar.controls = script(step)
        world.step(1 / 60)
        hashes.append(world.state_hash())
        fell |= avatar.fallen
    assert fell
    world.load_state(states[170])
    for step in range(170, 240):
        avatar.controls = script(step)
        world.step(1 / 60)
        assert world.state_hash() == hashes[step]
    world.load_state(states[100])
    assert avatar.torso.alive


def test_leaving_and_coming_back_repeats_after_load():
    world, avatar = busy()
    run(world, avatar, 0.3, 1 / 60, Controls(forward=1.0, crouch=True))
    state, before = world.save_state(), world.state_hash()

    def away() -> int:
        avatar.leave(world)
        assert not avatar.present and avatar.bodies == () and avatar.hand is None
        run(world, avatar, 0.2, 1 / 60, Controls())
        avatar.put(world, Vec3(2.0, 0.0, 5.0), 1.0)
        run(world, avatar, 0.5, 1 / 60)
        assert (avatar.feet - (2.0, 0.0, 5.0)).length < 0.01
        return world.state_hash()

    first = away()
    world.load_state(state)
    assert world.state_hash() == before
    assert avatar.present and avatar.crouching
    assert away() == first


def test_frames_per_second_make_no_difference():
    """Same controls by time: 30, 60 and 144 frames a second give the same bits."""
    hashes = set()
    for rate in (30, 60, 144):
        world, avatar = busy()
        stepper = FixedStepper()
        for _ in range(3 * rate):
            for _ in range(stepper.advance(1.0 / rate)[0]):
                if world.step_count < 150:
                    avatar.controls = script(world.step_count)
                    world.step(1 / 60)
        assert world.step_count == 150
        hashes.add(world.state_hash())
    assert len(hashes) == 1
