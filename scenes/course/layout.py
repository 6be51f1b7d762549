"""Where the stations of the obstacle course are [m], and how fast their machines go. Three lanes, along -Z, +Z, -Z."""

LANE_1, LANE_2, LANE_3 = 0.0, 10.0, 20.0

#: Stairs: heights of one step, steps of a flight, depth of a tread, where the first begins, way from one to the next.
RISES = (0.15, 0.20, 0.25, 0.30, 0.35)
FLIGHT, TREAD, STAIRS, STAIRS_WAY = 3, 0.35, -1.0, 4.0
#: Kerbs: where, and how high.
KERBS = ((-22.0, 0.12), (-23.5, 0.18), (-25.0, 0.25))
#: Decks to jump between: height, and where each begins and ends.
DECK, DECKS = 1.2, ((-31.5, -35.5), (-38.0, -41.0), (-45.5, -49.0))

#: Belts on the way back: first and last z, velocity.
BELTS = ((-48.0, -43.5, (0.0, 0.0, -1.5)), (-43.5, -39.0, (1.0, 0.0, 0.0)))
#: Plate: middle, radius, turn [rad/s].
PLATE, PLATE_RADIUS, PLATE_TURN = (10.0, 0.15, -34.5), 3.0, 0.8
#: Lift: where, lowest and highest top, speed [m/s].
LIFT_Z, LIFT_LOW, LIFT_HIGH, LIFT_SPEED = -28.5, 0.2, 3.0, 1.2
#: Upper deck: top, first and last z.
UPPER, UPPER_DECK = 3.0, (-27.35, -23.0)
#: Diagonal platform: middle of its top at both ends, time for there and back [s].
DIAGONAL, DIAGONAL_TIME = ((10.0, 3.0, -21.9), (14.0, 1.0, -16.0)), 9.0
#: Lower deck behind it: top, x, first and last z.
LOWER, LOWER_X, LOWER_DECK = 1.0, 14.0, (-14.9, -12.0)

#: Beam: where, and how high above the ground.
BEAM, CLEARANCE = -10.0, 1.2
#: Pendulums: where, height of the hinges, length, largest swing [rad], speed [rad/s].
PENDULUMS, HINGE, ARM, SWING, SWING_SPEED = (-16.0, -19.5, -23.0), 4.2, 2.9, 0.9, 1.6
#: Door: where, width, height.
DOOR, DOOR_WIDTH, DOOR_HEIGHT = -27.0, 0.8, 2.1
#: Passage with the crate: first and last z, width; side of the crate, and its mass [kg].
PASSAGE, PASSAGE_WIDTH, CRATE, CRATE_MASS = (-29.5, -33.0), 1.3, 0.9, 50.0
#: Seesaw: middle, half length, height.
SEESAW, PLANK, PIVOT = -40.0, 2.6, 0.45
#: Slopes, side by side: angles, x of the first, way from one to the next; height and first z of what they lead to.
SLOPES, SLOPE_X, SLOPE_WAY = (10.0, 20.0, 30.0, 40.0, 49.0, 60.0), 14.0, 2.4
PLATEAU, PLATEAU_Z = 1.5, -55.0
