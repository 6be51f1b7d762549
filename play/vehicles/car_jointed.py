"""CarJointed: a car of five bodies, its wheels on hinge-2 joints with springs, servos and motors."""

import math
from typing import NamedTuple

from physics import Body, JointHinge2, ShapeCylinder, Vec3, World
from physics.vector import multiply, rotate
from play import layers
from play.vehicles import car, car_look, engine, tires
from play.vehicles.car import HUBS, RADIUS, SAG, SPRING, SWAY, TRAVEL, Car, Pose

#: Turn of a wheel against the chassis: its axis, +Y of a cylinder, lies along +X.
AXLE = (0.0, 0.0, -math.sqrt(0.5), math.sqrt(0.5))
#: Speed [rad/s] and torque [N m] of the servos that steer.
SERVO_SPEED, SERVO_TORQUE = 6.0, 4000.0
#: Changes below these are not worth waking bodies for: torque [N m], speed [rad/s], way [m], angle [rad], grip.
COARSE = 6.0, 0.3, 0.0015, 0.002, 0.04


class Orders(NamedTuple):
    """What the joint of a wheel was told.

    Attributes:
        torque: Largest of its motor [N m].
        rate: Speed of that [rad/s].
        brake: Torque of the brake [N m].
        target: Where the spring is at rest [m].
        angle: Of the servo [rad].
        grip: Share of the best grip.
    """

    torque: float = 0.0
    rate: float = 0.0
    brake: float = 0.0
    target: float = -SAG
    angle: float = 0.0
    grip: float = 1.0


class Rolling(NamedTuple):
    """How the wheels roll.

    Attributes:
        ways: Along the suspension, up > 0 [m].
        speeds: Of the rims [m/s].
        along: Speed of each wheel where it points [m/s].
        across: Speed of each to its right [m/s].
    """

    ways: list[float]
    speeds: list[float]
    along: list[float]
    across: list[float]


