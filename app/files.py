"""Small files of the player: written so that a crash leaves the old or the new one; damaged ones are kept aside."""

import contextlib
import os
import pathlib
import tempfile


def write(path: pathlib.Path, text: str) -> None:
    """Write a file: afterwards it is the old one or the new one, never half of it.

    Raises:
        OSError: It cannot be written.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", suffix=".tmp", dir=path.parent)
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        pathlib.Path(name).replace(path)
    except BaseException:
        with contextlib.suppress(OSError):
            pathlib.Path(name).unlink()
        raise


def set_aside(what: str, path: pathlib.Path, error: object, instead: str) -> str:
    """Keep a damaged file under another name, so that the next one does not overwrite it.

    Args:
        what: What it holds, such as "settings".
        path: The file.
        error: What is wrong with it.
        instead: What happens instead, such as "using the defaults".

    Returns:
        A sentence for the player. Nothing is raised.
    """
    aside = path.with_name(f"{path.stem}.broken{path.suffix}")
    number = 2
    while aside.exists():
        aside = path.with_name(f"{path.stem}.broken{number}{path.suffix}")
        number += 1
    start = f"The {what} in {path} are damaged ({error}); {instead}"
    try:
        path.replace(aside)
    except OSError:
        return f"{start}."
    return f"{start}. The file is kept as {aside.name}."
