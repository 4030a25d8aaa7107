"""What has happened, in sentences: somebody's whole turn is one."""

from __future__ import annotations

import itertools
from collections.abc import Iterable

import msgspec
from rich.text import Text

from trailmix.engine.events import Event, told_to
from trailmix.engine.match import Match, Move
from trailmix.engine.words import letter


def sentences(match: Match, seat: int, moves: Iterable[Move]) -> list[str]:
    """What happened in some moves as a seat may know it, a sentence for each event."""
    return [match.say(event.message) for move in moves for event in told_to(seat, move.events)]


def whole(match: Match, told: Iterable[Event]) -> list[Event]:
    """The events of a turn, with those that belong together (the steps of a way) joined into one."""
    kinds = {kind.name: kind for kind in match.game.events.values() if kind.joins}
    found: list[Event] = []
    for event in told:
        kind = kinds.get(event.kind)
        if found and kind and kind.joins and (found[-1].kind, found[-1].seat) == (event.kind, event.seat):
            values = kind.joins(found[-1].values, event.values)
            said = {
                value.name: value.said(match.setup, values[value.name]) for value in kind.values if value.said
            }
            found[-1] = msgspec.structs.replace(event, values=values, said=said)
        else:
            found.append(event)
    return found


def turns(match: Match, seat: int, moves: Iterable[Move]) -> list[str]:
    """What happened in some moves as a seat may know it, a line for each turn."""
    found = []
    for mover, turn in itertools.groupby(moves, key=lambda move: move.seat):
        events = whole(match, [event for move in turn for event in told_to(seat, move.events)])
        if told := [match.say(event.message) for event in events]:
            found.append(" ".join(joined(told, name_of(match, mover))))
    return found


def joined(told: Iterable[str], name: str) -> list[str]:
    """Join sentences in a row about the same person: Ann lays F02; draws a card.

    A verb that is repeated is said once: Ann uses H07 in T1, H12 in B3.
    """
    found: list[str] = []
    doing = ""
    for sentence in told:
        does, _, what = sentence.removeprefix(f"{name} ").partition(" ")
        if not sentence.startswith(f"{name} "):
            found.append(sentence)
            doing = ""
        elif not doing:
            found.append(sentence)
            doing = does
        else:
            more = f", {what}" if does == doing and what else f"; {does} {what}".rstrip()
            found[-1] = found[-1].removesuffix(".") + more
            doing = does
    return found


def name_of(match: Match, seat: int) -> str:
    """Who sits at a seat, or its letter."""
    return match.names[seat] if match.names else letter(seat)


def lines(told: Iterable[str]) -> list[Text]:
    """Sentences as the log shows them."""
    return [Text(f"  {sentence}", "cyan") for sentence in told]
