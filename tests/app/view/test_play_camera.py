"""Tests of app/view/play_camera.py with carriers made of nothing; with a real world it is in test_play.py."""

import math

import pytest

from app.view.play_camera import BOB, CHASE_PITCH, DRIVING, IDLE, ON_FOOT, PITCH_LIMIT, STRIDE, PlayCamera
from physics import BodyKind, ShapeBox, ShapePlane, Vec3, World
from physics.vector import rotate, rotation_of
from play.controls import Controls
from play.game import Game as TrueGame
from play.vehicles.car_rays import CarRays

STEP = 1 / 60
ZERO = Vec3(0.0, 0.0, 0.0)


class Walker:
    """Stands where it is told to, and is seen by nobody."""

    bodies = ()

    def __init__(self, eye=(0.0, 1.6, 0.0)):
        self.eye, self.velocity, self.standing, self.present = Vec3(*eye), ZERO, True, True
        self.fallen, self.torso = False, None


class Car:
    """A chassis in the air."""

    seat, hood, bodies = Vec3(0.0, 1.0, 0.0), Vec3(0.0, 1.0, -1.2), ()
    view_distance, view_turns = 6.5, False

    def __init__(self, yaw=0.0, velocity=ZERO):
        self.chassis = self
        self.position, self.orientation, self.velocity = Vec3(0.0, 0.0, 0.0), rotation_of(yaw, 0.0), velocity

    def place(self, local):
        return self.position + rotate(self.orientation, local)


class Game:
    """What the camera reads of a game."""

    def __init__(self, vehicle=None):
        self.avatar, self.vehicle, self.own_bodies = Walker(), vehicle, ()
        self.controls = Controls(yaw=0.4, pitch=0.1)

    @property
    def driven(self):
        return -1 if self.vehicle is None else 0


def started(vehicle=None):
    game, camera = Game(vehicle), PlayCamera()
    camera.start(game)
    return game, camera


def seen(camera, game, at=1.0, seconds=STEP, world=None, *, bob=False):
    return camera.pose(world or World(), game, at, seconds, fov=1.0, bob=bob)


# ---- Modes ----------------------------------------------------------------------------------------------------------


def test_it_begins_in_the_eyes_of_the_figure_with_its_view():
    game, camera = started()
    pose = seen(camera, game)
    assert camera.mode == "first person" and (camera.yaw, camera.pitch) == (0.4, 0.1) and camera.distance == 0.0
    assert pose.position == tuple(game.avatar.eye) and pose.rotation == pytest.approx(rotation_of(0.4, 0.1))


@pytest.mark.parametrize(("vehicle", "modes"), [(None, ON_FOOT), (Car(), DRIVING)])
def test_modes_go_around(vehicle, modes):
    _, camera = started(vehicle)
    assert [camera.cycle() for _ in modes] == [*modes[1:], modes[0]]


def test_on_foot_and_at_the_wheel_each_keep_their_mode():
    game, camera = started()
    camera.cycle()
    game.vehicle = Car()
    assert camera.sample(game) and camera.mode == "chase"
    camera.cycle()
    game.vehicle = None
    assert camera.sample(game) and camera.mode == "third person"
    game.vehicle = Car()
    camera.sample(game)
    assert camera.mode == "hood"


def test_nobody_sees_nothing():
    camera, game = PlayCamera(), Game()
    game.avatar.present = False
    assert not camera.sample(game) and seen(camera, game) is None


def test_the_view_turns_as_far_as_a_neck_does():
    _, camera = started()
    camera.turn(0.3, 9.0)
    assert camera.yaw == pytest.approx(0.1) and camera.pitch == PITCH_LIMIT
    camera.turn(3.3, -9.0)
    assert camera.yaw == pytest.approx(math.tau - 3.2) and camera.pitch == -PITCH_LIMIT


# ---- Following ------------------------------------------------------------------------------------------------------


def test_between_two_steps_the_picture_is_between_two_places():
    game, camera = started()
    game.avatar.eye = Vec3(0.4, 1.6, 0.0)
    assert not camera.sample(game)
    assert [seen(camera, game, at).position[0] for at in (0.0, 0.5, 1.0)] == pytest.approx([0.0, 0.2, 0.4])
    camera.hold()
    assert seen(camera, game, 0.0).position[0] == pytest.approx(0.4)


