"""The figure on its feet: walking, stairs, slopes, jumps, crouching, walls. `dt` is the step [s]."""

import math

import pytest

from physics import BodyKind, ShapeBox, ShapePlane, ShapeSphere, Vec3, World
from play.controls import Controls
from play.figure.avatar import CHARGE, HOP, LEAP, RUN, WALK, Avatar

G = 9.81


@pytest.fixture(params=[1 / 60, 1 / 30], ids=["1/60", "1/30"])
def dt(request):
    return request.param


def level() -> World:
    world = World()
    world.add_body(kind=BodyKind.STATIC, shape=ShapePlane(), material="concrete", name="ground")
    return world


def block(world: World, half, position, degrees: float = 0.0, kind=BodyKind.STATIC, **options):
    """A box, turned about +X: > 0 rises toward -Z."""
    half_angle = 0.5 * math.radians(degrees)
    turn = (math.sin(half_angle), 0.0, 0.0, math.cos(half_angle))
    return world.add_body(kind=kind, shape=ShapeBox(half), position=position, orientation=turn, **options)


def run(world: World, avatar: Avatar, seconds: float, dt: float, controls: Controls | None = None) -> list:
    """Steps with the same controls; feet and velocity after each."""
    if controls is not None:
        avatar.controls = controls
    seen = []
    for _ in range(round(seconds / dt)):
        world.step(dt)
        seen.append((avatar.feet, avatar.velocity))
    return seen


def test_it_stands_where_it_was_put(dt):
    world = level()
    avatar = Avatar(world, (1.0, 0.0, 2.0), yaw=0.7)
    run(world, avatar, 2.0, dt)
    assert (avatar.feet - (1.0, 0.0, 2.0)).length < 0.01  # it leans a little against the weight of its arm
    assert avatar.velocity.length < 1e-3
    assert avatar.standing and not avatar.fallen


@pytest.mark.parametrize(("pressed", "speed"), [({}, WALK), ({"run": True}, RUN)])
def test_it_walks_and_runs_at_its_speeds_and_stops(dt, pressed, speed):
    world = level()
    avatar = Avatar(world, (0.0, 0.0, 0.0))
    seen = run(world, avatar, 1.0, dt, Controls(forward=1.0, yaw=0.5, **pressed))
    velocity = seen[-1][1]
    assert velocity.length == pytest.approx(speed, rel=0.01)
    assert math.atan2(-velocity.x, -velocity.z) == pytest.approx(0.5, abs=0.01)
    run(world, avatar, 0.5, dt, Controls(yaw=0.5))
    assert avatar.velocity.length < 0.02


def test_body_turns_after_the_view_the_shorter_way(dt):
    world = level()
    avatar = Avatar(world, (0.0, 0.0, 0.0), yaw=3.0)
    seen = []
    avatar.controls = Controls(yaw=-3.0)
    for _ in range(round(0.7 / dt)):
        world.step(dt)
        x, y, z, w = avatar.torso.orientation
        seen.append(math.remainder(2.0 * math.atan2(y, w), 2.0 * math.pi))
    assert abs(math.remainder(seen[-1] + 3.0, 2.0 * math.pi)) < 0.03
    assert min(map(abs, seen)) > 2.9


@pytest.mark.parametrize("rise", [0.15, 0.2, 0.25, 0.3, 0.35])
def test_stairs_are_climbed_and_descended_without_hops(dt, rise):
    """Feet follow the line of the treads: never far above it, and the body never faster than the stairs are steep."""
    world = level()
    count, tread = 5, 0.35
    for k in range(count):
        block(world, (1.0, 0.5 * rise, 10.0), (0.0, rise * (k + 0.5), -1.0 - k * tread - 10.0))
    avatar = Avatar(world, (0.0, 0.0, 0.0))
    seen = run(world, avatar, 2.0, dt, Controls(forward=1.0))
    top = count * rise
    assert avatar.feet.z < -1.0 - count * tread - 0.5
    assert avatar.feet.y == pytest.approx(top, abs=0.01)
    assert max(feet.y for feet, _ in seen) < top + 0.03
    assert max(velocity.y for _, velocity in seen) < 1.5 * WALK * rise / tread + 0.5
    avatar.controls = Controls(forward=-1.0)
    for _ in range(round(3.0 / dt)):
        world.step(dt)
        reached = min(count, max(0, math.floor((-0.8 - avatar.feet.z) / tread) + 1))  # soles are 0.2 m in radius
        assert avatar.standing, "it lost the ground on the way down"
        assert avatar.feet.y < rise * (reached + 1) + 0.07
        assert avatar.velocity.y < 0.5
    assert avatar.feet.y == pytest.approx(0.0, abs=0.01)
    assert not any(cue.kind == "land" for cue in avatar.cues)


