"""The verbs of a finished match, in which nothing is secret: its replay, its steps, and was it fair?"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from typing import Annotated

import msgspec
from litestar import Response, get
from litestar.params import Parameter

from trailmix.engine import replay
from trailmix.engine.errors import BadReplay
from trailmix.engine.match import Match
from trailmix.engine.words import Message
from trailmix.server.messages.protocol import LogEntry, Verdict, View
from trailmix.server.messages.refusals import No
from trailmix.server.storage.store import Entry
from trailmix.server.tables.dealing import play_entry
from trailmix.server.tables.table import Table
from trailmix.server.tables.visible import NOTHING, Reader, final_scores
from trailmix.server.verbs.access import Asked, Since, TableId, beside, language_of, tables_of, watching
from trailmix.server.verbs.openapi import WATCHING
from trailmix.server.words import words


def _open_steps(table: Table, entries: Iterable[Entry], language: str) -> Iterator[View]:
    """A finished match after each entry of its log, with every hand open."""
    match, everyone = table.deal(), Reader(None, tuple(range(table.stored.players)), language)
    for entry in entries:
        play_entry(match, entry)
        yield _open_view(match, entry, language, [table.told(entry, everyone)])


def _within_turns(table: Table, entries: Iterable[Entry], language: str) -> Iterator[list[View]]:
    """The same within each entry of several actions: after each of them but the last, which ends it."""
    match = table.deal()
    for entry in entries:
        *earlier, last = [msgspec.structs.replace(entry, actions=(each,)) for each in entry.actions] or [
            entry
        ]
        seen = list[View]()
        for part in earlier:
            play_entry(match, part)
            seen.append(_open_view(match, entry, language, []))
        play_entry(match, last)
        if seen:
            yield seen


def _open_view(match: Match, entry: Entry, language: str, log: list[LogEntry]) -> View:
    return View(
        seq=entry.seq,
        seat=None,
        view=msgspec.Raw(match.public_json()),
        own=NOTHING,
        prompt=match.prompt(language),
        owns=[msgspec.Raw(match.own_json(seat)) for seat in range(match.players)],
        legal=[],
        log=log,
        may_undo=False,
        scores=final_scores(match),
    )


async def table_over(request: Asked, table_id: str) -> Table:
    """A table whose match is over."""
    table, _ = await watching(request, table_id)
    check_over(table)
    return table


def check_over(table: Table) -> None:
    """No unless the match of a table is over."""
    if table.people.status != "over":
        raise No("not_now.secret")


async def finished(request: Asked, table_id: str) -> tuple[Table, list[Entry]]:
    """A table whose match is over, and its whole log."""
    table = await table_over(request, table_id)
    store, found = tables_of(request).store, list[Entry]()
    while more := await store.log(table.id, found[-1].seq if found else -1, 500):
        found += more
    return table, found


def _replay_text(table: Table, entries: list[Entry]) -> str:
    """The whole match as a replay document, made from the log alone."""
    again = table.deal()
    for entry in entries:
        play_entry(again, entry)
    return again.replay()


@get(
    "/tables/{table_id:str}/replay",
    summary="The finished match as a replay",
    security=WATCHING,
    refuses="not_now",
)
async def replay_document(request: Asked, table_id: TableId) -> Response[msgspec.Raw]:
    """With seed and salt: anybody can play it again and check the commitment."""
    table, entries = await finished(request, table_id)
    text = await beside(request, lambda: _replay_text(table, entries))
    name = f'attachment; filename="{table.stored.game}-{table.id}.json"'
    raw = msgspec.Raw(text.encode())
    return Response(raw, media_type="application/json", headers={"content-disposition": name})


@get(
    "/tables/{table_id:str}/steps",
    summary="A finished match, step by step",
    security=WATCHING,
    refuses="not_now",
)
async def steps(
    request: Asked,
    table_id: TableId,
    since: Since = -1,
    limit: Annotated[int, Parameter(ge=1, le=500)] = 100,
) -> list[View]:
    """What everyone sees after each entry of the log, every hand open."""
    table, entries = await finished(request, table_id)
    language = language_of(request)

    def made() -> list[View]:
        later = (step for step in _open_steps(table, entries, language) if step.seq > since)
        return list(itertools.islice(later, limit))

    return await beside(request, made)


@get(
    "/tables/{table_id:str}/within",
    summary="A finished match within its turns",
    security=WATCHING,
    refuses="not_now",
)
async def within(
    request: Asked,
    table_id: TableId,
    since: Since = -1,
    limit: Annotated[int, Parameter(ge=1, le=500)] = 100,
) -> list[View]:
    """Of at most so many turns of several actions: what everyone sees after each action but the last."""
    table, entries = await finished(request, table_id)
    language = language_of(request)

    def made() -> list[View]:
        later = (turn for turn in _within_turns(table, entries, language) if turn[0].seq > since)
        return [view for turn in itertools.islice(later, limit) for view in turn]

    return await beside(request, made)


@get("/tables/{table_id:str}/verify", summary="Was the match fair?", security=WATCHING, refuses="not_now")
async def verify(request: Asked, table_id: TableId) -> Verdict:
    """Plays the match again from its seed and compares with what was published at its start."""
    table, entries = await finished(request, table_id)
    language = language_of(request)
    return await beside(request, lambda: _verdict(table, entries, language))


def _verdict(table: Table, entries: list[Entry], language: str) -> Verdict:
    document = replay.decode(_replay_text(table, entries))
    is_given = document.start is not None
    checks = [Message("verify.rules", {"version": document.rules})]
    try:
        again = replay.read(msgspec.json.encode(document).decode())
        checks += [
            Message("verify.data"),
            Message("verify.given" if is_given else "verify.commitment"),
            Message("verify.actions", {"number": len(document.actions)}),
            Message("verify.result"),
        ]
        fair = document.commitment == table.commitment and again.over  # never if the deal was given
    except BadReplay as error:
        checks, fair = [*checks, Message("verify.failed", {"why": str(error)})], False
    said = words(language)
    return Verdict(
        table=table.id,
        names=[table.people.chairs[table.chair_of(seat)].name or "" for seat in range(table.stored.players)],
        fair=fair,
        checks=[said.say(check) for check in checks],
        commitment=table.commitment,
        seed=document.seed,
        salt=document.salt,
        scores=list(document.result.scores) if document.result else [],
        places=list(document.result.places) if document.result else [],
    )
