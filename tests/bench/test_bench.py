"""The benchmark without other engines: scenes, judge, report, command line."""

import csv
import math
import sys
import types

import numpy as np
import pytest

from bench import command, peers, report
from bench.engines import ENGINES, OURS, PEERS, EngineSource
from bench.judge import Quality, Solids, close_pairs, judge, overlap_depths
from bench.run_engine import RunResult, run
from bench.scenes.bodies import DENSITY, UNIT_BOX, PeerBody, PeerScene, mass_and_inertia
from bench.scenes.table import SCENES

HALF = math.sqrt(0.5)
TURN_X_45 = (math.sin(math.pi / 8), 0.0, 0.0, math.cos(math.pi / 8))
TURN_X_90 = (HALF, 0.0, 0.0, HALF)
TURN_Y_45 = (0.0, math.sin(math.pi / 8), 0.0, math.cos(math.pi / 8))
TURN_Z_45 = (0.0, 0.0, math.sin(math.pi / 8), math.cos(math.pi / 8))
TURN_Z_90 = (0.0, 0.0, HALF, HALF)


def at_start(scene, step_ms=(1.0,), **changes):
    """A result in which nothing has moved, with changes."""
    count = len(scene.bodies)
    fields = {
        "step_ms": np.array(step_ms, dtype=float),
        "contact_count": 7,
        "position": np.array([body.position for body in scene.bodies]),
        "orientation": np.array([body.orientation for body in scene.bodies]),
        "velocity": np.zeros((count, 3)),
        "angular_velocity": np.zeros((count, 3)),
    }
    return RunResult(**{**fields, **changes})


def depth_of(a, b):
    solids = Solids.at_start((a, b))
    one_way = overlap_depths(solids, solids, np.array([0]), np.array([1]))[0]
    assert overlap_depths(solids, solids, np.array([1]), np.array([0]))[0] == pytest.approx(one_way, abs=1e-12)
    return one_way


# Scenes


@pytest.mark.parametrize(
    ("key", "count", "steps"),
    [("A", 1000, 300), ("B", 465, 600), ("C", 1000, 300), ("E", 5000, 300), ("A2", 2000, 300), ("A8", 8000, 300)],
)
def test_scene_has_its_bodies_and_steps(key, count, steps):
    scene = SCENES[key]()
    assert (scene.key, len(scene.bodies), scene.steps) == (key, count, steps)
    assert scene == SCENES[key](), "two calls differ"


@pytest.mark.parametrize("key", ["A", "B", "E"])
def test_nothing_overlaps_at_the_start(key):
    scene = SCENES[key]()
    quality = judge(scene, at_start(scene))
    assert quality.depth < 1e-9
    assert quality.escaped_count == 0
    assert quality.kinetic_energy == 0.0


def test_mixed_pile_takes_the_three_shapes_by_turns():
    kinds = [body.kind for body in SCENES["C"]().bodies]
    assert kinds[:4] == ["sphere", "box", "capsule", "sphere"]
    assert all(np.linalg.norm(body.orientation) == pytest.approx(1.0) for body in SCENES["C"]().bodies)


def test_rows_of_the_pyramid_touch():
    heights = sorted({body.position[1] for body in SCENES["B"]().bodies})
    assert heights == [0.5 + row for row in range(30)]


def test_mass_and_inertia_of_a_capsule_match_a_sum_over_small_cubes():
    radius, half = 0.3, 0.4
    side = 0.01
    x, y, z = np.meshgrid(*(np.arange(-c + side / 2, c, side) for c in (0.3, 0.7, 0.3)), indexing="ij")
    inside = x * x + np.maximum(np.abs(y) - half, 0.0) ** 2 + z * z < radius * radius
    weight = DENSITY * side**3 * inside
    mass, inertia = mass_and_inertia("capsule", (radius, half))
    assert mass == pytest.approx(weight.sum(), rel=2e-3)
    expected = [(weight * (a * a + b * b)).sum() for a, b in ((y, z), (x, z), (x, y))]
    np.testing.assert_allclose(inertia, expected, rtol=5e-3)


# Judge


def box(position, orientation=(0.0, 0.0, 0.0, 1.0), size=UNIT_BOX):
    return PeerBody("box", size, position, orientation)


def sphere(*position):
    return PeerBody("sphere", (0.5,), position)


def capsule(position, orientation=(0.0, 0.0, 0.0, 1.0)):
    return PeerBody("capsule", (0.3, 0.4), position, orientation)


