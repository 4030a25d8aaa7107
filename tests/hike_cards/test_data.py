"""HC-DATA: follow rows, numbers and targets come from the data file or an option, never from the code."""

from __future__ import annotations

import tomllib
from typing import Any, cast

import pytest

import trailmix
from hike_cards.helpers import EVERY_SUIT, SHIPPED, SPECIALTIES, SUITS, at, legal, play, points, view
from trailmix.engine.errors import BadData, BadOption
from trailmix.games.hike_cards.view import TableView

FOLLOW = {suit: line["next"] for suit, line in tomllib.loads(SHIPPED)["suit"].items()}
SHIFTED = {suit: [SUITS[(n + step) % 7] for step in (0, 2, 3)] for n, suit in enumerate(SUITS)}
"""Another table: every suit may follow itself, and most rows have nothing in common with the shipped ones."""


def with_row(suit: str, row: str) -> str:
    """The shipped data with another row."""
    shipped = ", ".join(f'"{each}"' for each in FOLLOW[suit])
    assert SHIPPED.count(f"{suit} ") and f"[{shipped}]" in SHIPPED
    lines = [
        line.replace(f"[{shipped}]", row) if line.startswith(suit) else line for line in SHIPPED.splitlines()
    ]
    return "\n".join(lines)


def table_view(**said: Any) -> TableView:
    return cast(TableView, trailmix.new("hike_cards", 4, 1, **said).table_view())


@pytest.mark.rule("HC-DATA-1", "HC-PLAY-3")
@pytest.mark.parametrize("suit", SUITS)
def test_the_rows_of_the_file_are_followed(suit: str) -> None:
    match = at(f"{suit}:C", A=EVERY_SUIT, B="?*3", C="?*3")
    assert legal(match) == set(FOLLOW[suit])
    assert set(view(match).follow) == set(FOLLOW[suit])


@pytest.mark.rule("HC-DATA-1", "HC-DATA-2")
@pytest.mark.parametrize("suit", SUITS)
def test_another_table_is_followed_as_an_option(suit: str) -> None:
    match = at(f"{suit}:C", A=f"{EVERY_SUIT} wind", B="?*3", C="?*3", options={"follow": SHIFTED})
    assert legal(match) == set(SHIFTED[suit]) | {f"wind={follower}" for follower in SHIFTED[suit]}
    assert suit in legal(match), "a suit may list itself"


@pytest.mark.rule("HC-DATA-1")
def test_another_file_is_followed() -> None:
    data = with_row("peak", '["bug", "lake", "peak"]')
    match = at("peak:C", A=EVERY_SUIT, B="?*3", C="?*3", data=data)
    assert legal(match) == {"bug", "lake", "peak"}
    assert legal(at("bird:C", A=EVERY_SUIT, B="?*3", C="?*3", data=data)) == set(FOLLOW["bird"])


@pytest.mark.rule("HC-DATA-1")
def test_hand_size_bonus_and_targets_are_read() -> None:
    text = SHIPPED.replace("hand_size = 7", "hand_size = 5").replace("empty_bonus = 3", "empty_bonus = 9")
    text = text.replace("4 = 25", "4 = 66")
    table = table_view(data=text)
    assert (table.hand_size, table.bonus, table.target) == (5, 9, 66)
    match = trailmix.new("hike_cards", 4, 1, data=text)
    assert [seat.hand_size for seat in view(match).seats] == [5] * 4
    assert (view(match).deck, view(match).target) == (60, 66)
    ending = at("lake:C", A="bug", left="B C", leftovers={"B": "tree*4", "C": "tree*3"}, data=text)
    assert points(play(ending, "A bug")) == [7 + 9, 0, 0]


@pytest.mark.rule("HC-DATA-1")
def test_the_number_of_copies_is_read() -> None:
    """Other numbers of cards than 80 are another game: they are refused, and by the file's figures."""
    with pytest.raises(BadData, match="bird"):
        trailmix.new("hike_cards", 3, 1, data=SHIPPED.replace("copies = 10", "copies = 11", 1))
    with pytest.raises(BadData, match="avalanche"):
        trailmix.new("hike_cards", 3, 1, data=SHIPPED.replace("copies = 1 ", "copies = 2 ", 1))


@pytest.mark.rule("HC-DATA-2")
@pytest.mark.parametrize("suit", SUITS)
def test_a_table_without_a_row_is_refused_by_name(suit: str) -> None:
    rows = {name: row for name, row in SHIFTED.items() if name != suit}
    with pytest.raises(BadOption, match=rf"\b{suit}\b.*\.$"):
        trailmix.new("hike_cards", 3, 1, options={"follow": rows})


BAD_ROWS: list[Any] = [
    [],
    ["bird"],
    ["bird", "tree"],
    ["bird", "tree", "lake", "bug"],
    ["bird", "tree", "bird"],
    ["bird", "tree", "lake", "bird"],
    ["bird", "bird", "bird"],
    ["bird", "tree", "wind"],
    ["bird", "tree", "sun"],
    ["bird", "tree", "Lake"],
    ["bird", "tree", ""],
]


