"""Chromium, pages in it, and what every game's table has in common on the screen."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import (
    Browser,
    BrowserContext,
    Error,
    Locator,
    Page,
    Response,
    WebSocket,
    expect,
    sync_playwright,
)

from server.running import Json, Person, Running

SIZES = {"phone": (360, 640), "phone-wide": (640, 360), "tablet": (768, 1024), "desktop": (1440, 900)}
SOCKET = "**/api/tables/*/socket"
NO_CHROMIUM = (
    "The browser tests cannot run: there is no chromium here. On Debian: sh requirements/browser.sh as root."
)
PATIENCE_MS = 30_000
"""How long to wait for what must come: long, because the machine may be busy. No test measures time."""


# A graphics card that is played by the processor costs time; as root chromium wants no sandbox.
FLAGS = ["--disable-gpu", *(["--no-sandbox"] if hasattr(os, "getuid") and os.getuid() == 0 else [])]


def chromium() -> str | None:
    """Where Debian's chromium is, the one without windows or the whole; None if there is none."""
    return shutil.which("chromium-headless-shell") or shutil.which("chromium")


@contextmanager
def browser_at(program: str) -> Iterator[Browser]:
    """A browser without a window."""
    expect.set_options(timeout=PATIENCE_MS)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=FLAGS)
        yield browser
        browser.close()


def serving(running: Running) -> Iterator[Running]:
    """A server for as long as tests need it. Nothing may ever fail in it."""
    yield running
    running.stop()
    assert '"trace"' not in running.log(), running.log()


class Pages:
    """Pages that are used again and again, each of a browser's user of its own.

    What a page has once loaded and compiled it has: to a new one, every visit costs a second more.
    """

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self._idle: list[Page] = []

    def take(self, address: str, kept: Json, size: str, theme: str) -> Page:
        """A page as somebody opens it who keeps these things at this address, and nothing else."""
        page = self._idle.pop() if self._idle else self._context().new_page()
        page.set_default_timeout(PATIENCE_MS)
        width, height = SIZES[size]
        page.set_viewport_size({"width": width, "height": height})
        wear(page, theme)
        page.goto(f"{address}/healthz")  # of the same origin, but without a script
        page.evaluate(KEEP, {key: json.dumps(value) for key, value in kept.items()})
        return page

    def _context(self) -> BrowserContext:
        """Nothing of the page is kept in it: tests of that make their own."""
        return self.browser.new_context(service_workers="block")

    def give_back(self, page: Page) -> None:
        """Somebody has left."""
        page.goto("about:blank")
        self._idle.append(page)


ASKED_ANEW = "([name, before]) => document.querySelector(`[aria-label='${name}']`)?.innerText !== before"
PROMPT = "What you may do"
KEEP = """kept => {
  sessionStorage.clear();
  localStorage.clear();
  for (const [key, value] of Object.entries(kept)) localStorage.setItem(key, value);
}"""


def wear(page: Page, theme: str) -> None:
    """Light or dark, as the system says it."""
    page.emulate_media(color_scheme="dark" if theme == "dark" else "light")


