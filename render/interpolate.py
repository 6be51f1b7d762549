"""Which bodies of two snapshots are the same, and how far a picture is between the two; `kernels` does the rest."""

import numpy as np

from physics.queries.snapshot import Snapshot
from render import kernels


def rows_before(before: Snapshot, after: Snapshot) -> np.ndarray:
    """Row of each body of `after` in `before`, or -1 where it is not there, int32 [n]."""
    row = np.empty(len(after.body), np.int32)
    if before.body is after.body:
        row[:] = np.arange(len(row))
    elif not kernels.match_bodies(before.body, after.body, row):  # no world lists its bodies like that
        order = np.argsort(before.body, kind="stable")
        place = np.minimum(np.searchsorted(before.body, after.body, sorter=order), len(order) - 1)
        row[:] = np.where(before.body[order[place]] == after.body, order[place], -1)
    return row


def clamp_blend(blend: float) -> float:
    """Blend factor, 0 for the earlier and 1 for the later snapshot; nonsense is 1."""
    return min(max(float(blend), 0.0), 1.0) if blend == blend else 1.0
