"""Columns of the record array of force fields, float64: kind, category bits, bounds, then what each kind needs."""

STRIDE = 24
KIND = 0
MASK = 1
LOWER = 2
UPPER = 5
VECTOR = 8  # acceleration, wind or center
STRENGTH = 11  # of a point [m^(1 + power) / s^2]; of what drags, half the density times the coefficient [kg/m^3]
POWER = 12
RADIUS = 13  # nothing happens farther from the center, or from the axis [m]
CORE = 14  # least distance that counts, or radius of the core of a vortex [m]
AXIS = 15
SWIRL = 18  # fastest wind around the axis [m/s]
RISE = 19  # wind along the axis [m/s]
INFLOW = 20  # wind toward the axis [m/s]
LEVEL = 21  # height of the surface of water [m]
DENSITY = 22  # of water [kg/m^3]
DAMPING = 23  # share of critical damping that waves take from bobbing

KIND_UNIFORM = 0
KIND_POINT = 1
KIND_DRAG = 2
KIND_VORTEX = 3
KIND_WATER = 4
