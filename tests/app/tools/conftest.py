"""Tools on three boxes above the ground; a session is all that they need."""

import numpy as np
import pytest

from app.tools.toolbox import Toolbox

EYE = (0.0, 3.0, 10.0)


def toward(place, eye=EYE):
    """Ray from the eye to a place."""
    way = np.subtract(place, eye)
    return eye, tuple((way / np.linalg.norm(way)).tolist())


@pytest.fixture
def tools(session):
    """All tools; the session tells them before each step, as the shell does."""
    made = Toolbox(session)
    session.listener.before_step = made.drag.act
    session.listener.state_read = made.check
    session.listener.world_changed = made.forget
    return made


@pytest.fixture
def box(session):
    """The lowest of the three boxes."""
    return session.world.bodies[1]
