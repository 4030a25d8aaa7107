"""Lost connections, killed servers, two tabs, another version: the page says it, and nothing is lost."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from browser.browsing import SIZES, SOCKET, Browsing, Screen
from browser.games import Playing, against_bots, any_game, at_the_start, every_game, go_on
from browser.looking import sideways
from browser.screens import Scene
from server.running import Person, eventually


class Wire:
    """The connection of a page, with a switch in it."""

    def __init__(self, page: Page) -> None:
        self.page, self.up = page, True
        self.sockets: list[WebSocketRoute] = []
        page.route_web_socket(SOCKET, self._plug)

    def _plug(self, socket: WebSocketRoute) -> None:
        if self.up:
            socket.connect_to_server()
            self.sockets.append(socket)
        else:
            socket.close(code=1001)

    def eventually(self, so: Callable[[], bool]) -> None:
        """Wait until something is so. What the page sends passes through this process, so let it pass."""
        eventually(so, pause=lambda seconds: self.page.wait_for_timeout(1000 * seconds))

    def cut(self) -> None:
        """Nothing comes through any more, in neither direction."""
        self.up = False
        while self.sockets:
            self.sockets.pop().close(code=1001)


def assert_nothing_is_missing(screen: Screen, person: Person) -> None:
    """The log on the screen says what the server's says, each once and in its order."""
    played = [action for entry in person.get("./log") for action in entry["actions"]]
    eventually(lambda: screen.written() == " ".join(played))


@every_game
def test_coming_back_after_the_connection_was_lost(browsing: Browsing, game: str, how: Playing) -> None:
    """A turn confirmed while nothing comes through is played once, and what others did meanwhile is shown."""
    people, me, _ = at_the_start(browsing.server, game)
    screen = browsing.visitor(me, fresh=True, notation=True)
    wire = Wire(screen.page)
    screen.go(f"/table/{me.table}")
    assert screen.my_turn()
    how.whole_turn(screen)
    wire.cut()
    expect(screen.banner).to_be_visible()
    before = me.view()["seq"]
    screen.confirm.click()
    expect(screen.prompt).to_contain_text("Sending")
    assert me.view()["seq"] == before
    wire.up = True
    expect(screen.banner).to_have_count(0)
    wire.eventually(lambda: bool(me.view()["seq"] > before))
    wire.cut()
    expect(screen.banner).to_be_visible()
    go_on(people, me)
    wire.up = True
    expect(screen.banner).to_have_count(0)
    assert screen.my_turn()
    assert_nothing_is_missing(screen, me)
    before = me.view()["seq"]
    how.whole_turn(screen, 1)
    screen.confirm.click()
    wire.eventually(lambda: bool(me.view()["seq"] > before))


COVERED = """note => [...document.querySelectorAll("a, button")].flatMap(each => {
  const [one, other] = [note, each].map(element => element.getBoundingClientRect());
  const apart = one.bottom <= other.top || other.bottom <= one.top || !other.width;
  return apart || note.contains(each) || !each.checkVisibility() ? [] : [each.outerHTML];
})"""


@every_game
def test_a_lost_connection_covers_nothing(browsing: Browsing, game: str) -> None:
    _, me, _ = at_the_start(browsing.server, game)
    screen = browsing.visitor(me, fresh=True)
    wire = Wire(screen.page)
    screen.go(f"/table/{me.table}")
    assert screen.my_turn()
    wire.cut()
    expect(screen.banner).to_be_visible()
    for width, height in SIZES.values():
        screen.page.set_viewport_size({"width": width, "height": height})
        expect(screen.banner).to_be_in_viewport(ratio=1)
        expect(screen.page.get_by_role("button", name="Table and settings")).to_be_in_viewport(ratio=1)
        assert screen.banner.evaluate(COVERED) == []
        board = screen.page.get_by_role("main", name="Board").bounding_box()
        assert board and board["height"] >= height / 5 and board["y"] + board["height"] <= height
        assert sideways(screen.page) == (False, [])


