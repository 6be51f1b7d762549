"""Obstacle course.

Everything that a figure has to walk on: stairs of 15 to 35 cm, curbs, gaps, belts, a turntable, a lift that reverses
instantly, a platform that goes down at a slant, a low beam, pendulums, a narrow door, a crate to push, a seesaw, and
slopes of 10 to 60 degrees. Slopes above 50 degrees cannot be climbed. The clock runs from the first stairs to the
banner; who falls from the decks is sent back, and there are medals.
Try: hold the jump key longer to jump higher; crouch under the beam; let a pendulum hit you.
"""

from collections.abc import Iterator

from physics import World
from play.controls import Controls
from play.figure.avatar import Avatar
from play.figure.walker import Walker
from play.game import Game, game_of
from scenes import kit
from scenes.course import contest, route, stations
from scenes.course.machines import THICK, Machines, lift_top
from scenes.registry import View, scene

START = (0.0, 0.015, 2.5)  # where the figure begins [m]


@scene(
    category="Characters",
    name="Obstacle course",
    place="meadow",
    view=View(target=(8.0, 0.0, -15.0), distance=42.0, yaw_degrees=14.0, pitch_degrees=27.0),
)
def build(world: World) -> None:
    """Three lanes, and a figure at the start."""
    kit.add_ground(world)
    game = Game(world)
    stations.add_lanes(world)
    stations.add_stairs(world)
    stations.add_decks(world)
    stations.add_way_back(world)
    stations.add_gate(world)
    stations.add_loads(world)
    stations.add_slopes(world)
    Machines(world)
    avatar = game.add_avatar(Avatar(world, START))
    avatar.raised = False
    contest.add_contest(world, game)


def autoplay(game: Game) -> Iterator[Controls]:
    """Walk the whole course."""
    world = game.avatar.torso.world
    return Walker(route.waypoints()).script(world, game.avatar)


def check(world: World) -> None:
    """The figure stands at the start, and the machines move."""
    avatar = game_of(world).avatar
    assert avatar.standing and (avatar.feet - START).length < 0.02, f"the figure is at {avatar.feet}"
    top = kit.named(world, "lift")[0].position.y + THICK
    assert abs(top - lift_top(world.time)) < 1e-6, f"the lift is at {top:.3f} m"
    turns = [abs(body.angular_velocity.z) for body in kit.named(world, "pendulum")]
    assert min(turns) > 0.5, f"a pendulum is stuck: {turns}"
