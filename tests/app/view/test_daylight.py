"""Daylight: the day turns to the hour that was chosen, the shorter way, and no faster than one can watch."""

import pytest

from app.settings import Settings
from app.view.daylight import Daylight
from assets.skies import DAY, HOURS, SPACE, sky_at


def turned(start, end, seconds, **options):
    """Skies while the day turns, one for each tenth of a second."""
    settings = Settings(hour=start, **options)
    daylight = Daylight(settings)
    settings.hour = end
    skies = []
    for _ in range(round(10 * seconds)):
        daylight.advance(0.1)
        skies.append(daylight.sky)
    return skies


def test_the_day_turns_until_the_hour_that_was_chosen():
    skies = turned(HOURS["day"], HOURS["night"], 5.0)
    assert skies[0] != skies[1] and skies[-1] is sky_at(HOURS["night"])
    assert max(abs(a.ambient[2] - b.ambient[2]) for a, b in zip(skies, skies[1:], strict=False)) < 0.1


@pytest.mark.parametrize(("start", "end"), [(23.0, 1.0), (1.0, 23.0)])
def test_the_night_is_not_interrupted_by_a_day(start, end):
    assert max(sky.light[0] for sky in turned(start, end, 3.0)) < 0.5


def test_with_reduced_motion_it_jumps():
    assert turned(15.0, 23.0, 0.1, reduced_motion=True) == [sky_at(23.0)]


def test_a_scene_may_have_a_sky_of_its_own():
    daylight = Daylight(Settings(hour=23.0))
    assert daylight.sky.lamps == 1.0 > DAY.lamps == 0.0
    daylight.own = SPACE
    assert daylight.sky is SPACE
