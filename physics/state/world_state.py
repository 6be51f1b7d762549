"""States of a world: everything that decides its future, to go back to exactly."""

import dataclasses
import hashlib
import uuid
from typing import Any

from physics import checks
from physics.hooks.guard import StepGuard
from physics.state.clock import Clock
from physics.state.part import WorldPart

#: Number of the form of a state; any change of the arrays or of their meaning needs another one.
STATE_VERSION = 7


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
    _parts: tuple[Any, ...]

    @property
    def nbytes(self) -> int:
        """Memory that it takes [bytes], nearly."""
        return sum(getattr(saved, "nbytes", 0) for saved in self._parts)


class StateKeeper:
    """Saves, loads and hashes the parts of a world.

    Args:
        parts: All parts that have a state, in the order in which they are loaded.
        clock: Time of the world.
        guard: Refuses to save or load in the middle of a step.
    """

    def __init__(self, parts: tuple[WorldPart, ...], clock: Clock, guard: StepGuard) -> None:
        self._parts = parts
        self._clock = clock
        self._guard = guard
        self._key = uuid.uuid4().hex

    def save(self) -> WorldState:
        """See `World.save_state`."""
        self._guard.need_idle("saved")
        saved = tuple([part.save() for part in self._parts])
        return WorldState(STATE_VERSION, self._key, self._clock.step_count, self._clock.time, saved)

    def load(self, state: WorldState) -> None:
        """See `World.load_state`."""
        self._guard.need_idle("restored")
        if not isinstance(state, WorldState):
            raise TypeError(f"state must come from save_state, got {checks.shown(state)}")
        if state.version != STATE_VERSION:
            raise ValueError(f"state must be of version {STATE_VERSION}, got {state.version!r}; save it anew")
        if state.world_key != self._key:
            raise ValueError("state must come from this world, got one of another World; load it there")
        for part, saved in zip(self._parts, state._parts, strict=True):
            part.load(saved)
        self._clock.step_count, self._clock.time = state.step, state.time

    def hash(self) -> int:
        """See `World.state_hash`."""
        outlines = self._clock.step_count, [part.outline() for part in self._parts]
        digest = hashlib.blake2b(repr(outlines).encode(), digest_size=8)
        return int.from_bytes(digest.digest(), "little")
