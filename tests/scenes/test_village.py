"""The village: everything stands where it should, nothing floats, sinks or falls, and all of it comes to rest."""

import math

import numpy as np
import pytest

from assets.making import plan
from physics import BodyKind, ShapeSphere, Vec3, World
from physics.vector import direction_of
from play.breakage.soft_things import soft_things_of
from scenes import kit
from scenes.village import layout, stuff, terrain
from scenes.village.place import build_place

DT = 1 / 60
DOWN = np.array((0.0, -1.0, 0.0))


@pytest.fixture(scope="module")
def fresh():
    """The place as it is built. Do not step it."""
    world = World()
    build_place(world)
    return world


@pytest.fixture(scope="module")
def rested():
    """The place after ten seconds. Do not step it."""
    world = World()
    build_place(world)
    for _ in range(600):
        world.step(DT)
    return world


@pytest.fixture(scope="module")
def bare():
    """Ground, track and paving only."""
    world = World()
    stuff.add_materials(world)
    for model, without in (("terrain", ("mountains",)), ("track", ("line",)), ("yard", ())):
        stuff.add_model(world, model, name=model, material="grass", without=without)
    return world


def movable(world: World) -> list:
    return [body for body in world.bodies if body.kind == BodyKind.DYNAMIC]


def parts_of_soft_things(world: World) -> set[str]:
    """Names of pegs, rings, valves and so on, which go where cloth and strings let them."""
    return {body.name for thing in soft_things_of(world).things for body in thing.bodies}


def cast_down(world: World, places: np.ndarray, above: float, reach: float = 200.0):
    starts = places + (0.0, above, 0.0)
    return world.ray_cast_batch(starts, np.broadcast_to(DOWN, starts.shape), reach)


# ---- Building -------------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_two_builds_are_the_same(fresh):
    again = World()
    build_place(again)
    assert again.state_hash() == fresh.state_hash()


def test_everything_has_a_name_and_lies_within_the_world(fresh):
    assert all(body.name for body in fresh.bodies)
    places = fresh.read(fresh.bodies, "position")
    assert np.abs(places[:, ::2]).max() < plan.HALF


@pytest.mark.slow
def test_nothing_fell_and_everything_sleeps_after_ten_seconds(fresh, rested):
    before, after = (world.read(movable(world), "position") for world in (fresh, rested))
    moved = np.linalg.norm(after - before, axis=1)
    names = [body.name for body in movable(rested)]
    moved[[name in parts_of_soft_things(rested) for name in names]] *= 0.1
    worst = names[int(moved.argmax())]
    assert moved.max() < 0.06, f"{worst} moved by {moved.max():.2f} m"
    awake = [body.name for body in movable(rested) if body.awake]
    assert awake == []


@pytest.mark.slow
def test_nothing_is_sunken_into_anything(rested):
    contacts = rested.contacts()
    deep = contacts[contacts["separation"] < -0.012]
    assert [(rested.body(int(c["body_a"])).name, rested.body(int(c["body_b"])).name) for c in deep] == []


def test_brick_wall_has_about_120_bricks_and_stands(rested):
    bricks = kit.named(rested, "brick")
    assert 115 <= len(bricks) <= 130
    assert rested.read(bricks, "position")[:, 1].max() == pytest.approx(layout.PAVED + 1.9, abs=0.02)


# ---- Ground ---------------------------------------------------------------------------------------------------------


def test_ground_has_no_holes(bare):
    line = np.linspace(-plan.HALF + 0.37, plan.HALF - 0.41, 90)
    x, z = (grid.ravel() for grid in np.meshgrid(line, line))
    hits = cast_down(bare, np.column_stack((x, 0.0 * x, z)), 100.0)
    assert np.isfinite(hits.distance).all()
    height = 100.0 - hits.distance
    expected = plan.ground(x, z)
    road = np.abs(plan.nearest(x, z)[0]) < plan.SHOULDER + 0.1
    steep = np.hypot(*np.gradient(expected.reshape(90, 90))).ravel() > 0.7
    low, high = -0.25, 0.35
    plain = ~road & ~steep & (np.abs(x) < 80.0) & (np.abs(z) < 80.0)
    x0, x1, z0, z1, _ = plan.PIT
    plain &= ~((x > x0 - 3.0) & (x < x1 + 3.0) & (z > z0 - 3.0) & (z < z1 + 3.0))  # concrete is over the carved ground
    plain &= ~((x > -5.0) & (x < 5.0) & (z > 60.0) & (z < 71.0))  # the terrace
    off = height - expected
    assert off[plain].min() > low and off[plain].max() < high


