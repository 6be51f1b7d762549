"""Ghost: the way of the best lap, pose by pose, to be drawn beside the next one. It is no part of the world."""

import dataclasses
import json
import math
import pathlib
from typing import Any

import numpy as np

from app import files

VERSION = 1
#: Poses between which a file has others left out [s], and most poses that are read.
SPACING, POSES_MOST = 0.05, 50_000
#: A ghost whose lap differs from the best one by more than this is of another lap [s].
SAME = 0.002


class GhostError(ValueError):
    """A file holds no ghost; the text says why."""


@dataclasses.dataclass(frozen=True, eq=False)
class Ghost:
    """Poses of a vehicle on a lap.

    Attributes:
        seconds: Time of the lap [s].
        times: When each pose was, since the start of the lap [s], shape [n], rising.
        places: Where the chassis was [m], shape [n, 3].
        turns: Its rotations (x, y, z, w), shape [n, 4].
        name: Name of the vehicle.
    """

    seconds: float
    times: np.ndarray
    places: np.ndarray
    turns: np.ndarray
    name: str = ""

    def pose(self, time: float) -> tuple[np.ndarray, np.ndarray] | None:
        """Place [m] and rotation at a time of the lap [s]; None outside of it."""
        if not self.times[0] <= time <= self.times[-1]:
            return None
        row = min(int(np.searchsorted(self.times, time, "right")) - 1, len(self.times) - 2)
        share = (time - self.times[row]) / (self.times[row + 1] - self.times[row])
        place = self.places[row] + share * (self.places[row + 1] - self.places[row])
        first, last = self.turns[row], self.turns[row + 1]
        turn = first + share * ((last if first @ last >= 0.0 else -last) - first)
        return place, turn / np.linalg.norm(turn)

    def thinned(self) -> "Ghost":
        """With fewer poses: it is interpolated anyway."""
        kept = [0]
        for row in range(1, len(self.times)):
            if self.times[row] - self.times[kept[-1]] >= SPACING - 1e-6 or row == len(self.times) - 1:
                kept.append(row)
        return dataclasses.replace(self, times=self.times[kept], places=self.places[kept], turns=self.turns[kept])


class PoseRecorder:
    """Remembers where the vehicle of the player was, step by step, as long as a lap may last."""

    #: Steps that are remembered: ten minutes.
    MOST = 36_000

    def __init__(self) -> None:
        self._poses: dict[int, tuple[float, int, tuple[float, ...]]] = {}

    def clear(self) -> None:
        """Another world runs."""
        self._poses.clear()

    def note(self, step: int, time: float, vehicle: int, pose: tuple[float, ...]) -> None:
        """Note the pose of a vehicle after a step: number of it, place and rotation."""
        self._poses[step] = time, vehicle, pose
        self._poses.pop(step - self.MOST, None)

    def drop_after(self, step: int) -> None:
        """Time went back to a step: what came later has not happened."""
        for later in [known for known in self._poses if known > step]:
            del self._poses[later]

    def cut(self, start: float, end: float, vehicle: int, name: str) -> Ghost | None:
        """The ghost of a lap between two times [s]; None if parts of it were not seen."""
        rows = sorted((time, pose) for time, number, pose in self._poses.values()
                      if number == vehicle and start - 0.02 <= time <= end + 0.02)  # fmt: skip
        if len(rows) < 2 or rows[0][0] > start or rows[-1][0] < end:
            return None
        times = np.array([time for time, _ in rows])
        if np.diff(times).max() > 0.1 or np.diff(times).min() <= 0.0:
            return None
        poses = np.array([pose for _, pose in rows])
        return Ghost(end - start, times - start, poses[:, :3], poses[:, 3:], name).thinned()


# ---- Files ----------------------------------------------------------------------------------------------------------


def file_of(folder: pathlib.Path, scene: str, key: str) -> pathlib.Path:
    """Where the ghost of a contest is kept."""
    return folder / f"ghost-{scene}-{key}.json"


def save(ghost: Ghost, path: pathlib.Path, scene: str, key: str) -> str | None:
    """Write a ghost; returns None, or a sentence that says why it was not written."""
    rows = np.column_stack((ghost.times.round(6), ghost.places.round(4), ghost.turns.round(5)))
    head = {"version": VERSION, "kind": "ghost", "scene": scene, "contest": key, "seconds": ghost.seconds,
            "name": ghost.name}  # fmt: skip
    text = json.dumps({**head, "poses": rows.tolist()}, ensure_ascii=False, allow_nan=False) + "\n"
    try:
        files.write(path, text)
    except OSError as error:
        return f"Could not save the ghost to {path}: {error.strerror}."
    return None


def load(path: pathlib.Path, scene: str, key: str, seconds: float) -> Ghost | None:
    """Read the ghost of a lap; None if there is no file.

    Args:
        path: The file.
        scene: Key of the scene that it must be of.
        key: Key of the contest.
        seconds: Time of the best lap [s].

    Raises:
        GhostError: It is damaged, or of another lap; the text is a sentence for the player.
    """
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        if not isinstance(data, dict) or data.get("kind") != "ghost" or data.get("version") != VERSION:
            raise ValueError("it is no ghost")
        ghost = _decode(data)
    except FileNotFoundError:
        return None
    except (OSError, ValueError, TypeError, RecursionError, OverflowError) as error:
        raise GhostError(f"The ghost in {path} is damaged ({error}), so none is shown; the next best lap makes another "
                         "one.") from None  # fmt: skip
    if (data.get("scene"), data.get("contest")) != (scene, key) or abs(ghost.seconds - seconds) > SAME:
        raise GhostError(f"The ghost in {path} is of another lap than the best one, so none is shown; the next best "
                         "lap makes another one.")  # fmt: skip
    return ghost


def _decode(data: dict[str, Any]) -> Ghost:
    """The ghost that a file holds.

    Raises:
        ValueError: It holds none.
    """
    poses, seconds, name = data.get("poses"), data.get("seconds"), data.get("name", "")
    if not isinstance(poses, list) or not 2 <= len(poses) <= POSES_MOST:
        raise ValueError("it has no poses")
    rows = np.array(poses, np.float64)
    if rows.ndim != 2 or rows.shape[1] != 8 or not np.isfinite(rows).all() or np.abs(rows).max() > 1e5:
        raise ValueError("its poses are no poses")
    if not (np.diff(rows[:, 0]) > 0.0).all() or (np.abs(np.linalg.norm(rows[:, 4:], axis=1) - 1.0) > 0.01).any():
        raise ValueError("its poses are out of order")
    if isinstance(seconds, bool) or not isinstance(seconds, int | float) or not math.isfinite(seconds):
        raise ValueError("it has no time")
    if not isinstance(name, str) or not rows[0, 0] <= 0.001 <= seconds <= rows[-1, 0] + 0.001:
        raise ValueError("its time is not that of its poses")
    return Ghost(float(seconds), rows[:, 0], rows[:, 1:4], rows[:, 4:], name[:60])
