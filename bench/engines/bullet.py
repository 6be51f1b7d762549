"""Bullet through pybullet, with bodies as `createMultiBody` makes them by default.

Bullet multiplies two frictions, so each body gets the square root. Bullet's capsules and cylinders lie along Z here:
their body is turned so that its Z is the scene's Y, and turned back when read. (A turned shape inside the body would do
as well, but Bullet would wrap it in a compound, which is slower.)

Joints are constraints between such bodies. pybullet offers none that turns about an axis, and none with limits: a hinge
is two points of its axis, HINGE_REACH to either side of the anchor, and limits are left out.
"""

import math

import numpy as np
import pybullet

from bench.scenes.bodies import DT, FRICTION, GRAVITY, IDENTITY, RESTITUTION, PeerBody, PeerScene
from bench.scenes.joints import WORLD, PeerJoint

HALF = math.sqrt(0.5)
Z_TO_Y = (-HALF, 0.0, 0.0, HALF)  # -90 degrees about X
Y_TO_Z = (HALF, 0.0, 0.0, HALF)
ORIGIN = (0.0, 0.0, 0.0)
ALONG_Z = ("capsule", "cylinder")
HINGE_REACH = 0.05  # [m]


def turned(orientation: tuple, turn: tuple) -> tuple:
    """The orientation after a turn about the body's own axes."""
    return pybullet.multiplyTransforms(ORIGIN, orientation, ORIGIN, turn)[1]


class Engine:
    """Bullet's multi-body solver with its default 50 iterations."""

    def __init__(self, scene: PeerScene) -> None:
        pybullet.connect(pybullet.DIRECT)
        pybullet.setGravity(0.0, GRAVITY, 0.0)
        pybullet.setTimeStep(DT)
        self._shapes: dict[tuple, int] = {}
        if scene.plane:
            plane = pybullet.createCollisionShape(pybullet.GEOM_PLANE, planeNormal=(0.0, 1.0, 0.0))
            self._create(0.0, plane, ORIGIN, IDENTITY)
        for wall in scene.walls:
            turn = turned(wall.orientation, Z_TO_Y) if wall.kind in ALONG_Z else wall.orientation
            self._create(0.0, self._shape_of(wall), wall.position, turn)
        if scene.terrain:
            vertices, indices = scene.terrain.vertices.tolist(), scene.terrain.triangles.ravel().tolist()
            mesh = pybullet.createCollisionShape(pybullet.GEOM_MESH, vertices=vertices, indices=indices)
            self._create(0.0, mesh, ORIGIN, IDENTITY)
        self._is_turned = [body.kind in ALONG_Z for body in scene.bodies]
        self._ids = [self._add(body) for body in scene.bodies]
        if not scene.collide:
            for body in self._ids:
                pybullet.setCollisionFilterGroupMask(body, -1, 0, 0)
        for joint in scene.joints:
            self._join(joint)

    def _shape_of(self, body: PeerBody) -> int:
        key = (body.kind, body.size)
        if key not in self._shapes:
            if body.kind == "box":
                shape = pybullet.createCollisionShape(pybullet.GEOM_BOX, halfExtents=body.size)
            elif body.kind == "sphere":
                shape = pybullet.createCollisionShape(pybullet.GEOM_SPHERE, radius=body.size[0])
            elif body.kind == "hull":
                shape = pybullet.createCollisionShape(pybullet.GEOM_MESH, vertices=body.hull.points.tolist())
            else:
                geometry = pybullet.GEOM_CAPSULE if body.kind == "capsule" else pybullet.GEOM_CYLINDER
                shape = pybullet.createCollisionShape(geometry, radius=body.size[0], height=2 * body.size[1])
            self._shapes[key] = shape
        return self._shapes[key]

    def _create(self, mass: float, shape: int, position: tuple, orientation: tuple) -> int:
        body = pybullet.createMultiBody(mass, shape, basePosition=position, baseOrientation=orientation)
        pybullet.changeDynamics(body, -1, lateralFriction=math.sqrt(FRICTION), restitution=RESTITUTION)
        return body

    def _add(self, body: PeerBody) -> int:
        x, y, z = body.inertia
        orientation = body.orientation
        if body.kind in ALONG_Z:
            orientation, inertia = turned(orientation, Z_TO_Y), (x, z, y)
        else:
            inertia = (x, y, z)
        handle = self._create(body.mass, self._shape_of(body), body.position, orientation)
        pybullet.changeDynamics(handle, -1, linearDamping=0.0, angularDamping=0.0)
        pybullet.changeDynamics(handle, -1, mass=body.mass, localInertiaDiagonal=inertia)
        return handle

    def _join(self, joint: PeerJoint) -> None:
        reaches = (-HINGE_REACH, HINGE_REACH) if joint.kind == "hinge" else (0.0,)
        for reach in reaches:
            point = tuple(place + reach * part for place, part in zip(joint.anchor, joint.axis, strict=True))
            b, on_b = self._ids[joint.body_b], self._local(joint.body_b, point)
            kind, axis = pybullet.JOINT_POINT2POINT, ORIGIN
            if joint.body_a == WORLD:  # the world must be the second
                pybullet.createConstraint(b, -1, -1, -1, kind, axis, on_b, point)
            else:
                a, on_a = self._ids[joint.body_a], self._local(joint.body_a, point)
                pybullet.createConstraint(a, -1, b, -1, kind, axis, on_a, on_b)
                pybullet.setCollisionFilterPair(a, b, -1, -1, enableCollision=0)

    def _local(self, row: int, point: tuple) -> tuple:
        """A point of the world in the axes of a body."""
        back = pybullet.invertTransform(*pybullet.getBasePositionAndOrientation(self._ids[row]))
        return pybullet.multiplyTransforms(*back, point, IDENTITY)[0]

    def step(self) -> None:
        pybullet.stepSimulation()

    def contact_count(self) -> int:
        return len(pybullet.getContactPoints())

    def state(self) -> tuple[list, ...]:
        poses = [pybullet.getBasePositionAndOrientation(i) for i in self._ids]
        velocities, angular = zip(*(pybullet.getBaseVelocity(i) for i in self._ids), strict=True)
        orientations = [turned(q, Y_TO_Z) if c else q for (_, q), c in zip(poses, self._is_turned, strict=True)]
        return [position for position, _ in poses], orientations, velocities, angular

    def load_rays(self, origins: np.ndarray, directions: np.ndarray, max_distance: float) -> None:
        pybullet.performCollisionDetection()
        self._rays = origins.tolist(), (origins + max_distance * directions).tolist()
        self._max_distance = max_distance

    def cast(self) -> None:
        self._hits = pybullet.rayTestBatch(*self._rays, numThreads=1)

    def distances(self) -> np.ndarray:
        return np.array([self._max_distance * hit[2] if hit[0] >= 0 else np.inf for hit in self._hits])
