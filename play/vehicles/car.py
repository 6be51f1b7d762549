"""Car: what both models of the small rally car share: body, pedals, steering, damage, recovery."""

import math
from typing import Any

from physics import Body, ShapeBox, Vec3, World
from physics.vector import Quaternion, angles_of, rotate, rotation_of
from play import layers
from play.cues import Cue
from play.vehicles import assists, car_look, car_places, engine, tires
from play.vehicles.car_pose import Pose, pose_of
from play.vehicles.vehicle import Telemetry, Vehicle

#: Wheels: radius, width [m] and mass [kg]; where their middles are in the axes of the chassis, at rest [m]:
#: front left, front right, rear left, rear right.
RADIUS, WIDTH, WHEEL_MASS = 0.33, 0.20, 20.0
HALF_TRACK, HALF_BASE, HUB = 0.74, 1.25, -0.17
HUBS = tuple(Vec3(x, HUB, z) for z in (-HALF_BASE, HALF_BASE) for x in (-HALF_TRACK, HALF_TRACK))
#: Height of the origin of the chassis above the ground, at rest [m].
RIDE = RADIUS - HUB
#: The two boxes of the chassis: half extents, place [m] and mass [kg].
LOWER, LOWER_PLACE, LOWER_MASS = (0.72, 0.20, 1.74), (0.0, 0.04, -0.295), 550.0
CABIN, CABIN_PLACE, CABIN_MASS = (0.55, 0.24, 0.74), (0.0, 0.53, 0.36), 450.0
#: Center of mass [m]: engine and floor are heavy, the cabin is mostly air. Half of the track over its height over the
#: ground is 1.4, as of a hatchback; with 1, of a lorry, the car rolled over at every kerb before its tires let go.
CENTER = Vec3(0.0, 0.02, 0.0)
#: The rear bumper reaches beyond the wheels, or these would take every bump in reverse: half extents, place [m].
BUMPER, BUMPER_PLACE = (0.70, 0.10, 0.15), (0.0, -0.02, 1.55)
#: Suspension: load of each wheel [kg], frequency [Hz], damping ratio, and travel up and down [m].
LOAD, HERTZ, RATIO, TRAVEL = 250.0, 1.0, 0.42, 0.25
SPRING = LOAD * (2.0 * math.pi * HERTZ) ** 2
DAMPER = 2.0 * RATIO * LOAD * 2.0 * math.pi * HERTZ
SAG = LOAD * 9.81 / SPRING
#: Sway bars: force per difference of travel between the two wheels of an axle [N/m].
SWAY = 60000.0
#: Torque of the brakes on each wheel, and of the handbrake on each rear one [N m].
BRAKE, HANDBRAKE = 2600.0, 2600.0
#: Share of the grip of a tire that the brakes use: they never lock it (the handbrake does).
ANTI_LOCK = 0.98
#: Share of the grip that front and rear tires have: the rear ones hold longer, so that the car understeers at its limit
#: instead of spinning.
AXLE_GRIP = (0.92, 1.0)
#: Load above which a wheel takes damage [N], and the excess, summed over steps of 1/60 s, that breaks it off [N].
#: Of loads along the suspension only a share counts: it is there to take them.
HURT, ENDURANCE, ALONG = 13000.0, 48000.0, 0.25
#: Speeds below which a car without a driver is at rest, or is left alone with its brakes on [m/s] [rad/s].
AT_REST, LEFT_ALONE = 0.02, 0.15
#: A car that is reset again this close to where it was reset before goes home instead [m].
RESET_AGAIN = 2.5
#: Most cues that wait to be collected.
CUES_MOST = 64


def ackermann(steer: float) -> tuple[tuple[float, float], tuple[float, float, float, float]]:
    """Angles of the two front wheels, so that all four roll about one point, and how fast each rolls.

    Args:
        steer: Angle of steering, to the left [rad].

    Returns:
        Angles of the left and the right wheel [rad]; speeds of all wheels over that of the middle of the rear axle.
    """
    curve = math.tan(steer) / (2.0 * HALF_BASE)  # one over the radius of the middle of the rear axle
    angles, fronts, rears = [], [], []
    for side in (1.0, -1.0):  # left, right
        inner = 1.0 - side * HALF_TRACK * curve
        angles.append(math.atan(2.0 * HALF_BASE * curve / inner))
        fronts.append(math.hypot(inner, 2.0 * HALF_BASE * curve))
        rears.append(inner)
    return (angles[0], angles[1]), (fronts[0], fronts[1], rears[0], rears[1])


