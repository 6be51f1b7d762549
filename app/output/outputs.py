"""Checks, before anything is simulated, whether a picture or a video can be written."""

import os
import pathlib
import tempfile

VIDEO_SUFFIXES = (".mp4", ".mkv", ".mov", ".avi")


def find_trouble(path: pathlib.Path, suffixes: tuple[str, ...] = ()) -> str:
    """Why a file cannot be written, in words; "" if it can.

    Folders that are missing are not made here, and a file that is there stays as it is.

    Args:
        path: The file.
        suffixes: What its name may end in, in lower case; none for anything.
    """
    if suffixes and path.suffix.lower() not in suffixes:
        return f"{path} must end in {', '.join(suffixes[:-1])} or {suffixes[-1]}"
    try:
        if path.is_dir():
            return f"{path} is a folder; name a file in it"
        if path.exists():
            with path.open("ab"):
                return ""
        folder = path.absolute().parent
        while not folder.exists():
            folder = folder.parent
        # The permissions of a folder prove nothing: administrators have them all, even where a disk is read-only.
        with tempfile.TemporaryFile(dir=folder):
            return ""
    except (OSError, ValueError) as error:
        reason = os.strerror(error.errno) if isinstance(error, OSError) and error.errno else error
        return f"{path} cannot be written: {reason}; choose another place"
