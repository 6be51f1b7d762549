"""Contact record `manifold`, float32, four cache lines, of which a contact with one point needs two.

Normal from a to b in world axes and friction, friction force in world axes and twist torque, center of b relative to
the center of a and restitution, radius of a and of b if they are round and 0 else, rolling friction times radius,
material of the triangles of b that it touches, counted from 1, or 0 for that of the part; then four points: position
relative to the center of mass of a in world axes and separation; normal force, impulse over the step, relative normal
velocity before the step, 1 for a point in use and 0 else. Last the rolling torque, and in the first row of a pair of
several the number of its hit event of this step, counted from 1; then numbers that are 0 unless the contact has the
flag of a block for them: frequency [Hz] and damping ratio, friction across the grain by that along it, direction of the
grain in world axes, factors on inverse masses and inertias less 1. Forces and torques are those of the last substep:
not impulses, since the next step may have another length or other substeps.
"""

STRIDE = 64
NORMAL = 0
FRICTION = 3
FRICTION_FORCE = 4
TWIST = 7
CENTERS = 8
RESTITUTION = 11
RADII = 12
ROLLING = 14
PATCH = 15
POINT = 16
ROLLING_TORQUE = 48
HIT = 51
OWN = 52  # from here on: 0 without a flag
SOFTNESS = 52  # frequency [Hz], damping ratio (negative for that of the world)
ACROSS = 54
GRAIN = 56
SCALES = 60  # inverse mass of a and of b, inverse inertia of a and of b, less 1 each
POINT_STRIDE = 8
POINT_SEPARATION = 3
POINT_FORCE = 4
POINT_TOTAL = 5
POINT_SPEED = 6
POINT_USED = 7
POINT_CAPACITY = 4
