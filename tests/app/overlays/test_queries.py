"""The probe at the crosshair."""

import numpy as np
import pytest

from app.overlays.frame import OverlayView
from app.overlays.queries import build
from physics import ShapeBox, World
from render.frame import CameraPose


def probe(**camera):
    world = World()
    world.add_body(shape=ShapeBox((0.5, 0.5, 0.5)), name="box")
    shot = world.snapshot()
    return build(OverlayView(world, shot, shot, camera=CameraPose(**camera)))


def test_the_probe_names_what_is_ahead_and_how_far_away_it_is():
    frame = probe(position=(0.0, 0.0, 10.0))
    ((text, place),), (mark,) = frame.labels, frame.marks
    assert text == "box  9.50 m" and place == pytest.approx((0.0, 0.0, 0.5))
    np.testing.assert_allclose(mark.line[1] - mark.line[0], (0.0, 0.0, 0.4), atol=1e-6)
    assert frame.crosshair


def test_a_probe_into_the_sky_shows_the_crosshair_only():
    frame = probe(position=(0.0, 5.0, 10.0))
    assert frame.crosshair and frame.labels == () and frame.marks == ()


def test_the_shell_marks_the_middle_of_the_picture_with_it(shell):
    shell.frame()
    assert not shell.shows_crosshair
    shell.toggle_overlay("queries")
    shell.frame()
    assert shell.shows_crosshair
