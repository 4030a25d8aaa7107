"""Non-interference over the wire: what somebody may not see does not change one byte of what they are sent.

Two tables differ only in cards that a viewer may not see. They are played alike, and everything that the
viewer gets from either, over the socket and over HTTP, is compared byte by byte.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
import re
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import msgspec
import pytest
from websockets.asyncio.client import ClientConnection

import trailmix
from server.client import Message, Place, hands, http_client, say, socket_of
from server.running import QUICK, Running
from trailmix.engine import border, replay
from trailmix.engine.game import Setup
from trailmix.engine.record import SPECTATOR, Array
from trailmix.server.protocol import ClockWish
from trailmix.server.sqlite import SqliteStore
from trailmix.server.store import Entry, People, Snapshot, StoredChair, StoredTable
from trailmix.server.tokens import fingerprint

SEED, TURNS = "wire", 24
INVITE = "come and look"
DIFFERENT = re.compile(rb'"(at|thinking_ms)":[0-9.e+-]+')
"""Times alone may differ."""


# --- two tables that differ in what a viewer may not see


def states_for(setup: Setup, viewer: int, played: int) -> tuple[Array, Array]:
    """A state after some moves, and its twin: other hands, other draws to come, another key."""
    match, chance = replay.new(setup, seed=SEED, people=names(setup)), random.Random(f"{viewer} {played}")
    for _ in range(played):
        match.play(chance.choice(match.actions()))
    state, twin = match.states.copy(), match.states.copy()
    record, size = twin[0], int(state["pile_size"][0])
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
    for states in (state, twin):
        assert border.check(setup.table, states) == 0
    return state, twin


def names(setup: Setup) -> tuple[str, ...]:
    return tuple(f"Guest {n}" for n in range(setup.players))


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
    last_move: int = 0
    """How much had been sent before the last move."""

    def heard(self, text: str | bytes) -> None:
        """Note something that the viewer was sent, but for the table's name and times."""
        raw = text.encode() if isinstance(text, str) else text
        self.sent.append(DIFFERENT.sub(rb'"\1":0', raw.replace(self.table.encode(), b"TABLE")))


async def store_twins(database: Path, setup: Setup, viewer: int, played: int) -> list[Twin]:
    """Put two tables into the file of a server that is not running yet."""
    store, twins = SqliteStore(database), []
    await store.open()
    names_by_seat = replay.new(setup, seed=SEED, people=names(setup)).names
    first = names(setup).index(names_by_seat[0])
    for which, states in enumerate(states_for(setup, viewer, played)):
        table = f"twin{which}v{viewer + 1}p{played}n{setup.players}"
        tokens = [f"{table} chair {chair}" for chair in range(setup.players)]
        chairs = tuple(
            StoredChair(kind="human", name=name, token_hash=fingerprint(token))
            for name, token in zip(names(setup), tokens, strict=True)
        )
        people = People(revision=0, status="waiting", chairs=chairs, host=0)
        stored = StoredTable(
            id=table,
            created=time.time(),
            game="alpina",
            rules_version=setup.game.rules_version,
            players=setup.players,
            options=msgspec.to_builtins(setup.options),
            data=None,
            seed=SEED,
            salt=SEED,
            privacy="private",
            invite_hash=fingerprint(INVITE),
            clock=ClockWish(),
        )
        await store.create(stored, people)
        started = msgspec.structs.replace(people, revision=1, status="running", first=first)
        snapshot = Snapshot(seq=0, state=states.tobytes())
        await store.append(table, Entry(seq=0, kind="start", at=1.0), snapshot, started)
        twins.append(Twin(table, [tokens[(first + seat) % setup.players] for seat in range(setup.players)]))
    await store.close()
    return twins


CASES = [(2, 0, 0), (2, 1, 0), (2, SPECTATOR, 0), (3, 1, 20), (3, SPECTATOR, 10), (4, 3, 5)]
"""Players, the viewer's seat, and how many actions were played before."""


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Running, list[list[Twin]]]]:
    """A server that finds all twins in its file."""
    folder = tmp_path_factory.mktemp("wire")

    async def fill() -> list[list[Twin]]:
        game = trailmix.game("alpina")
        return [
            await store_twins(folder / "tables.sqlite3", game.setup(players), viewer, played)
            for players, viewer, played in CASES
        ]

    twins = asyncio.run(fill())
    running = Running(folder, **QUICK)
    yield running, twins
    running.stop()
    assert '"trace"' not in running.log()


