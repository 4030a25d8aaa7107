"""Positions, written and read as the fields of a state declare it (`trailmix.engine.written`).

.. code-block:: toml

    leader = "B"
    trick = "F3"                # what has an order is written from its first card, or from the top
    played = "..."              # the rest, shuffled
    [hands]
    A = "F1 L2 S3"
    B = "F2 ?"                  # a card that is not known: it is dealt from the rest

What is not said is as at the start of a match. If any cards are listed, all must be: a zone that is left out
is empty.

A field is written under its own name, or under the one it is ``called``. If that has a dot in it
(``called="seats.points"``), the field has an entry for each seat, which stands in the table of that seat
(``[seats.A]``). What is special about a game's positions stands in its position.py, which may have:

* ``PARTS``: parts of the document that are not fields, and their forms, by name (``"seats.hand"`` again
  stands in the table of each seat);
* ``tell(setup, s)``: the values of these parts, to be written; one that is None is left out. What it gives
  for a zone replaces the list of cards there;
* ``clear(setup, states, key)``: makes the state of an empty document, if that is not the start of a match;
* ``complete(setup, s, said)``: works out what follows from the document once the fields have their values,
  and refuses what is impossible. ``said`` has the values of the fields and parts in the document, by name,
  each as its form gives it (by seat: a dict). Zones may be added to it: they are filled afterwards.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np

from trailmix.engine import border, zones
from trailmix.engine.documents import quoted
from trailmix.engine.errors import BadPosition
from trailmix.engine.game import Setup
from trailmix.engine.record import Array, Field, StateRecord
from trailmix.engine.rng import shuffle
from trailmix.engine.words import letter
from trailmix.engine.written import (
    NONE,
    BySeat,
    Form,
    List,
    Listed,
    ListOf,
    Order,
    names_of,
    seat_letters,
)


class Entry(NamedTuple):
    """A field of the state, or a part of the document that is not a field."""

    form: Form
    field: str | None = None
    usual: int | None = None
    """A field with this value is not written."""


class Row(NamedTuple):
    """The cards that a document lists for one row of a zone."""

    zone: zones.Zone
    number: int
    where: str
    listed: List


def undeclared(state: type[StateRecord]) -> list[str]:
    """The fields of a state that do not say how they are written."""
    counted = {zone.cards.counted for zone in zones.zones_in(state)}
    known = StateRecord.__annotations__.keys() | counted
    return [name for name, declared in state.fields.items() if declared.written is None and name not in known]


class FieldDocument:
    """The game's part of its positions: a `PositionForm`."""

    def __init__(self, state: type[StateRecord], special: ModuleType | None = None) -> None:
        self.zones = zones.zones_in(state)
        self.listed = [zone for zone in self.zones if zone.cards.order != Order.SCATTERED]
        """The zones that are written as lists of cards."""
        self.entries: dict[str, Entry] = {
            declared.called or name: Entry(_form(declared), name, declared.usual)
            for name, declared in vars(state).items()
            if name in state.fields and isinstance(declared.written, Form)
        }
        parts: dict[str, Form] = getattr(special, "PARTS", {})
        self.entries |= {name: Entry(form) for name, form in parts.items()}
        for zone in self.listed:
            form = Listed(zone.cards.kind, rest=True)
            self.entries[zone.called] = Entry(BySeat(form) if zone.by_seat else form)
        self._tell: Callable[..., dict[str, Any]] = getattr(special, "tell", lambda _setup, _s: {})
        self._clear: Callable[..., None] = getattr(special, "clear", _deal)
        self._complete: Callable[..., None] = getattr(special, "complete", lambda _setup, _s, _said: None)

    # --- writing

    def write(self, setup: Setup, states: Array) -> dict[str, Any]:
        """All that can be told; what is hidden in the state is left out, or a question mark for each card."""
        s = states[0]
        told = {zone.called: _cards_in(setup, s, zone) for zone in self.listed} | self._tell(setup, s)
        said: dict[str, Any] = {}
        for name, entry in self.entries.items():
            value = told.get(name) if entry.field is None else s[entry.field]
            table, dot, inner = name.partition(".")
            if not dot:
                _put_text(setup, said, name, entry, value)
                continue
            for seat, seat_letter in enumerate(seat_letters(setup)):
                lines = said.setdefault(table, {}).setdefault(seat_letter, {})
                each = None if value is None else value.get(seat) if isinstance(value, dict) else value[seat]
                _put_text(setup, lines, inner, entry, each)
        return said

    # --- reading

    def read(self, setup: Setup, states: Array, said: dict[str, Any], key: Array) -> None:
        """Fill a state from a document, or BadPosition; the key decides what the document leaves open."""
        values = self.parse(setup, said)
        self._clear(setup, states, key)
        for name, entry in self.entries.items():
            if entry.field is not None and name in values:
                _assign(states[entry.field], (0,), values[name])
        self._complete(setup, states[0], values)
        if any(zone.called in values for zone in self.listed):
            self._fill(setup, states, values)
        broken = border.check(setup.table, states)
        if broken:
            raise BadPosition(f"This position cannot be: {setup.game.invariants[broken]}")

    def parse(self, setup: Setup, said: dict[str, Any]) -> dict[str, Any]:
        """The values that a document says, by their names, each as its form gives it."""
        tables = dict.fromkeys(name.partition(".")[0] for name in self.entries if "." in name)
        plain = [name for name in self.entries if "." not in name]
        _refuse_unknown(said, [*plain, *tables], f"A position of {setup.game.name}")
        values = {
            name: self.entries[name].form.read(setup, said[name], name) for name in plain if name in said
        }
        for table in tables:
            for seat, lines in BySeat(_Lines()).read(setup, said.get(table, {}), table).items():
                where = f"{table}.{letter(seat)}"
                known = [name.partition(".")[2] for name in self.entries if name.startswith(f"{table}.")]
                _refuse_unknown(lines, known, where)
                for name, value in lines.items():
                    form = self.entries[f"{table}.{name}"].form
                    found = form.read(setup, value, f"{where}.{name}")
                    values.setdefault(f"{table}.{name}", {})[seat] = found
        return values

    def _fill(self, setup: Setup, states: Array, values: dict[str, Any]) -> None:
        """Put the cards of all zones in their places."""
        rows = [row for zone in self.listed for row in _rows(setup, zone, values.get(zone.called))]
        for kind in dict.fromkeys(zone.cards.kind for zone in self.listed):
            lying = {
                int(card): zone.called
                for zone in self.zones
                if zone.cards.kind == kind and zone.cards.order == Order.SCATTERED
                for card in states[zone.name].flat
                if card != NONE
            }
            of_kind = [row for row in rows if row.zone.cards.kind == kind]
            deal_rest(states[0], of_kind, lying, names_of(setup, kind))
        for row in rows:
            _put(states, row)


