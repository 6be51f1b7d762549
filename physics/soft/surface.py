"""Surfaces of what is made of tetrahedra."""

import numpy as np

#: Corners of the four faces of a tetrahedron, counterclockwise seen from outside.
FACES = ((1, 2, 3), (0, 3, 2), (0, 1, 3), (0, 2, 1))


def surface_of_tets(tets: np.ndarray) -> np.ndarray:
    """Faces that belong to one tetrahedron only, int32 [n, 3], in the order of their tetrahedra."""
    faces = np.concatenate([tets[:, corners] for corners in FACES])
    keys = np.sort(faces, axis=1).astype(np.int64)
    count = int(keys.max(initial=0)) + 1
    flat = (keys[:, 0] * count + keys[:, 1]) * count + keys[:, 2]
    _, which, times = np.unique(flat, return_inverse=True, return_counts=True)
    outer = np.flatnonzero(times[which.ravel()] == 1)
    order = outer[np.lexsort((outer // len(tets), outer % len(tets)))]
    return np.ascontiguousarray(faces[order], np.int32)