@pytest.mark.rule("HC-DATA-2")
@pytest.mark.parametrize("row", BAD_ROWS, ids=" ".join)
@pytest.mark.parametrize("suit", ["bird", "trail"])
def test_a_row_that_is_none_is_refused_by_name(suit: str, row: list[str]) -> None:
    with pytest.raises(BadOption, match=rf"\b{suit}\b.*\.$"):
        trailmix.new("hike_cards", 3, 1, options={"follow": {**SHIFTED, suit: row}})
    with pytest.raises(BadData, match=rf"\b{suit}\b.*\.$"):
        trailmix.new("hike_cards", 3, 1, data=with_row(suit, repr(row).replace("'", '"')))


@pytest.mark.rule("HC-DATA-2")
@pytest.mark.parametrize(
    "follow",
    [
        {"moss": ["bird", "tree", "lake"]},
        {"wind": ["bird", "tree", "lake"]},
        {"": ["bird", "tree", "lake"]},
        {"bird": "bird tree lake"},
        {"bird": [1, 2, 3]},
        {"bird": None},
        ["bird", "tree", "lake"],
        "bird",
        7,
    ],
    ids=str,
)
def test_what_is_no_table_is_refused_in_a_sentence(follow: Any) -> None:
    with pytest.raises(BadOption) as refused:
        trailmix.new("hike_cards", 3, 1, options={"follow": follow})
    assert str(refused.value)[0].isupper()
    assert str(refused.value).endswith(".")


@pytest.mark.rule("HC-DATA-2")
def test_a_file_without_a_row_is_refused() -> None:
    text = "\n".join(line for line in SHIPPED.splitlines() if not line.startswith("trail"))
    with pytest.raises(BadData, match="trail"):
        trailmix.new("hike_cards", 3, 1, data=text)
    text = SHIPPED.replace(
        "[specialty]", 'moss = { name = "Moss", copies = 10, next = ["bird", "bug", "tree"] }\n[specialty]'
    )
    with pytest.raises(BadData, match="moss"):
        trailmix.new("hike_cards", 3, 1, data=text)


@pytest.mark.rule("HC-DATA-3", "R-02")
def test_the_ten_cards_of_a_suit_are_one_option_with_one_row() -> None:
    """Alone, A lays Bird on Bird nine times: whichever it is, the same row follows."""
    match = at("bird:C", A="bird*9 tree", left="B C", leftovers={"B": "bug", "C": "bug"})
    for _ in range(8):
        assert match.legal() == ["bird", "tree"]
        assert set(view(match).follow) == set(FOLLOW["bird"])
        play(match, "A bird")
    play(match, "A bird")
    assert match.legal() == ["tree"]


@pytest.mark.rule("HC-DATA-1", "HC-DATA-3")
def test_the_table_view_is_the_file() -> None:
    said, table = tomllib.loads(SHIPPED), table_view()
    assert list(table.cards) == [*SUITS, *SPECIALTIES]
    for card, line in (said["suit"] | said["specialty"]).items():
        shown = table.cards[card]
        assert (shown.name, shown.copies) == (line["name"], line["copies"])
        assert (list(shown.follow) if shown.follow else None) == line.get("next")
        assert shown.source == line.get("source")
    assert (table.hand_size, table.bonus, table.target) == (7, 3, 25)


def test_a_row_of_the_matchs_own_says_so() -> None:
    table = table_view(options={"follow": SHIFTED})
    for suit in SUITS:
        assert (table.cards[suit].follow, table.cards[suit].source) == (tuple(SHIFTED[suit]), "option")


BAD_DATA = [
    ("", "suit|slug|format"),
    ("x", "TOML"),
    (SHIPPED.replace("hand_size = 7", "hand_size = 0"), "hand_size"),
    (SHIPPED.replace("hand_size = 7", "hand_size = 11"), "hand_size"),
    (SHIPPED.replace("hand_size = 7", 'hand_size = "7"'), "hand_size"),
    (SHIPPED.replace("empty_bonus = 3", "empty_bonus = -1"), "empty_bonus"),
    (SHIPPED.replace("empty_bonus = 3", "empty_bonus = 1.5"), "empty_bonus"),
    (SHIPPED.replace("3 = 25\n", ""), "target"),
    (SHIPPED.replace("3 = 25\n", "3 = 0\n"), "target"),
    (SHIPPED.replace('slug      = "hike_cards"', 'slug = "alpina"'), "alpina|slug"),
    (SHIPPED.replace("format    = 1", "format = 2"), "format"),
    (SHIPPED.replace("litter     = {", "rubbish = {"), "rubbish|litter"),
]


@pytest.mark.parametrize(("text", "names"), BAD_DATA, ids=range(len(BAD_DATA)))
def test_a_file_that_cannot_be_played_is_refused_in_a_sentence(text: str, names: str) -> None:
    assert text != SHIPPED
    with pytest.raises(BadData, match=names) as refused:
        trailmix.new("hike_cards", 3, 1, data=text)
    assert str(refused.value).endswith(".")


@pytest.mark.parametrize("target", [0, -1, 1001, 1.5, "25", True])
def test_a_target_that_is_none_is_refused(target: Any) -> None:
    with pytest.raises(BadOption, match=r"target.*\.$"):
        trailmix.new("hike_cards", 3, 1, options={"target": target})
