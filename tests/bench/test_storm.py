"""The storm: what counts as passed, what brute force says, and that every part runs."""

import dataclasses
import math

import numpy as np
import pytest

from bench import command, storm
from bench.reference import points as point_reference, rays as ray_reference
from bench.reference.closest import distances
from bench.reference.convex import Convexes, mold_of
from bench.storms import hollow_box, kit, queries, query_scene, query_shapes, shots, sliding
from bench.storms.query_tally import Tally
from physics import World

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
        (True, (1.05, 0.0), True, 0.0, True),  # from the middle there is no way around that close to the edge
        (True, (1.4, 0.0), True, 0.0, False),  # slid along the wall and past its edge
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


@pytest.mark.parametrize("kind", SIZES)
def test_heights_inside_are_distances_to_the_surface(kind):
    """Rays out of a shape, turned around, enter it where they leave: none is shorter than the height says."""
    random = np.random.default_rng(3)
    mold = mold_of(kind, SIZES[kind])
    points = random.uniform(-0.7, 0.7, (300, 3))
    height = point_reference.heights(mold, kind, points)
    assert 10 < (height < 0.0).sum() < 290
    directions = kit.random_unit(random, 2000)
    for point, above in zip(points[height < 0.0][:20], height[height < 0.0], strict=False):
        outside = point + 5.0 * directions
        ways = 5.0 - ray_reference.enter_convex(mold, kind, outside, -directions)
        assert -above <= ways.min() + 1e-9
        assert ways.min() < -above + 0.1
    shape = Convexes.of([mold], np.zeros((1, 3)), np.eye(3)[None])
    spots = Convexes.of([mold_of("sphere", (0.0,))] * 300, points, np.tile(np.eye(3), (300, 1, 1)))
    gap = distances(spots, shape, np.arange(300), np.zeros(300, int))
    assert ((height > 1e-9) == (gap > 1e-9)).all()
    assert (height[gap > 0.0] <= gap[gap > 0.0] + 1e-9).all()


@pytest.mark.parametrize("place", queries.SCENES)
@pytest.mark.parametrize("name", queries.CHECKS)
def test_queries_equal_brute_force(name, place):
    seed, scale, center = place
    tallies = queries.CHECKS[name](query_scene.build(seed=seed, scale=scale, center=center), 300)
    for tally in tallies:
        assert tally.verdict().holds, tally.example
        assert tally.cases == 300
        assert tally.found > 30


class Liar:
    """A world of which one query answers wrongly, once."""

    def __init__(self, world, query, lie):
        self.world, self.query, self.lie, self.lied = world, query, lie, False

    def __getattr__(self, name):
        real = getattr(self.world, name)
        return real if name != self.query else lambda *args, **options: self._answer(real(*args, **options))

    def _answer(self, answer):
        if self.lied:
            return answer
        told = self.lie(answer)
        self.lied = told is not None
        return told if self.lied else answer


def farther(hits):
    """Distances of a batch, one of them wrong; not those of the few rays that look for places to start from."""
    landed = np.flatnonzero(np.isfinite(hits.distance))
    if len(hits) < 100 or not len(landed):
        return None
    distance = hits.distance.copy()
    distance[landed[0]] += 0.01
    return dataclasses.replace(hits, distance=distance)


def later(hit):
    return (
        None if hit is None or not 0.1 < hit.fraction < 0.9 else dataclasses.replace(hit, fraction=hit.fraction + 0.01)
    )


def moved(answer):
    return dataclasses.replace(answer, distance=answer.distance + 0.01)


LIES = [
    ("rays", "ray_cast_batch", farther),
    ("rays", "ray_cast", lambda hit: hit and dataclasses.replace(hit, distance=hit.distance + 1e-12)),
    ("rays", "ray_cast_all", lambda hits: hits[1:] if hits and hits[0].distance > 0.1 else None),
    ("overlaps", "overlap", lambda hits: hits[1:] if hits else None),
    ("casts", "shape_cast", later),
    ("casts", "shape_cast_all", lambda hits: hits[1:] if hits and 0.1 < hits[0].fraction < 0.9 else None),
    ("casts", "shape_cast_batch", lambda hits: hits._replace(fraction=hits.fraction + 0.01)),
    ("closest points", "closest_point", moved),
    ("closest points", "closest_point_batch", lambda answer: (answer[0], answer[1] + 1e-12)),
    ("bodies at points", "bodies_at", lambda bodies: bodies[1:] if bodies else None),
]


@pytest.mark.parametrize(("check", "query", "lie"), LIES, ids=[query for _, query, _ in LIES])
def test_a_wrong_answer_is_found(check, query, lie):
    scene = query_scene.build()
    scene.world = Liar(scene.world, query, lie)
    tallies = {tally.name: tally.verdict() for tally in queries.CHECKS[check](scene, 500)}
    assert scene.world.lied
    assert tallies[query].holds is False


def test_all_scenes_are_added_up(monkeypatch):
    seen = []

    def check(scene, count):
        seen.append((scene, count))
        return [Tally("a", cases=count, worst=scene), Tally("b", cases=1, wrong=1, example=f"scene {scene}")]

    monkeypatch.setattr(queries, "SCENES", ((1, 1.0, None), (2, 1.0, None)))
    monkeypatch.setattr(queries, "CHECKS", {"one": check})
    monkeypatch.setattr(queries, "build", lambda *, seed, scale, center: seed)
    a, b = queries.run(count=10)
    assert seen == [(1, 5), (2, 5)]
    assert a.holds
    assert a.lines[0].startswith("10 cases, 0 wrong")
    assert not b.holds
    assert "scene 1" in b.lines[1]


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
    fraction, _ = query_shapes.cast(one, scene, np.array([motion]), query_scene.Filter({}, np.array([True])))
    assert fraction[0, 0] * np.linalg.norm(motion) == pytest.approx(way, abs=1e-6)


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
