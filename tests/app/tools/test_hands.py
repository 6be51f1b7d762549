import math

import numpy as np
import pytest

from app.tools.spawning import MAKERS, SpawnTool
from physics import BodyKind, ShapeBox
from scenes import kit

EYE = (0.0, 3.0, 10.0)


def toward(place, eye=EYE):
    """Ray from the eye to a place."""
    way = np.subtract(place, eye)
    return eye, tuple((way / np.linalg.norm(way)).tolist())


def run(sandbox, steps):
    for _ in range(steps):
        sandbox.step()


def last_message(sandbox):
    return sandbox.messages.visible()[-1]


@pytest.fixture
def box(sandbox):
    """The lowest of the three boxes."""
    return sandbox.world.bodies[1]


def test_a_ray_picks_the_nearest_body(sandbox, box):
    hit = sandbox.hands.hit(*toward(box.position))
    assert hit.body is box and hit.distance == pytest.approx(9.5, abs=0.1)
    assert sandbox.hands.grab(*toward(box.position))
    assert sandbox.hands.selected == box.id and sandbox.hands.body is box


def test_the_ground_and_the_sky_are_not_picked(sandbox, box):
    for place in ((3.0, 0.0, 0.0), (0.0, 50.0, 0.0)):
        sandbox.hands.select(box)
        assert not sandbox.hands.grab(*toward(place))
        assert sandbox.hands.selected == -1 and sandbox.hands.body is None and sandbox.hands.drag is None


def test_a_fixed_box_is_picked_but_not_held(sandbox):
    wall = kit.add_fixed(sandbox.world, (1.0, 1.0, 0.1), (4.0, 1.0, 0.0), name="wall")
    assert not sandbox.hands.grab(*toward(wall.position))
    assert sandbox.hands.selected == wall.id and sandbox.hands.drag is None


def test_a_pulled_box_goes_where_it_is_pulled_and_a_release_can_be_undone(sandbox, box):
    hands, start = sandbox.hands, box.position
    hands.grab(*toward(start))
    hands.pull(*toward((4.0, 4.0, 0.0)))
    run(sandbox, 90)
    assert math.dist(hands.drag.point(sandbox.world), hands.drag.target) < 0.1 and box.position[0] > 3.0
    assert len(hands.marks(sandbox.after)) == 1
    hands.release()
    assert hands.drag is None and hands.marks(sandbox.after) == []
    hands.undo()
    assert box.position == pytest.approx(start)
    hands.redo()
    assert box.position[0] > 3.0


def test_a_click_without_a_drag_leaves_nothing_to_undo(sandbox, box):
    sandbox.clock.paused = True
    sandbox.hands.grab(*toward(box.position))
    sandbox.hands.release()
    assert sandbox.hands.undoing.count == 0


def test_pulling_is_gone_back_through_exactly(sandbox, box):
    sandbox.hands.grab(*toward(box.position))
    sandbox.hands.pull(*toward((2.0, 4.0, 0.0)))
    run(sandbox, 5)
    shots = []
    for _ in range(4):
        sandbox.step()
        shots.append(sandbox.after)
    sandbox.hands.release()
    for wanted in (shots[2], shots[1], shots[0]):  # the hash would differ: a known step includes the pull after it
        sandbox.step_back()
        np.testing.assert_array_equal(sandbox.after.position, wanted.position)
        np.testing.assert_array_equal(sandbox.after.velocity, wanted.velocity)


def test_a_shot_flies_where_it_was_aimed(sandbox):
    hands = sandbox.hands
    origin, direction = toward((-5.0, 6.0, 0.0))
    hands.tool = SpawnTool(speed=12.0)
    hands.shoot(origin, direction)
    ball = sandbox.world.bodies[-1]
    assert tuple(ball.velocity) == pytest.approx(tuple(12.0 * np.array(direction)), rel=1e-6)
    assert np.cross(np.subtract(ball.position, origin), direction) == pytest.approx((0, 0, 0), abs=1e-6)
    assert np.dot(np.subtract(ball.position, origin), direction) > 1.0
    hands.undo()
    assert len(sandbox.world.bodies) == 4


def test_a_shot_that_the_world_refuses_is_told(sandbox):
    sandbox.hands.tool = SpawnTool(material="cheese")
    sandbox.hands.shoot(*toward((0.0, 3.0, 0.0)))
    assert len(sandbox.world.bodies) == 4
    assert last_message(sandbox).kind == "error" and "cheese" in last_message(sandbox).text


