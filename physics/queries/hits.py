"""Hits of shapes that are moved through a world: one by one, and many as kernels write them."""

import dataclasses
from typing import NamedTuple

import numpy as np

from physics.bodies.body import Body
from physics.bodies.part import Part
from physics.soft.soft import Soft
from physics.vector import Vec3


@dataclasses.dataclass(frozen=True, slots=True)
class CastHit:
    """What a shape meets on its way.

    Attributes:
        body: The body that was met, or the soft body.
        shape: The part of it; None for a soft body.
        point: Where they touch [m].
        normal: Unit vector out of the surface of the body; against the way, if they overlap at the start.
        distance: Length of the way until then [m]; 0 if they overlap at the start.
        fraction: That as a part of the whole way, 0 to 1.
        triangle: Number of the triangle of a mesh or height field, -1 for other shapes; of a soft body, its row in
            `Soft.triangles`, -1 for a rope.
        vertices: Of a soft body, the vertices of the triangle, or of the link of a rope, the second one twice.
        weights: ... and what each contributes to the point, three numbers with the sum 1.
    """

    body: Body | Soft
    shape: Part | None
    point: Vec3
    normal: Vec3
    distance: float
    fraction: float
    triangle: int
    vertices: tuple[int, int, int] | None = None
    weights: Vec3 | None = None


@dataclasses.dataclass(frozen=True, slots=True)
class OverlapHit:
    """What a shape overlaps.

    Attributes:
        body: The body, or the soft body.
        shape: The part of it; None for a soft body.
        triangle: Number of the triangle of a mesh, height field or soft body that it is deepest in, -1 for others.
        depth: Length of the shortest way that takes them apart [m]; 0 if they only touch. Of a mesh or height field,
            which are surfaces, the way out of that triangle alone; of a soft body that is closed and contains the
            center of the shape, the way out where its surface is nearest to that.
        normal: Unit vector along that way: moved by `depth` times `normal`, the shape just touches the body. It points
            out of the body, toward the shape.
        point: Place of the shape that is deepest in the body [m]; one of them, if a whole edge or face is.
    """

    body: Body | Soft
    shape: Part | None
    triangle: int
    depth: float
    normal: Vec3
    point: Vec3


@dataclasses.dataclass(frozen=True, slots=True)
class ClosestPoint:
    """The point of a body or soft body that is closest to a given one.

    Attributes:
        point: Place on the surface [m].
        distance: How far it is from the given point [m]; negative if that is inside. Meshes and height fields are
            surfaces: nothing is inside of them, nor of a cloth.
        shape: The part of the body; None for a soft body.
        triangle: Number of the triangle of a mesh, height field or soft body, -1 for other shapes.
        vertices: As those of CastHit.
        weights: As those of CastHit; of a rope, those of the place on its axis.
    """

    point: Vec3
    distance: float
    shape: Part | None
    triangle: int
    vertices: tuple[int, int, int] | None = None
    weights: Vec3 | None = None


class ShapeHits(NamedTuple):
    """Hits of many casts, one row each.

    Attributes:
        body: Numbers of the bodies (`Body.id`), int32 [n]; 0 for no hit.
        shape: Numbers of the shapes (`Part.id`), int32 [n]; -1 for no hit.
        triangle: Numbers of triangles, int32 [n]; -1 for other shapes and for no hit.
        point: Where they touch [m], float64 [n, 3]; NaN for no hit.
        normal: Unit vectors out of the surfaces, float64 [n, 3]; NaN for no hit.
        fraction: Parts of the ways until then, float64 [n]; infinite for no hit.
    """

    body: np.ndarray
    shape: np.ndarray
    triangle: np.ndarray
    point: np.ndarray
    normal: np.ndarray
    fraction: np.ndarray


def room_for_hits(rows: int) -> ShapeHits:
    """Room for hits; no hit yet."""
    return ShapeHits(
        body=np.zeros(rows, np.int32),
        shape=np.full(rows, -1, np.int32),
        triangle=np.full(rows, -1, np.int32),
        point=np.full((rows, 3), np.nan),
        normal=np.full((rows, 3), np.nan),
        fraction=np.full(rows, np.inf),
    )
