"""Arrays of soft bodies, and how kernels that hardly ever meet one are handed all of them: as one table of addresses.

A step takes all arrays of a world; each costs a fraction of a microsecond to hand over, in worlds without soft bodies
too. So soft bodies take one place there, `soft`, int64 [2 * len(FIELDS)]: the address and the rows of each array.
"""

from typing import NamedTuple

import numpy as np
from numba import types
from numba.extending import intrinsic
from numba.np.arrayobj import make_array, populate_array

from physics.kernels.core.jit import leaf
from physics.kernels.layout import soft as SOFT
from physics.kernels.soft.grip import GRIP_STRIDE, TALLY_STRIDE


class Soft(NamedTuple):
    """All arrays of soft bodies."""

    part: np.ndarray  # int32 [P, SOFT.PART_STRIDE]
    trait: np.ndarray  # float64 [P, SOFT.TRAIT_STRIDE]
    place: np.ndarray  # float64 [V, 4]: place [m], mass [kg]
    speed: np.ndarray  # float64 [V, 4]: velocity [m/s], inverse mass, 0 for pinned ones
    start: np.ndarray  # float64 [V, 4]: place at the start of the substep [m]
    aim: np.ndarray  # float64 [V, 4]: where it would be without elements and contacts [m]
    push: np.ndarray  # float64 [V, 4]: force from outside in this step [N]
    safe: np.ndarray  # float64 [V, 4]: place at the start of the last good step [m]
    grip: np.ndarray  # float64 [V, GRIP_STRIDE]: what touches do to a vertex, see `grip`
    tally: np.ndarray  # float64 [P, TALLY_STRIDE]: momentum of groups, see `between.group`
    pull: np.ndarray  # float64 [V, 4]: force of contacts of faces and of attachments [N]
    inverse: np.ndarray  # float64 [V, 8]: what the vertex gives (xx, xy, xz, yy, yz, zz) [m/N]; bodies it is tied to
    rest: np.ndarray  # float64 [V, 4]: place as made, relative to the center of mass, and longest step [m]
    link: np.ndarray  # int32 [V + 1, SOFT.LINK_STRIDE]
    spring_ends: np.ndarray  # int32 [S, 2]
    spring: np.ndarray  # float64 [S, SOFT.SPRING_STRIDE]
    membrane_start: np.ndarray  # float64 [M, 4]: products of the columns of the gradient at the start of the substep
    tet_start: np.ndarray  # float64 [T, SOFT.START_STRIDE]
    curve: np.ndarray  # float64 [V, 4]: force of flat bending at the start of the substep, the other way [N]
    spring_near: np.ndarray  # int32 [2 S, 2]: by vertex, other vertex and spring
    stencil_near: np.ndarray  # int32 [Q]: by vertex, the other vertices of flat bending
    stencil: np.ndarray  # float64 [Q]: ... and their stiffnesses [N/m]
    hinge_corners: np.ndarray  # int32 [H, 4]
    hinge: np.ndarray  # float64 [H, SOFT.HINGE_STRIDE]
    hinge_near: np.ndarray  # int32: by vertex, 4 * hinge + corner; of those that are not flat
    membrane_corners: np.ndarray  # int32 [M, 3]
    membrane: np.ndarray  # float64 [M, SOFT.MEMBRANE_STRIDE]
    membrane_near: np.ndarray  # int32 [3 M]: by vertex, 4 * membrane + corner
    tet_corners: np.ndarray  # int32 [T, 4]
    tet: np.ndarray  # float64 [T, SOFT.TET_STRIDE]
    tet_near: np.ndarray  # int32 [4 T]: by vertex, 4 * tetrahedron + corner
    face: np.ndarray  # int32 [F, 4]: corners of the surface, counterclockwise seen from outside
    face_near: np.ndarray  # int32 [3 F]: by vertex, 4 * face + corner
    row: np.ndarray  # int32 [SOFT.ROWS * V, SOFT.ROW_STRIDE]: contacts of vertices
    cell: np.ndarray  # float64 [SOFT.ROWS * V, SOFT.CELL_STRIDE]
    face_row: np.ndarray  # int32 [SOFT.FACE_ROWS * F, SOFT.ROW_STRIDE]: contacts of faces
    face_cell: np.ndarray  # float64 [SOFT.FACE_ROWS * F, SOFT.CELL_STRIDE]
    cluster: np.ndarray  # int32 [C, SOFT.CLUSTER_STRIDE]
    member: np.ndarray  # int32: vertices of clusters
    crossing: np.ndarray  # int32 [X, 4]: elements that cross the border of a cluster
    piece: np.ndarray  # int32 [pieces, 4]: first place in `mate`, number, 1 if a vertex of it is pinned
    mate: np.ndarray  # int32: vertices of pieces
    block: np.ndarray  # float64 [B + 1, 8]: bounds of the vertices of a block, minimum and maximum; one more as scratch
    tie: np.ndarray  # int32 [A, SOFT.TIE_STRIDE]: attachments
    cord: np.ndarray  # float64 [A, SOFT.CORD_STRIDE]
    note: np.ndarray  # float64 [SOFT.NOTES]: for statistics, see `layout.soft`
    work: np.ndarray  # float64: scratch
    names: np.ndarray  # int32: scratch
    touch: np.ndarray  # int32 [*, SOFT.TOUCH_STRIDE]: rows between soft bodies
    touch_cell: np.ndarray  # float64 [*, SOFT.TOUCH_CELL_STRIDE]
    edge: np.ndarray  # int32 [E, 4]: ends of the edges of the surface and their faces, -1 for none; of ropes, links
    tree: np.ndarray  # float64 [N, SOFT.TREE_STRIDE]: trees over surfaces
    tree_near: np.ndarray  # int32 [N, 2]: first place in `tree_beside`, number
    tree_beside: np.ndarray  # int32: nodes of the same level that share a vertex, less the first node of the tree
    tree_leaf: np.ndarray  # int32 [N / 2, SOFT.LEAF_STRIDE]
    tree_item: np.ndarray  # int32: faces, or links of ropes, by leaf
    tree_vertex: np.ndarray  # int32: vertices by leaf
    tree_edge: np.ndarray  # int32 [E]: edges by leaf
    sharp: np.ndarray  # int32 [E]: edges of each leaf that count in this step
    plate: np.ndarray  # float64 [F, SOFT.PLATE_STRIDE]: faces as they are at the start of the step
    spot: np.ndarray  # float64 [*, SOFT.SPOT_STRIDE]: scratch
    spot_name: np.ndarray  # int32 [*, SOFT.SPOT_NAMES]: scratch
    roster: np.ndarray  # int32 [P, 2]: rows among bodies, ascending, and which soft bodies these are
    head: np.ndarray  # int32: scratch of the search for touches, see `between.spots`
    lane: np.ndarray  # int32 [L, SOFT.LANE_STRIDE]: blocks of vertices that a sweep moves side by side
    lane_vertex: np.ndarray  # int32 [4 L]: their vertices
    near_slot: np.ndarray  # int32 [N, SOFT.NEAR_SLOT]: slots of springs
    near_weight: np.ndarray  # float64 [N, 4]: stiffnesses of flat bending along them [N/m]
    bend_slot: np.ndarray  # int32 [N, 4]: slots of the rest of flat bending
    bend_weight: np.ndarray  # float64 [N, 4]
    membrane_slot: np.ndarray  # int32 [N, SOFT.MEMBRANE_SLOT]
    tet_slot: np.ndarray  # int32 [N, SOFT.TET_SLOT]
    hinge_slot: np.ndarray  # int32 [N, SOFT.HINGE_SLOT]
    rim_slot: np.ndarray  # int32 [N, SOFT.RIM_SLOT]: slots of springs that cross the border of a cluster
    rim_near: np.ndarray  # int32 [R]: by cluster, vertices on both sides of its border
    rim_weight: np.ndarray  # float64 [R]: ... and their stiffnesses of flat bending against the cluster [N/m]
    stiff: np.ndarray  # float64 [C]: stiffness of flat bending that a cluster feels [N/m]
    table: np.ndarray | None = None  # int64: where kernels found all these, to hand them on by one pointer


