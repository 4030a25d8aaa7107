"""Every page and sheet there is, each brought to the state in which it is looked at."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from playwright.sync_api import expect

from browser.browsing import Browsing, Screen
from browser.games import people_at
from server.running import BOT, HUMAN, OPEN, Person, Running, make

MIDDLE = 32  # log entries of the match that is shown in the middle


def play_well(people: list[Person], entries: int = 10_000) -> None:
    """Play as a good bot would, until there are so many entries or the match is over."""
    while (seen := people[0].view())["view"]["to_move"] is not None and seen["seq"] < entries:
        mover = next((person for person in people if person.view()["legal"]), None)
        if mover is None:  # a bot thinks
            people[0].view(since=seen["seq"], wait=5)
            continue
        at = mover.view()["seq"]
        wish = {"t": "hint", "id": str(at), "seq": at}
        mover.move(mover.post("./hint", wish)["action"], seq=at)


def named(*names: str) -> list[dict[str, str]]:
    """Chairs of people."""
    return [HUMAN | {"name": name} for name in names]


@dataclass
class Scene:
    """Tables of a game: one that waits, one in the middle of a match, one at one screen, one that is over."""

    game: str
    waiting: Person
    playing: Person
    shared: list[Person]
    over: Person

    @classmethod
    def made(cls, server: Running, game: str) -> Scene:
        """Made by playing, over HTTP."""
        (waiting,) = make(server, *named("Ann"), BOT, OPEN, game=game, privacy="public")
        (me,) = make(server, *named("Ann"), BOT, BOT, game=game, privacy="public")
        play_well([me], MIDDLE)
        seat = me.view()["seat"]
        me.post("./chat", {"t": "chat", "id": "hello", "text": "Good luck, everybody!"})
        while me.view()["view"]["to_move"] != seat:
            me.view(since=me.view()["seq"], wait=5)
        shared = people_at(server, game)
        done = people_at(server, game, privacy="public")
        play_well(done)
        return cls(game, waiting, me, shared, done[0])

    def people(self) -> list[Person]:
        """All chairs that the viewer holds."""
        return [self.waiting, self.playing, *self.shared, self.over]


Bring = Callable[[Screen, Scene], None]


def home(screen: Screen, scene: Scene) -> None:
    """All games, and the tables below them."""
    screen.go("/")
    expect(screen.page.get_by_role("button", name="Play now").first).to_be_enabled()
    expect(screen.page.get_by_role("heading", name="My tables")).to_be_visible()


def new_table(screen: Screen, scene: Scene) -> None:
    """The wishes for a new table."""
    home(screen, scene)
    screen.page.get_by_role("button", name="Same screen").first.click()
    expect(screen.page.get_by_role("button", name="Make the table")).to_be_visible()


def waiting(screen: Screen, scene: Scene) -> None:
    """Before the match: chairs and the invitation."""
    screen.go(f"/table/{scene.waiting.table}")
    expect(screen.page.get_by_role("img", name="QR code")).to_be_visible()


def table(screen: Screen, scene: Scene) -> None:
    """In the middle of a match."""
    screen.go(f"/table/{scene.playing.table}")
    assert screen.my_turn()


def draft(screen: Screen, scene: Scene) -> None:
    """A turn as a good bot would play it, laid out but not yet confirmed."""
    table(screen, scene)
    if screen.ready.count() == 0:  # there is more than one answer
        screen.prompt.get_by_role("button", name="Hint").click()
        screen.prompt.get_by_role("button", name="Show it").click()
    expect(screen.confirm).to_be_enabled()


def menu(screen: Screen, scene: Scene) -> None:
    """The settings of the table."""
    table(screen, scene)
    screen.page.get_by_role("button", name="Table and settings").click()
    expect(screen.page.get_by_role("dialog", name="Table and settings")).to_be_visible()


def curtain(screen: Screen, scene: Scene) -> None:
    """The screen is handed over."""
    screen.go(f"/table/{scene.shared[0].table}")
    expect(screen.curtain).to_be_visible()


def result(screen: Screen, scene: Scene) -> None:
    """The end of a match."""
    screen.go(f"/table/{scene.over.table}")
    expect(screen.result).to_be_visible()


def replay(screen: Screen, scene: Scene) -> None:
    """A finished match, walked through."""
    screen.go(f"/replay/{scene.over.table}?at=21")
    expect(screen.page.get_by_role("slider", name="Step")).to_have_value("21")


def rules(screen: Screen, scene: Scene) -> None:
    """The rules in five minutes."""
    screen.go(f"/rules/{scene.game}")
    expect(screen.page.get_by_role("heading", level=2).first).to_be_visible()


def settings(screen: Screen, scene: Scene) -> None:
    """What one wishes for."""
    screen.go("/settings")
    expect(screen.page.get_by_role("group", name="Colours")).to_be_visible()


def nothing(screen: Screen, scene: Scene) -> None:
    """An address that leads nowhere."""
    screen.go("/nowhere")
    expect(screen.page.get_by_role("heading", name="The trail ends here")).to_be_visible()


def watching(screen: Screen, scene: Scene) -> None:
    """A match as an onlooker sees it."""
    screen.go(f"/table/{scene.playing.table}")
    expect(screen.page.get_by_text("Watching", exact=True)).to_be_visible()


ALONE: list[Bring] = [home, settings, nothing]
"""Pages of no game."""
OF_GAMES: list[Bring] = [new_table, waiting, table, draft, menu, curtain, result, replay, rules, watching]


def visitor(browsing: Browsing, bring: Bring, scene: Scene, theme: str) -> Screen:
    """Somebody who looks at a page."""
    people = [] if bring is watching else scene.people()
    return browsing.visitor(*people, theme=theme, name="Ann")
