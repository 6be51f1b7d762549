"""Record: what the world keeps of one soft body, apart from the others.

Its arrays lie by themselves until the next step; then they are put one behind the other with those of all soft bodies,
and the record has views into them. Reading and writing is the same before and after.
"""

import dataclasses
import math
from typing import Any

import numpy as np

from physics.kernels.layout import soft as SOFT
from physics.kernels.layout.tier import ORDINARY
from physics.kernels.soft.collide import BLOCK_SIZE
from physics.soft.definition import SoftDef
from physics.soft.forms.form import SoftForm
from physics.soft.forms.rope import SoftRope
from physics.soft.forms.shell import SoftShell
from physics.soft.materials import SoftMaterial
from physics.soft.packing import Lists, lists_of
from physics.soft.structure import Structure, build
from physics.soft.trees import new_touches, touch_capacity

#: Pressure of the air around [Pa].
AIR = 101325.0
#: Bulk modulus that liquids have here [Pa]: far less than that of water, and enough to keep the volume.
LIQUID = 5e5
#: Numbers of kinds in the arrays.
KIND_NUMBERS = {
    "solid": SOFT.SOLID, "cloth": SOFT.CLOTH, "rope": SOFT.ROPE, "shell": SOFT.SHELL, "cluster": SOFT.CLUSTER,
}  # fmt: skip
#: Sweeps per substep, and least tier of substeps.
SWEEPS = {"solid": 1, "cloth": 2, "rope": 1, "shell": 2, "cluster": 1}
TIERS = {"solid": 0, "cloth": 1, "rope": 0, "shell": 1, "cluster": 0}
#: Substep that stiffness is judged by [s].
USUAL_SUBSTEP = 1.0 / 240.0
#: Links of a rope may be so many times as stiff as a substep makes their nodes heavy: 400 links of 2 cm of a rope of
#: 10 mm swing well (3.6e4), 600 of 1.3 cm crease (8e4).
ROPE_RATIO = 6e4


@dataclasses.dataclass(frozen=True, eq=False)
class Blueprint:
    """What of a soft body changes only when somebody changes it; states share it.

    Attributes:
        form: Its shape at rest, as made.
        material: What it is made of.
        structure: Its elements.
        lists: What follows from them.
        pins: Which vertices are held.
        ties: Attachments, one handle each.
        pressure: Gauge pressure that it was filled with [Pa].
        gravity_scale, linear_damping, sweeps, exact, color: As given.
        revision: Counts changes of the elements: a surface that is drawn may be another.
    """

    form: SoftForm
    material: SoftMaterial
    structure: Structure
    lists: Lists
    pins: np.ndarray
    ties: tuple[Any, ...]
    pressure: float
    gravity_scale: float
    linear_damping: float
    sweeps: int
    exact: bool
    color: tuple[float, float, float] | None
    revision: int = 0


class Record:
    """One soft body.

    Attributes:
        blueprint: What of it changes rarely.
        dynamic: Its arrays that a step changes, by name; `part` and `trait` are single rows.
        body: Row of its body.
        shape: Row of its shape.
    """

    def __init__(self, blueprint: Blueprint, dynamic: dict[str, np.ndarray], body: int, shape: int) -> None:
        self.blueprint = blueprint
        self.dynamic = dynamic
        self.body = body
        self.shape = shape

    @property
    def structure(self) -> Structure:
        """Its elements."""
        return self.blueprint.structure

    @property
    def lists(self) -> Lists:
        """Lists by vertex."""
        return self.blueprint.lists

    @property
    def part(self) -> np.ndarray:
        """Its row of integers."""
        return self.dynamic["part"]


def plan(definition: SoftDef) -> Blueprint:
    """The blueprint of a soft body that is to be made; anything that is wrong with it shows here."""
    form, material = definition.form, definition.material
    made = build(form, material)
    return Blueprint(
        form, material, made, lists_of(made, KIND_NUMBERS[form.kind], definition.pins), definition.pins.copy(), (),
        definition.pressure, definition.gravity_scale, definition.linear_damping, definition.sweeps, definition.exact,
        definition.color,
    )  # fmt: skip


