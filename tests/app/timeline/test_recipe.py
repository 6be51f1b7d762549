import dataclasses

import numpy as np
import pytest

from app.timeline.recipe import BodyRecipe, PartRecipe
from physics import BodyKind, Geometry, ShapeBox, ShapeCapsule, ShapePlane, ShapeSphere, World

TAG = object()


def rich_body(world):
    body = world.add_body(
        shape=ShapeBox((0.2, 0.4, 0.6)), position=(1, 2, 3), orientation=(0.5, 0.5, 0.5, 0.5), velocity=(1, -2, 0.5),
        angular_velocity=(0.25, 0, -3), density=700.0, material="wood", friction=0.25, restitution=0.5,
        rolling_friction=0.125, surface_velocity=(1, 0, 0), category=6, mask=5, group=-7, linear_damping=0.5,
        angular_damping=0.25, gravity_scale=0.75, lock_position=(False, True, False), lock_rotation=(True, False, True),
        can_sleep=False, bullet=True, name="odd", user_data=TAG,
    )  # fmt: skip
    body.add_shape(ShapeSphere(0.3), (0, 0.8, 0), density=7800.0, material="iron")
    body.add_shape(ShapeCapsule(0.1, 0.2), (0.5, 0, 0), (0, 0, 0.6, 0.8), material="rubber", sensor=True, friction=2.0)
    return body


def arrays_of(world, body):
    """All bits of a body and of its shapes that are told apart from its place in the arrays."""
    bodies, shapes = world._arrays.bodies, world._arrays.shapes
    rows = [part.id for part in body.parts]
    return (
        [getattr(bodies, name)[body.id].tolist() for name in ("center", "rotation", "local", "mass", "motion")],
        [getattr(shapes, name)[row].tolist() for name in ("place", "surface", "filter") for row in rows],
        [shapes.info[row, [0, 3, 6, 7, 8, 9]].tolist() for row in rows],
        bodies.traits[body.id].tolist()[:3],
        int(bodies.links[body.id, 0]),
    )


@pytest.mark.parametrize("kind", list(BodyKind))
def test_a_rich_body_comes_back_bit_for_bit(kind):
    world = World()
    body = rich_body(world)
    recipe = BodyRecipe.capture(body)
    if kind != BodyKind.DYNAMIC:
        values = {"kind": kind}
        if kind == BodyKind.STATIC:
            values |= {"velocity": (0, 0, 0), "angular_velocity": (0, 0, 0)}
        body = dataclasses.replace(recipe, **values).add_to(world)
        recipe = BodyRecipe.capture(body)
    before = arrays_of(world, body)
    world.remove_body(body)
    again = recipe.add_to(world)
    assert arrays_of(world, again) == before
    assert BodyRecipe.capture(again) == recipe
    assert again.name == "odd" and again.user_data is TAG and again.kind == kind
    assert [part.density for part in again.parts] == pytest.approx([700.0, 7800.0, recipe_density(recipe, 2)])


def recipe_density(recipe, index):
    return dict(recipe.parts[index].options)["density"]


def test_a_plane_comes_back():
    world = World()
    ground = world.add_body(kind=BodyKind.STATIC, shape=ShapePlane((0, 1, 0), 2.0), material="ice", name="ground")
    again = BodyRecipe.capture(ground).add_to(world)
    assert again.parts[0].shape == ground.parts[0].shape and again.parts[0].material == "ice"


def test_a_body_without_shapes_comes_back():
    world = World()
    empty = world.add_body(kind=BodyKind.STATIC, position=(1, 2, 3), name="mark")
    again = BodyRecipe.capture(empty).add_to(world)
    assert again.parts == () and again.position == (1, 2, 3) and again.name == "mark"


@pytest.mark.parametrize("mass", [1e-9, 3.5, 1e9])
def test_a_set_mass_comes_back_even_where_the_density_is_out_of_range(mass):
    world = World()
    body = rich_body(world)
    body.mass = mass
    again = BodyRecipe.capture(body).add_to(world)
    assert again.mass == pytest.approx(mass, rel=1e-12)
    assert again.inertia == pytest.approx(body.inertia, rel=1e-9)
    assert again.velocity == pytest.approx(body.velocity)


def test_friction_of_the_materials_stays_theirs():
    world = World()
    body = world.add_body(shape=ShapeSphere(0.5), material="rubber")
    assert BodyRecipe.capture(body).add_to(world).friction is None


def test_a_refused_part_leaves_the_world_as_it_was():
    world = World()
    rich_body(world)
    before = world.state_hash()
    good = PartRecipe(ShapeSphere(0.5))
    bad = PartRecipe(ShapeSphere(0.5), options=(("density", -1.0),))
    with pytest.raises(ValueError, match="density"):
        BodyRecipe(parts=(good, bad)).add_to(world)
    assert world.state_hash() == before and len(world.bodies) == 1


def test_recipe_of_one_shape():
    world = World()
    recipe = BodyRecipe.of_shape(ShapeBox((1, 1, 1)), material="wood", position=(0, 5, 0), name="crate")
    body = recipe.add_to(world)
    assert body.parts[0].material == "wood" and body.position == (0, 5, 0) and body.name == "crate"
    assert recipe.shapes == (ShapeBox((1, 1, 1)),)


def test_a_spinning_composite_keeps_its_motion():
    """Adding parts moves the center of mass, so the velocity has to be set after the last one."""
    world = World()
    body = world.add_body(shape=ShapeSphere(0.3), velocity=(1, 2, 3), angular_velocity=(0, 4, 1))
    body.add_shape(ShapeSphere(0.5), (2, 0, 0), density=5000.0)
    recipe = BodyRecipe.capture(body)
    assert recipe.velocity != (1, 2, 3)
    again = recipe.add_to(world)
    assert again.velocity == body.velocity and again.angular_velocity == body.angular_velocity


@pytest.mark.parametrize("options", [{"can_sleep": False}, {"bullet": True}, {"lock_position": (True, False, False)}])
def test_each_flag_comes_back_alone(options):
    world = World()
    recipe = BodyRecipe.capture(world.add_body(shape=ShapeSphere(0.3), **options))
    plain = BodyRecipe.capture(world.add_body(shape=ShapeSphere(0.3)))
    assert recipe == dataclasses.replace(plain, **options)


def test_the_look_comes_back():
    corner = np.eye(3, dtype=np.float32)
    look = Geometry(corner, corner.copy(), np.array([(0, 1, 2)], np.int32))
    world = World()
    body = world.add_body(shape=ShapeSphere(0.3), look=look)
    assert BodyRecipe.capture(body).add_to(world).look is look
    assert len(world.snapshot().geometries) == 1
