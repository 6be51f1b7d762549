"""Scalar twins of the wide kernels: the same thing said plainly, one manifold at a time, in float64.

They follow the formulas in the docstrings of `physics.kernels.contacts.prepare` and `contacts.normals` with vectors and
matrices, so that nothing of the layout, the lanes or the shortcuts of the kernels is repeated here.
"""

import dataclasses
import math
from fractions import Fraction

import numpy as np


@dataclasses.dataclass
class Body:
    """One body during a step; `moved` and `turned` are its movement since the start of the step."""

    velocity: np.ndarray
    spin: np.ndarray
    inv_mass: float
    inv_inertia: np.ndarray  # world axes, shape [3, 3]
    moved: np.ndarray = dataclasses.field(default_factory=lambda: np.zeros(3))
    turned: np.ndarray = dataclasses.field(default_factory=lambda: np.array((0.0, 0.0, 0.0, 1.0)))

    def push(self, impulse, arm):
        """Apply an impulse at an arm from the center of mass."""
        self.velocity = self.velocity + self.inv_mass * impulse
        self.twist(np.cross(arm, impulse))

    def twist(self, angular_impulse):
        """Apply an angular impulse."""
        self.spin = self.spin + self.inv_inertia @ angular_impulse

    def velocity_at(self, arm):
        """Velocity of the matter at an arm from the center of mass."""
        return self.velocity + np.cross(self.spin, arm)

    def give(self, arm, direction):
        """Inverse effective mass for an impulse along a direction at an arm."""
        lever = np.cross(arm, direction)
        return self.inv_mass + lever @ self.inv_inertia @ lever


@dataclasses.dataclass
class Point:
    """One point of a manifold; `arm` leads to it from the center of body a."""

    arm: np.ndarray
    separation: float
    impulse: float = 0.0
    mass: float = 0.0
    lever: float = 0.0
    total: float = 0.0
    speed: float = 0.0


@dataclasses.dataclass
class Manifold:
    """A contact of two bodies; `normal` points from a to b, `centers` leads from the center of a to that of b."""

    normal: np.ndarray
    centers: np.ndarray
    points: list[Point]
    friction: float = 0.0
    friction_impulse: np.ndarray = dataclasses.field(default_factory=lambda: np.zeros(3))
    twist: float = 0.0
    radius_a: float = 0.0
    radius_b: float = 0.0
    rolling: float = 0.0
    rolling_impulse: np.ndarray = dataclasses.field(default_factory=lambda: np.zeros(3))
    surface: np.ndarray = dataclasses.field(default_factory=lambda: np.zeros(3))
    anchor: np.ndarray = dataclasses.field(default_factory=lambda: np.zeros(3))
    bias_rate: float = 0.0
    mass_scale: float = 1.0
    impulse_scale: float = 0.0
    push: float = math.inf


def soft_constants(hertz, damping_ratio, h):
    """Bias rate [1/s], mass scale and impulse scale of a spring-damper, integrated implicitly over a substep h.

    From m x'' = -k x - c x' with k = m w^2, c = 2 zeta m w and the end-of-substep position x + h v: the spring takes
    back the part w / (2 zeta + h w) of the error per second, and weakens the rigid impulse to a2 / (1 + a2).
    """
    omega = 2.0 * math.pi * hertz
    a1 = 2.0 * damping_ratio + h * omega
    a2 = h * omega * a1
    return omega / a1, a2 / (1.0 + a2), 1.0 / (1.0 + a2)


def rotation_matrix(q):
    """Matrix of a unit quaternion (x, y, z, w)."""
    x, y, z, w = q
    return np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
            [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
            [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
        ]
    )


def tangents(normal):
    """Two unit vectors across the normal; the first is perpendicular to x or to z, whichever is farther from it."""
    x, y, z = normal
    first = np.array((-y, x, 0.0)) if abs(x) > abs(z) else np.array((0.0, -z, y))
    first = first / np.linalg.norm(first)
    return first, np.cross(first, normal)


