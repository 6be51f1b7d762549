"""The benchmark scenes of joints: builders, gaps, limits, energy, adapters, report."""

import math

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from bench import command, report
from bench.engines import ENGINES, OURS, PEERS
from bench.engines.kyvadlo import build
from bench.joint_judge import energy_scale, twist
from bench.judge import Quality, judge
from bench.run_engine import RunResult
from bench.scenes.bodies import DT, GRAVITY, PeerBody, PeerScene
from bench.scenes.joint_scenes import LINKS, PARTS
from bench.scenes.joints import WORLD, PeerJoint, inverse, local_point, product, rotated, turn_to
from bench.scenes.table import SCENES
from physics import JointHinge

HALF = math.sqrt(0.5)
ROD = PeerBody("capsule", (0.1, 0.4), (0.0, 5.0, 0.0))


def at_start(scene, **changes):
    """A result in which nothing has moved, with changes."""
    count = len(scene.bodies)
    fields = {
        "step_ms": np.ones(scene.steps),
        "contact_count": 0,
        "position": np.array([body.position for body in scene.bodies]),
        "orientation": np.array([body.orientation for body in scene.bodies]),
        "velocity": np.zeros((count, 3)),
        "angular_velocity": np.zeros((count, 3)),
    }
    return RunResult(**{**fields, **changes})


def pair(joint, **options):
    """Two rods, one above the other, with a joint between."""
    above = PeerBody("capsule", (0.1, 0.4), (0.0, 6.0, 0.0))
    return PeerScene("J", "pair", 1, (ROD, above), joints=(joint,), **options)


# Quaternions


def test_quaternions_agree_with_scipy():
    random = np.random.default_rng(3)
    for _ in range(20):
        p, q = Rotation.random(2, random_state=random)
        vector = random.normal(size=3)
        np.testing.assert_allclose(
            Rotation.from_quat(product(p.as_quat(), q.as_quat())).as_matrix(), (p * q).as_matrix(), atol=1e-12
        )
        np.testing.assert_allclose(rotated(p.as_quat(), vector), p.apply(vector), atol=1e-12)
        np.testing.assert_allclose(rotated(inverse(p.as_quat()), vector), p.inv().apply(vector), atol=1e-12)
        place = random.normal(size=3)
        np.testing.assert_allclose(local_point(place, p.as_quat(), vector), p.inv().apply(vector - place), atol=1e-12)


@pytest.mark.parametrize("axis", [(1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, 0, -1), (0.6, 0, -0.8), (-0.8, 0.6, 0)])
def test_turn_takes_x_to_the_axis(axis):
    turn = turn_to(axis)
    np.testing.assert_allclose(rotated(turn, (1.0, 0.0, 0.0)), axis, atol=1e-12)
    assert np.linalg.norm(turn) == pytest.approx(1.0)


# Scenes


@pytest.mark.parametrize(
    ("key", "bodies", "joints", "steps"), [("D", 1000, 1000, 300), ("G", 9993, 19_794, 120), ("J", 1760, 1600, 300)]
)
def test_scene_has_its_bodies_and_joints_and_is_the_same_each_time(key, bodies, joints, steps):
    scene = SCENES[key]()
    assert (scene.key, len(scene.bodies), len(scene.joints), scene.steps) == (key, bodies, joints, steps)
    assert scene == SCENES[key](), "two calls differ"


@pytest.mark.parametrize("key", ["D", "G", "J"])
def test_nothing_is_wrong_at_the_start(key):
    scene = SCENES[key]()
    quality = judge(scene, at_start(scene))
    assert quality.joint_gap < 1e-12
    assert (quality.depth, quality.escaped_count, quality.kinetic_energy) == (0.0, 0, 0.0)
    assert quality.energy_drift == 0.0 if key != "J" else np.isnan(quality.energy_drift)
    assert quality.limit_excess == 0.0 if key == "J" else np.isnan(quality.limit_excess)


def test_links_of_a_chain_are_horizontal_and_end_where_the_next_begins():
    scene = SCENES["D"]()
    for row in (0, 9, 503):
        body, joint = scene.bodies[row], scene.joints[row]
        axis = np.array(rotated(body.orientation, (0.0, 1.0, 0.0)))
        assert axis[1] == pytest.approx(0.0, abs=1e-12)
        np.testing.assert_allclose(body.position - 0.25 * axis, joint.anchor, atol=1e-12)
        assert joint.body_b == row
        assert joint.body_a == (WORLD if row % 10 == 0 else row - 1)


