"""Soft bodies as vertices and triangles, before any GL."""

import math
import warnings

import numba
import numpy as np
import pytest
from softs import ball, block, cloth, grid_triangles, moved, rope, soft

from render.frame import CameraPose
from render.light import place_tiles
from render.soft import kernels, meshes as soft_meshes
from render.soft.blocks import make_block, tubes
from render.soft.looks import LAYERS, SOFT_LOOKS, look_table, paint_of, soft_look
from render.soft.meshes import SoftMeshes
from render.soft.textures import soft_layers
from render.transforms import frustum_planes, view_projection_matrix
from render.warm_up import compile_rows

EYE = (0.0, 0.0, 4.0)
PLANES = frustum_planes(view_projection_matrix(CameraPose(EYE), 16 / 9))
TILES = place_tiles(EYE, np.array((0.0, 0.0, -1.0)), 1024)


def update(meshes, after, before=None, blend=1.0, *, eye=EYE, tiles=None, **options):
    after = tuple(after)
    meshes.update((after if before is None else tuple(before), after), blend, eye, PLANES, tiles, **options)
    return meshes


def listed(meshes, section):
    start = int(meshes.ends[section - 1]) if section else 0
    return meshes.listed[start : meshes.ends[section]]


def volume(rows, triangles):
    a, b, c = (rows[triangles[:, k], :3].astype(float) for k in range(3))
    return float((a * np.cross(b, c)).sum() / 6.0)


def test_vertices_are_relative_to_the_eye_also_far_away():
    far = (3.0e6, 20.0, -4.0e6)
    view = block(half=0.5, origin=far)
    eye = (far[0], far[1], far[2] + 4.0)
    rows = update(SoftMeshes(), [view], eye=eye).rows
    np.testing.assert_array_equal(rows[:, :3], view.vertices + np.array((0, 0, -4), np.float32))


def test_half_way_between_two_snapshots_each_vertex_is_half_way_and_so_is_the_origin():
    old = cloth(wave=0.2, origin=(0.0, 0.0, 0.0))
    new = moved(old, old.vertices * (1.0, 1.0, -1.0), origin=(1.0, 2.0, -0.5))
    rows = update(SoftMeshes(), [new], [old], 0.25).rows
    wanted = 0.75 * (old.vertices + np.subtract(old.origin, EYE)) + 0.25 * (new.vertices + np.subtract(new.origin, EYE))
    np.testing.assert_allclose(rows[:, :3], wanted, atol=1e-6)


@pytest.mark.parametrize("change", ["triangles", "number", "vertices", "new"])
def test_what_is_not_the_same_as_before_is_drawn_where_it_is(change):
    old, new = cloth(1), moved(cloth(1), 0.5 * cloth(1).vertices)
    if change == "triangles":  # torn: another array
        new = moved(new, triangles=new.triangles[5:].copy())
    elif change == "number":
        new = moved(new, triangles=old.triangles, number=7)
    elif change == "vertices":
        new = soft(1, "cloth", np.concatenate((new.vertices, new.vertices[:1])), old.triangles)
    before = [] if change == "new" else [old]
    rows = update(SoftMeshes(), [new], before, 0.5).rows
    np.testing.assert_allclose(rows[:, :3], new.vertices - np.array(EYE), atol=1e-6)


def test_of_several_bodies_each_finds_its_own_past():
    a, b, c = (block(k, 0.2, 2, origin=(0.6 * k - 1, 0.0, 0.0)) for k in range(3))
    late = [moved(c, c.vertices + 0.2), moved(a, a.vertices + 0.4)]
    meshes = update(SoftMeshes(), late, [a, b, c], 0.5)
    n = len(a.vertices)
    np.testing.assert_allclose(meshes.rows[:n, :3], c.vertices + 0.1 + np.subtract(c.origin, EYE), atol=1e-6)
    np.testing.assert_allclose(meshes.rows[n:, :3], a.vertices + 0.2 + np.subtract(a.origin, EYE), atol=1e-6)


def test_normals_of_a_ball_point_from_its_middle():
    view = ball(count=40)
    rows = update(SoftMeshes(), [view]).rows
    out = view.vertices / np.linalg.norm(view.vertices, axis=1, keepdims=True)
    assert np.einsum("ij,ij->i", rows[:, 3:6], out).min() > 0.999


