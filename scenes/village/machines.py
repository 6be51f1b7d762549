"""Machines that move by themselves: pendulums over a beam, the platform with its buttons, and their keeper."""

import math

import numpy as np

from assets.making import yard as yard_plan
from physics import Body, BodyKind, Controller, JointHinge, JointSlider, ShapeBox, ShapeCapsule, Vec3, World
from play.cues import Cue
from play.game import game_of
from scenes.village import layout
from scenes.village.stuff import add_fixed, block

#: Machines run while somebody is this close [m], which is checked every so many steps.
NEAR, EVERY = 40.0, 20


class Keeper(Controller):
    """Lets machines rest while nobody is near: neither figure nor vehicle, or without a game, moving bodies.

    Attributes:
        places: Middles of the machines [m].
        own: Bodies of the machines, which do not count.
        near: Whether somebody is near each of them.
    """

    state_fields = ("near",)

    def __init__(self, world: World) -> None:
        self.places: list[Vec3] = []
        self.own: list[Body] = []
        self.near: tuple[bool, ...] = ()
        world.add_controller(self)

    def add(self, place: Vec3, bodies: list[Body]) -> int:
        """Watch over a machine; returns its number, for `near`."""
        self.places.append(place)
        self.own += bodies
        self.near += (False,)
        return len(self.places) - 1

    def before_step(self, world: World, dt: float) -> None:
        """Check who is near, every few steps."""
        if world.step_count % EVERY == 0:
            found = self._somebody(world)
            self.near = tuple(
                bool(len(found)) and bool((np.square(found - place).sum(axis=1) < NEAR * NEAR).any())
                for place in self.places
            )

    def _somebody(self, world: World) -> np.ndarray:
        """Places of all that count [m], [n, 3]."""
        game = game_of(world)
        if game is not None and game.avatar is not None:
            bodies = [vehicle.chassis for vehicle in game.vehicles if vehicle.chassis.awake]
            places = [body.position for body in bodies]
            places += [game.avatar.feet] if game.avatar.present else []
            return np.array(places).reshape(-1, 3)
        snapshot = world.snapshot()
        own = np.array([body.id for body in self.own if body.alive])
        moving = snapshot.awake & (snapshot.kind == BodyKind.DYNAMIC) & ~np.isin(snapshot.body, own)
        return snapshot.position[moving]


# ---- Pendulums ------------------------------------------------------------------------------------------------------

#: Torque of a pendulum [N m], far more than anybody can resist, and slowest speed at the ends [rad/s].
PENDULUM_TORQUE, SLOWEST = 250000.0, 0.25


class Pendulums(Controller):
    """Reverses the motors of pendulums at their ends."""

    state_fields = ("ways",)

    def __init__(self, world: World, keeper: Keeper) -> None:
        self._keeper = keeper
        self.joints = [add_pendulum(world, number, x) for number, (x, _, _) in enumerate(layout.PENDULUMS)]
        self.ways = tuple(1.0 if number % 2 == 0 else -1.0 for number in range(len(self.joints)))
        place = Vec3(0.5 * sum(layout.BEAM_X), 1.0, layout.BEAM_Z)
        self._number = keeper.add(place, [joint.body_b for joint in self.joints])
        world.add_controller(self)

    def before_step(self, world: World, dt: float) -> None:
        """Fast in the middle, slow at the ends, and back; at rest while nobody is near."""
        if not self._keeper.near[self._number]:
            for joint in self.joints:
                if joint.motor_speed != 0.0:
                    joint.motor_speed = 0.0
            return
        ways = []
        for joint, way, (_, swing, speed) in zip(self.joints, self.ways, layout.PENDULUMS, strict=True):
            share = joint.angle / swing
            way = -1.0 if share >= 0.99 else 1.0 if share <= -0.99 else way
            joint.motor_speed = way * max(SLOWEST, speed * math.sqrt(max(0.0, 1.0 - share * share)))
            ways.append(way)
        self.ways = tuple(ways)


