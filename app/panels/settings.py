"""Settings of the app: each page is a table of rows, in plain words; each acts at once."""

import dataclasses
from collections.abc import Mapping
from typing import Any

from imgui_bundle import imgui

from app.panels.registry import Panel, panel
from app.settings import Settings
from app.shell import Shell

CONTROL_WIDTH = 170.0  # at text size 1 [pixels]


@dataclasses.dataclass(frozen=True)
class Row:
    """One setting.

    Attributes:
        field: Attribute of `Settings`.
        label: What it is, for people.
        help: More about it.
        choices: Values to choose from with their words; none for a switch or a slider.
        ends: Lowest and highest value of a slider, else None.
        words: How a slider writes its value, as for `printf`.
        factor: What a slider shows is the value times this.
    """

    field: str
    label: str
    help: str = ""
    choices: Mapping[Any, str] | None = None
    ends: tuple[float, float] | None = None
    words: str = "%.2f"
    factor: float = 1.0


SIZES = {scale: f"{scale:.0%}" for scale in (0.5, 0.75, 1.0, 1.25, 1.5, 2.0, 2.5, 3.0)}
RATES = {0: "Unlimited"} | {rate: f"{rate} a second" for rate in (30, 60, 75, 90, 120, 144, 240)}
SHARPNESS = {0.0: "Automatic", 0.5: "Half", 0.75: "Three quarters", 1.0: "Full"}
PAGES: dict[str, tuple[Row, ...]] = {
    "Picture": (
        Row("ui_scale", "Text size", choices=SIZES),
        Row("theme", "Colors of panels", choices={"dark": "Dark", "light": "Light"}),
        Row("fov_degrees", "Field of view", "How much one sees at once, from bottom to top.", ends=(40.0, 110.0),
            words="%.0f degrees"),
        Row("hour", "Hour of the day", "Where a scene has no sky of its own; [time_of_day] goes through the day.",
            ends=(0.0, 24.0), words="%.1f"),
        Row("speed_unit", "Speed in", choices={"km/h": "km/h", "mph": "mph", "m/s": "m/s"}),
        Row("shadows", "Shadows", "Off is faster."),
        Row("samples", "Smooth edges", "Counts from the next start on; without a graphics card it stays off.",
            choices={0: "Off", 2: "Some", 4: "Good", 8: "Best"}),
        Row("render_scale", "Resolution of the 3D view", "Lower is faster, but less sharp; panels stay sharp.",
            choices=SHARPNESS),
        Row("vsync", "Wait for the screen (vsync)", "Avoids torn pictures; off reacts a little faster."),
        Row("frame_cap", "Frame rate limit", "Fewer save power.", choices=RATES),
    ),
    "Sound": (
        Row("volume", "Volume", ends=(0.0, 1.0), words="%.0f %%", factor=100.0),
        Row("mute", "Mute"),
        Row("captions", "Captions for sounds", "Tells in words what is to be heard, and from which side."),
    ),
    "Controls": (
        Row("mouse_sensitivity", "Mouse speed", ends=(0.05, 5.0), words="%.2f x"),
        Row("invert_y", "Invert up and down", "Moving the mouse down looks up, as in flight simulators."),
        Row("toggle_run", "Run: press once", "Once to run, once more to walk, instead of holding the key."),
        Row("toggle_crouch", "Crouch: press once", "Once to crouch, once more to stand, instead of holding the key."),
        Row("toggle_slow_motion", "Slow motion: press once", "Once to slow time down, once more to let it go on."),
        Row("layout", "Keyboard", choices={"qwerty": "QWERTY", "qwertz": "QWERTZ", "azerty": "AZERTY"}),
        Row("dead_zone", "Stick dead zone", "Part of the way of a stick that does nothing; more if things drift.",
            ends=(0.0, 0.9), words="%.0f %%", factor=100.0),
        Row("hand_strength", "Strength of the hand", "How hard dragging pulls; 1 frees things from below a pile.",
            ends=(0.1, 20.0), words="%.1f x"),
        Row("lessons", "First steps", "Tells in games what to do, step by step; switched on it starts anew."),
        Row("fly_speed", "Speed of the free camera", "The wheel changes it, too.", ends=(0.5, 60.0), words="%.1f m/s"),
    ),
    "Comfort": (
        Row("reduced_motion", "Less motion", "No gliding, shaking or bobbing of the camera, and weaker flashes."),
        Row("color_safe", "Color-blind safe colors", "Blue and orange in place of green and red."),
        Row("title_cards", "Titles of scenes", "Tells for some seconds what a scene shows, and what to try."),
        Row("high_contrast", "High contrast", "Panels and signs are opaque, and their words brighter."),
    ),
}  # fmt: skip


