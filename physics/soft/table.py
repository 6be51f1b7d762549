"""SoftTable: the soft bodies of a world."""

import dataclasses
import hashlib
import math
import operator
from typing import TYPE_CHECKING

import numpy as np

from physics import checks
from physics.bodies.table import BodyTable
from physics.kernels.layout import (
    body as BODY,
    count as COUNT,
    event as EVENT,
    kind as KIND,
    shape as SHAPE,
    soft as SOFT,
)
from physics.kernels.soft.arrays import Soft as SoftArrays, table_of
from physics.linking import link_soft
from physics.soft.definition import SoftDef
from physics.soft.packing import DYNAMIC, Packer
from physics.soft.record import Blueprint, Record, new_dynamic, plan
from physics.soft.restoring import revived, tie_again
from physics.soft.soft import Soft
from physics.soft.states import content, copied, copied_touches, restored, write_back
from physics.soft.tearing import tear
from physics.state.ids import IdPool, SavedIds

if TYPE_CHECKING:
    from physics.bodies.body import Body

#: Arrays of which a part has one row.
_SINGLE = ("part", "trait")


@dataclasses.dataclass(frozen=True, eq=False, slots=True)
class SoftRoster:
    """Which soft bodies there are; states share one until one comes, goes or is changed."""

    softs: tuple[tuple[Soft, Blueprint, int, int], ...]
    ids: SavedIds


@dataclasses.dataclass(frozen=True, eq=False, slots=True)
class SavedSofts:
    """What `SoftTable.save` returns."""

    roster: SoftRoster
    arrays: tuple[dict[str, np.ndarray], ...]

    @property
    def nbytes(self) -> int:
        """Memory [bytes]."""
        return sum(array.nbytes for arrays in self.arrays for array in arrays.values())


