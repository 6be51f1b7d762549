"""Islands and sleep: what touches rests and wakes together."""

import itertools
import statistics
import time

import numpy as np
import pytest

from physics import BodyKind, JointBall, ShapeBox, ShapePlane, ShapeSphere, World

DT = 1 / 60
CUBE = ShapeBox(half_extents=(0.5, 0.5, 0.5))
BALL = ShapeSphere(radius=0.5)


def run(world, steps):
    for _ in range(steps):
        world.step(DT)


def with_ground(**options):
    world = World(**options)
    ground = world.add_body(kind=BodyKind.STATIC, shape=ShapePlane(), name="ground")
    return world, ground


def tower(world, x, height):
    return [world.add_body(shape=CUBE, position=(x, 0.5 + i, 0)) for i in range(height)]


def awake(bodies):
    return [body.awake for body in bodies]


def components(world):
    """Groups of dynamic bodies that touch, by breadth-first search over the contact points."""
    movable = [body.id for body in world.bodies if body.kind == BodyKind.DYNAMIC and not body.frozen]
    neighbors = {number: set() for number in movable}
    for record in world.contacts():
        a, b = int(record["body_a"]), int(record["body_b"])
        if a in neighbors and b in neighbors:
            neighbors[a].add(b)
            neighbors[b].add(a)
    groups, seen = [], set()
    for start in movable:
        if start not in seen:
            group, queue = {start}, [start]
            for number in queue:
                fresh = neighbors[number] - group
                group |= fresh
                queue += sorted(fresh)
            seen |= group
            groups.append(group)
    return groups


# ---- Falling asleep ------------------------------------------------------------------------------------------------


def test_bodies_sleep_after_half_a_second_of_rest():
    world, _ = with_ground()
    body = world.add_body(shape=CUBE, position=(0, 0.5, 0))
    run(world, 29)
    assert body.awake
    run(world, 4)
    assert not body.awake and body.velocity == (0, 0, 0) and body.angular_velocity == (0, 0, 0)
    assert world.stats.awake_count == 0 and world.stats.island_count == 0 and world.stats.contact_count == 0
    place = body.position
    run(world, 60)
    assert body.position == place


def test_a_moving_body_keeps_its_island_awake_as_a_whole():
    world, _ = with_ground()
    bodies = tower(world, 0, 3)
    spinner = world.add_body(shape=BALL, position=(0, 3.5, 0), friction=0.0, angular_velocity=(0, 5, 0))
    alone = tower(world, 9, 2)
    run(world, 120)
    assert awake(alone) == [False, False]
    assert awake(bodies) == [True] * 3 and spinner.awake
    spinner.angular_velocity = (0, 0, 0)
    run(world, 120)
    assert not any(awake([*bodies, spinner]))


def test_an_island_falls_asleep_in_one_step():
    world, _ = with_ground()
    bodies = tower(world, 0, 5)
    for _ in range(200):
        world.step(DT)
        assert len(set(awake(bodies))) == 1
        if not bodies[0].awake:
            return
    raise AssertionError("it never slept")


def test_contacts_of_sleepers_can_still_be_read():
    world, _ = with_ground()
    tower(world, 0, 2)
    run(world, 120)
    contacts = world.contacts()
    assert len(contacts) == 8 and contacts["normal_impulse"].sum() > 0.0


@pytest.mark.parametrize("options", [{"sleeping": False}, {}])
def test_sleeping_can_be_turned_off_for_a_world(options):
    world, _ = with_ground(**options)
    body = world.add_body(shape=CUBE, position=(0, 0.5, 0))
    run(world, 120)
    assert body.awake != world.sleeping
    world.sleeping = False
    assert body.awake
    run(world, 120)
    assert body.awake and world.sleeping is False
    world.sleeping = True
    run(world, 60)
    assert not body.awake


def test_can_sleep_false_keeps_the_island_awake():
    world, _ = with_ground()
    guard = world.add_body(shape=CUBE, position=(0, 0.5, 0), can_sleep=False)
    on_top = world.add_body(shape=CUBE, position=(0, 1.5, 0))
    far = world.add_body(shape=CUBE, position=(5, 0.5, 0))
    run(world, 120)
    assert guard.awake and on_top.awake and not far.awake


