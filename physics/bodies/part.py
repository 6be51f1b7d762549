"""Part: one shape of a body; and Composition: all that a body is made of."""

import dataclasses
from typing import TYPE_CHECKING, NamedTuple

from physics.bodies.mass import MassProperties
from physics.kernels.layout import shape as SHAPE
from physics.queries.snapshot import Geometry
from physics.shapes.base import Shape, Vector
from physics.vector import Quaternion

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
    """

    body: "Body"
    shape: Shape
    offset: Vector
    rotation: Quaternion
    material: str
    _row: int = -1

    @property
    def id(self) -> int:
        """Number of the shape in the arrays of contacts and snapshots."""
        return self._row

    @property
    def density(self) -> float:
        """Density [kg/m^3]."""
        return self.body._density_of(self)

    @property
    def friction(self) -> float | None:
        """Its own coefficient of friction; None where the materials decide."""
        value = float(self.body._table.arrays.shapes.surface[self._row, SHAPE.SURFACE_FRICTION])
        return value if value >= 0.0 else None


class Composition(NamedTuple):
    """What a body is made of. It is replaced, never changed, so that states can share it.

    Attributes:
        parts: Its shapes.
        densities: Their densities [kg/m^3].
        properties: Mass and inertia; None unless the body is dynamic.
        look: What is drawn instead of the shapes, or None.
    """

    parts: tuple[Part, ...] = ()
    densities: tuple[float, ...] = ()
    properties: MassProperties | None = None
    look: Geometry | None = None

    @property
    def pieces(self) -> list[tuple[Shape, Vector, Quaternion]]:
        """Geometry, offset and rotation of each part."""
        return [(part.shape, part.offset, part.rotation) for part in self.parts]
