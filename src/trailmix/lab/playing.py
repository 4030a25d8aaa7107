"""The kernel that plays matches to their end, and which match each number of a simulation means.

Match `i` of a simulation with seed `S` is the match that ``trailmix.new(game, seed=f"{S}:{i}")`` deals. The
whims of its bots come from the same key, far from anything that the deal draws. So every match of a
simulation can be played again alone: `replay_of`.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from trailmix.bots import Bot, Quick, Seated, Stop
from trailmix.bots.quick import decide
from trailmix.engine import border, replay, verbs
from trailmix.engine.game import Setup
from trailmix.engine.kernels import rule
from trailmix.engine.match import Match
from trailmix.engine.record import Array, Redacted, copied
from trailmix.engine.rng import Mind, U, keys_of, siphash
from trailmix.lab.cheat import Cheat

FAR = U(1 << 63)
"""Draws of a match are counted from 0; the whims of its bots are drawn from here on."""
GUARD = 128
"""Bytes kept free on both sides of what a thread writes: two cores never write to the same cache line."""


@rule
def set_whims(minds: Array, key: Array) -> None:
    """Give each seat's bot a generator of its own, from the key of the match."""
    for seat in range(len(minds)):
        mind = minds[seat]
        mind.key[0] = siphash(key[0], key[1], FAR + U(2 * seat))
        mind.key[1] = siphash(key[0], key[1], FAR + U(2 * seat + 1))
        mind.counter = U(0)


@rule
def play_chunk(
    tables: Array,
    states: Array,
    minds: Array,
    policies: Array,
    out: Array,
    keys: Array,
    scores: Array,
    places: Array,
    won: Array,
    decisions: Array,
) -> None:
    """Play one match for each key and write how it ended, a row for each match.

    The first of the tables is the match's, the others are those by which the bot of each seat plays.
    """
    t, s = tables[0], states[0]
    for i in range(len(keys)):
        verbs.deal(t, s, keys[i])
        set_whims(minds, keys[i])
        decisions[i] = 0
        seat = verbs.actor(t, s)
        while seat >= 0:
            verbs.apply(t, s, decide(tables[seat + 1], s, minds[seat], policies[seat], out))
            decisions[i] += 1
            seat = verbs.actor(t, s)
        verbs.score(t, s, scores[i])
        verbs.rank(t, s, places[i])
        won[i] = not verbs.nobody_won(t, s)


def apart(shape: int | tuple[int, ...], dtype: Any) -> Array:
    """An array of zeros with free bytes around it: see `GUARD`."""
    kind = np.dtype(dtype)
    size = int(np.prod(shape)) * kind.itemsize
    padded: Array = np.zeros(size + 2 * GUARD, np.uint8)
    middle: Array = padded[GUARD : GUARD + size].view(kind).reshape(shape)
    return middle


@dataclass(frozen=True)
class Chunk:
    """How some matches ended: a row for each match, a column for each seat; 0 is no place."""

    scores: Array
    places: Array
    won: Array
    """Has whoever is in the first place won? A row has one value."""
    decisions: Array


def match_seed(seed: str, index: int) -> str:
    """The seed of a simulation's match of that number."""
    return f"{seed}:{index}"


def play_matches(setup: Setup, bots: Sequence[Bot], seed: str, first: int, n: int) -> Chunk:
    """Play `n` matches of a simulation, from number `first` on, a bot in each seat."""
    keys = keys_of((match_seed(seed, index) for index in range(first, first + n)), "deal")
    quick = [bot for bot in bots if isinstance(bot, Quick)]
    return play_keys(setup, quick, keys) if len(quick) == len(bots) else play_at_tables(setup, bots, keys)


def joined(tables: Sequence[Array]) -> Array:
    """Arrays of one record each as one array, byte for byte."""
    return np.frombuffer(bytearray(b"".join(table.tobytes() for table in tables)), tables[0].dtype)


def room_for(n: int, players: int) -> Chunk:
    """A chunk to be filled."""
    by_seat = (n, players)
    return Chunk(apart(by_seat, np.int64), apart(by_seat, np.int64), apart(n, np.bool_), apart(n, np.int64))


def play_keys(setup: Setup, bots: Sequence[Quick], keys: Array) -> Chunk:
    """Play the matches that these keys deal, all in one kernel."""
    game, players, chunk = setup.game, setup.players, room_for(len(keys), setup.players)
    policies = np.array([bot.policy for bot in bots], np.int64)
    play_chunk(
        joined([setup.table, *(bot.table(setup) for bot in bots)]),
        apart(1, game.state.dtype),
        apart(players, Mind.dtype),
        policies,
        apart(game.max_legal, np.int64),
        keys,
        chunk.scores,
        chunk.places,
        chunk.won,
        chunk.decisions,
    )
    return chunk


def play_at_tables(setup: Setup, bots: Sequence[Bot], keys: Array, spent: Array | None = None) -> Chunk:
    """Play the matches that these keys deal, with bots that may think long: Python asks each of them.

    `spent` gets, for each seat, the decisions and the seconds of processor time that they took.
    """
    chunk, states = room_for(len(keys), setup.players), apart(1, setup.game.state.dtype)
    for row, key in enumerate(keys):
        border.deal(setup.table, states, key)
        chunk.decisions[row] = play_seats(setup, states, bots, key, spent)
        border.score(setup.table, states, chunk.scores[row])
        chunk.won[row] = border.rank(setup.table, states, chunk.places[row])
    return chunk


def play_seats(
    setup: Setup, states: Array, bots: Sequence[Bot], key: Array, spent: Array | None = None
) -> int:
    """Play a match to its end, every bot seeing what its seat may see; returns how many decisions it took."""
    minds, stop = np.zeros(setup.players, Mind.dtype), Stop()
    set_whims(minds, key)
    out, decisions = np.zeros(setup.game.max_legal, np.int64), 0
    redacted = Redacted(setup.game.state, states, setup.players)
    seat = border.actor(setup.table, states)
    while seat >= 0:
        bot, begun = bots[seat], time.thread_time()
        redacted.renew()
        seen = copied(states if isinstance(bot, Cheat) else redacted.seen_by(seat))
        action = bot.choose(setup, seen, minds[seat : seat + 1], stop)
        if not border.allows(setup.table, states, out, action):
            raise RuntimeError(f"The bot '{bot.name}' wants to play {action}, which it may not.")
        if spent is not None:
            spent[seat] += 1, time.thread_time() - begun
        seat = border.apply(setup.table, states, action)
        decisions += 1
    return decisions


def replay_of(setup: Setup, bots: Sequence[str], seed: str, index: int) -> Match:
    """Play one match of a simulation again, with bots at a table who see only what their seats may see."""
    match = replay.new(setup, seed=match_seed(seed, index))
    minds = np.zeros(setup.players, Mind.dtype)
    set_whims(minds, match.states["key"][0])
    players = [Seated(name, match_seed(seed, index)) for name in bots]
    for seat, bot in enumerate(players):
        bot.mind = minds[seat : seat + 1]
    while (actor := match.actor) is not None:
        match.play(players[actor].choose(setup, match.seen_by(actor)))
    return match
