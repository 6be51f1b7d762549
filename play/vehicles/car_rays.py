"""CarRays: the same car with wheels that do not collide: each is cast down to the ground, and pushes the chassis."""

import math
from typing import Any

import numpy as np

from physics import Body, BodyKind, ShapeCylinder, Vec3, World
from physics.vector import Quaternion, multiply, rotation_of
from play import layers
from play.vehicles import car, car_look, tires
from play.vehicles.car import HUBS, RADIUS, SAG, SPRING, SWAY, TRAVEL, Car
from play.vehicles.car_jointed import AXLE
from play.vehicles.car_pose import Pose, pose_of
from play.vehicles.wheel_contact import EDGE, STEEPEST, WheelContact, axes_of, blow_on

#: Shape that is cast, and how far above the highest place of a wheel it starts [m].
WHEEL, HEADROOM = ShapeCylinder(RADIUS, 0.5 * car.WIDTH), 0.08
#: A cast that hits within this distance began inside something [m].
WITHIN = 1e-3
#: Inertia of a wheel about its axle [kg m^2].
INERTIA = 0.5 * car.WHEEL_MASS * RADIUS * RADIUS
#: Deflection of a tire over its slip [m]: its relaxation length, the distance that it rolls until its force builds up.
BEND = 0.22
#: Damping of that for a tire that hardly rolls, along and across it [N s/m], and the speed at which it is gone [m/s].
#: Across it is less: the chassis rolls easily about the ground, and would jitter.
BEND_DAMPING, BOW_DAMPING, BEND_FADE = 6000.0, 3400.0, 3.0
#: Longest step [s] at which this is stable; in longer ones tires are softer, or the car would jitter.
FINEST = 1.0 / 60.0
#: Rolling resistance over load.
ROLLING = 0.012
#: Bump stops: where they begin [m], stiffness [N/m] and damping [N s/m]; largest force of a suspension [N].
STOP, STOP_SPRING, STOP_DAMPER, STRONGEST = TRAVEL - 0.04, 160000.0, 5000.0, 60000.0
#: Loose bodies lighter than this [kg] do not carry a wheel: it shoves them, this much faster than they approach [m/s],
#: at most this fast [m/s]. Heavier ones bear at most this many times their weight, as nothing may be below them.
LIGHT, SHOVE, SHOVE_MOST, BEARING = 0.19 * car.LOAD, 0.5, 6.0, 20.0


