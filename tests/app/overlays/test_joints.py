import math
import time

import numpy as np
import pytest

from app.overlays.frame import OverlayView
from app.overlays.joints.joints import Joints, joint_marks
from app.overlays.joints.limits import ARC, HEAD, angle_directions, swung_axes
from app.overlays.joints.ropes import rope_marks
from bench.fuzz import joint_samples
from physics import (
    BodyKind,
    JointBall,
    JointDistance,
    JointDoubleHinge,
    JointFixed,
    JointHinge,
    JointHinge2,
    JointMotorAngular,
    JointMotorLinear,
    JointSixAxis,
    JointSlider,
    JointUniversal,
    ShapeBox,
    ShapePlane,
    World,
)
from physics.vector_arrays import rotate
from scenes import kit
from tests.app.overlays.joint_views import BOX, STEP, look, make_box
from tests.app.overlays.showing import check_marks, show
from tests.app.timeline.test_joint_commands import make_geared
from tests.physics.joints.test_definition import scene


def lines_of(world):
    """Lines of the overlay [n, 2, 3]."""
    marks = joint_marks(look(world))
    check_marks([marks])
    return marks.line.reshape(-1, 2, 3)


def has_line(lines, start, end, atol=1e-4):
    """Whether there is a line, in one direction or the other."""
    both = np.array([(start, end), (end, start)], np.float32)
    return bool((np.abs(lines[None] - both[:, None]).max(axis=(2, 3)) < atol).any())


def every_kind(world, **options):
    """One joint of each kind, between two boxes each."""
    made = []
    for k, make in enumerate(
        (
            lambda a, b, p: JointBall(a, b, anchor=p, **options),
            lambda a, b, p: JointFixed(a, b, anchor=p, **options),
            lambda a, b, p: JointHinge(a, b, anchor=p, axis=(0, 0.6, 0.8), limits=(-1, 2), **options),
            lambda a, b, p: JointSlider(a, b, anchor=p, axis=(0, 0, 1), limits=(-1, math.inf), **options),
            lambda a, b, p: JointUniversal(a, b, anchor=p, axis_a=(1, 0, 0), axis_b=(0, 1, 0), **options),
            lambda a, b, p: JointSixAxis(a, b, anchor=p, **options),
            lambda a, b, p: JointBall(a, b, anchor=p, cone_limit=0.4, twist_limits=(-1, 1), **options),
            lambda a, b, p: JointHinge2(a, b, anchor=p, axis_a=(0, 1, 0), axis_b=(1, 0, 0), **options),
            lambda a, b, p: JointMotorAngular(a, b, axes=[(0, 0, 1)], **options),
            lambda a, b, p: JointMotorLinear(a, b, anchor=p, axes=[(0, 0, 1)], frame="b", **options),
            lambda a, b, p: JointDoubleHinge(a, b, anchor_a=a.position, anchor_b=b.position, axis=(0, 0, 1), **options),
            lambda a, b, p: JointDistance(a, b, anchor_a=p, anchor_b=b.position, **options),
            lambda a, b, p: JointDistance(a, b, anchor_a=p, anchor_b=b.position, limits=(0, 1), **options),
            lambda a, b, p: JointDistance(a, b, anchor_a=p, anchor_b=b.position, hertz=2.0, **options),
        )
    ):
        first, second = make_box(world, (3 * k, 5, 0)), make_box(world, (3 * k + 1, 5, 0))
        made.append(world.add_joint(make(first, second, (3 * k + 0.5, 5.1, 0.1))))
    return made


# ---- Places ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("steps", [0, 1, 40])
def test_marks_of_every_kind_have_the_shapes_that_the_renderer_wants(steps):
    world = World()
    joints = every_kind(world)
    for _ in range(steps):
        world.step(STEP)
    view = look(world)
    marks = joint_marks(view)
    check_marks([marks, rope_marks(look(world, distances_only=True))])
    assert marks.on_top and len(joints) < len(marks.point) <= 2 * len(joints)
    anchors = [[tuple(joint._frame(side)[0]) for joint in joints] for side in range(2)]
    np.testing.assert_allclose(view.anchor, anchors, atol=1e-4)
    gaps = np.linalg.norm(marks.point[:, None] - np.concatenate(anchors)[None], axis=2)
    assert gaps.min(axis=0).max() < 2e-3 and gaps.min(axis=1).max() < 1e-4, "each anchor has a mark, and nothing else"


