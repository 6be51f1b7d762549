"""Tests of app/effects/pull_beam.py."""

import numpy as np
import pytest

from app.effects.pull_beam import SPOTS_MAX, beam_of
from physics import Vec3

START, AHEAD = Vec3(1.0, 1.5, 2.0), Vec3(0.0, 0.0, -1.0)


def test_it_leaves_the_muzzle_straight_and_ends_where_the_tool_pulls():
    end = Vec3(3.0, 2.5, -4.0)
    beam = beam_of(START, AHEAD, end, 0.0)
    assert beam.place[0] == pytest.approx(START) and beam.place[-1] == pytest.approx(end)
    first = (beam.place[1] - beam.place[0]) / np.linalg.norm(beam.place[1] - beam.place[0])
    assert first @ np.array(AHEAD) > 0.98
    assert np.linalg.norm(np.diff(beam.place, axis=0), axis=1).max() < 0.2, "no gaps"
    assert len(beam.place) == len(beam.size) == len(beam.color) == len(beam.glow)


def test_a_pull_along_the_muzzle_is_a_straight_line():
    beam = beam_of(START, AHEAD, START + AHEAD * 5.0, 3.0)
    assert np.abs(beam.place[:, :2] - (1.0, 1.5)).max() < 1e-6


def test_its_light_runs_while_time_passes():
    there = [beam_of(START, AHEAD, START + AHEAD * 5.0, time).color[:, 3] for time in (0.0, 0.1)]
    assert np.abs(there[0] - there[1]).max() > 0.1


@pytest.mark.parametrize("end", [START, Vec3(float("nan"), 0.0, 0.0), Vec3(float("inf"), 0.0, 0.0)])
def test_what_cannot_be_drawn_is_not(end):
    assert beam_of(START, AHEAD, end, 0.0) is None


def test_far_ends_do_not_cost_more_and_more():
    assert len(beam_of(START, AHEAD, START + AHEAD * 500.0, 0.0).place) == SPOTS_MAX
