"""A plane with a car on it, and how to drive it: for the tests of both cars."""

import math

import numpy as np

from physics import BodyKind, ShapePlane, Vec3, World
from play.controls import Controls
from play.vehicles import car, engine
from play.vehicles.car_jointed import CarJointed
from play.vehicles.car_pose import pose_of
from play.vehicles.car_rays import CarRays

KINDS = [CarJointed, CarRays]
DT = 1.0 / 60.0
FRICTION = 0.9  # of rubber on concrete, as the table of materials has it


def make(kind, *, material="concrete", slope=0.0, **options):
    """A world with a plane that falls toward +Z, and a car on it."""
    world = World()
    normal = (0.0, math.cos(slope), math.sin(slope))
    world.add_body(kind=BodyKind.STATIC, shape=ShapePlane(normal), material=material, name="ground")
    return world, kind(world, Vec3(0.0, 0.0, 0.0), **options)


def drive(world, vehicle, steps, **controls):
    """Step with a driver who holds some controls."""
    vehicle.occupied, vehicle.controls = True, Controls(**controls)
    for _ in range(steps):
        world.step(DT)


def leave(vehicle):
    """Leave the driver seat empty."""
    vehicle.occupied, vehicle.controls = False, Controls()


def set_speed(vehicle, speed):
    """Let a car roll."""
    pose = pose_of(vehicle.chassis)
    vehicle.chassis.velocity = pose.ahead * speed
    if isinstance(vehicle, CarRays):
        vehicle.spins = (speed / car.RADIUS,) * 4
    else:
        for wheel in vehicle.wheels:
            wheel.velocity, wheel.angular_velocity = pose.ahead * speed, pose.right * (-speed / car.RADIUS)
    vehicle.drive = engine.Drive(gear=next(k + 1 for k, v in enumerate(engine.GEAR_SPEEDS) if v >= speed), held=1.0)


def finite(vehicle):
    """Whether all places of a car are finite numbers."""
    return all(np.isfinite(body.position).all() for body in (vehicle.chassis, *vehicle.wheels))
