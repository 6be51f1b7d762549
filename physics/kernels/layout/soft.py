"""Columns of the arrays of soft bodies; what each array holds is in `soft.arrays`.

Vertices, elements and rows of all soft bodies lie in common arrays, those of one body in one stretch.
"""

# Kinds of soft bodies: what the coarse correction of a substep moves as a whole.
SOLID = 0  # the body, with its rotation
CLOTH = 1  # nested clusters of vertices
ROPE = 2  # every node at once
SHELL = 3  # as a solid
CLUSTER = 4  # as a solid

# Soft body record `part`, int32.
PART_STRIDE = 40
PART_BODY = 0  # row of its body
PART_SHAPE = 1  # row of its shape
PART_KIND = 2
PART_FLAGS = 3
PART_VERTEX = 4  # first vertex, number of vertices
PART_VERTICES = 5
PART_SPRING = 6  # ... and so on
PART_SPRINGS = 7
PART_HINGE = 8
PART_HINGES = 9
PART_MEMBRANE = 10
PART_MEMBRANES = 11
PART_TET = 12
PART_TETS = 13
PART_FACE = 14
PART_FACES = 15
PART_CLUSTER = 16
PART_CLUSTERS = 17
PART_GROUP = 18  # first soft body of those that hang together by touches
PART_NEXT = 19  # next soft body of the group, -1 after the last
PART_TIE = 20  # attachments
PART_TIES = 21
PART_SWEEPS = 22
PART_TIER = 23  # least tier
PART_PIECE = 24  # connected pieces
PART_PIECES = 25
PART_BLOCK = 26  # blocks of neighboring vertices with common bounds
PART_BLOCKS = 27
PART_TOUCH = 28  # rows for touches
PART_TOUCHES = 29
PART_EDGE = 30  # edges of the surface; of ropes, links
PART_EDGES = 31
PART_TREE = 32  # first node of the tree over its surface, which has twice as many nodes as leaves
PART_LEAVES = 33
PART_LANE = 36  # blocks of vertices that a sweep moves side by side
PART_LANES = 37
PART_BUSY = 38  # whether it has contacts

# Bits of PART_FLAGS.
FLAG_ALIVE = 1 << 0
FLAG_GAS = 1 << 1  # closed, with a pressure inside
FLAG_LIQUID = 1 << 2  # closed, with a liquid inside
FLAG_GOAL = 1 << 3  # drawn to its own shape
FLAG_TORN = 1 << 4  # the surface has a hole: what is inside leaks
FLAG_RESTING = 1 << 5  # asleep: its velocities are zero
FLAG_EXACT = 1 << 6  # no two surfaces cross
FLAG_STRAINED = 1 << 7  # in the last step an element was strained so far that it may break
FLAG_FLOWED = 1 << 8  # ... elements flowed
FLAG_FLOWING = 1 << 9  # ... and in the step before
FLAG_HURRIES = 1 << 11  # passes shapes so fast that its contacts with them are found anew in each substep
FLAG_TOUCHING = 1 << 10  # there are touches with it

# Soft body record `trait`, float64.
TRAIT_STRIDE = 32
TRAIT_THICKNESS = 0  # distance that contacts keep [m]
TRAIT_FRICTION = 1  # coefficient, negative: by the table of materials
TRAIT_RESTITUTION = 2
TRAIT_DAMPING = 3  # time [s]
TRAIT_GRAVITY = 4  # factor on gravity
TRAIT_GAS = 5  # n R T [J]
TRAIT_OUTSIDE = 6  # pressure around [Pa]
TRAIT_BULK = 7  # bulk modulus of the liquid [Pa]
TRAIT_VOLUME = 8  # present volume [m^3]
TRAIT_VOLUME_REST = 9
TRAIT_YIELD = 10  # strain
TRAIT_CREEP = 11  # rate [1/s]
TRAIT_BREAK = 12  # strain
TRAIT_SPEED = 13  # of the fastest vertex, at the end of the step [m/s]
TRAIT_GOAL = 14  # stiffness of the goal springs per mass [1/s^2]
TRAIT_TURN = 15  # quaternion of the goal
TRAIT_AREA = 20  # of the surface at rest [m^2]
TRAIT_MASS = 21  # of all vertices [kg]
TRAIT_DRAG = 23  # linear damping [1/s]
TRAIT_PULL = 24  # greatest acceleration of a vertex by gravity and forces [m/s^2]
TRAIT_CENTER = 25  # of the goal [m]
TRAIT_ENERGY = 28  # most energy that it may have at the start of the next substep [J]; infinite: any

