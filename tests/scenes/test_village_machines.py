"""Machines of the village: doors, pendulums, bridge, targets, lift; and the keeper that lets them rest."""

import math

import pytest

from physics import BodyKind, ShapeBox, ShapeCapsule, Vec3, World
from play.controls import Controls
from play.figure.avatar import Avatar
from play.game import Game, game_of
from play.machines.trebuchet import Trebuchet
from scenes import machines_yard, world_village
from scenes.village import course, house, layout, machines, range as shooting, stuff
from tests.scenes.village_parts import DT, make_pendulums, named, run

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


# ---- Bridge, targets, course ----------------------------------------------------------------------------------------


@pytest.mark.slow
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


@pytest.mark.slow
@pytest.mark.parametrize("build", [world_village.build, machines_yard.build], ids=["village", "yard"])
def test_a_stone_of_the_trebuchet_throws_the_tower_down_as_it_is_set(build):
    world = World()
    build(world)
    game = game_of(world)
    number = next(k for k, vehicle in enumerate(game.vehicles) if isinstance(vehicle, Trebuchet))
    blocks = [body for body in world.bodies if body.name.startswith(("tower block", "block"))]
    run(world, 2.0)
    before = {body.id: body.position for body in blocks}
    game.attach(number)
    for pressed, seconds in (("fire_other", 6.0), ("fire", 7.0)):
        game.controls = Controls(**{pressed: True})
        world.step(DT)
        game.controls = Controls()
        run(world, seconds)
    assert len(blocks) == 28
    assert sum((body.position - before[body.id]).length > 0.5 for body in blocks) > 8
