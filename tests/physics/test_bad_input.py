"""Bad input: each is an error that names the rule and the value, and the world stays as it was, bit for bit."""

import copy
import dataclasses
import math
import re

import numpy as np
import pytest

from physics import BodyKind, ShapeBox, ShapeCapsule, ShapePlane, ShapeSphere, World
from physics.state.world_state import STATE_VERSION

DT = 1 / 60
NAN, INF = math.nan, math.inf
CUBE = ShapeBox(half_extents=(0.5, 0.5, 0.5))
BALL = ShapeSphere(radius=0.5)


class Scene:
    """A world in the middle of things: a body in contact, one asleep, one removed, a schedule, a second world."""

    def __init__(self):
        self.world = World()
        self.ground = self.world.add_body(kind=BodyKind.STATIC, shape=ShapePlane(), name="ground")
        self.body = self.world.add_body(shapes=[(CUBE,), (BALL, (0, 0.5, 0))], position=(0, 0.5, 0), name="body")
        gone = self.world.add_body(shape=CUBE, position=(20, 0.5, 0), name="gone")
        self.belt = self.world.add_body(kind=BodyKind.KINEMATIC, shape=CUBE, position=(9, 9, 9))
        self.world.schedule(lambda: True, 3)
        for _ in range(50):
            self.world.step(DT)
        self.falling = self.world.add_body(shape=BALL, position=(0, 5, 0))
        self.world.step(DT)
        self.world.remove_body(gone)
        self.gone = gone
        self.other_world = World()
        self.stranger = self.other_world.add_body(shape=CUBE, name="stranger")


@pytest.fixture
def scene():
    return Scene()


def add(**options):
    return lambda s: s.world.add_body(**{"shape": CUBE, **options})


def assign(name, value, of="body"):
    return lambda s: setattr(getattr(s, of), name, value)


def step(dt):
    return lambda s: s.world.step(dt)


def call(method, *args, of="body", **options):
    return lambda s: getattr(getattr(s, of), method)(*args, **options)


def replaced_state(**changes):
    return lambda s: s.world.load_state(dataclasses.replace(s.world.save_state(), **changes))


NUMBERS = {"zero": 0.0, "negative": -1.0, "NaN": NAN, "infinite": INF, "minus infinite": -INF, "huge": 1e40}

#: Label: what is done, the error, and what its message must say.
CASES = {}
for label, value in NUMBERS.items():
    got = re.escape(repr(value))
    CASES |= {
        f"sphere of {label} radius": (
            lambda s, v=value: s.world.add_body(shape=ShapeSphere(v)), ValueError, f"radius.*{got}",
        ),
        f"box of {label} half extent": (
            lambda s, v=value: s.world.add_body(shape=ShapeBox((1, v, 1))), ValueError, f"half_extents.*{got}",
        ),
        f"capsule of {label} radius": (
            lambda s, v=value: s.body.add_shape(ShapeCapsule(v, 1.0)), ValueError, f"radius.*{got}",
        ),
        f"capsule of {label} height": (
            lambda s, v=value: s.body.add_shape(ShapeCapsule(1.0, v)), ValueError, f"half_height.*{got}",
        ),
        f"body of {label} mass": (add(mass=value), ValueError, f"mass.*{got}"),
        f"static body of {label} mass": (add(kind=BodyKind.STATIC, mass=value), ValueError, f"mass.*{got}"),
        f"body of {label} density": (add(density=value), ValueError, f"density.*{got}"),
        f"part of {label} density": (call("add_shape", BALL, density=value), ValueError, f"density.*{got}"),
        f"set {label} mass": (assign("mass", value), ValueError, f"mass.*{got}"),
        f"step of {label}": (step(value), ValueError, f"dt must be between .* s, got {got}"),
        f"material of {label} density": (
            lambda s, v=value: s.world.add_material("x", density=v, friction=0.5, restitution=0),
            ValueError,
            f"density.*{got}",
        ),
    }  # fmt: skip
