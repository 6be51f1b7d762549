import itertools
import time

import numpy as np
import pytest

from app.overlays import overlays
from app.overlays.overlays import EDGES, Trails, build
from app.overlays.table import BY_KEY, BY_LETTER, OVERLAYS
from physics import BodyKind, ShapeBox, ShapeCapsule, ShapePlane, ShapeSphere, World
from scenes import kit

STEP = 1 / 60
CONTACT_KEYS = ("contacts", "normals", "impulses", "friction")


def make_world(**options):
    """Ground, a box and a hammer that lie on it, and a ball in the air."""
    world = World(**options)
    world.add_body(kind=BodyKind.STATIC, shape=ShapePlane(), name="ground")
    world.add_body(shape=ShapeBox((0.5, 0.5, 0.5)), position=(0, 0.5, 0), name="box")
    parts = ((ShapeCapsule(0.1, 0.5), (0, 0, 0), (0, 0, 0, 1)), (ShapeBox((0.4, 0.2, 0.2)), (0, 0.5, 0), (0, 0, 0, 1)))
    world.add_body(shapes=parts, position=(3, 0.2, 0), orientation=kit.turn(kit.X, 90.0))
    world.add_body(shape=ShapeSphere(0.5), position=(-3, 6, 0), velocity=(4, 0, 1), name="ball")
    return world


def run(world, steps):
    for _ in range(steps):
        world.step(STEP)
    return world


def show(world, *keys, trails=None):
    return build(world, world.snapshot(), frozenset(keys), trails or Trails())


def check_marks(marks):
    for mark in marks:
        assert mark.line.dtype == mark.line_color.dtype == mark.point.dtype == np.float32
        assert mark.point_color.dtype == mark.point_size.dtype == np.float32
        assert mark.line.shape == (len(mark.line), 3) and len(mark.line) % 2 == 0
        assert mark.line_color.shape == (len(mark.line), 4)
        assert mark.point.shape == (len(mark.point), 3) and mark.point_color.shape == (len(mark.point), 4)
        assert mark.point_size.shape == (len(mark.point),)
        assert all(np.isfinite(part).all() for part in (mark.line, mark.line_color, mark.point))
        assert 0.0 <= mark.line_color.min(initial=0.0) and mark.line_color.max(initial=1.0) <= 1.0


def test_keys_and_letters_are_unique():
    assert len(BY_KEY) == len(BY_LETTER) == len(OVERLAYS)
    assert all(len(overlay.letter) == 1 and overlay.letter.isupper() and overlay.label for overlay in OVERLAYS)


@pytest.mark.parametrize("key", list(BY_KEY))
@pytest.mark.parametrize("steps", [None, 0, 30])
def test_marks_have_the_shapes_and_types_that_the_renderer_wants(key, steps):
    world = World() if steps is None else run(make_world(), steps)
    frame, count = show(world, key), len(world.bodies)
    check_marks(frame.marks)
    if frame.tint is not None:
        assert frame.tint.shape == (count, 4) and frame.tint.dtype == np.float32
    assert (frame.tint is not None) == (key in ("islands", "sleep"))


def test_all_overlays_together_are_the_sum_of_each():
    world = run(make_world(), 30)
    alone = sum(len(mark.line) + len(mark.point) for key in BY_KEY for mark in show(world, key).marks)
    together = show(world, *BY_KEY)
    assert sum(len(mark.line) + len(mark.point) for mark in together.marks) == alone
    assert show(world).marks == () and show(world).tint is None and show(world).labels == ()


def test_a_velocity_arrow_ends_where_the_body_would_be_in_a_quarter_second():
    world = make_world(gravity=(0, 0, 0))
    (mark,) = show(world, "velocities").marks
    ends = mark.line.reshape(-1, 2, 3)
    assert len(ends) == 3
    np.testing.assert_allclose(ends[2], [(-3, 6, 0), (-2, 6, 0.25)], atol=1e-6)
    np.testing.assert_allclose(ends[0, 0], ends[0, 1])


