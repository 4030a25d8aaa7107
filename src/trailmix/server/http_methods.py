"""The methods of HTTP, where Litestar is not to the letter of RFC 9110: HEAD, OPTIONS and `Allow`."""

from __future__ import annotations

from typing import Any

from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send


def with_all_methods(app: ASGIApp) -> ASGIApp:
    """Answer HEAD like GET, without a body, and name every method that is allowed wherever they are named."""

    async def answered(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.HTTP:
            await app(scope, receive, send)
            return
        is_head = scope["method"] == "HEAD"
        asked: Any = {**scope, "method": "GET"} if is_head else scope

        async def send_mended(message: Message) -> None:
            mended: Any = message
            if message["type"] == "http.response.start":
                mended = {**message, "headers": [_mended(asked, *header) for header in message["headers"]]}
            elif message["type"] == "http.response.body" and is_head:
                mended = {**message, "body": b""}
            await send(mended)

        await app(asked, receive, send_mended)

    return answered


def _mended(scope: Any, name: bytes, value: bytes) -> tuple[bytes, bytes]:
    """A header of the answer; if it is `Allow`, with every method."""
    if name.lower() != b"allow":
        return name, value
    methods = set(value.decode().replace(" ", "").split(","))
    if scope["method"] == "OPTIONS":  # where several verbs share an address, Litestar names those of one
        routes = scope["litestar_app"].routes
        methods |= {m for r in routes if r.path_format == scope["path_template"] for m in r.methods}
    if "GET" in methods:
        methods.add("HEAD")
    return name, ", ".join(sorted(methods)).encode()
