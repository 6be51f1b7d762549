"""Weapon: what all weapons have in common: their pieces, how they lie around and how they are held."""

import math
from typing import TYPE_CHECKING, Any, NamedTuple

from physics import Body, Controller, Joint, JointSixAxis, Shape, Vec3, World
from physics.vector import Quaternion, about, rotate
from play import layers

if TYPE_CHECKING:
    from play.weapons.arsenal import Arsenal

#: How a hand holds a weapon: stiffness [Hz] and largest rotation [rad] of the wrist, about each of three axes.
WRIST_HERTZ = 8.0
WRIST_LIMIT = 0.5
#: Coefficient of rolling friction of a weapon that lies around.
LYING_ROLLING = 0.3
#: Held objects collide neither with figures nor with other weapons.
HELD_MASK = layers.ALL & ~layers.FIGURE & ~layers.WEAPON
#: Clearance in front of the chest that a projectile needs [m]: with less, it would start inside the figure.
CLEARANCE = 0.5
#: Height of the chest below the eyes [m], and how far from an obstacle a projectile starts [m].
CHEST = 0.25
GAP = 0.02

UNTURNED: Quaternion = (0.0, 0.0, 0.0, 1.0)
#: Lays what stands along Y, as capsules, cylinders and cones do, along Z, its top to the back.
ALONG = about((1.0, 0.0, 0.0), 0.5 * math.pi)


class Piece(NamedTuple):
    """A piece of a weapon in its axes: the hand holds it at the origin, and it points along -Z.

    Attributes:
        shape: Geometry.
        offset: Place [m].
        material: Name of its material.
        rotation: Rotation.
    """

    shape: Shape
    offset: tuple[float, float, float]
    material: str
    rotation: Quaternion = UNTURNED


