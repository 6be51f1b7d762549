"""A body may be drawn as something else than it collides as."""

import numpy as np
import pytest

from physics import BodyKind, Geometry, ShapeBox, ShapePlane, ShapeSphere, World
from physics.kernels.layout import kind as KIND

DT = 1 / 60


def pyramid(height=2.0):
    """A pyramid that stands on the plane y = 0."""
    corner = np.array([(-1, 0, -1), (1, 0, -1), (1, 0, 1), (-1, 0, 1), (0, height, 0)], np.float32)
    triangles = np.array([(0, 1, 2), (0, 2, 3), (1, 0, 4), (2, 1, 4), (3, 2, 4), (0, 3, 4)], np.int32)
    normals = corner - corner.mean(axis=0)
    return Geometry(corner, normals / np.linalg.norm(normals, axis=1, keepdims=True), triangles)


@pytest.fixture
def world():
    world = World()
    world.add_body(kind=BodyKind.STATIC, shape=ShapePlane(), material="concrete")
    return world


def two_shapes(world, **options):
    shapes = [(ShapeBox((0.5, 0.5, 0.5)), (0, 0, 0), (0, 0, 0, 1)), (ShapeSphere(0.5), (0, 1, 0), (0, 0, 0, 1))]
    return world.add_body(shapes=shapes, position=(0, 3, 0), material="wood", **options)


def test_one_row_takes_the_place_of_all_shapes(world):
    ball = world.add_body(shape=ShapeSphere(0.5), position=(5, 3, 0))
    body = two_shapes(world, look=pyramid())
    shot = world.snapshot()
    mine = shot.body[shot.shape_body] == body.id
    assert mine.sum() == 1 and (shot.body[shot.shape_body] == ball.id).sum() == 1
    assert shot.shape_kind[mine] == KIND.MESH
    assert shot.shape[mine] == body.parts[0].id
    assert shot.shape_material[mine] == world.materials.index("wood")
    geometry = shot.geometries[shot.shape_geometry[mine][0]]
    np.testing.assert_allclose(shot.shape_offset[mine], [(0, 1, 0)])
    np.testing.assert_allclose(shot.shape_size[mine], [(1, 1, 1)])
    np.testing.assert_allclose(geometry.positions + shot.shape_offset[mine], body.look.positions)
    np.testing.assert_allclose(np.abs(geometry.positions).max(axis=0), shot.shape_size[mine][0])


def test_look_is_in_body_axes_wherever_the_center_of_mass_is(world):
    body = two_shapes(world, look=pyramid())
    plain = world.snapshot()
    body.add_shape(ShapeSphere(0.2), offset=(4, 0, 0))
    shot = world.snapshot()
    for name in ("shape_offset", "shape_size", "shape_rotation"):
        np.testing.assert_array_equal(getattr(plain, name), getattr(shot, name))


def test_what_it_touches_stays_the_same(world):
    look = pyramid(20.0)
    other = World()
    other.add_body(kind=BodyKind.STATIC, shape=ShapePlane(), material="concrete")
    plain, dressed = two_shapes(other), two_shapes(world, look=look)
    for _ in range(60):
        other.step(DT)
        world.step(DT)
    assert plain.position == dressed.position
    assert other.state_hash() == world.state_hash()
    assert world.ray_cast((-5, 15, 0), (1, 0, 0), 100.0) is None
    assert world.ray_cast((-5, dressed.position.y, 0), (1, 0, 0), 100.0).body is dressed
    assert len(world.bounds().shape) == 2


def test_shared_look_is_shown_once(world):
    look = pyramid()
    bodies = world.add_bodies(position=[(3.0 * k, 1, 0) for k in range(100)], shape=ShapeSphere(0.5), look=look)
    shot = world.snapshot()
    assert len(shot.geometries) == 1 and (shot.shape_geometry == 0).sum() == 100
    assert bodies[7].look is look
    bodies[7].look = pyramid()
    assert len(world.snapshot().geometries) == 2
    assert world.snapshot().geometries[0] is shot.geometries[0], "numbers stay as long as the world lives"


def test_look_can_be_taken_off_and_put_on(world):
    body = two_shapes(world)
    assert body.look is None and len(world.snapshot().shape) == 3
    body.look = pyramid()
    assert len(world.snapshot().shape) == 2
    body.look = None
    assert len(world.snapshot().shape) == 3


def test_states_keep_looks(world):
    first, second = pyramid(), pyramid(1.0)
    body = two_shapes(world, look=first)
    state = world.save_state()
    body.look = second
    world.load_state(state)
    assert body.look is first
    shot = world.snapshot()
    assert shot.shape_geometry.max() == 0
    world.remove_body(body)
    world.load_state(state)
    assert body.look is first


def test_static_body_without_shapes_can_be_seen(world):
    body = world.add_body(kind=BodyKind.STATIC, look=pyramid())
    shot = world.snapshot()
    mine = shot.body[shot.shape_body] == body.id
    assert shot.shape[mine].tolist() == [-1] and shot.shape_material[mine].tolist() == [0]


def broken(**changes):
    good = pyramid()
    values = {"positions": good.positions, "normals": good.normals, "triangles": good.triangles}
    return Geometry(**{**values, **changes})


@pytest.mark.parametrize(
    ("make", "error", "words"),
    [
        (lambda: "tree", TypeError, "look must be a Geometry or None"),
        (lambda: broken(triangles=np.zeros((0, 3), np.int32)), ValueError, "needs triangles"),
        (lambda: broken(triangles=np.array([(0, 1, 5)], np.int32)), ValueError, "rows of its 5 positions"),
        (lambda: broken(triangles=np.array([(0, 1, -1)], np.int32)), ValueError, "rows of its 5 positions"),
        (lambda: broken(normals=np.zeros((4, 3), np.float32)), ValueError, "a normal for each of its 5 positions"),
        (lambda: broken(positions=np.full((5, 3), np.nan, np.float32)), ValueError, "finite"),
        (lambda: broken(positions=np.zeros((5, 2), np.float32)), ValueError, r"shape \[n, 3\]"),
    ],
)
def test_bad_looks_are_told_in_words(world, make, error, words):
    body = two_shapes(world, look=pyramid())
    kept, count = body.look, len(world.bodies)
    with pytest.raises(error, match=words):
        body.look = make()
    with pytest.raises(error, match=words):
        two_shapes(world, look=make())
    assert body.look is kept and len(world.bodies) == count


def test_look_of_a_removed_body_is_gone(world):
    body = two_shapes(world, look=pyramid())
    world.remove_body(body)
    with pytest.raises(LookupError):
        body.look = None
    assert len(world.snapshot().shape) == 1
