"""The hands on soft bodies: drag, cut, pin, pump, spawn, delete; and undo of each."""

import math

import numpy as np
import pytest

from app.tools import spawn as spawning
from app.tools.soft_drag import FORCE_LEAST, WEIGHTS
from app.tools.soft_edits import NOTHING_SOFT, crossed_box
from app.tools.soft_presets import PRESETS, soft_definition, soft_mass
from app.tools.soft_rays import hit_soft
from physics import SoftCloth, SoftRope, SoftShell, SoftSolid
from tests.app.tools.conftest import EYE, toward


@pytest.fixture
def yard(session):
    """The session without its boxes; soft bodies are added by the tests."""
    for body in session.world.bodies[1:]:
        session.world.remove_body(body)
    session.history.restart()
    session.refresh()
    return session


def start(session):
    """Take what a test has added as the beginning."""
    session.history.restart()
    session.refresh()


def steps(session, count):
    for _ in range(count):
        session.step()


@pytest.fixture
def jelly(yard):
    made = yard.world.add_soft(
        SoftSolid.lattice(cells=(4, 4, 4), size=0.2), position=(0, 0.42, 0), name="jelly", material="foam"
    )
    start(yard)
    steps(yard, 30)
    return made


@pytest.fixture
def cloth(yard):
    """A cloth that hangs upright from its upper corners, across the view."""
    upright = (math.sqrt(0.5), 0, 0, math.sqrt(0.5))
    form = SoftCloth.grid(columns=21, rows=21, spacing=0.1)
    made = yard.world.add_soft(form, position=(0, 3, 0), orientation=upright, pins=[0, 20])
    start(yard)
    return made


# ---- Rays -----------------------------------------------------------------------------------------------------------


def test_a_ray_meets_the_nearest_surface_with_the_weights_of_its_corners(jelly, yard):
    hit = hit_soft(yard.world, *toward((0.1, 0.5, 0.0)))
    assert hit.soft is jelly and sum(hit.weights) == pytest.approx(1.0) and min(hit.weights) >= 0.0
    place = np.array(hit.weights) @ jelly.positions[list(hit.vertices)]
    assert place == pytest.approx(tuple(hit.point), abs=1e-9) and hit.normal.z > 0.9
    assert hit.distance == pytest.approx(math.dist(EYE, hit.point))
    assert hit_soft(yard.world, *toward((3.0, 0.5, 0.0))) is None
    assert hit_soft(yard.world, *toward((0.1, 0.5, 0.0)), 2.0) is None


def test_a_rope_is_met_beside_it_and_not_where_it_is_broken(yard):
    rope = yard.world.add_soft(SoftRope.line((-2, 0, 0), (2, 0, 0), segments=10), position=(0, 2, 0))
    hit = hit_soft(yard.world, *toward((0.33, 2.03, 0.0)))
    assert (
        hit.soft is rope
        and hit.vertices == (5, 6)
        and hit.nearest == 6
        and hit.weights[1] == pytest.approx(0.82, abs=0.05)
    )
    assert hit_soft(yard.world, *toward((0.33, 2.5, 0.0))) is None
    rope.cut((0.1, 2.0, 0.0), (1.0, 0.0, 0.0))
    assert hit_soft(yard.world, *toward((0.2, 2.0, 0.0))) is None


def test_what_is_before_a_soft_body_hides_it(tools, jelly, yard):
    tools.press(*toward((0.1, 0.5, 0.0)))
    assert tools.select.soft is jelly and tools.select.body is None
    tools.drag.release()
    from scenes import kit

    wall = kit.add_fixed(yard.world, (1.0, 1.0, 0.1), (0.0, 1.0, 2.0), name="wall")
    tools.press(*toward((0.1, 0.5, 0.0)))
    assert tools.select.soft is None and tools.select.selected == wall.id


# ---- Dragging -------------------------------------------------------------------------------------------------------


