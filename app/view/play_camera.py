"""Cameras of a game: through the eyes of the figure, behind it, behind a car, on its hood, at its wheel."""

import dataclasses
import math
from collections.abc import Sequence

from physics import Body, ShapeSphere, Vec3, World
from physics.vector import Quaternion, angles_of, multiply, rotate, rotation_of, slerp
from play.game import Game
from play.weapons.aim import clear_part, pivot_of
from render.frame import CameraPose

ON_FOOT = ("first person", "third person")
DRIVING = ("chase", "hood", "driver")
#: How far behind the camera is, on foot and behind a vehicle [m]; and what it looks at there, above its middle [m].
DISTANCES = {"third person": 3.2, "chase": 6.5}
CHASE_RISE = 1.35
#: How far above the chest of a figure that has fallen the camera looks [m].
LYING_RISE = 0.3
PITCH_LIMIT = math.radians(85.0)
#: Behind a vehicle the camera turns back by itself so long after the hand left it [s], at this rate [1/s].
IDLE = 1.2
TURN_BACK = 2.5
CHASE_PITCH = -0.16
#: What the camera behind a vehicle turns about follows its height at this rate [1/s], at most so far behind [m]: kerbs
#: and landings do not shake the picture.
RISE_RATE, RISE_LAG = 9.0, 0.5
#: From the eyes of a limp figure the camera draws back behind it, and follows it softly [1/s]; it is back at this
#: distance [m].
FOLLOW, BACK = 9.0, 0.12
#: Rates at which the camera yields to walls and comes back [1/s].
GIVE_WAY, COME_BACK = 14.0, 3.0
#: A ball that looks for walls, wider than that of `play.weapons.aim`, notices one in time. It is no wider than
#: the figure, or it would begin within walls.
WARNING = ShapeSphere(0.27)
#: Where the free camera may begin, the best first: turn about the carrier to the left, and rise above it [rad].
OUTSIDE = (
    (0.0, 0.25),
    (0.5, 0.25),
    (-0.5, 0.25),
    (0.0, 0.8),
    (math.pi / 2, 0.25),
    (-math.pi / 2, 0.25),
    (math.pi, 0.25),
)
#: Bobbing of the head [m], and the length of two steps [m].
BOB, STRIDE = 0.022, 1.5


@dataclasses.dataclass(frozen=True, slots=True)
class Carrier:
    """What the camera is attached to, after one step.

    Attributes:
        number: Number of the vehicle, or -1 for the figure.
        eye: Its eyes [m].
        hood: Camera on the hood [m].
        middle: Origin of the vehicle [m].
        rotation: Of the vehicle.
        velocity: [m/s].
        walked: Way on foot [m].
        fallen: Whether it is a figure that was knocked over.
        reach: How far behind a vehicle the camera is [m].
    """

    number: int
    eye: Vec3
    hood: Vec3
    middle: Vec3
    rotation: Quaternion
    velocity: Vec3
    walked: float
    fallen: bool = False
    reach: float = DISTANCES["chase"]