# Vertex record `link`, int32: first entry of each list, the end being the first of the next vertex.
LINK_STRIDE = 8
LINK_SPRING = 0
LINK_STENCIL = 1
LINK_MEMBRANE = 2
LINK_TET = 3
LINK_HINGE = 4
LINK_FACE = 5
LINK_PIECE = 6
LINK_FLAGS = 7
VERTEX_SURFACE = 1  # may touch things

# Spring record, float64.
SPRING_STRIDE = 4
SPRING_STIFFNESS = 0  # [N/m]
SPRING_REST = 1  # [m]
SPRING_PRESSED = 2  # factor on the stiffness while it is shorter than at rest
SPRING_BEFORE = 3  # length at the start of the substep [m]

# Hinge record, float64: weights of four vertices, stiffness [N/m], length of the weighted sum at rest [m].
HINGE_STRIDE = 8
HINGE_STIFFNESS = 4
HINGE_REST = 5

# Membrane record, float64: inverse of the rest edges, 2 x 2; area times mu, area times lambda, area.
MEMBRANE_STRIDE = 8
MEMBRANE_MU = 4
MEMBRANE_LAMBDA = 5
MEMBRANE_AREA = 6

# Tetrahedron record, float64: inverse of the rest edges, rows for corners 1 to 3; volume times mu, volume times lambda.
TET_STRIDE = 12
TET_MU = 9
TET_LAMBDA = 10

# Tetrahedra at the start of the substep, float64: products of the columns of the gradient, volume over that at rest.
START_STRIDE = 8
START_VOLUME = 6

# Blocks of vertices that a sweep moves side by side, int32: how many of its lanes are in use; first of its slots in
# each list and number of slots; whether a vertex of it has contacts.
LANE_STRIDE = 12
LANE_COUNT = 0
LANE_NEAR = 1
LANE_NEARS = 2
LANE_BEND = 3
LANE_BENDS = 4
LANE_MEMBRANE = 5
LANE_MEMBRANES = 6
LANE_TET = 7
LANE_TETS = 8
LANE_HINGE = 9
LANE_HINGES = 10
LANE_BUSY = 11
# Slots, int32: what each of four lanes has there. Springs: other vertices, springs. Bending: other vertices. Elements:
# elements, which corners the own vertices are, and the vertices of the first corners, of the second...
NEAR_SLOT = 8
MEMBRANE_SLOT = 20
TET_SLOT = 24
HINGE_SLOT = 24

# Rows of contacts: ROWS slots for each vertex, FACE_ROWS for each face. int32: shape (-1: none), body, contact.
ROWS = 3
FACE_ROWS = 3
ROW_STRIDE = 4
ROW_SHAPE = 0
ROW_BODY = 1
ROW_CONTACT = 2
ROW_KEY = 3  # of a face: 1 or -1, on which side of it the row pushes; 0 of a vertex

# ... float64: normal out of the shape, anchor on the shape relative to the center of its body at the start of the step,
# velocity of the surface, force on the vertex [N], friction, restitution, gap at the start of the substep [m], offset.
CELL_STRIDE = 24
CELL_NORMAL = 0
CELL_ANCHOR = 3
CELL_SURFACE = 6
CELL_FORCE = 9
CELL_FRICTION = 12
CELL_RESTITUTION = 13
CELL_GAP = 14
CELL_ARM = 15  # anchor as it is turned in this substep
CELL_SPEED = 18  # approach at the start of the substep [m/s]
CELL_WEIGHT = 19  # of the three corners of a face
CELL_MOST = 22  # greatest force of the step along the normal [N]

# Touches: rows between soft bodies, or between two places of one, a compact list for each soft body that owns the first
# side. int32: kind (-1: none, the end of the list), the other soft body's row among bodies, the numbers that the two
# features have within their soft bodies, four vertices, contact (-1: with itself), side.
TOUCHES = 4  # rows for each vertex of the surface, at most
TOUCH_EDGES = 2  # rows for each sharp edge, at most
TOUCH_STRIDE = 12
TOUCH_KIND = 0
TOUCH_BODY = 1
TOUCH_OWN = 2
TOUCH_OTHER = 3
TOUCH_VERTEX = 4
TOUCH_CONTACT = 8
TOUCH_SIDE = 9  # 1 or -1: side of the face, or of the first edge cross the second, on which the own point stays
TOUCH_PART = 10  # the other soft body

# Kinds of touches.
TOUCH_FACE = 0  # an own vertex, and three corners of a face of the other
TOUCH_EDGE = 1  # two ends of an own edge, two of the other's; links of ropes are edges