def test_a_body_that_cannot_rest_in_the_air_does_not_sleep():
    world = World()
    body = world.add_body(shape=BALL, velocity=(0, 9.81 * 0.5, 0))
    run(world, 60)  # thrown up, it is slow at the top for a moment
    assert body.awake
    floating = world.add_body(shape=BALL, position=(50, 0, 0), gravity_scale=0.0)
    run(world, 60)
    assert not floating.awake


# ---- Waking --------------------------------------------------------------------------------------------------------


def test_touch_wakes_the_whole_island_and_nothing_else():
    world, _ = with_ground()
    bodies, others = tower(world, 0, 4), tower(world, 9, 4)
    run(world, 200)
    assert not any(awake(bodies + others))
    ball = world.add_body(shape=BALL, position=(-3, 0.5, 0), velocity=(6, 0, 0))
    for _ in range(60):
        world.step(DT)
        if world.events.body_awake:
            break
    assert {event.body for event in world.events.body_awake} == set(bodies)
    assert ball.position.x > -1.2 and not any(awake(others))
    run(world, 30)
    assert bodies[0].position.x > 0.01, "and it was pushed"


@pytest.mark.parametrize(
    "disturb",
    [
        lambda b: b.apply_impulse((0, 1.0, 0)),
        lambda b: b.apply_angular_impulse((0, 1.0, 0)),
        lambda b: b.apply_force((0, 1.0, 0)),
        lambda b: b.apply_torque((0, 1.0, 0)),
        lambda b: b.wake(),
        lambda b: setattr(b, "velocity", (0, 1, 0)),
        lambda b: setattr(b, "angular_velocity", (0, 1, 0)),
        lambda b: setattr(b, "position", b.position + (0, 0.1, 0)),
        lambda b: setattr(b, "orientation", (0, 1, 0, 0)),
        lambda b: setattr(b, "mass", 5.0),
        lambda b: setattr(b, "friction", 0.0),
        lambda b: setattr(b, "gravity_scale", 2.0),
        lambda b: setattr(b, "linear_damping", 2.0),
        lambda b: b.add_shape(BALL, offset=(0, 1, 0)),
        lambda b: b.world.write([b], velocity=[(0, 1, 0)]),
    ],
    ids=[
        "impulse", "angular_impulse", "force", "torque", "wake", "velocity", "angular_velocity", "position",
        "orientation", "mass", "friction", "gravity_scale", "damping", "add_shape", "write",
    ],
)  # fmt: skip
@pytest.mark.parametrize("which", [0, 2])
def test_changing_a_sleeper_wakes_its_island(disturb, which):
    world, _ = with_ground()
    bodies, others = tower(world, 0, 3), tower(world, 9, 2)
    run(world, 150)
    assert not any(awake(bodies + others))
    disturb(bodies[which])
    assert all(awake(bodies)) and not any(awake(others))
    world.step(DT)


def test_removing_the_support_wakes_what_stood_on_it():
    world, _ = with_ground()
    table = world.add_body(kind=BodyKind.STATIC, shape=ShapeBox((2, 0.5, 2)), position=(0, 3, 0))
    on_table = [world.add_body(shape=CUBE, position=(x, 4, 0)) for x in (-1, 1)]
    below = world.add_body(shape=CUBE, position=(9, 0.5, 0))
    run(world, 120)
    assert not any(awake([*on_table, below]))
    world.remove_body(table)
    assert all(awake(on_table)) and not below.awake
    run(world, 120)
    assert all(body.position.y == pytest.approx(0.5, abs=0.02) for body in on_table)


def test_moving_the_support_by_hand_wakes_what_stood_on_it():
    world = World()
    table = world.add_body(kind=BodyKind.STATIC, shape=ShapeBox((2, 0.5, 2)))
    body = world.add_body(shape=CUBE, position=(0, 1, 0))
    run(world, 90)
    assert not body.awake
    table.position = (0, -3, 0)
    assert body.awake
    run(world, 90)
    assert body.position.y == pytest.approx(-2, abs=0.02)


