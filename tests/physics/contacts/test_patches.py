"""Materials of the triangles of a mesh and of the cells of a height field."""

import math

import numpy as np
import pytest

from physics import BodyKind, ShapeBox, ShapeHeightField, ShapeMesh, ShapeSphere, World

DT = 1 / 60
CUBE = ShapeBox((0.3, 0.3, 0.3))


def run(world, steps):
    for _ in range(steps):
        world.step(DT)


def halves(kind, names=("ice", "rubber"), size=16):
    """Flat ground, 1 m per cell: the first material where x < 0, the second where x > 0."""
    cells = np.tile((np.arange(size) >= size // 2).astype(int), (size, 1))
    field = ShapeHeightField(np.zeros((size + 1, size + 1)), 1.0, materials=names, cell_materials=cells)
    if kind == "field":
        return field
    drawn = field.geometry
    rows = np.repeat(cells.ravel(), 2)
    return ShapeMesh(drawn.positions, drawn.triangles, materials=names, triangle_materials=rows)


@pytest.fixture(params=["mesh", "field"])
def kind(request):
    return request.param


def test_friction_is_that_of_the_ground_under_a_box(kind):
    """v = v0 - mu g t on either half."""
    world = World()
    world.add_body(kind=BodyKind.STATIC, shape=halves(kind), material="stone", friction=0.9)
    boxes = [world.add_body(shape=CUBE, position=(x, 0.3, 0), velocity=(0, 0, 3), material="wood") for x in (-4, 4)]
    run(world, 15)
    expected = [3.0 - world.get_friction("wood", name) * 9.81 * 15 * DT for name in ("ice", "rubber")]
    assert [box.velocity.z for box in boxes] == pytest.approx(expected, abs=0.06)


def test_a_box_on_both_is_slowed_by_the_mean(kind):
    """Half of its weight is on rubber, half on ice."""
    world = World()
    world.add_body(kind=BodyKind.STATIC, shape=halves(kind))
    box = world.add_body(shape=CUBE, position=(0, 0.3, 0), velocity=(0, 0, 3), material="wood")
    run(world, 6)
    mean = 0.5 * sum(world.get_friction("wood", name) for name in ("ice", "rubber"))
    assert box.velocity.z == pytest.approx(3.0 - mean * 9.81 * 6 * DT, abs=0.1)
    records = world.contacts()
    names = {world.materials[k] for k in records["material_b"]}
    assert names == {"ice", "rubber"}


def test_restitution_is_that_of_the_ground_under_a_ball(kind):
    world = World()
    world.add_material("trampoline", density=100.0, friction=0.5, restitution=0.9)
    world.add_body(kind=BodyKind.STATIC, shape=halves(kind, ("trampoline", "")))
    balls = [world.add_body(shape=ShapeSphere(0.2), position=(x, 1.2, 0.3)) for x in (-4, 4)]
    tops = [0.0, 0.0]
    for _ in range(90):
        world.step(DT)
        tops = [max(top, ball.velocity.y) for top, ball in zip(tops, balls, strict=True)]
    assert tops[0] == pytest.approx(0.9 * math.sqrt(2 * 9.81), rel=0.03) and tops[1] < 0.05


def test_contacts_pre_solve_and_rays_name_the_material(kind):
    world = World()
    ground = world.add_body(kind=BodyKind.STATIC, shape=halves(kind, ("", "ice")), material="stone")
    for x in (-4, 4):
        world.add_body(shape=CUBE, position=(x, 0.3, 0), material="wood")
    seen = []
    world.pre_solve = lambda records: seen.append(records.copy())
    run(world, 3)
    for records in (world.contacts(), seen[-1]):
        for record in records:
            name = world.materials[record["material_b"]]
            assert name == ("stone" if record["position"][0] < 0 else "ice")
            assert world.materials[record["material_a"]] == "wood"
    hits = [world.ray_cast((x, 5, 3.3), (0, -1, 0)) for x in (-4.2, 4.2)]
    assert [hit.material for hit in hits] == ["stone", "ice"] and ground.material == "stone"
    assert world.ray_cast((4, 5, 0), (0, -1, 0)).material == "wood"


def test_states_and_definitions_keep_the_materials(kind):
    world = World()
    ground = world.add_body(kind=BodyKind.STATIC, shape=halves(kind))
    box = world.add_body(shape=CUBE, position=(-1.0, 0.3, 0.1), velocity=(3, 0, 0), material="wood")
    run(world, 5)
    state = world.save_state()
    run(world, 40)
    later, place = world.state_hash(), box.position
    world.load_state(state)
    run(world, 40)
    assert world.state_hash() == later and box.position == place
    definition = ground.definition()
    world.remove_body(ground)
    assert world.restore(definition).definition() == definition
    assert world.ray_cast((3.2, 5, 3.3), (0, -1, 0)).material == "rubber"


def test_a_world_that_was_in_another_time_finds_the_right_material_again():
    """Two materials take the same row in two futures of one state: the mesh has that of its name."""
    world = World()
    state = world.save_state()
    speeds = []
    for names in (("glue", "soap"), ("soap", "glue")):
        world.load_state(state)
        for name in names:
            world.add_material(name, density=1000.0, friction=1.0 if name == "glue" else 0.01, restitution=0.0)
        world.add_body(kind=BodyKind.STATIC, shape=halves("mesh", ("soap", "glue")))
        box = world.add_body(shape=CUBE, position=(-4, 0.3, 0), velocity=(0, 0, 3))
        run(world, 15)
        speeds.append(box.velocity.z)
    assert speeds[0] == speeds[1] > 2.7


def test_an_edited_height_field_keeps_its_materials():
    world = World()
    ground = world.add_body(kind=BodyKind.STATIC, shape=halves("field"))
    ground.set_heights(0.1, 2, 2)
    assert ground.parts[0].shape.material_names == ("ice", "rubber")
    assert [world.ray_cast((x, 5, 0.3), (0, -1, 0)).material for x in (-3.3, 3.3)] == ["ice", "rubber"]
    box = world.add_body(shape=CUBE, position=(4, 0.3, 0), velocity=(0, 0, 3), material="wood")
    run(world, 15)
    assert box.velocity.z == pytest.approx(3.0 - world.get_friction("wood", "rubber") * 9.81 * 15 * DT, abs=0.06)


def test_surfaces_with_materials_are_values():
    for kind in ("mesh", "field"):
        shape = halves(kind)
        assert shape == halves(kind) == type(shape)(**shape.parameters())
        assert shape != halves(kind, ("ice", "wood")) and hash(shape) == hash(halves(kind))
        plain = {key: value for key, value in shape.parameters().items() if "materials" not in key}
        assert type(shape)(**plain) != shape and type(shape)(**plain).material_of(0) == ""


@pytest.mark.parametrize(
    ("options", "error", "words"),
    [
        ({"materials": ["ice"]}, ValueError, "belong together"),
        ({"triangle_materials": [0]}, ValueError, "belong together"),
        ({"materials": "ice", "triangle_materials": [0]}, TypeError, "materials must be a list of names"),
        ({"materials": [3], "triangle_materials": [0]}, TypeError, "materials must be a list of names"),
        ({"materials": [], "triangle_materials": [0]}, ValueError, "materials must be 1 to"),
        ({"materials": ["ice"], "triangle_materials": [0, 0]}, ValueError, r"must have the shape \(1,\)"),
        ({"materials": ["ice"], "triangle_materials": [1]}, ValueError, r"triangle_materials\[0\] must be 0 to 0"),
        ({"materials": ["ice"], "triangle_materials": [0.5]}, TypeError, "must be whole numbers"),
    ],
)
def test_bad_materials_are_refused(options, error, words):
    with pytest.raises(error, match=words):
        ShapeMesh([(0, 0, 0), (1, 0, 0), (0, 0, 1)], [(0, 2, 1)], **options)


def test_an_unknown_material_is_refused_and_changes_nothing():
    world = World()
    before = world.state_hash()
    with pytest.raises(ValueError, match="unknown material 'cheese'"):
        world.add_body(kind=BodyKind.STATIC, shape=halves("mesh", ("ice", "cheese")))
    assert world.state_hash() == before and len(world.bodies) == 0
