"""Cameras of a vehicle: behind it, on it, in it."""

import math

import pytest

from app.play_camera import CHASE_PITCH, IDLE, PlayCamera
from physics import BodyKind, ShapeBox, ShapePlane, Vec3, World
from physics.vector import rotate
from play.car_rays import CarRays
from play.game import Game

STEP = 1.0 / 60.0


class Scene:
    """A car on a plane, and a camera attached to it."""

    def __init__(self):
        self.world = World()
        self.world.add_body(kind=BodyKind.STATIC, shape=ShapePlane(), material="concrete")
        self.game = Game(self.world)
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


@pytest.mark.parametrize("mode", ["bonnet", "driver"])
def test_who_looks_around_aboard_comes_back_without_a_jump(scene, mode):
    scene.choose(mode)
    scene.frames(2)
    scene.camera.turn(0.8, 0.3)
    yaw = [math.atan2(-direction(scene.frames()).x, -direction(scene.frames()).z) for _ in range(150)]
    assert yaw[0] == pytest.approx(-0.8, abs=0.05)
    assert max(abs(b - a) for a, b in zip(yaw, yaw[1:], strict=False)) < 0.12
    assert abs(yaw[-1]) < 0.05 and scene.camera.pitch == pytest.approx(CHASE_PITCH, abs=0.03)


def test_the_view_aboard_turns_with_the_car_at_once(scene):
    scene.choose("bonnet")
    scene.frames(round(1.5 * IDLE / STEP))
    scene.put(scene.car.chassis.position, (0.0, math.sin(0.2), 0.0, math.cos(0.2)))
    ahead = direction(scene.frames(1))
    assert math.atan2(-ahead.x, -ahead.z) == pytest.approx(0.4, abs=1e-6)


def test_the_camera_behind_looks_back_while_reversing(scene):
    scene.put(scene.car.chassis.position, velocity=(0.0, 0.0, 5.0))
    pose = scene.frames(240)
    assert direction(pose).z > 0.9 and pose.position[2] < -5.0
