"""Explosions: everything near a point is pushed away from it, at once."""

import numpy as np

from physics import checks
from physics.bodies.body import Body
from physics.bodies.table import BodyTable
from physics.checks import ALL_BITS
from physics.constants import FORCE_MAX, POSITION_MAX
from physics.fields.soft_explosion import push_softs
from physics.kernels.step.explosion import SAMPLES, find_targets, push_bodies
from physics.queries.rays import Ignored, RayQueries, check_filter
from physics.shapes.base import Vector
from physics.soft.table import SoftTable

#: A ray that is this much too short [m] still reaches its point.
NEARLY = 1e-6


def explode(
    bodies: BodyTable,
    softs: SoftTable,
    rays: RayQueries,
    center: checks.VectorLike,
    *,
    impulse: float,
    radius: float,
    falloff: float,
    line_of_sight: bool,
    mask: int,
    ignore: Ignored,
) -> list[Body]:
    """Push everything near a point away from it; see `World.explode`."""
    middle = checks.vector("center", center, limit=POSITION_MAX, unit="m")
    impulse = checks.in_range("impulse", impulse, -FORCE_MAX, FORCE_MAX, "N s/m^2")
    falloff = checks.in_range("falloff", falloff, 0.0, 100.0)
    looks = checks.flag("line_of_sight", line_of_sight)
    radius = checks.positive("radius", radius, "m")
    bits, ignored = check_filter(bodies, mask, ignore)
    rows, distance, area, point, toward, ray, way = _find_targets(bodies, middle, radius, bits, ignored)
    strength = impulse * area * (1.0 - distance / radius) ** falloff
    if looks and len(rows) > 0:
        strength *= _visible(rays, middle, rows, ray, way, ignored)
    pushed = np.flatnonzero(strength)
    rows, impulses = rows[pushed], strength[pushed, None] * toward[pushed]
    a = bodies.arrays
    push_bodies(rows, point[pushed], impulses, a.bodies, a.contacts, a.counts, a.events)
    if softs.count:
        push_softs(softs, rays, np.array(middle), impulse, radius, falloff, looks, bits, ignored)
    return [bodies.at_row(row) for row in bodies.ids.sorted(rows).tolist()]


def _find_targets(
    bodies: BodyTable, center: Vector, radius: float, mask: int, ignored: np.ndarray
) -> tuple[np.ndarray, ...]:
    """Bodies that an explosion reaches; see the kernel. Directions and lengths of the rays to them come last."""
    a = bodies.arrays
    room = a.body_top
    rows, distance, area = np.empty(room, np.int32), np.empty(room), np.empty(room)
    point, toward = np.empty((room, 3)), np.empty((room, 3))
    ray, way = np.empty((room * SAMPLES, 3)), np.empty(room * SAMPLES)
    found = (rows, distance, area, point, toward)
    n = find_targets(room, center, radius, mask, ignored, a.bodies, a.shapes, *found, ray, way)
    return *(array[:n] for array in found), ray[: SAMPLES * n], way[: SAMPLES * n]


def _visible(
    rays: RayQueries, center: Vector, rows: np.ndarray, ray: np.ndarray, way: np.ndarray, ignored: np.ndarray
) -> np.ndarray:
    """Part of the rays from the center to each body that nothing else stops, float64 [n]."""
    starts = np.tile(np.array(center), (len(ray), 1))
    limit = float(way.max()) + 1.0
    hits = rays.cast((starts, ray), limit, ALL_BITS, ignored)
    seen = (hits.body == np.repeat(rows, SAMPLES)) | (hits.distance >= way - NEARLY)
    return seen.reshape(-1, SAMPLES).mean(axis=1)
