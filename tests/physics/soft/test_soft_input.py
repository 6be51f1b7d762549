"""Every wrong call on a soft body is a sentence, and the world stays as it was."""

import math

import numpy as np
import pytest

from physics import ShapeSphere, SoftCloth, SoftCluster, SoftRope, SoftShell, SoftSolid
from tests.physics.reference.soft_worlds import make_world, run

NAN, INF = math.nan, math.inf
JELLY = SoftSolid.lattice((2, 1, 1), 0.2)
CLOTH = SoftCloth.grid(columns=4, rows=4, spacing=0.1)
ROPE = SoftRope.line((0, 0, 0), (1, 0, 0), segments=4)
BALL = SoftShell.ball(0.2, detail=1, pressure=1000.0)

#: What is called, what with, the error, and words of the sentence.
MAKING = [
    (dict(form=3), TypeError, "form must be a SoftSolid, SoftCloth"),
    (dict(form=JELLY, position=(0, 1)), (TypeError, ValueError), "position must be"),
    (dict(form=JELLY, position=(0, NAN, 0)), ValueError, "position must be 3 finite numbers"),
    (dict(form=JELLY, orientation=(0, 0, 0, 0)), ValueError, "orientation must"),
    (dict(form=JELLY, velocity=(0, 3000, 0)), ValueError, "velocity must be .* 2000"),
    (dict(form=JELLY, angular_velocity="fast"), TypeError, "angular_velocity must be"),
    (dict(form=JELLY, material="cheese"), ValueError, "unknown soft material 'cheese'"),
    (dict(form=JELLY, material="hemp"), ValueError, "a solid cannot be made of hemp"),
    (dict(form=JELLY, young=0.0), ValueError, "young must be between"),
    (dict(form=JELLY, poisson=0.5), ValueError, "poisson must be .* 0.49"),
    (dict(form=JELLY, density=-1.0), ValueError, "density must be"),
    (dict(form=CLOTH, young=1e5), TypeError, "a cloth has no young"),
    (dict(form=CLOTH, stretch=NAN), ValueError, "stretch must be"),
    (dict(form=CLOTH, stretch=100.0, shear=200.0), ValueError, "shear must be less than stretch"),
    (dict(form=ROPE, thickness=0.1), TypeError, "a rope has no thickness"),
    (dict(form=JELLY, damping="2 ms"), TypeError, "damping must be a number"),
    (dict(form=JELLY, pins=[99]), ValueError, r"pins\[0\] must be .* the form has 12 vertices"),
    (dict(form=JELLY, pins=[0.5]), TypeError, r"pins\[0\] must be"),
    (dict(form=JELLY, pins=object()), TypeError, "pins must be numbers of vertices"),
    (dict(form=JELLY, pressure=10.0), ValueError, "only a SoftShell holds a pressure"),
    (dict(form=BALL, pressure=-2e5), ValueError, "pressure must be between"),
    (dict(form=JELLY, gravity_scale=INF), ValueError, "gravity_scale must be"),
    (dict(form=JELLY, linear_damping=-1.0), ValueError, "linear_damping must be"),
    (dict(form=JELLY, sweeps=65), ValueError, "sweeps must be"),
    (dict(form=JELLY, exact="yes"), TypeError, "exact must be"),
    (dict(form=JELLY, category=-1), ValueError, "category must be"),
    (dict(form=JELLY, mask=1.5), TypeError, "mask must be"),
    (dict(form=JELLY, group=2**31), ValueError, "group must be"),
    (dict(form=JELLY, sensor=2), TypeError, "sensor must be"),
    (dict(form=JELLY, color=(2, 0, 0)), ValueError, "color must be"),
    (dict(form=JELLY, name=3), TypeError, "name must be a string"),
    (dict(form=JELLY, taste="sweet"), TypeError, "add_soft has no option 'taste'; it has: young, poisson"),
]


@pytest.mark.parametrize(("options", "error", "words"), MAKING, ids=[str(k) for k in range(len(MAKING))])
def test_a_soft_body_that_cannot_be_is_not_made(options, error, words):
    world = make_world()
    world.add_soft(JELLY, position=(0, 3, 0))
    run(world, 0.1)
    before = world.state_hash()
    with pytest.raises(error, match=words):
        world.add_soft(**options)
    assert world.state_hash() == before and len(world.softs) == 1


def put(name, value):
    """Set a property."""
    return lambda soft, body: setattr(soft, name, value)


