"""The Crazy husky swap (ledger, HD-LOOSE-8 and its rulings)."""

from __future__ import annotations

from collections import Counter

import pytest

from chance import is_fair
from hike_dogsled.helpers import (
    corrected,
    decision,
    hand,
    legal,
    of_kind,
    own,
    plain,
    play,
    prep,
    seat,
    sled,
    to_move,
    told,
    view,
)
from hike_dogsled.test_loose import FULL, LOOSE, READY, picking, turned_up
from trailmix.engine.rng import key_of


@pytest.mark.rule("HD-LOOSE-8", "HD-RUL-52", "HD-LOOSE-4")
def test_every_unready_owner_of_a_husky_picks_one_revealing_seat_first() -> None:
    match, _ = turned_up(
        "X3 H20 H21",
        players=6,
        A={"sled": "T1=H48", "hand": "H40"},
        B={"sled": "T1=H47", "hand": "H41"},
        C={"sled": "T1=H01 T2=H02 T3=H03 B1=H05 B2=H06 B3=H07", "declared": 1},
        D={"hand": "E C"},
        E={"hand": "H42 H43"},
        F={"sled": "T1=H44 T2=H45"},
    )
    assert picking(match) == "BEFA"


@pytest.mark.rule("HD-LOOSE-8", "HD-RUL-42", "HD-RUL-52")
def test_no_card_leaves_before_the_last_pick() -> None:
    match, _ = turned_up(
        "X3 H20 H21", A={"sled": "T1=H48", "hand": "H40"}, B={"sled": "T1=H47", "hand": "H41"}
    )
    play(match, "B pick H47")
    assert sled(match, "B") == "T1=H47"
    assert own(match, "B").pick == "H47"
    assert own(match, "A").pick is None


@pytest.mark.rule("HD-LOOSE-8")
def test_each_deal_is_equally_likely_and_the_own_card_may_come_back() -> None:
    match, _ = turned_up(
        "X3 H20 H21",
        players=3,
        A={"hand": "H40 E", "sled": "T1=H48"},
        B={"hand": "H41 C", "sled": "T1=H47"},
        C={"hand": "H42", "sled": "T1=H46"},
    )
    play(match, "B pick H41", "C pick H42")
    found: Counter[tuple[str, ...]] = Counter()
    for chance in range(240):
        twin = match.clone()
        twin.states["key"][0] = key_of(str(chance), "another chance")
        play(twin, "A pick H40")
        found[tuple(hand(twin, name).split()[0] for name in "ABC")] += 1
    assert all(sorted(cards) == ["H40", "H41", "H42"] for cards in found)
    assert len(found) == 6
    assert is_fair(list(found.values()))


@pytest.mark.rule("HD-LOOSE-8", "HD-RUL-53", "HD-RUL-43")
def test_a_card_goes_where_the_picked_one_came_from() -> None:
    """A gave from the sled and places; B and C gave from the hand and take it there."""
    match, _ = turned_up(
        "X3 H20 H21",
        players=3,
        A={"hand": "H40", "sled": "T1=H48"},
        B={"hand": "H41", "sled": "T1=H47"},
        C={"hand": "H42", "sled": "T1=H46"},
    )
    play(match, "B pick H41", "C pick H42")
    events = play(match, "A pick H48")
    assert [(each["seat"], each["husky"], each["source"]) for each in of_kind(events, "gave")] == [
        ("B", "H41", "hand"),
        ("C", "H42", "hand"),
        ("A", "H48", "T1"),
    ]
    assert (to_move(match), decision(match)) == ("A", "settle")
    shown = view(match).loose
    assert shown is not None
    (received,) = shown.received.values()
    assert legal(match) == {f"place {received} {row}{n}" for row in "TB" for n in range(1, 5)}
    assert sorted([received, hand(match, "B"), hand(match, "C")]) == ["H41", "H42", "H48"]
    play(match, f"A place {received} B3")
    assert sled(match, "A") == f"B3={received}"
    assert (to_move(match), decision(match)) == ("B", "action")


