"""Looks of a figure."""

import numpy as np
import pytest

from play.figure import look as figure_look

LOOKS = {
    "torso": figure_look.torso(short=False),
    "short torso": figure_look.torso(short=True),
    "arm": figure_look.arm(),
    "thigh": figure_look.thigh(),
    "shin": figure_look.shin(),
}


@pytest.mark.parametrize("name", LOOKS)
def test_normals_point_out_of_the_side_that_the_triangles_show(name):
    look = LOOKS[name]
    a, b, c = (look.positions[look.triangles[:, k]].astype(float) for k in range(3))
    face = np.cross(b - a, c - a)
    area = np.linalg.norm(face, axis=1)
    solid = area > 1e-9
    mean = look.normals[look.triangles].mean(axis=1)
    agree = (face * mean).sum(axis=1)[solid] / area[solid]
    assert (agree > 0.0).mean() > 0.97
    assert np.abs(np.linalg.norm(look.normals, axis=1) - 1.0).max() < 1e-4


@pytest.mark.parametrize("name", LOOKS)
def test_places_in_the_picture_stay_within_their_cells(name):
    uv = LOOKS[name].uv
    assert ((uv[:, 0] * 4.0) % 1.0 > 0.15).all() and ((uv[:, 0] * 4.0) % 1.0 < 0.85).all()
    assert ((uv[:, 1] * 2.0) % 1.0 > 0.15).all() and ((uv[:, 1] * 2.0) % 1.0 < 0.85).all()


def test_figure_is_as_tall_as_its_shapes():
    from play.figure import figure

    assert figure.STAND + LOOKS["torso"].positions[:, 1].max() == pytest.approx(1.8, abs=0.03)
    assert figure.CROUCH + LOOKS["short torso"].positions[:, 1].max() < 1.15
