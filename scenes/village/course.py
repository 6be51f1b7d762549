"""For walkers: the chain bridge, a small obstacle course, seesaw and swing."""

import math

from physics import (
    BodyKind,
    Controller,
    JointDistance,
    JointHinge,
    ShapeBox,
    ShapeCylinder,
    Vec3,
    World,
    build_bridge,
    build_chain,
)
from physics.vector import about
from scenes import kit
from scenes.village import layout
from scenes.village.machines import Keeper
from scenes.village.stuff import add_fixed, block

#: Width of the bridge, height of its rails, of the chains in the middle [m].
WIDTH, RAIL, SAG = 1.8, 1.15, 0.10
#: Speed of the rotating plate [rad/s]; way, and time of a ride of the lift [m] [s], and its wait [s].
SPIN, LIFT_RISE, LIFT_TIME, LIFT_WAIT = 0.8, 2.0, 3.0, 2.0


class Movers(Controller):
    """Turns the plate and moves the lift of the course while somebody is near.

    Attributes:
        clock: How long they have run [s].
    """

    state_fields = ("clock",)

    def __init__(self, world: World, keeper: Keeper) -> None:
        self.clock, self._keeper = 0.0, keeper
        x, _, z = layout.COURSE
        self._plate_place = Vec3(x + 8.0, 0.5, z - 11.0)
        self._lift_place = Vec3(x + 8.0, 0.25, z - 16.0)
        options = {"kind": BodyKind.KINEMATIC, "friction": 0.9}
        self.plate = world.add_body(
            **options, shape=ShapeCylinder(1.8, 0.1), position=self._plate_place, material="wood", name="rotating plate"
        )
        self.lift = world.add_body(
            **options, shape=ShapeBox((1.2, 0.1, 1.2)), position=self._lift_place, material="steel", name="small lift"
        )
        self._number = keeper.add(Vec3(x + 8.0, 0.5, z - 12.0), [self.plate, self.lift])
        world.add_controller(self)

    def before_step(self, world: World, dt: float) -> None:
        """Set where both should be after this step."""
        if not self._keeper.near[self._number]:
            return
        self.clock += dt
        self.plate.set_target(self._plate_place, about(kit.Y, SPIN * self.clock), dt)
        self.lift.set_target(self._lift_place + (0.0, lift_height(self.clock), 0.0), None, dt)


def lift_height(time: float) -> float:
    """Height of the small lift over its lowest place [m]: up, wait, down, wait, without jerks."""
    ride = LIFT_TIME + LIFT_WAIT
    phase = time % (2.0 * ride)
    share = min(phase % ride / LIFT_TIME, 1.0)
    rise = 0.5 - 0.5 * math.cos(math.pi * share)
    return LIFT_RISE * (rise if phase < ride else 1.0 - rise)


def add_bridge(world: World) -> None:
    """Planks on hinges; two chains from pier to pier carry them by hangers."""
    start, end = layout.BRIDGE
    piers = []
    for x, out in ((start.x, 1.0), (end.x, -1.0)):
        pier = block((min(x, x + 2.4 * out), -3.0, start.z - 1.4), (max(x, x + 2.4 * out), layout.PAVED, start.z + 1.4))
        piers.append(add_fixed(world, "pier", [pier], "stone"))
        for side in (-1.0, 1.0):
            z = start.z + side * (0.5 * WIDTH + 0.15)
            post = block((x + out * 0.05 - 0.1, -0.5, z - 0.1), (x + out * 0.05 + 0.1, RAIL + 0.35, z + 0.1))
            add_fixed(world, "bridge post", [post], "wood")
    deck = build_bridge(
        world, start - (0.0, 0.05, 0.0), end - (0.0, 0.05, 0.0), planks=24, width=WIDTH, thickness=0.09, gap=0.03,
        slack=0.004, linear_damping=0.4, angular_damping=0.4, friction=0.9, name="plank",
        start_body=piers[0], end_body=piers[1],
    )  # fmt: skip
    for side in (-1.0, 1.0):
        z = start.z + side * 0.5 * WIDTH
        ends = Vec3(start.x, RAIL, z), Vec3(end.x, RAIL, z)
        chain = build_chain(
            world, *ends, links=24, slack=0.012, radius=0.05, material="steel", name="bridge chain", linear_damping=1.0,
            angular_damping=2.0, mask=0, category=0,
        )  # fmt: skip
        for number in range(2, 22, 3):
            link = chain.bodies[number]
            plank = min(deck.bodies, key=lambda body: abs(body.position.x - link.position.x))
            low = (link.position.x, plank.position.y, z)
            length = link.position.y - plank.position.y
            world.add_joint(
                JointDistance(link, plank, anchor_a=link.position, anchor_b=low, limits=(0.0, length), name="hanger")
            )