# ... float64: normal toward the own side, weights of the four vertices (own ones positive, their sum 1, the others'
# negative, their sum -1), force on the own side [N], distance that is kept [m], friction, restitution, gap at the start
# of the substep [m], approach then [m/s], greatest force of the step along the normal [N].
TOUCH_CELL_STRIDE = 20
TOUCH_NORMAL = 0
TOUCH_WEIGHT = 3
TOUCH_FORCE = 7
TOUCH_DISTANCE = 10
TOUCH_FRICTION = 11
TOUCH_RESTITUTION = 12
TOUCH_GAP = 13
TOUCH_SPEED = 14
TOUCH_MOST = 15

# Node of a tree over the surface of a soft body, float64: bounds in this step, less the mean way of the body; the mean
# normal, and the cosine of the widest angle to it, or a negative number. The children of node n are 2 n and 2 n + 1,
# the root is 1; leaves come last.
TREE_STRIDE = 10
TREE_LOW = 0
TREE_HIGH = 3
TREE_AXIS = 6
TREE_SPREAD = 9
# ... and the row before the root: mean way in this step [m], 1 if its contacts were looked for in this step.
TREE_WAY = 0
TREE_SEARCHED = 3

# Leaf of such a tree, int32: faces, or links of a rope; vertices, first those that are looked for from here, then those
# that only belong to its faces as well; edges. Number of edges that count, -1 while nobody has asked.
LEAF_STRIDE = 8
LEAF_ITEM = 0
LEAF_ITEMS = 1
LEAF_VERTEX = 2
LEAF_OWN = 3
LEAF_VERTICES = 4
LEAF_EDGE = 5
LEAF_EDGES = 6
LEAF_SHARP = 7

# Face as it is at the start of a step, float64: unit normal, center, greatest distance of a corner from it, greatest
# way of a corner in this step beyond the mean one [m].
PLATE_STRIDE = 8
PLATE_NORMAL = 0
PLATE_CENTER = 3
PLATE_RADIUS = 6
PLATE_WAY = 7

# Touches that may become rows, float64: rank, normal, weights, distance that is kept, force, gap, friction,
# restitution; int32: the other part, the other face or edge, side, contact, side of the own surface, row of the last
# step, number of slots in use (in the first one).
SPOT_STRIDE = 14
SPOT_RANK = 0
SPOT_NORMAL = 1
SPOT_WEIGHT = 4
SPOT_DISTANCE = 7
SPOT_FORCE = 8
SPOT_GAP = 11
SPOT_FRICTION = 12
SPOT_RESTITUTION = 13
SPOT_NAMES = 8
SPOT_PART = 0
SPOT_OTHER = 1
SPOT_SIDE = 2
SPOT_CONTACT = 3
SPOT_UPPER = 4
SPOT_OLD = 5
SPOT_COUNT = 6

# Clusters of vertices, int32: first of its vertices in the list, number; first crossing element, number...
CLUSTER_STRIDE = 12
CLUSTER_MEMBER = 0
CLUSTER_MEMBERS = 1
CLUSTER_CROSSING = 2
CLUSTER_CROSSINGS = 3
CLUSTER_RIM = 4  # slots of springs that cross its border
CLUSTER_RIMS = 5
CLUSTER_BEND = 6  # entries of flat bending
CLUSTER_BENDS = 7
CLUSTER_BUSY = 8  # whether a vertex of it has contacts
# Slots of springs, int32: of four, the ends inside, the ends outside, the springs.
RIM_SLOT = 12

# Crossing elements, int32: kind, row, bits of the corners inside of the cluster.
CROSSING_SPRING = 0
CROSSING_MEMBRANE = 1
CROSSING_HINGE = 2
CROSSING_TET = 3

# Attachments, int32: three vertices, body, flags, id; float64: three weights, place in body axes relative to its center
# of mass [m], force on the body [N], break force [N], compliance [m/N], arm.
TIE_STRIDE = 8
TIE_VERTEX = 0
TIE_BODY = 3
TIE_FLAGS = 4
CORD_STRIDE = 20
CORD_WEIGHT = 0
CORD_PLACE = 3
CORD_FORCE = 6
CORD_BREAK = 9
CORD_COMPLIANCE = 10
CORD_ARM = 11
CORD_LIMIT = 14  # greatest force [N]; infinite for what is rigid

# Notes for statistics, float64: seconds that solving takes in this step, and rows of contacts.
NOTES = 8
NOTE_SECONDS = 0
NOTE_GRAVITY = 2  # downward, of this step [m/s^2]
NOTE_STRAINED = 3  # soft bodies that may have to tear
NOTE_PARTED = 4  # attachments that broke
NOTE_FLOWED = 5  # soft bodies that flowed
