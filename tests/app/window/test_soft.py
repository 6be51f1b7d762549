"""Soft bodies worked on in the real window, with real keys and a real mouse."""

import numpy as np
import pytest

from tests.app.window.window_player import changed

YARD = """
from physics import SoftCloth, SoftShell, SoftSolid
shell.panels["soft"] = True
shell.session.clock.paused = True
for body in session.world.bodies[1:]:
    session.world.remove_body(body)
jelly = session.world.add_soft(SoftSolid.lattice(cells=(4, 4, 4), size=0.25), position=(-2, 0.51, 1), name="jelly")
balloon = session.world.add_soft(
    SoftShell.ball(0.6, detail=2, pressure=200.0), position=(0, 0.65, 1), name="balloon"
)
cloth = session.world.add_soft(
    SoftCloth.grid(columns=17, rows=17, spacing=0.12), position=(2.4, 2.0, 0), name="cloth",
    orientation=(0.5 ** 0.5, 0, 0, 0.5 ** 0.5), pins=[0, 16],
)
session.history.restart()
session.refresh()
shell.look_at(1.6)
for _ in range(120): shell.view.advance(1 / 60)
shell.view.followed = -1
from app.view.framing import project
"""


@pytest.fixture
def yard(player):
    """Jelly, balloon and a pinned cloth, while time stands still."""
    player.exec(YARD)
    player.frames(3)
    yield player
    player.screen.xdotool("keyup", "z")
    player.exec("shell.panels['soft'] = False")


def spot(player, place):
    """Where a place is in the window."""
    x, y, _ = player.eval(f"project(shell.view.rig.pose(), {place}, *shown.window.get_size())")
    return x, player.eval("shown.window.height") - y


def middle(player, name):
    return spot(player, tuple(player.eval(f"list({name}.position)")))


def said(player):
    return list(player.eval("[message.text for message in shell.messages.visible()]"))


def stroke(player, start, end):
    """Hold the key, draw a line, let go."""
    player.move(*start)
    player.screen.xdotool("keydown", "z")
    player.frames(2)
    player.move((start[0] + end[0]) / 2, (start[1] + end[1]) / 2, frames=2)
    player.move(*end, frames=2)
    drawn = player.pixels()
    player.screen.xdotool("keyup", "z")
    player.frames(2)
    return drawn


def test_a_person_drags_a_jelly_and_undo_and_step_back_put_it_back(yard):
    yard.key("p")
    start = np.array(yard.eval("list(jelly.position)"))
    top = yard.eval("float(jelly.positions[:, 1].max())")
    x, y = middle(yard, "jelly")
    yard.move(x, y, frames=2)
    yard.screen.xdotool("mousedown", 1)
    yard.frames(2)
    assert yard.eval("len(jelly.attachments)") == 1 and yard.eval("shell.tools.select.soft is jelly")
    yard.move(x, y - 90, frames=40)
    assert yard.eval("float(jelly.positions[:, 1].max())") > top + 0.15
    before = yard.eval("session.world.step_count")
    yard.screen.xdotool("mouseup", 1)
    yard.frames(2)
    assert yard.eval("jelly.attachments") == [] and yard.eval("session.edits.next_undo") == "Moved jelly"
    yard.key("p")
    for _ in range(4):
        yard.key("comma")
    assert yard.eval("session.world.step_count") <= before
    for _ in range(4):
        yard.key("period")
    yard.key("ctrl+z")
    assert np.abs(np.array(yard.eval("list(jelly.position)")) - start).max() < 0.15
    assert yard.eval("jelly.attachments") == []


def test_a_person_cuts_the_cloth_pins_it_and_takes_both_back(yard):
    whole = yard.eval("cloth.vertex_count")
    x, y = middle(yard, "cloth")
    bare = yard.pixels()
    drawn = stroke(yard, (x + 3, y - 150), (x + 3, y + 150))
    assert changed(bare, drawn) > 100  # the stroke is seen
    assert yard.eval("cloth.part_count") == 2 and said(yard)[-1] == "Cut cloth: 2 parts."
    yard.key("ctrl+z")
    assert yard.eval("cloth.part_count") == 1 and yard.eval("cloth.vertex_count") == whole
    yard.key("ctrl+y")
    assert yard.eval("cloth.part_count") == 2
    yard.move(x - 30, y, frames=2)
    yard.key("i")
    assert yard.eval("len(cloth.pins)") == 3 and said(yard)[-1] == "Pinned 1 point of cloth."
    yard.key("i")
    assert yard.eval("len(cloth.pins)") == 2
    yard.key("ctrl+z")
    assert yard.eval("len(cloth.pins)") == 3
    stroke(yard, (5, 200), (60, 200))
    assert said(yard)[-1] == "The cut meets nothing soft."


def test_a_person_inflates_the_balloon_and_bursts_it(yard):
    yard.move(*middle(yard, "balloon"), frames=2)
    filled = yard.eval("balloon.filling")
    yard.key("y", "y")
    assert yard.eval("balloon.filling") > filled + 15000
    yard.key("shift+y")
    assert yard.eval("balloon.filling") < filled + 15000
    yard.key("p")
    yard.frames(20)
    x, y = middle(yard, "balloon")
    stroke(yard, (x - 120, y), (x + 120, y))
    assert yard.eval("balloon.leaks")
    yard.frames(30)
    yard.exec("shell.tools.select.select_soft(balloon)")
    yard.key("y")
    assert "has burst" in said(yard)[-1]
    yard.key("ctrl+z")
    assert not yard.eval("balloon.leaks")
    yard.key("p")


def test_the_panel_shows_and_changes_the_selected_soft_body(yard):
    yard.click(*middle(yard, "jelly"))
    assert yard.eval("shell.tools.select.soft is jelly")
    yard.frames(3)
    left, top, wide, high = yard.eval("panel('soft')")
    assert wide > 100 and high > 200
    yard.key("f")
    yard.frames(60)
    assert yard.eval("shell.view.followed_soft") == yard.eval("jelly.id")
    yard.key("Delete")
    assert not yard.eval("jelly.alive") and yard.eval("len(session.world.softs)") == 2
    yard.key("ctrl+z")
    assert yard.eval("len(session.world.softs)") == 3
    yard.exec("shell.overlays |= {'strain', 'pins', 'lattice', 'parts', 'contacts', 'impulses', 'sleep'}")
    yard.frames(3)
    yard.exec("shell.overlays.clear()")
    assert yard.eval("session.scene_error") == ""
