"""Sensors and what crosses them within a step: told as enter and leave, in order of time."""

import numpy as np
import pytest

from physics import BodyKind, ShapeBox, ShapeCapsule, ShapeHull, ShapeMesh, ShapeSphere, World

DT = 1 / 60
STATIC, KINEMATIC = BodyKind.STATIC, BodyKind.KINEMATIC
SHEET = ShapeMesh([(0, -1, -1), (0, 1, -1), (0, 1, 1), (0, -1, 1)], [(0, 1, 2), (0, 2, 3)])
GATES = {
    "box": ShapeBox((0.01, 1, 1)),
    "sphere": ShapeSphere(0.2),
    "capsule": ShapeCapsule(0.05, 1.0),
    "hull": ShapeHull([(-0.02, -1, -1), (0.02, -1, 1), (0.02, 1, -1), (-0.02, 1, 1), (0.02, 0, 0)]),
    "mesh": SHEET,
}
BALL = ShapeSphere(0.1)


def told(world, steps):
    """Kind and names of all events of sensors, in order."""
    events = []
    for _ in range(steps):
        world.step(DT)
        events += [(e.kind, e.sensor.name, e.body.name) for e in world.events if e.kind.startswith("sensor")]
    return events


def passages(gates, visitor="ball"):
    return [(kind, gate, visitor) for gate in gates for kind in ("sensor_enter", "sensor_leave")]


@pytest.mark.parametrize("speed", [30, 100, 400])
@pytest.mark.parametrize("name", GATES)
def test_every_gate_tells_of_a_fast_ball(name, speed):
    """At 400 m/s a ball of 20 cm crosses three of the gates in one step; they tell of it in order."""
    for shift in (0.0, 0.31, 0.62, 0.93):
        world = World(gravity=(0, 0, 0))
        for k in reversed(range(4)):
            place = (3.0 + 2.0 * k + shift, 0.05, 0)
            world.add_body(kind=STATIC, shape=GATES[name], position=place, sensor=True, name=str(k))
        world.add_body(shape=BALL, velocity=(speed, 0, 0), name="ball")
        assert told(world, int(12 / speed / DT) + 3) == passages("0123"), shift


@pytest.mark.parametrize("ccd", ["sweep", "ray", "none"])
@pytest.mark.parametrize("bullet", [False, True])
def test_it_does_not_matter_how_the_body_is_kept_from_passing_walls(ccd, bullet):
    world = World(gravity=(0, 0, 0))
    world.add_body(kind=STATIC, shape=GATES["box"], position=(5.3, 0, 0), sensor=True, name="gate")
    world.add_body(shape=BALL, velocity=(300, 0, 0), ccd=ccd, bullet=bullet, name="ball")
    assert told(world, 5) == passages(["gate"])


@pytest.mark.parametrize("name", GATES)
@pytest.mark.parametrize("kind", [KINEMATIC, BodyKind.DYNAMIC])
def test_a_fast_gate_tells_whom_it_passed(name, kind):
    """The sensor moves, by 3.3 m in a step; the visitors stand, sleep, or never move."""
    if name == "mesh" and kind == BodyKind.DYNAMIC:
        pytest.skip("a mesh has no mass")
    world = World(gravity=(0, 0, 0))
    mass = {} if kind == KINEMATIC else {"mass": 1.0}
    world.add_body(kind=kind, shape=GATES[name], velocity=(200, 0, 0), sensor=True, name="gate", **mass)
    for k in (3, 2, 1, 0):
        world.add_body(
            kind=STATIC if k == 2 else BodyKind.DYNAMIC, shape=BALL, position=(1.5 + 1.7 * k, 0, 0), name=str(k)
        )
    expected = [(what, "gate", k) for k in "0123" for what in ("sensor_enter", "sensor_leave")]
    assert told(world, 6) == expected


def test_a_target_is_reached_through_gates():
    """A kinematic body that is sent somewhere crosses what is in between."""
    world = World(gravity=(0, 0, 0))
    world.add_body(kind=STATIC, shape=GATES["box"], position=(1, 0, 0), sensor=True, name="gate")
    body = world.add_body(kind=KINEMATIC, shape=BALL, name="ball")
    body.set_target((2, 0, 0), dt=DT)
    assert told(world, 2) == passages(["gate"])


def test_what_a_wall_stops_is_not_told_behind_it():
    """One gate before the wall, one behind it, both on the way of one step."""
    for shift in np.linspace(0.0, 3.0, 7):
        world = World(gravity=(0, 0, 0))
        for name, x in (("near", 2.0), ("far", 3.0)):
            world.add_body(kind=STATIC, shape=GATES["box"], position=(x + shift, 0, 0), sensor=True, name=name)
        world.add_body(kind=STATIC, shape=ShapeBox((0.02, 1, 1)), position=(2.5 + shift, 0, 0))
        world.add_body(shape=BALL, velocity=(300, 0, 0), name="ball")
        assert told(world, 10)[:2] == passages(["near"]), shift
        assert not any(event[1] == "far" for event in told(world, 10))


