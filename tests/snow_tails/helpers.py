"""What the tests of Snow Tails share: positions in a few words, whole turns and what they led to."""

from __future__ import annotations

import random
from collections.abc import Iterable
from functools import cache
from typing import Any, cast

import msgspec
import pytest
import tomli_w

import trailmix
from snow_tails.tracks import DATA
from trailmix.engine import replay
from trailmix.engine.errors import Refused
from trailmix.engine.events import Event
from trailmix.engine.game import Setup
from trailmix.engine.match import Match
from trailmix.engine.words import letter
from trailmix.games.snow_tails.data import track_of
from trailmix.games.snow_tails.track.spaces import Track
from trailmix.games.snow_tails.view import Own, Preview, Result, Seat, TableView, View

SEATS = "ABCDE"
STRAIGHT = "start S S finish:R"
LONG = "start S S S S S S S S finish:R"


# --- positions ------------------------------------------------------------------------------------------


def sled(text: str) -> dict[str, Any]:
    """A sled of a position from a few words: "1.2.5 3/4/3 hand=22245 dents=1 pile=44".

    Cards are written without blanks, none at all as "-"; what is not said is as in any position.
    """
    said: dict[str, Any] = {}
    for word in text.split():
        name, _, value = word.partition("=")
        if not value:
            said["mat" if "/" in word else "space"] = word
        elif name in ("dents", "place"):
            said[name] = int(value)
        else:
            rest = ["..."] * value.endswith("...")
            said[name] = value if name == "wrecked" else " ".join([*value.strip("-."), *rest])
    return said


def position(course: str = STRAIGHT, **said: Any) -> str:
    """The text of a position: sleds as `A="1.2.5 3/4/3"`, and any other field. It is round 2 if not said."""
    sleds = {name: sled(said.pop(name)) for name in SEATS if name in said}
    document = {
        "trailmix": "position",
        "game": "snow_tails",
        "players": max(2, 1 + max((SEATS.index(name) for name in sleds), default=0)),
        "round": 2,
        "options": {"course": course, **said.pop("options", {})},
        **said,
        "sleds": sleds,
    }
    return tomli_w.dumps(document, multiline_strings=True)


def at(course: str = STRAIGHT, **said: Any) -> Match:
    """The match that a position describes."""
    return trailmix.load(position(course, **said))


def alone(course: str, a: str, **said: Any) -> Match:
    """A position for one sled: the other one was wrecked in round 1."""
    return at(course, A=a, B="0.5.1 wrecked=1.2", **said)


@cache
def setup(players: int, *courses: str, **options: Any) -> Setup:
    """What never changes in a match, read once: of a single race, or of a season of several courses."""
    said: dict[str, Any] = {"courses": list(courses)} if len(courses) > 1 else {}
    if len(courses) == 1:
        said["course"] = courses[0]
    return trailmix.game("snow_tails").setup(players, {**said, **options})


def deal(players: int = 2, seed: int | str = 7, *courses: str, **options: Any) -> Match:
    """A match dealt from a seed."""
    return replay.new(setup(players, *courses, **options), seed=seed, salt="salt")


def started(players: int, starts: Iterable[int], *courses: str, **options: Any) -> Match:
    """A match in which seat A has taken the first of these start spaces, and so on."""
    match, wanted = deal(players, 7, *courses, **options), list(starts)
    while view(match).decision == "start":
        match.play(f"start {wanted[SEATS.index(to_move(match))]}")
    return match


# --- playing --------------------------------------------------------------------------------------------


def turn(match: Match, said: str, seat: str | None = None) -> list[Event]:
    """A whole turn: "2@L RRF", "2@LRB bonus", "4@B discard 2". Steps that need no decision may be said, too.

    Without a word about the bonus it is left; without one about discards the lowest cards go. Every step
    that is asked for must be said.
    """
    assert seat in (None, to_move(match))
    card, *words = said.split()
    seen = (to_move(match), view(match).round)
    happened = match.play(card)
    path = words.pop(0) if words and set(words[0]) <= set("FLR") else ""
    while (to_move(match), view(match).round) == seen and view(match).decision not in ("play", "over"):
        asked = view(match)
        if asked.decision == "step":
            assert asked.move is not None
            action = path[len(asked.move.path)]
        elif asked.decision == "bonus":
            action = words.pop(0) if words[:1] in (["bonus"], ["none"]) else "none"
        else:
            action = f"{words.pop(0)} {words.pop(0)}" if words else match.legal()[0]
        happened += match.play(action)
    assert not words, f"never asked for {words}"
    taken = steps(happened)
    short = min(len(taken), len(path))
    assert taken[:short] == path[:short], f"{path} was said, {taken} was taken"
    return happened


def refusal(match: Match, action: Any, seat: int | None = None) -> str:
    """Play what must be refused; returns the sentence, having seen that not a byte has changed."""
    before, moves = match.states.tobytes(), list(match.moves)
    with pytest.raises(Refused) as caught:
        match.play(action, seat)
    assert match.states.tobytes() == before
    assert match.moves == moves
    assert match.why(action, seat) == caught.value.why == str(caught.value)
    return caught.value.why


# --- looking at a match ---------------------------------------------------------------------------------


def view(match: Match, seat: int = -1) -> View:
    """What a seat sees."""
    return cast(View, match.view(seat))


