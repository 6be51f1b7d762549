"""World: adding and removing bodies, composites, handles, as `physics` promises to programs outside."""

import math

import numpy as np
import pytest

from physics import BodyKind, ShapeBox, ShapeCapsule, ShapePlane, ShapeSphere, Vec3, World

DT = 1 / 60
CUBE = ShapeBox(half_extents=(0.5, 0.5, 0.5))
BALL = ShapeSphere(radius=0.5)
HALF_TURN = math.sqrt(0.5)


def run(world, steps):
    for _ in range(steps):
        world.step(DT)


def with_ground(**options):
    world = World(**options)
    ground = world.add_body(kind=BodyKind.STATIC, shape=ShapePlane(), name="ground")
    return world, ground


def matrix(q):
    """Rotation matrix of a unit quaternion, column by column: what it does to the axes."""
    x, y, z, w = q
    return np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
            [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
            [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
        ]
    )


def part_places(body):
    """Centers of the parts in the world."""
    rotation = matrix(body.orientation)
    return np.array([np.array(body.position) + rotation @ np.array(part.offset) for part in body.parts])


# ---- Adding --------------------------------------------------------------------------------------------------------


def test_a_new_body_has_what_it_was_given():
    world = World()
    body = world.add_body(
        shape=CUBE,
        position=(1, 2, 3),
        orientation=(0, HALF_TURN, 0, HALF_TURN),
        velocity=(4, 5, 6),
        angular_velocity=(0.25, 0.5, 0.75),
        density=700.0,
        material="wood",
        linear_damping=0.5,
        angular_damping=0.25,
        gravity_scale=2.0,
        friction=0.75,
        restitution=0.5,
        rolling_friction=0.125,
        surface_velocity=(1, 0, 0),
        name="crate",
        user_data={"color": "red"},
    )
    assert body.kind is BodyKind.DYNAMIC and body.alive and body.awake and not body.frozen and body.world is world
    assert body.position == (1, 2, 3) and isinstance(body.position, Vec3)
    np.testing.assert_allclose(body.orientation, (0, HALF_TURN, 0, HALF_TURN), atol=1e-15)
    assert body.velocity == (4, 5, 6) and body.angular_velocity == (0.25, 0.5, 0.75)
    assert body.mass == 700.0 and body.center_of_mass == (1, 2, 3)
    np.testing.assert_allclose(body.inertia, np.eye(3) * 700 / 6, rtol=1e-15)
    assert (body.linear_damping, body.angular_damping, body.gravity_scale) == (0.5, 0.25, 2.0)
    assert (body.friction, body.restitution, body.rolling_friction) == (0.75, 0.5, 0.125)
    assert body.surface_velocity == (1, 0, 0)
    assert body.name == "crate" and body.user_data == {"color": "red"}
    (part,) = body.parts
    assert part.shape == CUBE and part.body is body and part.material == "wood" and part.density == 700.0
    assert world.bodies == [body] and world.body(body.id) is body
    assert "crate" in repr(body) and "dynamic" in repr(body)


def test_density_and_surface_come_from_the_material():
    world = World()
    steel = world.add_body(shape=CUBE, material="steel")
    assert steel.mass == 7850.0 and steel.restitution == 0.5 and steel.rolling_friction == pytest.approx(0.001)
    assert steel.friction is None, "the table of pairs decides"
    world.add_material("cheese", density=1050.0, friction=0.9, restitution=0.05)
    assert "cheese" in world.materials
    assert world.add_body(shape=CUBE, material="cheese").mass == 1050.0
    assert world.get_friction("cheese", "steel") == pytest.approx(math.sqrt(0.9 * 0.6))


def test_static_and_kinematic_bodies_have_infinite_mass_and_need_no_shape():
    world = World()
    for kind in (BodyKind.STATIC, BodyKind.KINEMATIC):
        for body in (world.add_body(kind=kind), world.add_body(kind=kind, shape=CUBE)):
            assert body.mass == math.inf and np.isinf(body.inertia).all() and body.kinetic_energy == 0.0
    assert [body.awake for body in world.bodies] == [False, False, True, True]