@every_game
def test_a_server_killed_under_the_page(browsing: Browsing, game: str, how: Playing) -> None:
    server = browsing.server
    me = against_bots(server, game)
    screen = browsing.at(me, notation=True)
    for turn in range(2):
        assert screen.my_turn()
        how.whole_turn(screen, turn)
        screen.confirm.click()
    assert screen.my_turn()
    played = me.view()["seq"]
    server.kill()
    expect(screen.banner).to_be_visible()
    server.start()
    expect(screen.banner).to_have_count(0)
    assert me.view()["seq"] == played
    assert screen.my_turn()
    how.whole_turn(screen, 2)
    screen.confirm.click()
    eventually(lambda: bool(me.view()["seq"] > played))
    assert screen.my_turn()
    assert_nothing_is_missing(screen, me)


@every_game
def test_two_tabs_on_one_seat(browsing: Browsing, game: str, how: Playing) -> None:
    me = against_bots(browsing.server, game)
    one = browsing.at(me, notation=True)
    two = browsing.tab(one).go(f"/table/{me.table}")
    assert one.my_turn() and two.my_turn()
    how.first_step(two, 1)
    one.page.bring_to_front()  # a tab that nobody sees draws once a second
    how.whole_turn(one)
    one.confirm.click()
    assert one.my_turn()
    expect(two.log).to_have_count(one.log.count())
    expect(two.take_back).to_have_count(0)  # the position that the draft was for is gone
    two.page.bring_to_front()
    assert two.my_turn()
    how.whole_turn(two, 1)
    two.confirm.click()
    assert two.my_turn()
    assert_nothing_is_missing(one, me)
    assert_nothing_is_missing(two, me)


@pytest.mark.parametrize(
    ("path", "part", "is_there"),
    [
        ("/learn/alpina", "Lesson", "section.coach"),
        ("/statistics", "Statistics", "main h1"),
        ("/device", "Device", "main h1"),
        ("/settings", "Told", "#told"),
        ("/rules/alpina", "alpina", "#ideas"),
        ("/course/snow_tails", "snow_tails", "main svg"),
    ],
)
def test_a_part_of_the_page_that_cannot_be_fetched_is_told(
    browsing: Browsing, path: str, part: str, is_there: str
) -> None:
    """As in a tab of the version before, where no worker has kept it."""
    screen = browsing.visitor(fresh=True)
    parts = f"**/assets/{part}-*.js"
    screen.page.route(parts, lambda route: route.fulfill(status=404, json={"why": "There is nothing."}))
    screen.go(path)
    expect(screen.alert).to_contain_text("could not be fetched")
    screen.page.unroute(parts)
    screen.alert.get_by_role("button", name="Reload the page").click()
    expect(screen.page.locator(is_there).first).to_be_visible()
    expect(screen.alert).to_have_count(0)


@any_game
def test_parts_of_a_table_that_cannot_be_fetched_are_told(browsing: Browsing, scene: Scene) -> None:
    screen = browsing.visitor(scene.over, fresh=True)
    for part in ("Legend", "PictureSheet", "Panel"):
        screen.page.route(f"**/assets/{part}-*.js", lambda route: route.fulfill(status=404))
    screen.go(f"/table/{scene.over.table}")
    screen.page.get_by_role("button", name="Picture").click()
    expect(screen.alert).to_contain_text("could not be fetched")
    screen.go(f"/analysis/{scene.over.table}")
    expect(screen.alert).to_contain_text("could not be fetched")
    expect(screen.alert.get_by_role("button", name="Reload the page")).to_be_visible()


@any_game
def test_a_page_of_another_version_asks_to_be_reloaded(browsing: Browsing, game: str) -> None:
    me = against_bots(browsing.server, game)
    screen = browsing.visitor(me, fresh=True)
    old = True

    def speak_as_of_old(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def pass_on(text: str | bytes) -> None:
            message = json.loads(text)
            if old and message["t"] == "hello":
                message["protocol"] += 1
            server.send(json.dumps(message))

        socket.on_message(pass_on)

    screen.page.route_web_socket(SOCKET, speak_as_of_old)
    screen.go(f"/table/{me.table}")
    expect(screen.page.get_by_text("this page is too old for it")).to_be_visible()
    old = False  # the server's page is of its own version
    screen.page.get_by_role("button", name="Reload the page").click()
    assert screen.my_turn()
    expect(screen.page.get_by_text("this page is too old for it")).to_have_count(0)