for label in ("NaN", "infinite", "minus infinite", "huge"):
    value = NUMBERS[label]
    got = re.escape(repr(value))
    CASES |= {
        f"plane at {label}": (
            lambda s, v=value: s.ground.add_shape(ShapePlane(offset=v)), ValueError, f"offset.*{got}",
        ),
        f"plane facing {label}": (
            lambda s, v=value: s.ground.add_shape(ShapePlane(normal=(v, v, 0))), ValueError, f"normal.*{got}",
        ),
        f"body at {label}": (add(position=(0, value, 0)), ValueError, f"position.*{got}"),
        f"body at {label} velocity": (add(velocity=(0, value, 0)), ValueError, f"velocity.*{got}"),
        f"body at {label} spin": (add(angular_velocity=(0, value, 0)), ValueError, f"angular_velocity.*{got}"),
        f"part at {label}": (call("add_shape", BALL, offset=(value, 0, 0)), ValueError, f"offset.*{got}"),
        f"set {label} position": (assign("position", (value, 0, 0)), ValueError, f"position.*{got}"),
        f"set {label} velocity": (assign("velocity", (value, 0, 0)), ValueError, f"velocity.*{got}"),
        f"set {label} spin": (assign("angular_velocity", (value, 0, 0)), ValueError, f"angular_velocity.*{got}"),
        f"set {label} gravity": (assign("gravity", (0, value, 0), "world"), ValueError, f"gravity.*{got}"),
        f"{label} force": (call("apply_force", (value, 0, 0)), ValueError, f"force.*{got}"),
        f"{label} torque": (call("apply_torque", (value, 0, 0)), ValueError, f"torque.*{got}"),
        f"{label} impulse": (call("apply_impulse", (value, 0, 0)), ValueError, f"impulse.*{got}"),
        f"{label} angular impulse": (call("apply_angular_impulse", (value, 0, 0)), ValueError, f"impulse.*{got}"),
        f"force at {label}": (call("apply_force", (1, 0, 0), point=(value, 0, 0)), ValueError, f"point.*{got}"),
        f"impulse at {label}": (call("apply_impulse", (1, 0, 0), point=(value, 0, 0)), ValueError, f"point.*{got}"),
    }  # fmt: skip
del (
    CASES["plane facing huge"],
    CASES["huge force"],
    CASES["huge torque"],
    CASES["huge impulse"],
    CASES["huge angular impulse"],
)
for label in ("negative", "NaN", "infinite"):
    value = NUMBERS[label]
    got = re.escape(repr(value))
    for name in ("friction", "restitution", "rolling_friction", "linear_damping", "angular_damping"):
        CASES[f"body of {label} {name}"] = (add(**{name: value}), ValueError, f"{name}.*{got}")
        CASES[f"set {label} {name}"] = (assign(name, value), ValueError, f"{name}.*{got}")
    CASES[f"pair of {label} friction"] = (
        call("set_friction", "ice", "wood", value, of="world"),
        ValueError,
        f"friction.*{got}",
    )
