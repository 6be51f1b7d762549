"""Joints made by hand, without a window: rays are clicks."""

import math

import numpy as np
import pytest

from app.tools.join import CUT_ANGLE, angles_between
from app.tools.joint_kinds import BY_KEY, BY_LETTER, KINDS, JointOptions, Pick
from physics import BodyKind, JointDistance, JointFixed, JointHinge, JointSlider, ShapeBox
from physics.vector import Vec3
from scenes import kit
from tests.app.actions.fakes import make_context

EYE = (0.0, 3.0, 12.0)
MADE = [kind.key for kind in KINDS if kind.key != "cut"]


def toward(place, eye=EYE):
    """Ray from the eye to a place."""
    way = np.subtract(place, eye)
    return eye, tuple((way / np.linalg.norm(way)).tolist())


def last_message(shell):
    return shell.messages.visible()[-1]


def press(shell, origin, direction):
    """Click, as the mouse does."""
    return shell.report(shell.tools.press(origin, direction))


def run(shell, steps):
    for _ in range(steps):
        shell.session.step()


@pytest.fixture
def yard(shell):
    """A crate, a plate before a wall, and the ground."""
    world = shell.session.world
    for body in world.bodies[1:]:
        world.remove_body(body)
    kit.add_fixed(world, (2.0, 2.0, 0.2), (4.0, 2.0, 0.0), name="wall")
    world.add_body(shape=ShapeBox((0.4, 0.4, 0.1)), position=(3.0, 2.0, 0.35), material="wood", name="plate")
    world.add_body(shape=ShapeBox((0.4, 0.4, 0.4)), position=(0.0, 0.4, 0.0), material="wood", name="crate")
    shell.session.refresh()
    return shell


def find(shell, name):
    return next(body for body in shell.session.world.bodies if body.name == name)


def join(shell, kind, first, second):
    """Choose a tool, and click twice."""
    tools = shell.tools
    if tools.join.kind != kind:
        tools.join.choose(kind)
    press(shell, *toward(first))
    press(shell, *toward(second))
    return shell.session.world.joints


WALL, PLATE, CRATE, GROUND = (4.6, 3.0, 0.2), (3.0, 2.0, 0.45), (0.0, 0.4, 0.4), (-3.0, 0.0, 2.0)


def test_tools_have_a_letter_and_words_each():
    assert len(BY_LETTER) == len(BY_KEY) == len(KINDS)
    assert all(kind.help and kind.first for kind in KINDS)
    options = JointOptions()
    assert {name for kind in KINDS for name in options.names_of(kind.key)} == set(options.RANGES)
    assert options.names_of("") == options.names_of("cut") == ()


@pytest.mark.parametrize("kind", MADE)
def test_each_tool_makes_its_joint_and_it_can_be_undone(yard, kind):
    (joint,) = join(yard, kind, WALL, PLATE)
    assert joint.name == kind and joint.body_a is find(yard, "wall") and joint.body_b is find(yard, "plate")
    assert last_message(yard).text == f"Made a {kind} between wall and plate."
    types = {"weld": JointFixed, "hinge": JointHinge, "motor": JointHinge, "slider": JointSlider}
    assert type(joint) is types.get(kind, JointDistance)
    run(yard, 60)
    assert joint.error[0] < 0.01
    yard.session.undo()
    assert yard.session.world.joints == [] and yard.session.stats.joint_count == 0
    yard.session.redo()
    assert yard.session.world.joints[0].name == kind and yard.session.stats.joint_count == 1


def test_a_hinge_turns_about_the_normal_of_the_second_point(yard):
    (joint,) = join(yard, "hinge", WALL, (2.75, 2.25, 0.45))
    assert joint.anchor_a == pytest.approx((2.75, 2.25, 0.45), abs=1e-3)
    plate = find(yard, "plate")
    run(yard, 20)
    spin = plate.angular_velocity
    assert abs(spin.z) > 0.5 and math.hypot(spin.x, spin.y) < 0.01 * abs(spin.z), "it swings in the plane of the wall"


def test_a_motor_turns_at_its_speed_as_seen_from_the_front(yard):
    yard.tools.join.options = JointOptions(motor_speed=5.0, motor_torque=1e4)
    join(yard, "motor", WALL, PLATE)
    run(yard, 60)
    assert find(yard, "plate").angular_velocity == pytest.approx((0, 0, 5.0), abs=0.05)


def test_a_motor_is_strong_enough_for_what_it_turns_unless_told(yard):
    """The edge of the plate is where its weight has the longest lever."""
    for torque in (0.0, 1.0):
        yard.tools.join.options = JointOptions(motor_speed=2.0, motor_torque=torque)
        (joint,) = join(yard, "motor", WALL, (2.75, 2.25, 0.45))
        rates = []
        for _ in range(150):
            run(yard, 1)
            rates.append(joint.rate)
        assert (min(rates[5:]) > 1.9) == (torque == 0.0)
        yard.session.undo()


