"""What clients and the server say to each other about parcels between browsers (`verbs/parcels.py`)."""

from __future__ import annotations

from typing import Annotated

from trailmix.server.messages.base import Struct, all_of

MOST_LETTERS = 100_000
Place = Annotated[str, all_of("[0-9A-HJKMNP-TV-Z]{4}")]
Proof = Annotated[str, all_of("[0-9a-f]{64}")]
Sealed = Annotated[str, all_of("[A-Za-z0-9_-]+", min_length=1, max_length=MOST_LETTERS)]


class ParcelLeft(Struct, frozen=True, kw_only=True):
    """A parcel for another browser: where it lies, a proof for whoever fetches it, and what it holds."""

    place: Place
    proof: Proof
    sealed: Sealed


class ParcelKept(Struct, frozen=True, kw_only=True):
    """The parcel can be fetched, once, for so long."""

    seconds: int


class ParcelWanted(Struct, frozen=True, kw_only=True):
    """Fetch a parcel, by a code."""

    place: Place
    proof: Proof


class Parcel(Struct, frozen=True, kw_only=True):
    """What a parcel holds. It is gone from here now."""

    sealed: str