CASES |= {
    "force beyond float32": (call("apply_force", (1e31, 0, 0)), ValueError, r"force must be .*1e\+30.*1e\+31"),
    "step of 10 s": (step(10), ValueError, "dt must be between 1e-05 and 0.1 s, got 10; .*several times"),
    "step of nothing": (step(None), TypeError, "dt must be a number, got None"),
    "step of text": (step("1/60"), TypeError, "dt must be a number, got '1/60'"),
    "step of True": (step(True), TypeError, "dt must be a number, got True"),
    "zero quaternion": (add(orientation=(0, 0, 0, 0)), ValueError, r"orientation must not be zero, got \(0, 0, 0, 0\)"),
    "quaternion with NaN": (add(orientation=(0, NAN, 0, 1)), ValueError, "orientation.*nan"),
    "quaternion with infinity": (add(orientation=(0, 0, 0, INF)), ValueError, "orientation.*inf"),
    "quaternion of three": (add(orientation=(0, 0, 1)), ValueError, r"orientation must be 4 numbers, got 3"),
    "set zero quaternion": (assign("orientation", (0, 0, 0, 0)), ValueError, "orientation must not be zero"),
    "part with zero quaternion": (
        call("add_shape", BALL, rotation=(0, 0, 0, 0)), ValueError, "rotation must not be zero",
    ),
    "piece with zero quaternion": (
        add(shape=None, shapes=[(BALL, (0, 0, 0), (0, 0, 0, 0))]), ValueError, "rotation must not be zero",
    ),
    "position of two": (add(position=(0, 1)), ValueError, "position must be 3 numbers, got 2"),
    "position as text": (add(position="origin"), TypeError, "position must be 3 numbers, got 'origin'"),
    "position of None": (add(position=(0, None, 0)), TypeError, r"position\[1\] must be a number, got None"),
    "unknown material": (
        add(material="unobtainium"), ValueError, "unknown material 'unobtainium'; choose one of: .*steel",
    ),
    "misspelt material": (add(material="stel"), ValueError, "did you mean 'steel'"),
    "material by number": (add(material=3), TypeError, "material must be .*got 3"),
    "friction of an unknown material": (
        call("set_friction", "ice", "mud", 0.5, of="world"), ValueError, "unknown material 'mud'",
    ),
    "reading friction of an unknown material": (
        call("get_friction", "mud", "ice", of="world"), ValueError, "unknown material 'mud'",
    ),
    "material that exists": (
        call("add_material", "ice", density=1, friction=1, restitution=0, of="world"),
        ValueError,
        "'ice' exists already",
    ),
    "shape that is none": (add(shape="box"), TypeError, "shape must be .*'box'"),
    "shape class": (add(shape=ShapeBox), TypeError, "shape must be "),
    "shape and shapes": (add(shapes=[(BALL,)]), ValueError, "shape or shapes, not both"),
    "shapes that are none": (add(shape=None, shapes=[(BALL,), 7]), TypeError, r"shapes\[1\] must be .*got 7"),
    "shapes not in a list": (add(shape=None, shapes=BALL), TypeError, "shapes must be a list"),
    "dynamic body without a shape": (add(shape=None), ValueError, "a dynamic body needs a shape, got none"),
    "dynamic body with an empty list": (add(shape=None, shapes=[]), ValueError, "a dynamic body needs a shape"),
    "mass and density": (add(mass=1.0, density=2.0), ValueError, "mass or density, not both, got 1.0 kg and 2.0"),
    "dynamic plane": (add(shape=ShapePlane()), ValueError, "half-space has infinite mass.*BodyKind.STATIC"),
    "dynamic plane with a mass": (add(shape=ShapePlane(), mass=1.0), ValueError, "half-space has infinite mass"),
    "plane as a part": (call("add_shape", ShapePlane()), ValueError, "half-space has infinite mass"),
    "static body with a velocity": (
        add(kind=BodyKind.STATIC, velocity=(1, 0, 0)), ValueError, r"static body must be zero, got \(1.0, 0.0, 0.0\)",
    ),
    "static body with a spin": (
        add(kind=BodyKind.STATIC, angular_velocity=(0, 1.5, 0)), ValueError, r"static body must be zero, got .*1\.5",
    ),
    "velocity of a static body": (assign("velocity", (1, 0, 0), "ground"), ValueError, "static body must be zero"),
    "spin of a static body": (assign("angular_velocity", (1, 0, 0), "ground"), ValueError, "static body must be zero"),
    "mass of a static body": (assign("mass", 2.5, "ground"), ValueError, "static body is infinite, got 2.5"),
    "mass of a kinematic body": (assign("mass", 2.5, "belt"), ValueError, "kinematic body is infinite, got 2.5"),
    "mass as text": (add(mass="heavy"), TypeError, "mass must be a number, got 'heavy'"),
    "density as text": (add(density="heavy"), TypeError, "density must be a number, got 'heavy'"),
    "kind as text": (add(kind="dynamic"), ValueError, "kind must be one of BodyKind.STATIC.*got 'dynamic'"),
    "kind 7": (add(kind=7), ValueError, "kind must be one of .*got 7"),
    "unknown option": (add(colour="red"), TypeError, "unknown option 'colour'; choose from: .*material"),
    "unknown option of a part": (call("add_shape", BALL, mass=2), TypeError, "unknown option 'mass'; choose from"),
    "name that is no text": (add(name=5), TypeError, "name must be a string, got 5"),
    "flag that is none": (add(bullet=1), TypeError, "bullet must be True or False, got 1"),
    "sensor that is none": (add(sensor="yes"), TypeError, "sensor must be True or False, got 'yes'"),
    "can_sleep that is none": (add(can_sleep=0), TypeError, "can_sleep must be True or False, got 0"),
    "lock that is none": (add(lock_rotation=(True, True)), TypeError, "lock_rotation must be True, False or three"),
    "lock of a number": (
        add(lock_position=(1, False, False)), TypeError, r"lock_position\[0\] must be True or False, got 1",
    ),
    "mask of 33 bits": (add(mask=1 << 32), ValueError, "mask must be .*got 4294967296"),
    "negative category": (add(category=-1), ValueError, "category must be .*got -1"),
    "mask as a float": (add(mask=1.0), TypeError, r"mask must be a whole number, got 1\.0"),
    "group as text": (add(group="a"), TypeError, "group must be a whole number, got 'a'"),
    "gravity_scale too large": (
        add(gravity_scale=1e9), ValueError, "gravity_scale must be between -100 and 100, got 1000000000",
    ),
    "too fast": (add(velocity=(0, 0, 2001)), ValueError, "velocity must be .*2000 m/s, got .*2001"),
    "too far": (assign("position", (0, 0, 2e7)), ValueError, r"position must be .*1e\+07 m, got .*20000000"),
    "surface velocity of two": (add(surface_velocity=(1, 0)), ValueError, "surface_velocity must be 3 numbers"),
    "substeps 0": (assign("substeps", 0, "world"), ValueError, "substeps must be .*between 1 and 64, got 0"),
    "substeps 65": (assign("substeps", 65, "world"), ValueError, "substeps must be .*between 1 and 64, got 65"),
    "substeps 1.5": (assign("substeps", 1.5, "world"), TypeError, r"substeps must be a whole number, got 1\.5"),
    "substeps True": (assign("substeps", True, "world"), TypeError, "substeps must be a whole number, got True"),
    "sleeping as a number": (assign("sleeping", 1, "world"), TypeError, "sleeping must be True or False, got 1"),
    "gravity as a number": (assign("gravity", -9.81, "world"), TypeError, r"gravity must be 3 numbers, got -9\.81"),
    "removed body twice": (lambda s: s.world.remove_body(s.gone), LookupError, "body 'gone' was removed"),
    "body of another world": (
        lambda s: s.world.remove_body(s.stranger), LookupError, "body 'stranger' is of another world",
    ),
    "reading of another world": (
        lambda s: s.world.read([s.body, s.stranger], "position"), LookupError, "another world",
    ),
    "writing to another world": (
        lambda s: s.world.write([s.body, s.stranger], position=[(0, 0, 0)] * 2), LookupError, "another world",
    ),
    "writing to a removed body": (
        lambda s: s.world.write([s.body, s.gone], position=[(0, 0, 0)] * 2), LookupError, "'gone' was removed",
    ),
    "removing a number": (lambda s: s.world.remove_body(2), TypeError, "body must be a Body, got 2"),
    "removing None": (lambda s: s.world.remove_body(None), TypeError, "body must be a Body, got None"),
    "part of another body": (
        lambda s: s.falling.remove_shape(s.body.parts[0]), LookupError, "the body has no such part",
    ),
    "last part": (lambda s: s.falling.remove_shape(s.falling.parts[0]), ValueError, "this is its last"),
    "body by a number that is free": (lambda s: s.world.body(77), LookupError, "no body number 77"),
    "unknown quantity": (
        lambda s: s.world.read([s.body], "colour"), ValueError, "unknown quantity 'colour'; choose one of: position",
    ),
    "unknown quantity to write": (
        lambda s: s.world.write([s.body], mass=[[1]]), ValueError, "unknown quantity 'mass'; choose one of: position",
    ),
    "write of another length": (
        lambda s: s.world.write([s.body], velocity=np.zeros((2, 3))),
        ValueError,
        r"velocity must have the shape \[1, 3\], got \(2, 3\)",
    ),
    "write of NaN": (
        lambda s: s.world.write([s.body, s.falling], position=[(0, 1, 0), (NAN, 0, 0)]),
        ValueError,
        "position must be finite.*nan",
    ),
    "write of a zero quaternion": (
        lambda s: s.world.write([s.body, s.falling], position=np.ones((2, 3)), orientation=[(0, 0, 0, 1), (0,) * 4]),
        ValueError,
        r"orientation\[1\] must not be zero",
    ),
    "write of a static velocity": (
        lambda s: s.world.write([s.falling, s.ground], velocity=np.ones((2, 3))),
        ValueError,
        "velocity of a static body",
    ),
    "write of a bad second quantity": (
        lambda s: s.world.write([s.body], position=[(5, 5, 5)], velocity=[(1e9, 0, 0)]),
        ValueError,
        "velocity must be finite and within 2000",
    ),
    "many at places of two": (
        lambda s: s.world.add_bodies(shape=CUBE, position=np.zeros((3, 2))),
        ValueError,
        r"position must have the shape \[n, 3\], got \(3, 2\)",
    ),
    "many with few velocities": (
        lambda s: s.world.add_bodies(shape=CUBE, position=np.zeros((3, 3)), velocity=np.zeros((2, 3))),
        ValueError,
        r"velocity must have the shape \[3, 3\], got \(2, 3\)",
    ),
    "many, the last one bad": (
        lambda s: s.world.add_bodies(shape=CUBE, position=[(0, 9, 0), (3, 9, 0), (0, INF, 0)]),
        ValueError,
        "position.*inf",
    ),
    "many of an unknown material": (
        lambda s: s.world.add_bodies(shape=CUBE, position=[(0, 9, 0)], material="mud"),
        ValueError,
        "unknown material 'mud'",
    ),
    "callback that is none": (call("schedule", 5, 1, of="world"), TypeError, "callback must be a function, got 5"),
    "callback after 0 steps": (call("schedule", print, 0, of="world"), ValueError, "after_steps must be .*got 0"),
    "callback after -1 steps": (call("schedule", print, -1, of="world"), ValueError, "after_steps must be .*got -1"),
    "callback after 1.5 steps": (call("schedule", print, 1.5, of="world"), TypeError, "after_steps must be .*got 1.5"),
    "priority as text": (call("schedule", print, 1, "high", of="world"), TypeError, "priority must be .*got 'high'"),
    "state that is none": (
        call("load_state", b"state", of="world"), TypeError, "state must come from save_state, got b'state'",
    ),
    "state None": (call("load_state", None, of="world"), TypeError, "state must come from save_state, got None"),
    "state of another world": (
        lambda s: s.world.load_state(s.other_world.save_state()), ValueError, "state must come from this world",
    ),
    "state of another version": (
        replaced_state(version=STATE_VERSION + 1),
        ValueError,
        f"state must be of version {STATE_VERSION}, got {STATE_VERSION + 1}",
    ),
    "state of an old version": (replaced_state(version=0), ValueError, f"version {STATE_VERSION}, got 0"),
}  # fmt: skip


