"""Islands: which bodies touch one another, directly or through others; they fall asleep and wake as a whole.

Islands persist. A union-find forest over body rows holds them: the root names the island. A contact that begins unites
two islands at once; a contact that ends only marks the root. When a body of a marked island has come to rest, the
island is taken apart and united anew from the contacts that are left, so the price of splitting is paid only where it
matters: what a runner has left behind falls asleep, and what still moves and what never comes apart cost nothing.
"""

import numpy as np
from numba import types

from physics.kernels.core.calls import by_address
from physics.kernels.core.jit import kernel, leaf, linked, routine
from physics.kernels.core.wide import lowest_bit
from physics.kernels.layout import body as BODY, contact as CONTACT, count as COUNT, event as EVENT, joint as JOINT

ZERO = np.float32(0.0)
# Steps between two attempts to take an island apart that as a whole does not rest: in a large pile that settles,
# contacts end in most steps, and somebody rests all the time.
SPLIT_WAIT = 8
SPLIT_DUE = SPLIT_WAIT + 1
NO_BIT = np.uint64(0)
ONE_BIT = np.uint64(1)


@leaf
def movable(flags):
    """True for a body that contacts can move."""
    return flags & BODY.KIND_BITS == BODY.DYNAMIC and flags & BODY.STILL_BITS == 0


@leaf
def island_root(links, i):
    """Root of the island of body i; halves the path on its way."""
    while links[i, BODY.PARENT] != i:
        links[i, BODY.PARENT] = links[links[i, BODY.PARENT], BODY.PARENT]
        i = links[i, BODY.PARENT]
    return i


@leaf
def unite(links, a, b):
    """Make one island of those of two bodies. The lower row becomes the root: an order that nothing changes."""
    a = island_root(links, a)
    b = island_root(links, b)
    if a == b:
        return
    if b < a:
        a, b = b, a
    links[b, BODY.PARENT] = a
    links[a, BODY.SPLIT] = max(links[a, BODY.SPLIT], links[b, BODY.SPLIT])


@leaf
def mark_split(links, i):
    """Note that the island of body i may have come apart."""
    root = island_root(links, i)
    links[root, BODY.SPLIT] = max(links[root, BODY.SPLIT], 1)


@leaf
def add_body_event(kind, body, counts, events):
    """Report something that happened to one body."""
    e = counts[COUNT.EVENTS]
    if e < len(events.info):
        events.info[e, 0] = kind
        events.info[e, 2] = body
        for c in range(3, EVENT.STRIDE):
            events.info[e, c] = 0
        counts[COUNT.EVENTS] = e + 1


@leaf
def activate_contact(contact, contacts, counts):
    """Put a contact into the set of active ones."""
    bit = ONE_BIT << np.uint64(contact & 63)
    if not contacts.active[contact >> 6] & bit:
        contacts.active[contact >> 6] |= bit
        counts[COUNT.ACTIVE] += 1


@leaf
def deactivate_contact(contact, contacts, counts):
    """Take a contact out of the set of active ones."""
    bit = ONE_BIT << np.uint64(contact & 63)
    if contacts.active[contact >> 6] & bit:
        contacts.active[contact >> 6] &= ~bit
        counts[COUNT.ACTIVE] -= 1


@kernel
def list_active(contact_top, active, listed):
    """List the active contacts upward, so that their rows are read in the order of memory.

    Args:
        contact_top: Rows ever used.
        active: One bit per contact.
        listed: Written.

    Returns:
        Their number.
    """
    count = 0
    for word in range((contact_top + 63) >> 6):
        bits = active[word]
        while bits != NO_BIT:
            listed[count] = 64 * word + lowest_bit(np.int64(bits))
            count += 1
            bits &= bits - ONE_BIT
    return count


@leaf
def add_awake(body, bodies, counts):
    """Put a body into the list of moving ones."""
    if bodies.links[body, BODY.AWAKE] < 0:
        k = counts[COUNT.AWAKE]
        bodies.awake[k] = body
        bodies.links[body, BODY.AWAKE] = k
        counts[COUNT.AWAKE] = k + 1


@leaf
def remove_awake(body, bodies, counts):
    """Take a body out of the list of moving ones; the last of the list fills its place."""
    k = bodies.links[body, BODY.AWAKE]
    if k >= 0:
        last = counts[COUNT.AWAKE] - 1
        other = bodies.awake[last]
        bodies.awake[k] = other
        bodies.links[other, BODY.AWAKE] = k
        bodies.links[body, BODY.AWAKE] = -1
        bodies.links[body, BODY.TIER] = 0
        bodies.awake[last] = 0
        counts[COUNT.AWAKE] = last