def test_mass_replaces_density():
    body = World().add_body(shapes=[(CUBE, (0, 0, 0)), (BALL, (2, 0, 0))], mass=12.0)
    assert body.mass == pytest.approx(12.0, rel=1e-15)
    share = BALL.volume / (BALL.volume + CUBE.volume)
    assert body.center_of_mass.x == pytest.approx(2 * share, rel=1e-14)


def test_setting_the_mass_keeps_the_shape_of_the_inertia():
    body = World().add_body(shape=ShapeBox((0.5, 1.0, 0.25)), density=1000.0)
    inertia, mass = body.inertia, body.mass
    body.mass = 3.0
    assert body.mass == 3.0
    np.testing.assert_allclose(body.inertia, inertia * 3.0 / mass, rtol=1e-14)
    assert body.parts[0].density == pytest.approx(1000.0 * 3.0 / mass)
    body.apply_impulse((6.0, 0.0, 0.0))
    assert body.velocity.x == pytest.approx(2.0)


def test_composite_mass_center_and_inertia_are_exact():
    """Two unit cubes side by side are a 2 x 1 x 1 box; a turned capsule follows the parallel axis theorem."""
    world = World()
    two = world.add_body(shapes=[(CUBE, (0.5, 0, 0)), (CUBE, (1.5, 0, 0))], density=600.0)
    whole = world.add_body(shape=ShapeBox((1.0, 0.5, 0.5)), density=600.0)
    assert two.mass == whole.mass == 1200.0
    assert two.center_of_mass == (1.0, 0.0, 0.0)
    np.testing.assert_allclose(two.inertia, whole.inertia, rtol=1e-14, atol=1e-12)

    capsule = ShapeCapsule(radius=0.25, half_height=0.5)
    lone = world.add_body(shape=capsule, density=500.0)
    place, turn = np.array((0.3, -0.7, 1.1)), (0.5, 0.5, 0.5, 0.5)  # x to y to z to x
    both = world.add_body(shapes=[(capsule, place, turn), (BALL, (0, 0, 0))], density=500.0)
    ball_mass = 500.0 * 4 / 3 * math.pi / 8
    center = place * lone.mass / (lone.mass + ball_mass)
    expected = np.zeros((3, 3))
    pieces = (
        (matrix(turn) @ lone.inertia @ matrix(turn).T, lone.mass, place - center),
        (0.1 * ball_mass * np.eye(3), ball_mass, -center),
    )
    for inertia, mass, arm in pieces:
        expected += inertia + mass * (arm @ arm * np.eye(3) - np.outer(arm, arm))
    np.testing.assert_allclose(both.center_of_mass, center, rtol=1e-14)
    np.testing.assert_allclose(both.inertia, expected, rtol=1e-13, atol=1e-12)


def test_parts_and_matter_stay_when_a_part_comes_and_goes():
    world = World(gravity=(0, 0, 0))
    turn = np.array((0.1, 0.7, -0.3, 0.4))
    body = world.add_body(
        shape=CUBE, position=(3, 4, 5), orientation=turn, velocity=(1, 2, 3), angular_velocity=(0.5, -1.0, 2.0)
    )
    points = [Vec3(3, 4, 5), Vec3(3.5, 4.5, 4.0), Vec3(0, 0, 0)]
    position, orientation = body.position, body.orientation
    places = part_places(body)
    motion = [body.velocity_at(point) for point in points]
    part = body.add_shape(ShapeSphere(radius=0.3), offset=(0, 0.8, 0), density=7800.0, material="iron")
    assert body.parts[1] is part and part.material == "iron"
    assert body.orientation == orientation
    np.testing.assert_allclose(body.position, position, rtol=0, atol=1e-14)
    np.testing.assert_allclose(part_places(body)[:1], places, rtol=0, atol=1e-14)
    np.testing.assert_allclose([body.velocity_at(point) for point in points], motion, rtol=1e-6, atol=1e-6)
    ball = 7800.0 * 4 / 3 * math.pi * 0.3**3
    assert body.mass == pytest.approx(1000.0 + ball)
    shift = matrix(body.orientation) @ (0, 0.8 * ball / (1000.0 + ball), 0)
    np.testing.assert_allclose(np.subtract(body.center_of_mass, position), shift, atol=1e-14)
    body.remove_shape(part)
    assert len(body.parts) == 1 and body.mass == 1000.0
    np.testing.assert_allclose(body.position, position, rtol=0, atol=1e-13)
    np.testing.assert_allclose(body.center_of_mass, position, rtol=0, atol=1e-13)
    np.testing.assert_allclose([body.velocity_at(point) for point in points], motion, rtol=1e-6, atol=1e-6)
    np.testing.assert_allclose(body.inertia, np.eye(3) * 1000 / 6, rtol=1e-14)