def prepare(m, a, b, soft, static_soft, speculative, warm):
    """Masses, levers and anchor of a manifold from the poses and velocities at the start of a step."""
    immovable = a.inv_mass == 0.0 or b.inv_mass == 0.0
    m.bias_rate, m.mass_scale, m.impulse_scale = static_soft if immovable else soft
    weights = []
    m.push = 0.0
    loads = [point.impulse for point in m.points]
    for point in m.points:
        arm_b = point.arm - m.centers
        give = a.give(point.arm, m.normal) + b.give(arm_b, m.normal)
        point.mass = 1.0 / give if give > 0.0 else 0.0
        point.speed = m.normal @ (b.velocity_at(arm_b) - a.velocity_at(point.arm))
        # Overlaps part slowly, but loads are held: up to twice as much as in the last step.
        held = 2.0 * m.impulse_scale * point.impulse * give
        rate, stiff = (20.0, 0.2) if immovable else (6.0, 0.03)
        m.push = max(m.push, -rate * point.separation, held, stiff)
        point.impulse *= warm
        point.total = 0.0
        # Points count fully when they touch, and less and less up to twice the speculative distance.
        weights.append(min(max(2.0 - point.separation / speculative, 1e-10), 1.0))
    # Where it slips, friction acts at the center of the loads, unless some point that touches has none yet.
    slips = np.linalg.norm(m.friction_impulse) >= 0.9 * m.friction * sum(loads)
    if (
        slips
        and sum(loads) > 0.0
        and all(load > 0.0 or point.separation > 0.0 for load, point in zip(loads, m.points, strict=True))
    ):
        weights = loads
    m.anchor = sum(weight * point.arm for weight, point in zip(weights, m.points, strict=True)) / sum(weights)
    for point in m.points:
        point.lever = np.linalg.norm(point.arm - m.anchor)
    m.friction_impulse = warm * m.friction_impulse
    m.friction_impulse = m.friction_impulse - (m.friction_impulse @ m.normal) * m.normal
    m.twist *= warm


def warm_start(m, a, b):
    """Apply all impulses of the previous substep."""
    for point in m.points:
        _push(m, a, b, point.impulse * m.normal, point.arm)
    _push(m, a, b, m.friction_impulse, m.anchor)
    _twist(a, b, m.twist * m.normal + m.rolling_impulse)


def separation(m, point, a, b):
    """Gap of a point after the bodies moved: s + n.(dp_b - dp_a) + l_b.(R_b^T n - n) - l_a.(R_a^T n - n).

    Levers end at the core of a round shape, because turning a ball does not move its surface.
    """
    n = m.normal
    change_a = rotation_matrix(a.turned).T @ n - n
    change_b = rotation_matrix(b.turned).T @ n - n
    lever_a = point.arm - m.radius_a * n
    lever_b = point.arm - m.centers + m.radius_b * n
    return point.separation + n @ (b.moved - a.moved) + lever_b @ change_b - lever_a @ change_a


#: As in `physics.kernels.contacts.normals`: gaps that may close freely [m], largest factor of a step of all points.
APART = 1e-5
FACTOR_MAX = 4.0


def wrong_velocity(m, point, a, b, inv_dt, push_speed, biased):
    """What a row asks for: mass scale, velocity that is wrong, and part of the impulse that its spring gives back."""
    gap = separation(m, point, a, b)
    speed = m.normal @ (b.velocity_at(point.arm - m.centers) - a.velocity_at(point.arm))
    if gap > APART:
        return 1.0, speed + gap * inv_dt, 0.0
    if biased:
        bias = max(m.mass_scale * m.bias_rate * gap, -min(push_speed, m.push))
        return m.mass_scale, m.mass_scale * speed + bias, m.impulse_scale
    return 1.0, speed, 0.0


def step_together(m, a, b, inv_dt, push_speed, biased):
    """Step of all points at once: what would solve each row alone, times the factor that is best for all of them."""
    rows = [wrong_velocity(m, point, a, b, inv_dt, push_speed, biased) for point in m.points]
    old = np.array([point.impulse for point in m.points])
    mass = np.array([point.mass for point in m.points])
    scales, wrong, damping = (np.array(column) for column in zip(*rows, strict=True))
    step = np.maximum(old - (mass * wrong + damping * old), 0.0) - old
    if not step.any():
        return
    levers_a = np.array([np.cross(point.arm, m.normal) for point in m.points])
    levers_b = np.array([np.cross(point.arm - m.centers, m.normal) for point in m.points])
    rigid = a.inv_mass + b.inv_mass + levers_a @ a.inv_inertia @ levers_a.T + levers_b @ b.inv_inertia @ levers_b.T
    residual = wrong + damping * old / mass
    square = scales[step != 0.0].max() * (step @ rigid @ step) + (damping * step**2 / mass).sum()
    factor = max(-(residual @ step), 0.0) / square
    limits = [-o / s for o, s in zip(old, step, strict=True) if s < 0.0]
    factor = min(factor, FACTOR_MAX, *limits)
    for point, change in zip(m.points, factor * step, strict=True):
        _push(m, a, b, change * m.normal, point.arm)
        point.impulse = max(point.impulse + change, 0.0)


def solve_normals(m, a, b, inv_dt, push_speed, biased):
    """Normal rows, together and then one by one: no approach faster than the gap allows, overlaps pushed out softly.

    Returns:
        Sum of the impulses and sum of lever times impulse after the last sweep.
    """
    step_together(m, a, b, inv_dt, push_speed, biased)
    for point in m.points if biased else reversed(m.points):
        _, wrong, damping = wrong_velocity(m, point, a, b, inv_dt, push_speed, biased)
        impulse = max(point.impulse - (point.mass * wrong + damping * point.impulse), 0.0)
        _push(m, a, b, (impulse - point.impulse) * m.normal, point.arm)
        point.impulse = impulse
    return sum(p.impulse for p in m.points), sum(p.lever * p.impulse for p in m.points)


