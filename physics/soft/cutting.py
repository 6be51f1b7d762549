"""Cutting and tearing: vertices are split, and every element goes to one side.

No element is lost or made smaller: the cut follows the borders between elements that are nearest to where it was asked
for. Mass is shared by the elements of either side, places and velocities stay.
"""

import dataclasses
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from physics.kernels.layout import soft as SOFT
from physics.soft.forms.lattice import surface_of
from physics.soft.packing import lists_of
from physics.soft.record import KIND_NUMBERS, Record, bound, empty_rows, write_pins
from physics.soft.structure import Structure
from physics.soft.trees import put_touches, touch_count

if TYPE_CHECKING:
    from physics.soft.soft import Soft


class Sides(NamedTuple):
    """On which side of a cut elements are: 0 where they stay with the old vertices, 1 where they get new ones."""

    spring: np.ndarray
    membrane: np.ndarray
    tet: np.ndarray
    face: np.ndarray


def cut(soft: "Soft", origin: np.ndarray, normal: np.ndarray, half: np.ndarray | None) -> int:
    """Cut a soft body by a plane; see `Soft.cut`."""
    record = soft._table.record_of(soft)
    made = record.structure
    if record.blueprint.form.kind == "cluster":
        raise ValueError("a cluster has no elements that could be cut; make a SoftSolid")
    place = record.dynamic["place"][:, :3]
    if record.blueprint.form.kind == "rope":
        return _cut_rope(soft, record, place, origin, normal, half)
    inside = np.ones(made.count, bool) if half is None else (np.abs(place - origin) <= half).all(axis=1)
    return split(soft, _sides_of_plane(made, place, origin, normal), inside)


def _cut_rope(
    soft: "Soft", record: Record, place: np.ndarray, origin: np.ndarray, normal: np.ndarray, half: np.ndarray | None
) -> int:
    """Cut the links of a rope that cross a plane."""
    ends = record.structure.spring_ends
    height = (place - origin) @ normal
    middle = 0.5 * (place[ends[:, 0]] + place[ends[:, 1]])
    crossing = (height[ends[:, 0]] < 0.0) != (height[ends[:, 1]] < 0.0)
    if half is not None:
        reach = half + 0.5 * np.linalg.norm(place[ends[:, 0]] - place[ends[:, 1]], axis=1)[:, None]
        crossing &= (np.abs(middle - origin) <= reach).all(axis=1)
    return break_links(soft, crossing)


def break_links(soft: "Soft", broken: np.ndarray) -> int:
    """Break links of a rope; returns how many were whole."""
    record = soft._table.record_of(soft)
    blueprint, made = record.blueprint, record.structure
    broken = broken & (record.dynamic["spring"][:, SOFT.SPRING_STIFFNESS] > 0.0)
    if not broken.any():
        return 0
    spring, hinge = record.dynamic["spring"].copy(), record.dynamic["hinge"].copy()
    spring[broken, SOFT.SPRING_STIFFNESS] = 0.0
    ends = made.hinge_corners
    if len(ends):  # a hinge bends the links before and after its node
        hinge[broken[ends[:, 1] - 1] | broken[ends[:, 1]], SOFT.HINGE_STIFFNESS] = 0.0
    changed = dataclasses.replace(made, spring=spring, hinge=hinge)
    lists = lists_of(changed, KIND_NUMBERS[blueprint.form.kind], blueprint.pins)
    again = dataclasses.replace(blueprint, structure=changed, lists=lists, revision=blueprint.revision + 1)
    soft._table.replace(soft, again, spring=spring, hinge=hinge)
    soft._table.disturb(soft)
    return int(broken.sum())


