"""Shots of the weapons at everything that stands in a world: walls, doors, panes. None may pass.

python -m bench.storms.arms [SCENE] [COUNT]      the village, 10,000 shots

What "passed" means. Where a center was before a step and where it is after it make a short way. If that way goes
through something static, the projectile passed it: its center can touch no surface, because it is as thick as a fist.
Barriers that can move, such as doors and loose panes, are judged in their own axes: the way begins where the barrier
has carried the first place to. One that flies itself, because something else hits it in this step or tore it off
before, may sweep over what is slower: that is told apart, for it is no wall then. Balls and cubes fly at all charges,
rockets at all speeds that they reach; what flies out of explosions counts too.
"""

import sys
import time
from collections.abc import Callable, Sequence

import numpy as np

from bench.storms.kit import DT, Verdict
from physics import Body, BodyKind, ShapeSphere, Vec3, World
from physics.vector import inverse, rotate
from play.game import Game, game_of
from play.weapons.constructor import impulse_of
from play.weapons.explosion import Explosions
from play.weapons.projectiles import BALL_MASS, CUBE_MASS, ROCKET_SPEED, Projectiles
from play.weapons.rocket_launcher import START_SPEED
from scenes import registry

#: Shots of one flight, how long it is [steps], room that a shot needs at its start [m].
BATCH = 90
FLIGHT = 80
ROOM = ShapeSphere(0.45)
#: How far away from doors and panes they are shot at [m].
AIM_RANGE = 25.0
#: How near a barrier a projectile is judged in its axes [m]; more than a step at 200 m/s.
NEAR = 5.0
#: A barrier whose rim, this far from its middle [m], is faster than this [m/s] is no wall: it flies.
RIM = 1.0
FLYING = 5.0
#: Of a place to shoot from above a floor [m].
CHEST = 1.3
KINDS = ("ball", "cube", "rocket")


class Storm:
    """A world that is shot at.

    Args:
        build: Fills an empty world.
        points: Places to shoot from [m], shape [n, 3]; those without room are left out. None for `free_points`.
        barriers: Words in the names of what is aimed at: doors and panes, also loose ones, must not be passed either.
        seed: Of places and directions.
    """

    def __init__(
        self,
        build: Callable[[World], None],
        points: np.ndarray | None = None,
        *,
        barriers: Sequence[str] = ("door", "pane", "window", "board", "target"),
        seed: int = 1,
    ) -> None:
        self.world = World()
        build(self.world)
        game = game_of(self.world) or Game(self.world)
        if game.arsenal is not None:
            self.shots, self.explosions = game.arsenal.projectiles, game.arsenal.explosions
        else:
            cues: list = []
            self.explosions = Explosions(self.world, game, cues)
            self.shots = Projectiles(self.world, game, self.explosions, cues)
        self.world.step(DT)
        self.points = free_points(self.world) if points is None else np.asarray(points, float)
        self.points = np.array([p for p in self.points if not self.world.overlap(ROOM, tuple(p))])
        if not len(self.points):
            raise ValueError("there is no place to shoot from; give points in the open")
        moving = [body for body in self.world.bodies if body.kind == BodyKind.DYNAMIC]
        self.moving, self.still = moving, {body for body in self.world.bodies if body.kind == BodyKind.STATIC}
        aims = [body for body in self.world.bodies if any(word in body.name for word in barriers)]
        self.barriers = [body for body in aims if body.kind == BodyKind.DYNAMIC]
        centers = [np.array(body.center_of_mass) for body in aims]
        near = [self.points[np.linalg.norm(self.points - center, axis=1) < AIM_RANGE] for center in centers]
        self._aims = [(center, places) for center, places in zip(centers, near, strict=True) if len(places)]
        self._random = np.random.default_rng(seed)
        self._state = self.world.save_state()
        self.passed: list[str] = []
        self.fired = dict.fromkeys(KINDS, 0)
        self.met = self.swept = 0
        self._batch: set[Body] = set()
        self._touched: set[Body] = set()

    def run(self, count: int) -> None:
        """Fire so many shots, flight after flight, each into the world as it was."""
        for first in range(0, count, BATCH):
            self.world.load_state(self._state)
            self._touched.clear()
            self._batch = {self._fire(KINDS[number % 3]) for number in range(first, min(first + BATCH, count))}
            for _ in range(FLIGHT):
                self._step()
            self.met += len(self._touched)

    def _fire(self, kind: str) -> Body:
        place = self.points[self._random.integers(len(self.points))]
        way = self._random.normal(size=3) * (1.0, 0.4, 1.0)
        if self._aims and self._random.random() < 0.5:  # at a door or a pane, from near it
            target, places = self._aims[self._random.integers(len(self._aims))]
            place = places[self._random.integers(len(places))]
            way = target + self._random.uniform(-0.5, 0.5, 3) - place
        way = Vec3(*(way / np.linalg.norm(way)).tolist())
        start, charge = Vec3(*place.tolist()), self._random.random()
        self.fired[kind] += 1
        if kind == "rocket":
            speed = START_SPEED + charge * (ROCKET_SPEED - START_SPEED)
            return self.shots.fire_rocket(self.world, start, way * speed)
        mass = BALL_MASS if kind == "ball" else CUBE_MASS
        fire = self.shots.fire_ball if kind == "ball" else self.shots.fire_cube
        return fire(self.world, start, way * (impulse_of(kind, charge) / mass))

    def _step(self) -> None:
        world = self.world
        shots = [shot.body for shot in self.shots.shots]
        before = {body: body.center_of_mass for body in shots if body.alive}
        poses = [(body.position, body.orientation, rim_speed(body)) if body.alive else None for body in self.barriers]
        blasts = self.explosions.blasts or self.shots.impacts
        world.step(DT)
        fired = self._batch
        self._touched |= {b for event in world.events.contact_begin for b in (event.body_a, event.body_b) if b in fired}
        flown = [(body, place) for body, place in before.items() if body.alive]
        if flown:
            self._judge_static([body for body, _ in flown], np.array([place for _, place in flown]))
            for barrier, pose in zip(self.barriers, poses, strict=True):
                if pose is not None and barrier.alive:
                    hits = {body for body in bodies_that_hit(world, barrier) if body not in self.still}
                    self._judge_barrier(barrier, pose, flown, {*hits, barrier} if blasts else hits)

    def _judge_static(self, bodies: list[Body], before: np.ndarray) -> None:
        now = np.array([body.center_of_mass for body in bodies])
        length = np.linalg.norm(now - before, axis=1)
        rows = np.flatnonzero(length > 1e-6)
        if not len(rows):
            return
        ignore = [body for body in (*self.moving, *(shot.body for shot in self.shots.shots)) if body.alive]
        way = now[rows] - before[rows]
        hits = self.world.ray_cast_batch(before[rows], way, float(length.max()) + 1.0, ignore=ignore)
        for row, distance, number in zip(rows.tolist(), hits.distance.tolist(), hits.body.tolist(), strict=True):
            if distance < length[row] and self.world.body(number).kind == BodyKind.STATIC:
                self._tell(bodies[row], self.world.body(number), distance)

    def _judge_barrier(self, barrier: Body, pose: tuple, flown: list[tuple[Body, Vec3]], others: set[Body]) -> None:
        """Find what went through a barrier; pose and speed before the step, and what moved it in the step."""
        middle = barrier.center_of_mass
        for body, place in flown:
            if (body.center_of_mass - middle).length > NEAR:
                continue
            local = rotate(inverse(pose[1]), place - pose[0])
            start = barrier.position + rotate(barrier.orientation, local)
            way = body.center_of_mass - start
            if way.length > 1e-6:
                hits = self.world.ray_cast_all(start, way, way.length)
                hit = next((hit for hit in hits if hit.body is barrier), None)
                if hit is not None and pose[2] < FLYING and not others - {body}:
                    self._tell(body, barrier, hit.distance)
                elif hit is not None:
                    self.swept += 1

    def _tell(self, body: Body, wall: Body, distance: float) -> None:
        place = tuple(round(c, 2) for c in body.center_of_mass)
        speed = body.velocity.length
        self.passed.append(f"{body.name} at {place}, {speed:.0f} m/s, through {wall.name!r} after {distance:.3f} m")