def test_shapes_of_a_changed_composite_collide_where_they_are():
    world, _ = with_ground()
    body = world.add_body(shape=CUBE, position=(0, 5, 0))
    foot = body.add_shape(ShapeSphere(radius=0.25), offset=(0, -4.0, 0), density=7800.0)
    world.step(DT)
    run(world, 120)
    assert body.position.y == pytest.approx(4.25, abs=0.01), "it stands on its foot"
    body.remove_shape(foot)
    run(world, 120)
    assert body.position.y == pytest.approx(0.5, abs=0.01)


def test_a_part_is_removed_once_and_from_its_own_body():
    world = World()
    body = world.add_body(shapes=[(CUBE,), (BALL, (1, 0, 0))])
    other = world.add_body(shapes=[(CUBE,), (BALL, (1, 0, 0))], position=(9, 0, 0))
    part = body.parts[1]
    with pytest.raises(LookupError, match="no such part"):
        other.remove_shape(part)
    body.remove_shape(part)
    before = world.state_hash()
    with pytest.raises(LookupError, match="no such part"):
        body.remove_shape(part)
    with pytest.raises(ValueError, match="last"):
        body.remove_shape(body.parts[0])
    assert world.state_hash() == before


def test_add_bodies_is_many_times_add_body():
    one, many = World(), World()
    rng = np.random.default_rng(1)
    places = rng.uniform(-5, 5, (20, 3))
    turns = rng.normal(size=(20, 4))
    speeds = rng.uniform(-5, 5, (20, 3))
    bodies = many.add_bodies(shape=CUBE, position=places, orientation=turns, velocity=speeds, density=300.0)
    for place, turn, speed in zip(places, turns, speeds, strict=True):
        one.add_body(shape=CUBE, position=place, orientation=turn, velocity=speed, density=300.0)
    assert len(bodies) == 20 and many.bodies == bodies
    assert one.state_hash() == many.state_hash()
    np.testing.assert_array_equal(many.read(bodies, "position"), places)


def test_refused_add_bodies_leave_the_world_as_it_was():
    world = World()
    world.add_body(shape=CUBE)
    before = world.state_hash()
    with pytest.raises(ValueError, match="position"):
        world.add_bodies(shape=CUBE, position=[(3, 0, 0), (6, 0, 0), (math.nan, 0, 0)])
    assert len(world.bodies) == 1
    assert world.state_hash() == before


# ---- Handles -------------------------------------------------------------------------------------------------------

