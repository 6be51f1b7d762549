"""Events of a step: who, when, in which order."""

import math

import numpy as np
import pytest

from physics import BodyKind, ShapeBox, ShapeCapsule, ShapePlane, ShapeSphere, World

DT = 1 / 60
CUBE = ShapeBox(half_extents=(0.5, 0.5, 0.5))
BALL = ShapeSphere(radius=0.5)


def until(world, kind, limit=600):
    """Step until events of a kind come; returns them."""
    for _ in range(limit):
        world.step(DT)
        found = world.events.of_kind(kind)
        if found:
            return found
    raise AssertionError(f"no {kind} in {limit} steps")


def names(event):
    return {event.body_a.name, event.body_b.name}


def ground_in(world, **options):
    return world.add_body(kind=BodyKind.STATIC, shape=ShapePlane(), name="ground", **options)


# ---- Contacts ------------------------------------------------------------------------------------------------------


def test_a_new_world_has_no_events():
    world = World()
    assert len(world.events) == 0 and list(world.events) == []
    world.step(DT)
    assert len(world.events) == 0 and world.events.contact_begin == ()


def test_a_dropped_ball_begins_hits_and_ends():
    """Dropped from 2 m it arrives with sqrt(2 g h) = 6.26 m/s, and the impulse of a full stop is m v."""
    world = World()
    ground_in(world)
    ball = world.add_body(shape=BALL, position=(1, 2.5, 3), mass=2.0, name="ball", restitution=0.0)
    (begin,) = until(world, "contact_begin")
    speed = math.sqrt(2 * 9.81 * 2.0)
    hits = world.events.contact_hit or until(world, "contact_hit", 5)
    (hit,) = hits
    assert begin.kind == "contact_begin" and names(begin) == names(hit) == {"ball", "ground"}
    assert begin.impulse == 0.0 and begin.speed == 0.0
    assert hit.kind == "contact_hit" and hit.speed == pytest.approx(speed, rel=0.05)
    assert hit.impulse == pytest.approx(2.0 * speed, rel=0.1)
    sign = 1.0 if hit.body_a is ball else -1.0
    np.testing.assert_allclose(np.multiply(hit.normal, sign), (0, -1, 0), atol=1e-5)
    np.testing.assert_allclose(hit.position, (1, 0, 3), atol=0.03)
    for _ in range(30):
        world.step(DT)
        assert not world.events.contact_begin and not world.events.contact_hit, "it lies still"
    ball.velocity = (0, 5, 0)
    (end,) = until(world, "contact_end", 10)
    assert names(end) == {"ball", "ground"} and end.impulse == 0.0


def test_a_soft_touch_is_no_hit():
    world = World()
    ground_in(world)
    world.add_body(shape=CUBE, position=(0, 0.52, 0))
    seen = [event.kind for _ in range(60) for event in (world.step(DT), *world.events) if event is not None]
    assert "contact_begin" in seen and "contact_hit" not in seen


def test_events_are_of_the_last_step_only():
    world = World()
    ground_in(world)
    world.add_body(shape=BALL, position=(0, 0.4, 0))
    world.step(DT)
    first = world.events
    assert len(first.contact_begin) == 1
    world.step(DT)
    assert world.events.contact_begin == ()
    assert len(first.contact_begin) == 1, "what was handed out stays"


def test_events_that_were_kept_name_their_bodies_later():
    """Events become objects when asked for; by then the rows may belong to others."""
    world = World(gravity=(0, 0, 0))
    a = world.add_body(shape=BALL, name="a")
    b = world.add_body(shape=BALL, position=(0.9, 0, 0), name="b")
    world.step(DT)
    kept = world.events
    world.step(DT)
    world.remove_body(b)
    for _ in range(3):
        world.step(DT)
    world.add_body(shape=BALL, position=(50, 0, 0), name="c")
    (begin,) = kept.contact_begin
    assert {begin.body_a, begin.body_b} == {a, b}


