"""Rays through worlds: against slow, obvious code over all shapes, in every state that a world can be in."""

import dataclasses
import math
import warnings

import numpy as np
import pytest

from physics import (
    BodyKind,
    RayHit,
    ShapeBox,
    ShapeCapsule,
    ShapePlane,
    ShapeSphere,
    Vec3,
    World,
    warm_up,
)
from physics.kernels.queries import diagnostics, ray_cast, ray_many
from physics.kernels.queries.ray_shapes import ray_shape
from tests.physics.reference.outer import outer
from tests.physics.reference.rays import Solid, brackets

ray_shape = outer(ray_shape)

DT = 1 / 60
CUBE = ShapeBox(half_extents=(0.5, 0.5, 0.5))
BALL = ShapeSphere(radius=0.5)
REACH = 14.0
#: Poses and sizes of shapes are kept in float32, to 1e-7 of sizes and offsets of a few meters.
SLACK = 2e-6


def random_turn(random):
    return tuple(random.normal(size=4).tolist())


def random_shape(random):
    a, b, c = (random.integers(10, 60, 3) / 64).tolist()
    return (ShapeSphere(a), ShapeCapsule(a, b), ShapeBox((a, b, c)))[random.integers(3)]


def crowd(seed=3, center=(0.0, 0.0, 0.0), count=60):
    """All kinds of shapes and bodies, composites and sensors, overlapping, above two half-spaces."""
    random = np.random.default_rng(seed)
    world = World()
    place = Vec3(*center)
    world.add_body(kind=BodyKind.STATIC, shape=ShapePlane(), position=place - (0, 6, 0))
    world.add_body(kind=BodyKind.STATIC, shape=ShapePlane(normal=(0.6, 0.8, 0)), position=place - (9, 6, 0), category=4)
    for i in range(count):
        kind = BodyKind.STATIC if i % 4 == 0 else BodyKind.KINEMATIC if i % 7 == 0 else BodyKind.DYNAMIC
        world.add_body(
            kind=kind,
            shapes=[
                (random_shape(random), tuple((random.integers(-32, 32, 3) / 32).tolist()), random_turn(random))
                for _ in range(random.integers(1, 4))
            ],
            position=place + random.uniform(-6, 6, 3).tolist(),
            orientation=random_turn(random),
            velocity=(0, 0, 0) if kind == BodyKind.STATIC else tuple(random.uniform(-5, 5, 3).tolist()),
            angular_velocity=(0, 0, 0) if kind == BodyKind.STATIC else tuple(random.uniform(-5, 5, 3).tolist()),
            category=1 << int(random.integers(4)),
            sensor=i % 10 == 9,
        )
    return world


def solids(world, *, mask=0xFFFFFFFF, ignore=()):
    """What rays may hit, with the numbers of the shapes."""
    shot = world.snapshot()
    sensors = set(shot.shape[shot.shape_sensor].tolist())
    category = world._arrays.shapes.filter[:, 0]
    return {
        part.id: Solid.of(body, part)
        for body in world.bodies
        for part in body.parts
        if body not in ignore and part.id not in sensors and category[part._row] & mask
    }


def rays_through(world, count, seed=5):
    """Random rays, half of them aimed at shapes, some parallel to world axes; directions of any length."""
    random = np.random.default_rng(seed)
    middle = np.median(world.snapshot().position, axis=0)
    origin = middle + random.uniform(-REACH, REACH, (count, 3))
    direction = random.normal(size=(count, 3)) * 10.0 ** random.uniform(-5, 5, (count, 1))
    targets = [solid for solid in solids(world).values() if not isinstance(solid.part.shape, ShapePlane)]
    places = np.array([solid.center.astype(float) for solid in targets])
    aimed = random.random(count) < 0.5
    target = places[random.integers(len(places), size=count)] + random.uniform(-1, 1, (count, 3))
    direction[aimed] = (target - origin)[aimed]
    direction[(random.random((count, 3)) < 0.4) & (random.random((count, 1)) < 0.3)] = 0.0
    direction[(direction == 0.0).all(axis=1), 1] = -1.0
    return origin, direction


