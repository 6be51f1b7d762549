"""Walker: a machine on twelve legs of Theo Jansen's linkage. Each side has a crankshaft: it steers as a tank does."""

import math
from typing import Any

import numpy as np

from physics import (
    Body,
    Joint,
    JointDistance,
    JointDoubleHinge,
    JointFixed,
    JointHinge,
    Shape,
    ShapeBox,
    ShapeCapsule,
    ShapeCylinder,
    ShapeSphere,
    Vec3,
    World,
)
from physics.vector import Quaternion, about, multiply, rotate, rotation_of
from play.machines.jansen import CRANK, leg
from play.machines.machine import UNTURNED, Machine, drive
from play.vehicles.car_look import ensure
from play.vehicles.vehicle import Instrument

#: Meters of a unit of the linkage, radius of a foot [m].
SCALE, FOOT = 0.017, 0.09
#: Legs on one side: how far they are from the middle [m], and phase of their cranks [rad].
ROWS = ((0.3, 0.0), (0.55, math.radians(120.0)), (0.8, math.radians(240.0)))
#: How much the cranks of the two sides are ahead of one another [rad].
AHEAD = math.radians(60.0)
#: Those of a walker with a seat are wider apart: it must not fall over when it turns.
WIDE_ROWS = tuple((1.4 * z, phase) for z, phase in ROWS)
#: Torque of each crankshaft [N m], its highest rate [rad/s], and how fast that is reached [rad/s^2].
TORQUE, SPEED, SPEED_RATE = 3000.0, 4.2, 5.0
#: Share of the speed that steering takes from one side and gives to the other: as it walks, and on the spot.
STEER, STEER_STANDING = 0.9, 0.5
#: Body over the shafts: where its origin is above them [m], and its mass [kg].
DECK, DECK_MASS = 0.42, 45.0
_Z = Vec3(0.0, 0.0, 1.0)
_AROUND = about((1.0, 0.0, 0.0), 0.5 * math.pi)


def hub_height() -> float:
    """How high the shafts are above level ground [m]: as low as the lowest foot of all."""
    turns = [math.radians(60.0 * k) for k in range(6)]
    feet = [leg(turn)["foot"][1] for turn in (*turns, *(math.pi - turn for turn in turns))]
    return FOOT - SCALE * float(min(feet))


