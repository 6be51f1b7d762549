"""What of soft bodies a ray of the pointer meets first."""

import dataclasses
import math
from collections.abc import Sequence

import numpy as np

from physics import World
from physics.soft.soft import Soft
from physics.vector import Vec3

#: How far beside a rope one may point [rad]: it is thinner than a hand is steady.
ROPE_ANGLE = 0.012


@dataclasses.dataclass(frozen=True, eq=False)
class SoftHit:
    """Where a ray meets a soft body.

    Attributes:
        soft: The soft body.
        triangle: Row of the triangle of its surface; -1 for a rope.
        vertices: Corners of the triangle, or the ends of the link of a rope.
        weights: How much each counts at the point; three, the last is 0 for a rope.
        point: Where [m].
        normal: Out of the surface, toward the eye.
        distance: From the start of the ray [m].
    """

    soft: Soft
    triangle: int
    vertices: tuple[int, ...]
    weights: tuple[float, float, float]
    point: Vec3
    normal: Vec3
    distance: float

    @property
    def nearest(self) -> int:
        """Number of the vertex that counts most."""
        return self.vertices[int(np.argmax(self.weights[: len(self.vertices)]))]


def hit_soft(
    world: World, origin: Sequence[float], direction: Sequence[float], max_distance: float = math.inf
) -> SoftHit | None:
    """The nearest soft body on a ray.

    Args:
        world: The world.
        origin: Where the ray starts [m].
        direction: Where it goes, length 1.
        max_distance: How far [m].
    """
    start, way = np.array(origin, float), np.array(direction, float)
    best = None
    for soft in world.softs:
        place = soft.positions
        if _passes(place, start, way):
            hit = (_hit_rope if soft.kind == "rope" else _hit_surface)(soft, place, start, way)
            if hit is not None and hit.distance < (max_distance if best is None else best.distance):
                best = hit
    return best


def _passes(place: np.ndarray, start: np.ndarray, way: np.ndarray) -> bool:
    """Whether a ray comes near the ball around some places."""
    middle = 0.5 * (place.min(axis=0) + place.max(axis=0))
    radius = float(np.linalg.norm(np.ptp(place, axis=0))) * 0.5
    along = float((middle - start) @ way)
    aside = float(np.linalg.norm(middle - start - along * way))
    return along > -radius and aside < radius + 0.05 + ROPE_ANGLE * max(along, 0.0)


def _hit_surface(soft: Soft, place: np.ndarray, start: np.ndarray, way: np.ndarray) -> SoftHit | None:
    """Nearest triangle on a ray, from either side (Moeller and Trumbore)."""
    face = soft.triangles
    a = place[face[:, 0]]
    u, v = place[face[:, 1]] - a, place[face[:, 2]] - a
    p = np.cross(way, v)
    det = (u * p).sum(axis=1)
    good = np.abs(det) > 1e-15
    inverse = 1.0 / np.where(good, det, 1.0)
    s = start - a
    second = (s * p).sum(axis=1) * inverse
    q = np.cross(s, u)
    third = (q @ way) * inverse
    distance = (v * q).sum(axis=1) * inverse
    good &= (second >= 0.0) & (third >= 0.0) & (second + third <= 1.0) & (distance > 0.0)
    if not good.any():
        return None
    row = int(np.argmin(np.where(good, distance, np.inf)))
    normal = np.cross(u[row], v[row])
    normal = normal * (-1.0 if normal @ way > 0.0 else 1.0) / np.linalg.norm(normal)
    b, c = min(float(second[row]), 1.0), float(third[row])
    c = min(c, 1.0 - b)
    return SoftHit(
        soft, row, tuple(face[row].tolist()), (1.0 - b - c, b, c), Vec3(*(start + distance[row] * way).tolist()),
        Vec3(*normal.tolist()), float(distance[row]),
    )  # fmt: skip


def _hit_rope(soft: Soft, place: np.ndarray, start: np.ndarray, way: np.ndarray) -> SoftHit | None:
    """Nearest link that a ray comes close to."""
    ends = soft.edges
    if len(ends) == 0:
        return None
    a, link = place[ends[:, 0]], place[ends[:, 1]] - place[ends[:, 0]]
    across = link - (link @ way)[:, None] * way  # as the eye sees them
    off = (start - a) - ((start - a) @ way)[:, None] * way
    share = np.clip((off * across).sum(axis=1) / np.maximum((across * across).sum(axis=1), 1e-18), 0.0, 1.0)
    near = a + share[:, None] * link
    along = (near - start) @ way
    aside = np.linalg.norm(near - start - along[:, None] * way, axis=1)
    good = (along > 0.0) & (aside < soft.form.radius + ROPE_ANGLE * along)
    if not good.any():
        return None
    row = int(np.argmin(np.where(good, along, np.inf)))
    part = float(share[row])
    return SoftHit(
        soft, -1, tuple(ends[row].tolist()), (1.0 - part, part, 0.0), Vec3(*near[row].tolist()),
        Vec3(*(-way).tolist()), float(along[row]),
    )  # fmt: skip
