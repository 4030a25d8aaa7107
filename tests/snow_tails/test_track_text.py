"""Courses as text: read, refused with the token and the reason, printed back (ledger, chapter 5.6)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from snow_tails.tracks import BOX, DATA, examples, lay, lines
from trailmix.engine.errors import BadData
from trailmix.games.snow_tails.track.text import parse, read_course

SHARED = """
[course]
name = "Second Breakfast"
designer = "Ann"
track = "start S T UR S DL UL S T S finish:L"
"""


def refusal(line: str, *, box_limits: bool = True) -> str:
    with pytest.raises(BadData) as refused:
        parse(line, BOX, box_limits=box_limits)
    return str(refused.value)


def token(position: int, text: str, why: str) -> str:
    return f"Token {position} of the course, '{text}': {why}."


@pytest.mark.rule("ST-TRACK-2", "ST-TRACK-5")
@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("", "Token 1 of the course is missing: a course begins with start."),
        ("# only a comment", "Token 1 of the course is missing: a course begins with start."),
        ("S S finish:L", token(1, "S", "a course begins with start")),
        ("finish:L", token(1, "finish:L", "a course begins with start")),
        ("start", "Token 2 of the course is missing: at least one piece lies between start and finish."),
        ("start finish:L", token(2, "finish:L", "at least one piece lies between start and finish")),
        ("start S CL", "Token 4 of the course is missing: a course ends with finish:L or finish:R."),
        ("start S start S finish:L", token(3, "start", "there is one start, at the beginning")),
        ("start S finish:L S", token(4, "S", "nothing lies behind the finish")),
        ("start S finish:L finish:L", token(4, "finish:L", "nothing lies behind the finish")),
        (
            "start S finish",
            token(3, "finish", "the flag stands left or right of the finish: finish:L or finish:R"),
        ),
        (
            "start S finish:X",
            token(3, "finish:X", "the flag stands left or right of the finish: finish:L or finish:R"),
        ),
    ],
)
def test_a_course_has_one_start_one_finish_and_something_between(line: str, sentence: str) -> None:
    assert refusal(line) == sentence
    assert refusal(line, box_limits=False) == sentence


@pytest.mark.rule("ST-TRACK-5", "ST-R-46")
@pytest.mark.parametrize(
    ("piece", "why"),
    [
        ("X", "there is no such piece; there are S, T, H, DL, DR, CL, CR, UL, UR"),
        ("SL", "there is no such piece; there are S, T, H, DL, DR, CL, CR, UL, UR"),
        ("C", "say to which side: CL or CR"),
        ("u", "say to which side: UL or UR"),
        ("D", "say to which side: DL or DR"),
        ("S/4", "only corners and U-turns have a safety speed"),
        ("CL/0", "a safety speed is a whole number from 1 to 9"),
        ("CL/10", "a safety speed is a whole number from 1 to 9"),
        ("CL/", "a safety speed is a whole number from 1 to 9"),
        ("UR/²", "a safety speed is a whole number from 1 to 9"),
        ("CL(1.1)", "saplings stand on straights only"),
        ("UL/3()", "saplings stand on straights only"),
        ("S(6.1)", "a sapling's place is lane.row, lane 1 to 5 and row 1 to 6, not '6.1'"),
        ("S(1.7)", "a sapling's place is lane.row, lane 1 to 5 and row 1 to 6, not '1.7'"),
        ("S(0.1)", "a sapling's place is lane.row, lane 1 to 5 and row 1 to 6, not '0.1'"),
        ("S(2.3,)", "a sapling's place is lane.row, lane 1 to 5 and row 1 to 6, not ''"),
        ("S(2,3)", "a sapling's place is lane.row, lane 1 to 5 and row 1 to 6, not '2'"),
        ("S(2.3,4.5,2.3)", "the space 2.3 is named twice"),
        ("H(2.3)", "no sapling stands on 2.3: there is a pillar"),
        ("H(3.3,1.2)", "no sapling stands on 1.2: there is a rock"),
        ("DR(5.2)", "no sapling stands on 5.2: there is snow"),
        ("(2.3)", "it is not a piece like S, CL/5 or S(2.3,4.5), without blanks"),
        ("S(2.3)(2.4)", "it is not a piece like S, CL/5 or S(2.3,4.5), without blanks"),
        ("S(2.3)/4", "it is not a piece like S, CL/5 or S(2.3,4.5), without blanks"),
        (
            "ſ",
            "it is not a piece like S, CL/5 or S(2.3,4.5), without blanks",
        ),  # lower() would make an s of it
    ],
)
def test_a_wrong_token_is_named_and_told_why(piece: str, why: str) -> None:
    assert refusal(f"start S CL {piece} finish:L") == token(4, piece, why)


@pytest.mark.rule("ST-TRACK-3", "ST-TRACK-5")
@pytest.mark.parametrize(
    ("pieces", "position", "text", "why"),
    [
        ("S S S T T H S DL S S S", 10, "S", "the box has only 8 straights of all kinds"),
        ("T CL T T T T S", 7, "T", "the box has only 4 pieces of this kind (straight with saplings)"),
        ("H H H", 4, "H", "the box has only 2 pieces of this kind (chasm)"),
        ("DL DR DL", 4, "DL", "the box has only 2 pieces of this kind (snow drift)"),
        ("CL CR CL CR CL", 6, "CL", "the box has only 4 pieces of this kind (corner)"),
        ("UL UL UR", 4, "UR", "the box has only 2 pieces of this kind (U-turn)"),
        ("T T T T S(1.1) S", 6, "S(1.1)", "the box has only 20 saplings"),
    ],
)
def test_the_first_token_beyond_the_box_is_named(pieces: str, position: int, text: str, why: str) -> None:
    line = f"start {pieces} finish:L"
    assert refusal(line) == token(position, text, why)
    assert parse(line, BOX, box_limits=False).line == line


@pytest.mark.rule("ST-TRACK-3")
def test_all_that_the_box_holds_can_be_laid() -> None:
    line = "start T T T T H H DL DL CL CL CL CL UL UR finish:L"
    assert parse(line, BOX).line == line
    assert parse(line.replace("DL DL", "DR DR"), BOX)


@pytest.mark.rule("ST-TRACK-6", "ST-TRACK-5")
def test_no_course_has_more_than_forty_pieces() -> None:
    forty, more = (f"start {'CL ' * number}finish:L" for number in (40, 41))
    assert len(parse(forty, BOX, box_limits=False).sections) == 42
    why = "a course has at most 40 pieces between start and finish"
    assert refusal(more, box_limits=False) == token(42, "CL", why)


@pytest.mark.rule("ST-TRACK-5")
@pytest.mark.parametrize(
    ("line", "printed"),
    [
        ("start S CL/5 S(2.3,4.5) finish:L", "start S CL/5 S(2.3,4.5) finish:L"),
        ("START s Cl/5 dr FINISH:r", "start S CL/5 DR finish:R"),
        ("  start \t S\nfinish:L  # the end", "start S finish:L"),
        ("# short\nstart S finish:L", "start S finish:L"),
        ("start S#no more S\nfinish:L", "start S finish:L"),
        ("start S() T() finish:L", "start S T() finish:L"),
        ("start S(4.5,2.3) finish:L", "start S(2.3,4.5) finish:L"),
        ("start CL/4 UL/3 CR/3 finish:L", "start CL UL CR/3 finish:L"),
        ("start T(4.5,3.4,1.4,5.2,2.2) finish:L", "start T finish:L"),
    ],
)
def test_a_course_is_printed_as_short_as_it_can_be(line: str, printed: str) -> None:
    assert parse(line, BOX).line == printed


@pytest.mark.rule("ST-TRACK-5")
@given(lines())
@examples(40)
def test_what_is_printed_reads_as_the_same_course(line: str) -> None:
    course = parse(line, BOX, box_limits=False)
    assert parse(course.line, BOX, box_limits=False) == course
    printed = [section.saplings for section in course.sections]
    assert sum(map(len, printed)) == (lay(line).sapling >= 0).sum()


def test_a_file_for_sharing_says_who_laid_the_course() -> None:
    course = read_course(SHARED, BOX)
    assert (course.name, course.designer, course.box_limits) == ("Second Breakfast", "Ann", True)
    assert course.line == "start S T UR S DL UL S T S finish:L"
    bare = read_course('[course]\ntrack = "start S finish:L"', BOX)
    assert (bare.name, bare.designer, bare.box_limits) == ("", "", True)


@pytest.mark.rule("ST-TRACK-3")
def test_a_file_may_go_beyond_the_box() -> None:
    nine = SHARED.replace("start S T UR S DL UL S T S", "start" + " S" * 9)
    with pytest.raises(BadData, match="Token 10 of the course, 'S': the box has only 8 straights"):
        read_course(nine, BOX)
    assert not read_course(nine + "box_limits = false", BOX).box_limits


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("[course", "The course file is not valid TOML: "),
        ("[course]", "The course file cannot be used: track is missing."),
        (
            "[curse]\ntrack = 'start S finish:L'",
            "The course file cannot be used: there is no 'curse', there is course.",
        ),
        ("[course]\ntrack = 7", "The course file cannot be used: track is text, not 7."),
        (SHARED + "box_limits = 1", "The course file cannot be used: box_limits is true or false, not 1."),
        (SHARED.replace("Ann", "A" * 101), "The designer of a course has at most 100 printable characters."),
        (SHARED.replace("Second", "\\u0007"), "The name of a course has at most 100 printable characters."),
        (SHARED.replace("DL", "DX"), "Token 6 of the course, 'DX': there is no such piece"),
    ],
)
def test_a_file_that_cannot_be_used_gets_a_sentence(text: str, sentence: str) -> None:
    with pytest.raises(BadData) as refused:
        read_course(text, BOX)
    assert str(refused.value).startswith(sentence)
    assert str(refused.value).endswith(".")


@pytest.mark.rule("ST-SETUP-2")
def test_a_course_is_known_by_its_name() -> None:
    assert DATA.course("The Nutcracker") is DATA.course(" nutcracker ") is DATA.tracks["nutcracker"]
    assert DATA.course("bruce's nightmare") is DATA.tracks["bruce"]
    assert DATA.course("start S finish:R").course.line == "start S finish:R"
    assert DATA.course(SHARED).course.name == "Second Breakfast"
    with pytest.raises(BadData) as refused:
        DATA.course("Nutkraker")
    assert str(refused.value) == (
        "There is no course called 'Nutkraker': name one of nutcracker, dagger, hobbit, yquem, tremendous, "
        "bruce, or lay your own, like start S CL S finish:L."
    )


PARTS = st.sampled_from(
    [
        "start",
        "finish:L",
        "finish",
        "S",
        "CL",
        "/",
        "(",
        ")",
        "1.1",
        ",",
        " ",
        "#",
        "[course]",
        "\n",
        "track=",
    ]
)


@pytest.mark.rule("ST-TRACK-5")
@given(st.text() | st.lists(PARTS).map("".join) | st.lists(PARTS).map(" ".join))
@examples(40)
def test_any_text_is_a_course_or_gets_a_sentence(text: str) -> None:
    try:
        track = DATA.course(text)
    except BadData as error:
        sentence = str(error)
        assert sentence.endswith(".")
        assert len(sentence) < 400
        assert sentence.isprintable()
    else:
        assert track.course.line.startswith("start ")
