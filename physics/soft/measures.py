"""What can be measured of a soft body, and how it takes on other numbers."""

import dataclasses
from typing import TYPE_CHECKING

import numpy as np

from physics.kernels.layout import soft as SOFT
from physics.soft.materials import SoftMaterial
from physics.soft.packing import lists_of
from physics.soft.record import AIR, KIND_NUMBERS, LIQUID, Blueprint, Record, write_numbers, write_pins
from physics.soft.structure import Structure, build, enclosed

if TYPE_CHECKING:
    from physics.soft.soft import Soft


def volume_of(record: Record) -> float:
    """Volume inside of the surface [m^3]."""
    if record.blueprint.form.kind in ("cloth", "rope"):
        return 0.0
    return enclosed(record.dynamic["place"][:, :3], record.structure.face)


def pressure_of(record: Record) -> float:
    """Gauge pressure inside [Pa]."""
    trait, flags = record.dynamic["trait"], int(record.dynamic["part"][SOFT.PART_FLAGS])
    if flags & SOFT.FLAG_TORN:
        return 0.0
    volume = max(volume_of(record), 1e-9)
    if flags & SOFT.FLAG_LIQUID:
        rest = float(trait[SOFT.TRAIT_VOLUME_REST])
        return -float(trait[SOFT.TRAIT_BULK]) * (volume - rest) / rest
    if flags & SOFT.FLAG_GAS:
        return float(trait[SOFT.TRAIT_GAS]) / volume - AIR
    return 0.0


def contacts_of(record: Record) -> int:
    """Contacts of its vertices and faces with rigid bodies."""
    return sum(int((record.dynamic[rows][:, SOFT.ROW_SHAPE] >= 0).sum()) for rows in ("row", "face_row"))


def filling_of(record: Record) -> float:
    """Gauge pressure that what is inside would have at the volume of the form [Pa]; the inverse of `record.fill`."""
    trait, flags = record.dynamic["trait"], int(record.dynamic["part"][SOFT.PART_FLAGS])
    if flags & SOFT.FLAG_LIQUID:
        return LIQUID * (float(trait[SOFT.TRAIT_VOLUME_REST]) / record.blueprint.form.volume - 1.0)
    if flags & SOFT.FLAG_GAS:
        return float(trait[SOFT.TRAIT_GAS]) / record.blueprint.form.volume - AIR
    return 0.0


def edges_of(record: Record) -> np.ndarray:
    """Pairs of vertices that an element joins, int32 [n, 2]."""
    return record.structure.edges()


#: One record of `Soft.contacts`.
CONTACT = np.dtype([("position", np.float64, 3), ("normal", np.float64, 3), ("force", np.float64, 3)])