#: Type of the numbers of each array, and numbers in a row.
FIELDS = {
    "part": (np.int32, SOFT.PART_STRIDE),
    "trait": (np.float64, SOFT.TRAIT_STRIDE),
    "place": (np.float64, 4),
    "speed": (np.float64, 4),
    "start": (np.float64, 4),
    "aim": (np.float64, 4),
    "push": (np.float64, 4),
    "safe": (np.float64, 4),
    "grip": (np.float64, GRIP_STRIDE),
    "tally": (np.float64, TALLY_STRIDE),
    "pull": (np.float64, 4),
    "inverse": (np.float64, 8),
    "rest": (np.float64, 4),
    "link": (np.int32, SOFT.LINK_STRIDE),
    "spring_ends": (np.int32, 2),
    "spring": (np.float64, SOFT.SPRING_STRIDE),
    "membrane_start": (np.float64, 4),
    "tet_start": (np.float64, SOFT.START_STRIDE),
    "curve": (np.float64, 4),
    "spring_near": (np.int32, 2),
    "stencil_near": (np.int32, 1),
    "stencil": (np.float64, 1),
    "hinge_corners": (np.int32, 4),
    "hinge": (np.float64, SOFT.HINGE_STRIDE),
    "hinge_near": (np.int32, 1),
    "membrane_corners": (np.int32, 3),
    "membrane": (np.float64, SOFT.MEMBRANE_STRIDE),
    "membrane_near": (np.int32, 1),
    "tet_corners": (np.int32, 4),
    "tet": (np.float64, SOFT.TET_STRIDE),
    "tet_near": (np.int32, 1),
    "face": (np.int32, 4),
    "face_near": (np.int32, 1),
    "row": (np.int32, SOFT.ROW_STRIDE),
    "cell": (np.float64, SOFT.CELL_STRIDE),
    "face_row": (np.int32, SOFT.ROW_STRIDE),
    "face_cell": (np.float64, SOFT.CELL_STRIDE),
    "cluster": (np.int32, SOFT.CLUSTER_STRIDE),
    "member": (np.int32, 1),
    "crossing": (np.int32, 4),
    "piece": (np.int32, 4),
    "mate": (np.int32, 1),
    "block": (np.float64, 8),
    "tie": (np.int32, SOFT.TIE_STRIDE),
    "cord": (np.float64, SOFT.CORD_STRIDE),
    "note": (np.float64, 1),
    "work": (np.float64, 1),
    "names": (np.int32, 1),
    "touch": (np.int32, SOFT.TOUCH_STRIDE),
    "touch_cell": (np.float64, SOFT.TOUCH_CELL_STRIDE),
    "edge": (np.int32, 4),
    "tree": (np.float64, SOFT.TREE_STRIDE),
    "tree_near": (np.int32, 2),
    "tree_beside": (np.int32, 1),
    "tree_leaf": (np.int32, SOFT.LEAF_STRIDE),
    "tree_item": (np.int32, 1),
    "tree_vertex": (np.int32, 1),
    "tree_edge": (np.int32, 1),
    "sharp": (np.int32, 1),
    "plate": (np.float64, SOFT.PLATE_STRIDE),
    "spot": (np.float64, SOFT.SPOT_STRIDE),
    "spot_name": (np.int32, SOFT.SPOT_NAMES),
    "roster": (np.int32, 2),
    "head": (np.int32, 1),
    "lane": (np.int32, SOFT.LANE_STRIDE),
    "lane_vertex": (np.int32, 1),
    "near_slot": (np.int32, SOFT.NEAR_SLOT),
    "near_weight": (np.float64, 4),
    "bend_slot": (np.int32, 4),
    "bend_weight": (np.float64, 4),
    "membrane_slot": (np.int32, SOFT.MEMBRANE_SLOT),
    "tet_slot": (np.int32, SOFT.TET_SLOT),
    "hinge_slot": (np.int32, SOFT.HINGE_SLOT),
    "rim_slot": (np.int32, SOFT.RIM_SLOT),
    "rim_near": (np.int32, 1),
    "rim_weight": (np.float64, 1),
    "stiff": (np.float64, 1),
}


