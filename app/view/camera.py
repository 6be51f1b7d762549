"""Cameras: rigs that turn the hand's movements into a CameraPose.

All angles are those of the direction of view: yaw to the left about the world's Y, pitch up from the horizon.
"""

import dataclasses
import math
from collections.abc import Sequence
from typing import Any

from app.view.framing import fit_distance
from physics.vector import Quaternion, Vec3, rotate, rotation_of, slerp
from render.frame import CameraPose

FOV_MIN_DEGREES = 40.0
FOV_MAX_DEGREES = 110.0
#: One notch of the wheel, as a factor on speed or distance.
SPEED_NOTCH = 1.2
ZOOM_NOTCH = 1.15
FOV_NOTCH_DEGREES = 5.0
#: Most notches of one event; some touch pads report absurd numbers.
NOTCHES = (-100.0, 100.0)
#: Factors on the speed while keys are held.
FAST = 5.0
SLOW = 0.2
SPEED_RANGE = (0.05, 500.0)
#: Distances from the pivot [m]: the camera never goes through it.
DISTANCE_RANGE = (0.05, 20000.0)
#: Straight up and straight down are left out by a hair, so that left and right stay defined.
PITCH_LIMIT = math.radians(89.9)
GLIDE_SECONDS = 0.25

RIGS = ("scene", "orbit", "fly")


def clamp(value: float, bounds: tuple[float, float]) -> float:
    """The nearest value within bounds."""
    return min(max(value, bounds[0]), bounds[1])


@dataclasses.dataclass
class FlyCamera:
    """A free camera with six degrees of freedom; it moves along its own axes.

    Attributes:
        position: Eye [m].
        yaw: To the left [rad].
        pitch: Up [rad].
        roll: Counterclockwise [rad].
        speed: How fast it flies [m/s].
    """

    position: Vec3 = Vec3(0.0, 2.0, 10.0)
    yaw: float = 0.0
    pitch: float = 0.0
    roll: float = 0.0
    speed: float = 6.0

    @property
    def rotation(self) -> Quaternion:
        """Rotation of the camera."""
        return rotation_of(self.yaw, self.pitch, self.roll)

    def turn(self, right: float, up: float, roll: float = 0.0) -> None:
        """Turn the view along the axes of the picture, also while rolled, and roll it [rad]."""
        c, s = math.cos(self.roll), math.sin(self.roll)
        self.yaw = math.remainder(self.yaw - (right * c - up * s), math.tau)
        self.pitch = clamp(self.pitch + (right * s + up * c), (-PITCH_LIMIT, PITCH_LIMIT))
        self.roll = math.remainder(self.roll + roll, math.tau)

    def level(self) -> None:
        """Take the roll out."""
        self.roll = 0.0

    def move(
        self, right: float, up: float, forward: float, seconds: float, *, fast: bool = False, slow: bool = False
    ) -> None:
        """Fly for a while.

        Args:
            right: -1 to 1 along its own X; so do `up` along its Y and `forward` where it looks.
            seconds: How long [s].
            fast: Five times as fast.
            slow: A fifth as fast.
        """
        wish = Vec3(right, up, -forward)
        wish = wish / max(wish.length, 1.0)  # diagonal is not faster; a stick half way is slower
        factor = (FAST if fast else 1.0) * (SLOW if slow else 1.0)
        self.position = self.position + rotate(self.rotation, wish) * (self.speed * factor * seconds)

    def change_speed(self, notches: float) -> None:
        """Change the speed by notches of the wheel, each 1.2 times."""
        self.speed = clamp(self.speed * SPEED_NOTCH ** clamp(notches, NOTCHES), SPEED_RANGE)


