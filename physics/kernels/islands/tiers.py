"""Substep tiers: an island whose contacts carry much takes 2, 4, 8 or 16 times the substeps of the world.

A contact is a spring whose stiffness grows with the square of the substeps, relative to the lighter of its bodies. It
gives way by F / (m w^2) under the load F. Where that is more than a small overlap for longer than an impact lasts - in
the foot of a tower, below something heavy - the island takes more substeps, and gives way to a quarter with each tier.
The dear tiers, from 3 on, are for few bodies that carry some hundred times their own weight, and for contacts alone.
The rest of the world does not pay for it: islands share no body that contacts can move, so each tier runs alone.

Bodies that are made at rest start out as loaded ones, since towers that are built in place would else change their
stiffness while they settle. What touches nothing and has no joint has tier 0.
"""

import math

import numpy as np

from physics.kernels.core.jit import kernel, leaf
from physics.kernels.core.wide import LANES
from physics.kernels.islands.islands import island_root, movable
from physics.kernels.layout import body as BODY, config as CONFIG, count as COUNT, tier as TIER

ZERO = np.float32(0.0)
# All islands from tier 2 on together have at most so many times the bodies that one of tier 2 may have: a large pile
# that comes apart while it settles would else take more substeps than as a whole. A body counts twice in tier 3, four
# times in tier 4.
ALL_SIZES = 2
# A load must last so many times longer before it counts for a dear tier: when a pile lands, one thing hits the next.
DEAR_WAIT = np.float32(2.5)
NO_COLOR = np.uint64(0)


@leaf
def contact_hertz(config, tier):
    """Frequency of the contact springs of a tier [Hz]; the limit of ordinary tiers doubles with each dear one."""
    rate = config[CONFIG.SUBSTEPS] * (1 << tier) / config[CONFIG.DT]
    return min(config[CONFIG.HERTZ] * (1 << max(tier - TIER.ORDINARY, 0)), config[CONFIG.RATE_LIMIT] * rate)


@leaf
def highest_tier(config):
    """Highest tier with stiffer contacts than the one below it; dear ones come after all of the ordinary ones."""
    highest = 0
    while highest < TIER.ORDINARY and contact_hertz(config, highest) < config[CONFIG.HERTZ]:
        highest += 1
    return TIER.COUNT - 1 if highest == TIER.ORDINARY else highest


@leaf
def soften(hertz, damping_ratio, h, numbers, tier, k):
    """Bias rate, mass scale and impulse scale of a spring-damper with implicit integration over a substep h."""
    omega = 2.0 * math.pi * hertz
    a1 = 2.0 * damping_ratio + h * omega
    a2 = h * omega * a1
    numbers[tier, k] = np.float32(omega / a1)
    numbers[tier, k + 1] = np.float32(a2 / (1.0 + a2))
    numbers[tier, k + 2] = np.float32(1.0 / (1.0 + a2))


@leaf
def fill_numbers(config, numbers):
    """Softness of contacts and gravity for every tier, in the form that the kernels read."""
    damping_ratio = config[CONFIG.DAMPING_RATIO]
    stiffer = config[CONFIG.STATIC_HERTZ]
    omega = 2.0 * math.pi * contact_hertz(config, 0)
    for tier in range(TIER.COUNT):
        h = config[CONFIG.DT] / (config[CONFIG.SUBSTEPS] * (1 << tier))
        hertz = contact_hertz(config, tier)
        soften(hertz, damping_ratio, h, numbers, tier, 0)
        soften(stiffer * hertz, damping_ratio, h, numbers, tier, 3)
        numbers[tier, TIER.INV_TAU] = np.float32(1.0 / config[CONFIG.SPECULATIVE])
        numbers[tier, TIER.WARM] = np.float32(config[CONFIG.WARM])
        numbers[tier, TIER.STEP] = np.float32(h)
        numbers[tier, TIER.PUSH] = np.float32(config[CONFIG.PUSH_SPEED])
        numbers[tier, TIER.HERTZ_MAX] = np.float32(config[CONFIG.RATE_LIMIT] / h)
        numbers[tier, TIER.DAMPING_RATIO] = np.float32(damping_ratio)
        numbers[tier, TIER.SOFT] = np.float32(config[CONFIG.SOFT])
        numbers[tier, TIER.GIVE] = np.float32(1.0 / (omega * omega))
        numbers[tier, TIER.GIVE + 1] = np.float32(1.0 / (stiffer * stiffer * omega * omega))
        for c in range(3):
            numbers[tier, TIER.GRAVITY + c] = np.float32(config[CONFIG.GRAVITY + c])


@leaf
def update_timer(timer, over, dt, onset, hold):
    """Timer of a tier after one step more: it counts up to `onset`, jumps, and counts down after the load has gone."""
    if over:
        timer += dt
        return onset + hold if timer >= onset else timer
    timer -= dt
    return timer if timer > onset else ZERO


