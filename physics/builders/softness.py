"""What builders of soft things share: what they return, their checks, and how a form is turned into place."""

import dataclasses
import math
from typing import TYPE_CHECKING, Any

import numpy as np

from physics import checks
from physics.bodies.body import Body
from physics.bodies.kind import BodyKind
from physics.builders import site
from physics.joints.frames import quaternion_of
from physics.shapes.primitives import ShapeCapsule
from physics.soft.soft import Soft
from physics.vector import Quaternion, Vec3

if TYPE_CHECKING:
    from physics.world import World

#: Most vertices along a side of a cloth; more is a slip of the keyboard.
SIDE_MAX = 400
#: How far a seam gives [m/N]: neighbors that are held without any give fight over what is between them.
GIVE = 5e-4


@dataclasses.dataclass(frozen=True)
class SoftBuilt(site.Built):
    """What a builder of soft things made.

    Attributes:
        softs: All soft bodies, in the order in which they were added.
    """

    softs: tuple[Soft, ...]


def hold(soft: Soft, vertex: int, body: Body | None, point: Vec3, compliance: float = 0.0) -> None:
    """Hold a vertex at a point: pinned where nothing moves, which no load can shake, else attached."""
    if body is None or body.kind == BodyKind.STATIC:
        soft.pin(vertex)
    else:
        soft.attach(vertex, body, point, compliance=compliance)


def grid_counts(what: str, width: float, depth: float, spacing: float) -> tuple[int, int, float]:
    """Vertices along the sides of a cloth, 3 or more, and their distance along X, so that it is exactly as wide.

    Args:
        what: Name of the thing, for messages.
        width: Along X [m].
        depth: Along Z, about [m].
        spacing: Distance of neighbors, about [m].
    """
    spacing = site.check_size("spacing", spacing, "it is the distance of neighbors")
    columns = max(3, round(width / spacing) + 1)
    exact = width / (columns - 1)
    rows = max(3, round(depth / exact) + 1)
    if max(columns, rows) > SIDE_MAX:
        raise ValueError(
            f"spacing of {what} must leave at most {SIDE_MAX} vertices along a side, got {spacing:g} m, which makes "
            f"{max(columns, rows)}; take a larger one"
        )
    return columns, rows, exact


def frame(x: Vec3, z: Vec3) -> Quaternion:
    """Rotation that takes +X and +Z of a form, which are at a right angle, to these directions."""
    x, z = x / x.length, z / z.length
    return quaternion_of(x, z.cross(x), z)


def level_way(name: str, heading: float) -> Vec3:
    """Level direction for an angle about +Y, 0 along +X [rad]."""
    angle = checks.number(name, heading)
    if not math.isfinite(angle):
        raise ValueError(f"{name} must be finite, got {checks.shown(heading)}; it is an angle about +Y in radians")
    return Vec3(math.cos(angle), 0.0, -math.sin(angle))


def add_bar(world: "World", start: Vec3, end: Vec3, radius: float, **options: Any) -> Body:
    """A round bar from point to point, which stands still if nothing else is said."""
    way, length = site.direction_of(start, end, "a bar")
    shape = ShapeCapsule(radius, 0.5 * length)
    turned = site.frame_of_way(way, site.side_of(way))
    options = {"kind": BodyKind.STATIC, **options}
    return world.add_body(shape=shape, position=(start + end) * 0.5, orientation=turned, **options)


def disc(radius: float, rings: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """A level round sheet of even triangles that look up: ring k has 6 k vertices.

    Args:
        radius: Of the last ring [m].
        rings: Number of rings around the vertex in the middle.

    Returns:
        Vertices [n, 3], triangles [t, 3], numbers of the vertices of the last ring.
    """
    places, triangles, first = [np.zeros((1, 3))], [], [0]
    for k in range(1, rings + 1):
        angle = 2.0 * math.pi * np.arange(6 * k) / (6 * k)
        places.append(radius * k / rings * np.column_stack((np.cos(angle), 0.0 * angle, -np.sin(angle))))
        first.append(first[-1] + max(1, 6 * (k - 1)))
        for sector in range(6):
            for j in range(k):
                a, b = sector * k + j, sector * (k - 1) + j
                outer, after = first[k] + a, first[k] + (a + 1) % (6 * k)
                inner, beside = (first[k - 1] + n % max(1, 6 * (k - 1)) for n in (b, b + 1))
                triangles.append((outer, after, inner))
                if j < k - 1:
                    triangles.append((after, beside, inner))
    return np.concatenate(places), np.array(triangles), np.arange(first[-1], first[-1] + 6 * rings)
