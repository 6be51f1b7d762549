"""Which blocks and clusters have contacts: the others are swept without looking for them."""

from physics.kernels.core.jit import routine
from physics.kernels.layout import soft as SOFT


@routine
def mark_busy(p, soft):
    """Mark the blocks and clusters of a soft body that have vertices with contacts, and the body if there are any."""
    part, row = soft.part, soft.row
    found = 0
    first = part[p, SOFT.PART_LANE]
    for b in range(first, first + part[p, SOFT.PART_LANES]):
        busy = 0
        for n in range(4 * b, 4 * b + 4):
            if row[SOFT.ROWS * soft.lane_vertex[n], SOFT.ROW_SHAPE] >= 0:
                busy = 1
        soft.lane[b, SOFT.LANE_BUSY] = busy
        found |= busy
    part[p, SOFT.PART_BUSY] = found
    first = part[p, SOFT.PART_CLUSTER]
    for c in range(first, first + part[p, SOFT.PART_CLUSTERS]):
        busy = 0
        if found:
            m = soft.cluster[c, SOFT.CLUSTER_MEMBER]
            for n in range(m, m + soft.cluster[c, SOFT.CLUSTER_MEMBERS]):
                if row[SOFT.ROWS * soft.member[n], SOFT.ROW_SHAPE] >= 0:
                    busy = 1
                    break
        soft.cluster[c, SOFT.CLUSTER_BUSY] = busy
