"""Friction, judged by Coulomb's law: |F| <= mu N, against the direction of sliding.

Steps are 1/60 s of 4 substeps h = 1/240 s. Friction acts at the level of velocities, so that speeds are exact up to the
one substep in which sliding begins or ends: mu g h, 2.5 cm/s at mu = 0.6.
"""

import math

import numpy as np
import pytest

from physics import BodyKind, ShapeBox, ShapeCapsule, ShapePlane, ShapeSphere, World

DT = 1.0 / 60.0
H = DT / 4.0
G = 9.81
#: So flat that it does not tip over before it slides.
TILE = ShapeBox((0.5, 0.1, 0.5))


def run(world, seconds):
    for _ in range(round(seconds / DT)):
        world.step(DT)


def add_ground(world, **options):
    return world.add_body(kind=BodyKind.STATIC, shape=ShapePlane(), **options)


def add_slope(world, angle, *, kind="plane", **options):
    """Slope that rises toward -x by an angle [rad]; returns its normal and the direction downhill."""
    normal = np.array((math.sin(angle), math.cos(angle), 0.0))
    downhill = np.array((math.cos(angle), -math.sin(angle), 0.0))
    if kind == "plane":
        world.add_body(kind=BodyKind.STATIC, shape=ShapePlane(normal), **options)
    else:
        world.add_body(
            kind=BodyKind.STATIC, shape=ShapeBox((50, 1, 50)), position=-normal, orientation=turn_down(angle), **options
        )
    return normal, downhill


def turn_down(angle):
    return 0.0, 0.0, -math.sin(angle / 2), math.cos(angle / 2)


# ---- Slopes --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["plane", "box"])
@pytest.mark.parametrize("mu", [0.1, 0.3, 0.6, 1.0])
def test_block_holds_one_degree_below_the_angle_of_friction(mu, kind):
    """tan a < mu: a block at rest stays; it may creep by less than 1 mm in 10 s."""
    world = World(sleeping=False)
    angle = math.atan(mu) - math.radians(1.0)
    normal, downhill = add_slope(world, angle, kind=kind, friction=mu)
    block = world.add_body(shape=TILE, position=0.1 * normal, orientation=turn_down(angle), friction=mu)
    run(world, 1.0)
    settled = np.array(block.position)
    run(world, 10.0)
    assert math.hypot(*block.velocity) < 1e-3
    assert abs((np.array(block.position) - settled) @ downhill) < 0.001
    assert np.linalg.norm(settled - 0.1 * normal) < 0.005


@pytest.mark.parametrize("kind", ["plane", "box"])
@pytest.mark.parametrize("excess", [1.0, 10.0])
@pytest.mark.parametrize("mu", [0.1, 0.3, 0.6, 1.0])
def test_block_slides_above_the_angle_of_friction(mu, excess, kind):
    """a = g (sin a - mu cos a), measured between 0.5 s and 2.5 s."""
    world = World(sleeping=False)
    angle = math.atan(mu) + math.radians(excess)
    normal, downhill = add_slope(world, angle, kind=kind, friction=mu)
    block = world.add_body(shape=TILE, position=0.1 * normal, orientation=turn_down(angle), friction=mu)
    run(world, 0.5)
    first = np.array(block.velocity) @ downhill
    run(world, 2.0)
    acceleration = (np.array(block.velocity) @ downhill - first) / 2.0
    assert acceleration == pytest.approx(G * (math.sin(angle) - mu * math.cos(angle)), rel=0.02)
    assert abs(np.array(block.velocity) @ normal) < 0.01
    assert abs(block.velocity.z) < 0.01


