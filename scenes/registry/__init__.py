"""All scenes by key: the name of the file. Every file of the folder `scenes` is one; one that fails is reported."""

import importlib.util
import inspect
import pathlib
import sys
import traceback
from collections.abc import Callable, Mapping

from scenes.places import registry as places
from scenes.registry.scene import Label, Scene, Slider, Strokes, View

__all__ = ["FAILED", "SCENES", "Label", "Scene", "Slider", "Strokes", "View", "load_all", "reload", "scene"]

FOLDER = pathlib.Path(__file__).parents[1]
#: Scenes by key.
SCENES: dict[str, Scene] = {}
#: Files that could not be loaded: key -> "file:line: message".
FAILED: dict[str, str] = {}


def scene(
    *, category: str, name: str, view: View, place: str = "plain", sliders: Mapping[str, Slider] | None = None
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Register the function that builds a scene; the docstring of its file is the help.

    Args:
        category: Group in the menu.
        name: Title in the menu.
        view: Where the camera starts.
        place: What is around it: the name of a file in `scenes/places`. It is only drawn.
        sliders: What a person may change; `build` takes the keys as keyword-only arguments with the same defaults. A
            slider that is live needs no argument.

    Raises:
        ValueError: The sliders and the arguments of `build` do not agree.
        LookupError: There is no such place.
    """

    def register(build: Callable[..., None]) -> Callable[..., None]:
        places.named(place)
        key = build.__module__.rpartition(".")[2]
        _check_sliders(build, sliders or {})
        text = (build.__globals__["__doc__"] or "").strip()
        SCENES[key] = Scene(key, category, name, text, view, build, dict(sliders or {}), place)
        return build

    return register


def load_all(folder: pathlib.Path = FOLDER) -> dict[str, Scene]:
    """Load every scene file of a folder that is not loaded yet; what fails is listed in `FAILED`."""
    for path in sorted(folder.glob("[!_]*.py")):
        if path.stem not in SCENES:
            try:
                _execute(path)
            except (Exception, SystemExit) as error:
                FAILED[path.stem] = _describe(path, error)
    return SCENES


def reload(key: str) -> Scene:
    """Execute the file of a scene again, as after an edit. When it raises, the scene stays as it was.

    Raises:
        LookupError: There is no such scene.
        Exception: Whatever the file raises.
    """
    if key in SCENES:
        path = pathlib.Path(SCENES[key].build.__code__.co_filename)
    else:
        path = FOLDER / f"{key}.py"
        if key.startswith("_") or not path.is_file():
            raise LookupError(f"unknown scene {key!r}; choose one of: {', '.join(sorted(SCENES | FAILED))}")
    return _execute(path)


def _execute(path: pathlib.Path) -> Scene:
    """Run a scene file in a new module; when it fails, the old module and the old scene are back."""
    key, name = path.stem, f"scenes.{path.stem}"
    old_module, old_scene = sys.modules.get(name), SCENES.pop(key, None)
    module = importlib.util.module_from_spec(importlib.util.spec_from_file_location(name, path))
    sys.modules[name] = module
    try:
        # Without the cache of compiled files: it does not see an edit within one second that keeps the size.
        exec(compile(path.read_bytes(), str(path), "exec"), module.__dict__)
        if key not in SCENES:
            raise LookupError(f"{path.name} registers no scene; decorate its function build with @scene(...)")
    except BaseException:
        SCENES.pop(key, None)
        del sys.modules[name]
        if old_module is not None:
            sys.modules[name] = old_module
        if old_scene is not None:
            SCENES[key] = old_scene
        raise
    FAILED.pop(key, None)
    return SCENES[key]


def _describe(path: pathlib.Path, error: BaseException) -> str:
    """Say what went wrong, and in which line of the scene file."""
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == str(path)]
    line = error.lineno if isinstance(error, SyntaxError) else lines[-1] if lines else 1
    text = error.msg if isinstance(error, SyntaxError) else str(error)
    return f"{path.parent.name}/{path.name}:{line}: {type(error).__name__}: {text}"


def _check_sliders(build: Callable[..., None], sliders: Mapping[str, Slider]) -> None:
    """Raise ValueError unless `build` takes a world, and every slider with the same default."""
    file = pathlib.Path(build.__code__.co_filename).name
    keywords = {
        key: parameter.default
        for key, parameter in inspect.signature(build).parameters.items()
        if parameter.kind == inspect.Parameter.KEYWORD_ONLY
    }
    for key, slider in sliders.items():
        if key not in keywords:
            if slider.live is None:
                raise ValueError(
                    f"{file}: slider {key!r} is no keyword of build; write def build(world, *, {key}={slider.value!r})"
                )
        elif keywords[key] != slider.value:
            default = "no default" if keywords[key] is inspect.Parameter.empty else f"default {keywords[key]!r}"
            raise ValueError(f"{file}: slider {key!r} starts at {slider.value!r}, but build has {default} for it")
    for key, default in keywords.items():
        if key not in sliders and default is inspect.Parameter.empty:
            raise ValueError(f"{file}: build wants {key!r}, which has neither a default nor a slider")
