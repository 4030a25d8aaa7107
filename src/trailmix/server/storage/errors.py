"""What a store says when it cannot do what it is asked for. Whoever only says it need not load a game."""

from __future__ import annotations


class Conflict(Exception):
    """The number of the entry (or revision) is taken."""


class StoreError(Exception):
    """The store cannot keep its promise: disk full, file gone, schema from a newer version."""


class Unknown(StoreError):
    """Whether something was written cannot be known now: the database went away in the midst of it."""


class Outdated(StoreError):
    """A newer version has changed the schema: this one must not write any more."""


def too_old(where: object) -> StoreError:
    """What is said to whoever may not change the schema of what servers use."""
    return StoreError(f"An older version of Trailmix uses {where}: start its server with this one first.")
