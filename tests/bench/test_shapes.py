"""The benchmark scenes of any shape: builders, depths of overlap, terrain, rays, report."""

import math
import subprocess
import sys

import numpy as np
import pytest

from bench import command, report
from bench.engines import ENGINES, OURS, EngineSource
from bench.judge import Quality, Solids, judge, overlap_depths, rotation_matrices
from bench.processes import ROOT
from bench.reference import closest
from bench.reference.convex import Convexes, mold_of, overlaps, search
from bench.reference.hulls import hull_of, in_principal_axes, prism, volume_center_inertia
from bench.reference.terrain import lost, surface_below, terrain_depth, triangle_distance
from bench.run_engine import RunResult, run
from bench.scenes.bodies import DENSITY, PeerBody, PeerScene, PeerTerrain, mass_and_inertia
from bench.scenes.table import SCENES

HALF = math.sqrt(0.5)
UPRIGHT = (0.0, 0.0, 0.0, 1.0)
TURN_X_90, TURN_Z_90 = (HALF, 0.0, 0.0, HALF), (0.0, 0.0, HALF, HALF)
TETRAHEDRON = (0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0)
FLAT = PeerTerrain((4, 4), (2.0, 2.0), (0.0,) * 25)


def at_start(scene, **changes):
    """A result in which nothing has moved, with changes."""
    fields = {
        "step_ms": np.ones(scene.steps),
        "contact_count": 0,
        "position": np.array([body.position for body in scene.bodies]).reshape(-1, 3),
        "orientation": np.array([body.orientation for body in scene.bodies]).reshape(-1, 4),
        "velocity": np.zeros((len(scene.bodies), 3)),
        "angular_velocity": np.zeros((len(scene.bodies), 3)),
    }
    return RunResult(**{**fields, **changes})


def posed(*bodies):
    """Shapes at (kind, size, position, orientation) each."""
    places, turns = (np.array([body[k] for body in bodies], float) for k in (2, 3))
    return Convexes.of([mold_of(*body[:2]) for body in bodies], places, rotation_matrices(turns))


def depth_of(a, b):
    shapes = posed(a, b)
    return closest.depths(shapes, shapes, np.array([0]), np.array([1]))[0]


# Hulls


def test_tetrahedron_has_its_faces_edges_and_volume():
    hull = hull_of(TETRAHEDRON)
    volume, center, inertia = volume_center_inertia(hull)
    assert (len(hull.triangles), len(hull.edges)) == (4, 6)
    assert volume == pytest.approx(1 / 6)
    np.testing.assert_allclose(center, 0.25)
    np.testing.assert_allclose(np.diag(inertia), 1 / 80)  # 2 (1/60 - 1/96) of a unit tetrahedron


def test_normals_of_a_hull_point_outward():
    hull = SCENES["H"]().bodies[5].hull
    heights = hull.normals @ hull.points.T
    corner = np.take_along_axis(heights, hull.triangles, 1)
    assert (heights <= corner.max(1, keepdims=True) + 1e-9).all()
    np.testing.assert_allclose(corner, corner[:, :1] * np.ones(3), atol=1e-9)


def test_inertia_of_a_hull_matches_a_sum_over_small_cubes():
    body = SCENES["H"]().bodies[0]
    side = 0.02
    points = np.stack(np.meshgrid(*(np.arange(-0.7, 0.7, side),) * 3, indexing="ij"), -1).reshape(-1, 3)
    hull = body.hull
    offsets = (hull.normals @ hull.points.T).max(1)
    inside = points[(points @ hull.normals.T <= offsets).all(1)]
    mass, inertia = mass_and_inertia("hull", body.size)
    assert mass == pytest.approx(DENSITY * side**3 * len(inside), rel=0.01)
    squares = DENSITY * side**3 * (inside**2).sum(0)
    np.testing.assert_allclose(inertia, squares.sum() - squares, rtol=0.02)


def test_a_hull_is_given_in_its_principal_axes():
    points = np.array(TETRAHEDRON).reshape(-1, 3) * (1.0, 2.0, 3.0)
    _, center, inertia = volume_center_inertia(hull_of(in_principal_axes(points)))
    np.testing.assert_allclose(center, 0.0, atol=2e-6)
    np.testing.assert_allclose(inertia - np.diag(np.diag(inertia)), 0.0, atol=1e-5)


