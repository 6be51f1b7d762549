"""One run of one scene by one engine, in a process of its own.

`python -m bench.run_engine ENGINE SCENE --out FILE`

It must import in an environment that has the engine and numpy, and nothing else of this project's requirements.
"""

import argparse
import gc
import importlib
import os
import time
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np

from bench.engines import ENGINES
from bench.scenes.bodies import PeerScene
from bench.scenes.table import SCENES


@dataclass(frozen=True)
class RunResult:
    """Step times and final state of one run.

    Attributes:
        step_ms: Time of each step [ms], shape [steps].
        contact_count: Contact points after the last step, as the engine counts them.
        position: Final positions [m], shape [N, 3].
        orientation: Final quaternions (x, y, z, w), shape [N, 4].
        velocity: Final velocities [m/s], shape [N, 3].
        angular_velocity: Final angular velocities in the world's frame [rad/s], shape [N, 3].
        ray_hits: Rays of each batch that hit something, shape [batches]; empty for a scene that steps.
        ray_distance: Sum of the distances of these hits [m], shape [batches].
        vertex: Final places of the vertices of soft bodies [m], shape [V, 3].
        vertex_velocity: Their final velocities [m/s], shape [V, 3].
    """

    step_ms: np.ndarray
    contact_count: int
    position: np.ndarray
    orientation: np.ndarray
    velocity: np.ndarray
    angular_velocity: np.ndarray
    ray_hits: np.ndarray = field(default_factory=lambda: np.zeros(0, int))
    ray_distance: np.ndarray = field(default_factory=lambda: np.zeros(0))
    vertex: np.ndarray = field(default_factory=lambda: np.zeros((0, 3)))
    vertex_velocity: np.ndarray = field(default_factory=lambda: np.zeros((0, 3)))

    def save(self, path: Path) -> None:
        """Write an .npz file."""
        np.savez(path, **vars(self))

    @classmethod
    def load(cls, path: Path) -> "RunResult":
        """Read what `save` wrote."""
        with np.load(path) as fields:
            return cls(**{name: fields[name] if fields[name].ndim else int(fields[name]) for name in fields.files})


def run(engine_name: str, scene_key: str, *, steps: int, max_seconds: float) -> RunResult:
    """Build the scene, step it, and stop early when the steps have taken `max_seconds`.

    Only the call of `step` is timed; the collector of Python's garbage stays off meanwhile, for every engine.
    """
    scene = SCENES[scene_key]()
    engine = importlib.import_module(ENGINES[engine_name].module_for(scene_key)).Engine(scene)
    if scene.rays:
        return run_rays(engine, scene, steps or scene.steps, max_seconds)
    step_ns = []
    gc.collect()
    gc.disable()
    while len(step_ns) < (steps or scene.steps) and sum(step_ns) < max_seconds * 1e9:
        start = time.perf_counter_ns()
        engine.step()
        step_ns.append(time.perf_counter_ns() - start)
    state = (np.array(rows, dtype=np.float64) for rows in engine.state())
    result = RunResult(np.array(step_ns) * 1e-6, engine.contact_count(), *state)
    if scene.softs:
        vertex, velocity = (np.array(rows, dtype=np.float64) for rows in engine.vertices())
        result = replace(result, vertex=vertex, vertex_velocity=velocity)
    return result


def run_rays(engine: object, scene: PeerScene, batches: int, max_seconds: float) -> RunResult:
    """Cast batches of rays; a first one does not count.

    Only the call of `cast` is timed: the rays are in the engine's own format before, and distances are read after it.
    """
    engine.load_rays(*scene.rays.batch(-1), scene.rays.max_distance)
    engine.cast()  # the first call of a process may compile, or build a tree
    times, hits, sums = [], [], []
    gc.collect()
    gc.disable()
    while len(times) < batches and sum(times) < max_seconds * 1e9:
        engine.load_rays(*scene.rays.batch(len(times)), scene.rays.max_distance)
        start = time.perf_counter_ns()
        engine.cast()
        times.append(time.perf_counter_ns() - start)
        distances = engine.distances()
        found = distances[np.isfinite(distances)]
        hits.append(len(found))
        sums.append(float(found.sum()))
    state = (np.zeros((0, width)) for width in (3, 4, 3, 3))
    return RunResult(np.array(times) * 1e-6, 0, *state, ray_hits=np.array(hits), ray_distance=np.array(sums))


def pin(core: int) -> None:
    """Keep this process on one core, where the system can."""
    if core >= 0 and hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {core})


def main() -> None:
    """Command line of one run."""
    parser = argparse.ArgumentParser(description="one run of one scene by one engine")
    parser.add_argument("engine", choices=ENGINES)
    parser.add_argument("scene", choices=SCENES)
    parser.add_argument("--steps", type=int, default=0, help="instead of the scene's own number")
    parser.add_argument("--max-seconds", type=float, default=60.0, help="stop when the steps have taken this long")
    parser.add_argument("--core", type=int, default=-1, help="core to stay on")
    parser.add_argument("--out", type=Path, required=True, help="result file, .npz")
    args = parser.parse_args()
    pin(args.core)
    run(args.engine, args.scene, steps=args.steps, max_seconds=args.max_seconds).save(args.out)


if __name__ == "__main__":
    main()
