"""HEAD wherever there is GET (RFC 9110, 9.3.2), of which Litestar knows nothing."""

from __future__ import annotations

from typing import Any

from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send


def with_head(app: ASGIApp) -> ASGIApp:
    """Answer HEAD like GET, without a body, and name it among the methods that are allowed."""

    async def answered(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.HTTP:
            await app(scope, receive, send)
            return
        is_head = scope["method"] == "HEAD"

        async def send_mended(message: Message) -> None:
            mended: Any = message
            if message["type"] == "http.response.start":
                mended = {**message, "headers": [_mended(*header) for header in message["headers"]]}
            elif message["type"] == "http.response.body" and is_head:
                mended = {**message, "body": b""}
            await send(mended)

        asked: Any = {**scope, "method": "GET"} if is_head else scope
        await app(asked, receive, send_mended)

    return answered


def _mended(name: bytes, value: bytes) -> tuple[bytes, bytes]:
    """A header of the answer; `Allow` with HEAD where there is GET."""
    if name.lower() != b"allow":
        return name, value
    methods = {method.strip() for method in value.split(b",")}
    return name, b", ".join(sorted(methods | ({b"HEAD"} if b"GET" in methods else set())))
