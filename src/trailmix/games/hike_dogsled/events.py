"""What happens in Hike!, and who may know which part of it."""

from typing import Literal, get_args

from trailmix.engine import event_values as values
from trailmix.engine.event_values import numbers, packed_seats, says, unpacked, word
from trailmix.engine.events import EventKind, private, public
from trailmix.engine.game import Setup
from trailmix.engine.words import Message
from trailmix.games.hike_dogsled import state
from trailmix.games.hike_dogsled.state import NONE

Source = Literal["centre", "hand"]


def _card(setup: Setup, card: int) -> str | None:
    return None if card == NONE else str(setup.data.ids[card])


def _huskies(setup: Setup, low: int, high: int) -> list[str]:
    found = low | high << state.HALF
    return [setup.data.ids[card] for card in range(state.HUSKIES) if found >> card & 1]


def _called(setup: Setup, number: int) -> str | None:
    return None if number == NONE else str(setup.data.landscapes[number].name)


def _landscape(setup: Setup, number: int) -> str | None:
    return None if number == NONE else str(setup.data.landscapes[number].id)


def _loose(setup: Setup, number: int) -> str:
    return str(setup.data.loose[number].id)


def _loose_name(setup: Setup, number: int) -> str:
    return str(setup.data.loose[number].name)


def _from(_setup: Setup, slot: int) -> str:
    return "hand" if slot == NONE else state.SLOT_IDS[slot]


def _where(_setup: Setup, place: str) -> Message:
    return Message("place.hand" if place == "hand" else "place.sled")


def _points(_setup: Setup, packed: int) -> list[state.Terrain]:
    """The terrain of each point."""
    counts = unpacked(packed, state.POINT_BITS, state.TERRAINS)
    return [terrain for terrain, n in zip(get_args(state.Terrain), counts, strict=True) for _ in range(n)]


def _named(setup: Setup, card: str) -> Message:
    if card in ("E", "C", "D"):
        return Message(f"card.{card}")
    return Message("card.husky", {"card": card, "name": setup.data.huskies[setup.data.ids.index(card)].name})


CARD = public("card", _card, said=_named)
HUSKY = public("husky", _card, said=_named)
SECRET = private("husky", _card, said=_named)
LANDSCAPE = (public("landscape", _landscape), public("name", _called))
LOOSE = (public("loose", _loose), public("name", _loose_name))
SLOT = public("slot", values.name_or_none(state.SLOT_IDS), said=says("slot"))
ORDER = public("order", packed_seats(state.SEAT_BITS, state.NO_SEAT, state.MAX_PLAYERS))
CUSTOM = public("custom", values.word_or_none(state.Terrain))
ENDING = public("how", word(state.Ending), said=says("ending"))
DECIDED = public("decided", word(state.Decided), said=says("decided"))
HUSKIES = public("huskies", _huskies, 2, said=_named)
SLOTS = values.names_of_bits(state.SLOT_IDS)

KINDS = {
    # Preparations.
    state.DAY_BEGAN: EventKind("day_began", (public("day"), *LANDSCAPE), reveals=True),
    state.ANOTHER_DAY: EventKind("another_day", (public("day"),)),
    state.REVEALED: EventKind("revealed", (CARD,), reveals=True),
    state.SPENT_MENTOR: EventKind("spent_mentor", (public("left"),)),
    state.DRAFTED: EventKind("drafted", (HUSKY, SLOT)),
    state.TOOK: EventKind("took", (CARD,)),
    state.PLACED: EventKind("placed", (HUSKY, SLOT)),
    state.SWAPPED: EventKind(
        "swapped",
        (public("lifted", _card, said=_named), public("begin", SLOT.read, said=SLOT.said), HUSKY, SLOT),
    ),
    state.ADDED: EventKind("added", (HUSKY, SLOT, public("source", word(Source), said=says("place")))),
    state.SKIPPED: EventKind("skipped"),
    state.READIED: EventKind("readied"),
    state.GAVE_BACK: EventKind("gave_back", (public("returned", _huskies, 2, said=_named),)),
    state.TUCKED: EventKind("tucked", (SLOT, HUSKY)),
    state.DREW_CARE: EventKind("drew_care", (CARD, public("left"))),
    # Loose cards.
    state.LOOSE_TURNED: EventKind("loose_turned", LOOSE, reveals=True),
    state.NAMED: EventKind("named", (public("other", values.seat),)),
    state.PICKED: EventKind("picked", (SECRET,), conceals=True),
    state.GAVE: EventKind("gave", (HUSKY, public("source", _from, said=_where)), reveals=True),
    state.RECEIVED: EventKind("received", (HUSKY,), reveals=True),
    state.RECEIVED_HIDDEN: EventKind("received_hidden", (SECRET,), reveals=True),
    state.SETTLED: EventKind("settled", (HUSKY, SLOT)),
    state.KEPT: EventKind("kept", (HUSKY,)),
    state.RAN_AWAY: EventKind("ran_away", (HUSKY,)),
    state.LOST_HUSKY: EventKind("lost_husky", (HUSKY, SLOT), reveals=True),
    state.NO_EFFECT: EventKind("no_effect", LOOSE),
    # The race.
    state.PREPARATIONS_ENDED: EventKind(
        "preparations_ended", (ORDER, public("singles"), public("doubles")), reveals=True, closes=True
    ),
    state.ELIMINATED: EventKind("eliminated"),
    state.RACE_DAY: EventKind("race_day", (public("day"), ORDER), reveals=True),
    state.ALL_RACE: EventKind("all_race", (public("day"),), reveals=True),
    state.USED: EventKind("used", (SLOT, HUSKY, CUSTOM, *numbers("to", "fields"))),
    state.PAID: EventKind("paid", (public("field"),)),
    state.MOVED: EventKind(
        "moved",
        (public("to"), public("fields")),
        joins=lambda one, other: {"to": other["to"], "fields": one["fields"] + other["fields"]},
    ),
    state.STOPPED: EventKind("stopped", (public("field"),)),
    state.LOST_POINTS: EventKind("lost_points", (public("points", _points, said=says("terrain")),)),
    state.ENTERED: EventKind("entered", (public("field"),)),
    state.RESTED: EventKind("rested", (SLOT, HUSKY)),
    state.CARED: EventKind("cared", (CARD, public("slots", SLOTS), HUSKIES)),
    state.ENDED_TURN: EventKind("ended_turn", (public("position"),)),
    state.MOVED_SECRETLY: EventKind("moved_secretly", conceals=True, silent=True),
    state.RACED: EventKind(
        "raced",
        (public("begin"), public("to"), public("tired", SLOTS), public("rested", SLOTS), public("care")),
        reveals=True,
    ),
    state.CAUGHT_UP: EventKind("caught_up", (CARD,), reveals=True),
    state.STOOD_STILL: EventKind("stood_still", (public("days"),)),
    state.WON: EventKind("won", (ENDING, *numbers("position", "ready", "points"), DECIDED), reveals=True),
    state.NOBODY_WON: EventKind("nobody_won"),
}