@pytest.mark.parametrize("degrees", [10, 20, 30, 40, 45, 49])
def test_slopes_up_to_49_degrees_hold_and_are_climbed(dt, degrees):
    world = level()
    angle = math.radians(degrees)
    block(world, (3.0, 1.0, 20.0), (0.0, -math.cos(angle), -1.0 - math.sin(angle)), degrees)
    avatar = Avatar(world, (0.0, 0.0, 0.5))
    run(world, avatar, 2.0, dt, Controls(forward=1.0))
    assert avatar.feet.y > 4.0 * math.sin(angle)
    run(world, avatar, 0.5, dt, Controls())
    before = avatar.feet
    run(world, avatar, 1.0, dt)
    assert (avatar.feet - before).length < 0.01
    run(world, avatar, 1.0, dt, Controls(forward=-1.0))
    assert avatar.standing and not any(cue.kind == "land" for cue in avatar.cues)


@pytest.mark.parametrize("degrees", [55, 60])
def test_steeper_slopes_are_slid_off_and_not_climbed(dt, degrees):
    world = level()
    angle = math.radians(degrees)
    block(world, (3.0, 1.0, 20.0), (0.0, -math.cos(angle), -1.0 - math.sin(angle)), degrees)
    avatar = Avatar(world, (0.0, 0.0, 0.5))
    seen = run(world, avatar, 3.0, dt, Controls(forward=1.0, run=True))
    assert max(feet.y for feet, _ in seen) < 1.0, "its speed alone could bring it up v^2 / 2g = 2.5 m"
    along = 5.0
    place = Vec3(0.0, along * math.sin(angle) + 0.05, -1.0 - along * math.cos(angle))
    avatar.put(world, place, 0.0)
    run(world, avatar, 1.0, dt, Controls())
    assert avatar.feet.y < place.y - 1.0
    run(world, avatar, 2.0, dt)
    assert avatar.feet.y == pytest.approx(0.0, abs=0.02)


@pytest.mark.parametrize("hold", [0.0, 0.3, 1.0])
def test_jump_is_as_high_as_space_was_held_long(dt, hold):
    """v = sqrt(2 g h) at the start; semi-implicit substeps of dt / 4 lose v dt / 8 at the top."""
    world = level()
    avatar = Avatar(world, (0.0, 0.0, 0.0))
    run(world, avatar, 0.5, dt)
    held = max(1, round(hold / dt))
    run(world, avatar, held * dt, dt, Controls(jump=True))
    assert avatar.jump_charge == pytest.approx(min(1.0, held * dt / CHARGE))
    height = HOP + (LEAP - HOP) * min(1.0, held * dt / CHARGE)
    seen = run(world, avatar, 1.5, dt, Controls())
    loss = math.sqrt(2.0 * G * height) * dt / 8.0
    assert max(feet.y for feet, _ in seen) == pytest.approx(height - loss, abs=0.004)
    assert avatar.standing and avatar.feet.y == pytest.approx(0.0, abs=0.01)
    assert avatar.jump_charge == 0.0


def test_it_cannot_jump_in_the_air_but_just_after_an_edge(dt):
    world = World()
    block(world, (2.0, 1.0, 2.0), (0.0, -1.0, 0.0))
    avatar = Avatar(world, (0.0, 0.0, -1.5))
    avatar.controls = Controls(forward=1.0, jump=True)
    while avatar.standing:
        world.step(dt)
    world.step(dt)
    seen = run(world, avatar, 0.3, dt, Controls(forward=1.0))
    assert max(velocity.y for _, velocity in seen) > 2.0, "no jump just after the edge"
    run(world, avatar, 0.3, dt, Controls(jump=True))
    before = avatar.velocity.y
    seen = run(world, avatar, 0.3, dt, Controls())
    assert max(velocity.y for _, velocity in seen) < before


@pytest.mark.parametrize(("pressed", "speed"), [({}, WALK), ({"run": True}, RUN)])
def test_jump_over_a_gap_has_the_predicted_range(dt, pressed, speed):
    """From ground to ground at the same height it is v t with t = 2 v0 / g."""
    world = level()
    avatar = Avatar(world, (0.0, 0.0, 0.0))
    run(world, avatar, 1.0, dt, Controls(forward=1.0, jump=True, **pressed))
    avatar.controls = Controls(forward=1.0, **pressed)
    start = avatar.feet
    avatar.cues.clear()
    landed = None
    while landed is None:
        world.step(dt)
        landed = next((cue for cue in avatar.cues if cue.kind == "land"), None)
    predicted = speed * 2.0 * math.sqrt(2.0 * G * LEAP) / G
    assert start.z - landed.position.z == pytest.approx(predicted, rel=0.03, abs=speed * dt)