def test_normals_are_weighted_by_area():
    """Two triangles at a right angle, one of them four times as large."""
    place = ((0, 0, 0), (0, 0, 1), (4, 0, 0), (0, 1, 0))
    view = soft(1, "solid", place, np.array(((0, 1, 2), (0, 3, 1)), np.int32))
    normal = update(SoftMeshes(), [view]).rows[0, 3:6]
    np.testing.assert_allclose(normal, np.array((1.0, 4.0, 0.0)) / math.sqrt(17), atol=1e-6)


@pytest.mark.parametrize("shape", ["flat", "point"])
def test_vertices_without_an_area_have_a_normal_that_is_finite(shape):
    view = cloth()
    place = view.vertices * (1, 0, 0) if shape == "flat" else 0.0 * view.vertices
    assert np.isfinite(update(SoftMeshes(), [moved(view, place)]).rows).all()


@pytest.mark.parametrize(
    "kernel", ["find_boxes", "choose", "place_vertices", "write_meshes", "write_tubes", "write_lists"]
)
def test_plain_python_says_the_same_as_compiled_kernels(kernel, monkeypatch):
    def picture():
        old = [cloth(1, count=5, wave=0.1), rope(2, ((-1, 0, 0), (0, 0.5, 0), (1, 0, 0))), block(3, 0.3, 2)]
        new = [moved(view, view.vertices + 0.1) for view in old]
        return update(SoftMeshes(), new, old, 0.3, tiles=TILES, selected=2, pixel=0.01)

    compiled = picture()
    for name in (kernel, "unit", "across", "carried", "tangent_of", "blended", "between", "write_ring"):
        function = getattr(kernels, name)
        monkeypatch.setattr(kernels, name, getattr(function, "py_func", function))
    plain = picture()
    np.testing.assert_allclose(plain.rows, compiled.rows, atol=2e-6)
    np.testing.assert_array_equal(plain.ends, compiled.ends)
    np.testing.assert_array_equal(plain.listed[: plain.ends[-1]], compiled.listed[: compiled.ends[-1]])


@pytest.mark.skipif(numba.config.DISABLE_JIT, reason="nothing is compiled")
def test_kernels_are_compiled_once_and_by_the_warm_up():
    compile_rows()
    update(SoftMeshes(), [cloth(), rope(), block()], [cloth(), rope(), block()], 0.5, tiles=TILES)
    update(SoftMeshes(), [rope()])
    for name in ("find_boxes", "choose", "place_vertices", "write_meshes", "write_tubes", "write_lists"):
        assert len(getattr(kernels, name).signatures) == 1, name


# ---- Ropes


def ring_radii(meshes, view, vertex):
    """Distances of the corners of the ring around a vertex from it."""
    ring = meshes.layout.ring
    row = int(ring[(ring[:, 1] == vertex) & (ring[:, 4] == kernels.RING_MIDDLE), 5][0])
    return np.linalg.norm(meshes.rows[row : row + 9, :3] + np.array(EYE) - view.vertices[vertex], axis=1)


def test_a_rope_is_a_closed_tube_of_its_radius():
    turn = np.linspace(0.0, 5.0, 40)
    view = rope(points=np.column_stack((0.5 * np.cos(turn), 0.2 * turn - 0.5, 0.5 * np.sin(turn))), radius=0.04)
    meshes = update(SoftMeshes(), [view])
    triangles = meshes.layout.triangles
    for vertex in range(40):
        np.testing.assert_allclose(ring_radii(meshes, view, vertex), 0.04, rtol=1e-5)
    corner = meshes.rows[triangles]
    face = np.cross(corner[:, 1, :3] - corner[:, 0, :3], corner[:, 2, :3] - corner[:, 0, :3])
    assert (np.einsum("ij,ij->i", face, corner[:, :, 3:6].mean(axis=1)) > -1e-9).all()
    length = np.linalg.norm(np.diff(view.vertices, axis=0), axis=1).sum()
    eight = 0.5 * 8 * math.sin(math.tau / 8)  # area of an octagon of radius 1
    assert volume(meshes.rows, triangles) == pytest.approx(eight * 0.04**2 * length, rel=0.03)


