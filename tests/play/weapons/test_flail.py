import pytest

from physics import BodyKind, JointUniversal, ShapeBox
from play.weapons.flail import LENGTH, LINKS
from tests.play.weapons.shooting import Range


def swung(range_, button, steps, **aim):
    """Swing for some steps; lengths of the chain and speeds of the ball."""
    flail, lengths, speeds = range_.arsenal.weapon, [], []
    for _ in range(steps):
        range_.run(1, **{button: True}, **aim)
        lengths.append((flail.ball.position - flail.tip_place).length)
        speeds.append(flail.ball.velocity.length)
    return lengths, speeds


def test_it_is_a_chain_of_capsules_on_universal_joints_with_a_ball():
    flail = Range(weapon=3).arsenal.weapon
    assert len(flail.links) == LINKS + 1
    assert sum(isinstance(joint, JointUniversal) for joint in flail.joints) == LINKS + 1
    assert flail.ball.mass > 10 * flail.links[0].mass


def test_it_hangs_at_rest_below_the_hand():
    range_ = Range(weapon=3)
    range_.run(300)
    flail = range_.arsenal.weapon
    below = flail.tip_place - flail.ball.position
    assert below.length == pytest.approx(LENGTH, abs=0.003) and below.y > 0.95 * LENGTH
    assert flail.ball.velocity.length < 0.8
    assert range_.avatar.feet.length < 0.05


@pytest.mark.parametrize("button", ["fire", "fire_other"])
def test_swung_it_gets_fast_keeps_its_length_and_leaves_the_figure_where_it_is(button):
    range_ = Range(weapon=3)
    range_.run(60)
    lengths, speeds = swung(range_, button, 180)
    assert max(lengths) < LENGTH + 0.006
    assert max(speeds) > 7.0 and max(speeds) < 14.0
    assert not range_.avatar.fallen and range_.avatar.feet.length < 0.5
    range_.run(240)
    assert not range_.avatar.fallen and range_.avatar.feet.length < 0.5


def test_swung_forward_it_goes_up_behind_and_down_in_front():
    range_ = Range(weapon=3)
    range_.run(60)
    flail = range_.arsenal.weapon
    places = []
    for _ in range(120):
        range_.run(1, fire=True)
        places.append((flail.ball.position - flail.tip_place, flail.ball.velocity))
    over = [velocity.z for place, velocity in places if place.y > 0.5]
    assert over and max(over) < 0.0


def test_it_knocks_a_crate_over():
    range_ = Range(weapon=3)
    range_.run(30)
    tall = range_.world.add_body(
        shape=ShapeBox((0.2, 0.75, 0.2)), position=(-0.25, 0.75, -1.25), mass=25.0, material="wood", name="crate"
    )
    range_.run(10)
    swung(range_, "fire_other", 120)
    range_.run(60)
    assert tall.position.y < 0.5  # it lies
    assert range_.cues("hit") and range_.cues("hit")[0].what == "crate"


def test_hits_against_a_wall_do_not_throw_the_figure_or_tear_the_chain():
    range_ = Range(weapon=3)
    range_.wall(z=-1.1, half=(3.0, 2.0, 0.1))
    range_.run(30)
    lengths, speeds = swung(range_, "fire", 240)
    assert max(lengths) < LENGTH + 0.03
    assert max(speeds) < 20.0
    assert not range_.avatar.fallen and range_.avatar.feet.length < 1.0


def test_a_chain_that_is_caught_does_not_hold_the_figure_for_ever():
    """The ball is in a cage; who walks away has a new flail in the hand."""
    range_ = Range(weapon=3)
    range_.run(30)
    x, y, z = range_.arsenal.weapon.ball.position
    for dx, dz in ((0.2, 0.0), (-0.2, 0.0), (0.0, 0.2), (0.0, -0.2)):
        half = (0.08, 0.6, 0.3) if dx else (0.3, 0.6, 0.08)
        range_.world.add_body(kind=BodyKind.STATIC, shape=ShapeBox(half), position=(x + dx, y - 0.35, z + dz))
    top = range_.world.add_body(
        kind=BodyKind.STATIC, shape=ShapeBox((0.12, 0.01, 0.3)), position=(x - 0.14, y + 0.2, z)
    )
    assert top.alive
    range_.run(180, forward=-1.0, run=True)
    assert range_.avatar.feet.z > 2.0 and not range_.avatar.fallen
    flail = range_.arsenal.weapon
    assert (flail.ball.position - flail.tip_place).length < LENGTH + 0.05


def test_it_can_be_taken_out_where_there_is_little_room():
    range_ = Range()
    for x in (-0.8, 0.8):
        range_.world.add_body(kind=BodyKind.STATIC, shape=ShapeBox((0.1, 2.0, 2.0)), position=(x, 2.0, 0.0))
    range_.wall(z=-0.8, half=(1.0, 2.0, 0.1))
    range_.world.add_body(kind=BodyKind.STATIC, shape=ShapeBox((1.0, 0.4, 0.3)), position=(0.0, 0.4, -0.55))
    range_.arsenal.give(3)
    range_.run(120)
    flail = range_.arsenal.weapon
    assert (flail.ball.position - flail.tip_place).length < LENGTH + 0.03
    assert range_.avatar.feet.length < 0.5 and flail.ball.velocity.length < 3.0


def test_the_future_repeats_while_it_is_swung():
    range_ = Range(weapon=3)
    range_.crate((0.3, 0.25, -1.4))
    swung(range_, "fire", 40)
    state, ends = range_.world.save_state(), []
    for _ in range(2):
        range_.world.load_state(state)
        swung(range_, "fire", 60)
        ends.append(range_.world.state_hash())
    assert ends[0] == ends[1]
