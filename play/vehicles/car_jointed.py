"""CarJointed: a car of five bodies, its wheels on hinge-2 joints with springs, servos and motors."""

import math
from typing import Any, NamedTuple

import numpy as np

from physics import Body, JointHinge2, ShapeCylinder, Vec3, World
from physics.vector import Quaternion, multiply, rotate
from play import layers
from play.vehicles import assists, car, car_look, engine, tires
from play.vehicles.car import HUBS, RADIUS, SAG, SPRING, SWAY, TRAVEL, Car
from play.vehicles.car_pose import Pose, pose_of

#: Rotation of a wheel in the axes of the chassis: its axis, +Y of a cylinder, lies along +X.
AXLE: Quaternion = (0.0, 0.0, -math.sqrt(0.5), math.sqrt(0.5))
#: Speed [rad/s] and torque [N m] of the servos that steer.
SERVO_SPEED, SERVO_TORQUE = 6.0, 4000.0
#: Changes below these are not worth waking bodies for: torque [N m], speed [rad/s], travel [m], angle [rad], friction.
COARSE = 6.0, 0.3, 0.0015, 0.002, 0.04


class WheelSettings(NamedTuple):
    """Settings of the joint of a wheel.

    Attributes:
        torque: Largest torque of its motor [N m].
        rate: Speed of its motor [rad/s].
        brake: Torque of its brake [N m].
        target: Where its spring is at rest [m].
        angle: Angle of its servo [rad].
        rubber: Coefficient of friction of its tire alone; 0 for that of its material.
    """

    torque: float = 0.0
    rate: float = 0.0
    brake: float = 0.0
    target: float = -SAG
    angle: float = 0.0
    rubber: float = 0.0


class Rolling(NamedTuple):
    """How the wheels roll.

    Attributes:
        travels: Travel of the suspensions, up > 0 [m].
        speeds: Speeds of the rims [m/s].
        along: Speed of each wheel in the direction in which it points [m/s].
        across: Speed of each wheel to its right [m/s].
    """

    travels: list[float]
    speeds: list[float]
    along: list[float]
    across: list[float]


