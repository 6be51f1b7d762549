import dataclasses
import math

import numpy as np
from handmade import make_snapshot

from physics.kernels.layout import kind as KIND
from render import instances
from render.frame import CameraPose, Frame
from render.instances import InstanceBuilder
from render.light import SUN_DIRECTION, place_tiles
from render.transforms import frustum_planes, rotation_matrix, view_projection_matrix


def frame_of(after, camera=None, before=None, **options):
    camera = CameraPose((0.0, 0.0, 0.0)) if camera is None else camera
    return Frame(before or after, after, 1.0, camera, ("default", "glass"), **options)


def all_planes(camera=None):
    return frustum_planes(view_projection_matrix(camera or CameraPose((0.0, 0.0, 0.0)), 1.5))


def test_shape_of_a_composite_body_turns_with_it():
    quarter = (0.0, math.sin(math.pi / 4), 0.0, math.cos(math.pi / 4))
    after = make_snapshot([1], [(0, 0, -5)], [quarter], shape_offset=np.array([(1, 0, 0)], np.float32))
    builder = InstanceBuilder()
    builder.update(frame_of(after))
    np.testing.assert_allclose(builder.visible(all_planes())[0].box[0, :3], (0.0, 0.0, -6.0), atol=1e-6)


def test_only_what_the_camera_sees_is_drawn_but_more_throws_shadows():
    after = make_snapshot([1, 2, 3], [(0, 0, -5), (0, 0, 3), (0, 0, 5000)])
    builder = InstanceBuilder()
    builder.update(frame_of(after))
    assert builder.visible(all_planes())[0].count == 1
    rows = builder.casters(place_tiles((0.0, 0.0, 0.0), np.array((0.0, 0.0, -1.0)), 1024)).box
    assert {round(z) for z in rows[:, 2].tolist()} == {-5, 3}


def test_sensors_and_glass_come_later_the_farthest_first():
    material, sensor = np.array([0, 1, 0], np.int32), np.array([False, False, True])
    places = [(0, 0, -5), (0, 0, -6), (0, 0, -9)]
    builder = InstanceBuilder()
    builder.update(frame_of(make_snapshot([1, 2, 3], places, shape_material=material, shape_sensor=sensor)))
    solid, glassy = builder.visible(all_planes())
    assert solid.box[:, 2].tolist() == [-5.0] and glassy.box[:, 2].tolist() == [-9.0, -6.0]
    assert glassy.box[0, 11] < 0.0 < glassy.box[1, 11]


def test_clear_glass_throws_no_shadow_but_ice_does():
    """Sorted by place: the box of wood, the pane of glass, the block of ice."""
    after = make_snapshot([1, 2, 3], [(0, 0, -5), (0, 0, -6), (0, 0, -7)], shape_material=np.arange(3, dtype=np.int32))
    builder = InstanceBuilder()
    builder.update(dataclasses.replace(frame_of(after), materials=("wood", "glass", "ice")))
    rows = builder.casters(place_tiles((0.0, 0.0, 0.0), np.array((0.0, 0.0, -1.0)), 1024)).box
    assert {round(z) for z in rows[:, 2].tolist()} == {-5, -7}


def test_nearest_things_come_first_where_pixels_are_dear():
    places = [(0, 0, -9), (0, 0, -5), (0, 0, -7)]
    builder = InstanceBuilder(nearest_first=True)
    builder.update(frame_of(make_snapshot([1, 2, 3], places)))
    assert builder.visible(all_planes())[0].box[:, 2].tolist() == [-5.0, -7.0, -9.0]


def test_shapes_go_to_the_group_that_draws_them():
    kinds = np.arange(9, dtype=np.int8)
    geometry = np.where((kinds >= 5) & (kinds < 8), 0, -1).astype(np.int32)
    after = make_snapshot(range(9), [(0, -1, -5)] * 9, shape_kind=kinds, shape_geometry=geometry)
    layout = instances.Layout(after, ("default",))
    sizes = np.diff(layout.starts).tolist()
    assert sizes == [1, 2, 2, 3, 1]
    assert layout.rows[layout.rows_of(instances.DRUM), 10].tolist() == [0.0, 1.0]  # the second is a cone
    marked = layout.rows[:, 3] >= instances.MARKED
    assert marked.sum() == 1 and layout.number[marked].tolist() == [0]
    bare = make_snapshot(range(3), [(0, -1, -5)] * 3, shape_kind=np.array([5, 6, 7], np.int8))
    assert np.diff(instances.Layout(bare, ()).starts).tolist() == [3, 0, 0, 0, 0], "shown as their bounding boxes"


