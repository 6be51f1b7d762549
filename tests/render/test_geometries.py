"""Cylinders, cones, geometries and looks: drawn off-screen, read back, and looked at as numbers."""

import time

import moderngl
import numpy as np
import pytest
from handmade import extent_of, faceted, hill, make_rows, rock, row
from pictures import Studio, frame_of, look_from

from physics import BodyKind, ShapePlane, ShapeSphere, World
from physics.queries.snapshot import KIND, Geometry
from render import geometries
from render.frame import Frame, Marks, Particles
from render.instances import InstanceBuilder
from render.light import SUN_DIRECTION, place_tiles
from render.meshes import drum_mesh
from render.pictures import PictureStore
from render.transforms import frustum_planes, view_projection_matrix

SIZE = (480, 270)
CAMERA = look_from((0.0, 3.0, 9.0), (0.0, 1.0, 0.0))
GROUND = row(KIND.PLANE, (0, 0, 0), (0, 0, 0), material=1)
MATERIALS = ("plastic", "concrete", "glass", "wood")
TURN = (0.0, 0.0, np.sin(0.4), np.cos(0.4))


def take(studio, rows, shapes=(), camera=CAMERA, **options):
    snapshot = make_rows([GROUND, *rows], shapes)
    return studio.take(Frame(snapshot, snapshot, 1.0, camera, MATERIALS, **options)).astype(int)


def pixel_of(place, camera=CAMERA, size=SIZE):
    clip = view_projection_matrix(camera, size[0] / size[1]) @ (*np.subtract(place, camera.position), 1.0)
    x, y = clip[:2] / clip[3]
    return int((0.5 - 0.5 * y) * size[1]), int((0.5 + 0.5 * x) * size[0])


def patch(picture, place, reach=1):
    i, j = pixel_of(place)
    return picture[i - reach : i + reach + 1, j - reach : j + reach + 1].reshape(-1, 3).mean(axis=0)


def differing(a, b, threshold=12):
    return int((np.abs(a - b).max(axis=2) > threshold).sum())


def drum_geometry(radius, half_height, *, cone):
    """The drawn cylinder or cone as triangles, with the normals of the true surface."""
    vertices, triangles = drum_mesh(40)
    place, normal = vertices[:, :3].astype(float), vertices[:, 3:6].astype(float)
    width = np.where(place[:, 1] > 0.0, 0.0 if cone else 1.0, 1.0) * radius
    side = normal[:, 1] == 0.0
    normal[side] *= 2.0 * half_height
    normal[side, 1] = radius * cone
    normal /= np.linalg.norm(normal, axis=1, keepdims=True)
    place *= np.stack((width, np.full(len(width), half_height), width), axis=1)
    return Geometry(place.astype(np.float32), normal.astype(np.float32), triangles)


def pyramid():
    """Four-sided, of height 2, around the center of its bounding box."""
    corner = np.array([(-1, -1, 1), (1, -1, 1), (1, -1, -1), (-1, -1, -1), (0, 1, 0)], float)
    return faceted(corner[[(0, 3, 2), (0, 2, 1), (0, 1, 4), (1, 2, 4), (2, 3, 4), (3, 0, 4)]])


def in_own_draw(monkeypatch, own):
    monkeypatch.setattr(geometries, "OWN_TRIANGLES", 0 if own else 10**9)


@pytest.fixture(params=["cylinder", "cone", "own", "clusters"])
def thing(request, monkeypatch):
    """Row of a thing of half width and half height 1 with its foot on the ground, and the geometries it needs."""
    if request.param in ("cylinder", "cone"):
        kind = KIND.CYLINDER if request.param == "cylinder" else KIND.CONE
        return request.param, row(kind, (1, 1, 0), (0, 1, 0)), ()
    in_own_draw(monkeypatch, request.param == "own")
    return request.param, row(KIND.HULL, (1, 1, 1), (0, 1, 0), geometry=0), (pyramid(),)


@pytest.mark.slow
def test_silhouette_is_where_it_should_be(studio, thing):
    name, body, shapes = thing
    empty, picture = take(studio, [], shadows=False), take(studio, [body], shapes, shadows=False)
    inside = [(0, 0.2, 1), (0.7, 0.1, 0), (-0.7, 0.1, 0), (0, 1.8, 0)]
    outside = [(1.25, 0.5, 0), (-1.25, 0.5, 0), (0, 2.3, 0)]
    (inside if name == "cylinder" else outside).extend([(0.75, 1.8, 0), (-0.75, 1.8, 0)])
    for place in inside:
        assert np.abs(patch(picture, place) - patch(empty, place)).max() > 10, place
    for place in outside:
        assert np.abs(patch(picture, place) - patch(empty, place)).max() < 3, place


