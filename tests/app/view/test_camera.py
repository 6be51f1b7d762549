import dataclasses
import itertools
import math

import pytest

from app.view.camera import (
    DISTANCE_RANGE,
    GLIDE_SECONDS,
    PITCH_LIMIT,
    CameraRig,
    FlyCamera,
    OrbitCamera,
)
from app.view.framing import fit_distance, project
from physics.vector import Vec3, rotate
from scenes.registry import View


def forward(camera):
    return rotate(camera.rotation, (0, 0, -1))


def same(pose, position, rotation):
    assert pose.position == pytest.approx(position, abs=1e-9)
    assert abs(sum(a * b for a, b in zip(pose.rotation, rotation, strict=True))) == pytest.approx(1.0)


# ---- Fly


def test_fly_moves_along_its_own_axes():
    camera = FlyCamera(position=Vec3(0, 0, 0), yaw=math.pi / 2, speed=2.0)
    camera.move(0, 0, 1, 0.5)
    assert camera.position == pytest.approx((-1, 0, 0))
    camera.move(1, 0, 0, 0.5)
    assert camera.position == pytest.approx((-1, 0, -1))
    camera.turn(0, math.radians(45))
    camera.move(0, 1, 0, 0.5)
    assert camera.position == pytest.approx((-1 + math.sqrt(0.5), math.sqrt(0.5), -1))


def test_fly_up_follows_the_roll():
    camera = FlyCamera(position=Vec3(0, 0, 0), roll=math.pi / 2, speed=1.0)
    camera.move(0, 1, 0, 1.0)
    assert camera.position == pytest.approx((-1, 0, 0))


@pytest.mark.parametrize(
    ("options", "factor"), [({}, 1), ({"fast": True}, 5), ({"slow": True}, 0.2), ({"fast": True, "slow": True}, 1)]
)
def test_fly_speed_and_its_keys(options, factor):
    camera = FlyCamera(position=Vec3(0, 0, 0), speed=3.0)
    camera.move(1, 1, 1, 2.0, **options)
    assert camera.position.length == pytest.approx(6.0 * factor)


def test_a_stick_half_way_is_half_as_fast():
    camera = FlyCamera(position=Vec3(0, 0, 0), speed=2.0)
    camera.move(0.5, 0, 0, 1.0)
    assert camera.position == pytest.approx((1, 0, 0))


def test_fly_looks_where_the_mouse_goes():
    camera = FlyCamera()
    camera.turn(0.1, 0.2)
    assert forward(camera)[0] > 0.05 and forward(camera)[1] > 0.1


def test_fly_turns_along_the_picture_also_while_rolled():
    camera = FlyCamera(roll=0.7)
    right, up = rotate(camera.rotation, (1, 0, 0)), rotate(camera.rotation, (0, 1, 0))
    camera.turn(0.01, 0.02)
    assert forward(camera).dot(right) == pytest.approx(0.01, rel=0.01)
    assert forward(camera).dot(up) == pytest.approx(0.02, rel=0.01)


def test_fly_does_not_tip_over():
    camera = FlyCamera()
    camera.turn(0, 99.0)
    assert camera.pitch == PITCH_LIMIT
    camera.turn(0, -99.0)
    assert camera.pitch == -PITCH_LIMIT


def test_roll_goes_round_and_can_be_leveled():
    camera = FlyCamera()
    camera.turn(0, 0, 3.0 * math.pi)
    assert abs(camera.roll) == pytest.approx(math.pi)
    camera.level()
    assert camera.roll == 0.0


def test_wheel_changes_the_speed_by_a_fifth_within_bounds():
    camera = FlyCamera(speed=1.0)
    camera.change_speed(2)
    assert camera.speed == pytest.approx(1.44)
    camera.change_speed(-1000)
    assert camera.speed == 0.05
    camera.change_speed(1000)
    assert camera.speed == 500.0


# ---- Orbit


def test_orbit_looks_at_its_point():
    camera = OrbitCamera(pivot=Vec3(1, 2, 3), yaw=0.5, pitch=-0.4, distance=7.0)
    assert camera.position + forward(camera) * 7.0 == pytest.approx((1, 2, 3))
    camera.turn(0.3, 0.2)
    assert camera.position + forward(camera) * 7.0 == pytest.approx((1, 2, 3))


