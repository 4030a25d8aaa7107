"""The verbs over plain HTTP: for making and finding tables, and for simple bots that play without a socket.

A token goes in the header ``Authorization: Bearer ...``; the chair is derived from it and from nothing else.
"""

from __future__ import annotations

from typing import Annotated

import msgspec
from litestar import get, post
from litestar.params import JSONBody, Parameter
from litestar.status_codes import HTTP_200_OK, HTTP_201_CREATED

import trailmix
from trailmix import bots
from trailmix.engine.lessons import has_lesson
from trailmix.engine.match import table_json
from trailmix.server.messages.base import MOST_SEQ
from trailmix.server.messages.protocol import (
    Ack,
    Chat,
    ChooseColour,
    CourseText,
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
    Say,
    SetChair,
    StandIn,
    TableInfo,
    Tokens,
    Tried,
    Try,
    Undo,
    View,
)
from trailmix.server.messages.refusals import No
from trailmix.server.tables.bringing import bring
from trailmix.server.tables.visible import Reader, chat_of
from trailmix.server.verbs.access import (
    Asked,
    Since,
    TableId,
    address_of,
    also_holding,
    hears,
    language_of,
    sitting,
    tables_of,
    token_of,
    watching,
)
from trailmix.server.verbs.courses import Slug
from trailmix.server.verbs.openapi import SITTING, WATCHING

MOST_WAIT = 25.0


@get("/games", summary="The games that can be played here")
async def games(request: Asked) -> list[GameInfo]:
    """Names, numbers of players, bots' levels, and options as a JSON schema."""
    found = [trailmix.game(name) for name in trailmix.game_names()]
    language = language_of(request)
    return [
        GameInfo(
            game=game.slug,
            name=game.name,
            about=game.words_in(language).say(game.about),
            players=list(game.players),
            minutes=game.minutes,
            rules_version=game.rules_version,
            levels=list(bots.LEVELS),
            level=bots.USUAL,
            stand_ins=bots.stand_ins(),
            options=game.form(language),
            lesson=has_lesson(game),
        )
        for game in found
    ]


@get(
    "/games/{slug:str}/fixed", summary="What never changes in a match with the cards that come with the game"
)
async def delivered(request: Asked, slug: Slug) -> msgspec.Raw:
    """The deck and the like, in the game's own words, for the fewest players."""
    tables, language = tables_of(request), language_of(request)
    game = tables.game(slug)

    def make() -> bytes:
        return table_json(game.setup(min(game.players)), game.words_in(language))

    return msgspec.Raw(await tables.heavy.run(address_of(request), make))


@get("/tables", summary="Public tables to join or watch")
async def listed(request: Asked) -> list[TableInfo]:
    """Those that wait for people come first."""
    return await tables_of(request).listed()


@post("/mine", status_code=HTTP_200_OK, summary="The tables that my tokens belong to")
async def mine(request: Asked, data: JSONBody[Tokens]) -> list[Mine]:
    """Tokens that belong nowhere are passed over."""
    return await tables_of(request).mine(data.tokens)


@post(
    "/tables",
    status_code=HTTP_201_CREATED,
    summary="Make a table",
    refuses="bad_option no_such_game",
)
async def create(request: Asked, data: JSONBody[NewTable]) -> Made:
    """It starts at once if every chair is filled."""
    return await tables_of(request).create(data, address_of(request), language_of(request))


@get("/tables/{table_id:str}", summary="What everyone may know of a table", security=WATCHING)
async def table_info(request: Asked, table_id: TableId) -> TableInfo:
    """Its game, chairs, clock and how far it is."""
    table, chair = await watching(request, table_id)
    return table.info_for(hears(request, table, chair))


@post(
    "/tables/{table_id:str}/join",
    status_code=HTTP_200_OK,
    summary="Take an open chair",
    refuses="bad_option not_now",
)
async def join(request: Asked, table_id: TableId, data: JSONBody[Join]) -> Joined:
    """The answer holds the token of the chair, which is given out this once."""
    tables = tables_of(request)
    return await tables.join(await tables.get(table_id), data)


@post(
    "/tables/{table_id:str}/leave", status_code=HTTP_200_OK, summary="Get up from the table", security=SITTING
)
async def leave(request: Asked, table_id: TableId) -> TableInfo:
    """Before the start the chair is free again; later its owner may come back."""
    table, chair = await sitting(request, table_id)
    await tables_of(request).leave(table, chair)
    return table.info()


