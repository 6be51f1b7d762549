"""Numbers name bodies, shapes and joints for good, whatever rows of the arrays they lie in."""

import numpy as np
import pytest

from physics import (
    BodyKind,
    JointBall,
    JointDistance,
    JointPulley,
    ShapeBox,
    ShapePlane,
    ShapeSphere,
    World,
)
from physics.state.ids import IdPool

DT = 1 / 60
CUBE = ShapeBox((0.5, 0.5, 0.5))
BALL = ShapeSphere(0.5)


def run(world, steps):
    for _ in range(steps):
        world.step(DT)


def worn_world():
    """A ground and cubes on it, of which some were removed and others added: rows and numbers differ."""
    world = World()
    world.add_body(kind=BodyKind.STATIC, shape=ShapePlane(), name="ground")
    cubes = [world.add_body(shape=CUBE, position=(2.0 * k, 0.5, 0)) for k in range(6)]
    run(world, 2)
    for cube in (cubes[0], cubes[3]):
        world.remove_body(cube)
    run(world, 3)
    for k in (0, 3):
        new = world.add_body(shape=CUBE, position=(2.0 * k, 0.5, 0))
        new.add_shape(BALL, offset=(0, 1, 0))
    run(world, 2)
    assert [body._row for body in world.bodies] != [body.id for body in world.bodies], "the test needs a worn world"
    return world


def test_numbers_count_up_while_nothing_is_removed():
    world = World()
    bodies = [world.add_body(shape=CUBE, position=(2.0 * k, 0, 0)) for k in range(100)]
    assert [body.id for body in bodies] == list(range(1, 101))
    assert [body.parts[0].id for body in bodies] == list(range(100))
    joints = [world.add_joint(JointBall(None, body, anchor=body.position)) for body in bodies[:30]]
    assert [joint.id for joint in joints] == list(range(1, 31))
    pulley = JointPulley(*bodies[40:42], anchor_a=(0, 1, 0), anchor_b=(1, 1, 0), ground_a=(0, 5, 0), ground_b=(1, 5, 0))
    assert world.add_joint(pulley).id == 33 and [part.id for part in pulley.parts] == [31, 32]
    assert world.joint(33) is pulley and world.joint(31) is pulley.parts[0] and pulley not in pulley.parts
    assert pulley in world.joints and pulley.parts[0] not in world.joints


def test_no_number_is_given_twice():
    world, seen = World(), set()
    rng = np.random.default_rng(1)
    for _ in range(300):
        body = world.add_body(shape=CUBE, position=tuple(rng.uniform(-9, 9, 3)))
        joint = world.add_joint(JointBall(None, body, anchor=body.position))
        for name in (("body", body.id), ("part", body.parts[0].id), ("joint", joint.id)):
            assert name not in seen
            seen.add(name)
        if len(world.bodies) > 5:
            world.remove_body(world.bodies[int(rng.integers(5))])
        world.step(DT)
    assert len(world._arrays.bodies.links) < 100, "rows were used again"


def test_bodies_and_joints_are_found_by_number_until_they_are_removed():
    world = worn_world()
    body = world.bodies[-1]
    joint = world.add_joint(JointDistance(None, body, anchor_a=(0, 3, 0), anchor_b=body.position))
    assert world.body(body.id) is body and world.joint(joint.id) is joint and body.joints == [joint]
    number, joint_number = body.id, joint.id
    world.remove_body(body)
    with pytest.raises(LookupError, match=f"no body number {number} in this world"):
        world.body(number)
    with pytest.raises(LookupError, match=f"no joint number {joint_number} in this world"):
        world.joint(joint_number)
    for find in (world.body, world.joint):
        for wrong in (0, -1, 999):
            with pytest.raises(LookupError):
                find(wrong)
        with pytest.raises(TypeError):
            find("1")


def test_read_outs_name_numbers():
    world = worn_world()
    shot, numbers = world.snapshot(), [body.id for body in world.bodies]
    assert shot.body.tolist() == numbers == sorted(numbers)
    parts = {part.id: body for body in world.bodies for part in body.parts}
    assert shot.shape.tolist() == sorted(parts)
    assert [shot.body[k] for k in shot.shape_body] == [parts[number].id for number in shot.shape.tolist()]
    for body, place, velocity in zip(world.bodies, shot.position, shot.velocity, strict=True):
        assert tuple(place) == body.position and tuple(velocity) == body.velocity
    ground = world.bodies[0]
    for point in world.contacts():
        assert {int(point["body_a"]), int(point["body_b"])} == {ground.id, parts[int(point["shape_a"])].id}
        assert world.body(int(point["body_a"])).part(int(point["shape_a"])).body.id == point["body_a"]
    assert set(world.islands().tolist()) <= {0, *numbers}
    assert world.bounds().shape.tolist() == [number for number in sorted(parts) if parts[number] is not ground]


