"""What can be seen in a picture: drawn off-screen, read back, and looked at as numbers."""

import dataclasses
import math
import types

import numpy as np
import pytest
from pictures import Studio, frame_of, look_from

from physics import BodyKind, ShapeBox, ShapeCapsule, ShapePlane, ShapeSphere, World
from render.frame import CameraPose, Marks, Particles
from render.light import SUN_DIRECTION
from render.renderer import SCALE_MIN, Renderer, is_software, software_scale
from render.transforms import view_projection_matrix

SIZE = (480, 270)
CAMERA = look_from((4.0, 4.0, 9.0), (0.0, 0.6, 0.0))


@pytest.fixture(scope="module")
def world():
    world = World()
    world.add_body(kind=BodyKind.STATIC, shape=ShapePlane(), material="concrete")
    world.add_body(shape=ShapeBox((0.5, 0.5, 0.5)), position=(0.0, 0.5, 0.0), material="wood")
    world.add_body(shape=ShapeSphere(0.6), position=(-2.0, 0.6, 0.0), material="rubber")
    world.add_body(shape=ShapeCapsule(0.3, 0.6), position=(2.0, 0.9, 0.0), material="steel")
    return world


def pixel_of(place, camera=CAMERA, size=SIZE):
    """Row and column of a place in the world."""
    clip = view_projection_matrix(camera, size[0] / size[1]) @ (*np.subtract(place, camera.position), 1.0)
    x, y = clip[:2] / clip[3]
    return int((0.5 - 0.5 * y) * size[1]), int((0.5 + 0.5 * x) * size[0])


def patch(picture, place, reach=2):
    """Mean color around a place."""
    row, column = pixel_of(place)
    return picture[row - reach : row + reach + 1, column - reach : column + reach + 1].reshape(-1, 3).mean(axis=0)


def differing(a, b, threshold=12):
    return int((np.abs(a.astype(int) - b).max(axis=2) > threshold).sum())


def test_picture_is_neither_black_nor_blank(studio, world):
    picture = studio.take(frame_of(world, CAMERA))
    dark, bright = np.percentile(picture.mean(axis=2), (1, 99))  # most of it is plain ground: its deviation says little
    assert dark > 5 and bright < 250 and bright - dark > 60
    assert studio.renderer.visible_count == 4
    assert len(np.unique(picture.reshape(-1, 3), axis=0)) > 500


def test_sky_is_above_the_horizon_and_bluer_than_the_ground(studio, world):
    picture = studio.take(frame_of(world, look_from((0.0, 2.0, 12.0), (0.0, 2.0, 0.0)))).astype(float)
    sky, ground = picture[:60].mean(axis=(0, 1)), picture[-60:].mean(axis=(0, 1))
    assert sky[2] - sky[0] > 20 > ground[2] - ground[0]
    assert sky.mean() > 120


def test_bodies_are_where_they_should_be(studio, world):
    full = studio.take(frame_of(world, CAMERA))
    ground_only = World()
    ground_only.add_body(kind=BodyKind.STATIC, shape=ShapePlane(), material="concrete")
    empty = studio.take(frame_of(ground_only, CAMERA))
    for place in ((0.0, 0.5, 0.4), (-2.0, 0.6, 0.0), (2.0, 0.9, 0.0), (2.0, 1.7, 0.0)):
        assert np.abs(patch(full, place) - patch(empty, place)).max() > 15
    red, green, blue = patch(full, (-2.0, 0.6, 0.0))
    assert red > 1.3 * green and red > 1.3 * blue  # the rubber ball


def test_shadow_falls_away_from_the_sun(studio, world):
    lit = studio.take(frame_of(world, CAMERA, shadows=False))
    shaded = studio.take(frame_of(world, CAMERA))
    top = np.array((0.3, 0.8, 0.0))
    shadow = top - SUN_DIRECTION * (top[1] / SUN_DIRECTION[1])  # where the ray through the box meets the ground
    sunny = (0.5, 0.0, 3.0)
    assert patch(shaded, shadow).mean() < 0.75 * patch(lit, shadow).mean()
    assert patch(shaded, sunny).mean() > 0.95 * patch(lit, sunny).mean()


