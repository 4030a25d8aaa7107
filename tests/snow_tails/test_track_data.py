"""Pieces, named courses and editions as data, and data that cannot be used (ledger, chapters 5.2 to 5.7)."""

from __future__ import annotations

import pytest

from snow_tails.tracks import BOX, DATA, TEXT, changed, lay
from trailmix.engine.errors import BadData
from trailmix.games.snow_tails import courses
from trailmix.games.snow_tails.data import read

CHECK_VALUES = {
    "The Nutcracker": (610, (52, 52, 52, 52, 52), 45, 0, 340),
    "Dagger of the Mountain Troll": (730, (64, 64, 64, 64, 64), 57, 5, 392),
    "The Hobbit's Breakfast": (670, (58, 58, 58, 58, 58), 51, 10, 362),
    "Yquem Inspired": (790, (70, 69, 68, 67, 66), 59, 10, 404),
    "Tremendous": (970, (80, 80, 80, 80, 80), 68, 0, 480),
    "Bruce's Nightmare": (970, (80, 80, 80, 80, 80), 65, 10, 448),
}
"""As the ledger prints them: ticks, lane totals, fewest steps, saplings, spaces."""

LINES = {
    "nutcracker": "start S S CL S UR S CL S S finish:R",
    "dagger": "start S CL S T S UR S H S CL S finish:L",
    "hobbit": "start S T UR S DL UL S T S finish:L",
    "yquem": "start S CL T H UR S CL DR S CR T S finish:L",
    "tremendous": "start S S CL S UR S S UL S CR S CR CL S finish:R",
    "bruce": "start DL CL T UR H CL DR CR T UL H CR S S finish:R",
}


@pytest.mark.rule("ST-SETUP-1", "ST-GEO-1", "ST-GEO-2", "ST-GEO-4", "ST-GEO-7")
@pytest.mark.parametrize("name", CHECK_VALUES)
def test_the_named_courses_have_the_check_values(name: str) -> None:
    report = courses.report(DATA.course(name))
    ticks, lanes, steps, saplings, spaces = CHECK_VALUES[name]
    assert (report.ticks, report.lanes, report.saplings, report.spaces) == (ticks, lanes, saplings, spaces)
    assert report.fewest_steps == (steps,) * 5
    assert report.name == name
    assert report.warnings == ()


def test_the_named_courses_are_those_of_the_ledger() -> None:
    assert {name: track.course.line for name, track in DATA.tracks.items()} == LINES
    assert [named.difficulty for named in DATA.named] == [1, 2, 2, 3, 3, 5]
    assert courses.names(DATA)["hobbit"] == "The Hobbit's Breakfast"


@pytest.mark.rule("ST-HAZARD-3", "ST-HAZARD-4", "ST-SETUP-10")
def test_the_special_straights_look_as_in_the_ledger() -> None:
    assert BOX.pieces["T"].saplings == ((1, 4), (2, 2), (3, 4), (4, 5), (5, 2))
    chasm = BOX.pieces["H"].blocked
    assert {spot for spot, what in chasm.items() if what == "pillar"} == {(2, 3), (4, 3)}
    assert {spot for spot, what in chasm.items() if what == "rock"} == {
        (1, 2),
        (5, 2),
        (1, 3),
        (5, 3),
        (1, 4),
        (5, 4),
    }
    snow = [(1, 2), (1, 3), (2, 3), (1, 4), (2, 4), (3, 4), (1, 5), (2, 5)]
    assert BOX.pieces["DL"].blocked == dict.fromkeys(sorted(snow), "snow")
    assert BOX.pieces["DR"].blocked == {(6 - lane, row): "snow" for lane, row in snow}
    assert all(not BOX.pieces[code].blocked for code in ("S", "T", "CL", "CR", "UL", "UR"))


def test_the_box_is_that_of_the_ledger() -> None:
    assert (BOX.straights, BOX.saplings) == (8, 20)
    assert BOX.most == {"T": 4, "H": 2, "D": 2, "C": 4, "U": 2}
    assert [(BOX.pieces[code].limit, BOX.pieces[code].turn) for code in ("CL", "UR")] == [(4, 90), (3, 180)]


def test_an_edition_is_a_look_and_a_list_of_courses() -> None:
    original, renegade = DATA.editions
    assert (original.id, original.brake, renegade.id, renegade.brake) == (
        "original",
        "scale",
        "renegade",
        "markers",
    )
    assert (original.name, renegade.name) == ("Fragor", "Renegade")  # Asmodee's reprint had no scale
    assert original.courses == ("nutcracker", "dagger", "hobbit")
    assert set(renegade.courses) == {"nutcracker", "tremendous", "yquem", "bruce", "hobbit"}


WALL = ('  "#...#",\n  "#X.X#",\n', '  "#...#",\n  "#XXX#",\n')


@pytest.mark.rule("ST-TRACK-4", "ST-TRACK-5")
def test_a_course_without_a_way_through_is_refused() -> None:
    data = changed(WALL, *[(f"start {line[6:]}", "start S finish:L") for line in LINES.values()])
    for line, position in (("start H S finish:L", 2), ("start S CL H S finish:R", 4)):
        with pytest.raises(BadData) as refused:
            data.course(line)
        assert str(refused.value) == (
            f"Token {position} of the course, 'H': no way leads through it from start space 1."
        )
    assert data.course("start S finish:L")