class Weapon(Controller):
    """A weapon that lies around or is carried. It is not added to the world: its arsenal calls it.

    Attributes:
        body: Its body in the hand; None while it is put away.
        joint: The joint that holds it.
    """

    #: Set by `play.weapons.registry.weapon`.
    number: int
    name: str
    help: str
    key: str
    icon: str
    charge_word: str

    #: Mass [kg], pieces, and where shots leave it [m].
    mass = 3.0
    pieces: tuple[Piece, ...] = ()
    muzzle = Vec3(0.0, 0.0, -0.5)

    state_fields: tuple[str, ...] = ("body", "joint")

    def __init__(self) -> None:
        self.body: Body | None = None
        self.joint: Joint | None = None

    # ---- In the world ---------------------------------------------------------------------------------------------

    def lie(self, world: World, position: Vec3, orientation: Quaternion) -> Body:
        """Add it to the world as a body of its own; place [m] and rotation of the axes of `pieces`."""
        # Barrels are round: they would roll off whatever they are laid on.
        return build(
            world, self.pieces, position, orientation, mass=self.mass, name=self.name, rolling_friction=LYING_ROLLING
        )

    @property
    def bodies(self) -> tuple[Body, ...]:
        """All its bodies in the hand."""
        return () if self.body is None else (self.body,)

    @property
    def lost(self) -> bool:
        """Whether it was drawn, but is not in the hand any more: something took it apart."""
        return self.body is not None and not (self.body.alive and self.grip.alive)

    @property
    def held_body(self) -> Body:
        """Its body in the hand.

        Raises:
            LookupError: It is put away.
        """
        if self.body is None:
            raise LookupError(f"the {self.name} is put away, so it has no body; draw it first")
        return self.body

    @property
    def grip(self) -> Joint:
        """The joint that holds it.

        Raises:
            LookupError: It is put away.
        """
        if self.joint is None:
            raise LookupError(f"the {self.name} is put away, so nothing holds it; draw it first")
        return self.joint

    # ---- In the hand ----------------------------------------------------------------------------------------------

    def draw(self, world: World, arsenal: "Arsenal") -> None:
        """Make its body in the hand of the figure. Guns do not collide: they would push the figure off every wall."""
        place, turn = arsenal.avatar.grip
        hand = arsenal.hand
        self.body = build(
            world, self.pieces, place, turn, mass=self.mass, name=self.name, category=layers.WEAPON, mask=0,
            velocity=hand.velocity_at(place), gravity_scale=0.0,
        )  # fmt: skip
        self.joint = hold(world, hand, self.body, place, turn)

    def put_away(self, world: World, arsenal: "Arsenal") -> None:
        """Remove its bodies from the world."""
        for body in self.bodies:
            if body.alive:
                world.remove_body(body)
        self.body = self.joint = None
        self.rest(world, arsenal)

    def act(self, world: World, arsenal: "Arsenal", dt: float) -> None:
        """Act on the controls before a step of a length [s]."""

    def react(self, world: World, arsenal: "Arsenal") -> None:
        """React to what the last step did."""

    def rest(self, world: World, arsenal: "Arsenal") -> None:
        """Stop what was begun: the player does something else."""

    @property
    def charge(self) -> float:
        """How far it is charged, 0 to 1."""
        return 0.0

    @property
    def unseen_joints(self) -> tuple[Joint, ...]:
        """Ropes and rods that are not drawn."""
        return ()

    @property
    def beam(self) -> tuple[Vec3, Vec3] | None:
        """From where to where it pulls something [m], or None."""
        return None

    @property
    def muzzle_place(self) -> Vec3:
        """Where shots leave it, in the world [m]."""
        body = self.held_body
        return body.position + rotate(body.orientation, self.muzzle)

    def start_of_shot(self, world: World, arsenal: "Arsenal", shape: Shape, turn: Quaternion) -> Vec3 | None:
        """Where a projectile can start [m]: at the muzzle, or on the near side of an obstacle; None for nowhere.

        The shape of the projectile is cast from the chest, which is in no wall, to the muzzle.
        """
        chest = arsenal.avatar.eye - (0.0, CHEST, 0.0)
        way = self.muzzle_place - chest
        hit = world.shape_cast(shape, chest, turn, way, ignore=arsenal.own_bodies)
        if hit is None:
            return chest + way
        free = hit.distance - GAP
        if free < CLEARANCE:
            arsenal.trouble(f"There is no room to fire the {self.name} here. Step back.")
            return None
        return chest + way * (free / way.length)


def build(
    world: World, pieces: tuple[Piece, ...], position: Vec3, orientation: Quaternion, *, mass: float, **options: Any
) -> Body:
    """Add a body made of pieces of several materials, with a total mass [kg]; options as of `add_body`."""
    surface: dict[str, Any] = {
        key: options.pop(key) for key in ("category", "mask", "group", "rolling_friction") if key in options
    }
    first = pieces[0]
    body = world.add_body(
        shapes=[(first.shape, first.offset, first.rotation)], position=position, orientation=orientation,
        material=first.material, **surface, **options,
    )  # fmt: skip
    for piece in pieces[1:]:
        body.add_shape(piece.shape, piece.offset, piece.rotation, material=piece.material, **surface)
    body.mass = mass
    if "velocity" in options:  # of the center of mass, which the further pieces moved
        body.velocity = options["velocity"]
    return body


def hold(world: World, hand: Body, body: Body, place: Vec3, turn: Quaternion, **spring: float) -> Joint:
    """Hold a body in a hand: a ball joint with limits and a spring, as of `JointAxis.set_spring`, about three axes."""
    joint = JointSixAxis(
        hand, body, anchor=place, axis=rotate(turn, (0.0, 0.0, -1.0)), axis_z=rotate(turn, (0.0, 1.0, 0.0)),
        locked=(0, 1, 2), name="grip",
    )  # fmt: skip
    for axis in joint.axes[3:]:
        axis.limits = (-WRIST_LIMIT, WRIST_LIMIT)
        axis.set_spring(**(spring or {"hertz": WRIST_HERTZ, "damping_ratio": 1.0}))
    world.add_joint(joint)
    return joint
