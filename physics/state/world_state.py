"""Going back in time: states of a world, exact to the last bit."""

import operator
import uuid

from physics import checks
from physics.hooks.callbacks import Callbacks
from physics.hooks.schedule import Schedule
from physics.state.save import STATE_VERSION, WorldState, hash_state


class States(Callbacks):
    """The remembering half of `World`."""

    def __init__(self) -> None:
        super().__init__()
        self._schedule = Schedule()
        self._key = uuid.uuid4().hex

    def save_state(self) -> WorldState:
        """Copy all that decides the future: poses, impulses, contacts, islands, sleep, schedule, materials, fields."""
        self._need_idle("saved")
        handles, pieces, looks, densities = self._list_bodies()
        return WorldState(
            version=STATE_VERSION,
            world_key=self._key,
            step=self._step_count,
            time=self._time,
            _arrays=self._state.save(),
            _materials=self._materials.copy(),
            _handles=handles,
            _parts=pieces,
            _looks=looks,
            _masses=dict(self._masses),
            _densities=densities,
            _joints=(tuple(self._joint_handles), tuple(self._broken_joints.items())),
            _departed=tuple(self._departed.items()),
            _leaving=(tuple(self._leaving), tuple(self._left)),
            _schedule=self._schedule.save(),
            _fields=self._save_fields(),
            _callbacks=(self._contact_filter, self._pre_solve),
            _controllers=self._save_controllers(),
        )

    def prepare_save(self, share: float) -> None:
        """Make a share of the memory ready that the next `save_state` will take: fresh memory is slow.

        Args:
            share: 1 for all of it; who saves every 30 steps calls this with 1/30 after each step.
        """
        self._state.prepare_save(checks.in_range("share", share, 0.0, 1.0))

    def _list_bodies(self) -> tuple[tuple, ...]:
        """Handles, and parts, looks and densities of the living: states share them until a body changes.

        All that changes them drops the layout, or this list itself.
        """
        if self._roster is None or self._roster[0] is None or self._roster[0] is not self._layout:
            living = [body for body in self._handles if body is not None]
            columns = (tuple(map(operator.attrgetter(name), living)) for name in ("_parts", "_look", "_densities"))
            self._roster = self._layout, (tuple(self._handles), *columns)
        return self._roster[1]

    def load_state(self, state: WorldState) -> None:
        """Go back to a state of this world, exactly: the future repeats bit for bit.

        Raises:
            TypeError: It is not a state.
            ValueError: It is of another world or of another version. The world is as it was.
        """
        self._need_idle("restored")
        if not isinstance(state, WorldState):
            raise TypeError(f"state must come from save_state, got {checks.shown(state)}")
        if state.version != STATE_VERSION:
            raise ValueError(f"state must be of version {STATE_VERSION}, got {state.version!r}; save it anew")
        if state.world_key != self._key:
            raise ValueError("state must come from this world, got one of another World; load it there")
        self._state.load(state._arrays)
        self._materials = state._materials.copy()
        self._handles = list(state._handles)
        living = [body for body in self._handles if body is not None]
        for body, pieces, look, densities in zip(living, state._parts, state._looks, state._densities, strict=True):
            body._parts, body._look, body._densities = pieces, look, densities
            for part, density in zip(pieces, densities, strict=True):
                part.density = density
        self._joint_handles, self._broken_joints = list(state._joints[0]), dict(state._joints[1])
        self._departed = dict(state._departed)
        self._leaving, self._left = list(state._leaving[0]), list(state._leaving[1])
        self._masses = dict(state._masses)
        self._schedule.load(state._schedule)
        self._load_fields(state._fields)
        self._contact_filter, self._pre_solve = state._callbacks
        self._load_controllers(state._controllers)
        self._step_count = state.step
        self._time = state.time
        self._layout = None
        self._events = self._read_events()

    def state_hash(self) -> int:
        """64-bit hash over all bits that decide the future: equal hashes, equal futures."""
        friction = self._materials.friction.tobytes()
        fields = [sorted(values.items()) for _, values in self._save_fields()]
        broken = tuple(self._broken_joints)
        extra = (
            self._step_count,
            broken,
            self._leaving,
            self._left,
            self._schedule.outline(),
            friction,
            fields,
            self._asked,
            self._outline_controllers(),
        )
        return hash_state(self._state, *extra)