@pytest.mark.rule("ST-TRACK-4")
def test_a_wall_at_the_very_entry_is_the_fault_of_the_piece_behind_it() -> None:
    rows = ('  "#...#",\n  ".....",\n]', '  "#...#",\n  "#####",\n]')
    data = changed(rows, *[(f"start {line[6:]}", "start S finish:L") for line in LINES.values()])
    with pytest.raises(BadData, match=r"^Token 3 of the course, 'H': no way leads through it"):
        data.course("start S H finish:L")


@pytest.mark.rule("ST-TRACK-4")
def test_every_start_space_needs_a_way() -> None:
    """From lane 3 two drifts reach the gap in lane 5; from lanes 1 and 2 every way ends before the rocks."""
    rows = (
        '".....",\n  ".....",\n  "#...#",\n  "#X.X#",\n  "#...#",\n  "....."',
        '".....",\n  "####.",\n  "####.",\n  "####.",\n  "####.",\n  "....."',
    )
    data = changed(rows, *[(f"start {line[6:]}", "start S finish:L") for line in LINES.values()])
    for flag, number in (("L", 1), ("R", 4)):
        with pytest.raises(BadData) as refused:
            data.course(f"start H finish:{flag}")
        assert str(refused.value) == (
            f"Token 2 of the course, 'H': no way leads through it from start space {number}."
        )
    assert data.course("start S H finish:R")  # a straight before it is room enough to change lanes


def test_a_named_course_without_a_way_through_is_bad_data() -> None:
    with pytest.raises(BadData) as refused:
        changed(WALL)
    assert str(refused.value) == (
        "The course 'dagger' cannot be laid. Token 9 of the course, 'H': no way leads through it from start "
        "space 1."
    )


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("data_version = 1", "data_version = 2", "The Snow Tails data cannot be used: Invalid enum value 2"),
        ("data_version = 1", "data_version = ", "The Snow Tails data is not valid TOML: "),
        ('code = "H"', 'code = "T"', "Snow Tails has the pieces S, T, H, D, C, U, each described once."),
        ("straights = 8", "straights = -1", "[box] says straights = -1; there cannot be less than none."),
        ('"green", "purple"', '"green", "green"', "[game] needs colours: 5 different names."),
        (
            "spaces = [2, 3, 4, 5, 6]",
            "spaces = [2, 3, 4, 5]",
            "The piece C needs spaces for 5 lanes, 1 to 12",
        ),
        (
            "spaces = [2, 3, 4, 5, 6]",
            "spaces = [2, 3, 4, 5, 13]",
            "The piece C needs spaces for 5 lanes, 1 to",
        ),
        (
            "spaces = [2, 3, 4, 5, 6]",
            "spaces = [2, 3, 4, 5, 7]",
            "The piece C has 60 ticks; it takes 1 to 1000",
        ),
        ("turn = 90", "turn = 45", "The piece C turns by 45 degrees; a bend turns by 90 or 180."),
        ("limit = 3", "limit = 10", "The piece U has the safety speed 10; it is 1 to 9."),
        ("limit = 3", 'limit = 3\nrows = ["....."]', "The piece U is a bend: it has spaces, turn and limit"),
        ('"...t."', '"...t"', "The piece T has a row '...t'; a row is 5 of . t # X *."),
        ('"...t."', '"...y."', "The piece T has a row '...y.'; a row is 5 of . t # X *."),
        ('"...t.",', '"...t.",' * 2, "The piece T has 7 rows; a straight has 1 to 6."),
        ('name = "chasm"', 'name = "chasm"\nturn = 90', "The piece H goes straight on: it has rows"),
        ("in_box = 4", "in_box = -4", "The piece T is -4 times in the box."),
        ('id = "dagger"', 'id = "hobbit"', "Every course needs an ID of its own"),
        ('id = "dagger"', 'id = "the dagger"', "Every course needs an ID of its own"),
        ('id = "renegade"', 'id = "original"', "Every edition needs an ID of its own"),
        (
            '["nutcracker", "dagger"',
            '["nutcracker", "digger"',
            "The edition original names a course 'digger'",
        ),
        (
            "start S S CL S UR S CL S S",
            "start S S CX S",
            "The course 'nutcracker' cannot be laid. Token 4 of",
        ),
    ],
)
def test_data_that_cannot_be_used_gets_a_sentence(old: str, new: str, sentence: str) -> None:
    with pytest.raises(BadData) as refused:
        changed((old, new))
    assert str(refused.value).startswith(sentence)
    assert str(refused.value).endswith(".")


def test_corrected_pieces_change_courses_and_the_essence() -> None:
    """An owner's corner with other spaces needs no code."""
    data = changed(("spaces = [2, 3, 4, 5, 6]", "spaces = [3, 4, 5, 5, 6]"))
    assert courses.report(data.course("nutcracker")).lanes == (54, 54, 54, 52, 52)
    assert data.essence != DATA.essence
    assert read(TEXT).essence == DATA.essence
    assert read("# a comment\n" + TEXT).essence == DATA.essence
    assert lay("start CL finish:L", data).numbers["1.1.3"]
