"""Materials of the triangles of a mesh or of the cells of a height field: a table of names, and a number for each."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from physics import checks
from physics.kernels.mesh import data as mesh_data

#: Most materials of one surface.
PATCHES_MAX = 256


class Patches(NamedTuple):
    """Of which materials the pieces of a surface are.

    Attributes:
        names: Names of materials; "" stands for the material of the part.
        rows: Which of them each piece has, int16, read-only; None if there are no names.
    """

    names: tuple[str, ...] = ()
    rows: np.ndarray | None = None

    def name(self, piece: tuple[int, ...]) -> str:
        """Material of a piece; "" for that of the part."""
        return "" if self.rows is None else self.names[int(self.rows[piece])]

    @property
    def content(self) -> bytes:
        """All of it, for digests."""
        return b"" if self.rows is None else repr((self.names, self.rows.shape)).encode() + self.rows.tobytes()

    def table(self, order: np.ndarray) -> np.ndarray:
        """For kernels: material of each piece, in some order, -1 for that of the part; room for rows of the world."""
        if self.rows is None:
            return np.zeros(0, np.int32)
        kept = np.array([-1 if name == "" else k for k, name in enumerate(self.names)], np.int32)
        return np.concatenate((kept[self.rows.ravel()[order]], np.zeros(len(self.names), np.int32)))

    def enter(self, header: np.ndarray, place: int, number: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Write into a header where the table begins, and the numbers of the materials; returns its new columns."""
        if self.rows is None:
            return (), ()
        header[mesh_data.PATCH_OF] = place
        header[mesh_data.PATCH_ROWS] = place + self.rows.size
        header[mesh_data.PATCH_NUMBERS] = number
        return (mesh_data.PATCH_OF, mesh_data.PATCH_ROWS), (mesh_data.PATCH_NUMBERS,)

    @property
    def numbers(self) -> np.ndarray:
        """Room for what the world says of the materials, float32."""
        return np.zeros(mesh_data.PATCH_STRIDE * len(self.names), np.float32)


def check_patches(names: Sequence[str] | None, rows: np.ndarray | None, key: str, shape: tuple[int, ...]) -> Patches:
    """Materials of pieces, or an error that says what is wrong.

    Args:
        names: Names of materials, or None.
        rows: Which of them each piece has.
        key: How `rows` are called.
        shape: How many pieces there are.
    """
    if names is None and rows is None:
        return Patches()
    if names is None or rows is None:
        raise ValueError(f"materials and {key} belong together, got only one of them; give both")
    if isinstance(names, str) or not isinstance(names, Sequence) or not all(isinstance(name, str) for name in names):
        raise TypeError(f"materials must be a list of names, got {checks.shown(names)}")
    if not 1 <= len(names) <= PATCHES_MAX:
        raise ValueError(f"materials must be 1 to {PATCHES_MAX} names, got {len(names)}")
    array = np.array(rows)
    if array.dtype.kind not in "iu":
        raise TypeError(f"{key} must be whole numbers, got {checks.shown(rows)} of type {array.dtype}")
    if array.shape != shape:
        raise ValueError(f"{key} must have the shape {shape}, one for each, got {array.shape}")
    bad = np.argwhere((array < 0) | (array >= len(names)))
    if len(bad):
        where = tuple(bad[0].tolist())
        raise ValueError(f"{key}{list(where)} must be 0 to {len(names) - 1}, a number of materials, got {array[where]}")
    kept = array.astype(np.int16)
    kept.flags.writeable = False
    return Patches(tuple(names), kept)
