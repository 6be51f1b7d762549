"""Going back in time: key states every few steps, and the commands in between.

The world is deterministic, so every step follows, bit for bit, from a state some steps back and the commands since
then. "The world at step n" means: after step n, and after all commands before step n + 1. Key states are copied right
after their step, so their own commands are applied again too.

A key state of five thousand balls is 10 MB, in memory that is made ready a little after each step. Still the copy takes
as long as the rest of a frame. So a key state that is due is only noted. The window has a thread copy it while it waits
for the screen; nothing may change the world but this history, which finishes the copy first, or makes it if nobody has
started it.
"""

import concurrent.futures
import contextlib
from collections.abc import Iterator

from app.clock import STEP
from app.timeline.command import Command
from app.timeline.log import CommandLog
from app.timeline.results import Result
from physics import World, WorldState

#: While going back, so many states between two key states are kept too, so that playing backward repeats a few steps
#: for each step, not dozens.
FINE_STATES = 5
#: As long as less than this is known [steps], a lack of memory thins out old key states before it shortens the past.
DEPTH = 1200
#: Thinned key states are at most so many spacings apart: re-running more would be felt.
THINNING = 4
#: Copies key states; one thread for all histories, which starts with the first copy.
COPIER = concurrent.futures.ThreadPoolExecutor(1, "key state")


