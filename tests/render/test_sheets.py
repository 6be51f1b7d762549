"""Sheets on the ground: seen from low and from high, near and far, behind things and under glass."""

import numpy as np
import pytest
from handmade import extent_of, hill, make_rows, row
from pictures import look_from

from physics.queries.snapshot import KIND
from render.frame import Frame, Sheets
from render.transforms import view_projection_matrix

SIZE = (480, 270)
GROUND = row(KIND.PLANE, (0, 0, 0), (0, 0, 0))
MATERIALS = ("concrete", "glass")


def sheet(center=(0.0, 0.0, 0.0), half=0.5, color=(1.0, 0.0, 0.0, 1.0)):
    """A square on the ground."""
    corner = np.array(((-1, 0, -1), (-1, 0, 1), (1, 0, 1), (-1, 0, -1), (1, 0, 1), (1, 0, -1)), np.float32)
    place = (np.asarray(center) + half * corner).astype(np.float32)
    return Sheets(place, np.tile(np.array(color, np.float32), (6, 1)))


def take(studio, camera, sheets, rows=(GROUND,), shapes=()):
    snapshot = make_rows(rows, shapes)
    return studio.take(Frame(snapshot, snapshot, 1.0, camera, MATERIALS, sheets=sheets)).astype(int)


def redness(picture, camera, place):
    clip = view_projection_matrix(camera, SIZE[0] / SIZE[1]) @ (*np.subtract(place, camera.position), 1.0)
    x, y = clip[:2] / clip[3]
    red, green, blue = picture[int((0.5 - 0.5 * y) * SIZE[1]), int((0.5 + 0.5 * x) * SIZE[0])]
    return red - max(green, blue)


@pytest.mark.parametrize("eye", [(0.0, 12.0, 2.0), (0.0, 1.0, 8.0), (3.0, 0.3, 9.0), (-40.0, 2.0, 0.0)])
def test_a_sheet_on_the_ground_is_seen_whole_from_low_and_high(studio, eye):
    camera = look_from(eye, (0.0, 0.0, 0.0))
    picture = take(studio, camera, sheet())
    for x in (-0.4, 0.0, 0.4):
        for z in (-0.4, 0.0, 0.4):
            assert redness(picture, camera, (x, 0.0, z)) > 25
    assert redness(picture, camera, (0.0, 0.0, -1.5)) < 15


def test_a_sheet_lies_on_rough_ground(studio):
    """Its corners are on the triangles of a hill, the way between them is a little above or below."""
    shape = hill(10.0, 40, 1.5)
    spot = shape.positions[np.argmin(np.abs(shape.positions - (2.0, 0.0, 2.0))[:, [0, 2]].sum(axis=1))]
    camera = look_from(spot + (0.0, 1.2, 6.0), spot)
    flat = sheet(spot + (0.0, 0.01, 0.0), 0.25)
    picture = take(studio, camera, flat, (row(KIND.HEIGHT_FIELD, extent_of(shape), (0, 0, 0), geometry=0),), (shape,))
    assert redness(picture, camera, spot) > 25


def test_things_before_a_sheet_hide_it_and_glass_does_not(studio):
    camera = look_from((0.0, 1.0, 6.0), (0.0, 0.0, 0.0))
    for material, seen in ((0, False), (1, True)):
        rows = (GROUND, row(KIND.BOX, (1.0, 1.0, 0.1), (0.0, 1.0, 1.5), material=material))
        assert (redness(take(studio, camera, sheet(), rows), camera, (0.0, 0.0, 0.0)) > 12) == seen


def test_a_faint_sheet_lets_the_ground_through(studio):
    camera = look_from((0.0, 3.0, 4.0), (0.0, 0.0, 0.0))
    bare, dark, faint = (
        take(studio, camera, sheet(color=(0.05, 0.05, 0.05, alpha)))[135, 240].mean() for alpha in (0.0, 1.0, 0.4)
    )
    assert dark < 0.5 * bare and dark + 10 < faint < bare - 10


def test_no_sheets_cost_no_draw(studio, context):
    camera = look_from((0.0, 3.0, 4.0), (0.0, 0.0, 0.0))
    calls = []
    for sheets in (None, Sheets(np.zeros((0, 3), np.float32), np.zeros((0, 4), np.float32)), sheet()):
        take(studio, camera, sheets)
        calls.append(studio.renderer.draw_calls)
    assert calls[0] == calls[1] == calls[2] - 1
    assert context.error == "GL_NO_ERROR"


def test_what_is_around_the_eyes_is_drawn_over_glass_behind_it(studio):
    """A face 1 m ahead, and a pane behind it: the pane takes nothing of its color away."""
    camera = look_from((0.0, 1.0, 4.0), (0.0, 1.0, 0.0))
    snapshot = make_rows((GROUND, row(KIND.BOX, (2.0, 2.0, 0.02), (0.0, 1.0, 0.0), material=1)), ())
    corners = np.array(((-1, -1, 0), (1, -1, 0), (1, 1, 0), (-1, -1, 0), (1, 1, 0), (-1, 1, 0)), np.float32)
    face = Sheets(0.2 * corners + (0.0, 1.0, 3.0), np.tile(np.array((1.0, 0.0, 0.0, 1.0), np.float32), (6, 1)))
    over, under = (
        studio.take(Frame(snapshot, snapshot, 1.0, camera, MATERIALS, **{name: face})).astype(int)
        for name in ("interior", "sheets")
    )
    middle = SIZE[1] // 2, SIZE[0] // 2
    assert over[middle][0] - over[middle][1:].max() > under[middle][0] - under[middle][1:].max() + 20
