"""Who is asking over HTTP: the table and chair they have a right to, and the language they read."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Annotated, Any, TypeVar

from litestar import Request
from litestar.connection import ASGIConnection
from litestar.datastructures import State
from litestar.params import Parameter

from trailmix.server.messages.base import MOST_SEQ
from trailmix.server.messages.protocol import MOST_CHAIRS
from trailmix.server.security.addresses import host_in
from trailmix.server.security.tokens import ALPHABET, TABLE_ID_LENGTH
from trailmix.server.tables.table import Table
from trailmix.server.tables.tables import Tables
from trailmix.server.verbs.openapi import INVITE_HEADER
from trailmix.server.words import accepted

Asked = Request[Any, Any, State]
Result = TypeVar("Result")
ALSO_HEADER = "Trailmix-Also"
"""Further tokens of somebody who holds several chairs: the log is numbered by what all of them know."""
TableId = Annotated[
    str,
    Parameter(
        schema_extra={"pattern": f"^[{ALPHABET}]{{{TABLE_ID_LENGTH}}}$", "max_length": TABLE_ID_LENGTH}
    ),
]
"""The pattern only describes what ids look like: every table has such a one, so nothing needs checking."""
Since = Annotated[int, Parameter(ge=-1, le=MOST_SEQ)]


def tables_of(request: Asked) -> Tables:
    """All tables."""
    tables: Tables = request.app.state.server.tables
    return tables


def token_of(request: Asked) -> str | None:
    """The token that somebody shows."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    return token.strip() or None if scheme.lower() == "bearer" else None


def address_of(request: Asked) -> str:
    """What limits count somebody as."""
    address: str = request.app.state.server.address(request)
    return address


def origin_of(request: Asked) -> str:
    """By what origin people know this server: links that leave it begin with that.

    The setting knows better than the request, which may have come by HTTPS as far as a proxy that does not
    say so.
    """
    host = request.headers.get("host", "").lower()
    asked, origins = f"{request.url.scheme}://{host}", request.app.state.server.config.origins
    known = [origin for origin in origins if host_in(origin).lower() == host]
    return asked if asked in known or not known else known[0]


def language_of(request: ASGIConnection[Any, Any, Any, Any]) -> str:
    """The language in which whoever asks wants to read."""
    return accepted(request.headers.get("accept-language", ""))


async def sitting(request: Asked, table_id: str) -> tuple[Table, int]:
    """The table, and the chair of whoever asks, which counts as a sign that they are there."""
    table = await tables_of(request).get(table_id)
    chair = table.chair(token_of(request))
    table.gone_since[chair] = time.monotonic()
    return table, chair


async def watching(request: Asked, table_id: str) -> tuple[Table, int | None]:
    """The table, and the chair of whoever asks; None for an onlooker."""
    if token_of(request) is not None:
        return await sitting(request, table_id)
    tables = tables_of(request)
    table = await tables.get(table_id)
    tables.may_watch(table, request.headers.get(INVITE_HEADER), ())
    return table, None


def hears(request: Asked, table: Table, chair: int | None) -> bool:
    """May whoever asks, from a chair or as an onlooker, read what is said at the table?"""
    chairs = () if chair is None else (chair,)
    return tables_of(request).may_hear(table, request.headers.get(INVITE_HEADER), chairs)


def also_holding(request: Asked, table: Table, chair: int | None) -> tuple[int, ...]:
    """The chair that somebody reads as, and the others that they hold: several people at one screen."""
    if chair is None:
        return ()
    tokens = request.headers.get(ALSO_HEADER, "").split(",", MOST_CHAIRS)
    return tuple(sorted({chair, *table.chairs_of(token.strip() for token in tokens)}))


async def beside(request: Asked, work: Callable[[], Result]) -> Result:
    """Do what takes long, for whoever asks, while the event loop goes on."""
    return await tables_of(request).heavy.run(address_of(request), work)
