"""Contact constraints, first stage: what only some contacts have: softness, grain, belts, rolling resistance."""

import numpy as np

from physics.kernels.core.jit import leaf
from physics.kernels.core.wide import LANES, gather4, select, splat, store, wide_max, wide_min, wide_sqrt
from physics.kernels.core.wide_vec import cross, dot, store3, store6, sub_scaled
from physics.kernels.layout import block as BLOCK, contact as CONTACT, manifold as MANIFOLD, tier as TIER

ZERO = np.float32(0.0)
ONE = np.float32(1.0)
TWO_PI = np.float32(2.0 * np.pi)
# Angular inverse masses below this are rounding noise, not a direction that can turn.
INVERSE_TINY = np.float32(1e-37)
# Square of the sine of the least angle between grain and normal.
GRAIN_MIN = np.float32(1e-4)


@leaf
def inverse_or_zero(k):
    """1 / k, or 0 where k is 0 because neither body can move that way."""
    possible = k > splat(INVERSE_TINY)
    return select(possible, splat(ONE) / select(possible, k, splat(ONE)), splat(ZERO))


@leaf
def prepare_special(
    blocks, start, flags, restitution, rolling, manifold, cache, rows, k, normal, tangent, inertia_a, inertia_b, warm
):
    """Write the rows that only bouncing, conveying or rolling-resistant contacts have."""
    x, y, z, _ = gather4(manifold, rows, k, MANIFOLD.STRIDE, MANIFOLD.ROLLING_TORQUE)
    sx, sy, sz, _ = gather4(cache, rows, k, CONTACT.CACHE_STRIDE, CONTACT.CACHE_SURFACE)
    store(blocks, start + BLOCK.RESTITUTION * LANES, restitution)
    second = cross(tangent, normal)
    store(blocks, start + BLOCK.SURFACE * LANES, dot((sx, sy, sz), tangent))
    store(blocks, start + (BLOCK.SURFACE + 1) * LANES, dot((sx, sy, sz), second))
    if flags & BLOCK.FLAG_ROLLS:
        store(blocks, start + BLOCK.ROLLING * LANES, rolling)
        store3(blocks, start + BLOCK.ROLLING_IMPULSE * LANES, (x * warm, y * warm, z * warm))
        a = inertia_a[0] + inertia_b[0]
        b = inertia_a[1] + inertia_b[1]
        c = inertia_a[2] + inertia_b[2]
        d = inertia_a[3] + inertia_b[3]
        e = inertia_a[4] + inertia_b[4]
        f = inertia_a[5] + inertia_b[5]
        size = inverse_or_zero(wide_max(wide_max(a, d), f))
        a, b, c, d, e, f = a * size, b * size, c * size, d * size, e * size, f * size
        xx = d * f - e * e
        xy = c * e - b * f
        xz = b * e - c * d
        inverse = size * inverse_or_zero(a * xx + b * xy + c * xz)
        yy = a * f - c * c
        yz = b * c - a * e
        zz = a * d - b * b
        mass = (xx * inverse, xy * inverse, xz * inverse, yy * inverse, yz * inverse, zz * inverse)
        store6(blocks, start + BLOCK.ROLLING_MASS * LANES, mass)


@leaf
def prepare_softness(blocks, start, flags, manifold, rows, k, immovable, numbers):
    """Write how soft the contacts are, stiffer where one side cannot give way; returns the bias rate.

    Contacts with a softness that was set have it as it is, with something immovable as well, and keep it: what is
    relaxed would be a spring that loses all its motion in every substep.
    """
    bias_rate = select(immovable, splat(numbers[3]), splat(numbers[0]))
    mass_scale = select(immovable, splat(numbers[4]), splat(numbers[1]))
    impulse_scale = select(immovable, splat(numbers[5]), splat(numbers[2]))
    if flags & BLOCK.FLAG_SOFT:
        hertz, ratio, _, _ = gather4(manifold, rows, k, MANIFOLD.STRIDE, MANIFOLD.SOFTNESS)
        own = hertz > splat(ZERO)
        ratio = select(ratio < splat(ZERO), splat(numbers[TIER.DAMPING_RATIO]), ratio)
        omega = splat(TWO_PI) * wide_min(hertz, splat(numbers[TIER.HERTZ_MAX]))
        h_omega = splat(numbers[TIER.STEP]) * omega
        a1 = ratio + ratio + h_omega
        a2 = h_omega * a1
        impulse = splat(ONE) / (splat(ONE) + a2)
        bias_rate = select(own, omega / (a1 + splat(INVERSE_TINY)), bias_rate)
        mass_scale = select(own, a2 * impulse, mass_scale)
        impulse_scale = select(own, impulse, impulse_scale)
        relaxed = select(own, splat(ZERO), splat(ONE - numbers[TIER.SOFT]))
        store(blocks, start + BLOCK.RELAX_SCALE * LANES, relaxed)
    store(blocks, start + BLOCK.BIAS_RATE * LANES, bias_rate)
    store(blocks, start + BLOCK.MASS_SCALE * LANES, mass_scale)
    store(blocks, start + BLOCK.IMPULSE_SCALE * LANES, impulse_scale)
    return bias_rate


@leaf
def prepare_grain(blocks, start, manifold, rows, k, normal, tangent, friction):
    """Write how friction differs by direction; returns the first tangent, along the grain, and the greater friction."""
    one = splat(ONE)
    _, _, ratio, _ = gather4(manifold, rows, k, MANIFOLD.STRIDE, MANIFOLD.SOFTNESS)
    x, y, z, _ = gather4(manifold, rows, k, MANIFOLD.STRIDE, MANIFOLD.GRAIN)
    grain = (x, y, z)
    grain = sub_scaled(grain, dot(grain, normal), normal)
    square = dot(grain, grain)
    # A grain that stands on the surface has no direction there.
    lies = (ratio > splat(ZERO)) & (square > splat(GRAIN_MIN))
    inverse = one / wide_sqrt(select(lies, square, one))
    tangent = (
        select(lies, grain[0] * inverse, tangent[0]),
        select(lies, grain[1] * inverse, tangent[1]),
        select(lies, grain[2] * inverse, tangent[2]),
    )
    ratio = select(lies, ratio, one)
    greater = wide_max(ratio, one)
    store(blocks, start + BLOCK.GRAIN_SHARES * LANES, greater)
    store(blocks, start + (BLOCK.GRAIN_SHARES + 1) * LANES, greater / ratio)
    return tangent, friction * greater


@leaf
def scale_masses(blocks, start, manifold, rows, k, mass_a, mass_b, inertia_a, inertia_b):
    """Masses and inertias as contacts see them, which a program may have changed for this step."""
    one = splat(ONE)
    x, y, z, w = gather4(manifold, rows, k, MANIFOLD.STRIDE, MANIFOLD.SCALES)
    store(blocks, start + BLOCK.INV_MASS_SCALES * LANES, one + x)
    store(blocks, start + (BLOCK.INV_MASS_SCALES + 1) * LANES, one + y)
    return mass_a * (one + x), mass_b * (one + y), scale6(one + z, inertia_a), scale6(one + w, inertia_b)


@leaf
def scale6(factor, m):
    """A symmetric matrix times a factor."""
    return factor * m[0], factor * m[1], factor * m[2], factor * m[3], factor * m[4], factor * m[5]