def test_a_drag_lifts_and_lets_go_and_undo_puts_back(tools, jelly, yard):
    rest = jelly.positions
    assert tools.press(*toward((0.0, 0.6, 0.4))).ok
    hold = jelly.attachments[0]
    assert tools.drag.drag is not None and len(tools.marks()) == 1
    weight = jelly.mass * 9.81
    tools.follow(*toward((0.0, 2.6, 0.4)))
    steps(yard, 90)
    assert jelly.position.y > 1.0 and 0.0 < hold.force.length < 20.0 * weight
    assert tools.drag.drag.force(yard.world) == pytest.approx(hold.force.length)
    tools.drag.release()
    assert tools.drag.drag is None and jelly.attachments == ()
    high = jelly.positions
    assert yard.edits.next_undo == "Moved jelly"
    steps(yard, 5)
    yard.undo()
    assert jelly.positions == pytest.approx(rest) and jelly.attachments == ()
    yard.redo()
    assert jelly.positions == pytest.approx(high)


def test_the_force_is_capped(tools, jelly, yard):
    jelly.pin(range(25))  # one side of it is nailed to the world
    tools.press(*toward((0.3, 0.6, 0.4)))
    tools.follow(*toward((60.0, 40.0, 0.0)))
    steps(yard, 20)
    limit = max(FORCE_LEAST, WEIGHTS * jelly.mass * 9.81)
    assert 0.5 * limit < tools.drag.drag.force(yard.world) <= 1.001 * limit


def test_a_click_selects_and_leaves_nothing_to_undo(tools, jelly, yard):
    tools.press(*toward((0.0, 0.6, 0.4)))
    steps(yard, 2)
    tools.drag.release()
    assert tools.select.soft is jelly and yard.edits.count == 0 and jelly.attachments == ()


def test_a_drag_of_a_rope_by_a_vertex(tools, yard):
    rope = yard.world.add_soft(SoftRope.line((-1, 0, 0), (1, 0, 0), segments=10), position=(0, 2, 0), pins=[0])
    start(yard)
    tools.press(*toward((1.0, 2.0, 0.0)))
    assert rope.attachments[0].vertices == (10, 10, 10)
    tools.follow(*toward((0.0, 3.5, 0.0)))
    steps(yard, 60)
    assert rope.positions[10] == pytest.approx(tools.drag.drag.target, abs=0.3)


def test_drags_replay_to_the_bit_and_a_step_back_into_one_leaves_nothing_hanging(tools, jelly, yard):
    first = yard.world.step_count
    state = yard.world.save_state()
    tools.press(*toward((0.0, 0.6, 0.4)))
    tools.follow(*toward((0.0, 2.6, 0.4)))
    steps(yard, 20)
    tools.drag.release()
    steps(yard, 10)
    last, wanted, given = yard.world.step_count, yard.world.state_hash(), list(yard.history.commands())
    yard.world.load_state(state)
    for step in range(first, last + 1):
        if step > first:
            yard.world.step(1 / 60)
        for at, command in given:
            if at == step:
                assert command.apply(yard.world).ok
    assert yard.world.state_hash() == wanted
    yard.history.restart()


def test_a_hold_that_nobody_has_any_more_is_let_go(tools, jelly, yard):
    tools.press(*toward((0.0, 0.6, 0.4)))
    tools.follow(*toward((0.0, 2.6, 0.4)))
    steps(yard, 30)
    tools.drag.release()
    steps(yard, 2)
    for _ in range(10):
        yard.step_back()
    assert len(jelly.attachments) == 1  # the hand of then
    yard.step()
    assert len(jelly.attachments) == 1  # the past goes on as it was
    tools.soft.pin_all(jelly)  # something new: what came later is dropped, and with it the end of the drag
    tools.soft.pin_all(jelly)
    yard.step()
    assert jelly.attachments == ()


