"""What the tests of Hike (cards) share: positions in a few words, plays by seat, random play."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterable
from functools import cache
from typing import Any, cast

import msgspec
import pytest
import tomli_w

import trailmix
from hike_cards import naive
from trailmix.engine import replay
from trailmix.engine.errors import Refused
from trailmix.engine.events import Event
from trailmix.engine.game import Setup
from trailmix.engine.match import Match
from trailmix.engine.words import letter
from trailmix.games.hike_cards.view import Account, Seat, View

SEATS = "ABCDEFGH"
SUITS = naive.SUITS
SPECIALTIES = (
    "avalanche",
    "drought",
    "earthquake",
    "litter",
    "lost",
    "poop",
    "spring",
    "sun",
    "worm",
    "wind",
)
EVERY_SUIT = " ".join(SUITS)
SHIPPED = trailmix.game("hike_cards").data_file.read_text(encoding="utf-8")
DATA = naive.Data.read(SHIPPED)


# --- positions ------------------------------------------------------------------------------------------


def position(played: Any = "", /, **said: Any) -> str:
    """The text of a position: the plays of the round so far, hands as `A="bug tree"`, and other fields.

    It is A's turn, and A led, unless something else is said. Hands and `left` say
    how many seats there are. After Poop, hands may hold Bugs.
    """
    hands = {name: said.pop(name) for name in SEATS if name in said}
    named = [SEATS.index(name) for name in SEATS if name in hands or name in str(said.get("left", ""))]
    players = max([2, *named]) + 1
    document = {
        "trailmix": "position",
        "game": "hike_cards",
        "players": players,
        "dealer": SEATS[said.get("players", players) % 9 - 1],
        "played": played,
        "to_move": "A",
        "hands": hands,
    }
    if "poop" in played:
        document["bugs_in_hands"] = "any"
    return tomli_w.dumps({**document, **said}, multiline_strings=True)


def at(played: str = "", /, **said: Any) -> Match:
    """The match that a position describes."""
    return trailmix.load(position(played, **said))


@cache
def setup(players: int) -> Setup:
    """What never changes in a match with the shipped data: read once."""
    return trailmix.game("hike_cards").setup(players)


def deal(players: int = 3, seed: int | str = 7) -> Match:
    """A match dealt from a seed."""
    return replay.new(setup(players), seed=seed, salt="salt")


# --- playing --------------------------------------------------------------------------------------------


def play(match: Match, *plays: str) -> list[Event]:
    """Play actions, each by the seat named before it: "A lost", "C wind=lake"."""
    happened = []
    for said in plays:
        seat, action = said.split(" ", 1)
        assert to_move(match) == seat, f"it is not {seat}'s decision but {to_move(match)}'s"
        happened += match.play(action, SEATS.index(seat))
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


def cards(text: str) -> list[str]:
    """A list of cards as positions write it: "bug*2 tree" is three cards, sorted by name."""
    found = [re.fullmatch(r"(\w+)(?:\*(\d+))?", word) for word in text.split()]
    return sorted(card[1] for card in found if card for _ in range(int(card[2] or 1)))


# --- looking at a match ---------------------------------------------------------------------------------


def view(match: Match, seat: int = -1) -> View:
    """What a seat sees."""
    return cast(View, match.view(seat))


def view_bytes(match: Match, seat: int = -1) -> bytes:
    """What a seat sees, as it would be sent."""
    return msgspec.json.encode(match.view(seat))


def to_move(match: Match) -> str | None:
    """The letter of the seat that owes a decision."""
    return None if match.actor is None else letter(match.actor)


def legal(match: Match) -> set[str]:
    """The options of the decision."""
    return set(match.legal())


def hand(match: Match, name: str) -> list[str]:
    """The cards that a seat holds, sorted by name."""
    own = view(match, SEATS.index(name)).own
    assert own is not None
    return sorted(own.hand)


def seat(match: Match, name: str) -> Seat:
    """What everyone knows of a seat."""
    return view(match).seats[SEATS.index(name)]


def statuses(match: Match) -> str:
    """How everyone stands: "active out spent"."""
    return " ".join(each.status for each in view(match).seats)


def gone(match: Match) -> str:
    """Those who have left the round, first to last."""
    left = [each for each in view(match).seats if each.left is not None]
    return "".join(each.seat for each in sorted(left, key=lambda each: each.left or 0))


def pile(match: Match) -> list[str]:
    """The cards of the pile from the bottom."""
    return [played.card for played in view(match).pile]


def deck(match: Match) -> Counter[str]:
    """Every card that nobody can see or holds: found by what is missing elsewhere."""
    elsewhere = [card.partition("=")[0] for card in pile(match)]
    for each in view(match).seats:
        elsewhere += [*hand(match, each.seat), *each.leftovers, *each.planted, *["bug"] * each.bugs]
        elsewhere += ["worm"] * each.worm
    return DATA.deck - Counter(elsewhere)


def everything(match: Match) -> Counter[str]:
    """All cards, wherever they lie, counted in the state itself (HC-FLOW-4)."""
    s, ids = match.states[0], [*SUITS, *SPECIALTIES]
    found = Counter({card: int(s.deck[n]) for n, card in enumerate(ids)})
    for n, card in enumerate(ids):
        found[card] += int(s.hand[:, n].sum()) + int(s.leftovers[:, n].sum())
    found["bug"] += int(s.bugs.sum())
    found["tree"] += int(s.trees.sum())
    found["wind"] += int(s.wind_planter) >= 0
    found["worm"] += int(s.worm_holder) >= 0
    return found + Counter(card.partition("=")[0] for card in pile(match))


# --- looking at events ----------------------------------------------------------------------------------


def told(events: Iterable[Event], *kinds: str) -> list[str]:
    """The events of some kinds (of all, if none is named) as "A played", "drew A" ... in order."""
    return [
        f"{event.seat} {event.kind}" if event.seat else event.kind
        for event in events
        if not kinds or event.kind in kinds
    ]


def of_kind(events: Iterable[Event], kind: str) -> list[dict[str, Any]]:
    """The values of all events of a kind, each with its seat."""
    return [{"seat": event.seat, **event.values} for event in events if event.kind == kind]


def asked(match: Match) -> str:
    """Answer a Drought or Spring to its end, "none" where possible; returns who was asked, in order."""
    decision, found = view(match).decision, ""
    while view(match).decision == decision:
        found += to_move(match) or ""
        match.play("lake" if decision == "lake" else "none")
    return found


def account(events: Iterable[Event]) -> Account:
    """The account of the one round that ended."""
    (values,) = [event.values for event in events if event.kind == "round_ended"]
    return msgspec.convert(values, Account)


def points(events: Iterable[Event]) -> list[int]:
    """The points of the one round that ended, by seat."""
    return list(account(events).points.values())


# --- random play ----------------------------------------------------------------------------------------


def play_on(match: Match, whims: random.Random, decisions: int = 10_000) -> Match:
    """Play random legal actions, as many as are asked for or until the match is over."""
    for _ in range(decisions):
        if match.over:
            break
        match.play(whims.choice(match.actions()))
    return match


def after(players: int, seed: int, decisions: int) -> Match:
    """A random match after so many decisions."""
    return play_on(deal(players, seed), random.Random(seed), decisions)


def situations(players: int, seed: int, every: int, least: int = 100) -> list[Match]:
    """One random match as it stood at every so many decisions, until it is over: a clone for each."""
    match, whims, found = deal(players, seed), random.Random(seed), []
    while not match.over and len(match.moves) < least:
        found.append(match.clone())
        play_on(match, whims, every)
    return found
