"""Motion of free bodies: forces, damping and gyroscopic torque to velocities, velocities to positions.

The torque-free rotation of a body is integrated by the implicit midpoint rule, which keeps energy and momentum. It is
split in two halves around the movement of the pose: before it an implicit half step to the midpoint velocity, which
the contacts may change and by which the body turns; after it, once the contacts have taken back the velocity that only
pushes overlaps apart, an explicit half step. Contacts may turn a body by more than its angular velocity, to push it
out of an overlap; its angular velocity in body axes stays the same then, and so does its energy.

    I (w_m - w_0) = -(h/2) w_m x I w_m,      R_1 = R_0 exp(h w_m),      I (w_1 - w_m) = -(h/2) w_m x I w_m

What contacts change w_m by would turn the momentum that the body had before, too: by (h/2) dw x L, so that a top on the
ground is pushed over by the force that holds it up. A body that spins fast keeps account of its momentum instead.
Contacts act with the inertia of the start of the step, I_s:

    L_1 = L_0 + I_s (w - w_m),      w_1 = I^-1 L_1
"""

import numpy as np

from physics.kernels.core.jit import kernel, leaf
from physics.kernels.core.wide import LANES, any_of, gather4, scatter4, select, splat, wide_max, wide_min, wide_sqrt
from physics.kernels.core.wide_vec import add, add_scaled, cross, dot, multiply, rotate, rotate_inverse, scale, sub
from physics.kernels.layout import body as BODY, motion as MOTION
from physics.kernels.step.rigid import orientation, turn_inertia

ZERO = np.float32(0.0)
HALF = np.float32(0.5)
ONE = np.float32(1.0)
TWO = np.float32(2.0)
TINY = np.float32(1e-20)
# What the energy of a body that spins fast may grow by in a substep besides what contacts give it. Nearer to 1: a top
# slows down. Larger: thin boards that hit the ground gain energy.
GAIN = np.float32(1.005)
# By how much a body turns within a substep to be one that spins fast [rad].
SPIN = np.float32(0.05)
# Between the values of the gyroscopic switch.
ANY_SPIN = np.float32(0.5 * BODY.GYROSCOPIC_SLOW)
FAST_SPIN = np.float32(0.5 * (BODY.GYROSCOPIC_SLOW + BODY.GYROSCOPIC_FAST))


@kernel
def prepare_drive(
    awake_count, awake, links, joint, motion, mass, traits, inv_inertia, rotation, gravity, h, force, drive
):
    """Turn forces, gravity and damping of every moving body into numbers that hold for all substeps.

    Args:
        awake_count: Moving bodies.
        awake: Their rows.
        links: Body records.
        joint: First joint of each body, 0 for none.
        motion: Body records.
        mass: Inertia in body axes.
        traits: Gravity scale and damping.
        inv_inertia: World inverse inertia.
        rotation: Orientations.
        gravity: Acceleration (x, y, z) [m/s^2], float32.
        h: Substep [s], float32.
        force: Forces and torques of this step. Cleared.
        drive: Written.

    Returns:
        1 when any body has a locked degree of freedom, else 0.
    """
    locked = 0
    for k in range(awake_count):
        i = awake[k]
        flags = links[i, BODY.FLAGS]
        if flags & BODY.KIND_BITS != BODY.DYNAMIC or flags & BODY.FLAG_FROZEN:
            for c in range(BODY.DRIVE_STRIDE):
                drive[i, c] = ZERO
            drive[i, BODY.DRIVE_DAMPING] = ONE
            drive[i, BODY.DRIVE_ANGULAR_DAMPING] = ONE
            continue
        pull = traits[i, BODY.TRAIT_GRAVITY_SCALE]
        inv_mass = motion[i, MOTION.INV_MASS]
        tx, ty, tz = force[i, 4], force[i, 5], force[i, 6]
        for c in range(3):
            drive[i, BODY.DRIVE_ACCELERATION + c] = pull * gravity[c] + inv_mass * force[i, c]
        ixx, ixy, ixz, iyy = inv_inertia[i, 0], inv_inertia[i, 1], inv_inertia[i, 2], inv_inertia[i, 3]
        iyz, izz = inv_inertia[i, 4], inv_inertia[i, 5]
        drive[i, BODY.DRIVE_ANGULAR] = ixx * tx + ixy * ty + ixz * tz
        drive[i, BODY.DRIVE_ANGULAR + 1] = ixy * tx + iyy * ty + iyz * tz
        drive[i, BODY.DRIVE_ANGULAR + 2] = ixz * tx + iyz * ty + izz * tz
        drive[i, BODY.DRIVE_DAMPING] = ONE / (ONE + h * traits[i, BODY.TRAIT_LINEAR_DAMPING])
        drive[i, BODY.DRIVE_ANGULAR_DAMPING] = ONE / (ONE + h * traits[i, BODY.TRAIT_ANGULAR_DAMPING])
        gyroscopic = BODY.GYROSCOPIC_SLOW
        if flags & BODY.LOCK_BITS:
            locked = 1
        if flags & (BODY.FLAG_SPHERICAL | 7 * BODY.FLAG_LOCK_ROTATION_X):
            gyroscopic = BODY.GYROSCOPIC_NONE
        else:
            turn_inertia(orientation(rotation, i), i, mass, 0, drive, BODY.DRIVE_INERTIA)
            wx, wy, wz = motion[i, MOTION.ANGULAR], motion[i, MOTION.ANGULAR + 1], motion[i, MOTION.ANGULAR + 2]
            if joint[i] == 0 and (wx * wx + wy * wy + wz * wz) * (h * h) > SPIN * SPIN:
                gyroscopic = BODY.GYROSCOPIC_FAST
        drive[i, BODY.DRIVE_GYROSCOPIC] = np.float32(gyroscopic)
        for c in range(8):
            force[i, c] = ZERO
    return locked


