"""StillFrame: what an overlay shows between two steps, not built anew while time stands still."""

from collections.abc import Callable

from app.overlays.frame import OverlayFrame, OverlayView


class StillFrame:
    """Remembers what was built, as long as the picture shows the same moment; the camera may move meanwhile."""

    def __init__(self) -> None:
        self._moment: tuple = ()
        self._frame = OverlayFrame()

    def get(self, view: OverlayView, build: Callable[[OverlayView], OverlayFrame]) -> OverlayFrame:
        """What was built last, or what is built now."""
        moment = view.before, view.after, view.blend, view.shown
        same = len(self._moment) == len(moment)
        if not same or any(a is not b and a != b for a, b in zip(self._moment, moment, strict=True)):
            self._moment, self._frame = moment, build(view)
        return self._frame