def _sides_of_plane(made: Structure, place: np.ndarray, origin: np.ndarray, normal: np.ndarray) -> Sides:
    """Sides of a plane, by the middles of elements."""

    def side(corners: np.ndarray) -> np.ndarray:
        if len(corners) == 0:
            return np.zeros(0, np.int8)
        middle = place[corners].mean(axis=1) - origin
        return (middle @ normal > 0.0).astype(np.int8)

    face = side(made.face)
    if made.cell_of_face is not None:  # both triangles of a cell of a grid stay together
        total = np.bincount(made.cell_of_face, weights=((place[made.face].mean(axis=1) - origin) @ normal))
        face = (total[made.cell_of_face] > 0.0).astype(np.int8)
    membrane = face if len(made.membrane_corners) == len(made.face) else side(made.membrane_corners)
    return Sides(side(made.spring_ends), membrane, side(made.tet_corners), face)


def split(soft: "Soft", sides: Sides, allowed: np.ndarray) -> int:
    """Split the vertices that elements of both sides share.

    Args:
        soft: The soft body.
        sides: On which side each element is.
        allowed: Which vertices may be split.

    Returns:
        Number of vertices that were split.
    """
    record = soft._table.record_of(soft)
    made = record.structure
    shared = _touched(made, sides, 0) & _touched(made, sides, 1) & allowed
    old = np.flatnonzero(shared)
    if len(old) == 0:
        return 0
    twin = np.arange(made.count, dtype=np.int32)
    twin[old] = made.count + np.arange(len(old))
    changed = _split_structure(made, record, sides, twin, old)
    _replace(soft, record, changed, old)
    return len(old)


def _bodies_of(made: Structure, sides: Sides) -> list[tuple[np.ndarray, np.ndarray]]:
    """Elements that decide which vertices belong to which side: tetrahedra if there are, else faces."""
    return [(made.tet_corners, sides.tet)] if len(made.tet_corners) else [(made.face, sides.face)]


def _touched(made: Structure, sides: Sides, side: int) -> np.ndarray:
    """Vertices with an element on a side."""
    touched = np.zeros(made.count, bool)
    for corners, on in _bodies_of(made, sides):
        touched[corners[on == side]] = True
    return touched


def _moved(corners: np.ndarray, on: np.ndarray, twin: np.ndarray) -> np.ndarray:
    """Corners with those of side 1 exchanged for their twins."""
    return np.where((on == 1)[:, None], twin[corners], corners).astype(np.int32)


def _split_structure(made: Structure, record: Record, sides: Sides, twin: np.ndarray, old: np.ndarray) -> Structure:
    """Elements after a split."""
    dynamic = record.dynamic
    tets = _moved(made.tet_corners, sides.tet, twin)
    face = surface_of(tets).astype(np.int32) if len(tets) else _moved(made.face, sides.face, twin)
    share = np.zeros(made.count + len(old))
    count = np.zeros(made.count)
    for (corners, _), (after, _) in zip(
        _bodies_of(made, sides), [(tets, None)] if len(tets) else [(face, None)], strict=True
    ):
        np.add.at(count, corners.ravel(), 1.0)
        np.add.at(share, after.ravel(), 1.0)
    mass = np.concatenate([dynamic["place"][:, 3], dynamic["place"][old, 3]])
    whole = np.concatenate([count, count[old]])
    mass *= np.where(whole > 0.0, share / np.where(whole > 0.0, whole, 1.0), 1.0)
    ends, spring, source = _split_springs(made, dynamic["spring"], face, sides, twin)
    hinges, hinge, kept = _split_hinges(made, dynamic["hinge"], sides, twin)
    return dataclasses.replace(
        made,
        mass=mass,
        rest=np.concatenate([made.rest, made.rest[old]]),
        face=face,
        spring_ends=ends,
        spring=spring,
        hinge_corners=hinges,
        hinge=hinge,
        membrane_corners=_moved(made.membrane_corners, sides.membrane, twin),
        membrane=dynamic["membrane"].copy(),
        tet_corners=tets,
        tet=dynamic["tet"].copy(),
        hinge_faces=made.hinge_faces[kept],
        sources={**made.sources, "spring": source, "hinge": made.origin("hinge")[kept]},
    )


