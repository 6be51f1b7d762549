"""The body of an avatar: what can be read of it, and how its limbs follow it."""

import math

from physics import Body, Controller, JointHinge, Vec3
from physics.vector import Quaternion, rotation_of
from play.controls import Controls
from play.cues import Cue
from play.figure import balance, figure, gait, skeleton
from play.figure.doll import Doll

#: Angle of a hanging arm [rad], how far it swings at most, and the smallest change that its motor is set for.
HANGING, SWING, ARM_STEP = -1.42, 0.75, 0.004
_ZERO = Vec3(0.0, 0.0, 0.0)


class AvatarBody(Controller):
    """Base of `Avatar`: its bodies, without what moves them.

    Attributes:
        controls: What the player wants.
        raised: Whether its right arm points to where the player looks.
        cues: What happened since the game last collected them.
    """

    controls: Controls
    raised: bool
    cues: list[Cue]
    _figure: figure.Figure | None
    _doll: Doll | None
    _stand: float  # wanted height of its middle above its feet [m]
    _short: bool
    _since: float
    _down: float
    _rise: float
    _ready: bool
    _flying: bool
    _walked: float  # steps
    _aim: tuple[float, float]
    _height: float  # height of its middle above the ground [m]
    _way: Vec3  # velocity over the ground in its own axes [m/s]
    _left_at: Vec3  # where its feet were when it was placed or left the world [m]

    # ---- Reading --------------------------------------------------------------------------------------------------

    @property
    def _parts(self) -> figure.Figure:
        """Its bodies, which it has unless it sits in a vehicle."""
        if self._figure is None:
            raise LookupError("a figure in a vehicle has no bodies; ask for `present` first")
        return self._figure

    @property
    def torso(self) -> Body | None:
        """Its main body; None while it sits in a vehicle."""
        if self._figure is not None:
            return self._figure.torso
        return None if self._doll is None else self._doll.bodies[skeleton.CHEST]

    @property
    def hand(self) -> Body | None:
        """Its right arm, which holds weapons as `grip` tells; None while it sits in a vehicle."""
        if self._doll is not None:
            return self._doll.hand
        return None if self._figure is None else self._figure.right

    @property
    def present(self) -> bool:
        """Whether it is in the world; not while it sits in a vehicle."""
        return self._figure is not None or self._doll is not None

    @property
    def whole(self) -> bool:
        """Whether none of its bodies and joints was removed by somebody else."""
        parts, doll = self._figure, self._doll
        if not all(body.alive for body in self.bodies):
            return False
        if doll is not None and not doll.whole:
            return False
        return parts is None or all(shoulder.alive for shoulder in parts.shoulders)

    @property
    def standing(self) -> bool:
        """Whether there is ground below its feet that it can jump from."""
        return self._figure is not None and self._since == 0.0 and not self.fallen

    @property
    def fallen(self) -> bool:
        """Whether it was knocked over and does not stand again yet."""
        return self._doll is not None

    @property
    def limp(self) -> bool:
        """Whether it was knocked over and has not begun to get up."""
        return self._doll is not None and self._figure is None

    @property
    def can_get_up(self) -> bool:
        """Whether it would get up now if its player wanted it."""
        return self.limp and self._ready

    @property
    def crouching(self) -> bool:
        """Whether its shape is the low one."""
        return self._short

    @property
    def bodies(self) -> tuple[Body, ...]:
        """All its bodies, the torso first; none while it sits in a vehicle."""
        parts = self._figure
        own = () if parts is None else (parts.torso, parts.right, parts.left, *parts.legs)
        return own if self._doll is None else (*own, *self._doll.bodies)

    @property
    def feet(self) -> Vec3:
        """Where it stands [m]; where it sat down, while it sits in a vehicle."""
        if self._figure is None:
            return self._left_at if self._doll is None else self._doll.hips.position - (0.0, 0.1, 0.0)
        return self._figure.torso.position - balance.upward(self._figure.torso) * self._stand

    @property
    def eye(self) -> Vec3:
        """Where its eyes are [m]; lower while it crouches."""
        if self._doll is not None:
            return self._doll.bodies[skeleton.HEAD].position
        if self._figure is None:
            return self._left_at + (0.0, figure.STAND + figure.EYE, 0.0)
        part = (self._stand - figure.CROUCH) / (figure.STAND - figure.CROUCH)
        height = figure.EYE_LOW + (figure.EYE - figure.EYE_LOW) * min(max(part, 0.0), 1.0)
        return self._figure.torso.position + balance.upward(self._figure.torso) * height

    @property
    def grip(self) -> tuple[Vec3, Quaternion]:
        """Where its right hand is [m], and a rotation whose -Z is where it points."""
        if self._doll is not None:
            return self._doll.grip
        if self._figure is None:
            return self._left_at + (0.0, 1.4, 0.0), rotation_of(self.controls.yaw)
        return figure.hand_of(self._figure.right), self._figure.right.orientation

    @property
    def velocity(self) -> Vec3:
        """Velocity of its trunk [m/s]; zero while it sits in a vehicle."""
        if self._figure is not None:
            return self._figure.torso.velocity
        return _ZERO if self._doll is None else self._doll.velocity

    # ---- Limbs ----------------------------------------------------------------------------------------------------

    def _change_velocity(self, change: Vec3) -> None:
        """Change the velocity of torso and arms at once [m/s]."""
        parts = self._parts
        parts.torso.apply_impulse(change * figure.TORSO_MASS)
        parts.right.apply_impulse(change * figure.ARM_MASS)
        parts.left.apply_impulse(change * figure.ARM_MASS)

    def _move_arms(self) -> None:
        swing = SWING * math.cos(math.pi * self._walked) * min(1.0, self._way.length / 5.0)
        right, left = self._parts.shoulders
        aim = max(-1.5, min(1.5, self.controls.pitch)) if self.raised else HANGING - swing
        self._aim = _moved(right, self._aim[0], aim), _moved(left, self._aim[1], HANGING + swing)

    def _draw_legs(self) -> None:
        parts = self._parts
        gait.place_legs(parts.legs, parts.torso, self._way, self._walked, self._height, flying=self._flying)


def _moved(shoulder: JointHinge, before: float, angle: float) -> float:
    """Turn a shoulder to an angle, unless the change is tiny [rad]; returns the angle that it is set to."""
    if abs(angle - before) < ARM_STEP:
        return before
    shoulder.motor_target = angle
    return angle
