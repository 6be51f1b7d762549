"""What overlays read, and what they add to a picture."""

import dataclasses
from collections.abc import Callable, Mapping
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
        strain: Strain of soft bodies that is drawn in red; 0 for their materials.
        dyes: Colors of soft bodies, red green blue by number.
    """

    marks: tuple[Marks, ...] = ()
    tint: np.ndarray | None = None
    labels: tuple[tuple[str, tuple[float, float, float]], ...] = ()
    wireframe: bool = False
    crosshair: bool = False
    strain: float = 0.0
    dyes: Mapping[int, tuple[float, float, float]] = dataclasses.field(default_factory=dict)

    def dye(self, snapshot: Snapshot) -> Snapshot:
        """A snapshot with its soft bodies in the colors of the overlays."""
        if not self.dyes or not snapshot.softs:
            return snapshot
        softs = (dataclasses.replace(view, color=self.dyes.get(view.number, view.color)) for view in snapshot.softs)
        return dataclasses.replace(snapshot, softs=tuple(softs))


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
        strain=max(frame.strain for frame in frames) if frames else 0.0,
        dyes=next((frame.dyes for frame in frames if frame.dyes), {}),
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

    @property
    def soft_contacts(self) -> np.ndarray:
        """Points where soft bodies touch something, as of `Soft.contacts`."""
        return self.once(_soft_contacts)


def _soft_contacts(view: OverlayView) -> np.ndarray:
    found = [soft.contacts for soft in view.world.softs]
    return (
        np.concatenate(found)
        if found
        else np.zeros(0, [("position", float, 3), ("normal", float, 3), ("force", float, 3)])
    )


def _contacts(view: OverlayView) -> np.ndarray:
    return view.world.contacts()


def _masses(view: OverlayView) -> MassData:
    return view.world.mass_data()
