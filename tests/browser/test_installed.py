"""The page as an app: installed, without a connection, and when the server has a newer one."""

from __future__ import annotations

import json
import re
import shutil
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

from browser.browsing import PATIENCE_MS, Pages, Screen
from browser.games import playing
from server.running import BOT, HUMAN, QUICK, Running, Started, eventually, make
from trailmix.engine import lessons
from trailmix.engine.game import find, own_slugs
from trailmix.server.http import page_files

KEPT = "trailmix.settings"
AWAY = "The server does not answer."
NOT_UNDERSTOOD = "The server's answer cannot be understood."
NEWER = "A new version of Trailmix is here."
CONTROLLED = "() => navigator.serviceWorker.controller !== null"
TOLD = """async path => {
  const found = await (await caches.open("told")).match(path, { ignoreVary: true });
  return found ? found.text() : null;
}"""
TELL = """async ([path, text, headers = {}]) =>
  (await caches.open("told")).put(path, new Response(text, { headers }))"""
KEEP_AS_BEFORE = """async path =>
  (await caches.open("trailmix before")).put(path, new Response("before"))"""
SUCCEEDED = """async () => {
  const { installing, waiting, active } = await navigator.serviceWorker.getRegistration();
  return !installing && !waiting && active.state === "activated";
}"""
PATHS_KEPT = """async () => {
  const caught = await Promise.all((await caches.keys()).map(async name => (await caches.open(name)).keys()));
  return caught.flat().map(request => new URL(request.url).pathname);
}"""


class Serving(Started):
    """A server whose page is a copy that can be changed."""

    program = (str(Path(__file__).with_name("serving_a_copy.py")),)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    folder = tmp_path_factory.mktemp("installed")
    shutil.copytree(page_files.FOLDER, folder / "page")
    running = Serving(folder, **QUICK)
    yield running
    running.stop()
    assert '"trace"' not in running.log(), running.log()


@pytest.fixture
def context(pages: Pages) -> Iterator[BrowserContext]:
    context = pages.browser.new_context()
    context.set_default_timeout(PATIENCE_MS)
    yield context
    context.close()


def renew(server: Serving) -> None:
    """The server stops, and comes back with another page."""
    server.stop()
    folder = server.database.parent / "page"
    old = page_files.build_of(folder)
    new = old[::-1]
    (folder / "built-from").write_text(new)
    assets = [path.name for path in (folder / "assets").iterdir()]
    for path in [path for path in folder.rglob("*") if path.suffix in (".js", ".css", ".html")]:
        text = path.read_text().replace(old, new)
        for name in assets:  # what has changed has another name
            text = text.replace(name, f"n{name}")
        path.write_text(text)
    for name in assets:
        (folder / "assets" / name).rename(folder / "assets" / f"n{name}")
    server.start()


def visit(context: BrowserContext, server: Serving, path: str = "/", **kept: Any) -> Page:
    page = context.new_page()
    page.goto(f"{server.address}/healthz")
    settings = {"motion": "reduced", "speed": 0, "sound": False, "name": "Ann"}
    for key, value in {KEPT: settings, **kept}.items():
        page.evaluate("([key, value]) => localStorage.setItem(key, value)", [key, json.dumps(value)])
    page.goto(server.address + path)
    page.wait_for_function(CONTROLLED)
    return page


def wait_for_kept(page: Page, *paths: str) -> None:
    """Wait until these answers are kept; `wait_for_function` would take a promise for the answer."""
    eventually(
        lambda: all(page.evaluate(TOLD, path) is not None for path in paths),
        pause=lambda seconds: page.wait_for_timeout(1000 * seconds),
    )


def test_it_can_be_installed(server: Serving, context: BrowserContext) -> None:
    page = visit(context, server)
    session = context.new_cdp_session(page)
    assert session.send("Page.getInstallabilityErrors")["installabilityErrors"] == []
    told = session.send("Page.getAppManifest")
    assert told["errors"] == [] and json.loads(told["data"])["name"] == "Trailmix"