def test_a_weld_holds_the_weight(yard):
    join(yard, "weld", WALL, PLATE)
    run(yard, 60)
    assert find(yard, "plate").position == pytest.approx((3.0, 2.0, 0.35), abs=0.01)


def test_a_rope_is_as_much_longer_as_its_slack(yard):
    yard.tools.join.options = JointOptions(slack=0.5)
    (joint,) = join(yard, "rope", WALL, PLATE)
    way = math.dist(WALL, PLATE)
    assert joint.axes[0].limits == pytest.approx((0.0, 1.5 * way), rel=1e-3)
    run(yard, 120)
    assert joint.distance < 1.5 * way + 0.01 and find(yard, "plate").position[1] < 2.0


def test_a_spring_has_its_frequency_and_rests_where_it_was(yard):
    yard.tools.join.options = JointOptions(hertz=3.0, damping_ratio=0.4)
    (joint,) = join(yard, "spring", WALL, PLATE)
    assert joint._record("axis")[7:9] == pytest.approx((3.0, 0.4)) and joint.length == pytest.approx(joint.distance)


def test_a_slider_goes_along_the_line_or_along_the_normal(yard):
    (joint,) = join(yard, "slider", GROUND, CRATE)
    line = np.subtract(CRATE, GROUND) / math.dist(CRATE, GROUND)
    assert axis_of(joint) == pytest.approx(line, abs=1e-3)
    plate, wall = find(yard, "plate"), find(yard, "wall")
    here, normal = Vec3(3.0, 2.0, 0.25), Vec3(0.0, 0.6, 0.8)
    joint = JointOptions().make("slider", Pick(wall, here, Vec3(0.0, 0.0, 1.0)), Pick(plate, here, normal))
    assert axis_of(joint) == pytest.approx(normal, abs=1e-6), "two points at one place have no line"


def axis_of(joint):
    """Direction of x of a joint in the world."""
    x, y, z, w = joint._frame(0)[1]
    return 1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)


def test_a_joint_breaks_at_its_force(yard):
    weight = 9.81 * find(yard, "plate").mass
    yard.tools.join.options = JointOptions(break_force=0.5 * weight)
    (joint,) = join(yard, "weld", WALL, PLATE)
    run(yard, 30)
    assert joint.broken and yard.session.world.joints == [] and find(yard, "plate").position[1] < 1.9


@pytest.mark.parametrize("kind", ["rope", "spring", "slider"])
def test_what_is_tied_to_the_ground_does_not_fall_through_it(yard, kind):
    join(yard, kind, (1.0, 0.0, 1.0), CRATE)
    run(yard, 120)
    assert find(yard, "crate").position[1] == pytest.approx(0.4, abs=0.02)


# ---- Wrong clicks ---------------------------------------------------------------------------------------------------


def test_wrong_clicks_are_told_and_change_nothing(yard):
    tools = yard.tools
    before, commands = yard.session.world.state_hash(), len(list(yard.session.history.commands()))
    tools.join.choose("weld")
    press(yard, *toward((0.0, 50.0, 0.0)))
    assert last_message(yard).text == "There is nothing here. Click a body or the ground."
    assert tools.join.guide == "Weld: click a body or the ground."
    press(yard, *toward(CRATE))
    assert tools.join.guide == "Weld: first point: crate; now click the second point."
    press(yard, *toward((0.2, 0.6, 0.4)))
    assert last_message(yard).text == "That is the same body; click another one, or the ground."
    tools.join.cancel()
    press(yard, *toward(WALL))
    press(yard, *toward(GROUND))
    assert "Neither body can move" in last_message(yard).text
    assert yard.session.world.state_hash() == before and len(list(yard.session.history.commands())) == commands
    press(yard, *toward(PLATE))
    assert len(yard.session.world.joints) == 1, "the first point is still the wall"


def test_a_first_body_that_goes_is_let_go(yard):
    tools = yard.tools
    tools.join.choose("rope")
    press(yard, *toward(CRATE))
    yard.session.world.remove_body(find(yard, "crate"))
    yard.session.step()
    assert last_message(yard).text == "The first body is gone. Pick another one."
    assert tools.join.marks() == [] and "click a body" in tools.join.guide