@pytest.mark.parametrize("shape", MAKERS)
@pytest.mark.parametrize("surface", ["ground", "wall", "slope", "ceiling"])
def test_what_is_spawned_touches_nothing_yet(sandbox, shape, surface):
    world, hands = sandbox.world, sandbox.hands
    turned = {"slope": kit.turn((0.6, 0.0, 0.8), 40.0)}.get(surface, (0.0, 0.0, 0.0, 1.0))
    if surface != "ground":
        place = (6.0, 5.0, 0.0)
        block = ShapeBox((1.0, 1.0, 1.0))
        world.add_body(kind=BodyKind.STATIC, shape=block, position=place, orientation=turned, name=surface)
    eye = {"ground": (6.0, 9.0, 6.0), "wall": (0.0, 5.1, 0.2), "ceiling": (6.1, 1.0, 0.1)}.get(surface, (6.0, 9.0, 0.0))
    target = (6.0, 0.0, 0.0) if surface == "ground" else (6.0, 5.0, 0.0)
    hands.tool = SpawnTool(shape=shape, size=0.5)
    hands.spawn(*toward(target, eye))
    body = world.body(hands.selected)
    assert body.name == f"iron {shape}" and math.dist(body.position, target) < 3.0
    world.step(1e-5)
    gaps = [point["separation"] for point in world.contacts() if body.id in (point["body_a"], point["body_b"])]
    assert min(gaps, default=0.0) >= -1e-4


def test_spawning_into_the_sky_puts_it_before_the_eye(sandbox):
    sandbox.hands.spawn(*toward((0.0, 60.0, 0.0)))
    assert math.dist(sandbox.world.bodies[-1].position, EYE) == pytest.approx(4.0)


def test_delete_undo_and_redo(sandbox, box):
    hands, place = sandbox.hands, box.position
    hands.select(box)
    hands.delete()
    assert len(sandbox.world.bodies) == 3 and hands.selected == -1 and "Removed" in last_message(sandbox).text
    hands.undo()
    assert len(sandbox.world.bodies) == 4
    assert any(body.position == pytest.approx(place) for body in sandbox.world.bodies)
    hands.redo()
    assert len(sandbox.world.bodies) == 3
    hands.delete()
    assert "Nothing is picked" in last_message(sandbox).text and len(sandbox.world.bodies) == 3


def test_freeze_holds_and_freeze_again_releases(sandbox, box):
    hands = sandbox.hands
    hands.freeze()
    assert "Nothing is picked" in last_message(sandbox).text
    hands.select(box)
    hands.freeze()
    place = hands.body.position
    run(sandbox, 20)
    assert hands.body.position == pytest.approx(place)
    hands.freeze()
    run(sandbox, 20)
    assert hands.body.kind == BodyKind.DYNAMIC and hands.body.position[1] < place[1] - 0.2
    hands.undo()
    assert hands.body is box and box.kind == BodyKind.STATIC
    hands.undo()
    assert hands.body is box and box.kind == BodyKind.DYNAMIC


def test_edits_change_the_picked_body(sandbox, box):
    hands = sandbox.hands
    hands.select(box)
    hands.edit("mass", 55.0)
    hands.edit("friction", 0.25)
    hands.edit("restitution", 0.5)
    hands.edit("velocity", (1.0, 2.0, 3.0))
    assert hands.body.mass == pytest.approx(55.0) and hands.body.friction == pytest.approx(0.25)
    assert hands.body.restitution == pytest.approx(0.5) and tuple(hands.body.velocity) == (1.0, 2.0, 3.0)
    hands.edit("kind", BodyKind.STATIC)
    assert hands.body.kind == BodyKind.STATIC and hands.body.mass == math.inf
    hands.undo()
    assert hands.body is box and box.kind == BodyKind.DYNAMIC, "it is still the picked one"
    assert box.mass == pytest.approx(55.0)


@pytest.mark.parametrize(
    ("key", "value"),
    [("mass", -1.0), ("mass", math.nan), ("friction", -0.1), ("restitution", 2.0), ("velocity", (math.inf, 0.0, 0.0))],
)
def test_a_bad_value_is_told_and_changes_nothing(sandbox, box, key, value):
    sandbox.hands.select(box)
    before = sandbox.world.state_hash()
    sandbox.hands.edit(key, value)
    assert sandbox.world.state_hash() == before and sandbox.hands.undoing.count == 0
    assert last_message(sandbox).kind == "error" and last_message(sandbox).text.endswith(".")


def test_a_body_that_is_removed_while_it_is_dragged_is_let_go(sandbox, box):
    hands = sandbox.hands
    hands.grab(*toward(box.position))
    sandbox.world.remove_body(box)
    run(sandbox, 2)
    assert hands.drag is None and hands.selected == -1
    hands.release()
    assert hands.undoing.count == 0


def test_another_scene_lets_everything_go(sandbox, box):
    hands = sandbox.hands
    hands.grab(*toward(box.position))
    hands.set_draft("mass", 3.0)
    sandbox.restart()
    assert hands.drag is None and hands.selected == -1 and hands.draft("mass", 1.0) == 1.0
    assert hands.undoing.count == 0


def test_drafts_belong_to_the_picked_body(sandbox, box):
    hands = sandbox.hands
    hands.set_draft("mass", 3.0)
    assert hands.draft("mass", 1.0) == 3.0
    hands.set_draft("mass", None)
    assert hands.draft("mass", 1.0) == 1.0
    hands.set_draft("mass", 3.0)
    hands.select(box)
    assert hands.draft("mass", 1.0) == 1.0
