"""Part: one shape of a body."""

import dataclasses
from typing import TYPE_CHECKING

from physics.kernels.layout import shape as SHAPE
from physics.shapes.primitives import Quaternion, Shape, Vector

if TYPE_CHECKING:
    from physics.bodies.body import Body


@dataclasses.dataclass(eq=False, slots=True)
class Part:
    """One shape of a body, as `Body.add_shape` returns it.

    Attributes:
        body: The body that it belongs to.
        shape: Its geometry.
        offset: Its place in body axes [m].
        rotation: Its rotation in body axes.
        material: Name of its material.
        density: Density [kg/m^3]; infinite for a half-space.
    """

    body: "Body"
    shape: Shape
    offset: Vector
    rotation: Quaternion
    material: str
    density: float
    _row: int = -1

    @property
    def id(self) -> int:
        """Number of the shape in the arrays of contacts and snapshots."""
        return self._row

    @property
    def friction(self) -> float | None:
        """Its own coefficient of friction; None where the materials decide."""
        value = float(self.body.world._state.shapes.surface[self._row, SHAPE.SURFACE_FRICTION])
        return value if value >= 0.0 else None
