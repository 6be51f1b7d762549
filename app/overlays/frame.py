"""What overlays read, and what they add to a picture."""

import dataclasses
from collections.abc import Callable
from typing import Any

import numpy as np

from physics import World
from physics.queries.diagnostics import MassData
from physics.queries.snapshot import Snapshot
from render.frame import CameraPose, Marks


@dataclasses.dataclass(frozen=True, eq=False)
class OverlayFrame:
    """What overlays add to a picture.

    Attributes:
        marks: Lines and points.
        tint: Colors per body of the snapshot, float32 [n, 4], or None.
        labels: Text and place [m] of each label.
        wireframe: Whether bodies are drawn as the edges of their triangles.
        crosshair: Whether the middle of the picture is marked.
    """

    marks: tuple[Marks, ...] = ()
    tint: np.ndarray | None = None
    labels: tuple[tuple[str, tuple[float, float, float]], ...] = ()
    wireframe: bool = False
    crosshair: bool = False


def join_frames(frames: list[OverlayFrame]) -> OverlayFrame:
    """Everything that several overlays add; of several tints the first one counts."""
    if len(frames) == 1:
        return frames[0]
    return OverlayFrame(
        marks=tuple(mark for frame in frames for mark in frame.marks),
        tint=next((frame.tint for frame in frames if frame.tint is not None), None),
        labels=tuple(label for frame in frames for label in frame.labels),
        wireframe=any(frame.wireframe for frame in frames),
        crosshair=any(frame.crosshair for frame in frames),
    )


@dataclasses.dataclass(frozen=True, eq=False)
class OverlayView:
    """What overlays read of a world. What several of them need is computed once.

    Attributes:
        world: The world, right after the step of the later snapshot.
        before: Snapshot of the step before.
        after: Its snapshot.
        blend: How far the picture is between the two, 0 to 1.
        camera: Where the picture is taken from.
        shown: Keys of the overlays that are on.
    """

    world: World
    before: Snapshot
    after: Snapshot
    blend: float = 1.0
    camera: CameraPose = CameraPose()
    shown: frozenset[str] = frozenset()
    _results: dict = dataclasses.field(default_factory=dict, repr=False)

    def once(self, compute: Callable[["OverlayView"], Any]) -> Any:
        """`compute(view)`, computed for the first overlay that needs it and shared by the others."""
        if compute not in self._results:
            self._results[compute] = compute(self)
        return self._results[compute]

    @property
    def contacts(self) -> np.ndarray:
        """Points of all contacts, as of `World.contacts`."""
        return self.once(_contacts)

    @property
    def masses(self) -> MassData:
        """Masses, centers and moments of inertia, in the order of the snapshot."""
        return self.once(_masses)


def _contacts(view: OverlayView) -> np.ndarray:
    return view.world.contacts()


def _masses(view: OverlayView) -> MassData:
    return view.world.mass_data()
