"""Meshes as shapes: what is refused, repaired and warned of, mass, drawing, and the tree of their triangles."""

import copy
import pickle
import warnings

import numpy as np
import pytest

from physics import BodyKind, ShapeBox, ShapeMesh, World
from physics.kernels.layout import kind as KIND
from physics.kernels.mesh import data as mesh_data
from physics.kernels.mesh.points import GAP, LISTED, LISTED_SIZE, MESH_FLOATS, MESH_INTS
from physics.kernels.mesh.query import QUERY_DONE, QUERY_START, list_triangles
from physics.shapes.mesh_tree import LANE_SIZE, build_lanes, build_tree
from tests.physics.reference import meshes
from tests.physics.reference.outer import outer

list_triangles = outer(list_triangles)

NAN = float("nan")
SQUARE = np.array([[0, 0, 0], [1, 0, 0], [1, 0, 1], [0, 0, 1]], np.float64)
HALVES = np.array([[0, 2, 1], [0, 3, 2]])


def test_size_and_place_are_those_of_the_bounding_box():
    vertices, triangles = meshes.cube(0.5)
    shape = ShapeMesh(vertices * (1, 2, 3) + (10, 20, 30), triangles)
    assert shape.kind == KIND.MESH
    assert shape.size == (0.5, 1.0, 1.5)
    assert shape.local_pose() == ((10.0, 20.0, 30.0), (0.0, 0.0, 0.0, 1.0))
    assert shape.extent == pytest.approx(np.sqrt(10.5**2 + 21.0**2 + 31.5**2))
    assert shape.triangle_count == 12


def test_a_mesh_is_a_value_that_does_not_change():
    vertices, triangles = meshes.cube()
    shape, same = ShapeMesh(vertices, triangles), ShapeMesh(vertices.copy(), triangles.tolist())
    assert shape == same and hash(shape) == hash(same)
    assert shape != ShapeMesh(vertices, triangles, two_sided=True)
    assert shape != ShapeMesh(2 * vertices, triangles) and shape != ShapeBox((1, 1, 1))
    assert pickle.loads(pickle.dumps(shape)) == copy.deepcopy(shape) == shape
    with pytest.raises(AttributeError, match="does not change"):
        shape.two_sided = True
    before = shape.geometry.positions.copy()
    vertices += 1.0
    assert (shape.geometry.positions == before).all()
    assert "12 triangles" in repr(shape)


@pytest.mark.parametrize(
    ("vertices", "triangles", "error", "words"),
    [
        ([], [[0, 1, 2]], ValueError, "vertices must not be empty"),
        (SQUARE, [], ValueError, "triangles must not be empty"),
        (SQUARE[:, :2], HALVES, ValueError, r"vertices must have the shape \[n, 3\], got \(4, 2\)"),
        (SQUARE, [0, 1, 2], ValueError, r"triangles must have the shape \[n, 3\]"),
        (SQUARE, HALVES.astype(float), TypeError, "triangles must be an array of whole numbers"),
        ("corners", HALVES, TypeError, "vertices must be an array of numbers"),
        ([[0, 0, 0], [1, 0]], HALVES, TypeError, "vertices must be an array of numbers"),
        ([[0, 0, 0], [1, NAN, 0], [0, 0, 1]], [[0, 1, 2]], ValueError, r"vertices\[1\] must be finite"),
        ([[0, 0, 0], [1, 0, 0], [0, 0, 2e5]], [[0, 1, 2]], ValueError, r"vertices\[2\] must be .*100000 m"),
        (SQUARE, [[0, 2, 1], [0, 3, 4]], ValueError, r"triangles\[1\] must name vertices 0 to 3, got \[0, 3, 4\]"),
        (SQUARE, [[0, 2, 1], [0, -1, 2]], ValueError, r"triangles\[1\] must name vertices 0 to 3"),
    ],
)
def test_bad_arrays_are_refused_with_the_place(vertices, triangles, error, words):
    with pytest.raises(error, match=words):
        ShapeMesh(vertices, triangles)


def test_two_sided_must_be_a_truth_value():
    with pytest.raises(TypeError, match="two_sided"):
        ShapeMesh(SQUARE, HALVES, two_sided="yes")


def test_triangles_without_area_are_left_out_with_a_warning():
    vertices = np.concatenate((SQUARE, [[2, 0, 0], [3, 0, 0], [0, 0, 0]]))
    triangles = [[0, 0, 1], *HALVES, [1, 4, 5], [0, 6, 2]]
    with pytest.warns(UserWarning, match=r"3 triangles .* no area .* triangles\[0\] = \[0, 0, 1\]"):
        shape = ShapeMesh(vertices, triangles)
    assert shape.triangle_count == 2
    given = mesh_data.MESH_GIVEN
    assert sorted(shape.shape_data.indices[shape.shape_data.indices[given] :]) == [1, 2]
    with pytest.warns(UserWarning), pytest.raises(ValueError, match="needs a triangle with an area"):
        ShapeMesh(SQUARE, [[0, 0, 1]])


