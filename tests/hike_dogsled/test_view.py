"""What is seen by whom (ledger, chapter 6)."""

from __future__ import annotations

import re
from functools import partial
from typing import Any

import msgspec
import pytest

from hike_dogsled.helpers import (
    after,
    corrected,
    hand,
    legal,
    of_kind,
    own,
    plain,
    play,
    prep,
    race,
    seat,
    situations,
    view,
    view_bytes,
)
from hike_dogsled.naive_cards import Data, Sled
from hike_dogsled.test_against_naive import rough
from hike_dogsled.test_loose import turned_up
from trailmix.engine.record import SPECTATOR
from trailmix.games.hike_dogsled.view import Own

EXPERIENCED = " ".join(f"H{n:02}" for n in range(1, 20)) + " ..."
"""No youngster is turned up for a while."""
FULL = "T1=H01 T2=H02 T3=H03 T4=H04 B1=H05 B2=H06 B3=H07 B4=H08"


@pytest.mark.rule("HD-INFO-1")
def test_what_lies_open_in_preparations() -> None:
    match = prep(
        data=plain("SI", "SP"),
        players=3,
        day=3,
        track="L04 L11 L10 ? ? ? ? ?",
        centre="H20 Y1 E E C",
        A={"sled": "T1=H01 B2=Y2", "hand": "H30 E", "mentors": 2},
        B={"sled": FULL.replace("H0", "H1"), "declared": 2, "hand": "C E", "care_pile": 2, "tucked": "T3"},
        C={"hand": "H31 H32 C", "mentors": 1, "sled": "T1=H02"},
    )
    for viewer in (SPECTATOR, 0, 1, 2):
        shown = view(match, viewer)
        assert (shown.phase, shown.day, shown.last_day, shown.turn) == ("preparations", 3, 5, "A")
        assert shown.track == ("L04", "L11", "L10", *[None] * 5)
        assert shown.fields is None
        assert (shown.centre.huskies, shown.centre.equipment, shown.centre.care) == (("H20", "Y1"), 2, 1)
        assert [each.hand_size for each in shown.seats] == [2, 2, 3]
        assert [each.mentors for each in shown.seats] == [2, 0, 1]
        assert [len(each.care_pile) for each in shown.seats] == [3, 2, 3]
        assert [each.status for each in shown.seats] == ["unready", "ready", "unready"]
        assert [each.position for each in shown.seats] == [None, 0, None]
        assert shown.seats[0].sled["B2"].husky == "Y2"
        assert shown.seats[1].sled["T3"].equipped
        assert shown.seats[0].points == (1, 1, 0)
        on_hand = 2 + 2 + 3 + 2 + 8 + 1 + 1  # sleds, hands, one tucked
        assert shown.deck == 74 - 5 - on_hand + 1
        assert (shown.care_pile.singles, shown.care_pile.doubles) == (3, 6)


@pytest.mark.rule("HD-INFO-1")
def test_what_lies_open_in_the_race() -> None:
    match = race(
        "S* S S S S S S S S S",
        A=("S SI~ S! S+ / Y Y! I I", {"hand": "E C", "position": 2}),
        B=("S S S S / S S S S", {"position": 5, "hand": "D"}),
        care_pile=[4, 9],
        care_discards=[1, 2],
        discarded=3,
        day=2,
    )
    shown = view(match)
    assert (shown.phase, shown.day, shown.fields, shown.order) == ("race", 2, 10, ("A", "B"))
    first = shown.seats[0]
    assert {slot: one.state for slot, one in first.sled.items()} == {
        "T1": "ready", "T2": "tired", "T3": "rest", "T4": "ready",
        "B1": "ready", "B2": "rest", "B3": "ready", "B4": "ready",
    }  # fmt: skip
    assert (first.position, first.ready_huskies, first.printed) == (2, 5, 7)
    assert first.points == (3, 3, 0)  # without the one at rest
    assert (shown.care_pile.singles, shown.care_pile.doubles) == (4, 9)
    assert (shown.discards.equipment, shown.discards.singles, shown.discards.doubles) == (3, 1, 2)
    assert shown.equipment_fields == 1
    assert shown.terrain == (10, 0, 0)


