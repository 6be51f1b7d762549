"""What makes things happen by themselves in scenes."""

import numpy as np
import pytest

from physics import BodyKind, ShapeBox, World
from scenes import kit, registry
from scenes.kit import shows

SCENES = registry.load_all()
DT = 1 / 60
#: Scenes that the critic called dull: asleep or over within five seconds.
SHOWS = (
    "balance_seesaws", "bounces_newton_row", "composites_dropped", "forces_gravity_scale", "games_bowling",
    "piles_mixed", "rolling_race", "stacking_mass_ratio", "stacking_overlap", "stacking_pyramid",
    "stacking_step_pyramid", "stacking_tower",
)  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("key", SHOWS)
def test_something_moves_early_and_again_later(key):
    """Within the first six seconds, and in the last ten of sixteen: a body is faster than half a meter per second."""
    world = World()
    SCENES[key].start(world)
    fast = []
    for _ in range(960):
        world.step(DT)
        fast.append(np.abs(world.snapshot().velocity).max() > 0.5)
    assert any(fast[30:360]) and any(fast[360:]), key


def test_every_counts_from_its_first_time():
    world, seen = World(), []
    shows.every(world, 5, lambda world, number: seen.append((world.step_count, number)), first=3)
    for _ in range(15):
        world.step(DT)
    assert seen == [(3, 0), (8, 1), (13, 2)]


def test_putting_back_takes_what_is_there_back_and_leaves_what_is_gone():
    world = World()
    boxes = kit.add_tower(world, levels=2)
    put_back = shows.putting_back(boxes)
    boxes[0].position, boxes[0].velocity = (9.0, 9.0, 9.0), (1.0, 0.0, 0.0)
    world.remove_body(boxes[1])
    put_back(world)
    assert tuple(boxes[0].position) == (0.0, 0.5, 0.0) and boxes[0].velocity.length == 0.0
    assert world.bodies == (boxes[0],) or list(world.bodies) == [boxes[0]]


def test_a_ram_goes_its_stroke_and_comes_back():
    world = World(gravity=(0.0, 0.0, 0.0))
    way = {"half": 0.3, "stroke": 1.2, "speed": 6.0, "period": 150, "first": 20}
    ram = shows.add_ram(world, (0.0, 1.0, 0.0), kit.Z, **way)
    places = []
    for _ in range(320):
        world.step(DT)
        places.append(ram.position.z)
    away = np.array(places) - (-0.3)
    assert away[:20] == pytest.approx(0.0) and away.max() == pytest.approx(1.2, abs=1e-5)
    assert away[20 + 12] == pytest.approx(1.2, abs=1e-5), "1.2 m at 6 m/s"
    assert away[150] == pytest.approx(0.0, abs=1e-5) and away[170 + 12] == pytest.approx(1.2, abs=1e-5), "and again"


def test_a_gun_hits_what_it_points_at():
    world = World(gravity=(0.0, 0.0, 0.0))
    target = world.add_body(shape=ShapeBox((0.5, 0.5, 0.5)), position=(3.0, 5.0, -8.0), name="target")
    fire = shows.add_gun(world, (0.0, 2.0, 0.0), target.position, radius=0.2, speed=30.0)
    for _ in range(10):
        world.step(DT)
    shot = kit.named(world, "shot")[0]
    assert shot.velocity.length == 0.0, "it waits"
    fire(world)
    assert shot.kind == BodyKind.DYNAMIC and shot.velocity.length == pytest.approx(30.0)
    for _ in range(30):
        world.step(DT)
    assert target.velocity.length > 1.0