@panel(
    "settings", title="Settings", size=(470.0, 370.0), menu="Settings", place=80, action="settings", centered=True,
    escape=True, pointer=True,
)  # fmt: skip
class SettingsPanel(Panel):
    """A page for each kind of settings, and the way back to the defaults."""

    def __init__(self) -> None:
        self._before: dict[str, Any] = {}  # what the last reset changed

    def draw(self, shell: Shell) -> None:
        """Draw the page that is chosen."""
        if not imgui.begin_tab_bar("pages"):
            return
        for page, rows in PAGES.items():
            if imgui.begin_tab_item(page)[0]:
                imgui.push_item_width(CONTROL_WIDTH * shell.settings.ui_scale)
                for row in rows:
                    draw_row(shell, row)
                imgui.pop_item_width()
                if page == "Controls" and imgui.button("Keys and buttons"):
                    shell.panels["help"] = True
                imgui.spacing()
                self._draw_reset(shell, page)
                imgui.end_tab_item()
        imgui.end_tab_bar()

    def _draw_reset(self, shell: Shell, page: str) -> None:
        """Back to the defaults: this page, or all; and back from there."""
        rows = [row for rows in PAGES.values() for row in rows]
        wanted = PAGES[page] if imgui.button("Reset this page") else ()
        imgui.same_line()
        wanted = rows if imgui.button("Reset all") else wanted
        if wanted:
            self._before = reset(shell, wanted)
        if self._before:
            imgui.same_line()
            if imgui.button("Undo reset"):
                for field, value in self._before.items():
                    apply(shell, field, value)
                self._before = {}


def reset(shell: Shell, rows: tuple[Row, ...] | list[Row]) -> dict[str, Any]:
    """Give settings their first values; returns those that they had."""
    before, first = {row.field: getattr(shell.settings, row.field) for row in rows}, Settings()
    for field in before:
        apply(shell, field, getattr(first, field))
    shell.say("The settings are as they were at first.", "good")
    return before


def apply(shell: Shell, field: str, value: Any) -> None:
    """Change a setting, with what does not look at it in each frame."""
    if field == "layout":
        for note in shell.input.set_layout(value):
            shell.say(note, "error")
    setattr(shell.settings, field, value)
    if field == "lessons":
        shell.settings.learned.clear()
    if field == "fly_speed":
        shell.view.rig.fly.speed = value


def draw_row(shell: Shell, row: Row) -> None:
    """Switch, slider or list of one setting."""
    value = shell.view.rig.fly.speed if row.field == "fly_speed" else getattr(shell.settings, row.field)
    if row.choices is not None:
        keys = list(row.choices)
        changed, index = imgui.combo(row.label, nearest(keys, value), list(row.choices.values()))
        new = keys[index]
    elif row.ends is not None:
        low, high = (row.factor * end for end in row.ends)
        changed, new = imgui.slider_float(row.label, row.factor * value, low, high, row.words)
        new = min(max(new / row.factor, row.ends[0]), row.ends[1])  # a value that is typed may be outside
    else:
        changed, new = imgui.checkbox(row.label, value)
    if row.help:
        imgui.set_item_tooltip(shell.input.bindings.name_keys(row.help))
    if changed:
        apply(shell, row.field, new)


def nearest(keys: list[Any], value: Any) -> int:
    """Index of the nearest choice."""
    if isinstance(value, str):
        return keys.index(value)
    return min(range(len(keys)), key=lambda k: abs(keys[k] - value))
