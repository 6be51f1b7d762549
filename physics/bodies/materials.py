"""Named materials, and the friction of each pair of them.

A handbook prints a static and a kinetic coefficient; the solver has one for both. The values below lie between the two,
for dry and clean surfaces, or things would either creep down slopes or stop too soon. Handbooks disagree by a third and
more, and pairs marked "estimate" are in none of them: measure and call `set_friction` where it matters.
"""

import dataclasses
import difflib
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from physics.bodies.material import Material, mix
from physics.checks import in_range, shown
from physics.constants import FRICTION_MAX
from physics.kernels.layout import material as MATERIAL

if TYPE_CHECKING:
    from physics.bodies.surface import Surface

#: Most materials in one table: the friction matrix grows with the square, to 4 MB.
MATERIALS_MAX = 1000
#: What `MaterialTable.change` can change.
CHANGEABLE = (
    "friction_rule", "restitution_rule", "contact_hertz", "contact_damping_ratio", "friction_across", "friction_axis",
)  # fmt: skip


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

#: Friction of unlike pairs. What is missing here is mixed of the two materials.
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
    """What `MaterialTable.save` returns: materials in the order of their indices, pairs, and what the kernels read."""

    materials: tuple[Material, ...]
    pairs: tuple[tuple[tuple[int, int], float], ...]
    rows: np.ndarray


class MaterialTable:
    """Materials of one world, by name and by index, and the friction of each pair; a part of the world.

    A pair has the friction that was set for it, else what the rules of the materials make of their own.
    """

    def __init__(self) -> None:
        self._materials: list[Material] = []
        self._index: dict[str, int] = {}
        self._pairs: dict[tuple[int, int], float] = {}  # unlike pairs with a value of their own, lower index first
        self._rows = np.zeros((0, MATERIAL.COLUMNS), np.float32)
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
        """Coefficients of friction, float32, shape [M, M], symmetric; row and column are indices of materials."""
        return np.ascontiguousarray(self._rows[:, : len(self)])

    @property
    def rows(self) -> np.ndarray:
        """What the kernels need, float32 [M, M + MATERIAL.COLUMNS]: friction with each, then what each says by itself.

        `add` replaces the array, `set_friction` writes into it: fetch it for every step, and do not write to it.
        """
        return self._rows

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
        first, second = self._materials[a], self._materials[b]
        return first.friction if a == b else self._pairs.get((a, b), mix(first, second))

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
        changed = dataclasses.replace(self._materials[a], friction=value) if a == b else None
        self._saved = None
        if changed is not None:
            self._materials[a] = changed
            self._fill_row(a)
        else:
            self._pairs[a, b] = value
            self._rows[a, b] = self._rows[b, a] = value

    def get(self, name: str) -> Material:
        """A material."""
        return self._materials[self.index(name)]

    def change(self, name: str, changes: Mapping[str, Any]) -> None:
        """Change rules, softness or grain of a material.

        Args:
            name: Its name.
            changes: What, of CHANGEABLE.

        Raises:
            TypeError: There is no such option, or a value is of the wrong type.
            ValueError: The name is unknown, or a value is out of range.
        """
        row = self.index(name)
        unknown = sorted(set(changes) - set(CHANGEABLE))
        if unknown:
            raise TypeError(f"cannot change {unknown[0]!r} of a material; choose from: {', '.join(CHANGEABLE)}")
        changed = dataclasses.replace(self._materials[row], **changes)
        self._saved = None
        self._materials[row] = changed
        self._fill_row(row)

    def add(
        self,
        name: str,
        density: float,
        friction: float,
        restitution: float,
        rolling_friction: float = 0.0,
        **options: Any,
    ) -> int:
        """Add a material.

        Args:
            name: A new name.
            density: Density [kg/m^3].
            friction: Coefficient of friction against the same material, 0 to 10.
            restitution: Part of the speed that is left after a bounce, 0 to 1.
            rolling_friction: Resisting torque over normal force and radius, 0 to 10.
            **options: Of CHANGEABLE.

        Returns:
            Index of the new material.

        Raises:
            TypeError: The name is not a string, or a value not a number.
            ValueError: The name is taken or empty, a value is out of range, or the table is full.
        """
        material = Material(name, density, friction, restitution, rolling_friction, **options)
        if material.name in self._index:
            raise ValueError(f"material {name!r} exists already; choose another name, or change it by set_friction")
        if len(self) >= MATERIALS_MAX:
            raise ValueError(f"a world has at most {MATERIALS_MAX} materials, got one more: {name!r}; share them")
        return self._append(material)

    def save(self) -> SavedMaterials:
        """Everything in the table; states share it until a material is added or changed."""
        if self._saved is None:
            self._saved = SavedMaterials(tuple(self._materials), tuple(sorted(self._pairs.items())), self._rows.copy())
        return self._saved

    def load(self, saved: SavedMaterials) -> None:
        """Back to what `save` returned, bit for bit."""
        if saved is self._saved:
            return
        self._materials, self._pairs = list(saved.materials), dict(saved.pairs)
        self._index = {material.name: row for row, material in enumerate(saved.materials)}
        self._rows = saved.rows.copy()
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
        grown = np.zeros((row + 1, row + 1 + MATERIAL.COLUMNS), np.float32)
        grown[:row, :row] = self._rows[:, :row]
        grown[:row, row + 1 :] = self._rows[:, row:]
        self._rows = grown
        self._fill_row(row)
        return row

    def _fill_row(self, a: int) -> None:
        material = self._materials[a]
        for b, other in enumerate(self._materials):
            pair = (a, b) if a < b else (b, a)
            value = material.friction if a == b else self._pairs.get(pair)
            self._rows[a, b] = self._rows[b, a] = mix(material, other) if value is None else value
        self._rows[a, len(self) :] = material.row()
