"""Body record `motion`, float32: what the solver reads and writes.

Velocity of the center of mass and inverse mass, angular velocity, then the movement since the start of the step (small,
so float32 is exact enough far from the origin). Row 0 is the immovable nothing that fills unused lanes.
"""

STRIDE = 16
VELOCITY = 0
INV_MASS = 3
ANGULAR = 4
DELTA = 8
DELTA_ROTATION = 12
