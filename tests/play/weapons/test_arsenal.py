import pytest

from physics import ShapeBox, Vec3
from play.controls import WEAPON_NEXT, WEAPON_NONE, WEAPON_PREVIOUS
from play.vehicles.vehicle import Vehicle
from play.weapons import registry
from play.weapons.arsenal import KICK_BODY
from tests.play.weapons.shooting import Range

NAMES = {number: weapon.name for number, weapon in registry.load_all().items()}


def names_of(range_):
    return [body.name for body in range_.world.bodies]


def armed(held=1):
    range_ = Range()
    for number in NAMES:
        range_.arsenal.give(number)
    return range_.run(1, weapon=held).run(1)


def test_a_weapon_that_lies_is_a_body_that_rests():
    range_ = Range()
    body = range_.arsenal.lay(range_.world, 2, (2.0, 0.3, -2.0))
    range_.run(240)
    assert body.alive and not body.awake and 0.0 < body.position.y < 0.3
    assert range_.arsenal.carried == ()


@pytest.mark.parametrize("number", NAMES)
def test_touching_a_weapon_picks_it_up_into_the_empty_hand(number):
    range_ = Range()
    body = range_.arsenal.lay(range_.world, number, (0.0, 0.2, -3.0))
    range_.run(30)
    range_.run(60, forward=1.0)
    assert not body.alive and range_.arsenal.lying == ()
    assert range_.arsenal.carried == (number,) and range_.arsenal.held == number
    assert [cue.what for cue in range_.cues("pickup")] == [NAMES[number]]
    assert range_.arsenal.weapon.body.alive and NAMES[number] in names_of(range_)


def test_a_second_weapon_goes_to_the_others_and_a_second_one_of_a_kind_stays():
    range_ = Range(weapon=1)
    other = range_.arsenal.lay(range_.world, 3, (0.2, 0.2, 0.0))
    twin = range_.arsenal.lay(range_.world, 1, (0.2, 0.5, 0.0))
    range_.run(10)
    assert not other.alive and twin.alive
    assert range_.arsenal.carried == (1, 3) and range_.arsenal.held == 1


@pytest.mark.parametrize("number", NAMES)
def test_keys_switch_and_what_is_put_away_is_gone(number):
    range_ = armed(held=1 if number != 1 else 2)
    before = range_.arsenal.weapon.bodies
    range_.run(1, weapon=number)
    assert range_.arsenal.held == number
    assert not any(body.alive for body in before)
    assert all(body.alive for body in range_.arsenal.weapon.bodies)
    alive = names_of(range_)
    assert [name for name in NAMES.values() if name in alive] == [NAMES[number]]


def test_putting_away_leaves_no_body_and_no_joint_behind():
    range_ = Range()
    bodies, joints = len(range_.world.bodies), len(range_.world.joints)
    for number in NAMES:
        range_.arsenal.give(number)
    for number in (*NAMES, *reversed(NAMES)):
        range_.run(5, weapon=number).run(2)
    range_.run(2, weapon=WEAPON_NONE)
    assert range_.arsenal.held == 0
    assert (len(range_.world.bodies), len(range_.world.joints)) == (bodies, joints)


def test_the_wheel_goes_around_in_both_directions():
    first, *others = NAMES
    range_ = armed(held=first)
    for wish, expected in ((WEAPON_NEXT, [*others, first]), (WEAPON_PREVIOUS, [*reversed(others), first])):
        seen = []
        for _ in NAMES:
            range_.run(1, weapon=wish).run(1)
            seen.append(range_.arsenal.held)
        assert seen == expected


def test_a_held_key_switches_once():
    range_ = armed(held=1)
    range_.run(5, weapon=WEAPON_NEXT)
    assert range_.arsenal.held == 2


def test_what_one_does_not_have_is_told_in_words():
    range_ = Range(weapon=1)
    range_.run(2, weapon=4).run(1)
    assert range_.arsenal.held == 1
    assert range_.cues("trouble")[0].text == "You don't have the grab tool yet. Press [hints] to see where it is."


def test_the_wheel_without_weapons_is_told_in_words():
    range_ = Range()
    range_.run(2, weapon=WEAPON_NEXT).run(1)
    assert range_.cues("trouble")[0].text == "You have no weapon yet. Press [hints] to see where they are."


def test_a_wish_that_is_no_weapon_is_told_in_words():
    range_ = Range(weapon=1)
    range_.run(2, weapon=-9).run(1)
    assert range_.arsenal.held == 1 and range_.cues("trouble")[0].text == "There is no weapon -9."


def test_an_unknown_weapon_is_refused():
    range_ = Range()
    known = ", ".join(map(str, NAMES))
    with pytest.raises(LookupError, match=f"weapon must be one of {known}, got 99"):
        range_.arsenal.lay(range_.world, 99, (0.0, 0.0, 0.0))
    assert range_.arsenal.lying == ()