def test_events_come_in_an_order_that_repeats():
    def play():
        world = World()
        ground_in(world)
        rng = np.random.default_rng(5)
        for i, place in enumerate(rng.uniform((-1, 1, -1), (1, 6, 1), (20, 3))):
            world.add_body(shape=(CUBE, BALL)[i % 2], position=place, name=str(i))
        story = []
        for _ in range(90):
            world.step(DT)
            for event in world.events:
                bodies = (event.body,) if hasattr(event, "body") else (event.body_a, event.body_b)
                story.append((event.kind, *(body.name for body in bodies)))
        return story

    story = play()
    assert len(story) > 50 and story == play()


def test_contacts_of_a_step_begin_before_they_hit():
    world = World()
    ground_in(world)
    world.add_body(shape=BALL, position=(0, 0.55, 0), velocity=(0, -10, 0))
    world.step(DT)
    kinds = [event.kind for event in world.events]
    assert kinds.index("contact_begin") < kinds.index("contact_hit")
    assert len(world.events) == len(kinds)


def test_a_removed_body_ends_its_contacts_and_events_name_it():
    world = World()
    ground_in(world)
    low = world.add_body(shape=CUBE, position=(0, 0.5, 0), name="low")
    high = world.add_body(shape=CUBE, position=(0, 1.5, 0), name="high")
    for _ in range(10):
        world.step(DT)
    world.remove_body(low)
    assert world.events.contact_end == (), "the events of the last step stay as they were"
    world.step(DT)
    ends = world.events.contact_end
    assert sorted(map(sorted, map(names, ends))) == [["ground", "low"], ["high", "low"]]
    assert any(event.body_a is low or event.body_b is low for event in ends) and not low.alive
    world.step(DT)
    assert world.events.contact_end == ()
    assert high.alive


def test_events_of_the_step_survive_removal_in_a_callback():
    world = World()
    ground_in(world)
    ball = world.add_body(shape=BALL, position=(0, 0.4, 0), name="ball")
    world.schedule(lambda: world.remove_body(ball), 1)
    world.step(DT)
    (begin,) = world.events.contact_begin
    assert names(begin) == {"ball", "ground"}
    world.step(DT)
    (end,) = world.events.contact_end
    assert names(end) == {"ball", "ground"}


def test_the_program_may_answer_events_by_removing():
    world = World()
    ground_in(world)
    world.add_bodies(shape=BALL, position=[(2 * i, 0.6 + 0.1 * i, 0) for i in range(6)], name="ball")
    for _ in range(60):
        world.step(DT)
        for event in world.events.contact_begin:
            world.remove_body(event.body_a if event.body_a.name == "ball" else event.body_b)
    assert [body.name for body in world.bodies] == ["ground"]


# ---- Sensors -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", list(BodyKind), ids=lambda kind: kind.name)
@pytest.mark.parametrize(
    ("sensor_shape", "shape"), [(BALL, CUBE), (CUBE, BALL), (ShapeCapsule(0.5, 0.1), ShapeCapsule(0.4, 0.1))]
)
def test_sensors_report_who_comes_and_goes_and_push_nothing(kind, sensor_shape, shape):
    world = World(gravity=(0, 0, 0))
    sensor = world.add_body(kind=kind, shape=sensor_shape, sensor=True, name="sensor")
    visitor = world.add_body(shape=shape, position=(-3, 0, 0), velocity=(4, 0, 0), name="visitor")
    (enter,) = until(world, "sensor_enter")
    assert enter.sensor is sensor and enter.body is visitor and enter.kind == "sensor_enter"
    assert -1.2 < visitor.position.x < -0.6
    assert len(world.contacts()) == 0, "sensors are no contacts"
    (leave,) = until(world, "sensor_leave")
    assert leave.sensor is sensor and leave.body is visitor and leave.kind == "sensor_leave"
    assert 0.6 < visitor.position.x < 1.2
    assert visitor.velocity == (4, 0, 0) and sensor.velocity == (0, 0, 0)
    assert not world.events.contact_begin and not world.events.contact_end