@post(
    "/tables/{table_id:str}/back", status_code=HTTP_200_OK, summary="Come back to my chair", security=SITTING
)
async def back(request: Asked, table_id: TableId) -> TableInfo:
    """A bot that stood in hands the chair back."""
    table, chair = await sitting(request, table_id)
    await tables_of(request).come_back(table, chair)
    return table.info()


@post(
    "/tables/{table_id:str}/chairs",
    status_code=HTTP_200_OK,
    summary="Set a chair (host)",
    security=SITTING,
    refuses="bad_option not_now",
)
async def set_chair(request: Asked, table_id: TableId, data: JSONBody[SetChair]) -> TableInfo:
    """Put a bot on an open chair, or open a bot's chair."""
    table, chair = await sitting(request, table_id)
    await tables_of(request).set_chair(table, chair, data, language_of(request))
    return table.info()


@post(
    "/tables/{table_id:str}/colour",
    status_code=HTTP_200_OK,
    summary="Choose the colour of my pieces",
    security=SITTING,
    refuses="bad_option not_now",
)
async def choose_colour(request: Asked, table_id: TableId, data: JSONBody[ChooseColour]) -> TableInfo:
    """Before the match starts: one that nobody else has."""
    table, chair = await sitting(request, table_id)
    await tables_of(request).choose_colour(table, chair, data.colour)
    return table.info()


@post(
    "/tables/{table_id:str}/bring",
    status_code=HTTP_200_OK,
    summary="Bring a course of my own",
    security=SITTING,
    refuses="bad_option not_now",
)
async def bring_course(request: Asked, table_id: TableId, data: JSONBody[CourseText]) -> TableInfo:
    """Before the match starts, at a table where everybody brings one: its name, its line, or a file."""
    table, chair = await sitting(request, table_id)
    await bring(tables_of(request), table, chair, data.course, address_of(request))
    return table.info()


@post(
    "/tables/{table_id:str}/start",
    status_code=HTTP_200_OK,
    summary="Start the match (host)",
    security=SITTING,
    refuses="not_now",
)
async def start(request: Asked, table_id: TableId) -> TableInfo:
    """Bots fill the open chairs; one stands in for whoever has yet to come to a rematch."""
    table, chair = await sitting(request, table_id)
    await tables_of(request).start(table, chair, language_of(request))
    return table.info()


@post(
    "/tables/{table_id:str}/stand-in",
    status_code=HTTP_200_OK,
    summary="Agree on a bot for somebody gone",
    security=SITTING,
    refuses="bad_option not_now",
)
async def stand_in(request: Asked, table_id: TableId, data: JSONBody[StandIn]) -> TableInfo:
    """It plays when all others agree, until its owner comes back."""
    table, chair = await sitting(request, table_id)
    await tables_of(request).stand_in(table, chair, data)
    return table.info()


@post(
    "/tables/{table_id:str}/token",
    status_code=HTTP_200_OK,
    summary="A new token for my chair",
    security=SITTING,
)
async def rotate(request: Asked, table_id: TableId) -> Joined:
    """The old token is worth nothing from now on."""
    table, chair = await sitting(request, table_id)
    return await tables_of(request).rotate(table, chair)


@post(
    "/tables/{table_id:str}/rematch",
    status_code=HTTP_200_OK,
    summary="Play again",
    security=SITTING,
    refuses="not_now",
)
async def rematch(request: Asked, table_id: TableId) -> Joined:
    """Whoever asks first makes the table; everyone gets their own chair at it, on each of their devices.

    Whoever cannot have their chair there any more makes another one.
    """
    table, chair = await sitting(request, table_id)
    return await tables_of(request).rematch(table, chair, token_of(request) or "", address_of(request))


@post(
    "/tables/{table_id:str}/mute",
    status_code=HTTP_200_OK,
    summary="Silence the chat (host)",
    security=SITTING,
)
async def mute(request: Asked, table_id: TableId, data: JSONBody[Mute]) -> TableInfo:
    """Or let it speak again."""
    table, chair = await sitting(request, table_id)
    if chair != table.people.host:
        raise No("forbidden.host_only")
    async with table.lock:
        await table.change_people(chat_muted=data.muted)
    return table.info()


