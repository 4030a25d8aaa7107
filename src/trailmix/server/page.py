"""The pages that the server draws itself: a welcome until there is a browser client, the verify page."""

from __future__ import annotations

from html import escape
from typing import Any

from litestar import MediaType, Request, Response, get
from litestar.datastructures import State

import trailmix
from trailmix.server.http import TableId, verify
from trailmix.server.refusals import No

FRAME = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>{title}</title></head><body><main><h1>{title}</h1>{body}</main></body></html>"""


def _html(title: str, body: str) -> Response[str]:
    return Response(FRAME.format(title=escape(title), body=body), media_type=MediaType.HTML)


@get("/", include_in_schema=False)
async def page() -> Response[str]:
    """What is running here, and how to play with it."""
    names = [trailmix.game(name) for name in trailmix.game_names()]
    games = "".join(f"<li><b>{escape(game.name)}</b>: {escape(game.about)}</li>" for game in names)
    return _html(
        "Trailmix",
        f"<p>The server is running. Its games:</p><ul>{games}</ul>"
        "<p>The page to play on is being built. Until then: play at the terminal with "
        "<code>trailmix play alpina</code>, or write a bot: the interface is described in "
        '<a href="/schema/openapi.json">openapi.json</a> and in docs/protocol.md.</p>',
    )


@get("/verify/{table_id:str}", include_in_schema=False)
async def verify_page(request: Request[Any, Any, State], table_id: TableId) -> Response[str]:
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
