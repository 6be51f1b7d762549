"""Array `numbers`, float32 [COUNT, STRIDE]: what the solver of each substep tier needs.

An island of tier t takes 2^t times the substeps of the world. Each row begins with the softness of contacts, then of
contacts with something immovable: bias rate [1/s], mass scale, impulse scale each.
"""

COUNT = 5
ORDINARY = 2  # highest tier of large islands, of joints and of what is made at rest
STRIDE = 24
INV_TAU = 6  # 1 / speculative distance [1/m]
WARM = 7  # 0 or 1
GRAVITY = 8
STEP = 11  # substep [s]
GIVE = 12  # 1 / w^2 of tier 0 [s^2], among movable bodies and with something immovable
PUSH = 14  # fastest push out of an overlap [m/s]
HERTZ_MAX = 15  # highest frequency of contacts [Hz]
DAMPING_RATIO = 16  # of contacts
SOFT = 17  # 1 where no softness is relaxed, as a program set it, else 0
