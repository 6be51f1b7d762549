"""Random operations on soft bodies: they are made, cut, attached, changed and removed while the world steps.

What happens follows from a seed and from nothing else. Now and then the world is set back, and the same operations must
lead to the same bits; nothing may become infinite, and no handle may dangle.

python -m bench.fuzz.softs [OPERATIONS [SEED]]
"""

import sys
import time

import numpy as np

from physics import (
    BodyKind,
    ShapeBox,
    ShapePlane,
    ShapeSphere,
    SoftCloth,
    SoftCluster,
    SoftRope,
    SoftShell,
    SoftSolid,
    World,
)  # fmt: skip

#: Forms to choose from; the same objects each time, since making them costs more than using them.
FORMS = (
    SoftSolid.lattice((2, 2, 2), 0.12),
    SoftCloth.grid(columns=7, rows=6, spacing=0.08),
    SoftRope.line((-0.5, 0, 0), (0.5, 0, 0), segments=12),
    SoftShell.ball(0.2, detail=1, pressure=1500.0),
    SoftShell.ball(0.2, detail=1, pressure=500.0, liquid=True),
    SoftCluster(SoftSolid.lattice((1, 2, 1), 0.15).points),
)
DT = 1.0 / 60.0
MOST = 8  # soft bodies at a time
SEGMENT = 50  # operations between two states that may be gone back to


class Storm:
    """A world in which things happen to soft bodies.

    Attributes:
        world: The world.
        done: What was done, by name.
    """

    def __init__(self, seed):
        self.world = World(substeps=4)
        self.world.add_body(kind=BodyKind.STATIC, shape=ShapePlane())
        self.world.add_body(kind=BodyKind.STATIC, shape=ShapeBox((0.3, 0.2, 0.3)), position=(0.4, 0.2, 0))
        self.bodies = [
            self.world.add_body(shape=shape, position=(k - 1.0, 1.5, 0.3), density=300.0)
            for k, shape in enumerate((ShapeSphere(0.15), ShapeBox((0.15, 0.1, 0.2)), ShapeSphere(0.1)))
        ]
        self.random = np.random.default_rng(seed)
        self.done = {}

    def act(self):
        """Do one thing, and step now and then."""
        names = ("make", "cut", "attach", "detach", "remove", "change", "pin", "unpin", "push", "step", "step", "step")
        name = str(self.random.choice(names))
        softs = self.world.softs
        if not softs:
            name = "make"
        soft = softs[int(self.random.integers(len(softs)))] if softs else None
        if getattr(self, f"_{name}")(soft) is not False:
            self.done[name] = self.done.get(name, 0) + 1

    def _place(self, scale=1.0):
        return tuple((self.random.uniform(-1.0, 1.0, 3) * scale).tolist())

    def _vertex(self, soft):
        return int(self.random.integers(soft.vertex_count))

    def _make(self, _):
        if len(self.world.softs) >= MOST:
            return False
        form = FORMS[int(self.random.integers(len(FORMS)))]
        x, y, z = self._place()
        pins = [0] if self.random.random() < 0.3 else []
        self.world.add_soft(
            form, position=(x, 1.5 + y, z), velocity=self._place(2.0), angular_velocity=self._place(3.0), pins=pins
        )
        return True

    def _cut(self, soft):
        if soft.kind == "cluster" or soft.part_count > 4:
            return False
        soft.cut(tuple(soft.position), self._place() if self.random.random() < 0.9 else (0, 1, 0))
        return True

    def _attach(self, soft):
        body = self.bodies[int(self.random.integers(3))] if self.random.random() < 0.7 else None
        force = 50.0 if self.random.random() < 0.5 else float("inf")
        soft.attach(self._vertex(soft), body, break_force=force, compliance=float(self.random.choice([0.0, 1e-3])))

    def _detach(self, soft):
        if not soft.attachments:
            return False
        soft.attachments[int(self.random.integers(len(soft.attachments)))].remove()
        return True

    def _remove(self, soft):
        if len(self.world.softs) < 3:
            return False
        self.world.remove_soft(soft)
        return True

    def _change(self, soft):
        factor = float(self.random.choice([0.1, 0.5, 2.0, 10.0]))
        name = "young" if soft.kind in ("solid", "cluster") else "stretch"
        if not 1e2 < getattr(soft, name) * factor < 1e6:
            return False
        soft.change(**{name: getattr(soft, name) * factor})
        return True

    def _pin(self, soft):
        soft.pin([self._vertex(soft)])

    def _unpin(self, soft):
        soft.unpin()

    def _push(self, soft):
        soft.apply_impulse(tuple(soft.mass * x for x in self._place(3.0)))

    def _step(self, _):
        for _ in range(int(self.random.integers(1, 4))):
            self.world.step(DT)

    def check(self):
        """Nothing is infinite, nothing dangles."""
        for soft in self.world.softs:
            assert soft.alive and np.isfinite(soft.positions).all() and np.isfinite(soft.velocities).all()
            assert np.abs(soft.velocities).max() <= 2000.0
            assert len(soft.parts) == soft.vertex_count == len(soft.strain)
            assert soft.triangles.max(initial=0) < soft.vertex_count
            for tie in soft.attachments:
                assert tie.soft is soft and (tie.body is None or tie.body.alive)
        self.world.validate()


def main(operations: int = 10_000, seed: int = 1) -> int:
    """Fuzz, and print how often each operation was done.

    Args:
        operations: How many.
        seed: Of what decides.

    Returns:
        Exit code: 1 if a replay had another hash.
    """
    storm, start, broken = Storm(seed), time.perf_counter(), 0
    for _ in range(0, operations, 2 * SEGMENT):
        state, bits = storm.world.save_state(), storm.random.bit_generator.state
        first = _segment(storm)
        storm.world.load_state(state)
        storm.random.bit_generator.state = bits
        broken += _segment(storm) != first
        storm.check()
    done = ", ".join(f"{name} {count:,}" for name, count in sorted(storm.done.items()))
    print(f"soft bodies: {done}; {broken} replays differ ({time.perf_counter() - start:.0f} s)")
    return int(broken > 0)


def _segment(storm: Storm) -> list[int]:
    """Hashes after each of some operations."""
    found = []
    for _ in range(SEGMENT):
        storm.act()
        found.append(storm.world.state_hash())
    return found


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
