"""Fonts of the display: they come with imgui-bundle, whose exact version is pinned, together with their licenses.

Roboto is under the Apache license 2.0, Inconsolata and the icons of Font Awesome under the SIL Open Font License 1.1.
"""

import pathlib

import imgui_bundle
from imgui_bundle import imgui

FOLDER = pathlib.Path(imgui_bundle.__file__).parent / "assets" / "fonts"
SIZE = 16.0  # of text at scale 1 [pixels]
FILES = {
    "regular": "Roboto/Roboto-Regular.ttf",
    "bold": "Roboto/Roboto-Bold.ttf",
    "mono": "Inconsolata-Medium.ttf",
}
ICON_FILE = "Font_Awesome_6_Free-Solid-900.otf"
#: Icons by what they stand for; each is a character of all our fonts.
ICONS = {
    "alert": "\uf071", "back": "\uf04a", "ball": "\uf1e2", "bell": "\uf0f3", "brake": "\uf06a", "car": "\uf1b9",
    "check": "\uf00c", "crosshair": "\uf05b", "cube": "\uf1b2", "door": "\uf52b", "ear": "\uf028", "eye": "\uf06e",
    "flag": "\uf11e", "forward": "\uf04e", "gauge": "\uf625", "hammer": "\uf6e3", "hand": "\uf256", "house": "\uf015",
    "lamp": "\uf0eb", "lock": "\uf023", "machine": "\uf085", "magnet": "\uf076", "mouse": "\uf8cc", "parking": "\uf540",
    "pause": "\uf04c", "person": "\uf554", "place": "\uf3c5", "record": "\uf03d", "rocket": "\uf135",
    "slow": "\uf252", "target": "\uf140", "trophy": "\uf091", "walk": "\uf70c", "wrench": "\uf0ad",
}  # fmt: skip

#: Where each font is among those of a context.
_INDEX = {name: index for index, name in enumerate(FILES)}


def load() -> None:
    """Load all fonts into the present context, before its first frame. Without their files its own one is used."""
    atlas = imgui.get_io().fonts
    for file in FILES.values():
        path, icons = FOLDER / file, FOLDER / ICON_FILE
        if not (path.is_file() and icons.is_file()):
            atlas.add_font_default()
            continue
        atlas.add_font_from_file_ttf(str(path), SIZE)
        merged = imgui.ImFontConfig()
        merged.merge_mode = True
        merged.glyph_offset = imgui.ImVec2(0.0, 1.0)
        atlas.add_font_from_file_ttf(str(icons), 0.82 * SIZE, merged)


def font(name: str) -> "imgui.ImFont":
    """A font of the present context: "regular", "bold" or "mono"."""
    return imgui.get_io().fonts.fonts[_INDEX[name]]
