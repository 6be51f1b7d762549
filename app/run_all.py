"""Every scene, 600 steps, twice: its own check, finite numbers, and the same hash both times."""

import sys
import time

import numpy as np

from app.clock import STEP
from app.scene_runner import SceneError, SceneRunner, explain
from physics import World

STEPS = 600
CHECK_AFTER = 300


def run(seed: int | None = None) -> int:
    """Run all scenes and print a line for each.

    Args:
        seed: For chance in all scenes, or None for that of each scene.

    Returns:
        Exit code: 1 when a scene failed.
    """
    runner = SceneRunner(seed)
    failed = dict(runner.failed)
    for key, reason in failed.items():
        print(f"{key:28}            {reason}", flush=True)
    for scene in runner.ordered():
        start = time.perf_counter()
        try:
            first, second = simulate(runner, scene.key), simulate(runner, scene.key)
            if first != second:
                failed[scene.key] = f"two runs differ: {first:016x} and {second:016x}"
        except (SceneError, AssertionError) as error:
            failed[scene.key] = str(error)
        except Exception as error:  # a callback or a check of a scene is anybody's code
            failed[scene.key] = explain(error)
        verdict = failed.get(scene.key, "good")
        print(f"{scene.key:28} {time.perf_counter() - start:6.1f} s   {verdict}", flush=True)
    if failed:
        print(
            f"{len(failed)} of {len(runner.scenes.keys() | failed)} scenes failed: {', '.join(failed)}", file=sys.stderr
        )
    return 1 if failed else 0


def simulate(runner: SceneRunner, key: str) -> int:
    """Hash of a scene after all steps.

    Raises:
        AssertionError: Its check failed, or a number is not finite.
        SceneError: It raised.
    """
    world: World = runner.start(key)
    for number in range(STEPS):
        world.step(STEP)
        if number + 1 == CHECK_AFTER:
            runner.scenes[key].check(world)
    shot = world.snapshot()
    assert np.isfinite(shot.position).all() and np.isfinite(shot.velocity).all(), "a number is not finite"
    return world.state_hash()