class PlayCamera:
    """Where the picture of a player is taken from.

    Attributes:
        yaw: Direction of view, to the left [rad].
        pitch: Up [rad].
    """

    def __init__(self) -> None:
        self.yaw = self.pitch = 0.0
        self._modes = {True: DRIVING[0], False: ON_FOOT[0]}
        self._before: Carrier | None = None
        self._after: Carrier | None = None
        self._distance, self._idle = 0.0, 0.0
        self._around = 0.0  # how far one looks aside from the nose of a vehicle, from aboard [rad]
        self._out = False  # whether it is behind a figure that would be seen through its eyes, as that has fallen
        self._soft: Vec3 | None = None  # what it turns about then [m]
        self._height: float | None = None  # of what the camera behind a vehicle turns about [m]

    # ---- Choosing and turning -------------------------------------------------------------------------------------

    @property
    def mode(self) -> str:
        """Where the camera is: one of ON_FOOT or of DRIVING."""
        return "third person" if self._out else self._modes[self.driving]

    @property
    def driving(self) -> bool:
        """Whether it is attached to a vehicle."""
        return self._after is not None and self._after.number >= 0

    @property
    def distance(self) -> float:
        """How far behind it wants to be [m]; 0 in first person."""
        return self._after.reach if self.mode == "chase" and self._after else DISTANCES.get(self.mode, 0.0)

    def cycle(self) -> str:
        """Take the next one; returns its name."""
        self._around, self._height = 0.0, None
        modes, mode = DRIVING if self.driving else ON_FOOT, self._modes[self.driving]
        self._modes[self.driving] = modes[(modes.index(mode) + 1) % len(modes)]
        self._distance = self.distance  # the rig glides there, if that is wanted; walls make it less at once
        return self.mode

    def turn(self, right: float, up: float) -> None:
        """Turn the view [rad]."""
        self.yaw = math.remainder(self.yaw - right, math.tau)
        self._around = math.remainder(self._around - right, math.tau)
        self.pitch = min(max(self.pitch + up, -PITCH_LIMIT), PITCH_LIMIT)
        self._idle = 0.0

    # ---- Following ------------------------------------------------------------------------------------------------

    def start(self, game: Game) -> None:
        """Begin with a game: look where its figure looks."""
        self.yaw, self.pitch = game.controls.yaw, game.controls.pitch
        self._before = self._after = None
        self._distance, self._out = 0.0, False
        self.sample(game)
        self._before = self._after

    def sample(self, game: Game) -> bool:
        """Note where the carrier is, after a step; returns whether it is another one now."""
        vehicle, last = game.vehicle, self._after
        walked = 0.0 if last is None else last.walked
        if vehicle is not None:
            chassis = vehicle.chassis
            now = Carrier(
                game.driven, vehicle.place(vehicle.seat), vehicle.place(vehicle.hood), chassis.position,
                chassis.orientation, chassis.velocity, walked, reach=vehicle.view_distance,
            )  # fmt: skip
        elif game.avatar is not None and game.avatar.present:
            avatar = game.avatar
            velocity, fallen = avatar.velocity, avatar.fallen
            if avatar.standing:
                walked += math.hypot(velocity.x, velocity.z) / 60.0
            eye = avatar.torso.position + (0.0, LYING_RISE, 0.0) if fallen else avatar.eye
            now = Carrier(-1, eye, eye, eye, (0.0, 0.0, 0.0, 1.0), velocity, walked, fallen)
        else:
            return False
        other = last is None or last.number != now.number or (now.eye - last.eye).length > 3.0
        self._before, self._after = now if other else last, now
        if other:
            self._around, self._height, self._soft = 0.0, None, None
            self._out = now.fallen and self._modes[False] == ON_FOOT[0]
            self._distance = self.distance
        elif now.fallen and self.mode == ON_FOOT[0]:
            self._out, self._distance = True, 0.0
        if not other and vehicle is not None and vehicle.view_turns and self.mode == "chase":
            self.yaw = math.remainder(self.yaw + _nose(now.rotation) - _nose(last.rotation), math.tau)
        if other and now.number >= 0:
            self.yaw = angles_of(rotate(now.rotation, (0.0, 0.0, -1.0)))[0]
            self.pitch = CHASE_PITCH
        return other

    def hold(self) -> None:
        """Time stands still: both ends of the picture are the present."""
        self._before = self._after

    def pass_time(self, seconds: float) -> None:
        """Let the camera behind a vehicle swing back to its nose [s]."""
        self._idle += seconds
        if not self.driving or self._idle < IDLE:
            return
        share = 1.0 - math.exp(-TURN_BACK * seconds)
        if self.mode != "chase":
            self._around -= self._around * share
            self.pitch += (CHASE_PITCH - self.pitch) * share
            return
        if self._after.velocity.length < 2.0:
            return
        nose = rotate(self._after.rotation, (0.0, 0.0, -1.0))
        backward = nose.dot(self._after.velocity) < -2.0
        wanted = angles_of(-nose if backward else nose)[0]
        self.yaw = math.remainder(self.yaw + math.remainder(wanted - self.yaw, math.tau) * share, math.tau)
        self.pitch += (CHASE_PITCH - self.pitch) * share

    # ---- The picture ----------------------------------------------------------------------------------------------

    def pose(
        self, world: World, game: Game, at: float, seconds: float, *, fov: float, bob: bool,
        shake: tuple[float, float, float] = (0.0, 0.0, 0.0),
    ) -> CameraPose | None:  # fmt: skip
        """What is seen now; None if there is nobody to see it.

        Args:
            world: Where walls are.
            game: The game.
            at: How far the picture is between the last two steps, 0 to 1.
            seconds: Since the last picture [s].
            fov: Vertical angle of view [rad].
            bob: Whether the head bobs.
            shake: Turn of the picture, yaw, pitch, roll [rad].
        """
        if self._after is None:
            return None
        before, after = self._before, self._after
        eye = before.eye + (after.eye - before.eye) * at
        rotation = rotation_of(self.yaw + shake[0], self.pitch + shake[1], shake[2])
        if self._out:
            position = self._follow(world, game, eye, rotation, seconds)
        elif self.mode in DISTANCES:
            middle = before.middle + (after.middle - before.middle) * at
            position = self._behind(world, game, middle if self.driving else eye, rotation, seconds)
        elif self.driving:
            if self.mode == "hood":
                eye = before.hood + (after.hood - before.hood) * at
            position, rotation = eye, self._aboard(at, shake)
        else:
            position = eye + (0.0, self._bob(at) if bob else 0.0, 0.0)
            self._distance = 0.0
        return CameraPose(tuple(position), rotation, fov, near=0.05, far=2000.0)

    def outside(self, world: World, game: Game) -> Vec3:
        """Where one sees the carrier from outside: behind it and above, or where walls leave the most room [m]."""
        own = game.own_bodies
        reach = self._after.reach if self.driving else DISTANCES["third person"]
        middle = self._after.middle + ((0.0, CHASE_RISE, 0.0) if self.driving else (0.0, 0.0, 0.0))
        best, room = middle, -1.0
        for turn, rise in OUTSIDE:
            way = rotate(rotation_of(self.yaw + turn, -rise), (0.0, 0.0, reach))
            part = clear_part(world, middle, way, own)
            if part > room + 0.05:  # of nearly equal ones the first
                best, room = middle + way * part, part
        return best

    def _aboard(self, at: float, shake: tuple[float, float, float]) -> Quaternion:
        """Rotation of a camera that is fixed to the vehicle; the mouse looks around from there."""
        body = slerp(self._before.rotation, self._after.rotation, at)
        yaw = angles_of(rotate(body, (0.0, 0.0, -1.0)))[0]
        self.yaw = math.remainder(yaw + self._around, math.tau)
        return multiply(body, rotation_of(self._around + shake[0], self.pitch - CHASE_PITCH + shake[1], shake[2]))

    def _bob(self, at: float) -> float:
        walked = self._before.walked + (self._after.walked - self._before.walked) * at
        pace = min(math.hypot(self._after.velocity.x, self._after.velocity.z) / 4.0, 1.0)
        return BOB * pace * math.sin(math.tau * walked / STRIDE)

    def _behind(self, world: World, game: Game, eye: Vec3, rotation: Quaternion, seconds: float) -> Vec3:
        """A place behind the carrier, before any wall; it glides there."""
        own = game.own_bodies
        if self.driving:
            pivot = self._over(world, eye, own, seconds)
        else:
            pivot = pivot_of(world, eye, self.yaw, self.distance, own)
        way = rotate(rotation, (0.0, 0.0, self.distance))
        most = self.distance * clear_part(world, pivot, way, own)
        wanted = min(most, self.distance * clear_part(world, pivot, way, own, WARNING))
        rate = GIVE_WAY if wanted < self._distance else COME_BACK
        self._distance += (wanted - self._distance) * (1.0 - math.exp(-rate * max(seconds, 0.0)))
        self._distance = min(self._distance, most)
        return pivot + way * (self._distance / self.distance)

    def _follow(self, world: World, game: Game, eye: Vec3, rotation: Quaternion, seconds: float) -> Vec3:
        """A place behind a figure that has fallen; when that stands again, it is on its way back to the eyes."""
        soft, own, up = eye if self._soft is None else self._soft, game.own_bodies, not self._after.fallen
        soft = soft + (eye - soft) * (1.0 - math.exp(-FOLLOW * max(seconds, 0.0)))
        pivot = pivot_of(world, soft, self.yaw, self._distance, own)
        way = rotate(rotation, (0.0, 0.0, self.distance))
        wanted = 0.0 if up else self.distance * clear_part(world, pivot, way, own, WARNING)
        rate = GIVE_WAY if wanted < self._distance and not up else COME_BACK
        self._distance += (wanted - self._distance) * (1.0 - math.exp(-rate * max(seconds, 0.0)))
        self._distance = min(self._distance, self.distance * clear_part(world, pivot, way, own))
        self._soft = soft
        if up and self._distance < BACK:
            self._out, self._soft = False, None
            return eye
        return pivot + way * (self._distance / self.distance)

    def _over(self, world: World, middle: Vec3, own: Sequence[Body], seconds: float) -> Vec3:
        """A place over a vehicle, below any roof; it follows its height softly."""
        height = middle.y + CHASE_RISE
        if self._height is None:
            self._height = height
        self._height += (height - self._height) * (1.0 - math.exp(-RISE_RATE * max(seconds, 0.0)))
        self._height = min(max(self._height, height - RISE_LAG), height + RISE_LAG)
        way = Vec3(0.0, self._height - middle.y, 0.0)
        return middle + way * clear_part(world, middle, way, own)


def _nose(rotation: Quaternion) -> float:
    """Direction of the nose of a vehicle [rad]."""
    return angles_of(rotate(rotation, (0.0, 0.0, -1.0)))[0]
