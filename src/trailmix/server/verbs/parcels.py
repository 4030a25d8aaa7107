"""Parcels: what a browser hands to another one of the same person, by a code that is good once.

The browser seals the parcel with a key that it makes from the code, and the code never comes here: whoever
runs the server, or reads its disk, cannot open it. What comes here is where the parcel lies (the first
letters of the code) and a proof that somebody knows the rest.
"""

from __future__ import annotations

from litestar import post
from litestar.params import JSONBody
from litestar.status_codes import HTTP_200_OK, HTTP_201_CREATED

from trailmix.server.messages.parcels import Parcel, ParcelKept, ParcelLeft, ParcelWanted
from trailmix.server.messages.refusals import No
from trailmix.server.security.tokens import fingerprint
from trailmix.server.storage.errors import Conflict
from trailmix.server.verbs.access import Asked, address_of, tables_of

SECONDS = 600
"""So long a parcel lies here."""
MOST_GUESSES = 5
"""After so many wrong proofs a parcel is thrown away."""
MOST_PARCELS = 200
"""In all; together with the size of one, that bounds what lies on the disk."""


@post(
    "/parcels",
    status_code=HTTP_201_CREATED,
    summary="Leave a sealed parcel for another browser",
    refuses="not_now",
)
async def leave_parcel(request: Asked, data: JSONBody[ParcelLeft]) -> ParcelKept:
    """It can be fetched once, within ten minutes."""
    tables = tables_of(request)
    if not tables.parcels_left.take(address_of(request)):
        raise No("too_many.parcels")
    try:
        kept = await tables.store.leave_parcel(
            data.place, fingerprint(data.proof), data.sealed, SECONDS, MOST_PARCELS
        )
    except Conflict:
        raise No("not_now.place_taken") from None
    if not kept:
        raise No("too_many.parcels_in_all")
    return ParcelKept(seconds=SECONDS)


@post(
    "/parcels/fetch",
    status_code=HTTP_200_OK,
    summary="Fetch a parcel by its code, once",
    refuses="no_such_code",
)
async def fetch_parcel(request: Asked, data: JSONBody[ParcelWanted]) -> Parcel:
    """Wrong codes are counted, for the parcel and for whoever tries them."""
    tables = tables_of(request)
    if not tables.parcels_tried.take(address_of(request)):
        raise No("too_many.codes")
    sealed = await tables.store.fetch_parcel(data.place, fingerprint(data.proof), MOST_GUESSES)
    if sealed is None:
        raise No("no_such_code.gone")
    return Parcel(sealed=sealed)
