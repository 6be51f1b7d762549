"""Contacts of kinematic bodies with static and kinematic ones, for those who ask."""

import numpy as np
import pytest

from physics import BodyKind, ShapeBox, ShapeMesh, ShapePlane, ShapeSphere, World

DT = 1 / 60
STATIC, KINEMATIC, DYNAMIC = BodyKind.STATIC, BodyKind.KINEMATIC, BodyKind.DYNAMIC
CUBE = ShapeBox((0.5, 0.5, 0.5))
FLOOR = ShapeMesh([(-9, 0, -9), (9, 0, -9), (9, 0, 9), (-9, 0, 9)], [(0, 2, 1), (0, 3, 2)])


def passing(other, *, asks=True, other_asks=False, **options):
    """A kinematic cube that moves through something, from left to right."""
    world = World(gravity=(0, -9.81, 0))
    wall = world.add_body(**{"kind": STATIC, "shape": other, "report_immovable": other_asks, **options})
    cube = world.add_body(kind=KINEMATIC, shape=CUBE, position=(-2, 0.45, 0), velocity=(4, 0, 0), report_immovable=asks)
    return world, wall, cube


def run(world, steps=60):
    events, most = [], 0
    for _ in range(steps):
        world.step(DT)
        events += [event for event in world.events if event.kind.startswith("contact")]
        most = max(most, len(world.contacts()))
    return events, most


@pytest.mark.parametrize("kind", [STATIC, KINEMATIC])
@pytest.mark.parametrize(("asks", "other_asks"), [(True, False), (False, True), (True, True)])
def test_it_begins_and_ends_once(kind, asks, other_asks):
    """Whichever of the two asks; nothing is pushed and nothing hit."""
    world, wall, cube = passing(CUBE, asks=asks, other_asks=other_asks, kind=kind)
    events, most = run(world)
    assert [event.kind for event in events] == ["contact_begin", "contact_end"]
    assert {events[0].body_a, events[0].body_b} == {wall, cube} and events[0].impulse == 0.0
    assert most > 0
    assert cube.position.x == pytest.approx(2.0, abs=1e-4) and cube.velocity == pytest.approx((4, 0, 0))
    assert wall.position == pytest.approx((0, 0, 0))


def test_contacts_tell_points_without_impulses():
    world, _wall, cube = passing(CUBE)
    for _ in range(24):
        world.step(DT)
    contacts = world.contacts()
    assert len(contacts) > 0 and cube.id in (*contacts["body_a"], *contacts["body_b"])
    assert not contacts["normal_impulse"].any() and not np.asarray(contacts["friction_impulse"]).any()
    assert contacts["separation"].min() < -0.05


@pytest.mark.parametrize("ground", [ShapePlane((0, 1, 0), 0.0), FLOOR, ShapeSphere(0.5)], ids=["plane", "mesh", "ball"])
def test_every_kind_of_ground_is_told(ground):
    world, _, _ = passing(ground)
    events, most = run(world, 5 if not isinstance(ground, ShapeSphere) else 60)
    assert events[0].kind == "contact_begin" and most > 0


def test_nobody_asks_and_nothing_is_told():
    world, _, _ = passing(CUBE, asks=False)
    assert run(world) == ([], 0)
    assert world.stats.pair_count == 0


def test_two_static_bodies_are_never_a_pair():
    world = World()
    for _ in range(2):
        world.add_body(kind=STATIC, shape=CUBE, report_immovable=True)
    assert run(world, 3) == ([], 0)


def test_dynamic_bodies_are_pushed_as_before():
    """A crate between a kinematic lift that asks and nothing else: the same bits as without."""
    hashes = []
    for asks in (False, True):
        world = World()
        world.add_body(kind=STATIC, shape=ShapePlane())
        world.add_body(kind=KINEMATIC, shape=CUBE, position=(0, 0.2, 0), velocity=(0, 0.5, 0), report_immovable=asks)
        crate = world.add_body(shape=ShapeBox((0.2, 0.2, 0.2)), position=(0, 0.95, 0), density=500.0)
        run(world, 90)
        hashes.append((tuple(crate.position), tuple(crate.velocity)))
    assert hashes[0] == hashes[1] and hashes[0][0][1] > 1.0


def test_it_is_changed_at_run_time():
    world, _, cube = passing(CUBE, asks=False)
    cube.velocity = (0, 0, 0)
    cube.position = (-0.8, 0.45, 0)
    assert run(world, 3) == ([], 0)
    cube.report_immovable = True
    assert cube.report_immovable
    events, most = run(world, 3)
    assert [event.kind for event in events] == ["contact_begin"] and most > 0
    cube.report_immovable = False
    events, _ = run(world, 3)
    assert [event.kind for event in events] == ["contact_end"] and len(world.contacts()) == 0
    cube.report_immovable = True
    run(world, 2)
    cube.kind = DYNAMIC
    assert run(world, 3)[1] > 0 and world.contacts()["normal_impulse"].max() > 0.0


def test_it_is_saved_and_repeats():
    world, _, _ = passing(CUBE)
    run(world, 20)
    state = world.save_state()
    first = [event.kind for event in run(world)[0]], world.state_hash()
    world.load_state(state)
    assert ([event.kind for event in run(world)[0]], world.state_hash()) == first
    assert [body.report_immovable for body in world.bodies] == [False, True]


@pytest.mark.parametrize("value", [None, 1, "static"])
def test_it_is_true_or_false(value):
    world = World()
    before = world.state_hash()
    with pytest.raises(TypeError, match="report_immovable must be True or False"):
        world.add_body(kind=KINEMATIC, shape=CUBE, report_immovable=value)
    assert world.state_hash() == before
    body = world.add_body(kind=KINEMATIC, shape=CUBE)
    before = world.state_hash()
    with pytest.raises(TypeError, match="report_immovable must be True or False"):
        body.report_immovable = value
    assert world.state_hash() == before
