"""Hints of the scene: where everything is, and how to get it."""

from imgui_bundle import imgui

from app.fonts import ICONS
from app.hud.compass import HERE, markers, word_of
from app.panels.registry import panel
from app.shell import Shell
from physics import Vec3


@panel(
    "hints", title="Hints", size=(560.0, 460.0), menu="Hints", place=100, action="hints", centered=True, escape=True,
    pointer=True,
)  # fmt: skip
def draw_hints(shell: Shell) -> None:
    """Title and text of each hint."""
    game = shell.player.game
    if game is not None:
        draw_places(shell)
    scene = shell.session.scene
    about = ((scene.name, scene.text), ("Try", scene.tries))
    for title, text in (game.hints if game is not None else ()) or about:
        imgui.separator_text(title)
        imgui.text_wrapped(shell.input.bindings.name_keys(text))


def draw_places(shell: Shell) -> None:
    """Where everything is from here, the nearest first; the compass shows the same icons."""
    found = markers(shell.player.game, Vec3(*shell.view.rig.pose().position))
    if not found or not imgui.begin_table("places", 3, imgui.TableFlags_.row_bg):
        return
    for marker in reversed(found):
        imgui.table_next_row()
        where = "here" if marker.distance < HERE else word_of(marker.bearing)
        for text in (f"{ICONS.get(marker.icon, ICONS['place'])}  {marker.name}", f"{marker.distance:.0f} m", where):
            imgui.table_next_column()
            imgui.text(text)
    imgui.end_table()
