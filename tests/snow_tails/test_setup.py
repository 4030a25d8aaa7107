"""Setup: course, sleds, mats, placing, the first hands (ledger, chapter 3.1 and ST-FLOW-1)."""

from __future__ import annotations

import random
from collections import Counter
from itertools import permutations

import pytest

from chance import is_fair
from snow_tails.helpers import (
    SEATS,
    cards,
    deal,
    dents,
    hand,
    legal,
    mat,
    order,
    own,
    play_on,
    refusal,
    seat,
    setup,
    space,
    started,
    table,
    to_move,
    view,
)
from snow_tails.tracks import DATA


@pytest.mark.rule("ST-SETUP-1", "ST-SETUP-2")
def test_the_usual_course_is_the_nutcracker_and_any_other_may_be_chosen() -> None:
    assert [course.name for course in table(deal(2)).courses] == ["The Nutcracker"]
    assert table(deal(2)).courses[0].line == "start S S CL S UR S CL S S finish:R"
    first_race = deal(2, 7, "Bruce's Nightmare")  # special pieces at once: advised against, not forbidden
    assert [course.name for course in table(first_race).courses] == ["Bruce's Nightmare"]
    assert legal(first_race) == {f"start {n}" for n in range(1, 6)}


@pytest.mark.rule("ST-SETUP-3")
@pytest.mark.parametrize(("course", "lanes"), [("nutcracker", "12345"), ("hobbit", "54321")])
def test_start_space_1_is_on_the_inside_of_the_first_bend(course: str, lanes: str) -> None:
    match = started(5, [1, 2, 3, 4, 5], course)
    assert [space(match, name) for name in SEATS] == [f"0.{lane}.1" for lane in lanes]


@pytest.mark.rule("ST-SETUP-4")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_everyone_has_a_sled_a_mat_and_a_deck_in_one_colour(players: int) -> None:
    match = deal(players)
    colours = [each.colour for each in view(match).seats]
    assert len(set(colours)) == players
    assert tuple(colours) == table(match).colours
    assert set(colours) <= set(DATA.colours)
    assert [each.pile for each in view(match).seats] == [20] * players


@pytest.mark.rule("ST-SETUP-5", "ST-SETUP-12", "WE-1")
def test_a_mat_starts_with_its_printed_threes_and_without_a_dent() -> None:
    match = deal(3)
    for name in "ABC":
        shown = seat(match, name)
        assert mat(match, name) == "3/3/3"
        assert (shown.speed, shown.drift, shown.side) == (3, 0, None)
        assert not shown.left.card
        assert not shown.right.card
        assert cards(shown.left.covered) == cards(shown.right.covered) == ""
        assert shown.dents == 0


@pytest.mark.rule("ST-SETUP-6", "ST-SETUP-9")
def test_the_whole_deck_is_the_draw_pile_until_all_sleds_are_placed() -> None:
    match = deal(3)
    for number in (4, 5, 3):
        for each in view(match).seats:
            assert (each.pile, each.hand_size, cards(each.discards)) == (20, 0, "")
            assert cards(own(match, each.seat).pile) == "11112222333344445555"
        match.play(f"start {number}")
    assert sorted(each.hand_size for each in view(match).seats) == [5, 6, 7]
    for each in view(match).seats:
        assert each.pile == 20 - each.hand_size
        assert sorted(cards(own(match, each.seat).pile) + hand(match, each.seat)) == list(
            "11112222333344445555"
        )


@pytest.mark.rule("ST-SETUP-7")
def test_the_placing_order_is_random_and_comes_from_the_seed() -> None:
    seen = Counter(order(deal(3, seed)) for seed in range(900))
    assert is_fair([seen["".join(each)] for each in permutations("ABC")])
    assert order(deal(3, 5)) == order(deal(3, 5))


