"""The making scripts write the files that are in the project; these are small, closed where they must be, and tile."""

import pathlib

import numpy as np
import pytest

from assets.making import house, plan, terrain, textures, track, yard
from assets.making.__main__ import MODELS
from assets.making.blocks import all_as, box, carve, hole
from assets.making.objects import write_model
from assets.model import TEXTURES, load_pieces, mesh_of
from assets.png import read_png

FOLDER = TEXTURES.parent / "models"
#: Pictures with hard edges, or that are shown once.
WHOLE = ("target", "crate", "checker", "kerb", "clothes")


def numbers(path: pathlib.Path) -> dict[str, np.ndarray]:
    """Values of the lines of an OBJ file by their first word; corners of faces as whole numbers."""
    rows: dict[str, list] = {"v": [], "vt": [], "vn": [], "f": []}
    for line in path.read_text().splitlines():
        word, *values = line.split()
        if word in rows:
            rows[word].append([float(value) for value in " ".join(values).replace("/", " ").split()])
    return {word: np.array(values) for word, values in rows.items()}


@pytest.mark.slow
@pytest.mark.parametrize("name", MODELS)
def test_models_of_the_project_are_those_that_the_scripts_make(name, tmp_path):
    """To the last digit that is written: machines may round differently."""
    make, paints = MODELS[name]
    write_model(tmp_path / f"{name}.obj", make(), paints)
    assert (tmp_path / f"{name}.mtl").read_text() == (FOLDER / f"{name}.mtl").read_text()
    made, kept = numbers(tmp_path / f"{name}.obj"), numbers(FOLDER / f"{name}.obj")
    if all(made[word].shape == kept[word].shape for word in kept):
        for word, tolerance in (("v", 0.0011), ("vt", 0.00011), ("vn", 0.011), ("f", 0.0)):
            np.testing.assert_allclose(made[word], kept[word], atol=tolerance, rtol=0.0)
    else:  # a number on the edge between two roundings makes one line more or less
        assert len(made["f"]) == len(kept["f"])
        for word in ("v", "vt", "vn"):
            assert abs(len(made[word]) - len(kept[word])) <= 0.01 * len(kept[word])


@pytest.mark.parametrize("name", textures.PICTURES)
def test_pictures_of_the_project_are_those_that_the_scripts_make(name):
    made, kept = textures.pixels_of(name), read_png(TEXTURES / f"{name}.png")
    assert made.shape == kept.shape
    assert np.abs(made.astype(int) - kept).max() <= 1


@pytest.mark.parametrize("name", [name for name in textures.PICTURES if name not in WHOLE])
def test_pictures_tile(name):
    """Across the border neighbors differ no more than elsewhere, along u; the road has its lines along v."""
    pixels = read_png(TEXTURES / f"{name}.png").astype(float)
    along = np.abs(np.diff(pixels, axis=0)).mean()
    assert np.abs(pixels[0] - pixels[-1]).mean() < 6.0 * along + 4.0
    if name != "road":
        across = np.abs(np.diff(pixels, axis=1)).mean()
        assert np.abs(pixels[:, 0] - pixels[:, -1]).mean() < 6.0 * across + 4.0


def test_files_are_small():
    sizes = [path.stat().st_size for folder in (FOLDER, TEXTURES) for path in folder.iterdir()]
    assert sum(sizes) < 6e6


def test_every_picture_is_used_and_every_used_one_is_there():
    used = {paint.picture for _, paints in MODELS.values() for paint in paints.values()}
    used.add("clothes")  # of the figure, which has no model
    assert used == set(textures.PICTURES) == {path.stem for path in TEXTURES.glob("*.png")}


@pytest.mark.parametrize("name", MODELS)
def test_normals_are_on_the_side_that_the_triangles_face(name):
    for material, surface in MODELS[name][0]().items():
        corner = surface.positions[surface.triangles]
        face = np.cross(corner[:, 1] - corner[:, 0], corner[:, 2] - corner[:, 0])
        normal = surface.normals[surface.triangles].mean(axis=1)
        assert ((face * normal).sum(axis=1) > 0.0).all(), material
        np.testing.assert_allclose(np.linalg.norm(surface.normals, axis=1), 1.0, atol=1e-6)


# ---- Track ----------------------------------------------------------------------------------------------------------