@leaf
def limit_length(v, limit):
    """Vector shortened to a length of at most `limit`; anything not finite stays so."""
    square = dot(v, v)
    too_long = square > limit * limit
    factor = select(too_long, limit / wide_sqrt(select(too_long, square, splat(ONE))), splat(ONE))
    return scale(factor, v)


@leaf
def solve3(columns, b):
    """Solution of a 3 x 3 system by Cramer's rule."""
    c0, c1, c2 = columns
    c12 = cross(c1, c2)
    inverse = splat(ONE) / dot(c0, c12)
    return inverse * dot(b, c12), inverse * dot(c0, cross(b, c2)), inverse * dot(c0, cross(c1, b))


@leaf
def gyroscopic_implicit(inertia, w_0, half_h):
    """Midpoint angular velocity: two Newton steps of I (w - w_0) + (h/2) w x I w = 0."""
    w = w_0
    for _ in range(2):
        momentum = multiply(inertia, w)
        residual = add(multiply(inertia, sub(w, w_0)), scale(half_h, cross(w, momentum)))
        # Jacobian I + (h/2) ([w]x I - [I w]x), by columns; the columns of [a]x are a x e_k.
        c0 = (inertia[0], inertia[1], inertia[2])
        c1 = (inertia[1], inertia[3], inertia[4])
        c2 = (inertia[2], inertia[4], inertia[5])
        zero = splat(ZERO)
        j0 = add_scaled(c0, half_h, sub(cross(w, c0), (zero, momentum[2], -momentum[1])))
        j1 = add_scaled(c1, half_h, sub(cross(w, c1), (-momentum[2], zero, momentum[0])))
        j2 = add_scaled(c2, half_h, sub(cross(w, c2), (momentum[1], -momentum[0], zero)))
        w = sub(w, solve3((j0, j1, j2), residual))
    return w


@leaf
def gather_drive_inertia(drive, awake, k):
    """Inertia in world axes at the start of the step, which lanes have a gyroscopic torque, and which spin fast."""
    xx, xy, xz, yy = gather4(drive, awake, k, BODY.DRIVE_STRIDE, BODY.DRIVE_INERTIA)
    yz, zz, gyroscopic, _ = gather4(drive, awake, k, BODY.DRIVE_STRIDE, BODY.DRIVE_INERTIA + 4)
    return (xx, xy, xz, yy, yz, zz), gyroscopic > splat(ANY_SPIN), gyroscopic > splat(FAST_SPIN)


@leaf
def select3(mask, a, b):
    """Vector a where the mask is true, else b."""
    return select(mask, a[0], b[0]), select(mask, a[1], b[1]), select(mask, a[2], b[2])


@leaf
def divide_by_inertia(inertia, momentum):
    """I^-1 L."""
    xx, xy, xz, yy, yz, zz = inertia
    return solve3(((xx, xy, xz), (xy, yy, yz), (xz, yz, zz)), momentum)


