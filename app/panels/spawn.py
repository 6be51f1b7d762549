"""What is spawned and shot."""

from imgui_bundle import imgui

from app.panels.registry import panel
from app.shell import Shell
from app.tools.spawn import MAKERS


@panel("spawn", title="Spawn and shoot", size=(295.0, 160.0), menu="Spawn and shoot", place=40, right=True)
def draw_spawn(shell: Shell) -> None:
    """Shape, material, size and speed."""
    options = shell.tools.spawn.options
    imgui.push_item_width(150.0 * shell.settings.ui_scale)
    shapes, materials = list(MAKERS), list(shell.session.world.materials)
    _, index = imgui.combo("shape", shapes.index(options.shape), shapes)
    options.shape = shapes[index]
    index = materials.index(options.material) if options.material in materials else 0
    _, index = imgui.combo("material", index, materials)
    options.material = materials[index]
    _, options.size = imgui.slider_float("size [m]", options.size, 0.05, 2.0)
    _, options.speed = imgui.slider_float("speed [m/s]", options.speed, 0.0, 60.0)
    imgui.pop_item_width()
    imgui.text_disabled(shell.input.bindings.name_keys("[shoot] shoots, [spawn] spawns"))
