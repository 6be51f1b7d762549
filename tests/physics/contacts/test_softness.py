"""Contacts as springs: frequency and damping ratio of a world or of a material."""

import math

import pytest

from physics import BodyKind, ShapeBox, ShapePlane, ShapeSphere, World

DT = 1.0 / 60.0
G = 9.81


def pad(shape, height, hertz=None, ratio=None, world=None, dt=DT, **options):
    """A body on a plane whose material is soft, or in a soft world; the plane is of the material "pad"."""
    world = world or World(sleeping=False)
    world.add_material(
        "pad", density=1000, friction=0.5, restitution=0, contact_hertz=hertz, contact_damping_ratio=ratio
    )
    world.add_body(kind=BodyKind.STATIC, shape=ShapePlane(), material="pad")
    return world, world.add_body(shape=shape, position=(0, height, 0), restitution=0.0, **options)


def run(world, seconds, dt=DT):
    for _ in range(round(seconds / dt)):
        world.step(dt)


@pytest.mark.parametrize("hertz", [1.5, 3.0, 10.0, 25.0])
@pytest.mark.parametrize("by", ["material", "world"])
def test_a_ball_sinks_in_by_its_weight(hertz, by):
    """k x = m g with k = m (2 pi f)^2: x = g / (2 pi f)^2, whatever the mass."""
    world = World(sleeping=False)
    if by == "world":
        world.contact_hertz, world.contact_damping_ratio = hertz, 1.0
        world, ball = pad(ShapeSphere(0.5), 0.5, world=world)
    else:
        world, ball = pad(ShapeSphere(0.5), 0.5, hertz, 1.0, world=world)
    run(world, 4.0)
    assert 0.5 - ball.position.y == pytest.approx(G / (2 * math.pi * hertz) ** 2, rel=0.02)
    assert ball.velocity.length < 1e-3


@pytest.mark.parametrize("mass", [0.1, 1000.0])
def test_a_box_sinks_in_by_its_weight_and_stays_level(mass):
    """A corner feels m / (1 + 2 m r^2 / I), r = 0.5 m, I = m (0.6^2 + 1) / 12: four of them are 0.74 m."""
    world, box = pad(ShapeBox((0.5, 0.3, 0.5)), 0.3, 4.0, 1.0, mass=mass)
    run(world, 3.0)
    sag = 0.3 - box.position.y
    felt = 4.0 / (1.0 + 2.0 * 0.25 / ((0.36 + 1.0) / 12.0))
    assert sag == pytest.approx(G / (2 * math.pi * 4.0) ** 2 / felt, rel=0.02)
    assert abs(box.orientation[3]) > 0.99999


def test_a_soft_ball_swings_at_its_frequency():
    """Below critical damping: crossings of the middle are half a period 1 / (f sqrt(1 - r^2)) apart."""
    dt, hertz, ratio = 1 / 240, 2.0, 0.05
    world, ball = pad(ShapeSphere(0.5), 0.5, hertz, ratio)
    middle = 0.5 - G / (2 * math.pi * hertz) ** 2
    crossings, above = [], True
    for k in range(600):
        world.step(dt)
        if (ball.position.y > middle) != above:
            above = not above
            crossings.append(k * dt)
    gaps = [b - a for a, b in zip(crossings[:-1], crossings[1:], strict=True)]
    assert len(gaps) >= 4
    assert sum(gaps[:4]) / 4 == pytest.approx(0.5 / hertz / math.sqrt(1 - ratio**2), rel=0.05)


