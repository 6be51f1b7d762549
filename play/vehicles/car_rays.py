"""CarRays: the same car with wheels that are no bodies: each is cast down to the ground, and pushes the chassis."""

import math

import numpy as np

from physics import Body, BodyKind, ShapeCylinder, Vec3, World
from physics.vector import multiply, rotation_of
from play import layers
from play.vehicles import car, car_look, tires
from play.vehicles.car import HUBS, RADIUS, SAG, SPRING, SWAY, TRAVEL, Car, Pose
from play.vehicles.car_jointed import AXLE
from play.vehicles.wheel_spot import EDGE, STEEPEST, Spot, axes_of, blow_on

#: What is cast, and how far above the highest place of a wheel it starts [m].
WHEEL, HEADROOM = ShapeCylinder(RADIUS, 0.5 * car.WIDTH), 0.08
#: A cast that goes no farther than this began within something [m].
WITHIN = 1e-3
#: Inertia of a wheel about its axle [kg m^2].
INERTIA = 0.5 * car.WHEEL_MASS * RADIUS * RADIUS
#: A tire bends as far as this times its slip [m]: the way that it rolls until its force is there.
BEND = 0.22
#: Damping of that for a tire that hardly rolls, along and across it [N s/m], and the speed at which it is gone [m/s].
#: Across is less: the chassis rolls easily about the ground, and would tremble.
BEND_DAMPING, BOW_DAMPING, BEND_FADE = 6000.0, 3400.0, 3.0
#: Step [s] that this is stable at; in longer ones tires are softer, or the car would tremble.
FINEST = 1.0 / 60.0
#: Rolling resistance, as a part of the load.
ROLLING = 0.012
#: Bump stops: where they begin [m], stiffness [N/m] and damping [N s/m]; largest force of a suspension [N].
STOP, STOP_SPRING, STOP_DAMPER, STRONGEST = TRAVEL - 0.04, 160000.0, 5000.0, 60000.0
#: Loose things lighter than this [kg] do not carry a wheel: it shoves them, by this more than they close [m/s], at most
#: this fast [m/s]. Heavier ones bear at most so many times their weight, as they may stand on nothing.
LIGHT, SHOVE, SHOVE_MOST, BEARING = 0.19 * car.LOAD, 0.5, 6.0, 20.0
#: Part of the grip that front and rear tires have: the rear ones hold longer, so that a car that lets go pushes wide
#: instead of spinning.
AXLE_GRIP = (0.92, 1.0)


