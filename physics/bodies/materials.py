"""Named materials, and the friction of each pair of them.

A handbook prints a static and a kinetic coefficient; the solver has one for both. The values below lie between the two,
for dry and clean surfaces, or things would either creep down slopes or stop too soon. Handbooks disagree by a third and
more, and pairs marked "estimate" are in none of them: measure and call `set_friction` where it matters.
"""

import dataclasses
import difflib
import math
from typing import TYPE_CHECKING

import numpy as np

from physics.checks import in_range, shown
from physics.constants import DENSITY_MAX, DENSITY_MIN, FRICTION_MAX

if TYPE_CHECKING:
    from physics.bodies.surface import Surface

#: Most materials in one table: the friction matrix grows with the square, to 4 MB.
MATERIALS_MAX = 1000


@dataclasses.dataclass(frozen=True, slots=True)
class Material:
    """What a thing is made of.

    Attributes:
        name: Name, unique in a table.
        density: Density [kg/m^3].
        friction: Coefficient of friction against the same material, 0 to 10.
        restitution: Part of the speed that is left after a bounce, 0 to 1.
        rolling_friction: Coefficient of rolling friction, 0 to 10: resisting torque over normal force and radius. It
            acts on round shapes only. If it is 0, cylinders and cones have 0.004, unless a body says otherwise.
    """

    name: str
    density: float
    friction: float
    restitution: float
    rolling_friction: float = 0.0

    def __post_init__(self) -> None:
        if not isinstance(self.name, str):
            raise TypeError(f"name of a material must be a string, got {shown(self.name)}")
        if not self.name.strip():
            raise ValueError(f"name of a material must not be empty, got {self.name!r}")
        checked = {
            "name": str(self.name),
            "density": in_range("density", self.density, DENSITY_MIN, DENSITY_MAX, "kg/m^3"),
            "friction": in_range("friction", self.friction, 0.0, FRICTION_MAX),
            "restitution": in_range("restitution", self.restitution, 0.0, 1.0, "", "1 keeps all speed, 0 none"),
            "rolling_friction": in_range("rolling_friction", self.rolling_friction, 0.0, FRICTION_MAX),
        }
        for field, value in checked.items():
            object.__setattr__(self, field, value)


#: The materials of a new table. "default" is the plain one of scenes that do not care: nothing bounces, nothing slips.
HANDBOOK = (
    Material("default", 1000.0, 0.6, 0.0),
    Material("wood", 700.0, 0.4, 0.3, 0.005),  # oak; friction across 0.25 ... 0.5
    Material("iron", 7200.0, 0.4, 0.3, 0.002),  # cast; 1.1 static when clean, 0.15 sliding: the geometric mean
    Material("steel", 7850.0, 0.6, 0.5, 0.001),  # hard, 0.78 static, 0.42 sliding; mild 0.74 and 0.57
    Material("rubber", 1100.0, 1.0, 0.7, 0.015),  # 1.16 and less, falls with load; rolls like a car tire
    Material("ice", 917.0, 0.05, 0.1, 0.002),  # 0.1 static near melting, 0.03 sliding
    Material("stone", 2600.0, 0.65, 0.2, 0.005),  # granite; masonry 0.6 ... 0.7
    Material("concrete", 2400.0, 0.7, 0.15, 0.01),  # rough, hardened; 0.6 ... 0.8
    Material("glass", 2500.0, 0.9, 0.5, 0.001),  # 0.94 static, 0.4 sliding; the upper end, for panes stick
    Material("leather", 900.0, 0.5, 0.2, 0.02),  # estimate
    Material("plastic", 950.0, 0.3, 0.4, 0.003),  # polyethylene 0.2, polystyrene 0.5
)

