"""Soft bodies in the benchmark: scenes, what is measured of them, and that every engine gets the same vertices."""

import numpy as np
import pytest

from bench import report
from bench.engines import ENGINES, OURS, SOFT_LETTERS
from bench.run_engine import RunResult, run
from bench.scenes.softs import SOFT_SCENES, ball, catenary, grid_cloth, jelly_block
from bench.soft_judge import SoftQuality, judge_softs, overlap, volume


def judged(key, change=lambda place: place, speed=0.0):
    """Quality of a scene whose vertices were moved from where they start."""
    scene = SOFT_SCENES[key]()
    place = change(np.concatenate([soft.array for soft in scene.softs]))
    bodies = np.array([body.position for body in scene.bodies]).reshape(-1, 3)
    none = (np.zeros((0, 4)), np.zeros((0, 3)), np.zeros((0, 3)))
    result = RunResult(np.ones(3), 0, bodies, *none, vertex=place, vertex_velocity=np.full(place.shape, speed))
    return judge_softs(scene, result)


@pytest.mark.parametrize(
    ("key", "softs", "vertices", "bodies"),
    [
        ("K", 1, 10_000, 0), ("L", 1, 10_000, 0), ("M", 10, 216, 0), ("N", 1, 1001, 0), ("O", 20, 642, 0),
        ("P", 1, 3600, 100),
    ],
)  # fmt: skip
def test_scenes_have_what_they_say_and_begin_at_rest(key, softs, vertices, bodies):
    scene = SOFT_SCENES[key]()
    assert scene.key == key and key in SOFT_LETTERS and key in report.QUALITY_COLUMNS
    assert len(scene.softs) == softs and len(scene.bodies) == bodies
    assert {len(soft.points) for soft in scene.softs} == {vertices}
    assert scene == SOFT_SCENES[key](), "two calls differ"
    quality = judged(key)
    assert quality.finite and quality.stretch == pytest.approx(0.0, abs=1e-9) and quality.creep == 0.0
    assert not quality.penetration > 0.0 and quality.overlap == 0 and quality.through == 0


def test_stretch_volume_and_speed_are_measured():
    quality = judged("M", lambda place: 1.1 * place, speed=0.02)
    assert quality.stretch == pytest.approx(0.1)
    assert quality.volume_least == pytest.approx(1.331) == quality.volume_most
    assert quality.creep == pytest.approx(0.02 * 3.0**0.5)
    assert report.quality_cell("volume %", quality) == "133.1 to 133.1"


def test_depths_in_a_plane_a_sphere_and_a_wall_are_measured():
    assert judged("M", lambda place: place - (0.0, 1.02, 0.0)).penetration == pytest.approx(0.02, abs=1e-9)
    low = judged("L", lambda place: place * (0.0, 0.0, 0.0) + (0.0, 1.07, 0.0))
    assert low.penetration == pytest.approx(0.03)
    assert judged("M", lambda place: place * (0.0, 1.0, 0.0) + (1.04, 0.0, 0.0)).penetration == pytest.approx(0.04)


def test_overlap_counts_vertices_inside_of_another_solid():
    """A corner cell of one cube lies in the other: of its grid, three by three by three vertices are inside."""
    a, b = jelly_block((0.0, 0.0, 0.0), 4, 0.1), jelly_block((0.15, 0.15, 0.15), 4, 0.1)
    assert overlap([(a, a.array), (b, b.array)]) == 2 * 27
    assert overlap([(a, a.array), (b, b.array + 1.0)]) == 0


def test_sag_is_that_of_a_catenary():
    """Length 20 m over 15 m: a cosh(7.5 / a) - a, with 2 a sinh(7.5 / a) = 20."""
    points, sag = catenary(20.0, 15.0, 1000)
    links = np.linalg.norm(np.diff(np.array(points), axis=0), axis=1)
    assert sag == pytest.approx(5.8867, abs=1e-4) and links == pytest.approx(0.02, rel=1e-5)
    assert judged("N", lambda place: 1.01 * place).sag_error == pytest.approx(0.01)


def test_a_ball_is_closed_and_looks_outward():
    points, rows = ball(0.3, 3)
    edges = np.concatenate([rows[:, (0, 1)], rows[:, (1, 2)], rows[:, (2, 0)]])
    assert len(points) == 642 and len(rows) == 1280
    assert set(map(tuple, edges.tolist())) == set(map(tuple, edges[:, ::-1].tolist()))
    assert 0.98 < np.linalg.det(points[rows]).sum() / 6.0 / (4.0 / 3.0 * np.pi * 0.3**3) < 1.0


def test_volume_of_a_lattice_is_that_of_the_cube():
    block = jelly_block((1.0, 2.0, 3.0), 3, 0.1)
    assert volume(block, block.array) == pytest.approx(0.027)


def test_edges_of_a_grid_go_along_rows_and_columns():
    cloth = grid_cloth(4, 3, 0.1, (0.0, 0.0, 0.0), hang=False, pins=())
    assert len(cloth.edges) == 3 * 3 + 4 * 2


def test_what_is_not_finite_is_said():
    quality = judged("K", lambda place: place * np.nan)
    assert quality == SoftQuality(finite=False) and report.quality_cell("stretch %", quality) == "not finite"


def test_engines_say_which_scenes_they_build():
    assert all(ENGINES[OURS].builds(key) for key in "A" + SOFT_LETTERS)
    assert ENGINES["newton"].builds("K") and not ENGINES["newton"].builds("A") and not ENGINES["newton"].builds("O")
    assert not ENGINES["rapier"].builds("K")


@pytest.mark.parametrize("key", ["N", "K"])
def test_our_vertices_are_those_of_the_scene_in_its_order(key):
    """Two steps move nothing far."""
    scene, result = SOFT_SCENES[key](), run(OURS, key, steps=2, max_seconds=60.0)
    assert np.abs(result.vertex - scene.softs[0].array).max() < 0.01
    assert result.vertex_velocity.shape == result.vertex.shape