class SoftTable:
    """The soft bodies of a world; a part of it.

    Each has a row among the bodies, and a shape that stands for all of it, so that pairs, filters, islands and sleep
    are those of bodies; what it is like is in arrays of its own.

    Attributes:
        bodies: The bodies of the world.
        revision: Counts what changes the list of soft bodies, or what one of them is drawn as.
    """

    def __init__(self, bodies: BodyTable) -> None:
        self.bodies = bodies
        self.revision = 0
        self._records: dict[Soft, Record] = {}  # in the order of their rows in the arrays
        self._by_row: dict[int, Soft] = {}
        self._by_id: dict[int, Soft] = {}
        self._ids = IdPool(first=1)
        self._packed: SoftArrays | None = None
        self._roster: SoftRoster | None = None
        bodies.find_soft = self._by_row.get
        bodies.leave_soft = self.leave_body

    # ---- Handles ----------------------------------------------------------------------------------------------------

    @property
    def softs(self) -> list[Soft]:
        """All soft bodies, in the order of their numbers."""
        return [self._by_id[number] for number in sorted(self._by_id)]

    @property
    def count(self) -> int:
        """How many there are."""
        return len(self._records)

    @property
    def vertex_count(self) -> int:
        """How many vertices they have."""
        return sum(record.structure.count for record in self._records.values())

    def find(self, number: int) -> Soft:
        """The soft body with a number, or LookupError."""
        found = self._by_id.get(operator.index(number))
        if found is None:
            raise LookupError(f"there is no soft body number {number!r} in this world")
        return found

    def owns(self, soft: Soft) -> bool:
        """Whether a soft body of this world is still in it."""
        return soft in self._records

    def record_of(self, soft: Soft) -> Record:
        """What is kept of a soft body of this world, or LookupError."""
        record = self._records.get(soft)
        if record is None:
            raise LookupError(f"{soft._label} was removed from its world; add a new one")
        return record

    def records(self) -> list[tuple[Soft, Record]]:
        """All soft bodies and what is kept of them, in the order of their rows."""
        return list(self._records.items())

    def set_in_motion(self) -> list[Record]:
        """Soft bodies that somebody has made, woken or changed since the last step; they are packed."""
        if self._packed is None:
            return []
        changed = np.flatnonzero(np.isinf(self._packed.trait[:, SOFT.TRAIT_ENERGY])).tolist()
        listed = list(self._records.values()) if changed else []
        return [listed[k] for k in changed]

    # ---- Coming and going -------------------------------------------------------------------------------------------

    def add(self, definition: SoftDef, *, back: bool = False) -> Soft:
        """Make a soft body; everything that can be wrong with it was checked."""
        self.bodies.guard.need_idle("added")
        given = definition.state is None
        blueprint = plan(definition) if given else revived(definition, 0, 0)[0]
        link_soft()
        arrays = self.bodies.arrays
        body, shape = arrays.reserve_body(), arrays.reserve_shape()
        number = self._ids.give(body, definition.id if back else None)
        soft = Soft(self, body, number, definition.name, definition.user_data)
        dynamic = new_dynamic(definition, blueprint, body, shape) if given else revived(definition, body, shape)[1]
        record = Record(blueprint, dynamic, body, shape)
        self._write_body(record, definition)
        self._records[soft] = record
        self._by_row[body] = self._by_id[number] = soft
        arrays.counts[COUNT.SOFTS] = len(self._records)
        self.bodies.follow(body)
        self.changed(drawn=True)
        if not given:
            tie_again(self, soft, (), definition.state.ties)
        return soft

    def restore(self, definition: SoftDef) -> Soft:
        """See `World.restore`."""
        if definition.id is None:
            return self.add(definition)
        if checks.integer("id", definition.id, 1, 2**31 - 2) in self._by_id:
            raise ValueError(f"there is a soft body number {definition.id} already; put the definition back into it")
        return self.add(definition, back=True)

    def _write_body(self, record: Record, definition: SoftDef) -> None:
        """Write the rows of the body and of the shape that stand for a soft body."""
        arrays, body, shape = self.bodies.arrays, record.body, record.shape
        place = record.dynamic["place"][:, :3]
        low, high = place.min(axis=0), place.max(axis=0)
        b, s = arrays.bodies, arrays.shapes
        flags = BODY.DYNAMIC | BODY.FLAG_SOFT | BODY.FLAG_SPHERICAL
        b.links[body] = (flags, shape, -1, -1, body, -1, 0, 0)
        b.motion[body] = (*(0.0,) * 15, 1.0)
        b.traits[body] = 0.0
        b.traits[body, BODY.TRAIT_TIER] = record.part[SOFT.PART_TIER]
        b.rotation[body] = (0.0, 0.0, 0.0, 1.0)
        b.center[body] = 0.5 * (low + high)
        info = s.info[shape]
        info[SHAPE.KIND], info[SHAPE.BODY], info[SHAPE.NEXT] = KIND.SOFT, body, -1
        info[SHAPE.TREE], info[SHAPE.NODE] = SHAPE.TREE_MOVING, -1
        info[SHAPE.SENSOR], info[SHAPE.GROUP] = definition.sensor, definition.group
        name = definition.material.name
        info[SHAPE.MATERIAL] = self.bodies.materials.index(name) if name in self.bodies.materials else 0
        s.filter[shape] = definition.category, definition.mask
        s.place[shape] = 0.0
        half = 0.5 * (high - low) + record.dynamic["trait"][SOFT.TRAIT_THICKNESS]
        s.place[shape, SHAPE.PLACE_SIZE : SHAPE.PLACE_SIZE + 3] = half
        s.place[shape, SHAPE.PLACE_ROTATION + 3] = 1.0
        b.traits[body, BODY.TRAIT_EXTENT] = float(np.linalg.norm(half))
        self.write_surface(record)

    def write_surface(self, record: Record) -> None:
        """Write friction and restitution where contacts look for them."""
        surface = self.bodies.arrays.shapes.surface[record.shape]
        surface[:] = 0.0
        surface[SHAPE.SURFACE_FRICTION] = record.blueprint.material.friction
        surface[SHAPE.SURFACE_RESTITUTION] = record.blueprint.material.restitution

    def remove(self, soft: Soft) -> None:
        """See `World.remove_soft`."""
        if not isinstance(soft, Soft):
            raise TypeError(f"soft must be a soft body, got {checks.shown(soft)}")
        if soft._table is not self:
            raise LookupError(f"{soft._label} is of another world; remove it there")
        record = self.record_of(soft)
        self.bodies.guard.need_idle("removed")
        self.bodies.events.resolve()  # while its row still leads to it
        for tie in record.blueprint.ties:
            self._wake_row(int(record.dynamic["tie"][tie._index(record), SOFT.TIE_BODY]))
        del self._records[soft], self._by_row[record.body], self._by_id[soft._id]
        self._ids.drop(record.body)
        self.bodies.retire(record.body, soft, [record.shape])
        self.bodies.arrays.counts[COUNT.SOFTS] = len(self._records)
        self.changed(drawn=True)

    def _wake_row(self, row: int) -> None:
        if row > 0:
            self.bodies.disturb(row)

    def leave_body(self, row: int) -> None:
        """End the attachments to a body that is about to leave."""
        for soft, record in list(self._records.items()):
            held = [tie for tie in record.blueprint.ties if tie._body_row(record) == row]
            for tie in held:
                soft.detach(tie)

    # ---- What changes -----------------------------------------------------------------------------------------------

    def changed(self, *, drawn: bool = False) -> None:
        """Note that the list of soft bodies, or what one is made of, is another."""
        self._packed = self._roster = None
        self.bodies.arrays.soft = np.zeros(0, np.int64)
        if drawn:
            self.revision += 1

    def replace(self, soft: Soft, blueprint: Blueprint, **dynamic: np.ndarray) -> None:
        """Give a soft body another blueprint, and other arrays where they change their length."""
        record = self._records[soft]
        drawn = blueprint.revision != record.blueprint.revision
        kept = {name: array.copy() for name, array in record.dynamic.items() if not name.startswith("touch")}
        kept |= copied_touches(record.dynamic)
        self._records[soft] = Record(blueprint, {**kept, **dynamic}, record.body, record.shape)
        self.changed(drawn=drawn)

    def pack(self) -> None:
        """Before a step: put the arrays of all soft bodies one behind the other, if something has changed."""
        if self._packed is not None or not self._records:
            return
        packer = Packer()
        for record in self._records.values():
            packer.add(record)
        self._packed = packer.arrays()
        self._view()
        self.bodies.arrays.soft = table_of(self._packed)

    def _view(self) -> None:
        """Let the records look into the packed arrays."""
        packed = self._packed
        assert packed is not None
        tops = dict.fromkeys(DYNAMIC, 0)
        for k, record in enumerate(self._records.values()):
            for name in DYNAMIC:
                array = getattr(packed, name)
                if name in _SINGLE:
                    record.dynamic[name] = array[k]
                else:
                    count = len(record.dynamic[name])
                    record.dynamic[name] = array[tops[name] : tops[name] + count]
                    tops[name] += count

    def part_strained(self) -> None:
        """After a step: tear what is strained too far, drop attachments that broke, and report both."""
        packed = self._packed
        if packed is None or not packed.note[SOFT.NOTE_STRAINED :].any():
            return
        for soft, record in self.records():
            flags = int(record.dynamic["part"][SOFT.PART_FLAGS])
            if flags & SOFT.FLAG_FLOWED and not flags & SOFT.FLAG_FLOWING:
                self._report(EVENT.SOFT_YIELDED, record.body, 0)
            self._drop_broken(soft, record)
            if flags & SOFT.FLAG_STRAINED:
                self._tear(soft, flags)

    def _tear(self, soft: Soft, flags: int) -> None:
        """Tear a soft body where it is strained too far."""
        count = tear(soft)
        record = self.record_of(soft)
        if count == 0:
            return
        self._report(EVENT.SOFT_TORN, record.body, count)
        if record.blueprint.form.kind == "shell" and not flags & SOFT.FLAG_TORN:
            self._report(EVENT.SOFT_BURST, record.body, count)

    def _drop_broken(self, soft: Soft, record: Record) -> None:
        """Take out attachments that broke."""
        broken = np.flatnonzero(record.dynamic["tie"][:, SOFT.TIE_FLAGS] == 0).tolist()
        if not broken:
            return
        for tie in [record.blueprint.ties[k] for k in broken]:
            tie._leave(self.record_of(soft))
        self._report(EVENT.ATTACHMENT_BROKEN, record.body, len(broken))

    def _report(self, kind: int, row: int, count: int) -> None:
        """Add to the events of the last step."""
        arrays = self.bodies.arrays
        place = int(arrays.counts[COUNT.EVENTS])
        if place >= len(arrays.events.info):
            return
        arrays.events.info[place] = (kind, 0, row, 0, 0, 0)
        arrays.events.value[place] = (*arrays.bodies.center[row], 0.0, 0.0, 0.0, count, 0.0)
        arrays.counts[COUNT.EVENTS] = arrays.counts[COUNT.EVENTS_SEEN] = place + 1

    def disturb(self, soft: Soft) -> None:
        """Wake a soft body, and let it have whatever energy it has now."""
        record = self.record_of(soft)
        record.dynamic["trait"][SOFT.TRAIT_ENERGY] = math.inf
        self.bodies.disturb(record.body)

    def rebound(self, soft: Soft) -> None:
        """Bring bounds up to date with vertices that were moved."""
        record = self.record_of(soft)
        arrays = self.bodies.arrays
        place = record.dynamic["place"][:, :3]
        low, high = place.min(axis=0), place.max(axis=0)
        arrays.bodies.center[record.body] = 0.5 * (low + high)
        half = 0.5 * (high - low) + record.dynamic["trait"][SOFT.TRAIT_THICKNESS]
        arrays.shapes.place[record.shape, SHAPE.PLACE_SIZE : SHAPE.PLACE_SIZE + 3] = half
        self.bodies.follow(record.body)

    def row_of_body(self, body: "Body | None") -> int:
        """Row of a body of this world; 0 for the world itself."""
        return 0 if body is None else self.bodies.row_of(body)

    # ---- State ------------------------------------------------------------------------------------------------------

    def save(self) -> SavedSofts:
        """Which soft bodies there are, and their arrays."""
        if self._roster is None:
            softs = tuple((soft, record.blueprint, record.body, record.shape) for soft, record in self._records.items())
            self._roster = SoftRoster(softs, self._ids.save())
        return SavedSofts(self._roster, tuple(copied(record) for record in self._records.values()))

    def load(self, saved: SavedSofts) -> None:
        """Back to what `save` returned."""
        if saved.roster is self._roster:
            for record, arrays in zip(self._records.values(), saved.arrays, strict=True):
                write_back(record, arrays)
            return
        self._records = {}
        for (soft, blueprint, body, shape), arrays in zip(saved.roster.softs, saved.arrays, strict=True):
            self._records[soft] = Record(blueprint, restored(blueprint, arrays), body, shape)
        self._by_row.clear()
        self._by_row.update({record.body: soft for soft, record in self._records.items()})
        self._by_id = {soft._id: soft for soft in self._records}
        self._ids.load(saved.roster.ids)
        self.changed(drawn=True)
        self._roster = saved.roster

    def outline(self) -> object:
        """Digest of all that decides the future."""
        digest = hashlib.blake2b(digest_size=16)
        for record in self._records.values():
            made = record.structure
            digest.update(record.blueprint.form.digest())
            for array in (made.face, made.spring_ends, made.hinge_corners, made.membrane_corners, made.tet_corners):
                digest.update(np.ascontiguousarray(array).data)
            for array in content(record):
                digest.update(np.ascontiguousarray(array).data)
        return digest.hexdigest(), self._ids.outline()
