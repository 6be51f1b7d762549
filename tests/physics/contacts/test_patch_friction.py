"""Friction of a patch of points: sliding and spinning share one limit, and friction is opposed to the slip."""

import math

import pytest

from physics import BodyKind, ShapeBox, ShapeCylinder, ShapePlane, World

DT = 1.0 / 60.0
G = 9.81
MU = 0.5


def on_a_plane(shape, height, **options):
    """A body that lies on a plane, friction 0.5."""
    world = World(sleeping=False)
    world.add_body(kind=BodyKind.STATIC, shape=ShapePlane(), friction=MU)
    return world, world.add_body(shape=shape, position=(0, height, 0), friction=MU, **options)


def run(world, steps):
    for _ in range(steps):
        world.step(DT)


def yaw(body):
    x, y, z, w = body.orientation
    return 2.0 * math.atan2(y, w)


# ---- Belts -----------------------------------------------------------------------------------------------------------


def belts(first, second, friction=MU):
    """A cube on two belts along x, half of it on each."""
    world = World()
    for side, speed in ((-1, first), (1, second)):
        world.add_body(
            kind=BodyKind.STATIC, shape=ShapeBox((20, 0.5, 2)), position=(0, -0.5, 2 * side), friction=friction,
            surface_velocity=(speed, 0, 0),
        )  # fmt: skip
    return world, world.add_body(shape=ShapeBox((0.5, 0.5, 0.5)), position=(0, 0.5, 0), friction=friction)


@pytest.mark.parametrize("speed", [0.2, 1.0, -3.0])
def test_opposing_belts_turn_a_box(speed):
    """Each belt pulls its half, d = 0.25 m from the middle, and hinders its spin with the lever L of the corners.

    d (u - d w) = L^2 w: w = d u / (L^2 + d^2) = 2/3 u for L^2 = 5/16 m^2, less when it stands askew. It was 0.
    """
    world, box = belts(speed, -speed)
    spins = []
    for _ in range(150):
        world.step(DT)
        spins.append(box.angular_velocity.y)
    mean = sum(spins[-90:]) / 90
    assert 0.4 < -mean / speed < 0.75
    assert math.hypot(box.position.x, box.position.z) < 0.12, "it turns in place"


def test_belts_of_one_speed_carry_a_box_straight():
    world, box = belts(1.0, 1.0)
    run(world, 60)
    assert box.velocity.x == pytest.approx(1.0, abs=1e-3)
    assert abs(yaw(box)) < 0.005 and abs(box.position.z) < 1e-3


def test_a_box_on_a_turntable_turns_with_it():
    """It holds while w^2 r < mu g: 1.5^2 m/s^2 of 4.9."""
    world = World(sleeping=False)
    world.add_body(
        kind=BodyKind.KINEMATIC, shape=ShapeBox((5, 0.5, 5)), position=(0, -0.5, 0), angular_velocity=(0, 1.5, 0),
        friction=MU,
    )  # fmt: skip
    box = world.add_body(
        shape=ShapeBox((0.3, 0.3, 0.3)), position=(1, 0.3, 0), velocity=(0, 0, -1.5), angular_velocity=(0, 1.5, 0),
        friction=MU,
    )  # fmt: skip
    run(world, 120)
    assert math.hypot(box.position.x, box.position.z) == pytest.approx(1.0, abs=1e-3)
    assert box.angular_velocity.y == pytest.approx(1.5, abs=1e-3)


# ---- Sliding and spinning --------------------------------------------------------------------------------------------


def slide_and_spin(speed, spin, lever, inertia, dt=1e-4):
    """Way and angle until a patch rests: v' = -mu g v / n, w' = -mu g L^2 / i w / n, n^2 = v^2 + L^2 w^2, I = m i."""
    way = angle = 0.0
    while (n := math.hypot(speed, lever * spin)) > 2e-3:
        way, angle = way + dt * speed, angle + dt * spin
        speed, spin = speed * (1.0 - dt * MU * G / n), spin * (1.0 - dt * MU * G * lever * lever / inertia / n)
    return way, angle


@pytest.mark.parametrize("what", ["slab", "puck"])
@pytest.mark.parametrize(("speed", "spin"), [(3.0, 0.0), (3.0, 4.0), (3.0, 10.0), (0.5, 10.0)])
def test_what_spins_slides_farther_and_the_other_way_round(what, speed, spin):
    """Both share one limit. Each had its own: a spinning slab slid as far as one that does not spin."""
    half, lever = 0.02, 0.5 if what == "puck" else math.hypot(0.5, 0.5)
    shape = ShapeCylinder(0.5, half) if what == "puck" else ShapeBox((0.5, half, 0.5))
    world, body = on_a_plane(shape, half, velocity=(speed, 0, 0), angular_velocity=(0, spin, 0))
    angle = 0.0
    for _ in range(80):
        world.step(DT)
        angle += DT * body.angular_velocity.y
    way, turn = slide_and_spin(speed, spin, lever, body.inertia[1, 1] / body.mass)
    assert body.position.x == pytest.approx(way, rel=0.03, abs=0.01)
    assert angle == pytest.approx(turn, rel=0.05, abs=0.02)
    assert body.velocity.length < 1e-3 and abs(body.angular_velocity.y) < 1e-3


# ---- Direction -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("heading", [0.5, 1.0, 2.5])
def test_a_plank_slides_straight_in_every_direction(heading):
    """Friction is opposed to the slip, whatever turns more easily: it was bent away by 0.19 rad."""
    velocity = (3.0 * math.cos(heading), 0, 3.0 * math.sin(heading))
    world, plank = on_a_plane(ShapeBox((1.0, 0.25, 0.15)), 0.25, velocity=velocity)
    run(world, 60)
    assert math.atan2(plank.position.z, plank.position.x) == pytest.approx(heading, abs=0.005)
    assert math.hypot(plank.position.x, plank.position.z) == pytest.approx(9.0 / (2 * MU * G), rel=0.01)


def test_a_box_that_is_heavy_on_one_side_slides_straight():
    """Friction acts at the center of the loads, below the center of mass, not in the middle of the points."""
    world, slab = on_a_plane(
        ShapeBox((0.5, 0.1, 0.5)), 0.1, velocity=(3, 0, 0), local_center_of_mass=(0, 0, 0.2), inertia=(30, 60, 30)
    )
    run(world, 60)
    assert abs(yaw(slab)) < 0.03 and abs(slab.position.z) < 0.005
