"""Projectiles: balls, cubes, rockets and debris: how they fly, hit and expire."""

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from physics import Body, BodyKind, Controller, Shape, ShapeBox, ShapeCapsule, ShapeSphere, Vec3, World
from physics.vector import rotate, rotation_toward
from play import layers
from play.cues import Cue, CueSound, cue_kind
from play.game import Game
from play.weapons.explosion import Explosions
from play.weapons.looks import rocket_look

#: Most bodies at a time; each further one replaces the oldest.
LIMIT = 200
#: Farther than this from the origin, or this far below the ground, is out of the world [m].
FAR = 3000.0
DEPTH = 100.0
#: Continuous collision that keeps them from passing walls.
CCD = "sweep"
#: Masses [kg]; sizes follow from iron and wood.
BALL_MASS = 10.0
CUBE_MASS = 5.0
#: A ball of gold, which is a prize, is as large as one of iron [kg].
GOLD_MASS = BALL_MASS * 19300.0 / 7200.0
ROCKET_MASS = 6.0
BALL = ShapeSphere((3.0 * BALL_MASS / (4.0 * math.pi * 7200.0)) ** (1.0 / 3.0))
CUBE = ShapeBox((0.5 * (CUBE_MASS / 700.0) ** (1.0 / 3.0),) * 3)
#: Along Y, as capsules are; `ROCKET_TURN` lays it along Z.
ROCKET = ShapeCapsule(0.07, 0.23)
ROCKET_TURN = (math.sqrt(0.5), 0.0, 0.0, math.sqrt(0.5))
#: Rockets: burn time [s], thrust over mass at the start [m/s^2], speed at which air drag cancels the thrust [m/s].
FUEL = 10.0
THRUST = 40.0
ROCKET_SPEED = 80.0
#: Rate at which the nose turns into the velocity [1/s], and how long a rocket ignores its shooter [s].
ALIGN = 10.0
ARMING = 0.4
#: Pieces that fly out of an explosion: how many, half size [m], speed [m/s], how long they last [s].
DEBRIS = 8
DEBRIS_HALF = 0.035
DEBRIS_SPEED = 9.0
DEBRIS_TIME = 3.0
#: They start in one place, so they do not collide with each other.
DEBRIS_GROUP = 7301
#: How long after the shot a hit counts [s], its slowest approach [m/s], and most hits that are examined in a step.
HIT_TIME = 6.0
HIT_SPEED = 2.0
HITS_SEEN = 16
#: Steps between checks for projectiles that are out of the world or expired.
PATROL = 15

cue_kind(
    "burning",
    "a rocket burns, one in each step; direction: its velocity",
    sound=CueSound("burning", reach=2.5, lasting=True),
)


class Shot(NamedTuple):
    """A projectile.

    Attributes:
        body: Its body.
        what: "ball", "cube", "rocket" or "debris".
        born: Number of the step before which it was fired.
        until: Number of the step after which it expires; 0 for never.
    """

    body: Body
    what: str
    born: int
    until: int


class Flight(NamedTuple):
    """A flying rocket.

    Attributes:
        body: Its body.
        fuel: How long it will burn [s].
        armed: Number of the step after which its shooter can set it off too.
    """

    body: Body
    fuel: float
    armed: int


class Impact(NamedTuple):
    """A rocket that touched something, and explodes before the next step.

    Attributes:
        body: Its body.
        normal: Out of the surface that it touched.
    """

    body: Body
    normal: Vec3


