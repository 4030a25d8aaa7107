"""What happens in real matches is what the declarations say: every value has the type that clients know."""

from __future__ import annotations

import typing
from typing import Any

import msgspec
import pytest

import trailmix
from trailmix.engine.events import EventKind

MATCHES = 3


def check(kind: EventKind, values: dict[str, Any]) -> None:
    """Every value that was declared, and nothing else, each of its type."""
    assert list(values) == [value.name for value in kind.values]
    for value in kind.values:
        hint = typing.get_type_hints(value.read).get("return", int)
        msgspec.convert(values[value.name], hint, strict=True)


@pytest.mark.parametrize("slug", trailmix.game_names())
def test_values_are_of_their_types(slug: str) -> None:
    game = trailmix.game(slug)
    kinds = {kind.name: kind for kind in game.events.values()}
    heard = set()
    for seed in range(MATCHES):
        match = trailmix.new(slug, game.players[0], seed)
        while match.actor is not None:
            for event in match.play(match.legal()[seed % len(match.legal())]):
                check(kinds[event.kind], event.values)
                heard.add(event.kind)
    assert len(heard) >= 5