@leaf
def activate_contacts_of(body, bodies, contacts, counts):
    """Activate every contact of a body."""
    edge = bodies.links[body, BODY.CONTACT]
    while edge >= 0:
        contact = edge >> 1
        if (
            contacts.info[contact, CONTACT.FLAGS] & (CONTACT.FLAG_SIBLING | CONTACT.FLAG_TOUCH) != CONTACT.FLAG_SIBLING
        ):  # siblings only while they touch
            activate_contact(contact, contacts, counts)
        contacts.info[contact, CONTACT.FLAGS] &= ~CONTACT.FLAG_DORMANT
        edge = contacts.info[contact, CONTACT.NEXT_A + 2 * (edge & 1)]


@routine
def wake(body, bodies, contacts, counts, events):
    """Wake the island of a body; an awake body only starts its rest anew."""
    flags = bodies.links[body, BODY.FLAGS]
    if not movable(flags):
        return
    if bodies.links[body, BODY.AWAKE] >= 0:
        bodies.traits[body, BODY.TRAIT_SLEEP_TIME] = ZERO
        return
    i = body
    while True:
        add_awake(i, bodies, counts)
        bodies.traits[i, BODY.TRAIT_SLEEP_TIME] = ZERO
        activate_contacts_of(i, bodies, contacts, counts)
        add_body_event(EVENT.AWAKE, i, counts, events)
        following = bodies.links[i, BODY.RING]
        bodies.links[i, BODY.RING] = -1
        i = following
        if i == body or i < 0:
            return


@kernel
def disturb(body, bodies, contacts, joints, counts, events):
    """Wake the island of a body that Python changed; if nothing can push it, wake what touches it or hangs on it.

    Args:
        body: Row of the body.
        bodies: Body arrays. Updated.
        contacts: Contact arrays. Updated.
        joints: Joint arrays.
        counts: Counts. Updated.
        events: Woken bodies are reported.
    """
    if movable(bodies.links[body, BODY.FLAGS]):
        wake(body, bodies, contacts, counts, events)
        return
    edge = bodies.links[body, BODY.CONTACT]
    while edge >= 0:
        contact = edge >> 1
        if contacts.info[contact, CONTACT.FLAGS] & (CONTACT.FLAG_TOUCH | CONTACT.FLAG_SENSOR) == CONTACT.FLAG_TOUCH:
            wake(contacts.info[contact, CONTACT.BODY_B - (edge & 1)], bodies, contacts, counts, events)
        edge = contacts.info[contact, CONTACT.NEXT_A + 2 * (edge & 1)]
    edge = bodies.joint[body]
    while edge:
        joint = edge >> 1
        wake(joints.info[joint, JOINT.BODY_B - (edge & 1)], bodies, contacts, counts, events)
        edge = joints.info[joint, JOINT.NEXT_A + 2 * (edge & 1)]


@kernel
def leave_awake(body, bodies, counts):
    """Take a body that is removed out of the list of moving ones."""
    remove_awake(body, bodies, counts)


@routine
def split_islands(rest, listed, bodies, contacts, counts):
    """Unite anew, from the contacts that are left, the islands whose `rest` is marked by a negative number."""
    links = bodies.links
    for k in range(counts[COUNT.AWAKE]):
        i = bodies.awake[k]
        if movable(links[i, BODY.FLAGS]):
            # The roots are needed until every body knows its own: remember them as negative rest times.
            rest[i] = rest[island_root(links, i)]
    for k in range(counts[COUNT.AWAKE]):
        i = bodies.awake[k]
        if movable(links[i, BODY.FLAGS]) and rest[i] < ZERO:
            links[i, BODY.PARENT] = i
            links[i, BODY.SPLIT] = 0
    for k in range(list_active(counts[COUNT.CONTACT_TOP], contacts.active, listed)):
        contact = listed[k]
        if contacts.info[contact, CONTACT.FLAGS] & (CONTACT.FLAG_TOUCH | CONTACT.FLAG_SENSOR) == CONTACT.FLAG_TOUCH:
            a = contacts.info[contact, CONTACT.BODY_A]
            b = contacts.info[contact, CONTACT.BODY_B]
            if movable(links[a, BODY.FLAGS]) and movable(links[b, BODY.FLAGS]) and rest[a] < ZERO and rest[b] < ZERO:
                unite(links, a, b)


@routine
def put_to_sleep(first, last, rows, bodies, contacts, counts, events):
    """Let the bodies rows[first:last], which are one island, sleep."""
    for k in range(first, last):
        i = rows[k]
        remove_awake(i, bodies, counts)
        bodies.links[i, BODY.RING] = rows[k + 1] if k + 1 < last else rows[first]
        for c in range(3):
            bodies.motion[i, c] = ZERO
            bodies.motion[i, 4 + c] = ZERO
        add_body_event(EVENT.ASLEEP, i, counts, events)
    for k in range(first, last):
        edge = bodies.links[rows[k], BODY.CONTACT]
        while edge >= 0:
            contact = edge >> 1
            a = contacts.info[contact, CONTACT.BODY_A]
            b = contacts.info[contact, CONTACT.BODY_B]
            if bodies.links[a, BODY.AWAKE] < 0 and bodies.links[b, BODY.AWAKE] < 0:
                deactivate_contact(contact, contacts, counts)
            elif contacts.info[contact, CONTACT.FLAGS] & CONTACT.FLAG_TOUCH:
                contacts.info[contact, CONTACT.FLAGS] |= CONTACT.FLAG_DORMANT
            edge = contacts.info[contact, CONTACT.NEXT_A + 2 * (edge & 1)]


