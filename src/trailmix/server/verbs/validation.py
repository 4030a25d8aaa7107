"""Requests are checked strictly: nothing unknown is ignored, and no value is made to fit its type.

A message that cannot be read may still have a readable id, which its refusal then names.
"""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import Request
from litestar.connection import ASGIConnection
from litestar.exceptions import InternalServerException
from litestar.handlers import BaseRouteHandler

from trailmix.server.messages.base import Id
from trailmix.server.messages.refusals import No
from trailmix.server.verbs.openapi import has_body

JSON = "application/json"
MOST_RECONSIDERED = 4096
"""Longer bodies that are wrong are not gone through in Python, which takes a moment for each kilobyte."""
GIVEN = ("request", "data")
"""Arguments of a verb that do not come from the query string."""


class _Named(msgspec.Struct):
    """Anything with an id."""

    id: Id


_named = msgspec.json.Decoder(_Named)


def id_in(said: bytes | str) -> str | None:
    """The id of a message in which everything else may be wrong; None if it has no valid one."""
    try:
        return _named.decode(said).id
    except (msgspec.DecodeError, RecursionError, UnicodeError):
        return None


def id_of(request: Request[Any, Any, Any]) -> str | None:
    """The id in the body of a request, if that was read and has one."""
    said: bytes = request.state.get("said", b"")
    return id_in(said) if said else None


async def read_strictly(request: ASGIConnection[Any, Any, Any, Any], verb: BaseRouteHandler) -> None:
    """Refuse what Litestar would ignore or convert: unknown parameters in the address, text for a number."""
    arguments = verb.parsed_fn_signature.parameters
    known = arguments.keys() - GIVEN - request.path_params.keys()
    asked = [name for name, _ in request.query_params.multi_items()]
    for name in asked:
        if name not in known:
            raise No("bad_message.unknown_word", name=name, known=sorted(known))
        if asked.count(name) > 1:
            raise No("bad_message.said_twice", name=name)
    if isinstance(request, Request) and has_body(verb):
        await _read_body(request, arguments["data"].annotation)


async def _read_body(request: Request[Any, Any, Any], kind: type) -> None:
    """Read a body as strictly as a message on a socket."""
    media_type = request.headers.get("content-type", JSON).partition(";")[0].strip().lower()
    if media_type != JSON:
        raise No("not_json.body")
    try:
        said = request.state["said"] = await request.body()
    except InternalServerException:  # the client has hung up, and hears no answer
        raise No("bad_message.no_body") from None
    if not said:
        raise No("bad_message.no_body")
    try:
        _check(said, kind)
    except (RecursionError, UnicodeError):
        raise No("bad_message.too_deep") from None
    except msgspec.DecodeError as error:
        raise No("bad_message.unreadable", details=str(error)) from None


def _check(said: bytes, kind: type) -> None:
    """Decode a body as it is; a short one that cannot be, once more with 3.0 as 3."""
    try:
        msgspec.json.decode(said, type=kind)
    except msgspec.ValidationError:
        if len(said) > MOST_RECONSIDERED:
            raise
        msgspec.convert(_with_whole_numbers(msgspec.json.decode(said)), kind)


def _with_whole_numbers(value: Any) -> Any:
    """The same JSON with 3.0 as 3: to a JSON schema it is an integer, to msgspec it is not."""
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, list):
        return [_with_whole_numbers(inner) for inner in value]
    if isinstance(value, dict):
        return {name: _with_whole_numbers(inner) for name, inner in value.items()}
    return value