class CarJointed(Car):
    """A car of five bodies. Its tires are real contacts, with a friction that follows their slip.

    Arguments and attributes as of `Car`.

    Attributes:
        joints: Joint of each wheel; None for lost wheels.
    """

    state_fields = (*Car.state_fields, "joints", "_settings")
    best_slip = 0.5  # contacts grip at once, and let go from there on

    def __init__(self, world: World, position: Vec3, yaw: float = 0.0, **options: Any) -> None:
        super().__init__(world, position, yaw, **options)
        pose = pose_of(self.chassis)
        self.wheels = tuple(self._add_wheel(world, pose, number) for number in range(4))
        self.joints: tuple[JointHinge2 | None, ...] = (None,) * 4
        self._settings: tuple[WheelSettings, ...] = (WheelSettings(),) * 4
        for number in range(4):
            self._add_joint(world, number)

    def _add_wheel(self, world: World, pose: Pose, number: int) -> Body:
        wheel = world.add_body(
            shape=ShapeCylinder(RADIUS, 0.5 * car.WIDTH), position=pose.at(HUBS[number]),
            orientation=multiply(pose.turn, AXLE), mass=car.WHEEL_MASS, material=tires.MATERIAL, restitution=0.0,
            rolling_friction=0.012, category=layers.VEHICLE, name=f"{self.name} wheel {number}",
        )  # fmt: skip
        car_look.dress_wheel(world, wheel, RADIUS, car.WIDTH)
        return wheel

    def _add_joint(self, world: World, number: int) -> None:
        """Make the joint of a wheel that is in its place."""
        pose = pose_of(self.chassis)
        most = assists.STEER + 0.15 if number < 2 else 0.0
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
        self._settings = (*self._settings[:number], WheelSettings(), *self._settings[number + 1 :])
        self.wheels[number].friction = None

    def _joint(self, number: int) -> JointHinge2:
        """Joint of an attached wheel."""
        joint = self.joints[number]
        if joint is None:
            raise LookupError(
                f"wheel {number} of the {self.name} is lost, so it has no joint; ask for `attached` first"
            )
        return joint

    # ---- Driving --------------------------------------------------------------------------------------------------

    def _rests(self, world: World, pose: Pose) -> bool:
        """Whether it hardly moves, without a driver and with its brakes on: then it is left alone, and may sleep."""
        if self.occupied or pose.velocity.length > car.LEFT_ALONE or pose.spin.length > car.LEFT_ALONE:
            return False
        return all(
            settings.brake >= car.BRAKE and settings.torque == 0.0
            for settings, there in zip(self._settings, self.attached, strict=True)
            if there
        )

    def _roll(self, world: World, dt: float, pose: Pose) -> None:
        """Drive, brake and steer the wheels during the next step."""
        angles, shares = car.ackermann(self.steer)
        wheels = [wheel if wheel.alive else self.chassis for wheel in self.wheels]  # removed ones do not count
        rolling = self._measure(world, wheels, pose, angles)
        places = [wheel.position for wheel in wheels]
        grounds = tires.look_down(world, places, -pose.up, RADIUS + 0.12, self.bodies)
        there = [number for number in range(4) if self.attached[number]]
        grounded = any(grounds[number] is not None for number in there)
        mean = sum(rolling.speeds[number] for number in there) / max(1, len(there))
        pull, drag = self._shift(mean / RADIUS, pose, dt, grounded)
        top = self._top_rate(pull)
        settings, slips, loads = list(self._settings), [0.0] * 4, [0.0] * 4
        for number in there:
            ground = grounds[number]
            loads[number] = load = self._load(number, pose) if ground is not None else 0.0
            slips[number], rubber = self._grip(number, rolling, ground, pose)
            friction = 0.9 if ground is None else ground.friction
            brake = self._brake_torque(number, friction, load, slips[number]) + 0.25 * drag
            wanted = WheelSettings(
                self._share(slips[number]) * abs(pull), math.copysign(top * shares[number], pull), brake,
                self._spring_target(number, rolling.travels), angles[number] if number < 2 else 0.0, rubber,
            )  # fmt: skip
            settings[number] = self._set_joint(number, wanted)
        self._settings, self._slips, self._loads = tuple(settings), tuple(slips), tuple(loads)

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
        rolling = Rolling([], [], [], [])
        for number in range(4):
            angle = angles[number] if number < 2 else 0.0
            c, s = math.cos(angle), math.sin(angle)
            side = pose.right * c + pose.ahead * s
            heading = pose.ahead * c - pose.right * s
            arm = Vec3(*places[number]) - pose.place
            rolling.travels.append(arm.dot(pose.up) - HUBS[number].y)
            rolling.speeds.append(-(Vec3(*spins[number]) - pose.spin).dot(side) * RADIUS)
            velocity = velocities[number]
            rolling.along.append(heading.dot(velocity))
            rolling.across.append(side.dot(velocity))
        return rolling

    def _load(self, number: int, pose: Pose) -> float:
        """Force between a tire and the ground [N]: that of the joint, and the weight of the wheel."""
        return max(0.0, 9.81 * car.WHEEL_MASS - self._joint(number).force.dot(pose.up))

    def _grip(self, number: int, rolling: Rolling, ground: tires.Ground | None, pose: Pose) -> tuple[float, float]:
        """Slip of a tire as of `Telemetry`, and its own coefficient of friction as of `WheelSettings`."""
        if ground is None:
            return 0.0, self._settings[number].rubber
        speed, along, across = rolling.speeds[number], rolling.along[number], rolling.across[number]
        lengthwise, sideways = tires.slip_of(speed, along, across)
        slip = math.hypot(lengthwise, sideways)
        sliding = pose.ahead * (along - speed) + pose.right * across
        self._cue_slip(number, ground, slip / tires.PEAK, sliding)
        grip = car.AXLE_GRIP[number // 2] * tires.grip_of_contact(slip)
        # The solver takes the geometric mean of the coefficients of two bodies, where one of them has its own.
        rubber = 0.0 if grip == 1.0 else (ground.friction * grip) ** 2 / max(0.05, ground.own)
        return slip / tires.PEAK, rubber

    def _spring_target(self, number: int, travels: list[float]) -> float:
        """Where the spring of a wheel is at rest [m]: the sway bar moves it, and so pushes with `SWAY` per travel."""
        other = number ^ 1
        if not (self.sway_bars and self.attached[other]):
            return -SAG
        return -SAG + SWAY / SPRING * (travels[other] - travels[number])

    def _set_joint(self, number: int, wish: WheelSettings) -> WheelSettings:
        """Set what changed enough at the joint of a wheel; returns its settings then."""
        joint = self._joint(number)
        torque, rate, brake, target, angle, rubber = self._settings[number]
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
        if _differs(wish.rubber, rubber, COARSE[4]):
            rubber = wish.rubber
            self.wheels[number].friction = rubber or None
        return WheelSettings(torque, rate, brake, target, angle, rubber)

    def after_step(self, world: World) -> None:
        """Damage wheels by what their joints had to bear."""
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
                    self._load_wheel(world, number, along, math.sqrt(max(0.0, square)))

    # ---- Coming off and back --------------------------------------------------------------------------------------

    def notice_removed(self, world: World) -> None:
        """Count wheels that were removed as lost, and those whose joints were cut."""
        super().notice_removed(world)
        if not all(self.attached):
            self.joints = tuple(
                joint if there else None for joint, there in zip(self.joints, self.attached, strict=True)
            )

    def _is_there(self, number: int) -> bool:
        return self.wheels[number].alive and self._joint(number).alive

    def _detach(self, world: World, number: int) -> None:
        world.remove_joint(self._joint(number))
        self.joints = (*self.joints[:number], None, *self.joints[number + 1 :])
        self.wheels[number].friction = None

    def _attach(self, world: World, number: int) -> None:
        pose = pose_of(self.chassis)
        if not self.wheels[number].alive:
            wheels = self.wheels
            self.wheels = (*wheels[:number], self._add_wheel(world, pose, number), *wheels[number + 1 :])
        wheel = self.wheels[number]
        velocity = self.chassis.velocity_at(pose.at(HUBS[number]))
        world.write(
            [wheel], position=np.array([pose.at(HUBS[number])]), orientation=np.array([multiply(pose.turn, AXLE)]),
            velocity=np.array([velocity]), angular_velocity=np.array([self.chassis.angular_velocity]),
        )  # fmt: skip
        self._add_joint(world, number)

    def move_to(self, world: World, place: Vec3, turn: Quaternion) -> None:
        """Move the chassis to a place [m] and rotation, with all attached wheels, at rest."""
        there = [number for number in range(4) if self.attached[number]]
        places = [place, *(place + rotate(turn, HUBS[number]) for number in there)]
        turns = [turn, *(multiply(turn, AXLE) for _ in there)]
        still = np.zeros((len(places), 3))
        world.write(
            [self.chassis, *(self.wheels[number] for number in there)], position=np.array(places),
            orientation=np.array(turns), velocity=still, angular_velocity=still,
        )  # fmt: skip


def _differs(wish: float, known: float, step: float, rest: float = 0.0) -> bool:
    """Whether a number changed by more than a step, or reached its value at rest."""
    return wish != known and (abs(wish - known) > step or wish == rest)
