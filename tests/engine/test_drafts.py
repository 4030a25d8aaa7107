"""A draft of several actions is judged from what its seat can know: a refusal tells no more than `try`."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

import trailmix
from engine import tiny
from trailmix.engine import border
from trailmix.engine.errors import Refused
from trailmix.engine.match import Action, Match
from trailmix.engine.record import copied
from trailmix.engine.rng import key_of

VARIANTS: list[tuple[str, dict[str, Any]]] = [
    ("alpina", {}),
    ("hike_cards", {}),
    ("hike_dogsled", {"loose": True}),
    ("hike_dogsled", {"simultaneous": True}),
    ("snow_tails", {}),
]
NONSENSE: list[Action] = ["zzz", "", -1, 10**9, {"do": "nothing"}]
LISTS_A_DECISION = 3


def sides(variant: tuple[str, dict[str, Any]]) -> list[tuple[str, int, dict[str, Any]]]:
    slug, options = variant
    players = trailmix.game(slug).players
    return [(slug, number, options) for number in (players[0], players[-1])]


GAMES = [side for variant in VARIANTS for side in sides(variant)]


def situations(slug: str, players: int, options: dict[str, Any], whim: random.Random) -> Iterator[Match]:
    """Some decisions of a match that is played at random."""
    match = trailmix.new(slug, players, whim.randrange(1000), options=options)
    while not match.over:
        if whim.random() < 0.2:
            yield match
        match.play(whim.choice(match.actions()))


def draft(match: Match, seat: int, whim: random.Random) -> list[Action]:
    """Actions that are allowed as far as can be foreseen, and then perhaps some that are not."""
    actions: list[Action] = []
    ahead = match.outlook(actions, seat)
    while not ahead.done and ahead.match.actor == seat and whim.random() < 0.8:
        actions.append(whim.choice(ahead.match.actions()))
        ahead = match.outlook(actions, seat)
    for _ in range(whim.choice((0, 1, 1, 2))):
        known = ahead.match.actions() if ahead.match.actor is not None else []
        odd: list[Action] = [whim.randrange(match.game.n_actions), whim.choice(NONSENSE), *known[:3]]
        actions.append(whim.choice(odd))
    return actions or [whim.choice(NONSENSE)]


def answer_of_move(match: Match, actions: list[Action], seat: int) -> Refused | None:
    twin = match.clone()
    try:
        twin.play_all(actions, seat)
    except Refused as refused:
        assert twin.states.tobytes() == match.states.tobytes()
        assert len(twin.moves) == len(match.moves)
        return refused
    return None


def answer_of_try(match: Match, actions: list[Action], seat: int) -> Refused | bytes:
    try:
        ahead = match.outlook(actions, seat)
    except Refused as refused:
        return refused
    return ahead.match.public_json() + ahead.match.own_json(seat)


def said(answer: Refused | bytes | None) -> object:
    return (answer.why, answer.message) if isinstance(answer, Refused) else answer


def redealt(match: Match, seat: int, number: int) -> Match:
    """The match as it could be for all that a seat knows."""
    states = copied(match.states)
    border.redeal(match.setup.table, states, seat, key_of(f"another {number}", "redeal"))
    other = match.clone()
    other.put(states)
    assert other.seen_by(seat).tobytes() == match.seen_by(seat).tobytes()
    return other


@pytest.mark.parametrize(("slug", "players", "options"), GAMES)
def test_move_and_try_refuse_alike_whatever_is_hidden(
    slug: str, players: int, options: dict[str, Any]
) -> None:
    whim = random.Random(f"{slug} {players}")
    refusals = 0
    for n, match in enumerate(situations(slug, players, options, whim)):
        seat = match.actor if whim.random() < 0.9 else whim.randrange(players)
        assert seat is not None
        other = redealt(match, seat, n)
        for _ in range(LISTS_A_DECISION):
            actions = draft(match, seat, whim)
            moved, tried = answer_of_move(match, actions, seat), answer_of_try(match, actions, seat)
            assert isinstance(tried, Refused) == (moved is not None), actions
            if moved is not None:
                assert said(moved) == said(tried), actions
                refusals += 1
            assert said(answer_of_move(other, actions, seat)) == said(moved), actions
            assert said(answer_of_try(other, actions, seat)) == said(tried), actions
    assert refusals > 10


@pytest.mark.parametrize("first", ["peek", "roll", "pass", "end"])
@pytest.mark.parametrize("then", ["step", "zzz", "", 10**9])
def test_after_chance_a_reveal_or_the_end_of_the_turn_nothing_is_judged(first: str, then: Action) -> None:
    match = tiny.match("step")
    before = match.states.tobytes()
    for refuse in (match.play_all, match.outlook):
        with pytest.raises(Refused) as refused:
            refuse(["step", first, then], 0)
        assert refused.value.why == "What comes after that cannot be known before it is played."
        assert (match.states.tobytes(), len(match.moves)) == (before, 1)
    assert [event.kind for event in match.play_all(["step", "step"], 0)] == ["stepped", "stepped"]


def test_a_refused_draft_does_not_name_the_next_card_of_the_deck() -> None:
    """After a mentor the next card of the deck is turned up, which nobody can draft before seeing it."""
    for seed in range(200):
        match = trailmix.new("hike_dogsled", 2, seed)
        if "mentor" in match.legal():
            break
    answers = {
        str(
            said(answer_of_move(match, ["mentor", "none", f"draft H{card:02} hand", "zzz"], match.actor or 0))
        )
        for card in range(1, 60)
    }
    assert len(answers) == 1
