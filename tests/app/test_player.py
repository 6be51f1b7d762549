"""A person in a game, without a window: controls, cameras, time, the free camera, the scripted player."""

import math

import pytest

from app.panels.panel_set import PanelSet
from app.settings import Settings
from app.shell import Shell
from app.view.play_camera import DRIVING
from physics import BodyKind, ShapeBox, Vec3
from physics.vector import rotate, rotation_of
from play.controls import Controls
from tests.app.actions.fakes import make_context
from tests.app.conftest import scene_text

STEP = 1.0 / 60.0
GAME = """
from physics import Vec3
from play.autoplay import wait, walk
from play.figure.avatar import Avatar
from play.vehicles.car_jointed import CarJointed
from play.game import Game


@scene(category="Demo", name="Game", view=View())
def build(world):
    kit.add_ground(world)
    game = Game(world)
    game.add_avatar(Avatar(world, Vec3(0.0, 0.0, 0.0), 0.5))
    game.add_vehicle(CarJointed(world, Vec3(8.0, 0.0, 0.0), 0.0))
    kit.add_fixed(world, (3.0, 2.0, 0.1), (0.0, 2.0, 2.0), name="wall")


def autoplay(game):
    yield from walk(game, (0.0, 0.0, -4.0))
    yield from wait(game, 0.2)
"""


@pytest.fixture
def played(scene_folder):
    (scene_folder / "demo_game.py").write_text(scene_text("demo_game", GAME))
    shell = Shell(Settings(reduced_motion=True), "demo_game")
    assert shell.session.scene_error == ""
    frames(shell, 5)
    return shell


def frames(shell, count, seconds=STEP):
    for _ in range(count):
        shell.advance(seconds)


def board(shell):
    """Stand beside the car and get in."""
    game = shell.player.game
    door = game.vehicles[0].place(game.vehicles[0].doors[0])
    game.avatar.put(shell.session.world, Vec3(door.x, 0.0, door.z), 0.0)
    frames(shell, 2)
    shell.player.pulse("enter")
    frames(shell, 3)
    assert game.driven == 0


def test_a_scene_with_a_game_is_played_at_once_and_the_camera_looks_where_the_figure_does(played):
    play = played.player
    assert play.active and play.mode == "avatar" and play.camera.yaw == 0.5
    eye = Vec3(*played.view.rig.pose().position)
    assert (eye - play.game.avatar.eye).length < 0.01


def test_a_scene_without_a_game_is_not(shell):
    assert not shell.player.active and shell.player.mode == "free" and shell.player.hidden == frozenset()
    shell.player.act()
    shell.player.advance(STEP, fov=1.0, bob=False, shake=(0.0, 0.0, 0.0))


def test_what_is_held_moves_the_figure(played):
    played.player.hold(forward=1.0)
    frames(played, 60)
    moved = played.player.game.avatar.feet
    along = moved.x * -math.sin(0.5) + moved.z * -math.cos(0.5)
    assert 2.5 < along < 4.5
    played.player.release()
    frames(played, 60)
    assert played.player.game.avatar.velocity.length < 0.1


def test_a_tap_between_two_frames_still_jumps(played):
    played.player.tap("jump")
    frames(played, 12)
    assert played.player.game.avatar.feet.y > 0.1


def test_two_pulses_at_once_are_two_presses(played):
    wanted = []
    played.player._send = lambda controls: wanted.append(controls.weapon)
    played.player.pulse("weapon", 1)
    played.player.pulse("weapon", 1)
    frames(played, 4)
    assert [weapon for weapon in wanted if weapon] == [1, 1]


def test_everything_that_was_done_is_repeated_after_going_back(played):
    played.player.hold(forward=1.0, run=True)
    frames(played, 30)
    played.player.turn(0.7, 0.1)
    frames(played, 30)
    played.player.release()
    frames(played, 10)
    end, state = played.session.world.step_count, played.session.world.state_hash()
    played.session.history.seek(6)
    assert played.player.game.avatar.feet.length < 0.5
    played.session.history.seek(end)
    assert played.session.world.state_hash() == state


