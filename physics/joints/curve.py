"""Curve: a smooth curve through points, by the way along it.

Between two points it is a cubic, and where they meet, direction and curvature are the same on both sides; the parameter
u counts the way from point to point in straight lines. Open curves are straight at their ends, closed ones go on.
"""

import math
from collections.abc import Sequence

import numpy as np

from physics import checks
from physics.joints.arguments import check_anchor
from physics.vector import Vec3

#: Points nearer to one another than this make no curve [m].
APART = 1e-4
#: Most points of a curve.
MOST_POINTS = 2000
#: Parts of a piece between two points whose lengths are known, and that the frame is carried over by.
PARTS = 16
#: Gauss' rule with five points, for the length of a part.
_NODES, _WEIGHTS = np.polynomial.legendre.leggauss(5)
#: Newton steps to the nearest point: each doubles the digits.
STEPS = 6


class Curve:
    """A curve through points.

    Attributes:
        points: The points [m].
        closed: Whether it goes on from the last point to the first.
        length: Of all of it [m].
        span: Greatest value of the parameter.
    """

    def __init__(self, points: Sequence[Sequence[float]], closed: bool, up: Sequence[float]) -> None:
        self.points = np.array(points, float)
        self.closed = closed
        through = np.vstack((self.points, self.points[:1])) if closed else self.points
        steps = np.linalg.norm(np.diff(through, axis=0), axis=1)
        self._knots = np.concatenate(([0.0], np.cumsum(steps)))
        self.span = float(self._knots[-1])
        bend = _second_derivatives(through, steps, closed)
        slope = np.diff(through, axis=0) / steps[:, None] - steps[:, None] * (2.0 * bend[:-1] + bend[1:]) / 6.0
        third = np.diff(bend, axis=0) / (6.0 * steps[:, None])
        # Rows of each piece: place, first and half the second and a sixth of the third derivative at its start.
        self._pieces = np.stack((through[:-1], slope, 0.5 * bend[:-1], third), axis=1).tolist()
        self._grid = np.concatenate(
            [k + np.arange(PARTS) * (s / PARTS) for k, s in zip(self._knots, steps, strict=False)]
        )
        self._grid = np.append(self._grid, self.span)
        self._ways = self._lengths()
        self.length = float(self._ways[-1])
        self._ups = self._carry(up)

    # ---- By parameter -----------------------------------------------------------------------------------------------

    def wrapped(self, u: float) -> float:
        """The parameter within the curve: around a closed one, at the nearest end of an open one."""
        return u % self.span if self.closed else min(max(u, 0.0), self.span)

    def derivatives(self, u: float) -> tuple[Vec3, Vec3, Vec3]:
        """Place, first and second derivative at a parameter within the curve."""
        k = min(max(int(np.searchsorted(self._knots, u, "right")) - 1, 0), len(self._pieces) - 1)
        t = u - float(self._knots[k])
        p, a, b, c = self._pieces[k]
        place = [p[i] + t * (a[i] + t * (b[i] + t * c[i])) for i in range(3)]
        first = [a[i] + t * (2.0 * b[i] + t * 3.0 * c[i]) for i in range(3)]
        return Vec3(*place), Vec3(*first), Vec3(*(2.0 * b[i] + 6.0 * t * c[i] for i in range(3)))

    def bend(self, u: float) -> tuple[Vec3, Vec3, Vec3]:
        """Place [m], direction and curvature [1/m], which points to the middle of the circle that fits best."""
        place, first, second = self.derivatives(u)
        speed = max(first.length, 1e-12)
        along = first / speed
        return place, along, (second - along * second.dot(along)) / (speed * speed)

    def way(self, u: float) -> float:
        """Way from the start to a parameter within the curve [m]."""
        k = min(max(int(np.searchsorted(self._grid, u, "right")) - 1, 0), len(self._grid) - 2)
        return float(self._ways[k]) + self._length(float(self._grid[k]), u)

    def parameter(self, way: float) -> float:
        """Inverse of `way`."""
        u = float(np.interp(way, self._ways, self._grid))
        for _ in range(3):
            u = self.wrapped(u + (way - self.way(u)) / max(self.derivatives(u)[1].length, 1e-12))
        return u

    def up(self, u: float) -> Vec3:
        """Direction across the curve that turns with it no more than it has to; ends of closed ones fit."""
        k = min(max(int(np.searchsorted(self._grid, u, "right")) - 1, 0), len(self._grid) - 2)
        part = (u - self._grid[k]) / (self._grid[k + 1] - self._grid[k])
        mean = Vec3(*((1.0 - part) * self._ups[k] + part * self._ups[k + 1]).tolist())
        return _across(mean, self.bend(u)[1])

    def nearest(self, point: Sequence[float], start: float) -> float:
        """Parameter of a nearest place to a point, by Newton steps from another, each no longer than a few parts."""
        u, most = self.wrapped(start), 4.0 * self.span / len(self._grid)
        for _ in range(STEPS):
            place, first, second = self.derivatives(u)
            off = place - point
            slope = off.dot(first)
            step = -slope / max(first.dot(first) + off.dot(second), 0.25 * first.dot(first))
            u = self.wrapped(u + min(max(step, -most), most))
        return u

    def nearest_of_all(self, point: Sequence[float]) -> float:
        """Parameter of the nearest place to a point."""
        places = [self.derivatives(float(u))[0] - point for u in self._grid]
        start = min(range(len(places)), key=lambda k: places[k].dot(places[k]))
        return self.nearest(point, float(self._grid[start]))

    # ---- Lengths and frames -----------------------------------------------------------------------------------------

    def _length(self, start: float, end: float) -> float:
        half, middle = 0.5 * (end - start), 0.5 * (end + start)
        nodes = zip(_NODES.tolist(), _WEIGHTS.tolist(), strict=True)
        return half * sum(weight * self.derivatives(middle + half * x)[1].length for x, weight in nodes)

    def _lengths(self) -> np.ndarray:
        grid = self._grid.tolist()
        parts = [self._length(a, b) for a, b in zip(grid[:-1], grid[1:], strict=True)]
        return np.concatenate(([0.0], np.cumsum(parts)))

    def _carry(self, up: Sequence[float]) -> np.ndarray:
        """Directions at all parts: from one to the next by two reflections, and what a closed one turns, shared out."""
        bends = [self.bend(float(u)) for u in self._grid]
        found = [_across(Vec3(*up), bends[0][1])]
        for (place, along, _), (next_place, next_along, _) in zip(bends[:-1], bends[1:], strict=True):
            chord = next_place - place
            square = max(chord.dot(chord), 1e-24)
            reflected = found[-1] - chord * (2.0 * chord.dot(found[-1]) / square)
            turned = along - chord * (2.0 * chord.dot(along) / square)
            second = next_along - turned
            scale = second.dot(second)
            if scale > 1e-24:
                reflected = reflected - second * (2.0 * second.dot(reflected) / scale)
            found.append(_across(reflected, next_along))
        if self.closed:
            along = bends[0][1]
            angle = math.atan2(found[-1].cross(found[0]).dot(along), found[-1].dot(found[0]))
            parts = [angle * w / float(self._ways[-1]) for w in self._ways.tolist()]
            found = [
                v * math.cos(a) + bend[1].cross(v) * math.sin(a) for v, bend, a in zip(found, bends, parts, strict=True)
            ]
        return np.array(found)