def test_between_the_vertices_of_a_short_rope_are_rings_on_a_round_curve():
    turn = np.linspace(0.0, 5.0, 12)
    view = rope(points=0.8 * np.column_stack((np.cos(turn), np.sin(turn), 0.0 * turn)), radius=0.04)
    meshes = update(SoftMeshes(), [view])
    ring = meshes.layout.ring
    rows = meshes.rows.reshape(-1, 9, 7)[ring[:, 4] == kernels.RING_BETWEEN]
    assert len(rows) == 11
    center = rows[:, :8, :3].mean(axis=1) + np.array(EYE)
    np.testing.assert_allclose(np.linalg.norm(center[1:-1], axis=1), 0.8, rtol=2e-3)


def test_very_many_ropes_do_without_rings_between_their_vertices(monkeypatch):
    monkeypatch.setattr(soft_meshes, "SMOOTH_SEGMENTS", 12)
    ropes = [rope(k, [(0.1 * i, 0.1 * k, 0.0) for i in range(7)]) for k in range(3)]
    meshes = SoftMeshes()
    assert len(update(meshes, ropes[:2]).layout.ring) == 2 * (7 + 6 + 2)
    assert len(update(meshes, ropes).layout.ring) == 3 * (7 + 2)
    assert len(update(meshes, ropes[1:]).layout.ring) == 2 * (7 + 6 + 2)


def test_rings_are_not_turned_against_one_another():
    """The line along one corner of all rings is never longer than the rope with its bends allows."""
    turn = np.linspace(0.0, 12.0, 120)
    points = np.column_stack((0.5 * np.cos(turn), 0.05 * turn, 0.5 * np.sin(turn)))
    meshes = update(SoftMeshes(), [rope(points=points, radius=0.05)])
    normal = meshes.rows.reshape(-1, 9, 7)[1:-1, :, 3:6]  # without the tips
    assert np.einsum("rij,rij->ri", normal[1:], normal[:-1]).min() > 0.98


def test_a_rope_that_swings_right_through_any_direction_does_not_turn_at_once():
    """Its corners go from frame to frame by no more than the rope itself does."""
    meshes, last = SoftMeshes(), None
    for angle in np.linspace(0.0, math.tau, 200):
        way = np.array((math.sin(angle), -math.cos(angle), 0.3 * math.sin(2 * angle)))
        points = np.linspace(0.0, 1.0, 8)[:, None] * way
        normal = update(meshes, [rope(points=points)]).rows[:, 3:6].copy()
        if last is not None:
            assert np.einsum("ij,ij->i", normal, last).min() > 0.99
        last = normal


def test_corners_stay_when_another_rope_comes():
    meshes = SoftMeshes()
    for angle in np.linspace(0.0, 2.0, 40):
        one = rope(2, ((0, 0, 0), (math.sin(angle), math.cos(angle), 0.2), (1, 1, 0.5)))
        before = update(meshes, [one]).rows.copy()
    after = update(meshes, [rope(1, ((0, 0, 0), (0, 1, 0))), one]).rows
    np.testing.assert_allclose(after[-len(before) :], before, atol=1e-6)


