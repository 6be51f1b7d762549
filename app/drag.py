"""Dragging: a damped spring between a point of a body and a point that the hand moves.

The spring acts by a force during each step, never by setting a position, so a dragged body pushes, gets stuck and can
be held back like any other. Each step the force is found that makes the grabbed point do what a spring of HERTZ would
do, taking into account that pushing a body off its center also turns it (soft constraint, solved implicitly, so it
stays stable for bodies of any mass). The force is then capped in weights of the body: a box under a heavy pile stays.
"""

import math
from collections.abc import Sequence

import numpy as np

from app.clock import STEP
from app.commands import PullBody
from app.results import Result, label_of
from app.rotation import Quaternion, about, inverse, local_point, normalized, rotation_vector, world_point
from physics import Body, BodyKind, World
from physics.vector import Vec3, multiply, rotate

#: Stiffness of the spring [Hz], and of the one that turns; both damped critically.
HERTZ = 5.0
DAMPING_RATIO = 1.0
#: Largest force, in weights of the body, and the gravity that weights are reckoned with at least [m/s^2].
WEIGHTS = 10.0
GRAVITY_MIN = 9.81
#: Share of the way to standstill that the brakes are reckoned with, so that a body stops at the target, not behind it.
BRAKING = 0.5
#: Fastest that the hand pulls [m/s] and turns [rad/s].
SPEED_MAX = 30.0
SPIN_MAX = 12.0
#: Rate at which a dragged body stops swinging [1/s], and how much more than its spin about its own center may be braked
#: for that: with the step, more would brake beyond standstill.
SWING_DAMPING = 4.0
SWING_FACTOR_MAX = 6.0
#: Distances from the eye [m].
DISTANCE_RANGE = (0.3, 500.0)
WHEEL_NOTCH = 1.1

# Of the soft constraint: share of the error that is asked for as velocity [1/s], and of the velocity that is given.
_OMEGA = math.tau * HERTZ
_RATE = _OMEGA / (2.0 * DAMPING_RATIO + STEP * _OMEGA)
_SHARE = 1.0 - 1.0 / (1.0 + STEP * _OMEGA * (2.0 * DAMPING_RATIO + STEP * _OMEGA))