def test_a_kinematic_body_that_starts_wakes_its_load():
    world = World()
    lift = world.add_body(kind=BodyKind.KINEMATIC, shape=ShapeBox((2, 0.5, 2)))
    body = world.add_body(shape=CUBE, position=(0, 1, 0))
    run(world, 90)
    assert not body.awake
    lift.velocity = (0, 1, 0)
    run(world, 60)
    assert body.position.y == pytest.approx(2.0, abs=0.05)


def test_a_kinematic_body_that_arrives_wakes_a_sleeper():
    world, _ = with_ground()
    body = world.add_body(shape=CUBE, position=(0, 0.5, 0))
    pusher = world.add_body(kind=BodyKind.KINEMATIC, shape=CUBE, position=(-5, 0.6, 0), velocity=(2, 0, 0))
    run(world, 60)
    assert not body.awake
    run(world, 120)
    assert pusher.position.x == pytest.approx(1.0, abs=0.01)
    assert body.position.x == pytest.approx(2.0, abs=0.1)


# ---- Islands -------------------------------------------------------------------------------------------------------


def test_an_island_comes_apart_when_its_bridge_is_removed():
    """Two towers with a beam on top are one island; without the beam, two that sleep each for itself."""
    world, _ = with_ground()
    left, right = tower(world, 0, 2), tower(world, 4, 2)
    beam = world.add_body(shape=ShapeBox((3, 0.25, 0.5)), position=(2, 2.25, 0))
    run(world, 10)
    assert world.stats.island_count == 1 == len(components(world))
    run(world, 200)
    assert not any(awake([*left, *right, beam]))
    left[0].wake()
    assert all(awake([*left, *right, beam])), "one wakes all"
    world.remove_body(beam)
    world.step(DT)
    assert world.stats.island_count == 2 == len(components(world))
    run(world, 200)
    assert not any(awake(left + right))
    left[0].wake()
    assert all(awake(left)) and not any(awake(right))


def test_an_island_comes_apart_when_a_bridge_moves_away():
    world, _ = with_ground()
    left, right = tower(world, 0, 2), tower(world, 4, 2)
    beam = world.add_body(shape=ShapeBox((3, 0.25, 0.5)), position=(2, 2.25, 0))
    run(world, 10)
    assert world.stats.island_count == 1
    beam.position = (2, 0.25, 9)
    run(world, 200)
    assert not any(awake([*left, *right, beam]))
    left[1].wake()
    assert all(awake(left)) and not any(awake([*right, beam]))


def sled_along(world, places):
    """A heavy sled that brushes small boxes on its way along x, always at 5 m/s."""
    boxes = [
        world.add_body(shape=ShapeBox((0.25, 0.25, 0.25)), position=(x, 0.25, 0.55), density=100.0) for x in places
    ]
    sled = world.add_body(
        shape=ShapeBox((0.5, 0.25, 0.25)), position=(-2, 0.25, 0.06), velocity=(5, 0, 0), friction=0.0, density=5000.0
    )
    return boxes, sled


def test_what_a_runner_touched_sleeps_behind_it():
    """Boxes that spin and slide rest within two seconds; once, all that were ever touched stayed awake: ten of ten."""
    world, _ = with_ground()
    boxes, sled = sled_along(world, range(0, 20, 2))
    run(world, 170)
    assert sled.awake and sled.position.x > 11.0
    assert all(box.position.z > 0.7 for box in boxes[:5]), "they were pushed aside"
    assert not any(awake(boxes[:4]))
    run(world, 170)
    assert sled.awake and not any(awake(boxes)) and world.stats.island_count == 1