def test_a_leap_through_space_is_no_motion():
    game, camera = started()
    game.avatar.eye = Vec3(50.0, 1.6, 0.0)
    assert camera.sample(game), "another place"
    assert seen(camera, game, 0.0).position[0] == pytest.approx(50.0)


def test_who_gets_in_looks_along_the_nose():
    game, camera = started()
    game.vehicle = Car(yaw=1.2)
    camera.sample(game)
    assert camera.yaw == pytest.approx(1.2) and camera.pitch == CHASE_PITCH


@pytest.mark.parametrize("mode", ["hood", "driver"])
def test_cameras_on_the_vehicle_turn_with_it_and_the_mouse_looks_around(mode):
    game, camera = started(Car(yaw=0.5))
    while camera.cycle() != mode:
        pass
    place = game.vehicle.place(game.vehicle.hood if mode == "hood" else game.vehicle.seat)
    pose = seen(camera, game)
    assert pose.position == pytest.approx(tuple(place))
    camera.turn(0.4, 0.0)
    turned = rotate(seen(camera, game).rotation, (0.0, 0.0, -1.0))
    assert math.atan2(-turned.x, -turned.z) == pytest.approx(0.1, abs=1e-6)


# ---- Swinging back --------------------------------------------------------------------------------------------------


def chase(speed, seconds):
    """Yaw after so long behind a car whose nose points to yaw 0, from a view to the side."""
    game, camera = started(Car(velocity=Vec3(0.0, 0.0, -speed)))
    camera.turn(-1.0, 0.5)
    for _ in range(round(seconds / STEP)):
        camera.pass_time(STEP)
    return camera


def test_behind_a_car_that_drives_the_view_swings_back_after_a_while():
    assert chase(10.0, IDLE - 0.1).yaw == pytest.approx(1.0)
    half = chase(10.0, IDLE + 0.4).yaw
    assert 0.2 < half < 0.9
    done = chase(10.0, IDLE + 4.0)
    assert done.yaw == pytest.approx(0.0, abs=1e-3) and done.pitch == pytest.approx(CHASE_PITCH, abs=1e-3)


def test_behind_a_car_that_stands_it_does_not():
    assert chase(0.5, 6.0).yaw == pytest.approx(1.0)


def test_on_foot_nothing_swings():
    game, camera = started()
    game.avatar.velocity = Vec3(9.0, 0.0, 0.0)
    camera.sample(game)
    camera.pass_time(9.0)
    assert camera.yaw == 0.4


# ---- Walls and bobbing ----------------------------------------------------------------------------------------------


def walled():
    world = World()
    world.add_body(kind=BodyKind.STATIC, shape=ShapePlane())
    world.add_body(kind=BodyKind.STATIC, shape=ShapeBox((4.0, 4.0, 0.1)), position=(0.0, 4.0, 2.0))
    world.step(STEP)
    return world


def test_behind_the_figure_it_stays_before_a_wall_and_glides_out_again():
    world, (game, camera) = walled(), started()
    camera.cycle()
    camera.yaw = camera.pitch = 0.0
    for _ in range(90):
        z = seen(camera, game, world=world).position[2]
        assert z < 1.9
    assert z > 1.0
    camera.yaw = math.pi  # the open side
    ways = [-seen(camera, game, world=world).position[2] for _ in range(120)]
    assert ways[0] < z + 0.3 and ways[-1] == pytest.approx(3.2, abs=0.1)
    assert max(b - a for a, b in zip(ways[:-1], ways[1:], strict=True)) < 0.15, "it glides"


def test_the_head_bobs_with_the_steps_and_not_with_reduced_motion():
    game, camera = started()
    game.avatar.velocity = Vec3(0.0, 0.0, -4.0)
    heights = []
    for _ in range(60):
        camera.sample(game)
        heights.append(seen(camera, game, bob=True).position[1] - 1.6)
        assert seen(camera, game, bob=False).position[1] == pytest.approx(1.6)
    assert max(heights) == pytest.approx(BOB, rel=0.1) and min(heights) == pytest.approx(-BOB, rel=0.1)
    crossings = sum(a < 0.0 <= b for a, b in zip(heights[:-1], heights[1:], strict=True))
    assert crossings == pytest.approx(4.0 / STRIDE, abs=1.0)


