"""Convex decomposition: hulls that fill a mesh, the same every time."""

import math
import subprocess
import sys

import numpy as np
import pytest

from physics import ShapeHull, ShapeMesh, World, decompose
from tests.physics.reference import meshes


def torus(radius=1.0, tube=0.3, around=24, across=12):
    a, b = np.meshgrid(
        np.arange(around) * 2 * math.pi / around, np.arange(across) * 2 * math.pi / across, indexing="ij"
    )
    far = radius + tube * np.cos(b)
    vertices = np.stack((far * np.cos(a), tube * np.sin(b), far * np.sin(a)), axis=-1).reshape(-1, 3)
    i, j = np.arange(around)[:, None], np.arange(across)

    def row(i, j):
        return i % around * across + j % across

    corners = (row(i, j), row(i, j + 1), row(i + 1, j + 1), row(i, j), row(i + 1, j + 1), row(i + 1, j))
    return vertices, np.stack(corners, axis=-1).reshape(-1, 3)


@pytest.fixture(scope="module")
def ring():
    return decompose(*torus())


@pytest.mark.slow
def test_hulls_fill_the_mesh_and_leave_its_hole_open(ring):
    shape = ShapeMesh(*torus())
    assert 4 <= len(ring) <= 16 and all(isinstance(hull, ShapeHull) for hull in ring)
    assert sum(hull.volume for hull in ring) == pytest.approx(shape.volume, rel=0.1)
    assert [hull.volume for hull in ring] == sorted((hull.volume for hull in ring), reverse=True)
    # The hole has a radius of 0.7: no vertex of a hull comes near its middle.
    assert min(math.hypot(x, z) for hull in ring for x, _, z in hull.points) > 0.6


@pytest.mark.slow
def test_the_same_mesh_gives_the_same_hulls(ring):
    assert decompose(*torus()) == ring


@pytest.mark.slow
def test_few_parts_are_kept_few():
    assert len(decompose(*torus(), max_parts=3, concavity=0.05)) <= 3


def test_a_convex_mesh_is_one_hull():
    (hull,) = decompose(*meshes.cube(0.5))
    assert hull.volume == pytest.approx(1.0, rel=1e-3)


def test_a_body_of_parts_has_the_mass_of_the_mesh(ring):
    world = World()
    body = world.add_body(shapes=ring, density=1000.0, position=(0, 2, 0))
    assert body.mass == pytest.approx(1000.0 * ShapeMesh(*torus()).volume, rel=0.1)
    np.testing.assert_allclose(body.center_of_mass, (0, 2, 0), atol=0.02)


@pytest.mark.parametrize(
    ("options", "error", "words"),
    [
        ({"max_parts": 0}, ValueError, "max_parts must"),
        ({"max_parts": 2.5}, TypeError, "max_parts must"),
        ({"concavity": 0.0}, ValueError, "concavity must"),
        ({"concavity": math.nan}, ValueError, "concavity must"),
    ],
)
def test_bad_options_are_refused(options, error, words):
    with pytest.raises(error, match=words):
        decompose(*meshes.cube(), **options)


def test_bad_meshes_are_refused_as_shapes_are():
    with pytest.raises(ValueError, match=r"triangles\[0\] must name vertices"):
        decompose(np.zeros((3, 3)), [[0, 1, 7]])


@pytest.mark.slow
def test_the_library_is_loaded_only_when_it_is_needed():
    code = "import sys, physics; assert 'coacd' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True, cwd=".")
