"""Trebuchet: a counterweight swings a beam, and that a sling with whatever was hooked to it."""

import math

from physics import Body, BodyKind, JointDistance, JointHinge, ShapeBox, ShapeCylinder, ShapeSphere, Vec3, World
from physics.vector import about, multiply, rotate
from play import layers
from play.cues import Cue
from play.machines.machine import UNTURNED, Machine, Site, add_bar, drive
from play.vehicles.vehicle import Instrument

#: Height of the axle, and short and long arm [m].
AXLE, SHORT, LONG = 3.0, 1.0, 4.0
#: How far the origin of the frame is above the ground [m].
UP = 1.5
#: How far the beam is tilted when it is cocked [rad]: its long end is just above the ground, behind.
COCKED = math.asin((AXLE - 0.45) / LONG)
#: Masses of beam and counterweight [kg].
BEAM_MASS, WEIGHT = 130.0, 1300.0
#: Sling: its length, and from how far away it takes things [m]; what it takes, up to a mass [kg].
SLING, TAKES, HEAVIEST = 2.7, 4.5, 60.0
#: What is loaded is drawn in until it lies this close to the place below the end of the beam [m]: from wherever it was
#: taken, it then flies alike.
BELOW = 0.03
#: How fast for its distance from there [1/s], and how tight the sling is then [m].
DRAW, TAUT = 2.0, 0.005
#: Speeds: turning, winding the beam down [rad/s], winding the sling in [m/s]; torques of turning and winch [N m].
TURN, WIND, PULL = 0.3, 0.55, 0.9
TURN_TORQUE, WINCH_TORQUE = 60_000.0, 25_000.0
#: Without the winch, the axle has the friction of grease [N m].
GREASE = 15.0
#: Within this angle the winch draws the beam into its latch by itself [rad].
LATCH = 0.03
#: Damping of the counterweight [1/s], of its motion and its spin: while it is held, by lines to the frame, and in free
#: swing.
HELD, SWINGING = (4.0, 4.0), (0.0, 1.5)
#: Angle at which the sling opens: the stone flies no steeper than so [rad]; at first, least, most, and rate [1/s].
OPENS, OPENS_LEAST, OPENS_MOST, OPENS_RATE = math.radians(17.0), math.radians(10.0), math.radians(75.0), 0.35
#: Slowest flight at which it opens [m/s].
FLYING = 5.0
MASK = layers.ALL & ~(layers.FIGURE | layers.WEAPON)


