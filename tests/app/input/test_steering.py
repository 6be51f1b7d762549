"""Tests of app/input/steering.py: what is held goes to the game or to the free camera."""

import math
import types

import pytest

from app.input.bindings import Bindings
from app.input.pad import Pads
from app.input.steering import LOOK_RATE, Steering
from app.settings import Settings
from app.shell import Shell
from physics import Vec3
from play.controls import Controls
from tests.app.conftest import scene_text
from tests.app.input.test_pad import Controller

GAME = """
from physics import Vec3
from play.figure.avatar import Avatar
from play.game import Game


@scene(category="Demo", name="Game", view=View())
def build(world):
    kit.add_ground(world)
    Game(world).add_avatar(Avatar(world, Vec3(0.0, 0.0, 0.0)))


def autoplay(game):
    while True:
        yield game.controls
"""


class Stick:
    """Pads that are pushed as a test says."""

    def __init__(self):
        self.values = {}

    def value(self, *names):
        return max((self.values.get(name, 0.0) for name in names), default=0.0)

    @property
    def at_rest(self):
        return not any(self.values.values())

    def release(self):
        self.values.clear()


def steer(shell, pads):
    """Steering of a shell, with pads."""
    made = Steering(shell.input.bindings, pads, shell.player, shell.view.rig, shell.tools.drag)
    made.shell, made.pads = shell, pads
    return made


@pytest.fixture
def steering(scene_folder):
    (scene_folder / "demo_game.py").write_text(scene_text("demo_game", GAME))
    shell = Shell(Settings(reduced_motion=True), "demo_game")
    assert shell.session.scene_error == ""
    return steer(shell, Stick())


def hold(steering, *actions):
    """Hold the first input of some actions, in the game."""
    for action in actions:
        steering.held.add(steering.shell.input.bindings.inputs_of(action)[0])


def wanted(steering):
    """What the next step gets."""
    steering.pass_time(1 / 60, typing=False)
    return steering.shell.player._controls()


# ---- The game -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("actions", "forward", "right"),
    [(["move_forward"], 1.0, 0.0), (["move_back", "move_left"], -1.0, -1.0), (["move_left", "move_right"], 0.0, 0.0)],
)
def test_keys_that_are_held_walk(steering, actions, forward, right):
    hold(steering, *actions)
    controls = wanted(steering)
    assert (controls.forward, controls.right) == (forward, right)


@pytest.mark.parametrize("action", ["run", "crouch", "jump", "fire", "fire_other"])
def test_actions_of_games_are_held_as_long_as_their_key(steering, action):
    hold(steering, action)
    assert getattr(wanted(steering), action) is True
    steering.held.clear()
    assert getattr(wanted(steering), action) is False


def test_a_stick_walks_as_far_as_it_is_pushed_and_a_trigger_counts_from_half_way(steering):
    bindings = steering.shell.input.bindings
    stick = next(name for name in bindings.inputs_of("move_forward") if name.startswith("PAD"))
    trigger = next(name for name in bindings.inputs_of("fire") if name.startswith("PAD"))
    steering.pads.values.update({stick: 0.4, trigger: 0.4})
    controls = wanted(steering)
    assert controls.forward == pytest.approx(0.4) and not controls.fire
    steering.pads.values[trigger] = 0.6
    assert wanted(steering).fire


def test_a_stick_turns_the_view_at_a_rate(steering):
    stick = next(name for name in steering.shell.input.bindings.inputs_of("look_right") if name.startswith("PAD"))
    steering.pads.values[stick] = 0.5
    for _ in range(30):
        steering.pass_time(1 / 60, typing=False)
    assert steering.shell.player.camera.yaw == pytest.approx(-0.25 * LOOK_RATE)


def test_who_types_walks_nowhere_and_lets_go_of_everything(steering):
    hold(steering, "move_forward", "fire")
    steering.shell.player.pulse("enter")
    steering.pass_time(1 / 60, typing=True)
    controls = steering.shell.player._controls()
    assert controls == Controls(yaw=controls.yaw, pitch=controls.pitch)
    assert wanted(steering).forward == 1.0, "the key is still down when the text is done"


def test_release_lets_go_of_keys_pads_and_taps(steering):
    hold(steering, "move_forward")
    steering.pads.values["PAD_A"] = 1.0
    steering.shell.player.tap("jump")
    steering.release()
    assert steering.held == set() and steering.pads.values == {}
    assert not any((wanted(steering).forward, wanted(steering).jump))


# ---- The free camera ------------------------------------------------------------------------------------------------


def freed(steering):
    steering.shell.player.detach()
    rig = steering.shell.view.rig
    rig.fly.position, rig.fly.yaw, rig.fly.pitch, rig.fly.roll = Vec3(0.0, 5.0, 0.0), 0.0, 0.0, 0.0
    return rig


def test_the_free_camera_flies_while_the_figure_stands(steering):
    rig = freed(steering)
    hold(steering, "move_forward", "move_up")
    for _ in range(10):
        steering.pass_time(0.1, typing=False)
    assert rig.fly.position.z < -0.5 and rig.fly.position.y > 5.5 and rig.fly.position.x == pytest.approx(0.0)
    assert steering.shell.player._controls().forward == 0.0