def solve(m, a, b, inv_dt, push_speed):
    """Pass with soft bias, without friction."""
    solve_normals(m, a, b, inv_dt, push_speed, True)


def relax(m, a, b, inv_dt, push_speed, rows):
    """Pass without bias, then rolling resistance and friction; `rows` are 3 with a twist, 2 without."""
    load, lever_load = solve_normals(m, a, b, inv_dt, push_speed, False)
    for point in m.points:
        point.total += point.impulse
    _relax_rolling(m, a, b, load)
    _relax_friction(m, a, b, load, lever_load, rows)


def _relax_rolling(m, a, b, load):
    old = m.rolling_impulse
    give = a.inv_inertia + b.inv_inertia
    new = old - np.linalg.inv(give) @ (b.spin - a.spin) if abs(np.linalg.det(give)) > 1e-30 else old
    m.rolling_impulse = _within(new, m.rolling * load)
    _twist(a, b, m.rolling_impulse - old)


def friction_give(m, a, b, rows):
    """What unit impulses along both tangents, and about the normal if there are three rows, change of the slips."""
    give = np.zeros((rows, rows))
    for body, arm in ((a, m.anchor), (b, m.anchor - m.centers)):
        turns = np.array([np.cross(arm, axis) for axis in tangents(m.normal)] + [m.normal] * (rows - 2))
        give += np.diag([body.inv_mass] * 2 + [0.0] * (rows - 2)) + turns @ body.inv_inertia @ turns.T
    return give


def _relax_friction(m, a, b, load, lever_load, rows):
    """Both tangents and, of several points, the twist: the impulse that ends all slip, if it is within the limit.

    Else a step against the slip, brought to the limit: an ellipsoid that the force and the torque share; those of round
    bodies have limits of their own.
    """
    axes = np.array(tangents(m.normal))
    arm_a, arm_b = m.anchor, m.anchor - m.centers
    slip = np.zeros(rows)
    slip[:2] = axes @ (b.velocity_at(arm_b) - a.velocity_at(arm_a) - m.surface)
    slip[2:] = m.normal @ (b.spin - a.spin)
    give = friction_give(m, a, b, rows)
    old = np.array([*(axes @ m.friction_impulse), m.twist][:rows])
    limit = m.friction * load
    lever = max(lever_load / (load + 1e-20), 1e-6)
    reach = max(point.lever for point in m.points) if len(m.points) > 1 else 0.0
    is_round = m.radius_a + m.radius_b > 0.0
    shares = np.array([1.0, 1.0, 0.0 if is_round else 1.0 / lever][:rows])
    if rows == 3 and len(m.points) == 1:  # one point, in a block of manifolds of several: nothing turns it
        new = np.append(old[:2] - np.linalg.solve(give[:2, :2], slip[:2]), old[2])
    else:
        new = old - np.linalg.solve(give, slip)
    ending = new[2:]
    if np.linalg.norm(shares * new) > limit:
        scales = np.array([1.0, 1.0, reach][:rows])
        step = 1.0 / np.abs(scales[:, None] * give * scales).sum(axis=1).max()
        new = old - step * np.array([1.0, 1.0, lever * lever][:rows]) * slip
        new *= limit / (np.linalg.norm(shares * new) + 1e-20)
    if is_round:
        new[2:] = np.clip(ending, -lever * limit, lever * limit)
    change = new - old
    _push(m, a, b, change[:2] @ axes, m.anchor)
    m.friction_impulse = new[:2] @ axes
    if rows == 3:
        m.twist = new[2]
        _twist(a, b, change[2] * m.normal)


def _within(vector, limit):
    length = np.linalg.norm(vector)
    return vector * (limit / length) if length > limit else vector


def _push(m, a, b, impulse, arm):
    a.push(-impulse, arm)
    b.push(impulse, arm - m.centers)


def _twist(a, b, angular_impulse):
    a.twist(-angular_impulse)
    b.twist(angular_impulse)


# ---- Rays ------------------------------------------------------------------------------------------------------------


def enter_box(origin, direction, lower, upper):
    """Distance at which a ray enters a box, 0 if it starts inside, infinite for a miss: axis by axis, in fractions."""
    enter, leave = Fraction(0), None
    for o, d, low, high in zip(*(map(Fraction, map(float, v)) for v in (origin, direction, lower, upper)), strict=True):
        if d == 0:
            if not low <= o <= high:
                return math.inf
            continue
        near, far = sorted(((low - o) / d, (high - o) / d))
        enter, leave = max(enter, near), far if leave is None else min(leave, far)
    return math.inf if leave is not None and leave < enter else float(enter)
