"""Bullet as Panda3D ships it: rigid bodies, 10 iterations.

Bullet multiplies two frictions, so each body gets the square root. Panda3D hands out poses that are one step old.
"""

import math

from panda3d.bullet import (
    BulletBoxShape,
    BulletCapsuleShape,
    BulletPlaneShape,
    BulletRigidBodyNode,
    BulletSphereShape,
    BulletWorld,
    YUp,
)
from panda3d.core import LQuaternion, NodePath, Vec3

from bench.scenes.bodies import DT, FRICTION, GRAVITY, IDENTITY, RESTITUTION, PeerBody, PeerScene


def shape_of(body: PeerBody) -> BulletBoxShape | BulletSphereShape | BulletCapsuleShape:
    """The shape of a scene's body."""
    if body.kind == "box":
        return BulletBoxShape(Vec3(*body.size))
    if body.kind == "sphere":
        return BulletSphereShape(body.size[0])
    return BulletCapsuleShape(body.size[0], 2 * body.size[1], YUp)


class Engine:
    """Panda3D's Bullet world, one step of 1/60 s at a time."""

    def __init__(self, scene: PeerScene) -> None:
        self._root = NodePath("root")
        self._world = BulletWorld()
        self._world.setGravity(Vec3(0, GRAVITY, 0))
        if scene.plane:
            self._attach(BulletPlaneShape(Vec3(0, 1, 0), 0), (0, 0, 0), IDENTITY)
        for wall in scene.walls:
            self._attach(shape_of(wall), wall.position, IDENTITY)
        shapes = {}
        self._paths = []
        for body in scene.bodies:
            shape = shapes.setdefault((body.kind, body.size), shape_of(body))
            self._paths.append(self._attach(shape, body.position, body.orientation, body))

    def _attach(self, shape: object, position: tuple, orientation: tuple, body: PeerBody | None = None) -> NodePath:
        """Add a body: static, or with the mass of `body`."""
        x, y, z, w = orientation
        node = BulletRigidBodyNode("body")
        node.addShape(shape)
        if body:
            node.setMass(body.mass)
            node.setInertia(Vec3(*body.inertia))
            node.setLinearDamping(0)
            node.setAngularDamping(0)
            node.setDeactivationEnabled(False)
        node.setFriction(math.sqrt(FRICTION))
        node.setRestitution(RESTITUTION)
        path = self._root.attachNewNode(node)
        path.setPos(*position)
        path.setQuat(LQuaternion(w, x, y, z))
        self._world.attach(node)
        return path

    def step(self) -> None:
        self._world.doPhysics(DT, 1, DT)

    def contact_count(self) -> int:
        manifolds = (self._world.getManifold(i) for i in range(self._world.getNumManifolds()))
        return sum(manifold.getNumManifoldPoints() for manifold in manifolds)

    def state(self) -> tuple[list, ...]:
        turns = [path.getQuat() for path in self._paths]
        return (
            [tuple(path.getPos()) for path in self._paths],
            [(q.getI(), q.getJ(), q.getK(), q.getR()) for q in turns],
            [tuple(path.node().getLinearVelocity()) for path in self._paths],
            [tuple(path.node().getAngularVelocity()) for path in self._paths],
        )
