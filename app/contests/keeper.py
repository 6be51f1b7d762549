"""Keeper of results: takes what was won into the file, tells a fresh world what is in it, and knows the ghosts."""

import contextlib
import pathlib

import numpy as np

from app.clock import STEP
from app.contests import ghost as ghosts
from app.contests.ghost import Ghost, GhostError, PoseRecorder
from app.contests.results import Bests, Results
from app.session import Session
from app.timeline.commands.contests import ForgetResults, RecallResults
from play.contests.lap import LapTimer
from play.game import Game


class ContestKeeper:
    """Results and ghosts of the world that runs.

    The contests of the world are the truth: what they know as best is what is kept. So when time goes back, a result
    that was won since is taken back too, from the file as well.

    Args:
        session: Where.
        results: What was kept so far.

    Attributes:
        results: All results of all scenes.
        notes: Sentences for the player that were not told yet.
    """

    def __init__(self, session: Session, results: Results | None = None) -> None:
        self._session = session
        self.results = Results() if results is None else results
        self.notes: list[str] = []
        self._game: Game | None = None
        self._recorder = PoseRecorder()
        self._seen: dict[str, Bests] = {}
        self._ghosts: dict[tuple[str, float], Ghost] = {}  # by contest, and seconds of the lap

    @property
    def _scene(self) -> str:
        return self._session.runner.key

    @property
    def _folder(self) -> pathlib.Path | None:
        return None if self.results.path is None else self.results.path.parent

    # ---- What the session reports ---------------------------------------------------------------------------------

    def adopt(self, game: Game | None) -> None:
        """Another world runs: tell it what is known, if it is fresh."""
        session, scene = self._session, self._scene
        self._recorder.clear()
        self._ghosts.clear()
        self._game, self._seen = game, {}
        contests = game.contests if game is not None and scene else ()
        known = tuple((contest.key, self.results.of(scene, contest.key)) for contest in contests)
        known = tuple(row for row in known if row[1])
        if known and session.history.newest == session.history.first == session.world.step_count:
            session.history.do(RecallResults(known))
        for contest in contests:
            self._seen[contest.key] = contest.bests
            if isinstance(contest, LapTimer) and contest.best is not None:
                self._load_ghost(contest.key, contest.best.value)

    def _load_ghost(self, key: str, seconds: float) -> None:
        if self._folder is None:
            return
        try:
            found = ghosts.load(ghosts.file_of(self._folder, self._scene, key), self._scene, key, seconds)
        except GhostError as error:
            self.notes.append(str(error))
            return
        if found is not None:
            self._ghosts[key, seconds] = found

    def after_step(self, *, scripted: bool = False) -> None:
        """Note where the vehicle is, and what was won.

        Args:
            scripted: Whether a script plays: what it wins is not the player's, and is not kept.
        """
        game = self._game
        if game is None or not game.contests:
            return
        world, vehicle = self._session.world, game.vehicle
        if vehicle is not None and vehicle.chassis.alive and self._timers():
            body = vehicle.chassis
            self._recorder.note(world.step_count, world.time, game.driven, (*body.position, *body.orientation))
        self._look(keep=not scripted)

    def after_step_back(self) -> None:
        """Time went back: what was won since is not won."""
        self._recorder.drop_after(self._session.world.step_count)
        self._look()

    def _timers(self) -> list[LapTimer]:
        """Lap timers of the game."""
        return [some for some in (self._game.contests if self._game is not None else ()) if isinstance(some, LapTimer)]

    def _look(self, *, keep: bool = True) -> None:
        """Take in what is the best now, and keep it."""
        changed = False
        for contest in self._game.contests if self._game is not None and self._scene else ():
            if contest.bests != self._seen.get(contest.key):
                self._seen[contest.key] = contest.bests
                changed |= keep and self.results.put(self._scene, contest.key, contest.bests)
                if isinstance(contest, LapTimer):
                    self._take_ghost(contest, keep=keep)
        if changed:
            self._note(self.results.save())

    def _take_ghost(self, timer: LapTimer, *, keep: bool) -> None:
        """Take the ghost of the best lap, and keep it in its file; without one there is none."""
        best, path = timer.best, None
        if keep and self._folder is not None:
            path = ghosts.file_of(self._folder, self._scene, timer.key)
        if best is not None and (timer.key, best.value) not in self._ghosts:
            cut = self._recorder.cut(best.start, best.end, best.vehicle, best.what)
            if cut is not None:
                self._ghosts[timer.key, best.value] = cut
        found = None if best is None else self._ghosts.get((timer.key, best.value))
        if path is not None and found is not None:
            self._note(ghosts.save(found, path, self._scene, timer.key))
        elif path is not None:
            with contextlib.suppress(OSError):
                path.unlink(missing_ok=True)

    def _note(self, trouble: str | None) -> None:
        if trouble and trouble not in self.notes:
            self.notes.append(trouble)

    # ---- Asked by pictures and panels -----------------------------------------------------------------------------

    def take_notes(self) -> list[str]:
        """Sentences for the player, once."""
        notes, self.notes = self.notes, []
        return notes

    def ghost_pose(self, blend: float) -> tuple[np.ndarray, np.ndarray] | None:
        """Place [m] and rotation of the ghost of the best lap in a picture between two steps; None for no ghost.

        Args:
            blend: Time of the picture between the last two steps, 0 to 1.
        """
        time = self._session.world.time - (1.0 - blend) * STEP
        for timer in self._timers():
            if timer.run is None or timer.best is None or timer.runner < 0:
                continue
            found = self._ghosts.get((timer.key, timer.best.value))
            if found is not None:
                return found.pose(time - timer.run.start)
        return None

    def reset(self) -> None:
        """Forget all results of all scenes, and their ghosts."""
        self.results.clear()
        if self._folder is not None:
            for path in sorted(self._folder.glob("ghost-*.json")):
                with contextlib.suppress(OSError):
                    path.unlink(missing_ok=True)
        self._session.do(ForgetResults())
        self._note(self.results.save())
        self._ghosts.clear()
        self._look()