def test_a_first_visit_gets_everything_from_a_server_with_its_usual_limits(
    tmp_path: Path, pages: Pages
) -> None:
    """Three friends in one house, whose browsers have nothing of it yet; one of them looks at courses."""
    server = Running(tmp_path)
    refused, friends = list[str](), [pages.browser.new_context() for _ in range(3)]
    for friend in friends:
        friend.on("response", lambda told: refused.append(told.url) if told.status == 429 else None)
    opened = [friend.new_page() for friend in friends]
    for page in opened:
        page.goto(server.address, wait_until="commit")
    for page in opened:
        page.wait_for_function(CONTROLLED)
    page = opened[-1]
    page.get_by_role("button", name="Play now : Snow Tails").click()
    page.locator("dialog img").last.scroll_into_view_if_needed()
    page.wait_for_function("() => [...document.querySelectorAll('dialog img')].every(img => img.complete)")
    drawn = page.evaluate(
        "() => [...document.querySelectorAll('dialog img')].map(img => img.naturalWidth > 0)"
    )
    assert len(drawn) == 6 and all(drawn)
    assert refused == []
    for friend in friends:
        friend.close()
    server.stop()


def test_without_a_server_the_rules_can_be_read(server: Serving, context: BrowserContext) -> None:
    page = visit(context, server)
    games = [game["game"] for game in server.http.get(f"{server.address}/api/games").json()]
    wait_for_kept(page, *(f"/api/games/{game}/fixed" for game in games))
    server.stop()
    page.goto(f"{server.address}/rules/alpina")
    expect(page.get_by_role("heading", name="Alpina: the rules")).to_be_visible()
    page.goto(f"{server.address}/rules/snow_tails")
    expect(page.get_by_role("heading", name="Snow Tails: the rules")).to_be_visible()
    page.goto(f"{server.address}/")
    expect(page.get_by_text("The server does not answer.")).to_be_visible()
    expect(page.get_by_role("heading", name="What shall we play?")).to_be_visible()
    kept = page.evaluate(PATHS_KEPT)
    assert "/manifest.webmanifest" in kept and "/api/games" in kept
    assert not [path for path in kept if path.startswith(("/api/tables", "/api/mine", "/table"))]
    server.start()
    expect(page.get_by_text("The server does not answer.")).to_have_count(0)


@contextmanager
def nobody_behind(server: Serving, says: str) -> Iterator[None]:
    """The server is away, but something stands in front of it: it says so, or nothing at all."""
    server.stop()
    with socket.create_server(("127.0.0.1", server.port)) as door:

        def answer() -> None:
            with suppress(OSError):  # the door is closed
                while True:
                    visitor, _ = door.accept()
                    with visitor, suppress(OSError):
                        visitor.recv(65536)
                        visitor.sendall(says.encode())

        if says:
            threading.Thread(target=answer, daemon=True).start()
        yield
        door.shutdown(socket.SHUT_RDWR)
    server.start()


BAD_GATEWAY = "HTTP/1.1 502 Bad Gateway\r\nConnection: close\r\nContent-Length: 4\r\n\r\nAway"


@pytest.mark.parametrize("says", [BAD_GATEWAY, ""], ids=["502", "nothing"])
def test_a_balancer_without_a_server_is_no_server(
    server: Serving, context: BrowserContext, says: str
) -> None:
    page = visit(context, server, "/rules/alpina")
    games = [game["game"] for game in server.http.get(f"{server.address}/api/games").json()]
    wait_for_kept(page, *(f"/api/games/{game}/fixed" for game in games), "/api/games/alpina/lesson/recording")
    with nobody_behind(server, says):
        page.goto(f"{server.address}/rules/alpina")
        expect(page.get_by_role("link", name="Learn")).to_have_count(2)
        # This is drawn from the cards that the game is played with.
        expect(page.get_by_role("heading", name="Ideas")).to_be_visible()
        expect(page.get_by_text(AWAY)).to_be_visible()
        page.goto(f"{server.address}/")
        expect(page.get_by_role("link", name="Learn by playing : Alpina")).to_be_visible()
        expect(page.get_by_text(AWAY)).to_be_visible()
        expect(page.get_by_text(NOT_UNDERSTOOD)).to_have_count(0)
    expect(page.get_by_text(AWAY)).to_have_count(0)


