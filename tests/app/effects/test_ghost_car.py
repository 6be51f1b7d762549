import numpy as np
import pytest

from app.effects.ghost_car import NEAR, car_faces, ghost_sheets
from physics.vector import rotation_of

UPRIGHT = (0.0, 0.0, 0.0, 1.0)


def test_the_car_is_as_large_as_a_car_and_stands_on_its_wheels():
    corners, normals = car_faces()
    low, high = corners.reshape(-1, 3).min(axis=0), corners.reshape(-1, 3).max(axis=0)
    assert low == pytest.approx((-0.84, -0.5, -2.06), abs=0.02) and high == pytest.approx((0.84, 0.8, 1.68), abs=0.02)
    assert np.linalg.norm(normals, axis=1) == pytest.approx(np.ones(len(normals)))


def test_only_faces_toward_the_eye_are_drawn_and_rims_are_brighter():
    seen = ghost_sheets((0.0, 0.0, 0.0), UPRIGHT, (0.0, 0.3, 20.0))
    assert 0 < len(seen.place) < 3 * len(car_faces()[0]) and len(seen.place) == len(seen.color)
    corners = seen.place.reshape(-1, 3, 3)
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    toward = np.abs((normals * (np.array((0.0, 0.3, 20.0)) - corners[:, 0])).sum(axis=1)) / (
        np.linalg.norm(normals, axis=1) * 20.0
    )
    alpha = seen.color.reshape(-1, 3, 4)[:, 0, 3]
    assert alpha[toward < 0.2].min() > alpha[toward > 0.9].max() and alpha.max() < 0.8
    assert seen.place[:, 2].max() == pytest.approx(1.68, abs=0.01), "its tail"


def test_it_goes_where_it_is_put_and_turns_there():
    turned = ghost_sheets((5.0, 1.0, 0.0), rotation_of(0.5 * np.pi), (40.0, 3.0, 0.0))
    assert turned.place[:, 0].max() == pytest.approx(5.0 + 1.68, abs=0.01), "its nose points to -x"


def test_close_to_the_eye_it_fades_away():
    near, far = (ghost_sheets((0.0, 0.0, 0.0), UPRIGHT, (0.0, 0.5, away)) for away in (0.6 * NEAR, 2.0 * NEAR))
    assert near.color[:, 3].max() < far.color[:, 3].max()
    assert ghost_sheets((0.0, 0.0, 0.0), UPRIGHT, (0.0, 1.0, 0.5)) is None
