"""What a store says when it cannot do what it is asked for. Whoever only says it need not load a game."""

from __future__ import annotations


class Conflict(Exception):
    """The number of the entry (or revision) is taken."""


class StoreError(Exception):
    """The store cannot keep its promise: disk full, file gone, schema from a newer version."""


class Unknown(StoreError):
    """Whether something was written cannot be known now: the database went away in the midst of it."""
