"""The platform of the village and its buttons."""

import math

import pytest

from physics import ShapeBox, Vec3, World
from play.controls import Controls
from play.figure.avatar import Avatar
from play.game import Game
from scenes.village import layout, machines
from tests.scenes.village_parts import DT, make_pendulums, run

# ---- Platform -------------------------------------------------------------------------------------------------------


def make_platform(world: World) -> machines.Platform:
    return machines.Platform(world, machines.Keeper(world))


def push(world: World, platform: machines.Platform, number: int = 0, force: float = 60.0, seconds: float = 0.5) -> None:
    """Push a button."""
    _, _, way = layout.BUTTONS[number]
    for _ in range(round(seconds / DT)):
        platform.buttons[number].body_b.apply_force(way * force)
        world.step(DT)


def test_platform_rests_until_the_button_is_pushed(watched):
    platform = make_platform(watched)
    run(watched, 3.0)
    assert platform.joint.position == pytest.approx(0.0, abs=0.002)
    assert not platform.body.awake
    push(watched, platform, force=8.0)  # a light touch is not enough
    assert not platform.cycling
    push(watched, platform)
    assert platform.cycling


def test_button_comes_back_slowly(watched):
    platform = make_platform(watched)
    push(watched, platform)
    joint = platform.buttons[0]
    assert joint.position > machines.PRESSED
    watched.step(DT)
    assert joint.position > machines.RELEASED
    run(watched, 4.0)
    assert joint.position == pytest.approx(0.0, abs=0.003)
    assert platform.armed == (True, True)


@pytest.mark.parametrize(("running", "dt"), [(False, DT), (True, DT), (True, 1 / 30)])
def test_somebody_who_walks_or_runs_into_the_button_presses_it_and_stays_on_his_feet(world, running, dt):
    _, face, way = layout.BUTTONS[0]
    game = Game(world)
    game.add_avatar(Avatar(world, Vec3(face.x, layout.PAVED, face.z + 3.0)))
    platform = make_platform(world)
    for _ in range(round(1.5 / dt)):
        game.controls = Controls(forward=1.0, run=running)
        world.step(dt)
        assert not game.avatar.fallen and game.avatar.velocity.dot(-way) < 1.0
    assert platform.cycling


@pytest.mark.parametrize("number", [0, 1])
def test_platform_carries_a_crate_to_the_roof_waits_and_returns(watched, number):
    platform = make_platform(watched)
    place = layout.PLATFORM + (0.3, 0.1 + 0.4, -0.2)
    crate = watched.add_body(shape=ShapeBox((0.4, 0.4, 0.4)), position=place, mass=40.0, material="wood", name="crate")
    run(watched, 0.5)
    push(watched, platform, number)
    heights, speeds = [], []
    for _ in range(round(19.0 / DT)):
        watched.step(DT)
        heights.append(platform.joint.position)
        speeds.append(platform.joint.rate)
        assert crate.position.y - platform.body.position.y == pytest.approx(0.5, abs=0.01)
    top = [height > layout.PLATFORM_RISE - 0.01 for height in heights]
    assert 3.8 < sum(top) * DT < 4.6
    assert max(speeds) == pytest.approx(machines.RIDE, abs=0.05) and min(speeds) == pytest.approx(
        -machines.RIDE, abs=0.05
    )
    change = max(abs(a - b) for a, b in zip(speeds[1:], speeds[:-1], strict=True)) / DT
    assert change < 2.0 * machines.START_RATE, "no jerks"
    assert heights[-1] < 0.01 or platform.cycling
    assert platform.body.position.y + layout.PLATFORM_HALF[1] + layout.PLATFORM_RISE - heights[-1] == pytest.approx(
        layout.ROOF, abs=0.01
    )


def test_second_push_sends_the_platform_home(watched):
    platform = make_platform(watched)
    push(watched, platform)
    run(watched, 5.0)
    assert platform.joint.position > 1.0
    push(watched, platform)
    assert not platform.cycling
    run(watched, 12.0)
    assert platform.joint.position == pytest.approx(0.0, abs=0.01)
    assert not platform.body.awake


def test_one_long_push_is_one(watched):
    platform = make_platform(watched)
    push(watched, platform, seconds=4.0)
    assert platform.cycling


def test_platform_turns_back_from_what_is_below_it(watched):
    platform = make_platform(watched)
    push(watched, platform)
    run(watched, 6.5)
    place = (layout.PLATFORM.x, 0.9, layout.PLATFORM.z)
    block = watched.add_body(
        shape=ShapeBox((0.4, 0.8, 0.4)), position=place, mass=500.0, material="stone", name="block"
    )
    lowest = math.inf
    for _ in range(round(14.0 / DT)):
        watched.step(DT)
        lowest = min(lowest, platform.joint.position)
    assert lowest > 1.2
    assert block.position.y == pytest.approx(0.8 + layout.PAVED, abs=0.1)
    assert platform.cycling


def test_platform_says_that_its_button_was_pushed(watched):
    game = Game(watched)
    platform = make_platform(watched)
    told = []
    for _ in range(60):
        platform.buttons[0].body_b.apply_force(layout.BUTTONS[0][2] * 60.0)
        watched.step(DT)
        told += [cue for cue in game.cues if cue.kind == "button"]
    assert [cue.what for cue in told] == ["button"]
    assert (told[0].position - layout.BUTTONS[0][1]).length < 0.2


def test_ride_goes_on_after_a_state_was_loaded(watched):
    platform = make_platform(watched)
    swings = make_pendulums(watched)
    push(watched, platform)
    run(watched, 4.0)
    state = watched.save_state()
    run(watched, 6.0)
    expected = watched.state_hash()
    watched.load_state(state)
    run(watched, 6.0)
    assert watched.state_hash() == expected
    assert any(abs(joint.angle) > 0.1 for joint in swings.joints)