class CarJointed(Car):
    """A car of five bodies. Its tires are real contacts; how much they grip follows their slip.

    Arguments and attributes as of `Car`.

    Attributes:
        joints: What holds each wheel; None for lost ones.
    """

    state_fields = (*Car.state_fields, "joints", "_orders")

    def __init__(self, world: World, position: Vec3, yaw: float = 0.0, **options) -> None:
        super().__init__(world, position, yaw, **options)
        pose = car.pose_of(self.chassis)
        self.wheels = tuple(self._add_wheel(world, pose, number) for number in range(4))
        self.joints: tuple[JointHinge2 | None, ...] = (None,) * 4
        self._orders = (Orders(),) * 4
        for number in range(4):
            self._fasten(world, number)

    def _add_wheel(self, world: World, pose: Pose, number: int) -> Body:
        wheel = world.add_body(
            shape=ShapeCylinder(RADIUS, 0.5 * car.WIDTH), position=pose.at(HUBS[number]),
            orientation=multiply(pose.turn, AXLE), mass=car.WHEEL_MASS, material=tires.MATERIAL, restitution=0.0,
            rolling_friction=0.012, category=layers.VEHICLE, name=f"{self.name} wheel {number}",
        )  # fmt: skip
        car_look.dress_wheel(world, wheel, RADIUS, car.WIDTH)
        return wheel

    def _fasten(self, world: World, number: int) -> None:
        """Make the joint of a wheel that is where it belongs."""
        pose = car.pose_of(self.chassis)
        most = car.STEER + 0.15 if number < 2 else 0.0
        joint = JointHinge2(
            self.chassis, self.wheels[number], anchor=pose.at(HUBS[number]), axis_a=pose.up, axis_b=-pose.right,
            suspension_limits=(-TRAVEL, TRAVEL), steering_limits=(-most, most), name=f"{self.name} {number}",
        )  # fmt: skip
        joint.suspension.set_spring(stiffness=SPRING, damping=car.DAMPER, target=-SAG)
        joint.suspension.set_limit_spring(stiffness=8.0 * SPRING, damping=2.0 * car.DAMPER)
        if number >= 2:
            joint.steering.locked = True
        else:
            joint.steering.motor_speed, joint.steering.motor_max_force = SERVO_SPEED, SERVO_TORQUE
            joint.steering.motor_target = 0.0
        world.add_joint(joint)
        self.joints = (*self.joints[:number], joint, *self.joints[number + 1 :])
        self._orders = (*self._orders[:number], Orders(), *self._orders[number + 1 :])
        self.wheels[number].friction = None

    # ---- Driving --------------------------------------------------------------------------------------------------

    def _rests(self, world: World, pose: Pose) -> bool:
        """Whether nobody drives it, its brakes are on, and it hardly moves: then it is left alone, and may sleep."""
        if self.occupied or pose.velocity.length > car.LEFT_ALONE or pose.spin.length > car.LEFT_ALONE:
            return False
        return all(
            order.brake >= car.BRAKE and order.torque == 0.0
            for order, there in zip(self._orders, self.attached, strict=True)
            if there
        )

    def _roll(self, world: World, dt: float, pose: Pose) -> None:
        """Drive, brake and steer the wheels during the next step."""
        angles, shares = car.turning(self.steer)
        wheels = [
            wheel if wheel.alive else self.chassis for wheel in self.wheels
        ]  # one that was removed does not count
        rolling = self._measure(world, wheels, pose, angles)
        places = [wheel.position for wheel in wheels]
        grounds = tires.look_down(world, places, -pose.up, RADIUS + 0.12, self.bodies)
        there = [number for number in range(4) if self.attached[number]]
        grounded = any(grounds[number] is not None for number in there)
        mean = sum(rolling.speeds[number] for number in there) / max(1, len(there))
        pull, drag = self._shift(mean / RADIUS, pose, dt, grounded)
        top = self._top_rate(pull)
        orders, slips, loads = list(self._orders), [0.0] * 4, [0.0] * 4
        for number in there:
            ground = grounds[number]
            loads[number] = load = self._load(number, pose) if ground is not None else 0.0
            slips[number], grip = self._grip(number, rolling, ground, pose)
            friction = 0.9 if ground is None else ground.friction
            brake = self._brake_torque(number, friction, load, slips[number]) + 0.25 * drag
            wish = Orders(
                self._share(slips[number]) * abs(pull), math.copysign(top * shares[number], pull), brake,
                self._bar(number, rolling.ways), angles[number] if number < 2 else 0.0, grip,
            )  # fmt: skip
            orders[number] = self._tell(number, wish, friction, ground)
        self._orders, self._slips, self._loads = tuple(orders), tuple(slips), tuple(loads)

    def _top_rate(self, pull: float) -> float:
        """Rate of the wheels at which the engine cuts out [rad/s]."""
        gear = self.drive.gear
        ratio = engine.ratio_of(gear, RADIUS)
        return engine.LIMIT * 2.0 * math.pi / 60.0 / ratio if ratio > 0.0 and pull != 0.0 else 0.0

    def _measure(self, world: World, wheels: list[Body], pose: Pose, angles: tuple[float, float]) -> Rolling:
        """How the wheels roll now."""
        places, velocities, spins = (
            world.read(wheels, key).tolist() for key in ("position", "velocity", "angular_velocity")
        )
        ways, speeds, along, across = [], [], [], []
        for number in range(4):
            angle = angles[number] if number < 2 else 0.0
            c, s = math.cos(angle), math.sin(angle)
            side = pose.right * c + pose.ahead * s
            heading = pose.ahead * c - pose.right * s
            arm = Vec3(*places[number]) - pose.place
            ways.append(arm.dot(pose.up) - HUBS[number].y)
            speeds.append(-(Vec3(*spins[number]) - pose.spin).dot(side) * RADIUS)
            velocity = velocities[number]
            along.append(heading.dot(velocity))
            across.append(side.dot(velocity))
        return Rolling(ways, speeds, along, across)

    def _load(self, number: int, pose: Pose) -> float:
        """Force between a tire and the ground [N]: what the joint presses down, and the weight of the wheel."""
        return max(0.0, 9.81 * car.WHEEL_MASS - self.joints[number].force.dot(pose.up))

    def _grip(self, number: int, rolling: Rolling, ground: tires.Ground | None, pose: Pose) -> tuple[float, float]:
        """Slip of a tire as of `Telemetry`, and the share of its best grip that is left."""
        if ground is None:
            return 0.0, 1.0
        speed, along, across = rolling.speeds[number], rolling.along[number], rolling.across[number]
        lengthwise, sideways = tires.slip_of(speed, along, across)
        slip = math.hypot(lengthwise, sideways)
        sliding = pose.ahead * (along - speed) + pose.right * across
        self._mark(number, ground, slip / tires.PEAK, sliding)
        return slip / tires.PEAK, tires.grip_of_contact(slip)

    def _bar(self, number: int, ways: list[float]) -> float:
        """Where the spring of a wheel is at rest [m]: the sway bar moves it, and so pushes with `SWAY` per way."""
        other = number ^ 1
        if not (self.sway_bars and self.attached[other]):
            return -SAG
        return -SAG + SWAY / SPRING * (ways[other] - ways[number])

    def _tell(self, number: int, wish: Orders, friction: float, ground: tires.Ground | None) -> Orders:
        """Tell a joint what changed; returns what it knows now."""
        known, joint = self._orders[number], self.joints[number]
        torque, rate, brake, target, angle, grip = known
        if _differs(wish.rate, rate, COARSE[1]):
            joint.wheel.motor_speed = rate = wish.rate
        if _differs(wish.torque, torque, COARSE[0]):
            joint.wheel.motor_max_force = torque = wish.torque
        if _differs(wish.brake, brake, COARSE[0]):
            joint.wheel.friction = brake = wish.brake
        if abs(wish.target - target) > COARSE[2]:
            joint.suspension.spring_target = target = wish.target
        if abs(wish.angle - angle) > COARSE[3]:
            joint.steering.motor_target = angle = wish.angle
        if ground is not None and _differs(wish.grip, grip, COARSE[4], 1.0):
            grip = wish.grip
            # The solver takes the geometric mean of what two bodies have, where one of them says it.
            own = None if grip == 1.0 else (friction * grip) ** 2 / max(0.05, ground.own)
            self.wheels[number].friction = own
        return Orders(torque, rate, brake, target, angle, grip)

    def after_step(self, world: World) -> None:
        """Feel what the joints had to bear."""
        super().after_step(world)
        if not self.chassis.awake:
            return
        up = rotate(self.chassis.orientation, (0.0, 1.0, 0.0))
        for number, joint in enumerate(self.joints):
            if joint is not None:
                force = joint.force
                along = force.dot(up)
                square = force.dot(force) - along * along
                if square > 0.25 * car.HURT * car.HURT or abs(along) > car.HURT:
                    self._strain(world, number, along, math.sqrt(max(0.0, square)))

    # ---- Coming off and back --------------------------------------------------------------------------------------

    def miss(self, world: World) -> None:
        """Notice wheels that were taken away, and joints that were cut."""
        super().miss(world)
        if not all(self.attached):
            self.joints = tuple(
                joint if there else None for joint, there in zip(self.joints, self.attached, strict=True)
            )

    def _holds(self, number: int) -> bool:
        return self.wheels[number].alive and self.joints[number].alive

    def _part(self, world: World, number: int) -> None:
        world.remove_joint(self.joints[number])
        self.joints = (*self.joints[:number], None, *self.joints[number + 1 :])
        self.wheels[number].friction = None

    def _join(self, world: World, number: int) -> None:
        pose = car.pose_of(self.chassis)
        if not self.wheels[number].alive:
            wheels = self.wheels
            self.wheels = (*wheels[:number], self._add_wheel(world, pose, number), *wheels[number + 1 :])
        wheel = self.wheels[number]
        velocity = self.chassis.velocity_at(pose.at(HUBS[number]))
        world.write(
            [wheel], position=[pose.at(HUBS[number])], orientation=[multiply(pose.turn, AXLE)], velocity=[velocity],
            angular_velocity=[self.chassis.angular_velocity],
        )  # fmt: skip
        self._fasten(world, number)

    def _move(self, world: World, place: Vec3, turn: tuple[float, float, float, float]) -> None:
        there = [number for number in range(4) if self.attached[number]]
        places = [place, *(place + rotate(turn, HUBS[number]) for number in there)]
        turns = [turn, *(multiply(turn, AXLE) for _ in there)]
        still = [(0.0, 0.0, 0.0)] * len(places)
        world.write(
            [self.chassis, *(self.wheels[number] for number in there)], position=places, orientation=turns,
            velocity=still, angular_velocity=still,
        )  # fmt: skip


def _differs(wish: float, known: float, step: float, rest: float = 0.0) -> bool:
    """Whether a number changed by more than a step, or came to its value at rest."""
    return wish != known and (abs(wish - known) > step or wish == rest)