@pytest.mark.parametrize("side", [-plan.ROAD_HALF + 0.05, -2.0, 0.0, 2.0, plan.ROAD_HALF - 0.05])
def test_track_is_smooth_all_around_and_nothing_stands_on_it(fresh, side):
    """Rays every quarter of a meter, half of them between its sections: no step of more than 3 cm."""
    count = int(layout.TRACK_LENGTH * 4)
    share = np.arange(count) / count * len(layout.TRACK)
    low = share.astype(int)
    part = (share - low)[:, None]
    after = (low + 1) % len(layout.TRACK)
    places = (layout.TRACK + layout.TRACK_LEFT * side)[low] * (1 - part) + (layout.TRACK + layout.TRACK_LEFT * side)[
        after
    ] * part
    hits = cast_down(fresh, places, 4.0)
    track = next(body for body in fresh.bodies if body.name == "track")
    on_ramp = (np.abs(places[:, 0] - 21.5) < 4.2) & (side < -4.0)
    assert {fresh.body(int(number)).name for number in hits.body[~on_ramp]} == {"track"} and track.id
    height = places[:, 1] + 4.0 - hits.distance
    bend = np.abs(np.roll(height, -1) - 2.0 * height + np.roll(height, 1))
    assert bend.max() < 0.03
    np.testing.assert_allclose(height, places[:, 1], atol=0.03)


def test_nothing_that_can_move_lies_on_the_track(rested):
    places = rested.read(movable(rested), "position")
    distance = np.abs(plan.nearest(places[:, 0], places[:, 2])[0])
    assert distance.min() > plan.KERB


def test_trees_stand_in_the_ground_beside_road_and_paving(fresh):
    trunks = [body for body in fresh.bodies if body.name in layout.TREES]
    assert 20 <= len(trunks) <= 60
    for trunk in trunks:
        x, y, z = trunk.position
        assert y == pytest.approx(layout.ground_at(x, z), abs=1e-9)
        assert abs(float(plan.nearest(np.array([x]), np.array([z]))[0][0])) > plan.SHOULDER + 1.0
        hit = fresh.ray_cast((x + 0.6, y + 2.0, z), (0.0, -1.0, 0.0), 5.0)
        assert hit.body.name == "ground", f"{trunk.name} at {x}, {z} stands on the {hit.body.name}"


def test_trees_of_a_kind_share_their_look(fresh):
    looks = {id(body.look) for body in fresh.bodies if body.name in layout.TREES}
    assert len(looks) == len(layout.TREES)


def test_posts_reach_into_the_ground(fresh):
    """Lamps, fences, signs do not hover: the lowest of each is below the lowest ground under its lower shapes."""
    bounds = fresh.bounds()
    lower, upper = (dict(zip(bounds.shape.tolist(), ends, strict=True)) for ends in (bounds.lower, bounds.upper))
    names = (
        "lamp post",
        "fence post",
        "sign post",
        "bench",
        "rock",
        "gantry",
        "bridge post",
        "pier",
        "grandstand",
        "trestle",
        "swing frame",
    )
    seen = set()
    for body in fresh.bodies:
        if body.name in names:
            seen.add(body.name)
            part = min(body.parts, key=lambda part: lower[part.id][1])
            x, _, z = 0.5 * (lower[part.id] + upper[part.id])
            assert lower[part.id][1] < layout.ground_at(x, z) - 0.03, f"{body.name} at {x:.1f}, {z:.1f}"
    assert seen == set(names)


# ---- House, route, start --------------------------------------------------------------------------------------------


def test_walls_doors_and_panes_are_where_the_layout_says(fresh):
    for name, point, normal in layout.barriers():
        hit = fresh.ray_cast(point + normal * 0.6, -normal, 1.0)
        assert hit is not None and hit.body.name.startswith(name), f"{name} at {point}: {hit}"
        assert hit.normal.dot(normal) > 0.9
        assert abs((hit.point - point).dot(normal)) < 0.11


def test_rooms_are_free_of_walls(fresh):
    for name, low, high in layout.ROOMS:
        middle = (low + high) * 0.5
        for point in (middle, low + (0.6, 1.2, 0.6) if name != "living room" else middle, high - (0.6, 1.0, 0.6)):
            inside = fresh.overlap(ShapeSphere(0.4), point)
            assert all(hit.body.name not in ("house", "stairs") for hit in inside), f"{name} at {point}"