def check_against_reference(world, count=1500, limit=20.0, slack=SLACK, **options):
    """All three forms of a ray cast, and that none of them changes the world."""
    before = world.state_hash()
    origin, direction = rays_through(world, count)
    unit = direction / np.linalg.norm(direction, axis=1)[:, None]
    hits = world.ray_cast_batch(origin, direction, limit, **options)
    there = solids(world, **options)
    found = {shape: brackets(solid, origin, unit, limit, slack) for shape, solid in there.items()}
    least = np.min([low for low, _ in found.values()], axis=0)
    greatest = np.min([high for _, high in found.values()], axis=0)
    assert ((hits.distance >= least - 1e-9) & (hits.distance <= greatest + 1e-9)).all()
    assert 0.2 < np.isfinite(hits.distance).mean() < 1.0, "a test of nothing"
    sure = np.isfinite(greatest)
    assert np.median(greatest[sure] - least[sure]) < 4 * slack
    check_single_rays(world, hits, origin, direction, limit, options)
    for k in range(0, count, 5):
        check_all_hits(world.ray_cast_all(origin[k], direction[k], limit, **options), found, k, hits)
    assert world.state_hash() == before


def check_single_rays(world, hits, origin, direction, limit, options):
    """Single rays say the same as many at once; hits lie on surfaces that face them."""
    for k in range(len(origin)):
        hit = world.ray_cast(origin[k], direction[k], limit, **options)
        if hit is None:
            assert hits.body[k] == 0 and hits.shape[k] == -1 and hits.distance[k] == math.inf
            assert np.isnan(hits.point[k]).all() and np.isnan(hits.normal[k]).all()
            continue
        assert (hit.body.id, hit.shape.id, hit.distance) == (hits.body[k], hits.shape[k], hits.distance[k])
        assert hit.point == tuple(hits.point[k]) and hit.normal == tuple(hits.normal[k])
        assert hit.shape in hit.body.parts and 0.0 <= hit.distance <= limit
        assert abs(hit.normal.length - 1.0) < 1e-12 and hit.normal.dot(direction[k]) < 1e-9
        solid = Solid.of(hit.body, hit.shape)
        assert abs(float(solid.height(hit.point))) < SLACK + 1e-9 * np.abs(origin[k]).max()
        slope = (solid.height(hit.point + hit.normal * 1e-3) - solid.height(hit.point)) / 1e-3
        assert slope > 0.995, "the normal leads away from the surface"


def check_all_hits(found, expected, k, nearest):
    distances = [hit.distance for hit in found]
    assert distances == sorted(distances)
    shapes = [hit.shape.id for hit in found]
    assert len(set(shapes)) == len(shapes)
    assert {shape for shape, (_, high) in expected.items() if high[k] < math.inf} <= set(shapes)
    assert set(shapes) <= {shape for shape, (low, _) in expected.items() if low[k] < math.inf}
    if found:
        assert (found[0].shape.id, found[0].distance) == (nearest.shape[k], nearest.distance[k])
        assert found[0].point == pytest.approx(tuple(nearest.point[k]), rel=1e-14, abs=1e-13)
    else:
        assert nearest.body[k] == 0


@pytest.mark.slow
def test_rays_hit_as_the_reference_says_all_through_the_life_of_a_world():
    world = crowd()
    check_against_reference(world)  # before the first step
    saved = world.save_state()
    for _ in range(20):
        world.step(DT)
    check_against_reference(world)
    random = np.random.default_rng(9)
    for body in world.bodies[2::3]:
        body.position = tuple(random.uniform(-6, 6, 3).tolist())
        body.orientation = random_turn(random)
    check_against_reference(world)  # moved by hand, no step since
    for body in world.bodies[3::4]:
        world.remove_body(body)
    world.bodies[2].add_shape(CUBE, offset=(0, 1.5, 0))
    world.add_body(shape=BALL, position=(0, 5, 0))
    check_against_reference(world)
    world.step(DT)
    check_against_reference(world)
    world.load_state(saved)
    check_against_reference(world)