def view_bytes(match: Match, seat: int = -1) -> bytes:
    """What a seat sees, as it would be sent."""
    return msgspec.json.encode(match.view(seat))


def table(match: Match) -> TableView:
    """What never changes in a match."""
    return cast(TableView, match.table_view())


def to_move(match: Match) -> str:
    """The letter of the seat that owes a decision, empty if nobody does."""
    return "" if match.actor is None else letter(match.actor)


def legal(match: Match) -> set[str]:
    """The options of the decision."""
    return set(match.legal())


def seat(match: Match, name: str) -> Seat:
    """What everyone knows of a seat."""
    return view(match).seats[SEATS.index(name)]


def own(match: Match, name: str) -> Own:
    """What a seat alone knows."""
    found = view(match, SEATS.index(name)).own
    assert found is not None
    return found


def hand(match: Match, name: str) -> str:
    """The cards that a seat holds, in ascending order: "12245"."""
    return "".join(map(str, own(match, name).hand))


def track(match: Match) -> Track:
    """The course of the race."""
    return track_of(match.setup, view(match).race - 1)


def space(match: Match, name: str) -> str | None:
    """Where a sled stands, as the ledger calls spaces; None if it is not on the track."""
    number = seat(match, name).space
    return None if number is None else track(match).spaces[number].name


def spaces(match: Match, numbers: Iterable[int]) -> list[str]:
    """Spaces by their names."""
    return [track(match).spaces[number].name for number in numbers]


def mat(match: Match, name: str) -> str:
    """What a mat shows: "3/5/2"."""
    shown = seat(match, name)
    return f"{shown.left.shows}/{shown.right.shows}/{shown.brake}"


def dents(match: Match, name: str) -> int:
    """How many dents a sled has."""
    return seat(match, name).dents


def status(match: Match) -> str:
    """How everyone is in the race: "racing wrecked"."""
    return " ".join(each.status for each in view(match).seats)


def order(match: Match) -> str:
    """The seats in the order of placing, or of the round."""
    return "".join(view(match).order)


def cards(counts: Iterable[int]) -> str:
    """Cards from their numbers by value: (2, 0, 1, 0, 0) is "113"."""
    return "".join(str(value) * number for value, number in enumerate(counts, 1))


def preview(match: Match, action: str | None = None) -> Preview:
    """What the seat to move is told about a card play, or about the rest of its move."""
    (found,) = [each for each in own(match, to_move(match)).previews if each.action == action]
    return found


def ends(match: Match, action: str | None = None) -> dict[str, str]:
    """The ends that a card play is said to have, each with one way to it."""
    track_ = track(match)
    return {track_.spaces[each.end].name: each.steps for each in preview(match, action).outcomes}


def paths_to(match: Match, card: str) -> dict[str, str]:
    """Every order of steps after a card play, played out: path -> the space where it ends."""
    found: dict[str, str] = {}
    seat_, twin = to_move(match), match.clone()
    waiting = [(twin, twin.play(card))]
    while waiting:
        now, events = waiting.pop()
        if to_move(now) == seat_ and view(now).decision == "step":
            for step in now.legal():
                branch = now.clone()
                waiting.append((branch, events + branch.play(step)))
        else:
            found[steps(events)] = track(match).spaces[int(now.states["space"][0][SEATS.index(seat_)])].name
    return found


def result(match: Match, race: int = 1) -> Result:
    """How a race ended."""
    return view(match).results[race - 1]


# --- looking at events ----------------------------------------------------------------------------------


def steps(events: Iterable[Event]) -> str:
    """All steps taken, without one that crashed."""
    return "".join(event.values["steps"] for event in events if event.kind == "moved")


def told(events: Iterable[Event], *kinds: str) -> list[str]:
    """The kinds of what happened (of those asked for) in order."""
    return [event.kind for event in events if not kinds or event.kind in kinds]


def of_kind(events: Iterable[Event], kind: str) -> list[dict[str, Any]]:
    """The values of all events of a kind."""
    return [event.values for event in events if event.kind == kind]


def drawn(events: Iterable[Event], name: str | None = None) -> str:
    """The cards that were drawn (by a seat), in ascending order."""
    found = [e for e in events if e.kind == "drew" and name in (None, e.seat)]
    return "".join(sorted(str(card) for event in found for card in event.values["cards"]))


# --- random play ----------------------------------------------------------------------------------------


def play_on(match: Match, whims: random.Random, decisions: int = 100_000) -> Match:
    """Play random legal actions, as many as are asked for or until the match is over."""
    for _ in range(decisions):
        if match.over:
            break
        match.play(whims.choice(match.actions()))
    return match


def after(players: int, seed: int, decisions: int, *courses: str) -> Match:
    """A random match after so many decisions."""
    return play_on(deal(players, seed, *courses), random.Random(seed), decisions)


def situations(players: int, seed: int, every: int, *courses: str) -> list[Match]:
    """One random match as it stood at every so many decisions, until it is over: a clone for each."""
    match, whims, found = deal(players, seed, *courses), random.Random(seed), []
    while not match.over:
        found.append(match.clone())
        play_on(match, whims, every)
    return found


def all_courses() -> list[str]:
    """The named courses."""
    return [named.id for named in DATA.named]