def test_repeated_triangles_are_left_out_with_a_warning():
    with pytest.warns(UserWarning, match=r"1 triangles .* twice .* triangles\[2\] = \[2, 1, 0\]"):
        shape = ShapeMesh(SQUARE, [*HALVES, [2, 1, 0]])
    assert shape.triangle_count == 2


def test_an_open_mesh_is_no_reason_to_warn_until_its_volume_is_asked_for():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        shape = ShapeMesh(SQUARE, HALVES)
    assert not shape.is_closed
    with pytest.raises(
        ValueError, match=r"only a closed mesh .* 4 edges .* edge 1 of triangle 0, at \(1.0, 0.0, 1.0\)"
    ):
        _ = shape.volume


def test_a_mesh_that_is_inside_out_is_warned_of():
    vertices, triangles = meshes.cube()
    with pytest.warns(UserWarning, match=r"inside out.*-8 m\^3"):
        shape = ShapeMesh(vertices, triangles[:, ::-1])
    assert shape.volume == pytest.approx(8.0)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        ShapeMesh(vertices, triangles[:, ::-1], two_sided=True)


def test_triangles_of_opposite_winding_are_warned_of():
    with pytest.warns(UserWarning, match="1 edges .* opposite winding"):
        ShapeMesh(SQUARE, [[0, 2, 1], [0, 2, 3]])


def test_mass_of_a_closed_mesh_is_exact():
    """A box of half extents h has the volume 8 hx hy hz and the moments V (hy^2 + hz^2) / 3, and so on."""
    vertices, triangles = meshes.cube()
    half = np.array([0.5, 1.0, 2.0])
    volume, center, moments = ShapeMesh(vertices * half + (100, 0, -50), triangles).solid
    assert volume == pytest.approx(8.0)
    assert center == pytest.approx((100, 0, -50))
    x, y, z = half
    assert moments == pytest.approx(
        (8 / 3 * (y * y + z * z), 0, 0, 8 / 3 * (x * x + z * z), 0, 8 / 3 * (x * x + y * y))
    )


def test_vertices_at_the_same_place_are_one():
    vertices, triangles = meshes.cube()
    shape = ShapeMesh(vertices[triangles].reshape(-1, 3), np.arange(36).reshape(-1, 3))
    assert shape.is_closed and shape.volume == pytest.approx(8.0)


def test_drawing_is_sharp_at_edges_and_smooth_on_curves():
    vertices, triangles = meshes.cube()
    drawn = ShapeMesh(vertices, triangles).geometry
    assert len(drawn.positions) == 24
    assert set(map(tuple, np.abs(drawn.normals).round(6))) == {(1, 0, 0), (0, 1, 0), (0, 0, 1)}
    vertices, triangles = meshes.ball(2.0, 3)
    drawn = ShapeMesh(vertices, triangles).geometry
    assert len(drawn.positions) == len(vertices)
    np.testing.assert_allclose(drawn.normals, drawn.positions / 2.0, atol=0.02)
    assert not drawn.positions.flags.writeable


def test_a_dynamic_body_can_have_a_closed_one_only():
    vertices, triangles = meshes.cube()
    open_mesh = ShapeMesh(vertices, triangles[1:])
    world = World()
    with pytest.raises(ValueError, match=r"ShapeMesh that is not closed.*ShapeHull.*decompose"):
        world.add_body(shape=open_mesh)
    body = world.add_body(shape=ShapeBox((1, 1, 1)))
    with pytest.raises(ValueError, match="ShapeMesh that is not closed"):
        body.add_shape(open_mesh)
    assert body.add_shape(ShapeMesh(vertices, triangles), (5, 0, 0)).density == 1000.0
    world.add_body(kind=BodyKind.KINEMATIC, shape=open_mesh)


def test_a_snapshot_holds_what_to_draw():
    world = World()
    vertices, triangles = meshes.cube()
    shape = ShapeMesh(vertices + (0, 5, 0), triangles)
    for _ in range(2):
        world.add_body(kind=BodyKind.STATIC, shape=shape)
    snapshot = world.snapshot()
    assert snapshot.shape_geometry.tolist() == [0, 0] and len(snapshot.geometries) == 1
    assert snapshot.shape_offset[0].tolist() == [0, 5, 0]
    assert snapshot.geometries[0] is shape.geometry


