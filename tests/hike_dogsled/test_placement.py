"""Slots, neighbours and edges (ledger, HD-DEF-1 to -3 and HD-PLACE)."""

from __future__ import annotations

import itertools

import pytest

from hike_dogsled.helpers import SHIPPED, corrected, legal, own, plain, play, prep, refusal, sled, table

THREE_COLOURS = SHIPPED.replace('r = "rose"', 'r = "rose"\ng = "green"')
OPPOSITE = {"left": "right", "right": "left", "top": "bottom", "bottom": "top"}


def places(match: object, husky: str) -> set[str]:
    """The slots into which a husky of the hand may be put."""
    return {action.split()[2] for action in legal(match, f"place {husky} ")}  # type: ignore[arg-type]


def edged(**colours: str) -> str:
    """Edges in the order left, right, top, bottom; blue where nothing is said."""
    return "".join(colours.get(side, "b") for side in ("left", "right", "top", "bottom"))


@pytest.mark.rule("WE-1", "HD-PLACE-3", "HD-PLACE-4", "HD-PLACE-6")
def test_worked_example_1() -> None:
    data = corrected(H01="rbbb:SI", H02="bbrr:S", H03="brbr:SS", H04="brbr:SI")
    match = prep(data=data, A={"sled": "T3=H01 B2=H02 B3=H03 B4=Y1", "hand": "H04"})
    assert places(match, "H04") == {"T1", "T2", "T4"}
    clashes = {(each.slot, each.edge, each.neighbour) for each in own(match, "A").clashes["H04"]}
    assert ("B1", "right", "B2") in clashes
    assert not {"T1", "T2", "T4"} & {slot for slot, _, _ in clashes}
    assert "right" in refusal(match, "place H04 B1")


@pytest.mark.rule("HD-DEF-1")
@pytest.mark.parametrize(("players", "columns"), [(2, 4), (3, 4), (4, 4), (5, 3), (6, 3)])
def test_a_sled_has_two_rows_of_four_or_three(players: int, columns: int) -> None:
    match = prep(players=players, A={"hand": "Y1"})
    slots = [f"{row}{column}" for row in "TB" for column in range(1, columns + 1)]
    assert list(table(match).slots) == slots
    assert places(match, "Y1") == set(slots)
    assert table(match).columns == columns


@pytest.mark.rule("HD-DEF-1")
def test_a_small_sled_has_no_fourth_column() -> None:
    match = prep(players=5, A={"hand": "Y1"})
    assert refusal(match, "place Y1 T4").endswith(".")
    assert refusal(match, "place Y1 B4").endswith(".")


@pytest.mark.rule("HD-DEF-2")
@pytest.mark.parametrize("columns", [4, 3])
def test_neighbours_touch_in_a_row_or_a_column(columns: int) -> None:
    neighbours = table(prep(players=2 if columns == 4 else 6)).neighbours
    for slot, around in neighbours.items():
        row, column = slot[0], int(slot[1])
        wanted = {"bottom": f"B{column}"} if row == "T" else {"top": f"T{column}"}
        if column > 1:
            wanted["left"] = f"{row}{column - 1}"
        if column < columns:
            wanted["right"] = f"{row}{column + 1}"
        assert around == wanted
        assert len(around) in (2, 3)
        assert all(neighbours[other][OPPOSITE[side]] == slot for side, other in around.items())


@pytest.mark.rule("HD-DEF-2", "HD-PLACE-3")
def test_a_diagonal_does_not_matter() -> None:
    data = plain("S", "S")
    match = prep(data=corrected(data, H02="rrrr:S"), A={"sled": "T1=H01", "hand": "H02"})
    assert places(match, "H02") == {"T3", "T4", "B2", "B3", "B4"}


