"""Hard landings of what joints hold together: light limbs do not go through the ground."""

import numpy as np
import pytest

from physics import BodyKind, JointBall, JointSlider, ShapeBox, ShapeCapsule, ShapeSphere, World, build_ragdoll
from tests.physics.reference.solver import rotation_matrix

DT = 1 / 60
RIGHT = 0.5**0.5
POSES = {
    "feet": (0, 0, 0, 1), "back": (-RIGHT, 0, 0, RIGHT), "face": (RIGHT, 0, 0, RIGHT), "side": (0, 0, RIGHT, RIGHT),
    "head": (1, 0, 0, 0), "hands": (0.3, 0.2, 0.4, 0.8), "heels": (-0.5, 0.4, 0.3, 0.6),
}  # fmt: skip


def lowest(body):
    """Height of the lowest point of a ball, box or capsule [m]."""
    shape, up = body.parts[0].shape, rotation_matrix(body.orientation)[1]
    if isinstance(shape, ShapeBox):
        return body.position.y - float(np.abs(up) @ shape.half_extents)
    return body.position.y - shape.radius - (abs(up[1]) * shape.half_height if isinstance(shape, ShapeCapsule) else 0.0)


def with_floor():
    world = World()
    world.add_body(kind=BodyKind.STATIC, shape=ShapeBox((10, 1, 10)), position=(0, -1, 0), friction=0.0)
    return world


@pytest.mark.slow
@pytest.mark.parametrize("pose", POSES)
def test_limbs_are_not_pressed_into_the_ground(pose):
    """After a fall of 2 m no part of a ragdoll is deeper than 25 mm, and none for more than two steps below 2 cm."""
    world = with_floor()
    turned = np.array(POSES[pose], float)
    doll = build_ragdoll(world, (0, 4, 0), orientation=tuple(turned / np.linalg.norm(turned)))
    drop = min(lowest(part) for part in doll.parts.values()) - 2.0
    for part in doll.parts.values():
        part.position = (part.position.x, part.position.y - drop, part.position.z)
    deep = 0
    for _ in range(96):
        world.step(DT)
        depth = -min(lowest(part) for part in doll.parts.values())
        assert depth < 0.025
        deep += depth > 0.02
    assert deep <= 2


@pytest.mark.parametrize("ratio", [10.0, 30.0])
def test_the_blow_of_a_light_limb_is_that_of_all_that_bears_on_it(ratio):
    """A ball hangs above another that is that many times lighter: the ground takes (M + m) v, and both stop."""
    world = with_floor()
    low = world.add_body(shape=ShapeSphere(0.1), position=(0, 0.3, 0), mass=1.0, velocity=(0, -6, 0))
    top = world.add_body(shape=ShapeSphere(0.1), position=(0, 0.6, 0), mass=ratio, velocity=(0, -6, 0))
    joint = world.add_joint(JointBall(low, top, anchor=(0, 0.45, 0)))
    blow = 0.0
    for _ in range(6):
        before = low.velocity.y + ratio * top.velocity.y
        world.step(DT)
        gained = low.velocity.y + ratio * top.velocity.y - before + 9.81 * (1.0 + ratio) * DT
        told = sum(float(record["normal_impulse"]) for record in world.contacts())
        assert told == pytest.approx(gained, rel=1e-3, abs=0.05)
        blow += gained
        assert low.position.y > 0.09 and joint.error[0] < 2e-3
    assert blow == pytest.approx(6.0 * (1.0 + ratio) + 9.81 * (1.0 + ratio) * 6 * DT, rel=0.05)
    assert abs(top.velocity.y) < 0.4 and abs(low.velocity.y) < 0.4


def test_what_was_hit_softly_is_left_alone():
    """A spring stops what hangs on it little by little, however hard the other end of it has hit the ground."""
    world = with_floor()
    low = world.add_body(shape=ShapeBox((0.2, 0.1, 0.2)), position=(0, 0.2, 0), mass=5.0, velocity=(0, -4, 0))
    top = world.add_body(shape=ShapeBox((0.2, 0.1, 0.2)), position=(0, 1.0, 0), mass=50.0, velocity=(0, -4, 0))
    joint = world.add_joint(JointSlider(low, top, anchor=(0, 0.6, 0), axis=(0, 1, 0)))
    joint.free_axis.set_spring(hertz=1.0, damping_ratio=0.2)
    for _ in range(6):
        world.step(DT)
    assert abs(low.velocity.y) < 0.2 and top.velocity.y < -3.0