def test_the_first_point_moves_with_its_body_and_a_line_shows_it(yard):
    tools, plate = yard.tools, find(yard, "plate")
    tools.join.choose("rope")
    assert tools.marks() == []
    press(yard, *toward(PLATE))
    tools.follow(*toward(WALL))
    run(yard, 20)
    line, _ = tools.marks()
    assert plate.position[1] < 1.9
    np.testing.assert_allclose(line.line, [(3.0, plate.position[1], 0.45), WALL], atol=0.01)
    tools.follow(*toward((0.0, 50.0, 0.0)))
    line, _ = tools.marks()
    assert np.linalg.norm(line.line[1] - EYE) == pytest.approx(4.0, abs=1e-3)


def test_escape_forgets_the_point_then_the_tool_then_the_rest(yard):
    actions = make_context(yard, toward(CRATE))
    tools = yard.tools
    tools.select.select(find(yard, "crate"))
    tools.join.choose("hinge")
    press(yard, *toward(CRATE))
    actions.perform("escape")
    assert tools.join.guide == "Hinge: click a body or the ground."
    actions.perform("escape")
    assert tools.join.kind == tools.join.guide == "" and tools.select.selected > 0
    actions.perform("escape")
    assert tools.select.selected == -1


def test_letters_after_the_key_choose_tools_and_put_them_away(yard):
    actions = make_context(yard, toward(CRATE))
    for kind in KINDS:
        actions.perform("join")
        assert yard.input.prefix == "join" and yard.panels["joints"]
        assert actions.choose_letter(kind.letter) and yard.input.prefix == ""
        assert yard.tools.join.kind == kind.key
    actions.perform("join")
    assert actions.choose_letter("C") and yard.tools.join.kind == ""
    actions.perform("join")
    assert not actions.choose_letter("Z") and yard.input.prefix == ""
    actions.perform("overlay")
    assert actions.choose_letter("J") and yard.overlays == {"joints"}


def test_the_bare_hand_still_drags_with_a_tool_chosen(yard):
    yard.tools.join.choose("weld")
    yard.tools.press(*toward(CRATE), drag=True)
    assert yard.tools.drag.drag is not None
    yard.tools.drag.release()
    yard.tools.press(*toward(CRATE))
    assert yard.tools.drag.drag is None and yard.tools.join.has_first


def test_another_scene_keeps_the_tool_but_not_the_point(yard):
    yard.tools.join.choose("rope")
    press(yard, *toward(CRATE))
    yard.session.restart()
    assert yard.tools.join.guide == "Rope: click a body or the ground."


# ---- Cutting --------------------------------------------------------------------------------------------------------


def test_the_joint_that_is_clicked_is_cut_and_comes_back(yard):
    join(yard, "rope", WALL, CRATE)
    join(yard, "weld", WALL, PLATE)
    middle = 0.5 * np.add(WALL, CRATE)
    yard.tools.join.choose("cut")
    press(yard, *toward(middle))
    assert [joint.name for joint in yard.session.world.joints] == ["weld"]
    assert last_message(yard).text == "Cut the rope between wall and crate."
    press(yard, *toward(PLATE))
    assert yard.session.world.joints == []
    press(yard, *toward(PLATE))
    assert last_message(yard).text == "There is no joint here. Click closer to one, or to its rope."
    yard.session.undo()
    yard.session.undo()
    assert sorted(joint.name for joint in yard.session.world.joints) == ["rope", "weld"]


def test_angles_between_a_ray_and_lines():
    """Against the least over many points of each line."""
    rng = np.random.default_rng(5)
    start, end = rng.normal(size=(2, 200, 3)) + (0, 0, -9)
    ray = np.array((0.0, 0.0, -1.0))
    t = np.linspace(0.0, 1.0, 2001)[:, None, None]
    points = start + t * (end - start)
    exact = np.arccos(points @ ray / np.linalg.norm(points, axis=2)).min(axis=0)
    found = angles_between(np.zeros(3), ray, start, end)
    near = exact < CUT_ANGLE
    assert near.sum() > 20 and (found[~near] >= CUT_ANGLE).all()
    np.testing.assert_allclose(found[near], exact[near], atol=1e-3)
    assert angles_between(np.zeros(3), ray, -start, -end).min() > 1.0, "what is behind the eye is not near the pointer"
    alone = angles_between(np.zeros(3), ray, np.array([(0.1, 0, -1.0)]), np.array([(0.1, 0, -1.0)]))
    assert alone == pytest.approx(math.atan(0.1))


def test_fixed_bodies_are_partners_too(yard):
    find(yard, "crate").kind = BodyKind.KINEMATIC
    yard.session.refresh()
    (joint,) = join(yard, "weld", CRATE, PLATE)
    run(yard, 30)
    assert joint.error[0] < 0.01 and find(yard, "plate").position[1] == pytest.approx(2.0, abs=0.01)
