"""Taking a soft body out of a world as a value, and bringing it back: undo is made of it.

What is torn stays torn and what has flowed stays so; contacts are found anew. Values may come from a file of somebody
else, so every number of a row is checked before kernels read it.
"""

import dataclasses
from typing import TYPE_CHECKING, Any

import numpy as np

from physics import checks
from physics.constants import POSITION_MAX
from physics.kernels.layout import soft as SOFT
from physics.kernels.soft.collide import BLOCK_SIZE
from physics.soft.attachment import Attachment
from physics.soft.definition import SoftDef
from physics.soft.packing import lists_of
from physics.soft.record import KIND_NUMBERS, Blueprint, Record, bound, empty_rows, write_pins
from physics.soft.structure import Structure

if TYPE_CHECKING:
    from physics.soft.soft import Soft
    from physics.soft.table import SoftTable

#: Arrays of a record that are not kept: contacts and what follows from the others.
_LEFT_OUT = ("row", "cell", "face_row", "face_cell", "touch", "touch_cell", "block")
#: Arrays of elements, the corners that belong to each, and how wide both are.
_ELEMENTS = {
    "spring": ("spring_ends", SOFT.SPRING_STRIDE, 2),
    "hinge": ("hinge_corners", SOFT.HINGE_STRIDE, 4),
    "membrane": ("membrane_corners", SOFT.MEMBRANE_STRIDE, 3),
    "tet": ("tet_corners", SOFT.TET_STRIDE, 4),
}


@dataclasses.dataclass(frozen=True, eq=False)
class SoftState:
    """What a soft body is beyond its form: what was torn, what has flowed, how it moves, what holds it.

    Attributes:
        structure: Its elements.
        arrays: Its arrays by name, without contacts.
        ties: Body of each attachment, 0 for the world.
    """

    structure: Structure
    arrays: dict[str, np.ndarray]
    ties: tuple[int, ...] = ()


def state_of(record: Record) -> SoftState:
    """The state of a soft body as it is now."""
    arrays = {name: array.copy() for name, array in record.dynamic.items() if name not in _LEFT_OUT}
    bodies = tuple(0 if tie.body is None else tie.body.id for tie in record.blueprint.ties)
    return SoftState(record.structure, arrays, bodies)


