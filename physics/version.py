"""Version of the library: the one of `pyproject.toml`, read there or, once installed, in what pip has noted of it."""

import importlib.metadata
import pathlib
import tomllib

PROJECT = "kyvadlo"


def read_version(folder: pathlib.Path) -> str:
    """Version of the project.

    Args:
        folder: Where `pyproject.toml` is if the package is run from its sources.
    """
    try:
        project = tomllib.loads((folder / "pyproject.toml").read_text("utf-8"))["project"]
    except (OSError, ValueError, KeyError):
        project = {}
    if project.get("name") == PROJECT:
        return str(project["version"])
    return importlib.metadata.version(PROJECT)


__version__ = read_version(pathlib.Path(__file__).resolve().parents[1])