@pytest.mark.parametrize("sensor_first", [True, False])
@pytest.mark.parametrize(("sensor_shape", "shape"), [(BALL, CUBE), (CUBE, BALL)])
@pytest.mark.parametrize("removed", ["sensor", "visitor"])
def test_removing_one_of_them_is_leaving(sensor_first, sensor_shape, shape, removed):
    world = World(gravity=(0, 0, 0))
    made = {}
    for name in ("sensor", "visitor") if sensor_first else ("visitor", "sensor"):
        options = {"sensor": True, "kind": BodyKind.STATIC} if name == "sensor" else {}
        made[name] = world.add_body(shape=sensor_shape if name == "sensor" else shape, name=name, **options)
    world.step(DT)
    (enter,) = world.events.sensor_enter
    assert (enter.sensor, enter.body) == (made["sensor"], made["visitor"])
    world.remove_body(made[removed])
    world.step(DT)
    (leave,) = world.events.sensor_leave
    assert (leave.sensor, leave.body) == (made["sensor"], made["visitor"])


def test_a_kinematic_sensor_that_is_moved_finds_a_body_at_rest():
    world = World()
    ground_in(world)
    body = world.add_body(shape=CUBE, position=(0, 0.5, 0), name="body")
    probe = world.add_body(kind=BodyKind.KINEMATIC, shape=BALL, sensor=True, position=(-5, 0.5, 0), name="probe")
    for _ in range(90):
        world.step(DT)
    assert not body.awake
    probe.velocity = (5, 0, 0)
    (enter,) = until(world, "sensor_enter", 120)
    assert enter.sensor is probe and enter.body is body
    (leave,) = until(world, "sensor_leave", 120)
    assert leave.sensor is probe and leave.body is body
    assert not body.awake, "a sensor wakes nobody"


def test_sensors_do_not_sense_sensors():
    world = World(gravity=(0, 0, 0))
    world.add_body(shape=BALL, sensor=True)
    world.add_body(shape=CUBE, sensor=True)
    world.step(DT)
    assert len(world.events) == 0 and world.stats.pair_count == 0


# ---- Sleep ---------------------------------------------------------------------------------------------------------


def test_falling_asleep_and_waking_are_reported_once_per_body():
    world = World()
    ground_in(world)
    bodies = [world.add_body(shape=CUBE, position=(0, 0.5 + i, 0), name=str(i)) for i in range(3)]
    asleep = until(world, "body_asleep")
    assert {event.body for event in asleep} == set(bodies) and len(asleep) == 3
    world.step(DT)
    assert len(world.events) == 0, "sleepers have no events"
    bodies[1].wake()
    assert all(body.awake for body in bodies)
    world.step(DT)
    awake = world.events.body_awake
    assert {event.body for event in awake} == set(bodies) and len(awake) == 3
    world.step(DT)
    assert not world.events.body_awake


def test_hardest_hits_come_first_and_are_the_same_events():
    """Chosen in the arrays: what `contact_hit` has, by impulse, without the gentle ones."""
    world = World()
    world.add_body(kind=BodyKind.STATIC, shape=ShapePlane())
    for n, speed in enumerate((3.0, 9.0, 6.0, 1.5)):
        world.add_body(shape=ShapeSphere(0.5), position=(2.0 * n, 0.51, 0), velocity=(0, -speed, 0), mass=1.0)
    world.step(1 / 60)
    hits = world.events.contact_hit
    assert len(hits) == 4
    hardest = world.events.hardest_hits(2, speed=2.0)
    assert hardest == tuple(sorted(hits, key=lambda event: -event.impulse)[:2])
    assert [
        round(event.body_b.position.x if event.body_b.mass < 2 else event.body_a.position.x) for event in hardest
    ] == [2, 4]
    world.events.resolve()
    assert world.events.hardest_hits(9, speed=2.0) == tuple(sorted(hits, key=lambda event: -event.impulse)[:3])
