"""Places: every scene has one, and none is felt."""

import dataclasses

import numpy as np
import pytest

from app.view.stage import FIRST_NUMBER, Stage, survey
from physics import ShapeBox, ShapePlane, World
from render.materials import COLORS, LOOKS, look_of
from scenes import kit, registry
from scenes.places import registry as places, room
from scenes.places.site import Site

SCENES = registry.load_all()
PLACES = places.load_all()
#: Scenes that build all around them themselves.
OPEN = {"water_harbor", "world_village"}


def built(name: str, radius: float = 12.0) -> World:
    world = World()
    PLACES[name].build(Site(world, (3.0, -1.0, 2.0), radius))
    return world


def start(key: str) -> World:
    world = World()
    SCENES[key].start(world)
    return world


def test_an_unknown_place_is_told_with_those_that_there_are():
    with pytest.raises(LookupError, match=r"unknown place 'cellar'; choose one of: .*plain.*workshop"):
        registry.scene(category="Test", name="Test", view=registry.View(), place="cellar")(lambda world: None)


def drawn_points(world: World) -> np.ndarray:
    """Corners, middles of edges and middles of all that is drawn, without half-spaces [m], shape [n, 3]."""
    shot, found = world.snapshot(), []
    box = np.array([(x, y, z) for x in (-1, 0, 1) for y in (-1, 0, 1) for z in (-1, 0, 1)], float)
    for k, owner in enumerate(shot.shape_body):
        if shot.shape_geometry[k] >= 0:
            geometry = shot.geometries[shot.shape_geometry[k]]
            corner = geometry.positions[geometry.triangles]
            middles = 0.5 * (corner + np.roll(corner, 1, axis=1)), corner.mean(axis=1)[:, None]
            points = np.concatenate((corner, *middles), axis=1)
        else:
            size = shot.shape_size[k]
            points = box * (size if shot.shape_kind[k] == ShapeBox.kind else (size[0], size[1], size[0]))
        found.append(points.reshape(-1, 3) @ kit.rotation_matrix(shot.orientation[owner]).T + shot.position[owner])
    return np.concatenate(found) if found else np.zeros((0, 3))


@pytest.mark.parametrize("name", PLACES)
def test_places_have_looks_that_the_renderer_knows_and_stay_out_of_the_way(name):
    """What is higher than a mat, and no roof, is about as far away as the camera, whatever the size of the scene."""
    for radius in (2.0, 30.0):
        world = built(name, radius)
        shot = world.snapshot()
        for geometry, number in zip(shot.shape_geometry, shot.shape_material, strict=True):
            material = world.materials[number]
            known = material in LOOKS or look_of(material)[0].color in COLORS.values()
            assert known or shot.geometries[geometry].picture, f"no look for {material}"
        x, y, z = (drawn_points(world) - (3.0, -1.0, 2.0)).T
        tall = (y > 0.05) & (y < 0.5 * radius)
        assert not tall.any() or np.hypot(x, z)[tall].min() > 0.75 * radius
        assert not PLACES[name].floor or PLACES[name].floor in LOOKS


@pytest.mark.parametrize("key", ["stacking_tower", "joints_hinge", "games_bowling"])
def test_a_place_changes_no_bit_of_the_world(key):
    """The same scene in all places, shown in every step, and nowhere."""
    hashes = set()
    for name in (None, *PLACES):
        world = start(key)
        stage = Stage()
        for _ in range(5):
            world.step(1 / 60)
            if name is not None:
                stage.open(dataclasses.replace(SCENES[key], place=name), world.snapshot())
                stage.dress(world.snapshot(), len(world.materials))
        hashes.add(world.state_hash())
    assert len(hashes) == 1


