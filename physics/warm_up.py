"""Every kernel that Python or another kernel calls, with arguments to compile it for; nothing is run.

The kernels call one another by address, see `physics.kernels.core.calls`, so several processes can compile them side by
side; they meet in the cache on disk.
"""

from typing import Any

import numba
import numpy as np

from physics.bodies.materials import MaterialTable
from physics.kernels.broad_phase import pair_table, proxies, update as broad_phase
from physics.kernels.contacts import (
    blocks as contact_blocks,
    graph as contact_graph,
    prepare as contact_prepare,
    reduce as contact_reduce,
    store as contact_store,
)
from physics.kernels.continuous import advance, continuous
from physics.kernels.core.arrays import WorldArrays
from physics.kernels.core.calls import EXPECTED, SLOTS
from physics.kernels.islands import islands, tiers
from physics.kernels.joints import (
    graph as joint_graph,
    groups as joint_groups,
    prepare as joint_prepare,
    solve as joint_solve,
    start as joint_start,
)
from physics.kernels.layout import force_field as FORCE_FIELD
from physics.kernels.mesh import rows as mesh_rows
from physics.kernels.narrow_phase import pre_solve, update as narrow_phase
from physics.kernels.narrow_phase.curved import contact as collide_curved, triangle as collide_curved_triangle
from physics.kernels.narrow_phase.hull import contact as collide_hull
from physics.kernels.queries import cast_shape, closest, diagnostics, penetration, ray_cast, ray_many, report
from physics.kernels.soft import collide as soft_collide, stages as soft_stages, substep as soft_substep
from physics.kernels.soft.lanes import order as soft_order
from physics.kernels.step import (
    bulk,
    buoyancy,
    explosion,
    finalize,
    force_fields as fields,
    kinematic,
    pipeline,
    quarantine,
    substeps,
)
from physics.queries.hits import ShapeHits
from physics.queries.rays import new_packed
from physics.state import packing
from physics.state.arrays import State

#: A kernel, then arguments or types of arguments.
Entry = tuple[Any, ...]

_F = np.float32(0.0)
_I = np.int32(0)
_FIELDS = np.zeros((1, FORCE_FIELD.STRIDE))


def _world(s: State) -> WorldArrays:
    return s.world(_FIELDS, MaterialTable().rows)


def _collide(s: State) -> list[Entry]:
    return [(narrow_phase.collide_contacts, 0, _world(s))]


def _hulls(s: State) -> list[Entry]:
    flat, whole, zeros = numba.types.CPointer(numba.float32), numba.types.CPointer(numba.int32), (_F, _F, _F)
    turn = (_F, _F, _F, _F)
    pair = (_I, _I, zeros, turn, _I, zeros, turn, _I, zeros, _F, zeros)
    single = (0, zeros, turn, 0, _F, False, zeros)
    return [
        (collide_hull.collide_polytopes, *pair, flat, whole, flat, whole, flat),
        (collide_hull.collide_polytope_triangle, *single, flat, whole, flat, whole, flat),
    ]


def _curved(s: State) -> list[Entry]:
    zeros, turn, c = (_F, _F, _F), (_F, _F, _F, _F), s.workers[0]
    pair = (_I, _I, zeros, turn, _I, zeros, turn, _I, zeros, _F)
    buffers = (s.shapes.numbers, s.shapes.indices, c.point, c.feature, c.floats)
    flat, whole = numba.types.CPointer(numba.float32), numba.types.CPointer(numba.int32)
    single = (0, zeros, turn, 0, False, _F)
    return [
        (collide_curved.collide_curved, *pair, *buffers),
        (collide_curved_triangle.collide_curved_triangle, *single, flat, whole, flat, whole, flat),
    ]


def _collide_mesh(s: State) -> list[Entry]:
    world = (s.bodies, s.shapes, s.contacts, MaterialTable().rows)
    c = s.workers[0]
    buffers = (c.point, c.feature, c.floats, s.shared.calls)
    return [(mesh_rows.collide_mesh_contact, _I, *world, _F, _F, _F, *buffers)]


