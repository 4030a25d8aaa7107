"""The verbs over plain HTTP: for making and finding tables, and for simple bots that play without a socket.

A token goes in the header ``Authorization: Bearer ...``; the chair is derived from it and from nothing else.
"""

from __future__ import annotations

import asyncio
import time
from typing import Annotated, Any

import msgspec
from litestar import Request, Response, Router, get, post
from litestar.connection import ASGIConnection
from litestar.datastructures import State
from litestar.openapi import ResponseSpec
from litestar.params import HeaderParameter, JSONBody, Parameter
from litestar.status_codes import HTTP_200_OK, HTTP_201_CREATED

import trailmix
from trailmix.bots import POLICIES
from trailmix.engine import replay
from trailmix.engine.errors import BadReplay
from trailmix.engine.match import table_json
from trailmix.engine.words import Message
from trailmix.server.courses import course_picture, courses, lay_course
from trailmix.server.protocol import (
    MOST_SEQ,
    Ack,
    Chat,
    GameInfo,
    Hint,
    Hinted,
    Join,
    Joined,
    LogEntry,
    Made,
    Mine,
    Move,
    Mute,
    NewTable,
    Refusal,
    Say,
    SetChair,
    StandIn,
    TableInfo,
    Tokens,
    Tried,
    Try,
    Undo,
    Verdict,
    View,
)
from trailmix.server.refusals import No, by_status
from trailmix.server.replaying import open_steps, play_entry
from trailmix.server.shown import Reader, chat_of
from trailmix.server.store import Entry
from trailmix.server.table import Table
from trailmix.server.tables import Tables
from trailmix.server.words import accepted, words

MOST_WAIT = 25.0
Asked = Request[Any, Any, State]
TableId = Annotated[str, Parameter(max_length=64)]
Invite = Annotated[str | None, HeaderParameter(name="Trailmix-Invite", max_length=100)]
"""An invite is a secret: it goes in a header, never in an address."""
Since = Annotated[int, Parameter(ge=-1, le=MOST_SEQ)]


def _tables(request: Asked) -> Tables:
    tables: Tables = request.app.state.server.tables
    return tables


def _token(request: Asked) -> str | None:
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    return token.strip() or None if scheme.lower() == "bearer" else None


def language_of(request: ASGIConnection[Any, Any, Any, Any]) -> str:
    """The language in which whoever asks wants to read."""
    return accepted(request.headers.get("accept-language", ""))


async def _at(request: Asked, table_id: str) -> tuple[Table, int]:
    """The table and the chair of whoever asks, who thereby is not gone."""
    table = await _tables(request).get(table_id)
    chair = table.chair(_token(request))
    table.gone_since[chair] = time.monotonic()
    return table, chair


async def _seen(request: Asked, table_id: str, invite: str | None) -> tuple[Table, int | None]:
    """The table and the chair of whoever asks, who may be an onlooker."""
    if _token(request) is not None:
        return await _at(request, table_id)
    tables = _tables(request)
    table = await tables.get(table_id)
    tables.may_watch(table, invite, ())
    return table, None


@get("/games", summary="The games that can be played here")
async def games(request: Asked) -> list[GameInfo]:
    """Names, numbers of players, bots' levels, options as a JSON schema, and whether it is compiled yet."""
    found = [trailmix.game(name) for name in trailmix.game_names()]
    progress, language = _tables(request).warming.progress, language_of(request)
    return [
        GameInfo(
            game=game.slug,
            name=game.name,
            about=game.words_in(language).say(game.about),
            players=list(game.players),
            minutes=game.minutes,
            rules_version=game.rules_version,
            levels=list(POLICIES),
            options=msgspec.json.schema(game.options),
            ready=progress(game.slug)[0],
            doing=words(language).say(progress(game.slug)[1]),
        )
        for game in found
    ]