def test_orbit_never_goes_through_its_point():
    camera = OrbitCamera(distance=3.0)
    for _ in range(500):
        camera.zoom(1)
    assert camera.distance == DISTANCE_RANGE[0]
    camera.zoom(-10000)
    assert camera.distance == DISTANCE_RANGE[1]


def test_orbit_pan_keeps_things_under_the_cursor():
    rig = CameraRig(fov_degrees=50)
    rig.switch("orbit")
    point = rig.orbit.target
    x, y, _ = project(rig.pose(), point, 800, 400)
    rig.pan(0.25, -0.1)
    x2, y2, _ = project(rig.pose(), point, 800, 400)
    assert (x2 - x, y2 - y) == pytest.approx((100, -40))


def test_orbit_follows_and_leaves_the_rest_to_the_player():
    camera = OrbitCamera(pivot=Vec3(0, 0, 0))
    camera.pan(0.1, 0.2, 1.0)
    before = dataclasses.replace(camera)
    camera.follow((5, 6, 7))
    assert (camera.yaw, camera.pitch, camera.distance, camera.offset) == (
        before.yaw,
        before.pitch,
        before.distance,
        before.offset,
    )
    assert camera.position - before.position == pytest.approx((5, 6, 7))


def test_camera_of_a_scene_without_and_with_angles():
    camera = OrbitCamera.of_view(View(target=(1, 2, 3), distance=10.0))
    away = camera.position - (1, 2, 3)
    yaw, pitch = math.radians(35), math.radians(18)
    expected = (math.sin(yaw) * math.cos(pitch), math.sin(pitch), math.cos(yaw) * math.cos(pitch))
    assert away / 10.0 == pytest.approx(expected)

    class Odd:
        target, distance, yaw_degrees, pitch_degrees = (0, 0, 0), 2.0, 90.0, 0.0

    assert OrbitCamera.of_view(Odd).position == pytest.approx((2, 0, 0), abs=1e-12)


# ---- Framing


@pytest.mark.parametrize("aspect", [0.5, 1.0, 16 / 9, 3.5])
@pytest.mark.parametrize("size", [(1, 1, 1), (20, 0.1, 0.1), (0.1, 50, 3), (0, 0, 0)])
@pytest.mark.parametrize("angles", [(0.0, 0.0), (0.7, -0.3), (2.5, 1.5)])
def test_a_framed_box_fits_tightly(angles, size, aspect):
    rig = CameraRig(fov_degrees=60, reduced_motion=True)
    rig.switch("orbit")
    rig.orbit.yaw, rig.orbit.pitch = angles
    lower, upper = (3.0, -2.0, 8.0), tuple(a + b for a, b in zip((3.0, -2.0, 8.0), size, strict=True))
    assert rig.frame_box(lower, upper, aspect=aspect)
    height, width = 1000.0, 1000.0 * aspect
    used = 0.0
    for corner in itertools.product(*zip(lower, upper, strict=True)):
        x, y, _ = project(rig.pose(), corner, width, height)
        used = max(used, abs(2 * x / width - 1), abs(2 * y / height - 1))
    assert used <= 0.901
    assert used > 0.89 or size == (0, 0, 0) or max(size) > 0.05 > min(size)


@pytest.mark.parametrize("name", ["scene", "orbit", "fly"])
def test_framing_keeps_the_direction_of_view(name):
    rig = CameraRig(reduced_motion=True)
    rig.switch(name)
    before = rig.pose().rotation
    rig.frame_box((100, 0, 0), (101, 1, 1))
    pose = rig.pose()
    assert abs(sum(a * b for a, b in zip(pose.rotation, before, strict=True))) == pytest.approx(1.0)
    x, y, _ = project(pose, (100.5, 0.5, 0.5), 640, 480)
    assert (x, y) == pytest.approx((320, 240))
    assert rig.name == ("orbit" if name == "scene" else name)


def test_an_endless_box_is_refused():
    rig = CameraRig()
    before = rig.pose()
    assert not rig.frame_box((-math.inf, 0, 0), (1, 1, 1))
    assert not rig.frame_box((0, 0, 0), (1, math.nan, 1))
    assert rig.pose() == before and not rig.gliding


def test_distance_grows_with_a_narrow_view():
    box = (0, 0, 0, 1), (-1, -1, -1), (1, 1, 1)
    assert fit_distance(*box, math.radians(40), 1.0) > fit_distance(*box, math.radians(90), 1.0) > 1.0


