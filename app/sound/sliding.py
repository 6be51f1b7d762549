"""Sliding: scraping and rolling, from the contacts of a step; one loop for each kind."""

from collections.abc import Collection

import numpy as np

from app.sound.impacts import TIMBRES, known
from app.sound.stage import Stage
from physics import Body, World
from physics.queries.snapshot import KIND, Snapshot

#: Steps between two looks at the contacts.
EVERY = 4
#: Most contact points: with more, single scrapes cannot be told apart.
POINTS_MAX = 4000
#: Slowest sliding and rolling that is heard [m/s].
SLIP_MIN, TRAVEL_MIN = 0.25, 0.4
#: Slowest rotation that is heard [rad/s].
SPIN_MIN = 0.5
#: Power of friction of full loudness [W]; rolling is softer.
FULL_SCRAPE, FULL_ROLL = 1200.0, 3000.0
#: Least power at a point that is heard [W]: falling dominoes click, they do not hiss.
POWER_MIN = 2.0
LOUDEST = 0.5  # softer than hits
LOOPS = ("scrape_soft", "scrape_hard", "scrape_metal", "roll")
#: Kinds of shapes that roll.
ROUND = tuple(kind for kind, traits in KIND.TRAITS.items() if traits & KIND.ROUND)
_FAMILIES = {"soft": 0, "hard": 1, "metal": 2}


class Sliding:
    """Plays sliding and rolling.

    Args:
        stage: Where it is played.
    """

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self._now = 0
        self._names: tuple[str, ...] = ()
        self._family = np.zeros(0, np.int64)

    def step(self, world: World, quiet: Collection[Body] = (), snapshot: Snapshot | None = None) -> None:
        """Look at the contacts, every few steps.

        Args:
            world: Whose.
            quiet: Bodies that are not heard: figures and wheels.
            snapshot: That of the world, if there is one already.
        """
        self._now += 1
        if self._now % EVERY:
            return
        self._stage.stop_loops(*LOOPS)
        snapshot = snapshot or world.snapshot()
        fast = moving(snapshot)
        hushed = np.zeros(len(fast), bool)
        last = len(fast) - 1  # a body that is newer than the snapshot counts as resting
        hushed[[min(body.id, last) for body in quiet if body.alive]] = True
        fast &= ~hushed
        if not fast.any():
            return  # most worlds rest most of the time: then contacts are not read
        points = world.contacts()
        if not 0 < len(points) <= POINTS_MAX:
            return
        a, b = np.minimum(points["body_a"], last), np.minimum(points["body_b"], last)
        heard = (fast[a] | fast[b]) & ~(hushed[a] | hushed[b]) & (points["normal_impulse"] > 0.0)
        if heard.any():
            self._judge(world, points[heard], snapshot)

    def _judge(self, world: World, points: np.ndarray, snapshot: Snapshot) -> None:
        slip, travel = motion(points, snapshot)
        load = points["normal_impulse"] * 60.0
        scrapes = slip > SLIP_MIN
        # A body that tips over an edge moves as if it rolled: only round ones are heard rolling.
        rolls = ~scrapes & (travel > TRAVEL_MIN) & is_round(points, snapshot)
        if scrapes.any():
            pair = self._pairs(world, points[scrapes], snapshot)
            for family, name in enumerate(LOOPS[:3]):
                mine = np.flatnonzero(scrapes)[pair == family]
                self._hum(name, points["position"][mine], (load * slip)[mine], slip[mine], FULL_SCRAPE)
        mine = np.flatnonzero(rolls)
        self._hum("roll", points["position"][mine], (load * travel)[mine], travel[mine], FULL_ROLL)

    def _hum(self, name: str, place: np.ndarray, power: np.ndarray, speed: np.ndarray, full: float) -> None:
        power = np.maximum(power - POWER_MIN, 0.0)
        total = float(power.sum())
        if total <= 0.0:
            return
        gain = LOUDEST * min(1.0, total / full) ** 0.65
        if gain < 0.02:
            return
        # Place of the sound: close contacts count most.
        share = power / (1.0 + ((place - self._stage.ears.position) ** 2).sum(axis=1))
        share /= share.sum()
        pitch = 0.7 + 0.5 * min(float((share * speed).sum()) / 5.0, 1.5)
        self._stage.loop(name, tuple((share[:, None] * place).sum(axis=0).tolist()), gain, pitch=pitch)

    def _pairs(self, world: World, points: np.ndarray, snapshot: Snapshot) -> np.ndarray:
        """Kind of scrape of each contact: soft if one side is soft, otherwise metal if one is metal."""
        if world.materials != self._names:
            self._names = tuple(world.materials)
            self._family = np.array([_FAMILIES[TIMBRES[known(name)].slide] for name in self._names])
        family = self._family[snapshot.shape_material]
        a, b = (family[rows_of(snapshot.shape, points[key])] for key in ("shape_a", "shape_b"))
        return np.where(np.minimum(a, b) == 0, 0, np.maximum(a, b))


def moving(snapshot: Snapshot) -> np.ndarray:
    """Whether the body of each number moves fast enough to be heard, bool [highest number + 2]."""
    fast = (snapshot.velocity**2).sum(axis=1) > SLIP_MIN**2
    fast |= (snapshot.angular_velocity**2).sum(axis=1) > SPIN_MIN**2
    answer = np.zeros(int(snapshot.body.max(initial=0)) + 2, bool)
    answer[snapshot.body[fast]] = True
    return answer


def rows_of(numbers: np.ndarray, wanted: np.ndarray) -> np.ndarray:
    """Rows of numbers; row 0 for those that are not found."""
    table = np.zeros(int(max(numbers.max(initial=0), wanted.max(initial=0))) + 1, np.int64)
    table[numbers] = np.arange(len(numbers))
    return table[wanted]


def is_round(points: np.ndarray, snapshot: Snapshot) -> np.ndarray:
    """Whether one of the shapes of each contact is round."""
    a, b = (snapshot.shape_kind[rows_of(snapshot.shape, points[key])] for key in ("shape_a", "shape_b"))
    return np.isin(a, ROUND) | np.isin(b, ROUND)


def motion(points: np.ndarray, snapshot: Snapshot) -> tuple[np.ndarray, np.ndarray]:
    """How fast the surfaces slide on each other, and how fast the bodies travel along each other [m/s]."""
    a, b = rows_of(snapshot.body, points["body_a"]), rows_of(snapshot.body, points["body_b"])
    normal, place = points["normal"], points["position"]
    travel = snapshot.velocity[b] - snapshot.velocity[a]
    turn = np.cross(snapshot.angular_velocity[b], place - snapshot.position[b])
    turn -= np.cross(snapshot.angular_velocity[a], place - snapshot.position[a])
    slip = travel + turn
    answers = []
    for way in (slip, travel):
        along = way - (way * normal).sum(axis=1, keepdims=True) * normal
        answers.append(np.sqrt((along**2).sum(axis=1)))
    return answers[0], answers[1]
