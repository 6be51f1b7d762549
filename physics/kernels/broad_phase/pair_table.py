"""Hash table of shape pairs: uint64 key to int32 value, open addressing with linear probing.

The arrays belong to the caller: `keys` (uint64, zeros when empty) and `values` (int32), both of one power-of-two length
that is at least twice the number of entries. A removed entry leaves no tombstone: the entries behind it move back, so
a table that is used for hours stays as fast as a new one.

Numba turns uint64 combined with int64 into float64, which would silently round keys: every integer here is uint64.
"""

import numpy as np

from physics.kernels.core.jit import kernel, leaf
from physics.kernels.layout import contact as CONTACT

_EMPTY = np.uint64(0)
_ONE = np.uint64(1)
_HALF_WORD = np.uint64(32)
_LOW_WORD = np.uint64(0xFFFFFFFF)
_SHIFT = np.uint64(32)
_FACTOR_A = np.uint64(0x9E3779B97F4A7C15)  # 2^64 / golden ratio, odd
_FACTOR_B = np.uint64(0xD6E8FEB86659FD93)


@leaf
def pair_key(shape_a, shape_b):
    """Key of two different shapes: the smaller row in the high word, the larger in the low word; never 0.

    The order of the arguments does not matter. Keys sort by the smaller row, then by the larger.
    """
    low = np.uint64(min(shape_a, shape_b))
    high = np.uint64(max(shape_a, shape_b))
    return (low << _HALF_WORD) | high


@leaf
def pair_shapes(key):
    """Rows of the two shapes of a key, the smaller first."""
    return np.int64(key >> _HALF_WORD), np.int64(key & _LOW_WORD)


@leaf
def _home(key, mask):
    """Slot where the search for a key starts.

    Two rounds of multiply and fold: neighboring rows make keys that differ in few bits, and both words of the key have
    to reach the low bits that choose the slot.
    """
    mixed = key * _FACTOR_A
    mixed = (mixed ^ (mixed >> _SHIFT)) * _FACTOR_B
    return (mixed ^ (mixed >> _SHIFT)) & mask


@leaf
def _slot_of(keys, key):
    """Slot that holds the key, or the empty slot where it belongs."""
    mask = np.uint64(len(keys)) - _ONE
    slot = _home(key, mask)
    while keys[slot] != _EMPTY and keys[slot] != key:
        slot = (slot + _ONE) & mask
    return slot


@leaf
def pair_exists(keys, key):
    """True when the table has an entry for a key; touches the keys only."""
    return keys[_slot_of(keys, key)] != _EMPTY


@leaf
def pair_find(keys, values, key):
    """Value of a key, or -1.

    Args:
        keys: Keys of the table, uint64, shape [P]; P is a power of two.
        values: Values of the table, int32, shape [P].
        key: A key of `pair_key`.
    """
    slot = _slot_of(keys, key)
    if keys[slot] == _EMPTY:
        return np.int32(-1)
    return values[slot]


@leaf
def pair_add(keys, values, key, value):
    """Add an entry, or change the value of an entry that exists.

    Args:
        keys: Keys of the table, uint64, shape [P]. Updated in place; at most half of them may be in use.
        values: Values of the table, int32, shape [P]. Updated in place.
        key: A key of `pair_key`.
        value: The new value, >= 0.
    """
    slot = _slot_of(keys, key)
    keys[slot] = key
    values[slot] = value


@leaf
def pair_remove(keys, values, key):
    """Remove an entry; without effect if there is none.

    An entry behind the hole may move into it unless its home lies between the hole and itself, because then a search
    for it would start behind the hole. Distances are taken modulo the capacity, so wrapping around needs no special
    case.

    Args:
        keys: Keys of the table, uint64, shape [P]. Updated in place.
        values: Values of the table, int32, shape [P]. Updated in place.
        key: A key of `pair_key`.

    Returns:
        The value of the removed entry, or -1.
    """
    mask = np.uint64(len(keys)) - _ONE
    hole = _slot_of(keys, key)
    if keys[hole] == _EMPTY:
        return np.int32(-1)
    removed = values[hole]
    slot = (hole + _ONE) & mask
    while keys[slot] != _EMPTY:
        from_home = (slot - _home(keys[slot], mask)) & mask
        from_hole = (slot - hole) & mask
        if from_home >= from_hole:
            keys[hole] = keys[slot]
            values[hole] = values[slot]
            hole = slot
        slot = (slot + _ONE) & mask
    keys[hole] = _EMPTY
    return removed


@kernel
def rebuild_table(contact_top, contact_info, keys, values):
    """Enter all contacts into an empty table.

    Args:
        contact_top: Rows of contacts ever used.
        contact_info: Contact records; a free row has body 0.
        keys: Keys of the table, all 0. Written.
        values: Values of the table. Written.
    """
    for contact in range(1, contact_top):
        if (
            contact_info[contact, CONTACT.BODY_A] > 0
            and contact_info[contact, CONTACT.FLAGS] & CONTACT.FLAG_SIBLING == 0
        ):
            key = pair_key(contact_info[contact, CONTACT.SHAPE_A], contact_info[contact, CONTACT.SHAPE_B])
            pair_add(keys, values, key, contact)
