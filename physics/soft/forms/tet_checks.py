"""Checks of tetrahedra that are given."""

import numpy as np

from physics import checks
from physics.soft.forms.form import tet_volumes
from physics.soft.forms.lattice import faces_of

#: Tetrahedra that are lower than this part of their longest edge are too flat to be simulated.
FLAT = 0.02
#: Smaller volumes than this part of the cube of the longest edge are neither positive nor negative.
NO_VOLUME = 1e-12


def check_tets(points: np.ndarray, tets: np.ndarray) -> None:
    """Tetrahedra are the right way round and high enough.

    Raises:
        ValueError: One is inverted or degenerate.
    """
    corners = points[tets]
    volumes = tet_volumes(points, tets)
    edges = corners[:, [0, 0, 0, 1, 1, 2]] - corners[:, [1, 2, 3, 2, 3, 3]]
    longest = np.sqrt((edges * edges).sum(axis=2).max(axis=1))
    inverted = np.flatnonzero(volumes < -NO_VOLUME * longest**3)
    if len(inverted):
        raise ValueError(
            "tets must have positive volumes, det [x1 - x0, x2 - x0, x3 - x0] > 0, got "
            f"{volumes[inverted[0]]:.3g} m^3 for tets[{inverted[0]}] = {tets[inverted[0]].tolist()}, and "
            f"{len(inverted) - 1} others; swap two corners of each: tets[:, [1, 0, 2, 3]]"
        )
    faces = corners[:, [[1, 2, 3], [0, 3, 2], [0, 1, 3], [0, 2, 1]]]
    normals = np.cross(faces[:, :, 1] - faces[:, :, 0], faces[:, :, 2] - faces[:, :, 0])
    largest = np.sqrt((normals * normals).sum(axis=2).max(axis=1))
    # Height over the largest face: three times the volume over its area, which is half the length of the product.
    height = 6.0 * volumes / np.where(largest > 0.0, largest, 1.0)
    flat = np.flatnonzero(~(height >= FLAT * longest))
    if len(flat):
        raise ValueError(
            f"tets must be higher than {FLAT:g} of their longest edge, got {height[flat[0]]:.3g} m and "
            f"{longest[flat[0]]:.3g} m for tets[{flat[0]}] = {tets[flat[0]].tolist()}, and {len(flat) - 1} others; "
            "remesh them, or use SoftSolid.around, whose tetrahedra are all alike"
        )


def check_faces(tets: np.ndarray) -> None:
    """A face belongs to at most two tetrahedra, one on each side.

    Raises:
        ValueError: There are more, or two on the same side.
    """
    faces, number, uses = faces_of(tets)
    if uses.max() > 2:
        most = int(uses.argmax())
        owners = np.flatnonzero(number == most) // 4
        corners = checks.shown(faces[number == most][0].tolist())
        raise ValueError(
            f"a face must belong to at most two tets, but {corners} belongs to {len(owners)}, the first three are "
            f"{owners[:3].tolist()}; leave out those that overlap others"
        )
    # Seen from outside of the one, a face is wound the other way than from outside of the other: their first corners
    # being the same, the second ones differ.
    start = faces.argmin(axis=1)
    second = faces[np.arange(len(faces)), (start + 1) % 3]
    order = np.argsort(number, kind="stable")
    shared = uses[number[order]] == 2
    first, other = order[shared][0::2], order[shared][1::2]
    bad = np.flatnonzero(second[first] == second[other])
    if len(bad):
        a, b = int(first[bad[0]]) // 4, int(other[bad[0]]) // 4
        raise ValueError(
            f"tets must not overlap, but tets[{a}] and tets[{b}] are on the same side of their common face "
            f"{faces[first[bad[0]]].tolist()}; leave out one of them"
        )
