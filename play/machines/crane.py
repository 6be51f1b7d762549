"""Crane: it slews, its jib is luffed by a rope, and a grab on another rope takes what lies around."""

import math

from physics import (
    Body,
    BodyKind,
    JointDistance,
    JointFixed,
    JointHinge,
    ShapeBox,
    ShapeCylinder,
    Vec3,
    World,
)
from physics.vector import Quaternion, about, multiply, rotate
from play import layers
from play.cues import Cue
from play.machines.machine import UNTURNED, Machine, Site, add_bar, drive
from play.vehicles.car_look import ensure
from play.vehicles.vehicle import Instrument

#: Length of the jib [m], where it is hinged in the axes of the chassis, and its angle at first [rad].
JIB, PIVOT, FIRST = 9.5, Vec3(0.45, 0.35, -1.0), math.radians(42.0)
#: Between which angles it is luffed [rad].
LOWEST, HIGHEST = math.radians(8.0), math.radians(74.0)
#: Height of the chassis over the ground, and top of the frame that holds the jib, in its axes [m].
DECK, TOP = 1.45, Vec3(0.45, 3.3, 1.3)
#: Speeds: slewing [rad/s], luffing rope and hoisting rope [m/s]; and how fast each is reached [1/s of it].
SLEW, LUFF, HOIST = 0.5, 0.7, 1.6
SLEW_RATE, LUFF_RATE, HOIST_RATE = 0.4, 1.0, 3.0
#: Torque of the slewing motor [N m]: a ton at 10 m is brought to speed in a second and a half.
SLEW_TORQUE = 90_000.0
#: Shortest rope [m], and pull at which the winch stops [N]: about two tons.
SHORTEST, STRONGEST = 1.2, 22_000.0
#: The grab: radius, half height [m], mass [kg]; how far below it things are taken [m]; force that tears them off [N].
GRAB_RADIUS, GRAB_HALF, GRAB_MASS = 0.42, 0.14, 180.0
TAKES, HOLDS = 0.3, 30_000.0
#: What it takes: bodies up to a mass [kg].
HEAVIEST = 2000.0
GRAB_MASK = layers.ALL & ~(layers.FIGURE | layers.WEAPON)