def test_track_is_a_loop_of_the_length_that_is_wanted():
    road = plan.track()
    assert 350.0 <= road.length <= 450.0
    step = np.linalg.norm(np.roll(road.middle, -1, axis=0)[:, ::2] - road.middle[:, ::2], axis=1)
    np.testing.assert_allclose(step, road.length / len(road.way), rtol=0.01)
    assert np.abs(road.middle[:, ::2]).max() + plan.SHOULDER < plan.HALF - 8.0


def test_bends_can_be_driven_at_20_meters_a_second():
    """A flat bend of radius r needs friction v^2 / (r g); one banked by b: tan(atan(v^2 / (r g)) - b) < 0.9."""
    road = plan.track()
    flat = road.middle[:, ::2]
    along = np.roll(flat, -2, axis=0) - np.roll(flat, 2, axis=0)
    heading = np.unwrap(np.arctan2(along[:, 1], along[:, 0]))
    step = road.length / len(road.way)
    bend = np.abs(np.roll(heading, -2) - np.roll(heading, 2))[4:-4] / (4.0 * step)
    bank = np.abs(np.arcsin(road.left[4:-4, 1]))
    need = np.tan(np.arctan(400.0 * bend / 9.81) - bank)
    assert need.max() < 0.9
    assert 1.0 / bend.max() > 28.0


def test_banks_rise_to_the_outside():
    road = plan.track()
    east = int(road.middle[:, 0].argmax())  # driven to the left there, so the left side is the inner one
    west = int(road.middle[:, 0].argmin())
    assert road.left[east, 1] < -0.15 and road.left[west, 1] < -0.15
    assert abs(road.left[0, 1]) < 0.01


def test_jump_leaves_the_ground_and_lands_on_a_slope():
    """At 20 m/s a car flies t = 2 v sin(a) / g far: beyond the level top, and before the end of the fall."""
    rise, top, fall = plan.JUMP_PARTS
    angle = np.arctan(2.0 * plan.JUMP_HEIGHT / rise)
    reach = 20.0 * np.cos(angle) * 2.0 * 20.0 * np.sin(angle) / 9.81
    assert top < reach < top + 0.75 * fall
    way = np.linspace(0.0, plan.track().length, 4000)
    assert np.abs(np.diff(plan.jump_height(way)) / np.diff(way)).max() < 0.2


def test_ground_is_below_the_road_everywhere():
    """Also between the corners of its cells: all corners of each triangle that the road is over are carved."""
    road = plan.track()
    corners = dict(terrain.make())
    low = mesh_of_surfaces(corners)
    for side in np.linspace(-plan.KERB, plan.KERB, 9):
        places = road.middle + road.left * side
        heights = low(places[:, 0], places[:, 2])
        assert (places[:, 1] - heights).min() > 0.1


