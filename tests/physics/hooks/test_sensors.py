"""Sensors of all kinds of bodies, and who is inside."""

import itertools

import pytest

from physics import BodyKind, ShapeBox, ShapePlane, ShapeSphere, World

DT = 1 / 60
CUBE = ShapeBox((0.5, 0.5, 0.5))
BALL = ShapeSphere(0.5)
STATIC, KINEMATIC, DYNAMIC = BodyKind.STATIC, BodyKind.KINEMATIC, BodyKind.DYNAMIC


def run(world, steps):
    """Kinds of all events of sensors, in order."""
    kinds = []
    for _ in range(steps):
        world.step(DT)
        kinds += [event.kind for event in world.events if event.kind.startswith("sensor")]
    return kinds


@pytest.mark.parametrize(("sensor_kind", "visitor_kind"), list(itertools.product(BodyKind, BodyKind)))
def test_whatever_moves_through_is_sensed(sensor_kind, visitor_kind):
    """By its own motion or by that of the sensor; two static bodies never are a pair."""
    world = World(gravity=(0, 0, 0))
    sensor = world.add_body(kind=sensor_kind, shape=CUBE, sensor=True)
    visitor = world.add_body(kind=visitor_kind, shape=BALL, position=(3, 0, 0))
    if visitor_kind != STATIC:
        visitor.velocity = (-6, 0, 0)
    elif sensor_kind != STATIC:
        sensor.velocity = (6, 0, 0)
    expected = [] if sensor_kind == visitor_kind == STATIC else ["sensor_enter", "sensor_leave"]
    assert run(world, 60) == expected
    assert sensor.sensed == []


@pytest.mark.parametrize(("sensor_kind", "visitor_kind"), list(itertools.product(BodyKind, BodyKind)))
def test_what_is_added_inside_is_inside(sensor_kind, visitor_kind):
    world = World(gravity=(0, 0, 0))
    sensor = world.add_body(kind=sensor_kind, shape=CUBE, sensor=True)
    visitor = world.add_body(kind=visitor_kind, shape=BALL, position=(0.2, 0, 0))
    expected = [] if sensor_kind == visitor_kind == STATIC else [visitor]
    assert sensor.sensed == []
    world.step(DT)
    assert sensor.sensed == expected and visitor.sensed == []
    assert [(e.sensor, e.body) for e in world.events.sensor_enter] == [(sensor, body) for body in expected]
    world.remove_body(visitor)
    assert sensor.sensed == []
    world.step(DT)
    assert [(e.sensor, e.body) for e in world.events.sensor_leave] == [(sensor, body) for body in expected]


def test_a_sensor_on_a_moving_body_goes_along():
    """A car with an antenna that reaches ahead: the wall is sensed before it is hit, the car itself never."""
    world = World(gravity=(0, 0, 0))
    wall = world.add_body(kind=STATIC, shape=ShapeBox((0.1, 5, 5)), position=(6, 0, 0))
    car = world.add_body(shape=CUBE, velocity=(6, 0, 0))
    car.add_shape(BALL, offset=(2, 0, 0), sensor=True, density=0.001)
    for _ in range(60):
        world.step(DT)
        if car.sensed:
            break
    assert car.sensed == [wall] and car.velocity.x == pytest.approx(6)
    assert 3.0 < car.position.x < 3.6


def test_a_sleeper_stays_inside():
    world = World()
    world.add_body(kind=STATIC, shape=ShapePlane())
    sensor = world.add_body(kind=STATIC, shape=ShapeBox((1, 1, 1)), position=(0, 1, 0), sensor=True)
    box = world.add_body(shape=CUBE, position=(0, 0.5, 0))
    kinds = run(world, 180)
    assert not box.awake and sensor.sensed == [box]
    assert kinds.count("sensor_enter") == 1 and "sensor_leave" not in kinds
    world.remove_body(box)
    world.step(DT)
    assert [event.body for event in world.events.sensor_leave] == [box]


def test_a_sensor_that_is_removed_or_taken_away_lets_go():
    world = World(gravity=(0, 0, 0))
    sensor = world.add_body(kind=STATIC, shape=CUBE, sensor=True)
    body = world.add_body(shape=BALL)
    part = body.add_shape(ShapeSphere(2.0), sensor=True)
    other = world.add_body(shape=BALL, position=(1.8, 0, 0))
    world.step(DT)
    assert sensor.sensed == [body] and body.sensed == [other], "sensors do not sense sensors"
    body.remove_shape(part)
    world.remove_body(sensor)
    world.step(DT)
    left = {(event.sensor, event.body) for event in world.events.sensor_leave}
    assert left == {(sensor, body), (body, other)} and body.sensed == []


def test_two_parts_inside_count_once():
    world = World(gravity=(0, 0, 0))
    sensor = world.add_body(kind=STATIC, shape=ShapeBox((2, 2, 2)), sensor=True)
    bodies = [world.add_body(shape=ShapeSphere(0.2), position=(x, 0, 0)) for x in (1, -1, 0)]
    bodies[0].add_shape(ShapeSphere(0.2), offset=(0, 1, 0))
    world.step(DT)
    assert sensor.sensed == bodies


def test_a_change_of_kind_is_a_new_visit():
    world = World(gravity=(0, 0, 0))
    sensor = world.add_body(kind=STATIC, shape=CUBE, sensor=True)
    body = world.add_body(shape=BALL)
    world.step(DT)
    body.kind = KINEMATIC
    assert run(world, 1) == ["sensor_leave", "sensor_enter"] and sensor.sensed == [body]
    body.kind = STATIC
    assert run(world, 1) == ["sensor_leave"] and sensor.sensed == []