def test_what_hung_on_a_runner_sleeps_after_the_joint_is_gone():
    """A trailer of two joined boxes is let go, and rests as one island although the sled goes on."""
    world, _ = with_ground()
    sled = world.add_body(shape=CUBE, position=(0, 0.5, 0), velocity=(3, 0, 0), friction=0.0, density=5000.0)
    trailer = [world.add_body(shape=CUBE, position=(x, 0.5, 0), velocity=(3, 0, 0)) for x in (-1.5, -3.0)]
    hook = world.add_joint(JointBall(sled, trailer[0], anchor=(-0.75, 0.5, 0)))
    world.add_joint(JointBall(*trailer, anchor=(-2.25, 0.5, 0)))
    run(world, 20)
    assert world.stats.island_count == 1
    world.remove_joint(hook)
    assert world.stats.island_count == 2
    for _ in range(160):
        world.step(DT)
        sled.velocity = (3, 0, 0)
        assert len(set(awake(trailer))) == 1
    assert sled.awake and not any(awake(trailer))


def test_islands_come_apart_at_the_same_step_after_load_state():
    world, _ = with_ground()
    sled_along(world, range(0, 20, 2))
    run(world, 100)
    state = world.save_state()
    run(world, 100)
    after = world.state_hash()
    world.load_state(state)
    run(world, 100)
    assert world.state_hash() == after


def test_static_bodies_do_not_join_islands():
    world, _ = with_ground(sleeping=False)
    world.add_body(kind=BodyKind.KINEMATIC, shape=ShapeBox((9, 0.1, 9)), position=(0, 0.1, 30))
    for z, x in itertools.product((0, 30), range(-6, 7, 3)):
        world.add_body(shape=CUBE, position=(x, 0.5 + 0.2 * (z > 0), z))
    run(world, 20)
    assert world.stats.island_count == 10


@pytest.mark.parametrize("seed", range(6))
def test_islands_are_the_groups_that_a_search_over_contacts_finds(seed):
    """At any time, also right after contacts have ended."""
    rng = np.random.default_rng(seed)
    world = World(gravity=(0, 0, 0), sleeping=False)
    world.add_body(kind=BodyKind.STATIC, shape=ShapePlane(offset=-2.0))
    for place in rng.uniform(-2.5, 2.5, (60, 3)):
        world.add_body(
            shape=(BALL, CUBE)[int(rng.integers(2))], position=place + (0, 2, 0), velocity=rng.normal(size=3)
        )
    exact = 0
    for number in range(30):
        world.step(DT)
        groups = components(world)
        assert world.stats.island_count == len(groups)
        exact += 1 < len(groups) < 60
        if number % 3 == 0:
            world.remove_body(world.bodies[int(rng.integers(1, len(world.bodies)))])
            world.add_body(shape=BALL, position=rng.uniform(-2, 2, 3) + (0, 2, 0))
    assert exact >= 5, "the scenes must have islands of several sizes"


def test_sleeping_islands_are_the_groups_that_touch():
    """Each sleeping group wakes as a whole, and wakes nobody else."""
    rng = np.random.default_rng(7)
    world, _ = with_ground()
    for x, z in rng.uniform(-5, 5, (40, 2)):
        world.add_body(shape=CUBE, position=(x, 0.5 + rng.uniform(0, 3), z))
    for _ in range(1500):
        world.step(DT)
        if world.stats.awake_count == 0:
            break
    assert world.stats.awake_count == 0
    groups = components(world)
    assert len(groups) > 3 and max(map(len, groups)) > 2
    state = world.save_state()
    for group in groups:
        world.load_state(state)
        world.body(min(group)).wake()
        assert {body.id for body in world.bodies if body.awake} == group


def test_a_thousand_sleeping_boxes_cost_little():
    """Generous: awake, they cost hundreds of times more than asleep."""
    places = [(2.0 * x, 0.5, 2.0 * z) for x in range(32) for z in range(32)][:1000]
    world, _ = with_ground()
    bodies = world.add_bodies(shape=CUBE, position=places)

    def typical(steps):
        times = []
        for _ in range(steps):
            start = time.perf_counter()
            world.step(DT)
            times.append(time.perf_counter() - start)
        return statistics.median(times)

    run(world, 5)
    moving = typical(15)
    run(world, 60)
    assert not any(awake(bodies))
    resting = typical(60)
    assert resting < moving / 5, f"{1e6 * resting:.0f} us asleep, {1e6 * moving:.0f} us awake"