def _second_derivatives(points: np.ndarray, steps: np.ndarray, closed: bool) -> np.ndarray:
    """Second derivatives at the points, so that first ones are the same on both sides of each."""
    count = len(points)
    matrix, right = np.eye(count), np.zeros((count, 3))
    for k in range(1, count) if closed else range(1, count - 1):
        after = k if k < count - 1 else 0
        following = k + 1 if k < count - 1 else 1
        matrix[k] = 0.0
        matrix[k, k - 1] += steps[k - 1] / 6.0
        matrix[k, k] += (steps[k - 1] + steps[after]) / 3.0
        matrix[k, following] += steps[after] / 6.0
        ahead = (points[following] - points[k if k < count - 1 else 0]) / steps[after]
        right[k] = ahead - (points[k] - points[k - 1]) / steps[k - 1]
    if closed:
        matrix[0, count - 1] = -1.0  # the first point is the last one
    return np.linalg.solve(matrix, right)


def _across(vector: Vec3, along: Vec3) -> Vec3:
    """What is left of a vector at a right angle to a direction, of unit length; any such if nothing is left."""
    left = vector - along * vector.dot(along)
    if left.length < 1e-6:
        least = min(range(3), key=lambda c: abs(along[c]))
        left = along.cross(tuple(float(c == least) for c in range(3)))
    return left / left.length


def check_points(points: Sequence[checks.VectorLike], closed: bool) -> tuple[Vec3, ...]:
    """Points that make a curve."""
    least = 3 if closed else 2
    if isinstance(points, str | bytes) or not isinstance(points, Sequence | np.ndarray):
        raise TypeError(f"points must be a list of places (x, y, z), got {checks.shown(points)}")
    if not least <= len(points) <= MOST_POINTS:
        kind = "a closed" if closed else "an open"
        raise ValueError(f"points of {kind} path must be {least} to {MOST_POINTS}, got {len(points)}")
    places = [check_anchor(f"points[{k}]", point) for k, point in enumerate(points)]
    for k in range(len(places) if closed else len(places) - 1):
        if (places[(k + 1) % len(places)] - places[k]).length < APART:
            raise ValueError(
                f"points that follow one another must be {APART} m apart, got {tuple(places[k])} at {k} and nearly the "
                "same after it; leave one out, and of a closed path do not repeat the first"
            )
    return tuple(places)
