"""Lamps: where they shine and where not, in the block and in the picture."""

import math

import numpy as np
from handmade import make_rows, row
from pictures import look_from

from physics.queries.snapshot import KIND
from render.frame import LAMPS_MAX, Frame, Lamp
from render.transforms import view_projection_matrix
from render.uniforms import lamp_rows, nearest_lamps

SIZE = (480, 270)
CAMERA = look_from((0.0, 6.0, 12.0), (0.0, 0.0, 0.0))
ROWS = (row(KIND.PLANE, (0, 0, 0), (0, 0, 0)), row(KIND.BOX, (0.5, 1.0, 0.5), (0.0, 1.0, 0.0)))


def take(studio, *lamps, **options):
    snapshot = make_rows(ROWS)
    frame = Frame(snapshot, snapshot, 1.0, CAMERA, ("concrete",), lamps=lamps, **options)
    return studio.take(frame).astype(int)


def gain(studio, place, *lamps):
    """How much brighter lamps make a place."""
    clip = view_projection_matrix(CAMERA, SIZE[0] / SIZE[1]) @ (*np.subtract(place, CAMERA.position), 1.0)
    row, column = int((0.5 - 0.5 * clip[1] / clip[3]) * SIZE[1]), int((0.5 + 0.5 * clip[0] / clip[3]) * SIZE[0])
    part = np.s_[row - 2 : row + 3, column - 2 : column + 3]
    return (take(studio, *lamps)[part] - take(studio)[part]).mean()


def test_a_lamp_brightens_what_is_near_and_nothing_beyond_its_reach(studio):
    lamp = Lamp((-3.0, 1.0, 2.0), color=(3.0, 3.0, 3.0), reach=2.5)
    assert gain(studio, (-3.0, 0.0, 2.0), lamp) > 40
    assert gain(studio, (0.5, 0.0, 2.0), lamp) == 0
    assert gain(studio, (3.0, 0.0, 2.0), lamp) == 0


def test_a_lamp_lights_the_side_that_faces_it(studio):
    front, back = (Lamp((0.0, 1.0, z), color=(4.0, 4.0, 4.0)) for z in (3.0, -3.0))
    assert gain(studio, (0.0, 1.0, 0.5), front) > 15
    assert gain(studio, (0.0, 1.0, 0.5), back) == 0


def test_a_cone_lights_what_it_points_at_only(studio):
    lamp = Lamp((0.0, 3.0, 4.0), (-1.0, -1.0, 0.0), (8.0, 8.0, 8.0), angle=0.4)
    assert gain(studio, (-3.0, 0.0, 4.0), lamp) > 15
    assert gain(studio, (3.0, 0.0, 4.0), lamp) == 0


def test_the_color_of_a_lamp_is_seen(studio):
    lamp = Lamp((-3.0, 1.0, 2.0), color=(4.0, 0.0, 0.0))
    change = take(studio, lamp) - take(studio)
    red, green, blue = change.reshape(-1, 3).sum(axis=0)
    assert red > 5 * max(abs(green), abs(blue), 1)


def test_lamps_that_do_not_shine_are_as_none(studio, context):
    dark = Lamp((0.0, 1.0, 2.0), color=(0.0, 0.0, 0.0))
    lost = Lamp((math.nan, 1.0, 2.0), color=(9.0, 9.0, 9.0))
    small = Lamp((0.0, 1.0, 2.0), reach=0.0)
    assert (take(studio, dark, lost, small) == take(studio)).all()
    assert lamp_rows((dark, lost, small), (0.0, 0.0, 0.0))["color"][0, 3] == 0
    assert context.error == "GL_NO_ERROR"


def test_the_nearest_lamps_are_drawn():
    lamps = tuple(Lamp((float(10 * k % 70), 0.0, 0.0)) for k in range(2 * LAMPS_MAX))
    chosen = nearest_lamps(lamps, (0.0, 0.0, 0.0))
    assert len(chosen) == LAMPS_MAX
    drawn = [lamp for lamp, _ in chosen]
    left = [lamp for lamp in lamps if lamp not in drawn]
    assert max(lamp.position[0] for lamp in drawn) <= min(lamp.position[0] for lamp in left)
    assert lamp_rows(lamps, (0.0, 0.0, 0.0))["color"][0, 3] == LAMPS_MAX


def test_a_lamp_that_comes_or_goes_among_many_does_so_without_a_jump():
    """The share of the last lamp is 0 just where another takes its place, and 1 for those well inside."""
    lamps = tuple(Lamp((10.0 * k, 0.0, 0.0)) for k in range(LAMPS_MAX + 1))
    middle = 5.0 * LAMPS_MAX
    for x in (middle - 0.01, middle + 0.01):
        shares = {lamp.position[0]: share for lamp, share in nearest_lamps(lamps, (x, 0.0, 0.0))}
        assert shares.get(0.0, 0.0) < 0.01 and shares.get(10.0 * LAMPS_MAX, 0.0) < 0.01
        assert shares[10.0 * (LAMPS_MAX // 2)] == 1.0


def test_a_lamp_without_a_direction_shines_everywhere():
    block = lamp_rows((Lamp((1.0, 2.0, 3.0), (0.0, 0.0, 0.0), angle=0.5), Lamp((0.0, 0.0, 0.0))), (1.0, 1.0, 1.0))
    assert (block["way"][:2, 3] < -1.0).all()
    np.testing.assert_allclose(block["place"][0], (0.0, 1.0, 2.0, 0.05))