def test_a_hidden_body_is_not_drawn_and_keeps_its_shadow(studio, world):
    box = frozenset({int(world.snapshot().body[1])})
    shown = studio.take(frame_of(world, CAMERA))
    hidden = studio.take(frame_of(world, CAMERA, hidden=box))
    assert studio.renderer.visible_count == 3
    top = np.array((0.3, 0.8, 0.0))
    shadow = top - SUN_DIRECTION * (top[1] / SUN_DIRECTION[1])
    assert np.abs(patch(shown, (0.0, 0.9, 0.5)) - patch(hidden, (0.0, 0.9, 0.5))).max() > 10
    np.testing.assert_allclose(patch(hidden, shadow), patch(shown, shadow), atol=2)
    again = studio.take(frame_of(world, CAMERA))
    assert differing(again, shown) == 0 and studio.renderer.visible_count == 4


def test_a_hidden_body_that_is_not_there_changes_nothing(studio, world):
    plain = studio.take(frame_of(world, CAMERA))
    assert differing(plain, studio.take(frame_of(world, CAMERA, hidden=frozenset({999, -1})))) == 0


def test_lit_surfaces_have_no_acne(studio):
    """A large slanted plate in the sun is as bright with shadows as without."""
    world = World()
    shape = ShapeBox((6.0, 0.5, 6.0))
    turn = (math.sin(0.2), 0.0, 0.0, math.cos(0.2))
    world.add_body(kind=BodyKind.STATIC, shape=shape, orientation=turn, material="plastic")
    camera = look_from((0.0, 7.0, 9.0), (0.0, 0.0, 0.0))
    with_shadows = studio.take(frame_of(world, camera)).astype(int)
    without = studio.take(frame_of(world, camera, shadows=False))
    middle = np.s_[110:180, 180:300]
    assert np.abs(with_shadows[middle] - without[middle]).max() <= 12


@pytest.mark.parametrize("fast", [False, True])
def test_faces_do_not_shade_themselves_at_any_angle_to_the_sun(context, fast):
    """Plates of 0 to 85 degrees: what the filter reads around a place rises above it by the sine of the angle."""
    made = Studio(context, (240, 136), fast=fast)
    across = np.cross(SUN_DIRECTION, (0.0, 1.0, 0.0))
    across /= np.linalg.norm(across)
    for degrees in (0, 30, 45, 60, 75, 85):
        angle = math.radians(degrees)
        normal = SUN_DIRECTION * math.cos(angle) + np.cross(across, SUN_DIRECTION) * math.sin(angle)
        turn = math.atan2(normal @ np.cross(across, (0.0, 1.0, 0.0)), normal[1])
        orientation = (*(across * math.sin(turn / 2)), math.cos(turn / 2))
        world = World()
        shape = ShapeBox((3.0, 0.2, 3.0))
        world.add_body(kind=BodyKind.STATIC, shape=shape, orientation=orientation, material="plastic")
        camera = look_from(6.0 * normal + 2.0 * np.cross(normal, across), (0.0, 0.0, 0.0))
        shaded, lit = (made.take(frame_of(world, camera, shadows=some)).astype(int) for some in (True, False))
        middle = np.s_[58:78, 105:135]
        assert np.abs(shaded[middle] - lit[middle]).max() <= 1, degrees
    made.renderer.release()


def test_selected_body_gets_an_outline(studio, world):
    plain = studio.take(frame_of(world, CAMERA))
    body = world.snapshot().body[1]
    outlined = studio.take(frame_of(world, CAMERA, selected=int(body)))
    changed = np.abs(plain.astype(int) - outlined).max(axis=2) > 30
    rows, columns = np.nonzero(changed)
    row, column = pixel_of((0.0, 0.5, 0.0))
    assert 80 < changed.sum() < 3000
    assert np.hypot(rows - row, columns - column).max() < 60
    assert differing(plain, studio.take(frame_of(world, CAMERA, selected=12345))) == 0