@pytest.mark.parametrize(
    ("a", "b", "depth"),
    [
        (sphere(0, 0, 0), sphere(0.9, 0, 0), 0.1),
        (sphere(0, 0, 0), sphere(1.1, 0, 0), 0.0),
        (sphere(0, 0, 0), sphere(0, 0, 0), 1.0),
        (sphere(0, 0.95, 0), box((0, 0, 0)), 0.05),
        (sphere(0.5 + 0.3, 0.5 + 0.3, 0), box((0, 0, 0)), 0.5 - 0.3 * math.sqrt(2)),
        (sphere(0.4, 0, 0), box((0, 0, 0)), 0.6),  # center inside: 0.1 to the face, and the radius
        (sphere(0.75, 0.2, 0), capsule((0, 0, 0)), 0.05),
        (sphere(0, 1.1, 0), capsule((0, 0, 0)), 0.1),
        (capsule((0, 0, 0)), capsule((0.5, 0.3, 0)), 0.1),  # side by side
        (capsule((0, 0, 0)), capsule((0, 1.3, 0)), 0.1),  # end to end
        (capsule((0, 0, 0)), capsule((0, 0, 0.55), TURN_Z_90), 0.05),  # crosswise
        (capsule((0, 0, 0)), capsule((1.25, 0.2, 0), TURN_Z_90), 0.0),  # 0.85 to the end of the axis
        (capsule((0, 0, 0)), capsule((0.95, 0.2, 0), TURN_Z_90), 0.05),
        (capsule((0, 1.15, 0)), box((0, 0, 0)), 0.05),
        (capsule((0, 0.75, 0), TURN_Z_90), box((0, 0, 0)), 0.05),
        (capsule((0, 0, 0), TURN_X_90), box((0, 0, 0)), 0.8),  # axis through the middle: out of a side, plus the radius
        (capsule((0.9, 0.9, 0.0), TURN_Z_45), box((0, 0, 0)), 0.0),
        (capsule((0.7, 0.7, 0.0), TURN_Z_45), box((0, 0, 0)), 0.3 - 0.2 * math.sqrt(2)),  # lies across an edge
        (box((0, 0, 0)), box((0.1, 0.98, 0.2)), 0.02),
        (box((0, 0, 0)), box((0, 1.01, 0)), 0.0),
        (box((0, 0, 0)), box((0.5 + HALF - 0.04, 0, 0), TURN_Y_45), 0.04),  # an edge in a face
        # Two edges that cross at right angles, each box standing on an edge: only the cross product parts them.
        (
            box((0, 0, 0), TURN_Z_45),
            box((0, 2 * HALF - 0.03, 0), TURN_X_45),
            0.03,
        ),
        (box((0, 0, 0)), box((0, 0, 0), size=(0.2, 0.3, 0.4)), 0.7),
    ],
)
def test_overlap_matches_the_hand_made_case(a, b, depth):
    assert depth_of(a, b) == pytest.approx(depth, abs=1e-9)


@pytest.mark.parametrize("kind", ["sphere", "box", "capsule"])
def test_overlap_is_the_shortest_way_apart(kind):
    """Moving apart by the depth along some direction parts the pair, and no shorter move found at random does."""
    random = np.random.default_rng(7)
    size = {"sphere": (0.5,), "box": (0.4, 0.3, 0.6), "capsule": (0.3, 0.4)}[kind]
    directions = random.normal(size=(4000, 3))
    directions /= np.linalg.norm(directions, axis=1, keepdims=True)
    for _ in range(10):
        turns = random.normal(size=(2, 4))
        offset = random.uniform(-0.4, 0.4, 3)
        a = box((0.0, 0.0, 0.0), tuple(turns[0]))
        b = PeerBody(kind, size, tuple(offset), tuple(turns[1]))
        depth = depth_of(a, b)
        assert depth > 0.0
        shorter = [PeerBody(kind, size, tuple(offset + 0.999 * depth * d), b.orientation) for d in directions]
        solids = Solids.at_start((a, *shorter))
        rows = np.arange(1, len(shorter) + 1)
        assert (overlap_depths(solids, solids, np.zeros_like(rows), rows) > 0.0).all()


@pytest.mark.parametrize(
    ("body", "depth"),
    [
        (sphere(0, 0.45, 0), 0.05),
        (box((0, 0.49, 0)), 0.01),
        (box((0, HALF - 0.02, 0), TURN_Z_45), 0.02),
        (capsule((0, 0.68, 0)), 0.02),
        (capsule((0, 0.28, 0), TURN_Z_90), 0.02),
        (capsule((0, 0.8, 0)), 0.0),
    ],
)
def test_depth_below_the_plane(body, depth):
    scene = PeerScene("A", "one", 1, (body,))
    assert judge(scene, at_start(scene)).ground_depth == pytest.approx(depth, abs=1e-12)


def test_close_pairs_are_those_whose_bounding_spheres_overlap():
    solids = Solids.at_start((sphere(0, 0, 0), sphere(0.9, 0, 0), sphere(1.8, 0, 0), box((0, 0, 1.2))))
    assert sorted(zip(*map(list, close_pairs(solids)), strict=True)) == [(0, 1), (0, 3), (1, 2)]


