"""What scenes of soft bodies promise over a longer time, and what they share."""

import numpy as np
import pytest

from physics import SoftCloth, World
from scenes import registry
from scenes.kit import softly

SCENES = registry.load_all()
SOFT = sorted(key for key in SCENES if key.startswith("soft_"))
DT = 1 / 60
#: A step of a scene is to leave room for drawing: so many vertices at most.
VERTICES = 2000


def start(key: str, **values: float) -> World:
    world = World()
    SCENES[key].start(world, values)
    return world


def test_there_are_many_scenes_of_soft_bodies():
    assert len(SOFT) >= 20


@pytest.mark.parametrize("key", SOFT)
def test_soft_bodies_of_a_scene_stay_whole_and_over_the_floor_for_20_seconds(key):
    """Nothing is frozen, warns, tears, passes through the ground, or flies off."""
    world = start(key)
    assert sum(soft.vertex_count for soft in world.softs) <= VERTICES
    for _ in range(1200):
        world.step(DT)
    assert not any(body.frozen for body in world.bodies)
    for soft in world.softs:
        places = soft.positions
        assert np.isfinite(places).all() and np.abs(places).max() < 40.0, f"{soft.name} has flown off"
        assert places[:, 1].min() > -0.06, f"{soft.name} is in the ground"
        assert soft.part_count == 1, f"{soft.name} is torn"


@pytest.mark.parametrize("key", SOFT)
def test_something_soft_moves_early_and_again_later(key):
    world, fast = start(key), []
    for _ in range(900):
        world.step(DT)
        speeds = [np.abs(soft.velocities).max() for soft in world.softs]
        fast.append(max(speeds) > 0.2)
    assert any(fast[:300]) and any(fast[500:])


def test_colors_go_from_yellow_to_dark():
    assert softly.color_of(0.0) == tuple(softly.HEAT[0]) and softly.color_of(1.0) == tuple(softly.HEAT[-1])
    assert softly.color_of(-1.0) == softly.color_of(0.0)


def test_gusts_keep_the_speed_that_a_slider_sets_and_turn_the_wind():
    world = World()
    world.add_soft(SoftCloth.grid(columns=3, rows=3), pins=range(9), name="cloth")
    softly.add_wind(world, 8.0)
    world.schedule(softly.gusts(world, 0), after_steps=1)
    softly.set_wind(world, 12.0)
    seen = []
    for _ in range(120):
        world.step(DT)
        wind = np.array(world.fields[0].wind)
        seen.append((np.linalg.norm(wind), wind[2], world.fields[0].density))
    speed, across, density = np.array(seen).T
    assert np.allclose(speed, 12.0) and np.ptp(across) > 1.0
    assert np.ptp(density) > 0.1 and density.max() <= softly.AIR + 1e-9


def test_a_slider_of_a_material_reaches_all_of_a_name():
    world = World()
    for k in range(2):
        world.add_soft(SoftCloth.grid(columns=3, rows=3), name=f"cloth {k}")
    softly.set_number("cloth 1", "stretch", 1e3)(world, 5.0)
    assert [soft.stretch for soft in world.softs] == [2000.0, 5000.0]