def test_of_two_soft_materials_the_softer_counts():
    world, _ = pad(ShapeSphere(0.1), 50.0, 10.0, 1.0)
    world.add_material("foam", density=1000, friction=0.5, restitution=0, contact_hertz=3.0, contact_damping_ratio=1.0)
    world.add_material("felt", density=1000, friction=0.5, restitution=0, contact_hertz=20.0, contact_damping_ratio=1.0)
    foam = world.add_body(shape=ShapeSphere(0.5), position=(5, 0.5, 0), material="foam")
    felt = world.add_body(shape=ShapeSphere(0.5), position=(8, 0.5, 0), material="felt")
    run(world, 3.0)
    assert 0.5 - foam.position.y == pytest.approx(G / (2 * math.pi * 3.0) ** 2, rel=0.02)
    assert 0.5 - felt.position.y == pytest.approx(G / (2 * math.pi * 10.0) ** 2, rel=0.02)


def test_more_than_an_eighth_of_the_substep_rate_is_as_stiff_as_that():
    """30 Hz at 240 substeps per second."""
    world, ball = pad(ShapeSphere(0.5), 0.5, 1000.0, 1.0)
    run(world, 1.0)
    assert 0.5 - ball.position.y == pytest.approx(G / (2 * math.pi * 30.0) ** 2, rel=0.03)


def test_stiff_neighbors_of_a_soft_contact_stay_stiff():
    world, soft = pad(ShapeSphere(0.5), 0.5, 2.0, 1.0)
    floor = world.add_body(kind=BodyKind.STATIC, shape=ShapeBox((5, 0.5, 5)), position=(0, 9.5, 0))
    stiff = world.add_body(shape=ShapeSphere(0.5), position=(0, 10.5, 0))
    run(world, 2.0)
    assert abs(stiff.position.y - 10.5) < 1e-3 < 0.5 - soft.position.y
    assert floor.position.y == 9.5


def test_softness_is_read_changed_saved_and_hashed():
    world = World()
    assert world.contact_hertz is None and world.contact_damping_ratio == 5.0
    state, before = world.save_state(), world.state_hash()
    world.contact_hertz, world.contact_damping_ratio = 8, 0.7
    assert (world.contact_hertz, world.contact_damping_ratio) == (8.0, 0.7) and world.state_hash() != before
    world.load_state(state)
    assert world.contact_hertz is None and world.contact_damping_ratio == 5.0 and world.state_hash() == before
    world.set_material("wood", contact_hertz=5, contact_damping_ratio=2)
    assert world.material("wood").contact_hertz == 5.0 and world.material("wood").contact_damping_ratio == 2.0
    assert world.state_hash() != before
    world.load_state(state)
    assert world.material("wood").contact_hertz is None and world.state_hash() == before
    assert World(contact_hertz=3, contact_damping_ratio=0).contact_hertz == 3.0


def test_a_soft_world_goes_on_from_a_state_bit_for_bit():
    world, ball = pad(ShapeSphere(0.5), 0.8, 3.0, 0.2)
    run(world, 0.5)
    state = world.save_state()
    run(world, 0.5)
    after = world.state_hash()
    world.load_state(state)
    run(world, 0.5)
    assert world.state_hash() == after


@pytest.mark.parametrize(
    ("key", "value", "error"),
    [
        ("contact_hertz", 0.0, ValueError),
        ("contact_hertz", math.nan, ValueError),
        ("contact_hertz", "soft", TypeError),
        ("contact_damping_ratio", -1.0, ValueError),
        ("contact_damping_ratio", "no", TypeError),
    ],
)
def test_bad_softness_is_refused(key, value, error):
    world = World()
    before = world.state_hash()
    with pytest.raises(error, match=f"{key} must be .*got"):
        setattr(world, key, value)
    with pytest.raises(error, match=key):
        World(**{key: value})
    with pytest.raises(error, match=key):
        world.set_material("wood", **{"contact_hertz": 5.0, key: value})
    assert world.state_hash() == before


def test_a_damping_ratio_of_a_material_needs_a_frequency():
    world = World()
    before = world.state_hash()
    with pytest.raises(ValueError, match="needs a contact_hertz"):
        world.set_material("wood", contact_damping_ratio=1.0)
    assert world.state_hash() == before
