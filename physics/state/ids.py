"""IdPool: serial numbers that name things in a world for good, whatever rows of the arrays they come to lie in."""

from typing import NamedTuple

import numpy as np


class SavedIds(NamedTuple):
    """What `IdPool.save` returns."""

    following: int
    of_row: np.ndarray


class IdPool:
    """Serial numbers of things that have a row each.

    A row is used again when its thing is gone; a number never is. The counter is a part of the state of the world, so
    that a replay names the same things by the same numbers.

    Args:
        first: The first number.

    Attributes:
        following: The number that the next new thing gets.
        of_row: Number of the thing in each row, int32; 0 where there is none. The last one is -1, so that row -1, which
            means none in the arrays of queries, stays -1 when rows are exchanged for numbers.
    """

    def __init__(self, first: int) -> None:
        self.following = first
        self.of_row = _room(64)

    def give(self, row: int, number: int | None = None) -> int:
        """Name what is now in a row.

        Args:
            row: The row.
            number: The number of a thing that comes back; a new one if left out.
        """
        if number is None:
            number = self.following
        if number >= self.following:
            self.following = number + 1
        if row + 1 >= len(self.of_row):
            # Rows of soft bodies are those of bodies: the first may come after thousands.
            known = len(self.of_row) - 1
            grown = _room(max(2 * len(self.of_row), row + 2))
            grown[:known] = self.of_row[:known]
            self.of_row = grown
        self.of_row[row] = number
        return number

    def sorted(self, rows: np.ndarray) -> np.ndarray:
        """Rows in the order of their numbers; as long as nothing has been removed, that is upward."""
        numbers = self.of_row[rows]
        if len(rows) < 2 or (numbers[1:] > numbers[:-1]).all():
            return rows
        return rows[np.argsort(numbers)]

    def drop(self, row: int) -> None:
        """Forget the number of a row whose thing is gone."""
        self.of_row[row] = 0

    def save(self) -> SavedIds:
        """Everything, for `load`."""
        return SavedIds(self.following, self.of_row.copy())

    def load(self, saved: SavedIds) -> None:
        """Back to what `save` returned."""
        self.following, self.of_row = saved.following, saved.of_row.copy()

    def outline(self) -> object:
        """The counter, and the numbers of all rows but those after the last."""
        return self.following, np.trim_zeros(self.of_row[:-1], "b").tobytes()


def _room(rows: int) -> np.ndarray:
    """Numbers of rows that hold nothing yet."""
    numbers = np.zeros(rows, np.int32)
    numbers[-1] = -1
    return numbers
