"""The kernel that plays matches to their end, and which match each number of a simulation means.

Match `i` of a simulation with seed `S` is the match that ``trailmix.new(game, seed=f"{S}:{i}")`` deals. The
whims of its bots come from the same key, far from anything that the deal draws. So every match of a
simulation can be played again alone: `replay_of`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from trailmix.bots.policies import Bot, decide
from trailmix.engine import replay, verbs
from trailmix.engine.game import Setup
from trailmix.engine.kernels import rule
from trailmix.engine.match import Match
from trailmix.engine.record import Array
from trailmix.engine.rng import Mind, U, keys_of, siphash

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
    """Play one match for each key and write how it ended, a row for each match."""
    t, s = tables[0], states[0]
    for i in range(len(keys)):
        verbs.deal(t, s, keys[i])
        set_whims(minds, keys[i])
        decisions[i] = 0
        seat = verbs.actor(t, s)
        while seat >= 0:
            verbs.apply(t, s, decide(t, s, minds[seat], policies[seat], out))
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
    """How some matches ended: a row for each match, a column for each seat; place 0 is none."""

    scores: Array
    places: Array
    won: Array
    """Has whoever is in the first place won? A row has one value."""
    decisions: Array


def match_seed(seed: str, index: int) -> str:
    """The seed of a simulation's match of that number."""
    return f"{seed}:{index}"


def play_matches(setup: Setup, policies: Array, seed: str, first: int, n: int) -> Chunk:
    """Play `n` matches of a simulation, from number `first` on."""
    keys = keys_of((match_seed(seed, index) for index in range(first, first + n)), "deal")
    return play_keys(setup, policies, keys)


def play_keys(setup: Setup, policies: Array, keys: Array) -> Chunk:
    """Play the matches that these keys deal."""
    n, game, players = len(keys), setup.game, setup.players
    by_seat = (n, players)
    chunk = Chunk(apart(by_seat, np.int64), apart(by_seat, np.int64), apart(n, np.bool_), apart(n, np.int64))
    play_chunk(
        setup.table,
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


def replay_of(setup: Setup, bots: Sequence[str], seed: str, index: int) -> Match:
    """Play one match of a simulation again, with bots at a table who see only what their seats may see."""
    match = replay.new(setup, seed=match_seed(seed, index))
    minds = np.zeros(setup.players, Mind.dtype)
    set_whims(minds, match.states["key"][0])
    players = [Bot(name, match_seed(seed, index)) for name in bots]
    for seat, bot in enumerate(players):
        bot.mind = minds[seat : seat + 1]
    while (actor := match.actor) is not None:
        match.play(players[actor].choose(setup, match.seen_by(actor)))
    return match
