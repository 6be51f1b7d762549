"""What happened in a step: contacts begun, ended and hit, sensors entered and left, bodies asleep, awake and frozen."""

import dataclasses
import weakref
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from physics.kernels.layout import count as COUNT, event as EVENT
from physics.vector import Vec3

if TYPE_CHECKING:
    from physics.bodies.body import Body
    from physics.joints.joint import Joint
    from physics.soft.soft import Soft
    from physics.state.arrays import State


@dataclasses.dataclass(frozen=True, slots=True)
class ContactEvent:
    """Two bodies began to touch, stopped touching, or hit each other.

    Attributes:
        kind: "contact_begin", "contact_end" or "contact_hit".
        body_a: One body.
        body_b: The other.
        position: Where [m].
        normal: Unit vector from a to b.
        impulse: Sum of the normal impulses of a hit [N s]; 0 for begin and end.
        speed: Speed of approach of a hit [m/s]; 0 for begin and end.
    """

    kind: str
    body_a: "Body"
    body_b: "Body"
    position: Vec3
    normal: Vec3
    impulse: float
    speed: float


@dataclasses.dataclass(frozen=True, slots=True)
class SensorEvent:
    """A body entered or left a sensor.

    Attributes:
        kind: "sensor_enter" or "sensor_leave".
        sensor: The body whose shape is the sensor.
        body: The visitor.
        fraction: Part of the step, 0 to 1, that had passed when it happened. 0 if it is told at the start of a step, as
            it is of bodies that move little; those that move far in a step are looked at all along their way.
    """

    kind: str
    sensor: "Body"
    body: "Body"
    fraction: float = 0.0


@dataclasses.dataclass(frozen=True, slots=True)
class BodyEvent:
    """A body fell asleep, woke, or was frozen because a number of it was no longer finite.

    Attributes:
        kind: "body_asleep", "body_awake" or "body_frozen".
        body: The body.
    """

    kind: str
    body: "Body"


@dataclasses.dataclass(frozen=True, slots=True)
class JointEvent:
    """A joint broke under its load.

    Attributes:
        kind: "joint_broken".
        joint: The joint, which is no longer in the world.
        body_a: One of its bodies; None for the world.
        body_b: The other.
        force: Mean force of the step [N].
        torque: Mean torque of the step [N m].
    """

    kind: str
    joint: "Joint"
    body_a: "Body | None"
    body_b: "Body | None"
    force: float
    torque: float


@dataclasses.dataclass(frozen=True, slots=True)
class SoftEvent:
    """A soft body tore, burst or began to flow, or an attachment of it broke.

    Attributes:
        kind: "soft_torn", "soft_burst" (a shell tore, and what is inside escapes), "soft_yielded" or
            "attachment_broken".
        soft: The soft body.
        count: Vertices or links that came apart, or attachments that broke.
    """

    kind: str
    soft: "Soft"
    count: int


AnyEvent = ContactEvent | SensorEvent | BodyEvent | JointEvent | SoftEvent

_KINDS = {
    EVENT.BEGIN: "contact_begin",
    EVENT.END: "contact_end",
    EVENT.HIT: "contact_hit",
    EVENT.SENSOR_ENTER: "sensor_enter",
    EVENT.SENSOR_LEAVE: "sensor_leave",
    EVENT.ASLEEP: "body_asleep",
    EVENT.AWAKE: "body_awake",
    EVENT.FROZEN: "body_frozen",
    EVENT.JOINT_BROKEN: "joint_broken",
    EVENT.SOFT_TORN: "soft_torn",
    EVENT.SOFT_BURST: "soft_burst",
    EVENT.SOFT_YIELDED: "soft_yielded",
    EVENT.ATTACHMENT_BROKEN: "attachment_broken",
}
_NUMBERS = {kind: number for number, kind in _KINDS.items()}


