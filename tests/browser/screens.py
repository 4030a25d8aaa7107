"""Every page and sheet there is, each brought to the state in which it is looked at."""

from __future__ import annotations

import functools
import json
from collections.abc import Callable
from dataclasses import dataclass

import httpx
from playwright.sync_api import Locator, expect

from browser.browsing import Screen
from browser.games import people_at, playing
from server.running import BOT, HUMAN, OPEN, Person, Running, good, make
from trailmix.engine import lessons
from trailmix.engine.game import find

MIDDLE = 32  # log entries of the match that is shown in the middle


def play_well(people: list[Person], entries: int = 10_000) -> None:
    """Play as a good bot would, until there are so many entries or the match is over.

    A page may just be sending its own turn: what comes too late for its position is thought over again.
    """
    while True:
        seen = [person.view() for person in people]
        at = seen[0]["seq"]
        if seen[0]["view"]["to_move"] is None or at >= entries:
            return
        for person, sees in zip(people, seen, strict=True):
            if sees["legal"]:
                told = person.ask("POST", "./hint", {"t": "hint", "id": str(at), "seq": at})
                if not is_stale(told):
                    move = {"t": "move", "id": str(at), "seq": at, "actions": [good(told)["action"]]}
                    is_stale(person.ask("POST", "./moves", move))
                break
        else:  # a bot thinks
            people[0].view(since=at, wait=5)


def is_stale(answer: httpx.Response) -> bool:
    """Has the table moved on? Whatever else is wrong with an answer fails."""
    if answer.is_error and answer.json()["code"] == "stale":
        return True
    good(answer)
    return False


def named(*names: str) -> list[dict[str, str]]:
    """Chairs of people."""
    return [HUMAN | {"name": name} for name in names]


@dataclass
class Scene:
    """Tables of a game, each made by playing over HTTP when it is first asked for."""

    server: Running
    game: str
    middle: int = MIDDLE

    @functools.cached_property
    def waiting(self) -> Person:
        """Somebody at a table that waits for others."""
        return make(self.server, *named("Ann"), BOT, OPEN, game=self.game, privacy="public")[0]

    @functools.cached_property
    def playing(self) -> Person:
        """Somebody who is to move in the middle of a match."""
        (me,) = make(self.server, *named("Ann"), BOT, BOT, game=self.game, privacy="public")
        play_well([me], self.middle)
        me.post("./chat", {"t": "chat", "id": "hello", "text": "Good luck, everybody!"})
        while not (seen := me.view())["legal"]:
            me.view(since=seen["seq"], wait=5)
        return me

    @functools.cached_property
    def shared(self) -> list[Person]:
        """Several people at one screen."""
        return people_at(self.server, self.game)

    @functools.cached_property
    def late(self) -> Person:
        """Somebody whose time is up."""
        clock = {"kind": "move", "seconds": 1}
        (me,) = make(self.server, *named("Ann"), *[BOT] * 2, game=self.game, clock=clock)
        while not me.view()["legal"]:
            me.view(since=me.view()["seq"], wait=5)
        return me

    @functools.cached_property
    def over(self) -> Person:
        """Somebody whose match is over."""
        people = people_at(self.server, self.game, privacy="public")
        play_well(people)
        return people[0]


Bring = Callable[[Screen, Scene], None]


def games(screen: Screen) -> None:
    """The home page, with what can be played."""
    screen.go("/")
    expect(screen.page.get_by_role("button", name="Play now").first).to_be_enabled()


def home(screen: Screen, scene: Scene) -> None:
    """My tables, all games, and the tables of others."""
    games(screen)
    expect(screen.page.get_by_role("heading", name="Your turn")).to_be_visible()


def new_table(screen: Screen, scene: Scene) -> None:
    """The wishes for a new table."""
    games(screen)
    screen.page.locator(f"article[aria-labelledby='game-{scene.game}']").get_by_text("Same screen").click()
    expect(screen.page.get_by_role("button", name="Make the table")).to_be_visible()


def play_now(screen: Screen, scene: Scene) -> None:
    """What is asked before a match against bots, with the pictures of its options."""
    games(screen)
    screen.page.locator(f"article[aria-labelledby='game-{scene.game}']").get_by_text("Play now").click()
    expect(screen.page.get_by_role("button", name="Start the match")).to_be_focused()


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


def legend(screen: Screen, scene: Scene) -> None:
    """What the signs mean."""
    table(screen, scene)
    screen.page.keyboard.press("g")
    expect(screen.page.locator("dialog [data-sign]").first).to_be_visible()


EXPLAIN = """() => {
  const key = "trailmix.settings";
  localStorage.setItem(key, JSON.stringify({ ...JSON.parse(localStorage.getItem(key)), ideas: true }));
}"""


def idea(screen: Screen, scene: Scene) -> None:
    """Something has happened for the first time, and is explained."""
    screen.page.evaluate(EXPLAIN)
    table(screen, scene)
    expect(screen.page.locator("section[data-idea]")).to_be_visible()


def curtain(screen: Screen, scene: Scene) -> None:
    """The screen is handed over."""
    screen.go(f"/table/{scene.shared[0].table}")
    expect(screen.curtain).to_be_visible()


def result(screen: Screen, scene: Scene) -> None:
    """The end of a match, and what somebody has achieved with it."""
    screen.go(f"/table/{scene.over.table}")
    expect(screen.result).to_be_visible()
    expect(screen.page.get_by_text("Achieved: ")).to_be_visible()


