"""CommandLog: old commands as compressed text, for recordings of long sessions."""

import json
import zlib
from collections.abc import Iterator

from app.timeline.command import Command, decode_command
from app.timeline.encoding import EncodingError


class CommandLog:
    """Commands that are only needed by a recording.

    A player who looks around gives one in each step: 100 MB in an hour as objects, a few as compressed text.

    Attributes:
        problem: Why a command could not be kept, for people; "" if all are there.
    """

    def __init__(self) -> None:
        self.problem = ""
        self._packed: list[bytes] = []
        self._packer = zlib.compressobj()

    def add(self, step: int, command: Command) -> None:
        """Keep a command that was given after a step; steps must not decrease."""
        try:
            line = json.dumps([step, command.encode()])
        except EncodingError as error:
            self.problem = self.problem or f"step {step}: {error}"
            return
        self._packed.append(self._packer.compress(line.encode() + b"\n"))

    def __iter__(self) -> Iterator[tuple[int, Command]]:
        """All commands with their steps."""
        text = zlib.decompress(b"".join(self._packed) + self._packer.copy().flush())
        for line in text.splitlines():
            step, data = json.loads(line)
            yield step, decode_command(data)
