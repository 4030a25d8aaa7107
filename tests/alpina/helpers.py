"""What the tests of Alpina share: positions in a few words, corrected decks, random play."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Any, cast

import msgspec
import pytest
import tomli_w

import random_play
import trailmix
from alpina import naive
from trailmix.engine import replay
from trailmix.engine.errors import Refused
from trailmix.engine.game import Setup
from trailmix.engine.match import Match
from trailmix.games.alpina.view import Spot, View

Cell = tuple[int, int]
SHIPPED = trailmix.game("alpina").data_file.read_text(encoding="utf-8")
SEATS = "ABCD"


def position(grid: Iterable[str], players: int = 2, **said: Any) -> str:
    """The text of a position."""
    document = {"trailmix": "position", "game": "alpina", "players": players, "grid": list(grid), **said}
    return tomli_w.dumps(document, multiline_strings=True)


def at(grid: Iterable[str], players: int = 2, **said: Any) -> Match:
    """The match that a position describes."""
    return trailmix.load(position(grid, players, **said))


@cache
def setup(players: int) -> Setup:
    """What never changes in a match with the shipped deck: read once, since reading it takes its time."""
    return trailmix.game("alpina").setup(players)


def deal(players: int = 2, seed: int = 7) -> Match:
    """A match dealt from a seed."""
    return replay.new(setup(players), seed=seed, salt="salt")


# --- looking at a match ---------------------------------------------------------------------------------


def view(match: Match, seat: int = -1) -> View:
    """What a seat sees."""
    return cast(View, match.view(seat))


def view_bytes(match: Match, seat: int = -1) -> bytes:
    """What a seat sees, as it would be sent."""
    return msgspec.json.encode(match.view(seat))


def spots(match: Match) -> dict[Cell, Spot]:
    """The cards of the grid by cell."""
    return {spot.cell: spot for spot in view(match).grid}


def corner_name(shown: View, cell: Cell) -> str:
    """A cell of a finished grid as the ledger writes it: r1c1 is top left."""
    return f"r{cell[0] - shown.rows[0] + 1}c{cell[1] - shown.columns[0] + 1}"


def judged(match: Match) -> dict[str, Spot]:
    """The cards of the grid as the ledger names their cells, r1c1 to r5c5."""
    shown = view(match)
    return {corner_name(shown, spot.cell): spot for spot in shown.grid}


def seen_cells(match: Match, name: str) -> str:
    """What the card on a cell counts, as the ledger lists it: 'r1c2 r1c3'."""
    shown = view(match)
    spot = next(spot for spot in shown.grid if corner_name(shown, spot.cell) == name)
    return " ".join(corner_name(shown, cell) for cell in spot.counts)


def hand(match: Match, seat: int) -> tuple[str, ...]:
    """The cards that a seat holds."""
    own = view(match, seat).own
    assert own is not None
    return own.hand


def card_cells(match: Match) -> set[Cell]:
    """The cells where the seat to move may lay a card, read off the legal actions."""
    return {cell(text.split("@")[1]) for text in match.legal() if "@" in text}


def cell(text: str) -> Cell:
    """A cell from its notation."""
    row, col = text.split(",")
    return int(row), int(col)


def lay(match: Match, where: str) -> str:
    """Lay the first card of the hand of the seat to move; returns the card."""
    assert match.actor is not None
    card = hand(match, match.actor)[0]
    match.play(f"{card}@{where}")
    return card


# --- refusals -------------------------------------------------------------------------------------------


def refusal(match: Match, action: Any, seat: int | None = None) -> str:
    """Play what must be refused; returns the sentence, having seen that not a byte has changed."""
    before, moves = match.states.tobytes(), list(match.moves)
    with pytest.raises(Refused) as caught:
        match.play(action, seat)
    assert match.states.tobytes() == before
    assert match.moves == moves
    assert match.why(action, seat) == caught.value.why == str(caught.value)
    return caught.value.why


# --- random play ----------------------------------------------------------------------------------------


def play_on(match: Match, whims: random.Random, decisions: int = 48) -> Match:
    """Play random legal actions, as many as are asked for or until the match is over."""
    for _ in range(decisions):
        if match.over:
            break
        match.play(whims.choice(match.actions()))
    return match


def play_many(players: int, matches: int, seed: int, agreed: Setup | None = None) -> random_play.Played:
    """Random matches side by side, of 48 decisions each: the match first, then the number of the decision."""
    found = random_play.play(agreed or setup(players), matches * 49, seed, purpose=0)
    return random_play.Played(*(each.reshape(matches, 49) for each in found))


def situations(players: int, seed: int, decisions: Iterable[int] = range(49)) -> list[Match]:
    """One random match as it stood after so many decisions: a clone for each."""
    match, whims, wanted, found = deal(players, seed), random.Random(seed), set(decisions), []
    for number in range(49):
        if number in wanted:
            found.append(match.clone())
        play_on(match, whims, 1)
    return found


# --- decks ----------------------------------------------------------------------------------------------


def card_line(card: Mapping[str, Any]) -> str:
    """A card as a line of a data file."""
    said = ", ".join(f"{name} = {value}" for name, value in ((n, toml(v)) for n, v in card.items()))
    return f"  {{ {said} }},"


def toml(value: Any) -> str:
    """A value as TOML writes it."""
    return {True: "true", False: "false"}[value] if isinstance(value, bool) else repr(value)


def corrected(changes: Mapping[str, Mapping[str, Any]], text: str = SHIPPED) -> str:
    """The shipped data with fields of some cards changed; a field changed to None is left out."""
    cards = deck()
    for card_id, fields in changes.items():
        card = {name: value for name, value in {**cards[card_id], **fields}.items() if value is not None}
        shipped = re.findall(rf'^  {{ id="{card_id}".*$', text, flags=re.M)
        assert len(shipped) == 1
        text = text.replace(shipped[0], card_line(card))
    return text


@cache
def deck() -> dict[str, dict[str, Any]]:
    """The shipped cards by ID, as the data file has them."""
    return naive.deck(SHIPPED)


# --- grids of faces -------------------------------------------------------------------------------------

LETTERS = {"N": "nutcracker", "C": "chamois", "F": "frog", "m": "mountain", "l": "lake", "f": "forest"}


def of_faces(lines: Iterable[str]) -> list[str]:
    """A grid in which `Cl` stands for any chamois on a lake that is not named elsewhere in the grid."""
    lines = list(lines)
    named = set(re.findall(r"\b[NCF]\d\d\b", " ".join(lines)))
    free: dict[str, list[str]] = {}
    for card in deck().values():
        if card["id"] not in named:
            face = next(n for n, word in LETTERS.items() if word == card["animal"])
            free.setdefault(face + card["land"][0], []).append(card["id"])
    pick: Callable[[re.Match[str]], str] = lambda found: free[found[0]].pop(0)  # noqa: E731
    return [re.sub(r"\b[NCF][mlf]\b", pick, line) for line in lines]
