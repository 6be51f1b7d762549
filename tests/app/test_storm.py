"""The storm: what counts as passed, what brute force says, and that every part runs."""

import math

import numpy as np
import pytest

from app.bench import command, ray_reference, storm
from app.bench.closest import distances
from app.bench.convex import Convexes, mold_of
from app.bench.judge import rotation_matrices
from app.bench.storms import hollow_box, kit, queries, query_scene, shots, sliding
from physics import ShapeBox, ShapeSphere, World

SIZES = {
    "sphere": (0.5,),
    "box": (0.4, 0.3, 0.6),
    "capsule": (0.3, 0.4),
    "cylinder": (0.4, 0.5),
    "cone": (0.4, 0.5),
    "hull": kit.random_hull(12, 0.6, np.random.default_rng(1)),
}


# Shots


def shot(*, thickness=0.1, kind=0, start=(-3.0, 0.0, 0.0), direction=(1.0, 0.0, 0.0), size=0.1, spin=0.0):
    """One shot at a wall of 2 m x 2 m."""
    start, direction = np.array([start]), np.array([direction]) / np.linalg.norm(direction)
    target = (start + direction * ((-thickness / 2 - start[:, :1]) / direction[:, :1]))[:, 1:]
    return shots.Shots(
        kind=np.array([kind]),
        aim=np.array([0]),
        size=np.array([size]),
        thickness=np.array([thickness]),
        width=np.array([[1.0, 1.0]]),
        start=start,
        direction=direction,
        way=np.array([6.0]),
        speed=np.array([100.0]),
        spin=np.array([[spin, 0.0, 0.0]]),
        turn=np.array([[0.0, 0.0, 0.0, 1.0]]),
        target=target,
    )


@pytest.mark.parametrize(
    ("height", "size", "kind", "spin", "due"),
    [
        (0.0, 0.1, 0, 0.0, True),
        (1.097, 0.1, 0, 0.0, True),  # 3 mm over the edge
        (1.099, 0.1, 0, 0.0, False),  # 1 mm: too little to count
        (1.097, 0.1, 1, 0.0, True),
        (1.097, 0.1, 1, 50.0, True),  # the ball inside of a cube reaches as far as its faces
        (1.097, 0.1, 2, 0.0, True),
        (1.06, 0.1, 2, 50.0, False),  # that inside of a capsule does not
        (1.2, 0.1, 0, 0.0, False),
    ],
)
def test_a_shot_must_hit_if_its_way_leads_through_the_wall(height, size, kind, spin, due):
    assert shots.must_hit(shot(start=(-3.0, height, 0.0), size=size, kind=kind, spin=spin)).tolist() == [due]


@pytest.mark.parametrize(
    ("behind", "where", "touched", "start", "passed"),
    [
        (False, (np.nan, np.nan), True, 0.0, False),  # bounced
        (True, (0.0, 0.0), False, 0.0, True),  # untouched
        (True, (0.3, 0.0), True, 0.0, True),  # through, slowed down
        (True, (1.4, 0.0), True, 1.05, False),  # around the edge
        (True, (1.4, 0.0), False, 1.05, True),  # past the edge without a touch
        (True, (1.4, 0.0), True, 0.0, True),  # from the middle there is no way around
    ],
)
def test_what_counts_as_passed(behind, where, touched, start, passed):
    one = shot(start=(-3.0, start, 0.0))
    assert shots.judge(one, np.array([behind]), np.array([where]), np.array([touched])).tolist() == [passed]


def test_a_slow_shot_is_stopped_and_a_missing_wall_is_noticed(monkeypatch):
    slow = shot()
    slow.speed[:] = 1.0
    assert [array.tolist() for array in shots.fly(slow, kit.ccd_modes()[0])][::2] == [[False], [True]]
    monkeypatch.setattr(kit, "add_static_box", lambda *args, **options: None)
    behind, where, touched = shots.fly(shot(), kit.ccd_modes()[0])
    assert shots.judge(shot(), behind, where, touched).tolist() == [True]


def test_shots_are_the_same_each_time_and_start_clear_of_the_wall():
    first, second = shots.random_shots(500), shots.random_shots(500)
    assert all((array == vars(second)[name]).all() for name, array in vars(first).items())
    clear = -first.start[:, 0] - first.thickness / 2
    assert (clear > shots.bound_of(first)).all()
    assert first.speed.min() >= 50.0
    assert first.speed.max() <= 1000.0
    assert 0.005 <= first.size.min() < first.size.max() <= 0.15
    assert shots.must_hit(first).mean() > 0.7


