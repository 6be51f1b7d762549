"""The storm of shots, in small: nothing passes, and what passes is seen."""

import numpy as np
import pytest

from bench.storms import arms
from physics import BodyKind, JointHinge, ShapeBox, ShapeMesh, ShapePlane, World
from play.weapons import projectiles

HALF, THIN = 6.0, 0.02


def build(world: World) -> None:
    """A room with thin walls, a mesh in the middle, a door, a fixed pane and a loose one."""
    world.add_body(kind=BodyKind.STATIC, shape=ShapePlane(), name="ground")
    for x, z in ((HALF, 0.0), (-HALF, 0.0), (0.0, HALF), (0.0, -HALF)):
        half = (THIN, 3.0, HALF) if x else (HALF, 3.0, THIN)
        world.add_body(kind=BodyKind.STATIC, shape=ShapeBox(half), position=(x, 3.0, z), name="wall")
    corners = np.array([(-1.0, 0.0, -3.0), (1.0, 0.0, -3.0), (1.0, 3.0, -3.0), (-1.0, 3.0, -3.0)])
    sheet = ShapeMesh(corners, np.array([(0, 1, 2), (0, 2, 3)]), two_sided=True)
    world.add_body(kind=BodyKind.STATIC, shape=sheet, name="screen")
    door = world.add_body(
        shape=ShapeBox((0.5, 1.0, 0.03)), position=(3.0, 1.02, -2.0), material="wood", name="front door"
    )
    world.add_joint(JointHinge(None, door, anchor=(2.5, 1.0, -2.0), axis=(0.0, 1.0, 0.0), friction=2.0))
    pane = ShapeBox((0.6, 0.8, 0.01))
    world.add_body(kind=BodyKind.STATIC, shape=pane, position=(-3.0, 1.2, 2.0), material="glass", name="window pane")
    world.add_body(shape=pane, position=(3.0, 0.8, 3.0), material="glass", name="loose pane")


def points() -> np.ndarray:
    grid = np.arange(-5.0, 5.1, 2.0)
    return np.array([(x, 1.3, z) for x in grid for z in grid])


@pytest.fixture(scope="module")
def storm():
    storm = arms.Storm(build, points(), seed=3)
    storm.run(300)
    return storm


def test_no_shot_passes_a_wall_a_door_or_a_pane(storm):
    assert storm.passed == []


def test_most_shots_of_all_kinds_meet_something(storm):
    assert storm.fired == {"ball": 100, "cube": 100, "rocket": 100}
    assert storm.met > 250
    assert [body.name for body in storm.barriers] == ["front door", "loose pane"]


def test_the_storm_sees_what_passes(monkeypatch):
    monkeypatch.setattr(projectiles, "CCD", "none")
    storm = arms.Storm(build, points(), seed=3)
    storm.run(arms.BATCH)
    assert len(storm.passed) > 5
    assert any("'wall'" in text for text in storm.passed)


def test_places_without_room_are_left_out():
    storm = arms.Storm(build, np.array([(0.0, 1.3, 0.0), (HALF, 1.3, 0.0)]))
    assert len(storm.points) == 1
    with pytest.raises(ValueError, match="no place to shoot from"):
        arms.Storm(build, np.array([(HALF, 1.3, 0.0)]))


def test_the_verdict_is_told_in_lines():
    text = str(arms.run(build, points(), count=9))
    assert text.startswith("PASS  9 shots") and "3 balls, 3 cubes, 3 rockets" in text
