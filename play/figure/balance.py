"""Balance: torques that keep a figure upright and turn it to where its player looks."""

import math

from physics import Body, Vec3
from physics.vector import rotate

#: Moments of inertia with arms [kg m^2], across and about the spine: upright, crouching.
INERTIA = {False: (11.0, 3.2), True: (5.0, 3.2)}
#: Rate at which an error of rotation is corrected [1/s], and largest speed of that [rad/s].
RATE, TURN_SPEED = 9.0, 9.0
#: Largest torques [N m]: of the balance, and of turning.
BALANCE, TURN = 700.0, 260.0
#: Share of a wrong spin that is stopped within a step; not all, since the inertia above leaves out held objects.
SHARE = 0.8


def upward(torso: Body) -> Vec3:
    """Direction from the hips of a figure to its head, length 1."""
    return rotate(torso.orientation, (0.0, 1.0, 0.0))


def hold(torso: Body, yaw: float, dt: float, *, short: bool) -> None:
    """Turn a figure upright and to a yaw [rad] during the next step.

    Args:
        torso: Its body.
        yaw: Where it is to look [rad].
        dt: Length of the step [s].
        short: Whether it crouches.
    """
    turn = torso.orientation
    up, nose = rotate(turn, (0.0, 1.0, 0.0)), rotate(turn, (0.0, 0.0, -1.0))
    tilt = Vec3(-up.z, 0.0, up.x)  # up x (0, 1, 0): its length is the sine of the angle
    sine = tilt.length
    angle = math.atan2(sine, up.y)
    lean = tilt * (min(RATE * angle, TURN_SPEED) / sine) if sine > 1e-9 else tilt
    aside = math.remainder(yaw - math.atan2(-nose.x, -nose.z), 2.0 * math.pi) if up.y > 0.3 else 0.0
    wanted = Vec3(lean.x, max(-TURN_SPEED, min(TURN_SPEED, RATE * aside)), lean.z)
    wrong = (wanted - torso.angular_velocity) * (SHARE / dt)
    across, about = INERTIA[short]
    twist = up * wrong.dot(up)
    turning, balance = twist * about, (wrong - twist) * across
    torso.apply_torque(_limited(turning, TURN) + _limited(balance, BALANCE))


def _limited(torque: Vec3, limit: float) -> Vec3:
    size = torque.length
    return torque if size <= limit else torque * (limit / size)
