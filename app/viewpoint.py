"""Viewpoint: where the picture is taken from, under which sky, and which body the camera follows."""

import numpy as np

from app.session import Session
from app.settings import Settings
from app.view.camera import CameraRig
from app.view.daylight import Daylight
from app.view.framing import bounds_of
from scenes.places import registry as places


class Viewpoint:
    """The cameras of one session.

    Args:
        session: What they see.
        settings: Angle of view, speed of the free camera, reduced motion.

    Attributes:
        rig: The cameras.
        daylight: The light outside.
        followed: Number of the body that the camera follows, or -1.
    """

    def __init__(self, session: Session, settings: Settings) -> None:
        self._session, self._settings = session, settings
        self.rig = CameraRig(fov_degrees=settings.fov_degrees, reduced_motion=settings.reduced_motion)
        self.rig.fly.speed = settings.fly_speed
        self.daylight = Daylight(settings)
        self.followed = -1

    def show_scene(self, *, glide: bool) -> None:
        """Take the picture from where the scene wants it, under the sky of its place."""
        self.daylight.own = places.named(self._session.scene.place).sky
        self.rig.show_scene(self._session.scene.view, glide=glide)
        self.followed = -1

    def advance(self, seconds: float) -> None:
        """Let real time pass [s]."""
        self.rig.fov_degrees, self.rig.reduced_motion = self._settings.fov_degrees, self._settings.reduced_motion
        self.rig.update(seconds)
        self.daylight.advance(seconds)
        pivot = self.pivot()
        if pivot is not None:
            self.rig.follow(pivot.tolist())

    def pivot(self) -> np.ndarray | None:
        """Where the followed body is, between the two steps [m]."""
        session, number = self._session, self.followed
        here = np.flatnonzero(session.after.body == number)
        there = np.flatnonzero(session.before.body == number)
        if number < 0 or not len(here):
            return None
        end = session.after.position[here[0]]
        start = session.before.position[there[0]] if len(there) else end
        return start + session.blend * (end - start)

    def look_at(self, number: int, aspect: float) -> bool:
        """Bring a body into view and follow it, or show everything that moves.

        Args:
            number: Number of the body, or -1 for everything.
            aspect: Width of the picture over its height.

        Returns:
            Whether there is anything to look at.
        """
        box = bounds_of(self._session.after, (number,) if number > 0 else None)
        if box is None:
            return False
        self.rig.frame_box(*box, aspect=aspect)
        self.followed = number
        return True