def test_who_is_in_the_air_or_stands_does_not_bob():
    game, camera = started()
    game.avatar.standing, game.avatar.velocity = False, Vec3(0.0, 0.0, -4.0)
    camera.sample(game)
    assert camera._after.walked == 0.0 and seen(camera, game, bob=True).position[1] == pytest.approx(1.6)
    game.avatar.standing, game.avatar.velocity = True, ZERO
    camera.sample(game)
    assert seen(camera, game, bob=True).position[1] == pytest.approx(1.6)


def test_a_shake_turns_the_picture():
    game, camera = started()
    pose = camera.pose(World(), game, 1.0, STEP, fov=1.0, bob=False, shake=(0.1, -0.05, 0.02))
    assert pose.rotation == pytest.approx(rotation_of(0.5, 0.05, 0.02))


# ---- A real car -----------------------------------------------------------------------------------------------------


class Scene:
    """A car on a plane, and a camera attached to it."""

    def __init__(self):
        self.world = World()
        self.world.add_body(kind=BodyKind.STATIC, shape=ShapePlane(), material="concrete")
        self.game = TrueGame(self.world)
        self.car = self.game.add_vehicle(CarRays(self.world, Vec3(0.0, 0.0, 0.0)))
        self.game.attach(0)
        self.camera = PlayCamera()
        self.camera.start(self.game)

    def frames(self, count=1, seconds=STEP):
        """Let pictures pass without physics; returns the last one."""
        for _ in range(count):
            self.camera.sample(self.game)
            self.camera.pass_time(seconds)
            pose = self.camera.pose(self.world, self.game, 1.0, seconds, fov=1.0, bob=False)
        return pose

    def put(self, place, turn=(0.0, 0.0, 0.0, 1.0), velocity=(0.0, 0.0, 0.0)):
        self.world.write([self.car.chassis], position=[place], orientation=[turn], velocity=[velocity])

    def choose(self, mode):
        while self.camera.mode != mode:
            self.camera.cycle()


@pytest.fixture
def scene():
    return Scene()


def direction(pose):
    return rotate(pose.rotation, (0.0, 0.0, -1.0))


def test_the_car_is_in_the_middle_of_the_picture_from_behind(scene):
    pose = scene.frames(120)
    assert abs(pose.position[0]) < 1e-6
    assert pose.position[2] > 5.5 and direction(pose).z < -0.9


def test_a_bump_of_a_step_moves_the_camera_behind_less_than_the_car(scene):
    before = scene.frames(240).position[1]
    scene.put(scene.car.chassis.position + (0.0, 0.15, 0.0))
    assert 0.0 < scene.frames(1).position[1] - before < 0.05
    assert scene.frames(60).position[1] - before == pytest.approx(0.15, abs=0.01)


def test_the_camera_behind_stays_below_a_roof(scene):
    scene.world.add_body(kind=BodyKind.STATIC, shape=ShapeBox((8.0, 0.1, 8.0)), position=(0.0, 1.7, 0.0))
    pose = scene.frames(90)
    assert pose.position[1] < 1.6


@pytest.mark.parametrize("mode", ["hood", "driver"])
def test_who_looks_around_aboard_comes_back_without_a_jump(scene, mode):
    scene.choose(mode)
    scene.frames(2)
    scene.camera.turn(0.8, 0.3)
    yaw = [math.atan2(-direction(scene.frames()).x, -direction(scene.frames()).z) for _ in range(150)]
    assert yaw[0] == pytest.approx(-0.8, abs=0.05)
    assert max(abs(b - a) for a, b in zip(yaw, yaw[1:], strict=False)) < 0.12
    assert abs(yaw[-1]) < 0.05 and scene.camera.pitch == pytest.approx(CHASE_PITCH, abs=0.03)


def test_the_view_aboard_turns_with_the_car_at_once(scene):
    scene.choose("hood")
    scene.frames(round(1.5 * IDLE / STEP))
    scene.put(scene.car.chassis.position, (0.0, math.sin(0.2), 0.0, math.cos(0.2)))
    ahead = direction(scene.frames(1))
    assert math.atan2(-ahead.x, -ahead.z) == pytest.approx(0.4, abs=1e-6)


def test_the_camera_behind_looks_back_while_reversing(scene):
    scene.put(scene.car.chassis.position, velocity=(0.0, 0.0, 5.0))
    pose = scene.frames(240)
    assert direction(pose).z > 0.9 and pose.position[2] < -5.0