@pytest.mark.rule("HD-RUL-53")
def test_who_sees_which_card() -> None:
    """All picks are shown; a card received in hand only its owner sees, one for the sled everybody."""
    match, _ = turned_up(
        "X3 H20 H21",
        players=4,
        A={"sled": "T1=H48", "hand": "H39"},
        B={"hand": "H41 H38"},
        C={"hand": "H42 H37"},
        D={"hand": "H43 H36"},
    )
    play(match, "B pick H41", "C pick H42", "D pick H43")
    events = play(match, "A pick H48")
    assert all(event.seen_by(-1).values == event.values for event in events if event.kind == "gave")
    hidden = [event for event in events if event.kind == "received_hidden"]
    assert [event.seat for event in hidden] == ["B", "C", "D"]
    for event in hidden:
        for viewer, name in enumerate("ABCD"):
            assert ("husky" in event.seen_by(viewer).values) == (name == event.seat)
        assert "husky" not in event.seen_by(-1).values
    opened = [event for event in events if event.kind == "received"]
    assert [event.seat for event in opened] == ["A"]
    assert opened[0].seen_by(1).values == opened[0].values
    for name in "BCD":
        assert (seat(match, name).hand.huskies, seat(match, name).hand.hidden) == ((), 2)


@pytest.mark.rule("HD-RUL-53")
def test_a_single_card_dealt_face_down_is_known_by_what_is_missing() -> None:
    match, _ = turned_up("X3 H20 H21", A={"sled": "T1=H48", "hand": "H39"}, B={"hand": "H41 H38"})
    play(match, "B pick H41", "A pick H48")
    (card,) = [each for each in hand(match, "B").split() if each != "H38"]
    assert seat(match, "B").hand.huskies == (card,)


@pytest.mark.rule("HD-RUL-53", "HD-LOOSE-8")
def test_a_card_that_fits_nowhere_goes_to_the_hand_and_is_known() -> None:
    data = corrected(plain("S"), H40="rrrr:S", H41="rrrr:S")
    for seed in range(12):
        match, _ = turned_up(
            "X3 H20 H21",
            players=3,
            data=data,
            seed=seed,
            A={"sled": FULL},
            B={"hand": "H40 H38"},
            C={"hand": "H41 H37"},
        )
        play(match, "B pick H40", "C pick H41")
        events = play(match, "A pick H03")
        kept = of_kind(events, "kept")
        if kept:
            assert kept[0]["seat"] == "A"
            assert seat(match, "A").hand.huskies == (kept[0]["husky"],)
            assert hand(match, "A") == kept[0]["husky"]
            break
    else:
        raise AssertionError("H03 came back twelve times")
    assert (to_move(match), decision(match)) == ("B", "action")


@pytest.mark.rule("HD-RUL-46")
def test_a_single_participant_gets_the_own_card_back() -> None:
    match = prep(
        **LOOSE,
        A={"sled": "T1=H48 T2=H40", "hand": "H41", "mentors": 1},
        B=READY,
        day=2,
        decision="mentor",
        deck="X3 H20 ...",
    )
    play(match, "A mentor")
    twin = match.clone()
    play(match, "A pick H41")
    assert (hand(match, "A"), decision(match)) == ("H41", "action")
    play(twin, "A pick H40")
    assert decision(twin) == "settle"
    assert "place H40 T2" in legal(twin)  # the old slot always fits
    play(twin, "A place H40 B2")
    assert sled(twin, "A") == "T1=H48 B2=H40"


@pytest.mark.rule("HD-RUL-46")
def test_without_a_participant_nothing_happens() -> None:
    match = prep(**LOOSE, A={"hand": "E", "mentors": 1}, B=READY, day=2, decision="mentor", deck="X3 H20 ...")
    events = play(match, "A mentor")
    assert told(events, "no_effect", "gave") == ["no_effect"]
    assert decision(match) == "action"


@pytest.mark.rule("HD-LOOSE-8", "HD-RUL-47")
def test_a_seat_without_huskies_is_left_out() -> None:
    match, _ = turned_up(
        "X3 H20 H21", players=3, A={"sled": "T1=H48"}, B={"hand": "H41 H40"}, C={"hand": "E E"}
    )
    play(match, "B pick H41")
    assert hand(match, "C") == "E E"
