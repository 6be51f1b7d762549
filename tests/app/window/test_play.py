"""The village in the real window, played with real keys and a real mouse: walk, open, take, fire, ride, drive, fly."""

import json
import math
import time

import pytest

from app.hud.corners import overlap
from scenes.village import layout
from tests.app.conftest import LIGHT
from tests.app.window.person import CAUGHT_SPEED, FAST, GAME, Person
from tests.app.window.window_player import Player, changed


@pytest.fixture(scope="module")
def village(screen, tmp_path_factory):
    """The app as it starts without an argument."""
    home, settings = tmp_path_factory.mktemp("village"), json.dumps(LIGHT)
    player = Player(screen, home, scene="", size=(400, 260), settings=settings)
    person = Person(player)
    yield person
    assert player.eval("shown.context.error") == "GL_NO_ERROR"
    assert player.close() == 0, player.errors()
    assert "Traceback" not in player.errors()


def test_without_an_argument_the_village_opens_and_mouse_and_keys_work_at_once(village):
    assert village.player.eval("session.runner.key") == "world_village"
    assert village.player.eval("[shown.mouse.caught, shell.player.active]") == [True, True]
    before, yaw = village.feet(), village.player.eval("shell.player.camera.yaw")
    village.nudge(100, 0)
    assert village.player.eval("shell.player.camera.yaw") == pytest.approx(yaw - 100 * CAUGHT_SPEED, abs=0.01)
    village.nudge(-100, 0)
    village.down("w")
    village.frames(40)
    village.up("w")
    assert math.dist(before, village.feet()) > 1.0


def test_jump_by_held_time(village):
    village.stand(layout.START)
    ground, heights = village.feet()[1], []
    for held in (1, 20):
        village.down("space")
        village.frames(held, 1 / 30)
        village.up("space")
        top = 0.0
        for _ in range(16):
            village.frames(1, 0.05)
            top = max(top, village.feet()[1] - ground)
        heights.append(top)
        village.frames(5, FAST)
    assert 0.15 < heights[0] < heights[1] - 0.3, heights


def test_what_a_held_button_gathers_is_shown_below_the_crosshair(village):
    village.player.exec("shell.messages._messages.clear()")
    village.stand(layout.START)
    before = village.player.pixels()[154:158, 171:180]
    village.down("space")
    village.frames(8, FAST)
    bar = village.player.pixels()[154:158, 171:180]
    village.up("space")
    village.frames(12, FAST)
    assert (abs(bar - (242, 89, 64)).max(axis=2) < 30).mean() > 0.8
    assert (abs(before - (242, 89, 64)).max(axis=2) < 30).mean() < 0.2


def test_weapons_are_taken_by_touch_and_chosen_by_number(village):
    for number, place in enumerate(layout.WEAPONS.values(), 1):
        village.stand((0.4 * place.x, layout.PAVED, place.z + 2.0))
        village.walk_to(place, within=0.75)
        assert number in village.get("arsenal.carried"), (number, village.feet(), village.get("arsenal.lying"))
    for number in (3, 1, 4, 2):
        village.choose(number)
        assert village.get("arsenal.held") == number
    village.screen.xdotool("click", 5)  # the wheel
    village.frames(5, FAST)
    assert village.get("arsenal.held") == 3
    village.player.key("0", frames=5)
    assert village.get("arsenal.held") == 0


def test_balls_cubes_and_a_rocket_make_the_wall_fall(village):
    wall = layout.BRICK_WALL
    village.stand((wall.x, layout.PAVED, wall.z + 9.0))
    standing = "sum(body.position.y > 0.9 for body in session.world.bodies if body.name.startswith('brick'))"
    before = village.player.eval(standing)
    village.choose(1)
    for height in (1.2, 1.6):
        village.look_at((wall.x, wall.y + height, wall.z))
        village.press(1, seconds=1.3)
        village.frames(8, FAST)
    village.press(3, seconds=0.7)  # a cube
    village.frames(8, FAST)
    fired = f"sorted({{round(shot.body.mass) for shot in {GAME}.arsenal.projectiles.shots}})"
    assert village.player.eval(fired)[:2] == [5, 10]
    assert village.player.eval(standing) < before - 3, "balls knock bricks out"
    village.choose(2)
    village.look_at((wall.x, wall.y + 0.9, wall.z))
    village.press(1)
    village.frames(30, FAST)
    assert village.player.eval(standing) < 0.5 * before, "the rocket makes it fall"