def test_the_velocity_arrow_of_a_composite_starts_at_its_center_of_mass():
    """What turns freely: the center of mass goes straight with the velocity, the origin goes around it."""
    world = World(gravity=(0, 0, 0))
    hammer = world.add_body(shape=ShapeCapsule(0.06, 0.5), position=(1, 2, 3), material="wood", velocity=(2, 0, 0))
    hammer.add_shape(ShapeBox((0.3, 0.12, 0.12)), (0.0, 0.6, 0.0), material="iron")
    hammer.velocity, hammer.angular_velocity = (2, 0, 0), (0, 0, 5)
    run(world, 7)
    (mark,) = show(world, "velocities").marks
    center = np.array(hammer.center_of_mass)
    assert np.linalg.norm(center - hammer.position) > 0.3
    np.testing.assert_allclose(mark.line[0], center, atol=1e-5)
    np.testing.assert_allclose(mark.line[1] - mark.line[0], 0.25 * np.array(hammer.velocity), atol=1e-5)


def test_the_tree_shows_whole_levels_and_not_too_many(pile):
    world, shot, _ = pile
    (mark,) = build(world, shot, frozenset({"tree"}), Trails()).marks
    depth = world.tree_bounds().depth
    count = len(mark.line) // 24
    levels = np.cumsum(np.bincount(depth))
    assert len(depth) > overlays.TREE_BOXES >= count and count in levels and count > 100


def test_sleepers_have_no_velocity_arrow():
    world = run(make_world(), 240)
    (mark,) = show(world, "velocities").marks
    assert len(mark.line) == 2 * int((world.snapshot().awake & (world.snapshot().kind != 0)).sum()) < 6


def test_bounds_contain_the_shapes():
    world = World(gravity=(0, 0, 0))
    half, turned = np.array((0.5, 0.2, 0.9)), kit.turn((0.6, 0.0, 0.8), 50.0)
    world.add_body(shape=ShapeBox(tuple(half)), position=(1, 2, 3), orientation=turned, velocity=(5, 0, 0))
    run(world, 10)
    (mark,) = show(world, "bounds").marks
    assert len(mark.line) == 24
    shot = world.snapshot()
    corners = overlays.rotate(shot.orientation, (2.0 * overlays.CORNERS - 1.0) * half) + shot.position[0]
    assert (mark.line.min(0) <= corners.min(0) + 1e-6).all() and (mark.line.max(0) >= corners.max(0) - 1e-6).all()
    assert (mark.line.max(0) - mark.line.min(0) < np.ptp(corners, axis=0) + 1.0).all()


def test_the_tree_has_a_color_for_each_depth():
    world = run(make_world(), 2)
    depth, lower, upper = world.tree_bounds()
    (mark,) = show(world, "tree").marks
    boxes = mark.line.reshape(-1, 24, 3)
    np.testing.assert_allclose(boxes.min(1), lower, atol=1e-5)
    np.testing.assert_allclose(boxes.max(1), upper, atol=1e-5)
    assert len({tuple(color) for color in mark.line_color[::24].tolist()}) == len(set(depth.tolist()))


def edge_lengths(line):
    ends = line.reshape(-1, 2, 3)
    return np.linalg.norm(ends[:, 1] - ends[:, 0], axis=1)


def test_a_box_has_twelve_edges_along_its_axes():
    mark = overlays.boxes(np.array([[0.0, 0.0, 0.0]]), np.array([[1.0, 2.0, 3.0]]), overlays.SKY)
    assert len(EDGES) == 24 and sorted(edge_lengths(mark.line).tolist()) == [1.0] * 4 + [2.0] * 4 + [3.0] * 4


