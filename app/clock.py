"""Frame times in, whole steps and a blend factor out; and how fast the frames come.

Nothing here reads a clock: the time that a frame took is handed in, so tests and recordings can hand in what they like.
"""

import collections
import math

#: The step of every world that the app runs [s].
STEP = 1.0 / 60.0
#: Bounds of the speed factor.
SPEED_MIN = 0.01
SPEED_MAX = 4.0
#: A frame longer than this [s] is a laptop that slept or a window that was dragged, not a slow world.
GAP = 2.0
#: Share of real time that steps may take before simulated time is lost. More: frames get rare before time does, as
#: frames of D seconds of drawing become D / (1 - share) long at most.
STEP_SHARE = 0.6
#: How much a new cost of steps counts against those before.
COST_SMOOTHING = 0.3
#: Time over which `FixedStepper.behind` is smoothed [s].
BEHIND_SMOOTHING = 0.5
# Frames of exactly one step must give exactly one step, also after rounding.
_ROUNDING = 1e-9


class FixedStepper:
    """Turns frame times into whole steps.

    Args:
        dt: Step [s].
        max_steps: Steps of one frame that are made whatever they cost. More of them are made as long as they are cheap,
            see `note_cost`; the rest is lost: simulated time falls behind instead of spiralling.

    Attributes:
        paused: Whether only `step_once` makes steps.
        cost: Real time that a step takes [s], smoothed; 0 if nobody told.
        behind: Share of real time that is being lost, 0 to 1, smoothed; above a few percent it is worth a sign.
    """

    def __init__(self, dt: float = STEP, max_steps: int = 6) -> None:
        if not (math.isfinite(dt) and dt > 0.0):
            raise ValueError(f"dt must be finite and > 0 s, got {dt!r}")
        if max_steps < 1:
            raise ValueError(f"max_steps must be at least 1, got {max_steps!r}")
        self.dt = dt
        self.max_steps = max_steps
        self.behind = self.cost = 0.0
        self._paused = False
        self._queue = 0
        self._stored = 0.0
        self._last = (0.0, 0.0)  # simulated time that the last frame wanted, and its length [s]

    @property
    def paused(self) -> bool:
        """Whether only `step_once` makes steps."""
        return self._paused

    @paused.setter
    def paused(self, value: bool) -> None:
        self._paused = bool(value)
        if not value:
            self._queue = 0
            return
        # A paused picture shows the last step itself. A whole stored step makes it go on from there without a jump.
        self._stored = self.dt
        self.behind = 0.0

    @property
    def queued(self) -> int:
        """Steps asked for by `step_once` and not yet handed out."""
        return self._queue

    def step_once(self, count: int = 1) -> None:
        """Ask for single steps; pauses first if time is running."""
        if not self._paused:
            self.paused = True
        self._queue += max(int(count), 0)

    def advance(self, frame_seconds: float, *, speed: float = 1.0) -> tuple[int, float]:
        """Take in the time of one frame.

        Args:
            frame_seconds: Real time since the last frame [s]; nonsense counts as none, a long gap as one step.
            speed: Simulated seconds per real second, 0.01 to 4; other values are clamped.

        Returns:
            How many steps to make now, and how far the picture is from the last but one to the last of them, 0 to 1.
        """
        if self._paused:
            steps = min(self._queue, self.max_steps)
            self._queue -= steps
            return steps, 1.0
        frame = self._clamp_frame(frame_seconds)
        wanted = frame * clamp_speed(speed)
        self._stored += wanted
        due = int(self._stored / self.dt + _ROUNDING)
        steps = min(due, self._affordable(frame))
        self._last = wanted, frame
        self._note_loss((due - steps) * self.dt, wanted, frame)
        self._stored = max(self._stored - due * self.dt, 0.0)
        return steps, min(self._stored / self.dt, 1.0)

    def _affordable(self, frame: float) -> int:
        """Most steps of a frame [s]."""
        return max(self.max_steps, int(STEP_SHARE * frame / self.cost)) if self.cost > 0.0 else self.max_steps

    def is_too_long(self, made: int, spent: float) -> bool:
        """Whether the steps of this frame took so much longer than expected [s] that the rest should be left out."""
        return made >= self.max_steps and spent > STEP_SHARE * self._last[1]

    def note_cost(self, steps: int, spent: float, *, lost: int = 0) -> None:
        """Tell what the steps of the last frame cost.

        Args:
            steps: How many were made.
            spent: Real time that they took [s].
            lost: How many were due, but left out.
        """
        if lost:
            self._note_loss(lost * self.dt, *self._last)
        if steps > 0 and math.isfinite(spent) and spent > 0.0:
            new = spent / steps
            self.cost = new if self.cost == 0.0 else self.cost + COST_SMOOTHING * (new - self.cost)

    def _clamp_frame(self, seconds: float) -> float:
        if not math.isfinite(seconds) or seconds <= 0.0:
            return 0.0
        return seconds if seconds <= GAP else self.dt

    def _note_loss(self, lost: float, wanted: float, frame: float) -> None:
        share = min(lost / wanted, 1.0) if wanted > 0.0 else 0.0
        self.behind += (share - self.behind) * (1.0 - math.exp(-frame / BEHIND_SMOOTHING))

    def reset(self) -> None:
        """Forget stored time and queued steps, as after a change of scene; `paused` stays."""
        self._queue = 0
        self._stored = self.dt if self._paused else 0.0
        self.behind = self.cost = 0.0


def clamp_speed(speed: float) -> float:
    """A speed factor within 0.01 to 4; what is not a number counts as 1."""
    return min(max(speed, SPEED_MIN), SPEED_MAX) if not math.isnan(speed) else 1.0


class Meter:
    """Frame rate over the last seconds.

    Args:
        seconds: How far back it looks [s].
    """

    def __init__(self, seconds: float = 5.0) -> None:
        self._seconds = seconds
        self._frames: collections.deque[float] = collections.deque()
        self._total = 0.0

    def add(self, frame_seconds: float) -> None:
        """Take in the time of one frame [s]; nonsense is left out."""
        if not math.isfinite(frame_seconds) or frame_seconds <= 0.0:
            return
        self._frames.append(frame_seconds)
        self._total += frame_seconds
        while len(self._frames) > 1 and self._total - self._frames[0] >= self._seconds:
            self._total -= self._frames.popleft()

    @property
    def mean(self) -> float:
        """Frames per second, 0 before the first."""
        return len(self._frames) / math.fsum(self._frames) if self._frames else 0.0

    @property
    def low(self) -> float:
        """Frames per second of the slowest 1 % of the frames (of the slowest one if there are few)."""
        slowest = sorted(self._frames, reverse=True)[: max(len(self._frames) // 100, 1)]
        return len(slowest) / math.fsum(slowest) if slowest else 0.0

    @property
    def frames(self) -> tuple[float, ...]:
        """Times of the frames [s], oldest first, for a plot."""
        return tuple(self._frames)