def _substeps(s: State) -> list[Entry]:
    bodies = (s.bodies, s.shapes)
    return [
        (fields.apply_fields, _I, s.shared.rows, _FIELDS, 0.0, 0.0, *bodies),
        (buoyancy.measure_displaced, s.shared.rows, _FIELDS, 0, *bodies, np.zeros((1, 6))),
        (substeps.run_substeps, 0, _world(s)),
    ]


def _pairs(s: State) -> list[Entry]:
    return [(broad_phase.update_pairs, _world(s))]


def _prepare(s: State) -> list[Entry]:
    c, b, floats, integers = s.shared, s.bodies, s.workers[0].floats, s.workers[0].integers
    lanes = (c.lane_contact, c.lane_a, c.lane_b, c.block_points, c.block_flags)
    collect = (0, c.listed, s.contacts.info, b.links, s.counts, integers, c.tier_blocks, *lanes)
    world = (b, s.contacts, s.counts, s.events)
    return [
        (contact_prepare.prepare_contacts, _I, _I, *lanes, b.motion, b.inv_inertia, s.contacts.manifold,
         s.contacts.cache, c.numbers[0], c.blocks),
        (contact_prepare.share_pushes, _I, _I, *lanes[:3], c.block_flags, c.numbers[0], b.motion, floats, c.blocks),
        (contact_store.store_contacts, _I, _I, *lanes, c.blocks, c.numbers[0], _F, _F, floats, *world),
        (contact_blocks.count_buckets, 0, c.listed, 0, s.contacts.info, b.links, s.counts, integers),
        (contact_blocks.collect_blocks, *collect),
        (contact_reduce.reduce_contacts, 0, c.listed, b, s.contacts, integers),
    ]  # fmt: skip


def _graph(s: State) -> list[Entry]:
    world = (s.bodies, s.contacts, s.counts, s.events)
    c, integers = s.shared, s.workers[0].integers
    return [
        (contact_graph.change_contacts, integers, np.int64(0), *world),
        (islands.sleep_islands, _F, s.workers[0].floats, integers, integers, c.listed, *world),
        (islands.rebuild_islands, c.listed, s.bodies, s.contacts, s.counts),
        (tiers.assign_tiers, s.bodies, s.counts, s.config, integers),
        (tiers.list_tiers, s.bodies, s.counts, c.rows, c.starts),
        (islands.list_active, np.int64(0), s.contacts.active, c.listed),
    ]


def _joints(s: State) -> list[Entry]:
    joints, world = s.joints, (s.bodies, s.contacts, s.joints, s.counts, s.events)
    shaped = (s.bodies, s.shapes, s.contacts, s.joints, s.counts, s.events)
    numbers = s.shared.numbers[0]
    return [
        (joint_solve.solve_joints, 0, 0, s.bodies, joints),
        (joint_start.warm_start_joints, 0, s.bodies, joints),
        (joint_prepare.prepare_joints, 0, s.config, s.bodies, joints),
        (joint_prepare.store_joints, 0, s.config, numbers, s.bodies, joints, s.counts, s.events),
        (joint_graph.unite_joined, *world),
        (joint_graph.enter_joint, 0, *world),
        (joint_graph.part_joined, 0, *world),
        (joint_graph.leave_joint, 0, *shaped),
        (joint_graph.free_joined, 0, *shaped),
        (joint_groups.list_joints, s.bodies, joints, s.counts, s.workers[0].integers),
    ]


def _finalize(s: State) -> list[Entry]:
    trees = (s.static_tree, s.moving_tree)
    world = (s.bodies, s.shapes, s.contacts)
    fattening = (_F, _F, _F)
    rows, vectors = np.zeros(1, np.int32), np.zeros((1, 3))
    quantities = (vectors, np.zeros((1, 4)), vectors, vectors)
    return [
        (finalize.finalize_bodies, _world(s)),
        (quarantine.quarantine, _world(s)),
        (finalize.move_to, 0, s.bodies, s.shapes, *trees, s.counts, *fattening),
        (proxies.leave_shape, 0, s.shapes, *trees, s.counts),
        (kinematic.look_ahead_of, 0, _F, _F, _F, s.bodies, s.shapes, *trees, s.counts, *fattening),
        (kinematic.carry_contacts, s.bodies, s.shapes, s.contacts, s.counts, MaterialTable().rows, 0.0),
        (bulk.write_bodies, rows, *quantities, *world, s.joints, *trees, s.counts, s.events, *fattening),
    ]


