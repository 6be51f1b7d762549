"""Breakables: the things of a world that can break, when they do, what is left of them, and how they are mended.

Until something hits it hard enough, a thing is one static body or several, which cost nothing. When it breaks, it is
taken out of the world and its fragments come in its place. It takes from whoever hit it what it withstands and no more:
the rest of the impulse is given back, so that a ball flies on through a pane; what it took moves the fragments.
"""

import collections
import math
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

import numpy as np

from physics import Body, BodyDef, BodyKind, Controller, JointFixed, Vec3, World
from physics.vector import multiply, rotate
from play.breakage.blows import Push, exposed, pushes
from play.breakage.breakable import Blow, Breakable, Fragment, Kind
from play.breakage.debris import Brace
from play.cues import Cue
from play.game import game_of

#: Most pieces of scrap in the world; each further one replaces the oldest.
SCRAP = 160
#: Most things that lose their hold in a step; the rest of a collapse follows in the next ones.
FALLING = 8
#: Steps between two looks for scrap whose time is over.
PATROL = 15
#: Fragments share a blow by their mass, and the less the farther they are from it: half at this distance [m].
SHARED = 0.3
STEP_RATE = 60.0


class Broken(NamedTuple):
    """A thing that is broken.

    Attributes:
        number: Its number.
        step: In which step it broke.
        pieces: Its fragments, of which some may be gone.
    """

    number: int
    step: int
    pieces: tuple[Body, ...]


class Scrap(NamedTuple):
    """A fragment that does not stay.

    Attributes:
        body: Its body.
        until: Number of the step after which it vanishes; 0 for when its place is needed.
    """

    body: Body
    until: int