@pytest.mark.parametrize("heading", [0.0, 30.0, 45.0, 77.0])
def test_slope_friction_does_not_depend_on_the_heading(heading):
    """A slope toward any compass direction holds and lets slide at the same angles: the limit is a disc."""
    mu = 0.5
    for excess, slides in ((-1.0, False), (1.0, True)):
        world = World(sleeping=False)
        angle, compass = math.atan(mu) + math.radians(excess), math.radians(heading)
        down = np.array((math.cos(compass), 0.0, math.sin(compass)))
        normal = math.sin(angle) * down + np.array((0.0, math.cos(angle), 0.0))
        world.add_body(kind=BodyKind.STATIC, shape=ShapePlane(normal), friction=mu)
        axis = np.cross((0.0, 1.0, 0.0), down) * math.sin(angle / 2)
        block = world.add_body(shape=TILE, position=0.1 * normal, orientation=(*axis, math.cos(angle / 2)), friction=mu)
        run(world, 2.0)
        expected = 2.0 * G * (math.sin(angle) - mu * math.cos(angle)) if slides else 0.0
        assert math.hypot(*block.velocity) == pytest.approx(expected, rel=0.02, abs=mu * G * H)


# ---- Level ground --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("heading", [0.0, 22.5, 45.0, 60.0, 90.0, 200.0])
def test_friction_is_the_same_in_all_directions(heading):
    """Deceleration mu g against the velocity; way to a stop v^2 / 2 mu g; the path is straight."""
    world = World(sleeping=False)
    add_ground(world, friction=0.5)
    angle = math.radians(heading)
    course = np.array((math.cos(angle), 0.0, math.sin(angle)))
    block = world.add_body(shape=TILE, position=(0, 0.1, 0), velocity=4.0 * course, friction=0.5)
    run(world, 0.5)
    np.testing.assert_allclose(block.velocity, (4.0 - 0.5 * G * 0.5) * course, rtol=0, atol=0.5 * G * H)
    run(world, 1.5)
    assert math.hypot(*block.velocity) < 1e-3
    way = 4.0**2 / (2 * 0.5 * G)
    np.testing.assert_allclose(np.array(block.position) - (0, 0.1, 0), way * course, rtol=0, atol=4.0 * H + 0.002)


@pytest.mark.parametrize("mass", [0.01, 1.0, 1000.0])
def test_deceleration_does_not_depend_on_mass(mass):
    """a = mu g."""
    world = World(sleeping=False)
    add_ground(world, friction=0.4)
    block = world.add_body(shape=TILE, mass=mass, position=(0, 0.1, 0), velocity=(5, 0, 0), friction=0.4)
    run(world, 1.0)
    assert block.velocity.x == pytest.approx(5.0 - 0.4 * G, abs=0.4 * G * H)


def test_friction_of_a_pair_is_the_geometric_mean():
    """mu = sqrt(mu_a mu_b) of two numbers; without friction nothing slows down."""
    for ground, block, mu in ((0.9, 0.4, 0.6), (0.9, 0.0, 0.0)):
        world = World(sleeping=False)
        add_ground(world, friction=ground)
        tile = world.add_body(shape=TILE, position=(0, 0.1, 0), velocity=(6, 0, 0), friction=block)
        run(world, 0.5)
        assert tile.velocity.x == pytest.approx(6.0 - mu * G * 0.5, abs=mu * G * H + 1e-4)


@pytest.mark.parametrize("pair", [("wood", "ice"), ("steel", "steel"), ("rubber", "concrete"), ("glass", "leather")])
def test_materials_take_the_friction_of_the_table(pair):
    """a = mu g with the mu of the pair in the table, in either order."""
    for one, two in (pair, pair[::-1]):
        world = World(sleeping=False)
        mu = world.get_friction(one, two)
        add_ground(world, material=one, restitution=0.0)
        tile = world.add_body(shape=TILE, position=(0, 0.1, 0), velocity=(6, 0, 0), material=two, restitution=0.0)
        run(world, 0.5)
        assert tile.velocity.x == pytest.approx(6.0 - mu * G * 0.5, abs=mu * G * H)


