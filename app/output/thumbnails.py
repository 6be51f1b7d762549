"""Makes the pictures of scenes for the browser: `python -m app.output.thumbnails [KEY ...]`, all without keys."""

import sys
from collections.abc import Sequence

from app.clock import STEP
from app.output import scene_pictures
from app.output.offscreen import Studio
from app.settings import Settings
from app.shell import Shell

SECONDS = 2.5  # after the start, when most scenes are in full swing
#: Scenes that show what they are about at another time [s].
MOMENTS = {
    "bridges_breaking": 6.0,
    "chains_dominoes": 5.0,
    "conveyors_maze": 12.0,
    "forces_gravity_scale": 0.8,
    "games_billiards": 1.3,
    "games_bowling": 1.4,
    "impacts_brick_wall": 2.2,
    "impacts_explosion": 1.12,
    "machines_catapult": 2.0,
    "machines_trebuchet": 1.0,
    "piles_pour": 8.0,
    "ragdolls_stairs": 5.0,
    "soft_dogs": 0.9,
    "soft_hammock": 3.4,
    "soft_heap": 1.2,
    "soft_press": 3.6,
    "soft_stairs": 1.1,
    "soft_trampoline": 4.0,
    "soft_water_balloons": 1.0,
    "soft_wrecking_rope": 2.0,
    "stacking_overlap": 0.6,
}


def make(shell: Shell, studio: Studio, key: str) -> None:
    """Run a scene until its moment, and keep what its camera sees then."""
    shell.session.open_scene(key)
    for _ in range(round(MOMENTS.get(key, SECONDS) / STEP)):
        shell.advance(STEP)
    scene_pictures.write(key, studio.draw(shell))


def main(keys: Sequence[str]) -> None:
    """Make the pictures of some scenes, or of all."""
    shell = Shell(Settings(reduced_motion=True))
    studio = Studio(2 * scene_pictures.WIDTH, 2 * scene_pictures.HEIGHT)
    try:
        for key in keys or sorted(shell.session.runner.scenes):
            make(shell, studio, key)
            print(scene_pictures.path_of(key))
    finally:
        studio.release()


if __name__ == "__main__":
    main(sys.argv[1:])