def test_tallies_add_up():
    some = shots.random_shots(360)
    due = shots.must_hit(some)
    lines = shots.tallies(some, due, due)
    total = sum(int(cell.rsplit("/", 1)[1]) for cell in lines[0].split(","))
    assert total == due.sum()


# Box and sliding


def test_bodies_start_inside_of_the_box_and_apart():
    world, bodies = hollow_box.build(500, gravity=0.0, mode=kit.ccd_modes()[0])
    places = world.read(bodies, "position")
    assert np.abs(places).max() + hollow_box.REACH[1] < hollow_box.HALF_INSIDE
    world.step(1e-5)
    assert len(world.contacts()) == 0
    speeds = np.linalg.norm(world.read(bodies, "velocity"), axis=1)
    assert 200.0 < speeds.max() <= hollow_box.SPEED + 1e-3


def test_slow_bodies_stay_in_the_box(monkeypatch):
    monkeypatch.setattr(hollow_box, "SPEED", 5.0)
    result = hollow_box.run(count=50, steps=20, gravity=0.0, mode=kit.ccd_modes()[0])
    assert result.lines[0].startswith("0 escaped")
    assert result.holds is True
    assert str(result).startswith("PASS")


def test_a_plane_has_no_edges_to_feel(monkeypatch):
    monkeypatch.setattr(sliding, "SURFACES", {})
    result = sliding.run()[0]
    assert result.holds
    assert len(result.lines) == len([kind for kind in sliding.SIZES if kind in kit.kinds()])


# Queries


@pytest.mark.parametrize("kind", SIZES)
def test_rays_enter_where_the_distance_becomes_zero(kind):
    """The formulas for rays against distances between convex shapes, which share nothing."""
    random = np.random.default_rng(2)
    mold = mold_of(kind, SIZES[kind])
    origins, directions = random.uniform(-2.0, 2.0, (300, 3)), kit.random_unit(random, 300)
    directions[::2] = -origins[::2] + random.uniform(-0.3, 0.3, (150, 3))
    directions /= np.linalg.norm(directions, axis=1, keepdims=True)
    entered = ray_reference.enter_convex(mold, kind, origins, directions)
    hit = np.isfinite(entered)
    assert 60 < hit.sum() < 250
    shape = Convexes.of([mold], np.zeros((1, 3)), np.eye(3)[None])

    def gap(points):
        spots = Convexes.of([mold_of("sphere", (0.0,))] * len(points), points, np.tile(np.eye(3), (len(points), 1, 1)))
        return distances(spots, shape, np.arange(len(points)), np.zeros(len(points), int))

    ends = origins + np.where(hit, entered, 0.0)[:, None] * directions
    np.testing.assert_allclose(gap(ends[hit]), 0.0, atol=1e-6)
    for share in np.linspace(0.0, 0.999, 30):
        assert (gap(origins[hit] + share * entered[hit, None] * directions[hit]) > 0.0).all()
    clear = ~hit & (gap(origins) > 0.0)
    for way in np.linspace(0.0, 4.0, 60):
        assert (gap(origins[clear] + way * directions[clear]) > -1e-6).all()


def test_rays_hit_the_fronts_of_triangles_only():
    corners = np.array([[[0.0, 0.0, 0.0], [0.0, 0.0, 1.0], [1.0, 0.0, 0.0]]])
    origins = np.array([[0.2, 2.0, 0.2], [0.2, -2.0, 0.2], [0.9, 2.0, 0.9]])
    directions = np.array([[0.0, -1.0, 0.0], [0.0, 1.0, 0.0], [0.0, -1.0, 0.0]])
    assert ray_reference.enter_triangles(corners, origins, directions).tolist() == [2.0, np.inf, np.inf]
    assert ray_reference.enter_plane(origins, directions).tolist() == [2.0, np.inf, 2.0]


def test_ray_casts_equal_brute_force():
    assert queries.check_rays(query_scene.build(), 3000).holds


def test_a_wrong_ray_is_found(monkeypatch):
    scene = query_scene.build()
    real = scene.world.ray_cast_batch

    def wrong(*args):
        hits = real(*args)
        hits.distance[np.flatnonzero(np.isfinite(hits.distance))[0]] += 0.01
        return hits

    monkeypatch.setattr(scene.world, "ray_cast_batch", wrong)
    result = queries.check_rays(scene, 300)
    assert result.holds is False
    assert "1 wrong" in result.lines[0]