class Breakables(Controller):
    """All things of a world that can break.

    Args:
        world: Where; it becomes a controller of it.

    Attributes:
        things: All of them; their numbers are places in this list.
        broken: Those that are broken, in the order in which that happened.
        losing: Numbers of those that have lost their hold and come off in the next steps.
        scrap: Fragments that do not stay, the oldest first.
        homes: Where loose things belong: what mending puts back besides.
    """

    state_fields = ("broken", "losing", "scrap")

    def __init__(self, world: World) -> None:
        self.things: list[Breakable] = []
        self.broken: tuple[Broken, ...] = ()
        self.losing: tuple[int, ...] = ()
        self.scrap: tuple[Scrap, ...] = ()
        self.homes: dict[int, BodyDef] = {}
        self._owners: dict[int, int] = {}
        self._dependents: dict[int, list[int]] = {}
        self._weakest = math.inf
        self._corners: tuple[np.ndarray, np.ndarray] | None = None
        self._known: tuple[tuple[Broken, ...], frozenset[int]] = ((), frozenset())
        world.add_controller(self)

    # ---- Building -------------------------------------------------------------------------------------------------

    def add(
        self,
        kind: Kind,
        whole: Sequence[Body],
        shatter: Callable[[Breakable, Blow], tuple[Fragment, ...]],
        *,
        supports: Iterable[Sequence[int]] = (),
    ) -> int:
        """Let bodies of the world break as one thing; returns its number.

        Args:
            kind: What it withstands.
            whole: The bodies, all static.
            shatter: What becomes of it after a blow.
            supports: See `Breakable.supports`.
        """
        number = len(self.things)
        held = tuple(tuple(some) for some in supports)
        definitions = tuple(body.definition() for body in whole)
        low, high = _box_around(definitions)
        self.things.append(Breakable(kind, definitions, shatter, held, low, high))
        self._owners |= {body.id: number for body in whole}
        for holder in {holder for some in held for holder in some}:
            self._dependents.setdefault(holder, []).append(number)
        self._corners, self._weakest = None, min(self._weakest, kind.strength)
        return number

    def keep(self, bodies: Iterable[Body]) -> None:
        """Remember where loose things are: mending puts them back there."""
        self.homes |= {body.id: body.definition() for body in bodies}

    # ---- Reading --------------------------------------------------------------------------------------------------

    def stands(self, number: int) -> bool:
        """Whether a thing is whole."""
        return number not in self._gone

    @property
    def _gone(self) -> frozenset[int]:
        if self._known[0] is not self.broken:
            self._known = self.broken, frozenset(some.number for some in self.broken)
        return self._known[1]

    def _standing(self, world: World, number: int) -> bool:
        """Whether a thing is whole, and nobody took a body of it out of the world by hand."""
        return self.stands(number) and all(is_there(world, one.id) for one in self.things[number].whole)

    # ---- Breaking -------------------------------------------------------------------------------------------------

    def after_step(self, world: World) -> None:
        """Break what was hit too hard, and let fall what has lost its hold."""
        if self.scrap and world.step_count % PATROL == 0:
            self._clear_away(world)
        if self.losing:
            falling, self.losing = self.losing[:FALLING], self.losing[FALLING:]
            for number in falling:
                if self._standing(world, number):
                    self._break(world, number, Blow(self.things[number].middle))
        if self.things and len(world.events):
            for number, found in pushes(world, self._owners, self._weakest).items():
                if self._standing(world, number):
                    self._hit(world, number, found)

    def _hit(self, world: World, number: int, found: list[Push]) -> None:
        """Break a thing, and others around it, if the hits of a step are more than it withstands."""
        kind = self.things[number].kind
        load = sum(push.impulse * push.bite for push in found)
        if load <= kind.strength:
            return
        hardest = found[0]
        numbers = self._around(world, number, hardest.point, int(load / kind.strength))
        share = 1.0 - len(numbers) * kind.strength / load
        for push in found:
            if push.body.alive and push.body.kind == BodyKind.DYNAMIC:
                push.body.apply_impulse(push.way * (share * push.impulse), push.point)
        taken = sum(push.impulse for push in found) * (1.0 - share) / len(numbers)
        for other in numbers:
            point = hardest.point if other == number else self.things[other].middle
            self._break(world, other, Blow(point, hardest.way, taken, load / kind.strength))

    def _around(self, world: World, number: int, point: Vec3, count: int) -> list[int]:
        """A thing, and the nearest others of its kind around a blow, at most so many."""
        kind = self.things[number].kind
        if kind.spread <= 0.0 or count < 2:
            return [number]
        away = self._distances(point)
        near = [int(row) for row in np.argsort(away, kind="stable") if away[row] <= kind.spread]
        others = (row for row in near if row != number and self.things[row].kind is kind and self._standing(world, row))
        return [number, *(row for row, _ in zip(others, range(count - 1), strict=False))]

    def feel_blast(self, world: World, center: Vec3, reach: float, *, push: float, radius: float) -> None:
        """Break what an explosion breaks.

        Args:
            world: Where.
            center: Where it is [m].
            reach: How far it has come [m].
            push: Its impulse at the center, per area [N s/m^2]; it falls off evenly.
            radius: How far it will come [m].
        """
        if not self.things:
            return
        away = self._distances(center)
        force = push * (1.0 - away / radius)
        near = [row for row in np.flatnonzero(away <= reach).tolist() if force[row] > self.things[row].kind.pressure]
        rows = np.array([row for row in near if self._standing(world, row)], int)
        if not len(rows):
            return
        low, high = self._boxes
        bodies = [tuple(one.id or 0 for one in self.things[row].whole) for row in rows.tolist()]
        scrap = [one.body for one in self.scrap if one.body.alive]
        seen = exposed(world, center, low[rows], high[rows], bodies, scrap=scrap)
        for row, hit in zip(rows.tolist(), seen, strict=True):
            if hit:
                thing = self.things[row]
                point = Vec3(*np.clip(np.array(center), thing.low, thing.high).tolist())
                load = float(force[row]) / thing.kind.pressure
                self._break(world, row, Blow(point, load=load))

    def brace(self, world: World, center: Vec3, radius: float) -> Brace:
        """Let all fragments brace themselves against an explosion, which has come so far [m]: before it pushes."""
        lists: tuple[list[Body], list[Body]] = ([], [])
        for one in self.broken:
            lists[self.things[one.number].kind.heavy].extend(body for body in one.pieces if body.alive)
        return Brace(world, *lists, center, radius)

    def _distances(self, place: Vec3) -> np.ndarray:
        """How far a place is from the boxes around all things [m], shape [n]."""
        (low, high), spot = self._boxes, np.array(place)
        return np.linalg.norm(np.maximum(np.maximum(low - spot, spot - high), 0.0), axis=1)

    @property
    def _boxes(self) -> tuple[np.ndarray, np.ndarray]:
        """Corners of the boxes around all things [m], shape [n, 3] each."""
        if self._corners is None:
            self._corners = np.array([thing.low for thing in self.things]), np.array([t.high for t in self.things])
        return self._corners

    def _break(self, world: World, number: int, blow: Blow) -> None:
        """Put the fragments of a thing in its place, push them, and look who has lost hold by that."""
        thing = self.things[number]
        for one in thing.whole:
            world.remove_body(world.body(one.id or 0))
        fragments = thing.shatter(thing, blow)
        pieces: list[Body] = []
        for fragment in fragments:
            body = world.add(fragment.definition)
            if fragment.bound >= 0:
                world.add_joint(JointFixed(pieces[fragment.bound], body, name=f"{thing.kind.name} joint"))
            pieces.append(body)
        _share(blow, thing.kind, [body for body in pieces if body.kind == BodyKind.DYNAMIC])
        self.broken += (Broken(number, world.step_count, tuple(pieces)),)
        self._note_scrap(world, fragments, pieces)
        game = game_of(world)
        if game is not None and thing.kind.cue:
            size = min(1.0, 0.35 + 0.1 * blow.load)
            game.cues.append(Cue(thing.kind.cue, blow.point, blow.way, size, what=thing.kind.name))
        for other in self._dependents.get(number, ()):
            held = any(all(self.stands(holder) for holder in some) for some in self.things[other].supports)
            if not held and other not in self.losing and self.stands(other):
                self.losing += (other,)

    # ---- Scrap ----------------------------------------------------------------------------------------------------

    def _note_scrap(self, world: World, fragments: Sequence[Fragment], pieces: Sequence[Body]) -> None:
        """Remember fragments that do not stay; the oldest make room."""
        found = [
            Scrap(body, world.step_count + round(fragment.life * STEP_RATE) if fragment.life else 0)
            for fragment, body in zip(fragments, pieces, strict=True)
            if fragment.scrap
        ]
        listed = (*self.scrap, *found)
        for one in listed[: max(0, len(listed) - SCRAP)]:
            if one.body.alive:
                world.remove_body(one.body)
        self.scrap = listed[-SCRAP:]

    def _clear_away(self, world: World) -> None:
        """Take scrap out of the world whose time is over."""
        kept = []
        for one in self.scrap:
            if one.body.alive and 0 < one.until <= world.step_count:
                world.remove_body(one.body)
            if one.body.alive:
                kept.append(one)
        if len(kept) < len(self.scrap):
            self.scrap = tuple(kept)