# ---- Tree ------------------------------------------------------------------------------------------------------------


def query(shape, low, high):
    """Triangles that the kernel lists, as rows of the data, and the gap to the others."""
    data = shape.shape_data
    work, names = np.zeros(MESH_FLOATS, np.float32), np.zeros(MESH_INTS, np.int32)
    work[GAP] = np.inf
    state, found = QUERY_START, []
    box = (tuple(np.float32(low)), tuple(np.float32(high)))
    while state != QUERY_DONE:
        count, state = list_triangles(shape.kind, 0, state, box, data.indices, data.numbers, work, names)
        assert count <= LISTED_SIZE
        found += names[LISTED : LISTED + count].tolist()
    return found, work[GAP]


def test_the_tree_holds_every_triangle_once_and_bounds_contain_what_is_below():
    rng = np.random.default_rng(1)
    for count in (1, 2, 4, 5, 9, 100, 1001):
        lower = rng.uniform(-1, 1, (count, 3)).astype(np.float32)
        upper = lower + rng.uniform(0, 0.2, (count, 3)).astype(np.float32)
        order, bounds, links = build_tree(lower, upper)
        assert sorted(order) == list(range(count))
        held = []
        for node, (after, leaf) in enumerate(links.tolist()):
            inside = links[node:after, 1]
            rows = [r for k in inside[inside >= 0].tolist() for r in range(k >> 3, (k >> 3) + (k & 7))]
            assert (bounds[node, :3] == lower[order[rows]].min(axis=0)).all()
            assert (bounds[node, 3:] == upper[order[rows]].max(axis=0)).all()
            held += rows if leaf >= 0 else []
        assert sorted(held) == list(range(count)) and links[0, 0] == len(links)


def below(links, node, lane):
    """Triangles below a lane of the tree for rays."""
    code = int(links[node, lane])
    if code >= 0:
        assert code > node
        return [row for k in range(8) for row in below(links, code, k)]
    first, held = (-1 - code) >> 3, (-1 - code) & 7
    assert held <= LANE_SIZE
    return list(range(first, first + held))


def test_the_tree_for_rays_holds_every_triangle_once_and_bounds_are_those_of_what_is_below():
    rng = np.random.default_rng(1)
    for count in (1, 2, 3, 8, 9, 24, 25, 65, 1001):
        lower = rng.uniform(-1, 1, (count, 3)).astype(np.float32)
        upper = lower + rng.uniform(0, 0.2, (count, 3)).astype(np.float32)
        bounds, links = build_lanes(lower, upper)
        assert bounds.shape == (len(links), 6, 8)
        assert [row for lane in range(8) for row in below(links, 0, lane)] == list(range(count))
        for node in range(len(links)):
            for lane in range(8):
                rows = below(links, node, lane)
                low = lower[rows].min(axis=0) if rows else np.full(3, np.inf)
                high = upper[rows].max(axis=0) if rows else np.full(3, -np.inf)
                assert (bounds[node, :3, lane] == low).all()
                assert (bounds[node, 3:, lane] == high).all()


@pytest.mark.slow
def test_queries_list_the_same_triangles_as_looking_at_all_of_them():
    rng = np.random.default_rng(2)
    for seed, count in ((0, 3), (1, 50), (2, 3000)):
        shape = ShapeMesh(*meshes.soup(count, seed), two_sided=True)
        start = shape.shape_data.indices[mesh_data.MESH_TRIANGLES]
        rows = shape.shape_data.indices[start : start + 3 * shape.triangle_count].reshape(-1, 3)
        first = shape.shape_data.indices[mesh_data.MESH_VERTICES]
        corners = shape.shape_data.numbers[first:].reshape(-1, 3)[rows]
        lower, upper = corners.min(axis=1), corners.max(axis=1)
        for _ in range(300):
            low = rng.uniform(-7, 7, 3).astype(np.float32)
            high = (low + rng.exponential(1.0, 3)).astype(np.float32)
            found, gap = query(shape, low, high)
            gaps = np.maximum(lower - high, low - upper).max(axis=1)
            assert sorted(found) == np.flatnonzero(gaps <= 0).tolist() and len(set(found)) == len(found)
            others = gaps[gaps > 0]
            assert not len(others) or gap <= others.min() * 1.0001


def test_a_large_mesh_is_prepared_in_well_under_a_second():
    """The bound is generous: the machine of a test may be slow and busy."""
    import time

    vertices, triangles = meshes.grid(np.zeros((160, 160)))
    start = time.process_time()
    ShapeMesh(vertices, triangles).shape_data  # noqa: B018
    assert time.process_time() - start < 2.0