def mesh_of_surfaces(surfaces):
    """Heights of the triangles of the ground."""
    points = np.concatenate([surface.positions for name, surface in surfaces.items() if name != "mountains"])
    whole = np.abs(points[:, ::2] / plan.CELL - np.round(points[:, ::2] / plan.CELL)).max(axis=1) < 1e-6
    points = points[whole]  # not where grass, turf and rock meet
    grid = np.full((101, 101), np.nan)
    cell = np.round((points[:, [2, 0]] + plan.HALF) / plan.CELL).astype(int)
    grid[cell[:, 0], cell[:, 1]] = points[:, 1]
    assert not np.isnan(grid).any()

    def height(x, z):
        """Highest corner of the cell: no triangle of it is higher."""
        row, column = ((z + plan.HALF) // plan.CELL).astype(int), ((x + plan.HALF) // plan.CELL).astype(int)
        u, v = (x + plan.HALF) / plan.CELL - column, (z + plan.HALF) / plan.CELL - row
        a, b = grid[row, column], grid[row, column + 1]
        c, d = grid[row + 1, column], grid[row + 1, column + 1]
        one = np.where(u > v, a + u * (b - a) + v * (d - b), a + v * (c - a) + u * (d - c))
        other = np.where(u + v < 1.0, a + u * (b - a) + v * (c - a), d + (1 - u) * (c - d) + (1 - v) * (b - d))
        return np.maximum(one, other)

    return height


def test_rim_is_too_steep_to_walk_over():
    """Whoever walks out of the world has to climb more than 50 degrees somewhere."""
    line = np.linspace(0.0, plan.HALF, 401)
    for angle in np.linspace(0.0, 2.0 * np.pi, 72, endpoint=False):
        x, z = line * np.sin(angle), line * np.cos(angle)
        scale = plan.HALF / max(abs(np.sin(angle)), abs(np.cos(angle))) / plan.HALF
        height = plan.ground(x * scale, z * scale)
        slope = np.diff(height) / (np.diff(line) * scale)
        assert slope[-80:].max() > np.tan(np.radians(50.0))
        assert height[-1] > 12.0


def test_hill_can_be_climbed():
    """From the start line straight to its top no more than 45 degrees."""
    z = np.linspace(0.0, -24.0, 200)
    heights = plan.ground(np.full(200, 4.0), z)
    assert heights[-1] > 8.0
    x = np.linspace(-30.0, 4.0, 300)
    assert (np.abs(np.diff(plan.ground(x, np.full(300, -24.0)))) / np.diff(x)).max() < 1.0


# ---- Blocks ---------------------------------------------------------------------------------------------------------


def test_carved_block_is_closed_and_has_its_volume(tmp_path):
    """A room in a block: 2 x 2 x 2 m without 1 x 1 x 1 m in it."""
    blocks = [box((-1, 0, -1), (1, 2, 1)), hole((-0.5, 0.5, -0.5), (0.5, 1.5, 0.5))]
    surfaces = carve(blocks, all_as("wood"), {"wood": 1.0}, skip_bottom=False)
    write_model(tmp_path / "block.obj", surfaces, house.PAINTS)
    shape = mesh_of(load_pieces(tmp_path / "block.obj"))
    assert shape.is_closed
    assert shape.volume == pytest.approx(7.0)


def test_house_is_closed_but_for_its_bottom():
    surfaces = house.make()
    del surfaces["trim"]
    points = np.concatenate([surface.positions[surface.triangles].reshape(-1, 3) for surface in surfaces.values()])
    cells, rows = np.unique(np.round(points, 5), axis=0, return_inverse=True)
    corners = rows.reshape(-1, 3)
    edges = np.concatenate((corners[:, :2], corners[:, 1:], corners[:, ::-2]))
    keys = {tuple(edge) for edge in edges.tolist()}
    lone = [edge for edge in keys if edge[::-1] not in keys]
    assert lone and all(cells[a][1] < -0.3 and cells[b][1] < -0.3 for a, b in lone)


def test_stairs_have_steps_for_feet():
    assert 0.17 <= house.RISE <= 0.20
    assert pytest.approx(house.UPPER - house.FLOOR) == house.STEPS * house.RISE
    assert 0.25 <= house.TREAD <= 0.32


def test_windows_and_doors_are_in_walls():
    for _, low, high in (*house.WINDOWS, *house.DOORS):
        size = np.array(high) - low
        assert sorted(size)[0] == pytest.approx(house.WALL)
        assert (size > 0.0).all()


def test_frames_lie_in_no_plane_of_their_openings():
    for opening, sill in [(row, True) for row in house.WINDOWS] + [(row, False) for row in house.DOORS]:
        _, low, high = opening
        wide = 2 if high[0] - low[0] < high[2] - low[2] else 0
        for start, end in house._frame(low, high, sill=sill):
            sides = {round(float(corner[wide]), 4) for corner in (start, end)}
            assert not sides & {round(low[wide], 4), round(high[wide], 4)}, opening
            assert round(float(start[1]), 4) != round(high[1], 4), opening
            assert not sill or round(float(end[1]), 4) != round(low[1], 4), opening


def test_ramp_meets_the_road_and_the_drive():
    points = yard.ramp().positions
    x = 0.5 * sum(yard.RAMP_X)
    near = points[np.abs(points[:, 0] - x) < 1.0]
    assert near[:, 2].min() < plan.SOUTH + plan.ROAD_HALF
    assert near[near[:, 2].argmin()][1] - plan.track().middle[0][1] == pytest.approx(0.03, abs=0.05)
    assert near[near[:, 2].argmax()][1] == pytest.approx(yard.PAVED, abs=0.02)


def test_track_has_a_start_line_across_the_road():
    line = track.make()["line"].positions
    assert line[:, 2].max() - line[:, 2].min() == pytest.approx(2.0 * (plan.ROAD_HALF - 0.35), abs=0.01)
