"""Time of our own Python per frame, outside physics and GL: `main.py bench --frames`.

What is measured: history, snapshot, statistics and overlays of the sandbox; camera and culling; instance arrays of the
renderer; panels. What is not: the step of the world, and whatever the driver does with the arrays.
"""

import dataclasses
import time
from collections.abc import Callable

import numpy as np

from app.sandbox import Sandbox
from app.settings import Settings
from physics import ShapeBox, World
from render.instances import InstanceBuilder
from render.light import place_tiles
from render.transforms import frustum_planes, rotation_matrix, view_projection_matrix
from scenes import kit

FRAMES = 120
WARM_UP = 30
CLAIMS = {2_000: 2.0, 10_000: 4.0}
TILE = 1024


@dataclasses.dataclass
class FrameTimes:
    """Milliseconds per frame of each part, median over the frames."""

    count: int
    sandbox: float
    frame: float
    instances: float

    @property
    def total(self) -> float:
        """All parts together [ms]."""
        return self.sandbox + self.frame + self.instances


def falling_boxes(world: World, count: int) -> None:
    """So many boxes in the air, all awake, all in view."""
    kit.add_ground(world)
    side = round(count ** (1 / 3)) + 1
    places = [
        (1.5 * (n % side - side / 2), 40.0 + 1.5 * (n // side // side), 1.5 * (n // side % side)) for n in range(count)
    ]
    world.add_bodies(shape=ShapeBox((0.4, 0.4, 0.4)), position=places, material="wood")


def measure(count: int) -> FrameTimes:
    """Run a sandbox of so many moving bodies."""
    sandbox = Sandbox(Settings(reduced_motion=True))
    world = World(gravity=(0.0, -0.05, 0.0))
    falling_boxes(world, count)
    sandbox._adopt(world)
    sandbox.look_at(16 / 9)
    builder = InstanceBuilder()
    rows = []
    for number in range(WARM_UP + FRAMES):
        stepping = [0.0]
        step = world.step
        world.step = timed(step, stepping)
        start = time.perf_counter()
        sandbox.advance(1 / 60)
        advanced = time.perf_counter()
        world.step = step
        frame = sandbox.frame(1280, 720)
        framed = time.perf_counter()
        build(builder, frame)
        done = time.perf_counter()
        if number >= WARM_UP:
            rows.append((advanced - start - stepping[0], framed - advanced, done - framed))
    return FrameTimes(count, *(1e3 * np.median(np.array(rows), axis=0)).tolist())


def timed(call: Callable, total: list[float]) -> Callable:
    """A function that adds its own time to a total."""

    def run(*arguments: object) -> object:
        start = time.perf_counter()
        result = call(*arguments)
        total[0] += time.perf_counter() - start
        return result

    return run


def build(builder: InstanceBuilder, frame: object) -> None:
    """What the renderer does with a frame before it talks to GL."""
    matrix = view_projection_matrix(frame.camera, 16 / 9)
    tiles = place_tiles(frame.camera.position, -rotation_matrix(frame.camera.rotation)[:, 2], TILE)
    builder.update(frame)
    builder.ground()
    builder.casters(tiles)
    builder.visible(frustum_planes(matrix))


def main() -> int:
    """Measure and print; exit code 1 when a claim fails."""
    good = True
    print("| moving bodies | sandbox ms | frame ms | instances ms | total ms | claim |")
    print("|--------------:|-----------:|---------:|-------------:|---------:|------:|")
    for count, claim in CLAIMS.items():
        t = measure(count)
        good &= t.total <= claim
        print(f"| {count:,} | {t.sandbox:.2f} | {t.frame:.2f} | {t.instances:.2f} | {t.total:.2f} | < {claim:g} |")
    return 0 if good else 1