class Drag:
    """One grabbed point of one body.

    Args:
        world: The world.
        body: Number of the body.
        point: What was grabbed, in the world [m].
        eye: Place of the camera [m]; it gives the distance at which `aim` keeps the point.

    Attributes:
        body: Number of the body.
        target: Where the point should go [m].
        distance: From the eye [m].
        orientation: How the body should be turned; None lets it swing.

    Raises:
        LookupError: There is no such body.
        ValueError: It cannot be moved by forces.
    """

    def __init__(self, world: World, body: int, point: Sequence[float], eye: Sequence[float] | None = None) -> None:
        grabbed = world.body(body)
        if grabbed.kind != BodyKind.DYNAMIC:
            raise ValueError(f"{label_of(grabbed)} is {grabbed.kind.name.lower()}, so it cannot be dragged")
        self.body = body
        self.target = Vec3(*point)
        self.distance = _clamp_distance(math.dist(point, eye)) if eye is not None else DISTANCE_RANGE[0]
        self.orientation: Quaternion | None = None
        self._shapes = tuple(part.shape for part in grabbed.parts)
        self._local = local_point(grabbed, self.target)

    # ---- The hand -------------------------------------------------------------------------------------------------

    def aim(self, origin: Sequence[float], direction: Sequence[float]) -> None:
        """Put the target on a ray from the eye [m] along a unit vector, at the present distance."""
        self.target = Vec3(*direction) * self.distance + origin

    def wheel(self, notches: float) -> None:
        """Push the target away by notches of the wheel, or pull it near; `aim` then moves it."""
        self.distance = _clamp_distance(self.distance * WHEEL_NOTCH ** min(max(notches, -100.0), 100.0))

    def turn(self, world: World, right: float, up: float, camera: Sequence[float]) -> None:
        """Turn the body as if its front was touched; from now on it holds its orientation.

        Args:
            world: The world.
            right: Turn about the camera's up axis [rad].
            up: Turn about its axis to the left [rad].
            camera: Rotation of the camera.
        """
        body = self._find(world)
        if body is None:
            return
        start = self.orientation or body.orientation
        turned = multiply(about(rotate(camera, (0.0, 1.0, 0.0)), right), start)
        self.orientation = normalized(multiply(about(rotate(camera, (-1.0, 0.0, 0.0)), up), turned))

    def hold(self, world: World) -> None:
        """Keep the present orientation from now on."""
        body = self._find(world)
        self.orientation = None if body is None else body.orientation

    def swing(self) -> None:
        """Let the body hang and swing again."""
        self.orientation = None

    # ---- The spring -----------------------------------------------------------------------------------------------

    def point(self, world: World) -> Vec3 | None:
        """Where the grabbed point is now [m]; None if the body is gone. The line from here to `target` can be drawn."""
        body = self._find(world)
        return None if body is None else world_point(body, self._local)

    def command(self, world: World) -> PullBody | None:
        """What to do before the next step; None if the body is gone or cannot be moved now."""
        body = self._find(world)
        if body is None or body.kind != BodyKind.DYNAMIC or body.frozen:
            return None
        point = world_point(body, self._local)
        inertia = _world_inertia(body)
        torque = self._torque(world, body, point, inertia)
        force = self._force(world, body, point, inertia, torque)
        return PullBody(self.body, tuple(force.tolist()), tuple(point), tuple(torque.tolist()))

    def apply(self, world: World) -> Result:
        """Pull during the next step. Without a history: with one, give it `command(world)`."""
        command = self.command(world)
        if command is None:
            return Result(False, "What was dragged is gone, or cannot be moved any more.")
        return command.apply(world)

    def _find(self, world: World) -> Body | None:
        """The body, unless it is gone and its number perhaps another's."""
        try:
            body = world.body(self.body)
        except LookupError:
            return None
        return body if tuple(part.shape for part in body.parts) == self._shapes else None

    def _force(self, world: World, body: Body, point: Vec3, inertia: np.ndarray, torque: np.ndarray) -> np.ndarray:
        """Force on the grabbed point [N].

        An impulse P at the arm r changes the velocity v of the point by K P, K = 1/m + [r]x^T I^-1 [r]x. The point
        should have the velocity w, and the spring gives it a share of that. What gravity and the torque are going to
        add to v is known, so it is taken out in full: K P = share (w - v) - added.
        """
        most = force_limit(world, body)
        arm = np.array(point - body.center_of_mass)
        cross = np.array([[0.0, -arm[2], arm[1]], [arm[2], 0.0, -arm[0]], [-arm[1], arm[0], 0.0]])
        response = np.eye(3) / body.mass + cross.T @ np.linalg.solve(inertia, cross)
        turned = np.cross(np.linalg.solve(inertia, torque), arm)
        added = STEP * (np.array(world.gravity) * body.gravity_scale + turned)
        wanted = _approach(np.array(self.target - point), most / body.mass, SPEED_MAX)
        change = _SHARE * (wanted - np.array(body.velocity_at(point))) - added
        return _capped(np.linalg.solve(response, change) / STEP, most)

    def _torque(self, world: World, body: Body, point: Vec3, inertia: np.ndarray) -> np.ndarray:
        """Torque besides that of the force [N m]: toward the wanted orientation, or against swinging."""
        spin = np.array(body.angular_velocity)
        if self.orientation is None:
            # Swinging about the grabbed point, the body has m r^2 more inertia than about its own center.
            arm = (point - body.center_of_mass).length
            factor = 1.0 + body.mass * arm * arm / (float(np.trace(inertia)) / 3.0)
            return -SWING_DAMPING * min(factor, SWING_FACTOR_MAX) * (inertia @ spin)
        gyration = math.sqrt(np.trace(inertia) / (2.0 * body.mass))
        most = force_limit(world, body) * gyration
        error = np.array(rotation_vector(multiply(self.orientation, inverse(body.orientation))))
        wanted = _approach(error, most / float(np.linalg.norm(inertia, 2)), SPIN_MAX)
        # The force that carries the weight at the grabbed point turns the body; that is known too, and taken out.
        weight = np.array(world.gravity) * (body.gravity_scale * body.mass)
        carried = np.cross(np.array(point - body.center_of_mass), -weight)
        return _capped(_SHARE / STEP * (inertia @ (wanted - spin)) - carried, most)


def force_limit(world: World, body: Body) -> float:
    """Largest force that a hand has for a body [N]: ten times its weight, on the Earth at least."""
    return WEIGHTS * body.mass * max(world.gravity.length, GRAVITY_MIN)


def _world_inertia(body: Body) -> np.ndarray:
    """Inertia about the center of mass in world axes [kg m^2], shape [3, 3]."""
    turn = np.array([rotate(body.orientation, axis) for axis in np.eye(3).tolist()]).T
    return turn @ body.inertia @ turn.T


def _approach(error: np.ndarray, deceleration: float, fastest: float) -> np.ndarray:
    """Velocity toward a target: as of the spring, but never more than the brakes can stop in time."""
    length = float(np.linalg.norm(error))
    if length == 0.0:
        return error
    speed = min(_RATE * length, math.sqrt(2.0 * BRAKING * deceleration * length), fastest)
    return error * (speed / length)


def _capped(vector: np.ndarray, most: float) -> np.ndarray:
    """Vector of a length of at most `most`."""
    length = float(np.linalg.norm(vector))
    return vector * (most / length) if length > most else vector


def _clamp_distance(distance: float) -> float:
    return min(max(distance, DISTANCE_RANGE[0]), DISTANCE_RANGE[1])