class Crane(Machine):
    """A crane on a turntable, with a cab.

    Attributes:
        held: The joint that holds what the grab has taken; None for nothing.
        luff_length: Of the rope that holds the jib [m].
        rope_length: Of the rope with the grab [m].
    """

    state_fields = (*Machine.state_fields, "held", "luff_length", "rope_length", "_fired")
    seat = Vec3(-0.55, 1.22, -0.75)
    hood = Vec3(0.45, 3.6, 0.6)
    doors = (Vec3(-2.0, -0.4, -0.6), Vec3(2.0, -0.4, -0.6), Vec3(0.0, -0.4, 3.0), Vec3(0.0, -0.4, -2.4))
    view_distance = 10.5
    key_hints = (
        ("fire", "Grab, let go"), ("jump", "Hoist"), ("crouch", "Let down"), ("move_forward", "Lower the jib"),
        ("move_back", "Raise the jib"), ("move_left", "Turn left"), ("move_right", "Turn right"),
    )  # fmt: skip

    def __init__(self, world: World, position: Vec3, yaw: float = 0.0, *, name: str = "crane") -> None:
        self.held: JointFixed | None = None
        self.luff_length = self.rope_length = 0.0
        self._fired = False
        super().__init__(world, position, yaw, name=name)

    # ---- Making ---------------------------------------------------------------------------------------------------

    def _make(self, world: World, position: Vec3, yaw: float) -> None:
        site = Site(position, yaw)
        base = world.add_body(
            kind=BodyKind.STATIC, shapes=[
                (ShapeCylinder(1.5, 0.16), (0.0, 0.06, 0.0), UNTURNED),
                (ShapeCylinder(0.85, 0.55), (0.0, 0.65, 0.0), UNTURNED),
            ], position=position, orientation=site.turn, name=f"{self.name} base", **self._options("concrete"),
        )  # fmt: skip
        self.chassis = self._make_chassis(world, site)
        jib = self._make_jib(world, site)
        tip = jib.position + rotate(jib.orientation, (0.0, 0.0, -JIB))
        self.rope_length = 5.0
        grab = self._make_grab(world, tip - (0.0, self.rope_length, 0.0), site.turn)
        top = self.chassis.position + rotate(site.turn, TOP)
        hook = tip - (0.0, self.rope_length, 0.0)
        self.luff_length = (tip - top).length
        slew = JointHinge(
            base, self.chassis, anchor=site.at(0.0, DECK, 0.0), axis=(0.0, 1.0, 0.0), motor_max_force=SLEW_TORQUE,
            name=f"{self.name} slew",
        )  # fmt: skip
        luff = JointHinge(
            self.chassis, jib, anchor=jib.position, axis=site.way(1.0, 0.0, 0.0), friction=600.0,
            limits=(LOWEST - FIRST - 0.1, HIGHEST - FIRST + 0.05), name=f"{self.name} luff",
        )  # fmt: skip
        stay = JointDistance(
            self.chassis, jib, anchor_a=top, anchor_b=tip, limits=(0.0, self.luff_length), name=f"{self.name} stay"
        )
        rope = JointDistance(
            jib, grab, anchor_a=tip, anchor_b=hook, limits=(0.0, self.rope_length), name=f"{self.name} rope"
        )
        self.links = tuple(world.add_joint(joint) for joint in (slew, luff, stay, rope))
        self.parts, self.rates = (self.chassis, base, jib, grab), (0.0, 0.0, 0.0)

    def _make_chassis(self, world: World, site: Site) -> Body:
        """Platform with cab, counterweight and frame."""
        red, steel = ensure(world, "red paint"), "steel"
        body = world.add_body(
            shapes=[(ShapeBox((1.05, 0.14, 1.7)), (0.0, -0.05, 0.2), UNTURNED)], position=site.at(0.0, DECK, 0.0),
            orientation=site.turn, density=1500.0, name=self.name, **self._options(red),
        )  # fmt: skip
        options = self._options(red)
        body.add_shape(ShapeBox((0.95, 0.5, 0.45)), (0.0, 0.55, 1.5), density=2600.0, **self._options("concrete"))
        for x in (-1.02, -0.12):
            for z in (-1.35, -0.1):
                body.add_shape(ShapeBox((0.04, 0.8, 0.04)), (x, 0.85, z), density=800.0, **options)
        body.add_shape(ShapeBox((0.52, 0.05, 0.7)), (-0.57, 1.68, -0.72), density=800.0, **options)
        body.add_shape(ShapeBox((0.49, 0.3, 0.03)), (-0.57, 0.35, -1.36), density=800.0, **options)
        body.add_shape(ShapeBox((0.03, 0.3, 0.62)), (-1.03, 0.35, -0.72), density=800.0, **options)
        body.add_shape(ShapeBox((0.26, 0.07, 0.24)), (-0.55, 0.45, -0.5), density=300.0, **self._options("leather"))
        body.add_shape(ShapeBox((0.26, 0.32, 0.06)), (-0.55, 0.8, -0.22), density=300.0, **self._options("leather"))
        for x in (-0.35, 0.35):
            for z in (0.2, 1.9):
                foot, top = Vec3(TOP.x + x, 0.05, z), TOP + (0.3 * x, 0.0, 0.0)
                add_bar(body, foot, top, 0.06, 2000.0, self._options(steel))
        return body

    def _make_jib(self, world: World, site: Site) -> Body:
        """A lattice of four booms that meet at the tip."""
        turn = multiply(site.turn, about((1.0, 0.0, 0.0), FIRST))
        foot = site.at(PIVOT.x, DECK + PIVOT.y, PIVOT.z)
        options = self._options(ensure(world, "yellow paint"))
        body = world.add_body(
            shapes=[(ShapeCylinder(0.1, 0.32), (0.0, 0.0, 0.0), about((0.0, 0.0, 1.0), 0.5 * math.pi))], position=foot,
            orientation=turn, density=2500.0, name=f"{self.name} jib", **self._options("steel"),
        )  # fmt: skip
        body.add_shape(ShapeBox((0.09, 0.12, 0.14)), (0.0, 0.0, -JIB), density=2500.0, **self._options("steel"))
        corners = [(x, y) for x in (-1.0, 1.0) for y in (-1.0, 1.0)]
        sections = (0.0, 0.25, 0.5, 0.75, 1.0)
        for x, y in corners:
            start, end = _section(x, y, sections[0]), _section(x, y, sections[-1])
            add_bar(body, start, end, 0.04, 1600.0, options)
        for k, (a, b) in enumerate(zip(sections[:-1], sections[1:], strict=True)):
            for (x, y), (u, v) in (((-1, -1), (1, -1)), ((1, -1), (1, 1)), ((1, 1), (-1, 1)), ((-1, 1), (-1, -1))):
                first, last = ((x, y), (u, v)) if k % 2 else ((u, v), (x, y))
                add_bar(body, _section(*first, a), _section(*last, b), 0.022, 1600.0, options)
        return body

    def _make_grab(self, world: World, hook: Vec3, turn: Quaternion) -> Body:
        """A plate with four claws on a shackle; the rope holds it at its origin."""
        options = self._options("iron")
        body = world.add_body(
            shapes=[(ShapeCylinder(GRAB_RADIUS, GRAB_HALF), (0.0, -0.6, 0.0), UNTURNED)], position=hook,
            orientation=turn, density=2000.0, name=f"{self.name} grab", linear_damping=0.35,
            angular_damping=1.2, **options,
        )  # fmt: skip
        body.add_shape(ShapeBox((0.07, 0.16, 0.07)), (0.0, -0.3, 0.0), density=2000.0, **options)
        body.add_shape(ShapeBox((0.05, 0.1, 0.14)), (0.0, -0.08, 0.0), density=2000.0, **options)
        for k in range(4):
            side = about((0.0, 1.0, 0.0), 0.5 * math.pi * k + 0.25 * math.pi)
            place = rotate(side, (GRAB_RADIUS - 0.06, -0.78, 0.0))
            body.add_shape(ShapeBox((0.035, 0.09, 0.07)), place, side, density=2000.0, **options)
        body.mass = GRAB_MASS
        return body

    # ---- Working --------------------------------------------------------------------------------------------------

    @property
    def jib_angle(self) -> float:
        """How steep its jib is [rad]."""
        return FIRST + self._hinge(1).angle

    @property
    def lifted(self) -> float:
        """What hangs on its rope besides the grab [kg], as its pull tells."""
        return max(0.0, self.links[3].force.length / 9.81 - GRAB_MASS)

    @property
    def taken(self) -> Body | None:
        """What the grab holds, or None."""
        return self.held.body_b if self.held is not None and self.held.alive else None

    @property
    def instruments(self) -> tuple[Instrument, ...]:
        """Jib, rope and load."""
        if not self.whole:
            return (Instrument("Broken", "needs repair"),)
        body = self.taken
        return (
            Instrument("Jib", f"{math.degrees(self.jib_angle):.0f}°", (self.jib_angle - LOWEST) / (HIGHEST - LOWEST)),
            Instrument("Rope", f"{self.rope_length:.1f} m"),
            Instrument("Load", f"{self.lifted:.0f} kg", min(1.0, self.lifted * 9.81 / STRONGEST)),
            Instrument("Grab", "empty" if body is None else body.name or "something"),
        )  # fmt: skip

    def _hinge(self, number: int) -> JointHinge:
        joint = self.links[number]
        assert isinstance(joint, JointHinge)
        return joint

    def _rope(self, number: int, length: float) -> None:
        rope = self.links[number]
        assert isinstance(rope, JointDistance)
        if rope.limits != (0.0, length):
            rope.limits = (0.0, length)

    def _work(self, world: World, dt: float) -> None:
        wants = self.controls
        drive(self._hinge(0).free_axis, self._approach(0, -SLEW * max(-1.0, min(1.0, wants.right)), SLEW_RATE, dt))
        luff = self._approach(1, LUFF * max(-1.0, min(1.0, wants.forward)), LUFF_RATE, dt)
        self.luff_length = max(_stay(HIGHEST), min(_stay(LOWEST), self.luff_length + luff * dt))
        self._rope(2, self.luff_length)
        hoist = self._approach(2, HOIST * (float(wants.crouch) - float(wants.jump)), HOIST_RATE, dt)
        length = self._rope_now()
        slack = self.rope_length - length > 0.3  # what it lets down lies somewhere
        if hoist < 0.0 and self.links[3].force.length < STRONGEST or hoist > 0.0 and not slack:
            self.rope_length = max(SHORTEST, self.rope_length + hoist * dt)
        self._rope(3, self.rope_length)
        if wants.fire and not self._fired:
            self._grab(world)
        self._fired = wants.fire
        if self.held is not None and not self.held.alive:
            self.held = None

    def _rope_now(self) -> float:
        jib, grab = self.parts[2], self.parts[3]
        return (jib.position + rotate(jib.orientation, (0.0, 0.0, -JIB)) - grab.position).length

    def _grab(self, world: World) -> None:
        """Take what is below the grab, or let go of what it has."""
        grab = self.parts[3]
        if self.held is not None:
            if self.held.alive:
                world.remove_joint(self.held)
            self.held = None
            self.cues.append(Cue("button", grab.position, what="grab"))
            return
        below = rotate(grab.orientation, (0.0, -0.6 - GRAB_HALF - 0.5 * TAKES, 0.0))
        reach = ShapeCylinder(GRAB_RADIUS, 0.5 * TAKES)
        hits = world.overlap(reach, grab.position + below, grab.orientation, mask=GRAB_MASK, ignore=self.bodies)
        found = [hit.body for hit in hits if hit.body.kind == BodyKind.DYNAMIC and hit.body.mass <= HEAVIEST]
        if not found:
            self.cues.append(Cue("trouble", text="There is nothing below the grab that it could take."))
            return
        middle = grab.position + below
        body = min(found, key=lambda other: (other.center_of_mass - middle).length)
        self.held = world.add_joint(JointFixed(grab, body, anchor=middle, break_force=HOLDS, name=f"{self.name} hold"))
        self.cues.append(Cue("button", middle, what="grab"))

    def _stop(self) -> None:
        drive(self._hinge(0).free_axis, 0.0)

    def _let_go(self, world: World) -> None:
        if self.held is not None and self.held.alive:
            world.remove_joint(self.held)
        self.held = None


def _stay(angle: float) -> float:
    """Length of the rope that holds the jib at an angle [rad] [m]."""
    return (PIVOT + Vec3(0.0, math.sin(angle), -math.cos(angle)) * JIB - TOP).length


def _section(x: float, y: float, share: float) -> Vec3:
    """A corner of the lattice at a share of the length of the jib: widest at a third of it."""
    wide = 0.12 + 0.28 * math.sin(math.pi * min(share * 1.5, 0.5 + 0.75 * (share - 1.0 / 3.0)))
    return Vec3(x * max(wide, 0.05), y * max(0.8 * wide, 0.05), -JIB * share)