class StepEvents:
    """Events of the last step, in the order in which they happened; made into objects when they are asked for.

    `for event in world.events` goes through all of them, `world.events.contact_hit` is a tuple of one kind.
    """

    def __init__(
        self,
        info: np.ndarray,
        value: np.ndarray,
        find: "Callable[[int], Body]",
        find_joint: "Callable[[int], Joint]",
    ) -> None:
        self._info = info
        self._value = value
        self._find = find
        self._find_joint = find_joint
        self._made: dict[int, AnyEvent] = {}  # several ask for the same ones in a step

    def resolve(self) -> tuple[AnyEvent, ...]:
        """All events as objects."""
        return self._chosen(np.arange(len(self._info)))

    def bind(self) -> None:
        """Find all bodies and joints, without the objects. The world calls it before rows change hands."""
        kinds = self._info[:, 0]
        self._chosen(np.flatnonzero(kinds == EVENT.JOINT_BROKEN))
        others = kinds != EVENT.JOINT_BROKEN
        rows = {*self._info[others, 2].tolist(), *self._info[others & (kinds < EVENT.ASLEEP), 3].tolist()}
        self._find = {row: self._find(row) for row in rows}.__getitem__

    def _make(self, info: list[int], value: list[float]) -> AnyEvent:
        kind = info[0]
        if kind == EVENT.JOINT_BROKEN:
            joint = self._find_joint(info[1])  # which of its bodies is a, only the joint knows: records may reverse it
            return JointEvent(_KINDS[kind], joint, joint.body_a, joint.body_b, *value[6:8])
        a = self._find(info[2])
        if kind >= EVENT.SOFT_TORN:
            return SoftEvent(_KINDS[kind], cast("Soft", a), int(value[6]))
        if kind >= EVENT.ASLEEP:
            return BodyEvent(_KINDS[kind], a)
        b = self._find(info[3])
        if kind >= EVENT.SENSOR_ENTER:
            sensor, visitor = (b, a) if value[6] else (a, b)
            return SensorEvent(_KINDS[kind], sensor, visitor, value[7])
        return ContactEvent(_KINDS[kind], a, b, Vec3(*value[0:3]), Vec3(*value[3:6]), value[6], value[7])

    def __iter__(self) -> Iterator[AnyEvent]:
        return iter(self.resolve())

    def __len__(self) -> int:
        return len(self._info)

    def of_kind(self, kind: str) -> tuple[Any, ...]:
        """Events of one kind; only these are made into objects."""
        return self._chosen(np.flatnonzero(self._info[:, 0] == _NUMBERS[kind]))

    def hardest_hits(self, count: int, *, speed: float = 0.0) -> tuple[ContactEvent, ...]:
        """The hits with the largest impulses, the hardest first.

        Args:
            count: Most hits.
            speed: Slowest approach that counts [m/s].
        """
        rows = np.flatnonzero((self._info[:, 0] == EVENT.HIT) & (self._value[:, 7] > speed))
        hardest = np.argsort(-self._value[rows, 6], kind="stable")[:count]
        return self._chosen(rows[hardest])

    def _chosen(self, rows: np.ndarray) -> tuple[Any, ...]:
        numbers, made = rows.tolist(), self._made
        missing = [number for number in numbers if number not in made]
        if missing:
            chosen = zip(missing, self._info[missing].tolist(), self._value[missing].tolist(), strict=True)
            made.update((number, self._make(info, value)) for number, info, value in chosen)
        return tuple(made[number] for number in numbers)

    @property
    def contact_begin(self) -> tuple[ContactEvent, ...]:
        """Contacts that began."""
        return self.of_kind("contact_begin")

    @property
    def contact_end(self) -> tuple[ContactEvent, ...]:
        """Contacts that ended, also because a body was removed."""
        return self.of_kind("contact_end")

    @property
    def contact_hit(self) -> tuple[ContactEvent, ...]:
        """Contacts approached at more than 1 m/s, with their impulse."""
        return self.of_kind("contact_hit")

    @property
    def sensor_enter(self) -> tuple[SensorEvent, ...]:
        """Bodies that entered sensors; of fast bodies in order of time."""
        return self.of_kind("sensor_enter")

    @property
    def sensor_leave(self) -> tuple[SensorEvent, ...]:
        """Bodies that left sensors; of fast bodies in order of time."""
        return self.of_kind("sensor_leave")

    @property
    def body_asleep(self) -> tuple[BodyEvent, ...]:
        """Bodies that fell asleep."""
        return self.of_kind("body_asleep")

    @property
    def body_awake(self) -> tuple[BodyEvent, ...]:
        """Bodies that woke."""
        return self.of_kind("body_awake")

    @property
    def body_frozen(self) -> tuple[BodyEvent, ...]:
        """Bodies that were quarantined."""
        return self.of_kind("body_frozen")

    @property
    def joint_broken(self) -> tuple[JointEvent, ...]:
        """Joints that broke under their load."""
        return self.of_kind("joint_broken")

    @property
    def soft_torn(self) -> tuple[SoftEvent, ...]:
        """Soft bodies that tore."""
        return self.of_kind("soft_torn")

    @property
    def soft_burst(self) -> tuple[SoftEvent, ...]:
        """Shells that tore for the first time."""
        return self.of_kind("soft_burst")

    @property
    def soft_yielded(self) -> tuple[SoftEvent, ...]:
        """Soft bodies that began to flow."""
        return self.of_kind("soft_yielded")

    @property
    def attachment_broken(self) -> tuple[SoftEvent, ...]:
        """Soft bodies of which attachments broke."""
        return self.of_kind("attachment_broken")


def _nobody(row: int) -> "Body":
    raise LookupError(f"there is no body in row {row}")


def _no_joint(row: int) -> "Joint":
    raise LookupError(f"there is no joint in row {row}")


NO_EVENTS = StepEvents(np.zeros((0, EVENT.STRIDE), np.int32), np.zeros((0, 8)), _nobody, _no_joint)


class EventReader:
    """The events of the last step of a world; a part of it, though what it reads is in the arrays.

    Attributes:
        last: What happened in it.
        find_body: Body that an event names by its row, which may have been removed since.
        find_joint: Joint that an event names by its row.
    """

    def __init__(self, arrays: "State") -> None:
        self.last = NO_EVENTS
        self.find_body: Callable[[int], Body] = _nobody
        self.find_joint: Callable[[int], Joint] = _no_joint
        self._arrays = arrays
        self._readable: weakref.WeakSet[StepEvents] = weakref.WeakSet()  # those that somebody may still read

    def read(self) -> None:
        """Copy the events of the step that has just been made."""
        arrays = self._arrays
        count = arrays.counts[COUNT.EVENTS_SEEN]
        if count == 0:
            self.last = NO_EVENTS
            return
        info, value = arrays.events.info[:count].copy(), arrays.events.value[:count].copy()
        self.last = StepEvents(info, value, self.find_body, self.find_joint)
        self._readable.add(self.last)

    def resolve(self) -> None:
        """Let events that are still to be read find their bodies and joints, before rows change hands."""
        for events in self._readable:
            events.bind()
        self._readable.clear()

    def save(self) -> None:
        """Nothing: the arrays hold all events."""

    def load(self, saved: None) -> None:
        """Read the events that the arrays hold now."""
        self.read()

    def outline(self) -> None:
        """Nothing: what happened decides nothing."""
