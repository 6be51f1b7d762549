"""What each overlay costs: a frame of scene A with it against one without, a part of `main.py bench --frames`.

Scene A has no joints, so their overlay is measured over a thousand boxes in chains.

A frame is our Python and the drawing without panels, text and the step of the world. Without a GPU the picture is made
by the processor, and so the time of the processor is measured: what else runs on the machine counts less then.
"""

import time

import numpy as np

from app.output.offscreen import Studio
from app.overlays.registry import choices
from app.settings import Settings
from app.shell import Shell
from bench.engines import kyvadlo
from bench.scenes.table import SCENES
from physics import JointBall, JointHinge, ShapeBox, World

WIDTH, HEIGHT = 1280, 800
SETTLE = 120  # steps until the pile stands, and the trails are as long as they get
ROUNDS = 7
CLAIM = 1.2  # a fifth slower


def chains(count: int = 50, links: int = 20) -> World:
    """Boxes in hanging chains: of two joints one is a hinge with limits, the other a ball joint."""
    world = World(sleeping=False)
    for k in range(count):
        x, z, above = 1.5 * (k % 10), 1.5 * (k // 10), None
        for y in range(links, 0, -1):
            box = world.add_body(shape=ShapeBox((0.2, 0.4, 0.1)), position=(x, y, z), material="wood")
            anchor = (x, y + 0.5, z)
            hinge = JointHinge(above, box, anchor=anchor, axis=(0.0, 0.0, 1.0), limits=(-0.5, 0.5)) if y % 2 else None
            world.add_joint(hinge or JointBall(above, box, anchor=anchor))
            above = box
    return world


class OverlayBench:
    """A scene before the camera.

    Args:
        studio: What draws.
        world: What is drawn; scene A of the benchmark if left out.
    """

    def __init__(self, studio: Studio, world: World | None = None) -> None:
        self._studio = studio
        self._clock = time.process_time if studio.is_software else time.perf_counter
        self._shell = Shell(Settings(reduced_motion=True))
        self._shell.session.adopt(world or kyvadlo.build(SCENES["A"]())[0])
        self._shell.overlays = {"trails"}
        for _ in range(SETTLE):
            self._shell.session.step()
        self._shell.look_at(WIDTH / HEIGHT)
        self._shell.session.clock.paused = True

    def frame(self, key: str) -> tuple[float, float]:
        """Times of a frame with an overlay, or with none: all of it, and our Python before the drawing [s]."""
        shell = self._shell
        shell.overlays = {key} if key else set()
        start = self._clock()
        shell.session.refresh()  # what follows a step: snapshot, statistics, overlays
        built = self._clock()
        self._studio.render(shell)
        return self._clock() - start, built - start

    def measure(self, key: str, rounds: int = ROUNDS) -> tuple[float, float, float]:
        """Median over the rounds: how much longer a frame is [1], our Python without and with the overlay [s]."""
        rows = []
        for _ in range(rounds):  # one after another, so that a slow spell of the machine falls on both
            (plain, before), (shown, after) = self.frame(""), self.frame(key)
            rows.append((shown / plain, before, after))
        return tuple(np.median(np.array(rows), axis=0).tolist())


def main() -> bool:
    """Measure and print; returns whether no overlay is slower than claimed."""
    studio = Studio(WIDTH, HEIGHT, samples=0)
    bench, joined, good = OverlayBench(studio), OverlayBench(studio, chains()), True
    for key in ("", *choices()):  # buffers grow once
        bench.frame(key)
        joined.frame(key)
    frame = np.median([bench.frame("")[0] for _ in range(ROUNDS)])
    print(f"\nScene A, {WIDTH} x {HEIGHT}, {studio.device}: {1e3 * frame:.0f} ms per frame without overlays\n")
    print("| overlay | frame | our Python ms, without | with | claim |")
    print("|:--------|------:|-----------------------:|-----:|------:|")
    for key in choices():
        ratio, before, after = (joined if key == "joints" else bench).measure(key)
        good &= ratio <= CLAIM
        print(f"| {key} | x {ratio:.2f} | {1e3 * before:.2f} | {1e3 * after:.2f} | < {CLAIM:g} |", flush=True)
    studio.release()
    return good