def test_a_dressed_snapshot_has_the_scene_first_and_the_place_behind_it():
    world, stage = start("joints_hinge"), Stage()
    before = world.snapshot()
    stage.open(SCENES["joints_hinge"], before)
    shown = stage.dress(before, len(world.materials))
    count, shapes = len(before.body), len(before.shape)
    assert len(shown.body) > count and (shown.body[:count] == before.body).all()
    assert (shown.body[count:] > FIRST_NUMBER).all() and (np.diff(shown.body) > 0).all()
    assert (shown.position[:count] == before.position).all()
    assert (shown.shape_body[shapes:] >= count).all() and shown.shape_body.max() == len(shown.body) - 1
    names = (*world.materials, *stage.materials)
    assert max(shown.shape_material) < len(names)
    assert {names[k] for k in shown.shape_material[shown.shape_kind == ShapePlane.kind]} == {"boards"}
    for number in np.flatnonzero(before.shape_geometry >= 0):
        assert shown.geometries[shown.shape_geometry[number]] is before.geometries[before.shape_geometry[number]]
    tint = stage.tints(np.ones((count, 4), np.float32))
    assert len(tint) == len(shown.body) and not tint[count:].any()


def test_arrays_of_shapes_stay_the_same_until_the_shapes_change():
    """The renderer lays shapes out again whenever one of them is another array."""
    world, stage = start("stacking_tower"), Stage()
    stage.open(SCENES["joints_hinge"], world.snapshot())
    first = stage.dress(world.snapshot(), len(world.materials))
    world.step(1 / 60)
    second = stage.dress(world.snapshot(), len(world.materials))
    names = ("body", "shape_body", "shape_kind", "shape_size", "shape_material", "shape_geometry", "geometries")
    assert all(getattr(first, name) is getattr(second, name) for name in names)
    assert second.step == first.step + 1 and stage.dress(world.snapshot(), len(world.materials)).step == second.step
    world.remove_body(world.bodies[-1])
    third = stage.dress(world.snapshot(), len(world.materials))
    assert len(third.body) == len(first.body) - 1 and third.body.tolist() == sorted(third.body.tolist())


def test_a_survey_finds_the_floor_and_all_that_lies_around():
    world = start("piles_mixed")  # its ground is 1 m lower
    (x, floor, z), radius = survey(SCENES["piles_mixed"], world.snapshot())
    assert (x, floor, z) == (0.0, -1.0, 0.0)
    assert radius > max(np.hypot(body.position[0], body.position[2]) for body in world.bodies)


@pytest.mark.parametrize("name", [name for name in PLACES if name not in ("plain", "space")])
def test_walls_and_trees_are_a_backdrop_and_things_and_bodies_are_not(name):
    """The renderer draws geometries of the backdrop without shadows."""
    world, stage = start("joints_hinge"), Stage()
    stage.open(dataclasses.replace(SCENES["joints_hinge"], place=name), world.snapshot())
    shown, count = stage.dress(world.snapshot(), len(world.materials)), len(world.snapshot().shape)
    far = shown.shape_material >= stage.backdrop(len(world.materials))
    around = np.arange(len(far)) >= count
    solid = shown.shape_kind != ShapePlane.kind
    assert (far[solid] == (around & (shown.shape_geometry >= 0))[solid]).all() and far[around].any()


@pytest.mark.parametrize("key", SCENES)
def test_every_scene_stands_somewhere(key):
    assert (SCENES[key].place == "plain") == (key in OPEN)


def test_the_bars_of_a_window_stand_before_its_pane_and_within_its_size():
    world = World()
    site = Site(world, (0.0, 0.0, 0.0), 4.0)
    room.window(site, (5.0, 5.0), 0.0, (1.0, 2.0, 0.015), (0.6, 0.4), bar=0.03, level=(-1.0, 1.0))
    pane, *bars = (body.position for body in world.bodies)
    assert len(bars) == 5 and tuple(pane) == pytest.approx((1.0, 2.0, -4.985))
    assert all(bar.z > pane.z and abs(bar.x - 1.0) < 0.601 and abs(bar.y - 2.0) < 0.401 for bar in bars)


def test_the_sky_of_a_room_has_no_weather():
    sky = room.indoors(exposure=0.5)
    assert sky.cloud_cover == sky.fog == 0.0 and sky.disk == sky.glow == sky.halo == room.DARK and sky.exposure == 0.5