def add_steps(world: World, x: float, z: float) -> None:
    """Stairs up to a stand of 1 m, and a slope down from it: along -z."""
    steps = [block((x, -0.3, z - 0.32 * (k + 1)), (x + 2.0, 0.2 * (k + 1), z - 0.32 * k)) for k in range(4)]
    top = block((x, -0.3, z - 2.8), (x + 2.0, 1.0, z - 1.28))
    add_fixed(world, "course stairs", [*steps, top], "concrete")
    angle, length = math.radians(25.0), 1.0 / math.sin(math.radians(25.0))
    slope = ShapeBox((1.0, 0.1, 0.5 * length))
    middle = (
        x + 1.0,
        0.5 - 0.1 * math.cos(angle),
        z - 2.8 - 0.5 * length * math.cos(angle) - 0.1 * math.sin(angle) + 0.084,
    )
    world.add_body(
        kind=BodyKind.STATIC, shape=slope, position=middle, orientation=kit.turn(kit.X, -25.0), material="wood",
        name="course slope",
    )  # fmt: skip


def add_course(world: World, keeper: Keeper) -> None:
    """Stairs and a slope, a low beam, blocks to jump over gaps; rotating plate and lift to a tower."""
    x, _, z = layout.COURSE
    add_steps(world, x + 1.0, z - 1.0)
    low = [
        block((x + 0.4, -0.3, z - 9.1), (x + 0.6, 1.5, z - 8.9)),
        block((x + 3.4, -0.3, z - 9.1), (x + 3.6, 1.5, z - 8.9)),
    ]
    add_fixed(world, "low beam", [*low, block((x + 0.4, 1.3, z - 9.1), (x + 3.6, 1.5, z - 8.9))], "wood")
    for number, at in enumerate((11.5, 14.4, 17.6)):
        gap = block((x + 1.0, -0.3, z - at - 1.6), (x + 3.0, 0.7, z - at))
        add_fixed(world, f"jump block {number + 1}", [gap], "concrete")
    add_fixed(world, "first step", [block((x + 1.2, -0.3, z - 11.5), (x + 2.8, 0.35, z - 11.1))], "concrete")
    add_fixed(world, "foot of the plate", [(ShapeCylinder(0.5, 0.35), (x + 8.0, 0.03, z - 11.0))], "iron")
    tower = block((x + 6.6, -0.3, z - 21.0), (x + 9.4, 2.35, z - 17.25))
    add_fixed(world, "lift tower", [tower], "concrete")
    Movers(world, keeper)


def add_seesaw(world: World) -> None:
    """A plank on a round trestle, with friction, so that it stays as it is left."""
    x, y, z = layout.SEESAW
    trestle = [block((x - 0.18, -0.3, z - 0.4), (x + 0.18, 0.3, z + 0.4))]
    trestle += [block((x - 0.03, 0.3, z - 0.4), (x + 0.03, 0.54, z + 0.4))]
    add_fixed(world, "trestle", trestle, "stone")
    plank = world.add_body(
        shape=ShapeBox((2.0, 0.05, 0.3)),
        position=(x, y + 0.6, z),
        mass=50.0,
        material="wood",
        name="seesaw",
        friction=0.9,
    )
    world.add_joint(
        JointHinge(
            None, plank, anchor=(x, y + 0.6, z), axis=(0.0, 0.0, 1.0), limits=(-0.24, 0.24), friction=25.0,
            name="seesaw hinge",
        )
    )  # fmt: skip


def add_swing(world: World) -> None:
    """A seat on four ropes from a frame."""
    x, y, z = layout.SWING
    top = 2.9
    frame = [
        block((x + k - 0.06, -0.3, z + d - 0.06), (x + k + 0.06, top, z + d + 0.06))
        for k in (-1.3, 1.3)
        for d in (-0.7, 0.7)
    ]
    frame += [block((x + k - 0.06, top - 0.12, z - 0.7), (x + k + 0.06, top, z + 0.7)) for k in (-1.3, 1.3)]
    frame.append(block((x - 1.4, top - 0.1, z - 0.07), (x + 1.4, top + 0.04, z + 0.07)))
    add_fixed(world, "swing frame", frame, "wood")
    seat = world.add_body(
        shape=ShapeBox((0.4, 0.03, 0.2)), position=(x, y + 0.6, z), mass=8.0, material="wood", name="swing",
        linear_damping=0.15, angular_damping=0.5, friction=0.9,
    )  # fmt: skip
    for side in (-0.36, 0.36):
        for deep in (-0.16, 0.16):
            ends = {"anchor_a": (x + side, top - 0.1, z), "anchor_b": (x + side, y + 0.6, z + deep)}
            length = math.dist(ends["anchor_a"], ends["anchor_b"])
            world.add_joint(JointDistance(None, seat, limits=(0.0, length), name="swing rope", **ends))


def build(world: World, keeper: Keeper) -> None:
    """Add all of it."""
    add_bridge(world)
    add_course(world, keeper)
    add_seesaw(world)
    add_swing(world)
