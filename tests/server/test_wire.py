"""Non-interference over the wire: what somebody may not see does not change one byte of what they are sent.

Two tables differ only in cards that a viewer may not see. They are played alike, and everything that the
viewer gets from either, over the socket and over HTTP, is compared byte by byte.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import random
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec
import pytest
from websockets.asyncio.client import ClientConnection

import trailmix
from server.client import Message, Place, hands, http_client, say, socket_of
from server.running import QUICK, Person, Running
from server.stored import INVITE, SEED, names, store_table
from trailmix.engine import border, replay
from trailmix.engine.events import Event
from trailmix.engine.game import Setup
from trailmix.engine.match import Match
from trailmix.engine.record import SPECTATOR, Array
from trailmix.engine.rng import key_of
from trailmix.engine.words import letter
from trailmix.server.storage.sqlite import SqliteStore

TURNS = 24
DIFFERENT = re.compile(rb'"(at|thinking_ms)":[0-9.e+-]+')
"""Times alone may differ."""


# --- two tables that differ in what a viewer may not see


def states_for(setup: Setup, viewer: int, played: int) -> tuple[Array, Array]:
    """A state after some moves, and its twin: other hands, other draws to come, another key."""
    match, chance = replay.new(setup, seed=SEED, people=names(setup)), random.Random(f"{viewer} {played}")
    for _ in range(played):
        match.play(chance.choice(match.actions()))
    state, twin = match.states.copy(), match.states.copy()
    if setup.game.slug == "alpina":
        swap_some_cards(match, twin[0], viewer, chance)
    else:
        border.redeal(setup.table, twin, viewer, key_of(SEED, "twin"))
    if setup.game.slug == "snow_tails" and viewer != SPECTATOR:
        twin[0]["pile"][viewer] = state[0]["pile"][viewer]  # the viewer draws the same cards
    for states in (state, twin):
        assert border.check(setup.table, states) == 0
    return state, twin


def swap_some_cards(match: Match, record: Any, viewer: int, chance: random.Random) -> None:
    """Alpina's twin can be played to the end: the viewer draws the same cards, and nobody needs another's."""
    setup, size = match.setup, int(record["pile_size"])
    never_drawn = list(range(size - (TURNS - int(record["turn"]))))
    assert match.actor is not None
    others = [seat for seat in range(setup.players) if seat != viewer]
    for seat in others:  # one card of every other hand ...
        hand = record["hand"][seat][: int(record["hand_size"][seat])]
        place = chance.randrange(len(hand))
        low = never_drawn.pop(chance.randrange(len(never_drawn)))
        hand[place], record["pile"][low] = record["pile"][low], hand[place]
        hand.sort()
    for draw in range(TURNS - int(record["turn"])):  # ... and now and then a card that others will draw
        if (match.actor + draw) % setup.players in others and draw % 5 == 0 and never_drawn:
            high, low = size - 1 - draw, never_drawn.pop()
            record["pile"][high], record["pile"][low] = record["pile"][low], record["pile"][high]
    record["key"] = record["key"][::-1].copy()


@dataclass
class Twin:
    """One of two tables, its people by seat, and all that the viewer was sent from it."""

    table: str
    tokens: list[str]
    """By seat."""
    sockets: list[ClientConnection] = field(default_factory=list)
    """By seat, then an onlooker."""
    views: list[Message] = field(default_factory=list)
    sent: list[bytes] = field(default_factory=list)
    secret: int = 0
    """How much had been sent before the end of the match, when all is shown."""
    mirror: Match | None = None
    """The match as it goes on at the table."""

    def heard(self, text: str | bytes) -> None:
        """Note something that the viewer was sent, but for the table's name and times."""
        raw = text.encode() if isinstance(text, str) else text
        self.sent.append(DIFFERENT.sub(rb'"\1":0', raw.replace(self.table.encode(), b"TABLE")))


