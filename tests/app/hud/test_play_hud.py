"""What the instruments of a game say."""

import re

import pytest

from app.fonts import ICONS
from app.hud import dashboard, play_hud, prompts
from app.input.bindings import Bindings
from app.settings import Settings, speed_text
from app.shell import Shell
from physics import Vec3, World
from play.controls import Controls
from play.figure.avatar import Avatar
from play.game import Game
from play.vehicles.vehicle import Instrument, Telemetry
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


@pytest.mark.parametrize(("unit", "text"), [("km/h", "36 km/h"), ("mph", "22 mph"), ("m/s", "10 m/s")])
def test_speed_is_told_once_in_the_chosen_unit_and_never_negative(unit, text):
    """1 m/s is 3.6 km/h, and 3600 / 1609.344 miles per hour."""
    assert speed_text(10.0, unit) == speed_text(-10.0, unit) == text


def test_the_speed_of_a_machine_is_told_in_the_chosen_unit_too():
    value = Instrument("Speed", "2.0 m/s", speed=2.0)
    assert dashboard.in_unit(value, "km/h").text == "7 km/h"
    assert dashboard.in_unit(Instrument("Jib", "30°", 0.5), "km/h") == Instrument("Jib", "30°", 0.5)


@pytest.mark.parametrize(("gear", "text"), [(3, "3"), (0, "N"), (-1, "R")])
def test_gear(gear, text):
    assert dashboard.gear_text(Telemetry(gear=gear)) == text


def test_damage_and_loss_of_wheels():
    shown = Telemetry(damage=(0.0, 0.256, 1.0, 1.2), attached=(True, True, False, True))
    assert [dashboard.wheel_text(shown, wheel) for wheel in range(4)] == ["0%", "26%", "lost", "100%"]
    assert dashboard.worst_text(shown) == "-1"
    assert dashboard.worst_text(Telemetry(damage=(0.0, 0.256, 0.1, 0.0))) == "26%"
    assert dashboard.worst_text(Telemetry()) == "", "nothing to tell"


def test_weapons_that_are_found_missing_and_in_the_hand_are_told_apart():
    world = World()
    kit.add_ground(world)
    game = Game(world)
    game.add_avatar(Avatar(world, Vec3(0.0, 0.0, 0.0)))
    arsenal = Arsenal(world, game)
    assert [row[2:] for row in play_hud.weapon_rows(arsenal)] == [(False, False)] * 4
    assert play_hud.readiness(game) == ("", 0.0)
    arsenal.give(2)
    for _ in range(3):
        world.step(1 / 60)
    assert play_hud.weapon_rows(arsenal)[:2] == [("1", "cube", False, False), ("2", "rocket", True, True)]
    assert play_hud.readiness(game) == ("Rocket launcher: loaded", 1.0)
    game.controls = Controls(weapon=-3)
    for _ in range(3):
        world.step(1 / 60)
    assert play_hud.readiness(game) == ("Empty hands", 0.0)


def test_every_weapon_has_an_icon():
    assert {weapon.icon for weapon in registry.load_all().values()} <= set(ICONS)


def test_prompts_tell_the_action_of_the_moment(scene_folder):
    (scene_folder / "demo_game.py").write_text(scene_text("demo_game", GAME))
    played = Shell(Settings(reduced_motion=True), "demo_game")
    frames(played, 2)
    assert prompts.prompt(played) is None
    car = played.player.game.vehicles[0]
    played.player.game.avatar.put(played.session.world, car.place(car.doors[0]) - (0.0, 0.3, 0.0), 0.0)
    frames(played, 2)
    assert prompts.prompt(played)[:2] == ("enter", f"Get into the {car.name}")
    upright = car.chassis.orientation
    played.session.world.write([car.chassis], orientation=[(0.0, 0.0, 1.0, 0.0)])
    assert prompts.prompt(played)[:2] == (
        "",
        f"The {car.name} is on its roof: push it over, or attach to it and reset it.",
    )
    played.session.world.write([car.chassis], orientation=[upright])
    board(played)
    assert prompts.prompt(played) is None
    car.attached = (True, False, True, True)
    assert prompts.prompt(played)[:2] == ("repair", "Put the lost wheel back on")
    car.attached = (False, False, True, True)
    assert prompts.prompt(played)[:2] == ("repair", "Put the lost wheels back on")
    played.session.world.write([car.chassis], orientation=[(0.0, 0.0, 1.0, 0.0)])
    assert prompts.prompt(played)[:2] == ("reset_vehicle", "Put it back on its wheels")
    played.player.detach()
    played.player.looked_at = -1
    assert prompts.prompt(played)[:2] == ("attach", "Attach to the figure")
    played.player.looked_at = 0
    assert prompts.prompt(played)[:2] == ("attach", f"Attach to the {car.name}")
