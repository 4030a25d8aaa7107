"""What actions would lead to, as far as a seat can know: nothing changes, and nothing is given away."""

from __future__ import annotations

import random

import pytest

import trailmix
from engine import tiny
from trailmix.engine.errors import Refused
from trailmix.engine.match import Match
from trailmix.engine.words import letter

GAMES = [(slug, players) for slug in trailmix.game_names() for players in trailmix.game(slug).players]


def kinds(match: Match, *actions: str) -> list[str]:
    return [event.kind for event in match.outlook(actions, 0).events]


def test_nothing_changes() -> None:
    match = tiny.match("step")
    before = match.states.tobytes()
    ahead = match.outlook(["step", "pass"], 0)
    assert (match.states.tobytes(), len(match.moves)) == (before, 1)
    assert (ahead.match.actor, len(ahead.match.moves)) == (1, 2)


def test_it_is_done_when_the_decision_passes_on_or_the_match_ends() -> None:
    match = tiny.match()
    assert not match.outlook([], 0).done
    assert not match.outlook(["step"], 0).done
    assert match.outlook(["step", "pass"], 0).done
    assert match.outlook(["end"], 0).done


def test_what_would_be_shown_is_not_told_and_nothing_comes_after_it() -> None:
    match = tiny.match()
    assert kinds(match, "step", "peek") == ["stepped"]
    assert match.outlook(["peek"], 0).done
    with pytest.raises(Refused) as refused:
        match.outlook(["peek", "step"], 0)
    assert refused.value.message.key == "refused.unforeseeable"


def test_chance_is_not_foreseen() -> None:
    """The true roll comes from the true key, which the seat does not know; nor is another one made up."""
    match = tiny.match("step")
    ahead = match.outlook(["roll"], 0)
    assert (ahead.done, ahead.events) == (True, [])
    assert int(ahead.match.states[0].die) == 0
    with pytest.raises(Refused):
        match.outlook(["roll", "step"], 0)


def test_what_may_not_be_played_is_refused_with_the_same_reason() -> None:
    match = trailmix.new("alpina", players=["Ann", "Ben"], seed=1)
    for action in ("none", "N01@3,3", "jump"):
        with pytest.raises(Refused) as refused:
            match.outlook([action], 0)
        assert refused.value.why == match.why(action)
    with pytest.raises(Refused, match=f"It is not {match.names[1]}'s turn"):
        match.outlook(["none"], 1)
    with pytest.raises(Refused, match="There is no seat"):
        match.outlook([], 7)


@pytest.mark.parametrize(("slug", "players"), GAMES)
def test_what_is_foreseen_comes_true(slug: str, players: int) -> None:
    """Whatever an outlook shows is what everyone sees when the action is played, and it knows no secret."""
    match, whim = trailmix.new(slug, players, 3), random.Random(3)
    while (actor := match.actor) is not None:
        action = whim.choice(match.legal())
        ahead = match.outlook([action], actor)
        assert not ahead.match.states["key"].any()
        before = match.public_json()
        told = match.play(action)
        plain = [event for event in told if event.kind not in match.game.revealing]
        assert ahead.done or ahead.match.legal() == match.legal()
        if any(event.kind in match.game.revealing and event.seat != letter(actor) for event in told):
            # What others had to show could not be foreseen, nor what came of it.
            rest = iter(plain)
            assert all(event in rest for event in ahead.events)
            assert ahead.done
        elif match._took_chance(match.moves[-1]):
            assert (ahead.events, ahead.done, ahead.match.public_json()) == ([], True, before)
        else:
            assert ahead.events == plain
            if any(event.kind in match.game.revealing and not event.secret for event in told):
                assert ahead.done  # a card that is turned up for all to see could not be foreseen
            elif not match.over:  # then what was hidden is shown
                assert ahead.match.public_json() == match.public_json()