def test_set_friction_acts_on_contacts_that_exist():
    """A block that slides on ice stops once the pair is made rough."""
    world = World(sleeping=False)
    add_ground(world, material="ice")
    tile = world.add_body(shape=TILE, position=(0, 0.1, 0), velocity=(3, 0, 0), material="wood")
    run(world, 0.5)
    speed = tile.velocity.x
    assert speed > 2.5
    world.set_friction("ice", "wood", 1.0)
    run(world, 0.2)
    assert tile.velocity.x == pytest.approx(speed - 1.0 * G * 0.2, abs=2 * G * H)


def test_friction_between_two_moving_blocks_keeps_momentum():
    """A tile thrown onto a sled on ice: both end with v m / (m + M), after u / (mu g (1 + m / M))."""
    world = World(sleeping=False)
    add_ground(world, friction=0.0)
    sled = world.add_body(shape=ShapeBox((2.0, 0.1, 1.0)), mass=3.0, position=(0, 0.1, 0), friction=0.5)
    tile = world.add_body(
        shape=ShapeBox((0.2, 0.1, 0.2)), mass=1.0, position=(-1.5, 0.3, 0), velocity=(3, 0, 0), friction=0.5
    )
    run(world, 0.3)
    assert tile.velocity.x == pytest.approx(3.0 - 0.5 * G * 0.3, abs=2 * 0.5 * G * H)
    assert sled.velocity.x == pytest.approx(0.5 * G / 3.0 * 0.3, abs=2 * 0.5 * G * H)
    run(world, 0.7)
    assert tile.velocity.x == pytest.approx(0.75, rel=0.01)
    assert sled.velocity.x == pytest.approx(0.75, rel=0.01)


# ---- Twist ---------------------------------------------------------------------------------------------------------


def test_twist_friction_of_a_box_on_its_corners():
    """A box stands on its four corners, at the distance d from the axis: a = mu m g d / I."""
    world = World(sleeping=False)
    add_ground(world, friction=0.5)
    box = world.add_body(shape=TILE, position=(0, 0.1, 0), angular_velocity=(0, 10.0, 0), friction=0.5)
    lever = math.hypot(0.5, 0.5)
    slowing = 0.5 * box.mass * G * lever / box.inertia[1, 1]
    run(world, 0.2)
    assert box.angular_velocity.y == pytest.approx(10.0 - slowing * 0.2, abs=slowing * H + 0.05)
    run(world, 1.0)
    assert abs(box.angular_velocity.y) < 1e-3
    assert math.hypot(box.position.x, box.position.z) < 0.005


def test_spinning_ball_has_no_twist_friction():
    """A ball touches in one point: without rolling friction its spin about the vertical stays."""
    world = World(sleeping=False)
    add_ground(world)
    ball = world.add_body(shape=ShapeSphere(0.3), position=(0, 0.3, 0), angular_velocity=(0, 10.0, 0))
    run(world, 3.0)
    assert ball.angular_velocity.y == pytest.approx(10.0, rel=1e-4)


# ---- Rolling -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["plane", "box"])
@pytest.mark.parametrize("radius", [0.1, 0.5, 2.0])
def test_rolling_ball_keeps_its_speed(radius, kind):
    """v = w r needs no friction: 10 s later it is as fast, and has come 10 v far."""
    world = World(sleeping=False)
    add_slope(world, 0.0, kind=kind)
    ball = world.add_body(
        shape=ShapeSphere(radius), position=(-20, radius, 0), velocity=(3, 0, 0), angular_velocity=(0, 0, -3 / radius)
    )
    run(world, 10.0)
    assert ball.velocity.x == pytest.approx(3.0, rel=1e-3)
    assert ball.angular_velocity.z == pytest.approx(-3.0 / radius, rel=1e-3)
    assert ball.position.x == pytest.approx(10.0, abs=0.03)
    assert abs(ball.position.z) < 0.01


