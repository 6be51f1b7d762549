"""Quaternions (x, y, z, w) and vectors by whole arrays: the functions of `physics.vector`, for many at once."""

import numpy as np


def rotate(q: np.ndarray, v: np.ndarray) -> np.ndarray:
    """Vectors [..., 3] turned by quaternions [..., 4]."""
    x, y, z, w = (q[..., c] for c in range(4))
    a, b, c = (v[..., k] for k in range(3))
    s, t, u = 2.0 * (y * c - z * b), 2.0 * (z * a - x * c), 2.0 * (x * b - y * a)
    return np.stack((a + w * s + y * u - z * t, b + w * t + z * s - x * u, c + w * u + x * t - y * s), axis=-1)


def multiply(p: np.ndarray, q: np.ndarray) -> np.ndarray:
    """Quaternions [..., 4]: first q, then p."""
    px, py, pz, pw = (p[..., c] for c in range(4))
    qx, qy, qz, qw = (q[..., c] for c in range(4))
    return np.stack(
        (
            pw * qx + px * qw + py * qz - pz * qy,
            pw * qy - px * qz + py * qw + pz * qx,
            pw * qz + px * qy - py * qx + pz * qw,
            pw * qw - px * qx - py * qy - pz * qz,
        ),
        axis=-1,
    )


def axes_of(q: np.ndarray) -> np.ndarray:
    """Axes x, y, z of frames turned by quaternions [..., 4], as rows [..., 3, 3]."""
    x, y, z, w = (q[..., c] for c in range(4))
    rows = np.empty((*q.shape[:-1], 3, 3), q.dtype)
    for first, (a, b, c) in enumerate(((x, y, z), (y, z, x), (z, x, y))):
        second, third = (first + 1) % 3, (first + 2) % 3
        rows[..., first, first] = 1.0 - 2.0 * (b * b + c * c)
        rows[..., first, second] = 2.0 * (a * b + w * c)
        rows[..., first, third] = 2.0 * (a * c - w * b)
    return rows
