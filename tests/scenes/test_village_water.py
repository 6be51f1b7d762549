"""Pit and ditch of the village are full: the water ends in its banks, and carries."""

import numpy as np
import pytest

from assets.making import plan
from physics import FieldWater, ShapeSphere, Vec3, World
from play.figure.avatar import Avatar
from play.game import Game
from scenes.village import layout
from scenes.village.place import build_place
from tests.scenes.village_parts import run

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def place():
    """The place, with a figure; and its waters."""
    world = World()
    game = Game(world, lowest=layout.LOWEST)
    build_place(world)
    game.add_avatar(Avatar(world, layout.START))
    return world, game, [field for field in world.fields if isinstance(field, FieldWater)]


def test_the_water_is_deep_in_the_middle_and_ends_within_its_banks_all_around(place):
    world, _, waters = place
    assert sorted(water.level for water in waters) == sorted((layout.WATER, layout.POND))
    for water in waters:
        (low_x, _, low_z), (high_x, _, high_z) = water.bounds
        x, z = np.linspace(low_x, high_x, 60), np.linspace(low_z, high_z, 90)
        rim = [(a, b) for a in x for b in (low_z - 0.05, high_z + 0.05)]
        rim += [(a, b) for a in (low_x - 0.05, high_x + 0.05) for b in z]
        for a, b in [*rim, (x.mean(), z.mean() - 2.0)]:
            hit = world.ray_cast((a, 1.0, b), (0.0, -1.0, 0.0), 10.0)
            assert hit.point.y > water.level or (a, b) not in rim, (a, b)
        assert hit.point.y < water.level - 1.0


def test_no_place_of_the_ditch_below_the_surface_is_dry(place):
    _, _, waters = place
    (water,) = (some for some in waters if some.level == layout.POND)
    (low_x, _, low_z), (high_x, _, high_z) = water.bounds
    middle, _, top, low, high, _ = plan.DITCH
    for x in np.linspace(middle - top, middle + top, 57):
        for z in np.linspace(low, high, 161):
            wet = low_x <= x <= high_x and low_z <= z <= high_z
            assert wet or layout.ground_at(x, z) > water.level


def test_a_ball_floats_in_the_ditch_and_who_falls_off_the_bridge_swims(place):
    world, game, _ = place
    x, z = plan.DITCH[0], layout.BRIDGE[0].z
    ball = world.add_body(shape=ShapeSphere(0.2), position=(x, 0.0, z - 8.0), density=300.0, material="rubber")
    game.avatar.put(world, Vec3(x, -0.8, z - 4.0), 0.0)
    run(world, 4.0)
    assert abs(ball.position.y - layout.POND) < 0.2
    head = game.avatar.eye.y
    assert layout.POND < head < layout.POND + 1.0, f"the eyes are at {head:.2f} m"
    assert game.avatar.feet.y > plan.DITCH[5]
