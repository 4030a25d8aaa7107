"""Notices when it is one's turn: what the settings say, what is really shown, and where a click leads."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from browser.browsing import FLAGS, PATIENCE_MS, Pages
from server.receiving import Browser, Receiver, follow, pass_the_turn, receiving
from server.running import HUMAN, QUICK, Json, Person, Running, eventually, make

NO_WHOLE_CHROMIUM = (
    "The tests of notices cannot run: chromium without windows has none, and there is no whole one here. "
    "On Debian: sh requirements/browser.sh as root."
)
FORBIDDEN = "The browser does not allow notices for this page."
ACTIVE = "async () => (await navigator.serviceWorker.ready).active.state === 'activated'"
SHOWN = """async () => (await (await navigator.serviceWorker.ready).getNotifications())
  .map(({ title, body, data }) => ({ title, body, table: data.table }))"""
SHOW_ANOTHER = """async () => {
  const worker = await navigator.serviceWorker.getRegistration();
  await worker.showNotification("Another", { tag: "another", data: { table: "another" } });
}"""
NO_PUSH = "PushManager.prototype.subscribe = () => Promise.reject(new Error('there is no service'));"
SILENT_PUSH = "PushManager.prototype.subscribe = () => new Promise(() => {});"
# No window hides another here: the page is told that one does.
HIDES_AT_WILL = "Object.defineProperty(document, 'hidden', { get: () => globalThis.hides === true });"
LOOK_AND_HIDE = """() => {
  globalThis.hides = false;
  document.dispatchEvent(new Event("visibilitychange"));
  globalThis.hides = true;
}"""
OPEN_ONLY = "In this browser notices come only while a page of Trailmix is open."
GOES_ON = "That could not be ended, and goes on. The server cannot be reached now."
# A browser lets a page come to the front only if a person has clicked: here it is noted where it would go.
CLICK = """async table => {
  const went = [];
  self.clients.openWindow = async path => { went.push(`opens ${path}`); return null; };
  WindowClient.prototype.focus = async function () { went.push(`goes to ${this.url}`); return this; };
  const [notification] = await self.registration.getNotifications({ tag: table });
  const waits = [];
  const click = new ExtendableEvent("notificationclick");
  Object.defineProperty(click, "notification", { value: notification });
  Object.defineProperty(click, "waitUntil", { value: done => waits.push(done) });
  self.dispatchEvent(click);
  await Promise.all(waits);
  return went;
}"""


@pytest.fixture(scope="module")
def whole(pages: Pages) -> Iterator[Pages]:
    """Chromium as people have it: the one without windows refuses all notices."""
    program = shutil.which("chromium")
    if program is None:
        (pytest.fail if os.environ.get("CI") else pytest.skip)(NO_WHOLE_CHROMIUM)
    browser = pages.browser.browser_type.launch(executable_path=program, args=FLAGS)
    yield Pages(browser)
    browser.close()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    running = Running(tmp_path_factory.mktemp("notices"), **QUICK | {"push_anywhere": True})
    yield running
    running.stop()
    assert '"trace"' not in running.log(), running.log()


@pytest.fixture
def context(whole: Pages) -> Iterator[BrowserContext]:
    context = whole.browser.new_context()
    context.set_default_timeout(PATIENCE_MS)
    yield context
    context.close()


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with receiving() as receiver:
        yield receiver


def visit(
    context: BrowserContext, server: Running, path: str, *people: Person, script: str = "", **wishes: Any
) -> Page:
    """A page of somebody who holds these chairs, with the worker at work; `script` comes before its own."""
    page = context.new_page()
    if script:
        page.add_init_script(script)
    page.goto(f"{server.address}/healthz")
    settings = {"motion": "reduced", "speed": 0, "sound": False, "ideas": False, "name": "Ann"} | wishes
    chairs = {
        each.table: {"tokens": {str(each.chair): each.token}, "invite": each.invite, "at": 0}
        for each in people
    }
    for key, value in {"trailmix.settings": settings, "trailmix.tables": chairs}.items():
        page.evaluate("([key, value]) => localStorage.setItem(key, value)", [key, json.dumps(value)])
    page.goto(server.address + path)
    page.wait_for_function(ACTIVE)
    return page


def deliver(page: Page, server: Running, *messages: str) -> None:
    """Hand messages to the worker, as the browser does when its service brings them."""
    session = page.context.new_cdp_session(page)
    found: list[Json] = []
    session.on("ServiceWorker.workerRegistrationUpdated", lambda told: found.extend(told["registrations"]))
    session.send("ServiceWorker.enable")
    eventually(lambda: bool(found), pause=lambda seconds: page.wait_for_timeout(1000 * seconds))
    for message in messages:
        to = {"origin": server.address, "registrationId": found[0]["registrationId"], "data": message}
        session.send("ServiceWorker.deliverPushMessage", to)


def shown(page: Page) -> list[Json]:
    """The notices that the browser shows now."""
    notices: list[Json] = page.evaluate(SHOWN)
    return notices


def appear(page: Page, *tables: str) -> list[Json]:
    """Wait until there are notices of these tables."""
    eventually(
        lambda: {notice["table"] for notice in shown(page)} >= set(tables),
        pause=lambda seconds: page.wait_for_timeout(1000 * seconds),
    )
    return shown(page)


def gone(page: Page) -> None:
    """Wait until there is no notice any more."""
    eventually(lambda: not shown(page), pause=lambda seconds: page.wait_for_timeout(1000 * seconds))


def wished(page: Page) -> bool:
    kept: Json = page.evaluate("() => JSON.parse(localStorage.getItem('trailmix.settings'))")
    return bool(kept.get("notices"))


# --- the settings


def test_notices_are_switched_on_and_off(server: Running, context: BrowserContext) -> None:
    context.grant_permissions(["notifications"], origin=server.address)
    page = visit(context, server, "/settings")
    switch = page.get_by_role("switch", name="Notify me")
    expect(switch).not_to_be_checked()
    switch.click()
    expect(switch).to_be_checked()
    assert wished(page)
    page.reload()
    expect(switch).to_be_checked()
    expect(page.get_by_role("alert")).to_have_count(0)
    switch.click()
    expect(switch).not_to_be_checked()
    assert not wished(page)


def test_a_browser_that_says_no_leaves_the_switch_off(server: Running, context: BrowserContext) -> None:
    """Nobody has been asked before; this browser refuses for its user."""
    page = visit(context, server, "/settings")
    assert page.evaluate("Notification.permission") == "default", "nothing is asked without a click"
    switch = page.get_by_role("switch", name="Notify me")
    for _ in range(2):  # not asked yet, and refused already
        switch.click()
        expect(page.get_by_role("alert")).to_contain_text(FORBIDDEN)
        expect(switch).not_to_be_checked()
        assert page.evaluate("Notification.permission") == "denied" and not wished(page)


def test_what_was_allowed_once_and_is_no_more_is_told(server: Running, context: BrowserContext) -> None:
    page = visit(context, server, "/settings", notices=True)
    expect(page.get_by_role("alert")).to_contain_text(FORBIDDEN)
    page.get_by_role("switch", name="Notify me").click()
    expect(page.get_by_role("alert")).to_have_count(0)


def test_a_browser_without_notices_says_so(server: Running, context: BrowserContext) -> None:
    page = visit(context, server, "/settings", script="delete globalThis.Notification")
    switch = page.get_by_role("switch", name="Notify me")
    switch.click()
    expect(page.get_by_role("alert")).to_have_text("This browser has no notices.")
    expect(switch).not_to_be_checked()


def test_the_feed_and_the_notices_end_apart(server: Running, context: BrowserContext) -> None:
    context.grant_permissions(["notifications"], origin=server.address)
    page = visit(context, server, "/settings", *make(server, HUMAN, HUMAN)[:1])
    page.get_by_role("button", name="Make a feed of my turns").click()
    field = page.get_by_role("textbox", name="Feed of your turns")
    link = field.input_value()
    switch = page.get_by_role("switch", name="Notify me")
    for on in (True, False):
        switch.click()
        expect(switch).to_be_checked(checked=on)
        expect(field).to_have_value(link)
        assert server.http.get(link).status_code == 200
    switch.click()
    page.get_by_role("button", name="End this feed").click()
    expect(page.get_by_role("button", name="Make a feed of my turns")).to_be_visible()
    expect(switch).to_be_checked()
    assert server.http.get(link).status_code == 404


def test_the_feed_is_copied_as_an_invite_is(server: Running, context: BrowserContext) -> None:
    context.grant_permissions(["clipboard-read", "clipboard-write"], origin=server.address)
    page = visit(context, server, "/settings")
    page.get_by_role("button", name="Make a feed of my turns").click()
    field = page.get_by_role("textbox", name="Feed of your turns")
    expect(field).to_have_css("min-height", "44px")
    expect(page.get_by_text("This address works on this machine only.")).to_be_visible()
    page.get_by_role("button", name="Copy the link").click()
    expect(page.get_by_role("status").filter(has_text="Copied")).to_be_visible()
    assert page.evaluate("() => navigator.clipboard.readText()") == field.input_value()


def test_a_visit_is_told_to_the_server_once_a_day(server: Running, context: BrowserContext) -> None:
    """It forgets browsers that have long not come; there is no other reason to tell it anything."""
    page = visit(context, server, "/settings", *make(server, HUMAN, HUMAN)[:1])
    page.get_by_role("button", name="Make a feed of my turns").click()
    expect(page.get_by_role("textbox", name="Feed of your turns")).to_be_visible()
    told = list[str]()
    page.on("request", lambda asked: told.append(asked.url) if asked.url.endswith("/api/followers") else None)
    page.evaluate("() => localStorage.setItem('trailmix.heard-of', String(Date.now() - 25 * 3600 * 1000))")
    with page.expect_response("**/api/followers"):
        page.goto(server.address)
    for _ in range(2):
        page.goto(server.address, wait_until="networkidle")
    assert len(told) == 1


def test_what_the_server_was_not_told_goes_on_and_is_said_to(
    server: Running, context: BrowserContext
) -> None:
    context.grant_permissions(["notifications"], origin=server.address)
    page = visit(context, server, "/settings", notices=True)
    page.get_by_role("button", name="Make a feed of my turns").click()
    field = page.get_by_role("textbox", name="Feed of your turns")
    link = field.input_value()
    switch = page.get_by_role("switch", name="Notify me")
    end = page.get_by_role("button", name="End this feed")
    page.route("**/api/followers*/**", lambda route: route.abort())
    page.route("**/api/followers", lambda route: route.abort())
    for control in (switch, end):
        control.click()
        expect(page.get_by_role("alert")).to_contain_text(GOES_ON)
        expect(switch).to_be_checked()
        expect(field).to_have_value(link)
        assert wished(page) and server.http.get(link).status_code == 200
    page.unroute_all()
    switch.click()
    expect(switch).not_to_be_checked()
    expect(page.get_by_role("alert")).to_have_count(0)
    end.click()
    expect(field).to_have_count(0)
    assert server.http.get(link).status_code == 404


def test_without_a_service_for_messages_it_says_so_and_tries_again(
    server: Running, context: BrowserContext
) -> None:
    context.grant_permissions(["notifications"], origin=server.address)
    page = visit(context, server, "/settings", script=NO_PUSH)
    switch = page.get_by_role("switch", name="Notify me")
    limit = page.get_by_role("status").filter(has_text=OPEN_ONLY)
    expect(switch).to_be_visible()
    expect(limit).to_have_count(0)
    switch.click()
    expect(limit).to_be_visible()
    expect(switch).to_be_checked()
    with page.expect_request("**/api/push-key"):
        page.goto(server.address)


def test_nothing_waits_for_a_service_for_messages_that_never_answers(
    server: Running, context: BrowserContext
) -> None:
    context.grant_permissions(["notifications"], origin=server.address)
    page = visit(context, server, "/settings", script=SILENT_PUSH, notices=True)
    page.get_by_role("button", name="Make a feed of my turns").click()
    field = page.get_by_role("textbox", name="Feed of your turns")
    link = field.input_value()
    assert server.http.get(link).status_code == 200
    page.clock.install()
    page.reload()
    expect(field).to_have_value(link)
    limit = page.get_by_role("status").filter(has_text=OPEN_ONLY)
    expect(limit).to_have_count(0)
    page.clock.fast_forward("00:11")
    expect(limit).to_be_visible()
    page.get_by_role("button", name="End this feed").click()
    expect(field).to_have_count(0)


def test_a_browser_that_wants_the_page_installed_says_so(server: Running, context: BrowserContext) -> None:
    page = visit(context, server, "/settings", script="delete globalThis.PushManager")
    expect(page.get_by_role("status").filter(has_text="Add to Home Screen")).to_be_visible()


# --- what is shown


def name_of(person: Person) -> str:
    return str(person.get(".")["chairs"][person.chair]["name"])


def test_a_move_becomes_a_notice_that_leads_to_its_table(
    server: Running, context: BrowserContext, receiver: Receiver
) -> None:
    """All the way: a move, the sealed message, what a browser reads in it, the notice, and a click on it."""
    context.grant_permissions(["notifications"], origin=server.address)
    people = make(server, HUMAN, HUMAN)
    browsers = {person.chair: Browser() for person in people}
    for person in people:
        follow(person, browsers[person.chair].address(receiver.endpoint(str(person.chair))))
    _, now = pass_the_turn(people)
    eventually(lambda: bool(receiver.messages))
    message = browsers[now.chair].read(receiver.messages[0][2]).decode()
    page = visit(context, server, "/", now, notices=True)
    deliver(page, server, message)
    notice = {
        "title": "Your turn: Alpina",
        "body": f"At the table with {name_of(next(each for each in people if each is not now))}.",
        "table": now.table,
    }
    assert appear(page, now.table) == [notice]
    (worker,) = context.service_workers
    path = f"/table/{now.table}"
    assert worker.evaluate(CLICK, now.table) == [f"opens {path}"]
    assert shown(page) == [], "a notice that was followed is gone"
    page.goto(server.address + path)
    expect(page.get_by_role("region", name="What you may do").locator("[data-choice]").first).to_be_attached()


def test_nobody_is_told_of_a_table_they_look_at(server: Running, context: BrowserContext) -> None:
    context.grant_permissions(["notifications"], origin=server.address)
    here, there = (make(server, HUMAN, HUMAN)[0] for _ in range(2))
    page = visit(context, server, f"/table/{here.table}", here, there, notices=True)
    first, second = (
        json.dumps({"title": "Your turn", "body": "Go on.", "table": each.table}) for each in (here, there)
    )
    deliver(page, server, first, second)
    assert [notice["table"] for notice in appear(page, there.table)] == [there.table]
    # Whoever clicks on it comes to a tab that shows that table already, if there is one.
    other = context.new_page()
    other.goto(f"{server.address}/table/{there.table}")
    (worker,) = context.service_workers
    assert worker.evaluate(CLICK, there.table) == [f"goes to {other.url}"]


def test_a_message_that_says_nothing_is_shown_and_leads_to_all_games(
    server: Running, context: BrowserContext
) -> None:
    """Browsers take the right to send messages from who shows nothing."""
    context.grant_permissions(["notifications"], origin=server.address)
    page = visit(context, server, "/settings", notices=True)
    deliver(page, server, "")
    assert appear(page, "") == [{"title": "Your turn", "body": "", "table": ""}]
    (worker,) = context.service_workers
    assert worker.evaluate(CLICK, "") == ["opens /"]


@pytest.mark.parametrize("looks", [False, True], ids=["behind other windows", "in front"])
def test_a_tab_tells_of_its_table_unless_it_is_looked_at(
    server: Running, context: BrowserContext, looks: bool
) -> None:
    """Without any message of the server's. No window hides another here: the page is told that one does."""
    context.grant_permissions(["notifications"], origin=server.address)
    hidden = "" if looks else "Object.defineProperty(document, 'hidden', { get: () => true })"
    people = make(server, HUMAN, HUMAN)
    _, waiting = pass_the_turn(people)
    other = next(person for person in people if person is not waiting)
    page = visit(context, server, f"/table/{other.table}", other, script=hidden, notices=True)
    expect(page).to_have_title("Alpina · Trailmix")
    pass_the_turn(people)
    expect(page).to_have_title("Your turn: Alpina · Trailmix")
    if looks:
        page.evaluate(
            SHOW_ANOTHER
        )  # the browser shows them in turn: one of the table's would stand there before it
        assert [notice["table"] for notice in appear(page, "another")] == ["another"]
        return
    assert appear(page, other.table) == [
        {
            "title": "Your turn: Alpina",
            "body": f"At the table with {name_of(waiting)}.",
            "table": other.table,
        }
    ]
    pass_the_turn(people)  # it was played elsewhere
    gone(page)


def test_an_open_home_page_tells_of_every_table(server: Running, context: BrowserContext) -> None:
    """Nobody has the table open, and no message comes to this browser."""
    context.grant_permissions(["notifications"], origin=server.address)
    people = make(server, HUMAN, HUMAN)
    _, waiting = pass_the_turn(people)
    other = next(person for person in people if person is not waiting)
    page = visit(context, server, "/", other, script=HIDES_AT_WILL + NO_PUSH, notices=True)
    expect(page.get_by_role("region", name="Waiting for others")).to_be_visible()
    pass_the_turn(people)
    page.evaluate(LOOK_AND_HIDE)
    assert [notice["table"] for notice in appear(page, other.table)] == [other.table]
    pass_the_turn(people)
    page.evaluate(LOOK_AND_HIDE)
    gone(page)
