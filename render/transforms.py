"""Matrices of the camera, and rotations of many rows. Column vectors: a point is transformed by `matrix @ p`."""

import math

import numpy as np
import pyrr

from render.frame import CameraPose


def rotate(quaternion: np.ndarray, vector: np.ndarray) -> np.ndarray:
    """Turn vectors by rotations.

    Args:
        quaternion: Rotations (x, y, z, w) of length 1, shape [..., 4].
        vector: Vectors, shape [..., 3].

    Returns:
        Turned vectors, shape [..., 3].
    """
    axis, w = quaternion[..., :3], quaternion[..., 3:]
    twice = 2.0 * np.cross(axis, vector)
    return vector + w * twice + np.cross(axis, twice)


def multiply(first: np.ndarray, second: np.ndarray) -> np.ndarray:
    """Rotations that turn by `second`, then by `first`: both [..., 4], (x, y, z, w)."""
    ax, ay, az, aw = np.moveaxis(first, -1, 0)
    bx, by, bz, bw = np.moveaxis(second, -1, 0)
    return np.stack(
        (
            aw * bx + ax * bw + ay * bz - az * by,
            aw * by - ax * bz + ay * bw + az * bx,
            aw * bz + ax * by - ay * bx + az * bw,
            aw * bw - ax * bx - ay * by - az * bz,
        ),
        axis=-1,
    )


def rotation_matrix(quaternion: tuple[float, float, float, float] | np.ndarray) -> np.ndarray:
    """Matrix [3, 3] of one rotation: its columns are the turned axes. Any length but zero; zero turns nothing."""
    values = np.asarray(quaternion, np.float64)
    length = math.sqrt(float(values @ values))
    if not (length > 0.0 and math.isfinite(length)):
        return np.eye(3)
    return rotate(np.broadcast_to(values / length, (3, 4)), np.eye(3)).T


def projection_matrix(camera: CameraPose, aspect: float) -> np.ndarray:
    """Perspective of a camera for pictures `aspect` times as wide as high, float64 [4, 4]."""
    fov_degrees = min(max(math.degrees(camera.fov), 1.0), 170.0)
    near = max(camera.near, 1e-4)
    far = max(camera.far, 2.0 * near)
    return pyrr.matrix44.create_perspective_projection_matrix(fov_degrees, aspect, near, far, dtype=np.float64).T


def view_projection_matrix(camera: CameraPose, aspect: float) -> np.ndarray:
    """From places relative to the eye [m] to clip space, float64 [4, 4]. The eye is the origin, so nothing is moved."""
    view = np.eye(4)
    view[:3, :3] = rotation_matrix(camera.rotation).T
    return projection_matrix(camera, aspect) @ view


def frustum_planes(matrix: np.ndarray) -> np.ndarray:
    """Six planes around what a camera sees; inside is positive.

    Args:
        matrix: View and projection, shape [4, 4].

    Returns:
        Normals of length 1 and distances [m], float32 [6, 4]: left, right, bottom, top, near, far.
    """
    rows = [matrix[3] + sign * matrix[axis] for axis in range(3) for sign in (1.0, -1.0)]
    planes = np.array(rows)
    return (planes / np.linalg.norm(planes[:, :3], axis=1, keepdims=True)).astype(np.float32)


def spheres_inside(planes: np.ndarray, center: np.ndarray, radius: np.ndarray) -> np.ndarray:
    """Which spheres touch the inside of all planes. A place that is not finite is outside.

    Args:
        planes: Normals and distances [m], shape [k, 4].
        center: Centers [m], shape [n, 3].
        radius: Radii [m], shape [n].

    Returns:
        bool [n].
    """
    with np.errstate(invalid="ignore"):
        distance = planes[:, :3] @ center.T
        distance += planes[:, 3:]
    return distance.min(axis=0, initial=np.inf) >= -radius