#: Friction of unlike pairs. What is missing here is the geometric mean of the two materials.
HANDBOOK_PAIRS = {
    ("wood", "iron"): 0.5,  # oak on cast iron 0.49 sliding
    ("wood", "steel"): 0.4,  # wood on clean metal 0.2 ... 0.6
    ("wood", "rubber"): 0.8,  # 0.7 ... 0.95
    ("wood", "ice"): 0.05,  # a sled
    ("wood", "stone"): 0.4,
    ("wood", "concrete"): 0.62,
    ("wood", "leather"): 0.4,  # 0.3 ... 0.5, along the grain 0.6
    ("iron", "steel"): 0.4,  # cast iron on mild steel 0.4 static, 0.23 sliding
    ("iron", "rubber"): 0.7,  # as steel
    ("iron", "ice"): 0.03,  # as steel
    ("iron", "stone"): 0.5,  # 0.3 ... 0.7
    ("iron", "concrete"): 0.5,  # as stone
    ("iron", "leather"): 0.6,  # 0.6 static, 0.56 sliding
    ("steel", "rubber"): 0.7,
    ("steel", "ice"): 0.03,  # a skate is better still: 0.01
    ("steel", "stone"): 0.5,  # as iron
    ("steel", "concrete"): 0.57,  # 0.57 ... 0.7
    ("steel", "glass"): 0.6,  # 0.5 ... 0.7
    ("steel", "leather"): 0.6,  # clean metal
    ("steel", "plastic"): 0.25,  # polyethylene 0.2, nylon 0.4
    ("rubber", "ice"): 0.15,
    ("rubber", "stone"): 0.8,  # as a street, dry
    ("rubber", "concrete"): 0.9,  # 1.0 static, 0.6 ... 0.85 sliding
    ("ice", "stone"): 0.08,  # estimate, as are the next four: a film of water under anything smooth
    ("ice", "concrete"): 0.1,
    ("ice", "glass"): 0.05,
    ("ice", "leather"): 0.1,
    ("ice", "plastic"): 0.04,
}


@dataclasses.dataclass(frozen=True, eq=False, slots=True)
class SavedMaterials:
    """What `MaterialTable.save` returns: materials in the order of their indices, pairs, and the matrix of friction."""

    materials: tuple[Material, ...]
    pairs: tuple[tuple[tuple[int, int], float], ...]
    friction: np.ndarray