@pytest.mark.rule("ST-SETUP-8", "ST-FLOW-1")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_in_that_order_everyone_takes_any_free_start_space(players: int) -> None:
    match = deal(players, 11)
    for number, name in enumerate(view(match).order):
        assert (to_move(match), view(match).decision, view(match).round) == (name, "start", 0)
        free = {1, 2, 3, 4, 5} - {5 - n for n in range(number)}
        assert legal(match) == {f"start {n}" for n in free}
        assert set(view(match).free_starts) == free
        match.play(f"start {5 - number}")
    assert (view(match).decision, view(match).round) == ("play", 1)
    assert len(match.moves) == players


@pytest.mark.rule("ST-SETUP-8", "ST-FLOW-1", "ST-FLOW-6")
def test_the_fifth_of_five_has_no_choice() -> None:
    match = deal(5, 11)
    for number in (2, 5, 1, 3):
        match.play(f"start {number}")
    assert view(match).decision == "play"
    assert sorted(space(match, name) or "" for name in SEATS) == [f"0.{lane}.1" for lane in range(1, 6)]
    events = [event for event in match.events if event.kind == "started"]
    assert [event.values["number"] for event in events] == [2, 5, 1, 3, 4]


@pytest.mark.rule("ST-SETUP-8")
def test_a_start_space_is_taken_once_and_gaps_may_stay() -> None:
    match = deal(2)
    match.play("start 3")
    assert "taken" in refusal(match, "start 3")
    match.play("start 5")
    assert {space(match, "A"), space(match, "B")} == {"0.3.1", "0.5.1"}


@pytest.mark.rule("ST-SETUP-9")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_first_hand_depends_on_the_start_space_alone(players: int) -> None:
    sizes = {1: 5, 2: 5, 3: 5, 4: 6, 5: 7}
    for first in (1, 2, 3, 4, 5):
        starts = [(first + n - 1) % 5 + 1 for n in range(players)]
        match = started(players, starts)
        for name, number in zip(SEATS, starts, strict=False):
            assert seat(match, name).hand_size == len(hand(match, name)) == sizes[number]


@pytest.mark.rule("ST-SETUP-6")
def test_decks_are_well_shuffled() -> None:
    seen = Counter[int]()
    for seed in range(150):
        match = deal(2, seed)
        match.play("start 1")
        match.play("start 2")
        seen.update(int(card) for name in "AB" for card in hand(match, name))
    assert is_fair([seen[value] for value in range(1, 6)])
    assert len({hand(play_on(deal(2, seed), random.Random(0), 2), "A") for seed in range(20)}) > 10


@pytest.mark.rule("ST-SETUP-10", "ST-R-46")
@pytest.mark.parametrize(
    ("course", "saplings"),
    [
        ("start T finish:L", {"1.2.2", "1.5.2", "1.1.4", "1.3.4", "1.4.5"}),
        ("start S(2.3,4.5) T() H(3.3) finish:L", {"1.2.3", "1.4.5", "3.3.3"}),
        ("start S CL finish:L", set()),
    ],
)
def test_a_sapling_stands_on_every_marked_space(course: str, saplings: set[str]) -> None:
    shape = table(deal(2, 7, course)).courses[0].shape
    assert {each.name for each in shape.spaces if each.sapling is not None} == saplings
    assert view(deal(2, 7, course)).felled == ()


@pytest.mark.rule("ST-SETUP-11")
def test_nothing_of_the_course_changes_but_sleds_and_saplings() -> None:
    match = deal(3, 4, "dagger")
    before, table_before = match.table_json(), setup(3, "dagger").table.tobytes()
    play_on(match, random.Random(4))
    assert match.over
    assert match.table_json() == before
    assert setup(3, "dagger").table.tobytes() == table_before


@pytest.mark.rule("ST-SETUP-12", "ST-R-15")
def test_nobody_starts_with_a_dent() -> None:
    match = started(5, [1, 2, 3, 4, 5])
    assert [dents(match, name) for name in SEATS] == [0] * 5
