"""Groups of arrays that kernels take together. What the columns mean is in `layout`."""

from typing import NamedTuple

import numpy as np


class Bodies(NamedTuple):
    """One row per body; row 0 is the immovable nothing."""

    motion: np.ndarray  # float32 [N, MOTION.STRIDE]
    drive: np.ndarray  # float32 [N, BODY.DRIVE_STRIDE]
    turned: np.ndarray  # float32 [N, 4]: angular velocity by which the last substep turned the body
    force: np.ndarray  # float32 [N, 8]: force [N], torque [N m] of the next step
    inv_inertia: np.ndarray  # float32 [N, BODY.INERTIA_STRIDE], world axes
    mass: np.ndarray  # float32 [N, BODY.MASS_STRIDE]
    traits: np.ndarray  # float32 [N, BODY.TRAIT_STRIDE]
    links: np.ndarray  # int32 [N, BODY.STRIDE]
    center: np.ndarray  # float64 [N, 3]: center of mass [m]
    rotation: np.ndarray  # float64 [N, 4]
    local: np.ndarray  # float64 [N, 3]: center of mass in body axes [m]
    safe: np.ndarray  # float64 [N, 8]: center and rotation at the start of the last good step
    target: np.ndarray  # float64 [N, BODY.TARGET_STRIDE]
    travel: np.ndarray  # float64 [N]: way of the fastest point so far, or more [m]
    color: np.ndarray  # uint64 [N]: one bit per color of the constraint graph
    joint: np.ndarray  # int32 [N]: first joint, joint * 2 + side; 0 for none
    awake: np.ndarray  # int32 [N + 8]: rows of moving bodies, 0 after the last


class Shapes(NamedTuple):
    """One row per shape."""

    info: np.ndarray  # int32 [S, SHAPE.STRIDE]
    filter: np.ndarray  # uint32 [S, 2]: category, mask
    place: np.ndarray  # float32 [S, SHAPE.PLACE_STRIDE]
    surface: np.ndarray  # float32 [S, SHAPE.SURFACE_STRIDE]
    center: np.ndarray  # float64 [S, 3]: in the world [m]
    rotation: np.ndarray  # float32 [S, 4]: in the world
    moved: np.ndarray  # int32 [S]: shapes whose fat bounds are new
    planes: np.ndarray  # int32 [S]: half-spaces
    plane_data: np.ndarray  # float32 [S, 4]: world normal and offset of each half-space
    indices: np.ndarray  # int32: whole numbers that describe hulls, meshes and height fields; SHAPE.DATA points here
    numbers: np.ndarray  # float32: their coordinates; `indices` tell where


class Tree(NamedTuple):
    """Bounds of shapes, static or moving."""

    head: np.ndarray  # int32 [8]
    link: np.ndarray  # int32 [T, 8]
    box: np.ndarray  # float32 [T, 8]


class Packed(NamedTuple):
    """Both trees as many rays at once want them: what they may hit only, eight children to a node."""

    bounds: np.ndarray  # float32 [n, 48]: see `ray_lanes`
    codes: np.ndarray  # int32 [n, 8]: child of each lane, or -1 - leaf
    source: np.ndarray  # int32 [n]: where in its tree a node was
    leaf: np.ndarray  # int32 [m, 4]: shape, kind, data, 0
    place: np.ndarray  # float64 [m, 12]: center [m], rotation, size [m], 0, 0


class Joints(NamedTuple):
    """One row per joint; row 0 is unused. What the columns mean is in `layout.joint`."""

    info: np.ndarray  # int32 [J, JOINT.STRIDE]
    frame: np.ndarray  # float64 [J, JOINT.FRAME_STRIDE]
    axis: np.ndarray  # float32 [J, JOINT.AXES * JOINT.AXIS_STRIDE]
    traits: np.ndarray  # float32 [J, JOINT.TRAIT_STRIDE]
    result: np.ndarray  # float32 [J, JOINT.RESULT_STRIDE]
    work: np.ndarray  # float32 [J, JOINT.WORK_STRIDE]: of one step
    rows: np.ndarray  # float64 [J, JOINT.AXES * JOINT.ROW_STRIDE]: of one substep
    order: np.ndarray  # int32 [J, JOINT.ORDER_STRIDE]: joints to solve in this step, by tier and group
    pivot: np.ndarray  # float64 [J, 36]: diagonal blocks, by place
    stiff: np.ndarray  # float64 [J, 36]: diagonal blocks without softness, by place
    answer: np.ndarray  # float64 [J, 6]: right sides and solutions, by place
    spare: np.ndarray  # float64 [J, 6]: what one unit of a row does, by place
    seen: np.ndarray  # int32 [J]: place + 1 of each joint
    deferred: np.ndarray  # int32 [J]: joints that the present group has no room for
    queue: np.ndarray  # int32 [J + 1]: bodies that the present group has come to
    neighbors: np.ndarray  # int32 [E, JOINT.NEIGHBOR_STRIDE]: neighbors of the joints of groups
    blocks: np.ndarray  # float64 [B]: what couples them
    starts: np.ndarray  # int32 [TIER.COUNT + 1]: first place of each tier, and their number
    colored_list: np.ndarray  # int32 [2 J]: colored joints and their colors, as they are found
    colored_places: np.ndarray  # int32 [JOINT.COLORED_COLORS]: next lane of each color
    colored: np.ndarray  # float32 [blocks * JOINT.COLORED_ROWS * 8]: see `layout.joint`
    colored_joints: np.ndarray  # int32 [blocks * 8]: joint of each lane; 0 for none
    colored_lanes: np.ndarray  # int32 [2, blocks * 8]: bodies a and b of each lane
    colored_starts: np.ndarray  # int32 [TIER.COUNT + 1]: first block of each tier
    batch: np.ndarray  # float32 [cells * JOINT.BATCH_ROWS * 8]: see `layout.joint`
    batch_joints: np.ndarray  # int32 [cells * 8]: joint of each lane; 0 for none
    batch_lanes: np.ndarray  # int32 [2, cells * 8]: bodies a and b of each lane
    batch_list: np.ndarray  # int32 [batches, JOINT.BATCH_STRIDE]
    batch_starts: np.ndarray  # int32 [TIER.COUNT + 1]: first batch of each tier
    isolated: np.ndarray  # int32 [TIER.COUNT]: 1 if nothing but groups is to be solved in a tier
    soft: np.ndarray  # float32 [TIER.COUNT, JOINT.SOFT_STRIDE]: softness of stops and loops, by tier


