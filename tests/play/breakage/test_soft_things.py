"""Soft things burst when they are hit, come back whole when they are mended, and undo takes that back."""

import numpy as np
import pytest

from app.timeline.commands.breakage import Mend
from physics import Vec3, build_balloons, build_clothes_line, build_curtain, build_flag
from play.breakage.mending import mend
from play.breakage.soft_things import SoftThings
from play.weapons.explosion import RADIUS
from tests.play.breakage.yard import Yard


@pytest.fixture
def yard():
    yard = Yard()
    yard.softs = SoftThings(yard.world)
    return yard


def kept(yard, made):
    yard.softs.keep([made])
    return made


def picture(world):
    return [(soft.id, soft.vertex_count, soft.part_count, soft.pins, len(soft.attachments)) for soft in world.softs]


def test_what_was_only_moved_by_the_wind_is_not_astray(yard):
    flag = kept(yard, build_flag(yard.world, (0, 0, 0), width=1.2, drop=0.8, spacing=0.2))
    start = flag.cloth.positions
    yard.run(60)
    assert np.abs(flag.cloth.positions - start).max() > 0.02 and yard.softs.astray(yard.world) == ()
    assert mend(yard.world, yard.things).text == "Nothing is broken."


def test_a_flag_that_was_cut_is_whole_again(yard):
    flag = kept(yard, build_flag(yard.world, (0, 0, 0), width=1.2, drop=0.8, spacing=0.2))
    before = picture(yard.world)
    yard.run(10)
    assert flag.cloth.cut(flag.cloth.position, (1, 0, 0)) > 0
    yard.run(60)
    assert flag.cloth.part_count == 2
    assert mend(yard.world, yard.things).text == "Put 1 thing back."
    assert picture(yard.world) == before and yard.softs.astray(yard.world) == ()
    yard.run(120)
    assert flag.cloth.position.y > 3.0, "it hangs on its pole"


def test_washing_comes_back_with_pegs_that_were_removed_and_cloth_that_came_off(yard):
    line = kept(yard, build_clothes_line(yard.world, (-1, 0, 0), (1, 0, 0), pieces=1, spacing=0.25))
    before, pegs = picture(yard.world), [peg.id for peg in line.pegs]
    yard.world.remove_body(line.pegs[0])
    line.washing[0].unpin()
    yard.world.remove_soft(line.line)
    yard.run(30)
    assert mend(yard.world, yard.things).text == "Put 1 thing back."
    assert picture(yard.world) == before and all(yard.world.body(peg).alive for peg in pegs)
    yard.run(120)
    assert yard.world.softs[1].position.y > 1.0, "it hangs again"


def test_rings_of_a_curtain_come_back_with_their_joints(yard):
    curtain = kept(yard, build_curtain(yard.world, (0, 2, 0), (1, 2, 0), drop=1.0, rings=3, spacing=0.2))
    joints = [joint.id for joint in curtain.joints]
    yard.world.remove_body(curtain.rings[1])
    mend(yard.world, yard.things)
    assert sorted(joint.id for joint in yard.world.joints) == joints
    yard.run(120)
    assert curtain.cloth.positions[:, 1].max() > 1.8


def test_mending_is_taken_back(yard):
    flag = kept(yard, build_flag(yard.world, (0, 0, 0), width=1.2, drop=0.8, spacing=0.2))
    line = kept(yard, build_clothes_line(yard.world, (-1, 0, 2), (1, 0, 2), pieces=1, spacing=0.25))
    flag.cloth.cut(flag.cloth.position, (1, 0, 0))
    yard.world.remove_soft(line.washing[0])
    yard.run(20)
    before, places = picture(yard.world), flag.cloth.positions
    command = Mend()
    inverse = command.invert(yard.world)
    command.perform(yard.world)
    assert picture(yard.world) != before
    for one in inverse:
        one.perform(yard.world)
    assert picture(yard.world) == before
    np.testing.assert_array_equal(flag.cloth.positions, places)


def bunch(yard):
    made = kept(yard, build_balloons(yard.world, (0, 0.1, 0), count=2, string=1.0, detail=1, lift=2.0))
    yard.softs.add_thin(made.balloons)
    yard.run(10)
    return made


def test_a_ball_bursts_a_balloon_and_a_slow_push_does_not(yard):
    made = bunch(yard)
    place = made.balloons[0].position
    ball = yard.throw(place - (0.0, 0.0, 0.6), (0.0, 0.0, 1.0), mass=0.1, radius=0.07)
    yard.run(40)
    assert not any(balloon.leaks for balloon in made.balloons)
    ball.position, ball.velocity = made.balloons[0].position - (0.0, 0.0, 0.6), (0.0, 0.0, 25.0)
    yard.run(10)
    assert made.balloons[0].leaks
    assert mend(yard.world, yard.things).tidied == 1
    assert not any(balloon.leaks for balloon in made.balloons)


def test_an_explosion_bursts_balloons_that_are_near(yard):
    made = bunch(yard)
    yard.softs.feel_blast(yard.world, Vec3(0.0, 1.0, 9.0), RADIUS)
    assert not any(balloon.leaks for balloon in made.balloons)
    yard.softs.feel_blast(yard.world, Vec3(0.0, 1.0, 1.0), RADIUS)
    assert all(balloon.leaks for balloon in made.balloons)
