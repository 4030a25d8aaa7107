"""The pages: the browser client, and the verify page, which needs no script: the server draws it itself."""

from __future__ import annotations

from html import escape
from typing import Any

from litestar import MediaType, Request, Response, get
from litestar.datastructures import State
from litestar.exceptions import NotFoundException

from trailmix.server import client
from trailmix.server.http import TableId, verify
from trailmix.server.refusals import No

Asked = Request[Any, Any, State]
ROUTES = ["/", "/table/{name:str}", "/replay/{name:str}", "/rules/{name:str}", "/settings"]
"""The addresses that the client draws by itself: web/src/router.svelte.ts."""
FRAME = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<link rel="icon" href="/icon.svg" type="image/svg+xml"><link rel="stylesheet" href="/plain.css">
<title>{title}</title></head>
<body><main><p><a href="/">Trailmix</a></p><h1>{title}</h1>{body}</main></body></html>"""


def _html(title: str, body: str, status: int = 200) -> Response[str]:
    text = FRAME.format(title=escape(title), body=body)
    return Response(text, media_type=MediaType.HTML, status_code=status)


def send(request: Request[Any, Any, Any], file: client.File, status: int = 200) -> Response[bytes]:
    """A file of the client, packed if the browser can unpack it."""
    headers = {"cache-control": file.cache, "vary": "accept-encoding"}
    content = file.content
    if file.packed is not None and "gzip" in request.headers.get("accept-encoding", ""):
        content, headers["content-encoding"] = file.packed, "gzip"
    return Response(content, media_type=file.media_type, headers=headers, status_code=status)


def page_of(request: Request[Any, Any, Any], status: int = 200) -> Response[Any]:
    """The page of the client, whatever it will show; a sentence if it was not built."""
    index = request.app.state.server.client.get("index.html")
    if index is not None:
        return send(request, index, status)
    return _html(
        "Trailmix is running, but has no page to show",
        "<p>The browser client was not built. In a checkout, <code>make play</code> builds and serves it.</p>"
        "<p>The server itself works: play at the terminal with <code>trailmix play alpina</code>, or write a "
        'bot: what it may ask is in <a href="/schema/openapi.json">openapi.json</a>, docs/protocol.md.</p>',
        404,
    )


@get(ROUTES, include_in_schema=False)
async def page(request: Asked) -> Response[Any]:
    """The browser client."""
    return page_of(request)


@get(["/assets/{name:str}", "/icon.svg", "/plain.css"], include_in_schema=False)
async def file(request: Asked) -> Response[bytes]:
    """A file of the browser client."""
    found = request.app.state.server.client.get(request.url.path.removeprefix("/"))
    if found is None:
        raise NotFoundException
    return send(request, found)


@get("/verify/{table_id:str}", include_in_schema=False)
async def verify_page(request: Asked, table_id: TableId) -> Response[str]:
    """Was the match fair? Commitment, seed, and what playing it again showed."""
    try:
        verdict = await verify.fn(request, table_id)
    except No as no:
        if no.code != "damaged":
            raise
        return _html("This match cannot be proved fair", f"<p>{escape(no.why)}</p>")
    checks = "".join(f"<li>{escape(check)}</li>" for check in verdict.checks)
    return _html(
        "This match was fair" if verdict.fair else "This match cannot be proved fair",
        f"<p>Table {escape(verdict.table)}</p><ul>{checks}</ul>"
        f"<dl><dt>Commitment, published at the start</dt><dd><code>{escape(verdict.commitment)}</code></dd>"
        f"<dt>Seed</dt><dd><code>{escape(verdict.seed or '')}</code></dd>"
        f"<dt>Salt</dt><dd><code>{escape(verdict.salt or '')}</code></dd>"
        f"<dt>Scores</dt><dd>{verdict.scores}</dd><dt>Places</dt><dd>{verdict.places}</dd></dl>"
        f'<p><a href="/api/tables/{escape(verdict.table)}/replay">The replay</a>, to check it yourself with '
        "<code>trailmix verify</code>.</p>",
    )