@dataclasses.dataclass
class OrbitCamera:
    """A camera that looks at a point and turns around it.

    Attributes:
        pivot: What it follows [m].
        offset: From there to the point that it looks at [m]; panning changes it.
        yaw: To the left [rad].
        pitch: Up [rad]; negative looks down from above.
        distance: How far from the point it is [m].
    """

    pivot: Vec3 = Vec3(0.0, 1.0, 0.0)
    offset: Vec3 = Vec3(0.0, 0.0, 0.0)
    yaw: float = math.radians(35.0)
    pitch: float = math.radians(-18.0)
    distance: float = 12.0

    @property
    def rotation(self) -> Quaternion:
        """Rotation of the camera."""
        return rotation_of(self.yaw, self.pitch)

    @property
    def target(self) -> Vec3:
        """Point that it looks at [m]."""
        return self.pivot + self.offset

    @property
    def position(self) -> Vec3:
        """Eye [m]."""
        return self.target + rotate(self.rotation, (0.0, 0.0, self.distance))

    def turn(self, right: float, up: float) -> None:
        """Turn the direction of view [rad] around the point."""
        self.yaw = math.remainder(self.yaw - right, math.tau)
        self.pitch = clamp(self.pitch + up, (-PITCH_LIMIT, PITCH_LIMIT))

    def pan(self, right: float, up: float, fov: float) -> None:
        """Move the picture.

        Args:
            right: How far the things under the cursor move, in heights of the picture.
            up: As `right`.
            fov: Vertical angle of view [rad].
        """
        height = 2.0 * self.distance * math.tan(0.5 * fov)
        self.offset = self.offset - rotate(self.rotation, (right * height, up * height, 0.0))

    def zoom(self, notches: float) -> None:
        """Go nearer by notches of the wheel, never through the point."""
        self.distance = clamp(self.distance * ZOOM_NOTCH ** clamp(-notches, NOTCHES), DISTANCE_RANGE)

    def follow(self, point: Sequence[float]) -> None:
        """Let the pivot be where a moving thing is [m]; angles, distance and offset stay the player's."""
        self.pivot = Vec3(*point)

    def look_at(self, point: Sequence[float], distance: float) -> None:
        """Look at a point [m] from a distance [m]."""
        self.pivot, self.offset = Vec3(*point), Vec3(0.0, 0.0, 0.0)
        self.distance = clamp(distance, DISTANCE_RANGE)

    @classmethod
    def of_view(cls, view: Any) -> "OrbitCamera":
        """The camera of a scene: `target`, `distance`, and if it has them `yaw_degrees`, `pitch_degrees`.

        Positive `pitch_degrees` looks down from above; `yaw_degrees` turns the camera from +Z toward +X.
        """
        yaw = math.radians(getattr(view, "yaw_degrees", 35.0))
        pitch = math.radians(-getattr(view, "pitch_degrees", 18.0))
        camera = cls(yaw=yaw, pitch=clamp(pitch, (-PITCH_LIMIT, PITCH_LIMIT)))
        camera.look_at(view.target, view.distance)
        return camera


