"""HC-EQK: the hands of all active players, gathered and dealt out again."""

from __future__ import annotations

import tomllib
from collections import Counter

import pytest

from chance import is_fair
from hike_cards.helpers import (
    EVERY_SUIT,
    at,
    cards,
    deck,
    everything,
    hand,
    legal,
    of_kind,
    pile,
    play,
    seat,
    statuses,
    to_move,
    told,
    view,
)


def sizes(played: str, actor: str, **hands: str) -> list[int]:
    """The hand sizes after an Earthquake."""
    match = at(played, to_move=actor, **hands)
    play(match, f"{actor} earthquake")
    return [each.hand_size for each in view(match).seats]


@pytest.mark.rule("HC-EQK-1")
def test_all_hands_are_gathered_and_dealt_again() -> None:
    hands = {"A": "bird*3", "B": "bug", "C": "lake*2 sun", "D": "tree*4"}
    match = at("bird:D", **{**hands, "A": "bird*3 earthquake"})
    play(match, "A earthquake")
    found = Counter(card for name in "ABCD" for card in hand(match, name))
    assert found == Counter(cards(" ".join(hands.values())))
    assert pile(match) == ["bird", "earthquake"]


@pytest.mark.rule("HC-EQK-1", "HC-EQK-2", "R-13")
@pytest.mark.parametrize("played", ["bird:D", "lost:D"], ids=["clockwise", "counter-clockwise"])
def test_dealt_one_at_a_time_clockwise_whatever_the_direction(played: str) -> None:
    held = {"A": "earthquake bird*3", "B": "bird", "C": "bird*2", "D": "bird"}
    assert sizes(played, "A", **held) == [1, 2, 2, 2]
    assert sizes(played, "A", **{**held, "D": "tree*2"}) == [2, 2, 2, 2]
    assert sizes(played, "A", **{**held, "D": "tree*3"}) == [2, 3, 2, 2]
    held = {"A": "bird*3", "B": "bird", "C": "earthquake bird*2", "D": "bird"}
    assert sizes(played, "C", **held) == [2, 2, 1, 2]


@pytest.mark.rule("HC-EQK-1")
def test_every_card_can_come_to_everyone() -> None:
    """B and C get two cards, A one: The Sun is with each in proportion, and the Bird with it independent."""
    match = at("bug:C", A="earthquake bug sun", B="bird tree", C="lake")
    holders: Counter[str] = Counter()
    pairs: Counter[bool] = Counter()
    for number in range(1500):
        twin = match.clone()
        twin.states["key"] = [[number + 1, 5]]
        play(twin, "A earthquake")
        hands = {name: hand(twin, name) for name in "ABC"}
        holders[next(name for name in "ABC" if "sun" in hands[name])] += 1
        pairs[any("sun" in held and "bird" in held for held in hands.values())] += 1
    assert is_fair([holders[name] for name in "ABC"], [1, 2, 2])
    assert is_fair([pairs[True], pairs[False]], [2, 8])  # of 10 pairs of places two are in one hand


@pytest.mark.rule("HC-EQK-1", "HC-EQK-2")
def test_a_position_can_name_the_order_of_the_deal() -> None:
    """Dealt from B on; what is not named comes at random behind it, and what nobody holds is passed over."""
    held = {"A": "earthquake bug sun", "B": "bird tree", "C": "lake"}
    match = at("bug:C", earthquake="sun peak lake bird ...", **held)
    assert tomllib.loads(match.position())["earthquake"] == "sun peak lake bird ..."
    play(match, "A earthquake")
    assert hand(match, "A") == ["bird"]
    assert "sun" in hand(match, "B")
    assert "lake" in hand(match, "C")
    assert "earthquake" not in tomllib.loads(match.position()), "it has happened"
    match = at("bug:C", earthquake="lake tree bug bird sun", **held)
    play(match, "A earthquake")
    assert [hand(match, name) for name in "ABC"] == [["bug"], ["bird", "lake"], ["sun", "tree"]]


@pytest.mark.rule("HC-EQK-4", "HC-AVA-3")
def test_after_it_the_order_of_the_deck_can_be_named() -> None:
    match = at("avalanche:B earthquake:C", A="peak bug", B="lake", C="tree", deck="sun lost ...")
    play(match, "A peak")
    assert hand(match, "A") == ["bug", "sun"]