@pytest.mark.parametrize("turned", [(0, 0, 0, 1), kit.turn((0.6, 0.0, 0.8), 50.0), kit.turn(kit.Z, 90.0)])
def test_the_box_of_inertia_of_a_box_is_that_box(turned):
    world = World(gravity=(0, 0, 0))
    half = np.array((0.5, 0.2, 0.9))
    world.add_body(kind=BodyKind.STATIC, shape=ShapePlane())
    world.add_body(shape=ShapeBox(tuple(half)), position=(1, 2, 3), orientation=turned)
    dots, box = show(world, "mass").marks
    np.testing.assert_allclose(dots.point, [(1, 2, 3)], atol=1e-6)
    q = world.snapshot().orientation[1]
    corners = overlays.rotate(q, (2.0 * overlays.CORNERS - 1.0) * half) + (1, 2, 3)
    gaps = np.linalg.norm(box.line[:, None, :] - corners[None], axis=2)
    assert gaps.min(axis=1).max() < 1e-4 and gaps.min(axis=0).max() < 1e-4
    np.testing.assert_allclose(sorted(edge_lengths(box.line)), np.repeat((0.4, 1.0, 1.8), 4), atol=1e-4)


def test_the_box_of_inertia_has_the_moments_of_a_lopsided_body():
    """I = R diag(m (b^2 + c^2) / 3, ...) R^T gives the tensor back, also if its axes are not those of the body."""
    world = World()
    parts = (
        (ShapeBox((0.5, 0.1, 0.1)), (0, 0, 0), (0, 0, 0, 1)),
        (ShapeBox((0.1, 0.6, 0.2)), (0.5, 0.6, 0.3), (0, 0, 0, 1)),
    )
    world.add_body(shapes=parts, position=(1, 2, 3))
    mass, _, moments = world.mass_data()
    half, axes = overlays.inertia_boxes(mass, moments)
    squares = half[0] ** 2
    tensor = axes[0] @ np.diag(mass[0] * (squares.sum() - squares) / 3.0) @ axes[0].T
    assert abs(moments[0, 1]) > 0.01 * moments[0, 0]
    np.testing.assert_allclose(tensor[np.triu_indices(3)], moments[0], rtol=1e-5, atol=1e-5 * moments[0].max())


def test_the_center_of_mass_of_a_hammer_is_toward_its_head():
    world = make_world()
    dots, box = show(world, "mass").marks
    hammer = world.bodies[2]
    assert len(dots.point) == 3 and len(box.line) == 3 * 24
    np.testing.assert_allclose(dots.point[1], tuple(hammer.center_of_mass), atol=1e-5)
    assert np.linalg.norm(dots.point[1] - hammer.position) > 0.1


def test_contacts_are_where_bodies_touch():
    world = World()
    world.add_body(kind=BodyKind.STATIC, shape=ShapePlane())
    world.add_body(shape=ShapeBox((0.5, 0.5, 0.5)), position=(2, 0.5, 3))
    run(world, 20)
    points, normals, impulses, friction = show(world, *CONTACT_KEYS).marks
    assert len(points.point) == 4
    assert sorted(np.round(points.point[:, [0, 2]], 3).tolist()) == [[1.5, 2.5], [1.5, 3.5], [2.5, 2.5], [2.5, 3.5]]
    np.testing.assert_allclose(points.point[:, 1], 0.0, atol=0.01)
    ways = normals.line.reshape(-1, 2, 3)
    np.testing.assert_allclose(ways[:, 1] - ways[:, 0], [(0, overlays.NORMAL_LENGTH, 0)] * 4, atol=1e-5)
    np.testing.assert_allclose(ways[:, 0], points.point, atol=1e-6)
    total = world.contacts()["normal_impulse"].sum()
    assert total == pytest.approx(world.bodies[1].mass * 9.81 * STEP, rel=0.02)
    lengths = edge_lengths(impulses.line)
    assert (overlays.IMPULSE_UNIT * (lengths / overlays.IMPULSE_LENGTH) ** 2).sum() == pytest.approx(total, rel=1e-3)
    assert edge_lengths(friction.line).max() < 0.2 * lengths.min()


