"""Random manifolds, for the kernels of the contact solver and for their scalar twin."""

import math

import numpy as np

from physics.kernels.contacts.prepare import prepare_contacts, share_pushes
from physics.kernels.contacts.solve import relax_contacts, solve_contacts, warm_start_contacts
from physics.kernels.core.wide import LANES
from physics.kernels.layout import (
    block as BLOCK,
    body as BODY,
    contact as CONTACT,
    manifold as MANIFOLD,
    motion as MOTION,
    tier as TIER,
)
from tests.physics.reference import solver as reference
from tests.physics.reference.outer import outer

prepare_contacts = outer(prepare_contacts)

H = 1 / 240
INV_H = np.float32(240.0)
PUSH = np.float32(3.0)
SPECULATIVE = 0.02
SOFT = reference.soft_constants(30.0, 5.0, H)
STATIC_SOFT = reference.soft_constants(60.0, 5.0, H)
#: Relative to the largest number of its kind; each is the end of some hundred roundings in float32.
TOLERANCE = 1e-4


def unit(rng, size=3):
    vector = rng.normal(size=size)
    return vector / np.linalg.norm(vector)


def small_turn(rng, angle):
    axis = unit(rng)
    return np.array((*(math.sin(angle / 2) * axis), math.cos(angle / 2)))


