"""Rockets break things of a range, and do not throw what is left of them out of it."""

import pytest

from physics import BodyKind, Vec3
from play.breakage.debris import HEAVY, THROWN
from play.weapons.explosion import STEPS
from tests.play.breakage.yard import Yard
from tests.play.weapons.shooting import Range


def fire(what, place=(0.0, 1.0, -8.0)):
    """A rocket at a thing; the range and the thing after a second."""
    range_ = Range()
    yard = Yard(world=range_.world)
    number = getattr(yard, what)((0.0, 0.0 if what == "tree" else place[1], place[2]))
    range_.arsenal.projectiles.fire_rocket(range_.world, Vec3(0.0, 1.0, -3.0), Vec3(0.0, 0.0, -30.0))
    return range_, yard, number


@pytest.mark.parametrize("what", ["pane", "board", "tree"])
def test_a_rocket_breaks_a_thing_and_tells_it(what):
    range_, yard, number = fire(what)
    range_.run(30)
    assert not yard.things.stands(number)
    cue = {"pane": "shatter", "board": "crack", "tree": "timber"}[what]
    assert [told.what for told in range_.cues(cue)] == [yard.things.things[number].kind.name]


@pytest.mark.parametrize(("what", "limit"), [("board", THROWN[1]), ("tree", HEAVY[1])])
def test_fragments_get_no_faster_than_they_may_in_each_step_of_an_explosion(what, limit):
    range_, yard, number = fire(what)
    for _ in range(60):
        if yard.things.stands(number):
            range_.run(1)
    range_.run(STEPS)
    free_fall = 9.81 * STEPS / 60.0
    took = yard.things.things[number].kind.strength / 20.0
    for body in yard.pieces(number):
        if body.kind == BodyKind.DYNAMIC:
            assert 0.1 < body.velocity.length < limit * STEPS + free_fall + took
    range_.run(300)
    assert all((body.position - Vec3(0.0, 0.0, -8.0)).length < 25.0 for body in yard.pieces(number))


def test_a_pane_shields_what_is_behind_it_until_it_is_gone():
    """The wave comes step by step: it breaks the pane first, and then what it sees."""
    range_, yard, _ = fire("pane")
    behind = yard.board((0.0, 1.0, -9.5))
    range_.run(40)
    assert not yard.things.stands(behind)