def test_mass_and_inertia_of_a_cylinder_are_those_of_a_prism_of_many_sides():
    corners = prism(0.4, 0.5, 100)
    mass, inertia = mass_and_inertia("cylinder", (0.4, 0.5))
    area = 0.5 * 100 * 0.4**2 * math.sin(2 * math.pi / 100)
    assert len(corners) == 200
    assert mass == pytest.approx(DENSITY * area, rel=1e-3)
    assert inertia[1] == pytest.approx(mass * 0.08)
    assert inertia[0] == inertia[2] == pytest.approx(mass * (0.04 + 1 / 12))


# Scenes


@pytest.mark.parametrize(("key", "count", "steps"), [("T", 484, 300), ("H", 1000, 300), ("Y", 1000, 300), ("R", 0, 20)])
def test_scene_has_its_bodies_and_is_the_same_each_time(key, count, steps):
    scene = SCENES[key]()
    assert (scene.key, len(scene.bodies), scene.steps) == (key, count, steps)
    assert scene == SCENES[key](), "two calls differ"


@pytest.mark.parametrize("key", ["T", "H", "Y"])
def test_nothing_overlaps_at_the_start(key):
    scene = SCENES[key]()
    quality = judge(scene, at_start(scene))
    assert (quality.depth, quality.escaped_count, quality.kinetic_energy) == (0.0, 0, 0.0)


def test_hulls_have_8_to_20_corners_and_all_are_corners():
    hulls = [body.hull for body in SCENES["H"]().bodies]
    counts = [len(hull.points) for hull in hulls]
    assert (min(counts), max(counts)) == (8, 20)
    assert all(len(hull.triangles) == 2 * len(hull.points) - 4 for hull in hulls)


def test_terrain_is_hilly_and_looks_up():
    terrain = SCENES["T"]().terrain
    corners = terrain.vertices[terrain.triangles]
    assert len(corners) == 2048
    assert (np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])[:, 1] > 0.0).all()
    assert -1.5 <= min(terrain.heights) < -1.0 < 1.0 < max(terrain.heights) <= 1.5


def test_rays_start_outside_of_all_bodies_and_differ_by_batch():
    scene = SCENES["R"]()
    origins, directions = scene.rays.batch(0)
    assert origins.shape == (10_000, 3)
    np.testing.assert_allclose(np.linalg.norm(directions, axis=1), 1.0)
    assert (origins == scene.rays.batch(0)[0]).all()
    assert (origins != scene.rays.batch(1)[0]).any(1).all()
    places = np.array([body.position for body in scene.walls])
    nearest = min(np.linalg.norm(places - origin, axis=1).min() for origin in origins[:500])
    assert nearest > 1.3  # the largest body reaches 1.26 m
    height, _, over = surface_below(scene.terrain, origins)
    assert over.all()
    assert (origins[:, 1] > height).all()
    assert len(scene.terrain.triangles) == 50_000


# Depths


