"""Joints made in the real window, with real keys and a real mouse."""

import pytest

from tests.app.window.window_player import boxes, changed

YARD = """
from physics import BodyKind, ShapeBox, World
from scenes import kit
for body in session.world.bodies[1:]:
    session.world.remove_body(body)
session.world.add_body(kind=BodyKind.STATIC, shape=ShapeBox((3.0, 2.0, 0.2)), position=(0, 3, -1), name="wall")
for k, x in enumerate((-2.0, 0.0, 2.0)):
    shape = ShapeBox((0.5, 0.5, 0.5))
    session.world.add_body(shape=shape, position=(x, 0.5, 1), material="wood", name=f"crate {k}")
session.history.restart()
session.refresh()
shell.tools.join.__init__(session)
session.clock.paused = True
"""


@pytest.fixture
def yard(player):
    """Three crates before a wall, while time stands still."""
    player.exec(YARD)
    player.frames(2)
    yield player
    player.exec("shell.tools.join.__init__(session)")


def spot(player, place):
    """Where a place is in the window."""
    player.exec("from app.view.framing import project")
    x, y, _ = player.eval(f"project(shell.view.rig.pose(), {place}, *shown.window.get_size())")
    return x, player.eval("shown.window.height") - y


def names(player):
    return player.eval("sorted(joint.name for joint in session.world.joints)")


WALL, CRATES = (-1.2, 3.5, -0.8), [(x, 0.6, 1.5) for x in (-2.0, 0.0, 2.0)]


def test_each_tool_joins_two_clicked_bodies_and_undo_takes_it_back(yard):
    made = []
    for letter, kind in zip("wrhspm", ("weld", "rope", "hinge", "slider", "spring", "motor"), strict=True):
        yard.key("j", letter)
        assert yard.eval("shell.tools.join.kind") == kind
        yard.click(*spot(yard, WALL if letter != "w" else CRATES[0]))
        yard.click(*spot(yard, CRATES[1]))
        made.append(kind)
        assert names(yard) == sorted(made)
    yard.key("Escape")
    for count in range(5, -1, -1):
        yard.key("ctrl+z")
        assert len(names(yard)) == count
    for _ in range(6):
        yard.key("ctrl+y")
    assert names(yard) == sorted(made)


def test_the_line_follows_the_pointer_until_escape(yard):
    yard.key("j", "r")
    yard.exec("shell.panels['joints'] = False")
    yard.click(*spot(yard, WALL))
    yard.move(*spot(yard, CRATES[2]), frames=2)
    with_line = yard.pixels()
    yard.key("Escape")
    assert yard.eval("shell.tools.join.guide") == "Rope: click a body or the ground."
    assert changed(with_line, yard.pixels()) > 100
    yard.click(*spot(yard, CRATES[2]))
    assert names(yard) == [] and yard.eval("shell.tools.drag.drag") is None
    yard.key("Escape", "Escape")
    assert yard.eval("shell.tools.join.kind") == ""


def test_a_rope_is_seen_without_the_overlay_and_cut_by_a_click(yard):
    bare = yard.pixels()
    yard.key("j", "r")
    yard.click(*spot(yard, WALL))
    yard.click(*spot(yard, CRATES[2]))
    yard.key("Escape")
    yard.exec("shell.panels['joints'] = False; shell.messages._messages.clear()")
    assert changed(bare, yard.pixels()) > 100
    yard.key("j", "c")
    yard.click(*spot(yard, tuple(0.5 * (a + b) for a, b in zip(WALL, CRATES[2], strict=True))))
    assert names(yard) == []
    yard.key("ctrl+z")
    assert names(yard) == ["rope"]


def test_the_inspector_lists_joints_and_cuts_them(yard):
    yard.key("j", "w")
    yard.click(*spot(yard, CRATES[0]))
    yard.click(*spot(yard, CRATES[1]))
    yard.key("Escape")
    yard.exec("shell.panels['joints'] = False")
    yard.exec(f"shell.tools.select.select(session.world.body({boxes(yard)[0]}))")
    yard.resize(640, 600)
    left, top, _, height = yard.eval("panel('inspector')")
    yard.click(left + 25, top + height - 58)  # the button above the last two lines
    yard.resize(640, 400)
    assert names(yard) == []


def test_what_was_joined_by_hand_replays_exactly(yard):
    """The same commands at the same steps, from the same start, give the same bits."""
    yard.exec("start, first = session.world.save_state(), session.world.step_count")
    yard.key("j", "r")
    yard.click(*spot(yard, WALL))
    yard.click(*spot(yard, CRATES[0]))
    yard.key("p")
    yard.frames(10)
    yard.key("j", "m")
    yard.click(*spot(yard, WALL))
    yard.click(*spot(yard, (2.0, 0.5, 1.5)))
    yard.frames(20)
    yard.key("ctrl+z")
    yard.frames(10)
    yard.key("ctrl+y", "p")
    yard.exec(
        "wanted, last = session.world.state_hash(), session.world.step_count\n"
        "commands = list(session.history.commands())\n"
        "session.world.load_state(start)\n"
        "for step in range(first, last + 1):\n"
        "    if step > first: session.world.step(1 / 60)\n"
        "    for at, command in commands:\n"
        "        if at == step: assert command.apply(session.world).ok\n"
    )
    assert yard.eval("last - first") > 30 and yard.eval("len(commands)") == 4
    assert yard.eval("session.world.state_hash() == wanted")
    yard.exec("session.history.restart()")