@linked
def sleep_islands(sleep_time, rest, following, rows, listed, bodies, contacts, counts, events):
    """Put every island to sleep whose bodies have all been slow for long enough.

    Args:
        sleep_time: How long [s].
        rest: Scratch, float32 [N]: shortest rest of each island, by root.
        following: Scratch, int32 [N]: chains the bodies of an island.
        rows: Scratch, int32 [N].
        listed: Scratch, int32 [C].
        bodies: Body arrays. Updated.
        contacts: Contact arrays. Updated.
        counts: Counts. Updated.
        events: Bodies that fell asleep are reported.
    """
    links = bodies.links
    awake_count = counts[COUNT.AWAKE]
    for k in range(awake_count):
        rest[bodies.awake[k]] = np.float32(np.inf)
    ready = False
    for k in range(awake_count):
        i = bodies.awake[k]
        flags = links[i, BODY.FLAGS]
        if movable(flags):
            root = island_root(links, i)
            time = ZERO if flags & BODY.FLAG_NO_SLEEP else bodies.traits[i, BODY.TRAIT_SLEEP_TIME]
            rest[root] = min(rest[root], time)
            if time >= sleep_time and links[root, BODY.SPLIT] >= SPLIT_WAIT:
                links[root, BODY.SPLIT] = SPLIT_DUE
    marked = False
    for k in range(awake_count):
        i = bodies.awake[k]
        if movable(links[i, BODY.FLAGS]) and links[i, BODY.PARENT] == i:
            split = links[i, BODY.SPLIT]
            if split == SPLIT_DUE or (split > 0 and rest[i] >= sleep_time):
                rest[i] = np.float32(-1.0)
                marked = True
            elif split > 0:
                links[i, BODY.SPLIT] = min(split + 1, SPLIT_WAIT)
            elif rest[i] >= sleep_time:
                ready = True
    if ready:
        sleep_ready(sleep_time, rest, following, rows, bodies, contacts, counts, events)
    if marked:
        split_islands(rest, listed, bodies, contacts, counts)


@routine
def sleep_ready(sleep_time, rest, following, rows, bodies, contacts, counts, events):
    """Put the islands to sleep whose root has rested for long enough, in the order of their rows."""
    links = bodies.links
    # Chain the bodies of each ready island behind its root; counting down keeps them in the order of the list.
    for k in range(counts[COUNT.AWAKE]):
        following[bodies.awake[k]] = -1
    for k in range(counts[COUNT.AWAKE] - 1, -1, -1):
        i = bodies.awake[k]
        if movable(links[i, BODY.FLAGS]):
            root = island_root(links, i)
            if rest[root] >= sleep_time:
                if i != root:
                    following[i] = following[root]
                    following[root] = i
    # The list of awake bodies shrinks while islands leave it, so copy all of them first; a root starts each island.
    count = 0
    for k in range(counts[COUNT.AWAKE]):
        i = bodies.awake[k]
        if movable(links[i, BODY.FLAGS]) and links[i, BODY.PARENT] == i and rest[i] >= sleep_time:
            while i >= 0:
                rows[count] = i
                count += 1
                i = following[i]
    first = 0
    while first < count:
        last = first + 1
        while last < count and links[rows[last], BODY.PARENT] != rows[last]:
            last += 1
        put_to_sleep(first, last, rows, bodies, contacts, counts, events)
        first = last


@kernel
def rebuild_islands(listed, bodies, contacts, counts):
    """Unite all islands of awake bodies anew: a body left, and it may have been a root.

    Args:
        listed: Scratch, int32 [C].
        bodies: Body arrays. Parents are updated.
        contacts: Contact arrays.
        counts: Counts.
    """
    links = bodies.links
    for k in range(counts[COUNT.AWAKE]):
        i = bodies.awake[k]
        links[i, BODY.PARENT] = i
        links[i, BODY.SPLIT] = 0
    for k in range(list_active(counts[COUNT.CONTACT_TOP], contacts.active, listed)):
        contact = listed[k]
        if contacts.info[contact, CONTACT.FLAGS] & (CONTACT.FLAG_TOUCH | CONTACT.FLAG_SENSOR) == CONTACT.FLAG_TOUCH:
            a = contacts.info[contact, CONTACT.BODY_A]
            b = contacts.info[contact, CONTACT.BODY_B]
            if movable(links[a, BODY.FLAGS]) and movable(links[b, BODY.FLAGS]):
                unite(links, a, b)


call_sleep_islands = by_address(sleep_islands, types.none)