@get("/tables/{table_id:str}/view", summary="The match as I may see it", security=WATCHING, refuses="not_now")
async def view(
    request: Asked,
    table_id: TableId,
    since: Since = MOST_SEQ,
    wait: Annotated[float, Parameter(ge=0, le=MOST_WAIT)] = 0.0,
) -> View:
    """With `since` and `wait`: answers as soon as the match has gone beyond that entry, or after the wait.

    Without `since` nothing is told of the log, and there is nothing to wait for.
    """
    table, chair = await watching(request, table_id)
    reader = Reader.holding(chair, language_of(request))
    if since < MOST_SEQ and wait > 0:
        await table.changed(reader, since, wait)
        table, chair = await watching(request, table_id)
    async with table.lock:  # what is being written may not come true: nobody sees it before it is stored
        log = [] if since == MOST_SEQ else await table.log(reader, since)
        return table.view(reader, log)


@get(
    "/tables/{table_id:str}/fixed",
    summary="What never changes in the match",
    security=WATCHING,
    refuses="not_now",
)
async def fixed(request: Asked, table_id: TableId) -> msgspec.Raw:
    """The deck and the like, in the game's own words."""
    table, _ = await watching(request, table_id)
    if table.match is None:
        raise No("not_now.not_started")
    return msgspec.Raw(await table.fixed(language_of(request)))


@get("/tables/{table_id:str}/log", summary="What has happened", security=WATCHING)
async def log(
    request: Asked,
    table_id: TableId,
    since: Since = -1,
    limit: Annotated[int, Parameter(ge=1, le=500)] = 200,
) -> list[LogEntry]:
    """The entries after `since`, as I may know them."""
    table, chair = await watching(request, table_id)
    reader = Reader(chair, also_holding(request, table, chair), language_of(request))
    return await table.log(reader, since, limit)


@post(
    "/tables/{table_id:str}/moves",
    status_code=HTTP_200_OK,
    summary="Play",
    security=SITTING,
    refuses="not_now rules",
)
async def move(request: Asked, table_id: TableId, data: JSONBody[Move]) -> Ack:
    """All of the actions are played, or none."""
    table, chair = await sitting(request, table_id)
    return await table.move([chair], data.id, data.seq, data.actions)


@post(
    "/tables/{table_id:str}/try",
    status_code=HTTP_200_OK,
    summary="What would actions lead to?",
    security=SITTING,
    refuses="not_now rules",
)
async def try_out(request: Asked, table_id: TableId, data: JSONBody[Try]) -> Tried:
    """As far as my seat can know. Nothing is played, and nobody else hears of it."""
    table, chair = await sitting(request, table_id)
    return await table.try_out([chair], data, language_of(request))


@post(
    "/tables/{table_id:str}/hint",
    status_code=HTTP_200_OK,
    summary="What would a good bot play?",
    security=SITTING,
    refuses="not_now rules",
)
async def hint(request: Asked, table_id: TableId, data: JSONBody[Hint]) -> Hinted:
    """From what my seat knows, after the actions that I have in mind."""
    table, chair = await sitting(request, table_id)
    return await table.hint([chair], data, language_of(request))


@post(
    "/tables/{table_id:str}/undo",
    status_code=HTTP_200_OK,
    summary="Take back",
    security=SITTING,
    refuses="not_now rules",
)
async def undo(request: Asked, table_id: TableId, data: JSONBody[Undo]) -> Ack:
    """The last action of one's own, if that is fair."""
    table, chair = await sitting(request, table_id)
    return await table.undo([chair], data.id, data.seq)


@post("/tables/{table_id:str}/chat", status_code=HTTP_200_OK, summary="Say something", security=SITTING)
async def say(request: Asked, table_id: TableId, data: JSONBody[Say]) -> Ack:
    """Plain text, to everyone at the table."""
    table, chair = await sitting(request, table_id)
    return await table.remarks.say(chair, data.id, data.text)


@get("/tables/{table_id:str}/chat", summary="What was said", security=WATCHING)
async def chat(request: Asked, table_id: TableId, since: Since = 0) -> list[Chat]:
    """The last hundred remarks after `since`. Those of a private table stay private when it is over."""
    table, chair = await watching(request, table_id)
    if not hears(request, table, chair):
        raise No("forbidden.private_chat")
    return [chat_of(remark) for remark in await tables_of(request).store.remarks(table.id, since, 100)]