def test_spheres_in_walls_and_outside_are_counted():
    scene = SCENES["E"]()
    result = at_start(scene)
    result.position[0] = (9.6, 1.0, 0.0)  # 10 cm in a wall
    result.position[1] = (12.5, 1.0, 0.0)  # through it
    result.position[2] = (5.0, -3.0, 0.0)  # through the floor
    quality = judge(scene, result)
    assert quality.escaped_count == 2
    assert quality.ground_depth == pytest.approx(0.1, abs=1e-9)


def test_drift_sink_and_fall():
    scene = SCENES["B"]()
    result = at_start(scene)
    result.position[40] += (0.03, -0.02, 0.04)
    quality = judge(scene, result)
    assert (quality.drift, quality.sink) == (pytest.approx(0.05), pytest.approx(0.02))
    assert quality.stands
    result.position[40] += (0.0, 0.0, 0.6)
    assert not judge(scene, result).stands


def test_kinetic_energy_counts_spin_in_the_axes_of_the_body():
    scene = PeerScene("C", "one", 1, (capsule((0, 5, 0), TURN_Z_90),))
    body = scene.bodies[0]
    result = at_start(scene, velocity=np.array([[2.0, 0.0, 0.0]]), angular_velocity=np.array([[3.0, 0.0, 0.0]]))
    expected = 0.5 * body.mass * 4.0 + 0.5 * body.inertia[1] * 9.0  # world X is the capsule's own axis
    assert judge(scene, result).kinetic_energy == pytest.approx(expected)


def test_a_state_that_is_not_finite_is_named_and_does_not_stop_the_judge():
    scene = SCENES["B"]()
    result = at_start(scene)
    result.velocity[3, 1] = np.nan
    assert not judge(scene, result).finite


# Runs


def test_run_counts_steps_and_survives_the_file(monkeypatch, tmp_path):
    class Engine:
        def __init__(self, scene):
            self.count, self.bodies = 0, scene.bodies

        def step(self):
            self.count += 1

        def contact_count(self):
            return self.count

        def state(self):
            rows = len(self.bodies)
            return [b.position for b in self.bodies], np.ones((rows, 4)), np.zeros((rows, 3)), np.zeros((rows, 3))

    monkeypatch.setitem(sys.modules, "stub_engine", types.SimpleNamespace(Engine=Engine))
    monkeypatch.setitem(ENGINES, "stub", EngineSource("stub_engine"))
    run("stub", "B", steps=12, max_seconds=60.0).save(tmp_path / "run.npz")
    result = RunResult.load(tmp_path / "run.npz")
    assert (len(result.step_ms), result.contact_count, result.position.shape) == (12, 12, (465, 3))
    assert len(run("stub", "B", steps=12, max_seconds=1e-9).step_ms) == 1


# Report


def summary(engine, key, *step_ms, quality=None):
    scene = SCENES[key]()
    count = scene.steps if len(step_ms) == 1 else 1
    good = Quality(True, 0.001, 0.001, 0.001, 0.01, 0.0, True, 1.0, 0, 0.0)
    return report.Summary(engine, scene, 3, np.repeat(step_ms, count), 1.0, 0.1, 42, quality or good)


def test_summary_takes_the_best_run_and_the_floor_of_all():
    scene = SCENES["B"]()
    runs = [at_start(scene, step_ms=times) for times in ([1.0, 5.0, 3.0], [2.0, 2.0, 2.0])]
    found = report.summarize("x", scene, runs)
    assert found.mean_ms == pytest.approx(2.0)
    assert found.floor_ms == pytest.approx((1 + 2 + 2) / 3)
    assert found.spread == pytest.approx(0.5)
    assert found.partial


def test_a_run_cut_short_is_compared_over_the_steps_that_both_made():
    ours, peer = summary(OURS, "A", 1.0, 1.0, 8.0, 10.0), summary("pybullet", "A", 20.0, 20.0)
    assert peer.times(ours) == pytest.approx(20.0)


def test_table_columns_are_aligned():
    lines = report.table([["engine", "ms"], ["kyvadlo", "1.25"], ["x", "10"]]).splitlines()
    assert len({len(line) for line in lines}) == 1
    assert lines[1] == "|---------|-----:|"


def test_scene_table_names_the_fastest_first_and_the_cut_run():
    text = report.scene_table([summary("mujoco", "A", 9.0, 9.0), summary(OURS, "A", 2.0)])
    rows = text.splitlines()[4:]
    assert rows[0].startswith("| kyvadlo")
    assert "mujoco (2 of 300 steps)" in rows[1]
    assert "4.50" in rows[1]


