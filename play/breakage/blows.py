"""Blows: who hit what how hard in a step, and what an explosion does to things that stand."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from physics import Body, BodyKind, ContactEvent, Vec3, World

#: Share of an impulse that counts, by the last word of the material that hits: the softer, the longer the blow takes
#: and the lower its peak is. What is not named here is hard.
BITE = {
    "leather": 0.02, "cloth": 0.03, "foliage": 0.02, "skin": 0.02, "rubber": 0.15, "tire": 0.15, "plastic": 0.5,
    "wood": 0.7,
}  # fmt: skip
#: Most hits that are examined in a step, the hardest ones.
HITS_SEEN = 32
#: How far below its surface the place is that an explosion must see of a thing [m].
SEEN_DEPTH = 0.01


class Push(NamedTuple):
    """What one body did to a thing in a step.

    Attributes:
        body: Who hit it.
        point: Where [m].
        way: Direction of the push on the thing, length 1.
        impulse: How much of it [N s].
        bite: Share of that which counts.
    """

    body: Body
    point: Vec3
    way: Vec3
    impulse: float
    bite: float


def pushes(world: World, owners: dict[int, int], weakest: float) -> dict[int, list[Push]]:
    """The hits of the last step on things that can break, the hardest first.

    Args:
        world: Where.
        owners: Numbers of the things by those of their bodies.
        weakest: Hits with less impulse cannot break anything [N s].
    """
    found: dict[int, list[Push]] = {}
    for event in world.events.hardest_hits(HITS_SEEN):
        if event.impulse < weakest:
            break
        if not (event.body_a.alive and event.body_b.alive):
            continue
        for body, other, way in (
            (event.body_a, event.body_b, -event.normal),
            (event.body_b, event.body_a, event.normal),
        ):
            number = owners.get(body.id)
            if number is not None and other.kind != BodyKind.STATIC:
                found.setdefault(number, []).append(_push(event, other, way))
    return found


def _push(event: ContactEvent, other: Body, way: Vec3) -> Push:
    parts = other.parts
    word = parts[0].material.split(" ")[-1] if parts else ""
    return Push(other, event.position, way, event.impulse, BITE.get(word, 1.0))


def exposed(
    world: World, center: Vec3, low: np.ndarray, high: np.ndarray, bodies: list[tuple[int, ...]],
    *, scrap: Sequence[Body] = (),
) -> list[bool]:  # fmt: skip
    """Which of some things can be seen from a place: the side of the box around each that shows most.

    Args:
        world: Where.
        center: From where [m].
        low: Low corners of the boxes [m], shape [n, 3].
        high: High corners.
        bodies: Numbers of the bodies of each thing.
        scrap: Bodies that hide nothing, such as shards that fly about.
    """
    size, middle = high - low, 0.5 * (low + high)
    area = size[:, (1, 2, 0)] * size[:, (2, 0, 1)]
    way = middle - np.array(center)
    beside = np.maximum(np.abs(way) - 0.5 * size, 0.0)
    side = np.argmax(area * np.abs(way) / np.maximum(np.linalg.norm(way, axis=1, keepdims=True), 1e-9), axis=1)
    # The place on that side which is nearest to the center, well within the side.
    target = middle + np.clip(-way, -0.4 * size, 0.4 * size)
    rows = np.arange(len(low))
    depth = 0.5 * size[rows, side] - np.minimum(SEEN_DEPTH, 0.25 * size[rows, side])
    target[rows, side] = middle[rows, side] - np.sign(way[rows, side]) * depth
    ways = target - np.array(center)
    length = np.linalg.norm(ways, axis=1)
    near = (beside.max(axis=1) <= 0.0) | (length < 1e-3)
    ways[near] = (0.0, 1.0, 0.0)
    hits = world.ray_cast_batch(np.array(center), ways, max(float(length.max()), 0.01), ignore=scrap)
    reached = ~np.isfinite(hits.distance) | (hits.distance >= length - 1e-6)
    return [
        bool(close or free or number in own)
        for close, free, number, own in zip(near, reached, hits.body.tolist(), bodies, strict=True)
    ]
