"""A program: plays matches of every game, with few and with many, and prints a hash after every action.

With the JIT on and off, and on any machine, it must print the same. Called by `test_kernels`.
"""

from __future__ import annotations

import hashlib
import random
import sys
from collections.abc import Sequence
from typing import Any

import msgspec
import numpy as np

import trailmix
from trailmix.bots.quick import GREEDY, RANDOM, ROLLOUT, choose
from trailmix.engine import border
from trailmix.engine.match import Match
from trailmix.engine.record import SPECTATOR
from trailmix.engine.rng import key_of, mind_of

BOTS_EVERY = 7
"""Purposeful bots think long with the JIT off: they are asked at every seventh decision."""


def ends(players: Sequence[int]) -> tuple[int, int]:
    """The fewest and the most who can play."""
    return players[0], players[-1]


def sha(*parts: Any) -> str:
    """A short hash of arrays and plain values."""
    whole = b"|".join(
        part.tobytes() if isinstance(part, np.ndarray) else msgspec.json.encode(part) for part in parts
    )
    return hashlib.sha256(whole).hexdigest()[:16]


def trace(slug: str, players: int) -> None:
    """One match, every kernel of the game called on the way."""
    match = trailmix.new(slug, players, seed=players)
    whim = random.Random(players)
    line(match, "deal")
    while not match.over:
        if len(match.moves) % BOTS_EVERY == 0:
            thoughts(match)
        action = whim.choice(match.actions())
        match.play(action)
        line(match, str(action))


def line(match: Match, action: str) -> None:
    """What is so after an action."""
    views = [msgspec.to_builtins(match.view(seat)) for seat in (SPECTATOR, 0)]
    broken = int(border.check(match.setup.table, match.states))
    print(  # noqa: T201 - this is its purpose
        match.game.slug,
        match.players,
        action,
        sha(match.states),
        sha(match.actions()),
        match.scores(),
        match.places(),
        broken,
        sha(views),
    )


def thoughts(match: Match) -> None:
    """What bots do here, and what a seat that knows only its own takes to be so."""
    actor = match.actor
    assert actor is not None
    out = np.zeros(match.game.max_legal, np.int64)
    said = []
    for policy in (RANDOM, ROLLOUT, GREEDY):
        mind = mind_of(str(len(match.moves)), "trace")
        seen = match.seen_by(actor)
        said.append(int(choose(match.setup.table, seen, mind, policy, out)))
    imagined = match.seen_by(actor)
    border.redeal(match.setup.table, imagined, actor, key_of(str(len(match.moves)), "redeal"))
    print("thoughts", said, sha(imagined))  # noqa: T201


for name in sys.argv[1:] or trailmix.game_names():
    for number in ends(trailmix.game(name).players):
        trace(name, number)
