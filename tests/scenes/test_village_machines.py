"""Machines of the village: doors, pendulums, button and platform, bridge, targets, lift; who lets them rest."""

import math

import pytest

from physics import BodyKind, ShapeBox, ShapeCapsule, Vec3, World
from play.controls import Controls
from play.figure.avatar import Avatar
from play.game import Game
from scenes.village import course, house, layout, machines, range as shooting, stuff

DT = 1 / 60


def named(world: World, name: str):
    return next(body for body in world.bodies if body.name == name)


def controller(world: World, kind: type):
    return next(some for some in world.controllers if isinstance(some, kind))


def run(world: World, seconds: float) -> None:
    for _ in range(round(seconds / DT)):
        world.step(DT)


@pytest.fixture
def world():
    """Ground and paving."""
    world = World()
    stuff.add_materials(world)
    for model in ("terrain", "yard"):
        stuff.add_model(world, model, name=model, material="paving")
    return world


@pytest.fixture
def watched(world):
    """The same with a small box that is awake for ever at the pit: somebody is there."""
    world.add_body(
        shape=ShapeBox((0.1, 0.1, 0.1)), position=(20.0, 0.3, 45.0), mass=1.0, name="somebody", can_sleep=False
    )
    return world


# ---- Doors ----------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def home():
    """The house on a state to come back to."""
    world = World()
    stuff.add_materials(world)
    house.build(world)
    run(world, 1.0)
    return world, world.save_state()


@pytest.mark.parametrize("name", [name for name, _, _ in layout.DOORS])
@pytest.mark.parametrize("way", [-1.0, 1.0])
def test_door_opens_both_ways_when_it_is_pushed_and_comes_to_rest(home, name, way):
    world, state = home
    world.load_state(state)
    door = named(world, name)
    hinge = next(joint for joint in world.joints if joint.name == f"{name} hinge")
    _, low, high = next(row for row in layout.DOORS if row[0] == name)
    across = high.x - low.x < high.z - low.z
    for _ in range(60):
        push = Vec3(45.0 * way, 0.0, 0.0) if across else Vec3(0.0, 0.0, 45.0 * way)
        edge = Vec3(0.0, 0.0, 0.4) if across else Vec3(0.4, 0.0, 0.0)
        turn = hinge.angle
        arm = Vec3(
            edge.x * math.cos(turn) + edge.z * math.sin(turn), 0.0, edge.z * math.cos(turn) - edge.x * math.sin(turn)
        )
        door.apply_force(push, door.position + arm)
        world.step(DT)
    assert abs(hinge.angle) > 0.8
    run(world, 4.0)
    assert abs(hinge.angle) <= house.DOOR_ANGLE + 0.02
    assert abs(hinge.rate) < 1e-3 and not door.awake
    assert hinge.error[0] < 0.005


def test_doors_stay_shut_by_themselves(home):
    world, state = home
    world.load_state(state)
    run(world, 2.0)
    for name, _, _ in layout.DOORS:
        assert not named(world, name).awake
        assert abs(next(joint for joint in world.joints if joint.name == f"{name} hinge").angle) < 0.01


# ---- Pendulums ------------------------------------------------------------------------------------------------------


def make_pendulums(world: World) -> machines.Pendulums:
    keeper = machines.Keeper(world)
    machines.add_beam(world)
    return machines.Pendulums(world, keeper)


def test_pendulums_swing_within_their_limits_for_ever(watched):
    swings = make_pendulums(watched)
    run(watched, 3.0)
    reached = [[0.0, 0.0] for _ in swings.joints]
    for _ in range(600):
        watched.step(DT)
        for ends, joint in zip(reached, swings.joints, strict=True):
            ends[0], ends[1] = min(ends[0], joint.angle), max(ends[1], joint.angle)
    for (low, high), (_, swing, _) in zip(reached, layout.PENDULUMS, strict=True):
        assert -1.05 * swing < low < -0.95 * swing
        assert 0.95 * swing < high < 1.05 * swing


def test_pendulums_cannot_be_pushed_back(watched):
    """80 kg that lean against a bob with twice their weight do not even slow it down by a tenth."""
    swings = make_pendulums(watched)
    run(watched, 1.0)
    joint = swings.joints[1]
    body = joint.body_b
    for _ in range(300):
        way = swings.ways[1]
        bob = body.position + Vec3(
            0.0, -layout.PENDULUM * math.cos(joint.angle), -layout.PENDULUM * math.sin(joint.angle)
        )
        body.apply_force((0.0, 0.0, way * 2.0 * 80.0 * 9.81), bob)  # +x turns what hangs below towards -z
        watched.step(DT)
        assert joint.rate == pytest.approx(joint.motor_speed, abs=0.1)


def test_pendulum_sweeps_somebody_off_the_beam(watched):
    swings = make_pendulums(watched)
    x = layout.PENDULUMS[1][0]
    place = Vec3(x, layout.PAVED + 0.95, layout.BEAM_Z)
    victim = watched.add_body(
        shape=ShapeCapsule(0.3, 0.6), position=place, mass=80.0, name="victim", lock_rotation=True
    )
    run(watched, 8.0)
    assert victim.position.y < 0.5
    assert abs(swings.joints[1].angle) < 1.05 * layout.PENDULUMS[1][1]


