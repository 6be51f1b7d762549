"""Viewpoint: where the picture is taken from, under which sky, and which body the camera follows."""

import math

import numpy as np

from app.session import Session
from app.settings import Settings
from app.view.camera import CameraRig
from app.view.daylight import Daylight
from app.view.framing import bounds_of
from scenes.places import registry as places

#: How slowly the scene's own camera follows its subject [s]. Smaller: every step of a walker shakes the picture;
#: larger: the subject runs ahead.
EASE_SECONDS = 0.5
#: How far it may fall behind, as a part of its distance.
LAG_MAX = 0.12


class Viewpoint:
    """The cameras of one session.

    Args:
        session: What they see.
        settings: Angle of view, speed of the free camera, reduced motion.

    Attributes:
        rig: The cameras.
        daylight: The light outside.
        followed: Number of the body that the camera follows, or -1.
        followed_soft: Number of the soft body that it follows, or -1.
    """

    def __init__(self, session: Session, settings: Settings) -> None:
        self._session, self._settings = session, settings
        self.rig = CameraRig(fov_degrees=settings.fov_degrees, reduced_motion=settings.reduced_motion)
        self.rig.fly.speed = settings.fly_speed
        self.daylight = Daylight(settings)
        self.followed = self.followed_soft = -1
        self._subject: list[int] = []  # ids of what the scene's own camera follows
        self._from_subject = np.zeros(3)  # from their middle to what it looks at [m]
        self._eased = np.zeros(3)  # what it looks at now [m]

    def show_scene(self, *, glide: bool) -> None:
        """Take the picture from where the scene wants it, under the sky of its place."""
        self.daylight.own = places.named(self._session.scene.place).sky
        self.rig.show_scene(self._session.scene.view, glide=glide)
        self.followed = self.followed_soft = -1
        self._eased = np.array(self._session.scene.view.target, float)

    def adopt(self) -> None:
        """Another world runs: find what the camera of its scene follows."""
        session, self._subject = self._session, []
        if session.scene is not None and session.scene.view.follow:
            view = session.scene.view
            self._subject = [body.id for body in session.world.bodies if body.name.startswith(view.follow)]
            middle = self._middle(self._subject)
            self._from_subject = np.array(view.target) - (view.target if middle is None else middle)

    def advance(self, seconds: float) -> None:
        """Let real time pass [s]."""
        self.rig.fov_degrees, self.rig.reduced_motion = self._settings.fov_degrees, self._settings.reduced_motion
        self.rig.update(seconds)
        self.daylight.advance(seconds)
        pivot = self.pivot()
        if pivot is not None:
            self.rig.follow(pivot.tolist())
        self._follow_subject(max(seconds, 0.0))

    def _follow_subject(self, seconds: float) -> None:
        """Ease the scene's own camera after its subject, the faster the farther that is."""
        middle = self._middle(self._subject)
        if middle is None:
            return
        behind = middle + self._from_subject - self._eased
        length = float(np.linalg.norm(behind))
        left = min(length * math.exp(-seconds / EASE_SECONDS), LAG_MAX * self._session.scene.view.distance)
        if length > 0.0:
            self._eased = self._eased + behind * (1.0 - left / length)
        self.rig.follow_subject(self._eased.tolist())

    def pivot(self) -> np.ndarray | None:
        """Where the followed body is, between the two steps [m]."""
        if self.followed_soft > 0:
            return self._soft_middle(self.followed_soft)
        return self._middle([self.followed])

    def _soft_middle(self, number: int) -> np.ndarray | None:
        """Middle of the vertices of a soft body, between the two steps [m]; None if it is gone."""
        middles = []
        for snapshot in (self._session.before, self._session.after):
            found = [view for view in snapshot.softs if view.number == number]
            middles += [np.array(view.origin) + view.vertices.mean(axis=0, dtype=np.float64) for view in found]
        return middles[0] + self._session.blend * (middles[-1] - middles[0]) if middles else None

    def _middle(self, numbers: list[int]) -> np.ndarray | None:
        """Middle of the bodies with some numbers, between the two steps [m]; None without such."""
        session = self._session
        here, there = (np.isin(snapshot.body, numbers) for snapshot in (session.after, session.before))
        if not here.any():
            return None
        end = session.after.position[here].mean(axis=0)
        start = session.before.position[there].mean(axis=0) if here.sum() == there.sum() else end
        return start + session.blend * (end - start)

    def look_at(self, number: int, aspect: float, *, soft: int = -1) -> bool:
        """Bring a body into view and follow it, or show everything that moves.

        Args:
            number: Number of the body, or -1 for everything.
            aspect: Width of the picture over its height.
            soft: Number of a soft body, or -1; then the number of a body does not count.

        Returns:
            Whether there is anything to look at.
        """
        chosen = () if soft > 0 else (number,) if number > 0 else None
        box = bounds_of(self._session.after, chosen, (soft,))
        if box is None:
            return False
        self.rig.frame_box(*box, aspect=aspect)
        self.followed, self.followed_soft = -1 if soft > 0 else number, soft
        return True