def test_idle_hands_do_not_drop_the_known_future(played):
    played.player.hold(forward=1.0)
    frames(played, 40)
    played.player.release()
    frames(played, 5)
    newest = played.session.history.newest
    for _ in range(20):
        played.session.step_back()
    for _ in range(20):
        played.session.step()
    assert played.session.history.newest == newest and not played.session.history.in_past


def test_a_new_wish_in_the_past_drops_the_future(played):
    frames(played, 40)
    for _ in range(20):
        played.session.step_back()
    played.player.hold(forward=1.0)
    played.session.step()
    assert not played.session.history.in_past


def test_in_first_person_the_torso_is_hidden_and_in_third_person_shown(played):
    play = played.player
    assert play.hidden == {play.game.avatar.torso.id}
    assert play.cycle_camera() == "third person"
    frames(played, 60)
    assert play.hidden == frozenset()
    assert 2.0 < (Vec3(*played.view.rig.pose().position) - play.game.avatar.eye).length < 4.0


def test_with_reduced_motion_the_camera_behind_is_there_at_once(played):
    play = played.player
    play.game.avatar.put(played.session.world, Vec3(0.0, 0.0, -6.0), 0.0)
    frames(played, 2)
    play.cycle_camera()
    frames(played, 1)
    there = (Vec3(*played.view.rig.pose().position) - play.game.eye).length
    frames(played, 60)
    assert (
        there == pytest.approx((Vec3(*played.view.rig.pose().position) - play.game.eye).length, abs=0.02)
        and there > 2.5
    )


def test_the_torso_is_seen_until_the_camera_is_back_in_the_head(played):
    play, played.settings.reduced_motion = played.player, False
    play.cycle_camera()
    frames(played, 90)
    play.cycle_camera()
    frames(played, 2)
    assert played.view.rig.gliding and play.hidden == frozenset()
    frames(played, 60)
    assert not played.view.rig.gliding and play.hidden == {play.game.avatar.torso.id}


def test_a_camera_that_a_wall_pushes_into_the_head_does_not_see_it_from_inside(played):
    play = played.player
    play.game.avatar.put(played.session.world, Vec3(0.0, 0.0, 1.6), 0.0)
    play.cycle_camera()
    play.camera.yaw = -0.3
    frames(played, 30)
    near = (Vec3(*played.view.rig.pose().position) - play.game.eye).length
    assert bool(play.hidden) == (near < 0.45)


def test_the_camera_behind_the_figure_never_goes_through_a_wall(played):
    play = played.player
    play.cycle_camera()
    play.camera.yaw = 0.0  # the wall is 2 m behind
    for turn in range(60):
        play.turn(0.02, 0.0 if turn % 2 else 0.01)
        frames(played, 1)
        x, _, z = played.view.rig.pose().position
        assert abs(x) > 2.9 or z < 1.9


def test_the_camera_glides_away_from_the_wall_instead_of_jumping(played):
    play = played.player
    play.cycle_camera()
    play.camera.yaw = 0.0
    frames(played, 60)
    before = Vec3(*played.view.rig.pose().position)
    play.camera.yaw = math.pi  # nothing is behind now
    frames(played, 1)
    near = (Vec3(*played.view.rig.pose().position) - play.game.avatar.eye).length
    assert near < 2.6
    frames(played, 120)
    assert (Vec3(*played.view.rig.pose().position) - play.game.avatar.eye).length > 3.0 and before.z > 1.0


@pytest.mark.slow
def test_getting_in_and_out(played):
    board(played)
    game = played.player.game
    assert not game.avatar.present and played.player.camera.mode == "chase"
    played.player.hold(forward=1.0)
    frames(played, 90)
    assert game.vehicle.telemetry.speed > 3.0
    played.player.hold(forward=0.0, jump=True)
    frames(played, 180)
    played.player.pulse("enter")
    frames(played, 3)
    assert game.driven == -1 and game.avatar.present and played.player.camera.mode == "first person"


