"""Flail: an iron ball on a chain, on a handle in the hand. It hits things as bodies do, by contact."""

import math
from typing import TYPE_CHECKING, Any

from physics import (
    Body,
    BodyKind,
    Joint,
    JointDistance,
    JointUniversal,
    ShapeBox,
    ShapeCapsule,
    ShapeCylinder,
    ShapeSphere,
    Vec3,
    World,
)
from physics.vector import Quaternion, about, rotate
from play import layers
from play.cues import Cue, CueSound, cue_kind
from play.weapons.registry import weapon
from play.weapons.weapon import ALONG, HELD_MASK, Piece, Weapon, build, hold

if TYPE_CHECKING:
    from play.weapons.arsenal import Arsenal

#: Chain: links, length from joint to joint [m], radius [m], mass of one [kg].
LINKS = 5
LINK = 0.12
LINK_RADIUS = 0.018
LINK_MASS = 0.25
#: Ball: radius [m] and mass [kg].
BALL_RADIUS = 0.09
BALL_MASS = 3.5
#: From the end of the handle to the middle of the ball [m].
LENGTH = LINKS * LINK + BALL_RADIUS
#: Swinging: wanted speed of the ball [m/s], largest force on it [N], and rate of approach to that speed [1/s].
SWING_SPEED = 8.0
SWING_FORCE = 160.0
SWING_RATE = 12.0
#: Wrist, which bears more than the handle: stiffness [N m] and damping [N m s]; friction of each chain joint [N m].
WRIST = {"stiffness": 150.0, "damping": 12.0}
FRICTION = 0.1
#: How far a link may bend against the previous one, about each of its two axes [rad].
BEND = 1.3
#: Slowest approach of a hit that counts [m/s], and most hits that are examined in a step.
HIT_SPEED = 2.0
HITS_SEEN = 8
#: A ball slower than this [m/s] with this pull on the hand [N] is stuck; after this time [s] the flail is made anew.
CAUGHT_SPEED = 1.0
CAUGHT_FORCE = 200.0
CAUGHT_TIME = 0.5
#: Largest stretch between handle and ball before the flail is made anew [m].
STRETCH = 0.3

cue_kind("swing", "the flail is swung; what: its name", sound=CueSound("swing", most=1, gap=15))


