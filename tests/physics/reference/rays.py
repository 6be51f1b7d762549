"""Slow, obvious rays: every solid is an interval of the line, cut out by half-spaces and balls, in extended precision.

Nothing here looks like `physics.kernels.queries.ray_shapes`: boxes are clipped by their six faces in world axes, a
capsule is the union of a cylinder and two balls, and quadratic equations are solved as in school.
"""

import dataclasses

import numpy as np

from physics import Body, Part, ShapeBox, ShapeCapsule, ShapeSphere

REAL = np.longdouble


def rotation_matrix(q):
    """Matrix whose columns are the rotated axes."""
    x, y, z, w = (REAL(c) for c in q)
    return np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
            [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
            [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
        ],
        REAL,
    )


@dataclasses.dataclass
class Solid:
    """A shape at its place in the world."""

    part: Part
    center: np.ndarray
    axes: np.ndarray

    @classmethod
    def of(cls, body: Body, part: Part) -> "Solid":
        turn = rotation_matrix(body.orientation)
        center = np.array(body.position, REAL) + turn @ np.array(part.offset, REAL)
        return cls(part, center, turn @ rotation_matrix(part.rotation))

    def interval(self, origin, direction, grow=0.0):
        """Where lines are inside of the solid, grown on all sides: first and last distance, first > last for never."""
        start, toward = np.asarray(origin, REAL) - self.center, np.asarray(direction, REAL)
        # Distances are counted from beside the center, or even extended precision would lose small things far away.
        beside = -(start * toward).sum(axis=1) / (toward * toward).sum(axis=1)
        low, high = self._interval((start + beside[:, None] * toward, toward), REAL(grow))
        return low + beside, high + beside

    def _interval(self, line, grow):
        shape = self.part.shape
        always = np.full(len(line[0]), -np.inf, REAL), np.full(len(line[0]), np.inf, REAL)
        if isinstance(shape, ShapeSphere):
            return ball(*line, shape.radius + grow)
        if isinstance(shape, ShapeBox):
            for axis, half in zip(self.axes.T, shape.half_extents, strict=True):
                always = clip(*line, axis, half + grow, clip(*line, -axis, half + grow, always))
            return always
        if isinstance(shape, ShapeCapsule):
            up, radius = self.axes[:, 1], shape.radius + grow
            flat = [vector - np.outer(vector @ up, up) for vector in line]
            pieces = [clip(*line, up, shape.half_height, clip(*line, -up, shape.half_height, ball(*flat, radius)))]
            pieces += [ball(line[0] - end * up, line[1], radius) for end in (shape.half_height, -shape.half_height)]
            first = [np.where(low <= high, low, np.inf) for low, high in pieces]
            last = [np.where(low <= high, high, -np.inf) for low, high in pieces]
            return np.min(first, axis=0), np.max(last, axis=0)
        return clip(*line, self.axes @ np.array(shape.normal, REAL), shape.offset + grow, always)

    def height(self, point):
        """Signed distance of points to the surface, negative inside."""
        shape, p = self.part.shape, (np.asarray(point, REAL) - self.center) @ self.axes
        if isinstance(shape, ShapeSphere):
            return np.linalg.norm(p.astype(float), axis=-1) - shape.radius
        if isinstance(shape, ShapeCapsule):
            p[..., 1] -= np.clip(p[..., 1], -shape.half_height, shape.half_height)
            return np.linalg.norm(p.astype(float), axis=-1) - shape.radius
        if isinstance(shape, ShapeBox):
            q = (np.abs(p) - np.array(shape.half_extents)).astype(float)
            return np.linalg.norm(np.maximum(q, 0.0), axis=-1) + np.minimum(q.max(axis=-1), 0.0)
        return (p @ np.array(shape.normal, REAL)).astype(float) - shape.offset


def clip(origin, direction, normal, offset, interval):
    """Part of an interval where normal . x <= offset."""
    low, high = interval
    rate, room = direction @ normal, offset - origin @ normal
    with np.errstate(divide="ignore", invalid="ignore"):
        cut = room / rate
    high = np.where(rate > 0, np.minimum(high, cut), high)
    low = np.where(rate < 0, np.maximum(low, cut), low)
    never = (rate == 0) & (room < 0)
    return np.where(never, np.inf, low), np.where(never, -np.inf, high)


def ball(origin, direction, radius):
    """Interval where |origin + t direction| <= radius; a direction of length 0 stands still."""
    a, b = (direction * direction).sum(axis=1), (origin * direction).sum(axis=1)
    c = (origin * origin).sum(axis=1) - radius * radius
    still = a < 1e-30
    with np.errstate(divide="ignore", invalid="ignore"):
        root = np.sqrt(b * b - a * c)
        low, high = (-b - root) / a, (-b + root) / a
    inside = still & (c <= 0)
    never = ~inside & (still | ~(b * b >= a * c))
    low, high = np.where(inside, -np.inf, low), np.where(inside, np.inf, high)
    return np.where(never, np.inf, low), np.where(never, -np.inf, high)


def brackets(solid, origin, direction, limit, slack):
    """Between which distances rays may enter a solid of which the surface is known up to `slack`.

    Returns:
        The least and the greatest distance, infinite for a miss: least infinite is a sure miss, greatest finite a sure
        hit.
    """
    outer, inner = solid.interval(origin, direction, slack), solid.interval(origin, direction, -slack)
    maybe_inside = (outer[0] <= 0) & (outer[1] >= 0)
    inside = (inner[0] <= 0) & (inner[1] >= 0)
    least = np.where((outer[0] <= outer[1]) & (outer[1] >= 0) & ~inside, np.maximum(outer[0], 0), np.inf)
    greatest = np.where((inner[0] <= inner[1]) & (inner[0] > 0) & ~maybe_inside, inner[0], np.inf)
    least[least > limit + slack] = np.inf
    greatest[greatest > limit - slack] = np.inf
    return least.astype(float), greatest.astype(float)