@leaf
def gyroscopic_explicit(inertia, fast, turned, awake, k, q, w, half_h):
    """Second half of the gyroscopic torque: in the axes of the inertia, w + (h/2) I^-1 (I w x w).

    Where the body turned by more than w, it takes w along: that rotation leaves the part of w that it turned by as it
    is. As b = h turned / 2, w + 2 (b x w + b x (b x w)) / (1 + b^2), of the same length.
    """
    x, y, z, _ = gather4(turned, awake, k, BODY.TURNED_STRIDE, 0)
    b = scale(half_h, (x, y, z))
    across = cross(b, w)
    part = splat(TWO) / (splat(ONE) + dot(b, b))
    local = rotate_inverse(q, add_scaled(w, part, add(across, cross(b, across))))
    change = divide_by_inertia(inertia, cross(multiply(inertia, local), local))
    free = rotate(q, add_scaled(local, half_h, change))
    if any_of(fast):
        bx, by, bz, _ = gather4(turned, awake, k, BODY.TURNED_STRIDE, BODY.TURNED_BEFORE)
        lx, ly, lz, _ = gather4(turned, awake, k, BODY.TURNED_STRIDE, BODY.TURNED_MOMENTUM)
        alone = (w[0] == bx) & (w[1] == by) & (w[2] == bz)
        momentum = add((lx, ly, lz), multiply(inertia, sub(w, (bx, by, bz))))
        kept = rotate(q, divide_by_inertia(inertia, rotate_inverse(q, momentum)))
        # A push out of an overlap turned the axes of the inertia: what that added to the energy goes.
        pushed = dot(sub((x, y, z), w), cross(momentum, kept)) * (half_h + half_h)
        part = splat(ONE) + (pushed + pushed) / wide_max(dot(momentum, kept), splat(TINY))
        kept = scale(wide_sqrt(wide_min(wide_max(part, splat(HALF)), splat(ONE))), kept)
        # Contacts know the inertia of the start of the step. Along what has become a thin axis since, their impulses
        # would spin the body many times faster than they meant: it gets little more energy than it had, and they meant.
        meant = dot(w, multiply(inertia, w)) - dot((bx, by, bz), multiply(inertia, (bx, by, bz)))
        part = splat(GAIN) * dot((lx, ly, lz), (bx, by, bz)) + meant
        part = part / wide_max(dot(momentum, kept), splat(TINY))
        kept = scale(wide_sqrt(wide_min(wide_max(part, splat(ZERO)), splat(ONE))), kept)
        free = select3(fast, select3(alone, free, kept), free)
    return free


@kernel
def integrate_velocities(awake_count, awake, drive, turned, unfinished, h, speed_max, spin_max, motion):
    """Apply forces, damping, speed limits and gyroscopic torque.

    Args:
        awake_count: Moving bodies.
        awake: Their rows; row 0 after the last.
        drive: Body records.
        turned: Body records: how the last substep turned each body. What this one does is written.
        unfinished: True when the last substep still owes the second half of its gyroscopic torque.
        h: Substep [s].
        speed_max: Largest speed [m/s].
        spin_max: Largest angular speed [rad/s].
        motion: Body records. Velocities are updated.
    """
    wide_h = splat(h)
    for k in range(0, awake_count, LANES):
        vx, vy, vz, inv_mass = gather4(motion, awake, k, MOTION.STRIDE, MOTION.VELOCITY)
        wx, wy, wz, spare = gather4(motion, awake, k, MOTION.STRIDE, MOTION.ANGULAR)
        ax, ay, az, damping = gather4(drive, awake, k, BODY.DRIVE_STRIDE, BODY.DRIVE_ACCELERATION)
        bx, by, bz, angular_damping = gather4(drive, awake, k, BODY.DRIVE_STRIDE, BODY.DRIVE_ANGULAR)
        inertia, gyroscopic, fast = gather_drive_inertia(drive, awake, k)
        v = scale(damping, add_scaled((vx, vy, vz), wide_h, (ax, ay, az)))
        v = limit_length(v, splat(speed_max))
        w = (wx, wy, wz)
        q = gather4(motion, awake, k, MOTION.STRIDE, MOTION.DELTA_ROTATION)
        turns = any_of(gyroscopic)
        if turns and unfinished:
            half = gyroscopic_explicit(inertia, fast, turned, awake, k, q, w, splat(HALF) * wide_h)
            w = select3(gyroscopic, half, w)
        w = scale(angular_damping, add_scaled(w, wide_h, (bx, by, bz)))
        w = limit_length(w, splat(spin_max))
        if turns:
            local = rotate_inverse(q, w)
            half = gyroscopic_implicit(inertia, local, splat(HALF) * wide_h)
            w = select3(gyroscopic, rotate(q, half), w)
            if any_of(fast):
                x, y, z = rotate(q, multiply(inertia, local))
                scatter4(turned, awake, k, BODY.TURNED_STRIDE, BODY.TURNED_BEFORE, w[0], w[1], w[2], spare)
                scatter4(turned, awake, k, BODY.TURNED_STRIDE, BODY.TURNED_MOMENTUM, x, y, z, spare)
        scatter4(motion, awake, k, MOTION.STRIDE, MOTION.VELOCITY, v[0], v[1], v[2], inv_mass)
        scatter4(motion, awake, k, MOTION.STRIDE, MOTION.ANGULAR, w[0], w[1], w[2], spare)


