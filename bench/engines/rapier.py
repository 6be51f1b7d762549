"""Rapier through its Python package, one thread, half-space ground. Rapier averages two frictions: 0.6 stays 0.6.

The package has no call for many rays at once: they are cast in a loop, each by the call that answers the least (the
collider and the distance, no normal).

Joints are impulse joints. The frame of a joint has the axis as its x: a hinge turns about it, and the twist of a ball
is limited about it; y and z of a ball are coupled, which limits the angle between the two x: a cone.
"""

import numpy as np
import rapier3d

from bench.scenes.bodies import DENSITY, DT, FRICTION, GRAVITY, RESTITUTION, PeerBody, PeerScene
from bench.scenes.joints import WORLD, PeerJoint, inverse, local_point, product, turn_to


def collider_of(body: PeerBody) -> rapier3d.ColliderBuilder:
    """The collider of a scene's body, with mass."""
    if body.kind == "box":
        collider = rapier3d.Collider.cuboid(*body.size)
    elif body.kind == "sphere":
        collider = rapier3d.Collider.ball(body.size[0])
    elif body.kind == "hull":
        collider = rapier3d.Collider.convex_hull(body.hull.points)
    elif body.kind == "cylinder":
        collider = rapier3d.Collider.cylinder(body.size[1], body.size[0])
    else:
        collider = rapier3d.Collider.capsule_y(body.size[1], body.size[0])
    return with_surface(collider).density(DENSITY)


def with_surface(collider: rapier3d.ColliderBuilder) -> rapier3d.ColliderBuilder:
    """The collider with the friction and restitution of the scenes."""
    return collider.friction(FRICTION).restitution(RESTITUTION)


def joint_of(joint: PeerJoint, bodies: tuple[PeerBody, ...]) -> rapier3d.GenericJoint:
    """A scene's joint."""
    masks, axes = rapier3d.JointAxesMask, rapier3d.JointAxis
    locked = masks.LOCKED_REVOLUTE_AXES if joint.kind == "hinge" else masks.LOCKED_SPHERICAL_AXES
    frames = [frame_in(joint, None if row == WORLD else bodies[row]) for row in (joint.body_a, joint.body_b)]
    builder = rapier3d.GenericJointBuilder(locked).local_frame1(frames[0]).local_frame2(frames[1])
    if joint.limits is not None:
        builder = builder.limits(axes.ANG_X, *joint.limits)
    if joint.cone is not None:
        builder = builder.coupled_axes(masks.ANG_Y | masks.ANG_Z).limits(axes.ANG_Y, -joint.cone, joint.cone)
    return builder.contacts_enabled(False).build()


def frame_in(joint: PeerJoint, body: PeerBody | None) -> rapier3d.Isometry3:
    """Anchor and axis of a joint in the axes of a body, or of the world."""
    anchor, (x, y, z, w) = joint.anchor, turn_to(joint.axis)
    if body is not None:
        anchor = local_point(body.position, body.orientation, joint.anchor)
        x, y, z, w = product(inverse(body.orientation), (x, y, z, w))
    return rapier3d.Isometry3(anchor, rapier3d.Rotation3(w, x, y, z))


def pose_of(body: PeerBody) -> rapier3d.Isometry3:
    """Where a body is."""
    x, y, z, w = body.orientation
    return rapier3d.Isometry3(body.position, rapier3d.Rotation3(w, x, y, z))


class Engine:
    """Rapier with its default iterations."""

    def __init__(self, scene: PeerScene) -> None:
        self._world = world = rapier3d.PhysicsWorld(gravity=(0.0, GRAVITY, 0.0))
        world.integration_parameters.dt = DT
        world.set_num_threads(1)
        if scene.plane:
            world.colliders.insert(with_surface(rapier3d.Collider.halfspace((0.0, 1.0, 0.0))))
        for wall in scene.walls:
            world.colliders.insert(collider_of(wall).position(pose_of(wall)))
        if scene.terrain:
            # With this flag, edges between triangles do not catch what slides over them, as in this project's meshes.
            flags = rapier3d.TriMeshFlags.FIX_INTERNAL_EDGES
            mesh = rapier3d.Collider.trimesh(scene.terrain.vertices, scene.terrain.triangles, flags=flags)
            world.colliders.insert(with_surface(mesh))
        self._handles = [self._add(body, scene.collide) for body in scene.bodies]
        for joint in scene.joints:
            a, b = (
                world.rigid_bodies.insert(rapier3d.RigidBody.fixed()) if row == WORLD else self._handles[row]
                for row in (joint.body_a, joint.body_b)
            )
            world.impulse_joints.insert(a, b, joint_of(joint, scene.bodies))

    def _add(self, body: PeerBody, collides: bool) -> rapier3d.RigidBodyHandle:
        builder = rapier3d.RigidBody.dynamic().position(pose_of(body)).can_sleep(False)
        handle = self._world.rigid_bodies.insert(builder.linear_damping(0.0).angular_damping(0.0))
        collider = collider_of(body)
        if not collides:
            collider = collider.collision_groups(rapier3d.InteractionGroups.none())
        self._world.colliders.insert_with_parent(collider, handle, self._world.rigid_bodies)
        return handle

    def step(self) -> None:
        self._world.step()

    def contact_count(self) -> int:
        pairs = self._world.narrow_phase.contact_pairs()
        return sum(len(manifold.points) for pair in pairs for manifold in pair.manifolds)

    def state(self) -> tuple[list, ...]:
        bodies = [self._world.rigid_bodies[handle] for handle in self._handles]
        rotations = [body.rotation for body in bodies]
        vectors = [[(v.x, v.y, v.z) for v in (b.translation, b.linvel, b.angvel)] for b in bodies]
        positions, velocities, angular = zip(*vectors, strict=True)
        return positions, [(r.i, r.j, r.k, r.w) for r in rotations], velocities, angular

    def load_rays(self, origins: np.ndarray, directions: np.ndarray, max_distance: float) -> None:
        self._world.update_query_pipeline()
        self._rays = [rapier3d.Ray(*ray) for ray in zip(origins.tolist(), directions.tolist(), strict=True)]
        self._max_distance = max_distance

    def cast(self) -> None:
        cast_ray, limit = self._world.query_pipeline.cast_ray, self._max_distance
        self._hits = [cast_ray(ray, limit, True) for ray in self._rays]

    def distances(self) -> np.ndarray:
        return np.array([np.inf if hit is None else hit[1] for hit in self._hits])