def new_dynamic(definition: SoftDef, blueprint: Blueprint, body: int, shape: int) -> dict[str, np.ndarray]:
    """Arrays of a soft body that has just been made."""
    made = blueprint.structure
    count = made.count
    part = np.zeros(SOFT.PART_STRIDE, np.int32)
    part[SOFT.PART_BODY], part[SOFT.PART_SHAPE] = body, shape
    part[SOFT.PART_KIND] = KIND_NUMBERS[blueprint.form.kind]
    part[SOFT.PART_FLAGS] = SOFT.FLAG_ALIVE
    place = np.zeros((count, 4))
    place[:, :3], place[:, 3] = definition.places, made.mass
    speed = np.zeros((count, 4))
    speed[:, :3] = definition.velocities
    dynamic: dict[str, np.ndarray] = {
        "part": part, "trait": np.zeros(SOFT.TRAIT_STRIDE), "place": place, "speed": speed,
        "push": np.zeros((count, 4)), "spring": made.spring.copy(), "hinge": made.hinge.copy(),
        "membrane": made.membrane.copy(), "tet": made.tet.copy(),
        "tie": np.zeros((0, SOFT.TIE_STRIDE), np.int32), "cord": np.zeros((0, SOFT.CORD_STRIDE)),
        "block": np.zeros((-(-count // BLOCK_SIZE), 8)), **empty_rows(made, blueprint.lists),
    }  # fmt: skip
    trait = dynamic["trait"]
    trait[SOFT.TRAIT_TURN + 3] = 1.0
    trait[SOFT.TRAIT_ENERGY] = math.inf
    write_numbers(dynamic, blueprint)
    fill(dynamic, blueprint, blueprint.pressure)
    write_pins(dynamic, blueprint)
    bound(dynamic)
    return dynamic


def empty_rows(made: Structure, lists: Lists) -> dict[str, np.ndarray]:
    """Rows of contacts of all vertices and faces, and of touches, none of which is in use."""
    row = np.zeros((SOFT.ROWS * made.count, SOFT.ROW_STRIDE), np.int32)
    face_row = np.zeros((SOFT.FACE_ROWS * len(made.face), SOFT.ROW_STRIDE), np.int32)
    touch, touch_cell = new_touches(touch_capacity(lists.arrays))
    row[:, SOFT.ROW_SHAPE] = face_row[:, SOFT.ROW_SHAPE] = -1
    return {
        "row": row,
        "cell": np.zeros((len(row), SOFT.CELL_STRIDE)),
        "face_row": face_row,
        "face_cell": np.zeros((len(face_row), SOFT.CELL_STRIDE)),
        "touch": touch,
        "touch_cell": touch_cell,
    }


def write_numbers(dynamic: dict[str, np.ndarray], blueprint: Blueprint) -> None:
    """Write what the material and the options say."""
    part, trait, material, form = dynamic["part"], dynamic["trait"], blueprint.material, blueprint.form
    made = blueprint.structure
    trait[SOFT.TRAIT_THICKNESS] = form.radius if isinstance(form, SoftRope) else 0.5 * material.thickness
    trait[SOFT.TRAIT_FRICTION] = material.friction
    trait[SOFT.TRAIT_RESTITUTION] = material.restitution
    trait[SOFT.TRAIT_DAMPING] = material.damping
    trait[SOFT.TRAIT_GRAVITY] = blueprint.gravity_scale
    trait[SOFT.TRAIT_DRAG] = blueprint.linear_damping
    trait[SOFT.TRAIT_YIELD], trait[SOFT.TRAIT_CREEP] = material.yield_strain, material.creep
    trait[SOFT.TRAIT_BREAK] = material.break_strain
    trait[SOFT.TRAIT_MASS] = made.mass.sum()
    a, b, c = (made.rest[made.face[:, k], :3] for k in range(3))
    trait[SOFT.TRAIT_AREA] = 0.5 * np.linalg.norm(np.cross(b - a, c - a), axis=1).sum()
    part[SOFT.PART_FLAGS] &= ~(SOFT.FLAG_GOAL | SOFT.FLAG_EXACT)
    if blueprint.exact:
        part[SOFT.PART_FLAGS] |= SOFT.FLAG_EXACT
    if form.kind == "cluster":
        part[SOFT.PART_FLAGS] |= SOFT.FLAG_GOAL
        # As stiff as a block of the material whose lowest mode of stretching has this frequency.
        size = float(np.ptp(made.rest[:, :3], axis=0).max())
        trait[SOFT.TRAIT_GOAL] = (math.pi / max(size, 1e-3)) ** 2 * material.young / material.density
    part[SOFT.PART_SWEEPS] = blueprint.sweeps or usual_sweeps(blueprint)
    part[SOFT.PART_TIER] = usual_tier(blueprint)


def usual_tier(blueprint: Blueprint) -> int:
    """Least tier of substeps: ropes of links that are short, stiff and light take more.

    The step of a rope is exact along its links. What it moves across them in a substep stretches them by the square of
    it, and so stiff a link is thrown back by that: the rope creases instead of falling into its curve.
    """
    tier, made = TIERS[blueprint.form.kind], blueprint.structure
    if blueprint.form.kind == "rope":
        stiffness = made.spring[:, SOFT.SPRING_STIFFNESS]
        ratio = float((stiffness / np.maximum(made.mass[:-1], made.mass[1:])).max()) * USUAL_SUBSTEP**2
        while ratio > ROPE_RATIO and tier < ORDINARY:
            ratio, tier = 0.25 * ratio, tier + 1
    return tier


def usual_sweeps(blueprint: Blueprint) -> int:
    """Sweeps per substep: two for what is so stiff that one leaves it trembling."""
    form, material = blueprint.form, blueprint.material
    sweeps = SWEEPS[form.kind]
    if form.kind == "solid":
        edge = 2.0 * float(np.median(blueprint.structure.rest[:, 3]))
        ratio = material.young * USUAL_SUBSTEP**2 / (3.0 * material.density * edge * edge)
        sweeps = 2 if ratio > 1.0 else 1
    return sweeps


def fill(dynamic: dict[str, np.ndarray], blueprint: Blueprint, pressure: float) -> None:
    """Fill a shell with gas or liquid of a gauge pressure [Pa], at its volume at rest."""
    form, trait = blueprint.form, dynamic["trait"]
    if not isinstance(form, SoftShell):
        return
    volume = form.volume
    flags = int(dynamic["part"][SOFT.PART_FLAGS]) & ~(SOFT.FLAG_GAS | SOFT.FLAG_LIQUID)
    trait[SOFT.TRAIT_OUTSIDE], trait[SOFT.TRAIT_VOLUME_REST] = AIR, volume
    trait[SOFT.TRAIT_VOLUME] = volume
    if form.liquid:
        flags |= SOFT.FLAG_LIQUID
        trait[SOFT.TRAIT_BULK] = LIQUID
        trait[SOFT.TRAIT_VOLUME_REST] = volume * (1.0 + pressure / LIQUID)
    else:
        flags |= SOFT.FLAG_GAS
        trait[SOFT.TRAIT_GAS] = (AIR + pressure) * volume
    dynamic["part"][SOFT.PART_FLAGS] = flags


def write_pins(dynamic: dict[str, np.ndarray], blueprint: Blueprint) -> None:
    """Write inverse masses: 0 for what is held."""
    with np.errstate(divide="ignore"):
        inverse = 1.0 / dynamic["place"][:, 3]
    dynamic["speed"][:, 3] = np.where(blueprint.pins, 0.0, inverse)


def bound(dynamic: dict[str, np.ndarray]) -> None:
    """Write the bounds of the blocks of vertices, as they are at rest."""
    place, block = dynamic["place"], dynamic["block"]
    starts = np.arange(0, len(place), BLOCK_SIZE)
    block[:, :3] = np.minimum.reduceat(place[:, :3], starts)
    block[:, 3:6] = np.maximum.reduceat(place[:, :3], starts)