@pytest.mark.parametrize("kind", joint_samples.kinds(), ids=lambda kind: kind.__name__)
def test_every_class_of_joints_is_drawn_where_it_holds_its_bodies(kind):
    world, joint = scene(kind)
    joint.enabled = True
    world.step(STEP)
    marks = joint_marks(look(world))
    check_marks([marks, rope_marks(look(world, distances_only=True))])
    for anchor in (joint.anchor_a, joint.anchor_b):
        assert np.linalg.norm(marks.point - np.float32(anchor), axis=1).min() < 0.1
    assert len(marks.line) > 0


def test_frames_and_centers_are_those_of_the_joints():
    world = World(gravity=(0, 0, 0))
    body = make_box(world, (1, 2, 3), orientation=kit.turn((0.6, 0.0, 0.8), 70.0), angular_velocity=(1, 2, 3))
    body.add_shape(ShapeBox((0.1, 0.1, 0.1)), (0.9, 0.3, 0.0))
    joint = world.add_joint(JointHinge(None, body, anchor=(1, 2.5, 3), axis=(0.0, 0.6, 0.8)))
    for _ in range(20):
        world.step(STEP)
    view = look(world)
    for side in range(2):
        q = np.array(joint._frame(side)[1])
        np.testing.assert_allclose(view.frame[side, 0], rotate(q[None], np.eye(3)), atol=1e-5)
    np.testing.assert_allclose(view.frame[0, 0, 0], (0, 0.6, 0.8), atol=1e-6)
    np.testing.assert_allclose(view.center[1, 0], tuple(body.center_of_mass), atol=1e-5)
    assert view.moving[:, 0].tolist() == [False, True]


def test_joints_are_where_the_picture_has_their_bodies():
    """Halfway between two steps, the anchor is halfway too, and the body of no step before is where it is."""
    world = World(gravity=(0, 0, 0))
    body = make_box(world, (0, 0, 0), velocity=(6, 0, 0), angular_velocity=(0, 0, 9))
    other = make_box(world, (5, 0, 0))
    world.add_joint(JointDistance(body, other, anchor_a=(0, 0.3, 0), anchor_b=(5, 0, 0), limits=(0, 99)))
    before = world.snapshot()
    world.step(STEP)
    new = make_box(world, (9, 0, 0))
    world.add_joint(JointDistance(body, new, anchor_a=(0.1, 0, 0), anchor_b=(9, 0.2, 0), limits=(0, 99)))
    after = world.snapshot()
    middle = look(world, before, after, 0.5)
    np.testing.assert_allclose(middle.anchor[0, 0], (0.05 - 0.3 * math.sin(0.075), 0.3 * math.cos(0.075), 0), atol=1e-5)
    np.testing.assert_allclose(middle.anchor[1, 1], (9, 0.2, 0), atol=1e-6)
    for blend, shot in ((0.0, before), (1.0, after)):
        view = look(world, before, after, blend)
        np.testing.assert_allclose(view.center[0, 0], shot.position[0], atol=1e-5)


def test_switched_off_and_removed_joints_are_not_shown():
    world = World()
    joints = every_kind(world)
    joints[3].enabled = False
    world.remove_joint(joints[5])
    view = look(world)
    assert view.data.id[view.acts].tolist() == [joint.id for k, joint in enumerate(joints) if k not in (3, 5)]
    assert look(world, distances_only=True).data.id.tolist() == [joint.id for joint in joints[10:]]
    shown, anchor = joint_marks(view), np.array(joints[3]._frame(0)[0])
    assert np.abs(shown.point - anchor).max(axis=1).min() > 0.5 and np.abs(shown.line - anchor).max(axis=1).min() > 0.5


def test_a_disabled_rope_is_not_drawn():
    world = World()
    rope = world.add_joint(JointDistance(None, make_box(world), anchor_a=(0, 3, 0), anchor_b=(0, 0, 0), limits=(0, 9)))
    assert len(show(world).marks[0].line) > 2
    rope.enabled = False
    assert show(world).marks == ()


def test_a_world_without_joints_shows_nothing():
    assert show(World()).marks == show(World(), "joints").marks == ()


