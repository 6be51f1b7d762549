"""What the instruments of a game say."""

import re

import pytest

from app.hud import play_hud
from app.input.bindings import Bindings
from app.settings import Settings
from app.shell import Shell
from physics import Vec3, World
from play.figure.avatar import Avatar
from play.game import Game
from play.vehicles.vehicle import Telemetry
from play.weapons import registry
from play.weapons.arsenal import Arsenal
from scenes import kit
from scenes.village.hints import HINTS
from tests.app.conftest import scene_text
from tests.app.test_player import GAME, board, frames


@pytest.mark.parametrize(
    "text", [*(text for _, text in HINTS), *(weapon.help for weapon in registry.load_all().values())]
)
def test_hints_and_help_of_weapons_name_actions_that_there_are(text):
    known = {action.key for action in Bindings().actions}
    assert set(re.findall(r"\[(\w+)\]", text)) <= known


def test_speed_is_told_in_both_units_and_never_negative():
    assert play_hud.speed_text(10.0).split() == ["10.0", "m/s", "36", "km/h"]
    assert play_hud.speed_text(-2.5).split() == ["2.5", "m/s", "9", "km/h"]


@pytest.mark.parametrize(("gear", "text"), [(3, "gear 3"), (0, "gear N"), (-1, "gear R")])
def test_gear_and_revolutions(gear, text):
    assert play_hud.engine_text(Telemetry(gear=gear, rpm=4321.4)) == f"{text}    4321 rpm"


def test_damage_and_loss_of_wheels():
    shown = Telemetry(damage=(0.0, 0.256, 1.0, 1.2), attached=(True, True, False, True))
    assert [play_hud.wheel_text(shown, wheel) for wheel in range(4)] == ["0%", "26%", "lost", "100%"]


def test_weapons_are_named_once_they_are_found():
    world = World()
    kit.add_ground(world)
    game = Game(world)
    game.add_avatar(Avatar(world, Vec3(0.0, 0.0, 0.0)))
    arsenal = Arsenal(world, game)
    assert play_hud.weapon_rows(arsenal) == [(f"{number}  ...", False) for number in arsenal.weapons]
    arsenal.give(2)
    for _ in range(3):
        world.step(1 / 60)
    assert play_hud.weapon_rows(arsenal)[1] == ("2  rocket launcher", True)


def test_prompts_name_the_key_that_is_really_bound(scene_folder):
    (scene_folder / "demo_game.py").write_text(scene_text("demo_game", GAME))
    played = Shell(Settings(reduced_motion=True), "demo_game")
    frames(played, 2)
    assert play_hud.prompt(played) == ""
    played.input.bindings.rebind("enter", ["F7"])
    car = played.player.game.vehicles[0]
    played.player.game.avatar.put(played.session.world, car.place(car.doors[0]) - (0.0, 0.3, 0.0), 0.0)
    frames(played, 2)
    assert play_hud.prompt(played) == f"[F7] get into the {car.name}"
    upright = car.chassis.orientation
    played.session.world.write([car.chassis], orientation=[(0.0, 0.0, 1.0, 0.0)])
    assert play_hud.prompt(played) == f"the {car.name} is on its roof", "nobody gets in there"
    played.session.world.write([car.chassis], orientation=[upright])
    board(played)
    assert play_hud.prompt(played) == ""
    car.attached = (True, False, True, True)
    assert play_hud.prompt(played) == "[Shift+Backspace] put the lost wheel back on"
    car.attached = (False, False, True, True)
    assert play_hud.prompt(played) == "[Shift+Backspace] put the lost wheels back on"
    played.session.world.write([car.chassis], orientation=[(0.0, 0.0, 1.0, 0.0)])
    assert play_hud.prompt(played) == "[Backspace] put it back on its wheels"
    played.player.detach()
    played.player.looked_at = -1
    assert play_hud.prompt(played) == "[Enter] attach to the figure"
    played.player.looked_at = 0
    assert play_hud.prompt(played) == f"[Enter] attach to the {car.name}"
