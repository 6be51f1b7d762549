"""Floors of flush parts: bodies slide and roll over their seams as over one part, and real steps still stop them."""

import math

import numpy as np
import pytest

from physics import (
    BodyKind,
    ShapeBox,
    ShapeCapsule,
    ShapeCylinder,
    ShapeHeightField,
    ShapeHull,
    ShapeMesh,
    ShapeSphere,
    World,
)

DT = 1 / 60
GRAVITY = 9.81
UPRIGHT = (0.0, 0.0, 0.0, 1.0)
LYING = (math.sqrt(0.5), 0.0, 0.0, math.sqrt(0.5))  # turns +Y to +Z
SIGNS = (-1, 1)
CORNERS = [(x, y, z) for x in SIGNS for y in SIGNS for z in SIGNS]

#: What is thrown over the floor: options of `add_body`, height of the center.
MOVERS = {
    "ball": ({"shape": ShapeSphere(0.4)}, 0.4),
    "small ball": ({"shape": ShapeSphere(0.1)}, 0.1),
    "capsule": ({"shape": ShapeCapsule(0.3, 0.4), "orientation": LYING}, 0.3),
    "cylinder": ({"shape": ShapeCylinder(0.4, 0.3), "orientation": LYING}, 0.4),
    "disk": ({"shape": ShapeCylinder(0.4, 0.2)}, 0.2),
    "box": ({"shape": ShapeBox((0.3, 0.3, 0.3))}, 0.3),
    "turned box": ({"shape": ShapeBox((0.3, 0.3, 0.3)), "orientation": (0.0, math.sin(0.3), 0.0, math.cos(0.3))}, 0.3),
    "slab": ({"shape": ShapeBox((0.8, 0.1, 0.8))}, 0.1),
    "hull": ({"shape": ShapeHull(np.array([*CORNERS, (0, 1.5, 0)]) * (0.4, 0.3, 0.5))}, 0.3),
    "crate": ({"shapes": [(ShapeBox((0.2, 0.2, 0.2)), np.array(c) * 0.2, UPRIGHT) for c in CORNERS]}, 0.4),
}
ROLLING = ("ball", "small ball", "capsule", "cylinder")


def sheet(start, end):
    """A mesh of two triangles, level."""
    vertices = np.array([(start, 0, -2), (start, 0, 2), (end, 0, 2), (end, 0, -2)], float)
    return ShapeMesh(vertices, np.array([(0, 1, 2), (0, 2, 3)]))


def lay_floor(world, kind, friction):
    """Tiles of 1 m from x = -2.5 on, or sheets of 3 m: separate bodies, or parts of one."""
    options = {"kind": BodyKind.STATIC, "friction": friction}
    tiles = [(x, -0.5, z) for x in range(-2, 16) for z in (-1, 0, 1)]
    if kind == "composite":
        world.add_body(shapes=[(ShapeBox((0.5, 0.5, 0.5)), tile, UPRIGHT) for tile in tiles], **options)
    elif kind in ("boxes", "hulls"):
        tile = ShapeBox((0.5, 0.5, 0.5)) if kind == "boxes" else ShapeHull(np.array(CORNERS) * 0.5)
        for place in tiles:
            world.add_body(shape=tile, position=place, **options)
    else:
        for i, start in enumerate(np.arange(-2.5, 15.0, 3.0)):
            choice = i % 3 if kind == "mixed" else 0
            if choice == 0:
                world.add_body(shape=sheet(start, start + 3.0), **options)
            elif choice == 1:
                world.add_body(shape=ShapeBox((1.5, 0.5, 2.0)), position=(start + 1.5, -0.5, 0.0), **options)
            else:
                field = ShapeHeightField(np.zeros((5, 4)), 1.0)
                world.add_body(shape=field, position=(start + 1.5, 0.0, 0.0), **options)


def throw(world, name, speed, friction, x=-1.0):
    options, height = MOVERS[name]
    spin = (0.0, 0.0, -speed / height) if name in ROLLING and friction > 0.0 else (0.0, 0.0, 0.0)
    return world.add_body(
        position=(x, height, 0.07), velocity=(speed, 0, 0), angular_velocity=spin, friction=friction,
        rolling_friction=0.0, density=500.0, **options,
    )  # fmt: skip


def highest_speed(world, body, steps):
    """Largest speed upward [m/s] after the first steps."""
    highest = 0.0
    for i in range(steps):
        world.step(DT)
        if i > 3:
            highest = max(highest, body.velocity[1])
    return highest


