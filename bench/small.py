"""Small measurements of this engine: what nothing costs, what adding, copying and saving cost, how soon it starts.

Run in a process of its own: `python -m bench.small --out FILE`.
"""

import argparse
import gc
import json
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

from bench.engines.kyvadlo import build
from bench.report import Measure
from bench.run_engine import pin
from bench.scenes.bodies import DT, UNIT_BOX, PeerBody, PeerScene, grid
from bench.scenes.table import SCENES
from physics import World

REST_STEPS = 1200  # a pile that is not asleep after 20 s never will be

FIRST_STEP = """
import time
start = time.perf_counter()
import physics
world = physics.World()
world.add_body(kind=physics.BodyKind.STATIC, shape=physics.ShapePlane(normal=(0, 1, 0), offset=0.0))
world.add_body(shape=physics.ShapeBox(half_extents=(0.5, 0.5, 0.5)), position=(0, 0.4, 0))
world.step(1 / 60)
print(time.perf_counter() - start)
"""


def typical(call: Callable[[], object], repeats: int) -> float:
    """Median time of a call, after a first one that does not count [s]."""
    call()
    times = []
    for _ in range(repeats):
        start = time.perf_counter()
        call()
        times.append(time.perf_counter() - start)
    return float(np.median(times))


def spread_out(count: int) -> PeerScene:
    """Boxes that rest on the plane, none touching another."""
    side = int(np.ceil(np.sqrt(count)))
    points = list(grid(side, 1, side, pitch=2.0, rise=0.0, bottom=0.5))[:count]
    return PeerScene("rest", f"{count:,} boxes at rest", 1, tuple(PeerBody("box", UNIT_BOX, point) for point in points))


def put_to_sleep(scene: PeerScene) -> World:
    """The scene's world, once every body sleeps."""
    world, bodies = build(scene, sleeping=True)
    for _ in range(REST_STEPS):
        world.step(DT)
        if not any(body.awake for body in bodies):
            return world
    awake = sum(body.awake for body in bodies)
    raise RuntimeError(f"{awake} of {len(bodies)} bodies of '{scene.title}' are still awake after {REST_STEPS} steps")


def measure_steps() -> list[Measure]:
    """Steps in which nothing happens."""
    empty, asleep = World(), put_to_sleep(spread_out(1000))
    return [
        Measure("step of an empty world", 1e6 * typical(lambda: empty.step(DT), 2000), "us", 30.0),
        Measure("step with 1,000 sleeping boxes", 1e6 * typical(lambda: asleep.step(DT), 2000), "us", 60.0),
    ]


def measure_many() -> list[Measure]:
    """10,000 bodies: adding them, and the snapshot of them."""
    scene = spread_out(10_000)
    start = time.perf_counter()
    world, _ = build(scene)
    adding = time.perf_counter() - start
    world.step(DT)
    return [
        Measure("adding 10,000 bodies", adding, "s", 1.0),
        Measure("snapshot of 10,000 bodies", 1e3 * typical(world.snapshot, 200), "ms", 0.5),
    ]


def measure_state() -> list[Measure]:
    """Saving and loading scene A at rest."""
    world = put_to_sleep(SCENES["A"]())
    state = world.save_state()
    return [
        Measure("save_state of scene A at rest", 1e3 * typical(world.save_state, 200), "ms", 2.0),
        Measure("load_state of scene A at rest", 1e3 * typical(lambda: world.load_state(state), 200), "ms", 2.0),
    ]


def measure_start() -> list[Measure]:
    """From the import to the end of the first step, in fresh processes with a warm cache."""
    times = [
        float(subprocess.run([sys.executable, "-c", FIRST_STEP], capture_output=True, text=True, check=True).stdout)
        for _ in range(3)
    ]
    return [Measure("import to end of first step", float(np.median(times)), "s", 2.0)]


def main() -> None:
    """Command line: measure, and write the measures or what went wrong."""
    parser = argparse.ArgumentParser(description="small measurements of this engine")
    parser.add_argument("--core", type=int, default=-1, help="core to stay on")
    parser.add_argument("--out", type=Path, required=True, help="result file, .json")
    args = parser.parse_args()
    pin(args.core)
    World().step(DT)  # loads the machine code
    measures, problems = [], []
    for measure in (measure_steps, measure_many, measure_state, measure_start):
        gc.collect()
        try:
            measures += measure()
        except Exception as error:  # one measurement that fails must not hide the others
            problems.append(f"{measure.__name__}: {error}")
    args.out.write_text(json.dumps({"measures": [vars(m) for m in measures], "problems": problems}))


if __name__ == "__main__":
    main()