# --- the same play at both


async def listen(twin: Twin, n: int, viewer: int, until: str, seq: int = 0) -> Message:
    """Read a socket up to a message; the viewer's messages are noted."""
    while True:
        async with asyncio.timeout(10):
            text = await twin.sockets[n].recv()
        if n == viewer:
            twin.heard(text)
        message: Message = msgspec.json.decode(text)
        if message["t"] == until and message["seq"] >= seq:
            return message


async def everyone_sees(twin: Twin, viewer: int, seq: int) -> None:
    """Wait until all have been shown an entry."""
    twin.views = [await listen(twin, n, viewer, "view", seq) for n in range(len(twin.sockets))]


async def come(server: Running, twin: Twin, viewer: int, stack: contextlib.AsyncExitStack) -> None:
    """Everyone comes to the table; the viewer last, so that they are sent nothing about who comes when."""
    places = [*(Place(twin.table, (token,)) for token in twin.tokens), Place(twin.table, (), INVITE)]
    sockets: dict[int, ClientConnection] = {}
    for n in sorted(range(len(places)), key=lambda n: n == viewer):
        sockets[n] = await stack.enter_async_context(socket_of(server.address, places[n], 0))
        await asyncio.sleep(0.05)  # until the table has told everyone
    twin.sockets = [sockets[n] for n in range(len(places))]
    await everyone_sees(twin, viewer, 0)


async def provoke(twin: Twin, viewer: int, seq: int, cards: list[str]) -> None:
    """Everything that the viewer could try in order to learn something from a refusal."""
    spot = twin.views[viewer]["view"]["open_cells"][0]
    actions = [f"{card}@{spot[0]},{spot[1]}" for card in cards]
    tries: list[Message] = [
        {"t": "move", "id": f"try {n}", "seq": seq, "actions": [action, "nonsense"]}
        for n, action in enumerate([*actions, "hiker 0,0", "none"])
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
    """Play both to the end, the same actions at both."""
    chance, seats, seq = random.Random(viewer), range(len(twins[0].tokens)), 0
    cards = [card.id for card in trailmix.game("alpina").setup(2).data.cards]
    while True:
        for twin in twins if seq % 5 == 0 else ():
            await ask_over_http(server, twin, viewer)
            await provoke(twin, viewer, seq, cards)
        mover = next(seat for seat in seats if twins[0].views[seat]["legal"])
        alike = sorted(set(twins[0].views[mover]["legal"]) & set(twins[1].views[mover]["legal"]))
        move = {"t": "move", "id": str(seq), "seq": seq, "actions": [chance.choice(alike)]}
        seq += 1
        for twin in twins:
            twin.last_move = len(twin.sent)
            await say(twin.sockets[mover], move)
            await everyone_sees(twin, viewer, seq)
        if twins[0].views[0]["view"]["to_move"] is None:
            return


@pytest.mark.parametrize("case", range(len(CASES)), ids=[str(case) for case in CASES])
def test_nothing_hidden_changes_a_byte(world: tuple[Running, list[list[Twin]]], case: int) -> None:
    server, twins = world[0], world[1][case]
    players, seat, _ = CASES[case]
    viewer = players if seat == SPECTATOR else seat

    async def body() -> None:
        async with contextlib.AsyncExitStack() as stack:
            for twin in twins:
                await come(server, twin, viewer, stack)
            # They do differ, and everyone is shown their own hand.
            seen = [[hands(view) for view in twin.views] for twin in twins]
            assert seen[0] != seen[1]
            assert seen[0][viewer] == seen[1][viewer]
            assert list(seen[0][viewer]) == ([] if seat == SPECTATOR else ["ABCD"[seat]])
            await play_alike(server, twins, viewer)

    asyncio.run(body())
    secret = [twin.sent[: twin.last_move] for twin in twins]
    assert len(secret[0]) > 100
    for mine, other in zip(*secret, strict=True):
        assert mine == other
    # After the last move all hands are open, and they are not the same.
    assert twins[0].sent[twins[0].last_move :] != twins[1].sent[twins[1].last_move :]