@pytest.mark.parametrize("mu", [0.1, 0.5])
@pytest.mark.parametrize("radius", [0.1, 0.5])
def test_sliding_ball_ends_up_rolling_at_five_sevenths(radius, mu):
    """It slides with v - mu g t until t = 2 v / 7 mu g, then rolls with 5/7 v = w r."""
    world = World(sleeping=False)
    add_ground(world, friction=mu)
    ball = world.add_body(shape=ShapeSphere(radius), position=(0, radius, 0), velocity=(7, 0, 0), friction=mu)
    stop = 2 * 7.0 / (7 * mu * G)
    half = round(stop / 2 / DT) * DT
    run(world, half)
    assert ball.velocity.x == pytest.approx(7.0 - mu * G * half, abs=mu * G * H + 1e-3)
    run(world, stop + 1.0)
    assert ball.velocity.x == pytest.approx(5.0, rel=0.005)
    assert -ball.angular_velocity.z * radius == pytest.approx(5.0, rel=0.005)


def test_ball_with_backspin_returns():
    """Angular momentum about the ground stays: m v r + I w = m v' r (1 + 2/5), v' = (v - 2/5 w r) / (7/5) < 0."""
    world = World(sleeping=False)
    add_ground(world, friction=0.5)
    ball = world.add_body(
        shape=ShapeSphere(0.2), position=(0, 0.2, 0), velocity=(2, 0, 0), angular_velocity=(0, 0, 40), friction=0.5
    )
    run(world, 2.0)
    assert ball.velocity.x == pytest.approx((2.0 - 0.4 * 40 * 0.2) / 1.4, rel=0.01)


def test_sliding_capsule_ends_up_rolling():
    """v' = v / (1 + I / m r^2) for a capsule that slides across its axis."""
    world = World(sleeping=False)
    add_ground(world)
    capsule = world.add_body(
        shape=ShapeCapsule(0.2, 0.5), position=(0, 0.2, 0), velocity=(4, 0, 0),
        orientation=(math.sqrt(0.5), 0, 0, math.sqrt(0.5)),
    )  # fmt: skip
    share = capsule.inertia[1, 1] / (capsule.mass * 0.04)
    run(world, 2.0)
    assert capsule.velocity.x == pytest.approx(4.0 / (1.0 + share), rel=0.01)
    assert -capsule.angular_velocity.z * 0.2 == pytest.approx(capsule.velocity.x, rel=0.01)
    assert abs(capsule.velocity.z) < 0.01


def test_ball_rolls_down_a_slope():
    """a = 5/7 g sin a while tan a < 7/2 mu."""
    world = World(sleeping=False)
    angle = math.radians(20)
    normal, downhill = add_slope(world, angle)
    ball = world.add_body(shape=ShapeSphere(0.25), position=0.25 * normal)
    run(world, 0.5)
    first = np.array(ball.velocity) @ downhill
    run(world, 2.0)
    acceleration = (np.array(ball.velocity) @ downhill - first) / 2.0
    assert acceleration == pytest.approx(5 / 7 * G * math.sin(angle), rel=0.01)


@pytest.mark.parametrize("radius", [0.1, 0.5])
def test_rolling_friction_slows_a_ball(radius):
    """The torque c N r makes a (m + I / r^2) = c m g: a = 5/7 c g; it stops for good after v / a."""
    world = World(sleeping=False)
    add_ground(world)
    coefficient = 0.1
    ball = world.add_body(
        shape=ShapeSphere(radius), position=(0, radius, 0), velocity=(2, 0, 0), angular_velocity=(0, 0, -2 / radius),
        rolling_friction=coefficient,
    )  # fmt: skip
    slowing = 5 / 7 * coefficient * G
    run(world, 1.0)
    assert ball.velocity.x == pytest.approx(2.0 - slowing, rel=0.01)
    run(world, 3.0)
    assert math.hypot(*ball.velocity) < 1e-3
    assert ball.position.x == pytest.approx(2.0**2 / (2 * slowing), rel=0.01)


