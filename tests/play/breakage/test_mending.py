"""Mending brings everything back under its number and name, where it was, and leaves the player alone."""

import numpy as np
import pytest

from physics import ShapeBox, Vec3
from play.breakage.mending import mend
from play.figure.avatar import Avatar
from play.game import Game
from play.weapons.explosion import PUSH, RADIUS
from tests.play.breakage.yard import Yard


def picture(world):
    """Number, name, kind and pose of all bodies."""
    return [(body.id, body.name, body.kind, tuple(body.position), tuple(body.orientation)) for body in world.bodies]


def wreck(yard, place=(1.4, 1.2, 0.7)):
    """An explosion that breaks most things, and some time."""
    yard.blast(place)
    yard.world.explode(place, impulse=100.0, radius=RADIUS)
    yard.run(60)


@pytest.fixture
def yard():
    yard = Yard()
    yard.pane((0.0, 1.5, 0.0))
    posts = [yard.post(3.0), yard.post(4.8)]
    yard.board((3.9, 0.8, 0.0), supports=[posts])
    yard.tree((2.2, 0.0, 1.4))
    boxes = [
        yard.world.add_body(shape=ShapeBox((0.2, 0.2, 0.2)), position=(x, 0.2, 1.5), material="wood", name="box")
        for x in (0.0, 1.0)
    ]
    yard.things.keep(boxes)
    return yard


def test_all_that_is_broken_comes_back_under_its_number_where_it_was(yard):
    before = picture(yard.world)
    wreck(yard)
    broken = len(yard.things.broken)
    assert broken >= 3 and picture(yard.world) != before
    done = mend(yard.world, yard.things)
    assert len(done.kinds) == broken and done.blocked == 0
    assert [row[:3] for row in picture(yard.world)] == [row[:3] for row in before]
    after = picture(yard.world)
    np.testing.assert_allclose([row[3] for row in after], [row[3] for row in before], atol=0.004)
    assert not yard.things.broken and not yard.things.losing and not yard.things.scrap
    yard.run(60)
    assert [row[:3] for row in picture(yard.world)] == [row[:3] for row in before], "it holds"
    assert not any(body.awake for body in yard.world.bodies if body.name == "box")


def test_what_was_mended_breaks_again(yard):
    wreck(yard)
    first = {one.number for one in yard.things.broken}
    mend(yard.world, yard.things)
    wreck(yard)
    assert {one.number for one in yard.things.broken} == first


def test_loose_things_go_home_also_those_that_are_gone(yard):
    box, other = (body for body in yard.world.bodies if body.name == "box")
    number, home = other.id, other.position
    box.position = (5.0, 3.0, 2.0)
    box.velocity = (1.0, 2.0, 3.0)
    yard.world.remove_body(other)
    done = mend(yard.world, yard.things)
    assert done.tidied == 2 and done.text == "Put 2 things back."
    assert box.position == Vec3(0.0, 0.2, 1.5) and box.velocity.length == 0.0
    assert yard.world.body(number).position == home
    assert mend(yard.world, yard.things).text == "Nothing is broken."


def test_a_figure_that_stands_in_the_place_of_a_thing_stays_and_the_thing_waits():
    yard = Yard()
    game = Game(yard.world)
    avatar = game.add_avatar(Avatar(yard.world, Vec3(0.0, 0.0, 3.0)))
    panes = [yard.pane((0.0, 1.0, 0.0)), yard.pane((6.0, 1.0, 0.0))]
    for number in panes:
        yard.things.feel_blast(yard.world, yard.things.things[number].middle, 0.5, push=PUSH, radius=RADIUS)
    yard.run(30)
    avatar.put(yard.world, Vec3(0.3, 0.0, 0.0), 0.0)
    feet = avatar.feet
    done = mend(yard.world, yard.things)
    assert done.blocked == 1 and done.text == "Mended 1 pane; 1 thing stays broken because something stands there."
    assert [yard.things.stands(number) for number in panes] == [False, True]
    assert avatar.feet == feet
    avatar.put(yard.world, Vec3(0.0, 0.0, 3.0), 0.0)
    assert mend(yard.world, yard.things).text == "Mended 1 pane."


def test_mending_repeats_bit_for_bit_and_is_taken_back_by_loading_a_state(yard):
    wreck(yard)
    state = yard.world.save_state()
    hashes = []
    for _ in range(2):
        yard.world.load_state(state)
        assert yard.things.broken
        mend(yard.world, yard.things)
        yard.run(30)
        hashes.append(yard.world.state_hash())
    assert hashes[0] == hashes[1]
    yard.world.load_state(state)
    yard.run(5)
    assert not yard.things.stands(0) and all(body.alive for one in yard.things.broken for body in one.pieces[:1])