@pytest.mark.parametrize(("rapier_ms", "word"), [(2.0, "pass"), (1.9, "FAIL")])
def test_claim_of_speed(rapier_ms, word):
    found = report.claims([summary(OURS, "A", 2.0), summary("rapier", "A", rapier_ms)])
    assert [str(claim)[:4] for claim in found] == [word, "skip", "pass"]


def test_claim_of_speed_says_when_the_peer_was_cut_short():
    found = report.claims([summary(OURS, "E", 2.0), summary("pybullet", "E", 50.0, 50.0)])
    assert found[1].holds
    assert found[1].detail.endswith("takes 25.00 times as long over the first 2 steps")


def test_claims_of_quality():
    bad = Quality(True, 0.007, 0.001, 0.001, 0.03, 0.0, True, 1.0, 2, 0.0)
    found = report.claims([summary(OURS, key, 1.0, quality=bad) for key in "ABCE"])
    failed = [claim.text for claim in found if claim.holds is False]
    assert failed == [
        "A no overlap over 6 mm",
        "B stands, drift under 2 cm",
        "B no overlap over 6 mm",
        "E no sphere lost",
    ]
    cut = report.claims([summary(OURS, "E", 1.0, 1.0, quality=bad)])
    assert all(claim.holds is None for claim in cut), "a short run cannot tell"


def test_a_state_that_is_not_finite_fails_every_claim_of_quality():
    found = report.claims([summary(OURS, key, 1.0, quality=Quality(finite=False)) for key in "ABE"])
    assert {claim.holds for claim in found if " mean step " not in claim.text} == {False}
    assert "not finite" in report.scene_table([summary(OURS, "A", 1.0, quality=Quality(finite=False))])


def test_small_measures_become_claims():
    measures = [report.Measure("step of an empty world", 12.0, "us", 30.0), report.Measure("adding", 3.0, "s", 1.0)]
    assert [claim.holds for claim in report.claims([], measures)] == [True, False]
    assert "< 30" in report.small_table(measures)


def test_csv_has_a_line_per_engine_and_scene(tmp_path):
    report.write_csv(tmp_path / "results.csv", [summary(OURS, "A", 2.0), summary("rapier", "B", 3.0)])
    with (tmp_path / "results.csv").open() as file:
        rows = list(csv.DictReader(file))
    assert [(row["engine"], row["scene"], float(row["mean_ms"])) for row in rows[:2]] == [
        (OURS, "A", 2.0),
        ("rapier", "B", 3.0),
    ]


def test_plot_is_written(tmp_path):
    pytest.importorskip("matplotlib", reason="only the bench command installs it")
    report.write_plot(tmp_path / "results.png", [summary(OURS, key, 2.0) for key in ("A", "B", "A2", "A4")])
    assert (tmp_path / "results.png").stat().st_size > 10_000


# Command line


def test_peers_are_chosen_only_when_asked_for():
    assert command.parse([]).engines == []
    assert command.parse(["--peers"]).engines == PEERS
    assert command.parse(["--engines", "rapier,pybullet"]).engines == ["rapier", "pybullet"]


@pytest.mark.parametrize("words", ["--scenes AX", "--engines rapier,jolt", "--repeats 0", "--max-seconds 0"])
def test_bad_arguments_are_named(words, capsys):
    with pytest.raises(SystemExit):
        command.parse(words.split())
    assert "main.py bench: error:" in capsys.readouterr().err


def test_a_peer_that_does_not_install_is_left_out_with_a_reason(monkeypatch, capsys):
    monkeypatch.setattr(peers, "create_environment", lambda: "")
    monkeypatch.setattr(peers, "install", lambda source: "no wheel" if source.package == "pybullet" else "")
    prepared = peers.prepare(["rapier", "pybullet"])
    assert (prepared.ready, prepared.missing) == (["rapier"], {"pybullet": "no wheel"})
    assert "[2/2] pybullet 3.2.7 ... no wheel" in capsys.readouterr().out


def test_bench_reports_every_run_and_names_what_failed(monkeypatch, tmp_path, capsys):
    def call(words, seconds, environment):
        _, _, _, engine, key, *options = words
        if engine == "mujoco":
            return "out of memory"
        scene = SCENES[key]()
        at_start(scene, step_ms=np.full(60, 2.0)).save(options[options.index("--out") + 1])
        return ""

    monkeypatch.setattr(command, "call", call)
    monkeypatch.setattr(command, "RESULTS", tmp_path)
    monkeypatch.setattr(peers, "prepare", lambda names: peers.Peers(names[:2], {"panda3d": "no wheel"}))
    assert command.main(["--quick", "--no-small", "--scenes", "AB", "--engines", "mujoco,rapier"]) == 0
    text = capsys.readouterr().out
    assert "skip  A mean step at most that of rapier: run too short" in text
    assert "- panda3d left out: no wheel" in text
    assert "- mujoco failed on scene A: out of memory" in text
    assert (tmp_path / "results.md").read_text() in text