@pytest.mark.parametrize(
    ("a", "b", "depth"),
    [
        (("cylinder", (0.4, 0.5), (0, 0, 0), UPRIGHT), ("cylinder", (0.4, 0.5), (0.7, 0.1, 0), UPRIGHT), 0.1),
        (("cylinder", (0.4, 0.5), (0, 0, 0), UPRIGHT), ("cylinder", (0.4, 0.5), (0.1, 0.97, 0.1), UPRIGHT), 0.03),
        (("cylinder", (0.4, 0.5), (0, 0, 0), TURN_X_90), ("cylinder", (0.4, 0.5), (0, 0.77, 0), TURN_Z_90), 0.03),
        (("cylinder", (0.4, 0.5), (0, 0, 0), UPRIGHT), ("box", (0.5, 0.5, 0.5), (0.85, 0, 0), UPRIGHT), 0.05),
        (("cylinder", (0.4, 0.5), (0, 0, 0), UPRIGHT), ("sphere", (0.5,), (0.88, 0, 0), UPRIGHT), 0.02),
        (("cylinder", (0.4, 0.5), (0, 0, 0), UPRIGHT), ("cylinder", (0.4, 0.5), (0.81, 0, 0), UPRIGHT), 0.0),
        (("cone", (0.4, 0.5), (0, 0, 0), UPRIGHT), ("box", (0.5, 0.5, 0.5), (0, 0.96, 0), UPRIGHT), 0.04),
        (("hull", TETRAHEDRON, (0, 0, 0), UPRIGHT), ("box", (0.5, 0.5, 0.5), (0.1, -0.45, 0.1), UPRIGHT), 0.05),
        (("hull", TETRAHEDRON, (0, 0, 0), UPRIGHT), ("hull", TETRAHEDRON, (0, 0.5, 0.6), UPRIGHT), 0.0),
        (("hull", TETRAHEDRON, (0, 0, 0), UPRIGHT), ("sphere", (0.5,), (-0.4, 0.2, 0.2), UPRIGHT), 0.1),
        (("hull", TETRAHEDRON, (0, 0, 0), UPRIGHT), ("sphere", (0.1,), (0.05, 0.2, 0.2), UPRIGHT), 0.15),
    ],
)
def test_depth_matches_the_hand_made_case(a, b, depth):
    assert depth_of(a, b) == pytest.approx(depth, abs=1e-5)
    assert depth_of(b, a) == pytest.approx(depth, abs=1e-5)


@pytest.mark.parametrize("kind_a", ["sphere", "box", "capsule"])
@pytest.mark.parametrize("kind_b", ["sphere", "box", "capsule"])
def test_depth_is_that_of_the_other_judge(kind_a, kind_b):
    random = np.random.default_rng(5)
    size = {"sphere": (0.5,), "box": (0.4, 0.3, 0.6), "capsule": (0.3, 0.4)}
    sides = []
    for kind in (kind_a, kind_b):
        poses = zip(random.uniform(-0.6, 0.6, (50, 3)).tolist(), random.normal(size=(50, 4)).tolist(), strict=True)
        sides.append([(kind, size[kind], tuple(place), tuple(turn)) for place, turn in poses])
    rows = np.arange(50)
    expected = overlap_depths(*(Solids.at_start(tuple(PeerBody(*b) for b in side)) for side in sides), rows, rows)
    np.testing.assert_allclose(closest.depths(*(posed(*side) for side in sides), rows, rows), expected, atol=1e-9)


def test_no_direction_parts_cylinders_by_less_than_their_depth():
    random = np.random.default_rng(6)
    bodies = [("cylinder", (0.4, 0.5), random.uniform(-0.35, 0.35, 3), random.normal(size=4) / 2) for _ in range(40)]
    shapes, rows = posed(*bodies), np.arange(0, 40, 2)
    found = closest.depths(shapes, shapes, rows, rows + 1)
    directions = random.normal(size=(20, 3000, 3))
    directions /= np.linalg.norm(directions, axis=2, keepdims=True)
    tried = overlaps(shapes, shapes, rows, rows + 1, directions)
    best = search(shapes, shapes, rows, rows + 1, directions[np.arange(20), tried.argmin(1)])
    assert (found <= np.maximum(best, 0.0) + 2e-4).all()


@pytest.mark.parametrize("kind", ["cylinder", "cone", "box", "hull"])
def test_distances_are_proved_by_a_gap_between_shadows(kind):
    """No distance is less than the gap between the shadows on any direction, so the one found must equal it."""
    random, rows = np.random.default_rng(8), np.arange(200)
    size = {"box": (0.4, 0.3, 0.6), "hull": TETRAHEDRON}.get(kind, (0.4, 0.5))
    turns = random.normal(size=(2, 200, 4))
    a = posed(*((kind, size, (0.0, 0.0, 0.0), turn) for turn in turns[0]))
    b = posed(*(("cylinder", (0.4, 0.5), (0.0, 0.0, 0.0), turn) for turn in turns[1]))
    way = random.normal(size=(200, 1, 3))
    way /= np.linalg.norm(way, axis=2, keepdims=True)
    offset = way[:, 0] * (overlaps(a, b, rows, rows, way) + 10 ** random.uniform(-6, -1, (200, 1)))
    b = Convexes.of(b.molds, offset, b.rotation)
    distance, vector = closest.core_distances(a, b, rows, rows)
    gap = -overlaps(a, b, rows, rows, -(vector / distance[:, None])[:, None, :])[:, 0]
    np.testing.assert_allclose(distance, gap, atol=1e-7)