@get(
    "/games/{slug:str}/fixed", summary="What never changes in a match with the cards that come with the game"
)
async def delivered(request: Asked, slug: Annotated[str, Parameter(max_length=64)]) -> msgspec.Raw:
    """The deck and the like, in the game's own words, for the fewest players."""
    game = _tables(request).game(slug)
    return msgspec.Raw(table_json(game.setup(min(game.players)), game.words_in(language_of(request))))


@get("/tables", summary="Public tables to join or watch")
async def listed(request: Asked) -> list[TableInfo]:
    """Those that wait for people come first."""
    return await _tables(request).listed()


@post("/mine", status_code=HTTP_200_OK, summary="The tables that my tokens belong to")
async def mine(request: Asked, data: JSONBody[Tokens]) -> list[Mine]:
    """Tokens that belong nowhere are passed over."""
    return await _tables(request).mine(data.tokens)


@post("/tables", status_code=HTTP_201_CREATED, summary="Make a table")
async def create(request: Asked, data: JSONBody[NewTable]) -> Made:
    """It starts at once if every chair is filled."""
    address = request.app.state.server.address(request)
    return await _tables(request).create(data, address, language_of(request))


@get("/tables/{table_id:str}", summary="What everyone may know of a table")
async def table_info(request: Asked, table_id: TableId, invite: Invite = None) -> TableInfo:
    """Its game, chairs, clock and how far it is."""
    table, _ = await _seen(request, table_id, invite)
    return table.info()


@post("/tables/{table_id:str}/join", status_code=HTTP_200_OK, summary="Take an open chair")
async def join(request: Asked, table_id: TableId, data: JSONBody[Join]) -> Joined:
    """The answer holds the token of the chair, which is given out this once."""
    tables = _tables(request)
    return await tables.join(await tables.get(table_id), data)


@post("/tables/{table_id:str}/leave", status_code=HTTP_200_OK, summary="Get up from the table")
async def leave(request: Asked, table_id: TableId) -> TableInfo:
    """Before the start the chair is free again; later its owner may come back."""
    table, chair = await _at(request, table_id)
    await _tables(request).leave(table, chair)
    return table.info()


@post("/tables/{table_id:str}/back", status_code=HTTP_200_OK, summary="Come back to my chair")
async def back(request: Asked, table_id: TableId) -> TableInfo:
    """A bot that stood in hands the chair back."""
    table, chair = await _at(request, table_id)
    await _tables(request).come_back(table, chair)
    return table.info()


@post("/tables/{table_id:str}/chairs", status_code=HTTP_200_OK, summary="Set a chair (host)")
async def set_chair(request: Asked, table_id: TableId, data: JSONBody[SetChair]) -> TableInfo:
    """Put a bot on an open chair, or open a bot's chair."""
    table, chair = await _at(request, table_id)
    await _tables(request).set_chair(table, chair, data, language_of(request))
    return table.info()


@post("/tables/{table_id:str}/start", status_code=HTTP_200_OK, summary="Start the match (host)")
async def start(request: Asked, table_id: TableId) -> TableInfo:
    """Bots fill the open chairs."""
    table, chair = await _at(request, table_id)
    await _tables(request).start(table, chair, language_of(request))
    return table.info()


@post("/tables/{table_id:str}/stand-in", status_code=HTTP_200_OK, summary="Agree on a bot for somebody gone")
async def stand_in(request: Asked, table_id: TableId, data: JSONBody[StandIn]) -> TableInfo:
    """It plays when all others agree, until its owner comes back."""
    table, chair = await _at(request, table_id)
    await _tables(request).stand_in(table, chair, data)
    return table.info()


@post("/tables/{table_id:str}/token", status_code=HTTP_200_OK, summary="A new token for my chair")
async def rotate(request: Asked, table_id: TableId) -> Joined:
    """The old token is worth nothing from now on."""
    table, chair = await _at(request, table_id)
    return await _tables(request).rotate(table, chair)


@post("/tables/{table_id:str}/rematch", status_code=HTTP_200_OK, summary="Play again")
async def rematch(request: Asked, table_id: TableId) -> Joined:
    """The first who asks makes the table; everyone gets the own chair of it."""
    table, chair = await _at(request, table_id)
    return await _tables(request).rematch(table, chair)


