"""Height fields that are edited while the world runs."""

import math

import numpy as np
import pytest

from physics import BodyKind, ShapeBox, ShapeHeightField, ShapeMesh, ShapePlane, ShapeSphere, World

DT = 1 / 60
CUBE = ShapeBox((0.5, 0.5, 0.5))


def run(world, steps):
    for _ in range(steps):
        world.step(DT)


def plain(size=17, **options):
    """A flat field of points 1 m apart, and its world."""
    world = World()
    options = {"kind": BodyKind.STATIC, "shape": ShapeHeightField(np.zeros((size, size)), 1.0), **options}
    return world, world.add_body(**options)


def test_ground_that_is_dug_away_lets_a_sleeping_body_fall_to_the_new_ground():
    world, ground = plain()
    cube = world.add_body(shape=CUBE, position=(0, 0.5, 0))
    far = world.add_body(shape=CUBE, position=(6, 0.5, 0))
    run(world, 120)
    assert not cube.awake and not far.awake
    ground.set_heights(np.full((7, 7), -2.0), row=5, column=5)
    assert cube.awake and not far.awake
    world.step(DT)
    assert cube.velocity.y == pytest.approx(-9.81 * DT, rel=1e-4)
    run(world, 120)
    assert cube.position.y == pytest.approx(-1.5, abs=0.01) and far.position.y == pytest.approx(0.5, abs=0.01)
    assert not far.awake
    world.validate()


@pytest.mark.parametrize("height", [0.2, 3.0])
@pytest.mark.parametrize("rotation", [(0, 0, 0, 1), (0.0, 0.0, math.sin(0.1), math.cos(0.1))], ids=["level", "tilted"])
def test_ground_that_rises_lifts_what_lies_on_it(height, rotation):
    """However far it rises: also above the middle of the body, where a height field would not hold it."""
    world, ground = plain(orientation=rotation)
    cube = world.add_body(shape=CUBE, position=(0, 0.55, 0), orientation=rotation, friction=2.0)
    ground.friction = 2.0
    run(world, 150)
    assert not cube.awake
    before = cube.position
    ground.set_heights(np.full((9, 9), height), row=4, column=4)
    assert cube.awake
    run(world, 120)
    up = np.array((-2 * rotation[2] * rotation[3], 1 - 2 * rotation[2] ** 2, 0.0))
    assert np.dot(cube.position - before, up) == pytest.approx(height, abs=0.02)
    assert cube.velocity.length < 0.05


def test_a_body_below_or_beside_or_high_above_is_not_lifted():
    world, ground = plain()
    options = {"gravity_scale": 0.0}
    bodies = [world.add_body(shape=CUBE, position=place, **options) for place in ((0, -2, 0), (6, 0.6, 0), (0, 9, 0))]
    before = [body.position for body in bodies]
    ground.set_heights(np.full((5, 5), 1.0), row=6, column=6)
    run(world, 5)
    assert [body.position for body in bodies] == before


def test_a_body_that_slept_above_is_met_by_ground_that_rises_to_it():
    """It lies on a shelf, and there was no pair of it and the ground before."""
    world, ground = plain()
    world.add_body(kind=BodyKind.STATIC, shape=ShapeBox((0.2, 0.1, 0.2)), position=(0, 4.9, 0))
    cube = world.add_body(shape=CUBE, position=(0, 5.5, 0))
    run(world, 120)
    assert not cube.awake
    ground.set_heights(np.full((5, 5), 5.5), row=6, column=6)
    assert cube.awake
    run(world, 60)
    assert cube.position.y == pytest.approx(6.0, abs=0.01)


def test_a_hole_is_dug_and_filled():
    world, ground = plain()
    world.add_body(kind=BodyKind.STATIC, shape=ShapePlane(offset=-3.0))
    ball = world.add_body(shape=ShapeSphere(0.3), position=(0, 0.3, 0), rolling_friction=0.05)
    run(world, 100)
    ground.parts[0].set_heights(math.nan, 8, 8)
    run(world, 100)
    assert ball.position.y == pytest.approx(-2.7, abs=0.01)
    assert world.ray_cast((0.1, 1, 0), (0, -1, 0), max_distance=2.0) is None
    ground.set_heights(0.0, 8, 8)
    assert world.ray_cast((0.1, 1, 0), (0, -1, 0)).distance == pytest.approx(1.0)
    run(world, 60)
    assert ball.position.y == pytest.approx(-2.7, abs=0.01), "it stays below"


