import math

import pytest

from physics import Vec3
from play import autoplay
from play.autoplay import Player
from play.controls import Controls
from tests.play.vehicles.carting import STEP, Yard

# ---- Looking and pressing -------------------------------------------------------------------------------------------


def test_the_view_turns_to_a_point_no_faster_than_a_hand():
    yard, yaws = Yard(), []
    target = (-6.0, 3.0, 4.0)
    for wanted in autoplay.look(yard.game, target):
        yaws.append(wanted.yaw)
        yard.game.controls = wanted
        yard.world.step(STEP)
    assert autoplay.off_aim(yard.game, Vec3(*target) - yard.game.eye) <= 0.01
    steps = [abs(b - a) for a, b in zip([0.0, *yaws], yaws, strict=False)]
    assert max(steps) <= autoplay.TURN_SPEED * STEP + 1e-12 and len(yaws) > 20


def test_the_view_turns_the_short_way_round():
    yard = Yard()
    yard.game.controls = Controls(yaw=3.0)
    way = Vec3(math.sin(3.0), 0.0, -math.cos(3.0))  # yaw -3
    assert autoplay.turned(yard.game, way).yaw > 3.0


def test_a_look_that_does_not_get_there_ends():
    yard = Yard()
    assert yard.play(autoplay.look(yard.game, (0.0, 0.0, 5.0), within=-1.0, limit=0.5)) == 30


def test_wait_holds_for_a_time():
    yard, seen = Yard(), []
    for wanted in autoplay.wait(yard.game, 0.25, crouch=True):
        seen.append(wanted.crouch)
    assert seen == [True] * 15


def test_press_is_one_step_and_then_let_go():
    yard = Yard()
    assert [wanted.weapon for wanted in autoplay.press(yard.game, weapon=3)] == [3, 0]


def test_fire_aims_charges_and_lets_go():
    yard, held = Yard(), []
    target = (5.0, 1.0, -5.0)
    for wanted in autoplay.fire(yard.game, target, seconds=0.5, other=True):
        held.append(wanted.fire_other)
        assert not wanted.fire
        yard.game.controls = wanted
        yard.world.step(STEP)
    assert held.count(True) == 30 and held[-1] is False and held[-2] is True
    assert autoplay.off_aim(yard.game, Vec3(*target) - yard.game.eye) < 0.02


# ---- Walking --------------------------------------------------------------------------------------------------------


def test_walk_goes_from_point_to_point_and_running_is_faster():
    took = []
    for run in (False, True):
        yard = Yard()
        took.append(yard.play(autoplay.walk(yard.game, (3.0, 0.0, -2.0), (3.0, 5.0, -8.0), run=run)))
        assert math.hypot(yard.game.avatar.feet.x - 3.0, yard.game.avatar.feet.z + 8.0) < 0.5
    assert took[1] < took[0] < 300


def test_who_is_stuck_jumps_over_what_is_low():
    yard = Yard()
    yard.wall((3.0, 0.4, 0.2), (0.0, 0.4, -2.0))
    yard.play(autoplay.walk(yard.game, (0.0, 0.0, -5.0)))
    assert yard.cues("jump") and yard.game.avatar.feet.z < -4.4


def test_who_cannot_get_there_gives_up_after_some_jumps():
    yard = Yard()
    yard.wall((4.0, 3.0, 0.2), (0.0, 3.0, -2.0))
    took = yard.play(autoplay.walk(yard.game, (0.0, 0.0, -5.0), limit=60.0))
    assert took * STEP < 15.0 and len(yard.cues("jump")) == autoplay.STUCK_JUMPS


def test_walk_ends_with_its_time_and_without_a_figure():
    yard = Yard((2.5, 0.0, 0.0))
    assert yard.play(autoplay.walk(yard.game, (0.0, 0.0, -90.0), limit=0.5)) == 30
    yard.press(enter=True)
    assert yard.play(autoplay.walk(yard.game, (0.0, 0.0, -90.0))) <= 1