def test_friction_arrows_are_against_the_sliding():
    world = World()
    world.add_body(kind=BodyKind.STATIC, shape=ShapePlane())
    world.add_body(shape=ShapeBox((0.5, 0.5, 0.5)), position=(0, 0.5, 0), velocity=(6, 0, 0))
    run(world, 5)
    (mark,) = show(world, "friction").marks
    ways = mark.line.reshape(-1, 2, 3)
    assert (ways[:, 1, 0] < ways[:, 0, 0] - 0.05).any() and (ways[:, 1, 0] <= ways[:, 0, 0] + 1e-6).all()


def test_islands_have_one_color_each_and_the_ground_has_none():
    world = World()
    world.add_body(kind=BodyKind.STATIC, shape=ShapePlane())
    for x, level in itertools.product((0, 10), range(3)):
        world.add_body(shape=ShapeBox((0.5, 0.5, 0.5)), position=(x, 0.5 + level, 0))
    run(world, 10)
    tint = show(world, "islands").tint
    assert (tint[1:4] == tint[1]).all() and (tint[4:7] == tint[4]).all()
    assert np.abs(tint[1] - tint[4]).max() > 0.1
    assert tint[0, 3] == 0.0 and (tint[1:, 3] > 0.5).all()


def test_sleepers_are_blue_and_others_orange():
    world = run(make_world(), 240)
    world.add_body(shape=ShapeSphere(0.5), position=(20, 9, 0))
    asleep = ~world.snapshot().awake & (world.snapshot().kind != 0)
    tint = show(world, "sleep").tint
    assert asleep[1] and (tint[asleep, :3] == np.float32(overlays.BLUE[:3])).all()
    assert (tint[-1, :3] == np.float32(overlays.ORANGE[:3])).all() and tint[0, 3] == 0.0 and tint[-1, 3] > 0.5


def test_names_are_at_their_bodies_and_numbers_stand_for_those_without():
    labels = dict(show(make_world(), "names").labels)
    assert labels.keys() == {"ground", "box", "#3", "ball"} and labels["ball"] == (-3.0, 6.0, 0.0)


def test_few_names_are_shown_of_a_large_world():
    world = World()
    world.add_bodies(position=[(2.0 * k, 1, 0) for k in range(100)], shape=ShapeSphere(0.5))
    assert len(show(world, "names").labels) == overlays.LABELS_MAX


@pytest.fixture
def every_step(monkeypatch):
    """Trails bend at every step."""
    monkeypatch.setattr(overlays, "TRAIL_STRIDE", 1)


def test_trails_bend_at_every_second_step_and_end_at_the_body():
    world, trails, ways = make_world(), Trails(), []
    for _ in range(8):
        ways.append(world.snapshot().position[3])
        trails.add(world.snapshot())
        run(world, 1)
    lines = trails.marks().line.reshape(-1, 3, 2, 3)[:, 2]
    np.testing.assert_allclose(lines[:, 0], [ways[k] for k in (0, 2, 4, 6)], atol=1e-5)
    np.testing.assert_allclose(lines[:, 1], [ways[k] for k in (2, 4, 6, 7)], atol=1e-5)


@pytest.mark.usefixtures("every_step")
def test_trails_follow_the_way_and_fade_with_age():
    world, trails, ways = make_world(), Trails(), []
    for _ in range(10):
        ways.append(world.snapshot().position[3])
        trails.add(world.snapshot())
        run(world, 1)
    mark = trails.marks()
    check_marks([mark])
    lines = mark.line.reshape(9, 3, 2, 3)
    np.testing.assert_allclose(lines[:, 2, 0], ways[:-1], atol=1e-5)
    np.testing.assert_allclose(lines[:, 2, 1], ways[1:], atol=1e-5)
    alpha = mark.line_color[:, 3].reshape(9, 3, 2)
    assert alpha[0, 0, 0] == 0.0 and alpha[-1, 0, 1] == 1.0 and (np.diff(alpha[:, 2, 0]) > 0).all()