def add_pendulum(world: World, number: int, x: float) -> JointHinge:
    """Rod and bob, two capsules, in a portal across the pit."""
    low_z, high_z = layout.BEAM_Z - 6.2, layout.BEAM_Z + 6.2
    posts = [block((x - 0.12, 0.0, z - 0.12), (x + 0.12, layout.PIVOT + 0.3, z + 0.12)) for z in (low_z, high_z)]
    bar = block((x - 0.1, layout.PIVOT + 0.1, low_z), (x + 0.1, layout.PIVOT + 0.3, high_z))
    add_fixed(world, f"portal {number + 1}", [*posts, bar], "steel")
    rod, bob = ShapeCapsule(0.05, 0.5 * layout.PENDULUM - 0.25), ShapeCapsule(0.34, 0.12)
    flat = (0.0, 0.0, math.sin(0.25 * math.pi), math.cos(0.25 * math.pi))
    pivot = Vec3(x, layout.PIVOT, layout.BEAM_Z)
    body = world.add_body(
        shapes=[
            (rod, (0.0, -0.5 * layout.PENDULUM + 0.1, 0.0), (0.0, 0.0, 0.0, 1.0)),
            (bob, (0.0, -layout.PENDULUM, 0.0), flat),
        ],
        position=pivot, density=1500.0, material="iron", name=f"pendulum {number + 1}",
    )  # fmt: skip
    return world.add_joint(
        JointHinge(
            None, body, anchor=pivot, axis=(1.0, 0.0, 0.0), motor_max_force=PENDULUM_TORQUE, motor_speed=0.0,
            name=f"pendulum {number + 1} motor",
        )
    )  # fmt: skip


def add_beam(world: World) -> None:
    """The beam over the pit, on two supports."""
    low, high = layout.BEAM_X
    z, half = layout.BEAM_Z, layout.BEAM_HALF
    beam = [block((low - 0.2, layout.PAVED - 0.25, z - half), (high + 0.2, layout.PAVED + 0.02, z + half))]
    beam += [
        block((x - 0.2, yard_plan.PIT_FLOOR, z - 0.15), (x + 0.2, -0.1, z + 0.15)) for x in (low + 4.0, high - 4.0)
    ]
    add_fixed(world, "balance beam", beam, "wood")


# ---- Platform -------------------------------------------------------------------------------------------------------

#: Speed of the platform [m/s], its acceleration [m/s^2], and how long it waits at its ends [s].
RIDE, START_RATE, WAIT = 1.5, 1.5, 4.0
#: Time to get on after a button was pressed [s].
BOARDING = 3.0
#: Rate of its final approach [1/s], and how close counts as there [m].
LAST_RATE, CLOSE = 4.0, 0.002
PLATFORM_MASS, PLATFORM_FORCE = 250.0, 30000.0
#: Travel of a button at which it switches, and at which it is armed again [m]; its full travel [m].
PRESSED, RELEASED, TRAVEL = 0.045, 0.02, 0.08
BUTTON_MASS = 80.0
#: Number of steps that the platform may be held up on its way down before it reverses.
HELD = 12
#: Number of steps after a push in which buttons are ignored.
DEAF = 90


