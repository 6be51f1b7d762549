"""Trails of moving bodies."""

import numpy as np
import pytest

from app.overlays import trails as trails_module
from app.overlays.trails import STEPS, Trails
from physics import ShapeSphere, World
from tests.app.overlays.showing import STEP, check_marks, make_world, run


@pytest.fixture
def every_step(monkeypatch):
    """Trails bend at every step."""
    monkeypatch.setattr(trails_module, "STRIDE", 1)


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
    for _ in range(STEPS + 20):
        trails.add(world.snapshot())
        run(world, 1)
    assert len(trails.marks().line) == (STEPS - 1) * 3 * 2
    trails.add(early)
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
