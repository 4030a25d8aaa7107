"""What the tests of Hike! share: cards and tracks in a few words, positions, plays by seat, random play."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable
from functools import cache
from typing import Any, cast

import msgspec
import pytest
import tomli_w

import trailmix
from trailmix.engine import replay
from trailmix.engine.errors import Refused
from trailmix.engine.events import Event
from trailmix.engine.game import Setup
from trailmix.engine.match import Match
from trailmix.engine.words import letter
from trailmix.games.hike_dogsled.view.shape import Own, Preview, Seat, TableView, View

SEATS = "ABCDEF"
SLOTS = ("T1", "T2", "T3", "T4", "B1", "B2", "B3", "B4")
SHIPPED = trailmix.game("hike_dogsled").data_file.read_text(encoding="utf-8")


# --- other cards ----------------------------------------------------------------------------------------


def line_of(card: str, text: str = SHIPPED) -> str:
    """The line of a card in a data file, by default the one that comes with the game."""
    (found,) = [line for line in text.splitlines() if f'id = "{card}"' in line]
    return found


def corrected(text: str = SHIPPED, /, **cards: str) -> str:
    """A data file with other cards: huskies as `H01="rbbb:SI"`, landscapes as `L01="S I* P"`."""
    for card, said in cards.items():
        line = line_of(card, text)
        if card.startswith("H"):
            edges, points = said.split(":")
            new = line
            for side, colour in zip("LRTB", edges, strict=True):
                new = re.sub(rf'\b{side} = "\w"', f'{side} = "{colour}"', new)
            new = re.sub(r'pts = "\w+"', f'pts = "{points}"', new)
        else:
            new = re.sub(r'fields = "[^"]*"', f'fields = "{said}"', line)
        text = text.replace(line, new)
    return text


@cache
def plain(*huskies: str, fields: str = "", laid: int = 8) -> str:
    """A data file with all edges blue; H01, H02 ... have the points given, and then one of snow each.

    With fields, they are those of a track with landscapes L01 to L08 (or as many as are laid), and no others.
    """
    points = [*huskies, *["S"] * (48 - len(huskies))]
    cards = {f"H{number:02}": f"bbbb:{each}" for number, each in enumerate(points, 1)}
    if fields:
        names = fields.split()
        first = len(names) - laid + 1
        assert first > 0, "every landscape has a field at least"
        each = [" ".join(names[:first]), *names[first:]]
        cards |= {f"L{number:02}": said for number, said in enumerate(each, 1)}
        cards |= {"L19": ""}
    return corrected(**cards)


# --- positions ------------------------------------------------------------------------------------------


def position(**said: Any) -> str:
    """The text of a position: seats as A={"sled": ...}, sleds as "T1=H01 B2=Y1", and other fields."""
    seats = {name: dict(said.pop(name)) for name in SEATS if name in said}
    for seat_ in seats.values():
        if isinstance(seat_.get("sled"), str):
            seat_["sled"] = dict(each.split("=") for each in seat_["sled"].split())
    players = said.pop("players", max([2, *(SEATS.index(name) + 1 for name in seats)]))
    document = {"trailmix": "position", "game": "hike_dogsled", "players": players, **said, "seats": seats}
    return tomli_w.dumps(document, multiline_strings=True)


def at(**said: Any) -> Match:
    """The match that a position describes."""
    return trailmix.load(position(**said))


def prep(**said: Any) -> Match:
    """A position of Preparations in which nobody has mentors, or cards in hand, unless it is said."""
    seats = {name: {"hand": "", "mentors": 0, **said.pop(name)} for name in SEATS if name in said}
    players = said.pop("players", max([2, *(SEATS.index(name) + 1 for name in seats)]))
    for name in SEATS[:players]:
        seats.setdefault(name, {"hand": "", "mentors": 0})
    return at(**{"phase": "preparations", "centre": "", **seats, **said})


def team(said: str, first: int = 1, youngsters: int = 0) -> tuple[dict[str, Any], list[str]]:
    """A sled from the points of its huskies, "SP SIP~ SI! S+ / P Y S I": the seat, and the points.

    ``Y`` is a youngster, ``~`` tired, ``!`` at rest, ``+`` equipped. The others are H01, H02 ... from `first`
    on; so many youngsters are elsewhere.
    """
    rows = [row.split() for row in said.split("/")]
    slots = [f"{row}{n}" for row, huskies in zip("TB", rows, strict=True) for n in range(1, len(huskies) + 1)]
    marks = {"~": "tired", "!": "at_rest", "+": "tucked"}
    sled: dict[str, str] = {}
    points: list[str] = []
    found: dict[str, Any] = {"tired": [], "at_rest": [], "tucked": []}
    for slot, husky in zip(slots, [each for row in rows for each in row], strict=True):
        if husky[0] == "Y":
            youngsters += 1
            sled[slot] = f"Y{youngsters}"
        else:
            sled[slot] = f"H{first + len(points):02}"
            points.append(husky.rstrip("~!+"))
        for mark, name in marks.items():
            if mark in husky:
                found[name].append(slot)
    return {"sled": sled, **{name: " ".join(each) for name, each in found.items()}}, points


def race(fields: str, /, **said: Any) -> Match:
    """A race of two or more on a track of these fields (padded with powder), A to move, then B ...

    A seat is its sled as `team` writes it, or that and what else there is to say of it:
    `A=("SP SIP SI SS / P Y S I", {"hand": "C"})`, or None if it is eliminated. B has a sled of snow, unless
    it is said.
    """
    names = fields.split()
    track = " ".join([*names, *["P"] * (8 - len(names))])
    teams = {"B": "S S S S / S S S S"} | {name: said.pop(name) for name in SEATS if name in said}
    teams = dict(sorted(teams.items()))
    points: list[str] = []
    seats: dict[str, Any] = {}
    laid = 8 if max(teams) < "E" else 6
    for name, each in teams.items():
        if each is None:
            seats[name] = {"hand": ""}
            continue
        sled, more = (each, {}) if isinstance(each, str) else each
        youngsters = sum(text.count("Y") for text in map(str, list(teams.values())[: len(seats)]))
        found, its_points = team(sled, 1 + len(points), youngsters)
        points += its_points
        seats[name] = {"declared": 1, "position": 0, "hand": "", "care_pile": 0, **found, **more}
    order = " ".join(name for name in teams if teams[name] is not None)
    said = {"to_move": "A", "order": order, **said}
    landscapes = " ".join(f"L{number:02}" for number in range(1, laid + 1))
    return at(
        data=plain(*points, fields=track, laid=laid),
        phase="race",
        track=landscapes,
        **seats,
        **said,
    )


@cache
def setup(players: int, loose: bool = False, simultaneous: bool = False, data: str | None = None) -> Setup:
    """What never changes in a match: read once."""
    options = {"loose": loose, "simultaneous": simultaneous}
    return trailmix.game("hike_dogsled").setup(players, options=options, data=data)


def deal(players: int = 3, seed: int | str = 7, **said: Any) -> Match:
    """A match dealt from a seed."""
    return replay.new(setup(players, **said), seed=seed, salt="salt")


# --- playing --------------------------------------------------------------------------------------------


def play(match: Match, *plays: str) -> list[Event]:
    """Play actions, each by the seat named before it: "A mentor", "B draft H07 T2"."""
    happened = []
    for said in plays:
        seat_, action = said.split(" ", 1)
        assert to_move(match) == seat_, f"it is not {seat_}'s decision but {to_move(match)}'s"
        happened += match.play(action, SEATS.index(seat_))
    return happened


def passing(match: Match, *names: str) -> list[Event]:
    """Let seats have a turn that changes nothing: no mentor, T1 swapped with itself, no bonus, not ready."""
    happened = []
    for name in names:
        husky = seat(match, name).sled["T1"].husky
        turn = {"mentor": "none", "action": f"swap T1 {husky} T1", "bonus": "none", "declare": "none"}
        day = view(match).day
        assert to_move(match) == name, f"it is not {name}'s decision but {to_move(match)}'s"
        while (view(match).phase, view(match).day, view(match).turn) == ("preparations", day, name):
            happened += play(match, f"{name} {turn[decision(match)]}")
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


def decision(match: Match) -> str:
    """What is to be decided."""
    return view(match).decision


def legal(match: Match, verb: str = "") -> set[str]:
    """The options of the decision (that begin with a word)."""
    return {action for action in match.legal() if action.startswith(verb)}


def seat(match: Match, name: str) -> Seat:
    """What everyone knows of a seat."""
    return view(match).seats[SEATS.index(name)]


def own(match: Match, name: str) -> Own:
    """What a seat alone knows."""
    found = view(match, SEATS.index(name)).own
    assert found is not None
    return found


def hand(match: Match, name: str) -> str:
    """The cards that a seat holds: "H07 H30 E E C"."""
    held = own(match, name).hand
    cards = [*held.huskies, *["E"] * held.equipment, *["C"] * held.singles, *["D"] * held.doubles]
    return " ".join(cards)


def centre(match: Match) -> str:
    """The cards in the centre: "H07 Y1 E C"."""
    lying = view(match).centre
    return " ".join([*lying.huskies, *["E"] * lying.equipment, *["C"] * lying.care])


def sled(match: Match, name: str) -> str:
    """The huskies in the sled of a seat: "T1=H07 B2=Y1"."""
    return " ".join(f"{slot}={one.husky}" for slot, one in seat(match, name).sled.items() if one.husky)


def slots_in(match: Match, name: str, state: str) -> str:
    """The slots of the huskies that are ready, tired or at rest: "T1 B2"."""
    return " ".join(slot for slot, one in seat(match, name).sled.items() if one.state == state)


def pawn(match: Match, name: str) -> int | None:
    """Where a pawn stands."""
    return seat(match, name).position


def statuses(match: Match) -> str:
    """How everyone stands: "unready ready"."""
    return " ".join(each.status for each in view(match).seats)


def preview(match: Match, action: str | None = None) -> Preview:
    """What the racer to move is told about a use, or about the field ahead."""
    (found,) = [each for each in own(match, to_move(match)).previews if each.action == action]
    return found


# --- looking at events ----------------------------------------------------------------------------------


def told(events: Iterable[Event], *kinds: str) -> list[str]:
    """The kinds of what happened (of those asked for) in order."""
    return [event.kind for event in events if not kinds or event.kind in kinds]


def of_kind(events: Iterable[Event], kind: str) -> list[dict[str, Any]]:
    """The values of all events of a kind, each with its seat."""
    return [{"seat": event.seat, **event.values} for event in events if event.kind == kind]


# --- random play ----------------------------------------------------------------------------------------


def lively(match: Match, whims: random.Random) -> str:
    """A random action that mostly leads on: huskies into the sled, ready when it is full, no idle days."""
    options = match.legal()
    if whims.random() < 0.15:
        return whims.choice(options)
    better = [each for each in options if each not in ("none", "end") and not each.startswith("swap")]
    placing = [each for each in better if each.startswith(("draft", "place")) and not each.endswith("hand")]
    return whims.choice(placing or better or options)


def lively_on(match: Match, whims: random.Random, decisions: int = 100_000) -> Match:
    """The same with actions that lead on: such a match comes to a race and to its end soon."""
    for _ in range(decisions):
        if match.over:
            break
        match.play(lively(match, whims))
    return match


def after(players: int, seed: int, decisions: int, **said: Any) -> Match:
    """A lively random match after so many decisions."""
    return lively_on(deal(players, seed, **said), random.Random(seed), decisions)


def situations(players: int, seed: int, every: int, **said: Any) -> list[Match]:
    """One lively match as it stood at every so many decisions, until it is over: a clone for each."""
    match, whims, found = deal(players, seed, **said), random.Random(seed), []
    while not match.over:
        found.append(match.clone())
        lively_on(match, whims, every)
    return found
