import dataclasses
import math

import numpy as np
import pytest

from app.tools import spawn
from app.tools.spawn import MAKERS, SpawnOptions, describe_push, reach_of
from physics import BodyKind, ShapeBox, World
from scenes import kit
from tests.app.tools.conftest import EYE, toward


@pytest.mark.parametrize("size", [0.05, 0.4, 2.0])
@pytest.mark.parametrize("shape", MAKERS)
def test_every_shape_can_be_made_of_every_material(shape, size):
    world = World()
    for number, material in enumerate(world.materials):
        definition = SpawnOptions(shape, material, size).definition((0.0, 0.0, 2.0))
        body = world.add(dataclasses.replace(definition, position=(5.0 * number, 3.0, 0.0)))
        assert math.isfinite(body.mass) and body.mass > 0.0
        assert body.name == f"{material} {shape}" and tuple(body.velocity) == (0.0, 0.0, 2.0)
    assert len(world.bodies) == len(world.materials)
    world.step(1 / 60)
    assert np.isfinite(world.snapshot().position).all()


def test_heavier_materials_and_larger_sizes_weigh_more():
    def mass(material, size):
        return World().add(SpawnOptions("box", material, size).definition()).mass

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
    assert reach_of(SpawnOptions(shape, size=1.0).definition(), normal) == pytest.approx(reach)


def test_a_ball_makes_no_hull(monkeypatch):
    monkeypatch.setattr(spawn, "ShapeHull", lambda points: pytest.fail("a hull was made"))
    assert len(SpawnOptions("ball").definition().parts) == 1


# ---- The tool


def test_a_shot_flies_where_it_was_aimed(tools, session):
    origin, direction = toward((-5.0, 6.0, 0.0))
    tools.spawn.options = SpawnOptions(speed=12.0)
    result = tools.spawn.shoot(origin, direction)
    assert result.ok and result.message == "", "a shot is seen, not told"
    ball = session.world.bodies[-1]
    assert tuple(ball.velocity) == pytest.approx(tuple(12.0 * np.array(direction)), rel=1e-6)
    assert np.cross(np.subtract(ball.position, origin), direction) == pytest.approx((0, 0, 0), abs=1e-6)
    assert np.dot(np.subtract(ball.position, origin), direction) > 1.0
    session.undo()
    assert len(session.world.bodies) == 4


def test_a_shot_that_the_world_refuses_says_why(tools, session):
    tools.spawn.options = SpawnOptions(material="cheese")
    result = tools.spawn.shoot(*toward((0.0, 3.0, 0.0)))
    assert len(session.world.bodies) == 4 and not result.ok and "cheese" in result.message


@pytest.mark.parametrize("shape", MAKERS)
@pytest.mark.parametrize("surface", ["ground", "wall", "slope", "ceiling"])
def test_what_is_spawned_touches_nothing_yet(tools, session, shape, surface):
    world = session.world
    turned = {"slope": kit.turn((0.6, 0.0, 0.8), 40.0)}.get(surface, (0.0, 0.0, 0.0, 1.0))
    if surface != "ground":
        place = (6.0, 5.0, 0.0)
        block = ShapeBox((1.0, 1.0, 1.0))
        world.add_body(kind=BodyKind.STATIC, shape=block, position=place, orientation=turned, name=surface)
    eye = {"ground": (6.0, 9.0, 6.0), "wall": (0.0, 5.1, 0.2), "ceiling": (6.1, 1.0, 0.1)}.get(surface, (6.0, 9.0, 0.0))
    target = (6.0, 0.0, 0.0) if surface == "ground" else (6.0, 5.0, 0.0)
    tools.spawn.options = SpawnOptions(shape=shape, size=0.5)
    tools.add(*toward(target, eye))
    body = world.body(tools.select.selected)
    assert body.name == f"iron {shape}" and math.dist(body.position, target) < 3.0
    world.step(1e-5)
    gaps = [point["separation"] for point in world.contacts() if body.id in (point["body_a"], point["body_b"])]
    assert min(gaps, default=0.0) >= -1e-4


def test_spawning_into_the_sky_puts_it_before_the_eye(tools, session):
    tools.add(*toward((0.0, 60.0, 0.0)))
    assert math.dist(session.world.bodies[-1].position, EYE) == pytest.approx(4.0)


def test_bodies_that_are_added_have_a_limit_with_a_word(tools, session, monkeypatch):
    monkeypatch.setattr(spawn, "MOST", 3)
    ray = ((0.0, 5.0, 30.0), (0.0, 0.0, 1.0))
    assert all(tools.spawn.shoot(*ray).ok for _ in range(3))
    refused = tools.spawn.shoot(*ray)
    assert not refused.ok and refused.message.startswith("3 added bodies are the most.")
    assert session.undo().ok
    assert tools.spawn.spawn(None, *ray).ok, "there is room again"


@pytest.mark.parametrize("material", ["wood", "stone"])
def test_one_shot_as_it_comes_topples_a_tower_of_blocks(material):
    """Ten blocks of 1 m; the shot hits at a quarter of the height, where the most rests on what it must move."""
    world = World()
    kit.add_ground(world)
    blocks = kit.add_tower(world, levels=10, material=material)
    options = SpawnOptions()
    shot = options.definition((0.0, 0.0, -options.speed))
    drop = 0.5 * 9.81 * (6.0 / options.speed) ** 2
    world.add(dataclasses.replace(shot, position=(0.1, 2.6 + drop, 6.0)))
    for _ in range(180):
        world.step(1 / 60)
    fallen = world.read(blocks, "position")[:, 1] < np.arange(10) + 0.1
    assert fallen.sum() >= 6


@pytest.mark.parametrize("shape", MAKERS)
def test_the_panel_knows_the_mass_of_what_is_made(shape):
    options = SpawnOptions(shape, "steel", 0.6)
    world = World()
    made = world.add(options.definition())
    assert options.mass(world.material("steel").density) == pytest.approx(made.mass, rel=1e-5)


def test_a_push_is_told_by_the_largest_thing_that_has_it_at_some_speed():
    """A speed of the same momentum: v = p / m."""
    assert describe_push(1000.0, 60.0) == "a car at 180 km/h"
    assert describe_push(0.5, 20.0) == "a football at 84 km/h"
    assert describe_push(40.0, 10.0) == "a person at 18 km/h"
    assert describe_push(12000.0, 50.0) == "a truck at 180 km/h"
    assert describe_push(5.0, 0.0) == "a football at 0 km/h"
