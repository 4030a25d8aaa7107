"""The page as an app: installed, without a connection, and when the server has a newer one."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from browser.browsing import PATIENCE_MS, Pages
from server.running import BOT, HUMAN, QUICK, Started, eventually, make
from trailmix.server import client

KEPT = "trailmix.settings"
NEWER = "A new version of Trailmix is here."
CONTROLLED = "() => navigator.serviceWorker.controller !== null"
GAMES_KEPT = """async games => {
  const cache = await caches.open("told");
  const kept = game => cache.match(`/api/games/${game}/fixed`, { ignoreVary: true });
  return (await Promise.all(games.map(kept))).every(Boolean);
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
    shutil.copytree(client.FOLDER, folder / "page")
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
    old = client.build_of(folder)
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


def test_it_can_be_installed(server: Serving, context: BrowserContext) -> None:
    page = visit(context, server)
    session = context.new_cdp_session(page)
    assert session.send("Page.getInstallabilityErrors")["installabilityErrors"] == []
    told = session.send("Page.getAppManifest")
    assert told["errors"] == [] and json.loads(told["data"])["name"] == "Trailmix"


def test_without_a_server_the_rules_can_be_read(server: Serving, context: BrowserContext) -> None:
    page = visit(context, server)
    games = [game["game"] for game in server.http.get(f"{server.address}/api/games").json()]
    page.wait_for_function(GAMES_KEPT, arg=games)
    server.stop()
    page.goto(f"{server.address}/rules/alpina")
    expect(page.get_by_role("heading", name="Alpina: the rules")).to_be_visible()
    page.goto(f"{server.address}/rules/snow_tails")
    expect(page.get_by_role("heading", name="Snow Tails: the rules")).to_be_visible()
    page.goto(f"{server.address}/")
    expect(page.get_by_text("You can read the rules meanwhile")).to_be_visible()
    expect(page.get_by_role("heading", name="What shall we play?")).to_be_visible()
    kept = page.evaluate(PATHS_KEPT)
    assert "/manifest.webmanifest" in kept and "/api/games" in kept
    assert not [path for path in kept if path.startswith(("/api/tables", "/api/mine", "/table"))]
    server.start()
    expect(page.get_by_text("You can read the rules meanwhile")).to_have_count(0)


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
    assert builds == [client.build_of(server.database.parent / "page")]
    expect(page.get_by_text(NEWER)).to_have_count(0)
    page.get_by_role("link", name="Trailmix: all games").first.click()
    expect(page.get_by_text(NEWER)).to_be_visible()
    assert page.evaluate("() => window.stillThis"), "nobody is torn out of anything"
    page.get_by_role("button", name="Reload", exact=True).click()
    expect(page.get_by_role("heading", name="What shall we play?")).to_be_visible()
    expect(page.get_by_text(NEWER)).to_have_count(0)
    assert not page.evaluate("() => window.stillThis")
    # The old version's worker brought this page, and still had the old one: it asked the server first.
    page.wait_for_function(
        "async build => (await caches.keys()).includes(`trailmix ${build}`)",
        arg=client.build_of(server.database.parent / "page"),
    )