REFUSAL = json.dumps({"t": "refused", "id": None, "code": "stopping", "why": "A moment, please.", "key": ""})
OWN_REFUSAL = (
    "HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nTrailmix-Build: this\r\n"
    f"Content-Type: application/json\r\nContent-Length: {len(REFUSAL)}\r\n\r\n{REFUSAL}"
)
ASK = """async path => {
  const answer = await fetch(path).catch(() => null);
  return answer && [answer.status, answer.headers.get("trailmix-kept"), (await answer.json()).code ?? null];
}"""


def test_the_servers_own_refusal_is_its_word(server: Serving, context: BrowserContext) -> None:
    """What is kept stands in for a balancer that has no server, not for a server that says not now."""
    page = visit(context, server)
    kept, strange = "/api/games/alpina/fixed", "/api/games/alpina/nothing"
    wait_for_kept(page, kept)
    with nobody_behind(server, BAD_GATEWAY):
        assert page.evaluate(ASK, kept) == [200, "yes", None]
        assert page.evaluate(ASK, strange) is None
    with nobody_behind(server, OWN_REFUSAL):
        for path in (kept, strange):
            assert page.evaluate(ASK, path) == [503, None, "stopping"]


WATCH = """() => {
  window.changes = [];
  const look = found => window.changes.push(...found.map(({ target, addedNodes, removedNodes }) =>
    [target.textContent, addedNodes.length, removedNodes.length].join()));
  new MutationObserver(look).observe(document.body, { childList: true, characterData: true, subtree: true });
}"""


def test_without_a_server_home_says_so_once(server: Serving, context: BrowserContext) -> None:
    """What was kept is not the server's word: it is neither there again nor newer than the page."""
    page = visit(context, server)
    wait_for_kept(page, "/api/games")
    server.stop()
    page.evaluate(TELL, ["/api/games", page.evaluate(TOLD, "/api/games"), {"trailmix-build": "another"}])
    page.goto(f"{server.address}/")
    expect(page.get_by_text(AWAY)).to_be_visible()
    failed = list[str]()
    page.on("requestfailed", lambda asked: failed.append(asked.url))
    page.evaluate(WATCH)
    eventually(
        lambda: len([url for url in failed if url.endswith("/api/tables")]) >= 3,
        pause=lambda seconds: page.wait_for_timeout(1000 * seconds),
    )
    assert page.evaluate("() => window.changes") == []
    expect(page.get_by_role("alert")).to_have_count(0)
    expect(page.get_by_text(NEWER)).to_have_count(0)
    # Whoever has read it can put it away, and is told again the next time.
    page.get_by_role("button", name="Close").click()
    expect(page.get_by_text(AWAY)).to_have_count(0)
    server.start()
    expect(page.get_by_role("button", name="Play now").first).to_be_enabled()
    with page.expect_response("**/api/tables"):
        pass
    expect(page.get_by_text(NEWER)).to_have_count(0)
    server.stop()
    page.goto(f"{server.address}/rules/alpina")
    expect(page.get_by_text(AWAY)).to_be_visible()
    server.start()
    expect(page.get_by_text(AWAY)).to_have_count(0)  # also on a page that asks for nothing