# --- plain values ---------------------------------------------------------------------------------------


class _Lines(Form):
    """The table of one seat."""

    def read(self, _setup: Setup, said: Any, where: str) -> dict[str, Any]:
        if not isinstance(said, dict):
            raise BadPosition(f"{where}: names with values, not {quoted(said)}.")
        return said


def _form(declared: Field) -> Form:
    """The form of a field's value: an array is a list, unless its form is one of arrays."""
    form: Form = declared.written
    by_seat = isinstance(form, BySeat) or "." in (declared.called or "")
    length = int(np.prod(declared.shape[by_seat:]))
    inner = form.of if isinstance(form, BySeat) else form
    if len(declared.shape) > by_seat and not inner.of_arrays:
        inner = ListOf(inner, length)
    return BySeat(inner) if isinstance(form, BySeat) else inner


def _deal(setup: Setup, states: Array, key: Array) -> None:
    """A document that says nothing is the start of a match."""
    border.deal(setup.table, states, key)


def _put_text(setup: Setup, lines: dict[str, Any], name: str, entry: Entry, value: Any) -> None:
    """Write a value, if there is something to tell."""
    if value is None or (entry.usual is not None and np.all(np.equal(value, entry.usual))):
        return
    text = entry.form.write(setup, value)
    if text is not None:
        lines[name] = text