def test_a_bullet_stopped_by_a_plate_in_motion_is_not_told_behind_it():
    world = World(gravity=(0, 0, 0))
    for name, x in (("near", 2.0), ("far", 4.0)):
        world.add_body(kind=STATIC, shape=GATES["box"], position=(x, 0, 0), sensor=True, name=name)
    world.add_body(kind=KINEMATIC, shape=ShapeBox((0.02, 1, 1)), position=(3.0, 0.5, 0), velocity=(0, -9, 0))
    world.add_body(shape=BALL, velocity=(300, 0, 0), bullet=True, name="ball", position=(-1, 0, 0))
    events = [event for event in told(world, 4) if event[2] == "ball"]
    assert events[:2] == passages(["near"]) and not any(event[1] == "far" for event in events)


def test_the_fraction_says_when():
    """The ball starts at 0 with 60 m/s: 1 m in a step. It touches the gate after 0.3 m, and leaves it after 0.7 m."""
    world = World(gravity=(0, 0, 0))
    world.add_body(kind=STATIC, shape=ShapeBox((0.1, 1, 1)), position=(0.5, 0, 0), sensor=True)
    world.add_body(shape=BALL, velocity=(60, 0, 0))
    world.step(DT)
    assert [e.kind for e in world.events] == ["sensor_enter", "sensor_leave"]
    assert [e.fraction for e in world.events] == pytest.approx([0.3, 0.7], abs=1e-4)


def test_sensors_tell_who_is_inside_after_a_fast_entry():
    """Whoever comes to rest inside is told once, and is in `sensed`."""
    world = World(gravity=(0, 0, 0))
    sensor = world.add_body(kind=STATIC, shape=ShapeBox((1, 1, 1)), position=(4, 0, 0), sensor=True, name="room")
    world.add_body(kind=STATIC, shape=ShapeBox((0.1, 1, 1)), position=(4.5, 0, 0), restitution=0.0)
    ball = world.add_body(shape=BALL, velocity=(200, 0, 0), name="ball")
    assert told(world, 10) == [("sensor_enter", "room", "ball")]
    assert sensor.sensed == [ball]


def test_filters_keep_sensors_blind():
    world = World(gravity=(0, 0, 0))
    gate = {"kind": STATIC, "shape": GATES["box"], "sensor": True}
    world.add_body(position=(2, 0, 0), mask=2, name="blind", **gate)
    world.add_body(position=(3, 0, 0), group=7, name="group", **gate)
    world.add_body(position=(4, 0, 0), name="seeing", **gate)
    world.add_body(shape=BALL, velocity=(300, 0, 0), category=1, group=7, name="ball")
    assert told(world, 4) == passages(["seeing"])


def test_a_contact_filter_is_asked_about_crossings_too():
    world = World(gravity=(0, 0, 0))
    for k in range(3):
        world.add_body(kind=STATIC, shape=GATES["box"], position=(2 + k, 0, 0), sensor=True, name=str(k))
    world.contact_filter = lambda a, b: "1" not in (a.name, b.name)
    ball = world.add_body(shape=BALL, name="ball")
    world.step(DT)
    ball.velocity = (300, 0, 0)  # the bounds did not know
    assert told(world, 3) == passages("02")


def test_overlapping_gates_are_told_in_order_from_the_first_step():
    """The ball starts with its speed, so that nothing knows the gates yet, and ends the step inside of two of them."""
    world = World(gravity=(0, 0, 0))
    for name, x in (("late", 1.2), ("early", 0.9), ("crossed", 0.7)):
        half = 0.02 if name == "crossed" else 0.5
        world.add_body(kind=STATIC, shape=ShapeBox((half, 1, 1)), position=(x, 0, 0), sensor=True, name=name)
    world.add_body(shape=BALL, velocity=(60, 0, 0), name="ball")
    # Their near sides are at 0.4, 0.68 and 0.7 m; the ball reaches 1.1 m, and leaves the thin one after 0.82 m.
    events = [("enter", "early"), ("enter", "crossed"), ("enter", "late"), ("leave", "crossed")]
    assert told(world, 1) == [(f"sensor_{what}", name, "ball") for what, name in events]
    assert told(world, 3) == [("sensor_leave", "early", "ball"), ("sensor_leave", "late", "ball")]


def test_a_contact_filter_is_asked_about_those_who_stay_inside():
    world = World(gravity=(0, 0, 0))
    room = world.add_body(kind=STATIC, shape=ShapeBox((1, 1, 1)), position=(2, 0, 0), sensor=True, name="room")
    asked = []
    world.contact_filter = lambda a, b: asked.append({a.name, b.name}) or False
    ball = world.add_body(shape=BALL, name="ball")
    world.step(DT)
    asked.clear()
    ball.velocity = (120, 0, 0)  # to the middle of the room
    assert told(world, 1) == [] and {"room", "ball"} in asked
    ball.velocity = (0, 0, 0)
    assert told(world, 3) == [] and room.sensed == []


def test_crossings_repeat_bit_for_bit():
    world = World()
    for k in range(5):
        world.add_body(kind=STATIC, shape=GATES["box"], position=(2 + 3 * k, 0, 0), sensor=True, name=str(k))
    for k in range(5):
        world.add_body(shape=BALL, position=(-0.3 * k, 0.3 * k - 0.5, 0), velocity=(100 + 40 * k, 0, 0), name=f"b{k}")
    state = world.save_state()
    first = told(world, 12), world.state_hash()
    world.load_state(state)
    assert (told(world, 12), world.state_hash()) == first
    assert len(first[0]) == 50
