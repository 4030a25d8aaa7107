"""What a match is made from: number of players, edition, courses. What cannot be gets a sentence."""

from __future__ import annotations

import random
from typing import Any

import pytest

import trailmix
from snow_tails.helpers import play_on, setup, started, table, to_move, view_bytes
from snow_tails.test_track_data import LINES, WALL
from snow_tails.tracks import DATA, TEXT
from trailmix.engine.errors import BadData, BadOption


def refused(players: Any = 2, data: str | None = None, **options: Any) -> str:
    """Set up what must be refused; returns the sentence."""
    with pytest.raises((BadOption, BadData)) as caught:
        trailmix.new("snow_tails", players=players, options=options, data=data)
    sentence = str(caught.value)
    assert sentence.endswith(".")
    assert "\n" not in sentence
    return sentence


@pytest.mark.parametrize("players", [0, 1, 6, -2, True])
def test_two_to_five_play(players: Any) -> None:
    assert refused(players).startswith("Snow Tails is played by 2 to 5 players, not ")


@pytest.mark.parametrize("people", [["Ann"], list("UVWXYZ")])
def test_so_many_people(people: list[str]) -> None:
    assert refused(people) == f"Snow Tails is played by 2 to 5 players, not {len(people)}."


def test_an_unknown_edition() -> None:
    assert refused(edition="deluxe") == (
        "There is no edition 'deluxe' of Snow Tails: there is original, renegade."
    )


@pytest.mark.parametrize(
    ("course", "sentence"),
    [
        ("", "There is no course called '': name one of nutcracker, dagger"),
        ("Nutcrackers", "There is no course called 'Nutcrackers': name one of nutcracker, dagger"),
        ("start S CX finish:L", "Token 3 of the course, 'CX': there is no such piece"),
        ("start finish:L", "Token 2 of the course, 'finish:L': at least one piece lies between"),
        ("start S", "Token 3 of the course is missing: a course ends with finish:L or finish:R."),
        ("S finish:L", "Token 1 of the course, 'S': a course begins with start"),
        ("start" + " S" * 9 + " finish:L", "Token 10 of the course, 'S': the box has only 8 straights"),
        ("start H(1.2) finish:L", "Token 2 of the course, 'H(1.2)': no sapling stands on 1.2"),
        ("[course]\ntrack = 5", "The course file cannot be used: track is text, not 5."),
        ("start " + "S" * 20_001, "A course is written with at most 20000 characters."),
    ],
)
@pytest.mark.rule("ST-TRACK-2", "ST-TRACK-3", "ST-TRACK-5")
def test_a_malformed_or_impossible_course(course: str, sentence: str) -> None:
    assert refused(course=course).startswith(sentence)
    assert refused(courses=["nutcracker", course]).startswith(sentence)


@pytest.mark.rule("ST-TRACK-4")
def test_a_course_without_a_way_through() -> None:
    text = TEXT.replace(*WALL)
    for line in LINES.values():
        text = text.replace(line, "start S finish:L")
    assert refused(data=text, course="start S CL H finish:L") == (
        "Token 4 of the course, 'H': no way leads through it from start space 1."
    )


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"course": 5}, "An option of Snow Tails cannot be used: course is text, not 5."),
        ({"courses": "nutcracker"}, "An option of Snow Tails cannot be used: courses is a list of text, not"),
        ({"speed": 5}, "An option of Snow Tails cannot be used: there is no 'speed', there is edition"),
        ({"most_rounds": 0}, "A race is stopped after 1 to 1000 rounds, not 0."),
        ({"most_rounds": 1001}, "A race is stopped after 1 to 1000 rounds, not 1001."),
        ({"most_rounds": "x"}, "An option of Snow Tails cannot be used: most_rounds is a whole number, not"),
        ({"colours": ["red"]}, "2 players need 2 colours, not 1."),
        ({"colours": ["red", "red"]}, "Two seats cannot have the same colour."),
        ({"colours": ["red", "pink"]}, "There are no pink sleds: the colours are "),
        ({"courses": ["nutcracker"]}, "In a season of 2 players each brings as many courses as the others"),
    ],
)
@pytest.mark.rule("ST-R-30", "ST-R-35", "ST-SETUP-4")
def test_other_options(options: dict[str, Any], sentence: str) -> None:
    assert refused(**options).startswith(sentence)


def test_an_edition_changes_the_looks_and_nothing_else() -> None:
    """Ledger, 1.2: play is identical."""
    original, renegade = (started(3, [1, 3, 5], edition=edition) for edition in ("original", "renegade"))
    assert [table(match).edition.brake for match in (original, renegade)] == ["scale", "markers"]
    for match in (original, renegade):
        play_on(match, random.Random(8))
    assert original.states.tobytes() == renegade.states.tobytes()
    assert view_bytes(original, 0) == view_bytes(renegade, 0)


@pytest.mark.rule("ST-SETUP-4")
def test_colours_may_be_chosen() -> None:
    chosen = tuple(reversed(DATA.colours))
    match = started(5, [1, 2, 3, 4, 5], colours=chosen)
    assert table(match).colours == chosen
    assert to_move(match) == "A"


@pytest.mark.rule("ST-TRACK-6")
def test_the_longest_course_can_be_played() -> None:
    track = f"start {'CL/9 ' * 39}S finish:L"
    course = f'[course]\ntrack = "{track}"\nbox_limits = false\n'
    match = trailmix.new("snow_tails", players=2, seed=1, options={"course": course})
    play_on(match, random.Random(1))
    assert match.over
    assert len(setup(2).table.tobytes()) == len(match.setup.table.tobytes())
