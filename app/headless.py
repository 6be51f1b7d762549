"""Runs a scene without a window and tells in a few lines what became of it."""

import time

import numpy as np

from physics import World
from scenes import registry

DEFAULT_SCENE = "stacking_pyramid"
DT = 1 / 60
STEPS = 600
CHECK_AFTER = 300


def run(key: str | None) -> int:
    """Run a scene for ten seconds of its time and print the result.

    Args:
        key: Key of the scene; None for the default.

    Returns:
        Exit code: 1 when the scene's own check fails.
    """
    scene = registry.load_all()[key or DEFAULT_SCENE]
    title = scene.help.partition("\n\n")[2].strip().replace("\n", " ")
    print(f"{scene.name}: {title}")
    world = World()
    scene.build(world)
    verdict = "as it should be"
    times = np.zeros(STEPS)
    for k in range(STEPS):
        start = time.perf_counter()
        world.step(DT)
        times[k] = time.perf_counter() - start
        if k + 1 == CHECK_AFTER:
            try:
                scene.check(world)
            except AssertionError as error:
                verdict = f"NOT as it should be: {error}"
    report(world, times, verdict)
    return 0 if verdict == "as it should be" else 1


def report(world: World, times: np.ndarray, verdict: str) -> None:
    """Print what is left of a run."""
    snapshot, stats = world.snapshot(), world.stats
    moving = snapshot.kind != 0
    speed = np.linalg.norm(snapshot.velocity, axis=1).max(initial=0.0)
    asleep = int((moving & ~snapshot.awake).sum())
    first = 1e3 * times[1:61].mean()
    print(f"  simulated  {world.time:.0f} s in {times.sum():.2f} s, {STEPS} steps of 1/60 s")
    print(f"  a step     {first:.2f} ms in the first second, {1e3 * times[-60:].mean():.3f} ms in the last")
    print(f"  bodies     {int(moving.sum())}, of which {asleep} asleep; {stats.pair_count} pairs of shapes close by")
    print(f"  highest    {snapshot.position[moving, 1].max(initial=0.0):.2f} m, fastest {speed:.2f} m/s")
    print(f"  after {CHECK_AFTER * DT:.0f} s  {verdict}")
    print(f"  hash       {world.state_hash():016x}")
