"""Pulling: a damped spring between a point of a body and a target that a hand or a tool moves.

The spring acts by a force during each step, never by setting a position, so a pulled body pushes, gets stuck and can
be held back like any other. Each step the force is found that makes the grabbed point move as a spring of HERTZ would
move it, taking into account that pushing a body off its center also turns it (soft constraint, solved implicitly, so it
is stable for bodies of any mass). The force is then capped, in weights of the body: ten of them leave a box under a
heavy pile where it is.
"""

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from physics import Body, BodyKind, Vec3, World
from physics.vector import rotate, turn_between

#: Stiffness of the spring [Hz], and of the one that turns; both damped critically.
HERTZ = 5.0
DAMPING_RATIO = 1.0
#: Largest force, in weights of the body, and the least gravity that weights are computed with [m/s^2].
WEIGHTS = 10.0
#: Largest force that frees a body, in forces that press on it. Smaller: boxes below a pile stay; larger: they jump out.
FREEING = 1.5
STEPS_PER_SECOND = 60.0  # steps that impulses of contacts belong to
GRAVITY_MIN = 9.81
#: Share of the deceleration that braking is planned with, so that a body stops at the target, not behind it.
BRAKING = 0.5
#: Highest speeds of pulling [m/s] and turning [rad/s].
SPEED_MAX = 30.0
SPIN_MAX = 12.0
#: Rate at which a pulled body stops swinging [1/s], and largest factor on that for bodies held far off their center:
#: more would overshoot within a step.
SWING_DAMPING = 4.0
SWING_FACTOR_MAX = 6.0

_OMEGA = math.tau * HERTZ


class Pull(NamedTuple):
    """Force and torque on a body during the next step.

    Attributes:
        force: At the point [N].
        point: Where, in the world [m].
        torque: Besides that of the force [N m].
    """

    force: Vec3
    point: Vec3
    torque: Vec3


def pull_of(
    world: World,
    body: Body,
    point: Vec3,
    target: Vec3,
    orientation: tuple[float, float, float, float] | None,
    dt: float,
    most: float = math.inf,
    *,
    weights: float = WEIGHTS,
) -> Pull:
    """Force and torque that take a point of a dynamic body to a target.

    Args:
        world: The world.
        body: The body.
        point: The grabbed point, in the world [m].
        target: Where it should go [m].
        orientation: Wanted rotation of the body; None lets it swing.
        dt: Length of the next step [s].
        most: Largest force [N], besides `force_limit`.
        weights: Largest force in weights of the body.
    """
    limit = min(force_limit(world, body, weights), most)
    inertia = world_inertia(body)
    torque = _torque(world, body, point, orientation, inertia, dt, limit)
    force = _force(world, body, point, target, inertia, torque, dt, limit)
    return Pull(Vec3(*force.tolist()), point, Vec3(*torque.tolist()))


def force_limit(world: World, body: Body, weights: float = WEIGHTS) -> float:
    """Largest force of a hand on a body [N]: some times its weight, at least as on Earth."""
    return weights * weight_of(world, body)


def weight_of(world: World, body: Body) -> float:
    """Weight of a body [N], at least as on Earth."""
    return body.mass * max(world.gravity.length, GRAVITY_MIN)


def weights_to_free(world: World, body: Body) -> float:
    """Force that pulls a body out from under what presses on it, in weights of the body; never less than `WEIGHTS`.

    Contacts that press with the force N hold back with friction of up to mu N. It counts what presses now: asked while
    one already pulls, the answer would feed on itself.
    """
    contacts = world.contacts()
    touching = (contacts["body_a"] == body.id) | (contacts["body_b"] == body.id)
    pressed = float(contacts["normal_impulse"][touching].sum()) * STEPS_PER_SECOND
    return max(WEIGHTS, FREEING * pressed / weight_of(world, body))


def is_movable(body: Body) -> bool:
    """Whether a hand or a tool could move a body."""
    return body.alive and body.kind == BodyKind.DYNAMIC and not body.frozen


