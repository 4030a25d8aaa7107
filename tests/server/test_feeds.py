"""The private feed of a browser: its own turns, to whoever knows the link, which is no key."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from xml.etree import ElementTree

from server.receiving import follow, pass_the_turn
from server.running import HUMAN, QUICK, Json, Person, Running, make, mover

ATOM = {"a": "http://www.w3.org/2005/Atom"}


def test_a_feed_tells_its_own_turns_to_whoever_knows_it(server: Running) -> None:
    people = make(server, HUMAN, HUMAN)
    first = mover(people)
    other = next(person for person in people if person is not first)
    feeds = {person.chair: follow(person) for person in people}
    answer = first.ask("GET", feeds[first.chair]["feed"])
    assert answer.headers["content-type"].startswith("application/atom+xml")
    root = ElementTree.fromstring(answer.content)  # noqa: S314 - our own
    assert root.tag == "{http://www.w3.org/2005/Atom}feed"
    for name in ("id", "title", "updated", "author/a:name"):
        assert root.findtext(f"a:{name}", namespaces=ATOM), name
    (entry,) = root.findall("a:entry", ATOM)
    assert entry.findtext("a:title", namespaces=ATOM) == "Your turn: Alpina"
    link = entry.find("a:link", ATOM)
    assert link is not None and link.get("href") == f"{server.address}/table/{first.table}"
    assert entry.findtext("a:id", namespaces=ATOM) and entry.findtext("a:updated", namespaces=ATOM)
    tag = {"If-None-Match": answer.headers["etag"]}
    assert first.ask("GET", feeds[first.chair]["feed"], headers=tag).status_code == 304
    theirs = ElementTree.fromstring(other.ask("GET", feeds[other.chair]["feed"]).content)  # noqa: S314
    assert theirs.findall("a:entry", ATOM) == [], "it is not their turn"
    pass_the_turn(people)
    assert first.ask("GET", feeds[first.chair]["feed"], headers=tag).status_code == 200
    follower = feeds[first.chair]["follower"]
    for foreign in ("nothing", first.token, follower, "x" * 5000):
        assert first.refused("GET", f"/feeds/{foreign}")[:2] == (404, "no_such_address")
    again = follow(first, follower=feeds[first.chair]["follower"])
    assert again["feed"] == feeds[first.chair]["feed"], "the link stays"
    assert follow(first, follower="my own choice")["follower"] != "my own choice"
    forget = {"follower": feeds[first.chair]["follower"]}
    assert Person(server).post("/api/followers/forget", forget) == {"gone": True}
    assert Person(server).post("/api/followers/forget", forget) == {"gone": False}
    assert first.refused("GET", feeds[first.chair]["feed"])[0] == 404


def summaries(follower: Person, following: Json) -> list[str | None]:
    """What a feed says of each turn besides its game."""
    root = ElementTree.fromstring(follower.ask("GET", following["feed"]).content)  # noqa: S314 - our own
    return [entry.findtext("a:summary", namespaces=ATOM) for entry in root.findall("a:entry", ATOM)]


def test_a_feed_names_the_others_at_the_table(server: Running) -> None:
    """Whoever reads it knows who they are themselves, and which chairs are theirs besides."""
    people = make(server, *({**HUMAN, "name": name} for name in ("Ann", "Ben", "Cid")))
    names, mine = ["Ann", "Ben", "Cid"], mover(people)
    other = next(person for person in people if person is not mine)
    named = [name for chair, name in enumerate(names) if chair != mine.chair]
    assert summaries(mine, follow(mine)) == [f"At the table with {', '.join(named)}."]
    both = follow(mine, tokens=[mine.token, other.token])
    named.remove(names[other.chair])
    assert summaries(mine, both) == [f"At the table with {named[0]}."]
    assert summaries(mine, follow(mine, tokens=[person.token for person in people])) == [None]


def test_the_link_of_a_feed_is_no_key_to_what_it_tells_of(server: Running) -> None:
    """It is given to services that read feeds for people."""
    (ann, _) = make(server, HUMAN, HUMAN)
    following = follow(ann)
    name = following["feed"].removeprefix("/feeds/")
    assert name != following["follower"]
    assert Person(server).post("/api/followers/forget", {"follower": name}) == {"gone": False}
    assert follow(Person(server, "", "nobody's"), follower=name)["follower"] != name
    again = follow(ann, follower=following["follower"])
    assert (again["feed"], again["followed"]) == (following["feed"], 1)
    assert ann.ask("GET", following["feed"]).status_code == 200


def test_what_goes_wrong_with_a_feed_does_not_bring_its_link_into_the_log(tmp_path: Path) -> None:
    running = Running(tmp_path, **QUICK)
    try:
        link = follow(Person(running, "", "nobody's"))["feed"]
        with closing(sqlite3.connect(running.database)) as database, database:
            database.execute("UPDATE followers SET document = 'no document'")
        assert Person(running).ask("GET", link).status_code == 500
    finally:
        running.stop()
    (line,) = (line for line in running.log_lines() if line["message"] == "a request failed")
    assert (line["method"], line["path"]) == ("GET", "/feeds/{name}")
    assert link.removeprefix("/feeds/") not in running.log()