def test_far_things_are_within_the_planes():
    rig = CameraRig(reduced_motion=True)
    rig.frame_box((-3000, 0, -3000), (3000, 1, 3000))
    pose = rig.pose()
    assert pose.near < math.dist(pose.position, (0, 0, 0)) + 4300 < pose.far


# ---- Rig


def test_switching_between_orbit_and_fly_leaves_the_picture():
    rig = CameraRig()
    rig.show_scene(View(target=(1, 2, 3), distance=9.0))
    scene = rig.pose()
    for name in ("fly", "orbit", "fly", "scene", "orbit", "fly"):
        rig.switch(name)
        same(rig.pose(), scene.position, scene.rotation)
        rig.update(1.0)
        same(rig.pose(), scene.position, scene.rotation)


def test_orbit_after_flying_turns_around_what_is_ahead():
    rig = CameraRig()
    rig.switch("fly")
    rig.fly.move(1, 0, 1, 3.0)
    pose = rig.pose()
    rig.switch("orbit")
    rig.update(1.0)
    same(rig.pose(), pose.position, pose.rotation)


def test_back_to_the_scene_glides():
    rig = CameraRig()
    rig.show_scene(View(target=(0, 0, 0), distance=10.0))
    home = rig.pose()
    rig.turn(0.5, 0.1)
    rig.wheel(3)
    assert rig.name == "orbit"
    away = rig.pose()
    rig.switch("scene")
    assert rig.pose() == away and rig.gliding
    places = [rig.pose().position]
    for _ in range(10):
        rig.update(GLIDE_SECONDS / 9.999)
        places.append(rig.pose().position)
    same(rig.pose(), home.position, home.rotation)
    assert not rig.gliding
    jumps = [math.dist(a, b) for a, b in itertools.pairwise(places)]
    assert max(jumps) < 0.2 * sum(jumps)


def test_reduced_motion_jumps():
    rig = CameraRig(reduced_motion=True)
    rig.show_scene(View())
    home = rig.pose()
    rig.turn(1.0, 0.0)
    rig.switch("scene")
    assert rig.pose() == home and not rig.gliding


def test_a_new_scene_jumps_or_glides_as_told():
    rig = CameraRig()
    rig.show_scene(View(target=(50, 0, 0)))
    assert not rig.gliding
    rig.show_scene(View(target=(0, 0, 0)), glide=True)
    assert rig.gliding


def test_cycle_goes_round():
    rig = CameraRig()
    assert [rig.cycle() for _ in range(4)] == ["orbit", "fly", "scene", "orbit"]


def test_unknown_camera_is_told():
    with pytest.raises(LookupError, match="scene, orbit, fly"):
        CameraRig().switch("drone")


def test_wheel_zooms_or_changes_the_speed():
    rig = CameraRig()
    distance = rig.orbit.distance
    rig.wheel(1)
    assert rig.orbit.distance < distance
    rig.switch("fly")
    rig.wheel(1)
    assert rig.fly.speed == pytest.approx(7.2)


def test_pan_of_the_free_camera_slides():
    rig = CameraRig()
    rig.switch("fly")
    before = rig.fly.position
    rig.pan(0.5, 0.0)
    assert (rig.fly.position - before).dot(rotate(rig.fly.rotation, (1, 0, 0))) < -1.0


def test_following_moves_the_orbit_camera_only():
    rig = CameraRig()
    rig.switch("fly")
    pose = rig.pose()
    rig.follow((9, 9, 9))
    assert rig.pose() == pose
    rig.switch("orbit")
    rig.follow((1, 1, 1))
    assert rig.orbit.target == pytest.approx((1, 1, 1))


@pytest.mark.parametrize(("asked", "given"), [(10, 40), (40, 40), (75, 75), (110, 110), (179, 110)])
def test_field_of_view_is_clamped(asked, given):
    rig = CameraRig(fov_degrees=asked)
    assert rig.fov_degrees == given and rig.pose().fov == pytest.approx(math.radians(given))


def test_wheel_narrows_the_field_of_view():
    rig = CameraRig(fov_degrees=60)
    rig.change_fov(2)
    assert rig.fov_degrees == 50
    rig.change_fov(-100)
    assert rig.fov_degrees == 110