# ---- Driving --------------------------------------------------------------------------------------------------------


def test_get_in_drive_to_and_get_out():
    yard = Yard((6.0, 0.0, -6.0))
    yard.play(autoplay.get_in(yard.game, 0))
    assert yard.game.driven == 0
    yard.play(autoplay.drive_to(yard.game, (6.0, 0.0, -30.0)))
    place = yard.game.vehicle.chassis.position
    assert math.hypot(place.x - 6.0, place.z + 30.0) < 3.2
    yard.play(autoplay.get_out(yard.game))
    assert yard.game.driven == -1 and yard.game.avatar.present


def test_drive_lets_somebody_steer_until_something_is_true():
    yard = Yard((2.5, 0.0, 0.0)).press(enter=True)
    yard.game.controls = Controls(yaw=0.7)
    cart = yard.game.vehicle.chassis
    took = yard.play(autoplay.drive(yard.game, lambda: Controls(forward=1.0), lambda: cart.position.z < -5.0))
    assert 38 < took < 46 and yard.game.controls.yaw == 0.7
    assert yard.play(autoplay.drive(yard.game, Controls, lambda: False, limit=0.5)) == 30


@pytest.mark.parametrize(
    ("trouble", "deeds"),
    [("", []), ("over", ["reset"]), ("broken", ["repair"])],
)
def test_what_stands_still_backs_off_after_it_was_put_right(trouble, deeds):
    yard = Yard((2.5, 0.0, 0.0)).press(enter=True)
    cart = yard.game.vehicle
    if trouble == "over":
        cart.chassis.orientation = (0.0, 0.0, 1.0, 0.0)
    if trouble == "broken":
        cart.attached = (True, False, True, True)
    before = cart.chassis.position.z
    yard.play(autoplay.back_off(yard.game))
    assert cart.done == deeds and cart.chassis.position.z > before + 5.0
    assert all(cart.attached) and not cart.upside_down


def test_drive_to_backs_off_from_a_wall_and_ends_with_its_time():
    yard = Yard((2.5, 0.0, 0.0)).press(enter=True)
    yard.wall((6.0, 2.0, 0.5), (2.5, 2.0, -4.0))
    farthest = -9.0
    for wanted in autoplay.drive_to(yard.game, (2.5, 0.0, -20.0), limit=4.5):
        yard.game.controls = wanted
        yard.world.step(STEP)
        farthest = max(farthest, yard.game.vehicle.chassis.position.z)
    assert farthest > 3.0


# ---- Players --------------------------------------------------------------------------------------------------------


def once(game):
    yield Controls(forward=1.0)
    yield Controls(forward=0.5)


def test_a_player_plays_its_script_and_then_nothing():
    yard, player = Yard(), Player(once)
    assert [player(yard.game).forward for _ in range(4)] == [1.0, 0.5, 0.0, 0.0] and player.done


def test_a_player_that_repeats_begins_again_without_a_gap():
    yard, player = Yard(), Player(once, repeat=True)
    assert [player(yard.game).forward for _ in range(5)] == [1.0, 0.5, 1.0, 0.5, 1.0] and not player.done


def test_an_empty_script_does_not_hang_who_repeats_it():
    yard, player = Yard(), Player(lambda game: iter(()), repeat=True)
    yard.game.controls = Controls(yaw=0.4, jump=True)
    assert player(yard.game) == Controls(yaw=0.4) and player.done


def test_scripts_one_after_another():
    yard = Yard()
    script = autoplay.one_after_another((once(yard.game), autoplay.press(yard.game, weapon=2)))
    assert [(wanted.forward, wanted.weapon) for wanted in script] == [(1.0, 0), (0.5, 0), (0.0, 2), (0.0, 0)]


def test_take_presses_the_number_and_waits_for_the_weapon_to_come_up():
    yard = Yard()
    weapons = [wanted.weapon for wanted in autoplay.draw_weapon(yard.game, 2)]
    assert weapons == [2, *[0] * (len(weapons) - 1)] and len(weapons) > 20
