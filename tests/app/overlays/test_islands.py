import itertools
import time

import numpy as np
import pytest

from app.overlays.islands import CHOSEN_MAX, IslandColors
from app.overlays.palette import PALETTE, SHADES
from physics import BodyKind, ShapeBox, ShapePlane, World
from tests.app.overlays.showing import run, show


def grid(count, pitch):
    return np.array(list(itertools.product(range(count), range(count), (0,))), float) * pitch


def same_as_near(colors, place, reach):
    """How many pairs of islands within reach have one color."""
    away = np.linalg.norm(place[:, None] - place[None], axis=2)
    close = (away < reach) & (away > 0.0)
    alike = (colors[:, None] == colors[None]).all(axis=2)
    return int((close & alike).sum()) // 2


def test_all_shades_can_be_told_apart():
    assert SHADES[:7, :3].tolist() == PALETTE[:, :3].tolist()
    assert SHADES.shape == (21, 4) and SHADES.min() >= 0.0 and SHADES.max() <= 1.0
    gaps = np.abs(SHADES[:, None, :3] - SHADES[None, :, :3]).max(axis=2)
    assert gaps[~np.eye(21, dtype=bool)].min() > 0.05


@pytest.mark.parametrize("stride", [1, 3, 7, 10, 21, 42])
@pytest.mark.parametrize("count", [6, 15, 20])
def test_neighbors_differ_whatever_their_numbers_are(stride, count):
    """Numbers modulo 7 gave towers of 7 boxes all the same color."""
    place = grid(count, 2.5)
    colors = IslandColors().tint(1 + stride * np.arange(len(place), dtype=np.int32), place)
    assert same_as_near(colors, place, 3.6) == 0


@pytest.mark.parametrize("count", [200, CHOSEN_MAX + 300])
def test_scattered_islands_seldom_look_like_their_neighbors(count):
    random = np.random.default_rng(4)
    place = random.uniform(-10, 10, (count, 3))
    numbers = np.sort(random.choice(9000, count, replace=False) + 1).astype(np.int32)
    away = np.linalg.norm(place[:, None] - place[None], axis=2)
    colors, pairs = IslandColors().tint(numbers, place), int(((away < 2.0) & (away > 0)).sum()) // 2
    alike = same_as_near(colors, place, 2.0)
    assert alike == 0 if count <= CHOSEN_MAX else alike < 0.1 * pairs


def test_an_island_keeps_its_color_while_it_moves_and_others_come():
    colors, place = IslandColors(), grid(4, 2.0)
    numbers = np.arange(2, 18, dtype=np.int32)
    before = colors.tint(numbers, place)
    numbers, place = np.append(numbers, [3, 40]), np.append(place[::-1], [[0, 5, 0], [1, 1, 1]], axis=0)
    after = colors.tint(numbers.astype(np.int32), place)
    np.testing.assert_array_equal(after[:16], before)
    np.testing.assert_array_equal(after[16], before[1])
    assert not (after[17] == before).all(axis=1).any(), "a newcomer differs from all that are near"


def test_no_bodies_and_no_islands_are_no_trouble():
    assert IslandColors().tint(np.zeros(0, np.int32), np.zeros((0, 3))).shape == (0, 4)
    assert not IslandColors().tint(np.zeros(3, np.int32), np.zeros((3, 3))).any()


def test_the_shell_keeps_colors_from_step_to_step(shell, monkeypatch):
    shell.toggle_overlay("islands")
    asked = []
    tint = IslandColors.tint
    monkeypatch.setattr(IslandColors, "tint", lambda self, *a: asked.append(self) or tint(self, *a))
    shell.session.step()
    shell.session.step()
    assert len(asked) == 2 and asked[0] is asked[1]


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


def test_five_thousand_islands_are_colored_in_few_milliseconds():
    place, numbers = np.random.default_rng(1).uniform(-9, 9, (5000, 3)), np.arange(1, 5001, dtype=np.int32)
    colors, times = IslandColors(), []
    for _ in range(5):
        start = time.thread_time()
        colors.tint(numbers, place)
        times.append(time.thread_time() - start)
    assert max(times) < 0.05 and min(times) < 0.005
