"""HC-WIN: who has won the game, and who plays on."""

from __future__ import annotations

import pytest

from hike_cards.helpers import SEATS, account, at, of_kind, play, refusal, told, view
from trailmix.engine.events import Event
from trailmix.engine.match import Match


def ended(totals: list[int], players: int = 3) -> tuple[Match, list[Event]]:
    """A round after which the totals are these.

    The others are eliminated with a card each, A is out; who is above 24 has come there by planted Trees.
    """
    others = SEATS[1:players]
    gains = {name: 0 for name in others} | {"A": len(others) + 3}
    before = {name: min(24, totals[SEATS.index(name)] - gain) for name, gain in gains.items()}
    trees = {name: totals[SEATS.index(name)] - gain - before[name] for name, gain in gains.items()}
    match = at(
        "spring:B lake:C",
        A="bug",
        left=" ".join(others),
        leftovers=dict.fromkeys(others, "peak"),
        planted={name: f"tree*{number}" for name, number in trees.items() if number},
        totals=before,
        round=5,
    )
    events = play(match, "A bug")
    assert match.scores() == totals
    return match, events


@pytest.mark.rule("HC-WIN-1")
@pytest.mark.parametrize("totals", [[25, 20, 24], [30, 0, 0], [7, 25, 10], [26, 8, 25]])
def test_the_sole_highest_at_or_above_the_target_wins(totals: list[int]) -> None:
    match, events = ended(totals)
    winner = SEATS[totals.index(max(totals))]
    assert match.over
    assert (events[-1].kind, events[-1].seat) == ("ended", winner)
    assert events[-1].values == {"totals": dict(zip("ABC", totals, strict=True))}
    assert (view(match).decision, view(match).to_move) == ("over", None)
    assert match.places()[SEATS.index(winner)] == 1
    assert refusal(match, "bird") == "The game is over: no action is accepted any more."


@pytest.mark.rule("HC-WIN-1", "R-23")
@pytest.mark.parametrize(("totals", "places"), [([26, 28, 25], [2, 1, 3]), ([29, 26, 25], [1, 2, 3])])
def test_of_two_past_the_target_the_higher_wins(totals: list[int], places: list[int]) -> None:
    match, _ = ended(totals)
    assert match.over
    assert match.places() == places


@pytest.mark.rule("HC-WIN-2", "R-24")
@pytest.mark.parametrize("totals", [[25, 25, 0], [28, 26, 28], [26, 26, 26], [8, 28, 28]])
def test_a_shared_highest_total_plays_on(totals: list[int]) -> None:
    match, events = ended(totals)
    assert not match.over
    assert of_kind(events, "tied") == [{"seat": None, "total": max(totals)}]
    assert told(events)[-1].endswith("dealt")
    assert [each.hand_size for each in view(match).seats] == [7, 7, 7], "everyone plays, not only the tied"


@pytest.mark.rule("HC-WIN-2", "R-24")
def test_after_the_extra_round_anyone_can_win() -> None:
    """B and C were level at 26; A, who was behind, passes them."""
    match, _ = ended([28, 26, 26])
    assert match.places() == [1, 2, 2]
    match, events = ended([26, 26, 26])
    assert not match.over, "as often as needed"
    assert told(events, "tied") == ["tied"]


@pytest.mark.rule("HC-WIN-2")
def test_a_tie_below_the_target_is_no_tie() -> None:
    match, events = ended([24, 24, 3])
    assert not match.over
    assert told(events, "tied") == []


@pytest.mark.rule("HC-WIN-3")
@pytest.mark.parametrize("totals", [[24, 3, 4], [5, 24, 24], [5, 0, 0]])
def test_otherwise_the_next_round_is_dealt(totals: list[int]) -> None:
    match, events = ended(totals)
    assert not match.over
    assert view(match).round == 6
    assert (events[-1].kind, events[-1].values["round"]) == ("dealt", 6)
    assert [each.total for each in view(match).seats] == totals


@pytest.mark.rule("HC-WIN-4", "R-40")
@pytest.mark.parametrize(
    ("totals", "places"),
    [
        ([30, 10, 20, 5], [1, 3, 2, 4]),
        ([30, 10, 10, 5], [1, 2, 2, 4]),
        ([8, 30, 8, 8], [2, 1, 2, 2]),
        ([30, 26, 26, 26], [1, 2, 2, 2]),
        ([30, 5, 7, 7], [1, 4, 2, 2]),
    ],
)
def test_places_go_by_total_and_equal_ones_are_shared(totals: list[int], places: list[int]) -> None:
    match, _ = ended(totals, players=4)
    assert match.over
    assert match.places() == list(view(match).places or ()) == places


@pytest.mark.rule("HC-WIN-1", "HC-PLAY-12")
def test_the_view_of_the_end_has_the_last_account() -> None:
    match, events = ended([25, 20, 24])
    last = view(match).account
    assert last is not None
    assert last == account(events)
    assert view(at("lake:C", A="bug", B="?", C="?")).account is None