class Screen:
    """One page of a browser: what it shows, what it was told, and what went wrong in it."""

    def __init__(self, page: Page, server: Running) -> None:
        self.page = page
        self.server = server
        self.heard: list[Json] = []
        """Every message that came over a socket of this page, oldest first."""
        self.sizes: dict[str, list[int]] = {}
        """Bytes of these messages by kind."""
        self.scripts: dict[str, int] = {}
        """Bytes of each script that was loaded, by its address: none of them changes, so each comes once."""
        self.errors: list[str] = []
        page.on("websocket", self._listen)
        page.on("response", self._weigh)
        page.on("pageerror", self._fail)

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", self._hear)

    def _weigh(self, response: Response) -> None:
        if response.request.resource_type == "script" and response.ok:
            assert response.headers["content-encoding"] == "gzip"
            assert "immutable" in response.headers["cache-control"]
            self.scripts[response.url] = int(response.headers["content-length"])

    def _fail(self, error: Error) -> None:
        self.errors.append(str(error))

    def leave(self) -> None:
        """Listen no more."""
        self.page.remove_listener("websocket", self._listen)
        self.page.remove_listener("response", self._weigh)
        self.page.remove_listener("pageerror", self._fail)

    def _hear(self, frame: str | bytes) -> None:
        message = json.loads(frame)
        self.heard.append(message)
        self.sizes.setdefault(message["t"], []).append(
            len(frame.encode() if isinstance(frame, str) else frame)
        )

    def go(self, path: str) -> Screen:
        """Open an address of the server."""
        self.page.goto(self.server.address + path)
        return self

    # --- what every table shows

    @property
    def prompt(self) -> Locator:
        """The part that says what is asked, with the answers as buttons."""
        return self.page.get_by_role("region", name=PROMPT)

    @property
    def choices(self) -> Locator:
        """The answers; there are none while others decide."""
        return self.prompt.locator("[data-choice]")

    @property
    def confirm(self) -> Locator:
        """What sends the turn; it can be pressed once the turn is whole. An only answer is sent by itself."""
        return self.prompt.locator("[data-confirm]")

    @property
    def take_back(self) -> Locator:
        """What takes back the last step of the turn."""
        return self.prompt.get_by_role("button", name="Take back")

    @property
    def alert(self) -> Locator:
        """Why something is not allowed."""
        return self.page.get_by_role("alert")

    @property
    def banner(self) -> Locator:
        """What is wrong with the connection."""
        return self.page.get_by_text("No connection.")

    @property
    def result(self) -> Locator:
        """Who has won."""
        return self.page.locator("#result-title")

    @property
    def log(self) -> Locator:
        """The entries of the log (beside the board, on a wide screen)."""
        return self.page.get_by_role("list", name="Log").get_by_role("listitem")

    @property
    def curtain(self) -> Locator:
        """What hides the table until the screen has been handed over."""
        return self.page.get_by_role("dialog", name="Hand over to")

    @property
    def ready(self) -> Locator:
        """What sends the turn, once it is whole: from the start if there is only one answer."""
        return self.prompt.locator("[data-confirm]:enabled")

    @property
    def turn(self) -> Locator:
        """Something to answer: the first choice, or what sends the turn."""
        return self.choices.or_(self.ready).first

    @property
    def account(self) -> Locator:
        """What puts away the account of a round, which stays until somebody goes on."""
        return self.page.get_by_role("button", name="Close this and go on")

    def my_turn(self) -> bool:
        """Wait until there is something to decide; False if the match is over instead."""
        while True:
            self.choices.or_(self.ready).or_(self.result).or_(self.account).first.wait_for(state="attached")
            if self.result.count() or self.turn.count():
                return self.result.count() == 0
            if self.account.count():  # else what was to be answered is sent already, and more is to come
                self.account.click()

    def answer(self) -> None:
        """Give the first answer with the keyboard, which reaches those that only the board shows, too."""
        self.choices.first.focus()
        self.page.keyboard.press("Enter")

    def written(self) -> str:
        """Everything that was played, as the log writes it (for those who want to see the notation)."""
        return " ".join(self.page.get_by_role("list", name="Log").locator("code").all_inner_texts())

    def asked(self) -> str:
        """What the prompt says, with its answers."""
        return self.prompt.inner_text()

    def asked_anew(self, before: str) -> None:
        """Wait until the prompt says something else, or is gone with the match."""
        self.page.wait_for_function(ASKED_ANEW, arg=[PROMPT, before])

    def focused(self) -> str:
        """What has the focus: its words, or the name of its element if that is the whole page."""
        words: str = self.page.evaluate(
            "() => document.activeElement === document.body ? 'BODY' : document.activeElement.innerText"
        )
        return words

    def views(self) -> list[Json]:
        """The views that this page was sent."""
        return [message for message in self.heard if message["t"] == "view"]


class Browsing:
    """People with browsers of their own at one server."""

    def __init__(self, pages: Pages, server: Running) -> None:
        self.pages = pages
        self.server = server
        self.screens: list[Screen] = []
        self._borrowed: list[Page] = []
        self._own: list[BrowserContext | Page] = []

    def visitor(
        self,
        *people: Person,
        size: str = "desktop",
        theme: str = "light",
        name: str = "",
        fresh: bool = False,
        **wishes: Any,
    ) -> Screen:
        """Somebody who may hold chairs already and wants no waiting for animations, and no explanations.

        `fresh`: with a browser that has loaded nothing yet, or whose connections are tampered with.
        """
        settings = {"motion": "reduced", "speed": 0, "sound": False, "ideas": False, "name": name} | wishes
        tables: Json = {}
        for person in people:
            table = tables.setdefault(person.table, {"tokens": {}, "invite": person.invite, "at": 0})
            table["tokens"][str(person.chair)] = person.token
        kept = {"trailmix.settings": settings, "trailmix.tables": tables}
        pages = Pages(self.pages.browser) if fresh else self.pages
        page = pages.take(self.server.address, kept, size, theme)
        if fresh:
            self._own.append(page.context)
        else:
            self._borrowed.append(page)
        return self._seen(page)

    def _seen(self, page: Page) -> Screen:
        self.screens.append(Screen(page, self.server))
        return self.screens[-1]

    def tab(self, beside: Screen) -> Screen:
        """A further page in somebody's browser."""
        page = beside.page.context.new_page()
        page.set_default_timeout(PATIENCE_MS)
        self._own.append(page)
        return self._seen(page)

    def at(self, *people: Person, **wishes: Any) -> Screen:
        """Somebody at the table where these chairs are theirs."""
        return self.visitor(*people, **wishes).go(f"/table/{people[0].table}")

    def end(self) -> list[str]:
        """Everybody leaves; gives the errors of all pages."""
        for screen in self.screens:
            screen.leave()
        for own in self._own:
            own.close()
        for page in self._borrowed:
            self.pages.give_back(page)
        return [error for screen in self.screens for error in screen.errors]
