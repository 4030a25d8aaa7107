"""What is hidden from a seat makes no difference to it: matches that differ only in that look the same."""

from __future__ import annotations

from contract.cases import Case, every_case, redealt, shown_to, situations, viewers
from trailmix.engine.events import Event, told_to
from trailmix.engine.match import Match
from trailmix.engine.record import SPECTATOR


@every_case
def test_what_a_seat_cannot_see_makes_no_difference_to_it(case: Case) -> None:
    """Views, prompts, the own legal actions, and the reasons against others."""
    differed = 0
    for match in situations(case, 10):
        some = range(0, match.game.n_actions, max(1, match.game.n_actions // 50))
        for seat in viewers(match):
            twin = redealt(match, seat, "otherwise")
            differed += twin.states.tobytes() != match.states.tobytes()
            assert shown_to(twin, seat) == shown_to(match, seat)
            assert shown_to(Match(match.setup, match.seen_by(seat)), seat) == shown_to(match, seat)
            assert twin.seen_by(seat).tobytes() == match.seen_by(seat).tobytes()
            if seat == match.actor:
                assert twin.legal() == match.legal()
                assert [twin.why(action) for action in some] == [match.why(action) for action in some]
    assert differed > 0


@every_case
def test_who_may_see_it_sees_the_difference(case: Case) -> None:
    """The test above has teeth: what is hidden from an onlooker does differ, and its owners are shown it."""
    differed = 0
    for match in situations(case, 10):
        twin = redealt(match, SPECTATOR, "otherwise")
        differed += any(match.own_json(seat) != twin.own_json(seat) for seat in range(match.players))
    assert differed > 0


BARES = {"hike_dogsled": {"readied"}, "snow_tails": {"discarded"}}
"""Kinds that lay hidden cards open without being marked as such (`EventKind.reveals`)."""


@every_case
def test_the_same_action_is_the_same_news(case: Case) -> None:
    """A seat hears the same of it, up to where something comes to light."""
    compared = 0
    for match in situations(case, 10):
        for seat in viewers(match):
            twin = redealt(match, seat, "otherwise")
            for action in sorted(set(match.actions()) & set(twin.actions()))[:2]:
                first, second = (heard(each.clone(), action, seat) for each in (match, twin))
                length = min(len(first), len(second))
                assert first[:length] == second[:length], match.setup.notations[action]
                compared += 1
    assert compared > 0


def heard(match: Match, action: int, seat: int) -> list[Event]:
    """What a seat hears of an action, before anything comes to light."""
    happened, bares = match.play(action), match.game.revealing | BARES.get(match.game.slug, set())
    end = next((n for n, event in enumerate(happened) if event.kind in bares), len(happened))
    return told_to(seat, happened[:end])
