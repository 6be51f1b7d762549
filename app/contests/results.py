"""Results: what the player has won so far, in one readable file beside the settings."""

import dataclasses
import json
import math
import os
import pathlib
from collections.abc import Mapping
from typing import Any

from app import files
from play.contests.contest import Best

VERSION = 1
FILE_NAME = "results.json"
#: Longest word and most splits that are read.
TEXT_MOST, SPLITS_MOST = 60, 100

Bests = tuple[Best | None, ...]


class Results:
    """Best results by scene and contest: one for each level of it.

    Args:
        path: File that they are kept in; None keeps them as long as the program runs.

    Attributes:
        scenes: The results: by key of the scene, then by key of the contest.
    """

    def __init__(self, path: str | os.PathLike | None = None) -> None:
        self.path = None if path is None else pathlib.Path(path)
        self.scenes: dict[str, dict[str, Bests]] = {}

    @classmethod
    def load(cls, path: str | os.PathLike) -> "tuple[Results, list[str]]":
        """Read the file.

        A missing one means no results yet; a damaged one is kept aside.

        Returns:
            The results, and sentences for the player about what was not as it should be. Nothing is raised.
        """
        results = cls(path)
        try:
            data = json.loads(results.path.read_text(encoding="utf-8-sig"))
            if not isinstance(data, dict) or not isinstance(data.get("scenes"), dict):
                raise ValueError("it holds no scenes")
        except FileNotFoundError:
            return results, []
        except OSError as error:
            return results, [f"Could not read the results from {path} ({error.strerror}); starting without."]
        except (ValueError, RecursionError) as error:
            return results, [files.set_aside("results", results.path, error, "starting without")]
        strange = 0
        for scene, contests in data["scenes"].items():
            for key, items in contests.items() if isinstance(contests, dict) else ():
                read = [_read(item) for item in items] if isinstance(items, list) else [False]
                strange += read.count(False)
                results.put(scene, key, tuple(item or None for item in read))
        counted = "one result" if strange == 1 else f"{strange} results"
        return results, [f"Left out {counted} in {path} that cannot be right."] if strange else []

    def of(self, scene: str, key: str) -> Bests:
        """Best results of a contest; nothing for one that is not known."""
        return self.scenes.get(scene, {}).get(key, ())

    def put(self, scene: str, key: str, bests: Bests) -> bool:
        """Set the best results of a contest; returns whether they are others than before."""
        if not any(bests):
            return self.scenes.get(scene, {}).pop(key, None) is not None
        changed = self.of(scene, key) != bests
        self.scenes.setdefault(scene, {})[key] = bests
        return changed

    def clear(self) -> None:
        """Forget all."""
        self.scenes.clear()

    def save(self) -> str | None:
        """Write the file; returns None, or a sentence that says why it was not written."""
        if self.path is None:
            return None
        scenes = {
            scene: {key: [_write(best) for best in bests] for key, bests in sorted(contests.items())}
            for scene, contests in sorted(self.scenes.items())
            if contests
        }
        text = json.dumps({"version": VERSION, "scenes": scenes}, indent=1, ensure_ascii=False, allow_nan=False) + "\n"
        try:
            files.write(self.path, text)
        except OSError as error:
            return f"Could not save the results to {self.path}: {error.strerror}."
        return None


def _write(best: Best | None) -> dict[str, Any] | None:
    """A result as it stands in the file: when it was driven means nothing in another game."""
    if best is None:
        return None
    values = dataclasses.asdict(best)
    return {name: values[name] for name in ("value", "splits", "what")}


def _read(item: Any) -> Best | None | bool:
    """A result of the file; None for no result, False for what cannot be one."""
    if item is None:
        return None
    if not isinstance(item, Mapping) or not _is_number(item.get("value")):
        return False
    splits, what = item.get("splits", []), item.get("what", "")
    if not isinstance(splits, list) or len(splits) > SPLITS_MOST or not all(map(_is_number, splits)):
        return False
    if not isinstance(what, str) or len(what) > TEXT_MOST:
        return False
    return Best(float(item["value"]), tuple(map(float, splits)), what)


def _is_number(value: Any) -> bool:
    good = isinstance(value, int | float) and not isinstance(value, bool)
    return good and 0.0 < value < 1e6 and math.isfinite(value)
