"""Command line: prepares the environment and the kernels that a command needs, then runs the command."""

import argparse
import ast
import difflib
import os
import pathlib
import sys
from collections.abc import Sequence

from app import bootstrap, system_packages, warm_up

COMMANDS = """
other commands:
  main.py test [...]    run the tests; further arguments go to pytest
  main.py bench [...]   measure the speed; see main.py bench --help

The first start makes the folder .venv beside main.py, installs the packages there and compiles the kernels."""


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
    bootstrap.prepare(["requirements.txt", "requirements-test.txt"])
    system_packages.prepare()
    warm_up.run()
    os.chdir(bootstrap.ROOT)
    bootstrap.run_instead([sys.executable, "-m", "pytest", *arguments])
    return 0


def run_bench(arguments: Sequence[str]) -> int:
    """Run the benchmark."""
    bootstrap.prepare(["requirements.txt", "requirements-bench.txt"])
    warm_up.run()
    from app.bench import command

    return command.main(list(arguments)) or 0


def run_scene(arguments: Sequence[str]) -> int:
    """Run a scene, or list the scenes."""
    scenes = find_scenes(bootstrap.ROOT / "scenes")
    parser = argparse.ArgumentParser(
        prog="main.py",
        description="Kyvadlo, a 3D physics sandbox.",
        epilog=COMMANDS,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("scene", nargs="?", help="key of the scene to run; see --list")
    parser.add_argument("--list", action="store_true", help="list the scenes and exit")
    options = parser.parse_args(arguments)
    if options.list:
        width = max(map(len, scenes), default=0)
        print("\n".join(f"{key:{width}}  {title}" for key, title in scenes.items()) or "There are no scenes yet.")
        return 0
    if options.scene is not None and options.scene not in scenes:
        close = difflib.get_close_matches(options.scene, scenes, n=3) or sorted(scenes)
        parser.error(f"unknown scene {options.scene!r}; choose one of: {', '.join(close) or '(there are none yet)'}")

    bootstrap.prepare(["requirements.txt"])
    warm_up.run()
    from app import headless

    return headless.run(options.scene) or 0


def find_scenes(folder: pathlib.Path) -> dict[str, str]:
    """Title by key of every scene: a file with a decorated function `build`.

    The files are read, not imported: this works before anything is installed, and at once.
    """
    scenes = {}
    for path in sorted(folder.glob("*.py")):
        tree = ast.parse(path.read_bytes())
        builders = (node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name == "build")
        if any(node.decorator_list for node in builders):
            scenes[path.stem] = (ast.get_docstring(tree) or path.stem).splitlines()[0]
    return scenes
