"""Positions written and read by what the fields of a state say of themselves (`trailmix.engine.written`).

.. code-block:: toml

    leader = "B"
    trick = "F3"                # what has an order is written from its first card, or from the top
    played = "..."              # the rest, shuffled
    [hands]
    A = "F1 L2 S3"
    B = "F2 ?"                  # a card that is not known: it is dealt from the rest

What is not said is as at the start of a match. Where any cards are said, all are: what is left out is empty.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from trailmix.engine import border, zones
from trailmix.engine.documents import shown
from trailmix.engine.errors import BadPosition
from trailmix.engine.game import Setup
from trailmix.engine.record import Array, Field, StateRecord
from trailmix.engine.rng import shuffle
from trailmix.engine.words import letter
from trailmix.engine.written import BySeat, Cards, Named, Number, Order, Seat, Value, Word

REST, UNKNOWN = "...", "?"


def undeclared(plan: type[StateRecord]) -> list[str]:
    """The fields of a state that do not say how they are written."""
    counted = {zone.cards.counted for zone in zones.zones_in(plan)}
    known = StateRecord.__annotations__.keys() | counted
    return [name for name, declared in plan.fields.items() if declared.written is None and name not in known]


class Row(NamedTuple):
    """The cards that a document names for one row of a zone, in the order of the array."""

    zone: zones.Zone
    number: int
    where: str
    cards: list[int | None]
    """None for one that is not known."""
    open_end: bool
    """The rest goes here."""


class FieldDocument:
    """The game's part of its positions: a `PositionForm`."""

    def __init__(self, plan: type[StateRecord]) -> None:
        self.zones = zones.zones_in(plan)
        self.values: dict[str, Field] = {
            name: declared
            for name, declared in vars(plan).items()
            if name in plan.fields
            and declared.written is not None
            and not isinstance(declared.written, Cards)
        }

    # --- writing

    def write(self, setup: Setup, states: Array) -> dict[str, Any]:
        """All fields; what is hidden in the state is left out, or a question mark for each card."""
        s, said = states[0], dict[str, Any]()
        for name, declared in self.values.items():
            value = _write_field(setup, declared, s[name])
            if value is not None:
                said[name] = value
        for zone in self.zones:
            rows = [
                self._write_row(setup, s, zone, row) for row in range(setup.players if zone.by_seat else 1)
            ]
            said[zone.name] = _by_letter(rows) if zone.by_seat else rows[0]
        return said

    def _write_row(self, setup: Setup, s: Any, zone: zones.Zone, row: int) -> str:
        cards = zones.as_rows(s[zone.name])[row]
        counted = zone.cards.counted
        size = int((cards != zones.NONE).sum() if counted is None else zones.as_sizes(s[counted])[row])
        names = setup.game.names(setup)[zone.cards.kind]
        texts = [UNKNOWN if card == zones.NONE else names[card] for card in cards[:size]]
        return " ".join(texts[::-1] if zone.cards.order == Order.FROM_THE_TOP else texts)

    # --- reading

    def read(self, setup: Setup, states: Array, said: dict[str, Any], key: Array) -> None:
        """Fill a state from a document, what it leaves open decided by the key; or BadPosition."""
        known = [*self.values, *(zone.name for zone in self.zones)]
        if unknown := said.keys() - set(known):
            raise BadPosition(
                f"A position of {setup.game.name} has no field '{min(unknown)}'; it has {', '.join(known)}."
            )
        border.deal(setup.table, states, key)
        for name, declared in self.values.items():
            if name in said:
                _read_field(setup, states[name], declared, name, said[name])
        if any(zone.name in said for zone in self.zones):
            self._read_cards(setup, states, said)
        broken = border.check(setup.table, states)
        if broken:
            raise BadPosition(f"This position cannot be: {setup.game.invariants[broken]}")

    def _read_cards(self, setup: Setup, states: Array, said: dict[str, Any]) -> None:
        rows = [row for zone in self.zones for row in _rows_said(setup, zone, said.get(zone.name))]
        for kind in dict.fromkeys(zone.cards.kind for zone in self.zones):
            names = setup.game.names(setup)[kind]
            _fill(states[0], [row for row in rows if row.zone.cards.kind == kind], names)
        for row in rows:
            _put(states, row)


def _by_letter(values: list[Any]) -> dict[str, Any]:
    return {letter(seat): value for seat, value in enumerate(values)}


# --- plain values ---------------------------------------------------------------------------------------


def _write_field(setup: Setup, declared: Field, value: Any) -> Any:
    """A field as it is written, None if it is hidden or nobody's."""
    written = declared.written
    if isinstance(written, BySeat):
        values = [_write_value(setup, written.of, int(value[seat])) for seat in range(setup.players)]
        return {seat: each for seat, each in _by_letter(values).items() if each is not None} or None
    if declared.shape:
        listed = [_write_value(setup, written, int(each)) for each in value.flat]
        return None if None in listed else listed
    return _write_value(setup, written, int(value))


def _write_value(setup: Setup, written: Value, value: int) -> Any:
    if isinstance(written, Number):
        return value if written.low <= value <= written.high else None
    words = _words(setup, written)
    return words[value] if 0 <= value < len(words) else None


