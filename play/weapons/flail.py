"""Flail: an iron ball on a chain, on a handle in the hand. What it hits, it hits as a body."""

import math
from typing import TYPE_CHECKING

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
from physics.vector import about, rotate
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
#: Swinging: speed of the ball that is wanted [m/s], largest force on it [N], and how fast it gets there [1/s].
SWING_SPEED = 8.0
SWING_FORCE = 160.0
SWING_RATE = 12.0
#: Wrist: what hangs from it is heavier than the handle [N m], [N m s]; friction of each joint of the chain [N m].
WRIST = {"stiffness": 150.0, "damping": 12.0}
FRICTION = 0.1
#: How far a link may bend against the one before, about each of its two axes [rad].
BEND = 1.3
#: Slowest approach of a hit that is told [m/s], and most hits that are looked at in a step.
HIT_SPEED = 2.0
HITS_SEEN = 8
#: A ball that hardly moves [m/s] while the hand is pulled like this [N] is caught; after so long [s] all is made anew.
CAUGHT_SPEED = 1.0
CAUGHT_FORCE = 200.0
CAUGHT_TIME = 0.5
#: Largest gap between handle and ball, besides its length, before all is made anew [m].
STRETCH = 0.3

cue_kind("swing", "the flail is swung; what: its name", sound=CueSound("swing", most=1, gap=15))


@weapon(
    number=3,
    name="flail",
    help="Hold [fire] to swing it forward over your shoulder, [fire_other] to swing it around you.",
)
class Flail(Weapon):
    """Swings a ball on a chain: with one button over the shoulder to the front, with the other around.

    Attributes:
        links: The chain, from the handle on; the ball is the last.
        joints: Between them.
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
    def ball(self) -> Body:
        """The ball at the end."""
        return self.links[-1]

    @property
    def tip_place(self) -> Vec3:
        """End of the handle, where the chain begins, in the world [m]."""
        return self.body.position + rotate(self.body.orientation, self.tip)

    @property
    def lost(self) -> bool:
        """Whether it came apart, or is stuck somewhere behind its owner."""
        if self.body is None:
            return False
        if self.caught > CAUGHT_TIME or not (self.joint.alive and all(body.alive for body in self.bodies)):
            return True
        return (self.ball.position - self.tip_place).length > LENGTH + STRETCH

    def take_out(self, world: World, arsenal: "Arsenal") -> None:
        """Make handle, chain and ball, which hang down from the hand."""
        place, turn = arsenal.avatar.grip
        hand = arsenal.avatar.hand
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
        options = {"velocity": velocity, "category": layers.WEAPON, "mask": HELD_MASK, "orientation": turn}
        link, before = ShapeCapsule(LINK_RADIUS, 0.5 * LINK - LINK_RADIUS), self.body
        bodies, joints = [], []
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
        # A rope beside the chain: what the links would give way, the solver sees at once from end to end.
        rope = JointDistance(self.body, before, anchor_a=start, anchor_b=before.position, limits=(0.0, LENGTH))
        world.add_joint(rope)
        self.links, self.joints = tuple(bodies), (*joints, rope)

    def _room(self, world: World, arsenal: "Arsenal", start: Vec3) -> Vec3:
        """Direction in which the chain can be made: down, up, or else to the figure, which it does not touch."""
        ball = ShapeSphere(BALL_RADIUS)
        for way in (Vec3(0.0, -1.0, 0.0), Vec3(0.0, 1.0, 0.0)):
            if world.shape_cast(ball, start, motion=way * LENGTH, ignore=arsenal.own_bodies) is None:
                return way
        way = arsenal.avatar.eye - start
        return way / way.length

    def put_away(self, world: World, arsenal: "Arsenal") -> None:
        """Take handle, chain and ball out of the world."""
        super().put_away(world, arsenal)
        self.links, self.joints, self.caught = (), (), 0.0

    def act(self, world: World, arsenal: "Arsenal", dt: float) -> None:
        """Swing while a button is held; what the arm gives to the ball, the body of the figure bears."""
        controls = arsenal.controls
        caught = self.ball.velocity.length < CAUGHT_SPEED and self.joint.force.length > CAUGHT_FORCE
        self.caught = self.caught + dt if caught else 0.0
        if not (controls.fire or controls.fire_other):
            return
        if arsenal.pressed("fire") or arsenal.pressed("fire_other"):
            arsenal.cues.append(Cue("swing", self.ball.position, what=self.name))
        right = Vec3(math.cos(controls.yaw), 0.0, -math.sin(controls.yaw))
        axis = -right if controls.fire else Vec3(0.0, 1.0, 0.0)
        arm = self.ball.position - self.tip_place
        way = axis.cross(arm)
        if way.length < 0.1:  # along the axis there is no way around it: begin to the front
            way = controls.direction
        way = way / way.length
        velocity = self.ball.velocity - arsenal.avatar.velocity
        force = way * min(SWING_FORCE, max(0.0, SWING_SPEED - velocity.dot(way)) * SWING_RATE * BALL_MASS)
        if controls.fire_other and not controls.fire:  # up to a level circle
            force += (0.0, max(0.0, -arm.y) / LENGTH * 2.0 * BALL_MASS * 9.81, 0.0)
        self.ball.apply_force(force)
        arsenal.avatar.torso.apply_force(-force)

    def look_back(self, world: World, arsenal: "Arsenal") -> None:
        """Tell what the ball hit."""
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
        if before.name == "flail link":  # at the handle it turns as far as it likes
            axis.limits = (-BEND, BEND)
    world.add_joint(joint)
    return joint


def _standing(up: Vec3) -> tuple[float, float, float, float]:
    """Rotation that turns Y to a direction."""
    axis = Vec3(0.0, 1.0, 0.0).cross(up)
    if axis.length < 1e-9:
        return (0.0, 0.0, 0.0, 1.0) if up.y > 0.0 else (1.0, 0.0, 0.0, 0.0)
    return about(axis / axis.length, math.acos(max(-1.0, min(1.0, up.y))))