def _viewer(number: types.Type, dimensions: int):
    """A function of an address, rows and numbers in a row that gives the array there; it owns nothing."""

    @intrinsic
    def view(typing_context, address, rows, columns):
        array_type = types.Array(number, dimensions, "C")

        def emit(context, builder, signature, arguments):
            array = make_array(array_type)(context, builder)
            size = context.get_abi_sizeof(context.get_data_type(number))
            item = context.get_constant(types.intp, size)
            shape, strides = [arguments[1]], [item]
            if dimensions == 2:
                shape, strides = list(arguments[1:3]), [builder.mul(arguments[2], item), item]
            data = builder.inttoptr(arguments[0], array.data.type)
            populate_array(array, data, shape, strides, item, None, None)
            return array._getvalue()

        return array_type(types.int64, types.int64, types.int64), emit

    return view


_whole, _whole_rows = _viewer(types.int32, 1), _viewer(types.int32, 2)
_real, _real_rows = _viewer(types.float64, 1), _viewer(types.float64, 2)


@leaf
def open_soft(table):
    """The arrays behind a table of addresses."""
    return Soft(
        _whole_rows(table[0], table[1], SOFT.PART_STRIDE),  # part
        _real_rows(table[2], table[3], SOFT.TRAIT_STRIDE),  # trait
        _real_rows(table[4], table[5], 4),  # place
        _real_rows(table[6], table[7], 4),  # speed
        _real_rows(table[8], table[9], 4),  # start
        _real_rows(table[10], table[11], 4),  # aim
        _real_rows(table[12], table[13], 4),  # push
        _real_rows(table[14], table[15], 4),  # safe
        _real_rows(table[16], table[17], GRIP_STRIDE),  # grip
        _real_rows(table[18], table[19], TALLY_STRIDE),  # tally
        _real_rows(table[20], table[21], 4),  # pull
        _real_rows(table[22], table[23], 8),  # inverse
        _real_rows(table[24], table[25], 4),  # rest
        _whole_rows(table[26], table[27], SOFT.LINK_STRIDE),  # link
        _whole_rows(table[28], table[29], 2),  # spring_ends
        _real_rows(table[30], table[31], SOFT.SPRING_STRIDE),  # spring
        _real_rows(table[32], table[33], 4),  # membrane_start
        _real_rows(table[34], table[35], SOFT.START_STRIDE),  # tet_start
        _real_rows(table[36], table[37], 4),  # curve
        _whole_rows(table[38], table[39], 2),  # spring_near
        _whole(table[40], table[41], 1),  # stencil_near
        _real(table[42], table[43], 1),  # stencil
        _whole_rows(table[44], table[45], 4),  # hinge_corners
        _real_rows(table[46], table[47], SOFT.HINGE_STRIDE),  # hinge
        _whole(table[48], table[49], 1),  # hinge_near
        _whole_rows(table[50], table[51], 3),  # membrane_corners
        _real_rows(table[52], table[53], SOFT.MEMBRANE_STRIDE),  # membrane
        _whole(table[54], table[55], 1),  # membrane_near
        _whole_rows(table[56], table[57], 4),  # tet_corners
        _real_rows(table[58], table[59], SOFT.TET_STRIDE),  # tet
        _whole(table[60], table[61], 1),  # tet_near
        _whole_rows(table[62], table[63], 4),  # face
        _whole(table[64], table[65], 1),  # face_near
        _whole_rows(table[66], table[67], SOFT.ROW_STRIDE),  # row
        _real_rows(table[68], table[69], SOFT.CELL_STRIDE),  # cell
        _whole_rows(table[70], table[71], SOFT.ROW_STRIDE),  # face_row
        _real_rows(table[72], table[73], SOFT.CELL_STRIDE),  # face_cell
        _whole_rows(table[74], table[75], SOFT.CLUSTER_STRIDE),  # cluster
        _whole(table[76], table[77], 1),  # member
        _whole_rows(table[78], table[79], 4),  # crossing
        _whole_rows(table[80], table[81], 4),  # piece
        _whole(table[82], table[83], 1),  # mate
        _real_rows(table[84], table[85], 8),  # block
        _whole_rows(table[86], table[87], SOFT.TIE_STRIDE),  # tie
        _real_rows(table[88], table[89], SOFT.CORD_STRIDE),  # cord
        _real(table[90], table[91], 1),  # note
        _real(table[92], table[93], 1),  # work
        _whole(table[94], table[95], 1),  # names
        _whole_rows(table[96], table[97], SOFT.TOUCH_STRIDE),  # touch
        _real_rows(table[98], table[99], SOFT.TOUCH_CELL_STRIDE),  # touch_cell
        _whole_rows(table[100], table[101], 4),  # edge
        _real_rows(table[102], table[103], SOFT.TREE_STRIDE),  # tree
        _whole_rows(table[104], table[105], 2),  # tree_near
        _whole(table[106], table[107], 1),  # tree_beside
        _whole_rows(table[108], table[109], SOFT.LEAF_STRIDE),  # tree_leaf
        _whole(table[110], table[111], 1),  # tree_item
        _whole(table[112], table[113], 1),  # tree_vertex
        _whole(table[114], table[115], 1),  # tree_edge
        _whole(table[116], table[117], 1),  # sharp
        _real_rows(table[118], table[119], SOFT.PLATE_STRIDE),  # plate
        _real_rows(table[120], table[121], SOFT.SPOT_STRIDE),  # spot
        _whole_rows(table[122], table[123], SOFT.SPOT_NAMES),  # spot_name
        _whole_rows(table[124], table[125], 2),  # roster
        _whole(table[126], table[127], 1),  # head
        _whole_rows(table[128], table[129], SOFT.LANE_STRIDE),  # lane
        _whole(table[130], table[131], 1),  # lane_vertex
        _whole_rows(table[132], table[133], SOFT.NEAR_SLOT),  # near_slot
        _real_rows(table[134], table[135], 4),  # near_weight
        _whole_rows(table[136], table[137], 4),  # bend_slot
        _real_rows(table[138], table[139], 4),  # bend_weight
        _whole_rows(table[140], table[141], SOFT.MEMBRANE_SLOT),  # membrane_slot
        _whole_rows(table[142], table[143], SOFT.TET_SLOT),  # tet_slot
        _whole_rows(table[144], table[145], SOFT.HINGE_SLOT),  # hinge_slot
        _whole_rows(table[146], table[147], SOFT.RIM_SLOT),  # rim_slot
        _whole(table[148], table[149], 1),  # rim_near
        _real(table[150], table[151], 1),  # rim_weight
        _real(table[152], table[153], 1),  # stiff
        table,
    )


def table_of(soft):
    """The table of addresses of some arrays, which must stay alive as long as it is used."""
    numbers = [number for array in soft[:-1] for number in (array.ctypes.data, len(array))]
    return np.array(numbers, np.int64)