def _outside(s: State) -> list[Entry]:
    b, contacts = s.bodies, s.contacts
    rows, vectors = np.zeros(1, np.int32), np.zeros((1, 3))
    body_arrays = (b.center, b.rotation, b.local, b.motion, b.links)
    return [
        (contact_graph.remove_contacts_of, 0, 0, b, s.shapes, contacts, s.counts, s.events),
        (islands.disturb, 0, b, contacts, s.joints, s.counts, s.events),
        (islands.leave_awake, 0, b, s.counts),
        (pair_table.rebuild_table, np.int64(0), contacts.info, contacts.keys, contacts.values),
        (report.read_bodies, rows, *body_arrays, vectors, np.zeros((1, 4)), vectors, vectors, np.zeros(1, np.bool_)),
        (report.count_points, np.int64(0), contacts.info),
        (report.read_points, np.int64(0), contacts.info, contacts.manifold, contacts.cache, b.center,
         np.zeros((1, 4), np.int32), np.zeros((1, 12))),
    ]  # fmt: skip


def _queries(s: State) -> list[Entry]:
    b, tree = s.bodies, s.moving_tree
    rows, numbers, vectors, vector = np.zeros(1, np.int32), np.zeros(1), np.zeros((1, 3)), (0.0, 0.0, 0.0)
    world = (rows, s.shapes, np.int64(0), b.rotation, s.static_tree, tree, rows, numbers)
    found = (rows, numbers, vectors, rows)
    return [
        (ray_cast.cast_rays, vectors, vectors, 0.0, 0, *world, *found, rows, vectors),
        (ray_many.cast_many, vectors, vectors, 0.0, 0, *world, *found, rows, vectors, new_packed(0)),
        (ray_cast.cast_through, vector, vector, 0.0, 0, *world, *found),
        (diagnostics.sum_energy, rows, b.links, b.motion, b.mass, b.traits, b.center, b.rotation, vector),
        (diagnostics.read_islands, rows, b, s.contacts, s.joints, s.counts, rows, rows, rows),
        (diagnostics.read_tree, *tree, 0, rows, rows, rows, vectors, vectors),
    ]


def _shape_queries(s: State) -> list[Entry]:
    rows, numbers, vectors, vector = np.zeros(1, np.int32), np.zeros(1), np.zeros((1, 3)), (0.0, 0.0, 0.0)
    found = ShapeHits(rows, rows, rows, vectors, vectors, numbers)
    world = (s.shapes, np.int64(0), s.static_tree, s.moving_tree)
    search = s.workers[0].search
    return [
        (
            cast_shape.cast_shapes,
            0,
            vector,
            0,
            vectors,
            np.zeros((1, 4)),
            vectors,
            0,
            rows,
            *world,
            True,
            search,
            found,
        ),
        (
            penetration.measure_depths,
            0,
            vector,
            0,
            vector,
            (0.0, 0.0, 0.0, 1.0),
            rows,
            s.shapes,
            np.zeros((1, 4)),
            search,
            numbers,
            vectors,
            vectors,
            rows,
        ),
        (closest.closest_points, 0, vectors, 0, rows, s.bodies, s.shapes, search, rows, rows, numbers, vectors),
    ]