def test_side_toward_the_sun_is_brighter(studio, thing):
    _, body, shapes = thing
    assert SUN_DIRECTION[0] < -0.4, "the sun is on the left"
    corner_ahead = (0.0, np.sin(np.pi / 8), 0.0, np.cos(np.pi / 8))
    picture = take(studio, [(*body[:5], corner_ahead)], shapes)
    left, right = patch(picture, (-0.55, 0.4, 0.5)).mean(), patch(picture, (0.55, 0.4, 0.5)).mean()
    assert left > 1.25 * right


def test_shadow_falls_on_the_ground(studio, thing):
    name, body, shapes = thing
    lit, shaded = take(studio, [body], shapes, shadows=False), take(studio, [body], shapes)
    top = np.array((0.0, 1.9 if name == "cylinder" else 1.2, 0.0))
    shadow = top - SUN_DIRECTION * (top[1] / SUN_DIRECTION[1])
    sunny = (-2.0, 0.0, 1.0)
    assert patch(shaded, shadow).mean() < 0.75 * patch(lit, shadow).mean()
    assert patch(shaded, sunny).mean() > 0.95 * patch(lit, sunny).mean()


def test_outline_and_wireframe(studio, thing):
    _, body, shapes = thing
    plain = take(studio, [body], shapes)
    assert 80 < differing(plain, take(studio, [body], shapes, selected=2), 30) < 6000
    assert differing(plain, take(studio, [body], shapes, wireframe=True)) > 1000
    assert differing(plain, take(studio, [body], shapes)) == 0


def test_glass_lets_the_ground_show_through(studio, thing):
    _, body, shapes = thing
    glass = (*body[:4], 2, body[5])
    empty, solid = take(studio, []), take(studio, [body], shapes)
    through = take(studio, [glass], shapes)
    place = (0.0, 0.4, 0.95)
    assert 5 < np.abs(patch(through, place) - patch(empty, place)).max() < 150
    assert differing(solid, through) > 500


@pytest.mark.parametrize("cone", [False, True])
@pytest.mark.parametrize(("radius", "half_height"), [(0.4, 1.0), (1.2, 0.3)])
def test_normals_are_right_for_any_proportion(studio, monkeypatch, cone, radius, half_height):
    """The kind of the shape, and the same as triangles with exact normals, look alike."""
    in_own_draw(monkeypatch, True)
    kind = KIND.CONE if cone else KIND.CYLINDER
    drawn = take(studio, [row(kind, (radius, half_height, 0), (0, 1.3, 0), turn=TURN)])
    shape = drum_geometry(radius, half_height, cone=cone)
    same = take(studio, [row(KIND.MESH, extent_of(shape), (0, 1.3, 0), geometry=0, turn=TURN)], [shape])
    empty = take(studio, [])
    thing = np.abs(drawn - empty).max(axis=2) > 12
    assert thing.sum() > 500
    assert np.abs(drawn - same)[thing].mean() < 2.5
    assert differing(drawn, same, 40) < 0.02 * thing.sum()


def test_clusters_and_own_draws_make_the_same_picture(studio, monkeypatch):
    shapes = [rock(seed) for seed in range(5)]
    rows = [row(KIND.HULL, extent_of(shapes[k]), (1.3 * k - 2.6, 1.0, 0), geometry=k, material=k % 4) for k in range(5)]
    pictures = []
    for own in (True, False):
        in_own_draw(monkeypatch, own)
        pictures.append(take(studio, rows, tuple(shapes)))
    assert differing(*pictures, 20) < 30


def test_height_field_has_the_marks_of_the_ground(studio):
    flat = hill(10.0, 20, 0.0)
    field = [row(KIND.HEIGHT_FIELD, extent_of(flat), (0, 0, 0), geometry=0, material=1)]
    plain = [row(KIND.MESH, extent_of(flat), (0, 0, 0), geometry=0, material=1)]
    snapshots = [make_rows([GROUND]), make_rows(field, [flat]), make_rows(plain, [flat])]
    ground, marked, unmarked = (
        studio.take(Frame(one, one, 1.0, CAMERA, MATERIALS, shadows=False)).astype(int) for one in snapshots
    )
    near = np.s_[140:260, 120:360]
    contrast = [one[near].mean(axis=2).std() for one in (ground, marked, unmarked)]
    assert abs(contrast[1] - contrast[0]) < 0.35 * contrast[0]
    on_line, beside = (patch(marked, (x, 0, 3.5), 0).mean() for x in (0.0, 0.45))
    assert on_line < 0.9 * beside
    assert abs(ground[near].mean() - marked[near].mean()) < 8 < unmarked[near].mean() - marked[near].mean()