def test_rolling_friction_holds_a_ball_on_a_slope():
    """A ball stays where tan a < c, and rolls where tan a > c, with 5/7 g (sin a - c cos a)."""
    coefficient = 0.1
    for excess in (-1.0, 1.0):
        world = World(sleeping=False)
        angle = math.atan(coefficient) + math.radians(excess)
        normal, downhill = add_slope(world, angle)
        ball = world.add_body(shape=ShapeSphere(0.25), position=0.25 * normal, rolling_friction=coefficient)
        run(world, 0.5)
        first = np.array(ball.velocity) @ downhill
        run(world, 2.0)
        acceleration = (np.array(ball.velocity) @ downhill - first) / 2.0
        expected = 5 / 7 * G * (math.sin(angle) - coefficient * math.cos(angle)) if excess > 0 else 0.0
        assert acceleration == pytest.approx(expected, rel=0.03, abs=1e-3)


# ---- Conveyors -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("heading", [0.0, 45.0])
def test_conveyor_carries_a_box_at_the_speed_of_the_belt(heading):
    """v = mu g t until the speed of the belt, then exactly that; a belt that was turned carries along its own axes."""
    world = World(sleeping=False)
    angle = math.radians(heading)
    course = np.array((math.cos(angle), 0.0, -math.sin(angle)))  # +x turned about +y
    world.add_body(
        kind=BodyKind.STATIC, shape=ShapeBox((20, 0.5, 2)), position=(0, -0.5, 0), friction=0.5,
        orientation=(0, math.sin(angle / 2), 0, math.cos(angle / 2)), surface_velocity=(2, 0, 0),
    )  # fmt: skip
    box = world.add_body(shape=ShapeBox((0.2, 0.2, 0.2)), position=-10 * course + (0, 0.2, 0), friction=0.5)
    run(world, 0.2)
    np.testing.assert_allclose(box.velocity, 0.5 * G * 0.2 * course, rtol=0, atol=2 * 0.5 * G * H)
    run(world, 2.8)
    np.testing.assert_allclose(box.velocity, 2.0 * course, rtol=0, atol=0.01)
    assert max(map(abs, box.angular_velocity)) < 0.02
    way = 2.0 * 3.0 - 2.0**2 / (2 * 0.5 * G)
    assert (np.array(box.position) + 10 * course) @ course == pytest.approx(way, abs=0.02)


def test_conveyor_does_not_let_its_load_sleep():
    """What a belt carries moves on for as long as it is on it; the belt itself stays."""
    world = World()
    belt = world.add_body(
        kind=BodyKind.STATIC, shape=ShapeBox((50, 0.5, 2)), position=(0, -0.5, 0), surface_velocity=(0.5, 0, 0)
    )
    box = world.add_body(shape=ShapeBox((0.2, 0.2, 0.2)), position=(0, 0.2, 0))
    run(world, 10.0)
    assert box.awake
    assert box.position.x == pytest.approx(5.0, abs=0.1)
    assert belt.position == (0.0, -0.5, 0.0)


def test_belt_that_starts_wakes_its_load():
    """Setting surface_velocity moves what sleeps on it."""
    world = World()
    belt = world.add_body(kind=BodyKind.STATIC, shape=ShapeBox((50, 0.5, 2)), position=(0, -0.5, 0))
    box = world.add_body(shape=ShapeBox((0.2, 0.2, 0.2)), position=(0, 0.2, 0))
    run(world, 2.0)
    assert not box.awake
    belt.surface_velocity = (1.0, 0.0, 0.0)
    run(world, 3.0)
    assert box.velocity.x == pytest.approx(1.0, abs=0.01)


def test_kinematic_platform_carries_a_box():
    """A box on a moving platform takes its speed after v / mu g."""
    world = World()
    platform = world.add_body(kind=BodyKind.KINEMATIC, shape=ShapeBox((3, 0.2, 3)), velocity=(2, 0, 0))
    box = world.add_body(shape=ShapeBox((0.3, 0.3, 0.3)), position=(1, 0.5, 0))
    run(world, 3.0)
    assert box.velocity.x == pytest.approx(2.0, abs=0.01)
    assert platform.position.x == pytest.approx(6.0, abs=1e-3)
    slip = 2.0**2 / (2 * 0.6 * G)
    assert platform.position.x - box.position.x == pytest.approx(slip - 1.0, abs=0.03)
