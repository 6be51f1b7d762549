"""States of a world: everything that decides its future, to go back to exactly."""

import dataclasses
import hashlib
from typing import TYPE_CHECKING

from physics.bodies.mass import MassProperties
from physics.bodies.materials import MaterialTable
from physics.kernels.layout import shape as SHAPE
from physics.state.arrays import SavedArrays, State

if TYPE_CHECKING:
    from physics.bodies.body import Body, Part
    from physics.queries.snapshot import Geometry

#: Number of the form of a state; any change of the arrays or of their meaning needs another one.
STATE_VERSION = 6


@dataclasses.dataclass(frozen=True, eq=False)
class WorldState:
    """What `World.save_state` returns. Valid for the world that it came from, in any number of `load_state`.

    Attributes:
        version: Form of the state.
        world_key: Names the world that it came from.
        step: Steps done.
        time: Simulated time [s].
    """

    version: int
    world_key: str
    step: int
    time: float
    _arrays: SavedArrays
    _materials: MaterialTable
    _handles: tuple["Body | None", ...]
    _parts: tuple[tuple["Part", ...], ...]
    _looks: tuple["Geometry | None", ...]
    _densities: tuple[tuple[float, ...], ...]
    _masses: dict["Body", MassProperties]
    _joints: tuple
    _departed: tuple[tuple[int, "Body"], ...]
    _leaving: tuple[tuple[int, ...], tuple[int, ...]]
    _schedule: tuple
    _fields: tuple
    _callbacks: tuple
    _controllers: tuple


def hash_state(state: State, *extra: object) -> int:
    """64-bit hash over all arrays that decide the future, and over more things by their text."""
    digest = hashlib.blake2b(digest_size=8)
    groups = state.used_arrays()
    # Where a description lies depends on what else was ever described, and decides nothing: its content counts.
    info = groups["shapes"]["info"].copy()
    described = state.forms.digests_of(info[:, SHAPE.FORM])
    info[:, SHAPE.FORM] = 0
    groups["shapes"]["info"] = info
    for group, arrays in groups.items():
        if group != "events":
            for array in arrays.values():
                digest.update(array.data if array.flags.c_contiguous else array.tobytes())
    digest.update(repr((state.free_bodies, state.free_shapes, state.free_joints, described, extra)).encode())
    return int.from_bytes(digest.digest(), "little")
