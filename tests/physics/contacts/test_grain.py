"""Friction that differs by direction: two coefficients and an axis in body axes."""

import math

import pytest

from physics import BodyKind, ShapeBox, ShapePlane, ShapeSphere, World

DT = 1.0 / 60.0
G = 9.81
ALONG, ACROSS = 0.1, 0.4


def rink(**options):
    """A plane, and the material "sledge" with friction 0.1 along x and 0.4 across, which the plane takes over."""
    world = World(sleeping=False)
    grain = {"friction_across": ACROSS, "friction_axis": (1, 0, 0), **options}
    world.add_material("sledge", density=1000, friction=ALONG, restitution=0, **grain)
    world.add_material("rink", density=1000, friction=ALONG, restitution=0)
    world.add_body(kind=BodyKind.STATIC, shape=ShapePlane(), material="rink")
    return world


def add_sledge(world, heading=0.0, velocity=(0, 0, 0), shape=None):
    return world.add_body(
        shape=shape or ShapeBox((0.5, 0.05, 0.5)), position=(0, 0.05, 0), velocity=velocity, material="sledge",
        orientation=(0, math.sin(heading / 2), 0, math.cos(heading / 2)), lock_rotation=True,
    )  # fmt: skip


def run(world, steps):
    for _ in range(steps):
        world.step(DT)


@pytest.mark.parametrize(("velocity", "mu"), [((2, 0, 0), ALONG), ((0, 0, 2), ACROSS), ((-2, 0, 0), ALONG)])
def test_way_of_a_sledge_along_and_across(velocity, mu):
    """v^2 / (2 mu g)."""
    world = rink()
    sledge = add_sledge(world, velocity=velocity)
    run(world, 140)
    assert math.hypot(sledge.position.x, sledge.position.z) == pytest.approx(4.0 / (2 * mu * G), rel=0.02)


@pytest.mark.parametrize("angle", [0.4, 0.8, 1.3])
def test_a_sledge_that_slides_askew_is_slowed_with_the_most_work(angle):
    """a = -g (mu_1^2 v_1, mu_2^2 v_2) / sqrt(mu_1^2 v_1^2 + mu_2^2 v_2^2): the ellipse, at right angles to the slip."""
    world = rink()
    v = [3.0 * math.cos(angle), 3.0 * math.sin(angle)]
    sledge = add_sledge(world, velocity=(v[0], 0, v[1]))
    place, dt = [0.0, 0.0], 1e-4
    run(world, 30)
    for _ in range(5000):
        size = math.hypot(ALONG * v[0], ACROSS * v[1])
        v = [v[0] - dt * G * ALONG**2 * v[0] / size, v[1] - dt * G * ACROSS**2 * v[1] / size]
        place = [place[0] + dt * v[0], place[1] + dt * v[1]]
    assert (sledge.velocity.x, sledge.velocity.z) == (pytest.approx(v[0], abs=0.03), pytest.approx(v[1], abs=0.03))
    assert (sledge.position.x, sledge.position.z) == (
        pytest.approx(place[0], abs=0.02),
        pytest.approx(place[1], abs=0.02),
    )


@pytest.mark.parametrize("heading", [0.0, 0.7, 2.0])
def test_the_axis_turns_with_the_body(heading):
    world = rink()
    along = (math.cos(heading), -math.sin(heading))
    sledge = add_sledge(world, heading, velocity=(2 * along[0], 0, 2 * along[1]))
    run(world, 140)
    assert math.hypot(sledge.position.x, sledge.position.z) == pytest.approx(4.0 / (2 * ALONG * G), rel=0.02)


def test_on_a_slope_it_holds_across_and_slides_along():
    """tan(10 degrees) = 0.18 is between both coefficients."""
    tilt = math.radians(10.0)
    for heading, holds in ((0.0, False), (math.pi / 2, True)):
        world = rink()
        world.gravity = (G * math.sin(tilt), -G * math.cos(tilt), 0)
        sledge = add_sledge(world, heading)
        run(world, 60)
        way = 0.0 if holds else 0.5 * G * (math.sin(tilt) - ALONG * math.cos(tilt))
        assert sledge.position.x == pytest.approx(way, rel=0.03, abs=1e-3)


def test_a_single_point_has_it_too():
    world = rink()
    ball = add_sledge(world, velocity=(0, 0, 2), shape=ShapeSphere(0.05))
    run(world, 60)
    assert ball.position.z == pytest.approx(4.0 / (2 * ACROSS * G), rel=0.03)


def test_without_a_grain_nothing_changes():
    """Blocks are shared with contacts that have one."""
    results = []
    for with_sledge in (False, True):
        world = rink()
        box = world.add_body(shape=ShapeBox((0.3, 0.3, 0.3)), position=(5, 0.3, 0), velocity=(1, 0, 1), material="rink")
        if with_sledge:
            add_sledge(world, velocity=(2, 0, 0))
        run(world, 60)
        results.append(box.position)
    assert math.dist(*results) < 1e-4


@pytest.mark.parametrize(
    ("options", "error"),
    [
        ({"friction_across": -0.1}, ValueError),
        ({"friction_across": 0.0}, ValueError),
        ({"friction_across": "much"}, TypeError),
        ({"friction_across": 0.5, "friction_axis": (0, 0, 0)}, ValueError),
        ({"friction_across": 0.5, "friction_axis": (1, 0)}, ValueError),
        ({"grain": 1}, TypeError),
    ],
)
def test_a_bad_grain_is_refused(options, error):
    world = World()
    before = world.state_hash()
    with pytest.raises(error):
        world.set_material("wood", **options)
    with pytest.raises(error):
        world.add_material("x", density=1, friction=0.5, restitution=0, **options)
    assert world.state_hash() == before


def test_a_grain_is_read_saved_and_hashed():
    world = World()
    state, before = world.save_state(), world.state_hash()
    world.set_material("wood", friction_across=0.1, friction_axis=(0, 0, 2))
    assert world.material("wood").friction_across == 0.1 and world.material("wood").friction_axis == (0, 0, 1)
    assert world.state_hash() != before
    world.load_state(state)
    assert world.material("wood").friction_across is None and world.state_hash() == before