class Cart(Vehicle):
    def __init__(self, world):
        super().__init__()
        self.name, self.home = "cart", (Vec3(3.0, 0.0, 0.0), 0.0)
        self.chassis = world.add_body(shape=ShapeBox((0.8, 0.5, 2.0)), position=(2.0, 0.5, 0.0), mass=1000.0)


@pytest.mark.parametrize("number", NAMES)
def test_sitting_down_puts_the_weapon_away_and_getting_up_takes_it_out(number):
    range_ = armed(held=number)
    range_.game.add_vehicle(Cart(range_.world))
    range_.run(10)
    range_.run(1, enter=True)
    assert range_.game.driven == 0 and range_.arsenal.held == 0 and NAMES[number] not in names_of(range_)
    shots = len(range_.arsenal.projectiles.shots)
    range_.run(30, fire=True).run(30, fire_other=True).run(10)
    assert len(range_.arsenal.projectiles.shots) == shots
    range_.run(1, enter=True).run(1)
    assert range_.game.driven == -1 and range_.arsenal.held == number and NAMES[number] in names_of(range_)


def test_who_steers_from_outside_fires_nothing():
    range_ = Range(weapon=1)
    range_.game.add_vehicle(Cart(range_.world))
    range_.run(20, fire=True)
    range_.game.attach(0)
    range_.run(20, fire=True).run(5)
    assert range_.arsenal.projectiles.shots == () and range_.arsenal.charge == 0.0


def test_who_lies_on_the_ground_fires_nothing_and_keeps_the_weapon():
    range_ = Range(weapon=1)
    range_.run(20, fire=True)
    range_.avatar.fall()
    range_.run(10, fire=True).run(10)
    assert range_.avatar.fallen
    assert range_.arsenal.projectiles.shots == () and range_.arsenal.held == 1 and range_.arsenal.charge == 0.0


def test_a_figure_that_is_put_elsewhere_has_its_weapon_there():
    range_ = Range(weapon=3)
    range_.avatar.put(range_.world, Vec3(20.0, 0.0, 5.0), 0.0)
    range_.run(5)
    assert (range_.arsenal.weapon.body.position - range_.avatar.grip[0]).length < 0.1
    assert names_of(range_).count("flail") == 1


def test_a_weapon_that_somebody_removed_comes_back():
    range_ = Range(weapon=3)
    range_.world.remove_body(range_.arsenal.weapon.ball)
    range_.run(2)
    assert range_.arsenal.held == 3 and range_.arsenal.weapon.ball.alive


def test_a_weapon_that_falls_out_of_the_world_is_put_back():
    range_ = Range()
    body = range_.arsenal.lay(range_.world, 2, (5.0, 0.3, 0.0))
    body.position = (300.0, -60.0, 0.0)
    range_.run(61)
    assert abs(body.position.x - 5.0) < 0.1


@pytest.mark.parametrize("number", NAMES)
def test_a_held_weapon_stays_in_the_hand_and_the_figure_where_it_is(number):
    range_ = armed(held=number).run(90)
    grip = range_.avatar.grip[0]
    assert (range_.arsenal.weapon.body.position - grip).length < 0.02
    assert range_.avatar.feet.length < 0.02
    range_.run(60, pitch=0.6)
    assert (range_.arsenal.weapon.body.position - range_.avatar.grip[0]).length < 0.02


def test_a_full_shot_swings_the_hand_and_pushes_the_figure_within_bounds():
    """Momentum that the figure gets, with its arm and weapon, is at most what it can bear."""
    range_ = Range(weapon=1)
    range_.run(73, fire=True)
    before = range_.avatar.hand.velocity
    range_.run(1)
    assert range_.avatar.hand.velocity.z - before.z > 0.3
    pushed = range_.avatar.torso.mass * range_.avatar.velocity.z
    assert 0.3 * KICK_BODY < pushed < 1.3 * KICK_BODY
    range_.run(60)
    assert range_.avatar.feet.length < 1.0


def test_a_state_goes_back_with_weapons_in_hand_and_on_the_ground():
    range_ = armed(held=3)
    range_.arsenal.lay(range_.world, 1, (3.0, 0.2, 0.0))
    range_.run(10, fire=True)
    state, controls = range_.world.save_state(), range_.game.controls
    hashes = []
    for _ in range(2):
        range_.world.load_state(state)
        assert range_.game.controls == controls
        range_.run(5, weapon=2).run(2, weapon=WEAPON_NEXT).run(20, fire=True).run(5)
        hashes.append((range_.world.state_hash(), range_.arsenal.held))
    assert hashes[0] == hashes[1] and hashes[0][1] == 3
