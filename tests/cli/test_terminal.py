"""``trailmix play`` on a terminal of 80 x 24, as newcomers meet it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from sitting import CLEARED, Sitting, flat, spawn

import trailmix
from trailmix.bots import Seated


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_conversation(folder: Path) -> None:
    with Sitting("alpina", "--seed", "5", "--bots", "random") as sitting:
        sitting.say("save start.json")
        match = trailmix.load((folder / "start.json").read_text())
        assert match.actor is not None
        assert match.names[match.actor] == "Guest"
        card, cell = match.legal()[0].split("@")

        assert "A card lies there already" in flat(sitting.say(f"why {card}@0,0"))
        assert "you may play that" in sitting.say(f"why {card}@{cell}")
        assert "Say which action" in sitting.say("why")
        assert re.search(r"A bot would play \w+@-?\d,-?\d", sitting.say("hint"))
        assert "start.json is there already" in sitting.say("save start.json")
        assert "Saved" in sitting.say("save! start.json")
        assert "cannot be written: No such file or directory" in flat(sitting.say("save no/such/folder.json"))
        assert "Say where to" in sitting.say("save")

        laid = sitting.say(f"{card}@{cell}")
        assert re.search(r"1 hiker .*none", laid)
        undone = sitting.say("undo")
        assert "Lay a card" in undone
        assert "Random has played since" in flat(sitting.say("undo"))
        sitting.say(f"{card}@{cell}")
        match.play(f"{card}@{cell}")
        after = sitting.say("1")
        assert f"Guest places a {match.legal()[0].replace(' ', ' on ')}; draws " in after
        log = sitting.say("log")
        assert f"Guest lays {card} on {cell}." in log
        assert "Random draws a card." in log
        sitting.say("")
        goodbye = sitting.leave()
    assert "not saved" in goodbye
    assert sitting.child.exitstatus == 0


def test_control_c_leaves_politely() -> None:
    with Sitting("alpina", "--seed", "5") as sitting:
        sitting.child.sendintr()
        sitting.child.expect("Goodbye.*save FILE")
        sitting.child.wait()
        assert "\x1b[?1049l" in sitting.child.before  # the screen that was there before is back
    assert sitting.child.exitstatus == 130


def test_handing_over_leaves_nothing_of_the_hand(folder: Path) -> None:
    with Sitting("alpina", "--seed", "5", "--people", "Ann,Ben") as sitting:
        assert re.fullmatch("Hand over to (Ann|Ben), who presses Enter.", sitting.screen.strip())
        asked = sitting.screen
        sitting.say("", "1", "save two.json")
        match = trailmix.load((folder / "two.json").read_text())
        first, second = match.names
        assert first in asked
        hands = [set(match.view(seat).own.hand) for seat in (0, 1)]  # type: ignore[attr-defined]
        assert all(card in sitting.screen for card in hands[0])
        curtain = sitting.say("none")
        assert curtain.strip() == f"Hand over to {second}, who presses Enter."
        before = sitting.raw.split("Hand over to")[0]
        assert before.count(CLEARED) == 2
        assert "\x1b[3J" in before  # nor can it be scrolled back to
        screen = sitting.say("")
        assert all(card in screen for card in hands[1])
        assert not [card for card in hands[0] if card in screen]
        assert f"{first} lays" in screen
        assert "draws a card." in screen


def test_numbers_stay_what_they_are() -> None:
    with Sitting("alpina", "--seed", "5") as sitting:
        card, cell = re.findall(r"type one \((\w+)@(\S+)\)", sitting.screen)[0]
        by_card = dict(re.findall(r"(\d+) (\w+@\S+)", sitting.say(card.lower())))
        assert len(by_card) == 6
        assert all(action.startswith(card) for action in by_card.values())
        by_cell = dict(re.findall(r"(\d+) (\w+@\S+)", sitting.say(cell)))
        assert len(by_cell) == 6
        assert {number for number in by_card if number in by_cell} == {"1"}
        assert by_card["1"] == by_cell["1"] == f"{card}@{cell}"
        number, action = list(by_cell.items())[-1]
        other, where = action.split("@")
        assert f"Guest lays {other} on {where}." in sitting.say(number)


def test_a_number_that_is_none() -> None:
    with Sitting("alpina", "--seed", "5") as sitting:
        for said in ("99", "0", "9" * 30):
            assert "The list goes from 1 to 36." in sitting.say(said)
        assert "C12*" in sitting.screen  # the board is still there


def test_several_actions_are_played_all_or_not_at_all() -> None:
    with Sitting("alpina", "--seed", "5") as sitting:
        action = re.findall(r"type one \((\S+)\)", sitting.screen)[0]
        assert "Only the first of several actions can be a number" in flat(sitting.say("1;1;1"))
        assert "(AL-TURN-5)" in flat(sitting.say(f"{action}; {action}"))
        assert "Lay a card" in sitting.screen  # nothing was played
        assert "dance is not an action" in sitting.say(f"{action}; dance")
        assert f"{action}; dance" not in sitting.screen  # only what is wrong is named
        played = sitting.say("1; none")
        assert "Guest lays" in played
        assert "Lay a card" in played


STRAIGHT = """
trailmix = "position"
game = "snow_tails"
players = 2
round = 2
options.course = "start S S S finish:L"
[sleds.A]
space = "1.2.1"
mat = "3/4/3"
hand = "4 4"
[sleds.B]
space = "0.5.1"
"""


@pytest.mark.parametrize("path", ["FFR", "F F R", "ffr", "F; F; R"])
def test_a_path_is_typed_as_it_is_shown(folder: Path, path: str) -> None:
    (folder / "straight.toml").write_text(STRAIGHT)
    with Sitting("--load", "straight.toml") as sitting:
        assert "Still to go: 2 straight, 1 to the right." in flat(sitting.say("4@B"))
        assert "What comes after that cannot be known" in flat(sitting.say("FFL"))
        assert "Still to go: 2 straight, 1 to the right." in flat(sitting.screen)
        assert "[A] 2. 1.3.4" in flat(sitting.say(path))


def test_refusals_name_the_rule() -> None:
    with Sitting("alpina", "--seed", "5") as sitting:
        card = re.findall(r"type one \((\w+)@", sitting.screen)[0]
        assert "A card lies there already. (AL-PLAY-3)" in flat(sitting.say(f"{card}@0,0"))
        assert "(AL-PLAY-4)" in flat(sitting.say(f"why {card}@4,4"))
        assert "(AL-TURN-1)" in flat(sitting.say("none"))


def test_what_is_no_action_gets_examples_of_now() -> None:
    with Sitting("hike_dogsled", "--seed", "5") as sitting:
        said = flat(sitting.say("dance"))
        assert "dance is not an action of Hike!. Now one can write: none · mentor" in said
        assert "rest B2" not in said  # of another phase


@pytest.mark.parametrize("slug", trailmix.game_names())
def test_rules_and_legend_are_a_screen_each(slug: str) -> None:
    with Sitting(slug, "--seed", "5") as sitting:
        rules = sitting.say("rules")
        assert trailmix.game(slug).name in rules
        assert "Goal." in rules
        assert f"trailmix rules {slug}" in rules
        assert "Enter goes on." in rules  # there is no second page
        sitting.say("")
        legend = sitting.say("legend")
        assert len(legend.splitlines()) > 6
        assert "Enter goes on." in legend
        sitting.say("")
        assert "quit" in sitting.say("help")
        assert "Guest:" in sitting.say("")


def test_the_end_of_a_round_of_hike_stops_for_its_account() -> None:
    with Sitting("hike_cards", "--seed", "5", "--players", "4") as sitting:
        for _ in range(60):
            if "Enter goes on." in sitting.say("1"):
                break
        account = flat(sitting.screen)
        assert "Round 1 is over" in account
        assert re.search(r"leftovers .*points totals A \w+", account)
        names = re.findall(r"\b[A-D] (Guest|Trail dog \w+) \d+ \d+ .*?", account)
        assert sorted(names) == ["Guest", "Trail dog Ash", "Trail dog Birch", "Trail dog Cedar"]
        assert "Guest:" in sitting.say("")


def test_a_turn_of_a_bot_is_one_sentence_and_its_name_no_figure() -> None:
    with Sitting("alpina", "--seed", "5", "--players", "4") as sitting:
        screen = sitting.say("1; none")
        told = re.findall(r"^  (Trail dog .*)$", screen, re.MULTILINE)
        assert len(told) == 3
        for line in told:
            assert re.fullmatch(
                r"Trail dog [A-Z][a-z]+ lays \w+ on \S+; places (no|a) hiker.*; draws a card\.", line
            )


def test_the_result_stays_on_the_terminal(folder: Path) -> None:
    match = trailmix.new("alpina", ["Guest", "Greedy"], 5)
    bot = Seated("random", "end")
    while match.actor is not None and len(match.moves) < 47:
        match.play(bot.choose(match.setup, match.seen_by(match.actor)))
    (folder / "end.json").write_text(match.replay())
    with Sitting("--load", "end.json") as sitting:
        for _ in range(4):
            if "Enter leaves" in sitting.screen:
                break
            sitting.say("" if "Enter goes on" in sitting.screen else "none")
        result = flat(sitting.screen)
        left = flat(sitting.leave(""))
    assert re.search(r"Winner: (Guest|Greedy)\. The seed was 5\.", result)
    assert re.search(r"Winner: (Guest|Greedy)\. The seed was 5\. Goodbye\.", left)


def test_lines_for_whoever_wants_them() -> None:
    child = spawn("alpina", "--seed", "5", "--lines")
    child.expect("> ")
    assert "Lay a card" in child.before
    assert "\x1b[2J" not in child.before
    assert "\x1b[?1049h" not in child.before
    child.close(force=True)


def test_lines_on_a_terminal_are_cleared_before_the_other_is_called() -> None:
    child = spawn("alpina", "--seed", "5", "--people", "Ann,Ben", "--lines")
    child.expect("Hand over to")
    child.expect("> ")
    child.sendline("")
    child.expect("> ")
    child.sendline("1")
    child.expect("> ")
    child.sendline("none")
    child.expect("Hand over to")
    assert "\x1b[2J\x1b[3J" in child.before
    child.close(force=True)
