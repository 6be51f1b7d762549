"""This project's engine, through its public API only."""

import numpy as np

import physics
from bench.scenes.bodies import DENSITY, DT, FRICTION, GRAVITY, RESTITUTION, PeerBody, PeerScene
from bench.scenes.joints import WORLD, PeerJoint
from physics import BodyKind, ShapeBox, ShapeCapsule, ShapePlane, ShapeSphere, World

SURFACE = {"friction": FRICTION, "restitution": RESTITUTION}
WARM_UP_BODIES = 12  # enough for a joint of every kind


def shape_of(body: PeerBody) -> physics.Shape:
    """The shape of a scene's body."""
    if body.kind == "box":
        return ShapeBox(half_extents=body.size)
    if body.kind == "sphere":
        return ShapeSphere(radius=body.size[0])
    if body.kind == "hull":
        return physics.ShapeHull(body.hull.points)
    if body.kind == "cylinder":
        return physics.ShapeCylinder(radius=body.size[0], half_height=body.size[1])
    return ShapeCapsule(radius=body.size[0], half_height=body.size[1])


def build(scene: PeerScene, *, sleeping: bool = False) -> tuple[World, list]:
    """A world with the scene in it, and the handles of the dynamic bodies."""
    world = World(gravity=(0.0, GRAVITY, 0.0), sleeping=sleeping)
    if scene.plane:
        world.add_body(kind=BodyKind.STATIC, shape=ShapePlane(normal=(0.0, 1.0, 0.0), offset=0.0), **SURFACE)
    for wall in scene.walls:
        place = {"position": wall.position, "orientation": wall.orientation}
        world.add_body(kind=BodyKind.STATIC, shape=shape_of(wall), **place, **SURFACE)
    if scene.terrain:
        mesh = physics.ShapeMesh(scene.terrain.vertices, scene.terrain.triangles)
        world.add_body(kind=BodyKind.STATIC, shape=mesh, **SURFACE)
    surface = SURFACE if scene.collide else {**SURFACE, "mask": 0}
    bodies = [
        world.add_body(
            shape=shape_of(body), position=body.position, orientation=body.orientation, density=DENSITY, **surface
        )
        for body in scene.bodies
    ]
    for joint in scene.joints:
        world.add_joint(joint_of(joint, bodies))
    return world, bodies


def joint_of(joint: PeerJoint, bodies: list) -> physics.Joint:
    """A scene's joint between the bodies of a world."""
    pair = [None if row == WORLD else bodies[row] for row in (joint.body_a, joint.body_b)]
    if joint.kind == "hinge":
        return physics.JointHinge(*pair, anchor=joint.anchor, axis=joint.axis, limits=joint.limits)
    limits = {"axis": joint.axis, "twist_limits": joint.limits, "cone_limit": joint.cone}
    return physics.JointBall(*pair, anchor=joint.anchor, **limits)


class Engine:
    """Kyvadlo with its default substeps."""

    def __init__(self, scene: PeerScene) -> None:
        # The first step of a process loads machine code from the cache; a step of another world takes that cost.
        joints = tuple(joint for joint in scene.joints if max(joint.body_a, joint.body_b) < WARM_UP_BODIES)
        few = PeerScene("warm-up", "warm-up", 1, scene.bodies[:WARM_UP_BODIES], joints=joints)
        build(few)[0].step(DT)
        self._world, self._bodies = build(scene)

    def step(self) -> None:
        self._world.step(DT)

    def contact_count(self) -> int:
        return len(self._world.contacts())

    def state(self) -> tuple[np.ndarray, ...]:
        names = ("position", "orientation", "velocity", "angular_velocity")
        return tuple(np.array([getattr(body, name) for body in self._bodies]) for name in names)

    def load_rays(self, origins: np.ndarray, directions: np.ndarray, max_distance: float) -> None:
        self._rays = (origins, directions, max_distance)

    def cast(self) -> None:
        self._hits = self._world.ray_cast_batch(*self._rays)

    def distances(self) -> np.ndarray:
        return self._hits.distance