@post("/tables/{table_id:str}/mute", status_code=HTTP_200_OK, summary="Silence the chat (host)")
async def mute(request: Asked, table_id: TableId, data: JSONBody[Mute]) -> TableInfo:
    """Or let it speak again."""
    table, chair = await _at(request, table_id)
    if chair != table.people.host:
        raise No("forbidden.host_only")
    async with table.lock:
        await table.change_people(chat_muted=data.muted)
    return table.info()


@get("/tables/{table_id:str}/view", summary="The match as I may see it")
async def view(
    request: Asked,
    table_id: TableId,
    since: Annotated[int | None, Parameter(ge=-1, le=MOST_SEQ)] = None,
    wait: Annotated[float, Parameter(ge=0, le=MOST_WAIT)] = 0.0,
    invite: Invite = None,
) -> View:
    """With `since` and `wait`: answers as soon as the match has gone beyond that entry, or after the wait."""
    table, chair = await _seen(request, table_id, invite)
    reader = Reader.holding(chair, language_of(request))
    if since is not None and wait > 0:
        await table.changed(reader, since, wait)
        table, chair = await _seen(request, table_id, invite)
    async with table.lock:  # what is being written may not come true: nobody sees it before it is stored
        log = [] if since is None else await table.log(reader, since)
        return table.view(reader, log)


@get("/tables/{table_id:str}/fixed", summary="What never changes in the match")
async def fixed(request: Asked, table_id: TableId, invite: Invite = None) -> msgspec.Raw:
    """The deck and the like, in the game's own words."""
    table, _ = await _seen(request, table_id, invite)
    if table.match is None:
        raise No("not_now.not_started")
    return msgspec.Raw(table.match.table_json(language_of(request)))


@get("/tables/{table_id:str}/log", summary="What has happened")
async def log(
    request: Asked,
    table_id: TableId,
    since: Since = -1,
    limit: Annotated[int, Parameter(ge=1, le=500)] = 200,
    invite: Invite = None,
) -> list[LogEntry]:
    """The entries after `since`, as I may know them."""
    table, chair = await _seen(request, table_id, invite)
    return await table.log(Reader.holding(chair, language_of(request)), since, limit)


@post("/tables/{table_id:str}/moves", status_code=HTTP_200_OK, summary="Play")
async def move(request: Asked, table_id: TableId, data: JSONBody[Move]) -> Ack:
    """Actions are played all or none."""
    table, chair = await _at(request, table_id)
    return await table.move([chair], data.id, data.seq, data.actions)


@post("/tables/{table_id:str}/try", status_code=HTTP_200_OK, summary="What would actions lead to?")
async def try_out(request: Asked, table_id: TableId, data: JSONBody[Try]) -> Tried:
    """As far as my seat can know. Nothing is played, and nobody else hears of it."""
    table, chair = await _at(request, table_id)
    return await table.try_out([chair], data, language_of(request))


@post("/tables/{table_id:str}/hint", status_code=HTTP_200_OK, summary="What would a good bot play?")
async def hint(request: Asked, table_id: TableId, data: JSONBody[Hint]) -> Hinted:
    """From what my seat knows, after the actions that I have in mind."""
    table, chair = await _at(request, table_id)
    return await table.hint([chair], data)


@post("/tables/{table_id:str}/undo", status_code=HTTP_200_OK, summary="Take back")
async def undo(request: Asked, table_id: TableId, data: JSONBody[Undo]) -> Ack:
    """The last action of one's own, if that is fair."""
    table, chair = await _at(request, table_id)
    return await table.undo([chair], data.id, data.seq)


@post("/tables/{table_id:str}/chat", status_code=HTTP_200_OK, summary="Say something")
async def say(request: Asked, table_id: TableId, data: JSONBody[Say]) -> Ack:
    """Plain text, to everyone at the table."""
    table, chair = await _at(request, table_id)
    return await table.talk.say(chair, data.id, data.text)