def test_half_space_lies_under_the_eye_and_its_pattern_stays_where_it_is():
    after = make_snapshot([1], [(0, -1, 0)], kind=KIND.PLANE, size=(0, 0, 0))
    builder = InstanceBuilder()
    for x in (0.0, 1e6 + 0.25):
        camera = CameraPose((x, 2.0, 5.0))
        builder.update(frame_of(after, camera))
        row = builder.visible(all_planes(camera))[0].plane[0]
        np.testing.assert_allclose(row[:3], (0.0, -3.0, 0.0), atol=1e-6)
        np.testing.assert_allclose(row[8] % 1.0, x % 1.0, atol=1e-4)
        np.testing.assert_allclose(row[10], 5.0, atol=1e-4)
    builder.update(frame_of(after, CameraPose((0.0, -2.0, 0.0))))
    assert builder.visible(all_planes())[0].count == 0  # from inside


def test_tint_is_taken_by_body_and_gone_afterwards():
    after = make_snapshot([4, 2], [(0, 0, -5), (0, 0, -6)])
    tint = np.array([(1, 0, 0, 1), (0, 1, 0, 0.5)], np.float32)
    builder = InstanceBuilder()
    builder.update(frame_of(after, tint=tint))
    np.testing.assert_array_equal(builder.visible(all_planes())[0].box[:, 12:], tint)
    builder.update(frame_of(after))
    assert not builder.visible(all_planes())[0].box[:, 12:].any()


def test_layout_is_read_again_when_shapes_change():
    builder = InstanceBuilder()
    builder.update(frame_of(make_snapshot([1], [(0, 0, -5)])))
    builder.update(frame_of(make_snapshot([1, 2], [(0, 0, -5), (0, 0, -6)])))
    assert builder.visible(all_planes())[0].count == 2


def test_bodies_differ_a_little_in_brightness():
    n = 200
    after = make_snapshot(range(n), np.zeros((n, 3)))
    shade = instances.Layout(after, ("default",)).rows[:, 11]
    assert 0.8 < shade.min() < 0.9 < 1.1 < shade.max() < 1.2


def test_unit_of_the_shade_survives_any_body_number():
    after = make_snapshot([0, 2**31 - 1], np.zeros((2, 3)))
    assert np.isfinite(instances.Layout(after, ()).rows).all()


def numbered(snapshot):
    """Tint that tells the number of the row."""
    tint = np.zeros((len(snapshot.body), 4), np.float32)
    tint[:, 0] = np.arange(len(tint))
    return tint


def boxes_seen(places, camera, aspect=1.0, size=(0.5, 0.5, 0.5)):
    """Which boxes are in the picture, bool [n]."""
    snapshot = make_snapshot(range(len(places)), places, size=size)
    builder = InstanceBuilder()
    builder.update(frame_of(snapshot, camera, tint=numbered(snapshot)))
    rows = builder.visible(frustum_planes(view_projection_matrix(camera, aspect)))[0].box
    return np.isin(np.arange(len(places)), rows[:, 12].astype(int))


def test_culling_agrees_with_the_projection():
    camera = CameraPose((0.0, 0.0, 0.0), rotation=(0.1, 0.3, 0.05, 0.94), fov=1.1)
    matrix = view_projection_matrix(camera, 1.7)
    points = np.random.default_rng(2).uniform(-50.0, 50.0, (5000, 3))
    clip = np.c_[points, np.ones(5000)] @ matrix.T
    expected = (np.abs(clip[:, :3]) <= clip[:, 3:]).all(axis=1)
    seen = boxes_seen(points, camera, 1.7, size=(0.0, 0.0, 0.0))
    assert (seen == expected).mean() > 0.999 and 50 < expected.sum() < 2000


def test_sphere_that_reaches_into_the_picture_is_kept():
    camera = CameraPose((0.0, 0.0, 0.0), fov=1.0)
    assert boxes_seen([(-8.0, 0.0, -10.0)], camera, size=(0.3, 0.3, 0.3)).tolist() == [False]
    assert boxes_seen([(-8.0, 0.0, -10.0)], camera, size=(3.0, 3.0, 3.0)).tolist() == [True]


