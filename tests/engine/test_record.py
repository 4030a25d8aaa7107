"""Records: every field says who may see it, nothing is shown by default, equal records are equal bytes."""

from __future__ import annotations

import numpy as np
import pytest

import trailmix
from trailmix.engine.record import (
    EVERYONE,
    ITS_SEAT,
    NOBODY,
    SPECTATOR,
    Array,
    Field,
    Record,
    Redacted,
    StateRecord,
    TableRecord,
    field,
    sight,
)

WHEN_OPEN = sight("everyone once it is open", "is_open", lambda s, _seat: s.is_open == 1)
OWN_OR_OPEN = sight(
    "its seat, or everyone", "is_open", lambda s, seat: (np.arange(3) == seat) | (s.is_open == 1)
)


class Sample(StateRecord, events=2):
    """One field of every sort."""

    is_open: int = field(np.int64, see=EVERYONE)
    public_row: Array = field(np.int8, 3, see=EVERYONE)
    secret: int = field(np.int32, see=NOBODY)
    secret_row: Array = field(np.int16, 5, see=NOBODY)
    secret_bits: int = field(np.uint16, see=NOBODY)
    secret_flag: bool = field(np.bool_, see=NOBODY)
    marked: int = field(np.int8, see=NOBODY, hidden=99)
    own: Array = field(np.int8, (3, 2), see=ITS_SEAT)
    later: int = field(np.int8, see=WHEN_OPEN)
    later_row: Array = field(np.int8, (2, 2), see=WHEN_OPEN)
    own_or_later: Array = field(np.uint8, (3, 2), see=OWN_OR_OPEN)


def sample(is_open: int = 0) -> Array:
    """A record with 1 everywhere."""
    states = np.ones(1, Sample.dtype)
    states["is_open"] = is_open
    return states


def seen_by(states: Array, seat: int) -> Array:
    """The record as one of three seats may know it."""
    redacted = Redacted(Sample, states, 3)
    redacted.renew()
    return redacted.seen_by(seat)


# --- declaring


def test_an_undeclared_field_fails_at_once() -> None:
    with pytest.raises(TypeError, match="who may see hand"):

        class Careless(StateRecord, events=1):
            hand: Array = field(np.int8, 3)


def test_an_undeclared_field_of_a_base_fails_at_once() -> None:
    class Mixin:
        hand: Array = field(np.int8, 3)

    with pytest.raises(TypeError, match="who may see hand"):

        class Careless(Mixin, StateRecord, events=1):
            pass


def test_one_value_has_no_seat() -> None:
    with pytest.raises(TypeError, match="chosen is one value"):

        class Careless(StateRecord, events=1):
            chosen: int = field(np.int8, see=ITS_SEAT)


@pytest.mark.parametrize("name", ["base", "data", "dtype", "copy", "item", "size", "T"])
def test_a_name_with_another_meaning_fails_at_once(name: str) -> None:
    """`s.base` would be NumPy's own with the JIT off and the field with the JIT on."""
    with pytest.raises(TypeError, match=f"'{name}' means something else"):
        type("Clash", (TableRecord,), {name: field(np.int8)})


def plans() -> list[type[Record]]:
    games = [trailmix.game(slug) for slug in trailmix.game_names()]
    return [Sample, *(game.state for game in games), *(game.table for game in games)]


@pytest.mark.parametrize("plan", plans())
def test_a_record_has_no_gaps(plan: type[Record]) -> None:
    dtype = plan.dtype
    assert dtype.itemsize % 8 == 0
    assert dtype.fields is not None
    end = 0
    for kind, offset in sorted((entry[:2] for entry in dtype.fields.values()), key=lambda entry: entry[1]):
        assert offset == end
        assert offset % kind.base.itemsize == 0
        end = offset + kind.itemsize
    assert end == dtype.itemsize


@pytest.mark.parametrize("slug", trailmix.game_names())
def test_every_field_of_a_game_says_who_may_see_it(slug: str) -> None:
    plan = trailmix.game(slug).state
    assert set(plan.fields) | {"tail"} == set(plan.dtype.names or ())
    assert all(declared.see is not None for declared in plan.fields.values())
    for name in ("key", "counter", "events", "n_events"):
        assert plan.fields[name].see is NOBODY


# --- redacting


def test_what_a_seat_sees() -> None:
    seen = seen_by(sample(), 1)[0]
    assert seen.is_open == 0
    assert seen.public_row.tolist() == [1, 1, 1]
    assert seen.own.tolist() == [[-1, -1], [1, 1], [-1, -1]]
    assert seen.own_or_later.tolist() == [[0, 0], [1, 1], [0, 0]]


def test_what_nobody_sees() -> None:
    for seat in (SPECTATOR, 0, 1, 2):
        seen = seen_by(sample(is_open=1), seat)[0]
        assert (seen.secret, seen.secret_bits, seen.secret_flag, seen.marked) == (-1, 0, False, 99)
        assert seen.secret_row.tolist() == [-1] * 5
        assert seen.key.tolist() == [0, 0]
        assert (seen.counter, seen.n_events) == (0, -1)
        assert (seen.events == -1).all()


def test_what_onlookers_see() -> None:
    seen = seen_by(sample(), SPECTATOR)[0]
    assert seen.public_row.tolist() == [1, 1, 1]
    assert (seen.own == -1).all()
    assert (seen.own_or_later == 0).all()


@pytest.mark.parametrize(("is_open", "shown"), [(0, -1), (1, 1)])
def test_what_a_named_rule_shows(is_open: int, shown: int) -> None:
    """The rule gives a truth value of NumPy's; one value and a row are hidden alike."""
    for seat in (SPECTATOR, 0, 2):
        seen = seen_by(sample(is_open), seat)[0]
        assert seen.later == shown
        assert (seen.later_row == shown).all()
    assert (seen_by(sample(1), SPECTATOR)[0].own_or_later == 1).all()


def test_redacting_changes_only_the_copy() -> None:
    states = sample()
    before = states.tobytes()
    seen = seen_by(states, 0)
    assert seen.tobytes() != before
    assert states.tobytes() == before
    seen["public_row"] = 5
    assert states.tobytes() == before


@pytest.mark.parametrize("slug", trailmix.game_names())
def test_hidden_fields_do_not_depend_on_what_they_hid(slug: str) -> None:
    """Fields that nobody sees are the same in the redacted states of two different deals."""
    game = trailmix.game(slug)
    for seat in (SPECTATOR, 0):
        first, second = (trailmix.new(slug, game.players[0], number).seen_by(seat) for number in (1, 2))
        for name, declared in game.state.fields.items():
            assert isinstance(declared, Field)
            if declared.see is NOBODY:
                assert first[name].tobytes() == second[name].tobytes()
