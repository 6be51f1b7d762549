"""Colors of words, such that they can be read on the dark and on the light theme."""

from imgui_bundle import imgui

DARK = {
    "info": (0.75, 0.90, 1.00),
    "good": (0.60, 0.95, 0.70),
    "error": (1.00, 0.62, 0.45),
    "warning": (1.00, 0.85, 0.40),
    "recording": (1.00, 0.45, 0.40),
    "key": (0.70, 0.83, 1.00),
}
LIGHT = {
    "info": (0.05, 0.22, 0.45),
    "good": (0.00, 0.33, 0.12),
    "error": (0.60, 0.10, 0.00),
    "warning": (0.45, 0.26, 0.00),
    "recording": (0.70, 0.00, 0.00),
    "key": (0.05, 0.25, 0.60),
}

#: What differs with colors for everyone, after Okabe and Ito: nothing is told by red against green.
DARK_SAFE = {"good": (0.45, 0.80, 1.00), "error": (1.00, 0.68, 0.20), "recording": (1.00, 0.68, 0.20)}
LIGHT_SAFE = {"good": (0.00, 0.30, 0.55), "error": (0.55, 0.26, 0.00), "recording": (0.55, 0.26, 0.00)}
#: Of instruments: fine, not fine, gone.
SIGNS = {"fine": (0.45, 0.85, 0.55), "bad": (0.95, 0.35, 0.25), "gone": (0.45, 0.45, 0.45)}
SIGNS_SAFE = {"fine": (0.34, 0.71, 0.91), "bad": (0.90, 0.45, 0.00), "gone": (0.45, 0.45, 0.45)}
_chosen = {"safe": False}


def choose(*, safe: bool) -> None:
    """Take the colors that everybody can tell apart, or not."""
    _chosen["safe"] = safe


def sign(name: str) -> tuple[float, float, float, float]:
    """Color of an instrument: "fine", "bad" or "gone"."""
    return (*(SIGNS_SAFE if _chosen["safe"] else SIGNS)[name], 1.0)


def color(name: str, alpha: float = 1.0) -> imgui.ImVec4:
    """A color for words on the present theme."""
    ground = imgui.get_style().color_(imgui.Col_.window_bg)
    light, safe = ground.x > 0.5, _chosen["safe"]
    differing = (LIGHT_SAFE if light else DARK_SAFE) if safe else {}
    return imgui.ImVec4(*differing.get(name, (LIGHT if light else DARK)[name]), alpha)