CALLS = [
    (put("positions", np.zeros((3, 3))), ValueError, r"positions must have the shape \(12, 3\), got \(3, 3\)"),
    (put("positions", np.full((12, 3), NAN)), ValueError, "positions must be finite"),
    (put("positions", "here"), TypeError, "positions must be numbers"),
    (put("velocities", np.full((12, 3), 3000.0)), ValueError, "velocities must be finite and at most 2000 m/s"),
    (put("pressure", 100.0), ValueError, "only a shell holds a pressure, and this is a solid"),
    (put("young", -1.0), ValueError, "young must be between"),
    (put("stretch", 1.0), TypeError, "a solid has no stretch"),
    (put("friction", NAN), ValueError, "friction must be"),
    (put("category", "all"), TypeError, "category must be"),
    (put("mask", 2**40), ValueError, "mask must be"),
    (lambda soft, body: soft.change(young=1e5, poisson=0.6), ValueError, "poisson must be"),
    (lambda soft, body: soft.change(taste=1.0), TypeError, "a solid has no taste"),
    (lambda soft, body: soft.apply_force((0, NAN, 0)), ValueError, "force must be 3 numbers"),
    (lambda soft, body: soft.apply_force((0, 1, 0), 12), ValueError, "vertex must be .* it has 12 vertices"),
    (lambda soft, body: soft.apply_impulse((0, 1)), (TypeError, ValueError), "impulse must be"),
    (lambda soft, body: soft.apply_impulse((0, 1, 0), -1), ValueError, "vertex must be"),
    (lambda soft, body: soft.pin([0, 12]), ValueError, r"vertices\[1\] must be"),
    (lambda soft, body: soft.unpin("all"), TypeError, r"vertices\[0\] must be"),
    (lambda soft, body: soft.attach(12), ValueError, "vertex must be"),
    (lambda soft, body: soft.attach((0, 0.5)), TypeError, "weights must be"),
    (lambda soft, body: soft.attach((0,)), TypeError, "vertex must be a number, or a triangle and three weights"),
    (lambda soft, body: soft.attach((99, (1, 0, 0))), ValueError, "triangle must be"),
    (lambda soft, body: soft.attach((0, (1, 1, 0))), ValueError, "weights must be from 0 to 1 with the sum 1"),
    (lambda soft, body: soft.attach(0, body, (0, INF, 0)), ValueError, "point must be 3 numbers"),
    (lambda soft, body: soft.attach(0, "crate"), TypeError, "body"),
    (lambda soft, body: soft.attach(0, body, break_force=0.0), ValueError, "break_force must be"),
    (lambda soft, body: soft.attach(0, body, max_force=-1.0), ValueError, "max_force must be"),
    (lambda soft, body: soft.attach(0, body, compliance=NAN), ValueError, "compliance must be"),
    (lambda soft, body: soft.detach(0), TypeError, "attachment must come from attach"),
    (lambda soft, body: soft.cut((0, 0, NAN), (1, 0, 0)), ValueError, "origin must be 3 numbers"),
    (lambda soft, body: soft.cut((0, 0, 0), (0, 0, 0)), ValueError, "normal must"),
    (lambda soft, body: soft.cut((0, 0, 0), (1, 0, 0), within=(1, 2)), (TypeError, ValueError), "within must be"),
    (lambda soft, body: soft.world.remove_soft(body), TypeError, "soft must be a soft body"),
    (lambda soft, body: soft.world.soft(99), LookupError, "there is no soft body number 99"),
    (lambda soft, body: soft.attachments[0].move_to((0, NAN, 0)), ValueError, "point must be 3 numbers"),
    (lambda soft, body: soft.attachments[0].move_to("there"), TypeError, "point must be"),
]


@pytest.mark.parametrize(("call", "error", "words"), CALLS, ids=[f"{k}" for k in range(len(CALLS))])
def test_a_wrong_call_is_a_sentence_and_changes_nothing(call, error, words):
    world = make_world()
    body = world.add_body(shape=ShapeSphere(0.1), position=(2, 3, 0))
    soft = world.add_soft(JELLY, position=(0, 3, 0))
    soft.attach(1)
    run(world, 0.1)
    before = world.state_hash()
    with pytest.raises(error, match=words):
        call(soft, body)
    assert world.state_hash() == before
    run(world, 0.1)


def test_bodies_and_soft_bodies_of_another_world_are_refused():
    world, other = make_world(), make_world()
    soft, foreign = world.add_soft(JELLY), other.add_soft(CLOTH)
    body = other.add_body(shape=ShapeSphere(0.1))
    tie = foreign.attach(0)
    before = world.state_hash()
    with pytest.raises(LookupError, match="of another world"):
        world.remove_soft(foreign)
    with pytest.raises(LookupError, match="world"):
        soft.attach(0, body)
    with pytest.raises((LookupError, ValueError), match="attach"):
        soft.detach(tie)
    assert world.state_hash() == before


USES = [
    lambda soft: soft.positions, lambda soft: soft.velocities, lambda soft: soft.strain, lambda soft: soft.volume,
    lambda soft: soft.pressure, lambda soft: soft.parts, lambda soft: soft.awake, lambda soft: soft.triangles,
    lambda soft: soft.mass, lambda soft: soft.id, lambda soft: soft.pins, lambda soft: soft.attachments,
    lambda soft: soft.pin(0), lambda soft: soft.attach(0), lambda soft: soft.cut((0, 0, 0), (1, 0, 0)),
    lambda soft: soft.wake(), lambda soft: soft.apply_force((0, 1, 0)), lambda soft: soft.change(young=1e5),
    lambda soft: soft.definition(), lambda soft: soft.world.remove_soft(soft),
]  # fmt: skip


@pytest.mark.parametrize("use", USES, ids=[str(k) for k in range(len(USES))])
def test_what_was_removed_says_so(use):
    world = make_world()
    soft = world.add_soft(JELLY, name="pudding")
    world.remove_soft(soft)
    before = world.state_hash()
    assert not soft.alive and "removed" in repr(soft)
    with pytest.raises(LookupError, match="soft body 'pudding' was removed from its world; add a new one"):
        use(soft)
    assert world.state_hash() == before


@pytest.mark.parametrize("form", [JELLY, CLOTH, ROPE, BALL, SoftCluster(JELLY.points)], ids=lambda form: form.kind)
def test_numbers_that_are_set_can_be_read(form):
    """Every number of its kind, one after another, within range; the body goes on."""
    world = make_world()
    soft = world.add_soft(form, name="it", category=2, mask=5, group=3)
    assert (soft.category, soft.mask, soft.group, soft.sensor, soft.name) == (2, 5, 3, False, "it")
    for name in ("damping", "friction", "restitution"):
        setattr(soft, name, 0.25)
        assert getattr(soft, name) == 0.25
    stiff = "young" if soft.kind in ("solid", "cluster") else "stretch"
    setattr(soft, stiff, 2.0 * getattr(soft, stiff))
    run(world, 0.2)
    assert np.isfinite(soft.positions).all()