def bodies_that_hit(world: World, barrier: Body) -> set[Body]:
    """What hit a body in the last step."""
    pairs = [(event.body_a, event.body_b) for event in world.events.contact_hit]
    return {a if b is barrier else b for a, b in pairs if barrier in (a, b)}


def rim_speed(body: Body) -> float:
    """Speed of the fastest point of a body, or somewhat more [m/s]."""
    return body.velocity.length + body.angular_velocity.length * RIM


def free_points(world: World, *, half: float = 90.0, pitch: float = 3.0, top: float = 80.0) -> np.ndarray:
    """Places above all floors of a world, on a grid [m], shape [n, 3]."""
    found = []
    for x in np.arange(-half, half + 1e-6, pitch):
        for z in np.arange(-half, half + 1e-6, pitch):
            hits = world.ray_cast_all((x, top, z), (0.0, -1.0, 0.0), 2.0 * top)
            found += [hit.point + (0.0, CHEST, 0.0) for hit in hits if hit.normal.y > 0.7]
    return np.array(found)


def run(build: Callable[[World], None], points: np.ndarray | None = None, *, count: int = 10_000, **options) -> Verdict:
    """Shoot at a world, and say how many passed; options as of `Storm`."""
    start = time.perf_counter()
    storm = Storm(build, points, **options)
    storm.run(count)
    shots = ", ".join(f"{number:,} {kind}s" for kind, number in storm.fired.items())
    head = f"{shots} from {len(storm.points):,} places, {len(storm.barriers)} barriers that move"
    took = time.perf_counter() - start
    told = [
        f"{len(storm.passed)} ways through something, flying barriers swept over {storm.swept}",
        f"{storm.met:,} shots touched something; {took:.0f} s",
    ]
    return Verdict(f"{count:,} shots of the weapons", not storm.passed, [head, *told, *storm.passed[:10]])


def main() -> int:
    """Command line."""
    key = sys.argv[1] if len(sys.argv) > 1 else "world_village"
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 10_000
    verdict = run(registry.load_all()[key].start, count=count)
    print(verdict, flush=True)
    return int(verdict.holds is False)


if __name__ == "__main__":
    sys.exit(main())