@pytest.mark.parametrize("label", CASES, ids=lambda label: label.replace(" ", "_"))
def test_bad_input_is_refused_and_changes_nothing(scene, label):
    action, error, message = CASES[label]
    world = scene.world
    world_before, other_before = world.state_hash(), scene.other_world.state_hash()
    bodies_before, awake_before = world.bodies, world.read(world.bodies, "awake").tolist()
    materials_before = copy.copy(world.materials)
    with pytest.raises(error, match=f"(?s).*{message}") as caught:
        action(scene)
    assert caught.type is error, "no subclass: LookupError and not KeyError, which puts the text into quotes"
    assert "\n" not in str(caught.value)
    assert world.state_hash() == world_before, "the world changed"
    assert scene.other_world.state_hash() == other_before
    assert world.bodies == bodies_before and world.materials == materials_before
    assert world.read(world.bodies, "awake").tolist() == awake_before
    world.step(DT)


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"substeps": 0}, ValueError, "substeps .*got 0"),
        ({"substeps": 65}, ValueError, "substeps .*got 65"),
        ({"substeps": 1.5}, TypeError, "substeps .*got 1.5"),
        ({"gravity": (0, NAN, 0)}, ValueError, "gravity .*nan"),
        ({"gravity": 9.81}, TypeError, "gravity .*9.81"),
        ({"sleeping": "no"}, TypeError, "sleeping .*'no'"),
        ({"warm_starting": 1}, TypeError, "warm_starting .*1"),
        ({"recycling": None}, TypeError, "recycling .*None"),
        ({"restitution_threshold": -1}, ValueError, "restitution_threshold .*-1"),
        ({"contact_hertz": 0}, ValueError, "contact_hertz .*0"),
        ({"contact_damping_ratio": "no"}, TypeError, "contact_damping_ratio .*'no'"),
    ],
)
def test_a_world_refuses_bad_settings(options, error, message):
    with pytest.raises(error, match=message):
        World(**options)


