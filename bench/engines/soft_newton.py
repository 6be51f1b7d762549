"""Newton on the processor with its solver for soft bodies (vertex block descent): 10 substeps of 10 iterations.

It has no pressure, and its ropes are of rigid bodies. Soft bodies do not touch one another, except solids.
"""

import os

os.environ["CUDA_VISIBLE_DEVICES"] = ""

import newton
import numpy as np
import warp as wp

from bench.scenes.bodies import DENSITY, DT, FRICTION, GRAVITY, PeerScene
from bench.scenes.softs import PeerSoft

SUBSTEPS, ITERATIONS = 10, 10
RADIUS = 0.005  # around a vertex [m]


def add_soft(builder: newton.ModelBuilder, soft: PeerSoft) -> None:
    """Add a soft body of a scene."""
    first = builder.particle_count
    common = {
        "pos": wp.vec3(0.0, 0.0, 0.0), "rot": wp.quat_identity(), "scale": 1.0, "vel": wp.vec3(0.0, 0.0, 0.0),
        "vertices": [wp.vec3(*point) for point in soft.points], "indices": np.ravel(soft.cells).tolist(),
        "density": soft.density, "particle_radius": RADIUS,
    }  # fmt: skip
    e, nu = soft.stretch, soft.poisson
    if soft.kind == "solid":
        mu, bulk = e / (2.0 * (1.0 + nu)), e * nu / ((1.0 + nu) * (1.0 - 2.0 * nu))
        builder.add_soft_mesh(k_mu=mu, k_lambda=bulk, k_damp=0.0, **common)
    else:
        mu, area = e / (2.0 * (1.0 + nu)), e * nu / (1.0 - nu * nu)
        builder.add_cloth_mesh(tri_ke=mu, tri_ka=area, tri_kd=0.0, edge_ke=0.0, edge_kd=0.0, **common)
    for pin in soft.pins:
        builder.particle_mass[first + pin] = 0.0
        builder.particle_flags[first + pin] &= ~int(newton.ParticleFlags.ACTIVE)


def build(scene: PeerScene) -> newton.Model:
    """The scene as a model of Newton."""
    builder = newton.ModelBuilder(up_axis=newton.Axis.Y, gravity=(0.0, GRAVITY, 0.0))
    still = newton.ModelBuilder.ShapeConfig(mu=FRICTION, density=0.0)
    if scene.plane:
        builder.add_shape_plane(plane=(0.0, 1.0, 0.0, 0.0), width=0.0, length=0.0, cfg=still)
    for wall in scene.walls:
        place = wp.transform(wp.vec3(*wall.position), wp.quat_identity())
        if wall.kind == "sphere":
            builder.add_shape_sphere(-1, xform=place, radius=wall.size[0], cfg=still)
        else:
            builder.add_shape_box(-1, xform=place, hx=wall.size[0], hy=wall.size[1], hz=wall.size[2], cfg=still)
    moving = newton.ModelBuilder.ShapeConfig(mu=FRICTION, density=DENSITY)
    for body in scene.bodies:
        row = builder.add_body(xform=wp.transform(wp.vec3(*body.position), wp.quat_identity()))
        builder.add_shape_sphere(row, radius=body.size[0], cfg=moving)
    for soft in scene.softs:
        add_soft(builder, soft)
    builder.color()
    model = builder.finalize()
    model.soft_contact_mu = model.particle_mu = FRICTION
    return model


class Engine:
    """Newton's vertex block descent."""

    def __init__(self, scene: PeerScene) -> None:
        wp.config.quiet = True
        wp.init()
        self._count = len(scene.bodies)
        self._start(scene)
        self.step()  # compiles, or loads machine code
        self._start(scene)

    def _start(self, scene: PeerScene) -> None:
        model = build(scene)
        self._pipeline = newton.CollisionPipeline(model)
        own = any(soft.kind == "solid" for soft in scene.softs)
        self._solver = newton.solvers.SolverVBD(model, iterations=ITERATIONS, particle_enable_self_contact=own)
        self._states, self._control = [model.state(), model.state()], model.control()
        self._contacts = self._pipeline.contacts()

    def step(self) -> None:
        for _ in range(SUBSTEPS):
            now, after = self._states
            now.clear_forces()
            self._pipeline.collide(now, self._contacts)
            self._solver.step(now, after, self._control, self._contacts, DT / SUBSTEPS)
            self._states = [after, now]

    def contact_count(self) -> int:
        return 0  # it does not say

    def state(self) -> tuple[np.ndarray, ...]:
        if not self._count:
            return tuple(np.zeros((0, width)) for width in (3, 4, 3, 3))
        pose, motion = self._states[0].body_q.numpy(), self._states[0].body_qd.numpy()
        return pose[:, :3], pose[:, 3:], motion[:, :3], motion[:, 3:]

    def vertices(self) -> tuple[np.ndarray, np.ndarray]:
        return self._states[0].particle_q.numpy(), self._states[0].particle_qd.numpy()