def test_grid_hangs_from_the_middle_of_its_top_row():
    joints = SCENES["G"]().joints
    held = sorted(joint.anchor for joint in joints if joint.body_a == WORLD)
    assert held == sorted([(x, 99.5, 0.0) for x in range(-3, 4)] + [(-3.5, 100.0, 0.0), (3.5, 100.0, 0.0)])
    assert all(joint.body_b != WORLD for joint in joints)


def test_each_ragdoll_is_a_tree_of_its_own():
    joints = SCENES["J"]().joints
    assert len({joint.body_b for joint in joints}) == len(joints)
    assert all(joint.body_a < joint.body_b and joint.body_a // 11 == joint.body_b // 11 for joint in joints)


def test_elbows_bend_forward_and_knees_backward():
    for link in LINKS:
        if link.kind == "hinge":
            end = np.subtract(PARTS[link.body_b][3], link.anchor)
            bent = Rotation.from_rotvec(np.array(link.axis) * link.limits[1] / 2).apply(end)
            assert np.sign(bent[2]) == (1.0 if "arm" in PARTS[link.body_b][0] else -1.0)


# Judge


def test_gap_is_measured_between_points_of_the_turned_bodies():
    scene = pair(PeerJoint("ball", 0, 1, (0.0, 5.5, 0.0)))
    result = at_start(scene)
    result.orientation[1] = (0.0, 0.0, HALF, HALF)  # its lower end now points to +x
    assert judge(scene, result).joint_gap == pytest.approx(math.hypot(0.5, 0.5))
    result.position[1] = (-0.5, 5.5, 0.0)
    assert judge(scene, result).joint_gap == pytest.approx(0.0, abs=1e-12)


def test_gap_to_the_world_counts_too():
    scene = PeerScene("D", "one", 1, (ROD,), joints=(PeerJoint("ball", WORLD, 0, (0.0, 5.5, 0.0)),), collide=False)
    result = at_start(scene)
    result.position[0, 2] = 0.03
    assert judge(scene, result).joint_gap == pytest.approx(0.03)


@pytest.mark.parametrize(("angle", "excess"), [(0.3, 0.0), (0.9, 0.1), (-0.5, 0.3)])
def test_hinge_beyond_its_limits(angle, excess):
    scene = pair(PeerJoint("hinge", 0, 1, (0.0, 5.5, 0.0), (0.0, 0.0, 1.0), (-0.2, 0.8)))
    both = Rotation.from_rotvec((0.4, -1.0, 0.7))
    turned = both * Rotation.from_rotvec((0.0, 0.0, angle))
    result = at_start(scene, orientation=np.array([both.as_quat(), turned.as_quat()]))
    assert judge(scene, result).limit_excess == pytest.approx(excess, abs=1e-12)


@pytest.mark.parametrize(("swing", "excess"), [(0.4, 0.0), (0.75, 0.25)])
def test_ball_beyond_its_cone_whatever_its_twist(swing, excess):
    scene = pair(PeerJoint("ball", 0, 1, (0.0, 5.5, 0.0), (0.0, 1.0, 0.0), (-0.1, 0.1), 0.5))
    turned = Rotation.from_rotvec((swing * 0.6, 0.0, swing * 0.8)) * Rotation.from_rotvec((0.0, 1.2, 0.0))
    result = at_start(scene, orientation=np.array([(0.0, 0.0, 0.0, 1.0), turned.as_quat()]))
    assert judge(scene, result).limit_excess == pytest.approx(excess, abs=1e-9)


def test_twist_is_the_angle_about_the_axis_without_the_swing():
    axis = np.array([0.6, 0.0, 0.8])
    swing = Rotation.from_rotvec(0.7 * np.array([0.8, 0.0, -0.6]))
    for angle in (-3.0, -0.2, 0.0, 1.5):
        assert twist((swing * Rotation.from_rotvec(angle * axis)).as_matrix(), axis) == pytest.approx(angle)


def test_joined_bodies_may_overlap_and_others_may_not():
    bodies = tuple(PeerBody("sphere", (0.5,), (x, 5.0, 0.0)) for x in (0.0, 0.8, 1.6))
    scene = PeerScene("J", "three", 1, bodies, joints=(PeerJoint("ball", 1, 0, (0.4, 5.0, 0.0)),))
    assert judge(scene, at_start(scene)).pair_depth_max == pytest.approx(0.2)
    assert judge(scene, at_start(scene)).pair_depth_mean == pytest.approx(0.2)
    both = (*scene.joints, PeerJoint("ball", 1, 2, (1.2, 5.0, 0.0)))
    assert judge(PeerScene("J", "three", 1, bodies, joints=both), at_start(scene)).pair_depth_max == 0.0
    alone = PeerScene("D", "three", 1, bodies, collide=False, joints=scene.joints)
    assert judge(alone, at_start(alone)).pair_depth_max == 0.0


def test_chains_that_hang_straight_have_lost_all_and_moving_ones_less():
    """The scale is the sum of m g (0.25 + 0.5 k) over the links; a body that only gained speed has won energy."""
    scene = SCENES["D"]()
    mass = scene.bodies[0].mass
    assert energy_scale(scene) == pytest.approx(100 * -GRAVITY * mass * sum(0.25 + 0.5 * k for k in range(10)))
    hanging = at_start(scene)
    hanging.position[:, 1] -= np.tile(0.25 + 0.5 * np.arange(10), 100)
    assert judge(scene, hanging).energy_drift == pytest.approx(-1.0)
    speed = math.sqrt(2 * energy_scale(scene) / (1000 * mass))
    moving = at_start(scene, velocity=np.full((1000, 3), (0.0, 0.0, 0.5 * speed)))
    assert judge(scene, moving).energy_drift == pytest.approx(0.25)


# Our adapter


def test_our_chains_swing_without_losing_their_joints():
    scene = SCENES["D"]()
    few = PeerScene("D", "two chains", 60, scene.bodies[:20], plane=False, joints=scene.joints[:20], collide=False)
    world, bodies = build(few)
    for _ in range(few.steps):
        world.step(DT)
    names = ("position", "orientation", "velocity", "angular_velocity")
    state = {name: np.array([getattr(body, name) for body in bodies]) for name in names}
    quality = judge(few, at_start(few, **state))
    assert quality.joint_gap < 0.005
    assert abs(quality.energy_drift) < 0.05
    assert state["position"][:, 1].min() < 7.0
    assert len(world.contacts()) == 0


def test_our_ragdoll_keeps_its_joints_and_limits_on_the_ground():
    scene = SCENES["J"]()
    one = PeerScene("J", "one", 120, scene.bodies[:11], joints=scene.joints[:10])
    world, bodies = build(one)
    assert sum(isinstance(joint, JointHinge) for joint in world.joints) == 4
    for _ in range(one.steps):
        world.step(DT)
    position = np.array([body.position for body in bodies])
    quality = judge(one, at_start(one, position=position, orientation=np.array([b.orientation for b in bodies])))
    assert quality.escaped_count == 0
    assert quality.joint_gap < 0.01
    assert quality.limit_excess < math.radians(3.0)
    assert position[:, 1].max() < 1.0


# Report and command line


def test_tables_of_joints_have_their_columns():
    scene = SCENES["J"]()
    quality = Quality(True, 0.001, 0.001, 0.002, joint_gap=0.0123, limit_excess=math.radians(3.0), energy_drift=-0.19)
    found = report.Summary(OURS, scene, 1, np.ones(300), 1.0, 0.0, 42, quality)
    cells = [report.quality_cell(column, quality) for column in ("joint gap mm", "limit deg", "energy drift")]
    assert cells == ["12.3", "3.0", "-19.0%"]
    assert "joint gap mm" in report.scene_table([found])
    assert any(claim.text == "J no body lost" for claim in report.claims([found]))


def test_what_an_engine_does_otherwise_is_said_in_the_notes(monkeypatch, tmp_path, capsys):
    def call(words, seconds, environment):
        _, _, _, _, key, *options = words
        at_start(SCENES[key](), step_ms=np.full(60, 2.0)).save(options[options.index("--out") + 1])
        return ""

    monkeypatch.setattr(command, "call", call)
    monkeypatch.setattr(command, "RESULTS", tmp_path)
    monkeypatch.setattr(command.peers, "prepare", lambda names: command.peers.Peers(names))
    assert command.main(["--quick", "--no-small", "--scenes", "J", "--engines", "pybullet,panda3d"]) == 0
    text = capsys.readouterr().out
    assert f"- pybullet, scene J: {ENGINES['pybullet'].notes['J']}" in text
    assert "- panda3d: scenes J are not built for this engine" in text
    assert ENGINES["pybullet"].notes["G"] not in text, "a note on a scene that was not run"


def test_notes_are_about_known_scenes():
    assert all(set(ENGINES[name].notes) <= set(SCENES) for name in [OURS, *PEERS])
