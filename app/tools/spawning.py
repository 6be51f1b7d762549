"""What the player puts into the world: shape, material, size and speed."""

import dataclasses
import math
from typing import ClassVar

import numpy as np

from app.timeline.recipe import BodyRecipe
from physics import Shape, ShapeBox, ShapeCapsule, ShapeCone, ShapeCylinder, ShapeHull, ShapeSphere

Vector = tuple[float, float, float]

#: Corners of a rock of half width 1.
ROCK = np.array(
    (
        (0.9, -0.3, 0.2), (0.6, 0.5, -0.5), (-0.2, 0.9, 0.3), (-0.8, 0.4, -0.4), (-0.9, -0.4, 0.4), (0.1, -0.8, -0.6),
        (0.3, -0.7, 0.7), (0.2, 0.5, 0.9), (-0.5, -0.2, 0.9), (0.3, 0.1, -1.0), (-0.4, -0.6, -0.7), (0.8, 0.4, 0.5),
    )
)  # fmt: skip


@dataclasses.dataclass
class SpawnTool:
    """The choice.

    Attributes:
        shape: Key of SHAPES.
        material: Name of the material.
        size: Width of the thing [m].
        speed: How fast it is shot [m/s].
    """

    SHAPES: ClassVar[tuple[str, ...]] = (
        "ball", "box", "capsule", "cylinder", "cone", "rock", "plank", "hammer",
    )  # fmt: skip
    shape: str = "ball"
    material: str = "iron"
    size: float = 0.4
    speed: float = 20.0

    def recipe(self, position: Vector, orientation: tuple[float, float, float, float], velocity: Vector) -> BodyRecipe:
        """The body at a place.

        Args:
            position: Its origin [m].
            orientation: Its rotation.
            velocity: Its velocity [m/s].
        """
        half = 0.5 * self.size
        values = {
            "position": position, "orientation": orientation, "velocity": velocity, "material": self.material,
            "name": f"{self.material} {self.shape}",
        }  # fmt: skip
        if self.shape == "hammer":
            recipe = BodyRecipe.of_shape(ShapeCapsule(0.2 * half, half), **values)
            block = ShapeBox((0.8 * half, 0.4 * half, 0.4 * half))
            head = dataclasses.replace(recipe.parts[0], shape=block, offset=(0.0, half, 0.0))
            return dataclasses.replace(recipe, parts=(*recipe.parts, head))
        shapes = {
            "ball": ShapeSphere(half),
            "box": ShapeBox((half, half, half)),
            "capsule": ShapeCapsule(0.6 * half, 0.7 * half),
            "cylinder": ShapeCylinder(half, half),
            "cone": ShapeCone(half, half),
            "rock": ShapeHull(half * ROCK),
            "plank": ShapeBox((2.0 * half, 0.15 * half, 0.5 * half)),
        }
        return BodyRecipe.of_shape(shapes[self.shape], **values)

    def reach(self, normal: Vector) -> float:
        """How far from a surface the origin of the unturned body must be so that all of it is outside [m].

        Args:
            normal: Unit vector out of the surface.
        """
        parts = self.recipe((0.0, 0.0, 0.0), (0.0, 0.0, 0.0, 1.0), (0.0, 0.0, 0.0)).parts
        return max(float(_half_width(part.shape, normal) - np.dot(part.offset, normal)) for part in parts)


def _half_width(shape: Shape, normal: Vector) -> float:
    """How far an unturned shape reaches from its origin against a unit vector [m]."""
    x, y, z = normal
    across = math.hypot(x, z)
    if isinstance(shape, ShapeBox):
        return sum(half * abs(along) for half, along in zip(shape.half_extents, normal, strict=True))
    if isinstance(shape, ShapeCapsule):
        return shape.radius + shape.half_height * abs(y)
    if isinstance(shape, ShapeCylinder):
        return shape.radius * across + shape.half_height * abs(y)
    if isinstance(shape, ShapeCone):
        return max(shape.radius * across + shape.half_height * y, -shape.half_height * y)
    if isinstance(shape, ShapeHull):
        return float(-(np.array(shape.points) @ np.array(normal)).min())
    return shape.radius
