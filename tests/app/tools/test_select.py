"""Selecting a body with a ray, and editing it."""

import math

import pytest

from app.tools.select import NOTHING
from physics import BodyKind
from scenes import kit
from tests.app.tools.conftest import toward


def test_a_ray_selects_the_nearest_body(tools, box):
    hit = tools.select.hit(*toward(box.position))
    assert hit.body is box and hit.distance == pytest.approx(9.5, abs=0.1)
    tools.press(*toward(box.position))
    assert tools.select.selected == box.id and tools.select.body is box and tools.drag.drag is not None


def test_the_ground_and_the_sky_are_not_selected(tools, box):
    for place in ((3.0, 0.0, 0.0), (0.0, 50.0, 0.0)):
        tools.select.select(box)
        tools.press(*toward(place))
        assert tools.select.selected == -1 and tools.select.body is None and tools.drag.drag is None


def test_a_fixed_box_is_selected_but_not_held(tools, session):
    wall = kit.add_fixed(session.world, (1.0, 1.0, 0.1), (4.0, 1.0, 0.0), name="wall")
    tools.press(*toward(wall.position))
    assert tools.select.selected == wall.id and tools.drag.drag is None


def test_delete_undo_and_redo(tools, session, box):
    place = box.position
    tools.select.select(box)
    assert "Removed" in tools.select.delete().message
    assert len(session.world.bodies) == 3 and tools.select.selected == -1
    session.undo()
    assert len(session.world.bodies) == 4
    assert any(body.position == pytest.approx(place) for body in session.world.bodies)
    session.redo()
    assert len(session.world.bodies) == 3
    result = tools.select.delete()
    assert not result.ok and result.message == NOTHING and len(session.world.bodies) == 3


def test_freeze_holds_and_freeze_again_releases(tools, session, box):
    assert tools.select.freeze().message == NOTHING
    tools.select.select(box)
    tools.select.freeze()
    place = tools.select.body.position
    for _ in range(20):
        session.step()
    assert tools.select.body.position == pytest.approx(place)
    tools.select.freeze()
    for _ in range(20):
        session.step()
    body = tools.select.body
    assert body.kind == BodyKind.DYNAMIC and body.position[1] < place[1] - 0.2
    session.undo()
    assert tools.select.body is box and box.kind == BodyKind.STATIC
    session.undo()
    assert tools.select.body is box and box.kind == BodyKind.DYNAMIC


def test_edits_change_the_selected_body(tools, session, box):
    select = tools.select
    select.select(box)
    select.edit("mass", 55.0)
    select.edit("friction", 0.25)
    select.edit("restitution", 0.5)
    select.edit("velocity", (1.0, 2.0, 3.0))
    assert select.body.mass == pytest.approx(55.0) and select.body.friction == pytest.approx(0.25)
    assert select.body.restitution == pytest.approx(0.5) and tuple(select.body.velocity) == (1.0, 2.0, 3.0)
    select.edit("kind", BodyKind.STATIC)
    assert select.body.kind == BodyKind.STATIC and select.body.mass == math.inf
    session.undo()
    assert select.body is box and box.kind == BodyKind.DYNAMIC, "it is still the selected one"
    assert box.mass == pytest.approx(55.0)


@pytest.mark.parametrize(
    ("key", "value"),
    [("mass", -1.0), ("mass", math.nan), ("friction", -0.1), ("restitution", 2.0), ("velocity", (math.inf, 0.0, 0.0))],
)
def test_a_bad_value_is_refused_in_words_and_changes_nothing(tools, session, box, key, value):
    tools.select.select(box)
    before = session.world.state_hash()
    result = tools.select.edit(key, value)
    assert session.world.state_hash() == before and session.edits.count == 0
    assert not result.ok and result.message.endswith(".")
