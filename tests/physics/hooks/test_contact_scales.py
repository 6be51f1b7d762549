"""`pre_solve`: all points of a contact, and how easily it moves each body."""

import numpy as np
import pytest

from physics import BodyKind, ShapeBox, ShapePlane, ShapeSphere, World

DT = 1.0 / 60.0


def test_every_point_of_a_contact_is_told():
    world = World()
    world.add_body(kind=BodyKind.STATIC, shape=ShapePlane())
    world.add_body(shape=ShapeBox((0.5, 0.25, 1.0)), position=(3, 0.25, 0))
    world.add_body(shape=ShapeSphere(0.5), position=(0, 0.5, 0))
    seen = []
    world.pre_solve = lambda contacts: seen.append(contacts.copy())
    for _ in range(3):
        world.step(DT)
    by_count = {int(one["point_count"]): one for one in seen[-1]}
    assert sorted(by_count) == [1, 4]
    four, one = by_count[4], by_count[1]
    corners = {(round(x, 2), round(z, 2)) for x, _, z in four["positions"]}
    assert corners == {(2.5, -1.0), (2.5, 1.0), (3.5, -1.0), (3.5, 1.0)}
    assert np.abs(four["separations"]).max() < 0.01 and four["separations"].min() == four["separation"]
    np.testing.assert_array_equal(one["positions"][0], one["position"])
    assert not one["positions"][1:].any() and not one["separations"][1:].any()
    assert one["inv_mass_scale_a"] == one["inv_inertia_scale_b"] == 1.0


def collide(scales):
    """Speeds of two equal balls, one at rest and one at 2 m/s, after they met without a bounce."""
    world = World(gravity=(0, 0, 0))
    first = world.add_body(shape=ShapeSphere(0.5), position=(0, 0, 0), restitution=0.0)
    second = world.add_body(shape=ShapeSphere(0.5), position=(1.1, 0, 0), velocity=(-2, 0, 0), restitution=0.0)

    def change(contacts):
        for one in contacts:
            for body, factor in ((first, scales[0]), (second, scales[1])):
                side = "a" if one["body_a"] == body.id else "b"
                one[f"inv_mass_scale_{side}"] = factor

    world.pre_solve = change
    for _ in range(12):
        world.step(DT)
    return first.velocity.x, second.velocity.x


@pytest.mark.parametrize("scales", [(1.0, 1.0), (0.0, 1.0), (1.0, 0.0), (3.0, 1.0), (0.5, 2.0)])
def test_a_contact_moves_bodies_as_it_is_told(scales):
    """The common speed of inverse masses i and k, of a body at rest and one with v: v i / (i + k)."""
    common = -2.0 * scales[0] / (scales[0] + scales[1])
    assert collide(scales) == (pytest.approx(common, abs=0.01), pytest.approx(common, abs=0.01))


def test_scales_hold_for_one_step():
    """An immovable box carries a heavy one; without the scales it is pushed as before."""
    world = World(gravity=(0, 0, 0))
    first = world.add_body(shape=ShapeBox((0.5, 0.5, 0.5)), position=(0, 0, 0))
    second = world.add_body(shape=ShapeBox((0.5, 0.5, 0.5)), position=(1.0, 0, 0), velocity=(-1, 0, 0))

    def change(contacts):
        contacts["inv_mass_scale_a"] = np.where(contacts["body_a"] == first.id, 0.0, 1.0)
        contacts["inv_mass_scale_b"] = np.where(contacts["body_b"] == first.id, 0.0, 1.0)
        contacts["inv_inertia_scale_a"] = contacts["inv_mass_scale_a"]
        contacts["inv_inertia_scale_b"] = contacts["inv_mass_scale_b"]

    world.pre_solve = change
    for _ in range(5):
        world.step(DT)
    assert first.velocity.length < 1e-6 and abs(second.velocity.x) < 0.02
    world.pre_solve = None
    second.velocity = (-1, 0, 0)
    for _ in range(5):
        world.step(DT)
    assert first.velocity.x == pytest.approx(-0.5, abs=0.02)


@pytest.mark.parametrize("value", [-1.0, 1001.0, np.nan])
def test_a_bad_scale_is_refused(value):
    world = World()
    world.add_body(kind=BodyKind.STATIC, shape=ShapePlane())
    world.add_body(shape=ShapeSphere(0.5), position=(0, 0.5, 0))

    def change(contacts):
        contacts["inv_inertia_scale_b"] = value

    world.pre_solve = change
    with pytest.raises(ValueError, match="inv_inertia_scale_b that pre_solve wrote must be between 0 and 1000, got"):
        world.step(DT)