@pytest.mark.usefixtures("every_step")
def test_trails_are_short_and_restart_after_going_back():
    world, trails = make_world(), Trails()
    early = world.snapshot()
    for _ in range(overlays.TRAIL_STEPS + 20):
        trails.add(world.snapshot())
        run(world, 1)
    assert len(trails.marks().line) == (overlays.TRAIL_STEPS - 1) * 3 * 2
    trails.add(early)
    assert len(trails.marks().line) == 0
    trails.clear()
    assert len(trails.marks().line) == 0


@pytest.mark.usefixtures("every_step")
def test_the_same_step_again_takes_the_place_of_the_last():
    world, trails = run(make_world(), 1), Trails()
    trails.add(world.snapshot())
    run(world, 1)
    trails.add(world.snapshot())
    world.body(4).position = (9, 9, 9)
    trails.add(world.snapshot())
    assert trails.marks().line[-1].tolist() == [9, 9, 9] and len(trails.marks().line) == 6


@pytest.mark.usefixtures("every_step")
def test_trails_outlast_bodies_that_come_and_go():
    world, trails = make_world(), Trails()
    for step in range(8):
        if step == 3:
            new = world.add_body(shape=ShapeSphere(0.5), position=(20, 9, 0))
        if step == 5:
            world.remove_body(world.body(2))
        trails.add(world.snapshot())
        run(world, 1)
    mark = trails.marks()
    check_marks([mark])
    lines = mark.line.reshape(-1, 2, 3)
    assert len(lines) == 7 + 7 + 4  # of hammer and ball, and of the new one since it came
    assert np.linalg.norm(lines[:, 1] - lines[:, 0], axis=1).max() < 0.2
    assert (lines[:, :, 0] > 19).all(axis=1).sum() == 4 and new.position[0] == 20


def test_trails_of_a_world_that_was_empty_are_none():
    world, trails = World(), Trails()
    trails.add(world.snapshot())
    world.step(STEP)
    assert len(trails.marks().line) == 0
    world.add_body(shape=ShapeSphere(0.5), position=(20, 9, 0))
    trails.add(world.snapshot())
    assert len(trails.marks().line) == 0


@pytest.fixture(scope="module")
def pile():
    """A thousand boxes in towers of ten, after two seconds; and their trails."""
    world, trails = World(sleeping=False), Trails()
    world.add_body(kind=BodyKind.STATIC, shape=ShapePlane())
    places = [(1.1 * x, 0.5 + y, 1.1 * z) for y, x, z in itertools.product(range(10), repeat=3)]
    world.add_bodies(position=places, shape=ShapeBox((0.5, 0.5, 0.5)))
    for _ in range(overlays.TRAIL_STEPS):
        run(world, 1)
        trails.add(world.snapshot())
    return world, world.snapshot(), trails


@pytest.mark.parametrize("key", list(BY_KEY))
def test_an_overlay_of_a_thousand_boxes_takes_few_milliseconds(key, pile):
    world, shot, trails = pile
    times = []
    for _ in range(20):
        start = time.thread_time()  # what else runs on the machine does not count
        build(world, shot, frozenset((key,)), trails)
        times.append(1e3 * (time.thread_time() - start))
    print(f"{key}: {min(times):.2f} ms")
    assert min(times) < 12.0


def test_arrows_of_impulses_do_not_grow_without_end():
    lengths = overlays.impulse_length(np.array((0.0, overlays.IMPULSE_UNIT, 1e9)))
    np.testing.assert_allclose(lengths, (0.0, overlays.IMPULSE_LENGTH, overlays.IMPULSE_LONGEST))