class Legs:
    """Puts up the twelve legs with their shafts.

    With positive speeds of the motors they walk toward -x of the plan; z is along the shafts.

    Args:
        world: Where to.
        hub: Middle between the shafts [m].
        turn: Rotation of the plan.
        rows: As `ROWS`.
        group: Collision group of all parts.
        options: More options of `World.add_body`.

    Attributes:
        bodies: All bodies, in the order in which they were added.
        joints: All joints likewise.
        motors: The hinges of the two crankshafts: that at z < 0, that at z > 0.
        ribs: The inner ribs of the two sides, in the same order.
    """

    def __init__(
        self, world: World, hub: Vec3, turn: Quaternion = UNTURNED, *, rows: tuple[tuple[float, float], ...] = ROWS,
        group: int = 1, **options: Any,
    ) -> None:  # fmt: skip
        self._rows = rows
        self._world, self._hub, self._turn = world, hub, turn
        self._options: dict[str, Any] = {"group": group, "material": "plastic", "restitution": 0.0, **options}
        self.bodies: list[Body] = []
        self.joints: list[Joint] = []
        self.motors: list[JointHinge] = []
        self.ribs: list[Body] = []
        for side in (-1.0, 1.0):
            self._add_side(side)
        self._join(JointFixed(*self.ribs, name="frame"))

    def _at(self, place: np.ndarray | Vec3) -> Vec3:
        return self._hub + rotate(self._turn, Vec3(*place))

    def _join(self, joint: Joint) -> None:
        self.joints.append(self._world.add_joint(joint))

    def _add_side(self, side: float) -> None:
        """Three ribs and cranks side by side, fixed to each other, two legs on each, and a motor."""
        ribs, cranks = [], []
        across = rotate(self._turn, _Z)
        rib = [(ShapeBox((0.68, 0.05, 0.06)), (0.0, -0.13, 0.0)), (ShapeBox((0.12, 0.14, 0.06)), (0.0, 0.0, 0.0))]
        for z, start in self._rows:
            place, phase = Vec3(0.0, 0.0, side * z), start + AHEAD * (side > 0.0)
            pin = Vec3(math.cos(phase), math.sin(phase), 0.0) * (SCALE * CRANK)
            parts = [(ShapeCylinder(0.05, 0.1), (0.0, 0.0, 0.0), _AROUND), (ShapeCylinder(0.06, 0.06), pin, _AROUND)]
            common = {**self._options, "position": self._at(place), "orientation": self._turn}
            ribs.append(self._world.add_body(shapes=rib, mass=12.0, name="rib", **{**common, "material": "wood"}))
            cranks.append(self._world.add_body(shapes=parts, mass=4.0, name="crank", **common))
            self.bodies += [ribs[-1], cranks[-1]]
            for mirror in (1.0, -1.0):
                self._add_leg(place, ribs[-1], cranks[-1], phase, mirror)
        for row in (ribs, cranks):
            for a, b in zip(row[:-1], row[1:], strict=True):
                self._join(JointFixed(a, b, name="frame"))
        motor = JointHinge(
            ribs[1], cranks[1], anchor=cranks[1].position, axis=across, motor_max_force=TORQUE,
            name="left" if side > 0.0 else "right",
        )  # fmt: skip
        self._join(motor)
        self.motors.append(motor)
        self.ribs.append(ribs[0])

    def _add_leg(self, place: Vec3, rib: Body, crank: Body, phase: float, mirror: float) -> None:
        """A leg on one side of the shaft; mirror -1 is the other side."""
        joints = leg(phase if mirror > 0.0 else math.pi - phase)
        at = {key: place + Vec3(mirror * x, y, 0.0) * SCALE for key, (x, y) in joints.items()}
        thigh = self._add_frame([at["pivot"], at["knee"], at["hip"]], "thigh")
        shin = self._add_frame([at["low"], at["heel"], at["foot"]], "shin", foot=True)
        here = {key: self._at(spot) for key, spot in at.items()}
        across = rotate(self._turn, _Z)
        self._join(JointHinge(rib, thigh, anchor=here["pivot"], axis=across, name="hip"))
        ends = {"anchor_a": here["pivot"], "anchor_b": here["low"]}
        self._join(JointDoubleHinge(rib, shin, axis=across, name="bar", **ends))
        rods = ((crank, thigh, "pin", "knee"), (crank, shin, "pin", "low"), (thigh, shin, "hip", "heel"))
        for a, b, start, end in rods:
            self._join(JointDistance(a, b, anchor_a=here[start], anchor_b=here[end], name="rod"))

    def _add_frame(self, points: list[Vec3], name: str, *, foot: bool = False) -> Body:
        """Three bars in a triangle through points of the plan, with a foot at the last if wanted."""
        middle = (points[0] + points[1] + points[2]) / 3.0
        parts: list[tuple[Shape, Vec3, Quaternion]] = []
        for k, start in enumerate(points):
            way = points[(k + 1) % 3] - start
            turned = about(_Z, math.atan2(way.y, way.x) - 0.5 * math.pi)
            parts.append((ShapeCapsule(0.03, 0.5 * way.length), start + way * 0.5 - middle, turned))
        if foot:
            parts.append((ShapeSphere(FOOT), points[-1] - middle, UNTURNED))
        body = self._world.add_body(
            shapes=parts, position=self._at(middle), orientation=self._turn, friction=1.0, density=600.0, name=name,
            **self._options,
        )  # fmt: skip
        self.bodies.append(body)
        return body