def test_pictures_of_the_same_moment_are_made_once():
    world, overlay = World(), Joints()
    every_kind(world)
    before = world.snapshot()
    world.step(STEP)
    after = world.snapshot()
    first = overlay.build(OverlayView(world, before, after, 0.5))
    assert overlay.build(OverlayView(world, before, after, 0.5)) is first
    assert overlay.build(OverlayView(world, before, after, 0.6)) is not first
    assert len(show(world).marks[0].line) < len(first.marks[0].line)


# ---- Lines ----------------------------------------------------------------------------------------------------------


def test_levers_go_to_the_centers_of_what_moves():
    world = World()
    world.add_body(kind=BodyKind.STATIC, shape=ShapePlane())
    ground, body = world.bodies[0], make_box(world, (0, 2, 0))
    world.add_joint(JointFixed(ground, body, anchor=(0, 1, 0)))
    lines = lines_of(world)
    assert len(lines) == 1 and has_line(lines, (0, 1, 0), (0, 2, 0))


def test_a_rope_is_straight_and_a_spring_bends_from_anchor_to_anchor():
    world = World()
    bodies = [make_box(world, (2 * k, 0, 0)) for k in range(2)]
    world.add_joint(JointDistance(None, bodies[0], anchor_a=(0, 3, 0), anchor_b=(0, 0, 0), limits=(0, 3)))
    rope = rope_marks(look(world)).line
    np.testing.assert_allclose(rope, [(0, 3, 0), (0, 0, 0)], atol=1e-6)
    world.remove_joint(world.joints[0])
    world.add_joint(JointDistance(None, bodies[1], anchor_a=(2, 3, 0), anchor_b=(2, 0, 0), hertz=1.0))
    spring = rope_marks(look(world)).line.reshape(-1, 2, 3)
    assert len(spring) > 8
    np.testing.assert_allclose(spring[[0, -1], [0, 1]], [(2, 3, 0), (2, 0, 0)], atol=1e-6)
    np.testing.assert_allclose(spring[1:, 0], spring[:-1, 1], atol=1e-6)
    out = np.linalg.norm(spring[:, 0, [0, 2]] - (2, 0), axis=1)
    assert 0.02 < out.max() < 0.3 and (np.diff(spring[:, 0, 1]) < 0).all()


@pytest.mark.parametrize("length", [2.02, 2.5, 8.0])
def test_a_slack_rope_hangs_and_is_nearly_as_long_as_it_is(length):
    world = World()
    ends = {"anchor_a": (0, 3, 0), "anchor_b": (2, 3, 0)}
    world.add_joint(JointDistance(None, make_box(world, (2, 3, 0)), **ends, limits=(0, length)))
    rope = rope_marks(look(world), (0.0, -1.0, 0.0)).line.reshape(-1, 2, 3)
    np.testing.assert_allclose(rope[[0, -1], [0, 1]], [(0, 3, 0), (2, 3, 0)], atol=1e-6)
    assert np.linalg.norm(rope[:, 0] - rope[:, 1], axis=1).sum() == pytest.approx(length, rel=0.12)
    assert rope[:, :, 1].min() < 3 - 0.1 and np.abs(rope[:, :, 2]).max() == 0.0


def test_limits_of_a_way_have_ticks_at_their_ends():
    world = World(gravity=(0, 0, 0))
    body = make_box(world)
    world.add_joint(JointSlider(None, body, anchor=(0, 0, 0), axis=(1, 0, 0), limits=(-0.5, 1.25)))
    lines = lines_of(world)
    assert has_line(lines, (-0.5, 0, 0), (1.25, 0, 0))
    size = float(look(world).size[0])
    for x in (-0.5, 1.25):
        ticks = [line for line in lines if np.allclose(line.mean(0), (x, 0, 0), atol=1e-5)]
        assert len(ticks) == 2
        assert all(np.linalg.norm(a - b) == pytest.approx(2 * HEAD * size, rel=1e-4) for a, b in ticks)


