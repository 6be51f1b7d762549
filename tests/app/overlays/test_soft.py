"""Overlays of soft bodies, and how pictures and the camera know these."""

import numpy as np
import pytest

from app.overlays.palette import BLUE, ORANGE
from app.view.framing import bounds_of
from physics import SoftCloth, SoftRope, SoftShell


@pytest.fixture
def yard(shell):
    """Cloth, rope and balloon beside the boxes."""
    world = shell.session.world
    world.add_soft(SoftCloth.grid(columns=5, rows=5, spacing=0.2), position=(4, 2, 0), pins=[0, 4])
    world.add_soft(SoftRope.line((0, 0, 0), (1, 0, 0), segments=10), position=(-4, 2, 0)).attach(3)
    world.add_soft(SoftShell.ball(0.4, detail=1, pressure=100.0), position=(0, 0.41, 4), gravity_scale=3.0)
    shell.session.history.restart()
    shell.session.refresh()
    for _ in range(40):
        shell.session.step()
    return shell


def points(frame):
    return sum(len(mark.point) for mark in frame.marks)


def lines(frame):
    return sum(len(mark.line) for mark in frame.marks) // 2


def test_each_overlay_shows_what_it_says(yard):
    bare = yard.frame()
    assert bare.strain == 0.0 and all(view.color is None for view in bare.after.softs)
    yard.toggle_overlay("pins")
    assert points(yard.frame()) - points(bare) == 3
    yard.toggle_overlay("pins")
    yard.toggle_overlay("lattice")
    shown = yard.frame()
    counts = [(soft.vertex_count, len(soft.edges)) for soft in yard.session.world.softs]
    assert points(shown) - points(bare) == sum(count for count, _ in counts)
    assert lines(shown) - lines(bare) == sum(count for _, count in counts)
    yard.toggle_overlay("lattice")
    yard.toggle_overlay("parts")
    assert points(yard.frame()) - points(bare) == sum(count for count, _ in counts)
    yard.toggle_overlay("parts")
    yard.toggle_overlay("contacts")
    touching = sum(len(soft.contacts) for soft in yard.session.world.softs)
    assert touching > 0 and points(yard.frame()) - points(bare) >= touching
    yard.toggle_overlay("impulses")
    assert lines(yard.frame()) > lines(bare)


def test_strain_is_asked_for_and_drawn(yard):
    yard.toggle_overlay("strain")
    yard.session.step()
    frame = yard.frame()
    assert frame.strain > 0.0 and max(view.strain.max() for view in frame.after.softs) > 0.0


def test_sleeping_ones_are_blue_and_awake_ones_orange(yard):
    yard.toggle_overlay("sleep")
    frame = yard.frame()
    colors = {view.number: view.color for view in frame.after.softs}
    wanted = {soft.id: (ORANGE if soft.awake else BLUE)[:3] for soft in yard.session.world.softs}
    assert colors == wanted


def test_the_selected_one_is_outlined_framed_and_followed(yard):
    cloth = yard.session.world.softs[0]
    yard.tools.select.select_soft(cloth)
    assert yard.frame().selected_soft == cloth.id and yard.frame().selected == -1
    yard.look_at(1.6)
    assert yard.view.followed_soft == cloth.id and yard.view.followed == -1
    np.testing.assert_allclose(yard.view.pivot(), cloth.positions.mean(axis=0), atol=0.1)
    yard.session.world.remove_soft(cloth)
    yard.session.refresh()
    assert yard.tools.select.soft is None and yard.tools.select.selected_soft == -1


def test_bounds_hold_soft_bodies(yard):
    low, high = bounds_of(yard.session.after)
    assert low.x < -3.5 and high.x > 3.5
    rope = yard.session.world.softs[1]
    low, high = bounds_of(yard.session.after, (), (rope.id,))
    assert low == pytest.approx(rope.positions.min(axis=0), abs=1e-5)
    assert high == pytest.approx(rope.positions.max(axis=0), abs=1e-5)