class CarRays(Car):
    """A car of one body on four casts. Springs, dampers and tires are forces; what it stands on feels them too.

    Arguments and attributes as of `Car`. Wheels that are attached are only seen; a lost one is a body like others.

    Attributes:
        spins: Rates of the wheels, forward [rad/s].
        turns: Angles of them [rad].
        bends: How far each tire is bent forward and to the right [m].
        ways: Of the suspension, up > 0 [m].
        normals: Of the ground below each wheel; None in the air.
        parked: Whether it is at rest and needs no forces: then gravity is off for it too, so that it can sleep.
    """

    state_fields = (*Car.state_fields, "spins", "turns", "bends", "ways", "normals", "parked", "_slips")

    def __init__(self, world: World, position: Vec3, yaw: float = 0.0, **options) -> None:
        super().__init__(world, position, yaw, **options)
        self.spins = self.turns = self.ways = (0.0,) * 4
        self.bends = ((0.0, 0.0),) * 4
        self.normals: tuple[Vec3 | None, ...] = (None,) * 4
        self.parked = False
        self._blows, self._dt = (0.0,) * 4, 0.0
        pose = car.pose_of(self.chassis)
        self.wheels = tuple(self._add_wheel(world, number, pose, attached=True) for number in range(4))

    def _add_wheel(self, world: World, number: int, pose: Pose, *, attached: bool) -> Body:
        """A wheel to see, or one that fell off."""
        place = pose.at(HUBS[number] + (0.0, self.ways[number], 0.0))
        options = {"category": 0, "mask": 0, "kind": BodyKind.KINEMATIC}
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
        """Whether it is parked, and nobody touched it."""
        if self.parked:
            if not self.occupied and pose.velocity.length + pose.spin.length < 1e-4:
                return True
            self._unpark()
        return False

    def _unpark(self) -> None:
        if self.parked:
            self.parked = False
            self.chassis.gravity_scale = 1.0

    def _park(self, pose: Pose, spots: list[Spot], force: Vec3, torque: Vec3) -> bool:
        """Come to rest: forces that just carry it are as good as none, without gravity."""
        weight = car.LOWER_MASS + car.CABIN_MASS
        still = pose.velocity.length < car.AT_REST and pose.spin.length < car.AT_REST
        if self.occupied or not still or not spots or any(spot.kind != BodyKind.STATIC for spot in spots):
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
        spots = self._touch(world, pose)
        there = [number for number in range(4) if self.attached[number]]
        mean = sum(self.spins[number] for number in there) / max(1, len(there))
        pull, drag = self._shift(mean, pose, dt, bool(spots))
        angles = (*car.turning(self.steer)[0], 0.0, 0.0)
        self._hang(there, spots, pull, drag, dt)
        force = torque = Vec3(0.0, 0.0, 0.0)
        spins, bends, slips, loads, blows = list(self.spins), [(0.0, 0.0)] * 4, [0.0] * 4, [0.0] * 4, [0.0] * 4
        for spot in spots:
            number, point = spot.number, spot.ground.point
            load = loads[number] = self._spring(spot, pose)
            blows[number] = blow_on(world, spot, spots, pose, dt, self.bodies)
            push, spins[number], bends[number], slips[number] = self._tire(
                spot, pose, load, angles[number], pull, 0.25 * drag, dt
            )
            push = push + spot.ground.normal * load
            force, torque = force + push, torque + (point - pose.center).cross(push)
            if spot.kind == BodyKind.DYNAMIC:
                spot.ground.body.apply_force(-push, point)
        self.spins, self.bends, self._slips, self._loads = tuple(spins), tuple(bends), tuple(slips), tuple(loads)
        self._blows = tuple(blows)
        if spots and not self._park(pose, spots, force, torque):
            self.chassis.apply_force(force)
            self.chassis.apply_torque(torque)

    def _hang(self, there: list[int], spots: list[Spot], pull: float, drag: float, dt: float) -> None:
        """Turn the wheels that are in the air."""
        if len(spots) == len(there):
            return
        down, spins = {spot.number for spot in spots}, list(self.spins)
        for number in there:
            if number not in down:
                brake = car.BRAKE * max(self._pedals.brake, float(self._handbrake and number >= 2)) + 0.25 * drag
                spins[number] = _braked(spins[number] + 0.25 * pull * dt / INERTIA, brake * dt / INERTIA)
        self.spins = tuple(spins)

    def _touch(self, world: World, pose: Pose) -> list[Spot]:
        """Which wheels are on the ground; notes the ways of all."""
        there = [number for number in range(4) if self.attached[number]]
        ways, normals = [-TRAVEL] * 4, [None] * 4
        spots: list[Spot] = []
        for number, ground in self._cast(world, there, pose):
            spot = self._spot(number, ground, pose)
            ways[number], normals[number] = min(TRAVEL, spot.way), ground.normal
            if ground.normal.dot(pose.up) > STEEPEST:
                spots.append(spot)
        self.ways, self.normals = tuple(ways), tuple(normals)
        return spots

    def _cast(self, world: World, wheels: list[int], pose: Pose) -> list[tuple[int, tires.Ground]]:
        """What some wheels stand on; those in the air are left out, and loose things are shoved aside."""
        reach, seen, carried = 2.0 * TRAVEL + HEADROOM, list(self.bodies), {}
        for _ in range(3):
            if not wheels:
                break
            starts = np.array([pose.at(HUBS[number] + (0.0, TRAVEL + HEADROOM, 0.0)) for number in wheels])
            motion = np.tile(np.array(pose.up) * -reach, (len(wheels), 1))
            found = world.shape_cast_batch(WHEEL, starts, motion, multiply(pose.turn, AXLE), ignore=seen)
            grounds = tires.grounds_of(world, found, (found.fraction * reach).tolist())
            grounds = self._leave_walls(world, grounds, starts, pose, reach, seen)
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

    def _leave_walls(
        self, world: World, grounds: list[tires.Ground | None], starts: np.ndarray, pose: Pose, reach: float, seen: list
    ) -> list[tires.Ground | None]:
        """Look below the hubs of wheels that begin within something: what they scrape, such as a post, is no ground."""
        rows = [row for row, ground in enumerate(grounds) if ground is not None and ground.distance < WITHIN]
        if rows:
            below = tires.look_down(world, [starts[row] for row in rows], -pose.up, reach + RADIUS, tuple(seen))
            for row, ground in zip(rows, below, strict=True):
                grounds[row] = ground and ground._replace(distance=max(0.0, ground.distance - RADIUS))
        return grounds

    def _shove(self, ground: tires.Ground, pose: Pose) -> None:
        """Push something light out of the way of a wheel."""
        velocity = pose.velocity + pose.spin.cross(ground.point - pose.center) - ground.body.velocity_at(ground.point)
        pace = min(SHOVE_MOST, SHOVE - velocity.dot(ground.normal))
        if pace > 0.0:
            push = ground.normal * (ground.body.mass * pace / self._dt)
            ground.body.apply_force(-push, ground.point)
            self.chassis.apply_force(push, ground.point)

    def _spot(self, number: int, ground: tires.Ground, pose: Pose) -> Spot:
        """How a wheel moves over what it stands on."""
        hub = pose.at(HUBS[number])
        aside = (ground.point - hub).dot(pose.right)  # a wide tire touches anywhere across it: take its middle
        ground = ground._replace(point=ground.point - pose.right * aside)
        velocity = pose.velocity + pose.spin.cross(ground.point - pose.center)
        kind = ground.body.kind
        if kind != BodyKind.STATIC:
            velocity = velocity - ground.body.velocity_at(ground.point)
        rate = -velocity.dot(ground.normal) / max(STEEPEST, ground.normal.dot(pose.up))
        way, before = TRAVEL + HEADROOM - ground.distance, self.ways[number]
        last = self.normals[number]
        edge = last is None or ground.normal.dot(last) < EDGE
        return Spot(number, ground, way, rate, way - before if before > -TRAVEL else 0.0, velocity, kind, edge)

    def _spring(self, spot: Spot, pose: Pose) -> float:
        """Force along the normal of the ground [N]; its part along the suspension is of spring, damper and bar."""
        way, rate = spot.way, spot.rate
        force = SPRING * (way + SAG) + car.DAMPER * rate
        other = spot.number ^ 1
        if self.sway_bars and self.attached[other]:
            force += SWAY * (way - self.ways[other])
        if way > STOP:
            force += STOP_SPRING * (way - STOP) + STOP_DAMPER * max(0.0, rate)
        most = STRONGEST
        if spot.kind == BodyKind.DYNAMIC:
            most = min(most, BEARING * 9.81 * spot.ground.body.mass)
        force = max(0.0, min(most, force))
        return force / max(STEEPEST, spot.ground.normal.dot(pose.up))

    def _tire(
        self, spot: Spot, pose: Pose, load: float, angle: float, pull: float, drag: float, dt: float
    ) -> tuple[Vec3, float, tuple[float, float], float]:
        """Force of a tire along the ground [N], new rate of its wheel [rad/s], new bend [m], slip as of `Telemetry`.

        A tire bends at the speed at which it slips, and rolling lets it straighten: b' = s - |v| b / BEND. Where that
        is steady, b / BEND is the slip; a tire that does not roll is a spring, which holds a car on a slope.
        """
        number, ground = spot.number, spot.ground
        coarse = _coarse(dt)
        reach = BEND * coarse
        heading, side = axes_of(ground.normal, pose, angle)
        along, across = spot.velocity.dot(heading), spot.velocity.dot(side)
        most, was = ground.friction * AXLE_GRIP[number // 2] * load, self._slips[number]
        brake = self._brake_torque(number, ground.friction, load, was) + drag + ROLLING * load * RADIUS
        spin = self._turn(number, along, most, pull * self._share(was), brake, dt)
        bend, bow = self.bends[number]
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
            self._mark(number, ground, slip, heading * -slide + side * across)
        return heading * push + side * shove, spin, (bend, bow), slip

    def _turn(self, number: int, along: float, most: float, pull: float, brake: float, dt: float) -> float:
        """Rate of a wheel after a step [rad/s], solved together with the bend of its tire then, for both are stiff.

        Args:
            number: Of the wheel.
            along: Its speed over the ground [m/s].
            most: Largest force of its tire [N].
            pull: Torque that drives it [N m].
            brake: Torque that brakes it [N m].
            dt: Step [s].
        """
        spin, reach = self.spins[number], BEND * _coarse(dt)
        bend, bow = self.bends[number]
        fade = 1.0 / (1.0 + max(abs(along), abs(spin) * RADIUS) * dt / reach)
        slip = math.hypot(bend, bow) / reach
        pushing = most * tires.grip_at(slip) * bend / (slip * reach) if slip > 1e-9 else 0.0
        stiff = most * max(tires.stiffness_at(slip), 0.2) / reach
        weight = INERTIA + dt * dt * RADIUS * RADIUS * stiff * fade
        aim = (bend - along * dt) * fade - bend
        spin = (INERTIA * spin + dt * (pull - RADIUS * (pushing + stiff * aim))) / weight
        return _braked(spin, brake * dt / weight)

    def after_step(self, world: World) -> None:
        """Show the wheels where they are, and feel what they had to bear."""
        super().after_step(world)
        if self.parked or not self.chassis.awake:
            return
        pose = car.pose_of(self.chassis)
        self.turns = tuple(
            math.remainder(turn + spin * self._dt, 2.0 * math.pi)
            for turn, spin in zip(self.turns, self.spins, strict=True)
        )
        self._show(world, pose)
        for number, blow in enumerate(self._blows):
            if self.attached[number]:
                self._strain(world, number, self._loads[number], blow)
        self._blows = (0.0,) * 4

    def _show(self, world: World, pose: Pose) -> None:
        """Put the wheels where they are seen."""
        angles, _ = car.turning(self.steer)
        shown, places, turns = [], [], []
        for number in range(4):
            if self.attached[number]:
                turn = rotation_of(angles[number] if number < 2 else 0.0, -self.turns[number])
                rolled = multiply(pose.turn, turn)
                shown.append(self.wheels[number])
                places.append(pose.at(HUBS[number] + (0.0, self.ways[number], 0.0)))
                turns.append(multiply(rolled, AXLE))
        if shown:
            world.write(shown, position=places, orientation=turns)

    # ---- Coming off and back --------------------------------------------------------------------------------------

    def _swap(self, world: World, number: int, *, attached: bool) -> None:
        """Make a wheel to see one that rolls, or the other way round."""
        if self.wheels[number].alive:
            world.remove_body(self.wheels[number])
        wheel = self._add_wheel(world, number, car.pose_of(self.chassis), attached=attached)
        self.wheels = (*self.wheels[:number], wheel, *self.wheels[number + 1 :])

    def _part(self, world: World, number: int) -> None:
        self._unpark()
        self._swap(world, number, attached=False)

    def _join(self, world: World, number: int) -> None:
        self.spins = (*self.spins[:number], 0.0, *self.spins[number + 1 :])
        self.ways = (*self.ways[:number], 0.0, *self.ways[number + 1 :])
        self._unpark()
        self._swap(world, number, attached=True)

    def _move(self, world: World, place: Vec3, turn: tuple[float, float, float, float]) -> None:
        self._unpark()
        still = [(0.0, 0.0, 0.0)]
        world.write([self.chassis], position=[place], orientation=[turn], velocity=still, angular_velocity=still)
        self.spins, self.bends, self.ways = (0.0,) * 4, ((0.0, 0.0),) * 4, (0.0,) * 4
        self._show(world, car.pose_of(self.chassis))


def _coarse(dt: float) -> float:
    """How much softer tires are in a step [s]: the stiffest that is stable falls with its square."""
    share = max(1.0, dt / FINEST)
    return share * share


def _braked(spin: float, most: float) -> float:
    """A rate that a brake changes toward 0, at most by so much."""
    return math.copysign(max(0.0, abs(spin) - most), spin)
