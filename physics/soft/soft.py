"""Soft: a handle with properties over one soft body."""

import dataclasses
import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from physics import checks
from physics.bodies.body import Body
from physics.constants import FORCE_MAX, POSITION_MAX
from physics.kernels.layout import body as BODY, shape as SHAPE, soft as SOFT
from physics.soft import cutting, measures
from physics.soft.attachment import Attachment
from physics.soft.definition import NUMBERS, SoftDef, pin_list
from physics.soft.forms.form import SoftForm
from physics.soft.materials import SoftMaterial, resolved
from physics.soft.packing import lists_of
from physics.soft.record import KIND_NUMBERS, Record, fill, write_pins
from physics.soft.restoring import put_back, state_of
from physics.soft.structure import build
from physics.vector import Vec3

if TYPE_CHECKING:
    from physics.soft.table import SoftTable
    from physics.world import World

#: Nothing of a soft body is made faster [m/s].
SPEED_MAX = 2000.0


class Soft:
    """A soft body of a world; made by `World.add_soft`. After it was removed, every use raises LookupError.

    Attributes:
        name: For people.
        user_data: For the program.
    """

    __slots__ = ("_table", "_row", "_id", "name", "user_data", "__weakref__")

    def __init__(self, table: "SoftTable", row: int, number: int, name: str, user_data: Any) -> None:
        self._table = table
        self._row = row
        self._id = number
        self.name = name
        self.user_data = user_data

    def __repr__(self) -> str:
        label = f" {self.name!r}" if self.name else ""
        if not self.alive:
            return f"<Soft{label} {self._id}, removed>"
        record = self._record
        return f"<Soft{label} {self._id}, {record.blueprint.form.kind} of {record.structure.count} vertices>"

    @property
    def _label(self) -> str:
        """How messages call it."""
        return f"soft body {self.name!r}" if self.name else "soft body"

    @property
    def _record(self) -> Record:
        return self._table.record_of(self)

    # ---- What it is -----------------------------------------------------------------------------------------------

    @property
    def alive(self) -> bool:
        """False once it was removed."""
        return self._table.owns(self)

    @property
    def id(self) -> int:
        """Its number; no other soft body ever gets it."""
        self._table.record_of(self)
        return self._id

    @property
    def world(self) -> "World":
        """The world that it is in."""
        return self._table.bodies.world

    @property
    def form(self) -> SoftForm:
        """Its shape as made."""
        return self._record.blueprint.form

    @property
    def kind(self) -> str:
        """What it is: solid, cloth, rope, shell or cluster."""
        return self.form.kind

    @property
    def material(self) -> SoftMaterial:
        """What it is made of, with all numbers as they are now."""
        return self._record.blueprint.material

    @property
    def vertex_count(self) -> int:
        """Number of its vertices; tearing adds some."""
        return self._record.structure.count

    @property
    def triangles(self) -> np.ndarray:
        """Triangles of its surface, int32 [n, 3]."""
        return self._record.structure.face.copy()

    @property
    def mass(self) -> float:
        """Mass of all vertices [kg]."""
        return float(self._record.dynamic["place"][:, 3].sum())

    @property
    def color(self) -> tuple[float, float, float] | None:
        """What it is drawn in, (r, g, b), or None for that of its material."""
        return self._record.blueprint.color

    # ---- Motion ---------------------------------------------------------------------------------------------------

    @property
    def positions(self) -> np.ndarray:
        """Places of all vertices [m], a copy, float64 [n, 3]. Setting them wakes it."""
        return self._record.dynamic["place"][:, :3].copy()

    @positions.setter
    def positions(self, value: Any) -> None:
        record = self._record
        record.dynamic["place"][:, :3] = self._rows("positions", value, POSITION_MAX, "m")
        self._table.disturb(self)
        self._table.rebound(self)

    @property
    def velocities(self) -> np.ndarray:
        """Velocities of all vertices [m/s], a copy, float64 [n, 3]. Setting them wakes it; pinned ones move so too."""
        return self._record.dynamic["speed"][:, :3].copy()

    @velocities.setter
    def velocities(self, value: Any) -> None:
        record = self._record
        record.dynamic["speed"][:, :3] = self._rows("velocities", value, SPEED_MAX, "m/s")
        self._table.disturb(self)

    def _rows(self, name: str, value: Any, limit: float, unit: str) -> np.ndarray:
        """One vector per vertex, checked."""
        shape = (self._record.structure.count, 3)
        try:
            rows = np.array(value, np.float64)
        except (TypeError, ValueError):
            raise TypeError(f"{name} must be numbers of shape {shape}, got {checks.shown(value)}") from None
        if rows.shape != shape:
            raise ValueError(f"{name} must have the shape {shape}, got {rows.shape}; give one vector per vertex")
        if not np.isfinite(rows).all() or np.abs(rows).max() > limit:
            worst = int(np.argmax(np.where(np.isfinite(rows), np.abs(rows), np.inf).max(axis=1)))
            raise ValueError(f"{name} must be finite and at most {limit:g} {unit}, got {rows[worst]} in row {worst}")
        return rows

    @property
    def position(self) -> Vec3:
        """Center of mass [m]."""
        place = self._record.dynamic["place"]
        return Vec3(*(place[:, 3] @ place[:, :3] / place[:, 3].sum()).tolist())

    @property
    def velocity(self) -> Vec3:
        """Velocity of the center of mass [m/s]."""
        record = self._record
        mass = record.dynamic["place"][:, 3]
        return Vec3(*(mass @ record.dynamic["speed"][:, :3] / mass.sum()).tolist())

    @property
    def awake(self) -> bool:
        """Whether it is simulated."""
        return bool(self._table.bodies.arrays.bodies.links[self._record.body, BODY.AWAKE] >= 0)

    def wake(self) -> None:
        """Wake it, with what it touches."""
        self._table.disturb(self)

    def apply_force(self, force: checks.VectorLike, vertex: int | None = None) -> None:
        """Push in the next step.

        Args:
            force: Force [N].
            vertex: On which; left out, shared by all according to their masses.
        """
        record = self._record
        push = np.array(checks.vector("force", force, limit=FORCE_MAX, unit="N"))
        if vertex is None:
            mass = record.dynamic["place"][:, 3:]
            record.dynamic["push"][:, :3] += push * mass / mass.sum()
        else:
            record.dynamic["push"][self._vertex(vertex), :3] += push
        self._table.disturb(self)

    def apply_impulse(self, impulse: checks.VectorLike, vertex: int | None = None) -> None:
        """Change velocities at once.

        Args:
            impulse: Impulse [N s].
            vertex: Of which; left out, of all alike.
        """
        record = self._record
        change = np.array(checks.vector("impulse", impulse, limit=FORCE_MAX, unit="N s"))
        speed, free = record.dynamic["speed"], record.dynamic["speed"][:, 3] > 0.0
        if vertex is None:
            speed[free, :3] += change / record.dynamic["place"][:, 3].sum()
        else:
            v = self._vertex(vertex)
            speed[v, :3] += change * speed[v, 3]
        np.clip(speed[:, :3], -SPEED_MAX, SPEED_MAX, out=speed[:, :3])
        self._table.disturb(self)

    def _vertex(self, vertex: int) -> int:
        count = self._record.structure.count
        return checks.integer("vertex", vertex, 0, count - 1, f"it has {count} vertices")

    # ---- Pins and attachments -------------------------------------------------------------------------------------

    @property
    def pins(self) -> tuple[int, ...]:
        """Vertices that are held where they are."""
        return tuple(np.flatnonzero(self._record.blueprint.pins).tolist())

    def pin(self, vertices: int | Sequence[int]) -> None:
        """Hold vertices where they are now."""
        self._set_pins(vertices, held=True)

    def unpin(self, vertices: int | Sequence[int] | None = None) -> None:
        """Let go of vertices; of all that are pinned, if none are named."""
        self._set_pins(self.pins if vertices is None else vertices, held=False)

    def _set_pins(self, vertices: int | Sequence[int], *, held: bool) -> None:
        record = self._record
        chosen = pin_list("vertices", vertices, record.structure.count)
        pins = record.blueprint.pins.copy()
        pins[chosen] = held
        if (pins == record.blueprint.pins).all():
            return
        self._table.bodies.guard.need_idle("pinned")
        blueprint = record.blueprint
        lists = lists_of(blueprint.structure, KIND_NUMBERS[blueprint.form.kind], pins)
        self._table.replace(self, dataclasses.replace(blueprint, pins=pins, lists=lists))
        record = self._record
        write_pins(record.dynamic, record.blueprint)
        record.dynamic["speed"][pins, :3] = 0.0
        self._table.disturb(self)

    @property
    def attachments(self) -> tuple[Attachment, ...]:
        """What holds it to bodies and to the world."""
        return self._record.blueprint.ties

    def attach(
        self,
        vertex: int | tuple[int, Sequence[float]],
        body: Body | None = None,
        point: checks.VectorLike | None = None,
        *,
        break_force: float = math.inf,
        max_force: float = math.inf,
        compliance: float = 0.0,
    ) -> Attachment:
        """Hold a vertex, or a point of the surface, at a point of a body.

        Args:
            vertex: A vertex; or the number of a triangle and three weights of its corners.
            body: The body; None for the world.
            point: Where on the body, world axes [m]; left out, where the point of the soft body is now.
            break_force: Force at which it breaks [N].
            max_force: Greatest force that it pulls with [N]; it gives way instead of breaking.
            compliance: How far it gives per force [m/N].

        Returns:
            A handle that tells the force, and lets go.
        """
        self._table.bodies.guard.need_idle("attached")
        record = self._record
        row = self._table.row_of_body(body)
        corners, weights = self._surface_point(vertex)
        here = weights @ record.dynamic["place"][list(corners), :3]
        target = here if point is None else np.array(checks.vector("point", point, limit=POSITION_MAX, unit="m"))
        if checks.number("break_force", break_force) != math.inf:
            checks.positive("break_force", break_force, "N")
        if checks.number("max_force", max_force) != math.inf:
            checks.positive("max_force", max_force, "N")
        checks.in_range("compliance", compliance, 0.0, 1e3, "m/N")
        made = Attachment(self, body, corners, tuple(weights.tolist()))
        made._enter(record, row, target, break_force, max_force, compliance)
        self._table.disturb(self)
        if row:
            self._table.bodies.disturb(row)
        return made

    def detach(self, attachment: Attachment) -> None:
        """Let go of an attachment."""
        self._table.bodies.guard.need_idle("detached")
        if not isinstance(attachment, Attachment):
            raise TypeError(f"attachment must come from attach, got {checks.shown(attachment)}")
        attachment._leave(self._record)
        self._table.disturb(self)

    def _surface_point(self, vertex: int | tuple[int, Sequence[float]]) -> tuple[tuple[int, int, int], np.ndarray]:
        """Three vertices and weights of a vertex or of a point of a triangle."""
        if not isinstance(vertex, tuple):
            v = self._vertex(vertex)
            return (v, v, v), np.array((1.0, 0.0, 0.0))
        if len(vertex) != 2:
            raise TypeError(f"vertex must be a number, or a triangle and three weights, got {checks.shown(vertex)}")
        face = self._record.structure.face
        triangle = checks.integer("triangle", vertex[0], 0, len(face) - 1, f"it has {len(face)} triangles")
        weights = np.array(checks.vector("weights", vertex[1]))
        if weights.min() < -1e-6 or abs(weights.sum() - 1.0) > 1e-6:
            raise ValueError(f"weights must be from 0 to 1 with the sum 1, got {checks.shown(vertex[1])}")
        a, b, c = face[triangle].tolist()
        return (a, b, c), weights

    # ---- Numbers of the material ------------------------------------------------------------------------------------

    def change(self, **numbers: float) -> None:
        """Change numbers of the material, all or none.

        Places and velocities stay, so nothing is kicked: what is stretched pulls as the new material does.

        Args:
            **numbers: young, poisson, density, stretch, shear, bend, thickness, damping, friction, restitution,
                yield_strain, creep, break_strain, as of `World.add_soft`.

        Raises:
            TypeError: The kind has no such number, or it is none.
            ValueError: A number is out of range.
        """
        self._table.bodies.guard.need_idle("changed")
        record = self._record
        blueprint = record.blueprint
        material = resolved(blueprint.form.kind, blueprint.material, **numbers)
        measures.restiffen(self, blueprint, material, build(blueprint.form, material))
        self._table.disturb(self)

    @property
    def pressure(self) -> float:
        """Gauge pressure inside [Pa], as it is now; 0 for what is not closed. Setting it inflates or deflates."""
        return measures.pressure_of(self._record)

    @pressure.setter
    def pressure(self, value: float) -> None:
        record = self._record
        if record.blueprint.form.kind != "shell":
            raise ValueError(f"only a shell holds a pressure, and this is a {record.blueprint.form.kind}")
        wanted = checks.in_range("pressure", value, -1e5, 1e8, "Pa", "it is above that of the air")
        fill(record.dynamic, record.blueprint, wanted)
        record.dynamic["part"][SOFT.PART_FLAGS] &= ~SOFT.FLAG_TORN
        self._table.disturb(self)

    @property
    def filling(self) -> float:
        """How much is inside: gauge pressure that it would have at the volume of its form [Pa]; `pressure` sets it."""
        return measures.filling_of(self._record)

    @property
    def leaks(self) -> bool:
        """Whether a shell has burst, so that what is inside gets out."""
        return bool(self._record.dynamic["part"][SOFT.PART_FLAGS] & SOFT.FLAG_TORN)

    @property
    def gravity_scale(self) -> float:
        """Factor on gravity."""
        return self._record.blueprint.gravity_scale

    @gravity_scale.setter
    def gravity_scale(self, value: float) -> None:
        scale = checks.in_range("gravity_scale", value, -1e3, 1e3)
        self._table.bodies.guard.need_idle("changed")
        self._table.replace(self, dataclasses.replace(self._record.blueprint, gravity_scale=scale))
        self._record.dynamic["trait"][SOFT.TRAIT_GRAVITY] = scale
        self._table.disturb(self)

    @property
    def edges(self) -> np.ndarray:
        """Pairs of vertices that an element joins, each once, int32 [n, 2]; broken links of ropes are left out."""
        return measures.edges_of(self._record)

    @property
    def contacts(self) -> np.ndarray:
        """Where it touches something: `position` [m], `normal` toward it, `force` on it in the last substep [N]."""
        return measures.contact_points_of(self._record)

    @property
    def volume(self) -> float:
        """Volume inside of its surface [m^3]; 0 for cloth and ropes."""
        return measures.volume_of(self._record)

    @property
    def strain(self) -> np.ndarray:
        """Largest strain of the elements at each vertex, a part of the length at rest, float64 [n]."""
        return measures.strain_of(self._record)

    @property
    def parts(self) -> np.ndarray:
        """Number of the connected part that each vertex belongs to, from 0, int32 [n]."""
        return self._record.lists.arrays["link"][:-1, SOFT.LINK_PIECE].copy()

    @property
    def part_count(self) -> int:
        """Number of connected parts: 1 until something tears."""
        return self._record.lists.pieces

    @property
    def category(self) -> int:
        """Category bits of its contacts."""
        return int(self._table.bodies.arrays.shapes.filter[self._record.shape, 0])

    @category.setter
    def category(self, value: int) -> None:
        self._set_filter(0, checks.bitmask("category", value))

    @property
    def mask(self) -> int:
        """Categories that it collides with."""
        return int(self._table.bodies.arrays.shapes.filter[self._record.shape, 1])

    @mask.setter
    def mask(self, value: int) -> None:
        self._set_filter(1, checks.bitmask("mask", value))

    @property
    def group(self) -> int:
        """What is of one group, other than 0, does not collide."""
        return int(self._table.bodies.arrays.shapes.info[self._record.shape, SHAPE.GROUP])

    @property
    def sensor(self) -> bool:
        """Whether it only senses."""
        return bool(self._table.bodies.arrays.shapes.info[self._record.shape, SHAPE.SENSOR])

    def _set_filter(self, column: int, value: int) -> None:
        record, bodies = self._record, self._table.bodies
        bodies.remove_contacts(record.body)
        bodies.arrays.shapes.filter[record.shape, column] = value
        bodies.leave_tree(record.shape)
        bodies.follow(record.body)
        self._table.disturb(self)

    # ---- Cutting ----------------------------------------------------------------------------------------------------

    def cut(
        self, origin: checks.VectorLike, normal: checks.VectorLike, *, within: checks.VectorLike | None = None
    ) -> int:
        """Cut it by a plane.

        Args:
            origin: A point of the plane [m].
            normal: Across the plane.
            within: Half extents of the box around the origin, world axes, that is cut [m]; left out, everywhere.

        Returns:
            Number of vertices that were split; 0 if the plane misses it.
        """
        self._table.bodies.guard.need_idle("cut")
        o = np.array(checks.vector("origin", origin, limit=POSITION_MAX, unit="m"))
        n = np.array(checks.unit_vector("normal", normal))
        half = None if within is None else np.array(checks.vector("within", within, limit=POSITION_MAX, unit="m"))
        return cutting.cut(self, o, n, half)

    def definition(self) -> SoftDef:
        """Everything about it as it is now, for `World.restore` once it is removed."""
        record = self._record
        b, s = record.blueprint, self._table.bodies.arrays.shapes
        return SoftDef(
            b.form, b.material, self.positions, self.velocities, b.pins.copy(), b.pressure, b.gravity_scale,
            b.linear_damping, b.sweeps, b.exact, int(s.filter[record.shape, 0]), int(s.filter[record.shape, 1]),
            self.group, self.sensor, b.color, self.name, self.user_data, self._id,
            state=state_of(record),
        )  # fmt: skip

    def put_back(self, definition: SoftDef) -> None:
        """Be again as a definition of it says: places, velocities, cuts, pins, material and attachments.

        Args:
            definition: What `definition()` returned.

        Raises:
            TypeError: It is none.
            ValueError: It is of another kind, or damaged.
        """
        put_back(self, definition)


def _property(name: str) -> property:
    """A property for a number of the material."""

    def get(self: Soft) -> float:
        return float(getattr(self.material, name))

    def change(self: Soft, value: float) -> None:
        self.change(**{name: value})

    return property(
        get, change, doc=f"`{name}` of the material, as in `World.add_soft`; setting it changes it at once."
    )


for _name in NUMBERS:
    setattr(Soft, _name, _property(_name))
del _name