def test_machines_rest_while_nobody_is_near_and_start_again(world):
    """A figure 100 m away does not count; when it comes near, pendulums and plate move."""
    game = Game(world)
    keeper = machines.Keeper(world)
    swings = machines.Pendulums(world, keeper)
    movers = course.Movers(world, keeper)
    figure = game.add_avatar(Avatar(world, Vec3(-60.0, 0.0, 60.0)))
    run(world, 3.0)
    assert keeper.near == (False, False)
    assert not any(joint.body_b.awake for joint in swings.joints)
    assert movers.clock == 0.0
    figure.put(world, Vec3(38.0, 0.0, 52.0), 0.0)
    run(world, 1.0)
    assert keeper.near == (True, True)
    assert all(abs(joint.rate) > 0.1 for joint in swings.joints)
    assert movers.clock > 0.3


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


# ---- Bridge, targets, course ----------------------------------------------------------------------------------------


def test_bridge_carries_somebody_who_jumps(world):
    """80 kg in the middle, and again falling from half a meter: it sags, and holds."""
    course.add_bridge(world)
    middle = (layout.BRIDGE[0] + layout.BRIDGE[1]) * 0.5
    planks = [body for body in world.bodies if body.name.startswith("plank")]
    run(world, 1.0)
    rest = min(plank.position.y for plank in planks)
    assert rest > middle.y - 0.8
    place = Vec3(middle.x, rest + 0.05 + 0.9, middle.z)
    figure = world.add_body(shape=ShapeCapsule(0.3, 0.6), position=place, mass=80.0, name="figure", lock_rotation=True)
    run(world, 3.0)
    sag = min(plank.position.y for plank in planks)
    assert rest - 0.5 < sag < rest
    assert abs(figure.position.z - middle.z) < 0.3 and figure.position.y > sag + 0.8
    figure.velocity = (0.0, 3.2, 0.0)
    lowest = math.inf
    for _ in range(180):
        world.step(DT)
        lowest = min(lowest, *(plank.position.y for plank in planks))
        assert max(joint.error[0] for joint in world.joints) < 0.03
    assert lowest > rest - 0.9
    assert figure.position.y > lowest + 0.8


def test_bridge_is_level_with_its_piers(world):
    course.add_bridge(world)
    run(world, 5.0)
    for end in layout.BRIDGE:
        plank = min((b for b in world.bodies if b.name.startswith("plank")), key=lambda b: (b.position - end).length)
        assert abs(plank.position.y - end.y) < 0.2


def test_target_falls_when_hit_and_rises_again(world):
    targets = shooting.Targets(world)
    run(world, 2.0)
    assert all(abs(joint.angle) < 0.02 and not joint.body_b.awake for joint in targets.joints)
    joint = targets.joints[2]
    joint.body_b.apply_impulse((-60.0, 0.0, 0.0), joint.body_b.position + (0.0, 0.3, 0.0))
    run(world, 1.5)
    assert joint.angle > 1.2
    assert targets.since[2] >= 0 and sum(since != -1 for since in targets.since) == 1
    run(world, shooting.REST * DT + 2.5)
    assert abs(joint.angle) < 0.05
    assert targets.since == (-1,) * len(targets.joints)
    run(world, 2.0)
    assert not joint.body_b.awake


def test_cans_stand_on_their_shelves(world):
    shooting.add_cans(world)
    run(world, 1.0)
    cans = [body for body in world.bodies if body.name.startswith("can ") and body.kind == BodyKind.DYNAMIC]
    assert len(cans) == 18
    assert min(can.position.y for can in cans) > 0.75


def test_small_lift_goes_up_waits_and_comes_down_without_jerks():
    times = [k * DT for k in range(round(20.0 / DT))]
    heights = [course.lift_height(time) for time in times]
    assert min(heights) == 0.0 and max(heights) == pytest.approx(course.LIFT_RISE)
    speed = [(b - a) / DT for a, b in zip(heights[:-1], heights[1:], strict=True)]
    assert max(abs(b - a) for a, b in zip(speed[:-1], speed[1:], strict=True)) / DT < 1.5


def test_plate_turns_and_lift_carries(watched):
    """Somebody stands 60 m away from the plate, so one is put near."""
    place = layout.COURSE + (8.0, 0.2, -16.0)
    keeper = machines.Keeper(watched)
    movers = course.Movers(watched, keeper)
    crate = watched.add_body(shape=ShapeBox((0.3, 0.3, 0.3)), position=place + (0.0, 0.5, 0.0), mass=20.0, name="crate")
    highest = 0.0
    for _ in range(300):
        watched.step(DT)
        highest = max(highest, crate.position.y)
    assert highest > 2.4
    assert movers.plate.orientation[1] == pytest.approx(math.sin(0.5 * course.SPIN * movers.clock), abs=1e-4)
    assert movers.clock > 4.0


def test_seesaw_and_swing_come_to_rest(world):
    course.add_seesaw(world)
    course.add_swing(world)
    run(world, 3.0)
    seesaw, swing = named(world, "seesaw"), named(world, "swing")
    assert not seesaw.awake and not swing.awake
    weight = watched_box(world, seesaw.position + (1.6, 0.4, 0.0))
    swing.apply_impulse((0.0, 0.0, 20.0))
    run(world, 1.0)
    assert weight.position.y < 0.6
    assert abs(swing.position.z - layout.SWING.z) > 0.05
    assert max(joint.error[0] for joint in world.joints) < 0.02


def watched_box(world: World, place: Vec3):
    return world.add_body(
        shape=ShapeBox((0.15, 0.15, 0.15)), position=place, mass=40.0, material="stone", name="weight"
    )