def test_a_soft_body_that_is_gone_is_let_go(tools, jelly, yard):
    tools.press(*toward((0.0, 0.6, 0.4)))
    assert "Removed jelly" in tools.select.delete().message
    assert tools.drag.drag is None and tools.select.selected_soft == -1 and yard.world.softs == []
    yard.undo()
    yard.step()
    assert len(yard.world.softs) == 1 and yard.world.softs[0].attachments == ()


# ---- Cuts -----------------------------------------------------------------------------------------------------------


def test_a_stroke_cuts_all_that_it_crosses_and_one_undo_takes_it_back(tools, cloth, jelly, yard):
    steps(yard, 30)
    whole = cloth.vertex_count
    assert tools.soft.end() is None
    tools.soft.draw(toward((-0.1, 9.0, 0.0)))
    tools.soft.draw(toward((-0.1, -1.0, 0.0)))
    assert len(tools.marks()) == 2
    assert tools.soft.end().ok and tools.marks() == []
    assert cloth.part_count == 2 and jelly.part_count == 2 and cloth.vertex_count > whole
    steps(yard, 20)
    yard.undo()
    assert cloth.part_count == jelly.part_count == 1 and cloth.vertex_count == whole
    yard.redo()
    assert cloth.part_count == jelly.part_count == 2


def test_a_short_stroke_makes_a_slit_only(tools, cloth, yard):
    result = tools.soft.cut(toward((-0.4, 2.95, 0.0)), toward((0.4, 2.95, 0.0)))
    assert result.ok and cloth.part_count == 1 and 0 < cloth.vertex_count - 441 < 12
    new = cloth.positions[441:]
    assert np.abs(new[:, 0]).max() < 0.75 and np.abs(new[:, 1] - 2.95).max() < 0.2


def test_cuts_that_meet_nothing_say_so(tools, cloth, jelly, yard):
    assert tools.soft.cut(toward((5, 5, 0)), toward((5, 4, 0))).message == "The cut meets nothing soft."
    ray = toward((0, 3, 0))
    assert "too short" in tools.soft.cut(ray, ray).message and yard.edits.count == 0


def test_a_stroke_beside_a_body_does_not_cut_it(cloth):
    eye = np.array(EYE)
    ways = [np.array(toward(place)[1]) for place in ((3.0, 3.0, 0.0), (9.0, 3.0, 0.0))]
    normal = np.cross(*ways)
    assert crossed_box(cloth, eye, *ways, normal / np.linalg.norm(normal)) is None


def test_a_cluster_cannot_be_cut_and_says_why(tools, yard):
    tools.spawn.options.shape = "cluster"
    tools.add(*toward((0.0, 0.0, 0.0)))
    result = tools.soft.cut(toward((0.0, 3.0, 0.0)), toward((0.0, -1.0, 0.0)))
    assert not result.ok and "cluster" in result.message


# ---- Pins and pressure ----------------------------------------------------------------------------------------------


def test_a_pin_holds_and_the_same_again_releases(tools, cloth, yard):
    hit = tools.soft_at(*toward((0.02, 2.52, 0.0)))
    assert tools.soft.pin(hit).message == "Pinned 1 point of cloth 1." and len(cloth.pins) == 3
    place = cloth.positions[hit.nearest]
    steps(yard, 20)
    assert cloth.positions[hit.nearest] == pytest.approx(place)
    yard.undo()
    assert cloth.pins == (0, 20)
    yard.redo()
    hit = tools.soft_at(*toward(tuple(place + (0.01, 0.01, 0.0))))
    assert "Released" in tools.soft.pin(hit).message and cloth.pins == (0, 20)
    assert tools.soft.pin(None).message == NOTHING_SOFT


def test_freeze_pins_all_of_it_and_releases_it(tools, cloth, yard):
    tools.select.select_soft(cloth)
    assert "441" not in tools.select.freeze().message and len(cloth.pins) == 441
    yard.undo()
    assert cloth.pins == (0, 20)


