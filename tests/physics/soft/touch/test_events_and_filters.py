"""Soft bodies and rigid ones: events, filters, sensors, sleep, platforms, conveyors, wind, explosions, quarantine."""

import math
import warnings

import numpy as np
import pytest

from physics import BodyKind, FieldDrag, ShapeBox, ShapePlane, ShapeSphere, SoftCloth, SoftSolid
from tests.physics.reference.soft_worlds import DT, fastest, make_world, run

JELLY = SoftSolid.lattice((2, 2, 2), 0.15)
CLOTH = SoftCloth.grid(columns=12, rows=12, spacing=0.08)


def with_floor(*, sleeping=False, **options):
    world = make_world(4, sleeping=sleeping)
    return world, world.add_body(kind=BodyKind.STATIC, shape=ShapePlane(), name="floor", **options)


def collect(world, seconds):
    """Events of a while, with the numbers of steps."""
    found = []
    for step in range(round(seconds / DT)):
        world.step(DT)
        found += [(step, event) for event in world.events]
    return found


@pytest.mark.parametrize("form", [JELLY, CLOTH], ids=lambda form: form.kind)
def test_touching_and_leaving_is_told(form):
    """Begin and hit when it lands, end when the floor is taken away; both know who it was."""
    world, floor = with_floor()
    soft = world.add_soft(form, position=(0, 1.0, 0))
    found = collect(world, 2.0)
    begun = [(step, event) for step, event in found if event.kind == "contact_begin"]
    assert all({event.body_a, event.body_b} == {floor, soft} for _, event in begun)
    assert 0.3 < begun[0][0] * DT < 0.5, "h = g t^2 / 2"
    ended = [event for _, event in found if event.kind == "contact_end"]
    assert len(begun) == len(ended) + 1 < 4, "it may bounce"
    floor.position = (0, -5, 0)
    ends = [event for _, event in collect(world, 0.2) if event.kind == "contact_end"]
    assert len(ends) == 1 and {ends[0].body_a, ends[0].body_b} == {floor, soft}


@pytest.mark.parametrize(
    ("options", "floor_options", "falls"),
    [
        ({}, {}, False),
        ({"category": 2, "mask": 1}, {"mask": 3}, False),
        ({"category": 2}, {"mask": 1}, True),
        ({"mask": 4}, {"category": 2}, True),
        ({"group": 7}, {"group": 7}, True),
        ({"group": 7}, {"group": 8}, False),
        ({"sensor": True}, {}, True),
    ],
)
def test_filters_are_those_of_bodies(options, floor_options, falls):
    """Category and mask both ways, groups, sensors."""
    world, _ = with_floor(**floor_options)
    soft = world.add_soft(JELLY, position=(0, 0.5, 0), **options)
    run(world, 1.0)
    assert (soft.position[1] < -1.0) is falls


def test_a_filter_that_is_changed_counts_from_the_next_step():
    world, _ = with_floor()
    soft = world.add_soft(JELLY, position=(0, 0.2, 0))
    run(world, 0.5)
    assert soft.position[1] > 0.1
    soft.mask = 0
    run(world, 0.5)
    assert soft.position[1] < -0.5


def test_programs_decide_who_touches():
    """contact_filter is asked once for the pair, with the soft body; pre_solve can switch a contact off."""
    world, floor = with_floor()
    asked = []
    world.contact_filter = lambda a, b: asked.append({a, b}) or False
    soft = world.add_soft(JELLY, position=(0, 0.5, 0))
    run(world, 1.0)
    assert asked == [{floor, soft}] and soft.position[1] < -1.0


def test_a_sensor_tells_of_soft_visitors():
    world, _ = with_floor()
    gate = world.add_body(kind=BodyKind.STATIC, shape=ShapeBox((1, 0.1, 1)), position=(0, 1.5, 0), sensor=True)
    soft = world.add_soft(JELLY, position=(0, 2.5, 0))
    found = [event for _, event in collect(world, 2.0) if event.kind.startswith("sensor")]
    assert [event.kind for event in found] == ["sensor_enter", "sensor_leave"]
    assert all(event.sensor is gate and event.body is soft for event in found)


def test_what_lies_on_a_jelly_sleeps_and_wakes_with_it():
    """One island: both fall asleep, and a push at either wakes both."""
    world, _ = with_floor(sleeping=True)
    jelly = world.add_soft(JELLY, position=(0, 0.16, 0), damping=0.02, young=5e4)
    crate = world.add_body(shape=ShapeBox((0.1, 0.05, 0.1)), mass=1.0, position=(0, 0.37, 0))
    for _ in range(80):
        run(world, 0.1)
        if not jelly.awake and not crate.awake:
            break
    assert not jelly.awake and not crate.awake
    crate.apply_impulse((0, 0, 0.2))
    run(world, 2 * DT)
    assert jelly.awake and crate.awake
    for _ in range(80):
        run(world, 0.1)
    assert not jelly.awake and not crate.awake
    jelly.apply_impulse((0, 0.5, 0))
    run(world, 2 * DT)
    assert jelly.awake and crate.awake


