"""Water: what is below its surface is tinted, the deeper the more; waves move with time; the rest stays as it is."""

import dataclasses

import numpy as np
from handmade import make_rows, row
from pictures import look_from

from assets.skies import DAY, sky_at
from physics.queries.snapshot import KIND
from render.frame import Frame, Water

POOL = Water(0.0, (-3.0, -3.0), (3.0, 3.0))
ROWS = (
    row(KIND.PLANE, (0, 0, 0), (0, -2, 0)),
    row(KIND.BOX, (0.5, 0.9, 0.5), (-1.0, -1.1, 0.0)),  # its top is 0.2 m below the surface
)
ABOVE = look_from((0.0, 9.0, 0.01), (0.0, 0.0, 0.0))


def take(studio, *waters, camera=ABOVE, time=0.0, **options):
    snapshot = make_rows(ROWS)
    object.__setattr__(snapshot, "time", time)
    frame = Frame(snapshot, snapshot, 1.0, camera, ("concrete",), waters=waters, **options)
    return studio.take(frame).astype(int)


def test_water_is_green_and_blue_the_deeper_the_more(studio):
    dry, wet = take(studio), take(studio, POOL)
    shallow, deep = np.s_[130:140, 198:206], np.s_[130:140, 265:285]  # on the box, on the ground
    for part, least in ((shallow, 5), (deep, 60)):
        red, _, blue = (dry[part] - wet[part]).mean(axis=(0, 1))
        assert red > least and red > 1.5 * blue
    assert (dry[deep] - wet[deep])[..., 0].mean() > 2.0 * (dry[shallow] - wet[shallow])[..., 0].mean()


def test_water_ends_at_its_shores_and_changes_nothing_beyond(studio):
    dry, wet = take(studio), take(studio, POOL)
    assert (dry[:, :110] == wet[:, :110]).all() and (dry[:, 370:] == wet[:, 370:]).all()
    assert (dry[100:170, 190:290] != wet[100:170, 190:290]).any(axis=2).mean() > 0.95


def test_waves_move_and_mirror_the_sky(studio):
    low = look_from((0.0, 0.6, 5.0), (0.0, 0.0, 0.0))
    first, later = (take(studio, POOL, camera=low, time=time) for time in (0.0, 0.4))
    middle = np.s_[120:150, 150:330]
    assert np.abs(first - later)[middle].mean() > 1.0
    night = take(studio, POOL, camera=low, sky=sky_at(23.0))
    assert night[middle].mean() < 0.6 * first[middle].mean()
    dusk = take(studio, POOL, camera=low, sky=dataclasses.replace(DAY, horizon=(1.0, 0.3, 0.1)))
    assert (dusk[middle] - first[middle])[..., 0].mean() > (dusk[middle] - first[middle])[..., 2].mean() + 10


def test_an_eye_in_the_water_sees_less_the_farther_away(studio):
    def seen(*waters):
        picture = take(studio, *waters, camera=look_from((2.5, -1.2, 0.0), (-2.0, -1.6, 0.0)))
        return picture[180:230, 100:380].std()

    assert seen(POOL) < 0.8 * seen()
