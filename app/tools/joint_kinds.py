"""Kinds of joints that the player can make, and their numbers."""

import dataclasses
import math
from typing import ClassVar, NamedTuple

from physics import Body, BodyKind, Joint, JointDistance, JointFixed, JointHinge, JointSlider
from physics.vector import Vec3

APART = 0.01  # points that are nearer to each other are one [m]
ROPE_MIN = 0.05  # shortest rope [m]
LIFT = 3.0  # how much more than the weight at its farthest a motor turns that is as strong as it need be
GRAVITY = 9.81  # [m/s^2]
CUT = "cut"


class JointKind(NamedTuple):
    """One tool.

    Attributes:
        key: Its name.
        letter: Key after the key for joints.
        help: What it does, for people.
        first: What to click first.
        second: What to click then; "" if one click is all.
    """

    key: str
    letter: str
    help: str
    first: str = "click a body or the ground"
    second: str = "now click the second point"


TURN = "now click the pivot; it rotates about the surface normal there"
KINDS = (
    JointKind("weld", "W", "locks two bodies together"),
    JointKind("rope", "R", "limits the distance between two points"),
    JointKind("hinge", "H", "rotates about the surface normal", second=TURN),
    JointKind("slider", "S", "slides along a line", second="now click the second point; it slides along the line"),
    JointKind("spring", "P", "a spring between two points"),
    JointKind("motor", "M", "a hinge driven by a motor", second=TURN),
    JointKind(CUT, "C", "removes joints", first="click a joint or a rope", second=""),
)
BY_LETTER = {kind.letter: kind for kind in KINDS}
BY_KEY = {kind.key: kind for kind in KINDS}


@dataclasses.dataclass(frozen=True)
class Pick:
    """A point of a body.

    Attributes:
        body: The body.
        point: The point, in the world [m].
        normal: Unit vector out of the surface there.
    """

    body: Body
    point: Vec3
    normal: Vec3


@dataclasses.dataclass
class JointOptions:
    """Numbers of the joints to be made.

    Attributes:
        slack: How much longer a rope is than the way between its points [1].
        hertz: Frequency of a spring [Hz].
        damping_ratio: Its damping ratio.
        motor_speed: Of a motor [rad/s].
        motor_torque: Its largest torque [N m]; 0 for what the lighter body takes.
        break_force: Force that a joint does not survive [N]; 0 for none.
    """

    RANGES: ClassVar[dict[str, tuple[str, float, float]]] = {
        "slack": ("slack", 0.0, 2.0),
        "hertz": ("frequency [Hz]", 0.1, 20.0),
        "damping_ratio": ("damping ratio", 0.0, 2.0),
        "motor_speed": ("speed [rad/s]", -30.0, 30.0),
        "motor_torque": ("torque [N m]", 0.0, 1e5),
        "break_force": ("breaks at [N]", 0.0, 1e6),
    }
    slack: float = 0.0
    hertz: float = 2.0
    damping_ratio: float = 0.2
    motor_speed: float = 6.0
    motor_torque: float = 0.0
    break_force: float = 0.0

    def names_of(self, kind: str) -> tuple[str, ...]:
        """Attributes that matter to a kind of joint."""
        own = {"rope": ("slack",), "spring": ("hertz", "damping_ratio"), "motor": ("motor_speed", "motor_torque")}
        return () if kind in ("", CUT) else (*own.get(kind, ()), "break_force")

    def make(self, kind: str, first: Pick, second: Pick) -> Joint:
        """A joint between two points, not yet in the world.

        What holds bodies in place keeps them from touching each other: they are meant to be one, or to turn in one
        another. Ropes, springs and sliders let them touch, or what hangs from the ground would fall through it.

        Raises:
            ValueError: The bodies cannot be joined; the text says why.
        """
        check(first.body, second.body)
        bodies = first.body, second.body
        options = {"name": kind, "break_force": self.break_force or math.inf}
        way = second.point - first.point
        apart = way.length > APART
        ends = {"anchor_a": first.point, "anchor_b": second.point, "collide": True}
        if kind == "weld":
            return JointFixed(*bodies, anchor=second.point, **options)
        if kind == "rope":
            most = max(way.length * (1.0 + self.slack), ROPE_MIN)
            return JointDistance(*bodies, limits=(0.0, most), **ends, **options)
        if kind == "spring":
            return JointDistance(*bodies, hertz=self.hertz, damping_ratio=self.damping_ratio, **ends, **options)
        if kind == "slider":
            axis = way / way.length if apart else second.normal
            return JointSlider(*bodies, anchor=second.point, axis=axis, collide=True, **options)
        torque = self.motor_torque or torque_for(first, second)
        drive = {"motor_speed": self.motor_speed, "motor_max_force": torque} if kind == "motor" else {}
        return JointHinge(*bodies, anchor=second.point, axis=second.normal, **drive, **options)


def torque_for(first: Pick, second: Pick) -> float:
    """Torque that turns the lighter of two bodies about the second point, however it hangs [N m]."""
    body = min((pick.body for pick in (first, second) if pick.body.kind == BodyKind.DYNAMIC), key=lambda b: b.mass)
    reach = (body.center_of_mass - second.point).length + max(part.shape.extent for part in body.parts)
    return LIFT * GRAVITY * body.mass * reach


def check(first: Body, second: Body) -> None:
    """Refuse two bodies that no joint can be between."""
    if first is second:
        raise ValueError("that is the same body; click another one, or the ground")
    if BodyKind.DYNAMIC not in (first.kind, second.kind):
        raise ValueError("neither body can move, so there is nothing to join; click a body that moves")