def test_wireframe_shows_what_is_behind(studio, world):
    plain = studio.take(frame_of(world, CAMERA))
    wires = studio.take(frame_of(world, CAMERA, wireframe=True))
    assert differing(plain, wires) > 1000
    assert differing(studio.take(frame_of(world, CAMERA)), plain) == 0  # and it leaves nothing behind


def test_tint_takes_the_place_of_the_material(studio, world):
    tint = np.zeros((4, 4), np.float32)
    tint[1] = (0.1, 0.9, 0.1, 1.0)
    red, green, blue = patch(studio.take(frame_of(world, CAMERA, tint=tint)), (0.0, 0.5, 0.5))
    assert green > 1.4 * red and green > 1.4 * blue


def marks_at(place, color, *, on_top):
    end = np.array((place, np.add(place, (0.0, 1.5, 0.0))), np.float32)
    colors = np.tile(np.array(color, np.float32), (2, 1))
    point = np.array((np.add(place, (0.0, 2.0, 0.0)),), np.float32)
    return Marks(end, colors, point, colors[:1], np.array((12.0,), np.float32), on_top=on_top)


@pytest.mark.parametrize("on_top", [False, True])
def test_marks_have_their_own_color(studio, world, on_top):
    marks = (marks_at((0.0, 0.2, 3.0), (1.0, 0.0, 1.0, 1.0), on_top=on_top),)
    picture = studio.take(frame_of(world, CAMERA, marks=marks))
    np.testing.assert_allclose(patch(picture, (0.0, 2.2, 3.0)), (250, 0, 250), atol=12)
    row, column = pixel_of((0.0, 1.0, 3.0))
    line = picture[row, column - 3 : column + 4].astype(int)
    assert (line[:, 0] - line[:, 1]).max() > 150


def test_very_many_lines_are_thin_without_a_gpu(studio, world, monkeypatch):
    marks = (marks_at((0.0, 0.2, 3.0), (1.0, 0.0, 1.0, 1.0), on_top=True),)
    wide = studio.take(frame_of(world, CAMERA, marks=marks)).astype(int)
    plain = studio.take(frame_of(world, CAMERA)).astype(int)
    monkeypatch.setattr(studio.renderer._lines, "_thin_from", 1)
    thin = studio.take(frame_of(world, CAMERA, marks=marks)).astype(int)
    np.testing.assert_allclose(patch(thin, (0.0, 2.2, 3.0)), (250, 0, 250), atol=12, err_msg="points stay")
    row, column = pixel_of((0.0, 1.0, 3.0))
    line = thin[row, column - 3 : column + 4]
    assert (line[:, 0] - line[:, 1]).max() > 150
    assert 30 < differing(plain, thin) < 0.9 * differing(plain, wide)


def test_solid_things_hide_marks_unless_they_are_on_top(studio, world):
    behind = (0.0, -0.5, -0.6)
    hidden = marks_at(behind, (1.0, 0.0, 1.0, 1.0), on_top=False)
    hidden = dataclasses.replace(hidden, point=hidden.point[:0], point_color=hidden.point_color[:0])
    hidden = dataclasses.replace(hidden, point_size=hidden.point_size[:0], line=hidden.line * (1, 0.3, 1))
    plain = studio.take(frame_of(world, CAMERA))
    assert differing(plain, studio.take(frame_of(world, CAMERA, marks=(hidden,)))) == 0
    shown = dataclasses.replace(hidden, on_top=True)
    assert differing(plain, studio.take(frame_of(world, CAMERA, marks=(shown,)))) > 10