def test_a_free_way_is_an_arrow_with_two_heads():
    world = World(gravity=(0, 0, 0))
    world.add_joint(JointSlider(None, make_box(world), anchor=(0, 0, 0), axis=(0, 1, 0)))
    lines, size = lines_of(world), float(look(world).size[0])
    assert has_line(lines, (0, -size, 0), (0, size, 0))
    for sign in (-1, 1):
        tips = np.abs(lines - np.float32((0, sign * size, 0))).max(axis=2) < 1e-5
        assert tips.sum() == 3, "the shaft and two barbs"


def test_a_hinge_shows_its_axis_its_limits_and_its_angle():
    """Turned by 0.6 of (-0.5, 1.2) about z: the pointer is at 0.6 from where the middle of the scale would be at 0."""
    world = World(gravity=(0, 0, 0))
    body = make_box(world, angular_velocity=(0, 0, 1.8))
    joint = world.add_joint(JointHinge(None, body, anchor=(0, 0, 0), axis=(0, 0, 1), limits=(-0.5, 1.2)))
    for _ in range(20):
        world.step(STEP)
    view = look(world)
    lines, size = lines_of(world), float(view.size[0])
    assert joint.angle == pytest.approx(0.6, abs=0.01)
    assert has_line(lines, (0, 0, -size), (0, 0, size))
    y, z = view.frame[0, 0, 1], view.frame[0, 0, 2]

    def at(angle, radius):
        return radius * (math.cos(angle) * y + math.sin(angle) * z)

    assert has_line(lines, (0, 0, 0), at(-0.5, ARC * size)) and has_line(lines, (0, 0, 0), at(1.2, ARC * size))
    assert has_line(lines, (0, 0, 0), at(joint.angle, (1 + HEAD) * ARC * size))
    rim = [line for line in lines if np.allclose(np.linalg.norm(line, axis=1), ARC * size, rtol=1e-4)]
    assert len(rim) == 16
    length = sum(np.linalg.norm(a - b) for a, b in rim)
    assert length == pytest.approx(1.7 * ARC * size, rel=0.01)


def test_limits_of_a_hinge_are_where_its_body_may_be():
    """A bar that hangs from its end: the pointer goes along it, and at a limit it is where the arc ends."""
    world = World()
    body = world.add_body(shape=ShapeBox((0.1, 0.6, 0.1)), position=(0, -0.6, 0), can_sleep=False)
    joint = world.add_joint(JointHinge(None, body, anchor=(0, 0, 0), axis=(0, 0, 1), limits=(-0.4, 0.9)))
    joint.motor_speed, joint.motor_max_force = 2.0, 500.0
    for angle in (0.0, 0.9):
        lines, radius = lines_of(world), ARC * float(look(world).size[0])
        assert joint.angle == pytest.approx(angle, abs=0.01)
        for at, reach in ((-0.4, radius), (0.9, radius), (joint.angle, (1 + HEAD) * radius)):
            assert has_line(lines, (0, 0, 0), (reach * math.sin(at), -reach * math.cos(at), 0), atol=0.002)
        for _ in range(60):
            world.step(STEP)


@pytest.mark.parametrize("limits", [(-50.0, math.inf), (-math.inf, 1.0), (-math.inf, math.inf), (-50.0, 50.0)])
def test_limits_of_many_turns_are_one_circle(limits):
    world = World(gravity=(0, 0, 0))
    world.add_joint(JointHinge(None, make_box(world), anchor=(0, 0, 0), axis=(0, 0, 1), limits=limits))
    lines, size = lines_of(world), float(look(world).size[0])
    rim = [line for line in lines if np.allclose(np.linalg.norm(line, axis=1), ARC * size, rtol=1e-3)]
    length = sum(np.linalg.norm(a - b) for a, b in rim)
    assert length == pytest.approx(2 * math.pi * ARC * size, rel=0.02)


@pytest.mark.parametrize("number", [3, 4, 5])
def test_pointers_are_where_the_angles_say(number):
    """At the angle that the joint measures, cos(angle) zero + sin(angle) quarter is the direction of the pointer."""
    world = World(gravity=(0, 0, 0))
    body = make_box(world, angular_velocity=(1.0, -0.7, 1.5))
    joint = world.add_joint(JointSixAxis(None, body, anchor=(0, 0, 0), axis=(0.6, 0, 0.8), locked=(0, 1, 2)))
    for _ in range(40):
        world.step(STEP)
    axis, zero, quarter, now = (v[0] for v in angle_directions(look(world).frame, number))
    angle = joint.axes[number].position
    assert abs(angle) > 0.2
    np.testing.assert_allclose(math.cos(angle) * zero + math.sin(angle) * quarter, now, atol=1e-4)
    np.testing.assert_allclose(np.cross(zero, quarter), axis, atol=1e-4)


