"""What the player chose, in one readable file: loaded with forgiveness, saved atomically."""

import dataclasses
import json
import math
import os
import pathlib
import sys
from collections.abc import Mapping
from typing import Any

from app import files
from assets.skies import HOURS

VERSION = 1
FILE_NAME = "settings.json"

#: Bounds of numbers: (lowest, highest). Beyond them a value is clamped.
RANGES: Mapping[str, tuple[float, float]] = {
    "window_width": (320, 16384),
    "window_height": (240, 16384),
    "frame_cap": (0, 1000),
    "ui_scale": (0.5, 3.0),
    "mouse_sensitivity": (0.05, 10.0),
    "fov_degrees": (40.0, 110.0),
    "fly_speed": (0.05, 500.0),
    "hand_strength": (0.1, 20.0),
    "samples": (0, 16),
    "render_scale": (0.0, 1.0),
    "dead_zone": (0.0, 0.9),
    "volume": (0.0, 1.0),
    "hour": (0.0, 24.0),
}
#: Words to choose from.
CHOICES: Mapping[str, tuple[str, ...]] = {
    "theme": ("dark", "light"),
    "layout": ("qwerty", "qwertz", "azerty"),
    "speed_unit": ("km/h", "mph", "m/s"),
}
#: Units of speed: how many of each are 1 m/s.
SPEED_UNITS: Mapping[str, float] = {"km/h": 3.6, "mph": 3600.0 / 1609.344, "m/s": 1.0}


@dataclasses.dataclass
class Settings:
    """All settings. Numbers are within `RANGES`, words among `CHOICES`, after `load`.

    Attributes:
        version: Form of the file.
        window_width: Width of the window [pixels of the desktop].
        window_height: Its height.
        full_screen: Whether it fills the screen.
        vsync: Whether frames wait for the screen.
        frame_cap: Most frames per second; 0 means no cap.
        ui_scale: Size of text and panels, 0.5 to 3.
        theme: "dark" or "light".
        invert_y: Whether looking up is moving the mouse down.
        mouse_sensitivity: Factor on mouse movements.
        fov_degrees: Vertical angle of view [degrees], 40 to 110.
        fly_speed: Speed of the free camera [m/s].
        hand_strength: Factor on the largest force of dragging with the mouse.
        reduced_motion: No glides, no shaking.
        color_safe: Blue and orange in place of green and red.
        high_contrast: Opaque panels and bright words.
        title_cards: Whether a scene that is opened shows what it is.
        captions: Whether sounds are told in words.
        toggle_run: Whether a press of the key begins or ends running, in place of holding it.
        toggle_crouch: The same for crouching.
        toggle_slow_motion: The same for slow motion.
        layout: Keyboard: "qwerty", "qwertz" or "azerty".
        bindings: Inputs by action, where they differ from the layout's own.
        lessons: Whether the first steps of a game are told.
        learned: Which of them were done or skipped.
        first_run: Whether nobody has played yet.
        hour: Hour of the day outside, where a scene has no sky of its own.
        shadows: Whether there are shadows.
        samples: Samples per pixel against jagged edges; 0 is off.
        render_scale: Part of the width and height of the window that the world is drawn at; 0 is automatic.
        speed_unit: What speeds are told in.
        dead_zone: Share of a stick's way that does nothing.
        volume: Loudness, 0 to 1.
        mute: Whether nothing is heard, whatever the volume.
        overlays: Keys of the overlays that are on.
        favorite_scenes: Keys of the scenes with a star, in their order.
        recent_scenes: Keys of the scenes that were open lately, the last one first.
        scene_values: Values of sliders by scene, then by slider.
        unknown: What the file held besides; written back.
    """

    version: int = VERSION
    window_width: int = 1280
    window_height: int = 800
    full_screen: bool = False
    vsync: bool = True
    frame_cap: int = 0
    ui_scale: float = 1.0
    theme: str = "dark"
    invert_y: bool = False
    mouse_sensitivity: float = 1.0
    fov_degrees: float = 60.0
    fly_speed: float = 6.0
    hand_strength: float = 1.0
    reduced_motion: bool = False
    color_safe: bool = False
    high_contrast: bool = False
    title_cards: bool = True
    captions: bool = False
    toggle_run: bool = False
    toggle_crouch: bool = False
    toggle_slow_motion: bool = False
    layout: str = "qwerty"
    bindings: dict[str, list[str]] = dataclasses.field(default_factory=dict)
    lessons: bool = True
    learned: set[str] = dataclasses.field(default_factory=set)
    first_run: bool = True
    hour: float = HOURS["day"]
    shadows: bool = True
    samples: int = 4
    render_scale: float = 0.0
    speed_unit: str = "km/h"
    dead_zone: float = 0.15
    volume: float = 0.7
    mute: bool = False
    overlays: set[str] = dataclasses.field(default_factory=set)
    favorite_scenes: list[str] = dataclasses.field(default_factory=list)
    recent_scenes: list[str] = dataclasses.field(default_factory=list)
    scene_values: dict[str, dict[str, Any]] = dataclasses.field(default_factory=dict)
    unknown: dict[str, Any] = dataclasses.field(default_factory=dict)

    def to_json(self) -> str:
        """Text of the file."""
        values = dataclasses.asdict(self)
        unknown = values.pop("unknown")
        values["overlays"], values["learned"] = sorted(self.overlays), sorted(self.learned)
        values["version"] = max(VERSION, self.version)
        return json.dumps({**values, **unknown}, indent=2, ensure_ascii=False, allow_nan=False) + "\n"

    def save(self, path: str | os.PathLike) -> str | None:
        """Write the file: afterwards it is the old one or the new one, never half of it.

        Returns:
            None, or a sentence that says why it was not saved. Nothing is raised.
        """
        try:
            files.write(pathlib.Path(os.path.realpath(path)), self.to_json())
        except (OSError, TypeError, ValueError) as error:
            reason = getattr(error, "strerror", None) or error
            return f"Could not save the settings to {path}: {reason}."
        return None


