import math

import numpy as np
import pytest
from handmade import make_snapshot

from physics.kernels import layout
from render import instances
from render.frame import CameraPose, Frame
from render.instances import InstanceBuilder
from render.interpolate import blend_poses, blend_rotations, match_bodies
from render.light import place_tiles
from render.transforms import frustum_planes, rotate, view_projection_matrix


def frame_of(after, camera=None, before=None, **options):
    camera = CameraPose((0.0, 0.0, 0.0)) if camera is None else camera
    return Frame(before or after, after, 1.0, camera, ("default", "glass"), **options)


def all_planes(camera=None):
    return frustum_planes(view_projection_matrix(camera or CameraPose((0.0, 0.0, 0.0)), 1.5))


def test_numbers_of_the_shapes_are_those_of_the_physics():
    for kind in ("SPHERE", "CAPSULE", "CYLINDER", "CONE", "BOX", "HULL", "MESH", "FIELD", "PLANE"):
        assert getattr(instances, f"SHAPE_{kind}") == getattr(layout, f"SHAPE_{kind}")


def test_halfway_is_between_the_two_places_and_relative_to_the_eye():
    before, after = make_snapshot([1], [(0, 0, 0)]), make_snapshot([1], [(2, 4, 0)])
    place, _ = blend_poses(before, after, 0.5, (1.0, 1.0, 1.0))
    np.testing.assert_allclose(place, [(0.0, 1.0, -1.0)])
    assert place.dtype == np.float32


@pytest.mark.parametrize(("blend", "x"), [(0.0, 1.0), (1.0, 3.0), (-5.0, 1.0), (7.0, 3.0), (math.nan, 3.0)])
def test_blend_stays_between_both(blend, x):
    before, after = make_snapshot([1], [(1, 0, 0)]), make_snapshot([1], [(3, 0, 0)])
    assert blend_poses(before, after, blend, (0.0, 0.0, 0.0))[0][0, 0] == x


def test_bodies_are_matched_by_number():
    before = make_snapshot([7, 2, 5], [(70, 0, 0), (20, 0, 0), (50, 0, 0)])
    after = make_snapshot([5, 9, 7], [(52, 0, 0), (90, 0, 0), (72, 0, 0)])
    place, _ = blend_poses(before, after, 0.5, (0.0, 0.0, 0.0))
    np.testing.assert_allclose(place[:, 0], (51.0, 90.0, 71.0))


def test_same_bodies_take_the_fast_path():
    one, two = make_snapshot([1, 2], np.zeros((2, 3))), make_snapshot([1, 2], np.ones((2, 3)))
    assert match_bodies(one, two) is None


def test_empty_worlds_are_fine():
    nothing, something = make_snapshot([], []), make_snapshot([3], [(1, 2, 3)])
    assert blend_poses(something, nothing, 0.5, (0, 0, 0))[0].shape == (0, 3)
    np.testing.assert_allclose(blend_poses(nothing, something, 0.5, (0, 0, 0))[0], [(1, 2, 3)])


def test_rotation_goes_the_shorter_way():
    """q and -q are the same rotation: halfway between a turn of 0 and one of 60 degrees is 30, not 210."""
    half = math.radians(30.0)
    end = -np.array([(0.0, math.sin(half), 0.0, math.cos(half))])
    middle = blend_rotations(np.array([(0.0, 0.0, 0.0, 1.0)]), end, 0.5)
    turned = rotate(middle, np.array([(1.0, 0.0, 0.0)]))
    np.testing.assert_allclose(turned, [(math.cos(half), 0.0, -math.sin(half))], atol=1e-6)
    np.testing.assert_allclose(np.linalg.norm(middle, axis=1), 1.0, atol=1e-6)


def test_nothing_trembles_far_from_the_origin():
    far = 1e7
    before, after = make_snapshot([1], [(far, 0, 0)]), make_snapshot([1], [(far + 0.001, 0, 0)])
    place, _ = blend_poses(before, after, 0.5, (far - 1.0, 0.0, 0.0))
    np.testing.assert_allclose(place[0, 0], 1.0005, atol=1e-6)


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
    after = make_snapshot([1], [(0, -1, 0)], kind=layout.SHAPE_PLANE, size=(0, 0, 0))
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
