"""Skies of all hours: no jumps, never too dark to play, stars at night alone, shadows away from the sun."""

import dataclasses

import numpy as np
import pytest
from handmade import make_rows, row
from pictures import look_from

from assets.skies import DAY, HOURS, SPACE, sky_at
from physics.queries.snapshot import KIND
from render.frame import Frame

ROWS = (row(KIND.PLANE, (0, 0, 0), (0, 0, 0)), row(KIND.BOX, (0.5, 1.0, 0.5), (0.0, 1.0, 0.0)))
CAMERA = look_from((0.0, 6.0, 12.0), (0.0, 0.0, 0.0))
UP = look_from((0.0, 2.0, 0.0), (-1.0, 6.0, -6.0))


def take(studio, sky, camera=CAMERA, rows=ROWS):
    snapshot = make_rows(rows)
    return studio.take(Frame(snapshot, snapshot, 1.0, camera, ("concrete",), sky=sky)).astype(int)


def test_the_afternoon_is_that_of_every_picture_before():
    assert DAY.light == (3.1, 2.62, 1.95) and DAY.exposure == 0.56 and DAY.stars == DAY.lamps == 0.0
    np.testing.assert_allclose(DAY.direction, np.array((-0.6, 0.7, 0.4)) / np.sqrt(1.01), atol=1e-3)


def test_nothing_jumps_but_the_place_of_a_light_that_is_out():
    hours = np.arange(0.0, 24.0, 0.01)
    skies = [sky_at(hour) for hour in hours]
    for field in dataclasses.fields(DAY):
        if field.name == "direction":
            continue
        values = np.array([np.atleast_1d(getattr(sky, field.name)) for sky in skies], float)
        jump = np.abs(np.diff(values, axis=0, append=values[:1])).max()
        assert jump < 0.05 * max(1.0, np.abs(values).max()), field.name
    way = np.array([sky.direction for sky in skies])
    np.testing.assert_allclose(np.linalg.norm(way, axis=1), 1.0, atol=1e-9)
    moved = np.flatnonzero(np.linalg.norm(np.diff(way, axis=0), axis=1) > 0.05)
    assert len(moved) == 2 and all(max(skies[k].light) < 0.06 for k in moved)
    assert way[:, 1].min() > 0.08, "shadows do not reach for the horizon"


@pytest.mark.parametrize("hour", [-1.0, 15.0, 24.0, 47.9])
def test_hours_count_around_the_clock(hour):
    assert sky_at(hour) == sky_at(hour % 24.0)


def test_an_hour_that_is_none_is_refused():
    with pytest.raises(ValueError, match="hour must be finite, got nan; 15 is an afternoon"):
        sky_at(float("nan"))


@pytest.mark.parametrize("hour", [*HOURS.values(), 0.0, 6.0, 20.0, 20.4])
def test_it_is_never_too_dark_to_play_nor_glaring(studio, hour):
    ground = take(studio, sky_at(hour))[150:].mean()
    assert 45 < ground < 215, f"{ground:.0f} of 255 at {hour} h"


def test_night_is_darker_than_dusk_and_dusk_than_day():
    brightness = [sum(sky_at(HOURS[name]).light) for name in ("night", "dusk", "day")]
    assert 1.0 < 2.0 * brightness[0] < brightness[1] < 0.8 * brightness[2]


def test_stars_are_seen_at_night_and_in_space_all_around(studio):
    """A star is a pixel that is much brighter than the mean of what is around it."""

    def stars(sky, camera):
        gray = take(studio, dataclasses.replace(sky, cloud_cover=0.0), camera, ROWS[1:]).sum(axis=2)
        around = sum(np.roll(gray, (y, x), (0, 1)) for y in (-3, 0, 3) for x in (-3, 0, 3) if x or y) / 8.0
        return int((gray - around > 60)[4:-4, 4:-4].sum())

    down = look_from((0.0, 2.0, 0.0), (-1.0, -4.0, -6.0))
    assert stars(DAY, UP) == 0 and stars(sky_at(23.0), UP) > 15
    assert stars(SPACE, down) > 15 and stars(sky_at(23.0), down) == 0


@pytest.mark.parametrize("hour", HOURS.values())
def test_shadows_fall_away_from_sun_and_moon(studio, hour):
    """The middle of the top of the box throws its shadow where the ray through it meets the ground."""
    sky = sky_at(hour)
    light = np.array(sky.direction)
    spot = np.array((0.0, 1.4, 0.0)) - light * (1.4 / light[1])
    camera = look_from(spot + (0.0, 9.0, 0.1), spot)
    with_box, without = take(studio, sky, camera), take(studio, sky, camera, ROWS[:1])
    middle = np.s_[131:139, 236:244]
    assert with_box[middle].mean() < 0.85 * without[middle].mean()


def test_far_land_lies_below_the_horizon_where_nothing_is_built(studio):
    """Green beyond the ground of a scene, but none in space."""
    camera = look_from((0.0, 40.0, 0.0), (0.0, 0.0, -60.0))
    land, space = (take(studio, sky, camera, ROWS[1:])[200:].mean(axis=(0, 1)) for sky in (DAY, SPACE))
    assert land[1] > land[0] > 30 and land[1] > land[2]
    assert space.max() < 20