def _sweep(s: State) -> list[Entry]:
    search = s.workers[0].search
    world = (s.bodies, s.shapes, search)
    vector, turn = (0.0, 0.0, 0.0), (0.0, 0.0, 0.0, 1.0)
    path = (vector, vector, turn, vector, 0.0)
    trees = (s.static_tree, s.moving_tree)
    flat, whole = numba.types.CPointer(numba.float32), numba.types.CPointer(numba.int32)
    mover = (0, vector, 0, (vector, turn), path, 0.0)
    return [
        (advance.advance, *mover, *mover, 0.0, 0.0, 0.0, flat, whole, flat),
        (
            continuous.sweep_body,
            _I,
            0.0,
            1.0,
            s.static_tree,
            0.0,
            np.int64(0),
            s.shared.rows,
            np.int64(0),
            *world[:2],
            s.contacts,
            s.joints,
            search,
        ),
        (continuous.stopped_by_shape, _I, np.int64(0), np.int64(0), path, 0.0, 1.0, 0.0, *world),
        (continuous.sweep_center, _I, *trees, np.int64(0), *world),
    ]


def _callbacks(s: State) -> list[Entry]:
    keys, flags = s.shared.new_pairs, np.zeros(1, np.bool_)
    rows, numbers, vectors = np.zeros(1, np.int32), np.zeros(1), np.zeros((1, 3))
    world = (s.bodies, s.contacts, s.counts)
    found = (rows, numbers, numbers, vectors, vectors, vectors, numbers)
    return [
        (pre_solve.read_pairs, 0, keys, s.shapes, np.zeros((1, 2), np.int32)),
        (pre_solve.refuse_pairs, 0, keys, flags, s.contacts),
        (pre_solve.read_touching, s.shared.listed, *world, np.zeros((1, 5), np.int32), np.zeros((1, pre_solve.VALUES))),
        (pre_solve.write_touching, rows, flags, numbers, numbers, vectors, vectors, *world[1:], s.workers[0].integers),
        (explosion.find_targets, 0, (0.0, 0.0, 0.0), 0.0, 0, rows, s.bodies, s.shapes, *found),
        (explosion.push_bodies, rows, vectors, vectors, *world, s.events),
    ]


def _packing(s: State) -> list[Entry]:
    words, flags = np.zeros(4, np.uint64), np.zeros(1, np.uint8)
    return [
        (packing.pack_granules, 0, words, flags, words),
        (packing.unpack_granules, 0, flags, words, words),
    ]


def _soft(s: State) -> list[Entry]:
    row, rows = np.zeros(0, np.int32), np.zeros((1, 4), np.int32)
    return [
        (soft_order.order_vertices, rows, rows, row, row, rows, row, rows, row, rows, row),
        (soft_collide.collide_soft, 0, 0, 0.0, _world(s)),
        (soft_substep.solve_soft, 0, 0, 0, 0.0, 0.0, s.soft, s.config, s.bodies),
        (soft_stages.begin_soft, _world(s)),
        (soft_stages.finish_soft, _world(s)),
        (soft_stages.rest_soft, _world(s)),
        (soft_stages.unite_soft, _world(s)),
    ]


def _step(s: State) -> list[Entry]:
    return [(pipeline.step, 0, 0, _world(s))]


# The longest first, so that the processes finish together.
_GROUPS = (
    _hulls, _curved, _sweep, _collide_mesh, _collide, _shape_queries, _finalize, _graph, _joints, _pairs, _substeps,
    _outside, _queries, _callbacks, _prepare, _packing, _soft, _step,
)  # fmt: skip


def entries() -> dict[str, Entry]:
    """Kernels and arguments, or types of arguments, to compile them for, by name; `calls` is told what to expect."""
    state = State()
    found = {entry[0].__name__: entry for group in _GROUPS for entry in group(state)}
    for name in SLOTS:
        EXPECTED[name] = _types(found[name])
    return found


def jobs() -> list[str]:
    """Names of the kernels, in the order in which they are best compiled; none needs another one."""
    return list(entries())


def compile_job(name: str) -> None:
    """Compile one kernel, or find it in the cache."""
    entry = entries()[name]
    entry[0].compile(_types(entry))


def _types(entry: Entry) -> tuple[numba.types.Type, ...]:
    """Types of the arguments of an entry."""
    return tuple(part if isinstance(part, numba.types.Type) else numba.typeof(part) for part in entry[1:])