def test_route_is_on_the_ground(fresh):
    for name, place in (*layout.ROUTE, *layout.ROUTE_OUT, *layout.ROUTE_PLATFORM):
        hit = fresh.ray_cast(place + (0.0, 0.5, 0.0), (0.0, -1.0, 0.0), 2.0)
        assert hit.point.y == pytest.approx(place.y, abs=0.03), f"{name}: {hit.body.name}"


@pytest.mark.parametrize("name", ["house", "brick", "crate", "track", "platform tower", "plank", "oak"])
def test_start_sees_what_there_is(fresh, name):
    """Rays from the eyes of who starts, ahead and to the left, hit all that should draw one on."""
    eye = layout.START + (0.0, 1.65, 0.0)
    yaw, pitch = np.meshgrid(np.radians(np.linspace(-50, 75, 376)), np.radians(np.linspace(-14, 12, 105)))
    ways = np.stack((-np.sin(yaw) * np.cos(pitch), np.sin(pitch), -np.cos(yaw) * np.cos(pitch)), -1).reshape(-1, 3)
    hits = fresh.ray_cast_batch(np.broadcast_to(np.array(eye), ways.shape), ways, 150.0)
    seen = {fresh.body(int(number)).name for number in np.unique(hits.body) if number > 0}
    assert any(some.startswith(name) for some in seen)


def test_cars_and_weapons_have_room(fresh):
    for place, _ in layout.CARS:
        found = fresh.overlap(ShapeSphere(1.2), place + (0.0, 1.4, 0.0))
        assert found == []
        assert fresh.ray_cast(place + (0.0, 1.0, 0.0), DOWN, 2.0).point.y == pytest.approx(place.y, abs=0.02)
    for place in layout.WEAPONS.values():
        assert fresh.ray_cast(place + (0.0, 0.5, 0.0), DOWN, 1.0).body.name.startswith("plinth")


def test_way_from_the_cars_to_the_track_is_paved_and_free(fresh):
    ends = [place for place, _ in layout.CARS[:1]] + list(layout.WAY_TO_TRACK)
    for start, end in zip(ends[:-1], ends[1:], strict=True):
        for share in np.linspace(0.0, 1.0, 20):
            place = start + (end - start) * float(share)
            hit = fresh.ray_cast((place.x, 3.0, place.z), DOWN, 5.0)
            assert hit.body.name in ("yard", "track"), f"{hit.body.name} at {place}"
            assert hit.point.y < 0.45


def test_parked_cars_look_along_the_way_to_the_track(fresh):
    for place, yaw in layout.CARS:
        nose, way = direction_of(yaw), layout.WAY_TO_TRACK[2] - place
        assert nose.dot(way) > 0.95 * way.length
        assert fresh.ray_cast(place + nose * 3.0 + (0.0, 1.0, 0.0), nose, 25.0) is None, "nothing is in the way"


def test_signs_stand_beside_the_way_and_can_be_read_from_there(fresh):
    readers = layout.CARS[0][0], layout.WAY_TO_TRACK[2]
    for (text, place, degrees, _), reader in zip(layout.SIGNS, readers, strict=True):
        assert any(body.name == f"sign: {text.lower()}" for body in fresh.bodies)
        eye, front = reader + (0.0, 1.5, 0.0), -direction_of(math.radians(degrees))
        way = place + (0.0, 2.0, 0.0) - eye
        assert front.dot(way) < -0.7 * way.length, "its front is seen"
        assert fresh.ray_cast(eye + way * 0.2, way, way.length).body.name == "sign", "nothing hides it"


def test_road_at_goes_around(fresh):
    assert layout.road_at(0.0) == Vec3(*layout.TRACK[0])
    assert (layout.road_at(layout.TRACK_LENGTH - 0.01) - layout.road_at(0.0)).length < 0.05
    assert (layout.road_at(layout.TRACK_LENGTH + 5.0) - layout.road_at(5.0)).length < 1e-9


def test_lamps_are_under_ceilings_and_on_posts(fresh):
    for place in (*layout.ROOM_LAMPS, *layout.STREET_LAMPS):
        assert any(hit.body.name.startswith("lamp") for hit in fresh.overlap(ShapeSphere(0.05), place))


def test_views_are_outside_of_everything(fresh):
    for name, (eye, _) in layout.VIEWS.items():
        assert fresh.overlap(ShapeSphere(0.2), eye) == [], name


def test_fences_stand_on_level_ground():
    for ends in terrain.FENCES:
        for x, z in ends:
            assert abs(layout.ground_at(x, z)) < 0.12