def _words(setup: Setup, written: Word | Seat | Named) -> tuple[str, ...]:
    """The words for 0, 1, 2 ..."""
    if isinstance(written, Word):
        return written.words
    if isinstance(written, Seat):
        return tuple(letter(seat) for seat in range(setup.players))
    return tuple(setup.game.names(setup)[written.kind])


def _read_field(setup: Setup, column: Array, declared: Field, where: str, said: Any) -> None:
    written = declared.written
    if isinstance(written, BySeat):
        for seat, value in _seats_said(setup, where, said).items():
            column[0, seat] = _read_value(setup, written.of, f"{where}.{letter(seat)}", value)
    elif declared.shape:
        number = int(np.prod(declared.shape))
        if not isinstance(said, list) or len(said) != number:
            raise BadPosition(f"{where}: a list of {number} values, not {shown(said)}.")
        values = [_read_value(setup, written, f"{where}, value {n + 1}", v) for n, v in enumerate(said)]
        column[0] = np.reshape(values, declared.shape)
    else:
        column[0] = _read_value(setup, written, where, said)


def _read_value(setup: Setup, written: Value, where: str, said: Any) -> int:
    if isinstance(written, Number):
        if isinstance(said, bool) or not isinstance(said, int) or not written.low <= said <= written.high:
            raise BadPosition(f"{where}: a number from {written.low} to {written.high}, not {shown(said)}.")
        return said
    words = _words(setup, written)
    if said not in words:
        raise BadPosition(f"{where}: one of {', '.join(words)}, not {shown(said)}.")
    return words.index(said)


def _seats_said(setup: Setup, where: str, said: Any) -> dict[int, Any]:
    """The values of a table by seat."""
    if not isinstance(said, dict):
        raise BadPosition(f"{where}: a line for each seat, like A = ..., not {shown(said)}.")
    letters = [letter(seat) for seat in range(setup.players)]
    for name in said:
        if name not in letters:
            raise BadPosition(
                f"{where}.{name[:20]}: there is no such seat; with {setup.players} players they are "
                f"{', '.join(letters)}."
            )
    return {letters.index(name): value for name, value in said.items()}


# --- cards ----------------------------------------------------------------------------------------------


def _rows_said(setup: Setup, zone: zones.Zone, said: Any) -> list[Row]:
    """The rows of a zone as far as they are said; all others are empty."""
    names = setup.game.names(setup)[zone.cards.kind]
    if not zone.by_seat:
        return [_row_said(zone, 0, zone.name, "" if said is None else said, names)]
    texts = {} if said is None else _seats_said(setup, zone.name, said)
    return [
        _row_said(zone, seat, f"{zone.name}.{letter(seat)}", texts.get(seat, ""), names)
        for seat in range(setup.players)
    ]


def _row_said(zone: zones.Zone, number: int, where: str, said: Any, names: Any) -> Row:
    if not isinstance(said, str):
        raise BadPosition(f"{where}: cards in one text, like {names[0]} {names[-1]}, not {shown(said)}.")
    words = said.split()
    open_end = words[-1:] == [REST]
    cards: list[int | None] = []
    for word in words[:-1] if open_end else words:
        if word != UNKNOWN and word not in names:
            raise BadPosition(f"{where}: there is no card {word[:20]}.")
        cards.append(None if word == UNKNOWN else names.index(word))
    return Row(zone, number, where, cards, open_end)


def _fill(s: Any, rows: list[Row], names: Any) -> None:
    """Every card that no row names goes, shuffled, to where one is not known, and then to the rest."""
    places: dict[int, str] = {}
    for row in rows:
        for card in row.cards:
            if card in places:
                raise BadPosition(f"The card {names[card]} is in two places: {places[card]} and {row.where}.")
            if card is not None:
                places[card] = row.where
    rest = np.array([card for card in range(len(names)) if card not in places], np.int64)
    shuffle(s, rest, len(rest))
    left = rest.tolist()
    for row in rows:
        for n, card in enumerate(row.cards):
            if card is None:
                if not left:
                    raise BadPosition(f"{row.where}: there are only {len(names)} cards, too few for every ?.")
                row.cards[n] = left.pop()
    ends = [row for row in rows if row.open_end]
    if len(ends) > 1:
        raise BadPosition(f"{ends[0].where} and {ends[1].where}: the rest (...) can be in one place only.")
    if ends:
        ends[0].cards.extend(left)
    elif left:
        lost = " ".join(names[card] for card in sorted(left)[:3]) + (" ..." if len(left) > 3 else "")
        raise BadPosition(
            f"{len(left)} of {len(names)} cards are nowhere ({lost}); ? stands for a card, ... for the rest."
        )


def _put(states: Array, row: Row) -> None:
    cards = zones.as_rows(states[row.zone.name][0])[row.number]
    if len(row.cards) > len(cards):
        raise BadPosition(f"{row.where}: {len(row.cards)} cards, and there is room for {len(cards)}.")
    order, named = row.zone.cards.order, [card for card in row.cards if card is not None]
    cards[:] = zones.NONE
    cards[: len(named)] = (
        sorted(named) if order == Order.SORTED else named[::-1] if order == Order.FROM_THE_TOP else named
    )
    counted = row.zone.cards.counted
    if counted is not None:
        states[counted].reshape(-1)[row.number] = len(named)
