"""The past of the effects: smoke, dust, flames and marks as they were after each step, for going back in time."""

import numpy as np

from app.effects.effects import Effects
from app.effects.play_effects import PlayEffects

#: Memory that all of it may take [bytes]: some minutes of quiet play, or one of heavy fire. The oldest goes first.
MEMORY = 60e6
#: Memory of a step without anything in the air [bytes], nearly.
LEAST = 3000


class EffectsPast:
    """Keeps what effects look like, step by step.

    Args:
        effects: Those of the world.
        play_effects: Those of a game.
        memory: Most memory [bytes].
    """

    def __init__(self, effects: Effects, play_effects: PlayEffects, *, memory: float = MEMORY) -> None:
        self._effects, self._play_effects, self._memory = effects, play_effects, memory
        self.clear()

    def clear(self) -> None:
        """Forget all."""
        self._kept: dict[int, tuple[tuple, tuple]] = {}
        self._sizes: dict[int, int] = {}
        self._size = 0

    @property
    def oldest(self) -> int:
        """First step that is known; -1 if none is."""
        return next(iter(self._kept), -1)

    def keep(self, step: int) -> None:
        """Note how the effects are after a step; what was noted of it and of later steps is dropped."""
        while self._kept and next(reversed(self._kept)) >= step:
            self._drop(next(reversed(self._kept)))
        kept = self._effects.keep(), self._play_effects.canvas.keep()
        self._kept[step] = kept
        self._sizes[step] = size = LEAST + size_of(kept)
        self._size += size
        while self._size > self._memory and len(self._kept) > 1:
            self._drop(self.oldest)

    def _drop(self, step: int) -> None:
        del self._kept[step]
        self._size -= self._sizes.pop(step)

    def show(self, step: int) -> None:
        """Bring the effects of a step back; if it is not known, there are none."""
        kept = self._kept.get(step)
        if kept is None:
            self._effects.clear()
            self._play_effects.clear()
            return
        self._effects.restore(kept[0])
        self._play_effects.canvas.restore(kept[1])


def size_of(kept: object) -> int:
    """Memory of all arrays in nested tuples and lists [bytes]."""
    if isinstance(kept, np.ndarray):
        return kept.nbytes
    return sum(map(size_of, kept)) if isinstance(kept, tuple | list) else 0