def test_queries_bounds_and_snapshots_see_the_new_heights():
    world, ground = plain()
    part, heights = ground.parts[0], np.zeros((17, 17))
    before = world.snapshot()
    heights[3, 5] = 4.0
    ground.set_heights([[4.0]], 3, 5)
    place = (5 - 8.0, 9.0, 3 - 8.0)
    assert world.ray_cast(place, (0, -1, 0)).point == pytest.approx((-3, 4, -5))
    assert world.shape_cast(ShapeSphere(0.1), place, motion=(0, -9, 0)) is not None
    assert world.overlap(ShapeSphere(0.2), (-3, 3.9, -5)) and not world.overlap(ShapeSphere(0.2), (0, 3.9, 0))
    assert world.closest_point(ground, (-3, 5, -5)).distance == pytest.approx(1.0)
    np.testing.assert_array_equal(part.shape.heights, heights)
    after = world.snapshot()
    equal = ShapeHeightField(heights, 1.0)
    drawn = after.geometries[after.shape_geometry[0]]
    np.testing.assert_array_equal(drawn.positions, equal.geometry.positions)
    np.testing.assert_array_equal(drawn.normals, equal.geometry.normals)
    assert after.shape_size[0].tolist() == pytest.approx([8, 2, 8]) and after.shape_offset[0, 1] == 2.0
    assert before.geometries[before.shape_geometry[0]].positions[:, 1].max() == 0.0, "a snapshot does not change"


def test_a_field_that_was_edited_is_as_one_that_was_made_so():
    """Its future is the same bit for bit: edited in two worlds in different ways, and made so in a third."""
    heights = np.random.default_rng(5).uniform(0.0, 0.6, (17, 17))
    heights[2, 2] = math.nan
    futures = []
    for way in range(3):
        world, ground = plain() if way < 2 else plain(shape=ShapeHeightField(heights, 1.0))
        if way == 0:
            ground.set_heights(heights)
        elif way == 1:
            for row in range(17):
                ground.set_heights(heights[row : row + 1], row)
        bodies = [world.add_body(shape=CUBE, position=(2.0 * k - 4.0, 1.5, 0.3 * k)) for k in range(5)]
        run(world, 40)
        futures.append([(body.position, body.orientation, body.velocity) for body in bodies])
    assert futures[0] == futures[2] and futures[1] == futures[2]


def test_states_bring_back_old_and_new_heights_exactly():
    world, ground = plain()
    cube = world.add_body(shape=CUBE, position=(0.2, 0.5, 0.1))
    run(world, 30)
    states = [(world.save_state(), world.state_hash(), ground.parts[0].shape)]
    for depth in (-0.5, -1.0, math.nan):
        ground.set_heights(np.full((5, 5), depth), 6, 6)
        states.append((world.save_state(), world.state_hash(), ground.parts[0].shape))
        run(world, 20)
    futures = []
    for state, digest, shape in states:
        world.load_state(state)
        assert world.state_hash() == digest and ground.parts[0].shape == shape
        run(world, 20)
        futures.append((world.state_hash(), cube.position.y))
    assert len({y for _, y in futures}) == 4
    for (state, digest, shape), future in reversed(list(zip(states, futures, strict=True))):
        world.load_state(state)
        assert world.state_hash() == digest and ground.parts[0].shape == shape
        drawn = world.snapshot()
        expected = shape.geometry
        np.testing.assert_array_equal(drawn.geometries[drawn.shape_geometry[0]].triangles, expected.triangles)
        run(world, 20)
        assert (world.state_hash(), cube.position.y) == future


def test_a_state_of_a_body_that_was_edited_and_removed_brings_it_back_as_it_was():
    world, ground = plain()
    plain_state = world.save_state()
    ground.set_heights(1.0, 4, 4)
    state, digest = world.save_state(), world.state_hash()
    shape = ground.parts[0].shape
    definition = ground.definition()
    world.remove_body(ground)
    other = world.add_body(kind=BodyKind.STATIC, shape=ShapeHeightField(np.ones((17, 17)), 1.0))
    other.set_heights(7.0, 9, 9)  # takes the place of the first in the arrays
    again = world.restore(definition)
    assert again.parts[0].shape == shape and again.definition() == definition
    world.load_state(state)
    assert world.state_hash() == digest and ground.parts[0].shape == shape
    assert world.ray_cast((-4, 9, -4), (0, -1, 0)).point.y == pytest.approx(1.0)
    world.load_state(plain_state)
    assert ground.parts[0].shape == ShapeHeightField(np.zeros((17, 17)), 1.0)
    assert world.ray_cast((-4, 9, -4), (0, -1, 0)).point.y == pytest.approx(0.0)


