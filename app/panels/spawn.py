"""What is spawned and shot."""

from imgui_bundle import imgui

from app.panels.registry import panel
from app.shell import Shell
from app.tools.spawn import MAKERS, describe_push


@panel("spawn", title="Spawn and shoot", size=(295.0, 200.0), menu="Spawn and shoot", place=40, right=True)
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
    _, options.size = imgui.slider_float("width", options.size, 0.05, 2.0, "%.2f m")
    _, options.speed = imgui.slider_float("speed of shots", options.speed, 0.0, 80.0, "%.0f m/s")
    imgui.pop_item_width()
    mass = options.mass(shell.session.world.material(options.material).density)
    imgui.text(f"Weighs {weight_words(mass)}; a shot pushes like\n{describe_push(mass, options.speed)}.")
    imgui.text_disabled(shell.input.bindings.name_keys("[shoot] shoots, [spawn] spawns"))


def weight_words(mass: float) -> str:
    """A mass [kg] as people say it."""
    return f"{mass / 1000.0:.2g} t" if mass >= 1000.0 else f"{mass:.3g} kg" if mass >= 1.0 else f"{1000.0 * mass:.2g} g"
