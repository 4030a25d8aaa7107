"""Events: what happened, who may know which part of it, and a sentence for everybody."""

from __future__ import annotations

import random
from string import Formatter

import pytest

import trailmix
from engine import tiny
from trailmix.engine.events import Event, EventKind, public, read
from trailmix.engine.record import EVENT_COLUMNS, SPECTATOR


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
    with pytest.raises(RuntimeError, match="3 events in one action: the buffer holds 2"):
        tiny.match("burst")


def test_a_kind_with_too_many_numbers_fails_at_once() -> None:
    widest = EVENT_COLUMNS - 2
    EventKind("wide", (public("numbers", lambda _setup, *n: n, widest),))
    with pytest.raises(TypeError, match="more numbers than a row"):
        EventKind("wider", (public("numbers", lambda _setup, *n: n, widest), public("one")))


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


@pytest.mark.parametrize("slug", trailmix.game_names())
def test_every_kind_happens_and_can_be_told_to_everybody(slug: str) -> None:
    """Random matches meet every kind of event; the sentences never fail, and tell secrets to nobody else."""
    game, whim, met = trailmix.game(slug), random.Random(1), set()
    for players in game.players:
        match = trailmix.new(slug, players, seed=players)
        while not match.over:
            for event in match.play(whim.choice(match.actions())):
                met.add(event.kind)
                for seat in range(SPECTATOR, players):
                    seen = event.seen_by(seat)
                    assert match.say(seen.message)
                    if seat == SPECTATOR or event.seat != "ABCDEFGH"[seat]:
                        assert not seen.values.keys() & set(event.secret)
    assert met == {kind.name for kind in game.events.values()}


def test_a_buffer_that_is_read_twice_tells_the_same() -> None:
    match = tiny.match("roll")
    count, rows = match.states["n_events"], match.states["events"][0]
    assert read(tiny.GAME.events, match.setup, count, rows) == match.events