@pytest.mark.rule("HD-INFO-2", "HD-RUL-2")
def test_nobody_sees_a_hand_that_is_not_the_own() -> None:
    match = prep(data=plain("S"), A={"hand": "H30 E"}, B={"hand": "H31 C"}, centre="H20")
    assert view(match).own is None
    assert hand(match, "B") == "H31 C"
    for viewer in (SPECTATOR, 0):
        assert b"H31" not in view_bytes(match, viewer)
    assert b"H30" not in view_bytes(match, 1)


@pytest.mark.rule("HD-INFO-2")
def test_what_a_seat_cannot_see_does_not_change_its_view() -> None:
    """Other hands, another deck, another track: the same bytes."""
    said: dict[str, Any] = {"centre": "H20", "players": 3, "A": {"hand": "H30 E", "sled": "T1=H21"}}
    one = prep(
        **said, B={"hand": "H31 C"}, C={"hand": "E E"}, deck="H40 H41 ...", track="L04 ? ? ? ? ? ? ?", seed=1
    )
    other = prep(
        **said, B={"hand": "Y1 E"}, C={"hand": "H32 C"}, deck="C Y2 ...", track="L04 ? ? ? ? ? ? ?", seed=2
    )
    assert view_bytes(one, 0) == view_bytes(other, 0)
    assert view_bytes(one) == view_bytes(other)
    assert view_bytes(one, 1) != view_bytes(other, 1)
    assert one.seen_by(0).tobytes() == other.seen_by(0).tobytes()


@pytest.mark.rule("HD-INFO-2", "HD-RUL-42", "HD-RUL-52")
def test_a_pick_is_seen_by_its_owner_only_until_the_last_is_in() -> None:
    hands: dict[str, Any] = {"A": {"hand": "H40 H42", "sled": "T1=H48"}, "B": {"hand": "H41 H43"}}
    first, _ = turned_up("X3 H20 H21", **hands)
    second, _ = turned_up("X3 H20 H21", **hands)
    said = play(first, "B pick H41") + play(second, "B pick H43")
    for viewer in (SPECTATOR, 0):
        assert view_bytes(first, viewer) == view_bytes(second, viewer)
        assert first.seen_by(viewer).tobytes() == second.seen_by(viewer).tobytes()
        assert not any(b"H4" in msgspec.json.encode(event.seen_by(viewer)) for event in said)
    assert (own(first, "B").pick, own(second, "B").pick) == ("H41", "H43")
    events = play(first, "A pick H40")
    assert {each["husky"] for each in of_kind(events, "gave")} == {"H40", "H41"}
    assert own(first, "B").pick is None


@pytest.mark.rule("HD-INFO-1", "HD-RUL-2")
def test_cards_taken_openly_are_shown_in_a_hand() -> None:
    match = prep(
        data=plain("S"), A={"hand": "H30 E"}, B={"sled": "T1=H47"}, centre="H20 E C", deck=EXPERIENCED
    )
    play(
        match, "A draft H20 hand", "B swap T1 H47 T1", "A draft E hand", "B swap T1 H47 T1", "A draft C hand"
    )
    shown = seat(match, "A").hand
    assert (shown.huskies, shown.equipment, shown.singles, shown.hidden) == (("H20",), 1, 1, 2)
    play(match, "B swap T1 H47 T1", "A place H20 T1")
    shown = seat(match, "A").hand
    assert (shown.huskies, shown.equipment, shown.singles, shown.hidden) == ((), 1, 1, 2)


@pytest.mark.rule("HD-INFO-3", "HD-RUL-15")
def test_the_hand_of_an_eliminated_seat_leaves_unseen() -> None:
    other = FULL.replace("H0", "H1")
    match = prep(
        data=plain("S"),
        players=3,
        day=5,
        A={"sled": FULL, "declared": 2, "care_pile": 0, "hand": "C D D"},
        B={"sled": other, "declared": 3, "care_pile": 1, "hand": "C D"},
        C={"sled": "T1=H21", "hand": "H30 E"},
        to_move="C",
    )
    events = play(match, "C swap T1 H21 T1")
    shown = seat(match, "C")
    assert (shown.status, shown.position) == ("eliminated", None)
    for viewer in (SPECTATOR, 0, 1):
        assert b"H30" not in view_bytes(match, viewer)
        assert b"H30" not in msgspec.json.encode([event.seen_by(viewer) for event in events])
    assert (view(match).deck, view(match).centre.huskies) == (0, ())