@weapon(
    number=3,
    name="flail",
    icon="hammer",
    help="Hold [fire] to swing it forward over your shoulder, [fire_other] to swing it around you.",
)
class Flail(Weapon):
    """Swings a ball on a chain: with one button forward over the shoulder, with the other around the figure.

    Attributes:
        links: The chain, from the handle on; the ball is the last.
        joints: Joints of the chain.
        caught: How long the ball has been stuck [s].
    """

    mass = 1.5
    tip = Vec3(0.0, 0.0, -0.26)
    muzzle = tip
    handle = (
        Piece(ShapeCylinder(0.022, 0.17), (0.0, 0.0, -0.09), "wood", ALONG),
        Piece(ShapeCylinder(0.026, 0.04), (0.0, 0.0, 0.06), "leather", ALONG),
        Piece(ShapeCylinder(0.03, 0.015), (0.0, 0.0, -0.245), "iron", ALONG),
    )
    #: As it lies somewhere: one body.
    pieces = (
        *handle,
        Piece(ShapeBox((0.02, 0.012, 0.15)), (0.1, -0.012, -0.3), "steel", about((0.0, 1.0, 0.0), 1.1)),
        Piece(ShapeBox((0.02, 0.012, 0.13)), (0.17, -0.012, -0.17), "steel", about((0.0, 1.0, 0.0), -0.5)),
        Piece(ShapeSphere(BALL_RADIUS), (0.14, 0.05, 0.0), "iron"),
    )

    state_fields = (*Weapon.state_fields, "links", "joints", "caught")

    def __init__(self) -> None:
        super().__init__()
        self.links: tuple[Body, ...] = ()
        self.joints: tuple[Joint, ...] = ()
        self.caught = 0.0

    @property
    def bodies(self) -> tuple[Body, ...]:
        """Handle, chain and ball."""
        return () if self.body is None else (self.body, *self.links)

    @property
    def unseen_joints(self) -> tuple[Joint, ...]:
        """The rope beside the chain: a wire that nobody is to see."""
        return self.joints[-1:]

    @property
    def ball(self) -> Body:
        """The ball at the end."""
        return self.links[-1]

    @property
    def tip_place(self) -> Vec3:
        """End of the handle, where the chain begins, in the world [m]."""
        body = self.held_body
        return body.position + rotate(body.orientation, self.tip)

    @property
    def lost(self) -> bool:
        """Whether it came apart, or is stuck behind the figure."""
        if self.body is None:
            return False
        if self.caught > CAUGHT_TIME or not (self.grip.alive and all(body.alive for body in self.bodies)):
            return True
        return (self.ball.position - self.tip_place).length > LENGTH + STRETCH

    def draw(self, world: World, arsenal: "Arsenal") -> None:
        """Make handle, chain and ball, which hang down from the hand."""
        place, turn = arsenal.avatar.grip
        hand = arsenal.hand
        velocity = hand.velocity_at(place)
        self.body = build(
            world, self.handle, place, turn, mass=self.mass, name=self.name, category=layers.WEAPON, mask=0,
            velocity=velocity, gravity_scale=0.0,
        )  # fmt: skip
        self.joint = hold(world, hand, self.body, place, turn, **WRIST)
        self._hang(world, arsenal, velocity)

    def _hang(self, world: World, arsenal: "Arsenal", velocity: Vec3) -> None:
        """Make the chain: from the tip of the handle down, or to the chest where there is no room below."""
        start = self.tip_place
        down = self._room(world, arsenal, start)
        across = Vec3(1.0, 0.0, 0.0) if abs(down.x) < 0.7 else Vec3(0.0, 0.0, 1.0)
        across = across - down * across.dot(down)
        turn = _standing(-down)
        options: dict[str, Any] = {
            "velocity": velocity, "category": layers.WEAPON, "mask": HELD_MASK, "orientation": turn
        }  # fmt: skip
        link, before = ShapeCapsule(LINK_RADIUS, 0.5 * LINK - LINK_RADIUS), self.held_body
        bodies: list[Body] = []
        joints: list[Joint] = []
        for k in range(LINKS + 1):
            top = start + down * (k * LINK)
            last = k == LINKS
            body = world.add_body(
                shape=ShapeSphere(BALL_RADIUS) if last else link, mass=BALL_MASS if last else LINK_MASS,
                position=top + down * (BALL_RADIUS if last else 0.5 * LINK), material="iron" if last else "steel",
                name="flail ball" if last else "flail link", bullet=last, angular_damping=4.0, linear_damping=0.6,
                **options,
            )  # fmt: skip
            joints.append(_join(world, before, body, top, across, across.cross(down)))
            bodies.append(body)
            before = body
        # A rope beside the chain: it links both ends directly, so that the solver does not let the chain stretch.
        rope = JointDistance(self.held_body, before, anchor_a=start, anchor_b=before.position, limits=(0.0, LENGTH))
        world.add_joint(rope)
        self.links, self.joints = tuple(bodies), (*joints, rope)

    def _room(self, world: World, arsenal: "Arsenal", start: Vec3) -> Vec3:
        """Direction with room for the chain: down, up, or else to the figure, which it does not collide with."""
        ball = ShapeSphere(BALL_RADIUS)
        for way in (Vec3(0.0, -1.0, 0.0), Vec3(0.0, 1.0, 0.0)):
            if world.shape_cast(ball, start, motion=way * LENGTH, ignore=arsenal.own_bodies) is None:
                return way
        way = arsenal.avatar.eye - start
        return way / way.length

    def put_away(self, world: World, arsenal: "Arsenal") -> None:
        """Remove handle, chain and ball from the world."""
        super().put_away(world, arsenal)
        self.links, self.joints, self.caught = (), (), 0.0

    def act(self, world: World, arsenal: "Arsenal", dt: float) -> None:
        """Swing while a button is held; the body of the figure bears the opposite of the force on the ball."""
        controls = arsenal.controls
        caught = self.ball.velocity.length < CAUGHT_SPEED and self.grip.force.length > CAUGHT_FORCE
        self.caught = self.caught + dt if caught else 0.0
        if not (controls.fire or controls.fire_other):
            return
        if arsenal.pressed("fire") or arsenal.pressed("fire_other"):
            arsenal.cues.append(Cue("swing", self.ball.position, what=self.name))
        right = Vec3(math.cos(controls.yaw), 0.0, -math.sin(controls.yaw))
        axis = -right if controls.fire else Vec3(0.0, 1.0, 0.0)
        arm = self.ball.position - self.tip_place
        way = axis.cross(arm)
        if way.length < 0.1:  # on the axis there is no direction around it: begin to the front
            way = controls.direction
        way = way / way.length
        velocity = self.ball.velocity - arsenal.avatar.velocity
        force = way * min(SWING_FORCE, max(0.0, SWING_SPEED - velocity.dot(way)) * SWING_RATE * BALL_MASS)
        if controls.fire_other and not controls.fire:  # up to a level circle
            force += (0.0, max(0.0, -arm.y) / LENGTH * 2.0 * BALL_MASS * 9.81, 0.0)
        self.ball.apply_force(force)
        arsenal.torso.apply_force(-force)

    def react(self, world: World, arsenal: "Arsenal") -> None:
        """Cue what the ball hit."""
        if not len(world.events) or not self.links:
            return
        for event in world.events.hardest_hits(HITS_SEEN, speed=HIT_SPEED):
            if self.ball in (event.body_a, event.body_b):
                other = event.body_b if event.body_a is self.ball else event.body_a
                if other.alive and other.kind == BodyKind.DYNAMIC:
                    size = event.impulse / 100.0
                    arsenal.cues.append(Cue("hit", event.position, event.normal, size, what=other.name))


def _join(world: World, before: Body, body: Body, place: Vec3, axis_a: Vec3, axis_b: Vec3) -> Joint:
    joint = JointUniversal(before, body, anchor=place, axis_a=axis_a, axis_b=axis_b, name="flail chain")
    for axis in (joint.axis_a, joint.axis_b):
        axis.friction = FRICTION
        if before.name == "flail link":  # at the handle there is no limit
            axis.limits = (-BEND, BEND)
    world.add_joint(joint)
    return joint


def _standing(up: Vec3) -> Quaternion:
    """Rotation that turns Y to a direction."""
    axis = Vec3(0.0, 1.0, 0.0).cross(up)
    if axis.length < 1e-9:
        return (0.0, 0.0, 0.0, 1.0) if up.y > 0.0 else (1.0, 0.0, 0.0, 0.0)
    return about(axis / axis.length, math.acos(max(-1.0, min(1.0, up.y))))