def test_a_ball_that_comes_wakes_what_sleeps():
    world, _ = with_floor(sleeping=True)
    jelly = world.add_soft(JELLY, position=(0, 0.16, 0), damping=0.02, young=5e4)
    run(world, 4.0)
    assert not jelly.awake
    world.add_body(shape=ShapeSphere(0.1), mass=1.0, position=(0, 1.5, 0))
    run(world, 1.0)
    assert jelly.awake


def test_a_platform_carries_what_lies_on_it():
    """A kinematic plate at 0.5 m/s: after 2 s the jelly is where the plate is, and a sleeping one wakes."""
    world = make_world(4, sleeping=True)
    plate = world.add_body(kind=BodyKind.KINEMATIC, shape=ShapeBox((1, 0.1, 1)), position=(0, -0.1, 0), friction=0.8)
    jelly = world.add_soft(JELLY, position=(0, 0.16, 0), friction=0.8, damping=0.02, young=5e4)
    run(world, 4.0)
    assert not jelly.awake
    plate.velocity = (0.5, 0, 0)
    run(world, 2.0)
    assert jelly.awake and jelly.position[0] == pytest.approx(plate.position[0], abs=0.02)
    plate.velocity = (0, 1.0, 0)
    run(world, 1.0)
    assert jelly.position[1] - plate.position[1] == pytest.approx(0.25, abs=0.02)


def test_a_conveyor_moves_what_lies_on_it():
    """surface_velocity of 1 m/s: the jelly soon goes along with it."""
    world, floor = with_floor(friction=0.8)
    floor.surface_velocity = (1.0, 0.0, 0.0)
    jelly = world.add_soft(JELLY, position=(0, 0.16, 0), friction=0.8, young=5e4)
    run(world, 2.0)
    assert jelly.velocity[0] == pytest.approx(1.0, abs=0.05)


def test_wind_lifts_a_flag():
    """Wind of 15 m/s: a flag that hung down blows out to the side."""
    world = make_world(4)
    turn = (math.sqrt(0.5), 0.0, 0.0, math.sqrt(0.5))
    flag = world.add_soft(CLOTH, position=(0, 2, 0), orientation=turn, pins=range(12), damping=0.01)
    run(world, 0.5)
    assert abs(flag.position[2]) < 0.05
    world.add_field(FieldDrag(wind=(0, 0, 15.0)))
    run(world, 3.0)
    assert flag.position[2] > 0.2 and np.isfinite(flag.positions).all()


def test_an_explosion_pushes_soft_bodies():
    world, _ = with_floor()
    jelly = world.add_soft(JELLY, position=(0, 0.16, 0))
    run(world, 0.5)
    world.explode((-0.5, 0.1, 0), impulse=100.0, radius=3.0)
    assert jelly.awake and jelly.velocity[0] > 0.2
    run(world, 0.2)
    assert jelly.position[0] > 0.015


def test_what_is_no_longer_finite_is_quarantined_and_the_rest_goes_on():
    """NaN in one vertex: that soft body is frozen where it was, and told of; others and the world live on."""
    world, _ = with_floor()
    sick = world.add_soft(JELLY, position=(0, 0.3, 0), name="sick")
    well = world.add_soft(JELLY, position=(2, 0.3, 0))
    run(world, 0.5)
    before = sick.positions
    sick._record.dynamic["speed"][3, 1] = math.nan
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        found = collect(world, 0.1)
    assert [event.body for _, event in found if event.kind == "body_frozen"] == [sick]
    assert np.isfinite(sick.positions).all() and np.abs(sick.positions - before).max() < 0.05
    run(world, 1.0)
    assert fastest(well) < 0.1 and np.isfinite(well.positions).all()
    assert np.isfinite(world.snapshot().position).all()


def test_an_attachment_holds_breaks_and_tells():
    """A crate of 1 kg on a rope of force 9.81 N holds at 20 N and breaks at 5 N."""
    for strength, holds in ((40.0, True), (5.0, False)):
        world = make_world(4)
        jelly = world.add_soft(JELLY, position=(0, 2, 0), pins=range(27))
        crate = world.add_body(shape=ShapeBox((0.1, 0.1, 0.1)), mass=1.0, position=(0, 1.6, 0))
        low = int(np.argmin(jelly.positions[:, 1] + 10 * np.hypot(*jelly.positions[:, [0, 2]].T)))
        tie = jelly.attach(low, crate, point=tuple(jelly.positions[low]), break_force=strength)
        kinds = [event.kind for _, event in collect(world, 1.5)]
        assert tie.alive is holds and ("attachment_broken" in kinds) is not holds
        assert (crate.position[1] > 1.2) is holds
        if holds:
            assert np.linalg.norm(tie.force) == pytest.approx(9.81, rel=0.3)
