"""The village breaks: every kind of thing by a blow that fits, a shop window by a car; and it is mended."""

import math

import pytest

from physics import Vec3, World
from play.breakage import kinds
from play.breakage.mending import mend
from play.controls import Controls
from play.game import game_of
from play.weapons.explosion import PUSH, RADIUS
from scenes import world_village
from scenes.village import layout, stuff
from tests.scenes.village_parts import DT, run

ALL = (
    kinds.PANE, kinds.BARS, kinds.SHUTTER, kinds.BOARD, kinds.POST, kinds.BENCH, kinds.SHELF, kinds.ROOF, kinds.CANOPY,
    kinds.SIGN, kinds.LAMP, kinds.BRICK, kinds.OAK, kinds.BIRCH, kinds.SPRUCE,
)  # fmt: skip
#: How far before the shop a car starts toward it [m].
RUN_UP = 16.0

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def rested():
    """The village after four seconds, and its state."""
    world = World()
    world_village.build(world)
    run(world, 4.0)
    return world, world.save_state()


@pytest.fixture
def village(rested):
    world, state = rested
    world.load_state(state)
    return world


def picture(world):
    """What stands and lies in the village, without figure, cars and weapons."""
    things = stuff.things_of(world)
    numbers = [one.id for thing in things.things for one in thing.whole] + list(things.homes)
    return {number: (world.body(number).name, world.body(number).position) for number in numbers}


@pytest.mark.parametrize("kind", ALL, ids=lambda kind: kind.name)
def test_each_kind_of_thing_breaks_at_an_explosion_beside_it_and_not_at_one_far_away(village, kind):
    things = stuff.things_of(village)
    numbers = [number for number, thing in enumerate(things.things) if thing.kind is kind]
    assert numbers
    thing = things.things[numbers[0]]
    thin = min((0, 2), key=lambda axis: thing.high[axis] - thing.low[axis])
    for distance, stands in ((RADIUS, True), (0.35, False)):
        places = []
        for side in (thing.low[thin] - distance, thing.high[thin] + distance):
            place = [float(low + 0.4 * (high - low)) for low, high in zip(thing.low, thing.high, strict=True)]
            place[thin] = float(side)
            places.append(Vec3(*place))
        for place in places:
            things.feel_blast(village, place, RADIUS, push=PUSH, radius=RADIUS)
        assert things.stands(numbers[0]) == stands
    run(village, 0.1)


def test_a_car_drives_through_the_shop_window_in_a_shower_of_glass(village):
    things, game = stuff.things_of(village), game_of(village)
    car, lane = game.vehicles[0], sum(layout.SHOP_Z) * 0.5 + 0.6
    car.put(village, Vec3(layout.SHOP_X[0] - RUN_UP, layout.PAVED, lane), -0.5 * math.pi)
    for body in car.bodies:
        body.velocity = Vec3(14.0, 0.0, 0.0)
    cues, fastest = [], 0.0
    game.attach(0)
    for _ in range(100):
        game.controls = Controls(forward=1.0)
        village.step(DT)
        cues += [cue.kind for cue in game.cues]
        if car.chassis.position.x > layout.SHOP_X[0]:
            fastest = max(fastest, car.chassis.velocity.x)
    panes = [one for one in things.broken if things.things[one.number].kind is kinds.PANE]
    assert panes and "shatter" in cues
    assert sum(len(one.pieces) for one in panes) >= 12, "real shards"
    assert car.chassis.position.x > layout.SHOP_X[0] and fastest > 4.0, "it went through"


def test_the_figure_walks_and_runs_against_a_pane_and_it_holds(village):
    game, things = game_of(village), stuff.things_of(village)
    place = Vec3(layout.SHOP_X[0] - 5.0, layout.PAVED, layout.SHOP_Z[1] - 0.8)
    game.avatar.put(village, place, -0.5 * math.pi)
    for _ in range(150):
        game.controls = Controls(forward=1.0, run=True, yaw=-0.5 * math.pi)
        village.step(DT)
    assert abs(game.avatar.feet.x - layout.SHOP_X[0]) < 0.8, "it stands at the glass"
    assert not things.broken


def test_a_village_in_pieces_is_mended_to_what_it_was(village):
    """Everything but who plays: names, numbers and poses."""
    things, before = stuff.things_of(village), picture(village)
    for number, thing in enumerate(things.things):
        if things.stands(number):
            things.feel_blast(village, thing.middle - (0.6, 0.0, 0.0), RADIUS, push=PUSH, radius=RADIUS)
    run(village, 1.0)
    assert len(things.broken) > 300
    own = [(body.id, body.position) for vehicle in game_of(village).vehicles for body in vehicle.bodies]
    done = mend(village, things)
    after = picture(village)
    assert after.keys() == before.keys() and done.blocked == 0
    for number, (name, place) in before.items():
        assert after[number][0] == name and (after[number][1] - place).length < 0.02, name
    assert [(number, village.body(number).position) for number, _ in own] == own, "the cars are where they were"


def test_a_lamp_a_bench_and_a_fence_fall_to_a_car_and_not_to_the_figure(village):
    """By impulse: a car of 1,000 kg at 5 m/s has 5,000 N s, a figure counts 2 % of 80 kg at 6 m/s."""
    for kind in (kinds.LAMP, kinds.BENCH, kinds.POST, kinds.BOARD, kinds.SIGN):
        assert 0.02 * 80.0 * 6.0 < kind.strength < 1000.0 * 5.0
    game, things = game_of(village), stuff.things_of(village)
    number = next(number for number, thing in enumerate(things.things) if thing.kind is kinds.LAMP)
    place, car = things.things[number].middle, game.vehicles[0]
    car.put(village, Vec3(place.x, layout.ground_at(place.x, place.z - 6.0) + 0.05, place.z - 6.0), math.pi)
    for body in car.bodies:
        body.velocity = Vec3(0.0, 0.0, 9.0)
    run(village, 1.2)
    assert not things.stands(number)


def test_a_light_is_that_of_its_lamp_and_a_lamp_that_lies_does_not_shine(village):
    game, things = game_of(village), stuff.things_of(village)
    assert len({light.body for light in game.lights}) == len(game.lights) == len(layout.LAMPS)
    lamps = [thing for thing in things.things if thing.kind is kinds.LAMP]
    assert {light.body for light in game.lights if not light.by_day} == {thing.whole[1].id for thing in lamps}
    number = things.things.index(lamps[0])
    things.feel_blast(village, lamps[0].middle + (0.4, 0.0, 0.0), RADIUS, push=PUSH, radius=RADIUS)
    assert not things.stands(number)
    present = {body.id for body in village.bodies}
    out = [light for light in game.lights if light.body not in present]
    assert [(light.place - lamps[0].whole[1].position).y for light in out] == [pytest.approx(3.2, abs=0.3)]
    fallen = [part.material for one in things.broken for body in one.pieces for part in body.parts]
    assert "lamp" not in fallen
    mend(village, things)
    assert {light.body for light in game.lights} <= {body.id for body in village.bodies}