def speed_number(speed: float, unit: str) -> str:
    """A speed [m/s] in one of `SPEED_UNITS`, without the unit."""
    return f"{abs(speed) * SPEED_UNITS[unit]:.0f}"


def speed_text(speed: float, unit: str) -> str:
    """A speed [m/s] in one of `SPEED_UNITS`."""
    return f"{speed_number(speed, unit)} {unit}"


class Keeper:
    """Writes settings when they have changed.

    Args:
        settings: Which.
        path: Where to.
    """

    def __init__(self, settings: Settings, path: str | os.PathLike) -> None:
        self._settings, self._path = settings, path
        self._kept = ""

    def keep(self) -> str | None:
        """Write them if they are not as written last; returns as `Settings.save`."""
        try:
            text = self._settings.to_json()
        except (TypeError, ValueError):
            text = ""
        if text and text == self._kept:
            return None
        trouble = self._settings.save(self._path)
        self._kept = text if trouble is None else ""
        return trouble


def config_folder() -> pathlib.Path:
    """Folder of the player's configuration on this platform."""
    home = pathlib.Path.home()
    if sys.platform == "win32":
        return pathlib.Path(os.environ.get("APPDATA") or home / "AppData" / "Roaming") / "Kyvadlo"
    if sys.platform == "darwin":
        return home / "Library" / "Application Support" / "Kyvadlo"
    base = os.environ.get("XDG_CONFIG_HOME", "")
    # The specification has relative paths ignored.
    return (pathlib.Path(base) if pathlib.Path(base).is_absolute() else home / ".config") / "kyvadlo"


def settings_path() -> pathlib.Path:
    """The settings file."""
    return config_folder() / FILE_NAME


