"""Rows of a solver block: eight manifolds, one per lane.

Row r of block k is at (k * ROWS + r) * 8 of a flat float32 array.
"""

INERTIA_A = 0
INERTIA_B = 6
NORMAL = 12
TANGENT = 15
CENTERS = 18  # center of b minus center of a
ANCHOR = 21  # where friction acts, relative to the center of a
FRICTION = 24
TWIST_MASS = 25
TWIST = 26
TANGENT_MASS = 27  # 11, 12, 22 of the inverse of the matrix of friction
TANGENT_IMPULSE = 30
BIAS_RATE = 32
MASS_SCALE = 33
IMPULSE_SCALE = 34
RADII = 35  # of a and of b, 0 unless round
PUSH = 37  # fastest push out of the overlap
POINT = 38
ROW_ANCHOR = 0  # rows of a point
ROW_SEPARATION = 3
ROW_IMPULSE = 4
ROW_MASS = 5
ROW_LEVER = 6
ROW_TOTAL = 7
ROW_SPEED = 8
POINT_ROWS = 9
RESTITUTION = 74  # from here on only blocks with the matching flag are read
SURFACE = 75
ROLLING = 77
ROLLING_IMPULSE = 78
ROLLING_MASS = 81
IMPACT_MASS = 87  # of each point that hits, 0 for the others
IMPACT = 91  # impulse that stops each point that hits
PULL = 95  # what force fields add to the speed of approach of each point in a substep
BOUNCED = 99  # sum of the impulses of the hits of a substep
CROSS_MASS = 100  # of every block: 13 and 23 of the inverse of the 3 x 3 matrix of friction; TWIST_MASS is its 33
SLIP_MASS = 102  # of every block: what a slip is multiplied with where friction is at its limit
ROWS = 103

# Bits of a block's flags.
FLAG_BOUNCES = 1
FLAG_SLIDES = 2
FLAG_ROLLS = 4
FLAG_DEEP = 8  # the contacts share their pushes out of an overlap
