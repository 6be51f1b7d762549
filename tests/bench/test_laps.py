"""Laps of the village as a person with keys drives them: some of the sixteen that `bench --play` drives."""

import dataclasses
import math

import pytest

from bench.play.laps import Lap, Village


@pytest.fixture(scope="module")
def village():
    return Village()


@pytest.mark.slow
@pytest.mark.parametrize(("limit", "reaction"), [(16.0, 0.2), (math.inf, 0.1)], ids=["16 m/s", "full throttle"])
@pytest.mark.parametrize("number", [0, 1], ids=["blue", "green"])
def test_keys_and_late_hands_close_a_lap_on_four_wheels(village, number, limit, reaction):
    lap = village.lap(number, limit, reaction)
    assert lap.holds, str(lap)
    assert lap.damage < 0.5 and lap.lean < 30.0


def test_a_lap_counts_only_when_it_is_closed_on_all_wheels():
    good = Lap("a car", 30.0, True, False, 0, 0.1, 15.0, 3.0, 378.0, 16.0)
    assert good.holds and "closed at 378 m after 30.0 s" in str(good)
    for change, words in (
        ({"rolled": True}, "rolled over"), ({"lost": 2}, "2 wheels lost"), ({"closed": False}, "not closed"),
    ):  # fmt: skip
        bad = dataclasses.replace(good, **change)
        assert not bad.holds and words in str(bad)