class CameraRig:
    """Owns the cameras, switches between them, and glides where the picture would jump.

    Args:
        fov_degrees: Vertical angle of view, 40 to 110.
        reduced_motion: Whether to jump instead of gliding.

    Attributes:
        fly: The free camera.
        orbit: The camera around a point.
        reduced_motion: Whether to jump instead of gliding.
        carried: View of the figure or vehicle that the camera is attached to, or None.
    """

    def __init__(self, *, fov_degrees: float = 60.0, reduced_motion: bool = False) -> None:
        self.carried: CameraPose | None = None
        self.fly = FlyCamera()
        self.orbit = OrbitCamera()
        self.reduced_motion = reduced_motion
        self._scene = OrbitCamera()
        self._took_over = False  # whether the orbit camera goes on from the scene's own, and looks at the same
        self._name = "scene"
        self._from: CameraPose | None = None
        self._glided = 0.0
        self.fov_degrees = fov_degrees

    @property
    def fov_degrees(self) -> float:
        """Vertical angle of view; setting it clamps to 40 to 110 degrees."""
        return self._fov_degrees

    @fov_degrees.setter
    def fov_degrees(self, value: float) -> None:
        self._fov_degrees = clamp(value, (FOV_MIN_DEGREES, FOV_MAX_DEGREES))

    @property
    def name(self) -> str:
        """Camera in use: "scene", "orbit", "fly" or "carried"."""
        return self._name

    # ---- Choosing -------------------------------------------------------------------------------------------------

    def show_scene(self, view: Any, *, glide: bool = False) -> None:
        """Start with the view of a scene that was just opened."""
        start = self.pose()
        self._scene, self.orbit = OrbitCamera.of_view(view), OrbitCamera.of_view(view)
        self._name, self.carried, self._took_over = "scene", None, False
        self._glide(start if glide else None)

    def switch(self, name: str, *, place: Vec3 | None = None) -> None:
        """Use another camera, from the present picture on: "scene" glides to its own view, fly to a `place` [m]."""
        if name not in RIGS:
            raise LookupError(f"unknown camera {name!r}; choose one of: {', '.join(RIGS)}")
        start = self.pose()
        if name == "fly" and self._name == "carried":
            x, y, z = rotate(start.rotation, (0.0, 0.0, -1.0))
            self.fly.position, self.fly.roll = place or Vec3(*start.position), 0.0
            self.fly.yaw, self.fly.pitch = math.atan2(-x, -z), math.atan2(y, math.hypot(x, z))
        elif name == "fly" and self._name != "fly":
            source = self._around
            self.fly.position, self.fly.yaw, self.fly.pitch = source.position, source.yaw, source.pitch
            self.fly.roll = 0.0
        elif name == "orbit" and self._name == "scene":
            self._leave_scene()
        elif name == "orbit" and self._name == "fly":
            self._orbit_from_fly()
        self._name = name
        self._glide(start)

    def _orbit_from_fly(self) -> None:
        """Put the pivot before the free camera, as far away as it was before."""
        orbit, fly, self._took_over = self.orbit, self.fly, False
        orbit.yaw, orbit.pitch = fly.yaw, fly.pitch
        ahead = rotate(orbit.rotation, (0.0, 0.0, -orbit.distance))
        orbit.look_at(fly.position + ahead, orbit.distance)

    def carry(self, pose: CameraPose, *, glide: bool = False) -> None:
        """Show the view of what the camera is attached to; to be called every frame, until `switch`.

        Args:
            pose: What is seen from there.
            glide: Whether the picture glides there, because it is somebody else now; it does from another camera.
        """
        start = self.pose() if glide or self._name != "carried" else None
        self.carried = pose
        if start is not None:
            self._name = "carried"
            self._glide(start)

    def cycle(self) -> str:
        """Use the next camera; returns its name."""
        self.switch(RIGS[(RIGS.index(self._name) + 1) % len(RIGS)])
        return self._name

    def frame_box(self, lower: Sequence[float], upper: Sequence[float], *, aspect: float = 16.0 / 9.0) -> bool:
        """Glide to where a box fits into the view, from the present direction.

        Args:
            lower: Lowest corner [m].
            upper: Highest corner [m].
            aspect: Width of the picture over its height.

        Returns:
            False if the box has no finite size; the camera then stays.
        """
        if not all(math.isfinite(value) for value in (*lower, *upper)):
            return False
        start = self.pose()
        if self._name == "scene":
            self.switch("orbit")
        camera = self.fly if self._name == "fly" else self.orbit
        distance = fit_distance(camera.rotation, lower, upper, math.radians(self.fov_degrees), aspect)
        middle = (Vec3(*lower) + upper) * 0.5
        if self._name == "fly":
            self.fly.position = middle + rotate(self.fly.rotation, (0.0, 0.0, distance))
        self.orbit.look_at(middle, distance)
        self._took_over = False
        self._glide(start)
        return True

    # ---- Moving ---------------------------------------------------------------------------------------------------

    def turn(self, right: float, up: float, roll: float = 0.0) -> None:
        """Turn the view [rad]; the scene's own camera becomes the orbit camera first."""
        if self._name == "fly":
            self.fly.turn(right, up, roll)
        elif self._name != "carried":
            self._leave_scene()
            self.orbit.turn(right, up)

    def pan(self, right: float, up: float) -> None:
        """Move the picture by parts of its height; the free camera slides sideways."""
        self._leave_scene()
        if self._name == "fly":
            height = 2.0 * self.orbit.distance * math.tan(0.5 * math.radians(self.fov_degrees))
            self.fly.position = self.fly.position - rotate(self.fly.rotation, (right * height, up * height, 0.0))
        else:
            self.orbit.pan(right, up, math.radians(self.fov_degrees))

    def wheel(self, notches: float) -> None:
        """Zoom, or change the speed of the free camera."""
        if self._name == "fly":
            self.fly.change_speed(notches)
        else:
            self._leave_scene()
            self.orbit.zoom(notches)

    def change_fov(self, notches: float) -> None:
        """Narrow the angle of view by notches of the wheel."""
        self.fov_degrees -= FOV_NOTCH_DEGREES * notches

    def follow(self, point: Sequence[float]) -> None:
        """Let the orbit camera follow a moving point [m]; the other cameras ignore it."""
        self.orbit.follow(point)

    def follow_subject(self, point: Sequence[float]) -> None:
        """Let the scene's own camera look at a moving point [m], and the orbit camera that took over from it."""
        self._scene.follow(point)
        if self._took_over:
            self.orbit.follow(point)

    def update(self, seconds: float) -> None:
        """Let time pass for glides [s]."""
        self._glided += max(seconds, 0.0)
        if self._glided >= GLIDE_SECONDS:
            self._from = None

    def _leave_scene(self) -> None:
        if self._name == "scene":
            self.orbit = dataclasses.replace(self._scene)
            self._name, self._took_over = "orbit", True

    # ---- The picture ----------------------------------------------------------------------------------------------

    @property
    def gliding(self) -> bool:
        """Whether the picture is still on its way."""
        return self._from is not None

    @property
    def _around(self) -> OrbitCamera:
        return self._scene if self._name == "scene" else self.orbit

    def _glide(self, start: CameraPose | None) -> None:
        end = self._end_pose()
        moved = start is not None and (start.position, start.rotation) != (end.position, end.rotation)
        self._from = start if moved and not self.reduced_motion else None
        self._glided = 0.0

    def _end_pose(self) -> CameraPose:
        if self._name == "carried":
            return self.carried
        camera = self.fly if self._name == "fly" else self._around
        reach = 0.0 if self._name == "fly" else self._around.distance
        far = max(2000.0, 4.0 * reach)
        fov = math.radians(self.fov_degrees)
        return CameraPose(tuple(camera.position), camera.rotation, fov, near=far / 40000.0, far=far)

    def pose(self) -> CameraPose:
        """Where the picture is taken from now."""
        end = self._end_pose()
        if self._from is None:
            return end
        t = clamp(self._glided / GLIDE_SECONDS, (0.0, 1.0))
        t = t * t * (3.0 - 2.0 * t)
        start = Vec3(*self._from.position)
        place = start + (Vec3(*end.position) - start) * t
        return dataclasses.replace(end, position=tuple(place), rotation=slerp(self._from.rotation, end.rotation, t))
