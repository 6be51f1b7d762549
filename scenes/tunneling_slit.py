"""Spinning sticks and two slits.

Sticks fly a meter per step and rotate by half a radian on the way. Whether one fits through the first slit depends on
its rotation when it gets there: lengthwise it passes, crosswise it is caught, no matter how fast it is. Between the
slits it has just enough time for a quarter turn, so whatever passes the vertical slit also passes the horizontal one.
The lines are the paths of the ends of the last stick.
Try: another spin. Sticks that pass the first slit then get caught in the second.
"""

import math

import numpy as np

from physics import BodyKind, FieldDrag, ShapeBox, World
from scenes import kit
from scenes.registry import Slider, Strokes, View, scene

LONG, THIN = 0.6, 0.04  # half of a stick [m]
SLIT, WALL, FIELD = 0.15, 0.06, 1.96  # half of the slit's width, of the walls' thickness and of their width [m]
SPEED, HEIGHT = 60.0, 2.0
MUZZLE, GAP = -4.5, 3.0  # where sticks start; from the first wall to the second [m]
SPIN = 0.5 * math.pi * SPEED / GAP  # a quarter turn between the walls [rad/s]
EVERY, LIFE = 30, 360  # steps between sticks, and until they are removed
ANGLES = (0.0, 90.0, 0.0, 35.0, 0.0, -50.0)  # from the slit, on arrival [degrees]


def drop(x: float) -> float:
    """How far a stick has fallen when it comes to a place [m]."""
    return 0.5 * 9.81 * ((x - MUZZLE) / SPEED) ** 2


def add_wall(world: World, x: float, name: str, *, level: bool) -> None:
    """Four boards around a slit, upright or level."""
    side, end = 0.5 * (FIELD - SLIT), 0.5 * (FIELD - LONG - 0.2)
    boards = [
        (ShapeBox((WALL, side, FIELD)), (0.0, SLIT + side, 0.0)),
        (ShapeBox((WALL, side, FIELD)), (0.0, -SLIT - side, 0.0)),
        (ShapeBox((WALL, SLIT, end)), (0.0, 0.0, FIELD - end)),
        (ShapeBox((WALL, SLIT, end)), (0.0, 0.0, end - FIELD)),
    ]
    world.add_body(
        kind=BodyKind.STATIC, shapes=boards, position=(x, HEIGHT - drop(x), 0.0), name=name, restitution=0.1,
        orientation=kit.turn(kit.X, 0.0 if level else 90.0), material="steel" if level else "concrete",
    )  # fmt: skip


@scene(
    category="Tunneling",
    name="Spinning sticks and two slits",
    place="lab",
    view=View(target=(-0.9, 1.4, -0.7), distance=9.8, yaw_degrees=-28.0, pitch_degrees=20.0),
    sliders={"spin": Slider("Stick spin", SPIN, 0.0, 120.0, unit="rad/s")},
)
def build(world: World, *, spin: float = SPIN) -> None:
    """Two walls, a barrel, and thick air that stops what has passed."""
    kit.add_ground(world)
    add_wall(world, 0.0, "upright slit", level=False)
    add_wall(world, GAP, "level slit", level=True)
    world.add_field(FieldDrag(density=400.0, bounds=((GAP + 2.2, -1.0, -9.0), (GAP + 30.0, 9.0, 9.0))))
    barrel = kit.add_fixed(world, (0.7, 0.25, 0.25), (MUZZLE - 0.9, HEIGHT, 0.0), material="iron", name="barrel")
    barrel.user_data = spin
    kit.add_fixed(world, (0.5, 0.875, 0.5), (MUZZLE - 0.9, 0.875, 0.0), material="concrete", name="stand")

    def fire(world: World) -> bool:
        """A stick that will be turned as wanted when it comes to the first wall."""
        number = world.step_count // EVERY
        for old in kit.named(world, f"stick {number - LIFE // EVERY},"):
            world.remove_body(old)
        angle = ANGLES[number % len(ANGLES)]
        now = angle - math.degrees(spin) * -MUZZLE / SPEED
        world.add_body(
            shape=ShapeBox((THIN, LONG, THIN)), position=(MUZZLE, HEIGHT, 0.0), velocity=(SPEED, 0.0, 0.0),
            orientation=kit.turn(kit.X, now), angular_velocity=(spin, 0.0, 0.0), restitution=0.1,
            material="rubber" if angle else "wood", name=f"stick {number}, {'across' if angle else 'along'}",
        )  # fmt: skip
        return True

    world.schedule(fire, after_steps=EVERY)


def draw(world: World) -> list[Strokes]:
    """Ways of both ends of the last stick as far as it came, or as it would have come to the first wall."""
    number = world.step_count // EVERY
    sticks, barrel = kit.named(world, f"stick {number},"), kit.named(world, "barrel")
    if not sticks or not barrel:
        return []
    angle = ANGLES[number % len(ANGLES)]
    end = min(max(sticks[0].position.x, 0.0), MUZZLE + SPEED * (world.step_count - number * EVERY) / 60.0)
    x = np.linspace(MUZZLE, max(end, MUZZLE + 0.01), 121)
    turned = math.radians(angle) + barrel[0].user_data * x / SPEED
    offset = LONG * np.column_stack((np.zeros_like(x), np.cos(turned), np.sin(turned)))
    middle = np.column_stack((x, HEIGHT - 0.5 * 9.81 * ((x - MUZZLE) / SPEED) ** 2, np.zeros_like(x)))
    shade = (1.0, 0.35, 0.2, 0.8) if angle else (0.5, 1.0, 0.5, 0.8)
    return [Strokes(ends[:-1], ends[1:], shade) for ends in (middle + offset, middle - offset)]


def check(world: World) -> None:
    """All that came along are behind both walls, all that came across are in front of the first."""
    young = f"stick {world.step_count // EVERY},"
    sticks = [stick for stick in kit.named(world, "stick") if not stick.name.startswith(young)]
    along = [stick for stick in sticks if stick.name.endswith("along")]
    across = [stick for stick in sticks if stick.name.endswith("across")]
    assert len(along) > 3 and len(across) > 3, "sticks are missing"
    assert world.read(along, "position")[:, 0].min() > GAP, "a stick that fits was caught"
    assert world.read(across, "position")[:, 0].max() < 0.0, "a stick that does not fit has passed"