class Projectiles(Controller):
    """All projectiles of a world.

    Args:
        world: Where; it becomes a controller of it.
        game: Has the figure that shoots.
        explosions: Where rockets explode.
        cues: Where to add cues.
        lowest: Height of the lowest ground [m].

    Attributes:
        shots: All projectiles, the oldest first.
        flights: The rockets among them.
        impacts: Rockets that explode before the next step.
        warned: Whether the player was told about the limit.
        golden: Whether balls are of gold, which `play.contests.prize` hands out.
    """

    state_fields = ("shots", "flights", "impacts", "warned", "golden")

    def __init__(
        self, world: World, game: Game, explosions: Explosions, cues: list[Cue], *, lowest: float = 0.0
    ) -> None:
        self.shots: tuple[Shot, ...] = ()
        self.flights: tuple[Flight, ...] = ()
        self.impacts: tuple[Impact, ...] = ()
        self.warned = self.golden = False
        self.cues = cues
        self._game, self._explosions, self._lowest = game, explosions, lowest
        self._table: tuple[tuple[Shot, ...], dict[Body, Shot]] = ((), {})
        world.add_controller(self)

    # ---- Firing ---------------------------------------------------------------------------------------------------

    def fire_ball(self, world: World, position: Vec3, velocity: Vec3) -> Body:
        """Iron ball of 10 kg, or a golden one: place [m] and velocity [m/s]."""
        mass, material = (GOLD_MASS, "gold") if self.golden else (BALL_MASS, "iron")
        return self._fire(world, "ball", BALL, position, velocity, mass=mass, material=material)

    def fire_cube(self, world: World, position: Vec3, velocity: Vec3) -> Body:
        """Wooden cube of 5 kg, a face to the front."""
        turn = rotation_toward(velocity)
        return self._fire(world, "cube", CUBE, position, velocity, mass=CUBE_MASS, material="wood", orientation=turn)

    def fire_rocket(self, world: World, position: Vec3, velocity: Vec3) -> Body:
        """Rocket with a full tank: place of its middle [m], velocity at first [m/s]; it flies where that points."""
        body = self._fire(
            world, "rocket", None, position, velocity, shapes=[(ROCKET, (0.0, 0.0, 0.0), ROCKET_TURN)],
            mass=ROCKET_MASS, material="steel", orientation=rotation_toward(velocity), look=rocket_look(),
            gravity_scale=0.0, can_sleep=False,
        )  # fmt: skip
        self.flights += (Flight(body, FUEL, world.step_count + round(ARMING * 60.0)),)
        return body

    def _fire(
        self,
        world: World,
        what: str,
        shape: Shape | None,
        position: Vec3,
        velocity: Vec3,
        *,
        life: float = 0.0,
        **options: Any,
    ) -> Body:
        while len(self.shots) >= LIMIT:
            self._retire_oldest(world)
        born = world.step_count
        until = born + round(life * 60.0) if life else 0
        options |= {} if shape is None else {"shape": shape}
        body = world.add_body(
            position=position, velocity=velocity, bullet=True, ccd=CCD, category=layers.PROJECTILE, name=what,
            **options,
        )  # fmt: skip
        self.shots += (Shot(body, what, born, until),)
        return body

    def _retire_oldest(self, world: World) -> None:
        if not self.warned:
            text = f"There are {LIMIT} projectiles. Each new one replaces the oldest."
            self.cues.append(Cue("message", text=text))
            self.warned = True
        self._retire(world, self.shots[:1])

    def _retire(self, world: World, shots: Sequence[Shot], *, puff: bool = True) -> None:
        """Remove some from the world, in their order: the order of a set of bodies differs from run to run."""
        gone = dict.fromkeys(shot.body for shot in shots)
        for body in gone:
            if body.alive:
                if puff:
                    self.cues.append(Cue("puff", body.position, size=0.3))
                world.remove_body(body)
        self.shots = tuple(shot for shot in self.shots if shot.body not in gone)
        self.flights = tuple(flight for flight in self.flights if flight.body not in gone)

    def clear(self, world: World) -> None:
        """Remove all from the world."""
        self._retire(world, self.shots, puff=False)

    # ---- Flying ---------------------------------------------------------------------------------------------------

    def before_step(self, world: World, dt: float) -> None:
        """Explode the rockets that touched something, and propel the others."""
        if self.impacts:
            impacts, self.impacts = self.impacts, ()
            for impact in impacts:
                if impact.body.alive:
                    self._burst(world, impact)
        if self.flights:
            flying = (flight for flight in self.flights if flight.body.alive)
            self.flights = tuple(self._propel(flight, dt) for flight in flying)

    def _propel(self, flight: Flight, dt: float) -> Flight:
        """Push a rocket along its axis, and turn that into its velocity."""
        body = flight.body
        if flight.fuel <= 0.5 * dt:
            if flight.fuel > 0.0:  # burned out in this step: from now on it falls
                body.gravity_scale = 1.0
            return flight._replace(fuel=0.0)
        velocity = body.velocity
        speed = velocity.length
        nose = rotate(body.orientation, (0.0, 0.0, -1.0))
        body.apply_force(nose * (ROCKET_MASS * THRUST * (1.0 - min(speed / ROCKET_SPEED, 1.0) ** 2)))
        if speed > 1.0:
            body.angular_velocity = nose.cross(velocity) * (ALIGN / speed)
        self.cues.append(Cue("burning", body.position - nose * 0.3, velocity))
        left = flight.fuel - dt
        return flight._replace(fuel=left if left > 0.5 * dt else 1e-9)

    def _burst(self, world: World, impact: Impact) -> None:
        center = impact.body.position
        self._retire(world, [self._shot_of(impact.body)], puff=False)
        self._explosions.start(center)
        self._throw_debris(world, center, impact.normal)

    def _throw_debris(self, world: World, center: Vec3, normal: Vec3) -> None:
        """Throw pieces of stone from a place [m] to the side of a normal, in directions that depend on the step."""
        turn, piece = rotation_toward(-normal), ShapeBox((DEBRIS_HALF, 0.7 * DEBRIS_HALF, 0.5 * DEBRIS_HALF))
        for k in range(DEBRIS):
            angle = 2.4 * k + 0.7 * world.step_count
            out = (k + 0.5) / DEBRIS
            flat = math.sqrt(1.0 - out * out)
            way = rotate(turn, (flat * math.cos(angle), flat * math.sin(angle), out))
            self._fire(
                world, "debris", piece, center, way * (DEBRIS_SPEED * (0.6 + 0.4 * ((k * 5) % 8) / 7.0)),
                life=DEBRIS_TIME * (0.6 + 0.4 * out), material="stone", group=DEBRIS_GROUP,
                angular_velocity=(9.0 * math.sin(angle), 7.0, 9.0 * math.cos(angle)), orientation=turn,
            )  # fmt: skip

    # ---- Hitting --------------------------------------------------------------------------------------------------

    def after_step(self, world: World) -> None:
        """Find impacts of rockets and hits, and remove projectiles that are far away or expired."""
        if not self.shots:
            self.warned = False
            return
        if len(world.events):
            if self.flights:
                self._find_impacts(world)
            self._cue_hits(world)
        if world.step_count % PATROL == 0:
            self._patrol(world)

    def _find_impacts(self, world: World) -> None:
        flights = {flight.body: flight for flight in self.flights}
        shooter = self._game.avatar.bodies if self._game.avatar is not None else ()
        found: dict[Body, Impact] = {}
        for event in world.events.contact_begin:
            for body, other, sign in ((event.body_a, event.body_b, -1.0), (event.body_b, event.body_a, 1.0)):
                flight = flights.get(body)
                if flight is None or body in found or (other in shooter and world.step_count <= flight.armed):
                    continue
                found[body] = Impact(body, event.normal * sign)
        self.impacts += tuple(found.values())

    def _cue_hits(self, world: World) -> None:
        shots = self._shots_by_body()
        since = world.step_count - round(HIT_TIME * 60.0)
        for event in world.events.hardest_hits(HITS_SEEN, speed=HIT_SPEED):
            shot, other = shots.get(event.body_a), event.body_b
            if shot is None:
                shot, other = shots.get(event.body_b), event.body_a
            if shot is None or shot.born < since or shot.what == "debris" or other in shots:
                continue
            if other.alive and other.kind == BodyKind.DYNAMIC:
                self.cues.append(Cue("hit", event.position, event.normal, event.impulse / 100.0, what=other.name))

    def _shots_by_body(self) -> dict[Body, Shot]:
        if self._table[0] is not self.shots:
            self._table = self.shots, {shot.body: shot for shot in self.shots}
        return self._table[1]

    def _shot_of(self, body: Body) -> Shot:
        return self._shots_by_body()[body]

    def _patrol(self, world: World) -> None:
        """Remove what expired, left the world, or is no longer finite; forget what somebody else removed."""
        living = [shot for shot in self.shots if shot.body.alive]
        if len(living) < len(self.shots):
            self._retire(world, [shot for shot in self.shots if not shot.body.alive])
        if not living:
            return
        place = world.read([shot.body for shot in living], "position")
        away = (np.abs(place).max(axis=1) > FAR) | (place[:, 1] < self._lowest - DEPTH)
        step = world.step_count
        gone = [
            shot
            for shot, out in zip(living, away.tolist(), strict=True)
            if out or 0 < shot.until <= step or shot.body.frozen
        ]
        if gone:
            self._retire(world, gone, puff=False)