@leaf
def wanted_tier(i, traits, dt, limit, onset, hold):
    """Tier that the load of one body asks for; its timers go on."""
    wanted = 0
    sag = traits[i, BODY.TRAIT_SAG]
    for tier in range(1, TIER.COUNT):
        column = BODY.TRAIT_LOADED + tier - 1
        if tier == TIER.ORDINARY + 1:
            onset *= DEAR_WAIT
        timer = traits[i, column]
        if timer > ZERO or sag > limit:
            # What is raised already stays so down to half of the limit.
            bound = np.float32(0.5) * limit if timer > onset else limit
            timer = update_timer(timer, sag > bound, dt, onset, hold)
            traits[i, column] = timer
            if timer > onset:
                wanted = tier
        limit *= np.float32(4.0)
    traits[i, BODY.TRAIT_SAG] = ZERO
    return wanted


@leaf
def restrain_large(bodies, counts, size_max, sizes):
    """Take large islands, too many, and those with joints back from tiers that are dear; returns the highest left."""
    links = bodies.links
    for k in range(counts[COUNT.AWAKE]):
        sizes[bodies.awake[k]] = 0
    for k in range(counts[COUNT.AWAKE]):
        i = bodies.awake[k]
        if movable(links[i, BODY.FLAGS]):
            root = island_root(links, i)
            sizes[root] += 1
            if bodies.joint[i] != 0:
                links[root, BODY.TIER] = min(links[root, BODY.TIER], TIER.ORDINARY)
    raised = 0
    room = ALL_SIZES * size_max
    for k in range(counts[COUNT.AWAKE]):
        i = bodies.awake[k]
        tier = links[i, BODY.TIER]  # of a root: the others come later
        while tier >= TIER.ORDINARY:
            cost = sizes[i] << (tier - TIER.ORDINARY)
            if cost <= min(size_max, room):
                room -= cost
                break
            tier -= 1
        links[i, BODY.TIER] = tier
        raised = max(raised, tier)
    return raised


@kernel
def assign_tiers(bodies, counts, config, sizes):
    """Find the tier of every island from the loads of the last step, and give it to its bodies.

    Args:
        bodies: Body arrays. Tiers and timers are updated.
        counts: Counts. The most substeps are written.
        config: Parameters of the step.
        sizes: Scratch, int32 [N]: bodies of each island, by root.
    """
    links = bodies.links
    dt = np.float32(config[CONFIG.DT])
    limit = np.float32(config[CONFIG.SAG])
    onset = np.float32(config[CONFIG.LOAD_ONSET])
    hold = np.float32(config[CONFIG.LOAD_HOLD])
    highest = highest_tier(config)
    raised = 0
    for k in range(counts[COUNT.AWAKE]):
        links[bodies.awake[k], BODY.TIER] = 0
    for k in range(counts[COUNT.AWAKE]):
        i = bodies.awake[k]
        if movable(links[i, BODY.FLAGS]):
            tier = min(wanted_tier(i, bodies.traits, dt, limit, onset, hold), highest)
            soft = links[i, BODY.FLAGS] & BODY.FLAG_SOFT
            if soft:
                tier = min(int(bodies.traits[i, BODY.TRAIT_TIER]), highest)
            if tier > 0 and (soft or bodies.color[i] != NO_COLOR or bodies.joint[i] != 0):
                root = island_root(links, i)
                links[root, BODY.TIER] = max(links[root, BODY.TIER], tier)
                raised = max(raised, tier)
    if raised >= TIER.ORDINARY:
        raised = restrain_large(bodies, counts, int(config[CONFIG.TIER_SIZE]), sizes)
    if raised > 0:
        for k in range(counts[COUNT.AWAKE]):
            i = bodies.awake[k]
            if movable(links[i, BODY.FLAGS]):
                links[i, BODY.TIER] = links[island_root(links, i), BODY.TIER]
    counts[COUNT.SUBSTEPS] = int(config[CONFIG.SUBSTEPS]) << raised


@kernel
def list_tiers(bodies, counts, rows, starts):
    """List the moving bodies of each tier; those that contacts cannot move are in every list.

    Args:
        bodies: Body arrays.
        counts: Counts.
        rows: Rows of bodies, int32: each list starts at a multiple of eight and ends with zeros. Written.
        starts: First place of each list and number of its bodies, int32 [TIER.COUNT, 2]. Written.
    """
    links = bodies.links
    place = 0
    highest = 0
    for k in range(counts[COUNT.AWAKE]):
        highest = max(highest, links[bodies.awake[k], BODY.TIER])
    for tier in range(TIER.COUNT):
        starts[tier, 0] = place
        starts[tier, 1] = 0
        if tier > highest:
            continue
        own = 0
        for k in range(counts[COUNT.AWAKE]):
            i = bodies.awake[k]
            free = movable(links[i, BODY.FLAGS])
            if not free or links[i, BODY.TIER] == tier:
                rows[place] = i
                place += 1
                own += free
        if own == 0 and tier > 0:
            place = starts[tier, 0]
        starts[tier, 1] = place - starts[tier, 0]
        while place % LANES:
            rows[place] = 0
            place += 1