def stands_on(world: World, feet: Vec3, own: Sequence[Body], body: Body) -> bool:
    """Whether a figure stands on a body: if it could lift that, it could fly.

    Args:
        world: The world.
        feet: Of the figure [m].
        own: Bodies of the figure.
        body: The body.
    """
    if (body.center_of_mass - feet).length > 6.0:
        return False
    hit = world.ray_cast(feet + (0.0, 0.3, 0.0), (0.0, -1.0, 0.0), 0.6, ignore=own)
    return hit is not None and hit.body is body


def world_inertia(body: Body) -> np.ndarray:
    """Inertia about the center of mass in world axes [kg m^2], shape [3, 3]."""
    turn = np.array([rotate(body.orientation, axis) for axis in np.eye(3).tolist()]).T
    return turn @ body.inertia @ turn.T


def _force(
    world: World,
    body: Body,
    point: Vec3,
    target: Vec3,
    inertia: np.ndarray,
    torque: np.ndarray,
    dt: float,
    most: float,
) -> np.ndarray:
    """Force on the grabbed point [N].

    An impulse P at the arm r changes the velocity v of the point by K P, K = 1/m + [r]x^T I^-1 [r]x. The point should
    have the velocity w, and the spring gives it a share of that. What gravity and the torque are going to add to v is
    known, so it is taken out in full: K P = share (w - v) - added.
    """
    arm = np.array(point - body.center_of_mass)
    cross = np.array([[0.0, -arm[2], arm[1]], [arm[2], 0.0, -arm[0]], [-arm[1], arm[0], 0.0]])
    response = np.eye(3) / body.mass + cross.T @ np.linalg.solve(inertia, cross)
    turned = np.cross(np.linalg.solve(inertia, torque), arm)
    added = dt * (np.array(world.gravity) * body.gravity_scale + turned)
    wanted = _approach(np.array(target - point), most / body.mass, SPEED_MAX, dt)
    change = _share(dt) * (wanted - np.array(body.velocity_at(point))) - added
    return _capped(np.linalg.solve(response, change) / dt, most)


def _torque(
    world: World,
    body: Body,
    point: Vec3,
    orientation: tuple[float, float, float, float] | None,
    inertia: np.ndarray,
    dt: float,
    limit: float,
) -> np.ndarray:
    """Torque besides that of the force [N m]: toward the wanted orientation, or against swinging."""
    spin = np.array(body.angular_velocity)
    if orientation is None:
        # Swinging about the grabbed point, the body has m r^2 more inertia than about its own center.
        arm = (point - body.center_of_mass).length
        factor = 1.0 + body.mass * arm * arm / (float(np.trace(inertia)) / 3.0)
        return -SWING_DAMPING * min(factor, SWING_FACTOR_MAX) * (inertia @ spin)
    gyration = math.sqrt(np.trace(inertia) / (2.0 * body.mass))
    most = limit * gyration
    error = np.array(turn_between(body.orientation, orientation))
    wanted = _approach(error, most / float(np.linalg.norm(inertia, 2)), SPIN_MAX, dt)
    # The force that carries the weight at the grabbed point turns the body; that is known too, and taken out.
    weight = np.array(world.gravity) * (body.gravity_scale * body.mass)
    carried = np.cross(np.array(point - body.center_of_mass), -weight)
    return _capped(_share(dt) / dt * (inertia @ (wanted - spin)) - carried, most)


def _share(dt: float) -> float:
    """Share of the wanted velocity that the soft constraint gives in a step."""
    return 1.0 - 1.0 / (1.0 + dt * _OMEGA * (2.0 * DAMPING_RATIO + dt * _OMEGA))


def _approach(error: np.ndarray, deceleration: float, fastest: float, dt: float) -> np.ndarray:
    """Velocity toward a target: as of the spring, but never more than the brakes can stop in time."""
    length = float(np.linalg.norm(error))
    if length == 0.0:
        return error
    rate = _OMEGA / (2.0 * DAMPING_RATIO + dt * _OMEGA)  # wanted velocity over the error [1/s]
    speed = min(rate * length, math.sqrt(2.0 * BRAKING * deceleration * length), fastest)
    return error * (speed / length)


def _capped(vector: np.ndarray, most: float) -> np.ndarray:
    """Vector of a length of at most `most`."""
    length = float(np.linalg.norm(vector))
    return vector * (most / length) if length > most else vector