def test_control_in_the_air_is_half_of_that_on_the_ground(dt):
    speeds = []
    for jump in (False, True):
        world = level()
        avatar = Avatar(world, (0.0, 0.0, 0.0))
        run(world, avatar, 0.5, dt)
        if jump:
            run(world, avatar, 0.5, dt, Controls(jump=True))
            run(world, avatar, 2 * dt, dt, Controls())
        run(world, avatar, 4 / 30, dt, Controls(forward=1.0, run=True))
        speeds.append(-avatar.velocity.z)
    assert speeds[1] == pytest.approx(0.5 * speeds[0], rel=0.1)


def test_it_crouches_under_a_beam_and_stands_up_only_behind_it(dt):
    world = level()
    block(world, (2.0, 0.2, 1.5), (0.0, 1.4, -3.0))
    avatar = Avatar(world, (0.0, 0.0, 0.0))
    run(world, avatar, 1.0, dt, Controls(forward=1.0))
    assert avatar.feet.z > -1.5, "it walked through the beam"
    run(world, avatar, 1.5, dt, Controls(forward=1.0, crouch=True))
    assert -4.3 < avatar.feet.z < -1.8
    run(world, avatar, 0.5, dt, Controls())
    assert avatar.crouching and avatar.eye.y < 1.2
    run(world, avatar, 2.0, dt, Controls(forward=1.0))
    assert avatar.feet.z < -5.0 and not avatar.crouching
    assert avatar.eye.y == pytest.approx(1.68, abs=0.02)


def test_walls_do_not_hold_it(dt):
    """It falls along a wall that it pushes against as if there were none."""
    world = level()
    block(world, (5.0, 20.0, 0.5), (0.0, 0.0, -0.8))
    avatar = Avatar(world, (0.0, 10.0, 0.0))
    run(world, avatar, 1.0, dt, Controls(forward=1.0, run=True))
    assert avatar.feet.y == pytest.approx(10.0 - 0.5 * G, abs=0.35)


def test_it_falls_from_fifty_meters_and_not_through_the_floor(dt):
    world = World()
    block(world, (5.0, 0.05, 5.0), (0.0, -0.05, 0.0))
    avatar = Avatar(world, (0.0, 50.0, 0.0))
    seen = run(world, avatar, 8.0, dt)
    assert min(avatar_y.y for avatar_y, _ in seen) > -1.2
    assert avatar.torso.position.y > 0.2
    assert avatar.standing and avatar.feet.y == pytest.approx(0.0, abs=0.02)


def test_heavy_box_on_its_head_does_not_push_it_through_the_floor(dt):
    world = World()
    block(world, (5.0, 0.05, 5.0), (0.0, -0.05, 0.0))
    avatar = Avatar(world, (0.0, 0.0, 0.0))
    block(world, (0.5, 0.5, 0.5), (0.1, 5.0, 0.0), kind=BodyKind.DYNAMIC, mass=500.0)
    for _ in range(round(4.0 / dt)):
        world.step(dt)
        assert min(body.position.y for body in avatar.bodies) > -0.06, "squeezed by half a ton, a hand sinks in"
    assert avatar.standing, "it went limp, and found a place beside the box to get up"


def test_small_things_underfoot_do_not_launch_it(dt):
    world = level()
    for k in range(40):
        mass = (0.5, 3.0, 8.0, 15.0)[k % 4]
        world.add_body(shape=ShapeSphere(0.08), position=(0.3 * (k % 3) - 0.3, 0.08, -1.0 - 0.15 * k), mass=mass)
    avatar = Avatar(world, (0.0, 0.0, 0.0))
    seen = run(world, avatar, 2.5, dt, Controls(forward=1.0, run=True))
    assert max(velocity.y for _, velocity in seen) < 2.0
    assert max(feet.y for feet, _ in seen) < 0.4
    assert not avatar.fallen


@pytest.mark.parametrize(("before", "after", "falls"), [
    ((0.0, 0.0, 0.0), (0.0, 0.0, 4.0), True),  # a pendulum
    ((0.0, 0.0, -4.0), (0.0, 0.0, 4.6), True),  # the same, head-on
    ((0.0, 0.0, -6.7), (1.3, 0.8, 1.5), False),  # it ran against the head of a bed
    ((0.0, 0.0, -7.0), (0.0, 0.0, 0.0), False),  # and against a wall
])  # fmt: skip
def test_what_moves_throws_it_over_but_not_its_own_run_against_something(dt, before, after, falls):
    world = level()
    avatar = Avatar(world, (0.0, 0.0, 0.0))
    controls = Controls(forward=min(1.0, -before[2]), run=before[2] < -5.0)
    run(world, avatar, 1.5, dt, controls)
    avatar.torso.velocity = after
    world.step(dt)
    assert avatar.fallen == falls