def _split_springs(
    made: Structure, spring: np.ndarray, face: np.ndarray, sides: Sides, twin: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Springs after a split: one along the cut is halved, and each side has a half."""
    ends = made.spring_ends
    if len(ends) == 0:
        return ends, spring.copy(), made.origin("spring")
    count = len(twin) + int((twin != np.arange(len(twin))).sum())
    pairs = np.concatenate([face[:, (0, 1)], face[:, (1, 2)], face[:, (2, 0)]])
    keys = np.sort(pairs, axis=1).astype(np.int64)
    there = np.unique(keys[:, 0] * count + keys[:, 1])

    def exists(a: np.ndarray, b: np.ndarray) -> np.ndarray:
        low, high = np.minimum(a, b).astype(np.int64), np.maximum(a, b).astype(np.int64)
        return np.isin(low * count + high, there)

    first, second = exists(ends[:, 0], ends[:, 1]), exists(twin[ends[:, 0]], twin[ends[:, 1]])
    moved = (twin[ends] != ends).any(axis=1)
    both = first & second & moved
    one_sided = moved & ~both
    to_twin = one_sided & (second | (~first & (sides.spring == 1)))
    made_ends = np.where(to_twin[:, None], twin[ends], ends).astype(np.int32)
    made_spring = spring.copy()
    made_spring[both, SOFT.SPRING_STIFFNESS] *= 0.5
    source = made.origin("spring")
    return (
        np.concatenate([made_ends, twin[ends[both]].astype(np.int32)]),
        np.concatenate([made_spring, made_spring[both]]),
        np.concatenate([source, source[both]]),
    )


def _split_hinges(
    made: Structure, hinge: np.ndarray, sides: Sides, twin: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Hinges after a split, and which are kept: those across it are gone."""
    corners = made.hinge_corners
    if len(corners) == 0:
        return corners, hinge.copy(), np.zeros(0, bool)
    on = sides.face[made.hinge_faces]
    split_edge = (twin[corners[:, :2]] != corners[:, :2]).any(axis=1)
    kept = (on[:, 0] == on[:, 1]) | ~split_edge
    side = np.stack([on[:, 0], on[:, 0], on[:, 0], on[:, 1]], axis=1)  # both ends of the edge, and each apex
    moved = np.where(side == 1, twin[corners], corners).astype(np.int32)
    return moved[kept], hinge[kept].copy(), kept


def _replace(soft: "Soft", record: Record, changed: Structure, old: np.ndarray) -> None:
    """Put a split structure into the place of the old one."""
    table, blueprint, dynamic = soft._table, record.blueprint, record.dynamic
    pins = np.concatenate([blueprint.pins, blueprint.pins[old]])
    lists = lists_of(changed, KIND_NUMBERS[blueprint.form.kind], pins)
    rows = empty_rows(changed, lists)
    rows["row"][: len(dynamic["row"])] = dynamic["row"]
    rows["cell"][: len(dynamic["cell"])] = dynamic["cell"]
    touch = dynamic["touch"][: touch_count(dynamic["touch"])]
    kept = np.flatnonzero(touch[:, SOFT.TOUCH_KIND] == SOFT.TOUCH_FACE)  # edges have other numbers now
    put_touches(rows, touch[kept], dynamic["touch_cell"][kept])
    place = np.concatenate([dynamic["place"], dynamic["place"][old]])
    place[:, 3] = changed.mass
    arrays = {
        "place": place,
        "speed": np.concatenate([dynamic["speed"], dynamic["speed"][old]]),
        "push": np.concatenate([dynamic["push"], dynamic["push"][old]]),
        "spring": changed.spring.copy(),
        "hinge": changed.hinge.copy(),
        "block": np.zeros((-(-changed.count // 16), 8)),
        **rows,
    }
    again = dataclasses.replace(blueprint, structure=changed, lists=lists, pins=pins, revision=blueprint.revision + 1)
    table.replace(soft, again, **arrays)
    after = table.record_of(soft)
    write_pins(after.dynamic, after.blueprint)
    bound(after.dynamic)
    if blueprint.form.kind == "shell":
        after.dynamic["part"][SOFT.PART_FLAGS] |= SOFT.FLAG_TORN
    table.disturb(soft)
