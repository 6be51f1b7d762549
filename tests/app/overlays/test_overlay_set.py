"""All overlays together: what the renderer wants, what they remember, what they cost."""

import time

import numpy as np
import pytest

from app.overlays.frame import OverlayFrame, OverlayView, join_frames
from app.overlays.overlay_set import OverlaySet
from app.overlays.registry import choices
from app.overlays.trails import STEPS
from physics import JointDistance, ShapeSphere, World
from render.frame import Marks
from tests.app.overlays.showing import check_marks, make_world, run, show
from tests.play.weapons.shooting import Range


@pytest.mark.parametrize("key", list(choices()))
@pytest.mark.parametrize("steps", [None, 0, 30])
def test_marks_have_the_shapes_and_types_that_the_renderer_wants(key, steps):
    world = World() if steps is None else run(make_world(), steps)
    frame, count = show(world, key), len(world.bodies)
    check_marks(frame.marks)
    if frame.tint is not None:
        assert frame.tint.shape == (count, 4) and frame.tint.dtype == np.float32
    for text, place in frame.labels:
        assert isinstance(text, str) and len(place) == 3


def size(frame):
    return sum(len(mark.line) + len(mark.point) for mark in frame.marks)


def test_all_overlays_together_are_the_sum_of_each():
    world = run(make_world(), 30)
    assert size(show(world, *choices())) == sum(size(show(world, key)) for key in choices())
    nothing = show(world)
    assert nothing.marks == () and nothing.tint is None and nothing.labels == ()
    assert not nothing.wireframe and not nothing.crosshair


def test_frames_are_joined_and_the_first_tint_counts():
    marks, tint, label = Marks(), np.zeros((1, 4)), ("a", (0.0, 0.0, 0.0))
    parts = [OverlayFrame((marks,)), OverlayFrame(tint=tint), OverlayFrame((Marks(),), np.ones((1, 4)), (label,))]
    joined = join_frames([*parts, OverlayFrame(wireframe=True), OverlayFrame(crosshair=True)])
    assert joined.marks[0] is marks and len(joined.marks) == 2 and joined.tint is tint and joined.labels == (label,)
    assert joined.wireframe and joined.crosshair and join_frames([]).marks == ()


def test_ropes_are_seen_without_any_overlay_and_once_with_that_of_joints():
    world = World()
    ball = world.add_body(shape=ShapeSphere(0.2), position=(0, 2, 0))
    world.add_joint(JointDistance(None, ball, anchor_a=(0, 4, 0), anchor_b=(0, 2, 0)))
    (rope,), (joint,) = show(world).marks, show(world, "joints").marks
    assert len(rope.line) == 2 and not rope.on_top and joint.on_top


def test_the_rope_within_the_chain_of_a_flail_is_not_seen():
    flail = Range(weapon=3)
    before = size(show(flail.world))
    ball = flail.world.add_body(shape=ShapeSphere(0.2), position=(0, 2, 5))
    flail.world.add_joint(JointDistance(None, ball, anchor_a=(0, 4, 5), anchor_b=(0, 2, 5)))
    assert flail.arsenal.weapon.unseen_joints[0].alive and (before, size(show(flail.world))) == (0, 2)


def test_another_world_or_switching_off_makes_overlays_forget():
    world, overlays = make_world(), OverlaySet()
    for clear in (overlays.clear, lambda: overlays.forget("trails")):
        for _ in range(5):
            show(run(world, 1), "trails", overlays=overlays)
        assert len(show(world, "trails", overlays=overlays).marks[0].line) > 0
        clear()
        assert len(show(world, "trails", overlays=overlays).marks[0].line) == 0


def test_overlays_share_what_several_of_them_need():
    world, asked = make_world(), []
    view = OverlayView(world, world.snapshot(), world.snapshot())

    def compute(view):
        asked.append(view)
        return 7

    assert [view.once(compute) for _ in range(3)] == [7, 7, 7] and asked == [view]
    assert view.contacts is view.contacts and view.masses is view.masses


@pytest.mark.parametrize("key", list(choices()))
def test_an_overlay_of_a_thousand_boxes_takes_few_milliseconds(key, pile):
    shot, overlays, times = pile.snapshot(), OverlaySet(), []
    if key == "trails":
        remember_steps(overlays)
    for _ in range(20):
        start = time.thread_time()  # what else runs on the machine does not count
        view = OverlayView(pile, shot, shot, shown=frozenset((key,)))
        overlays.update(view)
        overlays.frame(view)
        times.append(1e3 * (time.thread_time() - start))
    print(f"{key}: {min(times):.2f} ms")
    assert min(times) < 12.0


def remember_steps(overlays):
    """Fill the trails with another thousand bodies on their way."""
    world = World()
    world.add_bodies(position=[(2.0 * k, 9, 0) for k in range(1000)], shape=ShapeSphere(0.5))
    for _ in range(STEPS):
        shot = run(world, 1).snapshot()
        overlays.update(OverlayView(world, shot, shot, shown=frozenset(("trails",))))
