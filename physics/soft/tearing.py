"""Tearing: what is strained too far comes apart, a few vertices in each step."""

from typing import TYPE_CHECKING

import numpy as np

from physics.kernels.layout import soft as SOFT
from physics.soft.cutting import Sides, break_links, split
from physics.soft.measures import membrane_gradient, spring_strain, tet_gradient
from physics.soft.record import Record
from physics.soft.structure import Structure

if TYPE_CHECKING:
    from physics.soft.soft import Soft

#: Most vertices of a soft body that tear in one step.
MOST = 32


def tear(soft: "Soft") -> int:
    """Tear a soft body where it is strained beyond its break strain.

    Returns:
        Number of vertices or links that came apart.
    """
    record = soft._table.record_of(soft)
    limit = record.blueprint.material.break_strain
    made, place = record.structure, record.dynamic["place"][:, :3]
    if record.blueprint.form.kind == "rope":
        strain = spring_strain(made, record.dynamic["spring"], place)
        return break_links(soft, _worst_links(strain, limit))
    vertex, normal = _strained(record, place, limit)
    if len(vertex) == 0:
        return 0
    sides, chosen = _sides(made, place, vertex, normal)
    return split(soft, sides, chosen) if chosen.any() else 0


def _worst_links(strain: np.ndarray, limit: float) -> np.ndarray:
    """Links beyond the limit that are strained more than those around them: one break relieves the others."""
    padded = np.concatenate([[-np.inf], strain, [-np.inf]])
    worst: np.ndarray = (strain > limit) & (strain >= padded[:-2]) & (strain > padded[2:])
    return worst


def _strained(record: Record, place: np.ndarray, limit: float) -> tuple[np.ndarray, np.ndarray]:
    """Vertices of elements beyond the limit, those that are strained most first, and the direction of the strain."""
    made = record.structure
    vertices, normals, strains = [], [], []
    strain = spring_strain(made, record.dynamic["spring"], place)
    over = np.flatnonzero(strain > limit)
    for end in range(2):
        vertices.append(made.spring_ends[over, end])
        normals.append(place[made.spring_ends[over, 1]] - place[made.spring_ends[over, 0]])
        strains.append(strain[over])
    for corners, gradient in (
        (made.membrane_corners, membrane_gradient(made, record.dynamic["membrane"], place)),
        (made.tet_corners, tet_gradient(made, record.dynamic["tet"], place)),
    ):
        if len(corners) == 0:
            continue
        close = np.flatnonzero(np.einsum("eij,eij->e", gradient, gradient) > (1.0 + limit) ** 2)
        u, s, _ = np.linalg.svd(gradient[close])
        over = np.flatnonzero(s[:, 0] > 1.0 + limit)
        for c in range(corners.shape[1]):
            vertices.append(corners[close[over], c])
            normals.append(u[over, :, 0])
            strains.append(s[over, 0] - 1.0)
    vertex, normal, much = np.concatenate(vertices), np.concatenate(normals), np.concatenate(strains)
    order = np.lexsort((vertex, -much))
    length = np.linalg.norm(normal[order], axis=1, keepdims=True)
    return vertex[order], normal[order] / np.maximum(length, 1e-12)


def _sides(made: Structure, place: np.ndarray, vertex: np.ndarray, normal: np.ndarray) -> tuple[Sides, np.ndarray]:
    """Elements around the worst vertices, parted by planes across the strain; no two of the vertices share one."""
    spring = np.zeros(len(made.spring_ends), np.int8)
    membrane = np.zeros(len(made.membrane_corners), np.int8)
    tet = np.zeros(len(made.tet_corners), np.int8)
    face = np.zeros(len(made.face), np.int8)
    chosen, used = np.zeros(made.count, bool), np.zeros(made.count, bool)
    solid = len(made.tet_corners) > 0
    corners = made.tet_corners if solid else made.face
    middle = place[corners].mean(axis=1)
    if not solid and made.cell_of_face is not None:
        total = np.zeros((int(made.cell_of_face.max()) + 1, 3))
        count = np.bincount(made.cell_of_face, minlength=len(total))
        np.add.at(total, made.cell_of_face, middle)
        middle = (total / np.maximum(count, 1)[:, None])[made.cell_of_face]
    for v, n in zip(vertex[: 8 * MOST].tolist(), normal[: 8 * MOST], strict=True):
        if used[v] or chosen.sum() >= MOST:
            continue
        around = np.flatnonzero((corners == v).any(axis=1))
        side = (middle[around] - place[v]) @ n > 0.0
        if not side.any() or side.all():
            continue
        used[corners[around].ravel()] = True
        chosen[v] = True
        (tet if solid else face)[around[side]] = 1
        ends = np.flatnonzero((made.spring_ends == v).any(axis=1))
        away = place[made.spring_ends[ends]].mean(axis=1) - place[v]
        spring[ends[away @ n > 0.0]] = 1
        if len(membrane) == len(face):
            membrane = face
    return Sides(spring, membrane, tet, face), chosen


def is_strained(record: Record) -> bool:
    """True when the last step found that an element may be beyond its break strain."""
    return bool(record.dynamic["part"][SOFT.PART_FLAGS] & SOFT.FLAG_STRAINED)
