"""To another device by a code, and by a file: nothing is read on the way, and nothing is lost."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Request, expect

from browser.browsing import Browsing, Screen
from browser.screens import named
from server.running import BOT, Person, make

NO_SUBTLE = "Object.defineProperty(crypto, 'subtle', { get() { throw new Error('only over HTTPS'); } })"
GONE = "it may be mistyped, used already, older than ten minutes, or from another server."
MATCH = {
    "table": "old",
    "game": "alpina",
    "ended": 1,
    "helped": False,
    "players": [{"name": "Ann", "level": None, "place": 1, "score": 3, "won": True, "mine": True}],
}


def kept(screen: Screen) -> dict[str, Any]:
    """All that a browser keeps."""
    found: dict[str, str] = screen.page.evaluate("({ ...localStorage })")
    return {key: json.loads(value) for key, value in found.items()}


def somebody(browsing: Browsing) -> tuple[Person, Screen]:
    """Somebody at a table, who has finished a match before."""
    (ann,) = make(browsing.server, *named("Ann"), BOT)
    screen = browsing.visitor(ann, name="Ann", theme="dark", fresh=True)
    screen.page.evaluate("kept => localStorage.setItem('trailmix.matches', kept)", json.dumps([MATCH]))
    screen.page.add_init_script(NO_SUBTLE)
    return ann, screen


def make_code(screen: Screen) -> str:
    screen.go("/device")
    screen.page.get_by_role("button", name="Make a code").click()
    code = screen.page.get_by_label("The code", exact=True)
    expect(code).to_have_text(re.compile(r"^\w{4}-\w{4}-\w{4}$"))
    return code.inner_text()


def enter(screen: Screen, code: str) -> None:
    screen.page.get_by_label("The code from the other device").fill(code)
    screen.page.get_by_role("button", name="Bring it here").click()


def test_the_server_never_sees_what_is_taken_to_another_device(browsing: Browsing) -> None:
    """Nor the code; and it works where browsers have no ciphers of their own, as over plain HTTP."""
    ann, old = somebody(browsing)
    sent: list[str] = []

    def note(request: Request) -> None:
        sent.append(f"{request.url} {request.post_data}")

    old.page.on("request", note)
    code = make_code(old)
    old.page.remove_listener("request", note)
    said = "\n".join(sent)
    assert "/api/parcels" in said and ann.token is not None
    assert ann.token not in said and code not in said and code.replace("-", "") not in said
    assert code[5:9] not in said, "not even the rest of the code"
    new = browsing.visitor(name="Brook").go("/device")  # a name that the page gives to whoever is new
    enter(new, code.lower().replace("-", " "))
    expect(new.page.get_by_role("status")).to_contain_text("1 new table, 1 match, 0 courses")
    here = kept(new)
    assert here["trailmix.tables"][ann.table]["tokens"] == {str(ann.chair): ann.token}
    assert [each["table"] for each in here["trailmix.matches"]] == ["old"]
    assert here["trailmix.settings"]["name"] == "Ann"
    assert browsing.server.database.read_bytes().count(ann.token.encode()) == 0
    new.go("/")
    new.page.get_by_role("region", name="Your turn").get_by_role("link").click()
    assert new.my_turn()


def test_a_code_is_good_once_and_a_wrong_one_for_nothing(browsing: Browsing) -> None:
    _, old = somebody(browsing)
    code = make_code(old)
    first, second = browsing.visitor().go("/device"), browsing.visitor().go("/device")
    enter(first, code)
    expect(first.page.get_by_role("status")).to_contain_text("1 new table")
    before = kept(second)
    for wrong in (code, "ABCD-EFGH-JKMN"):
        enter(second, wrong)
        expect(second.page.get_by_role("alert")).to_contain_text(GONE)
    enter(second, "ABCD-EFGH")
    expect(second.page.get_by_role("alert")).to_have_text(
        "That is not a code: a code has twelve letters and digits."
    )
    assert kept(second) == before


def test_a_scanned_code_is_entered_and_leaves_the_address(browsing: Browsing) -> None:
    screen = browsing.visitor().go("/device#code=ABCD-EFGH-JKMN")
    expect(screen.page.get_by_label("The code from the other device")).to_have_value("ABCD-EFGH-JKMN")
    assert screen.page.url.endswith("/device")
    screen.page.evaluate("location.hash = 'code=2345-EFGH-JKMN'")  # on the same page already
    expect(screen.page.get_by_label("The code from the other device")).to_have_value("2345-EFGH-JKMN")
    assert screen.page.url.endswith("/device")
    screen = browsing.visitor().go("/device#code=<script>")
    expect(screen.page.get_by_label("The code from the other device")).to_have_value("")


def test_everything_goes_into_a_file_and_comes_out_of_it(browsing: Browsing, tmp_path: Path) -> None:
    ann, old = somebody(browsing)
    old.go("/device")
    with old.page.expect_download() as download:
        old.page.get_by_role("button", name="Keep everything as a file").click()
    assert re.fullmatch(r"trailmix-\d{4}-\d\d-\d\d\.json", download.value.suggested_filename)
    download.value.save_as(tmp_path / "all.json")
    new = browsing.visitor(name="Brook").go("/device")
    for tables, matches in ((1, "1 match"), (0, "0 matches")):
        new.page.locator("input[type=file]").set_input_files(tmp_path / "all.json")
        told = new.page.get_by_role("region", name="As a file").get_by_role("status")
        expect(told).to_contain_text(f"{tables} new table")
        expect(new.page.get_by_role("status")).to_contain_text(matches)
    assert kept(new)["trailmix.tables"][ann.table]["tokens"] == {str(ann.chair): ann.token}


@pytest.mark.parametrize("kind", ["nonsense", "deep", "huge", "foreign"])
def test_a_hostile_file_changes_nothing(browsing: Browsing, tmp_path: Path, kind: str) -> None:
    texts = {
        "nonsense": "<script>alert(1)</script>",
        "deep": '{"trailmix": ' + "[" * 100_000 + "]" * 100_000 + "}",
        "huge": '{"trailmix": 1, "trailmix.matches": "' + "x" * 4_000_000 + '"}',
        "foreign": '{"__proto__": {"polluted": 1}, "trailmix": "1", "trailmix.tables": {"a": {}}}',
    }
    (tmp_path / "file.json").write_text(texts[kind])
    _, screen = somebody(browsing)
    screen.go("/device")
    before = kept(screen)
    screen.page.locator("input[type=file]").set_input_files(tmp_path / "file.json")
    expect(screen.page.get_by_role("alert")).to_contain_text("Nothing has changed.")
    assert kept(screen) == before
    assert screen.page.evaluate("({}).polluted") is None


def test_a_file_of_ours_that_claims_everything_takes_nothing_away(browsing: Browsing, tmp_path: Path) -> None:
    """Every part is as it should be, and all of it wants to be newer, more, and instead of what is here."""
    ann, screen = somebody(browsing)
    late, held = 9e15, {str(ann.chair): "junk", "1": "junk"}
    tables = {f"x{n}": {"tokens": {"0": "junk"}, "at": late} for n in range(300)}
    claims = {
        "trailmix": 1,
        "trailmix.tables": {ann.table: {"tokens": held, "invite": "junk", "at": late}} | tables,
        "trailmix.matches": [MATCH | {"table": f"x{n}", "ended": 8e12} for n in range(999)]
        + [MATCH | {"table": "never", "ended": 1e300}],
        "trailmix.settings": {"name": "Mallory", "theme": "light", "speed": 1e-9, "language": "日本"}
        | {"notices": True},
    }
    (tmp_path / "file.json").write_text(json.dumps(claims))
    screen.go("/device")
    before = kept(screen)
    screen.page.locator("input[type=file]").set_input_files(tmp_path / "file.json")
    told = screen.page.get_by_role("region", name="As a file").get_by_role("status")
    expect(told).to_contain_text("0 new tables, 999 matches, 0 courses")
    expect(told).to_contain_text("300 tables are left out: this server does not know them.")
    screen.go(f"/table/{ann.table}")
    assert screen.my_turn()
    after = kept(screen)
    mine, mine_before = (each["trailmix.tables"][ann.table] for each in (after, before))
    assert [mine[key] for key in ("tokens", "invite")] == [mine_before[key] for key in ("tokens", "invite")]
    assert next(each for each in after["trailmix.matches"] if each["table"] == "old") == MATCH
    assert after["trailmix.settings"].items() >= before["trailmix.settings"].items()
    screen.go("/statistics")
    expect(screen.page.get_by_role("article").locator("dd").first).to_have_text("1000")


def test_script_in_what_is_brought_is_only_text(browsing: Browsing, tmp_path: Path) -> None:
    script = "<img src=x onerror='window.hit = 1'>"
    courses = [{"name": script, "line": "start CL finish:R", "game": "snow_tails"}]
    match = MATCH | {"game": script[:40], "players": [MATCH["players"][0] | {"name": script}]}  # type: ignore[index]
    text = {"trailmix": 1, "trailmix.courses": courses, "trailmix.matches": [match]}
    (tmp_path / "file.json").write_text(json.dumps(text))
    screen = browsing.visitor().go("/device")
    screen.page.locator("input[type=file]").set_input_files(tmp_path / "file.json")
    expect(screen.page.get_by_role("status")).to_contain_text("1 match, 1 course")
    screen.go("/statistics")
    expect(screen.page.get_by_role("article")).to_contain_text("<img")
    screen.go("/course/snow_tails")
    expect(screen.page.get_by_text(script).first).to_be_visible()
    assert screen.page.evaluate("window.hit") is None


NO_ROOM = """() => {
  Storage.prototype.setItem = () => { throw new DOMException("full", "QuotaExceededError"); };
}"""


def test_a_browser_that_keeps_nothing_more_says_so_between_matches(browsing: Browsing) -> None:
    """What cannot be kept lasts as long as the page, and nobody is told that it stays."""
    screen = browsing.visitor().go("/course/snow_tails")
    page = screen.page
    told = page.get_by_text("This browser cannot keep anything more for Trailmix")
    page.get_by_label("Name").fill("Elbow")
    expect(told).to_have_count(0)
    page.evaluate(NO_ROOM)
    page.get_by_role("button", name="Save").click()
    expect(told).to_be_visible()
    page.get_by_role("link", name="Trailmix: all games").click()
    page.get_by_role("button", name="Play now : Snow Tails", exact=True).click()
    expect(page.get_by_role("dialog").get_by_text("Elbow")).to_be_visible()
    page.get_by_role("button", name="Start the match").click()
    assert screen.my_turn()
    expect(told).to_have_count(0)
    page.get_by_role("link", name="Trailmix: all games").click()
    expect(page.get_by_role("region", name="Your turn").get_by_role("link")).to_have_count(1)
    expect(told).to_be_visible()
    page.get_by_role("button", name="Close").click()
    expect(told).to_have_count(0)