def breakables_of(world: World) -> Breakables | None:
    """The things of a world that can break, or None."""
    return next((one for one in world.controllers if isinstance(one, Breakables)), None)


def is_there(world: World, number: int | None) -> bool:
    """Whether there is a body with a number."""
    try:
        return number is not None and world.body(number).alive
    except LookupError:
        return False


def _box_around(definitions: Iterable[BodyDef]) -> tuple[np.ndarray, np.ndarray]:
    """Corners of the box around the shapes of some bodies [m]."""
    low, high = np.full(3, np.inf), np.full(3, -np.inf)
    for one in definitions:
        for part in one.parts:
            middle = np.array(one.position) + rotate(one.orientation, part.offset)
            x, y, z, w = multiply(one.orientation, part.rotation)
            for axis, way in enumerate(((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))):
                seen = rotate((-x, -y, -z, w), way)
                high[axis] = max(high[axis], middle[axis] + part.shape.reach((seen.x, seen.y, seen.z)))
                low[axis] = min(low[axis], middle[axis] - part.shape.reach((-seen.x, -seen.y, -seen.z)))
    return low, high


def _share(blow: Blow, kind: Kind, moving: list[Body]) -> None:
    """Give fragments what the thing took of a blow: one or two the nearest all of it where it was, more each a part."""
    if not moving or blow.impulse <= 0.0:
        return
    given = blow.way * (blow.impulse * (1.0 - kind.rooted))
    away = [(body.center_of_mass - blow.point).length for body in moving]
    if len(moving) <= 2:
        moving[away.index(min(away))].apply_impulse(given, blow.point)
        return
    weights = [body.mass / (1.0 + (far / SHARED) ** 2) for body, far in zip(moving, away, strict=True)]
    for body, weight in zip(moving, weights, strict=True):
        body.apply_impulse(given * (weight / sum(weights)))


def tally(names: Iterable[Kind]) -> str:
    """How many of each kind, in words: "3 panes, 1 tree and 2 bricks"."""
    counts = collections.Counter(names)
    words = [f"{count} {kind.name if count == 1 else kind.plural}" for kind, count in counts.items()]
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}" if words else "nothing"