@pytest.mark.rule("HD-PLACE-3")
def test_the_view_says_which_edge_clashes_with_which_neighbour() -> None:
    """For every card that could be placed: compared with a sled that reckons by itself."""
    text = corrected(H01="rbbb:SI", H02="bbrr:S", H03="brbr:SS")
    match = prep(data=text, A={"sled": "T3=H01 B2=H02 B3=H03 B4=Y1", "hand": "H20 Y2"}, centre="H21 H22 Y3 E")
    sled = Sled(Data.read(text), 4, {"T3": "H01", "B2": "H02", "B3": "H03", "B4": "Y1"})
    shown = own(match, "A").clashes
    for husky in ("H20", "H21", "H22"):
        found: dict[str, set[str]] = {}
        for clash in shown.get(husky, ()):
            found.setdefault(clash.slot, set()).add(clash.neighbour)
            assert sled.neighbours(clash.slot)[clash.edge] == clash.neighbour
        for slot in sled.vacant():
            assert found.get(slot, set()) == sled.clashes(husky, slot)
    assert "Y2" not in shown
    assert own(match, "B").clashes == {}


def slots_without_clash(mine: Own, vacant: set[str], husky: str, lifted: str = "") -> set[str]:
    """Those of the vacant slots, with the one that is lifted, in which no edge of a husky clashes."""
    clashes = {each.slot for each in mine.clashes.get(husky, ()) if each.neighbour != lifted}
    return (vacant | ({lifted} if lifted else set())) - clashes


@pytest.mark.rule("HD-PLACE-3", "HD-SWAP-1")
@pytest.mark.parametrize("players", [3, 6])
def test_a_vacant_slot_without_a_clash_fits(players: int) -> None:
    """At any time, for every card: what the clashes tell is what may be played, swaps included."""
    seen = 0
    for match in situations(players, players, 2, data=rough(players)):
        if view(match).decision != "action":
            continue
        name = view(match).turn or ""
        mine, slots, options = own(match, name), seat(match, name).sled, legal(match)
        vacant = {slot for slot, one in slots.items() if one.husky is None}
        fits = partial(slots_without_clash, mine, vacant)
        seen += 1
        wanted = {f"draft {husky} {slot}" for husky in view(match).centre.huskies for slot in fits(husky)}
        wanted |= {f"place {husky} {slot}" for husky in mine.hand.huskies for slot in fits(husky)}
        for lifted, one in slots.items():
            for husky in (*mine.hand.huskies, one.husky) if one.husky else ():
                wanted |= {f"swap {lifted} {husky} {slot}" for slot in fits(husky, lifted)}
        assert {action for action in options if not action.endswith("hand")} == wanted
    assert seen > 10


def test_prompts_are_sentences() -> None:
    decisions = set()
    for seed in range(3):
        for match in situations(4, seed, 3, loose=True):
            prompt = match.prompt()
            assert prompt.endswith((".", "?"))
            assert "{" not in prompt
            decisions.add(view(match).decision)
    assert decisions >= {"mentor", "action", "bonus", "declare", "step", "pick"}


@pytest.mark.parametrize(
    ("hand", "told"),
    [("", ["A is ready."]), ("H40", ["A is ready.", "A gives back to the centre: Krivuljec (H40)."])],
)
def test_only_huskies_that_are_given_back_are_told(hand: str, told: list[str]) -> None:
    match = prep(data=plain("S"), A={"sled": FULL, "hand": hand})
    events = play(match, "A swap T1 H01 T1", "A ready")
    said = [match.say(event.message) for event in events if event.kind in ("readied", "gave_back")]
    assert said == told


def test_no_sentence_speaks_in_codes() -> None:
    """Huskies have names, beside which a terminal needs what it draws; slots are told as places."""
    for seed in range(3):
        match = after(4, seed, 10_000, loose=True)
        for event in match.events:
            said = match.say(event.message)
            assert not re.search(r"\b[TBLX]\d+\b|(?<!\()\b[HY]\d+\b| -\.", said), said


def test_events_are_sentences() -> None:
    match = after(4, 3, 10_000, loose=True)
    kinds = set()
    for event in match.events:
        for viewer in (SPECTATOR, 0):
            said = match.say(event.seen_by(viewer).message)
            assert said.endswith(".")
            assert "{" not in said
        kinds.add(event.kind)
    assert len(kinds) > 15
