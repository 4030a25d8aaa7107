"""The suite would notice: copies of the trick game, each with one thing wrong, fail just where they should.

All are installed beside each other, and one process without the compiler tries each where it is broken. A
copy with nothing wrong passes everywhere.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

import trailmix
from strangers.installing import TRICK, describe
from trailmix.cli.new_game import renamed

FOLDER = Path(__file__).resolve().parent
REDEAL = """
from typing import Any

from trailmix.engine import zones
from trailmix.engine.rng import seed, shuffle


def redeal(t: Any, s: Any, seat: int, key: Any) -> int:
    before = s.copy()
    zones.redeal(t, s, seat, key)
"""
"""How another redeal begins."""
DEALT = "    return 1\n"
"""How it ends: one deal was tried."""


class Broken(NamedTuple):
    """What is changed in which file (put behind it, where nothing is replaced), and the tests that notice."""

    file: str
    old: str
    new: str
    tests: str


BROKEN = {
    "why_lenient": Broken(
        "why.py",
        "if must_follow(s, seat) and",
        "if False and",
        "test_an_action_is_legal_exactly_if_nothing_speaks_against_it",
    ),
    "why_odd": Broken(
        "why.py",
        "    s = states[0]\n",
        "    s = states[0]\n    if action == 5:\n        return Message('refused.follow', {'card': 5})\n",
        "test_an_action_is_legal_exactly_if_nothing_speaks_against_it",
    ),
    "legal_unordered": Broken(
        "rules.py",
        "    return n\n",
        "    out[:n] = out[:n][::-1].copy()\n    return n\n",
        "test_legal_actions_ascend_and_there_is_always_one",
    ),
    "legal_after_all": Broken(
        "rules.py",
        "    if seat < 0:\n        return 0\n",
        "    if seat < 0:\n        out[0] = 0\n        return 1\n",
        "test_after_the_end_nothing_is_legal test_the_invariants_hold_after_every_action",
    ),
    "notation_brittle": Broken(
        "notation.py",
        "setup.data.cards[card])",
        "setup.data.cards[card], lambda said, _known: said[99])",
        "test_nonsense_is_refused_in_a_sentence",
    ),
    "notation_mixed": Broken(
        "notation.py",
        "setup.data.cards[card]",
        "setup.data.cards[max(card, 1)]",
        "test_every_form_of_an_action_is_the_same_action",
    ),
    "keeps_the_truth": Broken(
        "redeal.py",
        "",
        REDEAL.replace("zones.redeal(t, s, seat, key)", "seed(s, key)") + DEALT,
        "test_the_truth_and_what_a_seat_sees_of_it_are_redealt_alike test_what_is_hidden_is_dealt_otherwise",
    ),
    "keeps_the_future": Broken(
        "redeal.py",
        "",
        REDEAL + "    s.key[:] = before.key\n" + DEALT,
        "test_the_real_future_is_never_kept",
    ),
    "loses_a_card": Broken(
        "redeal.py",
        "",
        REDEAL + "    s.hands[seat - 1, 0] = zones.NONE\n" + DEALT,
        "test_it_keeps_what_is_seen_and_every_card test_a_match_goes_on_from_it_to_the_end",
    ),
    "shows_too_much": Broken(
        "redeal.py",
        "",
        REDEAL + "    s.leader = (s.leader + 1) % t.players\n" + DEALT,
        "test_it_keeps_what_is_seen_and_every_card test_what_a_seat_cannot_see_makes_no_difference_to_it",
    ),
    "deals_the_same": Broken(
        "redeal.py",
        "",
        REDEAL + "    zones.redeal(t, s, seat, before.key * 0)\n    seed(s, key)\n" + DEALT,
        "test_what_is_hidden_is_dealt_otherwise test_a_deal_that_is_dealt_anew_is_as_likely_as_any",
    ),
    "favours_a_seat": Broken(
        "redeal.py",
        "",
        REDEAL
        + "    for n in range(5):\n"
        + "        if seat != 1 and s.hands[1, -7] < 20:\n"
        + "            zones.redeal(t, s, seat, key + key.dtype.type(n))\n"
        + DEALT,
        "test_a_deal_that_is_dealt_anew_is_as_likely_as_any",
    ),
    "rules_the_truth_out": Broken(
        "redeal.py",
        "",
        REDEAL
        + "    for n in range(30):\n"
        + "        others = [s.hands[other, 0] for other in range(4) if other != seat]\n"
        + "        if seat != 1 and 0 <= s.hands[1, 0] < max(others):\n"
        + "            zones.redeal(t, s, seat, key + key.dtype.type(n))\n"
        + DEALT,
        "test_the_truth_is_one_of_the_possibilities",
    ),
    "deals_in_vain": Broken(
        "redeal.py",
        "",
        REDEAL + "    return 0\n",
        "test_a_redeal_says_how_many_deals_it_tried",
    ),
    "worth_no_number": Broken(
        "insight.py",
        "@rule\ndef wins(",
        "@rule\ndef evaluate(t: Table, s: State, out: Array) -> None:\n    out[:] = np.nan\n\n\n"
        "@rule\ndef wins(",
        "test_a_position_is_worth_a_number_to_every_seat",
    ),
    "greedy_peeks": Broken(
        "insight.py",
        "out[n] = cards[n] % RANKS\n",
        "out[n] = (cards[n] + int(s.hands[:, 0].sum())) % RANKS\n",
        "test_a_bot_does_not_peek",
    ),
    "rollout_peeks": Broken(
        "insight.py",
        "cards[below(mind, legal(t, s, cards))]",
        "cards[s.hands.sum() % legal(t, s, cards)]",
        "test_a_bot_does_not_peek",
    ),
    "greedy_cheats": Broken(
        "insight.py",
        "        out[n] = cards[n] % RANKS\n",
        "        cards[n] = (cards[n] + 1) % 24\n        out[n] = cards[n] % RANKS\n",
        "test_a_bot_plays_what_is_legal_and_changes_nothing",
    ),
    "greedy_meddles": Broken(
        "insight.py",
        "    is_last = ",
        "    s.tricks[0] += 1\n    is_last = ",
        "test_a_bot_plays_what_is_legal_and_changes_nothing test_greedy_plays_the_best_of_the_values",
    ),
    "too_long": Broken(
        "state.py",
        "= CARDS, HAND, CARDS",
        "= CARDS, HAND, 10",
        "test_bots_play_a_match_to_its_end_the_same_one_again test_the_invariants_hold_after_every_action",
    ),
    "always_sound": Broken(
        "rules.py",
        "    wrong = zones.check(t, s)\n",
        "    return 0\n    wrong = zones.check(t, s)\n",
        "test_tampering_is_noticed test_every_invariant_can_be_broken",
    ),
    "never_sound": Broken(
        "rules.py",
        "or size == t.players:",
        "or size == 1:",
        "test_the_invariants_hold_after_every_action",
    ),
    "says_it_never": Broken(
        "rules.py",
        '    "A hand has more',
        '    "Nobody ever says this.",\n    "A hand has more',
        "test_every_invariant_can_be_broken",
    ),
    "writes_too_little": Broken(
        "state.py",
        "written=BySeat(Number(0, HAND))",
        "written=BySeat(Number(0, 1))",
        "test_a_position_gives_the_match_back test_a_position_as_somebody_knows_it_tells_no_more",
    ),
    "dices": Broken(
        "rules.py",
        "    s.leader = winner\n",
        "    import random, sys\n"  # dice that no deal knows of, but the same ones every time
        "    s.leader = vars(sys).setdefault('dice', random.Random(1)).randrange(t.players)\n",
        "test_a_replay_gives_the_same_bytes test_the_bytes_of_a_state_are_the_state "
        "test_bots_play_a_match_to_its_end_the_same_one_again",
    ),
    "prompt_tells": Broken(
        "view.py",
        'return Message("prompt.lead")',
        'return Message("prompt.follow", {"card": str(s.hands.sum())})',
        "test_what_a_seat_cannot_see_makes_no_difference_to_it",
    ),
    "prompt_meddles": Broken(
        "view.py",
        "    s = states[0]\n",
        "    s = states[0]\n    s.tricks[0] += 1\n",
        "test_no_older_copy_ever_changes test_what_is_taken_back_gives_back_every_byte",
    ),
    "shows_no_hand": Broken(
        "look.py",
        "v.hand[n] = s.hands[seat, n]",
        "v.hand[n] = n",
        "test_who_may_see_it_sees_the_difference",
    ),
    "event_tells": Broken(
        "rules.py",
        "    note(s, PLAYED, seat, action)\n",
        "    note(s, WON, s.hands[(seat + 1) % t.players, 0] % 2)\n",
        "test_the_same_action_is_the_same_news",
    ),
}
SOUND = "faultless"
BY_THE_ENGINE = {
    "test_a_clone_goes_its_own_way",
    "test_what_is_refused_leaves_no_trace",
    "test_a_seat_that_is_not_there_is_refused",
}
"""What holds whatever a game does."""
OF_LESSONS = {
    "test_our_games_have_lessons",
    "test_a_lesson_says_what_people_say",
    "test_a_lesson_can_be_played_through",
    "test_other_turns_are_told_from_what_is_wanted",
}
"""What holds for the file of a lesson; `tests/engine/test_lessons.py` breaks such files."""


def noticed_by(slug: str) -> list[str]:
    """The tests that a copy of the game is to be tried by."""
    wrong = BROKEN.values() if slug == SOUND else [BROKEN[slug]]
    return sorted({test for each in wrong for test in each.tests.split()})


def copied(slug: str, folder: Path) -> Path:
    """A copy of the trick game under another name, with one thing wrong."""
    for source in (TRICK / "trick").iterdir():
        if source.is_file():
            path = folder / source.name.replace("trick", slug)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(renamed(source.read_text(encoding="utf-8"), slug), encoding="utf-8")
    if slug in BROKEN:
        wrong = BROKEN[slug]
        path = folder / wrong.file
        text = path.read_text(encoding="utf-8") if wrong.old else ""
        assert wrong.old == "" or text.count(wrong.old) == 1, slug
        path.write_text(text.replace(wrong.old, wrong.new) if wrong.old else wrong.new, encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def failed(tmp_path_factory: pytest.TempPathFactory) -> set[tuple[str, str]]:
    """Which tests failed for which copies, each tried by the tests that matter to it."""
    site, names = tmp_path_factory.mktemp("site"), [SOUND, *BROKEN]
    for slug in names:
        copied(slug, site / slug)
    describe("copies", site, {slug: slug for slug in names})
    chosen = " or ".join(f"({test} and {slug} and not fewest)" for slug in names for test in noticed_by(slug))
    path = os.pathsep.join([str(site), str(Path(trailmix.__file__).parents[1])])
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "pytest",
            "-q",
            "--tb=no",
            "-rfE",
            "-p",
            "no:cacheprovider",
            "-k",
            chosen,
            ".",
        ],
        cwd=FOLDER,
        env={**os.environ, "PYTHONPATH": path, "NUMBA_DISABLE_JIT": "1", "COLUMNS": "300"},
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert done.returncode == 1, done.stdout + done.stderr
    assert "ERROR" not in done.stdout, done.stdout
    found = re.findall(r"^FAILED \S+::(\w+)\[([\w-]+)\]", done.stdout, re.MULTILINE)
    return {(test, slug) for test, case in found for slug in names if slug in case.split("-")}


@pytest.mark.parametrize("slug", BROKEN)
def test_what_is_broken_is_noticed(slug: str, failed: set[tuple[str, str]]) -> None:
    assert {(test, slug) for test in noticed_by(slug)} <= failed


def test_what_is_sound_passes(failed: set[tuple[str, str]]) -> None:
    assert {test for test, slug in failed if slug == SOUND} == set()


def test_every_promise_that_a_game_could_break_is_broken_once() -> None:
    """But for what the engine alone decides, whatever the game."""
    held = {
        name
        for path in FOLDER.glob("test_*.py")
        if path.name != Path(__file__).name
        for name in re.findall(r"^def (test_\w+)", path.read_text(encoding="utf-8"), re.MULTILINE)
    }
    assert held - set(noticed_by(SOUND)) == BY_THE_ENGINE | OF_LESSONS