def test_every_camera_of_a_vehicle_sees_something(played):
    board(played)
    for _ in DRIVING:
        frames(played, 2)
        pose = played.view.rig.pose()
        assert all(map(math.isfinite, (*pose.position, *pose.rotation)))
        assert (Vec3(*pose.position) - played.player.game.vehicle.chassis.position).length < 12.0
        played.player.cycle_camera()


def test_getting_in_is_refused_in_words(played):
    said = lambda: [message.text for message in played.messages.visible()]  # noqa: E731
    played.player.pulse("enter")
    frames(played, 2)
    assert "There is nothing within reach to use. Go closer, and look at it." in said()
    car = played.player.game.vehicles[0]
    above = car.chassis.position + (0, 1, 0)
    played.session.world.write([car.chassis], orientation=[(0.0, 0.0, 1.0, 0.0)], position=[above])
    played.player.game.avatar.put(played.session.world, Vec3(6.0, 0.0, 0.0), 0.0)
    played.player.pulse("enter")
    frames(played, 3)
    assert any("is on its roof" in text for text in said())
    assert played.player.game.driven == -1


def test_the_free_camera_attaches_to_what_it_looks_at(played):
    play, game = played.player, played.player.game
    play.detach()
    frames(played, 2)
    assert not play.active and played.view.rig.name == "fly"
    play.hold(forward=1.0)
    frames(played, 30)
    assert game.avatar.velocity.length < 0.1, "the figure stands while the camera flies"
    played.view.rig.fly.position = Vec3(8.0, 1.0, 9.0)
    car = game.vehicles[0].chassis.position
    assert not play.attach(Vec3(8.0, 1.0, 9.0), Vec3(0.0, 1.0, 0.0)).ok
    assert play.attach(Vec3(8.0, 1.0, 9.0), car - Vec3(8.0, 1.0, 9.0)).ok
    assert play.active and game.driven == 0 and game.avatar.present
    frames(played, 2)
    assert played.view.rig.name == "carried"
    play.pulse("enter")
    frames(played, 3)
    assert game.driven == -1, "who was not inside is the figure again"


def test_back_from_the_free_camera(played):
    played.player.detach()
    frames(played, 2)
    played.player.back()
    frames(played, 2)
    assert played.player.active and played.view.rig.name == "carried"


@pytest.mark.parametrize("mode", ["first person", "third person"])
def test_the_free_camera_begins_outside_of_the_head_and_sees_the_figure(played, mode):
    play = played.player
    while play.camera.mode != mode:
        play.cycle_camera()
    frames(played, 40)
    play.detach()
    frames(played, 40)
    pose, eye = played.view.rig.pose(), play.game.eye
    way = eye - Vec3(*pose.position)
    assert 2.0 < way.length < 4.5
    assert way.dot(rotate(pose.rotation, (0.0, 0.0, -1.0))) > 0.8 * way.length, "the figure is before it"
    assert play.can_return


def test_the_free_camera_begins_elsewhere_if_there_is_a_wall_behind(played):
    play, eye = played.player, played.player.game.eye
    back = rotate(rotation_of(play.camera.yaw, 0.0), (0.0, 0.0, 1.0))
    wall = ShapeBox((4.0, 4.0, 0.1)) if abs(back.z) > 0.5 else ShapeBox((0.1, 4.0, 4.0))
    played.session.world.add_body(shape=wall, position=eye + back * 0.7, kind=BodyKind.STATIC)
    frames(played, 2)
    play.detach()
    frames(played, 2)
    assert (Vec3(*played.view.rig.pose().position) - eye).length > 1.5