class MaterialTable:
    """Materials of one world, by name and by index, and the friction of each pair; a part of the world.

    A pair has the friction that was set for it, else the geometric mean of both materials' own friction.
    """

    def __init__(self) -> None:
        self._materials: list[Material] = []
        self._index: dict[str, int] = {}
        self._pairs: dict[tuple[int, int], float] = {}  # unlike pairs with a value of their own, lower index first
        self._friction = np.zeros((0, 0), np.float32)
        self._saved: SavedMaterials | None = None  # what `save` returned since the last change
        self.surfaces: dict[tuple[object, ...], Surface] = {}  # options of shapes that were checked against this table
        for material in HANDBOOK:
            self._append(material)
        for (a, b), friction in HANDBOOK_PAIRS.items():
            self.set_friction(a, b, friction)

    @property
    def names(self) -> tuple[str, ...]:
        """Names in order of index; "default" is the first."""
        return tuple(material.name for material in self._materials)

    @property
    def friction(self) -> np.ndarray:
        """Coefficients for the kernels, float32, shape [M, M], symmetric; row and column are indices of materials.

        `add` replaces the array, `set_friction` writes into it: fetch it for every step, and do not write to it.
        """
        return self._friction

    def __len__(self) -> int:
        return len(self._materials)

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and name in self._index

    def index(self, name: str) -> int:
        """Index of a material.

        Args:
            name: Its name.

        Raises:
            TypeError: The name is not a string.
            ValueError: There is no such material.
        """
        if not isinstance(name, str):
            raise TypeError(f"material must be the name of one, got {shown(name)} of type {type(name).__name__}")
        row = self._index.get(name)
        if row is None:
            close = difflib.get_close_matches(name.strip().lower(), self._index, n=1)
            guess = f"; did you mean {close[0]!r}?" if close else ""
            raise ValueError(f"unknown material {shown(name)}; choose one of: {', '.join(self._index)}{guess}")
        return row

    def density(self, i: int) -> float:
        """Density of material i [kg/m^3]."""
        return self._materials[i].density

    def restitution(self, i: int) -> float:
        """Restitution of material i, 0 to 1."""
        return self._materials[i].restitution

    def rolling_friction(self, i: int) -> float:
        """Coefficient of rolling friction of material i."""
        return self._materials[i].rolling_friction

    def get_friction(self, name_a: str, name_b: str) -> float:
        """Coefficient of friction between two materials, in either order; a name may be given twice."""
        a, b = sorted((self.index(name_a), self.index(name_b)))
        own_a, own_b = self._materials[a].friction, self._materials[b].friction
        return own_a if a == b else self._pairs.get((a, b), math.sqrt(own_a * own_b))

    def set_friction(self, name_a: str, name_b: str, value: float) -> None:
        """Set the coefficient of friction between two materials, in either order.

        Setting that of a material with itself also changes its pairs that have no value of their own.

        Args:
            name_a: Name of a material.
            name_b: Name of another, or the same.
            value: Coefficient, 0 to 10.

        Raises:
            TypeError: The value is not a number.
            ValueError: A name is unknown, or the value is out of range.
        """
        a, b = sorted((self.index(name_a), self.index(name_b)))
        value = in_range("friction", value, 0.0, FRICTION_MAX, "", "handbook values go from 0.03 to 1.2")
        self._saved = None
        if a == b:
            self._materials[a] = dataclasses.replace(self._materials[a], friction=value)
            self._fill_row(a)
        else:
            self._pairs[a, b] = value
            self._friction[a, b] = self._friction[b, a] = value

    def add(self, name: str, density: float, friction: float, restitution: float, rolling_friction: float = 0.0) -> int:
        """Add a material.

        Args:
            name: A new name.
            density: Density [kg/m^3].
            friction: Coefficient of friction against the same material, 0 to 10.
            restitution: Part of the speed that is left after a bounce, 0 to 1.
            rolling_friction: Resisting torque over normal force and radius, 0 to 10.

        Returns:
            Index of the new material.

        Raises:
            TypeError: The name is not a string, or a value not a number.
            ValueError: The name is taken or empty, a value is out of range, or the table is full.
        """
        material = Material(name, density, friction, restitution, rolling_friction)
        if material.name in self._index:
            raise ValueError(f"material {name!r} exists already; choose another name, or change it by set_friction")
        if len(self) >= MATERIALS_MAX:
            raise ValueError(f"a world has at most {MATERIALS_MAX} materials, got one more: {name!r}; share them")
        return self._append(material)

    def save(self) -> SavedMaterials:
        """Everything in the table; states share it until a material is added or changed."""
        if self._saved is None:
            self._saved = SavedMaterials(
                tuple(self._materials), tuple(sorted(self._pairs.items())), self._friction.copy()
            )
        return self._saved

    def load(self, saved: SavedMaterials) -> None:
        """Back to what `save` returned, bit for bit."""
        if saved is self._saved:
            return
        self._materials, self._pairs = list(saved.materials), dict(saved.pairs)
        self._index = {material.name: row for row, material in enumerate(saved.materials)}
        self._friction = saved.friction.copy()
        self.surfaces = {}
        self._saved = saved

    def outline(self) -> object:
        """All materials and pairs: what bodies to come will be made of, and how they rub."""
        saved = self.save()
        return saved.materials, saved.pairs

    def _append(self, material: Material) -> int:
        self._saved = None
        row = len(self._materials)
        self._materials.append(material)
        self._index[material.name] = row
        grown = np.zeros((row + 1, row + 1), np.float32)
        grown[:row, :row] = self._friction
        self._friction = grown
        self._fill_row(row)
        return row

    def _fill_row(self, a: int) -> None:
        own = self._materials[a].friction
        for b, other in enumerate(self._materials):
            pair = (a, b) if a < b else (b, a)
            value = own if a == b else self._pairs.get(pair, math.sqrt(own * other.friction))
            self._friction[a, b] = self._friction[b, a] = value
