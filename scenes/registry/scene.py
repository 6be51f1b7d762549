"""Scene: what a file of the folder registers, and what it is described by: where the camera starts, sliders, lines."""

import dataclasses
import inspect
import math
import numbers
import re
from collections.abc import Callable, Iterator, Mapping, Sequence

import numpy as np

from physics import World
from play.cues import Cue
from scenes import kit


@dataclasses.dataclass(frozen=True)
class View:
    """Where the camera starts.

    Attributes:
        target: Point that it looks at [m].
        distance: How far away from it the camera is [m].
        yaw_degrees: Turn about +Y; at 0 the camera is on the +Z side, positive angles turn it toward +X.
        pitch_degrees: Angle above the horizon.
        follow: Start of the names of bodies that walk away: the target goes along with their middle; "" for none.
    """

    target: tuple[float, float, float] = (0.0, 1.0, 0.0)
    distance: float = 12.0
    yaw_degrees: float = 35.0
    pitch_degrees: float = 18.0
    follow: str = ""

    @property
    def eye(self) -> tuple[float, float, float]:
        """Place of the camera [m]."""
        yaw, pitch = math.radians(self.yaw_degrees), math.radians(self.pitch_degrees)
        flat = self.distance * math.cos(pitch)
        x, y, z = self.target
        return x + flat * math.sin(yaw), y + self.distance * math.sin(pitch), z + flat * math.cos(yaw)


@dataclasses.dataclass(frozen=True)
class Slider:
    """A number of a scene that a person may change.

    Attributes:
        label: What the panel calls it.
        value: Value at the start.
        low: Smallest value.
        high: Largest value.
        integer: Whether only whole numbers count.
        unit: Unit for the panel.
        live: Applies a value to the running world; None when a change restarts the scene.
    """

    label: str
    value: float
    low: float
    high: float
    _: dataclasses.KW_ONLY
    integer: bool = False
    unit: str = ""
    live: Callable[[World, float], None] | None = None

    def __post_init__(self) -> None:
        if not self.low < self.high or not self.low <= self.value <= self.high:
            raise ValueError(f"slider must have low < high and low <= value <= high, got {self}")
        if self.integer and not all(isinstance(number, int) for number in (self.value, self.low, self.high)):
            raise ValueError(f"integer slider must have whole numbers as value, low and high, got {self}")

    def takes(self, value: object) -> bool:
        """Whether a value, such as one of a settings file, is a number at all."""
        return isinstance(value, numbers.Real) and not isinstance(value, bool) and not math.isnan(value)

    def settle(self, value: float) -> float:
        """The nearest value that is allowed: within low and high, whole when it must be."""
        if isinstance(value, bool) or not isinstance(value, numbers.Real):
            raise TypeError(f"{self.label!r} must be a number, got {value!r}")
        if math.isnan(value):
            raise ValueError(f"{self.label!r} must be between {self.low:g} and {self.high:g}, got {value!r}")
        value = min(max(value, self.low), self.high)
        return round(value) if self.integer else float(value)


@dataclasses.dataclass(frozen=True, eq=False)
class Strokes:
    """Straight lines that a scene draws besides its bodies.

    Attributes:
        start: Where they begin [m], shape [n, 3].
        end: Where they end [m], shape [n, 3].
        color: Red, green, blue, opacity, 0 to 1: one for all, or shape [n, 4].
    """

    start: np.ndarray
    end: np.ndarray
    color: tuple[float, float, float, float] | np.ndarray = (0.94, 0.89, 0.26, 1.0)


@dataclasses.dataclass(frozen=True)
class Label:
    """Words at a place, which always face the reader.

    Attributes:
        text: What they are; the first of several lines is a name, the others are values with their units.
        place: Where their middle is [m].
    """

    text: str
    place: Sequence[float]


@dataclasses.dataclass(frozen=True)
class Scene:
    """One scene.

    Attributes:
        key: Name of its file.
        category: Group in the menu.
        name: Title in the menu.
        help: What there is to see and to do.
        view: Where the camera starts.
        build: Fills an empty world.
        sliders: What a person may change, by the name of the argument of `build`.
        place: Name of what is around it.
    """

    key: str
    category: str
    name: str
    help: str
    view: View
    build: Callable[..., None]
    sliders: Mapping[str, Slider] = dataclasses.field(default_factory=dict)
    place: str = "plain"

    @property
    def text(self) -> str:
        """What there is to see: the help without its title and without what to try."""
        body = self.help.partition("\n\n")[2] or self.help
        return " ".join(body.partition("Try:")[0].split())

    @property
    def summary(self) -> str:
        """The first sentence of that."""
        return re.split(r"(?<=[.!?])\s+(?=[A-Z])", self.text, maxsplit=1)[0]

    @property
    def tries(self) -> str:
        """What to try, as a sentence."""
        words = " ".join(self.help.partition("Try:")[2].split())
        return words[:1].upper() + words[1:]

    @property
    def check(self) -> Callable[[World], None]:
        """Function `check` of the file: raises AssertionError when the world after 300 steps is not as it should be.

        It must also raise for a world that was just built: it asks for what has happened, not only for what has not.
        """
        return self.build.__globals__.get("check", lambda world: None)

    @property
    def draw(self) -> Callable[[World], Sequence[Strokes | Label]]:
        """Function `draw` of the file: lines and labels besides the bodies, after every step. It changes nothing."""
        return self.build.__globals__.get("draw", lambda world: ())

    @property
    def cues(self) -> Callable[[World], Sequence[Cue]]:
        """Function `cues` of the file: what happened in the last step that is to be seen and heard, such as fire."""
        return self.build.__globals__.get("cues", lambda world: ())

    @property
    def autoplay(self) -> Callable[..., Iterator] | None:
        """Function `autoplay` of the file: a script for its game, see `play.autoplay`; None without one."""
        return self.build.__globals__.get("autoplay")

    def settle(self, values: Mapping[str, float] | None = None) -> dict[str, float]:
        """Values of all sliders: those given, within their limits, and the defaults of the others.

        Raises:
            LookupError: There is no such slider.
        """
        values = values or {}
        for key in values:
            if key not in self.sliders:
                known = ", ".join(self.sliders) or "none"
                raise LookupError(f"scene {self.key!r} has no slider {key!r}; choose one of: {known}")
        return {key: slider.settle(values.get(key, slider.value)) for key, slider in self.sliders.items()}

    def start(self, world: World, values: Mapping[str, float] | None = None, *, seed: int | None = None) -> None:
        """Fill an empty world.

        Args:
            world: The world.
            values: Values of sliders, by key; the others have their defaults.
            seed: Of `kit.random`; None for the seed of the scene itself.
        """
        settled = self.settle(values)
        keywords = inspect.signature(self.build).parameters
        with kit.seeded(seed):
            self.build(world, **{key: value for key, value in settled.items() if key in keywords})
        for key, slider in self.sliders.items():
            if slider.live is not None:
                slider.live(world, settled[key])