@pytest.mark.rule("HC-EQK-3", "R-15")
def test_who_has_left_neither_gives_nor_gets() -> None:
    match = at(
        "poop:C bird:E",
        A="earthquake bird",
        B="tree*4",
        C="bug",
        left="D E F",
        leftovers={"D": "tree sun"},
        bugs={"E": 2},
        players=6,
    )
    events = play(match, "A earthquake")
    assert of_kind(events, "redealt") == [{"seat": None, "hands": {"A": 2, "B": 2, "C": 2}}]
    assert [each.hand_size for each in view(match).seats] == [2, 2, 2, 0, 0, 0]
    assert statuses(match) == "active active active eliminated spent out"


@pytest.mark.rule("HC-EQK-3", "R-05")
@pytest.mark.parametrize(("bugs", "status"), [({}, "out"), ({"A": 1}, "spent")])
def test_as_last_card_its_player_gets_nothing(bugs: dict[str, int], status: str) -> None:
    match = at("poop:B bird:C", A="earthquake", B="bird*3", C="bird*2", bugs=bugs)
    play(match, "A earthquake")
    assert [each.hand_size for each in view(match).seats] == [0, 3, 2]
    assert seat(match, "A").status == status


@pytest.mark.rule("HC-EQK-4")
def test_what_lies_on_the_table_is_not_touched() -> None:
    match = at(
        "bird:B worm:C bird:D poop:B spring:C lake:D",
        A="earthquake peak",
        B="tree*2",
        C="peak",
        left="E",
        leftovers={"E": "sun lost"},
        bugs={"A": 1, "B": 2},
        planted={"C": "tree wind"},
        D="trail",
    )
    before, shown = deck(match), view(match)
    play(match, "A earthquake")
    after = view(match)
    assert deck(match) == before
    assert after.pile[:-1] == shown.pile
    for old, new in zip(shown.seats, after.seats, strict=True):
        assert (new.leftovers, new.bugs, new.planted, new.worm) == (
            old.leftovers,
            old.bugs,
            old.planted,
            old.worm,
        )
    assert seat(match, "D").worm
    assert everything(match).total() == 80


@pytest.mark.rule("HC-EQK-4", "HC-LIT-2")
def test_litter_is_shuffled_in() -> None:
    match = at("bird:C", A="earthquake litter bird", B="bird", C="bird")
    found: Counter[str] = Counter()
    for number in range(300):
        twin = match.clone()
        twin.states["key"] = [[number + 1, 9]]
        play(twin, "A earthquake")
        found[
            next(name for name in "ABC" if "litter" in [*hand(twin, name), *seat(twin, name).leftovers])
        ] += 1
    assert is_fair([found[name] for name in "ABC"], [1, 2, 1]), "four cards: B gets two of them"


@pytest.mark.rule("HC-EQK-5")
def test_everyone_dealt_to_receives_a_card() -> None:
    held = {"A": "earthquake bird", "B": "tree*9", "C": "bug", "D": "light", "E": "lake"}
    assert sizes("bird:E", "A", **held) == [2, 3, 3, 3, 2]
    assert sizes("bird:E", "A", **{**held, "B": "tree"}) == [1, 1, 1, 1, 1]


@pytest.mark.rule("HC-EQK-6", "HC-PLAY-4")
def test_the_next_player_may_play_any_card_but_litter() -> None:
    match = at("bird:C", A="earthquake", B=f"{EVERY_SUIT} litter", C=f"{EVERY_SUIT} sun")
    play(match, "A earthquake")
    name = to_move(match)
    assert name == "B"
    assert legal(match) == set(hand(match, "B")) - {"litter"}


@pytest.mark.rule("HC-EQK-1", "HC-PLAY-6", "HC-LIT-3")
def test_alone_with_litter_the_shuffle_changes_nothing() -> None:
    match = at("bird:C", A="earthquake litter", left="B C", leftovers={"B": "tree", "C": "tree"})
    assert told(play(match, "A earthquake"))[:4] == ["A played", "redealt", "A eliminated", "round_ended"]