def test_coarse_picture_fills_the_target_and_looks_the_same(context, world):
    other = Studio(context, SIZE, samples=0)
    fine = other.take(frame_of(world, CAMERA, selected=2)).astype(int)
    other.renderer.resize(*SIZE, scale=0.6)
    coarse = other.take(frame_of(world, CAMERA, selected=2)).astype(int)
    assert coarse.shape == fine.shape
    assert 0.5 < np.abs(fine - coarse).mean() < 8.0
    for place in ((0.0, 0.5, 0.4), (-2.0, 0.6, 0.0), (2.0, 0.9, 0.0)):
        assert np.abs(patch(fine, place) - patch(coarse, place)).max() < 15
    orange = [np.argwhere((one[..., 0] > 230) & (one[..., 2] < 80)) for one in (fine, coarse)]
    for edge in (np.min, np.max):
        assert np.abs(edge(orange[0], axis=0) - edge(orange[1], axis=0)).max() <= 4, "the outline is as wide as before"
    other.renderer.resize(*SIZE)
    assert differing(fine, other.take(frame_of(world, CAMERA, selected=2))) == 0
    other.renderer.release()


def test_scale_suits_the_machine(context):
    assert software_scale(320, 200) == 1.0
    assert software_scale(7680, 4320) == SCALE_MIN
    assert 0.6 < software_scale(1280, 800) < 0.7
    renderer = Renderer(context, samples=0)
    for wanted, scale in ((0.0, software_scale(1280, 800) if is_software(context) else 1.0), (0.01, 0.25), (9.0, 1.0)):
        renderer.resize(1280, 800, scale=wanted)
        assert renderer._targets.size == (round(1280 * scale), round(800 * scale))
    renderer.release()


def test_smoke_is_brighter_toward_the_sun(studio, world):
    n = 8  # together they hide what is behind them
    place = np.tile(np.array((0.0, 1.8, 2.5), np.float32), (n, 1))
    color = np.tile(np.array((0.5, 0.5, 0.5, 1.0), np.float32), (n, 1))
    smoke = Particles(place, np.full(n, 1.6, np.float32), color, np.zeros(n, np.float32), np.ones(n, np.float32))
    picture = studio.take(frame_of(world, CAMERA, particles=smoke)).astype(float)
    left, right = patch(picture, (-0.28, 1.9, 2.5)).mean(), patch(picture, (0.3, 1.5, 2.5)).mean()
    assert left > right + 5


def test_particles_cover_and_shine(studio, world):
    def with_glow(glow, color):
        place = np.array([(0.0, 1.5, 2.0)], np.float32)
        return Particles(place, np.ones(1, np.float32), np.array([color], np.float32), np.array([glow], np.float32))

    plain = patch(studio.take(frame_of(world, CAMERA)), (0.0, 1.5, 2.0))
    dust = studio.take(frame_of(world, CAMERA, particles=with_glow(0.0, (0.1, 0.1, 0.1, 0.9))))
    spark = studio.take(frame_of(world, CAMERA, particles=with_glow(1.0, (1.0, 0.7, 0.3, 1.0))))
    assert patch(dust, (0.0, 1.5, 2.0)).mean() < 0.8 * plain.mean() < 0.9 * patch(spark, (0.0, 1.5, 2.0)).mean()


def test_quarter_turn_is_drawn_about_y_to_minus_z(studio):
    """A long bar along X, turned by +90 degrees about +Y with its thick end: +X goes to -Z, away from the camera."""
    world = World()
    turn = (0.0, math.sin(math.pi / 4), 0.0, math.cos(math.pi / 4))
    bar = world.add_body(kind=BodyKind.STATIC, shape=ShapeBox((2.0, 0.1, 0.1)), orientation=turn)
    bar.add_shape(ShapeSphere(0.4), offset=(2.0, 0.0, 0.0))
    picture = studio.take(frame_of(world, CAMERA, marks=()))
    empty = studio.take(frame_of(World(), CAMERA))
    far, near = (0.0, 0.25, -2.0), (0.0, 0.3, 2.0)
    assert np.abs(patch(picture, far, 1) - patch(empty, far, 1)).max() > 10
    assert np.abs(patch(picture, near, 1) - patch(empty, near, 1)).max() < 2