@leaf
def turn_by(q, w, h):
    """Quaternion after turning with angular velocity w for a time h: exp(h w / 2) q.

    Sine and cosine of the half angle by their series: for the quarter turn per substep that the speed limit allows, the
    first term left out is below 1e-6.
    """
    half = splat(HALF) * h
    x, y, z = scale(half, w)
    t = x * x + y * y + z * z
    sine = splat(ONE) - t * (
        splat(np.float32(1 / 6)) - t * (splat(np.float32(1 / 120)) - t * splat(np.float32(1 / 5040)))
    )
    cosine = splat(ONE) - t * (
        splat(HALF)
        - t * (splat(np.float32(1 / 24)) - t * (splat(np.float32(1 / 720)) - t * splat(np.float32(1 / 40320))))
    )
    x = x * sine
    y = y * sine
    z = z * sine
    return (
        cosine * q[0] + x * q[3] + y * q[2] - z * q[1],
        cosine * q[1] + y * q[3] + z * q[0] - x * q[2],
        cosine * q[2] + z * q[3] + x * q[1] - y * q[0],
        cosine * q[3] - x * q[0] - y * q[1] - z * q[2],
    )


@kernel
def integrate_positions(awake_count, awake, h, turned, motion):
    """Move and turn the bodies.

    Args:
        awake_count: Moving bodies.
        awake: Their rows; row 0 after the last.
        h: Substep [s].
        turned: Body records. Angular velocity of this substep is written.
        motion: Body records. Movement since the start of the step is updated.
    """
    wide_h = splat(h)
    for k in range(0, awake_count, LANES):
        vx, vy, vz, _ = gather4(motion, awake, k, MOTION.STRIDE, MOTION.VELOCITY)
        wx, wy, wz, _ = gather4(motion, awake, k, MOTION.STRIDE, MOTION.ANGULAR)
        px, py, pz, pad = gather4(motion, awake, k, MOTION.STRIDE, MOTION.DELTA)
        q = gather4(motion, awake, k, MOTION.STRIDE, MOTION.DELTA_ROTATION)
        scatter4(turned, awake, k, BODY.TURNED_STRIDE, 0, wx, wy, wz, pad)
        p = add_scaled((px, py, pz), wide_h, (vx, vy, vz))
        q = turn_by(q, (wx, wy, wz), wide_h)
        inverse = splat(ONE) / wide_sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3])
        q = (q[0] * inverse, q[1] * inverse, q[2] * inverse, q[3] * inverse)
        scatter4(motion, awake, k, MOTION.STRIDE, MOTION.DELTA, p[0], p[1], p[2], pad)
        scatter4(motion, awake, k, MOTION.STRIDE, MOTION.DELTA_ROTATION, q[0], q[1], q[2], q[3])


@kernel
def finish_gyroscopic(awake_count, awake, drive, turned, h, motion):
    """Apply the second half of the gyroscopic torque of the last substep.

    Args:
        awake_count: Moving bodies.
        awake: Their rows; row 0 after the last.
        drive: Body records.
        turned: Body records.
        h: Substep [s].
        motion: Body records. Angular velocities are updated.
    """
    half_h = splat(HALF) * splat(h)
    for k in range(0, awake_count, LANES):
        inertia, gyroscopic, fast = gather_drive_inertia(drive, awake, k)
        if any_of(gyroscopic):
            wx, wy, wz, spare = gather4(motion, awake, k, MOTION.STRIDE, MOTION.ANGULAR)
            q = gather4(motion, awake, k, MOTION.STRIDE, MOTION.DELTA_ROTATION)
            w = (wx, wy, wz)
            w = select3(gyroscopic, gyroscopic_explicit(inertia, fast, turned, awake, k, q, w, half_h), w)
            scatter4(motion, awake, k, MOTION.STRIDE, MOTION.ANGULAR, w[0], w[1], w[2], spare)


@kernel
def apply_locks(awake_count, awake, links, motion):
    """Take away velocity along locked axes; contacts then push along the free ones only.

    Args:
        awake_count: Moving bodies.
        awake: Their rows.
        links: Body records.
        motion: Body records. Velocities are updated.
    """
    for k in range(awake_count):
        i = awake[k]
        flags = links[i, BODY.FLAGS]
        if flags & BODY.LOCK_BITS:
            for axis in range(3):
                if flags & (BODY.FLAG_LOCK_X << axis):
                    motion[i, MOTION.VELOCITY + axis] = ZERO
                if flags & (BODY.FLAG_LOCK_ROTATION_X << axis):
                    motion[i, MOTION.ANGULAR + axis] = ZERO
