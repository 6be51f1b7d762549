"""FieldWater: what is below a level surface is buoyant, and drags on what moves through it."""

import dataclasses
import math
from typing import NamedTuple

import numpy as np

from physics import checks
from physics.bodies.body import Body
from physics.constants import POSITION_MAX
from physics.fields.field import DENSITY_MAX, Field, number_between, velocity_of
from physics.kernels.layout import force_field as FORCE_FIELD
from physics.kernels.step.buoyancy import measure_displaced
from physics.vector import Vec3

#: Density of fresh water [kg/m^3].
WATER = 1000.0


class Displaced(NamedTuple):
    """How much water a body displaces.

    Attributes:
        volume: Of the part of the body that is under water [m^3].
        center: Center of that volume, where the water pushes [m]; that of the body if it is not in the water.
        area: Of the body in the surface of the water [m^2].
        share: Volume over that of the whole body, 0 to 1.
    """

    volume: float
    center: Vec3
    area: float
    share: float


@dataclasses.dataclass(eq=False)
class FieldWater(Field):
    """Water, still or flowing, below a level surface: things float in it, or sink.

    A body is pushed up by the weight of the water that it displaces, at the center of that volume: density g V, with
    the g of the gravity of the world downward. The volume is that of its real shapes, whatever their kind, part by
    part; parts that overlap count twice, as they do for the mass. A mesh must be closed to have an inside.

    It drags as `FieldDrag` does, with the submerged share of the shadow: force density coefficient A u^2 / 2, at the
    center of that volume; a ball that sinks ends at the speed sqrt(2 (m - density V) g / (density coefficient A)).
    Waves take energy from what breaks the surface: bobbing decays with the share `damping` of critical damping. Without
    both, a body of the mass m bobs with the period 2 pi sqrt(m / (density g area)) forever.

    Attributes:
        level: Height of the surface, y [m].
        current: Velocity of the water [m/s].
        density: Its density [kg/m^3]: fresh water 1000, sea water 1025.
        coefficient: Of drag: about 0.5 for a ball, 1 for a box.
        damping: Share of critical damping that waves take from bobbing, 0 to 10.
        bounds: Shores and bottom: two opposite corners of a box, the lower first [m]; None for a sea. A body is in the
            water if its center of mass is within them; their upper height does not count, `level` does.
    """

    _checks = {
        "level": number_between(-POSITION_MAX, POSITION_MAX, "m"),
        "current": velocity_of,
        "density": number_between(0.0, DENSITY_MAX, "kg/m^3"),
        "coefficient": number_between(0.0, 1e6),
        "damping": number_between(0.0, 10.0),
        **Field._checks,
    }
    _kind = FORCE_FIELD.KIND_WATER

    level: float = 0.0
    current: checks.VectorLike = (0.0, 0.0, 0.0)
    density: float = WATER
    coefficient: float = 0.5
    damping: float = 0.1

    def displaced(self, body: Body) -> Displaced:
        """How much of this water a body displaces.

        Raises:
            ValueError: The field is not in a world, or the body is not in the same one.
        """
        table = self.__dict__.get("_table")
        if table is None:
            raise ValueError("the water is not in a world, so nothing is in it; add it with world.add_field")
        volume, x, y, z, area, whole = table.measure(self, measure_displaced, body)
        center = Vec3(x, y, z) if volume > 0.0 else body.center_of_mass
        return Displaced(volume, center, area, min(volume / whole, 1.0) if whole > 0.0 else 0.0)

    def breaking(self) -> list[Body]:
        """Dynamic bodies that are awake and may reach through the surface, by their number: cheap, for every step.

        Raises:
            ValueError: The field is not in a world.
        """
        table = self.__dict__.get("_table")
        if table is None:
            raise ValueError("the water is not in a world, so nothing is in it; add it with world.add_field")
        return table.awake_near(self, self.level)

    def _fill(self, record: np.ndarray) -> None:
        record[FORCE_FIELD.VECTOR : FORCE_FIELD.VECTOR + 3] = self.current
        record[FORCE_FIELD.STRENGTH] = 0.5 * self.density * self.coefficient
        record[FORCE_FIELD.LEVEL] = self.level
        record[FORCE_FIELD.DENSITY] = self.density
        record[FORCE_FIELD.DAMPING] = self.damping

    def _reaches(self, centers: np.ndarray) -> np.ndarray:
        """Over the water, too: what floats has its center above the surface, or reaches down from there."""
        if self.bounds is None:
            return np.ones(len(centers), np.bool_)
        (low_x, low_y, low_z), (high_x, _, high_z) = self.bounds
        return np.all((centers >= (low_x, low_y, low_z)) & (centers <= (high_x, math.inf, high_z)), axis=1)
