"""Events: what happened, who may know which part of it, and a sentence for everybody."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from pathlib import Path
from string import Formatter
from typing import Any

import msgspec
import numpy as np
import pytest

import trailmix
from engine import tiny
from trailmix.engine.events import (
    NO_SEAT,
    Buffer,
    Event,
    EventKind,
    _event,
    note,
    note_all,
    private,
    public,
    read,
)
from trailmix.engine.match import Match
from trailmix.engine.record import EVENT_COLUMNS, SPECTATOR
from trailmix.engine.words import ENGINE, Message, Words

MATCHES = 300
"""Enough to meet what happens once in a hundred matches."""
EVENTFUL: dict[str, Callable[[int], dict[str, Any]]] = {
    "hike_dogsled": lambda _players: {"loose": True, "simultaneous": True},
    "snow_tails": lambda players: {"courses": ["start T CL/1 finish:L"] * players, "most_rounds": 5},
}
"""Options by the number of players with which rare things happen: for every second match."""
UNHEARD_OF = {"hike_dogsled": {"skipped"}}
"""What no match is known for; a test of the game brings it about from a position."""
GOLDEN = Path(__file__).parents[1] / "golden"


def test_an_action_tells_what_happened() -> None:
    match = tiny.match("roll")
    (event,) = match.play("roll")
    assert event == Event("rolled", "A", {"number": int(match.states[0].die)})
    assert match.say(event.message) == f"A rolls {match.states[0].die}."
    assert [each.kind for each in match.events] == ["rolled", "rolled"]


def test_an_action_forgets_what_happened_before() -> None:
    match = tiny.match("roll", "end")
    assert match.moves[-1].events == ()
    assert not match.states["events"].any()


def test_what_is_private_is_for_its_seat() -> None:
    match = tiny.match("pass", "peek")
    event = match.moves[-1].events[0]
    secret = int(match.states[0].secret)
    assert event.values == {"number": secret}
    assert match.say(event.seen_by(1).message) == f"B sees {secret}."
    for seat in (0, SPECTATOR):
        seen = event.seen_by(seat)
        assert seen == Event("peeked.hidden", "B", {})
        assert match.say(seen.message) == "B looks."
    assert event.seen_by(1).secret == (), "what a seat is told names no secrets"


def test_a_full_buffer_is_an_error_and_not_a_lost_event() -> None:
    with pytest.raises(RuntimeError, match="3 rows of events in one action: the buffer holds 2"):
        tiny.match("burst")


def test_an_event_with_many_numbers_goes_on_in_the_next_rows() -> None:
    kinds = {
        0: EventKind("short", (public("number"),)),
        1: EventKind("long", (public("one"), public("numbers", lambda _setup, *n: n, 7), public("last"))),
    }
    assert [kind.rows for kind in kinds.values()] == [1, 2]
    states = np.zeros(1, np.dtype([("n_events", np.int64), ("events", np.int32, (5, EVENT_COLUMNS))]))
    s = states.view(np.recarray)[0]
    note(s, 0, 0, 5)
    note_all(s, 1, 2, np.arange(1, 10))
    note(s, 0, NO_SEAT, 6)
    long = Event("long", "C", {"one": 1, "numbers": (2, 3, 4, 5, 6, 7, 8), "last": 9})
    assert read(kinds, None, Buffer.of(states)) == [
        Event("short", "A", {"number": 5}),
        long,
        Event("short", None, {"number": 6}),
    ]
    note_all(s, 1, 0, np.arange(9))
    with pytest.raises(RuntimeError, match="6 rows of events in one action: the buffer holds 5"):
        read(kinds, None, Buffer.of(states))


def test_a_value_can_be_said_in_words_of_its_own() -> None:
    words = Words(ENGINE)
    forms = public(
        "forms", lambda _setup, n: str(n), said=lambda _setup, _value: Message("refused.nothing_to_undo")
    )
    secret = private(
        "action", lambda _setup, n: ["a"] * n, said=lambda _setup, _value: Message("refused.over")
    )
    event = _event(EventKind("x", (forms, secret, public("game"))), None, [[0, 0, 7, 2, 5, 0, 0]])
    assert event.values == {"forms": "7", "action": ["a", "a"], "game": 5}
    said = words.say(Message("refused.malformed", event.message.values))
    over = words.texts["refused.over"]
    assert said == f"{over}, {over} is not an action of 5. There is nothing to take back."
    assert event.seen_by(1).message.values.keys() == {"seat", "forms", "game"}
    stored = msgspec.json.decode(msgspec.json.encode(event), type=Event)
    assert words.say(Message("refused.malformed", stored.message.values)) == said


@pytest.mark.parametrize("slug", trailmix.game_names())
def test_every_kind_has_a_sentence_for_every_audience(slug: str) -> None:
    game, sentences = trailmix.game(slug), set()
    for kind in game.events.values():
        told = {value.name for value in kind.values}
        shown = {value.name for value in kind.values if not value.private}
        audiences = [(f"event.{kind.name}", told)]
        if told != shown:
            audiences.append((f"event.{kind.name}.hidden", shown))
        for key, known in audiences:
            sentences.add(key)
            assert gaps(game.words.texts[key]) <= known | {"seat"}
    assert sentences == {key for key in game.words.texts if key.startswith("event.")}


def gaps(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def matches(slug: str) -> Iterator[Match]:
    """A random match for each number of players, those that are kept for their rare events, random ones."""
    game, whim = trailmix.game(slug), random.Random(1)
    for seed in range(MATCHES):
        players = game.players[seed % len(game.players)]
        eventful = EVENTFUL.get(slug) if seed // len(game.players) % 2 else None
        match = trailmix.new(slug, players, seed, options=eventful(players) if eventful else {})
        while not match.over:
            match.play(whim.choice(match.actions()))
        yield match
        if seed == len(game.players) - 1:
            yield from (trailmix.load(path.read_text()) for path in sorted((GOLDEN / slug).glob("*.json")))


@pytest.mark.parametrize("slug", trailmix.game_names())
def test_every_kind_happens_and_can_be_told_to_everybody(slug: str) -> None:
    """Matches meet every kind of event; the sentences never fail, and tell secrets to nobody else."""
    kinds = {kind.name for kind in trailmix.game(slug).events.values()} - UNHEARD_OF.get(slug, set())
    met = set[str]()
    for match in matches(slug):
        for event in match.events:
            met.add(event.kind)
            for seat in range(SPECTATOR, match.players):
                seen = event.seen_by(seat)
                assert match.say(seen.message)
                if seat == SPECTATOR or event.seat != "ABCDEFGH"[seat]:
                    assert not seen.values.keys() & set(event.secret)
        if met >= kinds:
            break
    assert met >= kinds


def test_a_buffer_that_is_read_twice_tells_the_same() -> None:
    match = tiny.match("roll")
    assert read(tiny.GAME.events, match.setup, Buffer.of(match.states)) == match.events


def test_a_kind_that_is_not_declared_is_said_in_words() -> None:
    match = tiny.match()
    match.play("step")
    with pytest.raises(RuntimeError, match="The rules noted an event of kind 0, which is not declared"):
        read({}, match.setup, Buffer.of(match.states))
