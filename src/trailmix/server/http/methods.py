"""HEAD, OPTIONS and the header `Allow`, where Litestar does less than RFC 9110 asks for."""

from __future__ import annotations

from typing import Any

from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send


def with_all_methods(app: ASGIApp) -> ASGIApp:
    """Answer HEAD like GET, without a body, and name every allowed method in `Allow`."""

    async def answered(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.HTTP:
            await app(scope, receive, send)
            return
        is_head = scope["method"] == "HEAD"
        asked: Any = {**scope, "method": "GET"} if is_head else scope

        async def send_completed(message: Message) -> None:
            completed: Any = message
            if message["type"] == "http.response.start":
                completed = {
                    **message,
                    "headers": [_completed(asked, *header) for header in message["headers"]],
                }
            elif message["type"] == "http.response.body" and is_head:
                completed = {**message, "body": b""}
            await send(completed)

        await app(asked, receive, send_completed)

    return answered


def _completed(scope: Any, name: bytes, value: bytes) -> tuple[bytes, bytes]:
    """A header of the answer: `Allow` with every method, others as they are."""
    if name.lower() != b"allow":
        return name, value
    methods = set(value.decode().replace(" ", "").split(","))
    if scope["method"] == "OPTIONS":  # where several verbs share an address, Litestar names those of one
        routes = scope["litestar_app"].routes
        methods |= {m for r in routes if r.path_format == scope["path_template"] for m in r.methods}
    if "GET" in methods:
        methods.add("HEAD")
    return name, ", ".join(sorted(methods)).encode()