class Scene:
    """Blocks of random manifolds as records for the kernels, and the same as objects for the twin.

    Args:
        seed: Of the random generator.
        blocks: Number of points of each lane of each block; 0 is an unused lane.
        special: BLOCK_ROLLS and BLOCK_SLIDES; every second lane has what they are for.
        static: Whether two thirds of the lanes touch the immovable body 1, as a or as b.
        warm: Factor of warm starting.
        friction: Range of the coefficients.
    """

    def __init__(self, seed, blocks, *, special=0, static=True, warm=1.0, friction=(0.0, 1.2)):
        rng = np.random.default_rng(seed)
        lanes = len(blocks) * LANES
        self.block_count = len(blocks)
        self.warm = warm
        self.motion = np.zeros((2 * lanes + 2 + LANES, MOTION.STRIDE), np.float32)
        self.motion[:, 15] = 1.0
        self.inertia = np.zeros((len(self.motion), BODY.INERTIA_STRIDE), np.float32)
        self.manifold = np.zeros((lanes + 1, MANIFOLD.STRIDE), np.float32)
        self.cache = np.zeros((lanes + 1, CONTACT.CACHE_STRIDE), np.float32)
        self.lane_contact, self.lane_a, self.lane_b = (np.zeros(lanes, np.int32) for _ in range(3))
        self.block_points = np.array([max(counts) for counts in blocks], np.int32)
        self.block_flags = np.full(len(blocks), special, np.int32)
        self.blocks = np.full(len(blocks) * BLOCK.ROWS * LANES, np.nan, np.float32)  # stale ones must not matter
        self.numbers = np.zeros(TIER.STRIDE, np.float32)
        self.numbers[:8] = (*SOFT, *STATIC_SOFT, 1.0 / SPECULATIVE, warm)
        self.numbers[TIER.STEP] = H
        self.numbers[TIER.PUSH] = PUSH
        for row in range(2, 2 * lanes + 2):
            self._fill_body(rng, row)
        for lane, count in enumerate(np.ravel(blocks)):
            if count:
                a, b = 2 * lane + 2, 2 * lane + 3
                if static and lane % 3 == 1:
                    a = 1
                elif static and lane % 3 == 2:
                    b = 1
                self._fill_manifold(rng, lane, a, b, int(count), special if lane % 2 else 0, friction)
        self.twins = {lane: self._twin(lane) for lane in range(lanes) if self.lane_contact[lane]}

    def _fill_body(self, rng, row):
        axes = np.linalg.qr(rng.normal(size=(3, 3)))[0]
        tensor = axes @ np.diag(rng.uniform(0.5, 8.0, 3)) @ axes.T
        self.inertia[row, :6] = tensor[np.triu_indices(3)]
        self.motion[row, 0:3] = rng.normal(size=3)
        self.motion[row, 3] = rng.uniform(0.2, 2.0)
        self.motion[row, 4:7] = rng.normal(size=3)

    def _fill_manifold(self, rng, lane, a, b, count, special, friction):
        contact = lane + 1
        self.lane_contact[lane], self.lane_a[lane], self.lane_b[lane] = contact, a, b
        record = self.manifold[contact]
        normal = unit(rng)
        centers = normal * rng.uniform(0.8, 1.2) + 0.2 * rng.normal(size=3)
        record[MANIFOLD.NORMAL : MANIFOLD.NORMAL + 3] = normal
        record[MANIFOLD.FRICTION] = rng.uniform(*friction)
        across = rng.normal(size=3)
        at = MANIFOLD.FRICTION_FORCE
        record[at : at + 3] = 0.1 / H * (across - (across @ normal) * normal)
        record[MANIFOLD.TWIST] = 0.05 / H * rng.normal() if count > 1 else 0.0
        record[MANIFOLD.CENTERS : MANIFOLD.CENTERS + 3] = centers
        if count == 1:
            record[MANIFOLD.RADII : MANIFOLD.RADII + 2] = rng.uniform(0.2, 0.5, 2)
        if special & BLOCK.FLAG_ROLLS:
            record[MANIFOLD.ROLLING] = rng.uniform(0.0, 0.4)
            at = MANIFOLD.ROLLING_TORQUE
            record[at : at + 3] = 0.02 / H * rng.normal(size=3)
        if special & BLOCK.FLAG_SLIDES:
            self.cache[contact, CONTACT.CACHE_SURFACE : CONTACT.CACHE_SURFACE + 3] = rng.normal(size=3)
        depth = 0.03 if lane % 4 < 2 else 0.003  # deep ones are pushed out as fast as they may, others by their springs
        for p in range(MANIFOLD.POINT_CAPACITY):
            column = MANIFOLD.POINT + p * MANIFOLD.POINT_STRIDE
            if p < count:
                record[column : column + 3] = 0.5 * centers + 0.4 * rng.normal(size=3)
                record[column + MANIFOLD.POINT_SEPARATION] = rng.uniform(-depth, 0.02)
                record[column + MANIFOLD.POINT_FORCE] = rng.uniform(0.0, 0.5) / H
                record[column + MANIFOLD.POINT_USED] = 1.0
            else:  # leftovers of a point that is no longer used
                record[column : column + 7] = rng.normal(size=7)

    def _twin(self, lane):
        """The manifold of a lane and its bodies as objects; immovable bodies are copies, for nothing changes them."""
        record = self.manifold[self.lane_contact[lane]].astype(np.float64)

        def vector(column):
            return record[column : column + 3].copy()

        points = []
        for p in range(MANIFOLD.POINT_CAPACITY):
            column = MANIFOLD.POINT + p * MANIFOLD.POINT_STRIDE
            if record[column + MANIFOLD.POINT_USED]:
                points.append(reference.Point(vector(column), record[column + 3], H * record[column + 4]))
        manifold = reference.Manifold(
            normal=vector(MANIFOLD.NORMAL),
            centers=vector(MANIFOLD.CENTERS),
            points=points,
            friction=record[MANIFOLD.FRICTION],
            friction_impulse=H * vector(MANIFOLD.FRICTION_FORCE),
            twist=H * record[MANIFOLD.TWIST],
            radius_a=record[MANIFOLD.RADII],
            radius_b=record[MANIFOLD.RADII + 1],
            rolling=record[MANIFOLD.ROLLING],
            rolling_impulse=H * vector(MANIFOLD.ROLLING_TORQUE),
            surface=self.cache[self.lane_contact[lane], CONTACT.CACHE_SURFACE : CONTACT.CACHE_SURFACE + 3].astype(
                float
            ),
        )
        return manifold, self._twin_body(self.lane_a[lane]), self._twin_body(self.lane_b[lane])

    def _twin_body(self, row):
        motion = self.motion[row].astype(np.float64)
        tensor = np.zeros((3, 3))
        tensor[np.triu_indices(3)] = self.inertia[row, :6]
        tensor = tensor + tensor.T - np.diag(np.diag(tensor))
        return reference.Body(motion[0:3], motion[4:7], motion[3], tensor)

    # ---- Stages, each done by the kernels and by the twin ----------------------------------------------------------

    def prepare(self):
        deep = prepare_contacts(
            0, self.block_count, self.lane_contact, self.lane_a, self.lane_b, self.block_points, self.block_flags,
            self.motion, self.inertia, self.manifold, self.cache, self.numbers, self.blocks,
        )  # fmt: skip
        if deep:
            share_pushes(
                0, self.block_count, self.lane_contact, self.lane_a, self.lane_b, self.block_flags, self.numbers,
                self.motion, np.zeros(len(self.motion), np.float32), self.blocks,
            )  # fmt: skip
        for m, a, b in self.twins.values():
            reference.prepare(m, a, b, SOFT, STATIC_SOFT, SPECULATIVE, self.warm)

    def warm_start(self):
        self._pass(warm_start_contacts)
        for m, a, b in self.twins.values():
            reference.warm_start(m, a, b)

    def solve(self):
        self._pass(solve_contacts, INV_H)
        for m, a, b in self.twins.values():
            reference.solve(m, a, b, float(INV_H), float(PUSH))

    def relax(self):
        self._pass(relax_contacts, INV_H)
        for lane, (m, a, b) in self.twins.items():
            rows = 3 if self.block_points[lane // LANES] > 1 else 2  # blocks of single points have no twist
            reference.relax(m, a, b, float(INV_H), float(PUSH), rows)

    def move(self, seed):
        """What integration does between the passes: small movements and turns, the same for both."""
        rng = np.random.default_rng(seed)
        for row in range(2, len(self.motion)):
            if self.motion[row, 3] > 0.0:
                self.motion[row, 8:11] = 0.01 * rng.normal(size=3)
                self.motion[row, 12:16] = small_turn(rng, 0.05 * rng.normal())
        for lane, (_, a, b) in self.twins.items():
            for row, body in ((self.lane_a[lane], a), (self.lane_b[lane], b)):
                body.moved = self.motion[row, 8:11].astype(np.float64)
                body.turned = self.motion[row, 12:16].astype(np.float64)

    def _pass(self, kernel, *scalars):
        kernel(
            0, self.block_count, self.lane_a, self.lane_b, self.block_points, self.block_flags, *scalars, self.blocks,
            self.motion,
        )  # fmt: skip

    # ---- Comparison ------------------------------------------------------------------------------------------------

    def row(self, lane, row):
        return float(self.blocks[((lane // LANES) * BLOCK.ROWS + row) * LANES + lane % LANES])

    def rows(self, lane, row, count):
        return np.array([self.row(lane, row + k) for k in range(count)])

    def check_velocities(self, stage):
        for lane, (_, a, b) in self.twins.items():
            for row, body in ((self.lane_a[lane], a), (self.lane_b[lane], b)):
                near(self.motion[row, 0:3], body.velocity, f"{stage}: velocity of body {row}, lane {lane}")
                near(self.motion[row, 4:7], body.spin, f"{stage}: spin of body {row}, lane {lane}")
                assert self.motion[row, 3] == np.float32(body.inv_mass) and self.motion[row, 7] == 0.0

    def check_impulses(self, stage):
        for lane, (m, _, _) in self.twins.items():
            where = f"{stage}, lane {lane}"
            for p in range(self.block_points[lane // LANES]):
                at = BLOCK.POINT + p * BLOCK.POINT_ROWS
                impulse, total = self.row(lane, at + BLOCK.ROW_IMPULSE), self.row(lane, at + BLOCK.ROW_TOTAL)
                if p < len(m.points):
                    near(impulse, m.points[p].impulse, f"{where}: impulse {p}")
                    near(total, m.points[p].total, f"{where}: total {p}")
                else:
                    assert impulse == 0.0 and total == 0.0, f"{where}: point {p} is not in use"
            first, second = reference.tangents(m.normal)
            tangent = self.rows(lane, BLOCK.TANGENT_IMPULSE, 2)
            near(tangent[0] * first + tangent[1] * second, m.friction_impulse, f"{where}: friction")
            near(self.row(lane, BLOCK.TWIST), m.twist, f"{where}: twist")
            if self.block_flags[lane // LANES] & BLOCK.FLAG_ROLLS:
                near(self.rows(lane, BLOCK.ROLLING_IMPULSE, 3), m.rolling_impulse, f"{where}: rolling")

    def substep(self, seed, number):
        """Warm start to relax, compared after each pass; the bodies move after the soft pass."""
        for name in ("warm_start", "solve"):
            getattr(self, name)()
            self.check_velocities(f"substep {number}, {name}")
            self.check_impulses(f"substep {number}, {name}")
        self.move(seed + number)
        self.relax()
        self.check_velocities(f"substep {number}, relax")
        self.check_impulses(f"substep {number}, relax")


def near(actual, expected, message):
    """Within TOLERANCE of the largest component, or of 1; np.testing would take most of the time of this file."""
    error = np.abs(np.subtract(actual, expected)).max()
    assert error <= TOLERANCE * (1.0 + np.abs(expected).max()), f"{message}: {actual} instead of {expected}"