@pytest.mark.slow
@pytest.mark.parametrize("friction", [0.0, 0.2])
@pytest.mark.parametrize("speed", [5.0, 10.0])
@pytest.mark.parametrize("kind", ["boxes", "hulls", "composite", "meshes", "mixed"])
@pytest.mark.parametrize("name", MOVERS)
def test_seams_are_not_felt(name, kind, speed, friction):
    """Over 12 m: v_y < 5 cm/s, and v = v_0 - mu g t for what slides, v_0 for what rolls."""
    world = World(sleeping=False)
    lay_floor(world, kind, friction)
    body = throw(world, name, speed, friction)
    steps = round(12.0 / speed / DT)
    assert highest_speed(world, body, steps) < 0.05
    slowed = 0.0 if name in ROLLING else friction * GRAVITY * steps * DT
    # Points that begin at every seam take some sweeps to carry friction: up to 4.5 % less for a slab on nine tiles.
    assert body.velocity[0] == pytest.approx(speed - slowed, abs=0.005 + 0.045 * slowed)
    assert abs(body.velocity[2]) < 0.08
    assert body.position[1] == pytest.approx(MOVERS[name][1], abs=2e-3)


def pair_of_tiles(step=0.0, gap=0.0):
    world = World(sleeping=False)
    for start, end, top in ((-5.0, 0.0, 0.0), (gap, 6.0, step)):
        tile = ShapeBox((0.5 * (end - start), 0.5, 2.0))
        place = (0.5 * (start + end), top - 0.5, 0.0)
        world.add_body(kind=BodyKind.STATIC, shape=tile, position=place, friction=0.2)
    return world


@pytest.mark.parametrize("step", [-0.001, 0.001, 0.003])
@pytest.mark.parametrize("name", ["ball", "capsule", "disk", "box", "slab", "hull", "crate"])
def test_tiles_that_are_a_little_off_throw_nothing(name, step):
    world = pair_of_tiles(step)
    body = throw(world, name, 5.0, 0.2, x=-1.5)
    assert highest_speed(world, body, 60) < 0.06
    assert body.position[0] > 2.4
    assert body.position[1] == pytest.approx(MOVERS[name][1] + step, abs=1e-3)


@pytest.mark.parametrize("step", [0.03, 0.1])
def test_a_real_step_stops_a_slab(step):
    world = pair_of_tiles(step)
    slab = throw(world, "slab", 5.0, 0.2, x=-1.5)
    highest_speed(world, slab, 90)
    assert slab.position[0] == pytest.approx(-0.8, abs=0.02)


def test_a_body_slides_off_a_step_and_goes_on():
    world = pair_of_tiles(-0.03)
    box = throw(world, "box", 5.0, 0.2, x=-1.5)
    assert highest_speed(world, box, 60) < 0.06
    assert box.velocity[0] == pytest.approx(5.0 - 0.2 * GRAVITY, abs=0.1)


@pytest.mark.parametrize("name", ["box", "slab", "crate", "disk"])
def test_a_flat_body_bridges_a_gap_and_falls_into_one_that_is_too_wide(name):
    """A gap of 10 cm is passed as if it were not there; one of 1.5 m swallows what has dipped."""
    world = pair_of_tiles(gap=0.1)
    body = throw(world, name, 5.0, 0.2, x=-1.5)
    assert highest_speed(world, body, 60) < 0.05
    assert body.velocity[0] == pytest.approx(5.0 - 0.2 * GRAVITY, abs=0.1)
    world = pair_of_tiles(gap=1.5)
    body = throw(world, name, 3.0, 0.2, x=-1.5)
    highest_speed(world, body, 120)
    assert body.position[1] < -0.3


@pytest.mark.parametrize("name", ["ball", "small ball", "box", "crate", "disk"])
def test_a_wall_on_tiles_stops_everything(name):
    world = pair_of_tiles()
    world.add_body(kind=BodyKind.STATIC, shape=ShapeBox((0.1, 1.0, 2.0)), position=(0.1, 1.0, 0.0), friction=0.2)
    body = throw(world, name, 5.0, 0.2, x=-1.5)
    highest_speed(world, body, 60)
    assert -0.6 < body.position[0] < 0.0


def test_a_floor_of_tiles_is_the_same_to_the_bit_after_loading():
    world = World()
    lay_floor(world, "boxes", 0.2)
    for k, name in enumerate(("box", "ball", "crate")):
        throw(world, name, 6.0, 0.2).position = (-1.0, MOVERS[name][1], k - 1.0)
    for _ in range(40):
        world.step(DT)
    state = world.save_state()
    hashes = []
    for _ in range(2):
        world.load_state(state)
        for _ in range(40):
            world.step(DT)
        hashes.append(world.state_hash())
    assert hashes[0] == hashes[1]


def test_a_body_at_rest_on_a_seam_sleeps():
    world = World()
    lay_floor(world, "boxes", 0.5)
    box = world.add_body(shape=ShapeBox((0.3, 0.3, 0.3)), position=(0.5, 0.32, 0.5))
    for _ in range(120):
        world.step(DT)
    assert not box.awake
    assert box.position[1] == pytest.approx(0.3, abs=1e-3)