def test_place_that_is_not_finite_is_not_seen_and_throws_no_shadow():
    places = [(np.nan, 0.0, -5.0), (np.inf, 0.0, -5.0), (0.0, 0.0, -5.0)]
    camera = CameraPose((0.0, 0.0, 0.0))
    assert boxes_seen(places, camera).tolist() == [False, False, True]
    builder = InstanceBuilder()
    builder.update(frame_of(make_snapshot(range(3), places), camera))
    assert np.isfinite(builder.casters(place_tiles((0.0, 0.0, 0.0), np.array((0.0, 0.0, -1.0)), 1024)).box).all()


def test_caster_high_above_a_tile_is_kept_and_one_beside_it_is_not():
    """The shadow of what is beside a tile falls beside it, too; well inside a tile it is left out of wider ones."""
    forward = np.array((0.0, 0.0, -1.0))
    tiles = place_tiles((0.0, 0.0, 0.0), forward, 1024)
    middle = 0.8 * tiles.radius[0] * forward
    high, beside = middle + 500.0 * SUN_DIRECTION, middle + (25.0, 0.0, 0.0)
    builder = InstanceBuilder()
    builder.update(frame_of(make_snapshot([1, 2], [high, beside])))
    rows = builder.casters(tiles).box
    is_high = rows[:, 1] > 100.0
    assert rows[is_high, 3].tolist() == [0.0]
    assert 0.0 not in rows[~is_high, 3] and 1.0 in rows[~is_high, 3]


def test_round_things_are_coarser_far_away():
    places = [(0.0, 0.0, -distance) for distance in (3.0, 20.0, 100.0)]
    builder = InstanceBuilder()
    for kind, name in ((KIND.SPHERE, "round"), (KIND.CYLINDER, "drum")):
        builder.update(frame_of(make_snapshot([1, 2, 3], places, kind=kind)))
        levels = getattr(builder.visible(all_planes())[0], name)
        assert [rows[:, 2].tolist() for rows in levels] == [[-3.0], [-20.0], [-100.0]]


def test_random_frames_are_as_a_plain_loop_makes_them():
    """All groups at once, some with parts of their own place, half of them see-through."""
    random = np.random.default_rng(5)
    n = 300
    turn = random.normal(size=(2, n, 4))
    turn /= np.linalg.norm(turn, axis=2, keepdims=True)
    changes = {
        "shape_kind": random.integers(0, 5, n).astype(np.int8),
        "shape_material": random.integers(0, 2, n).astype(np.int32),
        "shape_offset": (random.normal(size=(n, 3)) * (random.random((n, 1)) < 0.5)).astype(np.float32),
        "shape_rotation": turn[0].astype(np.float32),
        "shape_body": random.permutation(n).astype(np.int32),
    }
    after = make_snapshot(range(n), random.uniform(-9.0, 9.0, (n, 3)), turn[1], **changes)
    camera = CameraPose((0.5, 0.2, 12.0), rotation=(0.05, 0.1, 0.0, 0.99))
    expected = []
    for i in range(n):
        body = after.shape_body[i]
        place = after.position[body] + rotation_matrix(after.orientation[body]) @ after.shape_offset[i]
        expected.append(place - camera.position)
    for nearest_first in (False, True):
        builder = InstanceBuilder(nearest_first=nearest_first)
        builder.update(frame_of(after, camera))
        solid, glassy = builder.visible(all_planes(camera))
        for batch, material in ((solid, 0), (glassy, 1)):
            rows = np.concatenate((batch.box, *batch.round, *batch.drum))
            assert 20 < len(rows) < n / 2 and (rows[:, 3] == material).all()
            away = np.linalg.norm(rows[:, None, :3] - np.array(expected)[None], axis=2)
            np.testing.assert_allclose(away.min(axis=1), 0.0, atol=1e-5)
            assert len(np.unique(away.argmin(axis=1))) == len(rows)
            for part in (batch.box, *batch.round, *batch.drum):
                far = np.linalg.norm(part[:, :3], axis=1)
                if material or nearest_first:
                    assert (np.diff(far) * (-1 if material else 1) >= -1e-5).all()
