"""Debian packages that the tests of the window need: a screen without a monitor, keys without a hand, software GL."""

import ctypes.util
import os
import shutil
import subprocess
import sys

from app.setup.bootstrap import SetupError
from app.setup.progress import ProgressBar

PACKAGES = ("xvfb", "xdotool", "libgl1", "libegl1", "libgl1-mesa-dri", "libglx-mesa0")
PROGRAMS = ("Xvfb", "xdotool")
LIBRARIES = ("GL", "EGL")
POLL = 0.5  # time between two looks at a running command [s]


def missing() -> list[str]:
    """What is not there, by name; nothing on systems that have a screen of their own."""
    if not sys.platform.startswith("linux"):
        return []
    programs = [name for name in PROGRAMS if shutil.which(name) is None]
    return programs + [f"lib{name}" for name in LIBRARIES if ctypes.util.find_library(name) is None]


def prepare() -> None:
    """Install what is missing, where this may be done; elsewhere say the one command that does it.

    Raises:
        SetupError: In words for the user.
    """
    absent = missing()
    if not absent:
        return
    command = f"apt-get install --yes {' '.join(PACKAGES)}"
    if shutil.which("apt-get") is None:
        raise SetupError(f"The tests of the window need {', '.join(absent)}; install them with your package manager.")
    if os.geteuid() != 0:
        raise SetupError(f"The tests of the window need {', '.join(absent)}. Run this once:\n  sudo {command}")
    steps = (["apt-get", "update", "--quiet"], ["apt-get", "install", "--yes", "--quiet", *PACKAGES])
    with ProgressBar("Installing a virtual screen", len(steps)) as bar:
        for done, words in enumerate(steps):
            _run(words, lambda done=done, words=words: bar.update(done, words[1]))
    if missing():
        raise SetupError(f"{', '.join(missing())} still missing after: {command}")


def _run(words: list[str], poll) -> None:
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=environment)
    while True:
        try:
            output, _ = process.communicate(timeout=POLL)
            break
        except subprocess.TimeoutExpired:
            poll()
    if process.returncode:
        raise SetupError(f"`{' '.join(words)}` failed:\n{output.strip()[-2000:]}")
