"""Command line: prepares the environment and the kernels that a command needs, then runs the command."""

import argparse
import ast
import difflib
import math
import os
import pathlib
import sys
import tomllib
from collections.abc import Callable, Sequence

from app.output import outputs
from app.overlays.registry import list_choices
from app.setup import bootstrap, system_packages, warm_up

COMMANDS = """
other commands:
  main.py test [...]    run the tests, those of the fast set with --fast; further arguments go to pytest;
                        with --mutate N, judge the tests by errors that are put into a copy of the sources
  main.py bench [...]   measure the speed; see main.py bench --help

The first start makes the folder .venv beside main.py, installs the packages there and compiles the kernels."""


#: Most processes that the tests take side by side; each needs about 1 GB of memory.
TEST_PROCESSES = 4


def main(arguments: Sequence[str]) -> int:
    """Run one command.

    Args:
        arguments: Words after `main.py`.

    Returns:
        Exit code.
    """
    try:
        if arguments[:1] == ["test"]:
            return run_tests(arguments[1:])
        if arguments[:1] == ["bench"]:
            return run_bench(arguments[1:])
        return run_scene(arguments)
    except bootstrap.SetupError as error:
        print(error, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("\nInterrupted.", file=sys.stderr)
        return 130


def run_tests(arguments: Sequence[str]) -> int:
    """Run pytest on the project."""
    command = pytest_command(arguments, os.cpu_count() or 1)
    bootstrap.prepare(["requirements.txt", "requirements-test.txt"])
    system_packages.prepare()
    warm_up.run()
    os.chdir(bootstrap.ROOT)
    bootstrap.run_instead([sys.executable, *command])
    return 0


def pytest_command(arguments: Sequence[str], cores: int) -> list[str]:
    """Words for Python that run the tests: side by side for whole sets, in one process where somebody chooses.

    Args:
        arguments: Words after `main.py test`; `--fast` leaves out what is marked slow, the others go to pytest; with
            `--mutate` all of them go to `bench.mutation`.
        cores: Number of processors.
    """
    if "--mutate" in arguments:
        return ["-m", "bench.mutation", *arguments]
    words = [word for word in arguments if word != "--fast"]
    processes = min(cores, TEST_PROCESSES)
    command = ["-m", "pytest"]
    if not words and processes > 1:
        # Files in their order: the window, which takes longest, is among the first. tests/conftest.py groups them.
        command += ["-n", str(processes), "--no-loadscope-reorder"]
    if len(words) < len(arguments):
        command += ["-m", "not slow"]
    return command + words


def run_bench(arguments: Sequence[str]) -> int:
    """Run the benchmark."""
    bootstrap.prepare(["requirements.txt", "requirements-bench.txt"])
    warm_up.run()
    from bench import command

    return command.main(list(arguments)) or 0


def run_scene(arguments: Sequence[str]) -> int:
    """Open the sandbox, or do what else the options say."""
    scenes = find_scenes(bootstrap.ROOT / "scenes")
    parser = make_parser()
    options = parser.parse_args(arguments)
    if options.version:
        print(f"Kyvadlo {read_version(bootstrap.ROOT)}")
        return 0
    if options.list:
        width = max(map(len, scenes), default=0)
        print("\n".join(f"{key:{width}}  {title}" for key, title in scenes.items()) or "There are no scenes yet.")
        return 0
    if options.scene is not None and options.scene not in scenes:
        close = difflib.get_close_matches(options.scene, scenes, n=3) or sorted(scenes)
        parser.error(f"unknown scene {options.scene!r}; choose one of: {', '.join(close) or '(there are none yet)'}")
    for option, suffixes in (("video", outputs.VIDEO_SUFFIXES), ("screenshot", ())):
        path = getattr(options, option)
        if path is not None and (trouble := outputs.find_trouble(path, suffixes)):
            parser.error(f"argument --{option}: {trouble}")
    bootstrap.prepare(["requirements.txt"])
    if options.run_all:
        warm_up.run()
        from app import run_all

        return run_all.run(options.seed)
    from app import application

    return application.run(
        application.Launch(
            options.scene or "",
            options.paused,
            options.speed,
            options.headless,
            options.frames,
            options.video,
            options.screenshot,
            options.size,
            options.fullscreen,
            options.config,
            options.debug,
            options.seed,
            options.autoplay,
            not options.no_audio,
        )  # fmt: skip
    )


def make_parser() -> argparse.ArgumentParser:
    """Options of the sandbox."""
    parser = argparse.ArgumentParser(
        prog="main.py",
        description="Kyvadlo, a 3D physics sandbox.",
        epilog=COMMANDS,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("scene", nargs="?", help="key of the scene to open; see --list")
    add("--version", action="store_true", help="print the version and exit")
    add("--list", action="store_true", help="list the scenes and exit")
    add("--paused", action="store_true", help="start paused")
    add("--speed", type=number_between(0.01, 4.0), default=1.0, metavar="X", help="simulation speed, 0.01 to 4")
    add("--headless", action="store_true", help="render to files instead of a window")
    add("--frames", type=whole_number, default=0, metavar="N", help="stop after N frames")
    add("--video", type=pathlib.Path, metavar="FILE", help="record a video")
    add("--screenshot", type=pathlib.Path, metavar="FILE", help="save a screenshot of the last frame")
    add("--size", type=size, metavar="WxH", help="size of the window or picture, such as 1280x720")
    add("--fullscreen", action="store_true", help="start in full screen")
    add("--config", type=pathlib.Path, metavar="FILE", help="settings file")
    overlays = ", ".join(list_choices())
    add("--debug", type=overlay_keys, default="", metavar="NAMES", help=f"overlays to show, from: {overlays}")
    add("--seed", type=whole_number, metavar="N", help="random seed for scenes that use one")
    add("--autoplay", action="store_true", help="let a scripted player play the scene")
    add("--no-audio", action="store_true", help="disable sound")
    add("--run-all", action="store_true", help="run every scene twice for 600 steps and compare")
    return parser


def read_version(folder: pathlib.Path) -> str:
    """Version of the project in a folder; `physics.version` reads the same, but not before packages are installed."""
    return str(tomllib.loads((folder / "pyproject.toml").read_text("utf-8"))["project"]["version"])


def number_between(low: float, high: float) -> Callable[[str], float]:
    """Reads a number within bounds."""

    def read(text: str) -> float:
        try:
            value = float(text)
        except ValueError:
            value = math.nan
        if not low <= value <= high:
            raise argparse.ArgumentTypeError(f"must be a number from {low:g} to {high:g}, got {text!r}")
        return value

    return read


def whole_number(text: str) -> int:
    """Reads a whole number of at most nine digits."""
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"must be a whole number, 0 or more, got {text!r}")
    if len(text) > 9:
        raise argparse.ArgumentTypeError(f"must be a whole number of at most 9 digits, got {text[:20]!r}")
    return int(text)


def size(text: str) -> tuple[int, int]:
    """Reads a size such as 1280x720."""
    width, cross, height = text.lower().partition("x")
    good = cross and width.isdecimal() and height.isdecimal() and 1 <= int(width) <= 16384 and 1 <= int(height) <= 16384
    if not good:
        raise argparse.ArgumentTypeError(f"must be WIDTHxHEIGHT with 1 to 16384 each, such as 1280x720, got {text!r}")
    return int(width), int(height)


def overlay_keys(text: str) -> frozenset[str]:
    """Reads names of overlays with commas between."""
    keys = frozenset(filter(None, text.split(",")))
    known = list_choices()
    unknown = sorted(keys - set(known))
    if unknown:
        raise argparse.ArgumentTypeError(f"unknown overlay {unknown[0]!r}; choose from: {', '.join(known)}")
    return keys


def find_scenes(folder: pathlib.Path) -> dict[str, str]:
    """Name by key of every scene: a file with a decorated function `build`.

    The files are read, not imported: this works before anything is installed, and at once. One that cannot be read is
    listed with the reason; the app tells it too, and goes on with the others.
    """
    scenes = {}
    for path in sorted(folder.glob("*.py")):
        try:
            tree = ast.parse(path.read_bytes())
        except (OSError, SyntaxError, ValueError) as error:
            scenes[path.stem] = f"(cannot be read: {error})"
            continue
        builders = [node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name == "build"]
        if any(node.decorator_list for node in builders):
            scenes[path.stem] = _scene_name(builders) or path.stem
    return scenes


def _scene_name(builders: Sequence[ast.FunctionDef]) -> str:
    """Name that the decorator `@scene` gives, as the menus show it; "" if it is no literal."""
    calls = (call for node in builders for call in node.decorator_list if isinstance(call, ast.Call))
    words = (word for call in calls for word in call.keywords if word.arg == "name")
    return next((str(word.value.value) for word in words if isinstance(word.value, ast.Constant)), "")
