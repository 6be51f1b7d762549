"""Hints of the scene: where everything is, and how to get it."""

from imgui_bundle import imgui

from app.panels.registry import panel
from app.shell import Shell


@panel(
    "hints", title="Hints", size=(560.0, 460.0), menu="Hints", place=100, action="hints", centered=True, escape=True,
    pointer=True,
)  # fmt: skip
def draw_hints(shell: Shell) -> None:
    """Title and text of each hint."""
    game = shell.player.game
    scene = shell.session.scene
    about = ((scene.name, scene.text), ("Try", scene.tries))
    for title, text in (game.hints if game is not None else ()) or about:
        imgui.separator_text(title)
        imgui.text_wrapped(shell.input.bindings.name_keys(text))