@pytest.mark.parametrize("value", [(0, 3, 0, 4), (0, 3e-5, 0, 4e-5), (0, 3e200, 0, 4e200), np.array((0, 0.3, 0, 0.4))])
def test_an_unnormalized_quaternion_is_normalized(value):
    world = World()
    body = world.add_body(shape=CUBE, orientation=value)
    np.testing.assert_allclose(body.orientation, (0, 0.6, 0, 0.8), rtol=1e-15)
    body.orientation = (0, 0, 0, 1)
    body.orientation = value
    np.testing.assert_allclose(body.orientation, (0, 0.6, 0, 0.8), rtol=1e-15)
    part = body.add_shape(BALL, offset=(1, 0, 0), rotation=value)
    np.testing.assert_allclose(part.rotation, (0, 0.6, 0, 0.8), rtol=1e-15)


@pytest.mark.parametrize("dt", [1e-5, 0.1, np.float32(0.01), np.float64(1 / 60)])
def test_the_ends_of_the_range_of_steps_are_allowed(scene, dt):
    scene.world.step(dt)


def test_numbers_of_numpy_are_numbers():
    world = World()
    body = world.add_body(
        shape=ShapeSphere(np.float32(0.5)), mass=np.int64(2), position=np.arange(3), mask=np.uint32(7)
    )
    assert body.position == (0, 1, 2) and body.mass == 2.0


def test_masses_that_are_allowed_alone_are_allowed_for_any_size():
    """A balloon of one cubic meter that weighs half a gram: the limits of density are not the caller's business."""
    assert World().add_body(shape=CUBE, mass=5e-4).mass == pytest.approx(5e-4)


def test_refusals_leave_the_future_as_it_was():
    """The same hash is not enough: the same steps follow too."""
    calm, troubled = Scene(), Scene()
    for action, error, _ in CASES.values():
        with pytest.raises(error):
            action(troubled)
    troubled_hash = troubled.world.state_hash()
    assert troubled_hash == calm.world.state_hash()
    for _ in range(30):
        calm.world.step(DT)
        troubled.world.step(DT)
        assert calm.world.state_hash() == troubled.world.state_hash()