def _assign(column: Array, place: tuple[int, ...], value: Any) -> None:
    """Put a value into its place in a field; after the end of a list the field is blank."""
    if isinstance(value, dict):
        for n, each in value.items():
            _assign(column, (*place, n), each)
    elif isinstance(value, list):
        flat = column[place].reshape(-1)
        flat[len(value) :] = NONE
        flat[: len(value)] = value
    else:
        column[place] = value


def _refuse_unknown(said: dict[str, Any], known: list[str], whose: str) -> None:
    if unknown := said.keys() - set(known):
        raise BadPosition(f"{whose} has no field {quoted(min(unknown))}; it has {', '.join(known)}.")


# --- cards ----------------------------------------------------------------------------------------------


def _cards_in(setup: Setup, s: Any, zone: zones.Zone) -> Any:
    """The cards of a zone, or of each seat's, as they are listed."""
    sizes = None if zone.cards.counted is None else np.atleast_1d(s[zone.cards.counted])
    lists = {}
    for row, cards in enumerate(zones.as_rows(s[zone.name])[: setup.players if zone.by_seat else 1]):
        size = int((cards != NONE).sum() if sizes is None else sizes[row])
        shown_cards = cards[:size][::-1] if zone.cards.order == Order.FROM_THE_TOP else cards[:size]
        lists[row] = List([None if card == NONE else int(card) for card in shown_cards])
    return lists if zone.by_seat else lists[0]


def _rows(setup: Setup, zone: zones.Zone, listed: Any) -> list[Row]:
    """The rows of a zone as far as they are listed; all others are empty."""
    if not zone.by_seat:
        return [Row(zone, 0, zone.called, listed or List([]))]
    lists: dict[int, List] = listed or {}
    return [
        Row(zone, seat, f"{zone.called}.{letter(seat)}", lists.get(seat, List([])))
        for seat in range(setup.players)
    ]


def deal_rest(s: Any, rows: list[Row], places: dict[int, str], names: Sequence[str]) -> None:
    """Deal the cards that are named nowhere, shuffled: first to every ?, then to the rest (...).

    `places` says where cards lie that no row lists.
    """
    for row in rows:
        for card in row.listed.named:
            if card in places:
                raise BadPosition(f"The card {names[card]} is in two places: {places[card]} and {row.where}.")
            places[card] = row.where
    rest = np.array([card for card in range(len(names)) if card not in places], np.int64)
    shuffle(s, rest, len(rest))
    left = rest.tolist()
    for row in rows:
        if row.listed.unknown > len(left):
            raise BadPosition(f"{row.where}: there are only {len(names)} cards, too few for every ?.")
        row.listed.cards[:] = [left.pop(0) if card is None else card for card in row.listed.cards]
    ends = [row for row in rows if row.listed.rest]
    if len(ends) > 1:
        raise BadPosition(f"{ends[0].where} and {ends[1].where}: the rest (...) can be in one place only.")
    if ends:
        ends[0].listed.cards.extend(left)
    elif left:
        lost = " ".join(names[card] for card in sorted(left)[:3]) + (" ..." if len(left) > 3 else "")
        raise BadPosition(
            f"{len(left)} of {len(names)} cards are nowhere ({lost}); ? stands for a card, ... for the rest."
        )


def _put(states: Array, row: Row) -> None:
    """Put the cards of a row into the state."""
    cards = zones.as_rows(states[row.zone.name][0])[row.number]
    named, order = row.listed.named, row.zone.cards.order
    if len(named) > len(cards):
        raise BadPosition(f"{row.where}: {len(named)} cards, and there is room for {len(cards)}.")
    cards[:] = NONE
    cards[: len(named)] = (
        sorted(named) if order == Order.SORTED else named[::-1] if order == Order.FROM_THE_TOP else named
    )
    if row.zone.cards.counted is not None:
        states[row.zone.cards.counted].reshape(-1)[row.number] = len(named)