def test_sleeping_bodies_are_hit():
    world = World()
    world.add_body(kind=BodyKind.STATIC, shape=ShapePlane())
    world.add_bodies(
        shape=CUBE, position=[(1.5 * x, 0.5 + y, 1.5 * z) for x in range(4) for y in range(2) for z in (0, 1)]
    )
    for _ in range(120):
        world.step(DT)
    assert not world.snapshot().awake.any()
    check_against_reference(world)
    assert not world.snapshot().awake.any(), "a look wakes nobody"


def test_masks_and_ignored_bodies():
    world = crowd()
    for mask in (1, 6, 0xFFFFFFFE):
        check_against_reference(world, 400, mask=mask)
    check_against_reference(world, 400, ignore=world.bodies[0:1])
    check_against_reference(world, 400, ignore=set(world.bodies[2::2]), mask=7)
    assert world.ray_cast((0, 9, 0), (0, -1, 0), mask=0) is None


@pytest.mark.slow
def test_far_from_the_origin():
    """At 100 km doubles are 1.5e-11 m apart; the bounds in the trees are float32 there, 8 mm apart."""
    world = crowd(center=(1e5, -1e5, 1e5))
    check_against_reference(world, 800)
    for _ in range(10):
        world.step(DT)
    check_against_reference(world, 800)


@pytest.mark.slow
def test_the_trees_find_what_a_loop_over_all_shapes_finds_to_the_bit():
    world = crowd(count=40)
    for _ in range(5):
        world.step(DT)
    origin, direction = rays_through(world, 400)
    hits = world.ray_cast_batch(origin, direction)
    unit = direction / np.sqrt((direction * direction).sum(axis=1))[:, None]
    for k in range(len(origin)):
        ray = tuple(origin[k].tolist()), tuple(unit[k].tolist())
        arrays = world._arrays.shapes, world._arrays.bodies.rotation
        distances = {shape: ray_shape(shape, *ray, *arrays)[0] for shape in solids(world)}
        nearest = min(distances, key=lambda shape: (distances[shape], shape))
        if distances[nearest] > 100.0:
            assert hits.body[k] == 0
        else:
            assert hits.shape[k] == nearest
            assert hits.distance[k] == pytest.approx(distances[nearest], rel=1e-14)


# ---- By hand ---------------------------------------------------------------------------------------------------------


def scene():
    """A ball at x = 3, a capsule at x = 6 and a box at x = 9 above the ground, in a row."""
    world = World(gravity=(0, 0, 0))
    ground = world.add_body(kind=BodyKind.STATIC, shape=ShapePlane(), position=(0, -2, 0))
    ball = world.add_body(shape=BALL, position=(3, 0, 0), category=1)
    capsule = world.add_body(shape=ShapeCapsule(0.5, 1.0), position=(6, 0, 0), category=2)
    box = world.add_body(kind=BodyKind.STATIC, shape=CUBE, position=(9, 0, 0), category=4)
    return world, ground, ball, capsule, box


def test_the_nearest_hit_in_full():
    world, _, ball, *_ = scene()
    hit = world.ray_cast((0, 0, 0), (7, 0, 0))
    assert hit == RayHit(ball, ball.parts[0], Vec3(2.5, 0, 0), Vec3(-1, 0, 0), 2.5)
    assert isinstance(hit.point, Vec3) and isinstance(hit.normal, Vec3) and type(hit.distance) is float
    with pytest.raises(dataclasses.FrozenInstanceError):
        hit.distance = 0.0


def test_all_hits_come_in_order():
    world, ground, ball, capsule, box = scene()
    assert [hit.body for hit in world.ray_cast_all((0, 0, 0), (1, 0, 0))] == [ball, capsule, box]
    assert [hit.distance for hit in world.ray_cast_all((0, 0, 0), (1, 0, 0))] == [2.5, 5.5, 8.5]
    assert [hit.body for hit in world.ray_cast_all((20, 0, 0), [-1, 0, 0])] == [box, capsule, ball]
    assert [hit.body for hit in world.ray_cast_all((3, 9, 0), (0, -1, 0))] == [ball, ground]
    assert world.ray_cast_all((0, 0, 0), (-1, 0, 0)) == []