def test_who_falls_out_of_the_world_is_put_back_with_a_word(played):
    game = played.player.game
    game.avatar.put(played.session.world, Vec3(0.0, -40.0, 0.0), 0.0)
    game.vehicles[0].put(played.session.world, Vec3(5.0, -45.0, 0.0), 0.0)
    frames(played, 3)
    assert game.avatar.feet.y > -1.0 and game.vehicles[0].chassis.position.y > -1.0
    said = " ".join(message.text for message in played.messages.visible())
    assert "You fell out of the world" in said and "car" in said


def test_the_script_of_a_scene_plays_and_a_person_takes_over(played):
    assert played.player.start_script().ok
    frames(played, 200)
    assert (played.player.game.avatar.feet - (0.0, 0.0, -4.0)).length < 1.0
    assert played.player.take_over().message == "You are in control."
    frames(played, 30)
    assert played.player.script is None and played.player.game.controls.forward == 0.0


def test_a_restart_lets_the_script_begin_again(played):
    played.player.start_script()
    frames(played, 30)
    played.session.restart()
    frames(played, 100)
    assert played.player.script is not None and played.player.game.avatar.feet.z < -1.0


def test_a_scene_without_a_script_says_so(shell):
    result = shell.player.start_script()
    assert not result.ok and "no scripted player" in result.message


@pytest.mark.parametrize("rate", [30, 60, 144])
def test_the_rate_of_frames_changes_nothing(scene_folder, rate):
    (scene_folder / "demo_game.py").write_text(scene_text("demo_game", GAME))
    shell = Shell(Settings(reduced_motion=True), "demo_game")
    wishes = {20: Controls(forward=1.0, yaw=0.5), 60: Controls(right=1.0, jump=True, yaw=0.9), 80: Controls(yaw=0.9)}
    shell.player.script = lambda game: wishes.get(shell.session.world.step_count, game.controls)
    while shell.session.world.step_count < 120:
        shell.advance(1.0 / rate)
    assert shell.session.world.step_count == 120
    reference = Shell(Settings(reduced_motion=True), "demo_game")
    reference.player.script = lambda game: wishes.get(reference.session.world.step_count, game.controls)
    for _ in range(120):
        reference.session.step()
    assert shell.session.world.state_hash() == reference.session.world.state_hash()


CARS = """
from physics import Vec3
from play.vehicles.car_rays import CarRays
from play.game import Game


@scene(category="Demo", name="Cars", view=View())
def build(world):
    kit.add_ground(world)
    Game(world).add_vehicle(CarRays(world, Vec3(8.0, 0.0, 0.0), 0.0))
"""


def test_in_a_game_without_a_figure_the_camera_is_free_until_it_is_attached_and_after(scene_folder):
    (scene_folder / "demo_cars.py").write_text(scene_text("demo_cars", CARS))
    played = Shell(Settings(reduced_motion=True), "demo_cars")
    play, game = played.player, played.player.game
    frames(played, 3)
    assert not play.active and play.free
    assert not play.back().ok, "there is nobody to go back to"
    place = Vec3(8.0, 1.0, 9.0)
    assert play.attach(place, game.vehicles[0].chassis.position - place).ok and play.active and game.driven == 0
    frames(played, 3)
    play.pulse("enter")  # gets out: nobody is left to steer
    frames(played, 3)
    assert game.driven == -1 and play.free
    assert game.own_bodies == ()


@pytest.mark.slow
def test_one_sits_in_a_car_of_the_scene_with_two_cars_and_drives_off():
    played = Shell(Settings(reduced_motion=True), "vehicles_track")
    assert played.player.active and played.player.camera.mode == "chase"
    mine, other = played.player.game.vehicles
    frames(played, 20)
    played.player.hold(forward=1.0)
    frames(played, 60)
    assert mine.speed > 2.0 and other.speed > 2.0
    eye = Vec3(*played.view.rig.pose().position)
    assert (eye - mine.chassis.position).length < 10.0


def test_escape_opens_the_menu_of_a_game_at_once(played):
    played.panels = PanelSet.of_all()
    played.title.open("What there is to do.")
    make_context(played, None).perform("escape")
    assert played.panels["menu"] and not played.title.shown
