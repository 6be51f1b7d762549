"""What soft bodies cost a frame before the drawing, with a new step in each: a part of `main.py bench --frames`.

The step of the world and the driver are left out, as everywhere in that benchmark.
"""

import dataclasses
import time

import numpy as np

from physics.queries.snapshot import SoftView
from render.frame import CameraPose
from render.light import place_tiles
from render.soft.meshes import SoftMeshes, Softs
from render.transforms import frustum_planes, view_projection_matrix

CAMERA = CameraPose(position=(0.0, 2.0, 30.0))
FORWARD = np.array((0.0, 0.0, -1.0))
TILE, PIXEL = 1024, 0.001
FRAMES, WARM_UP, MOMENTS = 60, 10, 8
CLAIM = 2.0  # median with 20,000 vertices in view [ms]
MANY_CLAIM = 4.0  # with 2,000 bodies of 25 vertices [ms]


def make_view(number: int, kind: str, vertices: np.ndarray, triangles: np.ndarray, segments: np.ndarray) -> SoftView:
    """A soft body somewhere before the camera."""
    origin = (2.5 * (number % 8) - 9.0, 2.0, -0.02 * number)
    strain = np.zeros(len(vertices), np.float32)
    vertices = vertices.astype(np.float32)
    return SoftView(
        number, kind, "cotton", origin, vertices, triangles, segments, 0.01, strain, None, None, awake=True
    )  # fmt: skip


def make_cloth(number: int, side: int) -> SoftView:
    """A square of side times side vertices."""
    x, y = (some.ravel() for some in np.meshgrid(np.linspace(0.0, 1.0, side), np.linspace(0.0, 1.0, side)))
    k = np.arange(side * side, dtype=np.int32).reshape(side, side)
    a, b, c, d = (some.ravel() for some in (k[:-1, :-1], k[:-1, 1:], k[1:, 1:], k[1:, :-1]))
    triangles = np.concatenate((np.stack((a, b, c), 1), np.stack((a, c, d), 1)))
    return make_view(number, "cloth", np.column_stack((x, y, 0.0 * x)), triangles, np.zeros((0, 2), np.int32))


def make_rope(number: int, count: int) -> SoftView:
    """A wavy rope of so many vertices."""
    x, k = np.linspace(-1.0, 1.0, count), np.arange(count - 1, dtype=np.int32)
    points = np.column_stack((x, 0.1 * np.sin(9.0 * x), 0.0 * x))
    return make_view(number, "rope", points, np.zeros((0, 3), np.int32), np.column_stack((k, k + 1)))


#: Name, bodies and claim of each case.
CASES = {
    "50 cloths of 400": (lambda: [make_cloth(k, 20) for k in range(50)], CLAIM),
    "a cloth of 20,000": (lambda: [make_cloth(0, 141)], CLAIM),
    "200 ropes of 100": (lambda: [make_rope(k, 100) for k in range(200)], CLAIM),
    "2,000 cloths of 25": (lambda: [make_cloth(k, 5) for k in range(2000)], MANY_CLAIM),
}


def measure(bodies: Softs) -> tuple[float, float, int]:
    """Median and longest time of a frame [ms], and how many bodies were seen."""
    moments = [
        tuple(dataclasses.replace(view, vertices=view.vertices + np.float32(0.01 * k)) for view in bodies)
        for k in range(MOMENTS)
    ]
    planes = frustum_planes(view_projection_matrix(CAMERA, 16 / 9))
    tiles, meshes, times = place_tiles(CAMERA.position, FORWARD, TILE), SoftMeshes(), []
    for k in range(WARM_UP + FRAMES):
        pair = moments[k % MOMENTS], moments[(k + 1) % MOMENTS]
        start = time.thread_time()
        meshes.update(pair, 0.4, CAMERA.position, planes, tiles, pixel=PIXEL)
        times.append(1e3 * (time.thread_time() - start))
    return float(np.median(times[WARM_UP:])), max(times[WARM_UP:]), meshes.visible_count


def main() -> bool:
    """Measure and print; False when a claim fails."""
    good = True
    print("\n| soft bodies | vertices | in view | median ms | longest ms | claim |")
    print("|:------------|---------:|--------:|----------:|-----------:|:------|")
    for name, (make, claim) in CASES.items():
        bodies = tuple(make())
        median, longest, seen = measure(bodies)
        good &= median <= claim
        count = sum(len(view.vertices) for view in bodies)
        print(f"| {name} | {count:,} | {seen:,} | {median:.2f} | {longest:.2f} | median < {claim:g} |", flush=True)
    return good