def test_a_rope_in_two_pieces_has_two_tubes_and_a_folded_one_stays_round():
    ring, triangles = tubes(np.array(((0, 1), (1, 2), (3, 4)), np.int32))
    assert ring[:, :4].tolist() == [
        *([0, 0, 1, 2], [0, 0, 1, 2], [0, 0, 1, 2], [0, 1, 2, 2], [0, 1, 2, 2], [1, 2, 2, 2], [1, 2, 2, 2]),
        *([3, 3, 4, 4], [3, 3, 4, 4], [3, 3, 4, 4], [3, 4, 4, 4], [3, 4, 4, 4]),
    ]
    assert ring[:, 4].tolist() == [1, 0, 3, 0, 3, 0, 2, 1, 0, 3, 0, 2]
    assert np.ptp(triangles // 9, axis=1).max() == 1
    assert not ((triangles // 9 == 6).any(axis=1) & (triangles // 9 == 7).any(axis=1)).any()
    folded = rope(points=((0, 0, 0), (1, 0, 0), (0, 0, 0), (0, 0, 0), (0, 1, 0)), radius=0.05)
    meshes = update(SoftMeshes(), [folded])
    assert np.isfinite(meshes.rows).all()
    np.testing.assert_allclose(ring_radii(meshes, folded, 2), 0.05, rtol=1e-5)


def test_a_rope_is_never_thinner_than_a_pixel():
    view = rope(points=((-1, 0, -100), (1, 0, -100)), radius=0.001)
    meshes = update(SoftMeshes(), [view], pixel=0.002)
    np.testing.assert_allclose(ring_radii(meshes, view, 1), 0.5 * 0.002 * 104.0, rtol=1e-2)


# ---- What is drawn


def test_what_the_camera_does_not_see_is_not_listed_but_may_throw_a_shadow():
    seen, behind = block(1, 0.3, 2), block(2, 0.3, 2, origin=(0.0, 0.0, 8.0))
    meshes = update(SoftMeshes(), [seen, behind], tiles=TILES)
    count = len(seen.triangles)
    assert meshes.visible_count == 1
    assert len(listed(meshes, kernels.SECTION_CLEAR)) == count and len(listed(meshes, kernels.SECTION_OPEN)) == 0
    shadows = [len(listed(meshes, kernels.SECTION_TILES + tile)) for tile in range(4)]
    assert shadows == [count, count, count, 2 * count], "the first in the nearest tile, the other in both around it"
    lonely = update(SoftMeshes(), [behind])
    assert lonely.visible_count == 0 and lonely.used == (0, 0) and lonely.ends.max() == 0


def test_a_body_on_its_way_into_the_picture_is_seen_as_soon_as_it_is_there():
    out = block(1, 0.3, 2, origin=(40.0, 0.0, 0.0))
    into = moved(out, origin=(0.0, 0.0, 0.0))
    assert [update(SoftMeshes(), [into], [out], part).visible_count for part in (0.0, 0.5, 1.0)] == [0, 0, 1]


def test_each_kind_goes_to_its_list():
    views = [cloth(1), ball(2), block(3, 0.3, 2), block(4, 0.3, 2, material="clay"), rope(5)]
    meshes = update(SoftMeshes(), views)
    sizes = [len(listed(meshes, section)) for section in range(3)]
    flat = len(views[3].triangles)
    assert sizes == [flat + 4 * 16, len(views[0].triangles) + len(views[1].triangles), flat]


def test_triangles_are_listed_anew_only_when_something_comes_or_goes():
    meshes, view = SoftMeshes(), cloth()
    versions = [update(meshes, [moved(view, view.vertices + 0.001 * k)]).version for k in range(5)]
    assert len(set(versions)) == 1
    assert update(meshes, [view, block(9, 0.2, 2)]).version == versions[0] + 1
    torn = moved(view, triangles=view.triangles[1:].copy())
    layout = meshes.layout
    assert update(meshes, [torn, block(9, 0.2, 2)]).layout is not layout


def test_bodies_that_one_sees_into_are_listed_from_far_to_near():
    near, far = block(1, 0.2, 2, origin=(0.0, 0.0, 1.0)), block(2, 0.2, 2, origin=(0.2, 0.0, -1.0))
    meshes, count = SoftMeshes(), len(near.vertices)
    for views in ((near, far), (moved(near, origin=far.origin), moved(far, origin=near.origin))):
        meshes.update((views, views), 1.0, EYE, PLANES, None)
        first = listed(meshes, kernels.SECTION_CLEAR)[: len(near.triangles)]
        assert (first.min() >= count) == (views[0] is near)


@pytest.mark.parametrize("spoiled", ["nan", "infinite", "empty"])
def test_a_body_that_is_nowhere_is_left_out_without_a_word(spoiled):
    view = cloth(1)
    if spoiled == "empty":
        bad = soft(1, "cloth", np.zeros((0, 3)))
    else:
        place = view.vertices.copy()
        place[7, 1] = math.nan if spoiled == "nan" else math.inf
        bad = moved(view, place)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore" if numba.config.DISABLE_JIT else "error")
        meshes = update(SoftMeshes(), [bad, block(2, 0.3, 2)], tiles=TILES)
    assert meshes.visible_count == 1 and not meshes._needed[0]


@pytest.mark.parametrize(("name", "index"), [("triangles", 441), ("triangles", -1), ("segments", 500)])
def test_what_names_a_vertex_that_is_not_there_is_told(name, index):
    wrong = np.array([[0, 1, 2], [3, 4, index]], np.int32)[:, -3 if name == "triangles" else -2 :]
    with pytest.raises(ValueError, match=f"{name} of soft body 1 must be 0 to 440, got {index}"):
        update(SoftMeshes(), [moved(cloth(), **{name: wrong})])


def test_nothing_is_left_after_the_last_soft_body_went():
    meshes = update(SoftMeshes(), [cloth()])
    update(meshes, [])
    assert meshes.visible_count == 0 and meshes.ends.max() == 0 and meshes.used == (0, 0)


# ---- Looks


def test_texture_of_a_cloth_is_as_wide_in_meters_by_uv_and_without_it():
    view = cloth(size=3.0)
    tile = SOFT_LOOKS["cotton"].tile
    for some in (view, moved(view, uv=None)):
        spot = make_block(some, None, []).fixed[:, :3]
        np.testing.assert_allclose(np.ptp(spot, axis=0), (3.0 / tile, 3.0 / tile, 0.0), rtol=1e-3, atol=1e-5)


def test_a_torn_or_stretched_cloth_keeps_its_texture():
    view = cloth(size=2.0)
    first = make_block(view, None, [])
    torn = moved(view, 1.7 * view.vertices, triangles=view.triangles[9:].copy())
    np.testing.assert_array_equal(make_block(torn, first, []).fixed, first.fixed)


def test_a_cloth_of_another_world_has_a_texture_of_its_own():
    """It has the number and as many vertices as the last one, but another size."""
    meshes, tile = SoftMeshes(), SOFT_LOOKS["cotton"].tile
    for size in (1.0, 3.0):
        view = cloth(size=size)
        for stretch in (1.0, 1.2, 1.5):
            update(meshes, [moved(view, stretch * view.vertices)])
            assert np.ptp(meshes.layout.fixed[:, 0]) == pytest.approx(size / tile, rel=1e-3)
    for length in (1.0, 3.0):
        update(meshes, [rope(points=((0, 0, 0), (length, 0, 0)), radius=0.1)])
        assert np.ptp(meshes.layout.fixed[:, 0]) == pytest.approx((length + 0.1) / (math.tau * 0.1), rel=1e-4)


def test_after_a_jump_in_time_nothing_is_laid_out_anew():
    meshes, view = SoftMeshes(), cloth()
    layout = update(meshes, [view]).layout
    later = [moved(view, view.vertices + k) for k in range(3)]
    assert update(meshes, [later[2]], [later[1]]).layout is layout
    assert update(meshes, [later[0]]).layout is layout


def test_each_preset_has_a_look_and_others_look_like_other_bodies_of_theirs():
    presets = "jelly,flesh,foam,clay,rubber,hard rubber,cotton,silk,denim,latex,hemp,steel cable".split(",")
    assert set(presets) == set(SOFT_LOOKS)
    assert {look.layer for look in SOFT_LOOKS.values()} <= set(LAYERS)
    assert len(np.unique(look_table(presets), axis=0)) > 10
    assert soft_look("ice").roughness == pytest.approx(0.14)
    assert soft_look("no such thing").colors != soft_look("no other thing").colors


def test_a_color_of_its_own_takes_the_place_of_that_of_the_material():
    np.testing.assert_allclose(paint_of("jelly", 3, (1.0, 0.5, 0.0)), (1.0, 0.5**2.2, 0.0))
    assert not np.allclose(paint_of("jelly", 0, None), paint_of("jelly", 1, None))


def test_textures_leave_the_color_as_it_is_on_average_and_have_no_seam():
    color, relief = soft_layers()
    factor = 2.0 * (color[..., :3] / 255.0) ** 2
    np.testing.assert_allclose(factor.mean(axis=(1, 2, 3)), 1.0, atol=0.04)
    for layer in relief.astype(int):
        for axis in (0, 1):
            inner = np.abs(np.diff(layer, axis=axis)).mean()
            seam = np.abs(np.take(layer, 0, axis=axis) - np.take(layer, -1, axis=axis)).mean()
            assert seam < 2.0 * inner + 3.0


def test_a_grid_of_two_rows_has_two_triangles():
    assert len(grid_triangles(2, 2)) == 2