def contact_points_of(record: Record) -> np.ndarray:
    """Contacts of vertices, then of faces, as records of CONTACT."""
    made, dynamic = record.structure, record.dynamic
    place = dynamic["place"][:, :3]
    used = np.flatnonzero(dynamic["row"][:, SOFT.ROW_SHAPE] >= 0)
    faces = np.flatnonzero(dynamic["face_row"][:, SOFT.ROW_SHAPE] >= 0)
    cells = np.concatenate((dynamic["cell"][used], dynamic["face_cell"][faces]))
    weight = dynamic["face_cell"][faces, SOFT.CELL_WEIGHT : SOFT.CELL_WEIGHT + 3]
    corners = place[made.face[faces // SOFT.FACE_ROWS]]
    points = np.zeros(len(cells), CONTACT)
    points["position"][: len(used)] = place[used // SOFT.ROWS]
    points["position"][len(used) :] = (weight[:, :, None] * corners).sum(axis=1)
    points["normal"] = cells[:, SOFT.CELL_NORMAL : SOFT.CELL_NORMAL + 3]
    points["force"] = cells[:, SOFT.CELL_FORCE : SOFT.CELL_FORCE + 3]
    return points


def strain_of(record: Record) -> np.ndarray:
    """Largest strain of the elements at each vertex."""
    made, place = record.structure, record.dynamic["place"][:, :3]
    strain = np.zeros(made.count)
    for corners, value in (
        (made.spring_ends, spring_strain(made, record.dynamic["spring"], place)),
        (made.membrane_corners, _stretch(membrane_gradient(made, record.dynamic["membrane"], place))),
        (made.tet_corners, _stretch(tet_gradient(made, record.dynamic["tet"], place))),
    ):
        for c in range(corners.shape[1]):
            np.maximum.at(strain, corners[:, c], value)
    return strain


def spring_strain(made: Structure, spring: np.ndarray, place: np.ndarray) -> np.ndarray:
    """Strain of springs; what is broken has none."""
    length = np.linalg.norm(place[made.spring_ends[:, 0]] - place[made.spring_ends[:, 1]], axis=1)
    whole = spring[:, SOFT.SPRING_STIFFNESS] > 0.0
    return np.where(whole, length / np.where(whole, spring[:, SOFT.SPRING_REST], 1.0) - 1.0, 0.0)


def membrane_gradient(made: Structure, membrane: np.ndarray, place: np.ndarray) -> np.ndarray:
    """Deformation gradients of skin, [m, 3, 2]."""
    corners = made.membrane_corners
    edges = (place[corners[:, 1:]] - place[corners[:, :1]]).transpose(0, 2, 1)
    gradient: np.ndarray = edges @ membrane[:, :4].reshape(-1, 2, 2)
    return gradient


def tet_gradient(made: Structure, tet: np.ndarray, place: np.ndarray) -> np.ndarray:
    """Deformation gradients of tetrahedra, [t, 3, 3]."""
    corners = made.tet_corners
    edges = (place[corners[:, 1:]] - place[corners[:, :1]]).transpose(0, 2, 1)
    gradient: np.ndarray = edges @ tet[:, :9].reshape(-1, 3, 3)
    return gradient


def _stretch(gradient: np.ndarray) -> np.ndarray:
    """Largest part by which anything in an element is longer or shorter."""
    if len(gradient) == 0:
        return np.zeros(0)
    singular = np.linalg.svd(gradient, compute_uv=False)
    strain: np.ndarray = np.abs(singular - 1.0).max(axis=1)
    return strain


def restiffen(soft: "Soft", blueprint: Blueprint, material: SoftMaterial, fresh: Structure) -> None:
    """Give a soft body the numbers of another material: what has flowed or broken stays so.

    Args:
        soft: The soft body.
        blueprint: What it is made of.
        material: The new material.
        fresh: What its form makes of the new material.
    """
    table = soft._table
    record = table.record_of(soft)
    old = build(blueprint.form, blueprint.material)
    dynamic = record.dynamic
    for name, columns in (
        ("spring", (SOFT.SPRING_STIFFNESS,)),
        ("hinge", (SOFT.HINGE_STIFFNESS,)),
        ("membrane", (SOFT.MEMBRANE_MU, SOFT.MEMBRANE_LAMBDA)),
        ("tet", (SOFT.TET_MU, SOFT.TET_LAMBDA)),
    ):
        source = blueprint.structure.origin(name)
        now, before, after = dynamic[name], getattr(old, name), getattr(fresh, name)
        for column in columns:
            if len(now) and len(before) == len(after):
                scale = np.divide(after[:, column], before[:, column], where=before[:, column] != 0.0,
                                  out=np.ones(len(before)))  # fmt: skip
                now[:, column] *= scale[source]
    if material.density != blueprint.material.density:
        factor = material.density / blueprint.material.density
        dynamic["place"][:, 3] *= factor
    changed = dataclasses.replace(blueprint, material=material)
    write_numbers(dynamic, changed)
    dynamic["trait"][SOFT.TRAIT_MASS] = dynamic["place"][:, 3].sum()
    made = dataclasses.replace(
        blueprint.structure,
        mass=dynamic["place"][:, 3].copy(),
        spring=dynamic["spring"].copy(),
        hinge=dynamic["hinge"].copy(),
        membrane=dynamic["membrane"].copy(),
        tet=dynamic["tet"].copy(),
    )
    lists = lists_of(made, KIND_NUMBERS[blueprint.form.kind], blueprint.pins)
    table.replace(soft, dataclasses.replace(changed, structure=made, lists=lists))
    record = table.record_of(soft)
    write_pins(record.dynamic, record.blueprint)
    table.write_surface(record)
