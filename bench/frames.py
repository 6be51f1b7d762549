"""Time of our own Python per frame, outside physics and GL: `main.py bench --frames`.

What is measured: history, snapshot, statistics and overlays of the app; camera and culling; instance arrays of the
renderer. What is not: the step of the world, and whatever the driver does with the arrays. Times are those of the
thread on its processor: nothing here waits for anything, and what else runs on the machine does not count.
"""

import dataclasses
import time
from collections.abc import Callable

import numpy as np

from app.output.offscreen import NoGraphicsError
from app.settings import Settings
from app.shell import Shell
from bench import overlay_frames, soft_frames
from physics import ShapeBox, World
from render.instances import InstanceBuilder
from render.light import place_tiles
from render.transforms import frustum_planes, rotation_matrix, view_projection_matrix
from scenes import kit

FRAMES = 120
WARM_UP = 30
CLAIMS = {2_000: 2.0, 10_000: 4.0}  # median by count of bodies that fall [ms]
POUR_FRAMES, POUR_WARM_UP = 300, 60  # balls are poured until step 250
POUR_CLAIM = 8.0  # 99th percentile with 5,000 balls that touch: half a frame at 60 Hz [ms]
TILE = 1024


@dataclasses.dataclass
class FrameTimes:
    """Milliseconds per frame.

    Attributes:
        parts: Of app, frame, instances, float [frames, 3].
        copies: Of the copies of key states, 0 in most frames. A window leaves them to a thread while it waits for the
            screen; where it does not wait so long, the next step does.
    """

    parts: np.ndarray
    copies: np.ndarray

    @property
    def medians(self) -> tuple[float, ...]:
        """Of each part."""
        return tuple(np.median(self.parts, axis=0).tolist())

    @property
    def median(self) -> float:
        """Of all parts together."""
        return float(np.median(self.parts.sum(axis=1)))

    @property
    def slow(self) -> float:
        """99th percentile of all parts together."""
        return float(np.percentile(self.parts.sum(axis=1), 99.0))

    @property
    def slow_at_worst(self) -> float:
        """99th percentile if nothing of the copies is hidden by the wait for the screen."""
        return float(np.percentile(self.parts.sum(axis=1) + self.copies, 99.0))

    def row(self, name: str, claim: str) -> str:
        """A row of the table."""
        percentiles = (self.slow, self.slow_at_worst, self.copies.max(initial=0.0))
        numbers = " | ".join(f"{value:.2f}" for value in (*self.medians, self.median, *percentiles))
        return f"| {name} | {numbers} | {claim} |"


def falling_boxes(world: World, count: int) -> None:
    """So many boxes in the air, all awake, all in view."""
    kit.add_ground(world)
    side = round(count ** (1 / 3)) + 1
    places = [
        (1.5 * (n % side - side / 2), 40.0 + 1.5 * (n // side // side), 1.5 * (n // side % side)) for n in range(count)
    ]
    world.add_bodies(shape=ShapeBox((0.4, 0.4, 0.4)), position=places, material="wood")


def measure_falling(count: int) -> FrameTimes:
    """Frames with so many bodies that move and touch nothing."""
    shell = Shell(Settings(reduced_motion=True))
    world = World(gravity=(0.0, -0.05, 0.0))
    falling_boxes(world, count)
    shell.session.adopt(world)
    shell.look_at(16 / 9)
    return measure(shell, WARM_UP, FRAMES)


def measure_pour() -> FrameTimes:
    """Frames of the scene with 5,000 balls, while they are poured and when they lie."""
    return measure(Shell(Settings(reduced_motion=True), "piles_pour"), POUR_WARM_UP, POUR_FRAMES)


def measure(shell: Shell, warm_up: int, frames: int) -> FrameTimes:
    """Let a shell run.

    Args:
        shell: What runs.
        warm_up: Frames before those that count.
        frames: Frames that count.
    """
    builder, rows, copies = InstanceBuilder(), [], []
    for _ in range(warm_up + frames):
        rows.append(one_frame(shell, builder))
        start = time.thread_time()
        shell.session.history.finish_copy()
        copies.append(time.thread_time() - start)
    return FrameTimes(1e3 * np.array(rows[warm_up:]), 1e3 * np.array(copies[warm_up:]))


def one_frame(shell: Shell, builder: InstanceBuilder) -> tuple[float, float, float]:
    """Times of app, frame and instances [s]."""
    world, stepping = shell.session.world, [0.0]
    world.step = timed(world.step, stepping)
    start = time.thread_time()
    shell.advance(1 / 60)
    advanced = time.thread_time()
    del world.step  # the method of the class is back
    frame = shell.frame()
    framed = time.thread_time()
    build(builder, frame)
    return advanced - start - stepping[0], framed - advanced, time.thread_time() - framed


def timed(call: Callable, total: list[float]) -> Callable:
    """A function that adds its own time to a total."""

    def run(*arguments: object) -> object:
        start = time.thread_time()
        result = call(*arguments)
        total[0] += time.thread_time() - start
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
    print("| bodies | app ms | frame ms | instances ms | total ms | 99 % | 99 % with copies | longest copy | claim |")
    print(
        "|:-------|-----------:|---------:|-------------:|---------:|-----:|-----------------:|-------------:|:------|"
    )
    for count, claim in CLAIMS.items():
        times = measure_falling(count)
        good &= times.median <= claim
        print(times.row(f"{count:,} in the air", f"total < {claim:g}"), flush=True)
    times = measure_pour()
    good &= times.slow_at_worst <= POUR_CLAIM
    print(times.row("5,000 poured", f"99 % with copies < {POUR_CLAIM:g}"), flush=True)
    print(
        "\nThe first four are medians. Copies are those of key states, which a thread makes while the window waits for"
    )
    print("the screen: a frame has as much of them as that wait is too short for.")
    good &= soft_frames.main()
    try:
        good &= overlay_frames.main()
    except NoGraphicsError as error:
        print(f"\nThe overlays are left out: {error}")
    return 0 if good else 1
