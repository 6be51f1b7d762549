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
START_ANCHOR = (
    47  # in blocks with FLAG_SPINS, where other blocks have the second point: ANCHOR at the start of the step
)
START_CENTERS = 50
FOLLOWED = 53  # which body the point goes with: 1 for b, -1 for a, 0 for neither
GIVES = 74  # change of the normal velocity at a point by a unit impulse at another: 00, 01, 11, 02, 12, 22, 03 ... 33
GAP = 84  # change of the gaps since the start of the step, at the anchor, and its gradient
CROSS_MASS = 88  # 13 and 23 of the inverse of the 3 x 3 matrix of friction; TWIST_MASS is its 33
SLIP_MASS = 90  # what a slip is multiplied with where friction is at its limit
RESTITUTION = 91  # from here on only blocks with the matching flag are read
SURFACE = 92
ROLLING = 94
ROLLING_IMPULSE = 95
ROLLING_MASS = 98
IMPACT_MASS = 104  # of each point that hits, 0 for the others
IMPACT = 108  # impulse that stops each point that hits
PULL = 112  # what force fields add to the speed of approach of each point in a substep
BOUNCED = 116  # sum of the impulses of the hits of a substep
RELAX_SCALE = 117  # 0 where softness is not relaxed, else 1
GRAIN_SHARES = 118  # greatest coefficient of friction by that along the first tangent, and along the second
INV_MASS_SCALES = 120  # factors on the inverse masses of a and b
TANGENT_TOTAL = 122  # sums of the impulses of friction over the step, in all blocks
ROWS = 124

# Bits of a block's flags.
FLAG_BOUNCES = 1
FLAG_SLIDES = 2
FLAG_ROLLS = 4
FLAG_DEEP = 8  # the contacts share their pushes out of an overlap
FLAG_GRAIN = 16  # friction differs by direction
FLAG_SOFT = 32  # softness of its own, which is not relaxed
FLAG_SCALED = 64  # masses are not those of the bodies
FLAG_SPINS = 256  # single points of round bodies that spin fast: their levers follow the bodies within a step
FLAG_OWN = FLAG_GRAIN | FLAG_SOFT | FLAG_SCALED  # a contact with one of them has numbers in MANIFOLD.OWN