class Car(Vehicle):
    """Base of both cars.

    Args:
        world: Where it is; it becomes a controller of it.
        position: Middle of the ground below it [m].
        yaw: Direction of its nose [rad].
        name: Its name, for people.
        sway_bars: Whether it has sway bars.
        paint: Name of the material that it is painted with.

    Attributes:
        wheels: Its four wheels, lost ones too.
        attached: Whether each is still on the car.
        damage: Damage of each, 0 to 1.
        drive: Engine and gearbox.
        steer: Angle of the front wheels, to the left [rad].
        sway_bars: Whether it has sway bars.
    """

    state_fields: tuple[str, ...] = (
        "controls", "occupied", "lamps_on", "wheels", "attached", "damage", "drive", "steer", "sway_bars", "_reset_at",
        "_pedals", "_slips",
    )  # fmt: skip

    #: Slip of its tires at which they grip best, as of `Telemetry`.
    best_slip = 1.0
    seat = Vec3(-0.32, 0.56, 0.05)
    hood = Vec3(0.0, 0.52, -1.05)
    doors = (Vec3(-1.45, 0.1, 0.1), Vec3(1.45, 0.1, 0.1), Vec3(0.0, 0.1, 2.6), Vec3(0.0, 0.1, -2.6))
    headlamps = (Vec3(-0.53, 0.12, -2.06), Vec3(0.53, 0.12, -2.06))
    taillamps = (Vec3(-0.60, 0.12, 1.70), Vec3(0.60, 0.12, 1.70))

    def __init__(
        self,
        world: World,
        position: Vec3,
        yaw: float = 0.0,
        *,
        name: str = "car",
        sway_bars: bool = True,
        paint: str = "blue paint",
    ) -> None:
        super().__init__()
        self.name = name
        self.home = Vec3(*position), float(yaw)
        self.sway_bars = bool(sway_bars)
        self.attached: tuple[bool, ...] = (True,) * 4
        self.damage: tuple[float, ...] = (0.0,) * 4
        self.drive, self.steer = engine.Drive(), 0.0
        self._reset_at: Vec3 | None = None
        self._pedals, self._handbrake = engine.Pedals(), False
        self._slips: tuple[float, ...] = (0.0,) * 4
        self._loads: tuple[float, ...] = (0.0,) * 4
        self.chassis = self._add_chassis(world, paint)
        self.wheels: tuple[Body, ...] = ()
        world.add_controller(self)

    def _add_chassis(self, world: World, paint: str) -> Body:
        place, turn = self.standing_pose(*self.home)
        options: dict[str, Any] = {"category": layers.VEHICLE, "friction": 0.35, "restitution": 0.1}
        box = ShapeBox(LOWER)
        chassis = world.add_body(
            shapes=[(box, LOWER_PLACE, (0.0, 0.0, 0.0, 1.0))], position=place, orientation=turn,
            density=LOWER_MASS / box.volume, material=car_look.ensure(world, paint), name=self.name, **options,
        )  # fmt: skip
        box = ShapeBox(CABIN)
        inside = car_look.ensure(world, "black paint")
        chassis.add_shape(box, CABIN_PLACE, density=CABIN_MASS / box.volume, material=inside, **options)
        chassis.add_shape(ShapeBox(BUMPER), BUMPER_PLACE, density=car_look.THIN, material=inside, **options)
        car_look.dress_chassis(world, chassis, paint)
        chassis.local_center_of_mass = CENTER
        return chassis

    def standing_pose(self, ground: Vec3, yaw: float, raised: float = 0.0) -> tuple[Vec3, Quaternion]:
        """Place [m] and rotation of the chassis over a place on level ground, raised by some meters."""
        return Vec3(*ground) + (0.0, RIDE + raised, 0.0), rotation_of(yaw)

    # ---- Reading --------------------------------------------------------------------------------------------------

    @property
    def bodies(self) -> tuple[Body, ...]:
        """The chassis, and all wheels that are still attached."""
        return (self.chassis, *(wheel for wheel, there in zip(self.wheels, self.attached, strict=True) if there))

    @property
    def speed(self) -> float:
        """Along its nose [m/s]; negative backward."""
        return self.chassis.velocity.dot(rotate(self.chassis.orientation, (0.0, 0.0, -1.0)))

    @property
    def telemetry(self) -> Telemetry:
        """What the instruments show."""
        return Telemetry(
            speed=self.speed, rpm=self.drive.rpm, rpm_limit=engine.LIMIT, gear=self.drive.gear,
            throttle=self._pedals.throttle, brake=self._pedals.brake, handbrake=self._handbrake, steering=self.steer,
            slip=self._slips, load=self._loads, damage=self.damage, attached=self.attached,
        )  # fmt: skip

    # ---- Acting ---------------------------------------------------------------------------------------------------

    def before_step(self, world: World, dt: float) -> None:
        """Do what the driver wants; nothing while it sleeps without a driver."""
        if self.occupied or self.chassis.awake:
            pose = pose_of(self.chassis)
            if not self._rests(world, pose):
                self._command(pose, dt)
                self._roll(world, dt, pose)

    def _rests(self, world: World, pose: Pose) -> bool:
        """Whether it is at rest, and needs no forces in this step."""
        return False

    def _command(self, pose: Pose, dt: float) -> None:
        """Turn what the driver wants into pedals and steering."""
        speed = pose.velocity.dot(pose.ahead)
        if self.occupied:
            wish = engine.pedals_for(max(-1.0, min(1.0, self.controls.forward)), speed, self.drive.gear)
            slips = tuple(slip / self.best_slip for slip in self._slips)
            self._pedals = assists.ease(self._pedals, wish, slips, speed, dt)
        else:
            self._pedals = engine.Pedals(brake=1.0)
        self._handbrake = self.controls.jump or not self.occupied
        if self.occupied:
            self._turn_wheel(pose, speed, dt)

    def _turn_wheel(self, pose: Pose, speed: float, dt: float) -> None:
        """Steer as the driver wants, and into a slide, unless the handbrake is pulled: then sliding is wanted."""
        limit = assists.steering_limit(pose.velocity.length)
        front, rear = (pose.velocity.dot(pose.right) + pose.spin.dot(pose.up) * z for z in (-HALF_BASE, HALF_BASE))
        wish = assists.gripping(-max(-1.0, min(1.0, self.controls.right)) * limit, speed, front, self.best_slip)
        if not self._handbrake:
            wish += assists.caster(speed, rear)
        self.steer = assists.turn_wheels(self.steer, wish, limit, dt)

    def _shift(self, spin: float, pose: Pose, dt: float, grounded: bool) -> tuple[float, float]:
        """Advance the engine by a step; returns the torques of `engine.axle_torque` [N m]."""
        before = self.drive.gear
        self.drive = engine.advance(
            self.drive, self._pedals, spin, RADIUS, pose.velocity.dot(pose.ahead), dt, grounded=grounded
        )
        if self.drive.gear != before:
            self._cue(Cue("gear", self.chassis.position, size=float(self.drive.gear)))
        return engine.axle_torque(self.drive, self._pedals, spin, RADIUS)

    def _share(self, slip: float) -> float:
        """Share of the torque of the engine that a wheel gets: a quarter, less if its tire slips far too much."""
        return 0.25 * max(0.3, min(1.0, 1.9 - 0.6 * slip))

    def _brake_torque(self, number: int, friction: float, load: float, slip: float) -> float:
        """Torque of the brakes of a wheel [N m]; the foot brake never makes it slide.

        Args:
            number: Number of the wheel.
            friction: Coefficient of the tire on the ground below it.
            load: Load on it [N].
            slip: As of `Telemetry`; beyond the slip of best grip the brake lets go.
        """
        if not self.occupied:
            return BRAKE
        if self._handbrake and number >= 2:
            return HANDBRAKE
        hold = ANTI_LOCK * friction * load * RADIUS * max(0.1, min(1.0, 2.2 - 1.5 * slip))
        return min(BRAKE * self._pedals.brake, hold if abs(slip) > 0.0 else BRAKE)

    def _roll(self, world: World, dt: float, pose: Pose) -> None:
        """Drive the wheels during the next step."""
        raise NotImplementedError

    def after_step(self, world: World) -> None:
        """Cue scrapes."""
        if len(world.events):
            for hit in world.events.hardest_hits(4, speed=1.5):
                if self.chassis in (hit.body_a, hit.body_b):
                    self._cue(Cue("scrape", hit.position, hit.normal, size=min(1.0, hit.speed / 10.0)))

    def _cue(self, cue: Cue) -> None:
        if len(self.cues) >= CUES_MOST:
            del self.cues[0]
        self.cues.append(cue)

    def _cue_slip(self, number: int, ground: tires.Ground, slip: float, sliding: Vec3) -> None:
        """Cue dust and skids of a tire.

        Args:
            number: Number of the wheel.
            ground: What is below it.
            slip: As of `Telemetry`.
            sliding: Velocity of the tire over the ground [m/s].
        """
        fast = sliding.length
        if ground.soft:
            if fast > 1.0 or self._slips[number] > 0.3:
                up = ground.normal * (0.5 + 0.1 * fast)
                self._cue(Cue("dust", ground.point, sliding * -0.3 + up, size=min(1.0, 0.15 * fast + 0.1)))
        elif slip > 1.0 and fast > 1.0:
            size = min(1.0, 0.25 * (slip - 1.0) + 0.05 * fast)
            self._cue(Cue("skid", ground.point, ground.normal, size=size, what=str(number)))

    # ---- Damage ---------------------------------------------------------------------------------------------------

    def _load_wheel(self, world: World, number: int, along: float, across: float) -> None:
        """Damage a wheel by a load of a step along its suspension and across it [N]."""
        over = math.hypot(ALONG * along, across) - HURT
        if over > 0.0:
            damage = min(1.0, self.damage[number] + over / ENDURANCE)
            self.damage = (*self.damage[:number], damage, *self.damage[number + 1 :])
            if damage >= 1.0:
                self.lose_wheel(world, number)

    def lose_wheel(self, world: World, number: int) -> None:
        """Detach a wheel; it rolls away as a body of its own.

        Args:
            world: Where.
            number: 0 front left, 1 front right, 2 rear left, 3 rear right.
        """
        if number not in range(4):
            raise ValueError(f"number of a wheel must be 0 to 3, got {number!r}")
        if self.attached[number]:
            self._detach(world, number)
            self.attached = (*self.attached[:number], False, *self.attached[number + 1 :])
            self._cue(Cue("wheel_lost", self.wheels[number].position, what=str(number)))

    def notice_removed(self, world: World) -> None:
        """Count wheels that somebody removed from the world as lost."""
        for number in range(4):
            if self.attached[number] and not self._is_there(number):
                self.attached = (*self.attached[:number], False, *self.attached[number + 1 :])
                self._cue(Cue("wheel_lost", self.chassis.position, what=str(number)))

    def _is_there(self, number: int) -> bool:
        """Whether an attached wheel is still in the world."""
        return self.wheels[number].alive

    def _detach(self, world: World, number: int) -> None:
        """Take a wheel off the car."""
        raise NotImplementedError

    def _attach(self, world: World, number: int) -> None:
        """Put a wheel back on the car."""
        raise NotImplementedError

    def move_to(self, world: World, place: Vec3, turn: Quaternion) -> None:
        """Move the chassis to a place [m] and rotation, with all attached wheels, at rest."""
        raise NotImplementedError

    # ---- Getting it back ------------------------------------------------------------------------------------------

    def reset(self, world: World) -> None:
        """Put it on its wheels where it is, or next to that, at rest; if that did not help before, send it home."""
        place = self.chassis.position
        found: tuple[Vec3, Quaternion] | None = None
        if self.upside_down or self._reset_at is None or (place - self._reset_at).length > RESET_AGAIN:
            yaw, _ = angles_of(rotate(self.chassis.orientation, (0.0, 0.0, -1.0)))
            found = car_places.free_place(world, place, yaw, RIDE + 0.1, self.bodies)
        if found is None:
            self.go_home(world)
            self._cue(Cue("message", text=f"The {self.name} is back where it was parked."))
            return
        self.move_to(world, *found)
        self.drive, self.steer, self._reset_at = engine.Drive(), 0.0, found[0]
        self._cue(Cue("reset", place))

    def go_home(self, world: World) -> None:
        """Put it back where it was parked, repaired; next to that, if something stands there."""
        self.repair(world)
        found = car_places.free_place(world, self.standing_pose(*self.home)[0], self.home[1], RIDE + 0.02, self.bodies)
        self.move_to(world, *(found or self.standing_pose(*self.home, 0.02)))
        self.drive, self.steer, self._reset_at = engine.Drive(), 0.0, None
        self._cue(Cue("reset", self.home[0]))

    def repair(self, world: World) -> None:
        """Repair all damage, and put lost wheels back."""
        for number in range(4):
            if not self.attached[number]:
                self._attach(world, number)
        self.attached, self.damage = (True,) * 4, (0.0,) * 4

    def put(self, world: World, position: Vec3, yaw: float) -> None:
        """Put it somewhere, upright and at rest, with all its wheels: middle of the ground below it [m], yaw [rad]."""
        self.repair(world)
        self.move_to(world, *self.standing_pose(position, yaw, 0.02))
        self.drive, self.steer = engine.Drive(), 0.0
        self._cue(Cue("reset", Vec3(*position)))
