"""Storm: fast bodies, thin walls, edges between triangles and random queries: `main.py bench --storm`.

python -m bench.storm                 all parts
python -m bench.storm PART ...        only these: box, shots, slide, queries, arms, softs
python -m bench.storm --quick ...     a tenth of everything, to see that all works
"""

import argparse
import sys
import time
from collections.abc import Callable, Iterator

from bench.storms import arms, hollow_box, kit, queries, shots, sliding, softs
from bench.storms.kit import Verdict
from scenes import registry

GRAVITY = 9.81


def box_part(share: float) -> Iterator[Verdict]:
    """Fast bodies in a hollow box, without and with gravity; modes that promise nothing are flown for the record."""
    for mode in kit.ccd_modes():
        for gravity in (0.0, GRAVITY) if mode != "none" else (0.0,):
            yield hollow_box.run(count=int(5000 * share), steps=int(1000 * share), gravity=gravity, mode=mode)


def shot_part(share: float) -> Iterator[Verdict]:
    """Shots at walls, all modes."""
    for mode in kit.ccd_modes():
        yield shots.run(count=int(10_000 * share), mode=mode)


def slide_part(share: float) -> Iterator[Verdict]:
    """Sliding; there is nothing to shorten."""
    yield from sliding.run()


def query_part(share: float) -> Iterator[Verdict]:
    """Queries against brute force."""
    yield from queries.run(count=int(100_000 * share))


def arms_part(share: float) -> Iterator[Verdict]:
    """Shots of the weapons at the village, and at what stands and hangs on the range."""
    scenes = registry.load_all()
    for key in ("world_village", "weapons_range"):
        yield arms.run(scenes[key].start, count=int(10_000 * share))


def soft_part(share: float) -> Iterator[Verdict]:
    """Shots at soft bodies, and soft bodies thrown at walls."""
    yield softs.run_shots(count=int(10_000 * share))
    yield softs.run_throws(count=int(2000 * share))


PARTS: dict[str, Callable[[float], Iterator[Verdict]]] = {
    "box": box_part,
    "shots": shot_part,
    "slide": slide_part,
    "queries": query_part,
    "arms": arms_part,
    "softs": soft_part,
}


def run(words: list[str] | None = None, *, quick: bool = False) -> int:
    """Run the parts and print what they found.

    Args:
        words: Names of parts; all by default.
        quick: Whether a tenth of the bodies, steps, shots and cases will do.

    Returns:
        Exit code: 1 if a promise is broken.
    """
    failed = False
    if kit.missing():
        print(kit.missing(), flush=True)
    for part in words or PARTS:
        start = time.perf_counter()
        try:
            for verdict in PARTS[part](0.1 if quick else 1.0):
                failed |= verdict.holds is False
                print(f"{verdict}  ({time.perf_counter() - start:.1f} s)", flush=True)
                start = time.perf_counter()
        except Exception as error:  # a part that crashes has failed, the others still count
            failed = True
            print(f"FAIL  {part}: {type(error).__name__}: {error}", flush=True)
    return int(failed)


def main() -> int:
    """Command line of the storm."""
    parser = argparse.ArgumentParser(description="fast bodies, thin walls, edges and queries")
    parser.add_argument("parts", nargs="*", choices=[[], *PARTS], help="which parts; all by default")
    parser.add_argument("--quick", action="store_true", help="a tenth of everything")
    args = parser.parse_args()
    return run(args.parts, quick=args.quick)


if __name__ == "__main__":
    sys.exit(main())