@pytest.mark.parametrize("own", [True, False])
def test_a_geometry_that_is_replaced_under_its_number_is_drawn_anew(studio, monkeypatch, own):
    """As the ground is, when somebody digs; the others stay where they are."""
    in_own_draw(monkeypatch, own)
    high, flat, stone = hill(4.0, 20, 1.5), hill(4.0, 20, 0.1), rock(1)
    rows = [row(KIND.HEIGHT_FIELD, extent_of(high), (0, 0.2, 0), geometry=0, material=1)]
    rows.append(row(KIND.HULL, extent_of(stone), (2.6, 2.5, 0), geometry=1, material=2))
    before, after = (take(studio, rows, (one, stone)) for one in (high, flat))
    take(studio, [])  # forgets them all
    assert differing(before, after) > 500
    assert differing(after, take(studio, rows, (flat, stone)), 3) < 5


def test_look_is_drawn_instead_of_the_shape(studio):
    world = World()
    world.add_body(kind=BodyKind.STATIC, shape=ShapePlane(), material="concrete")
    empty = studio.take(frame_of(world, CAMERA)).astype(int)
    body = world.add_body(shape=ShapeSphere(0.2), position=(0, 1, 0), material="plastic", look=pyramid())
    picture = studio.take(frame_of(world, CAMERA)).astype(int)
    for place in ((0.7, 0.1, 0.5), (-0.7, 0.1, 0.5), (0, 1.8, 0)):
        assert np.abs(patch(picture, place) - patch(empty, place)).max() > 10
    shadow = -SUN_DIRECTION * (1.2 / SUN_DIRECTION[1]) + (0.0, 1.2, 0.0)
    assert patch(picture, shadow).mean() < 0.8 * patch(empty, shadow).mean()
    body.look = None
    picture = studio.take(frame_of(world, CAMERA)).astype(int)
    assert np.abs(patch(picture, (-0.7, 0.1, 0.5)) - patch(empty, (-0.7, 0.1, 0.5))).max() < 10


