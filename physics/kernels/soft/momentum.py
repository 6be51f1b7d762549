"""Momentum of pieces of soft bodies: what forces inside of them do not change, sweeps must not change either."""

from physics.kernels.core.jit import leaf
from physics.kernels.layout import config as CONFIG
from physics.kernels.soft.coarse import row_forces
from physics.kernels.soft.contact import apply_inverse
from physics.kernels.soft.energy import LEAST_INERTIA
from physics.kernels.soft.held import agreed


@leaf
def keep_momentum(first, last, held, h, config, scale, soft):
    """Give a free piece the momentum and angular momentum that the forces on it have left it with.

    Forces inside of it change neither, but a sweep that has not converged does, and slows what turns.

    Args:
        first: First place of its vertices in `mate`.
        last: The one after the last.
        held: Whether something immovable touches it: of forces that large, the sum is not known well enough.
        h: Substep [s].
        config: Parameters of the step.
        scale: Factor on gravity.
        soft: Arrays of soft bodies. Velocities, which are those of the substep before, become new ones.
    """
    place, speed, start, push, pull, mate = soft.place, soft.speed, soft.start, soft.push, soft.pull, soft.mate
    mass = 0.0
    cx = cy = cz = ox = oy = oz = 0.0
    px = py = pz = wx = wy = wz = 0.0
    for n in range(first, last):
        v = mate[n]
        m = place[v, 3]
        mass += m
        cx += m * place[v, 0]
        cy += m * place[v, 1]
        cz += m * place[v, 2]
        ox += m * start[v, 0]
        oy += m * start[v, 1]
        oz += m * start[v, 2]
        px += m * speed[v, 0]
        py += m * speed[v, 1]
        pz += m * speed[v, 2]
        wx += m * (place[v, 0] - start[v, 0])
        wy += m * (place[v, 1] - start[v, 1])
        wz += m * (place[v, 2] - start[v, 2])
    inverse = 1.0 / mass
    cx, cy, cz, ox, oy, oz = cx * inverse, cy * inverse, cz * inverse, ox * inverse, oy * inverse, oz * inverse
    ux, uy, uz = px * inverse, py * inverse, pz * inverse  # velocity of the center before
    wx, wy, wz = wx * inverse / h, wy * inverse / h, wz * inverse / h  # that of the vertices as they moved
    fx = fy = fz = bx = by = bz = 0.0
    lx = ly = lz = 0.0  # angular momentum wanted, less that of the vertices as they moved
    kx = ky = kz = 0.0  # ... and what contacts and attachments add to it
    xx = xy = xz = yy = yz = zz = 0.0
    for n in range(first, last):
        v = mate[n]
        m = place[v, 3]
        gx, gy, gz = row_forces(v, soft)
        gx, gy, gz = gx + pull[v, 0], gy + pull[v, 1], gz + pull[v, 2]
        fx, fy, fz = fx + gx, fy + gy, fz + gz
        qx, qy, qz = push[v, 0], push[v, 1], push[v, 2]
        bx, by, bz = bx + qx, by + qy, bz + qz
        x, y, z = place[v, 0] - cx, place[v, 1] - cy, place[v, 2] - cz
        a, b, c = start[v, 0] - ox, start[v, 1] - oy, start[v, 2] - oz
        dx, dy, dz = speed[v, 0] - ux, speed[v, 1] - uy, speed[v, 2] - uz
        ex = (place[v, 0] - start[v, 0]) / h - wx
        ey = (place[v, 1] - start[v, 1]) / h - wy
        ez = (place[v, 2] - start[v, 2]) / h - wz
        lx += m * (b * dz - c * dy - (y * ez - z * ey)) + h * (y * qz - z * qy)
        ly += m * (c * dx - a * dz - (z * ex - x * ez)) + h * (z * qx - x * qz)
        lz += m * (a * dy - b * dx - (x * ey - y * ex)) + h * (x * qy - y * qx)
        kx += h * (y * gz - z * gy)
        ky += h * (z * gx - x * gz)
        kz += h * (x * gy - y * gx)
        xx += m * (y * y + z * z)
        yy += m * (x * x + z * z)
        zz += m * (x * x + y * y)
        xy -= m * x * y
        xz -= m * x * z
        yz -= m * y * z
    k = CONFIG.GRAVITY
    ux += h * (bx * inverse + scale * config[k]) - wx
    uy += h * (by * inverse + scale * config[k + 1]) - wy
    uz += h * (bz * inverse + scale * config[k + 2]) - wz
    dx, dy, dz = ux + h * fx * inverse, uy + h * fy * inverse, uz + h * fz * inverse
    least = 1e-9 * (xx + yy + zz) + LEAST_INERTIA
    xx, yy, zz = xx + least, yy + least, zz + least
    a = yy * zz - yz * yz
    b = xz * yz - xy * zz
    c = xy * yz - xz * yy
    determinant = 1.0 / (xx * a + xy * b + xz * c)
    inertia = (a, b, c, xx * zz - xz * xz, xy * xz - xx * yz, xx * yy - xy * xy)
    kx, ky, kz = apply_inverse(inertia, determinant * (lx + kx), determinant * (ly + ky), determinant * (lz + kz))
    if held:
        dx, dy, dz = agreed((dx, dy, dz), (ux, uy, uz))
        free = apply_inverse(inertia, determinant * lx, determinant * ly, determinant * lz)
        kx, ky, kz = agreed((kx, ky, kz), free)
    for n in range(first, last):
        v = mate[n]
        x, y, z = place[v, 0] - cx, place[v, 1] - cy, place[v, 2] - cz
        speed[v, 0] = (place[v, 0] - start[v, 0]) / h + dx + ky * z - kz * y
        speed[v, 1] = (place[v, 1] - start[v, 1]) / h + dy + kz * x - kx * z
        speed[v, 2] = (place[v, 2] - start[v, 2]) / h + dz + kx * y - ky * x
