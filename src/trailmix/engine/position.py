"""Positions: any situation of a game as a small TOML document.

The engine writes who plays what; the game adds its part (`Game.position`). ``chance`` is the generator's
key and counter. Where the game leaves something to chance ("the rest, shuffled"), ``seed`` decides it.
"""

from __future__ import annotations

import re
from typing import Any

import msgspec
import numpy as np
import tomli_w

from trailmix.engine.documents import quoted, read_toml
from trailmix.engine.errors import BadPosition, TrailmixError
from trailmix.engine.game import find
from trailmix.engine.match import Match
from trailmix.engine.rng import key_of
from trailmix.engine.seeds import seed_text

CHANCE = re.compile(r"([0-9a-f]{16})([0-9a-f]{16}):(\d{1,19})", re.ASCII)


def write(match: Match) -> str:
    """The position of a match."""
    setup, s = match.setup, match.states[0]
    said: dict[str, Any] = {
        "trailmix": "position",
        "game": setup.game.slug,
        "rules": setup.game.rules_version,
        "players": setup.players,
    }
    options = msgspec.to_builtins(setup.options)
    if options != msgspec.to_builtins(setup.game.options()):
        # TOML has no null: an option that is None is left out, which means the same.
        said["options"] = {name: value for name, value in options.items() if value is not None}
    if setup.data_text is not None:
        said["data"] = setup.data_text
    if s.key.any():
        said["chance"] = f"{int(s.key[0]):016x}{int(s.key[1]):016x}:{int(s.counter)}"
    return tomli_w.dumps({**said, **setup.game.position.write(setup, match.states)}, multiline_strings=True)


def read(text: str) -> Match:
    """The match that a position describes; BadPosition says what is wrong with it."""
    try:
        said = read_toml(text)
    except ValueError as error:
        raise BadPosition(f"This is not a position: {error}.") from None
    if said.pop("trailmix", None) != "position":
        raise BadPosition('A position begins with trailmix = "position".')
    game = find(_taken(said, "game", str))
    version = said.pop("rules", game.rules_version)
    if version != game.rules_version or isinstance(version, bool):
        raise BadPosition(
            f"This position is for version {quoted(version)} of the rules; we play {game.rules_version}."
        )
    players, data = _taken(said, "players", int), _taken(said, "data", str, required=False)
    try:
        setup = game.setup(players, said.pop("options", {}), data)
        key = key_of(seed_text(said.pop("seed", 0)), "position")
        chance = said.pop("chance", None)
        states = game.state.new()
        game.position.read(setup, states, said, key)
    except BadPosition:
        raise
    except TrailmixError as error:
        raise BadPosition(str(error)) from None
    if chance is not None:
        _set_chance(states[0], chance)
    return Match(setup, states, start=text)


def _taken(said: dict[str, Any], name: str, kind: type, *, required: bool = True) -> Any:
    value = said.pop(name, None)
    if value is None and not required:
        return None
    if not isinstance(value, kind):
        raise BadPosition(f"A position says {name} = ... ({'text' if kind is str else 'a whole number'}).")
    return value


def _set_chance(s: Any, said: Any) -> None:
    found = CHANCE.fullmatch(said) if isinstance(said, str) else None
    if found is None or int(found[1] + found[2], 16) == 0:  # a key of zeros stands for a hidden one
        raise BadPosition("chance is written as 32 hexadecimal digits, not all 0, a colon and a number.")
    s.key[0], s.key[1] = np.uint64(int(found[1], 16)), np.uint64(int(found[2], 16))
    s.counter = np.uint64(int(found[3]))