class Walker(Machine):
    """A walking machine with a seat."""

    seat = Vec3(0.0, 0.95, 0.1)
    hood = Vec3(0.0, 0.9, -0.9)
    doors = (Vec3(-1.6, -1.2, 0.0), Vec3(1.6, -1.2, 0.0), Vec3(0.0, -1.2, 2.4), Vec3(0.0, -1.2, -2.4))
    view_distance = 7.5
    key_hints = (
        ("move_forward", "Walk"), ("move_back", "Walk back"), ("move_left", "Turn left"), ("move_right", "Turn right"),
    )  # fmt: skip

    def _make(self, world: World, position: Vec3, yaw: float) -> None:
        turn = rotation_of(yaw)
        hub = Vec3(*position) + (0.0, hub_height() + 0.01, 0.0)
        plan = multiply(turn, about((0.0, 1.0, 0.0), -0.5 * math.pi))  # -x of the plan is the nose
        legs = Legs(world, hub, plan, rows=WIDE_ROWS, **self._options("iron"))
        self.chassis = self._make_deck(world, hub, turn)
        frames = [world.add_joint(JointFixed(self.chassis, rib, name="frame")) for rib in legs.ribs]
        self.parts, self.rates = (self.chassis, *legs.bodies), (0.0, 0.0)
        self.links = (*legs.motors, *(joint for joint in legs.joints if joint not in legs.motors), *frames)

    def _make_deck(self, world: World, hub: Vec3, turn: Quaternion) -> Body:
        """A deck over the shafts, a seat with a rail, and levers."""
        wood, red = self._options("wood"), self._options(ensure(world, "red paint"))
        body = world.add_body(
            shapes=[(ShapeBox((0.95, 0.04, 0.7)), (0.0, 0.0, 0.0), UNTURNED)], position=hub + (0.0, DECK, 0.0),
            orientation=turn, density=400.0, name=self.name, **wood,
        )  # fmt: skip
        for x in (-0.3, 0.3):
            for z in (-0.5, 0.5):
                body.add_shape(ShapeBox((0.04, 0.2, 0.04)), (x, -0.22, z), density=400.0, **wood)
        body.add_shape(ShapeBox((0.25, 0.16, 0.22)), (0.0, 0.2, 0.25), density=200.0, **red)
        body.add_shape(ShapeBox((0.25, 0.34, 0.05)), (0.0, 0.6, 0.5), density=200.0, **red)
        for x in (-0.34, 0.34):
            body.add_shape(
                ShapeBox((0.02, 0.2, 0.02)), (x, 0.24, -0.2), about((1.0, 0.0, 0.0), -0.3), density=800.0, **red
            )
        for x in (-0.92, 0.92):
            body.add_shape(ShapeBox((0.02, 0.02, 0.68)), (x, 0.34, 0.0), density=300.0, **red)
            for z in (-0.65, 0.65):
                body.add_shape(ShapeBox((0.02, 0.17, 0.02)), (x, 0.18, z), density=300.0, **red)
        body.mass = DECK_MASS
        return body

    @property
    def speed(self) -> float:
        """Along its nose [m/s]."""
        return self.chassis.velocity.dot(rotate(self.chassis.orientation, (0.0, 0.0, -1.0)))

    @property
    def instruments(self) -> tuple[Instrument, ...]:
        """Speed and both crankshafts."""
        if not self.whole:
            return (Instrument("Broken", "needs repair"),)
        right, left = self.rates
        return (
            Instrument("Speed", f"{self.speed:.1f} m/s", speed=self.speed),
            Instrument("Left legs", f"{left * 30.0 / math.pi:.0f} turns/min", abs(left) / SPEED),
            Instrument("Right legs", f"{right * 30.0 / math.pi:.0f} turns/min", abs(right) / SPEED),
        )  # fmt: skip

    def reset(self, world: World) -> None:
        """Put it on its feet where it is, whole."""
        place = self.chassis.position
        hit = world.ray_cast(place + (0.0, 0.5, 0.0), (0.0, -1.0, 0.0), 6.0, ignore=self.bodies)
        nose = rotate(self.chassis.orientation, (0.0, 0.0, -1.0))
        ground = place - (0.0, hub_height() + DECK, 0.0) if hit is None else hit.point
        self.put(world, ground, math.atan2(-nose.x, -nose.z))

    def _work(self, world: World, dt: float) -> None:
        wants = self.controls
        ahead, aside = max(-1.0, min(1.0, wants.forward)), max(-1.0, min(1.0, wants.right))
        turn = aside * (STEER if ahead else STEER_STANDING)
        for number, side in enumerate((-1.0, 1.0)):  # right, left
            share = max(-1.0, min(1.0, ahead + side * turn))
            self._drive(number, SPEED * share, dt)

    def _drive(self, number: int, wish: float, dt: float) -> None:
        motor = self.links[number]
        assert isinstance(motor, JointHinge)
        drive(motor.free_axis, self._approach(number, wish, SPEED_RATE, dt))

    def _stop(self) -> None:
        for number in range(2):
            motor = self.links[number]
            assert isinstance(motor, JointHinge)
            drive(motor.free_axis, 0.0)
