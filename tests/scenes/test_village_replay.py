"""A minute of breaking in the village repeats bit for bit: run again, and from a state in the middle."""

import math

import pytest

from physics import Vec3, World
from play.breakage import kinds
from play.breakage.mending import mend
from play.controls import Controls
from play.game import game_of
from scenes import world_village
from scenes.village import layout, stuff
from tests.scenes.village_parts import DT

pytestmark = pytest.mark.slow

MINUTE, MIDDLE = 3600, 1800
#: A rocket every so many steps, from so far before its goal, at this speed [m/s].
EVERY, FROM, SPEED = 150, 7.0, 40.0
#: When a car drives off into what stands before it, and when all is mended.
DRIVE, MEND = 700, 3300
SHOT_AT = (
    kinds.PANE,
    kinds.BOARD,
    kinds.LAMP,
    kinds.OAK,
    kinds.BRICK,
    kinds.BENCH,
    kinds.SHUTTER,
    kinds.SPRUCE,
    kinds.SIGN,
)


def village() -> World:
    world = World()
    world_village.build(world)
    return world


def goals(world: World) -> list[Vec3]:
    """Middles of things of each kind, one kind after another."""
    found = []
    for turn in range(3):
        for kind in SHOT_AT:
            alike = [thing for thing in stuff.things_of(world).things if thing.kind is kind]
            found.append(alike[(5 * turn) % len(alike)].middle)
    return found


def play(world: World, steps: range, targets: list[Vec3]) -> None:
    """What a player does in these steps: walk, shoot, and drive a car through fences and lamps."""
    game, things = game_of(world), stuff.things_of(world)
    for step in steps:
        if step % EVERY == 20:
            number = step // EVERY
            goal, angle = targets[number % len(targets)], 2.4 * number
            start = goal + (FROM * math.cos(angle), 1.5, FROM * math.sin(angle))
            game.arsenal.projectiles.fire_rocket(world, start, (goal - start) * (SPEED / (goal - start).length))
        if step == DRIVE:
            car, place = game.vehicles[0], layout.STREET_LAMPS[1]
            car.put(world, Vec3(place.x, layout.ground_at(place.x, place.z - 8.0) + 0.05, place.z - 8.0), math.pi)
            game.attach(0)
        if step == DRIVE + 600:
            game.attach(-1)
        if step == MEND:
            mend(world, things)
        aboard = game.driven >= 0
        game.controls = Controls(
            forward=1.0 if aboard or step % 240 < 160 else -1.0, right=math.sin(0.02 * step) if aboard else 0.0,
            yaw=0.01 * step, jump=not aboard and step % 200 > 180, run=True,
        )  # fmt: skip
        world.step(DT)


def test_a_minute_of_breaking_repeats_and_goes_on_alike_from_its_middle():
    world = village()
    targets, kinds_broken = goals(world), set()
    play(world, range(MIDDLE), targets)
    state, middle = world.save_state(), world.state_hash()
    play(world, range(MIDDLE, MEND), targets)
    things = stuff.things_of(world)
    kinds_broken = {things.things[one.number].kind for one in things.broken}
    assert {kinds.PANE, kinds.BOARD, kinds.LAMP} <= kinds_broken
    assert kinds_broken & {kinds.OAK, kinds.BIRCH, kinds.SPRUCE}, "a tree"
    broken, before = len(things.broken), world.state_hash()
    play(world, range(MEND, MINUTE), targets)
    end = world.state_hash()

    other = village()
    play(other, range(MIDDLE), targets)
    assert other.state_hash() == middle
    play(other, range(MIDDLE, MINUTE), targets)
    assert other.state_hash() == end, "run again"

    world.load_state(state)
    assert world.state_hash() == middle
    play(world, range(MIDDLE, MEND), targets)
    assert len(things.broken) == broken and world.state_hash() == before
    play(world, range(MEND, MINUTE), targets)
    assert world.state_hash() == end, "from the middle on"
