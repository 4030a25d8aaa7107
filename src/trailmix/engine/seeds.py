"""Seeds: what a match's chance comes from, and the proof that it was fixed before the first action."""

from __future__ import annotations

import hashlib
import re
import secrets
from collections.abc import Sequence

import msgspec

from trailmix.engine.documents import quoted
from trailmix.engine.errors import BadOption
from trailmix.engine.game import Setup
from trailmix.engine.rng import below, mind_of

Seed = int | str


def fresh() -> str:
    """A seed (or salt) that nobody can guess."""
    return secrets.token_hex(16)


def seed_text(seed: Seed) -> str:
    """The seed as it is written in documents; BadOption if it is none."""
    if isinstance(seed, bool) or not isinstance(seed, (int, str)):
        raise BadOption(f"A seed is a whole number or a text, not {quoted(seed)}.")
    # A number is measured before it is written: Python refuses to write one of thousands of digits.
    text = str(seed) if isinstance(seed, str) or abs(seed) < 10**99 else ""
    if not re.fullmatch(r"[ -~]{1,100}", text):
        raise BadOption("A seed has 1 to 100 plain characters.")
    return text


def check_people(people: Sequence[str]) -> tuple[str, ...]:
    """The names of the people; BadOption unless they are different texts of a sensible length."""
    if isinstance(people, str) or not isinstance(people, Sequence):
        raise BadOption(f"The players are a number or a list of names, not {quoted(people)}.")
    for name in people:
        if not isinstance(name, str) or not name.strip() or len(name) > 40 or not name.isprintable():
            raise BadOption(f"A name has 1 to 40 printable characters, not {quoted(name)}.")
    if len(set(people)) != len(people):
        raise BadOption("Two people cannot have the same name.")
    return tuple(people)


def seating(people: Sequence[str], seed: str, drawn: bool) -> tuple[str, ...]:
    """The people by seat. If the first player is drawn, the others follow clockwise as they sit."""
    if not drawn or not people:
        return tuple(people)
    first = below(mind_of(seed, "seating")[0], len(people))
    return (*people[first:], *people[:first])


def commitment(setup: Setup, seed: str, salt: str) -> str:
    """SHA-256 of all that decides the chance of a match: published at its start, checked at its end.

    It binds the seed (hidden behind a salt) to the game, the version of the rules, the data, the number of
    seats and the options.
    """
    bound = [
        "trailmix commitment 1",
        setup.game.slug,
        setup.game.rules_version,
        setup.data_hash,
        setup.players,
        msgspec.to_builtins(setup.options),
        seed,
        salt,
    ]
    return hashlib.sha256(msgspec.json.encode(bound, order="sorted")).hexdigest()
