"""Explosions: a ball of pressure that grows for a few steps and pushes exposed bodies away from its center."""

from typing import NamedTuple

import numpy as np

from physics import Body, Controller, Vec3, World
from play.breakage.breakables import breakables_of
from play.breakage.soft_things import soft_things_of
from play.cues import Cue, CueSound, cue_kind
from play.game import Game

#: Steps in which an explosion grows to its full radius; it pushes in each of them.
STEPS = 8
#: Radius [m] and impulse at the center, over all steps, per exposed area of a body [N s/m^2]: a wooden crate 2 m away
#: flies at 7 m/s.
RADIUS = 6.0
PUSH = 7500.0
#: Share of that which figures and vehicles get, and largest change of their speed in a step [m/s]. By weight per area a
#: car is as light as a crate: the full impulse would throw it over a house, and a figure out of the world.
FIGURE = (0.25, 1.1)
VEHICLE = (0.25, 0.4)
#: Highest speed to which an explosion throws anything [m/s]: crates between others would fly out of the world.
FASTEST = 28.0
#: Distance within which an explosion knocks an exposed figure over [m].
KNOCK = 3.0

cue_kind("explosion", "an explosion; size: radius [m]", sound=CueSound("explosion", vary=0.05, reach=4.0, priority=4.0))


class Blast(NamedTuple):
    """An explosion in progress.

    Attributes:
        center: Where [m].
        age: Number of steps that it has pushed.
        radius: Full radius [m].
        push: Impulse per area at the center, over all steps [N s/m^2].
    """

    center: Vec3
    age: int
    radius: float
    push: float


class Explosions(Controller):
    """All explosions of a world.

    Args:
        world: Where; it becomes a controller of it.
        game: Has figure and vehicles, which are pushed less.
        cues: Where to add cues.

    Attributes:
        blasts: Those in progress.
    """

    state_fields = ("blasts",)

    def __init__(self, world: World, game: Game, cues: list[Cue]) -> None:
        self.blasts: tuple[Blast, ...] = ()
        self.cues = cues
        self._game = game
        world.add_controller(self)

    def start(self, center: Vec3, *, radius: float = RADIUS, push: float = PUSH) -> None:
        """Start an explosion; it pushes from the next step on.

        Args:
            center: Where [m]; outside all walls: a body around it does not shield.
            radius: Radius [m].
            push: Impulse at the center, per exposed area of a body [N s/m^2].
        """
        self.blasts += (Blast(Vec3(*center), 0, radius, push),)
        self.cues.append(Cue("explosion", Vec3(*center), size=radius))

    def before_step(self, world: World, dt: float) -> None:
        """Let all explosions grow and push."""
        if self.blasts:
            for blast in self.blasts:
                self._push(world, blast)
            grown = (blast._replace(age=blast.age + 1) for blast in self.blasts)
            self.blasts = tuple(blast for blast in grown if blast.age < STEPS)

    def _push(self, world: World, blast: Blast) -> None:
        reach = blast.radius * (blast.age + 1) / STEPS
        breakables = breakables_of(world)
        if breakables is not None:
            breakables.feel_blast(world, blast.center, reach, push=blast.push, radius=blast.radius)
        soft_things = soft_things_of(world)
        if soft_things is not None:
            soft_things.feel_blast(world, blast.center, reach)
        brace = None if breakables is None else breakables.brace(world, blast.center, reach)
        spared = [(body, share, body.velocity, body.angular_velocity) for body, share in self._spared(world, blast)]
        pushed = world.explode(blast.center, impulse=blast.push / STEPS, radius=reach, falloff=1.0)
        for body, (share, most), velocity, spin in spared:
            if body in pushed:
                change = body.velocity - velocity
                share = min(share, most / max(change.length, 1e-9))
                body.velocity = velocity + change * share
                body.angular_velocity = spin + (body.angular_velocity - spin) * share
        if brace is not None:
            brace.settle(world)
        fired = set() if self._game.arsenal is None else {shot.body for shot in self._game.arsenal.projectiles.shots}
        speeds = np.linalg.norm(world.read(pushed, "velocity"), axis=1)
        for k in np.flatnonzero(speeds > FASTEST).tolist():
            if pushed[k] not in fired:
                pushed[k].velocity = pushed[k].velocity * (FASTEST / pushed[k].velocity.length)
        _slow_softs(world, blast.center, reach)
        avatar = self._game.avatar
        if avatar is not None and avatar.torso in pushed and reach <= KNOCK:
            avatar.fall()

    def _spared(self, world: World, blast: Blast) -> list[tuple[Body, tuple[float, float]]]:
        """Nearby bodies that are pushed less than by their area, and their shares, as in `FIGURE`."""
        game = self._game
        found: list[tuple[Body, tuple[float, float]]] = []
        if game.avatar is not None and game.avatar.present:
            found += [(body, FIGURE) for body in game.avatar.bodies]
        found += [(body, VEHICLE) for vehicle in game.vehicles for body in vehicle.bodies]
        far = blast.radius + 5.0  # more than a body of a vehicle is long
        away = np.linalg.norm(world.read([body for body, _ in found], "position") - np.array(blast.center), axis=1)
        return [found[k] for k in np.flatnonzero(away < far).tolist()]


def _slow_softs(world: World, center: Vec3, reach: float) -> None:
    """Let no vertex of a soft body near an explosion be faster than `FASTEST`: cloth weighs nearly nothing."""
    for soft in world.softs:
        velocities = soft.velocities
        speed = np.linalg.norm(velocities, axis=1)
        if speed.max() > FASTEST:
            fast = (speed > FASTEST) & (np.linalg.norm(soft.positions - np.array(center), axis=1) < reach)
            if fast.any():
                velocities[fast] *= (FASTEST / speed[fast])[:, None]
                soft.velocities = velocities