class CarRays(Car):
    """A car of one body on four casts. Springs, dampers and tires are forces, and the opposite act on the ground.

    Arguments and attributes as of `Car`. Attached wheels are only drawn; a lost one is a body like any other.

    Attributes:
        spins: Rates of the wheels, forward [rad/s].
        angles: Angles of the wheels about their axles [rad].
        deflections: How far each tire is deflected forward and to the right [m].
        travels: Travel of the suspensions, up > 0 [m].
        normals: Normal of the ground below each wheel; None in the air.
        parked: Whether it is at rest and needs no forces: gravity is off for it then, so that it can sleep.
    """

    state_fields = (*Car.state_fields, "spins", "angles", "deflections", "travels", "normals", "parked")

    def __init__(self, world: World, position: Vec3, yaw: float = 0.0, **options: Any) -> None:
        super().__init__(world, position, yaw, **options)
        self.spins: tuple[float, ...] = (0.0,) * 4
        self.angles: tuple[float, ...] = (0.0,) * 4
        self.travels: tuple[float, ...] = (0.0,) * 4
        self.deflections: tuple[tuple[float, float], ...] = ((0.0, 0.0),) * 4
        self.normals: tuple[Vec3 | None, ...] = (None,) * 4
        self.parked = False
        self._blows: tuple[float, ...] = (0.0,) * 4
        self._dt = 0.0
        pose = pose_of(self.chassis)
        self.wheels = tuple(self._add_wheel(world, number, pose, attached=True) for number in range(4))

    def _add_wheel(self, world: World, number: int, pose: Pose, *, attached: bool) -> Body:
        """A wheel that is only drawn, or one that fell off."""
        place = pose.at(HUBS[number] + (0.0, self.travels[number], 0.0))
        options: dict[str, Any] = {"category": 0, "mask": 0, "kind": BodyKind.KINEMATIC}
        if not attached:
            side = pose.right * (-1.0 if number % 2 == 0 else 1.0)
            velocity = self.chassis.velocity_at(place) + side * 1.5
            options = {
                "category": layers.VEHICLE, "mass": car.WHEEL_MASS, "velocity": velocity,
                "angular_velocity": pose.spin - pose.right * self.spins[number], "rolling_friction": 0.012,
            }  # fmt: skip
            place = place + side * 0.14  # out of the wheel arch
        wheel = world.add_body(
            shape=WHEEL, position=place, orientation=multiply(pose.turn, AXLE), material=tires.MATERIAL,
            restitution=0.0, name=f"{self.name} wheel {number}", **options,
        )  # fmt: skip
        car_look.dress_wheel(world, wheel, RADIUS, car.WIDTH)
        return wheel

    # ---- Resting --------------------------------------------------------------------------------------------------

    def _rests(self, world: World, pose: Pose) -> bool:
        """Whether it is parked, and nothing has moved it."""
        if self.parked:
            if not self.occupied and pose.velocity.length + pose.spin.length < 1e-4:
                return True
            self._unpark()
        return False

    def _unpark(self) -> None:
        if self.parked:
            self.parked = False
            self.chassis.gravity_scale = 1.0

    def _park(self, pose: Pose, contacts: list[WheelContact], force: Vec3, torque: Vec3) -> bool:
        """Park, if the forces just carry its weight: without gravity it then needs none."""
        weight = car.LOWER_MASS + car.CABIN_MASS
        still = pose.velocity.length < car.AT_REST and pose.spin.length < car.AT_REST
        if self.occupied or not still or not contacts or any(contact.kind != BodyKind.STATIC for contact in contacts):
            return False
        gravity = self.chassis.world.gravity * weight
        if (force + gravity).length > 0.02 * gravity.length or torque.length > 0.02 * gravity.length:
            return False
        self.parked = True
        self.chassis.gravity_scale = 0.0
        self.chassis.velocity = self.chassis.angular_velocity = (0.0, 0.0, 0.0)
        self.spins = (0.0,) * 4
        return True

    # ---- Driving --------------------------------------------------------------------------------------------------

    def _roll(self, world: World, dt: float, pose: Pose) -> None:
        """Push the chassis during the next step as springs and tires do."""
        self._dt = dt
        contacts = self._find_contacts(world, pose)
        there = [number for number in range(4) if self.attached[number]]
        mean = sum(self.spins[number] for number in there) / max(1, len(there))
        pull, drag = self._shift(mean, pose, dt, bool(contacts))
        angles = (*car.ackermann(self.steer)[0], 0.0, 0.0)
        self._spin_free_wheels(there, contacts, pull, drag, dt)
        force = torque = Vec3(0.0, 0.0, 0.0)
        spins, bends, slips, loads, blows = list(self.spins), [(0.0, 0.0)] * 4, [0.0] * 4, [0.0] * 4, [0.0] * 4
        for contact in contacts:
            number, point = contact.number, contact.ground.point
            load = loads[number] = self._spring(contact, pose)
            blows[number] = blow_on(world, contact, contacts, pose, dt, self.bodies)
            push, spins[number], bends[number], slips[number] = self._tire(
                contact, pose, load, angles[number], pull, 0.25 * drag, dt
            )
            push = push + contact.ground.normal * load
            force, torque = force + push, torque + (point - pose.center).cross(push)
            if contact.kind == BodyKind.DYNAMIC:
                contact.ground.body.apply_force(-push, point)
        self.spins, self.deflections, self._slips, self._loads = tuple(spins), tuple(bends), tuple(slips), tuple(loads)
        self._blows = tuple(blows)
        if contacts and not self._park(pose, contacts, force, torque):
            self.chassis.apply_force(force)
            self.chassis.apply_torque(torque)

    def _spin_free_wheels(
        self, there: list[int], contacts: list[WheelContact], pull: float, drag: float, dt: float
    ) -> None:
        """Drive and brake the wheels that are in the air."""
        if len(contacts) == len(there):
            return
        down, spins = {contact.number for contact in contacts}, list(self.spins)
        for number in there:
            if number not in down:
                brake = car.BRAKE * max(self._pedals.brake, float(self._handbrake and number >= 2)) + 0.25 * drag
                spins[number] = _braked(spins[number] + 0.25 * pull * dt / INERTIA, brake * dt / INERTIA)
        self.spins = tuple(spins)

    def _find_contacts(self, world: World, pose: Pose) -> list[WheelContact]:
        """Wheels that are on the ground; also sets travels and normals of all."""
        there = [number for number in range(4) if self.attached[number]]
        travels = [-TRAVEL] * 4
        normals: list[Vec3 | None] = [None] * 4
        contacts: list[WheelContact] = []
        for number, ground in self._cast(world, there, pose):
            contact = self._contact(number, ground, pose)
            travels[number], normals[number] = min(TRAVEL, contact.travel), ground.normal
            if ground.normal.dot(pose.up) > STEEPEST:
                contacts.append(contact)
        self.travels, self.normals = tuple(travels), tuple(normals)
        return contacts

    def _cast(self, world: World, wheels: list[int], pose: Pose) -> list[tuple[int, tires.Ground]]:
        """The ground below some wheels, without those in the air; light loose bodies are shoved aside."""
        reach, seen = 2.0 * TRAVEL + HEADROOM, list(self.bodies)
        carried: dict[int, tires.Ground] = {}
        for _ in range(3):
            if not wheels:
                break
            starts = np.array([pose.at(HUBS[number] + (0.0, TRAVEL + HEADROOM, 0.0)) for number in wheels])
            motion = np.tile(np.array(pose.up) * -reach, (len(wheels), 1))
            found = world.shape_cast_batch(WHEEL, starts, motion, multiply(pose.turn, AXLE), ignore=seen)
            grounds = tires.grounds_of(world, found, (found.fraction * reach).tolist())
            grounds = self._look_below_walls(world, grounds, starts, pose, reach, seen)
            again = []
            for number, ground in zip(wheels, grounds, strict=True):
                if ground is None:
                    continue
                if ground.body.kind == BodyKind.DYNAMIC and ground.body.mass < LIGHT:
                    self._shove(ground, pose)
                    again.append(number)
                    seen.append(ground.body)
                else:
                    carried[number] = ground
            wheels = again
        return sorted(carried.items())

    def _look_below_walls(
        self,
        world: World,
        grounds: list[tires.Ground | None],
        starts: np.ndarray,
        pose: Pose,
        reach: float,
        seen: list[Body],
    ) -> list[tires.Ground | None]:
        """Look below the hubs of wheels that start inside something: a post that they scrape, say, is no ground."""
        rows = [row for row, ground in enumerate(grounds) if ground is not None and ground.distance < WITHIN]
        if rows:
            below = tires.look_down(world, [Vec3(*starts[row]) for row in rows], -pose.up, reach + RADIUS, tuple(seen))
            for row, ground in zip(rows, below, strict=True):
                grounds[row] = ground and ground._replace(distance=max(0.0, ground.distance - RADIUS))
        return grounds

    def _shove(self, ground: tires.Ground, pose: Pose) -> None:
        """Push a light body out of the way of a wheel."""
        velocity = pose.velocity + pose.spin.cross(ground.point - pose.center) - ground.body.velocity_at(ground.point)
        pace = min(SHOVE_MOST, SHOVE - velocity.dot(ground.normal))
        if pace > 0.0:
            push = ground.normal * (ground.body.mass * pace / self._dt)
            ground.body.apply_force(-push, ground.point)
            self.chassis.apply_force(push, ground.point)

    def _contact(self, number: int, ground: tires.Ground, pose: Pose) -> WheelContact:
        """Contact of a wheel with the ground below it."""
        hub = pose.at(HUBS[number])
        aside = (ground.point - hub).dot(pose.right)  # the point may be anywhere across a wide tire: use its middle
        ground = ground._replace(point=ground.point - pose.right * aside)
        velocity = pose.velocity + pose.spin.cross(ground.point - pose.center)
        kind = ground.body.kind
        if kind != BodyKind.STATIC:
            velocity = velocity - ground.body.velocity_at(ground.point)
        rate = -velocity.dot(ground.normal) / max(STEEPEST, ground.normal.dot(pose.up))
        travel, before = TRAVEL + HEADROOM - ground.distance, self.travels[number]
        last = self.normals[number]
        edge = last is None or ground.normal.dot(last) < EDGE
        change = travel - before if before > -TRAVEL else 0.0
        return WheelContact(number, ground, travel, rate, change, velocity, kind, edge)

    def _spring(self, contact: WheelContact, pose: Pose) -> float:
        """Force along the normal of the ground [N]; its part along the suspension is of spring, damper and bar."""
        travel, rate = contact.travel, contact.rate
        force = SPRING * (travel + SAG) + car.DAMPER * rate
        other = contact.number ^ 1
        if self.sway_bars and self.attached[other]:
            # The bar lifts a wheel off the ground until its spring holds against it, and pushes no stronger than that.
            lifted = (SWAY * travel - SPRING * SAG) / (SWAY + SPRING)
            force += SWAY * (travel - max(self.travels[other], lifted))
        if travel > STOP:
            force += STOP_SPRING * (travel - STOP) + STOP_DAMPER * max(0.0, rate)
        most = STRONGEST
        if contact.kind == BodyKind.DYNAMIC:
            most = min(most, BEARING * 9.81 * contact.ground.body.mass)
        force = max(0.0, min(most, force))
        return force / max(STEEPEST, contact.ground.normal.dot(pose.up))

    def _tire(
        self, contact: WheelContact, pose: Pose, load: float, angle: float, pull: float, drag: float, dt: float
    ) -> tuple[Vec3, float, tuple[float, float], float]:
        """Force of a tire along the ground [N], new rate of its wheel [rad/s], deflection [m], slip as of `Telemetry`.

        A tire deflects at the speed at which it slips, and rolling relaxes it: b' = s - |v| b / BEND. In the steady
        state b / BEND is the slip; a tire that does not roll is a spring, which holds a car on a slope.
        """
        number, ground = contact.number, contact.ground
        coarse = _coarse(dt)
        reach = BEND * coarse
        heading, side = axes_of(ground.normal, pose, angle)
        along, across = contact.velocity.dot(heading), contact.velocity.dot(side)
        most, was = ground.friction * car.AXLE_GRIP[number // 2] * load, self._slips[number]
        brake = self._brake_torque(number, ground.friction, load, was) + drag + ROLLING * load * RADIUS
        spin = self._wheel_rate(number, along, most, pull * self._share(was), brake, dt)
        bend, bow = self.deflections[number]
        pace, slide = max(abs(along), abs(spin) * RADIUS), spin * RADIUS - along
        fade = 1.0 / (1.0 + pace * dt / reach)
        bend, bow = (bend + slide * dt) * fade, (bow - across * dt) * fade
        loose = max(0.0, 1.0 - pace / BEND_FADE)
        widest = reach * (tires.PEAK + (1.0 - loose) * (1.0 - tires.PEAK))  # a slow tire does not wind up
        size = math.hypot(bend, bow)
        if size > widest:
            bend, bow, size = bend * widest / size, bow * widest / size, widest
        slip = size / reach
        share = most * tires.grip_at(slip) / max(1e-9, size)
        loose /= coarse
        push, shove = share * bend + loose * BEND_DAMPING * slide, share * bow - loose * BOW_DAMPING * across
        size = math.hypot(push, shove)
        if size > most:
            push, shove = push * most / size, shove * most / size
        slip /= tires.PEAK
        if ground.soft or slip > 1.0:
            self._cue_slip(number, ground, slip, heading * -slide + side * across)
        return heading * push + side * shove, spin, (bend, bow), slip

    def _wheel_rate(self, number: int, along: float, most: float, pull: float, brake: float, dt: float) -> float:
        """Rate of a wheel after a step [rad/s], solved together with the deflection of its tire, as both are stiff.

        Args:
            number: Number of the wheel.
            along: Its speed over the ground [m/s].
            most: Largest force of its tire [N].
            pull: Torque that drives it [N m].
            brake: Torque that brakes it [N m].
            dt: Step [s].
        """
        spin, reach = self.spins[number], BEND * _coarse(dt)
        bend, bow = self.deflections[number]
        fade = 1.0 / (1.0 + max(abs(along), abs(spin) * RADIUS) * dt / reach)
        slip = math.hypot(bend, bow) / reach
        pushing = most * tires.grip_at(slip) * bend / (slip * reach) if slip > 1e-9 else 0.0
        stiff = most * max(tires.stiffness_at(slip), 0.2) / reach
        weight = INERTIA + dt * dt * RADIUS * RADIUS * stiff * fade
        aim = (bend - along * dt) * fade - bend
        spin = (INERTIA * spin + dt * (pull - RADIUS * (pushing + stiff * aim))) / weight
        return _braked(spin, brake * dt / weight)

    def after_step(self, world: World) -> None:
        """Pose the wheels, and damage them by what they had to bear."""
        super().after_step(world)
        if self.parked or not self.chassis.awake:
            return
        pose = pose_of(self.chassis)
        self.angles = tuple(
            math.remainder(turn + spin * self._dt, 2.0 * math.pi)
            for turn, spin in zip(self.angles, self.spins, strict=True)
        )
        self._pose_wheels(world, pose)
        for number, blow in enumerate(self._blows):
            if self.attached[number]:
                self._load_wheel(world, number, self._loads[number], blow)
        self._blows = (0.0,) * 4

    def _pose_wheels(self, world: World, pose: Pose) -> None:
        """Pose the wheels as they are drawn."""
        angles, _ = car.ackermann(self.steer)
        shown: list[Body] = []
        places: list[Vec3] = []
        turns: list[Quaternion] = []
        for number in range(4):
            if self.attached[number]:
                turn = rotation_of(angles[number] if number < 2 else 0.0, -self.angles[number])
                rolled = multiply(pose.turn, turn)
                shown.append(self.wheels[number])
                places.append(pose.at(HUBS[number] + (0.0, self.travels[number], 0.0)))
                turns.append(multiply(rolled, AXLE))
        if shown:
            world.write(shown, position=np.array(places), orientation=np.array(turns))

    # ---- Coming off and back --------------------------------------------------------------------------------------

    def _replace_wheel(self, world: World, number: int, *, attached: bool) -> None:
        """Replace a drawn wheel by a loose body, or the other way round."""
        if self.wheels[number].alive:
            world.remove_body(self.wheels[number])
        wheel = self._add_wheel(world, number, pose_of(self.chassis), attached=attached)
        self.wheels = (*self.wheels[:number], wheel, *self.wheels[number + 1 :])

    def _detach(self, world: World, number: int) -> None:
        self._unpark()
        self._replace_wheel(world, number, attached=False)

    def _attach(self, world: World, number: int) -> None:
        self.spins = (*self.spins[:number], 0.0, *self.spins[number + 1 :])
        self.travels = (*self.travels[:number], 0.0, *self.travels[number + 1 :])
        self._unpark()
        self._replace_wheel(world, number, attached=True)

    def move_to(self, world: World, place: Vec3, turn: Quaternion) -> None:
        """Move the chassis to a place [m] and rotation, with all attached wheels, at rest."""
        self._unpark()
        position, orientation, still = np.array([place]), np.array([turn]), np.zeros((1, 3))
        world.write([self.chassis], position=position, orientation=orientation, velocity=still, angular_velocity=still)
        self.spins, self.deflections, self.travels = (0.0,) * 4, ((0.0, 0.0),) * 4, (0.0,) * 4
        self._pose_wheels(world, pose_of(self.chassis))


def _coarse(dt: float) -> float:
    """How much softer tires are in a step [s]: the largest stable stiffness falls with its square."""
    share = max(1.0, dt / FINEST)
    return share * share


def _braked(spin: float, most: float) -> float:
    """A rate that a brake changes toward 0, by at most `most`."""
    return math.copysign(max(0.0, abs(spin) - most), spin)
