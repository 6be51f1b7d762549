"""Blocks of eight contacts that share no movable body, sorted by tier and by the colors of the constraint graph."""

from physics.kernels.core.jit import kernel, leaf
from physics.kernels.core.wide import LANES
from physics.kernels.layout import body as BODY, contact as CONTACT, count as COUNT, manifold as MANIFOLD, tier as TIER

TIER_BUCKETS = (CONTACT.COLOR_OVERFLOW + 1) * MANIFOLD.POINT_CAPACITY
BUCKETS = TIER.COUNT * TIER_BUCKETS
# Contacts of two bodies from which on some may be spared, see `reduce`. A body has each color once, so one of them has
# such a color.
MANY = 12
COLOR_LAST = CONTACT.COLORS - 1 - MANY


@leaf
def is_solved(contact, info):
    """True for a rigid, solid contact that touches, has a movable body that is awake, and is not spared."""
    others = CONTACT.FLAG_SENSOR | CONTACT.FLAG_DORMANT | CONTACT.FLAG_SPARE | CONTACT.FLAG_SOFT
    return info[contact, CONTACT.FLAGS] & (CONTACT.FLAG_TOUCH | others) == CONTACT.FLAG_TOUCH


@leaf
def bucket_of(contact, info, links):
    """Bucket by tier and color, the many points before the few, so that the lanes of a block have about equally many.

    What contacts cannot move has tier 0; two bodies that they can move are of one island and of one tier.
    """
    tier = max(links[info[contact, CONTACT.BODY_A], BODY.TIER], links[info[contact, CONTACT.BODY_B], BODY.TIER])
    color = info[contact, CONTACT.COLOR]
    return (
        tier * TIER_BUCKETS + color * MANIFOLD.POINT_CAPACITY + MANIFOLD.POINT_CAPACITY - info[contact, CONTACT.COUNT]
    )


@leaf
def place_buckets(buckets, first, block):
    """Turn the numbers of contacts per bucket of a tier into first lanes; returns the block after its last.

    What overflowed comes first, each contact in a block of its own; contacts with immovable bodies have the highest
    colors and come last, so that nothing is left inside the ground.
    """
    for count in range(MANIFOLD.POINT_CAPACITY):
        bucket = first + CONTACT.COLOR_OVERFLOW * MANIFOLD.POINT_CAPACITY + count
        number = buckets[bucket]
        buckets[bucket] = block * LANES
        block += number
    for color in range(CONTACT.COLOR_OVERFLOW):
        lane = block * LANES
        for count in range(MANIFOLD.POINT_CAPACITY):
            if count == MANIFOLD.POINT_CAPACITY - 1:
                # Single points are solved in one sweep, others in two: never in one block.
                lane = (lane + LANES - 1) // LANES * LANES
            bucket = first + color * MANIFOLD.POINT_CAPACITY + count
            number = buckets[bucket]
            buckets[bucket] = lane
            lane += number
        block = (lane + LANES - 1) // LANES
    return block


@leaf
def is_one_of_many(contact, info):
    """True for a contact with a color that only bodies with many contacts have."""
    color = info[contact, CONTACT.COLOR]
    return MANY <= color <= COLOR_LAST or color == CONTACT.COLOR_OVERFLOW


@leaf
def any_of_many(buckets):
    """True when contacts that are solved have colors that only bodies with many contacts have."""
    total = 0
    for tier in range(TIER.COUNT):
        first = tier * TIER_BUCKETS
        for bucket in range(MANIFOLD.POINT_CAPACITY * MANY, MANIFOLD.POINT_CAPACITY * (COLOR_LAST + 1)):
            total += buckets[first + bucket]
        for bucket in range(MANIFOLD.POINT_CAPACITY * CONTACT.COLOR_OVERFLOW, TIER_BUCKETS):
            total += buckets[first + bucket]
    return total > 0


@kernel
def count_buckets(listed_count, listed, forgotten, info, links, counts, buckets):
    """Count the contacts to be solved, by bucket.

    Args:
        listed_count: Active contacts.
        listed: Their rows.
        forgotten: Flags to be taken from all contacts first.
        info: Contact records. Flags are updated.
        links: Body records.
        counts: Counts; the numbers of touching contacts and points are written.
        buckets: Int32 [BUCKETS]. Written.

    Returns:
        True when some bodies have so many contacts that `reduce_contacts` should look at them.
    """
    for bucket in range(BUCKETS):
        buckets[bucket] = 0
    touching = 0
    points = 0
    for k in range(listed_count):
        contact = listed[k]
        flags = info[contact, CONTACT.FLAGS]
        if flags & forgotten:
            info[contact, CONTACT.FLAGS] = flags & ~forgotten
        if is_solved(contact, info):
            buckets[bucket_of(contact, info, links)] += 1
            touching += 1
            points += info[contact, CONTACT.COUNT]
    counts[COUNT.TOUCHING] = touching
    counts[COUNT.POINTS] = points
    return any_of_many(buckets)


@kernel
def collect_blocks(
    listed_count, listed, info, links, counts, buckets, tier_blocks, lane_contact, lane_a, lane_b, block_points,
    block_flags,
):  # fmt: skip
    """Sort the touching contacts into blocks of eight.

    Args:
        listed_count: Active contacts.
        listed: Their rows.
        info: Contact records.
        links: Body records.
        counts: Counts; the number of blocks is written.
        buckets: What `count_buckets` wrote. Updated.
        tier_blocks: First block of each tier, then the number of blocks, int32 [TIER.COUNT + 1]. Written.
        lane_contact: Contact of each lane. Written; 0 in unused lanes.
        lane_a: Body a of each lane. Written.
        lane_b: Body b of each lane. Written.
        block_points: Points per block. Written.
        block_flags: Flags per block. Written.

    Returns:
        Number of blocks; if there is no room for so many, no lanes are written.
    """
    block_count = 0
    for tier in range(TIER.COUNT):
        tier_blocks[tier] = block_count
        block_count = place_buckets(buckets, tier * TIER_BUCKETS, block_count)
    tier_blocks[TIER.COUNT] = block_count
    if block_count > len(block_points):
        return block_count
    for lane in range(block_count * LANES):
        lane_contact[lane] = 0
        lane_a[lane] = 0
        lane_b[lane] = 0
    for block in range(block_count):
        block_points[block] = 0
        block_flags[block] = 0
    for k in range(listed_count):
        contact = listed[k]
        if is_solved(contact, info):
            bucket = bucket_of(contact, info, links)
            lane = buckets[bucket]
            buckets[bucket] = lane + (LANES if info[contact, CONTACT.COLOR] == CONTACT.COLOR_OVERFLOW else 1)
            lane_contact[lane] = contact
            lane_a[lane] = info[contact, CONTACT.BODY_A]
            lane_b[lane] = info[contact, CONTACT.BODY_B]
            block = lane // LANES
            block_points[block] = max(block_points[block], info[contact, CONTACT.COUNT])
            block_flags[block] |= (info[contact, CONTACT.FLAGS] >> CONTACT.SPECIAL_SHIFT) & 255
    counts[COUNT.BLOCKS] = block_count
    return block_count