def test_a_planted_overlap_is_found():
    scene = SCENES["Y"]()
    result = at_start(scene)
    result.position[17] = result.position[16] + (0.3, 0.1, 0.0)
    result.position[400, 1] = 0.3
    quality = judge(scene, result)
    assert quality.pair_depth_max > 0.2
    assert quality.ground_depth > 0.1


def test_a_sweep_counts_everything_on_the_way():
    shapes = posed(("box", (0.1,) * 3, (-3.0, 0.0, 0.0), UPRIGHT), ("box", (0.1,) * 3, (0.0, 0.5, 0.0), UPRIGHT))
    rows = np.array([0]), np.array([1])
    way = np.array([[6.0, 0.0, 0.0]])
    assert closest.core_distances(shapes, shapes, *rows)[0] == pytest.approx(math.hypot(2.8, 0.3))
    assert closest.core_distances(shapes, shapes, *rows, sweep=way)[0] == pytest.approx(0.3)
    assert closest.core_distances(shapes, shapes, *rows, sweep=0.4 * way)[0] == pytest.approx(math.hypot(0.4, 0.3))


# Terrain


def test_surface_is_the_plane_of_the_triangle():
    terrain = PeerTerrain((1, 1), (2.0, 2.0), (0.0, 0.0, 0.0, 3.0))
    height, upright, over = surface_below(terrain, np.array([[-0.5, 9, -0.5], [0.5, 9, 0.5], [1.5, 9, 0.0]]))
    np.testing.assert_allclose(height[:2], [0.0, 1.5])
    np.testing.assert_allclose(upright[:2], [1.0, 1 / math.sqrt(1 + 2 * 1.5**2)])
    assert over.tolist() == [True, True, False]


@pytest.mark.parametrize(
    ("body", "depth"),
    [
        (("sphere", (0.5,), (0.3, 0.47, 0.2), UPRIGHT), 0.03),
        (("capsule", (0.3, 0.4), (0.3, 0.29, 0.2), TURN_Z_90), 0.01),
        (("box", (0.5, 0.5, 0.5), (0.3, 0.48, 0.2), UPRIGHT), 0.02),
        (("cylinder", (0.4, 0.5), (0.3, 0.46, 0.2), UPRIGHT), 0.04),
        (("hull", TETRAHEDRON, (0.3, 0.02, 0.2), UPRIGHT), 0.0),
        (("hull", TETRAHEDRON, (0.3, -0.02, 0.2), TURN_Z_90), 0.0),  # lost: its origin is under the ground
    ],
)
def test_depth_in_flat_ground(body, depth):
    assert terrain_depth(FLAT, posed(body)) == pytest.approx(depth, abs=1e-9)


def test_a_peak_in_the_bottom_of_a_box_is_found():
    peak = PeerTerrain((2, 2), (2.0, 2.0), (0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0))
    assert terrain_depth(peak, posed(("box", (0.3,) * 3, (0.0, 1.28, 0.05), UPRIGHT))) == pytest.approx(0.02)


def test_what_is_under_or_beyond_the_terrain_is_lost():
    points = np.array([[0.0, 0.1, 0.0], [0.0, -0.1, 0.0], [4.1, 1.0, 0.0]])
    assert lost(FLAT, points).tolist() == [False, True, True]
    scene = SCENES["T"]()
    result = at_start(scene)
    result.position[3] = (0.0, -5.0, 0.0)
    assert judge(scene, result).escaped_count == 1


