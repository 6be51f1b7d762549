"""What single scenes promise: pockets that catch, people that get down, fire, a camera that goes along."""

import numpy as np
import pytest

from app.settings import Settings
from app.shell import Shell
from app.view.framing import project
from physics import World
from scenes import kit, registry
from scenes.games_billiards import BED, DEEP, RADIUS, TOP
from scenes.ragdolls_stairs import COUNT, EVERY

SCENES = registry.load_all()
DT = 1 / 60


def start(key: str) -> World:
    world = World()
    SCENES[key].start(world)
    return world


@pytest.mark.parametrize("corner", [(1, 1), (1, -1), (-1, 1), (-1, -1), (0, 1), (0, -1)])
def test_a_billiard_ball_that_rolls_into_a_pocket_stays_in_it(corner):
    world = start("games_billiards")
    ball = kit.named(world, "white ball")[0]
    pocket = np.array((corner[0] * (BED[0] - 0.2), TOP + RADIUS, corner[1] * (BED[1] - 0.2)))
    way = np.array((corner[0], 0.0, corner[1])) / np.hypot(*corner)
    ball.position, ball.velocity = pocket - 1.0 * way, 6.0 * way
    for _ in range(180):
        world.step(DT)
    assert TOP - DEEP < ball.position.y < TOP, "it fell, but not to the floor"
    assert ball.velocity.length < 0.5
    assert np.abs(np.subtract(ball.position, pocket))[[0, 2]].max() < 2.0, "it is in this pocket"


@pytest.mark.slow
def test_people_on_the_stairs_get_down_and_never_end():
    """After fifteen seconds there are as many as wanted, whoever came three throws ago is down, and one is on top."""
    world = start("ragdolls_stairs")
    for step in range(900):
        world.step(DT)
        if step > 400 and step % EVERY == EVERY - 2:  # just before the next one comes
            heads = sorted(
                (int(body.name.split()[1]), body.position.y) for body in world.bodies if body.name.endswith(" head")
            )
            assert len(heads) == COUNT
            assert all(height < 0.8 for _, height in heads[:-3]), "somebody lies on the stairs"
    assert max(joint.error[0] for joint in world.joints) < 0.08


def test_the_bomb_has_fire_and_sound_at_the_step_in_which_it_goes_off():
    world = start("impacts_explosion")
    seen = {}
    for _ in range(500):
        world.step(DT)
        for cue in SCENES["impacts_explosion"].cues(world):
            seen[world.step_count] = cue.kind
    assert seen == {60: "explosion", 420: "explosion"}


def test_the_fire_of_a_scene_is_drawn():
    shell = Shell(Settings(reduced_motion=True), "impacts_explosion")
    for _ in range(59):
        shell.session.step()
    before = len(shell.frame().lamps)
    for _ in range(2):
        shell.session.step()
    assert len(shell.frame().lamps) > before, "it lights the wall"


@pytest.mark.slow
@pytest.mark.parametrize(("key", "name"), [("machines_walker", "rib"), ("machines_trebuchet", "stone")])
def test_what_walks_or_flies_stays_in_the_picture_for_15_seconds(key, name):
    shell = Shell(Settings(reduced_motion=True), key)
    body = kit.named(shell.session.world, name)[0]
    far = []
    for _ in range(900):
        shell.advance(DT)
        x, y, _ = project(shell.view.rig.pose(), body.position, 160.0, 100.0)
        far.append(max(abs(x / 80.0 - 1.0), abs(y / 50.0 - 1.0)))
    assert max(far) < 0.8, f"it was at {max(far):.2f} of the way to the edge"
