"""Hashes: the same input gives the same bits in every run, and every change is seen."""

import os
import pathlib
import subprocess
import sys

import numpy as np
import pytest

from physics import BodyKind, World
from tests.physics.state.busy import DT, SHAPES, act, busy_world, play

ROOT = pathlib.Path(__file__).resolve().parents[3]


@pytest.mark.parametrize(
    "options", [{}, {"sleeping": False}, {"substeps": 2, "warm_starting": False, "recycling": False}]
)
def test_equal_worlds_have_equal_hashes_after_every_step(options):
    a, b = busy_world(**options), busy_world(**options)
    assert a.state_hash() == b.state_hash()
    hashes = []
    for number in range(200):
        for world in (a, b):
            act(world, np.random.default_rng((1, number)))
            world.step(DT)
        assert a.state_hash() == b.state_hash(), f"step {number}"
        hashes.append(a.state_hash())
    assert len(set(hashes)) == len(hashes), "every step must change the hash"
    np.testing.assert_array_equal(a.snapshot().position, b.snapshot().position)
    np.testing.assert_array_equal(a.contacts(), b.contacts())


PROGRAM = "from tests.physics.state.busy import busy_world, play; print(*play(busy_world(seed=3), 120, 4))"


@pytest.mark.slow
def test_two_processes_have_equal_hashes():
    """Other addresses, another seed of Python's hashes: the same bits."""
    here = play(busy_world(seed=3), 120, 4)
    env = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONHASHSEED": "4711"}
    command = [sys.executable, "-c", PROGRAM]
    done = subprocess.run(command, env=env, cwd=ROOT, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    assert [int(word) for word in done.stdout.split()] == here


def test_a_hash_has_64_bits_and_reading_does_not_change_it():
    world = busy_world()
    world.step(DT)
    first = world.state_hash()
    assert isinstance(first, int) and 0 <= first < 2**64
    world.snapshot(), world.contacts(), world.stats, list(world.events), world.save_state(), world.bodies
    assert world.state_hash() == first


CHANGES = {
    "step": lambda w, b: w.step(DT),
    "position": lambda w, b: setattr(b, "position", b.position + (1e-9, 0, 0)),
    "orientation": lambda w, b: setattr(b, "orientation", (0, 1e-7, 0, 1)),
    "velocity": lambda w, b: setattr(b, "velocity", b.velocity + (1e-3, 0, 0)),
    "angular_velocity": lambda w, b: setattr(b, "angular_velocity", b.angular_velocity + (1e-3, 0, 0)),
    "mass": lambda w, b: setattr(b, "mass", b.mass * 1.001),
    "gravity_scale": lambda w, b: setattr(b, "gravity_scale", 0.999),
    "linear_damping": lambda w, b: setattr(b, "linear_damping", 0.001),
    "angular_damping": lambda w, b: setattr(b, "angular_damping", 0.001),
    "friction": lambda w, b: setattr(b, "friction", 0.123),
    "restitution": lambda w, b: setattr(b, "restitution", 0.123),
    "rolling_friction": lambda w, b: setattr(b, "rolling_friction", 0.123),
    "surface_velocity": lambda w, b: setattr(b, "surface_velocity", (0, 0.01, 0)),
    "force": lambda w, b: b.apply_force((1, 0, 0)),
    "torque": lambda w, b: b.apply_torque((1, 0, 0)),
    "part": lambda w, b: b.add_shape(SHAPES[1], offset=(1, 0, 0)),
    "body": lambda w, b: w.add_body(shape=SHAPES[1], position=(90, 0, 0)),
    "empty body": lambda w, b: w.add_body(kind=BodyKind.STATIC),
    "removed body": lambda w, b: w.remove_body(b),
    "gravity": lambda w, b: setattr(w, "gravity", (0, -9.8, 0)),
    "substeps": lambda w, b: setattr(w, "substeps", 5),
    "sleeping": lambda w, b: setattr(w, "sleeping", False),
    "restitution threshold": lambda w, b: setattr(w, "restitution_threshold", 0.5),
    "contact frequency": lambda w, b: setattr(w, "contact_hertz", 20.0),
    "contact damping": lambda w, b: setattr(w, "contact_damping_ratio", 2.0),
    "rule": lambda w, b: w.set_material("ice", friction_rule="average"),
    "grain": lambda w, b: w.set_material("ice", friction_across=0.1),
    "pair friction": lambda w, b: w.set_friction("wood", "ice", 0.06),
    "material": lambda w, b: w.add_material("x", density=1.0, friction=0.5, restitution=0.5),
    "schedule": lambda w, b: w.schedule(print, 5),
}


@pytest.mark.parametrize("change", CHANGES, ids=lambda name: name.replace(" ", "_"))
def test_the_hash_sees_every_change_and_load_undoes_it(change):
    world = busy_world(count=6)
    for _ in range(3):
        world.step(DT)
    body = world.bodies[4]
    state, before = world.save_state(), world.state_hash()
    CHANGES[change](world, body)
    assert world.state_hash() != before
    world.load_state(state)
    assert world.state_hash() == before and body.alive


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ({"category": 1}, {"category": 2}),
        ({"mask": 1}, {"mask": 2}),
        ({"group": 1}, {"group": 2}),
        ({"sensor": True}, {"sensor": False}),
        ({"can_sleep": True}, {"can_sleep": False}),
        ({"bullet": True}, {"bullet": False}),
        ({"report_immovable": True}, {"report_immovable": False}),
        ({"lock_rotation": True}, {"lock_rotation": False}),
        ({"material": "ice", "density": 5.0}, {"material": "wood", "density": 5.0}),
    ],
)
def test_the_hash_sees_options_of_bodies(one, two):
    worlds = [World() for _ in range(2)]
    for world, options in zip(worlds, (one, two), strict=True):
        world.add_body(shape=SHAPES[0], **options)
    assert worlds[0].state_hash() != worlds[1].state_hash()


def test_names_and_user_data_do_not_decide_the_future():
    a, b = World(), World()
    a.add_body(shape=SHAPES[0], name="a", user_data=1)
    b.add_body(shape=SHAPES[0], name="b")
    assert a.state_hash() == b.state_hash()
