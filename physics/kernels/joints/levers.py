"""What impulses along x, y, z of the world at the ends of levers do: arithmetic for one joint, or for eight at once."""

from physics.kernels.core.jit import leaf


@leaf
def turns_of(inertia, r):
    """What unit impulses along x, y, z at lever r turn a body by: three vectors; inertia: the inverse, six numbers."""
    xx, xy, xz, yy, yz, zz = inertia
    x, y, z = r
    return (
        (xy * z - xz * y, yy * z - yz * y, yz * z - zz * y),
        (xz * x - xx * z, yz * x - xy * z, zz * x - xz * z),
        (xx * y - xy * x, xy * y - yy * x, xz * y - yz * x),
    )


@leaf
def diagonal_of(mass, p, s, q, t):
    """How a point of two bodies answers to unit impulses: xx, xy, xz, yy, yz, zz of the symmetric block.

    Args:
        mass: Sum of both inverse masses.
        p: Lever of body a.
        s: What `turns_of` says of it.
        q: Lever of body b.
        t: What `turns_of` says of it.
    """
    return (
        mass + p[2] * s[0][1] - p[1] * s[0][2] + q[2] * t[0][1] - q[1] * t[0][2],
        p[2] * s[1][1] - p[1] * s[1][2] + q[2] * t[1][1] - q[1] * t[1][2],
        p[2] * s[2][1] - p[1] * s[2][2] + q[2] * t[2][1] - q[1] * t[2][2],
        mass + p[0] * s[1][2] - p[2] * s[1][0] + q[0] * t[1][2] - q[2] * t[1][0],
        p[0] * s[2][2] - p[2] * s[2][0] + q[0] * t[2][2] - q[2] * t[2][0],
        mass + p[1] * s[2][0] - p[0] * s[2][1] + q[1] * t[2][0] - q[0] * t[2][1],
    )


@leaf
def coupling_of(mass, r, turns):
    """How one point of a body answers to unit impulses at another: the nine numbers of the block, row by row.

    Args:
        mass: Inverse mass of the body.
        r: Lever of the point that answers.
        turns: What `turns_of` says of the other.
    """
    x, y, z = r
    s, t, u = turns
    return (
        mass + z * s[1] - y * s[2],
        z * t[1] - y * t[2],
        z * u[1] - y * u[2],
        x * s[2] - z * s[0],
        mass + x * t[2] - z * t[0],
        x * u[2] - z * u[0],
        y * s[0] - x * s[1],
        y * t[0] - x * t[1],
        mass + y * u[0] - x * u[1],
    )
