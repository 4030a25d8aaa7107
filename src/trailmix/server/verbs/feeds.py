"""The private feed of a browser: the tables where it is its turn, as Atom (RFC 4287)."""

from __future__ import annotations

import hashlib
import time
from datetime import UTC, datetime
from typing import Annotated
from xml.etree.ElementTree import Element, SubElement, register_namespace, tostring

from litestar import Response, get
from litestar.params import Parameter

from trailmix.engine.words import Message
from trailmix.server.messages.protocol import Mine, TableInfo
from trailmix.server.messages.refusals import No
from trailmix.server.security.tokens import fingerprint
from trailmix.server.verbs.access import Asked, language_of, origin_of, tables_of
from trailmix.server.words import words

ATOM = "http://www.w3.org/2005/Atom"
LONGEST_NAME = 100
register_namespace("", ATOM)


@get("/feeds/{name:str}", include_in_schema=False)
async def feed(request: Asked, name: Annotated[str, Parameter(min_length=1)]) -> Response[bytes]:
    """Whoever knows the link may read it, and nothing else by it; unknown links look all the same."""
    kept = None
    if len(name) <= LONGEST_NAME:
        kept = await tables_of(request).followers.found_by_feed(name)
    if kept is None:
        raise No("no_such_address.feed")
    held = await tables_of(request).mine_by_hash(list(kept.tokens))
    mine = [each for each in held if each.my_turn]
    mine.sort(key=lambda each: (each.waited_ms or 0, each.table.table))
    stands_for = [f"{each.table.table} {each.chair} {each.table.seq}" for each in mine]
    tag = f'"{hashlib.sha256(chr(10).join(stands_for).encode()).hexdigest()[:32]}"'
    headers = {"etag": tag, "cache-control": "private, no-cache"}
    if tag in (each.strip() for each in request.headers.get("if-none-match", "").split(",")):
        return Response(b"", status_code=304, headers=headers)
    own = {(each.table.table, each.chair) for each in held}
    document = atom(mine, own, origin_of(request), fingerprint(name)[:32], language_of(request))
    return Response(document, media_type="application/atom+xml; charset=utf-8", headers=headers)


def atom(mine: list[Mine], own: set[tuple[str, int]], origin: str, name: str, language: str) -> bytes:
    """The feed: an entry for each turn, the newest first. `own`: the reader's tables and chairs."""
    said, now = words(language), time.time()
    root = Element(f"{{{ATOM}}}feed")
    when = [now - (each.waited_ms or 0) / 1000 for each in mine]
    _text(root, "id", f"urn:trailmix:feed:{name}")
    _text(root, "title", said.say(Message("notice.feed")))
    _text(root, "updated", _date(max(when, default=now)))
    SubElement(root, f"{{{ATOM}}}link", {"rel": "alternate", "href": f"{origin}/"})
    _text(SubElement(root, f"{{{ATOM}}}author"), "name", "Trailmix")
    for each, since in zip(mine, when, strict=True):
        entry = SubElement(root, f"{{{ATOM}}}entry")
        _text(entry, "id", f"urn:trailmix:turn:{each.table.table}:{each.chair}:{each.table.seq}")
        _text(entry, "title", said.say(Message("notice.title", {"game": each.table.game_name})))
        _text(entry, "updated", _date(since))
        href = f"{origin}/table/{each.table.table}"
        SubElement(entry, f"{{{ATOM}}}link", {"rel": "alternate", "href": href})
        if others := _others(each.table, own):
            _text(entry, "summary", said.say(Message("notice.with", {"names": ", ".join(others)})))
    return bytes(tostring(root, encoding="utf-8", xml_declaration=True))


def _others(table: TableInfo, own: set[tuple[str, int]]) -> list[str]:
    """The names of those at a table whose chairs are not the reader's."""
    return [chair.name for n, chair in enumerate(table.chairs) if chair.name and (table.table, n) not in own]


def _text(parent: Element, name: str, text: str) -> None:
    SubElement(parent, f"{{{ATOM}}}{name}").text = text


def _date(seconds: float) -> str:
    return datetime.fromtimestamp(int(seconds), UTC).isoformat().replace("+00:00", "Z")