@get("/tables/{table_id:str}/chat", summary="What was said")
async def chat(request: Asked, table_id: TableId, since: Since = 0, invite: Invite = None) -> list[Chat]:
    """The last hundred remarks after `since`. Those of a private table stay private when it is over."""
    table, chair = await _seen(request, table_id, invite)
    tables = _tables(request)
    if not tables.may_hear(table, invite, () if chair is None else (chair,)):
        raise No("forbidden.private_chat")
    return [chat_of(remark) for remark in await tables.store.remarks(table.id, since, 100)]


async def _entries_of_finished(tables: Tables, table: Table) -> list[Entry]:
    """The whole log of a match that is over."""
    if table.people.status != "over":
        raise No("not_now.secret")
    found: list[Entry] = []
    while more := await tables.store.log(table.id, found[-1].seq if found else -1, 500):
        found += more
    return found


async def _replay_text(tables: Tables, table: Table) -> str:
    """The whole match as a replay document, made from the log alone."""
    entries = await _entries_of_finished(tables, table)
    again = table.deal()
    for entry in entries:
        play_entry(again, entry)
    return again.replay()


@get("/tables/{table_id:str}/replay", summary="The finished match as a replay")
async def replay_document(request: Asked, table_id: TableId) -> Response[msgspec.Raw]:
    """With seed and salt: anybody can play it again and check the commitment."""
    tables = _tables(request)
    table = await tables.get(table_id)
    text = await _replay_text(tables, table)
    name = f'attachment; filename="{table.stored.game}-{table.id}.json"'
    raw = msgspec.Raw(text.encode())
    return Response(raw, media_type="application/json", headers={"content-disposition": name})


@get("/tables/{table_id:str}/steps", summary="A finished match, step by step")
async def steps(
    request: Asked,
    table_id: TableId,
    since: Since = -1,
    limit: Annotated[int, Parameter(ge=1, le=500)] = 100,
) -> list[View]:
    """What everyone sees after each entry of the log, every hand open."""
    tables = _tables(request)
    table = await tables.get(table_id)
    entries = await _entries_of_finished(tables, table)
    made = await asyncio.to_thread(list, open_steps(table, entries, language_of(request)))
    return [step for step in made if step.seq > since][:limit]


@get("/tables/{table_id:str}/verify", summary="Was the match fair?")
async def verify(request: Asked, table_id: TableId) -> Verdict:
    """Plays the match again from its seed and compares with what was published at its start."""
    tables = _tables(request)
    table = await tables.get(table_id)
    document = replay.decode(await _replay_text(tables, table))
    checks = [Message("verify.rules", {"version": document.rules})]
    try:
        again = replay.read(msgspec.json.encode(document).decode())
        checks += [
            Message("verify.data"),
            Message("verify.commitment"),
            Message("verify.actions", {"number": len(document.actions)}),
            Message("verify.result"),
        ]
        fair = document.commitment == table.commitment and again.over
    except BadReplay as error:
        checks, fair = [*checks, Message("verify.failed", {"why": str(error)})], False
    said = words(language_of(request))
    return Verdict(
        table=table.id,
        fair=fair,
        checks=[said.say(check) for check in checks],
        commitment=table.commitment,
        seed=document.seed,
        salt=document.salt,
        scores=list(document.result.scores) if document.result else [],
        places=list(document.result.places) if document.result else [],
    )


VERBS = (
    games,
    delivered,
    courses,
    course_picture,
    lay_course,
    listed,
    mine,
    create,
    table_info,
    join,
    leave,
    back,
    set_chair,
    start,
    stand_in,
    rotate,
    rematch,
    mute,
    view,
    fixed,
    log,
    move,
    try_out,
    hint,
    undo,
    say,
    chat,
    replay_document,
    steps,
    verify,
)
REFUSALS = {
    status: ResponseSpec(Refusal, description=f"Refused: {', '.join(codes)}.", generate_examples=False)
    for status, codes in by_status().items()
}
for verb in VERBS:
    verb.responses = REFUSALS
api = Router(path="/api", route_handlers=VERBS)