def picture(screen: Screen, scene: Scene) -> None:
    """The picture of a match, to be shared."""
    result(screen, scene)
    screen.page.get_by_role("button", name="Picture").click()
    expect(screen.page.get_by_role("img", name="The board at the end")).to_be_visible()


def late(screen: Screen, scene: Scene) -> None:
    """The own time is up."""
    screen.go(f"/table/{scene.late.table}")
    expect(screen.page.get_by_role("button", name="Let a bot play for me")).to_be_visible()


def replay(screen: Screen, scene: Scene) -> None:
    """A finished match, walked through."""
    screen.go(f"/replay/{scene.over.table}?at=21")
    expect(screen.page.get_by_role("slider", name="Step")).to_have_value("21")


def analysis(screen: Screen, scene: Scene) -> None:
    """A finished match with its analysis."""
    scene.over.post("./analysis")
    screen.go(f"/analysis/{scene.over.table}?at=21")
    expect(screen.page.get_by_role("slider", name="Chances to win over the match")).to_be_visible()
    screen.page.get_by_text("All figures as a table").click()
    expect(screen.page.get_by_role("table")).to_be_visible()


def rules(screen: Screen, scene: Scene) -> None:
    """The rules in five minutes."""
    screen.go(f"/rules/{scene.game}")
    expect(screen.page.get_by_role("heading", level=2).first).to_be_visible()


def settings(screen: Screen, scene: Scene) -> None:
    """What one wishes for."""
    screen.go("/settings")
    expect(screen.page.get_by_role("group", name="Colours")).to_be_visible()


def statistics(screen: Screen, scene: Scene) -> None:
    """What was played in this browser."""
    home(screen, scene)
    expect(screen.page.get_by_role("heading", name="Finished matches")).to_be_visible()
    screen.page.get_by_role("link", name="Statistics and achievements").click()
    expect(screen.page.get_by_role("list", name="How often you came where")).to_be_visible()


def device(screen: Screen, scene: Scene) -> None:
    """The way to another device, with a code."""
    screen.go("/device")
    screen.page.get_by_role("button", name="Make a code").click()
    expect(screen.page.get_by_role("img", name="A QR code")).to_be_visible()


def invited(screen: Screen, scene: Scene) -> None:
    """What a guest sees before sitting down."""
    screen.go(f"/table/{scene.waiting.table}")
    expect(screen.page.get_by_role("button", name="Sit down")).to_be_visible()


def nothing(screen: Screen, scene: Scene) -> None:
    """An address that leads nowhere."""
    screen.go("/nowhere")
    expect(screen.page.get_by_role("heading", name="The trail ends here")).to_be_visible()


def watching(screen: Screen, scene: Scene) -> None:
    """A match as an onlooker sees it."""
    screen.go(f"/table/{scene.playing.table}")
    expect(screen.page.get_by_text("Watching", exact=True)).to_be_visible()


# --- lessons


def coach(screen: Screen) -> Locator:
    """Whoever teaches."""
    return screen.page.locator("section.coach")


def at_step(screen: Screen, game: str, step: int) -> None:
    """Go on with a step of a lesson, as somebody who has come so far before."""
    progress = json.dumps({game: step})
    screen.page.evaluate("kept => localStorage.setItem('trailmix.lessons', kept)", progress)
    screen.go(f"/learn/{game}")


def learner(screen: Screen) -> Person:
    """Whoever plays the match at the end of a lesson in this browser, and nothing else."""
    kept = screen.page.evaluate("JSON.parse(localStorage.getItem('trailmix.tables'))")
    ((table, held),) = kept.items()
    ((chair, token),) = held["tokens"].items()
    return Person(screen.server, table, token, int(chair))


def lesson(screen: Screen, scene: Scene) -> None:
    """A step of a lesson, to be read first."""
    at_step(screen, scene.game, 1)
    expect(screen.turn).to_be_attached()


def lesson_reason(screen: Screen, scene: Scene) -> None:
    """Another turn than the one that a step is about, and why it is not."""
    name, turn = playing(scene.game).ASTRAY
    at_step(screen, scene.game, [step.name for step in lessons.lesson_of(find(scene.game))].index(name))
    screen.turn.wait_for()
    playing(scene.game).by_hand(screen, turn)
    expect(coach(screen).locator(".other")).to_be_visible()


def lesson_end(screen: Screen, scene: Scene) -> None:
    """The match at the end of a lesson is over."""
    at_step(screen, scene.game, len(lessons.lesson_of(find(scene.game))) - 1)
    assert screen.my_turn()
    play_well([learner(screen)])
    expect(coach(screen)).to_contain_text("That was the lesson.")
    expect(screen.result).to_be_visible()


ALONE: list[Bring] = [
    *(
        home,
        new_table,
        waiting,
        invited,
        menu,
        idea,
        late,
        picture,
        curtain,
        analysis,
        statistics,
        device,
        settings,
        nothing,
    ),
]
"""What looks the same whatever is played."""
OF_GAMES: list[Bring] = [play_now, table, draft, legend, result, replay, rules, watching]
"""What every game has."""
OF_LESSONS: list[Bring] = [lesson, lesson_reason, lesson_end]
"""What a game with a lesson has."""


def chairs_for(bring: Bring, scene: Scene) -> list[Person]:
    """The chairs that somebody holds who looks at a page."""
    if bring in (table, draft, menu, legend, idea):
        return [scene.playing]
    if bring is curtain:
        return scene.shared
    if bring is late:
        return [scene.late]
    if bring in (result, picture):
        return [scene.over]
    if bring in (home, statistics):
        return [scene.waiting, scene.playing, scene.over]
    return [scene.waiting] if bring in (play_now, new_table, waiting) else []
