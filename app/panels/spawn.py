"""What is spawned and shot."""

from imgui_bundle import imgui

from app.panels.registry import panel
from app.shell import Shell
from app.tools.soft_presets import PRESETS
from app.tools.spawn import MAKERS, describe_push


@panel("spawn", title="Spawn and shoot", size=(330.0, 150.0), menu="Spawn and shoot", place=40, right=True)
def draw_spawn(shell: Shell) -> None:
    """Shape and material, size and speed, and what that does, in plain words."""
    options, scale, world = shell.tools.spawn.options, shell.settings.ui_scale, shell.session.world
    shapes, materials = [*MAKERS, *PRESETS], list(world.materials)
    imgui.push_item_width(145.0 * scale)
    _, index = imgui.combo("##shape", shapes.index(options.shape), shapes)
    options.shape = shapes[index]
    imgui.same_line()
    if options.is_soft:
        imgui.text_disabled(f"of {PRESETS[options.shape].material}")
    else:
        index = materials.index(options.material) if options.material in materials else 0
        _, index = imgui.combo("##material", index, materials)
        options.material = materials[index]
    imgui.pop_item_width()
    imgui.push_item_width(220.0 * scale)
    _, options.size = imgui.slider_float("width", options.size, 0.05, 2.0, "%.2f m")
    _, options.speed = imgui.slider_float("speed", options.speed, 0.0, 80.0, "%.0f m/s")
    imgui.pop_item_width()
    mass = options.mass(0.0 if options.is_soft else world.material(options.material).density)
    name = shell.input.bindings.name_keys
    imgui.text_disabled(name(f"Weighs {weight_words(mass)}. [spawn] spawns it,"))
    imgui.text_disabled(name(f"[shoot] shoots it like {describe_push(mass, options.speed)}."))


def weight_words(mass: float) -> str:
    """A mass [kg] as people say it."""
    return f"{mass / 1000.0:.2g} t" if mass >= 1000.0 else f"{mass:.3g} kg" if mass >= 1.0 else f"{1000.0 * mass:.3g} g"