def load(path: str | os.PathLike) -> tuple[Settings, list[str]]:
    """Read the file.

    A missing file means defaults. A corrupt one is kept aside as `settings.broken.json`, and defaults are used.

    Returns:
        The settings, and sentences for the player about what was not as it should be. Nothing is raised.
    """
    path = pathlib.Path(path)
    try:
        text = path.read_text(encoding="utf-8-sig")
        values = json.loads(text)
        if not isinstance(values, dict):
            raise ValueError("it must hold one object in braces")
    except FileNotFoundError:
        return Settings(), []
    except OSError as error:
        return Settings(), [f"Could not read the settings from {path} ({error.strerror}); using the defaults."]
    except (ValueError, RecursionError) as error:
        return Settings(), [files.set_aside("settings", path, error, "using the defaults")]
    return from_mapping(values)


def from_mapping(values: Mapping[str, Any]) -> tuple[Settings, list[str]]:
    """Settings from the content of a file, and sentences about values that were changed."""
    settings, notes = Settings(), []
    for field in dataclasses.fields(Settings):
        if field.name in values and field.name != "unknown":
            default = getattr(settings, field.name)
            value, note = _checked(field.name, values[field.name], default)
            setattr(settings, field.name, value)
            notes += [note] if note else []
    known = {field.name for field in dataclasses.fields(Settings)} - {"unknown"}
    settings.unknown = {key: value for key, value in values.items() if key not in known}
    if settings.version > VERSION:
        notes.append(f"The settings are from the newer version {settings.version}; unknown ones are kept.")
    return settings, notes


def _checked(name: str, value: Any, default: Any) -> tuple[Any, str]:
    """A value as it may be used, and a sentence if it was changed."""
    if isinstance(default, bool):
        return (value, "") if isinstance(value, bool) else (default, _refused(name, value, "true or false", default))
    if isinstance(default, int | float):
        return _checked_number(name, value, default)
    if isinstance(default, str):
        choices = CHOICES.get(name)
        if isinstance(value, str) and (choices is None or value in choices):
            return value, ""
        return default, _refused(name, value, f"one of {', '.join(choices)}" if choices else "a text", default)
    return _checked_table(name, value)


def _checked_number(name: str, value: Any, default: float) -> tuple[float, str]:
    # A whole number of a thousand digits is a number to JSON, but not to float().
    if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) < 1e300:
        return default, _refused(name, value, "a number", default)
    low, high = RANGES.get(name, (-math.inf, math.inf))
    inside = type(default)(min(max(value, low), high))
    if inside == value:
        return inside, ""
    return inside, f"Setting {name} was {value!r}; using {inside!r}."


def _checked_table(name: str, value: Any) -> tuple[Any, str]:
    """`bindings`, `overlays`, `learned`, lists and values of scenes: parts of the wrong form are left out."""
    note = f"Setting {name} is malformed; using what could be read."
    if name in ("overlays", "learned", "favorite_scenes", "recent_scenes"):
        items = value if isinstance(value, list) else []
        kept = list(dict.fromkeys(item for item in items if isinstance(item, str)))
        good = isinstance(value, list) and len(kept) == len(set(map(repr, items)))
        return set(kept) if name in ("overlays", "learned") else kept, "" if good else note
    if not isinstance(value, dict):
        return {}, note
    form = _is_list_of_texts if name == "bindings" else _is_table_of_values
    kept = {key: item for key, item in value.items() if form(item)}
    return kept, "" if len(kept) == len(value) else note


def _is_list_of_texts(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(item, str) for item in value)


def _is_table_of_values(value: Any) -> bool:
    return isinstance(value, dict) and all(
        isinstance(item, bool | str) or (isinstance(item, int | float) and abs(item) < 1e300) for item in value.values()
    )


def _refused(name: str, value: Any, rule: str, default: Any) -> str:
    shown = repr(value)
    shown = shown if len(shown) <= 40 else shown[:37] + "..."
    return f"Setting {name} must be {rule}, not {shown}; using {default!r}."