async def store_twins(database: Path, setup: Setup, viewer: int, played: int) -> list[Twin]:
    """Put two tables into the file of a server that is not running yet."""
    store, twins = SqliteStore(database), []
    await store.open()
    for which, states in enumerate(states_for(setup, viewer, played)):
        table = f"{setup.game.slug[0]}twin{which}v{viewer + 1}p{played}n{setup.players}"
        twin = Twin(table, await store_table(store, setup, table, states))
        twin.mirror = Match(setup, states.copy())
        twins.append(twin)
    await store.close()
    return twins


CASES = [
    ("alpina", 2, 0, 0),
    ("alpina", 2, 1, 0),
    ("alpina", 2, SPECTATOR, 0),
    ("alpina", 3, 1, 20),
    ("alpina", 3, SPECTATOR, 10),
    ("alpina", 4, 3, 5),
    ("hike_cards", 3, 1, 0),
    ("hike_cards", 4, SPECTATOR, 3),
    ("hike_cards", 8, 5, 8),
    ("snow_tails", 2, 0, 2),
    ("snow_tails", 3, SPECTATOR, 12),
    ("snow_tails", 5, 4, 20),
]
"""The game, its players, the viewer's seat, and how many actions were played before."""


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Running, list[list[Twin]]]]:
    """A server that finds all twins in its file."""
    folder = tmp_path_factory.mktemp("wire")

    async def fill() -> list[list[Twin]]:
        return [
            await store_twins(folder / "tables.sqlite3", trailmix.game(slug).setup(players), viewer, played)
            for slug, players, viewer, played in CASES
        ]

    twins = asyncio.run(fill())
    running = Running(folder, **QUICK)
    for twin in itertools.chain(*twins):
        Person(running, twin.table, twin.tokens[0]).view()  # a game is loaded when it is first asked for
    yield running, twins
    running.stop()
    assert '"trace"' not in running.log()


# --- the same play at both


async def listen(twin: Twin, n: int, viewer: int, until: str, seq: int = 0) -> Message:
    """Read a socket up to a message; the viewer's messages are noted."""
    return await heard_from(twin.sockets[n], twin if n == viewer else None, until, seq)


async def heard_from(socket: ClientConnection, noting: Twin | None, until: str, seq: int = 0) -> Message:
    """Read up to a message, noting everything or nothing."""
    while True:
        async with asyncio.timeout(30):
            text = await socket.recv()
        if noting is not None:
            noting.heard(text)
        message: Message = msgspec.json.decode(text)
        if message["t"] == until and message["seq"] >= seq:
            return message


async def everyone_sees(twin: Twin, viewer: int, seq: int) -> None:
    """Wait until all have been shown an entry."""
    twin.views = [await listen(twin, n, viewer, "view", seq) for n in range(len(twin.sockets))]


async def come(server: Running, twin: Twin, viewer: int, stack: contextlib.AsyncExitStack) -> None:
    """Everyone comes to the table; the viewer last, so that they are sent nothing about who comes when."""
    places = [*(Place(twin.table, (token,)) for token in twin.tokens), Place(twin.table, (), INVITE)]
    came: dict[int, tuple[ClientConnection, Message]] = {}
    for n in sorted(range(len(places)), key=lambda n: n == viewer):
        socket = await stack.enter_async_context(socket_of(server.address, places[n], 0))
        came[n] = socket, await heard_from(socket, twin if n == viewer else None, "view")
        await asyncio.sleep(0.05)  # until the table has told everyone
    twin.sockets = [came[n][0] for n in range(len(places))]
    twin.views = [came[n][1] for n in range(len(places))]


