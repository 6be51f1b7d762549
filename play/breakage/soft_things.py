"""Soft things: what hangs or stands about and is cut, torn or burst, and how it is put back."""

import dataclasses
from collections.abc import Iterable, Sequence

import numpy as np

from physics import Body, BodyDef, BodyKind, Controller, JointDef, Soft, SoftBuilt, Vec3, World
from physics.soft.definition import SoftDef
from play.breakage.breakables import is_there
from play.cues import Cue, CueSound, cue_kind
from play.game import game_of

#: What nothing holds is astray if its middle is so far from where it belongs [m].
ASTRAY = 0.15
#: Thin skins burst where something touches them faster than this [m/s], and within this distance of an explosion [m].
PIERCING, DEAFENING = 5.0, 3.0

cue_kind("burst", "a balloon burst", sound=CueSound("burst", vary=0.15, reach=1.5, priority=3.0))


@dataclasses.dataclass(frozen=True)
class SoftThing:
    """One soft thing as it belongs: soft bodies, and the bodies and joints that only they need.

    Attributes:
        softs: The soft bodies.
        bodies: Rings, pegs, knots and the like, as far as they move.
        joints: What leads these.
    """

    softs: tuple[SoftDef, ...]
    bodies: tuple[BodyDef, ...]
    joints: tuple[JointDef, ...]

    @classmethod
    def of(cls, made: SoftBuilt) -> "SoftThing":
        """What a builder has made, as it is now."""
        loose = (body for body in made.bodies if body.kind == BodyKind.DYNAMIC)
        return cls(
            tuple(soft.definition() for soft in made.softs),
            tuple(body.definition() for body in loose),
            tuple(joint.definition() for joint in made.joints),
        )

    def is_astray(self, world: World) -> bool:
        """Whether a part of it is gone, torn, burst, or has come off, or it lies somewhere else."""
        if not all(is_there(world, body.id) for body in self.bodies):
            return True
        found = find_softs(world, self.softs)
        return any(soft is None or _is_astray(soft, home) for soft, home in zip(found, self.softs, strict=True))

    def put_back(self, world: World) -> None:
        """Let all of it be where it belongs, whole and at rest."""
        for body in self.bodies:
            if is_there(world, body.id):
                _move(world, world.body(body.id or -1), body)
            else:
                world.restore(body)
        here = {joint.id for joint in world.joints}
        for joint in self.joints:
            if joint.id not in here:
                world.restore(joint)
        for soft, home in zip(find_softs(world, self.softs), self.softs, strict=True):
            if soft is None:
                world.restore(home)
            else:
                soft.put_back(home)


class SoftThings(Controller):
    """The soft things of a world. Its own numbers never change, so states hold none of it.

    Args:
        world: Where; it becomes a controller of it.

    Attributes:
        things: All of them.
    """

    def __init__(self, world: World) -> None:
        self.things: tuple[SoftThing, ...] = ()
        self._thin: frozenset[int] = frozenset()
        world.add_controller(self)

    def keep(self, made: Iterable[SoftBuilt]) -> None:
        """Remember what builders have made: mending puts it back as it is now."""
        self.things += tuple(SoftThing.of(one) for one in made)

    def add_thin(self, softs: Iterable[Soft]) -> None:
        """Let shells burst when something fast touches them, and when an explosion is near."""
        self._thin |= {soft.id for soft in softs}

    def astray(self, world: World) -> tuple[SoftThing, ...]:
        """What is not as it belongs."""
        return tuple(thing for thing in self.things if thing.is_astray(world))

    # ---- Bursting -------------------------------------------------------------------------------------------------

    def after_step(self, world: World) -> None:
        """Burst what was hit."""
        if not self._thin or not len(world.events):
            return
        for event in world.events.contact_begin:
            for soft, body in ((event.body_a, event.body_b), (event.body_b, event.body_a)):
                if isinstance(soft, Soft) and isinstance(body, Body) and soft.alive and body.alive:
                    if soft.id in self._thin and (body.velocity - soft.velocity).length > PIERCING:
                        burst(world, soft, event.normal)

    def feel_blast(self, world: World, center: Vec3, reach: float) -> None:
        """Burst what is thin and near.

        Args:
            world: Where.
            center: Where the explosion is [m].
            reach: How far it has come [m].
        """
        for number in sorted(self._thin):
            soft = _find(world, number)
            if soft is not None and (soft.position - center).length < min(reach, DEAFENING):
                burst(world, soft, soft.position - center)


def burst(world: World, soft: Soft, way: Vec3) -> None:
    """Tear a shell in two across a direction, unless it has burst already."""
    if soft.leaks:
        return
    soft.cut(soft.position, way if way.length > 1e-6 else Vec3(0.0, 1.0, 0.0))
    game = game_of(world)
    if game is not None:
        game.cues.append(Cue("burst", soft.position, what=soft.name))


def soft_things_of(world: World) -> SoftThings | None:
    """The soft things of a world, or None."""
    return next((one for one in world.controllers if isinstance(one, SoftThings)), None)


def _find(world: World, number: int | None) -> Soft | None:
    try:
        return world.soft(number or -1)
    except LookupError:
        return None


def find_softs(world: World, homes: Sequence[SoftDef]) -> list[Soft | None]:
    """The soft bodies of some definitions, None for those that are gone."""
    return [_find(world, home.id) for home in homes]


def _is_astray(soft: Soft, home: SoftDef) -> bool:
    """Whether a soft body is not whole, has come off, or, if nothing holds it, is elsewhere."""
    ties = len(home.state.ties)
    if soft.vertex_count != len(home.places) or soft.part_count > 1 or soft.leaks or len(soft.attachments) != ties:
        return True
    if not np.array_equal(np.flatnonzero(home.pins), soft.pins):
        return True
    if ties or home.pins.any():
        return False
    mass = home.state.arrays["place"][:, 3]
    return bool(np.linalg.norm(np.array(soft.position) - mass @ home.places / mass.sum()) > ASTRAY)


def _move(world: World, body: Body, home: BodyDef) -> None:
    """Put a body where it belongs, at rest."""
    rest = np.zeros((1, 3))
    world.write([body], position=np.array([home.position]), orientation=np.array([home.orientation]), velocity=rest,
                angular_velocity=rest)  # fmt: skip