def test_what_keeps_its_name_is_that_of_the_version(server: Serving, context: BrowserContext) -> None:
    """The version before is kept for tabs that show it, but its icon and manifest are nobody's any more."""
    before = context.new_page()
    before.goto(f"{server.address}/healthz")
    for path in ("/icon.svg", "/manifest.webmanifest", "/assets/old.js"):
        before.evaluate(KEEP_AS_BEFORE, path)
    page = visit(context, server)
    got = "async path => (await fetch(path)).text()"
    assert page.evaluate(got, "/icon.svg") == server.http.get(f"{server.address}/icon.svg").text
    assert json.loads(page.evaluate(got, "/manifest.webmanifest"))["name"] == "Trailmix"
    assert page.evaluate(got, "/assets/old.js") == "before"


def coach(page: Page) -> Locator:
    """Whoever teaches."""
    return page.locator("section.coach")


def test_without_a_server_lessons_are_taken_to_their_end(server: Serving, context: BrowserContext) -> None:
    """What is shown, the bots' replies and reasons are those of the real tables; the match has to wait."""
    page = visit(context, server)
    page.add_init_script("window.WebSocket = undefined")  # nobody is talked to
    for game in own_slugs():
        page.goto(f"{server.address}/rules/{game}")
        wait_for_kept(page, f"/api/games/{game}/lesson/recording")
    server.stop()
    confirm = page.locator("[data-confirm]:enabled")
    for game in own_slugs():
        *steps, last = [step.sentences(find(game).words) for step in lessons.lesson_of(find(game))]
        page.goto(f"{server.address}/learn/{game}")
        for step in steps:
            expect(coach(page).get_by_role("heading")).to_have_text(step.title)
            expect(coach(page)).to_contain_text("No connection.")
            coach(page).get_by_role("button", name="Show me").click()
            confirm.click()
            expect(coach(page).get_by_role("status")).to_have_text(step.done)
            expect(page.get_by_role("list", name="Log")).to_contain_text("Ann")
            expect(page.get_by_role("list", name="Log")).not_to_contain_text("Guest")
            coach(page).get_by_role("button", name="Next").click()
        expect(coach(page).get_by_role("heading")).to_have_text(last.title)
        expect(coach(page)).to_contain_text("The match waits for the server.")
    server.start()


def test_a_step_under_way_goes_on_without_a_server(server: Serving, context: BrowserContext) -> None:
    page = visit(context, server, "/rules/alpina")
    wait_for_kept(page, "/api/games/alpina/lesson/recording")
    page.goto(f"{server.address}/learn/alpina")
    steps = [step.sentences(find("alpina").words) for step in lessons.lesson_of(find("alpina"))]
    heading, said = coach(page).get_by_role("heading"), coach(page).get_by_role("status")

    def play_as_shown(step: lessons.Sentences) -> None:
        coach(page).get_by_role("button", name="Show me").click()
        page.locator("[data-confirm]:enabled").click()
        expect(said).to_have_text(step.done)

    expect(heading).to_have_text(steps[0].title)
    coach(page).get_by_role("button", name="Skip").click()
    expect(heading).to_have_text(steps[1].title)
    server.stop()
    expect(page.get_by_text("so this step begins anew")).to_be_visible()
    expect(heading).to_have_text(steps[1].title)
    expect(coach(page)).to_contain_text("No connection. Each step can be played")
    play_as_shown(steps[1])
    server.start()
    expect(coach(page)).to_contain_text("There is a connection again")
    expect(page.get_by_text("No connection.")).to_have_count(0)
    coach(page).get_by_role("button", name="Next").click()
    expect(heading).to_have_text(steps[2].title)
    expect(coach(page)).not_to_contain_text("connection")
    # Once a step is played, it stays to be read.
    play_as_shown(steps[2])
    server.stop()
    expect(page.get_by_text("No connection.")).to_be_visible()
    expect(said).to_have_text(steps[2].done)
    coach(page).get_by_role("button", name="Next").click()
    expect(heading).to_have_text(steps[3].title)
    expect(coach(page)).to_contain_text("No connection. Each step can be played")
    server.start()