class Trebuchet(Machine):
    """A trebuchet on a turntable.

    Attributes:
        sling: The rope to what is loaded; None for nothing.
        opens: The sling opens when what it throws flies no steeper than this [rad].
        loosed: Whether the trigger was pulled, and the beam swings freely.
    """

    state_fields = (*Machine.state_fields, "sling", "opens", "loosed", "_before", "_flight")
    seat = Vec3(-1.35, 1.6 - UP, 1.6)
    hood = Vec3(0.0, 4.6 - UP, 3.6)
    doors = tuple(Vec3(x, 0.3 - UP, z) for z in (1.2, -1.2) for x in (-2.3, 2.3))
    view_distance = 9.0
    key_hints = (
        ("fire_other", "Load what lies near"), ("fire", "Shoot"), ("jump", "Wind the beam down"),
        ("move_forward", "Flatter"), ("move_back", "Steeper"), ("move_left", "Turn left"), ("move_right", "Turn right"),
    )  # fmt: skip

    def __init__(self, world: World, position: Vec3, yaw: float = 0.0, *, name: str = "trebuchet") -> None:
        self.sling: JointDistance | None = None
        self.opens, self.loosed = OPENS, False
        self._before, self._flight = (False, False), Vec3(0.0, 0.0, 0.0)
        super().__init__(world, position, yaw, name=name)

    # ---- Making ---------------------------------------------------------------------------------------------------

    def _make(self, world: World, position: Vec3, yaw: float) -> None:
        site = Site(position, yaw)
        base = world.add_body(
            kind=BodyKind.STATIC, shape=ShapeCylinder(0.5, 0.06), position=site.position, orientation=site.turn,
            name=f"{self.name} base", **self._options("stone"),
        )  # fmt: skip
        self.chassis = self._make_frame(world, site)
        along = site.way(0.0, -math.sin(COCKED), math.cos(COCKED))  # to the long end, behind
        axle = site.at(0.0, AXLE, 0.0)
        turn = multiply(site.turn, about((1.0, 0.0, 0.0), COCKED))
        beam = self._make_beam(world, axle, turn)
        pin = axle - along * SHORT
        box = world.add_body(
            shapes=[(ShapeBox((0.5, 0.42, 0.42)), (0.0, -0.75, 0.0), UNTURNED)], position=pin, orientation=site.turn,
            density=500.0, name=f"{self.name} counterweight", **self._options("stone"),
        )  # fmt: skip
        for x in (-0.44, 0.44):
            box.add_shape(ShapeBox((0.04, 0.4, 0.07)), (x, -0.3, 0.0), density=500.0, **self._options("iron"))
        box.mass = WEIGHT
        across = site.way(1.0, 0.0, 0.0)
        turntable = JointHinge(
            base, self.chassis, anchor=site.at(0.0, 0.0, 0.0), axis=(0.0, 1.0, 0.0), motor_max_force=TURN_TORQUE,
            name=f"{self.name} turn",
        )  # fmt: skip
        hinge = JointHinge(
            self.chassis, beam, anchor=axle, axis=across, motor_max_force=WINCH_TORQUE, name=f"{self.name} axle"
        )
        hanger = JointHinge(beam, box, anchor=pin, axis=across, friction=60.0, name=f"{self.name} hanger")
        self.links = tuple(world.add_joint(joint) for joint in (turntable, hinge, hanger))
        self.parts, self.rates = (self.chassis, base, beam, box), (0.0, 0.0)
        self._hold(True)

    def _make_frame(self, world: World, site: Site) -> Body:
        """Sills, legs and braces on both sides, a trough between them, the winch and a seat."""
        options = self._options("wood")
        body = world.add_body(
            shapes=[(ShapeBox((1.1, 0.09, 0.14)), (0.0, 0.16 - UP, -2.0), UNTURNED)], position=site.at(0.0, UP, 0.0),
            orientation=site.turn, density=700.0, name=self.name, **options,
        )  # fmt: skip
        body.add_shape(ShapeBox((1.1, 0.09, 0.14)), (0.0, 0.16 - UP, 2.4), density=700.0, **options)
        for side in (-1.0, 1.0):
            x = 0.85 * side
            body.add_shape(ShapeBox((0.12, 0.11, 2.7)), (x, 0.16 - UP, 0.2), density=700.0, **options)
            add_bar(body, Vec3(x, 0.2 - UP, 0.0), Vec3(x, AXLE + 0.15 - UP, 0.0), 0.11, 700.0, options)
            for z in (-1.7, 1.7):
                add_bar(body, Vec3(x, 0.25 - UP, z), Vec3(x, AXLE - 0.45 - UP, 0.12 * z), 0.08, 700.0, options)
            add_bar(body, Vec3(1.5 * x, 0.2 - UP, 0.9), Vec3(x, 1.7 - UP, 0.1), 0.06, 700.0, options)
            axle = ShapeCylinder(0.13, 0.14), (x, AXLE - UP, 0.0), about((0.0, 0.0, 1.0), 0.5 * math.pi)
            body.add_shape(*axle, density=3000.0, **self._options("iron"))
        winch = ShapeCylinder(0.16, 0.7), (0.0, 0.5 - UP, 2.75), about((0.0, 0.0, 1.0), 0.5 * math.pi)
        body.add_shape(*winch, density=700.0, **options)
        body.add_shape(ShapeBox((0.28, 0.05, 0.25)), (-1.35, 0.62 - UP, 1.6), density=700.0, **options)
        body.add_shape(ShapeBox((0.28, 0.32, 0.05)), (-1.35, 0.95 - UP, 1.85), density=700.0, **options)
        body.add_shape(ShapeBox((0.3, 0.06, 0.55)), (-1.3, 0.3 - UP, 1.4), density=700.0, **options)
        body.add_shape(ShapeBox((0.05, 0.22, 0.05)), (-1.35, 0.45 - UP, 1.6), density=700.0, **options)
        return body

    def _make_beam(self, world: World, axle: Vec3, turn: tuple[float, float, float, float]) -> Body:
        """The beam; its origin is on the axle, and its long end is at +Z."""
        options = self._options("wood")
        body = world.add_body(
            shapes=[(ShapeBox((0.1, 0.13, 0.5 * (SHORT + 1.6))), (0.0, 0.0, 0.5 * (1.6 - SHORT)), UNTURNED)],
            position=axle, orientation=turn, density=700.0, name=f"{self.name} beam", **options,
        )  # fmt: skip
        body.add_shape(
            ShapeBox((0.075, 0.085, 0.5 * (LONG - 1.6))), (0.0, 0.0, 0.5 * (LONG + 1.6)), density=600.0, **options
        )
        for z in (-0.5, 0.0, 0.9, 1.6, 2.6, 3.6):
            body.add_shape(
                ShapeBox((0.115 - 0.008 * z, 0.145 - 0.013 * z, 0.035)), (0.0, 0.0, z), density=1500.0,
                **self._options("iron"),
            )  # fmt: skip
        axle_shape = ShapeCylinder(0.07, 0.85), (0.0, 0.0, 0.0), about((0.0, 0.0, 1.0), 0.5 * math.pi)
        body.add_shape(*axle_shape, density=3000.0, **self._options("iron"))
        body.mass = BEAM_MASS
        return body

    # ---- Working --------------------------------------------------------------------------------------------------

    @property
    def tip(self) -> Vec3:
        """Where the sling hangs on the beam [m]."""
        beam = self.parts[2]
        return beam.position + rotate(beam.orientation, (0.0, 0.0, LONG))

    @property
    def loaded(self) -> Body | None:
        """What is in the sling, or None."""
        return self.sling.body_b if self.sling is not None and self.sling.alive else None

    @property
    def cocked(self) -> bool:
        """Whether the beam is wound down."""
        return not self.loosed and self._axle.angle > -0.02

    @property
    def _axle(self) -> JointHinge:
        """Its angle is 0 when the beam is cocked; the counterweight drives it below that."""
        joint = self.links[1]
        assert isinstance(joint, JointHinge)
        return joint

    @property
    def instruments(self) -> tuple[Instrument, ...]:
        """Beam, sling and angle of release."""
        if not self.whole:
            return (Instrument("Broken", "needs repair"),)
        body = self.loaded
        beam = "cocked" if self.cocked else "loose" if self.loosed else "held"
        return (
            Instrument("Beam", beam), Instrument("Sling", "empty" if body is None else self._load_word(body)),
            Instrument(
                "Opens at", f"{math.degrees(self.opens):.0f}°", (self.opens - OPENS_LEAST) / (OPENS_MOST - OPENS_LEAST)
            ),
        )  # fmt: skip

    def _load_word(self, body: Body) -> str:
        return body.name or "loaded" if self.loosed or self._astray(body) < 2.0 * BELOW else "is drawn in"

    def _astray(self, body: Body) -> float:
        """How far something lies from the place below the end of the beam [m]."""
        way = body.center_of_mass - self.tip
        return math.hypot(way.x, way.z)

    def before_step(self, world: World, dt: float) -> None:
        """Open the sling in time, whoever is there; and do what the driver wants."""
        if self.sling is not None:
            self._open_in_time(world, dt)
        super().before_step(world, dt)

    def _open_in_time(self, world: World, dt: float) -> None:
        body = self.loaded
        if body is None or self.sling is None or not body.alive or not self.whole:
            self._let_go(world)
            return
        if not self.loosed:
            return
        before, now = self._flight, body.velocity
        self._flight = now
        if self._steepness(now) < self.opens:
            self._let_go(world)
            if self._steepness(before) < math.pi:
                self._part(body, before, world.gravity, dt)
            self.cues.append(Cue("swing", self.tip, what=self.name))

    def _part(self, body: Body, before: Vec3, gravity: Vec3, dt: float) -> None:
        """Let what is thrown have left the sling within the last step, when it flew as steeply as the sling opens.

        It turns by several degrees in a step, which are meters where it lands: with w, the share of the step since
        then, it had the velocity v = v1 + w (v0 - v1), and flew freely from there on.

        Args:
            body: What is thrown.
            before: Its velocity one step ago [m/s].
            gravity: Gravity [m/s^2].
            dt: Step [s].
        """
        now = body.velocity
        late, early = self._steepness(now), self._steepness(before)
        share = (self.opens - late) / (early - late)
        free, parting = share * dt, now + (before - now) * share
        body.position = body.position + (parting - now) * (0.5 * free) + gravity * (0.5 * free * free)
        body.velocity = parting + gravity * free

    def _steepness(self, velocity: Vec3) -> float:
        """How steeply something flies [rad]; a right angle or more if it does not fly ahead."""
        ahead = velocity.dot(rotate(self.chassis.orientation, (0.0, 0.0, -1.0)))
        return math.atan2(velocity.y, ahead) if ahead > FLYING and velocity.y > 0.0 else math.pi

    def _work(self, world: World, dt: float) -> None:
        wants = self.controls
        turntable = self.links[0]
        assert isinstance(turntable, JointHinge)
        drive(turntable.free_axis, self._approach(0, -TURN * max(-1.0, min(1.0, wants.right)), 0.4, dt))
        self.opens = max(OPENS_LEAST, min(OPENS_MOST, self.opens - OPENS_RATE * wants.forward * dt))
        fire, load = wants.fire and not self._before[0], wants.fire_other and not self._before[1]
        self._before = wants.fire, wants.fire_other
        if load:
            self._load_near(world)
        if fire:
            self._pull_trigger()
        if wants.jump and self.loosed:
            self._hold(True)
        if not self.loosed:
            left = max(0.0, -self._axle.angle)
            left = left if wants.jump or left < LATCH else 0.0
            drive(self._axle.free_axis, self._approach(1, WIND * min(1.0, 8.0 * left), 4.0, dt))
            self._draw_in(dt)

    def _hold(self, held: bool) -> None:
        """Let the winch hold the beam, and lines the counterweight; or loose both."""
        self.loosed = not held
        self._axle.motor_max_force = WINCH_TORQUE if held else GREASE
        weight = self.parts[3]
        weight.linear_damping, weight.angular_damping = HELD if held else SWINGING

    def _draw_in(self, dt: float) -> None:
        """Wind the sling in until what is loaded lies below the end of the beam."""
        body = self.loaded
        if body is None or self.sling is None or self.sling.limits is None:
            return
        length, present = self.sling.limits[1], (body.center_of_mass - self.tip).length
        off = self._astray(body)
        if off > BELOW and present > length - TAUT:
            # Slower and slower, so that it is drawn over the ground, not lifted.
            self.sling.limits = (0.0, length - min(PULL, DRAW * off) * off / present * dt)

    def _pull_trigger(self) -> None:
        if self.loosed:
            self.cues.append(Cue("trouble", text="The beam is loose: wind it down first."))
            return
        self._hold(False)
        self._flight = Vec3(0.0, 0.0, 0.0)
        if self.sling is not None and self.sling.alive:
            self.sling.limits = (0.0, SLING)
        self.cues.append(Cue("button", self.chassis.position, what="trigger"))

    def _load_near(self, world: World) -> None:
        """Hook the sling to what lies nearest to the end of the beam, or unhook it."""
        if self.sling is not None:
            self._let_go(world)
            return
        tip = self.tip
        hits = world.overlap(ShapeSphere(TAKES), tip, mask=MASK, ignore=self.bodies)
        found = [hit.body for hit in hits if hit.body.kind == BodyKind.DYNAMIC and hit.body.mass <= HEAVIEST]
        found = [body for body in found if (body.center_of_mass - tip).length < TAKES]
        if not found:
            self.cues.append(Cue("trouble", text=f"Nothing of up to {HEAVIEST:.0f} kg lies near the end of the beam."))
            return
        body = min(found, key=lambda other: (other.center_of_mass - tip).length)
        place = body.center_of_mass
        self.sling = world.add_joint(
            JointDistance(
                self.parts[2],
                body,
                anchor_a=tip,
                anchor_b=place,
                limits=(0.0, (place - tip).length),
                collide=True,
                name=f"{self.name} sling",
            )
        )
        self.cues.append(Cue("button", place, what="sling"))

    def _stop(self) -> None:
        for joint in self.links[:2]:
            assert isinstance(joint, JointHinge)
            drive(joint.free_axis, 0.0)

    def _let_go(self, world: World) -> None:
        if self.sling is not None and self.sling.alive:
            world.remove_joint(self.sling)
        self.sling = None
