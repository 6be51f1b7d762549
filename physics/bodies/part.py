"""Part: one shape of a body; and Composition: all that a body is made of."""

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from physics import checks
from physics.bodies import terrain
from physics.bodies.definition import PartDef
from physics.bodies.mass import MassProperties, Moments
from physics.kernels.layout import shape as SHAPE
from physics.queries.snapshot import Geometry
from physics.shapes.base import Shape, Vector
from physics.vector import Quaternion, Vec3

if TYPE_CHECKING:
    from physics.bodies.body import Body
    from physics.bodies.surface import Piece


class Part:
    """One shape of a body, as `Body.add_shape` returns it. After it was removed, every use raises LookupError.

    Its options can be changed, and the heights of a height field; other geometry cannot: remove it and add another one.

    Attributes:
        body: The body that it belongs to.
        shape: Its geometry.
        offset: Its place in body axes [m].
        rotation: Its rotation in body axes.
    """

    __slots__ = ("body", "shape", "offset", "rotation", "_row", "_id")

    def __init__(self, body: "Body", shape: Shape, offset: Vector, rotation: Quaternion, row: int, number: int) -> None:
        self.body = body
        self.shape = shape
        self.offset = offset
        self.rotation = rotation
        self._row = row
        self._id = number

    def __repr__(self) -> str:
        return f"<Part {self._id}, {self.shape!r}, of {self.body!r}>"

    def _find(self) -> int:
        """Its row, or LookupError."""
        self.body._find()
        if self in self.body._composition.parts:
            return self._row
        raise LookupError("the part was removed from its body; choose one of body.parts")

    def _surface(self, column: int) -> float:
        return float(self.body._table.arrays.shapes.surface[self._find(), column])

    def definition(self) -> PartDef:
        """Everything about the part as it is now, for a new body or for `World.restore`."""
        self._find()
        return self.body._define_part(self)

    def set_heights(self, heights: np.ndarray, row: int = 0, column: int = 0) -> None:
        """Change heights of a height field, from the next step on; `shape` is then another one.

        Bodies on and near the changed cells wake. Where the ground falls they fall, where it rises they are lifted with
        it. Queries, snapshots, states and the hash see the new heights at once, and `load_state` brings old ones back.

        Args:
            heights: New heights [m], NaN for holes; shape [r, c], or one number for one grid point.
            row: Row of the grid of the first of them.
            column: Column of the first of them.

        Raises:
            TypeError: An argument does not hold numbers.
            ValueError: It is no height field, they do not fit into the grid, or a number is out of range.
        """
        self._find()
        terrain.set_heights(self, heights, row, column)

    @property
    def id(self) -> int:
        """Number of the shape, as contacts and snapshots name it; no other shape ever gets it."""
        return self._id

    @property
    def material(self) -> str:
        """Name of its material. Setting it also sets density, restitution and rolling friction to those of it."""
        table = self.body._table
        return table.materials.names[int(table.arrays.shapes.info[self._find(), SHAPE.MATERIAL])]

    @material.setter
    def material(self, value: str) -> None:
        self.body._set_material((self,), value)

    @property
    def density(self) -> float:
        """Density [kg/m^3]. Setting it changes the mass of the body; the motion of its matter stays."""
        self._find()
        return self.body._density_of(self)

    @density.setter
    def density(self, value: float) -> None:
        self.body._set_density((self,), value)

    @property
    def friction(self) -> float | None:
        """Its own coefficient of friction, 0 to 10; None where the materials decide."""
        value = self._surface(SHAPE.SURFACE_FRICTION)
        return value if value >= 0.0 else None

    @friction.setter
    def friction(self, value: float | None) -> None:
        self.body._set_surface((self,), "friction", value)

    @property
    def restitution(self) -> float:
        """Part of the speed that is left after a bounce, 0 to 1."""
        return self._surface(SHAPE.SURFACE_RESTITUTION)

    @restitution.setter
    def restitution(self, value: float) -> None:
        self.body._set_surface((self,), "restitution", value)

    @property
    def rolling_friction(self) -> float:
        """Coefficient of rolling friction, 0 to 10; it acts on round shapes only."""
        return self._surface(SHAPE.SURFACE_ROLLING)

    @rolling_friction.setter
    def rolling_friction(self, value: float) -> None:
        self.body._set_surface((self,), "rolling_friction", value)

    @property
    def surface_velocity(self) -> Vec3:
        """Velocity of its surface in body axes, as of a conveyor belt [m/s]."""
        surface = self.body._table.arrays.shapes.surface[self._find()]
        return Vec3(*surface[SHAPE.SURFACE_VELOCITY : SHAPE.SURFACE_VELOCITY + 3].tolist())

    @surface_velocity.setter
    def surface_velocity(self, value: checks.VectorLike) -> None:
        self.body._set_surface((self,), "surface_velocity", value)

    @property
    def category(self) -> int:
        """32 bits; two shapes touch if each category is in the mask of the other."""
        return int(self.body._table.arrays.shapes.filter[self._find(), 0])

    @category.setter
    def category(self, value: int) -> None:
        self.body._set_filter((self,), "category", value)

    @property
    def mask(self) -> int:
        """32 bits: categories that it touches."""
        return int(self.body._table.arrays.shapes.filter[self._find(), 1])

    @mask.setter
    def mask(self, value: int) -> None:
        self.body._set_filter((self,), "mask", value)

    @property
    def group(self) -> int:
        """Shapes of one group other than 0 never touch."""
        return int(self.body._table.arrays.shapes.info[self._find(), SHAPE.GROUP])

    @group.setter
    def group(self, value: int) -> None:
        self.body._set_filter((self,), "group", value)

    @property
    def sensor(self) -> bool:
        """Whether it pushes nothing, but reports what enters and leaves."""
        return bool(self.body._table.arrays.shapes.info[self._find(), SHAPE.SENSOR])

    @sensor.setter
    def sensor(self, value: bool) -> None:
        self.body._set_filter((self,), "sensor", value)


class Composition(NamedTuple):
    """What a body is made of. It is replaced, never changed, so that states can share it.

    Attributes:
        parts: Its shapes.
        densities: Their densities [kg/m^3], before the mass scales them.
        mass: Mass of the whole that was set [kg]; None if the densities say it.
        properties: Mass and inertia; None unless the body is dynamic.
        look: What is drawn instead of the shapes, or None.
        moments: Inertia that was set instead of that of the parts, or None.
        center: Center of mass in body axes that was set [m], or None.
    """

    parts: tuple[Part, ...] = ()
    densities: tuple[float, ...] = ()
    mass: float | None = None
    properties: MassProperties | None = None
    look: Geometry | None = None
    moments: Moments | None = None
    center: Vector | None = None

    @property
    def pieces(self) -> "list[Piece]":
        """Geometry, offset and rotation of each part."""
        return [(part.shape, part.offset, part.rotation) for part in self.parts]
