"""The pages: the browser client, and the verify page, which needs no script because the server draws it."""

from __future__ import annotations

from html import escape
from typing import Any
from urllib.parse import quote

from litestar import MediaType, Request, Response, get
from litestar.datastructures import State
from litestar.exceptions import NotFoundException

from trailmix.engine.words import Message
from trailmix.server.http import page_files, preview
from trailmix.server.messages.protocol import Verdict
from trailmix.server.messages.refusals import OTHER_RULES, No
from trailmix.server.verbs.access import TableId, language_of
from trailmix.server.verbs.replays import verify
from trailmix.server.words import words

Asked = Request[Any, Any, State]
OF_ITS_OWN = ("table", "replay", "analysis", "rules", "course", "learn")
ROUTES = ["/", "/settings", "/statistics", "/device", *(f"/{page}/{{name:str}}" for page in OF_ITS_OWN)]
"""The addresses that the client draws by itself: web/src/router.svelte.ts."""
FRAME = """<!doctype html>
<html lang="{language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<link rel="icon" href="/icon.svg" type="image/svg+xml"><link rel="stylesheet" href="/plain.css">
<title>{title}</title></head>
<body><main><p><a href="/">Trailmix</a></p><h1>{title}</h1>{body}</main></body></html>"""


class Plain:
    """A page without scripts, in the language of whoever asks; every text in it is escaped."""

    def __init__(self, request: Request[Any, Any, Any]) -> None:
        self.language = language_of(request)

    def say(self, message: Message) -> str:
        """A sentence of the server's."""
        return escape(words(self.language).say(message))

    def page(self, title: Message, body: str, status: int = 200) -> Response[str]:
        """The whole page."""
        text = FRAME.format(language=self.language, title=self.say(title), body=body)
        return Response(text, media_type=MediaType.HTML, status_code=status)


def send(request: Request[Any, Any, Any], file: page_files.File, status: int = 200) -> Response[bytes]:
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
    plain = Plain(request)
    body = (
        f"<p>{plain.say(Message('no_page.build'))}</p><p>{plain.say(Message('no_page.otherwise'))} "
        '<a href="/schema/openapi.json">openapi.json</a></p>'
    )
    return plain.page(Message("no_page.title"), body, 404)


@get(ROUTES, include_in_schema=False)
async def page(request: Asked) -> Response[Any]:
    """The browser client; a link to a table says what it leads to."""
    kind, _, name = request.url.path.removeprefix("/").partition("/")
    index = request.app.state.server.client.get("index.html")
    if kind not in preview.PAGES or index is None:
        return page_of(request)
    head, found, rest = index.content.partition(b"</head>")
    content = b"".join((head, await preview.tags(request, name), found, rest))
    return send(request, index._replace(content=content, packed=None, cache="no-store"))


FILES = [
    "/assets/{name:str}",
    "/icons/{name:str}",
    "/games/{name:str}",
    "/icon.svg",
    "/icon-turn.svg",
    "/manifest.webmanifest",
    "/worker.js",
    "/plain.css",
    "/licences.txt",
]


@get(FILES, include_in_schema=False)
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
        if no.code == "no_such_table" and not wants_page(request):
            raise  # programs are told in JSON, as everywhere
        return unverified(request, table_id, no)
    return _verified(Plain(request), verdict)


def wants_page(request: Request[Any, Any, Any]) -> bool:
    """Is this a person with a browser, and not a program that wants JSON?"""
    return "text/html" in request.headers.get("accept", "")


def unverified(request: Request[Any, Any, Any], table_id: str, no: No) -> Response[str]:
    """Why there is no verdict, and where to go on."""
    plain = Plain(request)
    is_false = no.code == "damaged" and no.message.key not in OTHER_RULES
    title = Message("verify.not_fair" if is_false else "verify.not_now")
    body = f"<p>{escape(no.why(plain.language))}</p>"
    if no.code != "no_such_table":
        body += f'<p><a href="/table/{quote(table_id)}">{plain.say(Message("verify.to_table"))}</a></p>'
    return plain.page(title, body, no.status)


def _verified(plain: Plain, verdict: Verdict) -> Response[str]:
    """What playing the match again showed."""
    checks = "".join(f"<li>{escape(check)}</li>" for check in verdict.checks)
    scores = [
        Message("verify.score", {"name": name, "score": score})
        for name, score in zip(verdict.names, verdict.scores, strict=True)
    ]
    places = [
        Message("verify.placed", {"name": name, "place": Message(f"verify.place.{place or 'none'}")})
        for name, place in zip(verdict.names, verdict.places, strict=True)
    ]
    facts = (
        (Message("verify.published"), f"<code>{escape(verdict.commitment)}</code>"),
        (Message("verify.seed"), f"<code>{escape(verdict.seed or '')}</code>"),
        (Message("verify.salt"), f"<code>{escape(verdict.salt or '')}</code>"),
        (Message("verify.scores"), plain.say(Message("verify.all", {"each": scores}))),
        (Message("verify.places"), plain.say(Message("verify.all", {"each": places}))),
    )
    table = plain.say(Message("verify.table", {"table": verdict.table}))
    replay = plain.say(Message("verify.replay"))
    given = verdict.seed is None  # nothing was published, and there is nothing to reveal
    shown = facts[3:] if given else facts
    told = "".join(f"<dt>{plain.say(name)}</dt><dd>{fact}</dd>" for name, fact in shown)
    return plain.page(
        Message("verify.fair" if verdict.fair else "verify.not_fair"),
        f"<p>{table}</p><ul>{checks}</ul><dl>{told}</dl>"
        f'<p><a href="/api/tables/{quote(verdict.table)}/replay">{replay}</a></p>',
    )