@pytest.mark.rule("HD-PLACE-3", "HD-PLACE-2")
@pytest.mark.parametrize("side", ["left", "right", "top", "bottom"])
@pytest.mark.parametrize("colours", list(itertools.product("brg", repeat=2)), ids="".join)
def test_touching_edges_have_the_same_colour(side: str, colours: tuple[str, str]) -> None:
    """H02 lies at one side of the slot for H01: only the two edges that touch matter."""
    own_colour, other_colour = colours
    odd = {each: "r" for each in OPPOSITE}
    text = corrected(
        THREE_COLOURS,
        H01=f"{edged(**{side: own_colour})}:S",
        H02=f"{edged(**odd | {OPPOSITE[side]: other_colour})}:S",
    )
    target = "B2" if side == "top" else "T2"
    lying = {"left": "T1", "right": "T3", "top": "T2", "bottom": "B2"}[side]
    match = prep(data=text, A={"sled": f"{lying}=H02", "hand": "H01"})
    assert (target in places(match, "H01")) == (own_colour == other_colour)


@pytest.mark.rule("HD-PLACE-3")
def test_every_neighbour_has_to_match() -> None:
    """T2 between T1, T3 and B2: one edge that clashes is enough."""
    for wrong in ("left", "right", "bottom"):
        text = corrected(plain("S"), H01=f"{edged(**{wrong: 'r'})}:S")
        match = prep(data=text, A={"sled": "T1=H02 T3=H03 B2=H04", "hand": "H01 H05"})
        assert "T2" not in places(match, "H01")
        assert "T2" in places(match, "H05")
        assert [each.edge for each in own(match, "A").clashes["H01"] if each.slot == "T2"] == [wrong]


@pytest.mark.rule("HD-PLACE-4")
def test_vacant_slots_youngsters_and_the_outside_do_not_matter() -> None:
    text = corrected(plain("S"), H01="rrrr:S")
    match = prep(data=text, A={"sled": "T2=Y1 B1=Y2 B3=Y3", "hand": "H01"})
    assert places(match, "H01") == {"T1", "T3", "T4", "B2", "B4"}


@pytest.mark.rule("HD-PLACE-5", "HD-PLACE-4")
def test_a_youngster_fits_everywhere() -> None:
    text = corrected(plain("S"), H02="rrrr:S")
    match = prep(data=text, A={"sled": "T1=H01 T3=H02 B2=H03", "hand": "Y1"})
    assert places(match, "Y1") == {"T2", "T4", "B1", "B3", "B4"}


@pytest.mark.rule("HD-PLACE-1")
def test_only_vacant_slots_are_filled() -> None:
    match = prep(data=plain("S"), A={"sled": "T1=H01 B2=Y1", "hand": "H02 Y2"}, centre="H03")
    assert places(match, "H02") == places(match, "Y2") == {"T2", "T3", "T4", "B1", "B3", "B4"}
    assert not legal(match, "draft H03 T1")
    assert refusal(match, "place H02 T1").endswith(".")
    assert refusal(match, "draft H03 B2").endswith(".")


@pytest.mark.rule("HD-PLACE-1", "HD-PLACE-7")
def test_only_the_card_that_is_placed_is_checked() -> None:
    """A youngster between two that do not match is no bridge: cards are judged pair by pair."""
    text = corrected(plain("S"), H02="rrrr:S")
    match = prep(data=text, A={"sled": "T1=H01 T2=Y1", "hand": "H02"})
    play(match, "A place H02 T3")
    assert sled(match, "A") == "T1=H01 T2=Y1 T3=H02"


@pytest.mark.rule("HD-PLACE-2")
def test_a_card_is_never_turned() -> None:
    """Rbrr would fit at the right of H01 if it were turned or mirrored."""
    text = corrected(plain("S"), H02="rbrr:S")
    match = prep(data=text, A={"sled": "T1=H01", "hand": "H02"})
    assert "T2" not in places(match, "H02")
    assert legal(match, "place H02 T2") == set()
    assert refusal(match, "place H02 T2 mirrored").endswith(".")


@pytest.mark.rule("HD-DEF-3")
def test_only_huskies_go_into_a_sled() -> None:
    match = prep(A={"hand": "E C H01"}, centre="E C Y1", decision="action")
    cards = {action.split()[1] for action in legal(match) if not action.endswith("hand")}
    assert cards == {"H01", "Y1"}
    for action in ("place E T1", "place C T1", "draft E T1", "draft C T1", "place D T1", "place X1 T1"):
        assert refusal(match, action).endswith(".")