def test_the_flail_swings_and_the_grab_tool_carries(village):
    village.stand((6.0, layout.PAVED, 46.0))
    village.choose(3)
    ball = f"list({GAME}.arsenal.weapon.bodies[-1].position)"
    before = village.player.eval(ball)
    village.screen.xdotool("mousedown", 1)
    way = 0.0
    for _ in range(12):
        village.frames(4)
        way = max(way, math.dist(before, village.player.eval(ball)))
    village.screen.xdotool("mouseup", 1)
    assert way > 0.5
    crate = "next(b for b in session.world.bodies if b.name.startswith('crate'))"
    place = village.player.eval(f"list({crate}.position)")
    village.stand((place[0], layout.PAVED, place[2] + 4.0))
    village.choose(4)
    village.look_at(place)
    village.screen.xdotool("mousedown", 1)
    village.frames(10)
    assert village.get("grabbing")
    village.nudge(0, -150)
    village.frames(60)
    carried = village.player.eval(f"{GAME}.arsenal.weapons[4].grabbed.position.y")
    village.screen.xdotool("mouseup", 1)
    village.frames(2)
    assert carried > place[1] + 0.3 and not village.get("grabbing")
    village.player.key("0", frames=5)


def test_a_door_is_opened_by_walking_into_it(village):
    route = dict(layout.ROUTE)
    village.stand(route["front door"] + (0.0, 0.0, 1.0))
    doors = "[joint for joint in session.world.joints if 'door' in getattr(joint.body_b, 'name', '')]"
    angles = f"{{joint.body_b.name: joint.angle for joint in {doors}}}"
    before = village.player.eval(angles)
    assert before, "there are doors"
    assert village.walk_to(route["living room"]) < 0.6
    after = village.player.eval(angles)
    assert max(abs(after[name] - before[name]) for name in before) > 0.4


def test_the_stairs_lead_up(village):
    route = dict(layout.ROUTE)
    village.stand(route["before the stairs"])
    village.walk_to(route["foot of the stairs"])
    assert village.walk_to(route["head of the stairs"], tries=40) < 0.7
    assert village.feet()[1] > route["head of the stairs"].y - 0.1


def test_the_button_lifts_the_platform_and_the_player(village):
    _, face, way = layout.BUTTONS[0]
    village.stand(face - way * 1.3 - (0.0, 1.0, 0.0))
    platform = "next(b for b in session.world.bodies if b.name == 'platform').position.y"
    low = village.player.eval(platform)
    village.walk_to(face, within=0.2, tries=6)
    village.frames(10)
    village.stand(layout.ROUTE_PLATFORM[0][1])
    assert village.walk_to(layout.PLATFORM, within=0.3, tries=12, fast=1 / 30) < 0.5
    village.frames(60, FAST)
    height = village.player.eval(platform)
    assert height > low + 3.0
    assert abs(village.feet()[1] - height) < 0.3, "the player rode along"


def test_a_car_is_entered_driven_and_left(village):
    car = village.player.eval(f"list({GAME}.vehicles[0].place({GAME}.vehicles[0].doors[0]))")
    village.stand((car[0], 0.1, car[2]))
    village.frames(10)
    village.player.key("e", frames=5)
    assert village.get("driven") == 0
    village.down("w")
    village.frames(20, FAST)
    village.up("w")
    assert village.get("vehicle.telemetry.speed") > 4.0
    village.player.key("l", frames=2)
    assert village.get("vehicle.lamps_on")
    modes = set()
    for _ in range(3):
        village.player.key("c", frames=2)
        modes.add(village.player.eval("shell.player.camera.mode"))
    assert modes == {"chase", "hood", "driver"}
    village.down("space")
    village.frames(25, FAST)
    village.up("space")
    village.player.key("e", frames=5)
    assert village.get("driven") == -1 and village.get("avatar.present"), village.messages()


def test_c_takes_the_free_camera_back_to_the_player(village):
    village.player.key("shift+c", frames=20)
    eye, place = village.get("eye"), village.player.eval("list(shell.view.rig.pose().position)")
    assert math.dist(eye, place) > 1.0, "not in the head"
    village.player.exec("from app.hud.hud import hints_of")
    assert village.player.eval("hints_of(shell)[0][1]") == "Back to the player"
    village.player.key("c", frames=20)
    assert village.player.eval("[shell.player.active, shown.mouse.caught]") == [True, True]


def test_the_free_camera_attaches_to_the_car(village):
    village.player.key("shift+c", frames=20)
    assert not village.player.eval("shell.player.active") and not village.player.eval("shown.mouse.caught")
    before = village.player.eval("list(shell.view.rig.pose().position)")
    village.down("w")
    village.frames(20)
    village.up("w")
    assert math.dist(before, village.player.eval("list(shell.view.rig.pose().position)")) > 1.0
    village.player.key("Return", frames=2)
    village.player.exec(
        "from physics.vector import angles_of\n"
        f"car = {GAME}.vehicles[1].chassis.position\n"
        "shell.view.rig.fly.position = car + (5.0, 4.0, 6.0)\n"
        "shell.view.rig.fly.yaw, shell.view.rig.fly.pitch = angles_of(car - shell.view.rig.fly.position)"
    )
    village.frames(3)
    village.player.key("Return", frames=5)
    assert village.get("driven") == 1 and village.player.eval("shown.mouse.caught")
    village.down("w")
    village.frames(15, FAST)
    village.up("w")
    assert village.get("vehicle.telemetry.speed") > 2.0
    village.player.key("e", frames=3)
    assert village.get("driven") == -1


