"""Parcels between browsers (`verbs/parcels.py`) as the stores that speak SQL keep them."""

from __future__ import annotations

from typing import NamedTuple

from trailmix.server.storage.jobs import Script


class KeptParcel(NamedTuple):
    """A sealed parcel, until when it lies there, and who may have it."""

    place: str
    proof: str
    """Only a hash of it."""
    sealed: str
    expires: float
    """In steady time."""


def leave(parcel: KeptParcel, now: float, most: int) -> Script[bool]:
    """Keep a parcel; False if there are too many already. A place that is taken is a conflict."""
    yield from throw_away(now)
    if (yield "SELECT COUNT(*) FROM parcels", ())[0][0] >= most:
        return False
    yield "INSERT INTO parcels (place, proof, sealed, expires) VALUES (?, ?, ?, ?)", tuple(parcel)
    return True


def fetch(place: str, proof: str, now: float, most_guesses: int) -> Script[str | None]:
    """Give a parcel out, once; a wrong proof is counted, and too many of them cost the parcel."""
    found = yield (
        "DELETE FROM parcels WHERE place = ? AND proof = ? AND expires > ? RETURNING sealed",
        (place, proof, now),
    )
    if found:
        return str(found[0][0])
    yield "UPDATE parcels SET guesses = guesses + 1 WHERE place = ?", (place,)
    yield "DELETE FROM parcels WHERE place = ? AND guesses >= ?", (place, most_guesses)
    return None


def throw_away(now: float) -> Script[None]:
    """Parcels that nobody has fetched in time."""
    yield "DELETE FROM parcels WHERE expires <= ?", (now,)