def test_the_free_camera_flies_faster_and_slower(steering):
    ways = {}
    for pace in ("slow", "", "fast"):
        rig = freed(steering)
        steering.held.clear()
        hold(steering, "move_right", *([pace] if pace else []))
        steering.pass_time(0.1, typing=False)
        ways[pace] = rig.fly.position.x
    assert 0.0 < ways["slow"] < 0.5 * ways[""] < 0.2 * ways["fast"]


def test_the_free_camera_looks_and_rolls(steering):
    rig = freed(steering)
    stick = next(name for name in steering.shell.input.bindings.inputs_of("look_up") if name.startswith("PAD"))
    steering.pads.values[stick] = 1.0
    hold(steering, "roll_left")
    steering.pass_time(0.1, typing=False)
    assert rig.fly.pitch == pytest.approx(0.1 * LOOK_RATE) and not math.isclose(rig.fly.roll, 0.0)


def test_the_free_camera_stays_while_somebody_types_or_holds_nothing(steering):
    rig = freed(steering)
    steering.pass_time(0.1, typing=False)
    hold(steering, "move_forward")
    steering.pass_time(0.1, typing=True)
    assert rig.fly.position == Vec3(0.0, 5.0, 0.0)


def test_a_scene_without_a_game_is_flown_through_at_the_first_key(shell):
    steering = steer(shell, Stick())
    assert shell.view.rig.name == "scene"
    steering.held.add(shell.input.bindings.inputs_of("move_forward")[0])
    steering.pass_time(0.1, typing=False)
    assert shell.view.rig.name == "fly"


# ---- Triggers at the wheel ------------------------------------------------------------------------------------------


class Play:
    """Notes what is held."""

    def __init__(self):
        self.active, self.held, self.turned = True, {}, []
        self.game = types.SimpleNamespace(vehicle=None)

    def hold(self, **wanted):
        self.held |= wanted

    def turn(self, right, up):
        self.turned.append((right, up))


@pytest.fixture
def pedals():
    pads = Pads(lambda name: None, lambda text: None, lambda: 0.2, note=str)
    pad, play = Controller(), Play()
    pads.connect(pad)
    made = Steering(Bindings(), pads, play, None, None)
    made.pad, made.play = pad, play
    return made


def triggers(pedals, right, left=0.0):
    pedals.pad.send("on_trigger_motion", "righttrigger", right)
    pedals.pad.send("on_trigger_motion", "lefttrigger", left)
    pedals.pass_time(0.1, typing=False)


def test_triggers_fire_on_foot(pedals):
    triggers(pedals, 1.0)
    assert pedals.play.held["fire"] and pedals.play.held["forward"] == 0.0


@pytest.mark.parametrize(("right", "left", "forward"), [(1.0, 0.0, 1.0), (0.6, 0.0, 0.5), (0.0, 0.6, -0.5), (1, 1, 0)])
def test_triggers_are_the_pedals_of_a_vehicle(pedals, right, left, forward):
    pedals.play.game.vehicle = object()
    triggers(pedals, right, left)
    assert pedals.play.held["forward"] == pytest.approx(forward)
    assert not pedals.play.held["fire"] and not pedals.play.held["fire_other"]


def test_stick_and_trigger_together_are_no_more_than_full_throttle(pedals):
    pedals.play.game.vehicle = object()
    pedals.pad.send("on_stick_motion", "leftstick", (0.6, 1.0))
    triggers(pedals, 1.0)
    assert pedals.play.held["forward"] == 1.0
    assert pedals.play.held["right"] == pytest.approx(0.5), "steering is analog"


def test_mouse_buttons_are_no_pedals(pedals):
    pedals.play.game.vehicle = object()
    pedals.held.add("MOUSE_LEFT")
    pedals.pass_time(0.1, typing=False)
    assert pedals.play.held["forward"] == 0.0


def test_right_stick_looks_around_in_a_vehicle_too(pedals):
    pedals.play.game.vehicle = object()
    pedals.pad.send("on_stick_motion", "rightstick", (1.0, 0.0))
    pedals.pass_time(0.1, typing=False)
    assert pedals.play.turned[-1][0] > 0.1


def test_a_press_begins_and_the_next_ends_what_the_player_wants_so(steering):
    """Run without holding the key; what is not chosen is held as ever."""
    steering._toggles = lambda: frozenset(("run",))
    for running in (True, False, True):
        hold(steering, "run")
        steering.pass_time(1 / 60, typing=False)
        steering.held.clear()
        for _ in range(3):
            steering.pass_time(1 / 60, typing=False)
        assert wanted(steering).run is running
    hold(steering, "crouch")
    steering.pass_time(1 / 60, typing=False)
    assert wanted(steering).crouch
    steering.held.clear()
    steering.pass_time(1 / 60, typing=False)
    assert not wanted(steering).crouch and wanted(steering).run
    steering.release()
    steering.pass_time(1 / 60, typing=False)
    assert not wanted(steering).run, "not after the focus went elsewhere"
