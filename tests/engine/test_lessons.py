"""Lesson files: what they can say, and the sentence about one that is wrong."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from trailmix.engine import lessons
from trailmix.engine.errors import BadData
from trailmix.engine.game import find, own_slugs

POSITION = """position = '''
trailmix = "position"
game = "alpina"
players = 2
grid = ["C04*"]
[hands]
A = "N03 N09 C16 F07 F08 F09"
'''
"""
LAY = '[[step]]\nname = "lay"\nshow = "F08@0,-1; none"\n'
MATCH = f'[[step]]\nname = "match"\n{POSITION}'
TAUGHT = re.compile(r'\blesson: "(\w+)"')
"""The step that teaches an idea, as the page's `ideas.ts` has it."""


def read(text: str) -> tuple[lessons.Step, ...]:
    return lessons.read(find("alpina"), text)


def lesson(*lines: str) -> str:
    """A lesson of one step, with further lines, and a match."""
    return LAY + "\n".join(lines) + "\n" + POSITION + MATCH


def test_a_lesson_is_read() -> None:
    first, last = read(lesson('wanted = ["*@0,*; none"]', 'refused = { "F08@1,1" = "refused.no_neighbour" }'))
    assert (first.shown, first.is_match, last.shown, last.is_match) == (["F08@0,-1", "none"], False, [], True)


@pytest.mark.parametrize(
    ("wanted", "turn", "is_accepted", "is_begun"),
    [
        (["F08@0,-1; none"], "F08@0,-1;none", True, True),
        (["F08@0,-1; none"], "F08@0,-1", False, True),
        (["F08@0,-1; none"], "F08@0,1", False, False),
        (["F08@*; none"], "F08@-1,0;none", True, True),
        (["F08@*; none"], "F08@-1,0;hiker 0,0", False, False),
        (["F08@*; none"], "N03@-1,0;none", False, False),
        (["*; hiker *", "N03@0,1; none"], "N03@0,1;none", True, True),
        (["*; hiker *", "N03@0,1; none"], "F07@0,1;none", False, False),
        (["F08@*; ..."], "F08@0,1;none", True, True),
        (["F08@*; ..."], "F08@0,1", False, True),
        (["F08@*; ..."], "N03@0,1;none", False, False),
        (["..."], "N03@0,1;none", True, True),
    ],
)
def test_patterns_say_which_turns_are_accepted(
    wanted: list[str], turn: str, is_accepted: bool, is_begun: bool
) -> None:
    step = lessons.Step(name="a", position="", show="", wanted=tuple(wanted))
    assert (re.match(step.fits, turn) is not None) == is_accepted
    assert (re.match(step.begins, turn) is not None) == is_begun
    assert step.accepts(turn.split(";"), []) == is_accepted


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("[[step", r"^alpina/lesson.toml cannot be used: its end is not as TOML is written\.$"),
        ("step = 3", r"^alpina/lesson.toml has nothing but \[\[step\]\], from 2 to 20 times\.$"),
        (MATCH, r"has nothing but \[\[step\]\], from 2 to 20 times\.$"),
        ("title = 'x'\n" + lesson(), r"has nothing but \[\[step\]\]"),
        (LAY + MATCH, r"^alpina/lesson.toml, step 1 \(lay\): Object missing required field `position`"),
        (lesson("colour = 'red'"), r"step 1 \(lay\): Object contains unknown field `colour`"),
        (lesson('wanted = "F08"'), r"step 1 \(lay\): Expected `array`, got `str` - at `\$.wanted`"),
        (lesson() + MATCH, r"step 2 \(match\): another step has the same name\."),
        (lesson().replace('"lay"', '"no words"'), r"step 1 \(no words\): Expected `str` matching regex"),
        (lesson().replace('"lay"', '"fly"'), r"step 1 \(fly\): words.en.toml lacks lesson.fly.title, lesson"),
        (MATCH + LAY + POSITION, r"step 1 \(match\): all steps but the last show a turn"),
        (lesson() + 'wanted = ["none"]', r"step 2 \(match\): all steps but the last show a turn; the last"),
        (lesson().replace("C04*", "C04"), r"step 1 \(lay\): The grid marks 0 start cards with \*"),
        (lesson().replace('"position"', '"replay"'), r"step 1 \(lay\): A position begins with"),
        (
            lesson().replace("F08@0,-1; none", "F08@1,1; none"),
            r"step 1 \(lay\): 'F08@1,1; none' cannot be played: No card lies beside that place",
        ),
        (lesson('wanted = ["N03@*; none"]'), r"step 1 \(lay\): 'F08@0,-1; none' is shown, but not acc"),
        (lesson('must = ["placed"]'), r"'F08@0,-1; none' is shown, but not accepted\."),
        (lesson('must_not = ["declined"]'), r"'F08@0,-1; none' is shown, but not accepted\."),
        (lesson('must = ["flown"]'), r"step 1 \(lay\): there is no event of the kind 'flown'\."),
        (
            lesson('refused = { "F08@0,1" = "refused.no_neighbour" }'),
            r"step 1 \(lay\): 'F08@0,1' can be played, and is not refused\.",
        ),
        (
            lesson('refused = { "F08@0,0" = "refused.no_neighbour" }'),
            r"'F08@0,0' is refused for another reason: refused.cell_taken\.",
        ),
    ],
)
def test_a_wrong_file_is_refused_with_the_step_that_is_wrong(text: str, sentence: str) -> None:
    with pytest.raises(BadData, match=sentence):
        read(text)


def test_a_position_of_another_game_is_refused() -> None:
    other = 'trailmix = "position"\ngame = "hike_cards"'
    with pytest.raises(BadData, match=r"step 1 \(lay\): "):
        read(lesson().replace('trailmix = "position"\ngame = "alpina"', other, 1))


def test_a_position_that_is_over_is_refused() -> None:
    full = ",".join(
        f'"{row}"'
        for row in (
            "C04* N03 N09 C16 F07",
            "F08 F09 N01 N02 N04",
            "N05 N06 N07 N08 N10",
            "N11 N12 N13 N14 N15",
            "N16 N17 N18 N19 C01",
        )
    )
    over = re.sub(r"\[hands\].*?'''", "'''", lesson(), count=1, flags=re.DOTALL)
    with pytest.raises(BadData, match="its position is not one of Alpina in which somebody is to move"):
        read(over.replace('"C04*"', full, 1))


def test_what_ideas_say_of_lessons_is_so() -> None:
    """Of each game that has both, some ideas are taught in the lesson, each in a step that there is."""
    pages = Path(__file__).resolve().parents[2] / "web" / "src" / "games"
    games = [slug for slug in own_slugs() if (pages / slug / "ideas.ts").exists()]
    assert games
    for slug in games:
        steps = {step.name for step in lessons.lesson_of(find(slug)) if not step.is_match}
        named = set(TAUGHT.findall((pages / slug / "ideas.ts").read_text(encoding="utf-8")))
        assert named <= steps, slug
        assert bool(named) == bool(steps), slug
