"""Balls of fire: round, as large as they should be, seen through, and cut by what stands in them."""

import numpy as np
import pytest
from handmade import make_rows, row
from pictures import look_from

from physics.queries.snapshot import KIND
from render.frame import Frame, Particles

SIZE = (480, 270)
DISTANCE = 10.0
CAMERA = look_from((0.0, 4.0, DISTANCE), (0.0, 4.0, 0.0))


def ball(place=(0.0, 4.0, 0.0), size=3.0, *, alpha=1.0, glow=0.3, puff=2.0):
    values = (np.array([some], np.float32) for some in (place, size, (1.0, 0.55, 0.16, alpha), glow, puff))
    return Particles(*values)


def take(studio, particles, *rows, camera=CAMERA):
    snapshot = make_rows((row(KIND.PLANE, (0, 0, 0), (0, 0, 0)), *rows))
    return studio.take(Frame(snapshot, snapshot, 1.0, camera, ("concrete",), particles=particles)).astype(int)


def changed(studio, particles, *rows, camera=CAMERA):
    """Where particles change the picture."""
    with_them, without = (take(studio, some, *rows, camera=camera) for some in (particles, None))
    return np.abs(with_them - without).max(axis=2) > 10


@pytest.mark.parametrize("size", [1.0, 3.0])
def test_a_ball_is_round_and_of_its_size(studio, size):
    rows, columns = np.nonzero(changed(studio, ball(size=size)))
    radius = 0.5 * size
    sine = radius / DISTANCE
    wanted = 2.0 * sine / np.sqrt(1.0 - sine * sine) / (2.0 * np.tan(0.45)) * SIZE[1]
    assert np.ptp(rows) == pytest.approx(wanted, rel=0.1, abs=3) and np.ptp(columns) == pytest.approx(
        wanted, rel=0.1, abs=3
    )
    assert rows.mean() == pytest.approx(SIZE[1] / 2, abs=2) and columns.mean() == pytest.approx(SIZE[0] / 2, abs=2)


def test_a_ball_is_cut_where_it_meets_things(studio):
    """A slab whose front is 0.5 m behind the middle is hidden; one whose front is before the ball hides it."""
    behind = changed(studio, ball(), row(KIND.BOX, (3.0, 3.0, 0.5), (0.0, 4.0, -1.0)))
    before = changed(studio, ball(), row(KIND.BOX, (3.0, 3.0, 0.5), (0.0, 4.0, 1.5)))
    within = changed(studio, ball(), row(KIND.BOX, (3.0, 3.0, 0.5), (0.0, 4.0, 0.6)))
    free = changed(studio, ball())
    assert behind.sum() > 0.9 * free.sum()
    assert before.sum() == 0
    assert 0.2 * free.sum() < within.sum() < 0.9 * free.sum()


def test_a_ball_that_fades_lets_more_through(studio):
    wall = row(KIND.BOX, (3.0, 3.0, 0.5), (0.0, 4.0, -3.0))
    bare = take(studio, None, wall)[135, 240]
    strong, weak = (np.abs(take(studio, ball(alpha=alpha), wall)[135, 240] - bare).max() for alpha in (1.0, 0.2))
    assert strong > 2 * weak > 0


def test_balls_and_clouds_are_drawn_together(studio, context):
    particles = ball().joined(ball((3.0, 4.0, 0.0), puff=1.0, glow=0.0)).joined(ball((-3.0, 4.0, 0.0), puff=0.0))
    columns = np.nonzero(changed(studio, particles))[1]
    assert columns.min() < 170 and columns.max() > 310
    assert context.error == "GL_NO_ERROR"


def test_a_ball_around_the_eye_is_survived(studio, context):
    picture = take(studio, ball((0.0, 4.0, DISTANCE - 1.0), 6.0))
    assert picture.max() > 0 and context.error == "GL_NO_ERROR"
    take(studio, ball((0.0, 4.0, DISTANCE + 1.0), 6.0))
    assert context.error == "GL_NO_ERROR"


def test_clouds_close_to_the_eye_do_not_hide_what_is_behind_them(studio):
    """A cloud that would fill the picture is hardly there; ten times as far away it is as thick as it should be."""
    thickness = []
    for distance in (1.2, 12.0):
        cloud = ball((0.0, 4.0, DISTANCE - distance), 1.0, alpha=0.8, glow=0.0, puff=1.0)
        change = np.abs(take(studio, cloud) - take(studio, None))[133:137, 238:242].mean()
        thickness.append(change)
    assert thickness[0] < 0.15 * thickness[1]
