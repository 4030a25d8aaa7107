"""Which nodes a search has visited: each is one number, and enters a queue once.

The queue and the table of what has been seen grow as they fill, so `admit` hands them back::

    seen, queue, firsts = nothing_seen(256)
    seen, queue, firsts, n = admit(seen, queue, firsts, n, branches, number, first)
"""

from __future__ import annotations

import numpy as np

from trailmix.engine.kernels import inlined, rule
from trailmix.engine.record import Array

NONE = -1
"""No node, no action."""


@rule
def nothing_seen(few: int) -> tuple[Array, Array, Array]:
    """An empty table, an empty queue and its first actions, with room for a few nodes: a power of two."""
    return np.full(4 * few, np.int64(NONE)), np.empty(few, np.int64), np.empty(few, np.int64)


@rule
def admit(
    seen: Array, queue: Array, firsts: Array, n: int, out: Array, number: int, first: int
) -> tuple[Array, Array, Array, int]:
    """Put the nodes of `out` that are new into the queue; returns all four arguments as they are now.

    A row of `out` is a node and the action that leads there. For each node of the queue, `firsts` has the
    action that begins the way to it: `first`, or, if that is NONE, the one that leads there.
    """
    for k in range(number):
        if 4 * (n + 1) > len(seen):
            seen = rehashed(seen, queue, n)
        if n == len(queue):
            queue, firsts = doubled(queue), doubled(firsts)
        place = place_for(seen, out[k, 0])
        if seen[place] == NONE:
            seen[place] = queue[n] = out[k, 0]
            firsts[n] = out[k, 1] if first == NONE else first
            n += 1
    return seen, queue, firsts, n


@inlined
def place_for(seen: Array, node: int) -> int:
    """Where a node is in the table, or could be."""
    mask = len(seen) - 1
    at = ((node ^ node >> 19) & 0x7FFFFFFF) * 0x9E3779B1 >> 16 & mask
    while seen[at] not in (NONE, node):
        at = at + 1 & mask
    return at


@rule
def rehashed(seen: Array, nodes: Array, n: int) -> Array:
    """A table with room for four times as many nodes."""
    larger = np.full(4 * len(seen), np.int64(NONE))
    for k in range(n):
        larger[place_for(larger, nodes[k])] = nodes[k]
    return larger


@rule
def doubled(items: Array) -> Array:
    """A copy with twice the room."""
    larger = np.empty(2 * len(items), np.int64)
    larger[: len(items)] = items
    return larger
