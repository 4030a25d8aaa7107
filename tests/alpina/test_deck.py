"""The data file: AL-DECK."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import pytest

import trailmix
from alpina.helpers import SHIPPED, at, card_line, corrected, deck, judged, of_faces
from trailmix.engine.errors import BadData
from trailmix.games.alpina import data


def line_of(card_id: str, text: str = SHIPPED) -> int:
    """The number of the line where a card of the shipped file stands."""
    return next(n for n, line in enumerate(text.splitlines(), 1) if f'id="{card_id}"' in line)


def refused(text: str) -> str:
    """Load what must be refused; returns the sentence."""
    with pytest.raises(BadData) as caught:
        trailmix.new("alpina", data=text)
    return str(caught.value)


@pytest.mark.rule("AL-DECK-1", "AL-COMP-1")
def test_the_shipped_deck_has_the_counts_of_the_ledger() -> None:
    faces = Counter((card["animal"], card["land"]) for card in deck().values())
    assert faces == {
        ("nutcracker", "mountain"): 7,
        ("nutcracker", "lake"): 6,
        ("nutcracker", "forest"): 6,
        ("chamois", "mountain"): 6,
        ("chamois", "lake"): 6,
        ("chamois", "forest"): 6,
        ("frog", "mountain"): 6,
        ("frog", "lake"): 7,
        ("frog", "forest"): 6,
    }
    assert Counter(card["animal"] for card in deck().values()) == {
        "nutcracker": 19,
        "chamois": 18,
        "frog": 19,
    }
    assert Counter(card["land"] for card in deck().values()) == {"mountain": 19, "lake": 19, "forest": 18}
    assert Counter(card["src"] for card in deck().values()) == {"GIVEN": 11, "FOUND": 3, "RECONSTRUCTED": 42}


@pytest.mark.rule("AL-DECK-1", "AL-DECK-4")
def test_the_counts_are_no_condition_on_a_corrected_file() -> None:
    text = corrected({card_id: {"animal": "chamois", "land": "lake"} for card_id in deck()})
    assert len(trailmix.new("alpina", data=text, seed=1).legal()) == 24


@pytest.mark.rule("AL-DECK-2")
@pytest.mark.parametrize("number", [55, 57, 0])
def test_another_number_of_cards_is_refused(number: int) -> None:
    cards = [card_line(card) for card in deck().values()]
    cards.append(card_line({**deck()["N01"], "id": "X1"}))
    text = SHIPPED[: SHIPPED.index("card = [")] + "card = [\n" + "\n".join(cards[:number]) + "\n]\n"
    assert refused(text) == f"The deck has {number} cards; Alpina is played with 56."


@pytest.mark.rule("AL-DECK-2")
def test_an_id_twice_is_refused_naming_the_second() -> None:
    text = SHIPPED.replace('id="F07"', 'id="N03"')
    assert (
        refused(text) == f"Card N03 (line {line_of('F07')}) has an ID that is taken: every card has its own."
    )


@pytest.mark.rule("AL-DECK-2")
@pytest.mark.parametrize("card_id", ["N-1", "N 1", "", "Ä1", "N01@", "*"])
def test_an_id_of_anything_but_letters_and_digits_is_refused(card_id: str) -> None:
    text = SHIPPED.replace('id="N05"', f'id="{card_id}"')
    assert refused(text) == f"Card {card_id} (line {line_of('N05')}): an ID is made of letters and digits."


@pytest.mark.rule("AL-DECK-2")
@pytest.mark.parametrize("field", ["animal", "land", "base", "per", "count", "where", "src"])
def test_a_missing_field_is_refused_naming_card_line_and_field(field: str) -> None:
    text = corrected({"C11": {field: None}})
    sentence = refused(text.replace("id = 'C11'", 'id = "C11"'))
    assert sentence == f"Card C11 (line {line_of('C11')}): Object missing required field `{field}`."


@pytest.mark.rule("AL-DECK-2")
def test_a_card_without_an_id_is_named_by_its_number() -> None:
    assert refused(SHIPPED.replace('id="N02", ', "")) == (
        "Card number 2 of the deck: Object missing required field `id`."
    )


@pytest.mark.rule("AL-DECK-2")
def test_self_may_be_missing_and_an_unknown_field_may_not_be_there() -> None:
    text = corrected({"C06": {"self": None}})
    assert not trailmix.new("alpina", data=text, seed=1).setup.data.cards[deck_index("C06")].own
    assert refused(corrected({"C06": {"colour": "red"}})) == (
        f"Card C06 (line {line_of('C06')}): Object contains unknown field `colour`."
    )


def deck_index(card_id: str) -> int:
    return list(deck()).index(card_id)


WRONG_FIELDS = [
    ({"animal": "bear"}, "Invalid enum value 'bear' - at `$.animal`."),
    ({"land": "sea"}, "Invalid enum value 'sea' - at `$.land`."),
    ({"animal": 3}, "Expected `str`, got `int` - at `$.animal`."),
    ({"count": "bears"}, "count = 'bears' is none of nutcracker, chamois, frog, mountain, lake, forest, "),
    ({"count": "hikers-on-bears"}, "count = 'hikers-on-bears' is none of "),
    ({"where": "nowhere"}, "where = 'nowhere' is none of row, column, cross, left, right, above, below, "),
    ({"where": "Row"}, "where = 'Row' is none of "),
    ({"src": "GUESSED"}, "src = 'GUESSED' is none of GIVEN, FOUND, RECONSTRUCTED, BOX."),
    ({"base": -1}, "base = -1 is not a whole number from 0 to 1000000."),
    ({"per": -2}, "per = -2 is not a whole number from 0 to 1000000."),
    ({"per": 1_000_001}, "per = 1000001 is not a whole number from 0 to 1000000."),
    ({"base": 1.5}, "Expected `int`, got `float` - at `$.base`."),
    ({"per": "2"}, "Expected `int`, got `str` - at `$.per`."),
    ({"base": True}, "Expected `int`, got `bool` - at `$.base`."),
    ({"self": 1}, "Expected `bool`, got `int` - at `$.self`."),
    ({"self": "true"}, "Expected `bool`, got `str` - at `$.self`."),
    ({"where": "connected", "count": "hikers"}, "'connected' counts an animal or a landscape, not 'hikers'."),
    (
        {"where": "connected", "count": "land-types"},
        "'connected' counts an animal or a landscape, not 'land-types'.",
    ),
    (
        {"where": "connected", "count": "hikers-on-lake"},
        "'connected' counts an animal or a landscape, not 'hikers-on-lake'.",
    ),
]


@pytest.mark.rule("AL-DECK-2")
@pytest.mark.parametrize(
    ("fields", "sentence"), WRONG_FIELDS, ids=[str(fields) for fields, _ in WRONG_FIELDS]
)
def test_a_wrong_field_is_refused_naming_card_and_line(fields: dict[str, Any], sentence: str) -> None:
    found = refused(corrected({"F12": fields}))
    assert found.startswith(f"Card F12 (line {line_of('F12')}): {sentence}")


@pytest.mark.rule("AL-DECK-2", "AL-SETUP-2")
def test_a_deck_without_a_chamois_is_refused() -> None:
    text = corrected({card_id: {"animal": "frog"} for card_id in deck() if card_id.startswith("C")})
    assert refused(text) == "The deck has no chamois, and the start card is one."


UNUSABLE = "The Alpina data cannot be used: "
FIGURES = [
    (
        "players = [2, 3, 4]",
        "players = [2, 3]",
        "[game] says players = [2, 3]; by the rules it is [2, 3, 4].",
    ),
    ("grid_size = 5", "grid_size = 6", "[game] says grid_size = 6; by the rules it is 5."),
    ("grid_size = 5\n", "", "[game] lacks grid_size = 5."),
    ("hand_size = 6", "hand_size = 7", "[game] says hand_size = 7; by the rules it is 6."),
    (
        'start_animal = "chamois"',
        'start_animal = "frog"',
        "[game] says start_animal = frog; by the rules it is chamois.",
    ),
    (
        "hikers_per_colour = 8",
        "hikers_per_colour = 9",
        "[game] says hikers_per_colour = 9; by the rules it is 8.",
    ),
    (
        "4 = 4 }",
        "4 = 5 }",
        "[game] says hikers_by_players = {'2': 8, '3': 5, '4': 5}; "
        "by the rules it is {'2': 8, '3': 5, '4': 4}.",
    ),
    ('"purple", "red"]', '"purple"]', "[game] needs colours: 4 different names."),
    ('"purple", "red"]', '"purple", "purple"]', "[game] needs colours: 4 different names."),
    ('"purple", "red"]', '"purple", "red", "pink"]', "[game] needs colours: 4 different names."),
    ('"purple", "red"]', '"purple", 4]', "[game] needs colours: 4 different names."),
    ('"purple", "red"]', '"purple", ""]', "[game] needs colours: 4 different names."),
    ("hand_size = 6", "hand_size = 6\nhands = 3", "[game] has an unknown field: hands."),
    ("[deck]", "[deck]\ncolour = 1", f"{UNUSABLE}Object contains unknown field `colour` - at `$.deck`."),
    ("data_version = 1", "data_version = 1\nmore = 2", f"{UNUSABLE}Object contains unknown field `more`."),
]


@pytest.mark.rule("AL-DECK-2", "AL-R-24")
@pytest.mark.parametrize(
    ("before", "after", "sentence"), FIGURES, ids=[after.strip() for _, after, _ in FIGURES]
)
def test_figures_other_than_the_rulebooks_are_refused(before: str, after: str, sentence: str) -> None:
    assert SHIPPED.count(before) == 1
    assert refused(SHIPPED.replace(before, after)) == sentence


@pytest.mark.rule("AL-DECK-2")
@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", f"{UNUSABLE}Object missing required field `game`."),
        ("game = 3", f"{UNUSABLE}Expected `object`, got `int` - at `$.game`."),
        (SHIPPED[: SHIPPED.index("[deck]")], f"{UNUSABLE}Object missing required field `deck`."),
        (
            SHIPPED[: SHIPPED.index("card = [")],
            f"{UNUSABLE}Object missing required field `card` - at `$.deck`.",
        ),
        (
            SHIPPED[: SHIPPED.index("card = [")] + "card = [1, 2]",
            f"{UNUSABLE}Expected `object`, got `int` - at `$.deck.card[0]`.",
        ),
    ],
)
def test_a_file_without_its_sections_is_refused(text: str, sentence: str) -> None:
    assert refused(text) == sentence


@pytest.mark.rule("AL-DECK-2")
def test_a_file_that_is_no_toml_is_refused() -> None:
    assert refused("[game").startswith("The Alpina data is not valid TOML: ")


@pytest.mark.rule("AL-DECK-3", "AL-SCORE-9")
def test_a_card_outside_its_family_is_a_warning_only() -> None:
    assert data.read(SHIPPED).warnings == ()
    text = corrected({"N01": {"count": "lake"}, "C01": {"count": "frog"}, "F01": {"count": "hikers"}})
    assert trailmix.new("alpina", data=text, seed=1).setup.data.warnings == (
        "Card N01: nutcracker cards count animals, this one counts lake.",
        "Card C01: chamois cards count hikers, this one counts frog.",
        "Card F01: frog cards count landscapes, this one counts hikers.",
    )


@pytest.mark.rule("AL-DECK-3")
def test_the_other_properties_are_not_checked() -> None:
    """Two equal cards, a frog that counts its own landscape, a connected card that counts another kind."""
    twin = {name: value for name, value in deck()["F01"].items() if name != "id"}
    text = corrected({"F02": twin, "F04": {"count": "lake"}, "F13": {"count": "forest"}})
    assert data.read(text).warnings == ()


@pytest.mark.rule("AL-DECK-4")
def test_scoring_reads_neither_the_id_nor_the_source() -> None:
    grid = of_faces(
        ["N01:A Nm Nl Nf Fm", "Cm* Cl Cf Cm Cl", "Fm Fl Ff Fm Fl", "Cm Cl Cf Cm Cl", "Fm Fl Ff Ff Ff"]
    )
    text = corrected({"N01": {"id": "F99", "src": "BOX"}})
    match = at([line.replace("N01", "F99") for line in grid], data=text)
    assert judged(match)["r1c1"].points == judged(at(grid))["r1c1"].points == 6


@pytest.mark.rule("AL-DECK-4")
@pytest.mark.parametrize(
    ("fields", "earned"),
    [
        ({"base": 5}, 11),
        ({"per": 4}, 12),
        ({"count": "frog"}, 2),
        ({"where": "left"}, 0),
        ({"self": True}, 8),
        ({"land": "lake", "count": "lake", "self": True}, 4),
        ({"animal": "frog", "count": "frog", "self": True}, 4),
    ],
    ids=str,
)
def test_correcting_a_line_is_all_it_takes(fields: dict[str, Any], earned: int) -> None:
    grid = of_faces(
        ["N01:A Nm Nl Nf Fm", "Cm* Cl Cf Cm Cl", "Fm Fl Ff Fm Fl", "Cm Cl Cf Cm Cl", "Fm Fl Ff Ff Ff"]
    )
    assert at(grid, data=corrected({"N01": fields})).scores()[0] == earned


@pytest.mark.rule("AL-DECK-4")
def test_the_hash_of_the_data_is_that_of_what_the_rules_read() -> None:
    plain = trailmix.game("alpina").setup(2).data_hash
    same = trailmix.game("alpina").setup(2, data=corrected({"N01": {"src": "BOX"}}) + "# checked\n").data_hash
    other = trailmix.game("alpina").setup(2, data=corrected({"N01": {"per": 3}})).data_hash
    assert plain == same != other
    assert re.fullmatch("[0-9a-f]{64}", plain)