def test_without_a_server_what_is_known_is_said_and_nothing_else(
    server: Serving, context: BrowserContext
) -> None:
    page = visit(context, server, "/rules/alpina")
    recording = "/api/games/alpina/lesson/recording"
    wait_for_kept(page, recording)
    server.stop()
    page.goto(f"{server.address}/learn/alpina")
    steps = [step.sentences(find("alpina").words) for step in lessons.lesson_of(find("alpina"))]
    heading = coach(page).get_by_role("heading")
    expect(heading).to_have_text(steps[0].title)
    screen = Screen(page, server)
    alpina = playing("alpina")
    alpina.whole_turn(screen, 2)  # by hand, and another turn than the one that is shown
    screen.ready.click()
    expect(coach(page).get_by_role("status")).to_have_text(steps[0].done)
    coach(page).get_by_role("button", name="Again").click()
    expect(coach(page).get_by_role("status")).to_be_empty()
    alpina.something_illegal(screen)
    expect(screen.alert).to_contain_text("There is no connection, so nobody can judge that.")
    # The server is back: the next step is played there, with its referee.
    server.start()
    coach(page).get_by_role("button", name="Skip").click()
    expect(heading).to_have_text(steps[1].title)
    expect(coach(page)).not_to_contain_text("No connection.")
    # What was kept for another page is not shown by this one.
    kept = json.loads(page.evaluate(TOLD, recording)) | {"build": "another"}
    server.stop()
    page.evaluate(TELL, [recording, json.dumps(kept)])
    page.reload()
    expect(page.get_by_role("alert")).to_contain_text("and this lesson is not kept here.")
    expect(coach(page)).to_have_count(0)
    server.start()
    page.get_by_role("button", name="Try again").click()
    expect(heading).to_have_text(steps[1].title)
    expect(coach(page)).not_to_contain_text("No connection.")


def test_a_new_version_is_offered_between_matches(server: Serving, context: BrowserContext) -> None:
    (me,) = make(server, HUMAN, BOT)
    chairs = {me.table: {"tokens": {"0": me.token}, "invite": me.invite, "at": 0}}
    page = visit(context, server, f"/table/{me.table}", **{"trailmix.tables": chairs})
    prompt = page.get_by_role("region", name="What you may do")
    expect(prompt.locator("[data-choice]").first).to_be_attached()
    page.evaluate("() => { window.stillThis = true; }")
    builds = list[str]()

    def hear(frame: str | bytes) -> None:
        if (said := json.loads(frame))["t"] == "welcome":
            builds.append(said["build"])

    page.on("websocket", lambda socket: socket.on("framereceived", hear))
    renew(server)
    # The connection comes back by itself, and the server says that it has another page.
    eventually(lambda: bool(builds), pause=lambda seconds: page.wait_for_timeout(1000 * seconds))
    assert builds == [page_files.build_of(server.database.parent / "page")]
    expect(page.get_by_text(NEWER)).to_have_count(0)
    page.get_by_role("link", name="Trailmix: all games").first.click()
    expect(page.get_by_text(NEWER)).to_be_visible()
    assert page.evaluate("() => window.stillThis"), "nobody is torn out of anything"
    page.get_by_role("button", name="Reload", exact=True).click()
    expect(page.get_by_role("heading", name="What shall we play?")).to_be_visible()
    expect(page.get_by_text(NEWER)).to_have_count(0)
    assert not page.evaluate("() => window.stillThis")
    # The old version's worker brought this page, and still had the old one: it asked the server first. It is
    # followed by its successor, who has everything that is needed without a server.
    newest = f"trailmix {page_files.build_of(server.database.parent / 'page')}"
    eventually(
        lambda: newest in page.evaluate("() => caches.keys()") and page.evaluate(SUCCEEDED),
        pause=lambda seconds: page.wait_for_timeout(1000 * seconds),
    )
    server.stop()
    page.goto(f"{server.address}/settings")
    expect(page.get_by_role("heading", name="Settings")).to_be_visible()
    expect(page.locator("script[src]").first).to_have_attribute("src", re.compile("^/assets/n"))
    server.start()