async def provoke(twin: Twin, viewer: int, seq: int) -> None:
    """Everything that the viewer could try in order to learn something from a refusal."""
    assert twin.mirror is not None
    actions = [*twin.mirror.setup.notations[:: len(twin.mirror.setup.notations) // 40], "none"]
    if spots := twin.views[viewer]["view"].get("open_cells"):
        actions += [f"{card.id}@{spots[0][0]},{spots[0][1]}" for card in twin.mirror.setup.data.cards]
    tries: list[Message] = [
        {"t": "move", "id": f"try {n}", "seq": seq, "actions": [action, "nonsense"]}
        for n, action in enumerate(actions)
    ]
    tries.append({"t": "undo", "id": "undo", "seq": seq + twin.views[viewer]["may_undo"]})
    for message in tries:
        await say(twin.sockets[viewer], message)
        await listen(twin, viewer, viewer, "refused")


async def ask_over_http(server: Running, twin: Twin, viewer: int) -> None:
    """What the viewer can fetch at this moment."""
    tokens = twin.tokens[viewer : viewer + 1]
    async with http_client(Place(twin.table, tuple(tokens), INVITE)) as http:
        for path in ("", "/view", "/view?since=0", "/log", "/chat", "/fixed", "/replay", "/verify"):
            answer = await http.get(f"{server.address}/api/tables/{twin.table}{path}")
            assert answer.status_code in (200, 409)
            twin.heard(answer.content)


async def play_alike(server: Running, twins: list[Twin], viewer: int) -> None:
    """Play the same actions at both, as long as that can be, or to the end."""
    chance, seq = random.Random(viewer), 0
    while True:
        for twin in twins if seq % 5 == 0 else ():
            await ask_over_http(server, twin, viewer)
            await provoke(twin, viewer, seq)
        mirrors = [twin.mirror for twin in twins if twin.mirror]
        mover, action = mirrors[0].actor, alike(mirrors, viewer, chance)
        for twin in twins:
            twin.secret = len(twin.sent)
        if mover is None or action is None:
            return
        seq += 1
        for twin, mirror in zip(twins, mirrors, strict=True):
            assert action in twin.views[mover]["legal"]
            mirror.play(action)
            await say(twin.sockets[mover], {"t": "move", "id": str(seq), "seq": seq - 1, "actions": [action]})
            await everyone_sees(twin, viewer, seq)
        if mirrors[0].over:
            return


def alike(mirrors: list[Match], viewer: int, chance: random.Random) -> str | None:
    """An action that may be played in both matches and shows the viewer the same in either."""
    both = sorted(set(mirrors[0].legal()) & set(mirrors[1].legal()))
    chance.shuffle(both)
    for action in both:
        if mirrors[0].game.slug == "alpina":
            return action  # its twins are made such that everything does
        ahead = [mirror.clone() for mirror in mirrors]
        one, other = (news(match, action, viewer) for match in ahead)
        if one == other and all(event.secret for event in one) and ahead[0].actor == ahead[1].actor:
            return action
    return None


def news(match: Match, action: str, viewer: int) -> list[Event]:
    """What an action shows to everyone, or to the viewer alone."""
    return [
        event
        for event in match.play(action)
        if event.kind in match.game.revealing and (not event.secret or event.seat == letter(viewer))
    ]


@pytest.mark.parametrize("case", range(len(CASES)), ids=[str(case) for case in CASES])
def test_nothing_hidden_changes_a_byte(world: tuple[Running, list[list[Twin]]], case: int) -> None:
    server, twins = world[0], world[1][case]
    slug, players, seat, _ = CASES[case]
    viewer = players if seat == SPECTATOR else seat

    async def body() -> None:
        async with contextlib.AsyncExitStack() as stack:
            for twin in twins:
                await come(server, twin, viewer, stack)
            # They do differ, and everyone is shown their own hand.
            seen = [[hands(view) for view in twin.views] for twin in twins]
            assert seen[0] != seen[1]
            assert seen[0][viewer] == seen[1][viewer]
            assert list(seen[0][viewer]) == ([] if seat == SPECTATOR else ["ABCDEFGH"[seat]])
            await play_alike(server, twins, viewer)

    asyncio.run(body())
    secret = [twin.sent[: twin.secret] for twin in twins]
    assert len(secret[0]) > 50
    for mine, other in zip(*secret, strict=True):
        assert mine == other
    if slug == "alpina":  # after the last move all hands are open, and they are not the same
        assert twins[0].sent[twins[0].secret :] != twins[1].sent[twins[1].secret :]
    assert all(len(twin.mirror.moves) > 3 for twin in twins if twin.mirror)