def revived(definition: SoftDef, body: int, shape: int) -> tuple[Blueprint, dict[str, Any]]:
    """Blueprint without attachments, and arrays, of a soft body with a state.

    Raises:
        ValueError: The state does not fit together.
    """
    state, form = definition.state, definition.form
    check_state(definition)
    structure = dataclasses.replace(
        state.structure, sources={name: np.array(rows) for name, rows in state.structure.sources.items()}
    )
    pins = np.array(definition.pins, bool)
    lists = lists_of(structure, KIND_NUMBERS[form.kind], pins)
    blueprint = Blueprint(
        form, definition.material, structure, lists, pins, (), definition.pressure, definition.gravity_scale,
        definition.linear_damping, definition.sweeps, definition.exact, definition.color,
    )  # fmt: skip
    dynamic = {name: np.array(array) for name, array in state.arrays.items()}
    dynamic["place"][:, :3], dynamic["speed"][:, :3] = definition.places, definition.velocities
    part = dynamic["part"]
    part[SOFT.PART_BODY], part[SOFT.PART_SHAPE] = body, shape
    part[SOFT.PART_FLAGS] &= ~SOFT.FLAG_RESTING
    dynamic |= empty_rows(structure, lists)
    dynamic["block"] = np.zeros((-(-structure.count // BLOCK_SIZE), 8))
    write_pins(dynamic, blueprint)
    bound(dynamic)
    return blueprint, dynamic


def put_back(soft: "Soft", definition: SoftDef) -> None:
    """Let a soft body be again as a definition of it says; see `Soft.put_back`."""
    table = soft._table
    table.bodies.guard.need_idle("put back")
    record = table.record_of(soft)
    if not isinstance(definition, SoftDef) or definition.state is None:
        raise TypeError(f"definition must come from Soft.definition, got {checks.shown(definition)}")
    if definition.form.kind != record.blueprint.form.kind:
        raise ValueError(f"{soft._label} is a {soft.kind}, and the definition is of a {definition.form.kind}")
    blueprint, dynamic = revived(definition, record.body, record.shape)
    known = record.blueprint.ties
    for tie in known:
        row = tie._body_row(record)
        if row > 0:
            table.bodies.disturb(row)
    table.bodies.remove_contacts(record.body)
    table.replace(soft, dataclasses.replace(blueprint, revision=record.blueprint.revision + 1), **dynamic)
    tie_again(table, soft, known, definition.state.ties)
    table.write_surface(table.record_of(soft))
    table.changed(drawn=True)
    table.bodies.leave_tree(record.shape)
    table.rebound(soft)
    table.disturb(soft)


def tie_again(table: "SoftTable", soft: "Soft", known: tuple[Attachment, ...], bodies: tuple[int, ...]) -> None:
    """Give a soft body the attachments that its state had, but for those to bodies that are gone.

    Args:
        table: The soft bodies.
        soft: The soft body, whose arrays have a row for each.
        known: Handles that it had so far: those that fit are used again.
        bodies: Body of each row, 0 for the world.
    """
    record = table.record_of(soft)
    tie, cord = record.dynamic["tie"], record.dynamic["cord"]
    made, kept, spare = [], [], list(known)
    for row, number in enumerate(bodies):
        try:
            body = table.bodies.find(number) if number else None
        except LookupError:
            continue
        tie[row, SOFT.TIE_BODY] = table.row_of_body(body)
        corners = tuple(tie[row, SOFT.TIE_VERTEX : SOFT.TIE_VERTEX + 3].tolist())
        weights = tuple(cord[row, SOFT.CORD_WEIGHT : SOFT.CORD_WEIGHT + 3].tolist())
        same = [old for old in spare if (old.body, old.vertices, old.weights) == (body, corners, weights)]
        made.append(same[0] if same else Attachment(soft, body, corners, weights))
        spare = [old for old in spare if old is not made[-1]]
        kept.append(row)
    blueprint = dataclasses.replace(record.blueprint, ties=tuple(made))
    table.replace(soft, blueprint, tie=tie[kept].copy(), cord=cord[kept].copy())


# ---- Checks ---------------------------------------------------------------------------------------------------------


def check_state(definition: SoftDef) -> None:
    """See that all rows of a state name vertices that there are, and all arrays are as long as they should be.

    Raises:
        ValueError: They do not, or they are not; the text says which.
    """
    state = definition.state
    if not isinstance(state, SoftState):
        raise ValueError("the state of a soft body must come from its definition(); take it as it was returned")
    made, arrays = state.structure, state.arrays
    count = made.count
    _check("mass", made.mass, (count,))
    _check("rest", made.rest, (count, 4))
    _check_corners("face", made.face, 3, count)
    for name, (corners, width, corner_count) in _ELEMENTS.items():
        rows = getattr(made, corners)
        _check_corners(corners, rows, corner_count, count)
        for owner in (getattr(made, name), arrays.get(name)):
            _check(name, owner, (len(rows), width))
        _check_source(name, made, len(rows))
    for name, width in (("place", 4), ("speed", 4), ("push", 4)):
        _check(name, arrays.get(name), (count, width))
    _check("part", arrays.get("part"), (SOFT.PART_STRIDE,))
    _check("trait", arrays.get("trait"), (SOFT.TRAIT_STRIDE,))
    _check("tie", arrays.get("tie"), (len(state.ties), SOFT.TIE_STRIDE))
    _check("cord", arrays.get("cord"), (len(state.ties), SOFT.CORD_STRIDE))
    _check_corners("tie", arrays["tie"][:, SOFT.TIE_VERTEX : SOFT.TIE_VERTEX + 3], 3, count)
    _check("pins", definition.pins, (count,))
    _check("places", definition.places, (count, 3))
    _check("velocities", definition.velocities, (count, 3))
    if not (np.abs(definition.places) <= POSITION_MAX).all() or not np.isfinite(definition.velocities).all():
        raise ValueError(f"places of a soft body must be finite and at most {POSITION_MAX:g} m; the state is damaged")
    if not (arrays["place"][:, 3] > 0.0).all():
        raise ValueError("masses of vertices must be > 0 kg; the state of the soft body is damaged")
    if made.cell_of_face is not None:
        _check("cell_of_face", made.cell_of_face, (len(made.face),))


def _check(name: str, array: Any, shape: tuple[int, ...]) -> None:
    if not isinstance(array, np.ndarray) or array.shape != shape:
        got = array.shape if isinstance(array, np.ndarray) else "none"
        raise ValueError(f"{name} of a soft body must have the shape {shape}, got {got}; its state is damaged")


def _check_corners(name: str, rows: Any, width: int, count: int) -> None:
    if not isinstance(rows, np.ndarray) or rows.ndim != 2 or rows.shape[1] != width or rows.dtype.kind != "i":
        raise ValueError(f"{name} of a soft body must be rows of {width} vertices; its state is damaged")
    if len(rows) and not 0 <= rows.min() <= rows.max() < count:
        raise ValueError(f"{name} of a soft body must name vertices 0 to {count - 1}; its state is damaged")


def _check_source(name: str, made: Structure, count: int) -> None:
    rows = made.sources.get(name)
    if rows is not None:
        _check(f"source of {name}", rows, (count,))