def test_more_hits_than_there_was_room_for_at_first():
    world = World()
    world.add_bodies(shape=BALL, position=[(2.0 * i, 0, 0) for i in range(200)])
    assert [hit.distance for hit in world.ray_cast_all((-1, 0, 0), (1, 0, 0), 1e3)] == [0.5 + 2 * i for i in range(200)]


def test_the_length_of_a_ray_counts_to_the_end():
    world, _, ball, *_ = scene()
    assert world.ray_cast((0, 0, 0), (1, 0, 0), 2.5).body is ball
    assert world.ray_cast((0, 0, 0), (1, 0, 0), math.nextafter(2.5, 0)) is None
    assert len(world.ray_cast_all((0, 0, 0), (1, 0, 0), 5.5)) == 2


def test_masks_choose_by_category_and_ignored_bodies_are_transparent():
    world, ground, ball, capsule, box = scene()

    def seen(**options):
        hit = world.ray_cast((0, 0, 0), (1, 0, 0), **options)
        return hit and hit.body

    assert seen(mask=1) is ball and seen(mask=6) is capsule and seen(mask=4) is box and seen(mask=8) is None
    assert seen(ignore=ball) is capsule and seen(ignore=[ball]) is capsule and seen(ignore={ball, capsule}) is box
    assert seen(ignore=(body for body in (box, capsule, ball, ground))) is None
    assert seen(ignore=[ball, ball]) is capsule and seen(ignore=[]) is ball and seen(ignore=ball, mask=1) is None
    assert [hit.body for hit in world.ray_cast_all((0, 0, 0), (1, 0, 0), ignore=capsule)] == [ball, box]
    assert world.ray_cast_batch([(0, 0, 0)], [(1, 0, 0)], ignore=world.bodies).body.tolist() == [0]


def test_sensors_are_not_hit():
    world, _, ball, *_ = scene()
    world.add_body(kind=BodyKind.STATIC, shape=CUBE, position=(1.5, 0, 0), sensor=True)
    assert world.ray_cast((0, 0, 0), (1, 0, 0)).body is ball


def test_a_shape_around_the_origin_is_not_hit():
    world, _, ball, capsule, box = scene()
    assert world.ray_cast((3, 0, 0), (1, 0, 0)).body is capsule
    assert world.ray_cast((2.5, 0, 0), (1, 0, 0)).body is capsule, "on the surface"
    assert world.ray_cast((6, 1.2, 0), (1, 0, 0)) is None
    assert world.ray_cast((9.2, 0.2, 0.2), (-1, 0, 0)).body is capsule
    ball.add_shape(CUBE, offset=(2, 0, 0))
    hit = world.ray_cast(ball.position, (1, 0, 0))
    assert hit.body is ball and hit.shape is ball.parts[1], "other shapes of the body are"


def test_half_spaces_are_hit_from_outside_only():
    world, ground, *_ = scene()
    hit = world.ray_cast((0, 1, 0), (4, -3, 0))
    assert hit.body is ground and hit.distance == pytest.approx(5.0) and hit.normal == (0, 1, 0)
    assert world.ray_cast((0, -3, 0), (0, 1, 0)) is None and world.ray_cast((0, -3, 0), (0, -1, 0)) is None
    assert world.ray_cast((0, 1, 0), (-1, 0, 0)) is None


def test_of_shapes_at_the_same_distance_the_lowest_number_is_nearest():
    world = World()
    bodies = [world.add_body(shape=CUBE, position=(0, 0, 0)) for _ in range(9)]
    for k in range(8):
        assert world.ray_cast((-5, 0.1, 0.2), (1, 0, 0), ignore=bodies[:k]).body is bodies[k]
    assert [hit.body for hit in world.ray_cast_all((-5, 0.1, 0.2), (1, 0, 0))] == bodies


def test_a_body_is_hit_where_it_was_just_put():
    world, _, ball, *_ = scene()
    for _ in range(3):
        world.step(DT)
    ball.position = (3, 50, 0)
    assert world.ray_cast((0, 50, 0), (1, 0, 0)).body is ball
    assert world.ray_cast((0, 0, 0), (1, 0, 0)).body is not ball
    world.remove_body(ball)
    assert world.ray_cast((0, 50, 0), (1, 0, 0)) is None


