"""Matrices of the camera. Column vectors: a point is transformed by `matrix @ p`."""

import math

import numpy as np
import pyrr

from render.frame import CameraPose


def rotation_matrix(quaternion: tuple[float, float, float, float] | np.ndarray) -> np.ndarray:
    """Matrix [3, 3] of one rotation: its columns are the turned axes. Any length but zero; zero turns nothing."""
    x, y, z, w = map(float, quaternion)
    square = x * x + y * y + z * z + w * w
    if not (square > 0.0 and math.isfinite(square)):
        return np.eye(3)
    s = 2.0 / square
    return np.array(
        (
            (1.0 - s * (y * y + z * z), s * (x * y - z * w), s * (x * z + y * w)),
            (s * (x * y + z * w), 1.0 - s * (x * x + z * z), s * (y * z - x * w)),
            (s * (x * z - y * w), s * (y * z + x * w), 1.0 - s * (x * x + y * y)),
        )
    )


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
