"""What makes things happen by themselves: again and again, things put back, a ram, a gun.

All of it goes by `world.step_count` alone, so that going back in time takes it back.
"""

import math
from collections.abc import Callable, Iterable, Sequence

import numpy as np

from physics import Body, BodyKind, ShapeBox, ShapeCylinder, ShapeSphere, Vec3, World
from physics.vector import about
from scenes import kit

STEPS = 60  # of a second
#: Parts of machines and what they push through themselves do not touch one another.
GROUP = 91


def turned_to(start: Sequence[float], end: Sequence[float]) -> tuple[float, float, float, float]:
    """The shortest rotation that takes one unit vector to another, which is not opposite."""
    axis, cosine = np.cross(start, end), min(max(float(np.dot(start, end)), -1.0), 1.0)
    length = float(np.linalg.norm(axis))
    return about(axis / length if length > 1e-9 else kit.Y, math.acos(cosine))


def every(world: World, steps: int, act: Callable[[World, int], object], *, first: int | None = None) -> None:
    """Do something again and again.

    Args:
        world: Where.
        steps: Steps from one time to the next.
        act: Gets the world, and how often it was called before.
        first: Steps to the first time; None for `steps`.
    """
    start = world.step_count + (steps if first is None else first)

    def again(world: World) -> bool:
        act(world, (world.step_count - start) // steps)
        return True

    def begin(world: World) -> None:
        act(world, 0)
        world.schedule(again, after_steps=steps)

    world.schedule(begin, after_steps=start - world.step_count)


def putting_back(bodies: Iterable[Body]) -> Callable[[World], None]:
    """Function that puts bodies back to where they are now, and lets them move as now; what is gone stays gone."""
    start = [(body.id, body.position, body.orientation, body.velocity, body.angular_velocity) for body in bodies]

    def put_back(world: World) -> None:
        known = {body.id: body for body in world.bodies}
        for number, position, orientation, velocity, spin in start:
            if number in known:
                body = known[number]
                body.position, body.orientation = position, orientation
                body.velocity, body.angular_velocity = velocity, spin

    return put_back


def add_ram(
    world: World, tip: Sequence[float], direction: Sequence[float], *, half: float, stroke: float, speed: float,
    period: int, first: int, name: str = "ram",
) -> Body:  # fmt: skip
    """A block on a rod that shoots out of a housing and draws back, again and again.

    Args:
        world: Where.
        tip: Middle of its front while it waits [m].
        direction: Unit vector of the stroke, level.
        half: Half the width of the block [m].
        stroke: How far it goes [m].
        speed: How fast [m/s]; it draws back at 1 m/s.
        period: Steps from one stroke to the next.
        first: Step of the first stroke.
        name: Of the block.
    """
    way, turned = np.asarray(direction, float), turned_to(kit.X, direction)
    place, length = np.asarray(tip, float) - half * way, stroke + 1.0
    parts = [(ShapeBox((half, half, half)),), (ShapeBox((0.5 * length, 0.3 * half, 0.3 * half)), (-0.5 * length, 0, 0))]
    ram = world.add_body(
        kind=BodyKind.KINEMATIC, shapes=parts, position=place, orientation=turned, material="steel", group=GROUP,
        name=name,
    )  # fmt: skip
    housing, high = place - (half + 0.8) * way, place[1] + 1.5 * half
    shape = ShapeBox((0.6, 0.5 * high, 1.6 * half))
    kit.add_fixed(world, shape.half_extents, (housing[0], 0.5 * high, housing[2]), orientation=turned,
                  material="concrete", group=GROUP, name="housing")  # fmt: skip
    out, back = round(STEPS * stroke / speed), round(STEPS * stroke)
    number, turns = ram.id, {0: stroke * STEPS / out, out: 0.0, out + 15: -stroke * STEPS / back, out + 15 + back: 0.0}

    def drive(world: World) -> bool:
        phase = (world.step_count - first) % period if world.step_count >= first else -1
        found = [body for body in kit.named(world, name) if body.id == number] if phase in turns else ()
        for body in found:
            body.velocity = turns[phase] * way
            if turns[phase] == 0.0:
                body.position = place + (stroke * way if phase == out else 0.0)
        return True

    world.schedule(drive, after_steps=1)
    return ram


def add_gun(
    world: World, place: Sequence[float], target: Sequence[float], *, radius: float, speed: float,
    material: str = "iron",
) -> Callable[[World], None]:  # fmt: skip
    """A gun on a block, with one ball; returns the function that fires it. Weight bends the way of the ball.

    Args:
        world: Where.
        place: Muzzle [m].
        target: Where it points [m].
        radius: Of the ball [m].
        speed: Of the ball [m/s].
        material: Of the ball.
    """
    muzzle = Vec3(*place)
    way = Vec3(*target) - muzzle
    way = way / way.length
    turned, length = turned_to(kit.Y, way), 6.0 * radius
    tube = ShapeCylinder(1.35 * radius, 0.5 * length)
    world.add_body(kind=BodyKind.STATIC, shape=tube, position=muzzle - 0.5 * length * way, orientation=turned,
                   material="iron", group=GROUP, name="gun")  # fmt: skip
    foot = muzzle - 0.6 * length * way
    kit.add_fixed(world, (2.0 * radius, 0.5 * foot.y, 1.5 * radius), (foot.x, 0.5 * foot.y, foot.z), material="wood",
                  group=GROUP, name="carriage")  # fmt: skip
    start = muzzle + 0.2 * radius * way
    ball = world.add_body(kind=BodyKind.DYNAMIC, shape=ShapeSphere(radius), position=start, material=material,
                          group=GROUP, gravity_scale=0.0, name="shot")  # fmt: skip
    number = ball.id

    def fire(world: World) -> None:
        for body in kit.named(world, "shot"):
            if body.id == number:
                body.position, body.velocity, body.angular_velocity = start, speed * way, (0.0, 0.0, 0.0)
                body.gravity_scale = 1.0

    return fire