def test_sensor_lets_the_ground_show_through(studio, world):
    other = World()
    other.add_body(kind=BodyKind.STATIC, shape=ShapePlane(), material="concrete")
    empty = studio.take(frame_of(other, CAMERA))
    other.add_body(kind=BodyKind.STATIC, shape=ShapeBox((0.5, 0.5, 0.5)), position=(0.0, 0.5, 0.0), sensor=True)
    picture = studio.take(frame_of(other, CAMERA))
    change = np.abs(patch(picture, (0.0, 0.5, 0.0)) - patch(empty, (0.0, 0.5, 0.0))).max()
    assert 5 < change < 110


def test_picture_far_from_the_origin_is_the_same(studio):
    def picture_at(x):
        world = World()
        world.add_body(kind=BodyKind.STATIC, shape=ShapePlane(), material="concrete")
        world.add_body(shape=ShapeBox((0.5, 0.5, 0.5)), position=(x, 0.5, 0.0), material="wood")
        camera = dataclasses.replace(CAMERA, position=(CAMERA.position[0] + x, *CAMERA.position[1:]))
        return studio.take(frame_of(world, camera))

    assert differing(picture_at(0.0), picture_at(48000.0), 40) < 0.01 * SIZE[0] * SIZE[1]


def test_sizes_of_nothing_and_of_one_pixel_are_survived(context, world):
    other = Studio(context, (64, 36), samples=0)
    first = other.take(frame_of(world, CAMERA))
    for size in ((1, 1), (0, 0), (1, 50), (0, 9), (64, 36)):
        other.resize(*size)
        last = other.take(frame_of(world, CAMERA))
    assert differing(first, last) == 0
    other.renderer.release()


def test_empty_world_is_only_sky(studio):
    studio.take(frame_of(World(), CAMERA))
    assert studio.renderer.visible_count == 0 and studio.renderer.draw_calls == 2


def test_odd_cameras_do_not_fail(studio, world):
    for camera in (
        CameraPose(rotation=(0.0, 0.0, 0.0, 0.0)),
        CameraPose(fov=0.0),
        CameraPose(fov=4.0),
        CameraPose(near=0.0),
        CameraPose(near=5.0, far=1.0),
        CameraPose(position=(0.0, -3.0, 0.0)),
        CameraPose(rotation=(-math.sin(math.pi / 4), 0.0, 0.0, math.cos(math.pi / 4))),
    ):
        assert studio.take(frame_of(world, camera)).shape == (270, 480, 3)


@pytest.mark.slow
def test_thousands_of_bodies_take_few_draw_calls(studio):
    world = World()
    world.add_body(kind=BodyKind.STATIC, shape=ShapePlane(), material="concrete")
    grid = np.stack(np.meshgrid(np.arange(20), np.arange(5), np.arange(20)), axis=-1).reshape(-1, 3) * 1.1
    for number, shape in enumerate((ShapeBox((0.4, 0.4, 0.4)), ShapeSphere(0.4), ShapeCapsule(0.2, 0.2))):
        places = grid[number::3] + (-10.0, 0.5, -30.0)
        world.add_bodies(position=places, shape=shape, material=("wood", "glass", "iron")[number])
    marks = (marks_at((0, 1, 0), (1, 0, 0, 1), on_top=False), marks_at((0, 1, 0), (1, 0, 0, 1), on_top=True))
    studio.take(frame_of(world, CAMERA, marks=marks, selected=5))
    assert studio.renderer.visible_count > 1500
    assert studio.renderer.draw_calls < 20
    studio.take(frame_of(world, CAMERA))
    assert studio.renderer.draw_calls < 15


def test_old_gl_is_told_what_to_do():
    with pytest.raises(RuntimeError, match="needs OpenGL 3.3, this context has 2.1; update the graphics driver"):
        Renderer(types.SimpleNamespace(version_code=210))