def test_a_cone_is_a_circle_at_its_half_angle_around_x():
    world = World(gravity=(0, 0, 0))
    ball = {"axis": (0.6, 0.0, 0.8), "cone_limit": 0.5, "twist_limits": (-0.3, 0.4)}
    world.add_joint(JointBall(None, make_box(world), anchor=(0, 0, 0), **ball))
    view = look(world)
    lines, size, x = lines_of(world), float(view.size[0]), view.frame[0, 0, 0]
    far = np.linalg.norm(lines, axis=2)
    on_rim = (np.abs(far - ARC * size) < 1e-4) & (np.abs(lines @ x - ARC * size * math.cos(0.5)) < 1e-4)
    assert on_rim.all(axis=1).sum() >= 12
    ring = lines[on_rim.all(axis=1)]
    assert np.linalg.norm(ring[:, 0] - ring[:, 1], axis=1).sum() == pytest.approx(
        2 * math.pi * ARC * size * math.sin(0.5), rel=0.03
    )
    y = view.frame[1, 0, 1]
    assert has_line(lines, (0, 0, 0), (1 + HEAD) * ARC * size * x), "where x of b is now"
    assert has_line(lines, (0, 0, 0), 0.6 * (1 + HEAD) * ARC * size * y), "and how it is twisted"


def test_twist_pointers_stay_between_their_limits():
    """A box that swings and twists until both limits hold it: the pointer is where the joint measures the twist."""
    world = World(gravity=(0, 0, 0))
    body = make_box(world, angular_velocity=(0.5, 3.0, 1.0))
    joint = world.add_joint(JointBall(None, body, anchor=(0, 0, 0), cone_limit=0.6, twist_limits=(-0.7, 0.7)))
    for _ in range(25):
        world.step(STEP)
    view = look(world)
    zero, quarter = swung_axes(view.frame)
    twist = joint.twist.position
    assert abs(twist) > 0.2 and joint.swing.position > 0.1
    now = math.cos(twist) * zero[0] + math.sin(twist) * quarter[0]
    np.testing.assert_allclose(now, view.frame[1, 0, 1], atol=1e-4)


def test_gears_are_drawn_from_joint_to_joint_and_pulleys_from_wheel_to_wheel():
    world = make_geared()
    lines = lines_of(world)
    assert has_line(lines, (0, 1, 0), (1, 1, 0)), "the gear"
    assert has_line(lines, (4, 4, 0), (5, 4, 0)) and has_line(lines, (4, 4, 0), (4, 1.2, 0)), "the rope of the pulley"
    assert np.abs(lines).max() < 6.0
    assert len(look(world)) == 6 and len(look(world, distances_only=True)) == 3
    rope = rope_marks(look(world, distances_only=True)).line.reshape(-1, 2, 3)
    assert len(rope) == 3 and has_line(rope, (4, 4, 0), (5, 4, 0)), "the pulley is one rope, over both wheels"


@pytest.mark.slow
def test_thousands_of_joints_take_few_milliseconds():
    world, count = World(sleeping=False), 2000
    bodies = world.add_bodies(position=[(2.0 * (k % 50), 2.0, 2.0 * (k // 50)) for k in range(count)], shape=BOX)
    for k, body in enumerate(bodies):
        place = np.add(body.position, (0, 0.5, 0))
        if k % 2:
            world.add_joint(JointHinge(None, body, anchor=place, axis=(0, 0, 1), limits=(-1, 1)))
        else:
            world.add_joint(JointDistance(None, body, anchor_a=place, anchor_b=body.position, hertz=2.0))
    before = world.snapshot()
    world.step(STEP)
    after = world.snapshot()
    times = []
    for _ in range(9):
        start = time.thread_time()  # what else runs on the machine does not count
        joint_marks(look(world, before, after, 0.5))
        times.append(1e3 * (time.thread_time() - start))
    print(f"{min(times):.1f} ms for {count} joints")
    assert min(times) < 20.0