def test_a_balloon_is_inflated_deflated_and_burst(tools, yard, jelly):
    balloon = yard.world.add_soft(
        SoftShell.ball(0.4, detail=2, pressure=200.0), position=(0, 2.0, 0), gravity_scale=0.0
    )
    start(yard)
    volume = balloon.volume
    for _ in range(3):
        assert tools.pump(*toward((0, 2, 0)), 1.0).ok
    steps(yard, 40)
    assert balloon.volume > 1.15 * volume
    for _ in range(3):
        yard.undo()
    assert balloon.filling == pytest.approx(200.0)
    assert tools.pump(*toward((0, 2, 0)), -2.0).ok and balloon.filling < 0.0
    yard.undo()
    assert tools.soft.cut(toward((0, 4, 0)), toward((0, 1, 0))).ok and balloon.leaks
    assert "burst" in tools.pump(*toward(tuple(balloon.position)), 1.0).message
    yard.undo()
    assert not balloon.leaks and balloon.filling == pytest.approx(200.0)
    assert "Only a balloon" in tools.pump(*toward((0.1, 0.5, 0.0)), 1.0).message
    tools.select.select(None)
    assert "no balloon here" in tools.pump(*toward((9, 9, 0)), 1.0).message


# ---- Numbers --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("key", "value"), [("young", 8e4), ("poisson", 0.2), ("density", 500.0), ("friction", 0.9), ("gravity_scale", 0.2)]
)
def test_numbers_change_at_once_and_undo(key, value, tools, jelly, yard):
    tools.select.select_soft(jelly)
    before = getattr(jelly, key)
    assert tools.select.edit_soft(key, value).ok and getattr(jelly, key) == pytest.approx(value)
    yard.step()
    yard.undo()
    assert getattr(jelly, key) == pytest.approx(before)
    refused = tools.select.edit_soft(key, float("nan"))
    assert not refused.ok and getattr(jelly, key) == pytest.approx(before)


# ---- Coming and going -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", PRESETS)
def test_presets_are_put_on_what_is_pointed_at(name, tools, yard):
    options = tools.spawn.options
    options.shape, options.size = name, 0.4
    result = tools.add(*toward((0.5, 0.0, 0.0)))
    assert result.ok and result.message == f"Added {name}." and tools.select.soft.name == name
    soft = tools.select.soft
    low = soft.positions.min(axis=0)[1]
    assert 0.0 < low < 0.2 and soft.mass == pytest.approx(soft_mass(name, 0.4), rel=0.1)
    steps(yard, 60)
    assert np.isfinite(soft.positions).all() and soft.positions[:, 1].min() > -0.05
    yard.undo()
    assert yard.world.softs == []
    yard.redo()
    assert [soft.name for soft in yard.world.softs] == [name]


def test_soft_things_are_put_on_soft_things_and_shot(tools, jelly, yard):
    tools.spawn.options.shape, tools.spawn.options.size = "foam cube", 0.3
    assert tools.add(*toward((0.0, 0.8, 0.0))).ok
    assert tools.select.soft.positions[:, 1].min() > 0.75
    assert tools.spawn.shoot(*toward((0.0, 3.0, 0.0))).ok
    assert yard.world.softs[-1].velocity.length == pytest.approx(50.0)


def test_too_many_vertices_are_refused_in_words(tools, yard, monkeypatch):
    monkeypatch.setattr(spawning, "MOST_VERTICES", 500)
    tools.spawn.options.shape = "jelly cube"
    assert tools.add(*toward((0, 0, 0))).ok and tools.add(*toward((2, 0, 0))).ok
    refused = tools.add(*toward((-2, 0, 0)))
    assert not refused.ok and refused.message.startswith("500 vertices of soft bodies are the most")
    assert len(yard.world.softs) == 2


def test_the_joint_tool_says_that_it_is_for_rigid_bodies(tools, jelly):
    tools.join.choose("weld")
    assert "rigid bodies only" in tools.press(*toward((0.1, 0.5, 0.0))).message
    assert soft_definition("rope", 1.0).places.shape == (41, 3)
