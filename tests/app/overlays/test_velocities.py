"""Arrows of velocities."""

import numpy as np

from physics import ShapeBox, ShapeCapsule, World
from tests.app.overlays.showing import make_world, run, show


def test_a_velocity_arrow_ends_where_the_body_would_be_in_a_quarter_second():
    world = make_world(gravity=(0, 0, 0))
    (mark,) = show(world, "velocities").marks
    ends = mark.line.reshape(-1, 2, 3)
    assert len(ends) == 3
    np.testing.assert_allclose(ends[2], [(-3, 6, 0), (-2, 6, 0.25)], atol=1e-6)
    np.testing.assert_allclose(ends[0, 0], ends[0, 1])


def test_the_velocity_arrow_of_a_composite_starts_at_its_center_of_mass():
    """What turns freely: the center of mass goes straight with the velocity, the origin goes around it."""
    world = World(gravity=(0, 0, 0))
    hammer = world.add_body(shape=ShapeCapsule(0.06, 0.5), position=(1, 2, 3), material="wood", velocity=(2, 0, 0))
    hammer.add_shape(ShapeBox((0.3, 0.12, 0.12)), (0.0, 0.6, 0.0), material="iron")
    hammer.velocity, hammer.angular_velocity = (2, 0, 0), (0, 0, 5)
    run(world, 7)
    (mark,) = show(world, "velocities").marks
    center = np.array(hammer.center_of_mass)
    assert np.linalg.norm(center - hammer.position) > 0.3
    np.testing.assert_allclose(mark.line[0], center, atol=1e-5)
    np.testing.assert_allclose(mark.line[1] - mark.line[0], 0.25 * np.array(hammer.velocity), atol=1e-5)


def test_sleepers_have_no_velocity_arrow():
    world = run(make_world(), 240)
    (mark,) = show(world, "velocities").marks
    assert len(mark.line) == 2 * int((world.snapshot().awake & (world.snapshot().kind != 0)).sum()) < 6
