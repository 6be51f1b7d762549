import dataclasses
import math

import numpy as np
import pytest

from app.tools import spawning
from app.tools.spawning import MAKERS, SpawnTool, reach_of
from physics import World


@pytest.mark.parametrize("size", [0.05, 0.4, 2.0])
@pytest.mark.parametrize("shape", MAKERS)
def test_every_shape_can_be_made_of_every_material(shape, size):
    world = World()
    for number, material in enumerate(world.materials):
        recipe = SpawnTool(shape, material, size).recipe((0.0, 0.0, 2.0))
        body = dataclasses.replace(recipe, position=(5.0 * number, 3.0, 0.0)).add_to(world)
        assert math.isfinite(body.mass) and body.mass > 0.0
        assert body.name == f"{material} {shape}" and tuple(body.velocity) == (0.0, 0.0, 2.0)
    assert len(world.bodies) == len(world.materials)
    world.step(1 / 60)
    assert np.isfinite(world.snapshot().position).all()


def test_heavier_materials_and_larger_sizes_weigh_more():
    def mass(material, size):
        return SpawnTool("box", material, size).recipe().add_to(World()).mass

    assert mass("iron", 0.4) > 3.0 * mass("wood", 0.4)
    assert mass("iron", 0.8) == pytest.approx(8.0 * mass("iron", 0.4), rel=1e-5)


@pytest.mark.parametrize(
    ("shape", "normal", "reach"),
    [
        ("ball", (0.6, 0.8, 0.0), 0.5),
        ("box", (0.0, 1.0, 0.0), 0.5),
        ("box", (0.6, 0.8, 0.0), 0.7),
        ("capsule", (0.0, -1.0, 0.0), 0.65),
        ("capsule", (1.0, 0.0, 0.0), 0.3),
        ("cylinder", (1.0, 0.0, 0.0), 0.5),
        ("cone", (0.0, 1.0, 0.0), 0.5),
        ("cone", (1.0, 0.0, 0.0), 0.5),
        ("rock", (0.0, 1.0, 0.0), 0.4),
        ("plank", (1.0, 0.0, 0.0), 1.0),
        ("hammer", (0.0, 1.0, 0.0), 0.6),
        ("hammer", (0.0, -1.0, 0.0), 0.7),
    ],
)
def test_reach_is_how_far_the_thing_extends_toward_a_surface(shape, normal, reach):
    assert reach_of(SpawnTool(shape, size=1.0).recipe(), normal) == pytest.approx(reach)


def test_a_ball_makes_no_hull(monkeypatch):
    monkeypatch.setattr(spawning, "ShapeHull", lambda points: pytest.fail("a hull was made"))
    assert len(SpawnTool("ball").recipe().parts) == 1