class Contacts(NamedTuple):
    """One row per pair of shapes whose fat bounds overlap; row 0 fills unused lanes."""

    info: np.ndarray  # int32 [C, CONTACT.STRIDE]
    manifold: np.ndarray  # float32 [C, MANIFOLD.STRIDE]
    cache: np.ndarray  # float32 [C, CONTACT.CACHE_STRIDE]
    apart: np.ndarray  # float64 [C]: cannot touch before the travel of both bodies adds up to this [m]
    active: np.ndarray  # uint64 [C / 64]: one bit per contact with at least one moving body
    keys: np.ndarray  # uint64 [H]: hash table from pairs of shapes ...
    values: np.ndarray  # int32 [H]: ... to contacts


class Events(NamedTuple):
    """What happened in a step."""

    info: np.ndarray  # int32 [E, EVENT.STRIDE]
    value: np.ndarray  # float64 [E, 8]


class Search(NamedTuple):
    """Working memory of a search through the trees along the way of something."""

    stack: np.ndarray  # int32 [STACK_SIZE + MESH_STACK]: nodes to look into
    entry: np.ndarray  # float64, likewise: where a ray enters them [m]
    corners: np.ndarray  # float32 [9]: of a triangle
    work: np.ndarray  # float32 [MESH_FLOATS]: of `list_triangles`
    names: np.ndarray  # int32 [MESH_INTS]: triangles to look at
    ignored: np.ndarray  # int32 [1]: row of a body
    shape: np.ndarray  # int32 [1]: row of what a ray hit
    triangle: np.ndarray  # int32 [1]: which triangle of it
    distance: np.ndarray  # float64 [1]: how far away it is [m]
    normal: np.ndarray  # float64 [1, 3]
    start: np.ndarray  # float64 [1, 3]: of the ray [m]
    toward: np.ndarray  # float64 [1, 3]: its direction
    body: np.ndarray  # int32 [1]: row of the body that it hit
    point: np.ndarray  # float64 [1, 3]: where [m]
    calls: np.ndarray  # int64: addresses of kernels, see `calls`


class Shared(NamedTuple):
    """Working memory of a step that all workers share; nothing in it outlives the step."""

    blocks: np.ndarray  # float32, flat solver blocks: see `layout.block`
    lane_contact: np.ndarray  # int32 [blocks * 8]
    lane_a: np.ndarray  # int32 [blocks * 8]
    lane_b: np.ndarray  # int32 [blocks * 8]
    block_points: np.ndarray  # int32 [blocks]
    block_flags: np.ndarray  # int32 [blocks]
    listed: np.ndarray  # int32 [C]: active contacts, upward
    new_pairs: np.ndarray  # uint64 [C]
    numbers: np.ndarray  # float32 [TIER.COUNT, TIER.STRIDE]: softness of contacts and gravity, by tier
    rows: np.ndarray  # int32: moving bodies by tier, see `list_tiers`
    starts: np.ndarray  # int32 [TIER.COUNT, 2]: their lists
    tier_blocks: np.ndarray  # int32 [TIER.COUNT + 1]: first block of each tier, number of blocks
    calls: np.ndarray  # int64: addresses of kernels, see `calls`


class Worker(NamedTuple):
    """Working memory of one worker: only the thread that has it writes into it."""

    integers: np.ndarray  # int32: stacks, sorting, islands
    floats: np.ndarray  # float32: tree rebuild, collision routines
    point: np.ndarray  # float32 [4, 4]: points that a collision routine found
    feature: np.ndarray  # int32 [8 + MESH_INTS]: their features, then triangles to look at
    search: Search


class WorldArrays(NamedTuple):
    """All that a step reads and writes."""

    bodies: Bodies
    shapes: Shapes
    contacts: Contacts
    joints: Joints
    static_tree: Tree  # bounds of shapes that never move
    moving_tree: Tree  # bounds of the others
    fields: np.ndarray  # float64 [F, FORCE_FIELD.STRIDE]
    friction: np.ndarray  # float32 [M, M + MATERIAL.COLUMNS]: of pairs of materials, then what each says by itself
    counts: np.ndarray  # int64 [COUNT.SIZE]
    config: np.ndarray  # float64 [CONFIG.SIZE]: parameters of the step
    events: Events  # what happened
    shared: Shared
    workers: tuple[Worker, ...]
    times: np.ndarray  # float64: seconds per stage, see `layout.stage`
    soft: np.ndarray  # int64: addresses of the arrays of soft bodies, see `kernels.soft.arrays`