class History:
    """Everything that happened to a world lately. All steps and commands have to go through it.

    Args:
        world: The world; its present is the oldest step.
        memory: Most memory that states may take [bytes]. Beyond it old key states are thinned out and dropped; the last
            one stays in any case.
        spacing: Steps between key states.

    Attributes:
        world: The world.
        first: Step since which all commands are known, for recordings; going back reaches to `oldest` only.
    """

    def __init__(self, world: World, *, memory: float = 200e6, spacing: int = 30) -> None:
        if spacing < 1:
            raise ValueError(f"spacing must be at least 1 step, got {spacing!r}")
        self.world = world
        self._memory = memory
        self._spacing = spacing
        self.restart()

    def restart(self) -> None:
        """Forget everything; the present is the oldest step."""
        self._commands: dict[int, list[Command]] = {}
        self._log = CommandLog()
        self._keys: dict[int, WorldState] = {}
        self._fine: dict[int, WorldState] = {}
        self._sizes: dict[int, int] = {}
        self.first = self._newest = self._now = self.world.step_count
        self._due = -1
        self._copy: concurrent.futures.Future[WorldState] | None = None
        self._keep(self._now, self.world.save_state())

    # ---- Reading --------------------------------------------------------------------------------------------------

    @property
    def oldest(self) -> int:
        """First step that can be gone back to."""
        self.finish_copy()
        return min(self._keys)

    @property
    def newest(self) -> int:
        """Last step that is known; later than the present after going back."""
        return self._newest

    @property
    def in_past(self) -> bool:
        """Whether there is a known future, which the next new command would drop."""
        return self._now < self._newest

    @property
    def memory_used(self) -> int:
        """Memory of all states [bytes], nearly."""
        self.finish_copy()
        return sum(self._sizes.values()) + sum(state.nbytes for state in self._fine.values())

    @property
    def problem(self) -> str:
        """Why an old command is missing in `commands`, for people; "" if none is."""
        return self._log.problem

    def commands(self) -> Iterator[tuple[int, Command]]:
        """All commands since `first` with the steps after which they were applied, in order: what a recording holds."""
        yield from self._log
        for step in sorted(self._commands):
            yield from ((step, command) for command in self._commands[step])

    # ---- Going forward --------------------------------------------------------------------------------------------

    def do(self, command: Command) -> Result:
        """Apply a command to the world, and record it if it did something."""
        self._check_present()
        result = command.apply(self.world)
        if result.ok:  # in the past, this drops the known future
            self._commands.setdefault(self._now, []).append(command)
            self.drop_future()
        return result

    def drop_future(self) -> None:
        """Forget everything after the present."""
        self.finish_copy()
        if not self.in_past:
            return
        for table in (self._commands, self._keys, self._sizes, self._fine):
            for step in [step for step in table if step > self._now]:
                del table[step]
        self._newest = self._now

    def step(self) -> None:
        """Make one step of 1/60 s. In the past, the commands of the known future are applied again.

        An error of a scene's callback is raised on, after the step has been noted.
        """
        self._check_present()
        try:
            self.world.step(STEP)
        finally:
            self._arrive()

    def start_copy(self) -> None:
        """Let a thread copy the key state that is due, if one is; to be called before waiting for something else."""
        if self._due == self.world.step_count and self._copy is None:
            self._copy = COPIER.submit(self.world.save_state)

    def finish_copy(self) -> None:
        """Store the key state that is due: before anything changes the world or reads the key states."""
        if self._due >= 0:
            copy, self._copy, self._due = self._copy, None, -1
            state = copy.result() if copy is not None else self.world.save_state()
            self._keep(state.step, state)

    def _arrive(self) -> None:
        """Note that a step was made, and apply its known commands."""
        self._now = self.world.step_count
        self._newest = max(self._newest, self._now)
        if self._now - max(step for step in self._keys if step <= self._now) >= self._spacing:
            self._due = self._now
        else:
            self.world.prepare_save(1.0 / self._spacing)
        self._apply_commands()

    def _apply_commands(self) -> None:
        for command in self._commands.get(self._now, ()):
            self.finish_copy()
            command.apply(self.world)

    def _check_present(self) -> None:
        """Finish what is being copied. If somebody else made a step or loaded a state, start again from here."""
        self.finish_copy()
        if self.world.step_count != self._now:
            self.restart()

    def _keep(self, step: int, state: WorldState) -> None:
        self._keys[step] = state
        self._sizes[step] = state.nbytes
        room = self._memory - self._sizes[step] * FINE_STATES  # going back needs them; set aside from the start
        while len(self._keys) > 1 and sum(self._sizes.values()) > room:
            self._drop_one()

    def _drop_one(self) -> None:
        """Drop a key state: one whose neighbors are near each other while the known past is short, else the oldest."""
        steps = sorted(self._keys)
        dropped = steps[0]
        if steps[-1] - steps[1] < DEPTH:
            triples = zip(steps, steps[1:], steps[2:], strict=False)
            near = (middle for before, middle, after in triples if after - before <= THINNING * self._spacing)
            dropped = next(near, dropped)
        del self._keys[dropped], self._sizes[dropped]
        oldest = min(self._keys)
        for step in sorted(step for step in self._commands if step < oldest):
            for command in self._commands.pop(step):
                self._log.add(step, command)

    # ---- Going back -----------------------------------------------------------------------------------------------

    def step_back(self) -> bool:
        """Go exactly one step back.

        Returns:
            Whether there was a known step to go back to. If not, the world is as it was.
        """
        return self.seek(self.world.step_count - 1)

    def seek(self, step: int) -> bool:
        """Go to a known step, back or forward.

        Returns:
            Whether it is known, so from `oldest` to `newest`. If not, the world is as it was.
        """
        self._check_present()
        if not self.oldest <= step <= self._newest:
            return False
        if step == self._now:
            return True
        states = {**self._keys, **self._fine}
        start = max(known for known in states if known <= step)
        if not start <= self._now < step:  # else going on from the present is shorter
            self.world.load_state(states[start])
            self._now = start
            self._apply_commands()
        self._rerun(step)
        return True

    def _rerun(self, step: int) -> None:
        """Make the steps up to a known one again, keeping fine states on the last stretch."""
        key = max(known for known in self._keys if known <= step)
        end = min((known for known in self._keys if known > step), default=self._newest)
        fine = max(-(-(end - key) // (FINE_STATES + 1)), 1)
        self._fine = {known: state for known, state in self._fine.items() if key < known < end}
        while self._now < step:
            with contextlib.suppress(Exception):  # a callback fails as it did the first time, when it was reported
                self.world.step(STEP)
            self._now = self.world.step_count
            if self._now > key and (self._now - key) % fine == 0 and self._now not in self._fine:
                self._fine[self._now] = self.world.save_state()
            self._apply_commands()
