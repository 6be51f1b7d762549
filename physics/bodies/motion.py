"""How handles change the motion of their bodies: pose, velocity, target, impulses, forces."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from physics import checks, constants
from physics.bodies.kind import BodyKind
from physics.bodies.mass import full_matrix
from physics.kernels.layout import body as BODY, motion as MOTION
from physics.shapes.base import Vector
from physics.vector import Quaternion, Vec3, rotate, turn_between

if TYPE_CHECKING:
    from physics.bodies.body import Body
    from physics.bodies.table import BodyTable

#: Bits of the flags that say whether forces move a body.
MOVED_BITS = BODY.KIND_BITS | BODY.STILL_BITS


def place(body: "Body", position: Vector, orientation: Quaternion) -> None:
    """Put a body somewhere at once."""
    table, row = body._table, body._find()
    table.guard.need_idle("moved")
    table.disturb(row)
    drop_target(table, row)
    arrays = table.arrays.bodies
    arrays.rotation[row] = orientation
    arrays.center[row] = rotate(orientation, arrays.local[row].tolist()) + position
    table.follow(row)


def drop_target(table: "BodyTable", row: int) -> None:
    """Forget where a kinematic body was to go."""
    arrays = table.arrays.bodies
    if arrays.links[row, BODY.FLAGS] & BODY.FLAG_TARGET:
        arrays.links[row, BODY.FLAGS] &= ~BODY.FLAG_TARGET
        arrays.target[row] = 0.0


def unlocked(flags: int, column: int, value: Sequence[float]) -> Vector:
    """Velocity without its components along locked axes; `column` says whether it is linear or angular."""
    if flags & BODY.LOCK_BITS == 0:
        return value[0], value[1], value[2]
    first = BODY.FLAG_LOCK_X if column == MOTION.VELOCITY else BODY.FLAG_LOCK_ROTATION_X
    x, y, z = (0.0 if flags & (first << axis) else value[axis] for axis in range(3))
    return x, y, z


def set_velocity(body: "Body", column: int, value: Vector) -> None:
    """Set the linear or the angular velocity."""
    table, row = body._table, body._find()
    arrays = table.arrays.bodies
    flags = int(arrays.links[row, BODY.FLAGS])
    if flags & BODY.KIND_BITS == BODY.STATIC:
        if value != (0.0, 0.0, 0.0):
            name = "velocity" if column == MOTION.VELOCITY else "angular_velocity"
            raise ValueError(f"{name} of a static body must be zero, got {value!r}; use BodyKind.KINEMATIC")
        return
    if flags & BODY.FLAG_FROZEN:
        raise ValueError(f"velocity of a frozen body cannot be set, got {value!r}; call unfreeze() first")
    drop_target(table, row)
    arrays.motion[row, column : column + 3] = unlocked(flags, column, value)
    table.disturb(row)


def write_velocities(table: "BodyTable", row: int, velocity: Sequence[float], spin: Sequence[float] | None) -> None:
    """Write the velocity of the center of mass, and the angular one if given, without what is locked."""
    arrays = table.arrays.bodies
    flags = int(arrays.links[row, BODY.FLAGS])
    arrays.motion[row, 0:3] = unlocked(flags, MOTION.VELOCITY, velocity)
    if spin is not None:
        arrays.motion[row, 4:7] = unlocked(flags, MOTION.ANGULAR, spin)


def add_impulse(body: "Body", linear: Vector, angular: Vector) -> None:
    """Change the velocities of a dynamic body at once."""
    table, row = body._table, body._find()
    arrays = table.arrays.bodies
    if int(arrays.links[row, BODY.FLAGS]) & MOVED_BITS != BODY.DYNAMIC:
        return
    motion = arrays.motion[row]
    inverse = full_matrix(arrays.inv_inertia[row, :6].tolist())
    velocity = motion[0:3] + float(motion[MOTION.INV_MASS]) * np.array(linear)
    spin = motion[4:7] + inverse @ np.array(angular)
    write_velocities(table, row, velocity, spin)
    table.disturb(row)


def add_force(body: "Body", force: Vector, torque: Vector) -> None:
    """Have a force act on a dynamic body in the next step."""
    table, row = body._table, body._find()
    arrays = table.arrays.bodies
    if int(arrays.links[row, BODY.FLAGS]) & MOVED_BITS == BODY.DYNAMIC:
        arrays.force[row] += (*force, 0.0, *torque, 0.0)
        table.disturb(row)


def moment_of(body: "Body", force: Vector, point: checks.VectorLike | None) -> Vector:
    """Moment about the center of mass of a force that acts at a point of the world; at that center if left out."""
    center = body.center_of_mass  # also sees to it that the body is there
    if point is None:
        return 0.0, 0.0, 0.0
    where = Vec3(*checks.vector("point", point, limit=constants.POSITION_MAX, unit="m"))
    return (where - center).cross(force)


def set_target(body: "Body", position: checks.VectorLike, orientation: checks.VectorLike | None, dt: float) -> None:
    """Have a kinematic body arrive at a pose in the next step; see `Body.set_target`."""
    table, row = body._table, body._find()
    end_position = checks.vector("position", position, limit=constants.POSITION_MAX, unit="m")
    turn = body.orientation if orientation is None else checks.quaternion("orientation", orientation)
    dt = checks.in_range("dt", dt, constants.STEP_MIN, constants.STEP_MAX, "s", "it is the length of the next step")
    if body.kind != BodyKind.KINEMATIC:
        kind = body.kind.name.lower()
        raise ValueError(f"only a kinematic body has a target, got a {kind} one; set its kind to BodyKind.KINEMATIC")
    if body.frozen:
        raise ValueError("a frozen body cannot have a target; call unfreeze() first")
    if not body.enabled:
        raise ValueError("a disabled body cannot have a target; set its enabled to True first")
    table.guard.need_idle("given a target")
    arrays = table.arrays.bodies
    end = rotate(turn, arrays.local[row].tolist()) + end_position
    way = end - arrays.center[row].tolist()
    velocity, spin = way / dt, turn_between(body.orientation, turn) / dt
    if velocity.length > constants.MAX_SPEED or spin.length > constants.MAX_SPIN:
        raise ValueError(
            f"target must be within reach at {constants.MAX_SPEED:g} m/s and {constants.MAX_SPIN:g} rad/s, got "
            f"{velocity.length:.3g} m/s and {spin.length:.3g} rad/s; to jump there set body.position"
        )
    if any(velocity) or any(spin) or arrays.motion[row, 0:3].any() or arrays.motion[row, 4:7].any():
        table.disturb(row)
    arrays.motion[row, 0:3] = velocity
    arrays.motion[row, 4:7] = spin
    arrays.target[row] = (*end, *turn, dt)
    arrays.links[row, BODY.FLAGS] |= BODY.FLAG_TARGET
    table.look_ahead(row, way)
