"""What explosions do to soft bodies: each vertex is pushed by the area around it that faces the center."""

import numpy as np

from physics.checks import ALL_BITS
from physics.kernels.layout import shape as SHAPE, soft as SOFT
from physics.queries.rays import RayQueries
from physics.soft.record import Record
from physics.soft.soft import SPEED_MAX
from physics.soft.table import SoftTable

#: A vertex this near to what shields, beyond its thickness, lies on it, and not behind it [m].
ON_IT = 0.005


def push_softs(
    softs: SoftTable,
    rays: RayQueries,
    center: np.ndarray,
    impulse: float,
    radius: float,
    falloff: float,
    looks: bool,
    mask: int,
    ignored: np.ndarray,
) -> None:
    """Push and wake the soft bodies near a point.

    Args:
        softs: The soft bodies of the world.
        rays: Look for what is in between.
        center: Of the explosion [m], [3].
        impulse: At the center, per area [N s/m^2].
        radius: How far it reaches [m].
        falloff: How the push falls off.
        looks: Whether rigid bodies shield.
        mask: Bits of which the category of a soft body must have one.
        ignored: Rows of bodies that are not pushed and do not shield.
    """
    shapes = softs.bodies.arrays.shapes
    for soft, record in softs.records():
        if not int(shapes.filter[record.shape, 0]) & mask or shapes.info[record.shape, SHAPE.SENSOR] != 0:
            continue
        if record.body in ignored:
            continue
        place, speed = record.dynamic["place"][:, :3], record.dynamic["speed"]
        way = place - center
        distance = np.linalg.norm(way, axis=1)
        if not (distance < radius).any():
            continue
        share = np.clip(1.0 - distance / radius, 0.0, None) ** falloff * (distance < radius)
        strength = impulse * shown_areas(record, center) * share * speed[:, 3]
        pushed = np.flatnonzero(strength)
        toward = np.tile((0.0, 1.0, 0.0), (len(place), 1))
        np.divide(way, distance[:, None], out=toward, where=distance[:, None] > 0.0)
        if looks and len(pushed):
            margin = float(record.dynamic["trait"][SOFT.TRAIT_THICKNESS]) + ON_IT
            starts = np.tile(center, (len(pushed), 1))
            hits = rays.cast((starts, toward[pushed]), radius, ALL_BITS, ignored)
            pushed = pushed[hits.distance >= distance[pushed] - margin]
        if len(pushed) == 0:
            continue
        changed = speed[pushed, :3] + strength[pushed, None] * toward[pushed]
        speed[pushed, :3] = np.clip(changed, -SPEED_MAX, SPEED_MAX)
        softs.disturb(soft)


def shown_areas(record: Record, center: np.ndarray) -> np.ndarray:
    """Area that each vertex shows to a point [m^2], float64 [n].

    It is a third of that of each triangle around it, as seen from there; of what is closed, those that face away show
    none. A node of a rope shows half of the links around it.
    """
    place, made = record.dynamic["place"][:, :3], record.structure
    areas = np.zeros(len(place))
    if record.blueprint.form.kind == "rope":
        whole = record.dynamic["spring"][:, SOFT.SPRING_STIFFNESS] > 0.0
        ends = made.spring_ends[whole]
        a, b = place[ends[:, 0]], place[ends[:, 1]]
        toward = _unit(0.5 * (a + b) - center)
        shown = 2.0 * record.dynamic["trait"][SOFT.TRAIT_THICKNESS] * np.linalg.norm(np.cross(b - a, toward), axis=1)
        for c in range(2):
            np.add.at(areas, ends[:, c], 0.5 * shown)
        return areas
    a, b, c = (place[made.face[:, k]] for k in range(3))
    toward = _unit((a + b + c) / 3.0 - center)
    shown = -0.5 * (np.cross(b - a, c - a) * toward).sum(axis=1)
    shown = np.abs(shown) if record.blueprint.form.kind == "cloth" else np.maximum(shown, 0.0)
    for corner in range(3):
        np.add.at(areas, made.face[:, corner], shown / 3.0)
    return areas


def _unit(ways: np.ndarray) -> np.ndarray:
    """Vectors of length 1; zeros stay."""
    return ways / np.maximum(np.linalg.norm(ways, axis=1), 1e-9)[:, None]
