"""The scripted player of the village does what its tour says; the lap itself is in `bench --play`."""

import pytest

from physics import World
from play.autoplay import Player, get_in, one_after_another, walk
from play.game import game_of
from scenes import registry
from scenes.village import layout, tour

STEP = 1.0 / 60.0


class Story:
    """What happened on a tour up to the wheel of the car."""

    def __init__(self):
        self.world = World()
        registry.load_all()["world_village"].start(self.world)
        self.game = game_of(self.world)
        self.cues, self.held, self.highest, self.places = [], set(), 0.0, []
        player = Player(self.script)
        while not player.done:
            self.game.controls = player(self.game)
            self.world.step(STEP)
            self.note()

    @staticmethod
    def script(game):
        """The tour without the lap."""
        parts = tour.weapons(game), tour.shooting(game), tour.house(game), tour.platform(game)
        yield from one_after_another(parts)
        yield from walk(game, (2.0, 0.0, 46.0), (4.0, 0.0, 53.0), limit=20.0)
        yield from get_in(game, 0)

    def note(self):
        """Remember what counts."""
        game = self.game
        self.cues += game.cues
        self.held.add(game.arsenal.held)
        if game.avatar.present:
            feet = game.avatar.feet
            self.highest = max(self.highest, feet.y)
            self.places.append(feet)

    def kinds(self, kind):
        """Cues of a kind."""
        return [cue for cue in self.cues if cue.kind == kind]


@pytest.fixture(scope="module")
def story():
    return Story()


@pytest.mark.slow
def test_all_four_weapons_are_taken_and_held(story):
    assert story.game.arsenal.carried == (1, 2, 3, 4) and story.held == {0, 1, 2, 3, 4}


def test_each_weapon_is_used(story):
    assert {cue.what for cue in story.kinds("shot")} == {"ball", "cube"}
    assert len(story.kinds("launch")) == 1 and len(story.kinds("explosion")) == 1
    assert story.kinds("swing") and story.kinds("grab") and story.kinds("drop")


def test_shots_hit_the_wall_and_the_rocket_the_pyramid(story):
    assert any(cue.what.startswith("brick") for cue in story.kinds("hit"))
    assert (story.kinds("explosion")[0].position - layout.PYRAMID).length < 2.5


def test_the_button_is_pressed_and_the_platform_lifts_the_player_to_the_roof(story):
    assert [cue.what for cue in story.kinds("button")] == ["button"]
    assert story.highest == pytest.approx(layout.ROOF, abs=0.1)


def test_the_player_goes_through_the_house_and_up_its_stairs(story):
    for name, place in layout.ROUTE[2:]:
        assert min((place - feet).length for feet in story.places) < 0.9, name


def test_the_player_gets_into_the_car(story):
    assert story.game.driven == 0 and [cue.what for cue in story.kinds("enter")] == ["blue car"]
    assert story.kinds("trouble") == []


@pytest.mark.parametrize(("place", "ways"), [(layout.CARS[0][0], 2), (layout.START_LINE, 0)])
def test_a_car_goes_by_the_way_to_the_track_only_from_where_it_is_parked(story, monkeypatch, place, ways):
    game, driven, pressed = story.game, [], []
    game.attach(0)
    game.vehicle.put(story.world, place, 0.0)
    game.vehicle.lose_wheel(story.world, 1)
    nothing = lambda *arguments, **options: iter(())  # noqa: E731
    for name in ("walk", "get_in", "get_out", "drive"):
        monkeypatch.setattr(tour, name, nothing)
    monkeypatch.setattr(tour, "drive_to", lambda game, *points, **options: iter(driven.append(points) or ()))
    monkeypatch.setattr(tour, "press", lambda game, **wanted: iter(pressed.append(wanted) or ()))
    assert list(tour.lap(game, 0)) == [] and len(driven) == ways and pressed == [{"repair": True}]
    game.vehicle.repair(story.world)