def rocks(count, unique):
    """Snapshot of many rocks, all of them in sight."""
    shapes = tuple(rock(seed, 0.35) for seed in range(unique))
    places = [(0.9 * (k % 25) - 11.0, 0.4 + 0.8 * (k // 250), -0.9 * (k // 25 % 10) - 6.0) for k in range(count)]
    rows = [
        row(KIND.HULL, extent_of(shapes[k % unique]), places[k], geometry=k % unique, material=k % 4)
        for k in range(count)
    ]
    rows += [row(KIND.CYLINDER, (0.3, 0.4, 0), (x, 0.4, 0)) for x in range(-3, 4)]
    rows += [row(KIND.CONE, (0.3, 0.4, 0), (x, 0.4, 1)) for x in range(-3, 4)]
    return make_rows([GROUND, *rows], shapes)


@pytest.mark.slow
def test_500_different_rocks_take_few_draw_calls(studio):
    snapshot = rocks(500, 500)
    frame = Frame(snapshot, snapshot, 1.0, CAMERA, MATERIALS, selected=5)
    studio.take(frame)
    assert studio.renderer.visible_count > 450
    assert studio.renderer.draw_calls <= 40
    builder = InstanceBuilder()
    planes = frustum_planes(view_projection_matrix(CAMERA, 1.6))
    tiles = place_tiles(CAMERA.position, np.array((0.0, 0.0, -1.0)), 1024)
    times = []
    for _ in range(20):
        start = time.process_time()
        builder.update(frame)
        builder.visible(planes)
        builder.casters(tiles)
        times.append(time.process_time() - start)
    print(f"rows of 500 rocks: {1e3 * min(times):.2f} ms; {studio.renderer.draw_calls} draw calls")
    assert min(times) < 0.010


def test_rocks_that_many_share_are_drawn_on_their_own(studio):
    snapshot = rocks(900, 12)
    studio.take(Frame(snapshot, snapshot, 1.0, CAMERA, MATERIALS))
    assert len(studio.renderer._store.own) == geometries.OWN_COUNT
    assert studio.renderer.draw_calls <= 40


@pytest.mark.slow
def test_worst_mix_takes_at_most_40_draw_calls(studio, monkeypatch):
    """Everything there is, solid and of glass, near and far, with marks, particles and an outline."""
    in_own_draw(monkeypatch, True)
    shapes = tuple(rock(seed) for seed in range(8))
    rows = []
    for material in (0, 2):
        for z in (4.0, -12.0, -60.0):
            kinds = ((KIND.BOX, (0.3, 0.3, 0.3)), (KIND.SPHERE, (0.3, 0, 0)), (KIND.CYLINDER, (0.3, 0.3, 0)))
            rows += [row(kind, size, (x, 1.0, z), material=material) for x, (kind, size) in enumerate(kinds)]
        rows += [
            row(KIND.HULL, extent_of(shapes[k]), (k - 3, 1.0 + material, 0), geometry=k, material=material)
            for k in range(8)
        ]
    snapshot = make_rows([GROUND, *rows], shapes)
    owner = snapshot.shape_body.copy()
    owner[-8:] = len(rows)  # many shapes of one body, which is selected
    object.__setattr__(snapshot, "shape_body", owner)
    end, white = np.array([(0, 1, 0), (0, 2, 0)], np.float32), np.ones((2, 4), np.float32)
    marks = tuple(Marks(end, white, end, white, np.full(2, 9.0, np.float32), on_top=top) for top in (False, True))
    sparks = Particles(end, np.ones(2, np.float32), white, np.ones(2, np.float32))
    options = {"marks": marks, "particles": sparks, "selected": len(rows) + 1}
    take_calls = []
    for wireframe in (False, True):
        studio.take(Frame(snapshot, snapshot, 1.0, CAMERA, MATERIALS, wireframe=wireframe, **options))
        take_calls.append(studio.renderer.draw_calls)
    print(f"draw calls: {take_calls}")
    assert 25 < take_calls[0] <= 40 and take_calls[1] <= 40


@pytest.fixture
def store(context):
    made = geometries.GeometryStore(context, PictureStore(context, anisotropy=1.0))
    yield made
    made.release()


def snapshot_of(shapes, uses):
    rows = [row(KIND.HULL, (1, 1, 1), (0, 0, 0), geometry=number) for number in uses]
    return make_rows([GROUND, *rows], shapes)


def test_each_geometry_is_brought_to_the_gpu_once(store):
    shapes = tuple(rock(seed) for seed in range(4))
    store.update(snapshot_of(shapes[:3], (0, 0, 2)))
    assert store.first_cluster.tolist()[1] == -1, "nothing shows it yet"
    before = store.textures.cluster_count
    first = store.first_cluster.copy()
    store.update(snapshot_of(shapes, (0, 1, 2, 3, 3)))
    assert store.first_cluster[0] == first[0] and store.first_cluster[2] == first[2]
    assert store.textures.cluster_count == store.cluster_count.sum() > before
    after = store.textures.cluster_count
    store.update(snapshot_of(shapes, (0,)))
    store.update(snapshot_of(shapes, (0, 1, 2, 3)))
    assert store.textures.cluster_count == after


def test_another_world_gives_the_memory_back(store, monkeypatch):
    in_own_draw(monkeypatch, True)
    first = tuple(rock(seed) for seed in range(6))
    store.update(snapshot_of(first, range(6)))
    assert len(store.own) == geometries.OWN_COUNT and store.textures.cluster_count == store.cluster_count.sum() > 0
    mesh = next(iter(store.own.values()))
    store.update(snapshot_of((rock(9),), (0,)))
    assert list(store.own) == [0] and store.textures.cluster_count == 0
    assert isinstance(mesh.vertices.mglo, moderngl.mgl.InvalidObject)


@pytest.mark.slow
def test_textures_grow_and_keep_what_they_have(context, studio):
    """Rocks that come one after another look as if they had come at once."""
    shapes = tuple(rock(seed, 0.35, 24, 6) for seed in range(40))
    other = Studio(context, SIZE)
    snapshot = snapshot_of(shapes, range(40))
    places = np.zeros((41, 3))
    places[1:] = [(0.8 * (k % 10) - 3.6, 0.5 + 0.8 * (k // 10), 0.0) for k in range(40)]
    for count in (1, 5, 11, 40):
        moved = snapshot_of(shapes[:count], range(count))
        object.__setattr__(moved, "position", places[: count + 1])
        last = other.take(Frame(moved, moved, 1.0, CAMERA, MATERIALS)).astype(int)
    object.__setattr__(snapshot, "position", places)
    assert differing(last, studio.take(Frame(snapshot, snapshot, 1.0, CAMERA, MATERIALS)).astype(int)) == 0
    other.renderer.release()


def test_geometry_without_triangles_is_survived(studio):
    nothing = Geometry(np.zeros((0, 3), np.float32), np.zeros((0, 3), np.float32), np.zeros((0, 3), np.int32))
    empty = take(studio, [])
    assert differing(empty, take(studio, [row(KIND.MESH, (1, 1, 1), (0, 1, 0), geometry=0)], [nothing])) == 0