def test_distance_of_a_triangle():
    corners = np.array([[0.0, 0.0, 0.0], [0.0, 0.0, 1.0], [1.0, 0.0, 0.0]])
    points = np.array([[0.2, 0.3, 0.2], [-0.4, 0.3, 0.5], [1.3, 0.0, -0.4]])
    np.testing.assert_allclose(triangle_distance(points, corners), [0.3, 0.5, 0.5])


# Runs and report


def test_engines_are_imported_only_when_they_run():
    code = "import sys, bench.command; print([m for m in ('rapier3d', 'pybullet', 'mujoco') if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_scenes_import_without_this_engine():
    code = "import sys, bench.run_engine; print('physics' in sys.modules, 'numba' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False False"


class RayStub:
    """An engine whose rays all go 2 m, but for every tenth."""

    def __init__(self, scene):
        self.casts = 0

    def load_rays(self, origins, directions, max_distance):
        self.count = len(origins)

    def cast(self):
        self.casts += 1

    def distances(self):
        return np.where(np.arange(self.count) % 10, 2.0, np.inf)


def test_rays_are_timed_by_batch_and_survive_the_file(monkeypatch, tmp_path):
    monkeypatch.setitem(sys.modules, "ray_stub", type(sys)("ray_stub"))
    sys.modules["ray_stub"].Engine = RayStub
    monkeypatch.setitem(ENGINES, "stub", EngineSource("ray_stub"))
    run("stub", "R", steps=3, max_seconds=60.0).save(tmp_path / "rays.npz")
    result = RunResult.load(tmp_path / "rays.npz")
    assert result.ray_hits.tolist() == [9000] * 3
    quality = judge(SCENES["R"](), result)
    assert (quality.hit_count, quality.hit_distance) == (9000, 18_000.0)


def summary(engine, key, ms, **quality):
    scene = SCENES[key]()
    return report.Summary(engine, scene, 1, np.full(scene.steps, ms), ms, 0.0, 0, Quality(True, **quality))


def test_ratio_table_says_whether_the_claim_holds():
    runs = [summary(OURS, "H", 2.0), summary("rapier", "H", 3.0), summary(OURS, "Y", 2.0), summary("rapier", "Y", 1.0)]
    rows = report.ratio_table(runs).splitlines()[4:]
    assert ("1.50" in rows[0], rows[0].endswith("yes |")) == (True, True)
    assert ("0.50" in rows[1], rows[1].endswith("NO |")) == (True, True)
    assert report.ratio_table(runs[:1]) == ""


@pytest.mark.parametrize(("hits", "holds"), [(7000, True), (6900, False)])
def test_rays_of_two_engines_must_hit_alike(hits, holds):
    ours = summary(OURS, "R", 2.0, hit_count=hits, hit_distance=1e5)
    found = report.claims([ours, summary("rapier", "R", 3.0, hit_count=7001, hit_distance=1e5)])
    assert [claim.holds for claim in found] == [True, holds]
    assert "20 batches" in report.scene_table([ours])


def test_a_lost_body_breaks_a_claim():
    found = report.claims([summary(OURS, "T", 2.0, escaped_count=1)])
    assert [claim.text for claim in found if claim.holds is False] == ["T no body lost"]


def test_scenes_that_an_engine_does_not_build_are_named_and_not_run(monkeypatch, tmp_path, capsys):
    scene = PeerScene("H", "hulls", 300, SCENES["H"]().bodies[:5])

    def call(words, seconds, environment):
        _, _, _, engine, _, *options = words
        assert engine != "mujoco"
        at_start(scene, step_ms=np.ones(60)).save(options[options.index("--out") + 1])
        return ""

    monkeypatch.setattr(command, "call", call)
    monkeypatch.setattr(command, "RESULTS", tmp_path)
    monkeypatch.setitem(SCENES, "H", lambda: scene)
    monkeypatch.setattr(command.peers, "prepare", lambda names: command.peers.Peers(names))
    assert command.main(["--quick", "--no-small", "--scenes", "H", "--engines", "mujoco,rapier"]) == 0
    text = capsys.readouterr().out
    assert "- mujoco: scenes H are not built for this engine" in text
    assert "Beside rapier3d" in text


def test_all_letters_are_the_default():
    assert command.parse([]).scenes == "ABCDETHYRGJKLMNOP"