@pytest.mark.parametrize("column", ["motion", "center"])
def test_a_frozen_body_is_hit_where_it_is_frozen(column):
    """It goes back by a step, which is further than its bounds reach."""
    world = World(gravity=(0, 0, 0))
    body = world.add_body(shape=BALL, position=(0, 0, 0), velocity=(600, 0, 0))
    for _ in range(3):
        world.step(DT)
    getattr(world._arrays.bodies, column)[body.id, 0] = math.nan
    with warnings.catch_warnings(action="ignore"):
        world.step(DT)
    assert body.frozen
    assert world.ray_cast(body.position - (0, 3, 0), (0, 1, 0)).body is body


def test_an_empty_world_and_no_rays():
    world = World()
    assert world.ray_cast((0, 0, 0), (1, 0, 0)) is None and world.ray_cast_all((0, 0, 0), (1, 0, 0)) == []
    hits = world.ray_cast_batch(np.zeros((0, 3)), np.zeros((0, 3)))
    assert len(hits) == 0 and hits.point.shape == (0, 3) and hits.body.dtype == np.int32


def test_one_origin_serves_many_rays():
    world, ground, ball, *_ = scene()
    hits = world.ray_cast_batch((0, 0, 0), [(1, 0, 0), (0, -1, 0), (0, 1, 0)])
    assert hits.body.tolist() == [ball.id, ground.id, 0] and hits.distance.tolist() == [2.5, 2.0, math.inf]


def test_directions_are_normalized_alike_in_all_forms():
    world, *_ = scene()
    random = np.random.default_rng(2)
    directions = np.array((3.0, -0.1, 0.05)) + random.normal(size=(300, 3)) * 0.2
    directions *= 10.0 ** random.uniform(-6, 300, (300, 1))
    hits = world.ray_cast_batch((0, 0, 0), directions)
    assert [hit and hit.distance for hit in (world.ray_cast((0, 0, 0), d) for d in directions)] == [
        d if d < math.inf else None for d in hits.distance
    ]


def test_rays_from_beyond_all_measure_hit_nothing():
    world = crowd(count=10)
    for size in (1e155, 1e300):
        hits = world.ray_cast_batch(np.array(((size, 0, 0), (0, size, 0))), -np.eye(3)[:2], 1e100)
        assert hits.body.tolist() == [0, 0]
        signs = np.array([(x, y, z) for x in (-1, 0, 1) for y in (-1, 0, 1) for z in (-1, 0, 1) if x or y or z], float)
        hits = world.ray_cast_batch(np.tile(size * signs, (2, 1)), np.tile(-signs, (2, 1)), 1e100)
        assert not hits.body.any()


def test_no_form_of_input_compiles_a_kernel_anew():
    world, _, ball, *_ = scene()
    kernels = [ray_cast.cast_rays, ray_cast.cast_through, ray_many.cast_many]
    kernels += [diagnostics.sum_energy, diagnostics.read_islands, diagnostics.read_tree]
    for kernel in kernels:
        warm_up.compile_job(kernel.__name__)
    before = [len(kernel.signatures) for kernel in kernels]
    fixed = np.asfortranarray(np.ones((4, 3), np.float32))
    fixed.flags.writeable = False
    for origin in (fixed, fixed.tolist(), fixed.astype(int), fixed[0]):
        world.ray_cast_batch(origin, fixed, 5, mask=np.int64(3), ignore=ball)
    for origin in (np.tile(fixed, (20, 1)), fixed[0]):
        world.ray_cast_batch(origin, np.tile(fixed, (20, 1)), 5, mask=np.int64(3), ignore=ball)
    for origin in (fixed[0], (0, 1, 2), [0.5, 1, 2]):
        world.ray_cast(origin, fixed[1], np.float32(3), mask=1)
        world.ray_cast_all(origin, fixed[1], 3, ignore=[ball])
    for _ in range(2):
        world.snapshot()
        world.bounds(), world.tree_bounds(), world.tree_bounds(static=True), world.islands(), world.energy()
        world.step(DT)
    assert [len(kernel.signatures) for kernel in kernels] == before
