"""Where a car can be put: on the ground, upright, and not inside anything."""

import math

from physics import Body, BodyKind, ShapeBox, Vec3, World
from physics.vector import Quaternion, multiply, rotate
from play import layers

#: Room that a car needs above the ground: half sizes, and its middle above the ground and ahead of the origin of the
#: chassis [m].
ROOM, ROOM_HEIGHT, ROOM_AHEAD = ShapeBox((0.88, 0.5, 1.95)), 0.84, 0.19
#: Places that are tried around the wanted one: distances [m], and directions.
RINGS, DIRECTIONS = (1.2, 2.4, 3.6, 5.0), 8
#: How far above and below a place to look for ground [m], and the steepest (cosine of its angle).
ABOVE, BELOW, STEEPEST = 0.8, 4.0, 0.7
#: What counts as ground: not the roof of another car.
GROUND = layers.ALL & ~(layers.VEHICLE | layers.FIGURE | layers.WEAPON | layers.PROJECTILE)
#: Loose bodies lighter than this carry no car [kg].
LIGHT = 50.0


def standing(ground: Vec3, normal: Vec3, yaw: float, height: float) -> tuple[Vec3, Quaternion]:
    """Pose of a chassis over the ground: its origin [m] and its rotation.

    Args:
        ground: Middle of the ground below it [m].
        normal: Of the ground.
        yaw: Where the nose points [rad].
        height: Of the origin above the ground [m].
    """
    turn = (0.0, math.sin(0.5 * yaw), 0.0, math.cos(0.5 * yaw))
    x, y, z, w = normal.z, 0.0, -normal.x, 1.0 + normal.y  # from +Y to the normal: their cross product, and 1 + cosine
    size = math.sqrt(x * x + z * z + w * w)
    return ground + normal * height, multiply((x / size, y, z / size, w / size), turn)


def free_place(
    world: World, place: Vec3, yaw: float, height: float, ignore: tuple[Body, ...]
) -> tuple[Vec3, Quaternion] | None:
    """The nearest pose of a chassis where there is room for a car, on this side of all walls; None if there is none.

    Args:
        world: Where.
        place: Wanted place of its origin [m].
        yaw: Where its nose points [rad].
        height: Of the origin above the ground [m].
        ignore: Bodies of the car.
    """
    aside = [
        Vec3(ring * math.cos(angle), 0.0, ring * math.sin(angle))
        for ring in RINGS
        for angle in (2.0 * math.pi * k / DIRECTIONS for k in range(DIRECTIONS))
    ]
    for way in (Vec3(0.0, 0.0, 0.0), *aside):
        start = place + (0.0, ABOVE, 0.0)
        if way.length > 0.0 and _walled(world, start, way, ignore):
            continue
        hit = world.ray_cast(start + way, (0.0, -1.0, 0.0), ABOVE + BELOW, mask=GROUND, ignore=ignore)
        if hit is None or hit.normal.y < STEEPEST or (hit.body.kind == BodyKind.DYNAMIC and hit.body.mass < LIGHT):
            continue
        position, turn = standing(hit.point, hit.normal, yaw, height)
        middle = hit.point + rotate(turn, (0.0, ROOM_HEIGHT, -ROOM_AHEAD))
        if not world.overlap(ROOM, middle, turn, ignore=ignore):
            return position, turn
    return None


def _walled(world: World, start: Vec3, way: Vec3, ignore: tuple[Body, ...]) -> bool:
    """Whether something that cannot be pushed is in the way."""
    hits = world.ray_cast_all(start, way, way.length, ignore=(*ignore, *world.softs))
    return any(hit.body.kind != BodyKind.DYNAMIC for hit in hits)