def test_f1_and_f2_open_their_windows(village):
    for key, panel in (("F1", "help"), ("F2", "hints")):
        before = village.player.pixels()
        village.player.key(key, frames=3)
        assert village.player.eval(f"shell.panels[{panel!r}]")
        assert changed(before, village.player.pixels()) > 8000
        village.player.key(key, frames=3)
        assert not village.player.eval(f"shell.panels[{panel!r}]")


def test_messages_cover_neither_the_instruments_nor_the_middle(village):
    village.player.exec("for k in range(5): shell.messages.say(f'Sentence {k}. ' + 'It goes on and on. ' * 2)")
    village.frames(3)
    village.player.exec("from app.hud.corners import layout")
    left, top, width, height = village.player.eval("layout.rects['messages']")
    beside = village.player.eval("layout.rects['instruments']")
    village.player.exec("shell.messages._messages.clear()")
    middle = [0.5 * size for size in village.player.eval("[shown.window.width, shown.window.height]")]
    assert left >= 0.0 and top >= 0.0
    assert left + width <= middle[0] or top + height <= middle[1] or top > middle[1]
    assert overlap((left, top, width, height), beside) == 0.0


def test_escape_opens_the_menu_frees_the_mouse_and_goes_back_to_the_game(village):
    village.player.key("Escape", frames=2)
    assert village.player.eval("[shell.panels['menu'], shown.mouse.caught]") == [True, False]
    village.player.key("Escape", frames=2)
    assert village.player.eval("[shell.panels['menu'], shown.mouse.caught]") == [False, True]
    assert village.get("controls.fire") is False


def test_the_wheel_scrolls_the_help_and_the_view_does_not_turn_behind_it(village):
    village.player.key("F1", frames=4)
    assert not village.player.eval("shown.mouse.caught")
    yaw, said = village.player.eval("[shell.player.camera.yaw, len(shell.messages.log)]")
    before = village.player.pixels()
    village.screen.xdotool("click", "--repeat", 3, 5)
    village.frames(8)
    village.nudge(20, 0)
    assert changed(before, village.player.pixels()) > 1500, "another part of the list"
    assert village.player.eval("[shell.player.camera.yaw, len(shell.messages.log)]") == [yaw, said]
    village.player.key("F1", frames=2)
    assert village.player.eval("shown.mouse.caught"), "and the game goes on"


def test_r_asks_in_a_game_and_ctrl_z_brings_the_world_back(village):
    step = village.player.eval("session.world.step_count")
    village.player.key("r")
    assert village.player.eval("session.world.step_count") > step and "again" in village.messages()[-1]
    village.player.key("r")
    assert village.player.eval("session.world.step_count") < step
    village.player.key("ctrl+z")
    assert village.player.eval("session.world.step_count") > step


def test_keys_that_are_held_while_the_focus_goes_are_let_go(village):
    village.stand(layout.START)
    village.down("w")
    village.frames(10)
    assert village.get("controls.forward") == 1.0
    village.screen.xdotool("windowfocus", 0)  # no window has it
    time.sleep(0.2)  # xdotool does not wait until that is so
    village.frames(6, FAST)
    assert village.get("controls.forward") == 0.0 and not village.player.eval("list(shown.steering.held)")
    speed = village.get("avatar.velocity")
    assert math.hypot(speed[0], speed[2]) < 0.2
    village.up("w")
    village.player.focus()
    village.frames(2)


def test_pause_and_step_back_work_while_playing(village):
    village.player.key("p", frames=2)
    step = village.player.eval("session.world.step_count")
    village.frames(5)
    assert village.player.eval("session.world.step_count") == step
    village.player.key("comma", frames=2)
    assert village.player.eval("session.world.step_count") == step - 1
    village.player.key("p", frames=5)
    assert village.player.eval("session.world.step_count") > step


def test_the_mouse_may_move_in_the_frame_in_which_the_game_ends(village):
    """Another scene is opened by a key, and the pointer, still caught, moves before the next frame."""
    village.player.exec("session.open_scene('stacking_tower')\nassert shown.mouse.caught")
    village.player.exec("shown.mouse.on_mouse_motion(100, 100, 5, 5)")
    village.frames(2)
    assert not village.player.eval("shown.mouse.caught")
