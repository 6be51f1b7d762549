import pytest

from physics import ShapeBox, World
from play.vehicles import car_look


def test_what_is_only_seen_has_no_weight_and_is_met_by_nothing():
    world = World()
    body = world.add_body(shape=ShapeBox((0.7, 0.2, 1.8)), mass=1000.0)
    center = body.center_of_mass
    car_look.dress_chassis(world, body, "red paint")
    assert len(body.parts) > 30
    assert body.mass == pytest.approx(1000.0, rel=1e-3)
    assert body.center_of_mass == pytest.approx(center, abs=1e-3)
    assert world.ray_cast((0.0, 3.0, 0.3), (0.0, -1.0, 0.0)).point.y == pytest.approx(0.2)


def test_materials_that_are_missing_are_made_once():
    world = World()
    assert car_look.ensure(world, "red paint") == car_look.ensure(world, "red paint") == "red paint"
    assert world.materials.count("red paint") == 1