class Platform(Controller):
    """Cycles up and down once a button was pressed, until one is pressed again or nobody is near; then it stays down.

    Attributes:
        goal: Where it goes to: 0 at the bottom, 1 on the roof.
        cycling: Whether it leaves the lower end by itself.
        moving: Whether it is on its way.
        wait: Steps until it leaves the end where it is; 0 for never, or while it moves.
        speed: Speed of the motor [m/s].
        armed: Whether each button can switch.
        deaf: Step until which buttons are ignored, so that one push does not count twice.
        held: Number of steps that something has held it up on the way down.
    """

    state_fields = ("goal", "cycling", "moving", "wait", "speed", "armed", "deaf", "held")

    def __init__(self, world: World, keeper: Keeper) -> None:
        self.goal, self.cycling, self.moving, self.wait, self.speed, self.deaf, self.held = (
            0.0,
            False,
            False,
            0,
            0.0,
            0,
            0,
        )
        x, y, z = layout.PLATFORM
        self.body = world.add_body(
            shape=ShapeBox(layout.PLATFORM_HALF), position=(x, y, z), mass=PLATFORM_MASS, material="yellow paint",
            name="platform", friction=0.9,
        )  # fmt: skip
        self.joint = world.add_joint(
            JointSlider(
                None, self.body, anchor=(x, y, z), axis=(0.0, 1.0, 0.0), limits=(0.0, layout.PLATFORM_RISE),
                motor_max_force=PLATFORM_FORCE, name="platform motor",
            )
        )  # fmt: skip
        self.buttons = [add_button(world, *button) for button in layout.BUTTONS]
        self.armed = tuple(True for _ in self.buttons)
        self._keeper = keeper
        self._number = keeper.add(layout.PLATFORM, [self.body, *(joint.body_b for joint in self.buttons)])
        add_tower(world)
        world.add_controller(self)

    def before_step(self, world: World, dt: float) -> None:
        """Check the buttons, then wait or move."""
        self.armed = tuple(self._look(world, number, dt) for number in range(len(self.buttons)))
        if self.wait:
            self.wait -= 1
            if self.wait == 0:
                self.goal, self.moving = 1.0 - self.goal, True
        elif self.moving:
            self._drive(dt)

    def _look(self, world: World, number: int, dt: float) -> bool:
        """Whether a button is armed after this step; calls the platform if it was pressed."""
        joint, armed = self.buttons[number], self.armed[number]
        if not joint.body_b.awake:
            return armed
        place = joint.position
        if armed and place > PRESSED:
            if world.step_count >= self.deaf:
                self._toggle(world, joint.body_b, dt)
            return False
        return armed or place < RELEASED

    def _toggle(self, world: World, button: Body, dt: float) -> None:
        """Start or stop cycling; from wherever it is, it first comes down."""
        self.cycling = not self.cycling
        home = self.joint.position < 0.01
        self.goal, self.moving, self.deaf = 0.0, not home, world.step_count + DEAF
        self.wait = round(BOARDING / dt) if home and self.cycling else 0
        game = game_of(world)
        if game is not None:
            game.cues.append(Cue("button", button.position, what=button.name))

    def _drive(self, dt: float) -> None:
        """Start and stop smoothly: never faster than it can still stop at its goal."""
        left = self.goal * layout.PLATFORM_RISE - self.joint.position
        soft = min(RIDE, math.sqrt(2.0 * START_RATE * abs(left)), LAST_RATE * abs(left))
        wanted = math.copysign(soft, left) if abs(left) > CLOSE else 0.0
        change = START_RATE * dt
        speed = min(max(wanted, self.speed - change), self.speed + change)
        if abs(wanted) < abs(speed) and wanted * speed >= 0.0:
            speed = wanted  # it brakes along the curve, which is as smooth
        self._mind_what_is_below(speed)
        self.joint.motor_speed = self.speed = speed
        if speed == 0.0 and wanted == 0.0:
            self._arrive(dt)

    def _arrive(self, dt: float) -> None:
        """Wait at the top, or at the bottom while it is cycling."""
        self.moving = False
        if self.goal == 0.0 and not self._keeper.near[self._number]:
            self.cycling = False
        self.wait = round(WAIT / dt) if self.goal > 0.0 or self.cycling else 0

    def _mind_what_is_below(self, speed: float) -> None:
        """Reverse when something below holds it up on its way down."""
        blocked = speed < -0.2 and self.joint.rate > 0.5 * speed
        self.held = self.held + 1 if blocked else 0
        if self.held > HELD:
            self.goal, self.held = 1.0, 0


def add_button(world: World, name: str, face: Vec3, way: Vec3) -> JointSlider:
    """A red button on a post; it springs back slowly.

    It is as heavy as a figure that runs into it: a light one between figure and stop would throw the figure back.
    """
    half, deep = 0.13, 0.05
    middle = face + way * deep
    size = (deep, half, half) if abs(way.x) > 0.5 else (half, half, deep)
    button = world.add_body(
        shape=ShapeBox(size), position=middle, mass=BUTTON_MASS, material="red paint", name=name, gravity_scale=0.0
    )
    joint = world.add_joint(
        JointSlider(None, button, anchor=middle, axis=way, limits=(0.0, TRAVEL), name=f"{name} slider")
    )
    joint.set_spring(target=-0.02, stiffness=250.0, damping=160.0)
    back = face + way * (2.0 * deep + TRAVEL + 0.17)
    foot = 0.0 if face.y < layout.ROOF else layout.ROOF
    post = block((back.x - 0.15, foot, back.z - 0.15), (back.x + 0.15, face.y + 0.2, back.z + 0.15))
    add_fixed(world, f"post of the {name}", [post], "steel")
    return joint


def add_tower(world: World) -> None:
    """Four posts that the platform runs between, joined above."""
    x, _, z = layout.PLATFORM
    half_x, _, half_z = layout.PLATFORM_HALF
    top = layout.ROOF + 2.6
    low_x, high_x, low_z, high_z = x - half_x + 0.05, x + half_x + 0.1, z - half_z - 0.1, z + half_z + 0.1
    posts = [
        block((a - 0.06, 0.0, b - 0.06), (a + 0.06, top, b + 0.06)) for a in (low_x, high_x) for b in (low_z, high_z)
    ]
    bars = [block((low_x, top - 0.12, b - 0.06), (high_x, top, b + 0.06)) for b in (low_z, high_z)]
    bars += [block((a - 0.06, top - 0.12, low_z), (a + 0.06, top, high_z)) for a in (low_x, high_x)]
    add_fixed(world, "platform tower", [*posts, *bars], "steel")


def build(world: World, keeper: Keeper) -> None:
    """Beam, pendulums, platform."""
    add_beam(world)
    Pendulums(world, keeper)
    Platform(world, keeper)
