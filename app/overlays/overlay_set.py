"""OverlaySet: the overlays of one window, with what they remember of the world that it shows."""

from collections.abc import Callable

from app.overlays.frame import OverlayFrame, OverlayView, join_frames
from app.overlays.registry import Overlay, all_overlays

Build = Callable[[OverlayView], OverlayFrame]


class OverlaySet:
    """Builds what the overlays show: some after each step, the others for each frame.

    Overlays that remember something are objects that live as long as the world, or until they are switched off.
    """

    def __init__(self) -> None:
        self._builds: dict[str, Build] = {}
        self._after_step = OverlayFrame()
        self._per_step = [known for known in all_overlays() if not known.per_frame]
        self._per_frame = [known for known in all_overlays() if known.per_frame]

    def clear(self) -> None:
        """Forget everything, for another world."""
        self._builds.clear()
        self._after_step = OverlayFrame()

    def forget(self, key: str) -> None:
        """Forget what one overlay remembers."""
        self._builds.pop(key, None)

    def update(self, view: OverlayView) -> OverlayFrame:
        """Build what changes with each step."""
        self._after_step = join_frames(self._frames(self._per_step, view))
        return self._after_step

    def frame(self, view: OverlayView) -> OverlayFrame:
        """Everything that is shown in a picture."""
        return join_frames([self._after_step, *self._frames(self._per_frame, view)])

    def _frames(self, overlays: list[Overlay], view: OverlayView) -> list[OverlayFrame]:
        return [self._build_of(known)(view) for known in overlays if known.always or known.key in view.shown]

    def _build_of(self, known: Overlay) -> Build:
        if known.key not in self._builds:
            is_class = isinstance(known.builder, type)
            self._builds[known.key] = known.builder().build if is_class else known.builder
        return self._builds[known.key]
