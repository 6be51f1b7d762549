"""Progress on the terminal: one line redrawn in place, or a few plain lines where the output is a file or a pipe."""

import shutil
import sys
import time
from typing import TextIO

#: Time between two drawings [s]: on a terminal fast enough to look alive; in a log rare enough not to flood it.
TERMINAL_INTERVAL = 0.1
PLAIN_INTERVAL = 5.0

#: Greatest length of the bar [characters]; on a narrow terminal it takes a quarter of the line.
BAR_LENGTH = 28


class ProgressBar:
    """A job of a known number of parts; a context manager, which ends the line.

    Call `update` at least once a second even if nothing changed: the running time shows that the program is alive.
    """

    def __init__(self, title: str, total: int, *, percent: bool = False, stream: TextIO | None = None, clock=None):
        """Draw the empty bar.

        Args:
            title: What is being done, for example "Compiling kernels".
            total: Number of parts of the job.
            percent: Show a percentage instead of the number of parts.
            stream: Where to draw; standard output by default.
            clock: Function that returns the time [s]; `time.monotonic` by default.
        """
        self._title = title
        self._total = max(total, 1)
        self._percent = percent
        self._stream = stream or sys.stdout
        self._clock = clock or time.monotonic
        self._terminal = self._stream.isatty()
        self._full, self._empty = _bar_characters(self._stream)
        self._start = self._clock()
        self._done = 0
        self._draw("")

    def __enter__(self) -> "ProgressBar":
        """Return the bar itself."""
        return self

    def __exit__(self, error_type, error, traceback) -> None:
        """Draw the full bar, or after an error leave it where it stood, and end the line."""
        if error_type is None:
            self._done = self._total
            self._draw("")
        if self._terminal:
            self._stream.write("\n")
            self._stream.flush()

    def update(self, done: int, note: str = "") -> None:
        """Tell how many parts are done, and in `note` which one is under way."""
        self._done = min(done, self._total)
        interval = TERMINAL_INTERVAL if self._terminal else PLAIN_INTERVAL
        if self._clock() - self._drawn >= interval:
            self._draw(note)

    def _draw(self, note: str) -> None:
        self._drawn = self._clock()
        width = len(str(self._total))
        count = f"{100 * self._done // self._total:3d} %" if self._percent else f"{self._done:{width}}/{self._total}"
        elapsed = f"{self._drawn - self._start:.0f} s"
        if self._terminal:
            # The last column stays free: a character there would make some terminals begin another line.
            columns = max(shutil.get_terminal_size().columns - 1, 1)
            length = min(BAR_LENGTH, columns // 4)
            filled = self._done * length // self._total
            bar = self._full * filled + self._empty * (length - filled)
            line = f"{self._title}  {count}  [{bar}]  {elapsed:>5}  {note}"
            self._stream.write("\r" + line[:columns].ljust(columns))
        else:
            self._stream.write(f"{self._title}: {count.strip()}, {elapsed}{note and ', ' + note}\n")
        self._stream.flush()


def _bar_characters(stream: TextIO) -> tuple[str, str]:
    """Blocks where the encoding of the stream has them, else plain characters."""
    try:
        "█░".encode(getattr(stream, "encoding", None) or "ascii")
    except UnicodeEncodeError:
        return "#", " "
    return "█", "░"