USES = {
    "id": lambda b: b.id,
    "position": lambda b: b.position,
    "set position": lambda b: setattr(b, "position", (0, 0, 0)),
    "orientation": lambda b: b.orientation,
    "set orientation": lambda b: setattr(b, "orientation", (0, 0, 0, 1)),
    "velocity": lambda b: b.velocity,
    "set velocity": lambda b: setattr(b, "velocity", (0, 0, 0)),
    "angular_velocity": lambda b: b.angular_velocity,
    "set angular_velocity": lambda b: setattr(b, "angular_velocity", (0, 0, 0)),
    "mass": lambda b: b.mass,
    "set mass": lambda b: setattr(b, "mass", 1.0),
    "inertia": lambda b: b.inertia,
    "center_of_mass": lambda b: b.center_of_mass,
    "kinetic_energy": lambda b: b.kinetic_energy,
    "velocity_at": lambda b: b.velocity_at((0, 0, 0)),
    "awake": lambda b: b.awake,
    "wake": lambda b: b.wake(),
    "frozen": lambda b: b.frozen,
    "unfreeze": lambda b: b.unfreeze(),
    "kind": lambda b: b.kind,
    "parts": lambda b: b.parts,
    "gravity_scale": lambda b: b.gravity_scale,
    "set gravity_scale": lambda b: setattr(b, "gravity_scale", 1.0),
    "linear_damping": lambda b: b.linear_damping,
    "set linear_damping": lambda b: setattr(b, "linear_damping", 1.0),
    "angular_damping": lambda b: b.angular_damping,
    "set angular_damping": lambda b: setattr(b, "angular_damping", 1.0),
    "friction": lambda b: b.friction,
    "set friction": lambda b: setattr(b, "friction", 1.0),
    "restitution": lambda b: b.restitution,
    "set restitution": lambda b: setattr(b, "restitution", 1.0),
    "rolling_friction": lambda b: b.rolling_friction,
    "set rolling_friction": lambda b: setattr(b, "rolling_friction", 1.0),
    "surface_velocity": lambda b: b.surface_velocity,
    "set surface_velocity": lambda b: setattr(b, "surface_velocity", (1, 0, 0)),
    "apply_force": lambda b: b.apply_force((1, 0, 0)),
    "apply_force at a point": lambda b: b.apply_force((1, 0, 0), point=(0, 0, 0)),
    "apply_torque": lambda b: b.apply_torque((1, 0, 0)),
    "apply_impulse": lambda b: b.apply_impulse((1, 0, 0)),
    "apply_angular_impulse": lambda b: b.apply_angular_impulse((1, 0, 0)),
    "add_shape": lambda b: b.add_shape(BALL),
    "remove_shape": lambda b: b.remove_shape(None),
    "remove_body": lambda b: b.world.remove_body(b),
    "read": lambda b: b.world.read([b], "position"),
    "write": lambda b: b.world.write([b], position=[(0, 0, 0)]),
}


@pytest.mark.parametrize("use", USES, ids=lambda name: name.replace(" ", "_"))
def test_every_use_of_a_removed_body_is_a_lookup_error(use):
    world = World()
    body = world.add_body(shape=CUBE, name="gone")
    stays = world.add_body(shape=CUBE, position=(5, 0, 0))
    world.remove_body(body)
    before = world.state_hash()
    with pytest.raises(LookupError, match="'gone' was removed"):
        USES[use](body)
    assert world.state_hash() == before
    run(world, 3)  # the row is free by now, and the next body takes it
    world.add_body(shape=CUBE, position=(9, 0, 0))
    with pytest.raises(LookupError, match="'gone' was removed"):
        USES[use](body)
    assert not body.alive and stays.alive and "removed" in repr(body)


def test_rows_of_removed_bodies_are_used_again_under_new_handles_and_numbers():
    world = World()
    old = world.add_body(shape=CUBE)
    number = old.id
    world.remove_body(old)
    run(world, 3)
    new = world.add_body(shape=BALL, position=(1, 2, 3))
    assert new._row == old._row and new.id == number + 1 and world.body(number + 1) is new
    with pytest.raises(LookupError, match="no body number 1"):
        world.body(number)
    assert new.position == (1, 2, 3) and new.velocity == (0, 0, 0) and not old.alive


@pytest.mark.parametrize("number", [0, -1, 99])
def test_an_unknown_number_is_a_lookup_error(number):
    world = World()
    world.add_body(shape=CUBE)
    with pytest.raises(LookupError, match=str(number)):
        world.body(number)


def test_removing_a_body_wakes_its_neighbors():
    world, ground = with_ground()
    low, high = (world.add_body(shape=CUBE, position=(0, y, 0)) for y in (0.5, 1.5))
    far = world.add_body(shape=CUBE, position=(9, 0.5, 0))
    run(world, 90)
    assert not (low.awake or high.awake or far.awake)
    world.remove_body(low)
    assert high.awake and not far.awake
    run(world, 120)
    assert high.position.y == pytest.approx(0.5, abs=0.01)
    world.remove_body(ground)
    assert high.awake and far.awake
    run(world, 60)
    assert high.position.y < -1.0 and far.position.y < -1.0


def test_everything_can_be_removed():
    world, ground = with_ground()
    world.add_bodies(shape=CUBE, position=[(0, 0.5 + i, 0) for i in range(5)])
    run(world, 20)
    for body in world.bodies:
        world.remove_body(body)
    run(world, 3)
    stats = world.stats
    assert world.bodies == [] and len(world.contacts()) == 0 and len(world.snapshot().body) == 0
    assert (stats.body_count, stats.shape_count, stats.awake_count, stats.pair_count) == (0, 0, 0, 0)
    assert not ground.alive