def test_queries_name_numbers():
    world = worn_world()
    for body in world.bodies[1:]:
        above = (body.position.x, 9.0, 0.0)
        hit = world.ray_cast(above, (0, -1, 0))
        assert hit.body is body and hit.shape is body.parts[-1]
        batch = world.ray_cast_batch([above] * 40, [(0, -1, 0)] * 40)
        assert batch.body.tolist() == [body.id] * 40 and batch.shape.tolist() == [body.parts[-1].id] * 40
        everything = world.ray_cast_all(above, (0, -1, 0))
        assert [found.shape for found in everything] == [*reversed(body.parts), world.bodies[0].parts[0]]
        cast = world.shape_cast(BALL, above, motion=(0, -20, 0))
        assert cast.body is body and cast.shape is body.parts[-1]
        casts = world.shape_cast_batch(BALL, [above], [(0, -20, 0)])
        assert (casts.body[0], casts.shape[0]) == (body.id, body.parts[-1].id)
        assert world.bodies_at(body.position) == [body]
        assert world.closest_point(body, above).shape is body.parts[-1]
    shapes = [hit.shape.id for hit in world.overlap(ShapeBox((20, 1, 1)), (5, 1, 0))]
    assert shapes == sorted(part.id for body in world.bodies for part in body.parts)
    nothing = world.ray_cast_batch([(0, 50, 0)], [(0, 1, 0)])
    assert (nothing.body[0], nothing.shape[0]) == (0, -1)
    pushed = world.explode((3, 0.5, 0), impulse=10.0, radius=9.0, line_of_sight=False)
    assert pushed == sorted(pushed, key=lambda body: body.id) and len(pushed) > 3


def test_callbacks_name_numbers():
    world, seen = worn_world(), []
    world.pre_solve = lambda records: seen.append(records.copy())
    run(world, 1)
    shapes = {part.id: body.id for body in world.bodies for part in body.parts}
    assert len(seen[0])
    for record in seen[0]:
        assert shapes[int(record["shape_a"])] == record["body_a"]
        assert shapes[int(record["shape_b"])] == record["body_b"]


def test_a_replay_gives_the_same_numbers():
    world = worn_world()
    state, before = world.save_state(), world.state_hash()

    def future():
        world.remove_body(world.bodies[2])
        run(world, 3)
        made = [world.add_body(shape=CUBE, position=(0, 5.0 + k, 0)) for k in range(3)]
        joint = world.add_joint(JointBall(made[0], made[1], anchor=(0, 5.5, 0)))
        return [body.id for body in world.bodies], joint.id, world.state_hash()

    first = future()
    world.load_state(state)
    assert world.state_hash() == before and future() == first


def test_the_counter_decides_the_hash():
    worlds = [World(), World()]
    for world in worlds:
        world.add_body(shape=CUBE)
    gone = worlds[1].add_body(shape=BALL, position=(5, 0, 0))
    worlds[1].remove_body(gone)
    for world in worlds:
        run(world, 4)
    assert worlds[0].bodies[0].position == worlds[1].bodies[0].position
    assert worlds[0].state_hash() != worlds[1].state_hash(), "their next bodies will have different numbers"


def test_a_pool_gives_numbers_back_to_what_comes_back():
    pool = IdPool(first=1)
    assert [pool.give(row) for row in (1, 2, 3)] == [1, 2, 3]
    saved = pool.save()
    pool.drop(2)
    assert pool.give(2) == 4 and pool.give(4, 2) == 2 and pool.give(5, 9) == 9 and pool.give(6) == 10
    assert pool.sorted(np.array([1, 2, 3, 4])).tolist() == [1, 4, 3, 2]
    assert pool.of_row[np.array([-1, 1])].tolist() == [-1, 1]
    pool.load(saved)
    assert pool.outline() == (4, np.array([0, 1, 2, 3], np.int32).tobytes())
    assert [pool.give(row) for row in range(4, 300)] == list(range(4, 300)) and pool.of_row[-1] == -1


@pytest.mark.parametrize("row", [63, 64, 127, 128, 5000])
def test_a_pool_takes_rows_far_beyond_those_that_it_has(row):
    """The first soft body of a world may come after thousands of bodies, whose rows it shares."""
    pool = IdPool(first=1)
    assert pool.give(2) == 1 and pool.give(row) == 2
    assert pool.of_row[[2, row, -1]].tolist() == [1, 2, -1] and len(pool.of_row) > row + 1
    assert np.count_nonzero(pool.of_row) == 3
