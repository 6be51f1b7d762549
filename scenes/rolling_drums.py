"""Drums, cones and a coin.

Four cylinders race down a slope, again every eight seconds. Size does not matter, but the distribution of mass does: a
heavy core wins, both solid ones tie, a heavy rim is last. Cones roll in circles around their tips. The coin spins on
its edge, leans over, rattles faster and faster, and comes to rest.
Try: a steeper slope, or more spin for the coin.
"""

import math

import numpy as np

from physics import BodyKind, ShapeCapsule, ShapeCone, ShapeCylinder, World
from physics.vector import rotate
from scenes import kit
from scenes.registry import Slider, View, scene

LENGTH, WIDTH, SLOPE = 10.0, 2.6, 4.0
ROUND = {"rolling_friction": 0.0, "restitution": 0.0}
ACROSS = kit.turn(kit.X, 90.0)
CONES = ((-2.6, 0.5, 1.0, 1.2), (0.6, 0.4, 1.2, 1.6))  # x of the tip, radius, height [m], turns about it [rad/s]
TABLE, CONES_Z, COIN = 0.25, 2.8, (3.9, 2.8)
RACERS = (("core", 0.4), ("big", 0.5), ("small", 0.25), ("rim", 0.4))


def restart(world: World) -> bool:
    """Put the racers back to the upper end of the slope."""
    for slope in kit.named(world, "slope"):
        for lane, (kind, radius) in enumerate(RACERS):
            for racer in kit.named(world, f"racer {kind}"):
                offset = rotate(slope.orientation, (0.8 - 0.5 * LENGTH, 0.2 + radius, 1.2 * (lane - 1.5)))
                racer.position, racer.orientation = slope.position + offset, ACROSS
                racer.velocity = racer.angular_velocity = (0.0, 0.0, 0.0)
    return True


def add_racers(world: World, slope: float) -> None:
    """A slope, and four cylinders at its upper end."""
    place = (0.0, 0.5 * LENGTH * math.sin(math.radians(slope)) - 0.2, -2.0)
    board, tilted = (0.5 * LENGTH, 0.2, WIDTH), kit.turn(kit.Z, -slope)
    kit.add_fixed(world, board, place, orientation=tilted, name="slope", rolling_friction=0.0)
    kit.add_fixed(world, (0.25, 0.5, WIDTH + 1.0), (0.5 * LENGTH + 1.5, 0.5, -2.0), material="leather", name="stop")
    for kind, radius in RACERS:
        light = {"material": "glass", "density": 5.0} if kind in ("core", "rim") else {"material": "wood"}
        racer = world.add_body(shape=ShapeCylinder(radius, 0.4), name=f"racer {kind}", **light, **ROUND)
        if kind == "core":
            racer.add_shape(ShapeCylinder(0.13, 0.38), material="iron", **ROUND)
        elif kind == "rim":
            for k in range(10):
                angle = 2.0 * math.pi * k / 10.0
                place = (0.33 * math.cos(angle), 0.0, 0.33 * math.sin(angle))
                racer.add_shape(ShapeCapsule(0.06, 0.3), place, material="iron", **ROUND)
    restart(world)
    world.schedule(restart, after_steps=480)


def add_cone(world: World, x: float, radius: float, height: float, turns: float) -> None:
    """A cone on its side that rolls around its tip.

    It touches along a line at rest, so it spins about that line, by turns / tan(half angle of the tip).
    """
    half_angle = math.atan(radius / height)
    orientation = kit.turn(kit.Z, 90.0 + math.degrees(half_angle))  # tip to -X, the lower side level
    tip = np.array((x, TABLE, CONES_Z))
    place = tip - np.array(rotate(orientation, (0.0, 0.5 * height, 0.0)))
    body = world.add_body(
        shape=ShapeCone(radius, 0.5 * height), position=place, orientation=orientation, name=f"cone {x:g}",
        material="plastic" if x < 0.0 else "stone", **ROUND,
    )  # fmt: skip
    body.angular_velocity = (-turns / math.tan(half_angle), 0.0, 0.0)
    body.velocity = np.cross(body.angular_velocity, body.center_of_mass - tip)


@scene(
    category="Rolling",
    name="Drums, cones and a coin",
    place="lab",
    view=View(target=(0.5, 0.5, 0.6), distance=9.0, yaw_degrees=10.0, pitch_degrees=28.0),
    sliders={
        "slope": Slider("Slope", SLOPE, 2.0, 20.0, unit="degrees"),
        "spin": Slider("Coin spin", 16.0, 2.0, 40.0, unit="rad/s"),
    },
)
def build(world: World, *, slope: float = SLOPE, spin: float = 16.0) -> None:
    """A slope behind, two round tables with cones and one with a coin in front."""
    kit.add_ground(world)
    add_racers(world, slope)
    for x, z, radius in ((CONES[0][0], CONES_Z, 1.4), (CONES[1][0], CONES_Z, 1.4), (*COIN, 1.4)):
        world.add_body(
            kind=BodyKind.STATIC, shape=ShapeCylinder(radius, 0.5 * TABLE), position=(x, 0.5 * TABLE, z),
            material="concrete", rolling_friction=0.0, restitution=0.0, name="table",
        )  # fmt: skip
    for cone in CONES:
        add_cone(world, *cone)
    world.add_body(
        shape=ShapeCylinder(0.5, 0.02), position=(COIN[0], TABLE + 0.445, COIN[1]), orientation=kit.turn(kit.X, 60.0),
        angular_velocity=(0.0, spin, 0.0), material="steel", restitution=0.0, angular_damping=0.3, name="coin",
    )  # fmt: skip


def check(world: World) -> None:
    """Racers went as s = g sin t^2 / 2 (1 + I / m r^2) says, cones turned around their tips, the coin lies."""
    slope = kit.named(world, "slope")[0]
    down = kit.axis_of(world, [slope], 0)[0]
    for kind, radius in RACERS:
        body = kit.named(world, f"racer {kind}")[0]
        share = body.inertia[1, 1] / (body.mass * radius**2)
        expected = 0.5 * 9.81 * math.sin(math.radians(SLOPE)) * world.time**2 / (1.0 + share)
        gone = down @ (body.position - slope.position) + 0.5 * LENGTH - 0.8
        assert abs(gone - expected) < 0.01 * expected, f"the {body.name} went {gone:.2f} m, not {expected:.2f} m"
    for x, _, height, turns in CONES:
        cone = kit.named(world, f"cone {x:g}")[0]
        axis = kit.axis_of(world, [cone])[0]
        tip = np.array(cone.position) + 0.5 * height * axis
        assert np.linalg.norm(tip - (x, TABLE, CONES_Z)) < 0.03, f"the tip of {cone.name} wandered off"
        behind = math.remainder(turns * world.time - math.atan2(axis[2], -axis[0]), 2.0 * math.pi)
        assert abs(behind) < 0.05 * turns * world.time, f"{cone.name} is {behind:.2f} rad late"
    coin = kit.named(world, "coin")[0]
    flat = abs(kit.axis_of(world, [coin])[0, 1]) > 0.9999 and abs(coin.position.y - TABLE - 0.02) < 0.005
    assert flat and not coin.awake, "the coin does not lie still on its table"