class Oracle:
    """Answers the queries that do not exist yet by brute force itself, or wrongly."""

    def __init__(self, scene, *, lies=False):
        self.scene, self.lies = scene, lies

    def _posed(self, shape, position, orientation):
        kind = {ShapeSphere: "sphere", ShapeBox: "box"}.get(type(shape), "capsule")
        size = {"sphere": shape.size[:1], "box": shape.size, "capsule": shape.size[:2]}[kind]
        return Convexes.of([mold_of(kind, size)], np.array([position]), rotation_matrices(np.array([orientation])))

    def overlap(self, shape, position, orientation):
        one = self._posed(shape, position, orientation)
        others = np.arange(len(self.scene.owner))
        near = queries.gaps(one, self.scene, np.zeros_like(others), others)[0] <= 0.0
        found = [self.scene.bodies[row] for row in set(self.scene.owner[near].tolist())]
        return found[1:] if self.lies else found

    def shape_cast(self, shape, position, orientation, motion):
        one = self._posed(shape, position, orientation)
        fraction, _, _ = queries.cast(one, self.scene, np.array([motion]))
        if np.isinf(fraction[0]):
            return None
        return type("Hit", (), {"distance": fraction[0] * np.linalg.norm(motion) + 0.01 * self.lies})

    def closest_point(self, body, point):
        row = np.array([self.scene.bodies.index(body)])
        spot = Convexes.of([mold_of("sphere", (0.0,))], np.array([point]), np.eye(3)[None])
        others = np.flatnonzero(self.scene.owner == row)
        distance, unit = queries.gaps(spot, self.scene, np.zeros_like(others), others)
        best = int(distance.argmin())
        return np.array(point) - distance[best] * unit[best], distance[best] + 0.01 * self.lies


@pytest.mark.parametrize("check", [queries.check_overlaps, queries.check_casts, queries.check_closest])
def test_harness_agrees_with_the_truth_and_finds_lies(check, monkeypatch):
    monkeypatch.setattr(kit, "kinds", lambda: ["sphere", "box", "capsule"])
    scene = query_scene.build()
    for lies in (False, True):
        scene.world = Oracle(scene, lies=lies)
        assert check(scene, 100).holds is not lies


@pytest.mark.parametrize(
    ("kind", "size", "motion", "way"),
    [
        ("sphere", (0.5,), (4.0, 0.0, 0.0), 1.5),
        ("box", (0.5, 0.5, 0.5), (4.0, 0.0, 0.0), 1.5),
        ("cylinder", (0.5, 0.2), (4.0, 0.0, 0.0), 1.5),
        ("cone", (0.5, 0.2), (4.0, 0.0, 0.0), 1.5),
        ("sphere", (0.5,), (0.0, 4.0, 0.0), math.inf),
        ("sphere", (0.5,), (1.4, 0.0, 0.0), math.inf),
    ],
)
def test_cast_of_known_cases(kind, size, motion, way):
    scene = query_scene.QueryScene(World())
    scene.add([("box", (1.0, 3.0, 3.0), (0.0, 0.0, 0.0), kit.UPRIGHT)], np.array([3.0, 0.0, 0.0]), kit.UPRIGHT)
    scene.finish()
    one = Convexes.of([mold_of(kind, size)], np.zeros((1, 3)), np.eye(3)[None])
    fraction, clear, _ = queries.cast(one, scene, np.array([motion]))
    assert clear.all()
    assert fraction[0] * np.linalg.norm(motion) == pytest.approx(way, abs=1e-6)


# Command


def test_storm_is_started_by_the_command(monkeypatch):
    seen = []
    monkeypatch.setattr(storm, "run", lambda **options: seen.append(options) or 0)
    assert command.main(["--storm", "--quick"]) == 0
    assert seen == [{"quick": True}]


def test_a_part_that_crashes_fails_and_the_others_go_on(monkeypatch, capsys):
    def crash(share):
        raise ValueError("no wall")

    monkeypatch.setattr(storm, "PARTS", {"one": crash, "two": lambda share: iter([kit.Verdict("two", True)])})
    assert storm.run() == 1
    text = capsys.readouterr().out
    assert "FAIL  one: ValueError: no wall" in text
    assert "PASS  two" in text