def test_bodies_that_share_a_shape_are_edited_one_by_one():
    shape = ShapeHeightField(np.zeros((5, 5)), 1.0)
    world = World()
    bodies = [world.add_body(kind=BodyKind.STATIC, shape=shape, position=(10.0 * k, 0, 0)) for k in range(3)]
    bodies[1].set_heights(2.0, 2, 2)
    bodies[2].set_heights(3.0, 2, 2)
    tops = [world.ray_cast((10.0 * k, 9, 0), (0, -1, 0)).point.y for k in range(3)]
    assert tops == pytest.approx([0, 2, 3])
    assert shape.heights.max() == 0.0 and bodies[0].parts[0].shape is shape


def test_many_edits_take_no_more_memory():
    world, ground = plain()
    ground.set_heights(1.0, 3, 3)
    sizes = [len(array) for array in (world.snapshot().geometries, ground.world._arrays.library.numbers)]
    for k in range(50):
        ground.set_heights(0.01 * k, 3, 4)
        world.snapshot()
    after = [len(array) for array in (world.snapshot().geometries, ground.world._arrays.library.numbers)]
    assert after == sizes


def test_an_edit_that_changes_nothing_wakes_nobody():
    world, ground = plain()
    cube = world.add_body(shape=CUBE, position=(0, 0.5, 0))
    run(world, 120)
    before = world.state_hash()
    ground.set_heights(np.zeros((5, 5)), 6, 6)
    assert world.state_hash() == before and not cube.awake


@pytest.mark.parametrize(
    ("arguments", "error", "words"),
    [
        ((np.zeros((18, 1)),), ValueError, r"shape \(18, 1\) from row 0 and column 0 on must fit into the grid of 17"),
        ((np.zeros((2, 2)), 16, 0), ValueError, "must fit into the grid"),
        ((1.0, -1, 0), ValueError, "row"),
        ((1.0, 0, 17), ValueError, "column"),
        ((1.0, 0.5, 0), TypeError, "row"),
        (("high", 0, 0), TypeError, "heights must be an array of numbers"),
        (([math.inf, 1.0], 0, 0), ValueError, "a row and a column"),
        (([[math.inf, 1.0]], 0, 0), ValueError, r"heights\[0, 0\] must be finite"),
        ((np.zeros((0, 3)), 0, 0), ValueError, "a row and a column"),
        ((np.full((17, 17), math.nan),), ValueError, "needs a triangle without NaN"),
    ],
)
def test_bad_edits_are_refused_and_change_nothing(arguments, error, words):
    world, ground = plain()
    before = world.state_hash()
    with pytest.raises(error, match=words):
        ground.set_heights(*arguments)
    assert world.state_hash() == before


def test_only_height_fields_are_edited():
    world, ground = plain()
    box = world.add_body(shape=CUBE, position=(0, 5, 0))
    with pytest.raises(ValueError, match="needs one height field, got 0"):
        box.set_heights(1.0)
    with pytest.raises(ValueError, match="set_heights is for height fields, got a ShapeBox"):
        box.parts[0].set_heights(1.0)
    ground.add_shape(ShapeHeightField(np.zeros((3, 3)), 1.0), (20, 0, 0))
    with pytest.raises(ValueError, match="got 2; use set_heights of a part"):
        ground.set_heights(1.0)
    ground.parts[1].set_heights(1.0, 1, 1)
    assert world.ray_cast((20, 9, 0), (0, -1, 0)).point.y == pytest.approx(1.0)
    part = ground.parts[1]
    ground.remove_shape(part)
    with pytest.raises(LookupError):
        part.set_heights(1.0)


def test_edits_in_a_callback_are_refused():
    world, ground = plain()
    world.add_body(shape=CUBE, position=(0, 0.5, 0))
    seen = []

    def edit(records):
        with pytest.raises(RuntimeError, match="given other heights"):
            ground.set_heights(1.0, 3, 3)
        seen.append(1)

    world.pre_solve = edit
    world.step(DT)
    assert seen


def test_a_kinematic_body_is_not_lifted():
    world, ground = plain()
    corners, triangles = [[-1, 0, -1], [-1, 0, 1], [1, 0, 1], [1, 0, -1]], [[0, 1, 2], [0, 2, 3]]
    plate = world.add_body(kind=BodyKind.KINEMATIC, shape=ShapeMesh(corners, triangles), position=(0, 0.5, 0))
    ground.set_heights(2.0, 8, 8)
    assert plate.position == (0, 0.5, 0)
